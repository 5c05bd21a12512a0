"""Positions of scenarios: an empty board with everything the scenario puts on it; every name and number is checked.

Units are numbered in the order they are written: the first of side A is `a0`, the next of side B `b1`, and so on. An
empty table is in round 1, in the action phase, with the first unit about to act at firing timing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

import msgspec

from muster.games.obsidian_protocol.board.battlefield import CELLS, GRID_INDEX, SMALL, Battlefield, Battlefields
from muster.games.obsidian_protocol.cards.content import Content
from muster.games.obsidian_protocol.cards.kinds import SLOT_NAMES, SLOTS, STANCE_NAMES, TYPE_NAMES, Kind
from muster.games.obsidian_protocol.cards.terrain import Terrain
from muster.games.obsidian_protocol.rules.actions.projectiles import new_unit
from muster.games.obsidian_protocol.rules.attack.damage import HEXAGON_NAMES, SQUARE_NAMES
from muster.games.obsidian_protocol.rules.movement.standing import KINDS, places_in
from muster.games.obsidian_protocol.rules.setup import new_mech, take_load
from muster.games.obsidian_protocol.showing.views import table_view
from muster.games.obsidian_protocol.state.geometry import FACINGS, corner_of
from muster.games.obsidian_protocol.state.state import STAGE_NAMES, Stage, State, Turn
from muster.games.obsidian_protocol.state.unit import DAMAGED, DESTROYED, NONE, REPAIRED, Unit, changed
from muster.kernel.errors import GameError
from muster.kernel.packs import decode

Small = Annotated[int, msgspec.Meta(ge=0, le=99)]
SeatName = Literal["A", "B"]
PLAIN = ("rt_06_mire_battle_core", "rl_06_standard_chassis", "type_55_shield", "cc_4_cleaver_r")


class UnitPosition(msgspec.Struct, forbid_unknown_fields=True):
    seat: SeatName
    at: str
    pilot: str = "scout_14"
    parts: tuple[str, ...] = PLAIN
    card: str = ""
    facing: Literal["n", "e", "s", "w"] = "n"
    stance: Literal["defensive", "mobility", "offensive", "shutdown", ""] = ""
    link: Small | None = None
    damaged: tuple[str, ...] = ()
    destroyed: tuple[str, ...] = ()
    repaired: tuple[str, ...] = ()
    discarded: tuple[str, ...] = ()
    charged: tuple[str, ...] = ()
    fragile: Small = 0
    fire_control_interference: Small = 0
    immobilized: Small = 0
    red: bool = False
    hexagon: Literal["", "highlight", "low_profile", "target_tracer"] = ""
    dial: str = ""
    acted: bool = False
    commands: Small = 0
    stealth: int = -1
    boxes: tuple[str, ...] = ()
    ammo: dict[str, Small] = {}
    intercepts: dict[str, Small] = {}
    count: Small | None = None
    load: str = ""
    carried: str = ""


class TerrainPosition(msgspec.Struct, forbid_unknown_fields=True):
    at: str
    size: tuple[Small, Small] = (3, 3)
    height: Annotated[int, msgspec.Meta(ge=1, le=3)] = 3
    destructible: bool = False


class TurnPosition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    maneuver: Small = 1
    action: Small = 2
    extra: Small = 0
    extra_firing: Small = 0
    moved: bool = False
    started: bool = False
    timed: bool = False


class Position(msgspec.Struct, forbid_unknown_fields=True):
    stage: str = "act"
    round: Annotated[int, msgspec.Meta(ge=1, le=5)] = 1
    first: SeatName = "A"
    to_move: SeatName | None = None
    active: str = ""
    task: str = ""
    secondary: tuple[str, str] = ("", "")
    named: tuple[str, str] = ("", "")
    commanders: tuple[str, str] = ("", "")
    scores: tuple[Small, Small] = (0, 0)
    owners: dict[str, SeatName] = {}
    battlefield: str = ""
    board: Literal[12, 16] = 12
    terrain: tuple[TerrainPosition, ...] = ()
    unit: tuple[UnitPosition, ...] = ()
    turn: TurnPosition = TurnPosition()
    smoke: dict[SeatName, tuple[str, ...]] = {}
    boxes: tuple[str, ...] = ()
    environments: dict[str, str] = {}
    use_environments: bool = False
    tactics: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    revealed: bool = True


def place(content: Content, battlefields: Battlefields, given: Mapping[str, Any]) -> State:
    """The position that a scenario describes."""
    position = decode(given, Position, "position")
    return _Builder(content, battlefields, position).state


def read_place(name: str, field: str) -> int:
    """Read a place: `f6` is the north-west small grid of a grid, `f6-5` its middle."""
    grid, _, small = name.partition("-")
    if grid not in GRID_INDEX or (small and small not in "123456789"):
        raise GameError(f"position: {field}: the board has no place {name!r}")
    number = int(small or 1) - 1
    return corner_of(GRID_INDEX[grid]) + number // SMALL * CELLS + number % SMALL


class _Builder:
    """Puts a position on the table, piece by piece."""

    def __init__(self, content: Content, battlefields: Battlefields, position: Position) -> None:
        self.content = content
        self.battlefields = battlefields
        self.position = position
        state = self.state = State(content, battlefields, self._battlefield(), ("", "", position.use_environments), [])
        state.round = position.round
        state.first = "AB".index(position.first)
        state.to_move = "AB".index(position.to_move) if position.to_move else state.first
        state.revealed = position.revealed
        state.scores = list(position.scores)
        for number, given in enumerate(position.unit):
            state.units.append(self._unit(number, given))
        self._task()
        turn = position.turn
        state.turn = Turn(
            turn.maneuver, turn.action, turn.extra, turn.extra_firing, turn.moved, turn.started, turn.timed
        )
        for letter, grids in position.smoke.items():
            state.smoke += [GRID_INDEX[grid] * 2 + "AB".index(letter) for grid in grids]
        state.boxes = [read_place(name, "boxes") for name in position.boxes]
        self._cards()
        self._stage()

    def _cards(self) -> None:
        """The tactics cards in hand and the environment cards on the board."""
        for seat in (0, 1):
            for name in self.position.tactics[seat]:
                if name not in self.content.tactic_number:
                    raise GameError(f"position: tactics: there is no card {name!r}")
                self.state.hands[seat] |= 1 << self.content.tactic_number[name]
        numbers = {card.id: card.number for card in self.content.environments}
        for grid, name in self.position.environments.items():
            if name not in numbers or grid not in GRID_INDEX:
                raise GameError(f"position: environments: there is no card {name!r} or no grid {grid!r}")
            self.state.environments.append(GRID_INDEX[grid] * KINDS + numbers[name])

    def _battlefield(self) -> Battlefield:
        if self.position.battlefield:
            for field in self.battlefields.every:
                if field.id == self.position.battlefield:
                    return field
            raise GameError(f"position: battlefield: there is no battlefield {self.position.battlefield!r}")
        terrain = []
        for number, piece in enumerate(self.position.terrain):
            corner = read_place(piece.at, "terrain.at")
            col, row = corner % CELLS, corner // CELLS
            box = (col, row, col + piece.size[0], row + piece.size[1])
            terrain.append(Terrain(number, box, piece.height, piece.destructible))
        return Battlefield(NONE, "open", terrain, self.battlefields.boards[self.position.board])

    def _unit(self, number: int, given: UnitPosition) -> Unit:
        seat = "AB".index(given.seat)
        unit = self._mech(number, seat, given) if not given.card else self._other(number, seat, given)
        corner = read_place(given.at, f"unit.{number}.at")
        unit.col, unit.row = corner % CELLS, corner // CELLS
        grid = GRID_INDEX[given.at.partition("-")[0]]
        if corner not in places_in(grid, unit.size):
            raise GameError(f"position: unit.{number}.at: its base does not fit into the grid at {given.at!r}")
        unit.deployed = True
        unit.facing = FACINGS.index(given.facing)
        if given.stance:
            unit.stance = STANCE_NAMES.index(given.stance)
        for token, name in enumerate(SQUARE_NAMES):
            unit.squares = changed(unit.squares, 2 * token + int(given.red), getattr(given, name))
        unit.hexagon = HEXAGON_NAMES.index(given.hexagon)
        if given.hexagon:
            unit.hexagon_face = 1 if given.red else self.content.tokens[given.hexagon]
        unit.acted = given.acted
        unit.commands = given.commands
        if given.count is not None:
            unit.count = given.count
        if given.load:
            if given.load not in self.content.part_number:
                raise GameError(f"position: unit.{number}.load: there is no part {given.load!r}")
            take_load(self.state, unit, self.content.part_number[given.load])
        if given.carried:
            if given.carried not in self.content.unit_number:
                raise GameError(f"position: unit.{number}.carried: there is no card {given.carried!r}")
            unit.carried = self.content.unit_number[given.carried]
        return unit

    def _mech(self, number: int, seat: int, given: UnitPosition) -> Unit:
        if given.pilot not in self.content.pilot_number:
            raise GameError(f"position: unit.{number}.pilot: there is no pilot {given.pilot!r}")
        parts = [NONE] * len(SLOTS)
        for name in given.parts:
            if name not in self.content.part_number:
                raise GameError(f"position: unit.{number}.parts: there is no part {name!r}")
            part = self.content.parts[self.content.part_number[name]]
            parts[part.slot] = part.number
        unit = new_mech(self.state, number, seat, parts, self.content.pilot_number[given.pilot])
        for names, bits in ((given.damaged, DAMAGED), (given.destroyed, DESTROYED), (given.repaired, 6)):
            for slot in self._slots(names):
                unit.condition = changed(unit.condition, slot, unit.condition[slot] | bits)
        assert REPAIRED | DESTROYED == 6
        for slot in self._slots(given.charged):
            unit.charged |= 1 << slot
        for slot in self._slots(given.boxes):
            unit.box |= 1 << slot
        for slot in self._slots(given.discarded):
            unit.parts = changed(unit.parts, slot, self.content.parts[unit.parts[slot]].discard)
        for slot in SLOTS:
            if unit.parts[slot] != NONE:
                for action in self.content.parts[unit.parts[slot]].actions:
                    key = f"{SLOT_NAMES[slot]}/{action.id}"
                    if key in given.ammo:
                        unit.ammo = changed(unit.ammo, 2 * slot + action.place, given.ammo[key])
                    if key in given.intercepts:
                        unit.intercepts = changed(unit.intercepts, 2 * slot + action.place, given.intercepts[key])
        if given.link is not None:
            unit.link = given.link
        unit.dial = TYPE_NAMES.index(given.dial) if given.dial else NONE
        unit.stealth = given.stealth
        unit.hidden_by = 0 if given.stealth >= 0 else NONE
        return unit

    def _slots(self, names: Sequence[str]) -> list[int]:
        for name in names:
            if name not in SLOT_NAMES and name != "unit":
                raise GameError(f"position: there is no slot {name!r}; there are {', '.join(SLOT_NAMES)}")
        return [SLOT_NAMES.index(name) if name != "unit" else 0 for name in names]

    def _other(self, number: int, seat: int, given: UnitPosition) -> Unit:
        if given.card not in self.content.unit_number:
            raise GameError(f"position: unit.{number}.card: there is no card {given.card!r}")
        unit = new_unit(self.state, seat, self.content.units[self.content.unit_number[given.card]])
        unit.id = number
        if given.damaged:
            unit.condition = changed(unit.condition, 0, unit.condition[0] | DAMAGED)
        if given.charged:
            unit.charged = 1
        for action in self.content.units[unit.card].actions:
            if action.id in given.ammo:
                unit.ammo = changed(unit.ammo, action.place, given.ammo[action.id])
            if action.id in given.intercepts:
                unit.intercepts = changed(unit.intercepts, action.place, given.intercepts[action.id])
        return unit

    def _number(self, key: str, field: str) -> int:
        number = int(key[1:]) if key[1:].isdigit() else -1
        if not 0 <= number < len(self.state.units):
            raise GameError(f"position: {field}: there is no unit {key!r}")
        return number

    def _task(self) -> None:
        state, position = self.state, self.position
        for task in self.content.tasks:
            if task.id == position.task:
                state.task = task.number
                zones = task.zones if task.family in ("control", "terminal") else ()
                state.owners = ["AB".index(position.owners[z]) if z in position.owners else NONE for z in zones]
                state.markers = [0] * len(zones)
        if position.task and state.task == NONE:
            raise GameError(f"position: task: there is no task {position.task!r}")
        for seat in (0, 1):
            for card in self.content.secondaries:
                if card.id == position.secondary[seat]:
                    state.secondary[seat] = card.number
            name = position.named[seat]
            if name:
                zones = tuple(self.state.battlefield.board.zones)
                state.named[seat] = zones.index(name) if name in zones else self._number(name, "named")
            if position.commanders[seat]:
                state.named[2 + seat] = self._number(position.commanders[seat], "commanders")

    def _stage(self) -> None:
        state, position = self.state, self.position
        if position.stage not in STAGE_NAMES:
            names = ", ".join(STAGE_NAMES)
            raise GameError(f"position: stage: there is no stage {position.stage!r}; there are {names}")
        state.stage = STAGE_NAMES.index(position.stage)
        if state.stage in (Stage.STANCE, Stage.ACT, Stage.END_OPPORTUNITY):
            state.active = self._number(position.active, "active") if position.active else 0
            if not state.units:
                raise GameError("position: unit: nobody is on the table who could act")
            unit = state.units[state.active]
            if unit.kind != Kind.MECH:
                raise GameError("position: active: only a mech has opportunities")
            if unit.dial == NONE:
                unit.dial = TYPE_NAMES.index("firing")


def dump(state: State) -> Any:
    """The whole state as plain data, equal for equal states."""
    return msgspec.to_builtins(table_view(state, None, everything=True))
