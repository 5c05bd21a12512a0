"""Views: everything a seat may know, as structs. Only dials are secret, until they are revealed."""

from __future__ import annotations

import msgspec

from muster.games.obsidian_protocol.board.battlefield import GRID_NAMES
from muster.games.obsidian_protocol.cards.kinds import (
    KIND_NAMES,
    LEVEL_NAMES,
    SLOT_NAMES,
    SLOTS,
    STANCE_NAMES,
    TYPE_NAMES,
    Kind,
)
from muster.games.obsidian_protocol.rules.attack.damage import HEXAGON_NAMES, SQUARE_NAMES
from muster.games.obsidian_protocol.rules.mission.tasks import task_of
from muster.games.obsidian_protocol.rules.movement.standing import KINDS, place_name
from muster.games.obsidian_protocol.rules.naming import named, unit_key
from muster.games.obsidian_protocol.rules.phases.action import initiative
from muster.games.obsidian_protocol.state.geometry import FACINGS, card_of, grid_of, place_of, walls
from muster.games.obsidian_protocol.state.sheet import (
    armor_value,
    dodge_value,
    electronic_value,
    squares,
    structure_value,
)
from muster.games.obsidian_protocol.state.state import STAGE_NAMES, Stage, State
from muster.games.obsidian_protocol.state.unit import DAMAGED, DESTROYED, NONE, REPAIRED, Unit


class PartView(msgspec.Struct, frozen=True):
    slot: str
    card: str
    damaged: bool
    destroyed: bool
    repaired: bool
    charged: bool
    ammo: list[int]
    intercepts: list[int]
    armor: int
    structure: int
    parry: int
    white: int


class UnitView(msgspec.Struct, frozen=True, omit_defaults=True):
    key: str
    seat: int
    kind: str
    name: str
    alive: bool
    deployed: bool
    size: int
    level: str
    place: str
    grid: str
    cell: int
    facing: str
    stance: str
    link: int
    link_max: int
    dodge: int
    electronic: int
    armor: int
    structure: int
    camouflaged: bool
    damaged: bool
    hexagon: str
    squares: dict[str, int]
    dial: str
    acted: bool
    commands: int
    commanded: bool
    boxes: int
    count: int
    parts: dict[str, PartView]
    ammo: list[int]
    intercepts: list[int]
    load: str
    carried: str
    white: int
    initiative: int
    tether: str = ""


SET_UP = 1000
"""From here on terrain is a wall that somebody set up.  [OP card.wall]"""


class TerrainView(msgspec.Struct, frozen=True):
    number: int
    box: tuple[int, int, int, int]
    height: int
    destructible: bool
    standing: bool


class TurnView(msgspec.Struct, frozen=True):
    maneuver: int
    action: int
    extra: int
    extra_firing: int
    moved: bool
    started: bool


class SlotView(msgspec.Struct, frozen=True):
    """A mech in the order of the action phase."""

    unit: str
    timing: str
    initiative: int
    done: bool


class SmokeView(msgspec.Struct, frozen=True):
    """A smoke screen: whose it is, and the grid it fills."""

    seat: int
    grid: str


class TableView(msgspec.Struct, frozen=True):
    stage: str
    round: int
    first: int
    to_move: int
    active: str
    turn: TurnView
    battlefield: str
    size: int
    terrain: list[TerrainView]
    task: str
    drawn: list[str]
    secondary: list[str]
    named: list[str]
    edges: list[str]
    scores: list[int]
    smoke: list[SmokeView]
    boxes: list[str]
    owners: dict[str, int]
    accessed: list[str]
    environments: dict[str, str]
    tactics: list[list[str]]
    tactic_played: list[bool]
    units: dict[str, UnitView]
    viewer: int
    zones: dict[str, list[str]]
    areas: list[list[str]]
    order: list[SlotView]


