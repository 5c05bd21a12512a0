"""A force on paper: an HTML sheet for A4 or letter with every card, its figures and actions, and what each word means.

It needs nothing from elsewhere: one file, black on white, with room for notes beside every entry.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterable, Mapping
from html import escape
from typing import Literal

from muster.forces.judging import Room, judge
from muster.forces.listing import card_name, cost, in_order, title, told_word, value_title
from muster.forces.phrases import say
from muster.kernel.forms import Draft, DraftEntry, FormCard, Line, Word
from muster.kernel.game import Game
from muster.kernel.text import Text
from muster.library import load_glossary

Paper = Literal["a4", "letter"]
PAPERS: Mapping[Paper, str] = {"a4": "A4", "letter": "letter"}
STYLE = """
@page { size: %s; margin: 11mm 12mm; }
* { box-sizing: border-box; }
body { font: 9.5pt/1.3 "Helvetica Neue", Arial, sans-serif; color: #000; background: #fff;
  margin: 0 auto; max-width: 186mm; }
h1 { font-size: 17pt; margin: 0; }
h2 { font-size: 11.5pt; margin: 0; }
header { display: flex; justify-content: space-between; align-items: baseline; border-bottom: 1.5pt solid #000;
  padding-bottom: 2mm; margin-bottom: 3mm; }
