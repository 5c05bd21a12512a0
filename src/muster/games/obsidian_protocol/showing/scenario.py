"""Positions of scenarios: an empty board with everything the scenario puts on it; every name and number is checked.

Units are numbered in the order they are written: the first of side A is `a0`, the next of side B `b1`, and so on. An
empty table is in round 1, in the action phase, with the first unit about to act at firing timing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from muster.games.obsidian_protocol.board.battlefield import CELLS, GRID_INDEX, SMALL, Battlefield, Battlefields
from muster.games.obsidian_protocol.cards.content import Content
from muster.games.obsidian_protocol.cards.kinds import SLOT_NAMES, SLOTS, STANCE_NAMES, TIMINGS, TYPE_NAMES, Kind
from muster.games.obsidian_protocol.cards.terrain import Terrain
from muster.games.obsidian_protocol.rules.actions.projectiles import new_unit
from muster.games.obsidian_protocol.rules.attack.damage import HEXAGON_NAMES, SQUARE_NAMES
from muster.games.obsidian_protocol.rules.faces import turn_over
from muster.games.obsidian_protocol.rules.movement.standing import KINDS, places_in
from muster.games.obsidian_protocol.rules.setup import new_mech, take_load
from muster.games.obsidian_protocol.showing.position import FACES, Position, UnitPosition
from muster.games.obsidian_protocol.showing.views import table_view
from muster.games.obsidian_protocol.state.geometry import FACINGS, corner_of
from muster.games.obsidian_protocol.state.state import STAGE_NAMES, Stage, State, Turn
from muster.games.obsidian_protocol.state.unit import DAMAGED, DESTROYED, GREEN, NONE, REPAIRED, Unit, changed
from muster.kernel.errors import GameError
from muster.kernel.packs import decode
from muster.kernel.positions import meant, number_of

EDGES = ("black", "white")


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
        state.edges = (EDGES.index(position.edges[0]), EDGES.index(position.edges[1]))
        state.passed = sum(1 << "AB".index(letter) for letter in set(position.passed))
        state.played = sum(1 << "AB".index(letter) for letter in set(position.played))
        state.winner = "AB".index(position.winner) if position.winner else NONE
        state.squads, state.side_choice = position.squads, position.side_choice
        state.fixed = (*position.wished, position.use_environments)
        self._wrecks()
        for number, given in enumerate(position.unit):
            state.units.append(self._unit(number, given))
        for unit, given in zip(state.units, position.unit, strict=True):
            unit.killer = self._number(given.killer, f"unit.{unit.id}.killer") if given.killer else NONE
            unit.tether = self._number(given.tether, f"unit.{unit.id}.tether") if given.tether else NONE
        self._task()
        turn = position.turn
        state.turn = Turn(
            turn.maneuver, turn.action, turn.extra, turn.extra_firing, turn.moved, turn.started, turn.timed
        )
        state.turn.used = frozenset(self._used(name) for name in turn.used)
        state.turn.ended, state.turn.overloads = turn.ended, turn.overloads
        for letter, grids in position.smoke.items():
            state.smoke += [self._grid(grid, "smoke") * 2 + "AB".index(letter) for grid in grids]
        state.boxes = [read_place(name, "boxes") for name in position.boxes]
        self._cards()
        self._stage()

    def _grid(self, name: str, field: str) -> int:
        if name not in GRID_INDEX or GRID_INDEX[name] not in self.state.battlefield.board.inside:
            raise GameError(f"position: {field}: the board has no grid {name!r}")
        return GRID_INDEX[name]

    def _used(self, name: str) -> tuple[int, str]:
        """An action performed in this opportunity, with the slot of its part: `torso/scan`, or `/rush` without one."""
        slot, _, action = name.partition("/")
        return (self._slots((slot,))[0] if slot else NONE), action

    def _wrecks(self) -> None:
        known = [piece.number for piece in self.state.battlefield.terrain]
        for number in self.position.wrecked:
            if number not in known:
                raise GameError(f"position: wrecked: there is no terrain {number}; there are {len(known)} pieces")
            self.state.wrecked |= 1 << number

    def _cards(self) -> None:
        """The tactics cards in hand and the environment cards on the board."""
        for seat in (0, 1):
            for name in self.position.tactics[seat]:
                self.state.hands[seat] |= 1 << meant(name, self.content.tactic_number, "tactics")
        numbers = {card.id: card.number for card in self.content.environments}
        for grid, name in self.position.environments.items():
            number = meant(name, numbers, "environments")
            self.state.environments.append(meant(grid, GRID_INDEX, "environments") * KINDS + number)

    def _battlefield(self) -> Battlefield:
        if self.position.battlefield:
            fields = {field.id: field for field in self.battlefields.every}
            return meant(self.position.battlefield, fields, "battlefield")
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
        if given.at:
            corner = read_place(given.at, f"unit.{number}.at")
            unit.col, unit.row = corner % CELLS, corner // CELLS
            grid = self._grid(given.at.partition("-")[0], f"unit.{number}.at")
            if corner not in places_in(grid, unit.size):
                raise GameError(f"position: unit.{number}.at: its base does not fit into the grid at {given.at!r}")
        unit.alive = given.alive
        unit.deployed = bool(given.at) if given.deployed is None else given.deployed
        unit.facing = FACINGS.index(given.facing)
        if given.stance:
            unit.stance = STANCE_NAMES.index(given.stance)
        for token, name in enumerate(SQUARE_NAMES):
            unit.squares = changed(unit.squares, 2 * token + int(given.red), getattr(given, name))
        self._tokens(number, unit, given)
        unit.hexagon = HEXAGON_NAMES.index(given.hexagon)
        if given.hexagon:
            unit.hexagon_face = 1 if given.red else self.content.tokens[given.hexagon]
        if given.hexagon_face:
            unit.hexagon_face = FACES.index(given.hexagon_face) + 1
        unit.command = given.command
        unit.acted = given.acted
        unit.commands = given.commands
        if given.count is not None:
            unit.count = given.count
        if given.load:
            take_load(self.state, unit, meant(given.load, self.content.part_number, f"unit.{number}.load"))
            own = len(self.content.units[unit.card].actions) if given.card else len(unit.ammo)
            for place, action in enumerate(self.content.parts[unit.load].actions, own):
                if f"load/{action.id}" in given.ammo:
                    unit.ammo = changed(unit.ammo, place, given.ammo[f"load/{action.id}"])
        if given.carried:
            unit.carried = meant(given.carried, self.content.unit_number, f"unit.{number}.carried")
        return unit

    def _tokens(self, number: int, unit: Unit, given: UnitPosition) -> None:
        """Square tokens by kind and face: `fragile_green`."""
        for name, count in given.tokens.items():
            kind, _, face = name.rpartition("_")
            if kind not in SQUARE_NAMES or face not in FACES:
                raise GameError(f"position: unit.{number}.tokens: there is no token {name!r}")
            token = SQUARE_NAMES.index(kind)
            place = GREEN + token if face == "green" else 2 * token + int(face == "red")
            unit.squares = changed(unit.squares, place, count)

    def _mech(self, number: int, seat: int, given: UnitPosition) -> Unit:
        pilot = meant(given.pilot, self.content.pilot_number, f"unit.{number}.pilot")
        parts = [NONE] * len(SLOTS)
        for name in given.parts:
            part = self.content.parts[meant(name, self.content.part_number, f"unit.{number}.parts")]
            parts[part.slot] = part.number  # of two cards for one slot the later one is in it
        unit = new_mech(self.state, number, seat, parts, pilot)
        for names, bits in ((given.damaged, DAMAGED), (given.destroyed, DESTROYED), (given.repaired, 6)):
            for slot in self._slots(names):
                unit.condition = changed(unit.condition, slot, unit.condition[slot] | bits)
        assert REPAIRED | DESTROYED == 6
        for slot in self._slots(given.charged):
            unit.charged |= 1 << slot
        for slot in self._slots(given.remote):
            unit.remote |= 1 << slot
        for slot in self._slots(given.boxes):
            unit.box |= 1 << slot
        for slot in self._slots(given.discarded):
            face = self.content.parts[unit.parts[slot]].discard if unit.parts[slot] != NONE else NONE
            if face == NONE:
                raise GameError(f"position: unit.{number}.discarded: its {SLOT_NAMES[slot]} holds nothing to discard")
            turn_over(self.state, unit, slot, face)
        self._known(number, given, [(SLOT_NAMES[slot], unit.parts[slot]) for slot in SLOTS if unit.parts[slot] != NONE])
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
        unit.dial = number_of(given.dial, TYPE_NAMES[:TIMINGS], f"unit.{number}.dial") if given.dial else NONE
        unit.stealth = given.stealth
        unit.hidden_by = 0 if given.stealth >= 0 else NONE
        if given.hidden_by:
            unit.hidden_by = self._slots((given.hidden_by,))[0]
        return unit

    def _known(self, number: int, given: UnitPosition, parts: Sequence[tuple[str, int]]) -> None:
        """Check that the parts of a mech have the actions whose counters are given: `left_arm/single_shot`."""
        keys = [f"{slot}/{action.id}" for slot, part in parts for action in self.content.parts[part].actions]
        for field, counters in (("ammo", given.ammo), ("intercepts", given.intercepts)):
            for key in counters:
                meant(key, dict.fromkeys(keys), f"unit.{number}.{field}")

    def _slots(self, names: Sequence[str]) -> list[int]:
        return [number_of(name, SLOT_NAMES, "slot") if name != "unit" else 0 for name in names]

    def _other(self, number: int, seat: int, given: UnitPosition) -> Unit:
        card = meant(given.card, self.content.unit_number, f"unit.{number}.card")
        unit = new_unit(self.state, seat, self.content.units[card])
        unit.id = number
        for names, bits in ((given.damaged, DAMAGED), (given.destroyed, DESTROYED), (given.repaired, 6)):
            if names:
                unit.condition = changed(unit.condition, 0, unit.condition[0] | bits)
        unit.box = int(bool(given.boxes))
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
        if position.task:
            task = meant(position.task, {task.id: task for task in self.content.tasks}, "task")
            state.task = task.number
            zones = task.zones if task.family in ("control", "terminal") else ()
            state.owners = ["AB".index(position.owners[z]) if z in position.owners else NONE for z in zones]
            state.markers = [int(zone in position.accessed) for zone in zones]
        secondaries = {card.id: card.number for card in self.content.secondaries}
        for seat in (0, 1):
            if position.secondary[seat]:
                state.secondary[seat] = meant(position.secondary[seat], secondaries, "secondary")
            name = position.named[seat]
            if name:
                zones = tuple(self.state.battlefield.board.zones)
                state.named[seat] = zones.index(name) if name in zones else self._number(name, "named")
            if position.commanders[seat]:
                state.named[2 + seat] = self._number(position.commanders[seat], "commanders")

    def _stage(self) -> None:
        state, position = self.state, self.position
        state.stage = number_of(position.stage, STAGE_NAMES, "stage")
        if position.active:
            state.active = self._number(position.active, "active")
        if state.stage in (Stage.STANCE, Stage.ACT, Stage.END_OPPORTUNITY):
            state.active = max(state.active, 0)
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
