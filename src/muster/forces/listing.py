"""A force as a text to paste into a chat: its name, its choices, a line for each card with its points, the sum.

`reading` understands every such text again.
"""

from __future__ import annotations

from collections import Counter

from muster.forces.judging import Room
from muster.forces.phrases import say
from muster.kernel.forms import Draft, DraftEntry, FormChoice, Word

BLOCK = 3
"""A group with so many slots is listed in blocks, a line for each card; the others with a line for each entry."""


def listing(room: Room, draft: Draft) -> str:
    """The whole text."""
    language = room.words.language
    tally = room.building.tally(draft, room.words)
    lines = [title(room, draft)]
    for choice in room.form.choices:
        value = draft.choices.get(choice.field, choice.usual)
        if choice.among or (not choice.values and not value) or value is False:
            continue
        lines.append(f"{choice.title}: {value_title(choice, value)}")
    for group in room.form.groups:
        entries = [entry for entry in draft.entries if entry.group == group.id]
        if not entries:
            continue
        if len(group.slots) >= BLOCK:
            for number, entry in enumerate(entries, 1):
                lines += ["", f"{group.one} {number} ({cost(room, entry)})"]
                lines += [f"- {line}" for line in card_lines(room, entry)]
        else:
            lines += ["", group.title]
            for text, count in Counter(entry_line(room, entry) for entry in entries).items():
                lines.append(f"- {f'{count}x ' if count > 1 else ''}{text}")
    return "\n".join([*lines, "", say(language, "sum", points=tally.points, most=tally.most)])


def told_word(word: Word) -> str:
    """A keyword with the condition before it."""
    return f"{word.before}: {word.text}" if word.before else word.text


def roll_call(room: Room, draft: Draft) -> str:
    """The members of a force, in one line: the first card of every entry, those that come more than once counted."""
    names: Counter[str] = Counter()
    for entry in draft.entries:
        for slot, name in in_order(room, entry)[:1]:
            card = room.card(entry.group, slot, name)
            names[name if card is None else card.name] += 1
    return ", ".join(f"{count} × {name}" if count > 1 else name for name, count in names.items())


def full_listing(room: Room, draft: Draft) -> str:
    """The text with the figures of every card beneath it."""
    lines = [listing(room, draft)]
    seen: set[tuple[str, str]] = set()
    for entry in draft.entries:
        for slot, name in in_order(room, entry):
            card = room.card(entry.group, slot, name)
            if card is None or (card.kind, card.id) in seen:
                continue
            seen.add((card.kind, card.id))
            figures = ", ".join(f"{one.name} {one.value}" for one in card.figures)
            about = [figures, *(word.text for word in card.words if word.text != card.name)]
            told = ", ".join(part for part in about if part)
            lines.append(f"\n{card.name} ({card.points})" + (f": {told}" if told else ""))
            for line in card.lines:
                dice = " ".join(f"{count}{colour.upper()}" for colour, count in line.dice.items())
                about = [", ".join(one.text for one in line.about), dice, "; ".join(map(told_word, line.words))]
                lines.append(f"  {line.name}: {' | '.join(part for part in about if part)}")
    return "\n".join(lines)


def title(room: Room, draft: Draft) -> str:
    return draft.name or say(room.words.language, "unnamed", one=room.form.one)


def value_title(choice: FormChoice, value: object) -> str:
    return next((one.title for one in choice.values if one.value == value), str(value))


def card_name(room: Room, group: str, slot: str, name: str) -> str:
    card = room.card(group, slot, name)
    return card.name if card is not None else name


def cost(room: Room, entry: DraftEntry) -> int:
    cards = [room.card(entry.group, slot, name) for slot, names in entry.slots.items() for name in names]
    return sum(card.points for card in cards if card is not None)


def in_order(room: Room, entry: DraftEntry) -> list[tuple[str, str]]:
    """Slot and card of everything in an entry, in the order of the form; cards of no slot come last."""
    order = [slot for group, slot in room.slots if group == entry.group]
    slots = [*order, *(slot for slot in entry.slots if slot not in order)]
    return [(slot, name) for slot in slots for name in entry.slots.get(slot, ())]


def card_lines(room: Room, entry: DraftEntry) -> list[str]:
    found = []
    for slot, name in in_order(room, entry):
        card = room.card(entry.group, slot, name)
        place = room.slots.get((entry.group, slot))
        where = f"{place.title}: " if place is not None else ""
        found.append(f"{where}{card.name} ({card.points})" if card is not None else f"{where}{name}")
    return found


def entry_line(room: Room, entry: DraftEntry) -> str:
    """An entry in one line: its cards joined by a plus, and what they cost together."""
    names = [card_name(room, entry.group, slot, name) for slot, name in in_order(room, entry)]
    return f"{' + '.join(names) or '–'} ({cost(room, entry)})"