header p { margin: 0; }
.entry { border: .8pt solid #000; border-radius: 1.5mm; padding: 2.5mm 3mm; margin: 0 0 3mm; break-inside: avoid; }
.entry > div:first-child { display: flex; justify-content: space-between; border-bottom: .5pt solid #000; }
.cards { display: grid; grid-template-columns: 1fr 1fr; gap: 2mm 5mm; margin-top: 1.5mm; }
.card { break-inside: avoid; }
.card b { font-size: 10pt; }
.sub { font-size: 8pt; }
.figures { display: flex; flex-wrap: wrap; gap: 1mm 3mm; margin: .6mm 0; }
.figures span b { font-size: 11pt; }
.line { padding-left: 3mm; text-indent: -3mm; }
.die { display: inline-block; border: .8pt solid #000; border-radius: .8mm; min-width: 3.6mm; text-align: center;
  font-size: 7.5pt; line-height: 3.4mm; text-indent: 0; margin-right: .4mm; font-weight: bold; }
.house { border-bottom: .6pt dashed #000; }
.notes { border: .5pt dotted #000; min-height: 9mm; margin-top: 2mm; padding: .6mm 1.5mm; font-size: 7.5pt; }
.words { columns: 2; column-gap: 6mm; font-size: 8.3pt; line-height: 1.25; margin: 1.5mm 0 0; }
.words div { break-inside: avoid; margin-bottom: 1mm; }
.breach { border: 1.5pt solid #000; padding: 2mm 3mm; margin-bottom: 3mm; }
small { font-size: 7.5pt; }
"""


def style(paper: Paper) -> str:
    return STYLE % PAPERS[paper]


def style_hash(paper: Paper) -> str:
    """The hash of the sheet's own style, by which a page may allow it and no other."""
    return "sha256-" + base64.b64encode(hashlib.sha256(style(paper).encode()).digest()).decode()


def sheet(game: Game[object], room: Room, draft: Draft, paper: Paper = "a4") -> str:
    """The whole page."""
    judged, language = judge(room, draft, with_helps=False), room.words.language
    name, total = title(room, draft), say(language, "sum", points=judged.points, most=judged.most)
    spoken = room.words.say(Text("game.title")) if room.words.knows("game.title") else game.name
    chosen = [
        f"{choice.title}: {value_title(choice, draft.choices.get(choice.field, choice.usual))}"
        for choice in room.form.choices
        if not choice.among
    ]
    numbers = {group.id: 0 for group in room.form.groups}
    blocks = []
    for entry in draft.entries:
        numbers[entry.group] = numbers.get(entry.group, 0) + 1
        blocks.append(block(room, entry, numbers[entry.group]))
    breaches = [f"<li>{escape(one.text)} [{escape(one.clause)}]</li>" for one in judged.breaches]
    faults = f'<div class="breach"><b>{say(language, "breaches")}</b><ul>{"".join(breaches)}</ul></div>'
    return f"""<!doctype html>
<html lang="{language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>{escape(say(language, "page", name=name))}</title><style>{style(paper)}</style></head><body>
<header><div><h1>{escape(name)}</h1><p>{escape(" · ".join([spoken, *chosen]))}</p></div><p><b>{total}</b></p></header>
{faults if breaches else ""}{"".join(blocks)}
<h2>{say(language, "keywords")}</h2>{glossary(game, room, draft)}
<p><small>{say(language, "house")}</small></p></body></html>
"""


def block(room: Room, entry: DraftEntry, number: int) -> str:
    """An entry with all its cards, and a field for tokens and notes."""
    group = next((one for one in room.form.groups if one.id == entry.group), None)
    language = room.words.language
    cards = []
    for slot, name in in_order(room, entry):
        card, place = room.card(entry.group, slot, name), room.slots.get((entry.group, slot))
        where = place.title if place is not None else slot
        cards.append(card_block(card, where) if card is not None else f'<div class="card"><b>{escape(name)}</b></div>')
        others = room.beside(card) if card is not None else []
        cards += [card_block(other, other.sub.text if other.sub is not None else "") for other in others]
    first = next((card_name(room, entry.group, slot, name) for slot, name in in_order(room, entry)), "–")
    head = f"{group.one if group is not None else entry.group} {number}: {first}"
    points = say(language, "points", points=cost(room, entry))
    return (
        f'<section class="entry"><div><h2>{escape(head)}</h2><b>{points}</b></div>'
        f'<div class="cards">{"".join(cards)}</div><div class="notes">{say(language, "tokens")}</div></section>'
    )


def card_block(card: FormCard, where: str) -> str:
    mark = ' class="house"' if card.house else ""
    figures = [f"<span>{escape(one.name)} <b{mark}>{escape(str(one.value))}</b></span>" for one in card.figures]
    words = ", ".join(escape(told_word(word)) for word in card.words if word.text != card.name)
    lines = "".join(line_block(one) for one in card.lines)
    sub = f" · {escape(card.sub.text)}" if card.sub is not None and card.sub.text != where else ""
    sub += f" · {card.points}" if card.points else ""
    sub += f" · #{escape(card.number)}" if card.number else ""
    return (
        f'<div class="card"><span class="sub">{escape(where)}{sub}</span><br><b>{escape(card.name)}</b>'
        f'<div class="figures">{"".join(figures)}</div>{lines}{f"<div>{words}</div>" if words else ""}</div>'
    )


def line_block(line: Line) -> str:
    dice = "".join(f'<span class="die">{colour.upper()}</span>' * count for colour, count in line.dice.items())
    about = " · ".join(escape(told_word(word)) for word in line.about)
    words = "; ".join(escape(told_word(word)) for word in line.words)
    return f'<div class="line">▸ <b>{escape(line.name)}</b> {about} {dice}{f" — {words}" if words else ""}</div>'


def glossary(game: Game[object], room: Room, draft: Draft) -> str:
    """The rules behind every word on the sheet, in our words, each with its clause; what is called the same is said
    once.
    """
    known, summaries = load_glossary(game.name), {clause.id: clause for clause in game.clauses}
    rules: dict[str, dict[str, str]] = {}
    for term, name in sorted(used(room, draft).items(), key=lambda pair: pair[1].casefold()):
        for one in known.get(term, ()):
            if one in summaries:
                rules.setdefault(name, {})[one] = f"{summaries[one].summary(room.words.language)} [{one}]"
    found = [f"<div><b>{escape(name)}</b> {escape(' '.join(texts.values()))}</div>" for name, texts in rules.items()]
    return f'<div class="words">{"".join(found)}</div>'


def used(room: Room, draft: Draft) -> dict[str, str]:
    """The terms on the cards of a draft, with their names."""
    found: dict[str, str] = {}
    for entry in draft.entries:
        for slot, name in in_order(room, entry):
            held = room.card(entry.group, slot, name)
            for card in (held, *room.beside(held)) if held is not None else ():
                for word in words_of(card):
                    found.setdefault(word.term, room.words.name(*word.term.split(".", 1)))
                for figure in card.figures:
                    found.setdefault(figure.term, figure.name)
    return found


def words_of(card: FormCard) -> Iterable[Word]:
    yield from card.words
    for line in card.lines:
        yield from line.about
        yield from line.words
