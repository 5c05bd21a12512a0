"""Positions on a workbench: names that can stand in their fields, and what reads well and still cannot be."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from muster.games.obsidian_protocol.board.battlefield import CELLS, Battlefields
from muster.games.obsidian_protocol.board.bitmaps import SPOT
from muster.games.obsidian_protocol.cards.content import Content
from muster.games.obsidian_protocol.cards.kinds import SLOT_NAMES, SLOTS, TIMINGS, TYPE_NAMES, Kind, Level, Slot, Stance
from muster.games.obsidian_protocol.rules.attack.damage import SQUARE_NAMES
from muster.games.obsidian_protocol.rules.movement.standing import is_mine, open_ground
from muster.games.obsidian_protocol.rules.naming import named
from muster.games.obsidian_protocol.showing.position import FACES
from muster.games.obsidian_protocol.state.geometry import base, on_board, overlap, place_of
from muster.games.obsidian_protocol.state.sheet import ammo_left, works
from muster.games.obsidian_protocol.state.state import STAGE_NAMES, Stage, State
from muster.games.obsidian_protocol.state.unit import DAMAGED, NONE, Unit
from muster.kernel.game import Impossible, Names
from muster.kernel.text import Text


def choices(content: Content, battlefields: Battlefields) -> Mapping[str, Names]:
    """Names by field: cards, slots, tasks, stages and the like."""
    slots = _names("slot", SLOT_NAMES)
    zones = sorted({zone for board in battlefields.boards.values() for zone in board.zones})
    return {
        "stage": _names("bench_stage", STAGE_NAMES[Stage.BEGIN_ROUND :]),
        "battlefield": _names("battlefield", ["", *[field.id for field in battlefields.every]]),
        "task": _names("task", ["", *[task.id for task in content.tasks]]),
        "secondary.*": _names("secondary", ["", *[card.id for card in content.secondaries]]),
        "tactics.*.*": _names("tactic", content.tactic_number),
        "environments.*": _names("environment", [card.id for card in content.environments]),
        "owners.@": _names("zone", zones),
        "accessed.*": _names("zone", zones),
        "unit.*.pilot": _names("pilot", content.pilot_number),
        "unit.*.parts.*": _names("part", content.part_number),
        "unit.*.card": _names("unit", ["", *content.unit_number]),
        "unit.*.carried": _names("unit", ["", *content.unit_number]),
        "unit.*.load": _names("part", ["", *content.part_number]),
        "unit.*.dial": _names("timing", ["", *TYPE_NAMES[:TIMINGS]]),
        "unit.*.hidden_by": _names("slot", ["", *SLOT_NAMES]),
        "unit.*.tokens.@": _names("position_value", [f"{kind}_{face}" for kind in SQUARE_NAMES for face in FACES]),
        **{
            f"unit.*.{field}.*": slots
            for field in ("damaged", "destroyed", "repaired", "discarded", "charged", "boxes", "remote")
        },
    }


def _names(kind: str, ids: Iterable[str]) -> Names:
    return Names(kind, tuple(ids))


def impossible(state: State) -> Iterator[Impossible]:
    """Find what reads well and still cannot be on a board."""
    for unit in state.units:
        if unit.deployed and unit.alive and unit.col < 0:
            yield Impossible(f"unit.{unit.id}.at", Text("impossible.nowhere", named(state, unit)), "OP 3.1.4.zone")
        if unit.kind == Kind.MECH:
            yield from _mech(state, unit)
    for unit in on_board(state):
        if unit.col >= 0:
            yield from _stands(state, unit)
    if state.stage in (Stage.STANCE, Stage.ACT, Stage.END_OPPORTUNITY):
        active = state.units[state.active]
        if not active.alive or not active.deployed:
            yield Impossible("active", Text("impossible.active", named(state, active)), "OP 3.4.1.timing")


def _mech(state: State, unit: Unit) -> Iterator[Impossible]:
    """A mech is in play as long as its torso works; its link and its parts bear only what is printed on them.

    [OP 4.4.3.torso] [OP 4.10.shutdown] [OP 4.4.2.no_structure]
    """
    where, name = f"unit.{unit.id}", named(state, unit)
    if unit.alive and unit.deployed and not works(unit, Slot.TORSO):
        yield Impossible(f"{where}.destroyed", Text("impossible.torso", name), "OP 4.4.3.torso")
    most = state.content.pilots[unit.pilot].link
    if unit.link > most:
        yield Impossible(f"{where}.link", Text("impossible.link", {**name, "most": most}), "OP card.restore_link")
    if unit.alive and unit.deployed and not unit.link and unit.stance != Stance.SHUTDOWN:
        yield Impossible(f"{where}.stance", Text("impossible.shutdown", name), "OP 4.10.shutdown")
    for slot in SLOTS:
        gaps = {**name, "slot": SLOT_NAMES[slot]}
        if unit.parts[slot] == NONE:
            if unit.condition[slot] or unit.charged >> slot & 1 or unit.box >> slot & 1:
                yield Impossible(f"{where}.parts", Text("impossible.no_part", gaps), "OP 2.2.2.slots")
            continue
        part = state.content.parts[unit.parts[slot]]
        sturdy = part.structure or (slot == Slot.CHASSIS and state.content.pilots[unit.pilot].trait == "inexhaustible")
        if unit.condition[slot] == DAMAGED and not sturdy:
            yield Impossible(f"{where}.damaged", Text("impossible.damaged", gaps), "OP 4.4.2.no_structure")
        for action in part.actions:
            if ammo_left(state, unit, slot, action) > action.ammo:
                full = {**name, "action": action.key, "most": action.ammo}
                yield Impossible(f"{where}.ammo", Text("impossible.ammo", full), "OP 4.13.replenish")


def _stands(state: State, unit: Unit) -> Iterator[Impossible]:
    """A base is on the board, clear of terrain and of other bases, unless the unit flies.  [OP 2.2.1.share]"""
    where, place = f"unit.{unit.id}.at", place_of(unit)
    if not 0 <= place < CELLS * CELLS or unit.level == Level.AERIAL:
        return
    spot = SPOT[unit.size][place]
    if spot < 0 or not open_ground(state, unit.size) >> spot & 1:
        yield Impossible(where, Text("impossible.terrain", named(state, unit)), "OP 2.2.1.share")
    for other in on_board(state):
        if other.id < unit.id and _solid(state, other) and _solid(state, unit) and overlap(base(unit), base(other)):
            met = {**named(state, unit), **{f"other_{name}": value for name, value in named(state, other).items()}}
            yield Impossible(where, Text("impossible.overlap", met), "OP 2.2.1.share")


def _solid(state: State, unit: Unit) -> bool:
    return unit.level != Level.AERIAL and (unit.kind != Kind.DEPLOYABLE or not is_mine(state, unit))
