"""Configuring a squad (rulebook 5.1): what it may contain and what it costs.

A squad is plain data of the pack's kind `squad`. `faults` names every rule it breaks; `make_squad` turns a legal squad
into the one that the rules deploy.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from muster.games.obsidian_protocol.cards.content import Content, MechList, Part, Squad, UnitCard
from muster.games.obsidian_protocol.cards.kinds import SLOT_NAMES, SLOTS, Kind, Slot
from muster.games.obsidian_protocol.cards.pack import CarrierFile, MechFile, SquadFile
from muster.kernel.errors import GameError
from muster.kernel.pack_errors import nearest, quoted
from muster.kernel.refusal import Refusal
from muster.kernel.text import Text
from muster.kernel.words import Words

SCALES = (600, 900, 1200)
"""Skirmish, standard battle, large battle.  [OP 5.1.scale]"""
NEEDED = ((Slot.TORSO,), (Slot.CHASSIS,), (Slot.LEFT_ARM, Slot.RIGHT_ARM))
"""Of each of these a mech must have one.  [OP 2.2.2.parts]"""


MERCENARIES = ("pd", "wd")
"""Factions whose mechs and drones, if they are theirs alone, may join any squad.  [OP 5.1.mercenaries]"""


def carried(entry: str | CarrierFile) -> tuple[str, str]:
    """The card of a drone in a squad, and the load it carries ("" for none)."""
    return (entry, "") if isinstance(entry, str) else (entry.card, entry.load)


def check_names(content: Content, squad: SquadFile) -> None:
    """Check that every card of a squad is known; raises `GameError` naming the first that is not."""
    for kind, name in unknown(content, squad):
        raise GameError(f"squad {squad.id!r}: there is no {KIND_WORDS[kind]} {name!r}")


KIND_WORDS = {"pilot": "pilot", "part": "part", "unit": "drone", "tactic": "tactics card"}


def missing(content: Content, kind: str, name: str) -> Refusal:
    """The refusal of a card that does not exist, with the one that may be meant.  [OP 5.1.card]"""
    near = nearest(name, known_cards(content)[kind])
    if near:
        return fault("5.1.card", f"unknown_{kind}_near", card=quoted(name), near=near)
    return fault("5.1.card", f"unknown_{kind}", card=quoted(name))


def known_cards(content: Content) -> Mapping[str, Mapping[str, int]]:
    """The cards of each kind that a squad may name."""
    return {
        "pilot": content.pilot_number,
        "part": content.part_number,
        "unit": content.unit_number,
        "tactic": content.tactic_number,
    }


def unknown(content: Content, squad: SquadFile) -> Iterator[tuple[str, str]]:
    """The cards that do not exist, each with the kind of card it should be."""
    named = [("pilot", mech.pilot) for mech in squad.mechs if mech.pilot]
    named += [("part", name) for mech in squad.mechs for name in mech.parts]
    for entry in squad.drones:
        card, load = carried(entry)
        named += [("unit", card), ("part", load)] if load else [("unit", card)]
    named += [("tactic", name) for name in squad.tactics]
    known = known_cards(content)
    yield from (card for card in dict.fromkeys(named) if card[1] not in known[card[0]])


def points_of(content: Content, squad: SquadFile) -> int:
    """The cost of a squad: every part, pilot, drone, load and tactics card.  [OP 5.1.points] [OP 5.4.2.squad]"""
    return sum(cost for _, _, cost in items(content, squad))


def items(content: Content, squad: SquadFile) -> Iterator[tuple[str, str, int]]:
    """Everything in a squad that costs points: the kind of card, its id, its points."""
    for mech in squad.mechs:
        yield from mech_items(content, mech)
    yield from drone_items(content, squad)
    for name in squad.tactics:
        yield "tactic", name, content.tactics[content.tactic_number[name]].points


def drone_items(content: Content, squad: SquadFile) -> Iterator[tuple[str, str, int]]:
    for entry in squad.drones:
        card, load = carried(entry)
        yield "unit", card, content.units[content.unit_number[card]].points
        if load:
            yield "part", load, content.parts[content.part_number[load]].points


def mech_items(content: Content, mech: MechFile) -> Iterator[tuple[str, str, int]]:
    if mech.pilot:
        yield "pilot", mech.pilot, content.pilots[content.pilot_number[mech.pilot]].points
    for name in mech.parts:
        yield "part", name, content.parts[content.part_number[name]].points


# What a squad breaks


def faults(content: Content, squad: SquadFile) -> list[Refusal]:
    """Every rule a squad breaks, each with its clause; empty when the squad is legal.  [OP 5.1.card]"""
    strange = list(unknown(content, squad))
    names = {name for _, name in strange}
    found = [missing(content, kind, name) for kind, name in strange]
    found += [*mechs_faults(content, squad, names), *drones_faults(content, squad, names), *tactics_faults(squad)]
    if squad.scale not in SCALES:
        found.append(fault("5.1.scale", "scale", scale=squad.scale))
    elif not strange:
        points = points_of(content, squad)
        if points > squad.scale:
            found.append(fault("5.1.points", "points", points=points, limit=squad.scale))
    return found


def fault(clause: str, reason: str, **params: str | int) -> Refusal:
    return Refusal(f"OP {clause}", Text(f"refuse.squad_{reason}", params))


def mechs_faults(content: Content, squad: SquadFile, strange: set[str]) -> Iterator[Refusal]:
    """Faults of mechs and their pilots; mechs with unknown cards are left out.

    [OP 5.1.mech] [OP 5.1.pilot] [OP 5.1.pilot_once] [OP 5.1.faction] [OP 5.1.mercenaries]
    """
    if not squad.mechs:
        yield fault("5.1.mech", "no_mech")
    pilots = Counter(mech.pilot for mech in squad.mechs if mech.pilot)
    for pilot, count in pilots.items():
        if count > 1:
            yield fault("5.1.pilot_once", "pilot_twice", pilot=pilot)
    for number, mech in enumerate(squad.mechs, 1):
        if strange.intersection((mech.pilot, *mech.parts)):
            continue
        if not mech.pilot:
            yield fault("5.1.pilot", "no_pilot", mech=number)
        parts = [content.parts[content.part_number[name]] for name in mech.parts]
        if mech.pilot:
            factions = {part.faction for part in parts}
            hired = factions.pop() if len(factions) == 1 and factions.issubset(MERCENARIES) else squad.faction
            if content.pilots[content.pilot_number[mech.pilot]].faction != hired:
                yield fault("5.1.faction", "pilot_faction", pilot=mech.pilot)
        yield from parts_faults(squad, number, parts)


def may_join(faction: str, squad: SquadFile) -> bool:
    """Whether a squad may have units of a faction.  [OP 5.1.faction] [OP 5.1.mercenaries]"""
    return faction == squad.faction or faction in MERCENARIES


def parts_faults(squad: SquadFile, number: int, parts: Sequence[Part]) -> Iterator[Refusal]:
    """Faults of a mech's parts: one for each slot, required slots filled, one faction, no discard card.

    [OP 2.2.2.slots] [OP 2.2.2.parts] [OP 2.2.2.discard] [OP 5.1.mech_faction] [OP 5.1.faction]
    """
    for slot, count in sorted(Counter(part.slot for part in parts).items()):
        if count > 1:
            yield fault("2.2.2.slots", "slot_twice", mech=number, part=SLOT_NAMES[slot])
    filled = {part.slot for part in parts}
    for slots in NEEDED:
        if not filled.intersection(slots):
            yield fault("2.2.2.parts", "missing", mech=number, part="arm" if len(slots) > 1 else SLOT_NAMES[slots[0]])
    if len({part.faction for part in parts}) > 1:
        yield fault("5.1.mech_faction", "mixed", mech=number)
    for part in parts:
        if not may_join(part.faction, squad):
            yield fault("5.1.faction", "part_faction", card=part.id)
        if part.face:
            yield fault("2.2.2.discard", "discard", card=part.id)


def drones_faults(content: Content, squad: SquadFile, strange: set[str]) -> Iterator[Refusal]:
    """Faults of drones and their loads: faction, low value; drones with unknown cards are left out.

    [OP 5.1.low_value_squad] [OP 5.1.faction] [OP 6.2.load]
    """
    for entry in squad.drones:
        name, load = carried(entry)
        if strange.intersection((name, load)):
            continue
        card = content.units[content.unit_number[name]]
        if card.low_value:
            yield fault("5.1.low_value_squad", "low_value", card=name)
        if not may_join(card.faction, squad):
            yield fault("5.1.faction", "unit_faction", card=name)
        if load:
            yield from load_faults(card, content.parts[content.part_number[load]])


def load_faults(card: UnitCard, load: Part) -> Iterator[Refusal]:
    """Faults of a load: a carrier takes one backpack of its faction that may be a load.

    [OP 6.2.load] [OP card.no_load]
    """
    if "load" not in card.passives:
        yield fault("6.2.load", "no_carrier", card=card.id)
    if load.slot != Slot.BACKPACK or load.face:
        yield fault("6.2.load", "load_slot", part=load.id)
    if load.faction != card.faction:
        yield fault("5.1.faction", "part_faction", card=load.id)
    if any(action.has("no_load") for action in load.actions):
        yield fault("card.no_load", "no_load", part=load.id)


def tactics_faults(squad: SquadFile) -> Iterator[Refusal]:
    """Faults of tactics cards: one copy of each.  [OP 5.4.2.one_copy]"""
    for name, count in Counter(squad.tactics).items():
        if count > 1:
            yield fault("5.4.2.one_copy", "tactic_twice", tactic=name)


# What the rules deploy


def make_squad(content: Content, squad: SquadFile, number: int = -1) -> Squad:
    """A squad with its cards by number; `faults` says whether it is legal."""
    check_names(content, squad)
    mechs = []
    for mech in squad.mechs:
        slots = [-1] * len(SLOTS)
        for name in mech.parts:
            part = content.parts[content.part_number[name]]
            slots[part.slot] = part.number
        mechs.append(MechList(slots, content.pilot_number[mech.pilot] if mech.pilot else -1))
    drones = [carried(entry) for entry in squad.drones]
    return Squad(
        number,
        squad.id,
        squad.faction,
        squad.scale,
        points_of(content, squad),
        mechs,
        [content.unit_number[card] for card, _ in drones],
        [content.part_number[load] if load else -1 for _, load in drones],
        [content.tactic_number[name] for name in squad.tactics],
    )


# The list on paper


def show(content: Content, squad: SquadFile, words: Words) -> str:
    """A squad as text: its cards, what each costs, and the sum."""
    check_names(content, squad)
    lines = [words.say(Text("force.head", {"name": squad.name or squad.id, "faction": squad.faction}))]
    for number, mech in enumerate(squad.mechs, 1):
        bought = list(mech_items(content, mech))
        cost = sum(points for _, _, points in bought)
        lines.append(words.say(Text("force.mech", {"mech": number, "points": cost})))
        lines += [f"    {points:>4}  {words.name(kind, name)}" for kind, name, points in bought]
    rest = list(drone_items(content, squad))
    if rest:
        lines.append(words.say(Text("force.drones", {"points": sum(points for _, _, points in rest)})))
        lines += [f"    {points:>4}  {words.name(kind, name)}" for kind, name, points in rest]
    for name in squad.tactics:
        points = content.tactics[content.tactic_number[name]].points
        lines.append(f"    {points:>4}  {words.name('tactic', name)}")
    sum_of = {"points": points_of(content, squad), "limit": squad.scale}
    return "\n".join([*lines, words.say(Text("force.sum", sum_of))])


def is_drone(card: UnitCard) -> bool:
    """Whether a card is a drone that a squad can buy.  [OP 5.1.low_value_squad]"""
    return card.kind == Kind.DRONE and not card.low_value
