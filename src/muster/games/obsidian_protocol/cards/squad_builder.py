"""Building a legal squad to order (rulebook 5.1): draws cards at random, many times, and keeps the fullest squad."""

from __future__ import annotations

import random
from collections.abc import Sequence

import msgspec

from muster.games.obsidian_protocol.cards.content import Content, Part
from muster.games.obsidian_protocol.cards.kinds import SLOTS, Slot
from muster.games.obsidian_protocol.cards.pack import Faction, MechFile, SquadFile
from muster.games.obsidian_protocol.cards.squads import SCALES, faults, is_drone, points_of
from muster.kernel.errors import GameError

TRIES = 300
UNITS = 14
"""No more units than a deployment zone has room for."""
MECHS = {"rdl": (0.0035, 2), "un": (0.0035, 2), "gof": (0.0022, 1), "pd": (0.0035, 1), "wd": (0.001, 1)}
"""Mechs for each point of the scale, and the least of them: the Guardians rely on drones."""
Names = tuple[str, ...] | str


class Wishes(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An order for a squad: its faction and scale, how many mechs, and cards that must be in it."""

    faction: Faction | None = None
    scale: int = 600
    name: str = ""
    mechs: int = 0
    pilots: Names = ()
    parts: Names = ()
    drones: Names = ()
    tactics: Names = ()


def several(names: Names) -> tuple[str, ...]:
    return (names,) if isinstance(names, str) else names


def build(content: Content, wishes: Wishes, rng: random.Random) -> SquadFile:
    """The fullest legal squad of many tries; raises `GameError` naming the wish that cannot be fulfilled."""
    check(content, wishes)
    faction = wishes.faction or faction_of(content, wishes) or rng.choice(("rdl", "un", "gof"))
    best: SquadFile | None = None
    for _ in range(TRIES):
        squad = draw(content, wishes, faction, rng)
        if squad is None or faults(content, squad):
            continue
        if best is None or points_of(content, squad) > points_of(content, best):
            best = squad
    if best is None:
        raise GameError(f"wishes: no squad of {faction} with {wishes.scale} points can hold all of them")
    return best


def check(content: Content, wishes: Wishes) -> None:
    """Check each wish by itself: the card must exist, and the faction must be allowed to have it."""
    if wishes.scale not in SCALES:
        raise GameError(f"wishes: scale: there are {', '.join(map(str, SCALES))}")
    if not 0 <= wishes.mechs <= 10:
        raise GameError("wishes: mechs: expected a number from 1 to 10")
    for field, known, names in (
        ("pilots", content.pilot_number, wishes.pilots),
        ("parts", content.part_number, wishes.parts),
        ("drones", content.unit_number, wishes.drones),
        ("tactics", content.tactic_number, wishes.tactics),
    ):
        for name in several(names):
            if name not in known:
                raise GameError(f"wishes: {field}: there is no card {name!r}")
    for name in several(wishes.parts):
        if content.parts[content.part_number[name]].face:
            raise GameError(f"wishes: parts: {name!r} is a discard card")
    for name in several(wishes.drones):
        if not is_drone(content.units[content.unit_number[name]]):
            raise GameError(f"wishes: drones: {name!r} is a low value unit")
    if wishes.faction:
        for field, its, name in factions(content, wishes):
            if its != wishes.faction:
                raise GameError(f"wishes: {field}: {name!r} is of another faction, {its}")


def factions(content: Content, wishes: Wishes) -> list[tuple[str, str, str]]:
    """The faction of every card wished for."""
    pilots = [("pilots", content.pilots[content.pilot_number[name]].faction, name) for name in several(wishes.pilots)]
    parts = [("parts", content.parts[content.part_number[name]].faction, name) for name in several(wishes.parts)]
    drones = [("drones", content.units[content.unit_number[name]].faction, name) for name in several(wishes.drones)]
    return pilots + parts + drones


def faction_of(content: Content, wishes: Wishes) -> str:
    """The faction that the wished-for cards belong to, if they belong to any."""
    found = sorted({faction for _, faction, _ in factions(content, wishes)})
    if len(found) > 1:
        raise GameError(f"wishes: cards of {' and '.join(found)} cannot be in one squad")
    return found[0] if found else ""


def draw(content: Content, wishes: Wishes, faction: str, rng: random.Random) -> SquadFile | None:
    """Draw one squad: mechs first, then drones and tactics cards for the points left."""
    share, least = MECHS[faction]
    wanted = several(wishes.parts)
    many = max(len(several(wishes.pilots)), most_of_one_slot(content, wanted))
    count = wishes.mechs or max(many, least, round(wishes.scale * share))
    if count < many:
        raise GameError(f"wishes: mechs: the pilots and parts wished for need {many}")
    pilots = draw_pilots(content, several(wishes.pilots), faction, count, rng)
    mechs = [
        MechFile(pilot, parts)
        for pilot, parts in zip(pilots, draw_parts(content, wanted, faction, count, rng), strict=True)
    ]
    squad = SquadFile(
        name=wishes.name or f"{faction.upper()} {wishes.scale}",
        faction=faction,  # type: ignore[arg-type]
        scale=wishes.scale,
        mechs=tuple(mechs),
        drones=several(wishes.drones),
        tactics=several(wishes.tactics),
    )
    return fill(content, squad, rng) if points_of(content, squad) <= wishes.scale else None


def most_of_one_slot(content: Content, parts: Sequence[str]) -> int:
    slots = [content.parts[content.part_number[name]].slot for name in parts]
    return max((slots.count(slot) for slot in slots), default=0)


def draw_pilots(content: Content, wanted: Sequence[str], faction: str, count: int, rng: random.Random) -> list[str]:
    rest = [pilot.id for pilot in content.pilots if pilot.faction == faction and pilot.id not in wanted]
    if count > len(wanted) + len(rest):
        raise GameError(f"wishes: mechs: {faction} has only {len(wanted) + len(rest)} pilots")
    return [*wanted, *rng.sample(rest, count - len(wanted))]


def draw_parts(
    content: Content, wanted: Sequence[str], faction: str, count: int, rng: random.Random
) -> list[tuple[str, ...]]:
    """Draw a part for every slot of each mech; a backpack or one arm may be missing."""
    by_slot: dict[int, list[Part]] = {slot: [] for slot in SLOTS}
    for part in content.parts:
        if part.faction == faction and not part.face:
            by_slot[part.slot].append(part)
    mechs: list[tuple[str, ...]] = []
    left = list(wanted)
    for _ in range(count):
        names = []
        for slot in SLOTS:
            wish = next((name for name in left if content.parts[content.part_number[name]].slot == slot), "")
            if wish:
                left.remove(wish)
                names.append(wish)
            elif slot != Slot.BACKPACK or rng.random() < 0.8:
                names.append(rng.choice(by_slot[slot]).id)
        mechs.append(tuple(names))
    return mechs


def fill(content: Content, squad: SquadFile, rng: random.Random) -> SquadFile:
    """Add drones while the points allow."""
    cards = [card for card in content.units if card.faction == squad.faction and is_drone(card)]
    points = points_of(content, squad)
    drones = list(squad.drones)
    while len(squad.mechs) + len(drones) < UNITS:
        cheap = [card for card in cards if points + card.points <= squad.scale and "load" not in card.passives]
        if not cheap:
            break
        card = rng.choice(cheap)
        drones.append(card.id)
        points += card.points
    return msgspec.structs.replace(squad, drones=tuple(drones))
