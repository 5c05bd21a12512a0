"""A battle of Obsidian Protocol written down as a position: what `scenario.place` reads back as an equal state."""

from __future__ import annotations

from typing import Any, Literal

from muster.games.obsidian_protocol.board.battlefield import CELLS, GRID_NAMES, SMALL, Battlefield
from muster.games.obsidian_protocol.cards.kinds import SLOT_NAMES, SLOTS, TYPE_NAMES, Kind
from muster.games.obsidian_protocol.rules.attack.damage import SQUARE_NAMES
from muster.games.obsidian_protocol.rules.movement.standing import KINDS
from muster.games.obsidian_protocol.rules.naming import unit_key
from muster.games.obsidian_protocol.showing.position import (
    Edge,
    Position,
    SeatName,
    TerrainPosition,
    TurnPosition,
    UnitPosition,
)
from muster.games.obsidian_protocol.state.geometry import grid_at
from muster.games.obsidian_protocol.state.state import STAGE_NAMES, Stage, State
from muster.games.obsidian_protocol.state.unit import DAMAGED, DESTROYED, GREEN, NONE, REPAIRED, Unit
from muster.kernel.positions import plain

SEATS: tuple[SeatName, ...] = ("A", "B")
EDGES: tuple[Edge, ...] = ("black", "white")
FACING: tuple[Literal["n", "e", "s", "w"], ...] = ("n", "e", "s", "w")
STANCES: tuple[Literal["defensive", "mobility", "offensive", "shutdown"], ...] = (
    *("defensive", "mobility", "offensive", "shutdown"),
)
HEXAGONS: tuple[Literal["", "highlight", "low_profile", "target_tracer"], ...] = (
    *("", "highlight", "low_profile", "target_tracer"),
)
FACES: tuple[Literal["", "red", "yellow", "green"], ...] = ("", "red", "yellow", "green")

EMPTY = {"unit": [{"seat": "A", "at": "f10"}, {"seat": "B", "at": "g3", "facing": "s"}]}
"""Two mechs that face each other: on a board without one nobody could act."""


