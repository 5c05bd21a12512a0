"""Judging a draft: what it costs, which clauses it breaks and what would mend each, and what may stand in a slot.

Nothing here knows a rule. Every card is tried in its slot, and the game's own check says what the force would break.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from muster.forces.codec import encode
from muster.forces.limits import check_limits
from muster.kernel.errors import GameError
from muster.kernel.forms import Draft, DraftEntry, Form, FormCard, Limit, Slot
from muster.kernel.game import Building, Forces, Game, building_of, forces_of
from muster.kernel.packs import CORE
from muster.kernel.refusal import Refusal
from muster.kernel.words import Words

MOST_TRIES = 600
"""So many changes are tried, at most, to find what mends a breach."""
HELPS = 3


class Change(msgspec.Struct, frozen=True):
    """One step: `card` comes into a slot of an entry in place of `was`; without a slot the whole entry goes."""

    entry: int
    slot: str
    was: str
    card: str
    points: int


class Breach(msgspec.Struct, frozen=True):
    """A clause that a force breaks, and steps that would mend it without breaking anything else."""

    clause: str
    text: str
    helps: list[Change] = []


class JudgedDraft(msgspec.Struct, frozen=True):
    """A draft as the game sees it: `force` as it stands in a pack, `code` for its link."""

    draft: Draft
    force: dict[str, Any]
    points: int
    most: int
    entries: list[int]
    limits: list[Limit]
    breaches: list[Breach]
    code: str


class Offer(msgspec.Struct, frozen=True):
    """A card for a slot: how the points change with it, and what it would newly break."""

    card: str
    kind: str
    points: int
    breaches: list[Breach]


class Room:
    """The form and the check of one game, with its packs, in one language."""

    def __init__(self, game: Game[object], language: str) -> None:
        self.name = game.name
        self.packs = tuple(pack for pack in game.packs if pack.name != CORE)  # laid over the game's own cards
        self.words: Words = game.catalogue.words(language)
        self.forces: Forces = forces_of(game)
        self.building: Building = building_of(game)
        self.form: Form = self.building.form(self.words)
        self.cards = {(card.kind, card.id): card for card in self.form.cards}
        self.slots = {(group.id, slot.id): slot for group in self.form.groups for slot in group.slots}

    def draft(self, force: Mapping[str, Any]) -> Draft:
        """A force as a draft; raises `GameError` if it is none, or too large for one."""
        check_limits(force)
        return self.building.draft(force)

    def force(self, draft: Draft) -> dict[str, Any]:
        force = self.building.force(draft)
        check_limits(force)
        return force

    def refusals(self, draft: Draft) -> list[Refusal]:
        return self.forces.check(self.building.force(draft))

    def points(self, draft: Draft) -> int:
        return self.building.tally(draft, self.words).points

    def card(self, group: str, slot: str, name: str) -> FormCard | None:
        """The card of that name in that slot, if the form has it."""
        place = self.slots.get((group, slot))
        kinds = place.kinds if place is not None else ()
        return next((self.cards[kind, name] for kind in kinds if (kind, name) in self.cards), None)

    def beside(self, card: FormCard) -> list[FormCard]:
        """The cards that come with a card: what it launches, the face under it."""
        return [self.cards["beside", name] for name in card.beside if ("beside", name) in self.cards]

    def fitting(self, slot: Slot) -> list[FormCard]:
        return [card for card in self.form.cards if card.kind in slot.kinds]


def judge(room: Room, draft: Draft, with_helps: bool = True) -> JudgedDraft:
    """Everything a builder shows of a draft."""
    force = room.force(draft)
    tally = room.building.tally(draft, room.words)
    found = room.forces.check(force)
    breaches = [Breach(one.clause, room.words.say(one.reason)) for one in found]
    if breaches and with_helps:
        helps = mend(room, draft, found, tally.points)
        breaches = [msgspec.structs.replace(one, helps=many) for one, many in zip(breaches, helps, strict=True)]
    code = encode(room.name, force, room.packs)
    return JudgedDraft(draft, force, tally.points, tally.most, tally.entries, tally.limits, breaches, code)


def offers(room: Room, draft: Draft, entry: int, group: str, slot: str) -> list[Offer]:
    """Every card of a slot, with what it would newly break there. The entry after the last is a new one."""
    if entry == len(draft.entries):
        draft = msgspec.structs.replace(draft, entries=(*draft.entries, DraftEntry(group)))
    elif not 0 <= entry < len(draft.entries):
        raise GameError(f"slot: there is no entry {entry}")
    group = draft.entries[entry].group
    place = room.slots.get((group, slot))
    if place is None:
        raise GameError(f"slot: {group!r} has no slot {slot!r}")
    here = draft.entries[entry].slots.get(slot, ())
    full = len(here) >= place.most
    before, cost = room.refusals(draft), room.points(draft)
    found: list[Offer] = []
    for card in room.fitting(place):
        if card.id in here and place.most == 1:
            found.append(Offer(card.id, card.kind, 0, []))
            continue
        tried = put(draft, entry, slot, (*here[:-1], card.id) if full else (*here, card.id))
        points = room.points(tried) - cost
        worse = newly(before, room.refusals(tried), points)
        found.append(
            Offer(card.id, card.kind, points, [Breach(one.clause, room.words.say(one.reason)) for one in worse])
        )
    return found


def newly(before: list[Refusal], after: list[Refusal], points: int) -> list[Refusal]:
    """The refusals that were not there before. One whose figures alone have changed is new only if the points grew."""
    known = {(one.clause, repr(one.reason)) for one in before}
    kinds = {(one.clause, one.reason.key) for one in before} if points <= 0 else set()
    return [
        one
        for one in after
        if (one.clause, repr(one.reason)) not in known
        and not ((one.clause, one.reason.key) in kinds and "points" in one.reason.params)
    ]


def put(draft: Draft, entry: int, slot: str, cards: tuple[str, ...]) -> Draft:
    """The draft with these cards in a slot."""
    old = draft.entries[entry]
    slots = {**old.slots, slot: cards} if cards else {name: held for name, held in old.slots.items() if name != slot}
    entries = (*draft.entries[:entry], DraftEntry(old.group, slots), *draft.entries[entry + 1 :])
    return msgspec.structs.replace(draft, entries=entries)


def drop(draft: Draft, entry: int) -> Draft:
    """The draft without an entry. A choice that points to an entry behind it moves along."""
    return msgspec.structs.replace(draft, entries=(*draft.entries[:entry], *draft.entries[entry + 1 :]))


# What mends a breach


def mend(room: Room, draft: Draft, before: list[Refusal], cost: int) -> list[list[Change]]:
    """For each refusal a few single steps that do away with it and break nothing new, the smallest first."""
    found: list[list[Change]] = [[] for _ in before]
    for tried, change in steps(room, draft):
        after = room.refusals(tried)
        points = room.points(tried) - cost
        if newly(before, after, points):
            continue
        left = {(one.clause, repr(one.reason)) for one in after}
        kinds = {(one.clause, one.reason.key) for one in after}
        for helps, refusal in zip(found, before, strict=True):
            same = (refusal.clause, repr(refusal.reason)) in left
            still = "points" in refusal.reason.params and (refusal.clause, refusal.reason.key) in kinds
            if not same and not still:
                helps.append(msgspec.structs.replace(change, points=points))
    return [varied(helps) for helps in found]


def varied(helps: list[Change]) -> list[Change]:
    """A few of them, each for another slot: the smallest steps, and at least one that drops something."""
    chosen: dict[tuple[int, str], Change] = {}
    for one in sorted(helps, key=lambda change: (abs(change.points), change.entry)):
        chosen.setdefault((one.entry, one.slot), one)
    return list(chosen.values())[:HELPS]


def steps(room: Room, draft: Draft) -> Iterator[tuple[Draft, Change]]:
    """Single changes of a draft: leave an entry out, empty a slot, put another card into a slot."""
    tries = 0
    for number, entry in enumerate(draft.entries):
        yield drop(draft, number), Change(number, "", "", "", 0)
        for name, held in entry.slots.items():
            if held and not is_needed(room, entry.group, name):
                yield put(draft, number, name, held[:-1]), Change(number, name, held[-1], "", 0)
    for number, entry in enumerate(draft.entries):
        for (group, name), slot in room.slots.items():
            held = entry.slots.get(name, ())
            if group != entry.group or len(held) > 1:
                continue
            for card in near(room, draft, slot, "".join(held)):
                tries += 1
                if tries > MOST_TRIES:
                    return
                yield put(draft, number, name, (card.id,)), Change(number, name, "".join(held), card.id, 0)


def is_needed(room: Room, group: str, slot: str) -> bool:
    place = room.slots.get((group, slot))
    return place is not None and place.needed


def near(room: Room, draft: Draft, slot: Slot, held: str) -> list[FormCard]:
    """The cards that could stand in a slot, given what was chosen for the whole force: cheap ones first."""
    fit = [
        card
        for card in room.fitting(slot)
        if card.id != held and all(draft.choices.get(field) in values for field, values in card.only.items())
    ]
    return sorted(fit, key=lambda card: card.points)[:12]
