"""Why the right answer is right and the tempting one is not, in sentences that any language can say.

They are the coach's, made from what a puzzle keeps; their gaps may hold sentences of the game.
"""

from __future__ import annotations

from typing import Final

import msgspec

from muster.coach.puzzles.sheet import Posed
from muster.coach.sheets import Advice, Said, Step
from muster.kernel.text import Param, Text
from muster.kernel.words import Words

MOST_SEATS: Final = 4
"""So many sides have a colour."""


class Reason(msgspec.Struct, frozen=True):
    """A sentence of the coach. The gaps in `parts` are filled with sentences of the game."""

    text: Said
    parts: dict[str, Said] = {}


def reasons(puzzle: Posed) -> list[Reason]:
    """Why the right answer is right and the tempting one is not."""
    best, tempting = puzzle.best, puzzle.tempting
    found = [_about("puzzle.best", best)]
    found += [Reason(Said("puzzle.equal"), {"answer": answer_said(step)}) for step in puzzle.equals]
    found += _what_follows(puzzle, best)
    found.append(_about(f"puzzle.{_why_told(puzzle)}", tempting))
    found += _what_follows(puzzle, tempting)
    for one in puzzle.differences:
        shares: dict[str, Param] = {"best": percent(one.best), "tempting": percent(one.tempting)}
        found.append(Reason(Said("puzzle.difference", shares), {"event": one.text}))
    return found


def _why_told(puzzle: Posed) -> str:
    """Say what there is to say about the wrong answer that is told beside the right one."""
    if puzzle.at_first_sight:
        return "tempting"
    told = puzzle.chances[puzzle.tempting.answer.key]
    better = [key for key, chance in puzzle.chances.items() if chance > told and key not in puzzle.right]
    return "another" if better else "next_best"


def _about(key: str, advice: Advice) -> Reason:
    return Reason(Said(key, {"chance": percent(advice.chance)}), {"answer": answer_said(advice.answer)})


def _what_follows(puzzle: Posed, advice: Advice) -> list[Reason]:
    found = [
        Reason(Said("puzzle.outcome", {"share": percent(outcome.share)}), {"outcome": outcome.text})
        for outcome in advice.leads
    ]
    for step in advice.line:
        key = "puzzle.go_on" if step.seat == puzzle.seat else "puzzle.reply"
        found.append(Reason(Said(key, {"seat": step.seat}), {"answer": answer_said(step)}))
    return found


def answer_said(step: Step) -> Said:
    """The words of an answer; its key if it has none."""
    return Said("puzzle.key", {"key": step.key}) if step.text is None else step.text


def percent(share: float) -> int:
    return round(share * 100)


def coloured(words: Words) -> Words:
    """The words for a table where nobody sits in person: the sides go by the colours of their pieces."""
    return words.seated({seat: words.name("seat_colour", seat) for seat in range(MOST_SEATS)})


def spoken(reason: Reason, words: Words) -> str:
    """A reason in words. Within it, a sentence of the game ends without its point, and one that ends with a call or a
    question needs none after it.
    """
    parts = {name: words.say(Text(part.key, part.params)).removesuffix(".") for name, part in reason.parts.items()}
    said = words.say(Text(reason.text.key, {**reason.text.params, **parts}))
    return said.removesuffix(".") if said.endswith(("!.", "?.")) else said
