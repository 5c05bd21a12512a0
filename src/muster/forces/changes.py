"""Two forces side by side: what was added, what was left out, what was chosen differently."""

from __future__ import annotations

from collections import Counter

from muster.forces.judging import Room
from muster.forces.listing import card_name, cost, entry_line, in_order, title, value_title
from muster.forces.phrases import say
from muster.kernel.forms import Draft, DraftEntry


def changes(room: Room, old: Draft, new: Draft) -> list[str]:
    """A line for each difference; entries that differ in a few cards are compared card by card."""
    language = room.words.language
    found: list[str] = []
    if old.name != new.name:
        found.append(say(language, "changed", what=say(language, "name"), was=title(room, old), now=title(room, new)))
    for choice in room.form.choices:
        was, now = (draft.choices.get(choice.field, choice.usual) for draft in (old, new))
        if was != now:
            told = {"was": value_title(choice, was), "now": value_title(choice, now)}
            found.append(say(language, "changed", what=choice.title, **told))
    for group in room.form.groups:
        found += group_changes(room, group.id, group.one, old, new)
    was, now = room.points(old), room.points(new)
    if was != now:
        found.append(say(language, "changed", what=say(language, "card_points"), was=was, now=now))
    return found


def group_changes(room: Room, group: str, one: str, old: Draft, new: Draft) -> list[str]:
    """The entries of a group that only one of the forces has. Those with most in common are taken for the same."""
    language = room.words.language
    left, right = entries_of(old, group), entries_of(new, group)
    for entry in list(left):
        if entry in right:
            left.remove(entry)
            right.remove(entry)
    found: list[str] = []
    for entry in list(left):
        twin = max(right, key=lambda other: alike(entry, other), default=None)
        if twin is None or 2 * alike(entry, twin) < len(in_order(room, entry)):
            continue
        left.remove(entry)
        right.remove(twin)
        first = card_name(room, group, *in_order(room, entry)[0])
        found.append(f"{one} {first} ({cost(room, entry)} → {cost(room, twin)})")
        was, now = Counter(in_order(room, entry)), Counter(in_order(room, twin))
        for key, gone in (("removed", was - now), ("added", now - was)):
            for slot, card in gone.elements():
                found.append("  " + say(language, key, what=card_name(room, group, slot, card)))
    found += [say(language, "removed", what=entry_line(room, entry)) for entry in left]
    found += [say(language, "added", what=entry_line(room, entry)) for entry in right]
    return found


def entries_of(draft: Draft, group: str) -> list[DraftEntry]:
    return [entry for entry in draft.entries if entry.group == group]


def alike(one: DraftEntry, other: DraftEntry) -> int:
    """How many cards two entries have in common."""
    held = (Counter((slot, card) for slot, cards in entry.slots.items() for card in cards) for entry in (one, other))
    first, second = held
    return (first & second).total()