def unit_view(state: State, unit: Unit, seat: int | None, everything: bool) -> UnitView:
    mine = everything or unit.seat == seat
    known = mine or state.revealed
    parts = {}
    if unit.kind == Kind.MECH:
        for slot in SLOTS:
            if unit.parts[slot] != NONE:
                condition = unit.condition[slot]
                parts[SLOT_NAMES[slot]] = PartView(
                    SLOT_NAMES[slot],
                    state.content.parts[unit.parts[slot]].id,
                    bool(condition & DAMAGED),
                    bool(condition & DESTROYED),
                    bool(condition & REPAIRED),
                    bool(unit.charged >> slot & 1),
                    list(unit.ammo[2 * slot : 2 * slot + 2]),
                    list(unit.intercepts[2 * slot : 2 * slot + 2]),
                    state.content.parts[unit.parts[slot]].armor,
                    structure_value(state, unit, slot),
                    state.content.parts[unit.parts[slot]].parry,
                    armor_value(state, unit, slot),
                )
    there = unit.deployed
    return UnitView(
        unit_key(unit),
        unit.seat,
        KIND_NAMES[unit.kind],
        str(named(state, unit)["name"]),
        unit.alive,
        unit.deployed,
        unit.size,
        LEVEL_NAMES[unit.level],
        place_name(place_of(unit)) if there else "",
        GRID_NAMES[grid_of(unit)] if there else "",
        place_of(unit) if there else -1,
        FACINGS[unit.facing],
        STANCE_NAMES[unit.stance],
        unit.link,
        state.content.pilots[unit.pilot].link if unit.kind == Kind.MECH else 0,
        dodge_value(state, unit),
        electronic_value(state, unit),
        0 if unit.kind == Kind.MECH else card_of(state, unit).armor,
        0 if unit.kind == Kind.MECH else card_of(state, unit).structure,
        unit.stealth >= 0,
        bool(unit.condition[0] & DAMAGED) if unit.kind != Kind.MECH else False,
        HEXAGON_NAMES[unit.hexagon],
        {name: squares(unit, n) for n, name in enumerate(SQUARE_NAMES)},
        TYPE_NAMES[unit.dial] if known and unit.dial != NONE else "",
        unit.acted,
        unit.commands,
        unit.command,
        unit.box.bit_count(),
        unit.count,
        parts,
        [] if parts else list(unit.ammo),
        [] if parts else list(unit.intercepts),
        state.content.parts[unit.load].id if unit.load != NONE else "",
        state.content.units[unit.carried].id if mine and unit.carried != NONE else "",
        0 if unit.kind == Kind.MECH else armor_value(state, unit, 0),
        initiative(state, unit) if known and unit.dial != NONE else 0,
        unit_key(state.units[unit.tether]) if unit.tether != NONE else "",
    )


def order_of(state: State) -> list[SlotView]:
    """The mechs by timing and initiative, once the dials are open.  [OP 3.4.1.timing] [OP 3.4.1.initiative]"""
    mechs = [u for u in state.units if u.kind == Kind.MECH and u.deployed and u.dial != NONE and (u.alive or u.acted)]
    if not state.revealed:
        return []
    mechs.sort(key=lambda u: (not u.acted, u.id != state.active, u.dial, initiative(state, u), u.seat != state.first))
    return [SlotView(unit_key(unit), TYPE_NAMES[unit.dial], initiative(state, unit), unit.acted) for unit in mechs]


def table_view(state: State, seat: int | None, everything: bool = False) -> TableView:
    task = task_of(state)
    zones = list(state.battlefield.board.zones)
    names = []
    for number, found in enumerate(state.named):
        secondary = state.secondary[number] if number < 2 else NONE
        by_zone = secondary != NONE and state.content.secondaries[secondary].names == "zone"
        names.append("" if found == NONE else zones[found] if by_zone else unit_key(state.units[found]))
    counted = task is not None and len(state.owners) == len(task.zones)
    task_zones = task.zones if task is not None and counted else ()
    turn = state.turn
    return TableView(
        STAGE_NAMES[state.stage],
        state.round,
        state.first,
        state.to_move,
        unit_key(state.units[state.active]) if state.active != NONE else "",
        TurnView(turn.maneuver, turn.action, turn.extra, turn.extra_firing, turn.moved, turn.started),
        state.battlefield.id if state.stage > Stage.DRAW_BATTLEFIELD else "",
        state.battlefield.board.size,
        [
            TerrainView(t.number, t.box, t.height, t.destructible, not state.wrecked >> t.number & 1)
            for t in state.battlefield.terrain
        ]
        + [TerrainView(SET_UP + number, box, 3, False, True) for number, box in enumerate(walls(state))],
        task.id if task is not None else "",
        [state.content.tasks[number].id for number in state.drawn],
        [state.content.secondaries[number].id if number != NONE else "" for number in state.secondary],
        names,
        [("black", "white")[edge] for edge in state.edges],
        state.scores[:],
        [SmokeView(screen & 1, GRID_NAMES[screen >> 1]) for screen in sorted(state.smoke)],
        [place_name(place) for place in sorted(state.boxes)],
        {zone: state.owners[number] for number, zone in enumerate(task_zones)},
        [zone for number, zone in enumerate(task_zones) if state.markers[number]],
        {GRID_NAMES[card // KINDS]: state.content.environments[card % KINDS].id for card in sorted(state.environments)},
        [[card.id for card in state.content.tactics if hand >> card.number & 1] for hand in state.hands],
        [bool(state.played >> number & 1) for number in (0, 1)],
        {unit_key(unit): unit_view(state, unit, seat, everything) for unit in state.units},
        -1 if seat is None else seat,
        {zone: [GRID_NAMES[grid] for grid in sorted(grids)] for zone, grids in state.battlefield.board.zones.items()},
        areas_of(state),
        order_of(state),
    )


def areas_of(state: State) -> list[list[str]]:
    """The deployment zones of the black and the white side, once the task is known.  [OP 3.1.4.zone]"""
    task = task_of(state)
    if task is None:
        return []
    sides = state.battlefield.board.deployments[task.deployment]
    return [[GRID_NAMES[grid] for grid in sorted(grids)] for grids in sides]