def written(state: State) -> dict[str, Any] | None:
    """The position of this state; None while the battle is set up, and while a blast or a riposte is still to come."""
    if state.stage < Stage.BEGIN_ROUND or state.blasts or state.ripostes:
        return None
    content, field, task = state.content, state.battlefield, state.task
    drawn = field.number == NONE
    zones = content.tasks[task].zones if task != NONE and state.owners else ()
    return plain(
        Position(
            stage=STAGE_NAMES[state.stage],
            round=state.round,
            first=SEATS[state.first],
            to_move=SEATS[state.to_move],
            active="" if state.active == NONE else unit_key(state.units[state.active]),
            edges=(EDGES[state.edges[0]], EDGES[state.edges[1]]),
            task="" if task == NONE else content.tasks[task].id,
            secondary=_pair("" if card == NONE else content.secondaries[card].id for card in state.secondary),
            named=(_named(state, 0), _named(state, 1)),
            commanders=_pair("" if unit == NONE else unit_key(state.units[unit]) for unit in state.named[2:]),
            scores=(state.scores[0], state.scores[1]),
            owners={zone: SEATS[by] for zone, by in zip(zones, state.owners, strict=True) if by != NONE},
            accessed=tuple(zone for zone, mark in zip(zones, state.markers, strict=True) if mark),
            battlefield="" if drawn else field.id,
            board=16 if drawn and field.board.size == 16 else 12,
            terrain=_terrain(field) if drawn else (),
            wrecked=tuple(piece.number for piece in field.terrain if state.wrecked >> piece.number & 1),
            unit=tuple(_unit(state, unit) for unit in state.units),
            turn=_turn(state),
            smoke=_smoke(state),
            boxes=tuple(_place(corner) for corner in state.boxes),
            environments={GRID_NAMES[n // KINDS]: content.environments[n % KINDS].id for n in state.environments},
            use_environments=state.fixed[2],
            tactics=(_tactics(state, 0), _tactics(state, 1)),
            played=tuple(letter for seat, letter in enumerate(SEATS) if state.played >> seat & 1),
            passed=tuple(letter for seat, letter in enumerate(SEATS) if state.passed >> seat & 1),
            revealed=state.revealed,
            winner=None if state.winner == NONE else SEATS[state.winner],
            squads=state.squads,
            wished=(state.fixed[0], state.fixed[1]),
            side_choice=state.side_choice,
        )
    )


def _pair(names: Any) -> tuple[str, str]:
    one, other = names
    return one, other


def _place(corner: int) -> str:
    """A small grid: `f6` for the first one of a grid, `f6-5` for its middle."""
    number = corner // CELLS % SMALL * SMALL + corner % CELLS % SMALL
    return GRID_NAMES[grid_at(corner)] + (f"-{number + 1}" if number else "")


def _named(state: State, seat: int) -> str:
    found, card = state.named[seat], state.secondary[seat]
    if found == NONE:
        return ""
    by_zone = card != NONE and state.content.secondaries[card].names == "zone"
    return list(state.battlefield.board.zones)[found] if by_zone else unit_key(state.units[found])


def _terrain(field: Battlefield) -> tuple[TerrainPosition, ...]:
    found = []
    for piece in field.terrain:
        left, top, right, bottom = piece.box
        at = _place(int(top) * CELLS + int(left))
        found.append(TerrainPosition(at, (int(right - left), int(bottom - top)), piece.height, piece.destructible))
    return tuple(found)


def _smoke(state: State) -> dict[SeatName, tuple[str, ...]]:
    found = {
        letter: tuple(GRID_NAMES[screen >> 1] for screen in state.smoke if screen & 1 == seat)
        for seat, letter in enumerate(SEATS)
    }
    return {letter: grids for letter, grids in found.items() if grids}


def _tactics(state: State, seat: int) -> tuple[str, ...]:
    return tuple(card.id for card in state.content.tactics if state.hands[seat] >> card.number & 1)


def _turn(state: State) -> TurnPosition:
    turn = state.turn
    used = sorted(f"{SLOT_NAMES[slot] if slot != NONE else ''}/{action}" for slot, action in turn.used)
    return TurnPosition(
        turn.maneuver,
        turn.action,
        turn.extra,
        turn.extra_firing,
        turn.moved,
        turn.started,
        turn.timed,
        tuple(used),
        turn.ended,
        turn.overloads,
    )


def _slots(unit: Unit, mask: int) -> tuple[str, ...]:
    if unit.kind != Kind.MECH:
        return ("unit",) if mask else ()
    return tuple(SLOT_NAMES[slot] for slot in SLOTS if mask >> slot & 1)


def _tokens(unit: Unit) -> dict[str, int]:
    faces = {"yellow": 0, "red": 1}
    found = {
        f"{name}_{face}": unit.squares[2 * token + at]
        for token, name in enumerate(SQUARE_NAMES)
        for face, at in faces.items()
    }
    found |= {f"{name}_green": unit.squares[GREEN + token] for token, name in enumerate(SQUARE_NAMES)}
    return {name: count for name, count in found.items() if count}


def _with(unit: Unit, bits: int, wanted: int) -> tuple[str, ...]:
    """The slots whose parts are in this condition."""
    return _slots(unit, sum(1 << slot for slot, found in enumerate(unit.condition) if found & bits == wanted))


def _parts(state: State, unit: Unit) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The parts that a mech came with, and the slots whose part lies on its other face by now."""
    parts, discarded = [], []
    for slot in SLOTS:
        if unit.parts[slot] == NONE:
            continue
        part = state.content.parts[unit.parts[slot]]
        before = next((one for one in state.content.parts if one.discard == part.number), None)
        parts.append(part.id if before is None else before.id)
        if before is not None:
            discarded.append(SLOT_NAMES[slot])
    return tuple(parts), tuple(discarded)


def _counted(state: State, unit: Unit, figures: tuple[int, ...]) -> dict[str, int]:
    """Ammo or interception tokens by action."""
    found: dict[str, int] = {}
    if unit.kind == Kind.MECH:
        for slot in SLOTS:
            if unit.parts[slot] != NONE:
                for action in state.content.parts[unit.parts[slot]].actions:
                    found[f"{SLOT_NAMES[slot]}/{action.id}"] = figures[2 * slot + action.place]
        return found
    actions = state.content.units[unit.card].actions
    for action in actions:
        found[action.id] = figures[action.place]
    if unit.load != NONE:
        for place, action in enumerate(state.content.parts[unit.load].actions, len(actions)):
            found[f"load/{action.id}"] = figures[place]
    return found


def _unit(state: State, unit: Unit) -> UnitPosition:
    content, mech = state.content, unit.kind == Kind.MECH
    parts, discarded = _parts(state, unit) if mech else ((), ())
    given = UnitPosition(
        seat=SEATS[unit.seat],
        at=_place(unit.row * CELLS + unit.col) if unit.col >= 0 else "",
        card="" if mech else content.units[unit.card].id,
        facing=FACING[unit.facing],
        stance=STANCES[unit.stance],
        alive=unit.alive,
        deployed=None if unit.deployed == (unit.col >= 0) else unit.deployed,
        damaged=_with(unit, DAMAGED, DAMAGED),
        destroyed=_with(unit, DESTROYED | REPAIRED, DESTROYED),
        repaired=_with(unit, DESTROYED | REPAIRED, DESTROYED | REPAIRED),
        charged=_slots(unit, unit.charged),
        tokens=_tokens(unit),
        hexagon=HEXAGONS[unit.hexagon],
        hexagon_face=FACES[unit.hexagon_face],
        acted=unit.acted,
        command=unit.command,
        commands=unit.commands,
        boxes=_slots(unit, unit.box),
        ammo=_counted(state, unit, unit.ammo),
        intercepts=_counted(state, unit, unit.intercepts),
        count=unit.count,
        load="" if unit.load == NONE else content.parts[unit.load].id,
        carried="" if unit.carried == NONE else content.units[unit.carried].id,
        killer="" if unit.killer == NONE else unit_key(state.units[unit.killer]),
        remote=_slots(unit, unit.remote),
        tether="" if unit.tether == NONE else unit_key(state.units[unit.tether]),
    )
    if mech:
        given.pilot, given.parts, given.discarded = content.pilots[unit.pilot].id, parts, discarded
        given.link, given.stealth = unit.link, unit.stealth
        given.dial = "" if unit.dial == NONE else TYPE_NAMES[unit.dial]
        given.hidden_by = "" if unit.hidden_by == NONE else SLOT_NAMES[unit.hidden_by]
    return given
