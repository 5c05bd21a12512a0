"""Positions from scenarios: an empty table, and on it what the scenario says, every name and number checked.

An empty table is round 1, A to begin its turn; everybody at their base with a Pulse Pistol, no pilot card (so no
ability), start resources and full health; every resource zone worth 1 energy. Only what differs is written down.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from muster.games.tiny_epic_mechs.cards.content import (
    DIAGONALS,
    DIRECTIONS,
    KIND_IDS,
    MINES,
    ROW,
    TURNS,
    TURRETS,
    Content,
    Kind,
    code,
)
from muster.games.tiny_epic_mechs.rules.equipment import check_loadout
from muster.games.tiny_epic_mechs.rules.setup import new_state
from muster.games.tiny_epic_mechs.showing.position import SEATS, PlayerPosition, Position, SeatName
from muster.games.tiny_epic_mechs.showing.views import COMPASS, table_view
from muster.games.tiny_epic_mechs.state.questions import device, full_health
from muster.games.tiny_epic_mechs.state.state import (
    NOBODY,
    STAGE_NAMES,
    STATUS_NAMES,
    TURRET,
    Combat,
    Player,
    Stage,
    State,
    Status,
    Tactical,
)
from muster.geometry.squares import NOWHERE
from muster.kernel.errors import GameError
from muster.kernel.packs import decode
from muster.kernel.positions import meant, number_of
from muster.kernel.refusal import Refusal


def place(content: Content, given: Mapping[str, Any]) -> State:
    """Build the position that a scenario describes."""
    position = decode(given, Position, "position")
    return _Builder(content, position).state


class _Builder:
    """Puts a position on the table, piece by piece."""

    def __init__(self, content: Content, position: Position) -> None:
        self.content = content
        self.position = position
        state = self.state = new_state(content, position.players, position.solo, position.confirm_turns)
        self._zones()
        state.round, state.turn = position.round, position.turn
        state.start = self._seat(position.start, "start")
        count = len(state.players)
        state.active = self._seat(position.active, "active") if position.active else (state.start + state.turn) % count
        state.card = self._card(position.card, "card")
        state.jumped, state.fought, state.rearmed = position.jumped, bool(position.fought), position.rearmed
        state.fallen = self._seat(position.fallen, "fallen") if position.fallen else NOBODY
        state.fallen_by = self._seat(position.fallen_by, "fallen_by") if position.fallen_by else NOBODY
        self._market()
        for player in state.players:
            self._player(player, position.player.get(self._letter(player), PlayerPosition()))
        for letter in position.player:
            self._seat(letter, "player")
        self._mech()
        self._combat()
        self._stage()

    def _letter(self, player: Player) -> SeatName:
        letters: tuple[SeatName, ...] = ("A", "B", "C", "D")
        return letters[player.seat]

    def _seat(self, letter: str, field: str) -> int:
        seat = SEATS.index(letter)
        if seat >= len(self.state.players):
            raise GameError(f"position: {field}: there is no player {letter} at a table of {len(self.state.players)}")
        return seat

    def _zone(self, name: str, field: str) -> int:
        return meant(name, self.state.arena.index, field)

    def _weapon(self, name: str, field: str) -> int:
        return meant(name, self.content.weapon_number, field)

    def _mask(self, names: Iterable[str], field: str) -> int:
        return sum(1 << self._weapon(name, field) for name in set(names))

    def _kind(self, name: str, field: str) -> Kind:
        return Kind(number_of(name, KIND_IDS, field))

    def _card(self, key: str, field: str) -> int:
        name, _, way = key.rpartition("-")
        kind = self._kind(name, field)
        ways = DIAGONALS if kind == Kind.DIAGONAL_JUMP else DIRECTIONS
        if way not in ways:
            raise GameError(f"position: {field}: {key!r} points nowhere; {name} goes {', '.join(ways)}")
        return code(kind, ways.index(way))

    def _pilot(self, name: str, field: str) -> int:
        return meant(name, {card.id: card.number for card in self.content.pilots}, field)

    def _zones(self) -> None:
        content, state = self.content, self.state
        cards = {card.id: card for card in (*content.resources, content.base, content.mech)}
        zones = [content.resources[0]] * state.arena.size
        for zone in state.arena.base_places:
            zones[zone] = content.base
        zones[state.arena.mech_place] = content.mech
        for name, card in self.position.zones.items():
            zones[self._zone(name, "zones")] = meant(card, cards, f"zones.{name}")
        state.zones = tuple(zones)
        for player, base in zip(state.players, state.arena.base_places, strict=True):
            player.base = player.zone = base

    def _market(self) -> None:
        content, state = self.content, self.state
        row = [self._weapon(name, "row") for name in self.position.row] or content.advanced[:ROW]
        for number in row:
            if not content.weapons[number].advanced or row.count(number) > 1:
                raise GameError(f"position: row: {content.weapons[number].id!r} cannot lie there")
        owned = 0
        for letter, given in self.position.player.items():
            owned |= self._mask((*given.equipped, *given.reserve), f"player.{letter}")
        state.row = [number for number in row if not owned >> number & 1 or self.position.row]
        left = content.advanced_mask & ~owned & ~sum(1 << number for number in state.row)
        if self.position.deck is not None:
            left = self._mask(self.position.deck, "deck")
        state.deck = left

    def _player(self, player: Player, given: PlayerPosition) -> None:
        state, where = self.state, f"player.{self._letter(player)}"
        player.pilot = self._pilot(given.pilot, f"{where}.pilot") if given.pilot else NOBODY
        player.dealt = tuple(self._pilot(name, f"{where}.dealt") for name in given.dealt)
        player.status = STATUS_NAMES.index(given.status)
        if player.robot and player.status == Status.PILOT:
            player.status = Status.ARMOR
        if given.base:
            player.base = player.zone = self._zone(given.base, f"{where}.base")
        if given.zone:
            player.zone = self._zone(given.zone, f"{where}.zone")
        track = self.content.constants.track
        player.energy = self._up_to(given.energy, player.energy, track, f"{where}.energy")
        player.credits = self._up_to(given.credits, player.credits, track, f"{where}.credits")
        most = full_health(state, player)
        player.health = self._up_to(given.health, most, most, f"{where}.health")
        player.score = given.score
        player.equipped = self._mask(given.equipped, f"{where}.equipped")
        player.weapons = player.equipped | self._mask(given.reserve, f"{where}.reserve")
        player.exhausted = self._mask(given.exhausted, f"{where}.exhausted")
        try:
            if player.equipped or not (player.robot and player.status == Status.MECH):
                check_loadout(state, player, player.equipped)
        except Refusal as refusal:
            raise GameError(
                f"position: {where}.equipped: more than a {given.status} can carry [{refusal.clause}]"
            ) from None
        player.tactical = Tactical[given.tactical.upper()]
        if player.tactical == Tactical.OFF and not player.robot:
            player.program = [self._card(key, f"{where}.program") for key in given.program]
            player.revealed = given.revealed
        player.facing = COMPASS.index(given.facing)
        player.played = [self._kind(name, f"{where}.played") for name in given.played]
        self._devices(player, given, where)

    def _up_to(self, value: int | None, default: int, most: int, field: str) -> int:
        if value is not None and value > most:
            raise GameError(f"position: {field}: {value} is more than the track of {most}")
        return default if value is None else value

    def _devices(self, player: Player, given: PlayerPosition, where: str) -> None:
        laid = list(given.mines.values())
        for name, number in given.mines.items():
            if number not in MINES or laid.count(number) > 1:
                raise GameError(f"position: {where}.mines.{name}: mines are numbered 1 to 4, one of each")
            self._put(self._zone(name, f"{where}.mines"), device(player.seat, number), name)
        if len(given.turrets) > TURRETS:
            raise GameError(f"position: {where}.turrets: there are only {TURRETS}")
        for name in given.turrets:
            self._put(self._zone(name, f"{where}.turrets"), device(player.seat, TURRET), name)

    def _put(self, zone: int, found: int, name: str) -> None:
        if self.state.devices[zone]:
            raise GameError(f"position: zone {name} holds two devices")
        self.state.devices[zone] = found

    def _mech(self) -> None:
        state, position = self.state, self.position
        owners = [player.seat for player in state.players if player.status == Status.MECH]
        if len(owners) > 1 or (owners and position.mech):
            raise GameError("position: the Mighty Mech can be in one place only")
        sides = [side.id for side in self.content.mech_sides]
        if position.mech_side:
            state.mech_side = number_of(position.mech_side, sides, "mech_side")
        if owners:
            state.mech_owner = owners[0]
        else:
            state.mech_zone = self._zone(position.mech, "mech") if position.mech else state.arena.mech_place

    def _combat(self) -> None:
        given = self.position.combat
        if given is None:
            return
        combat = Combat(
            self._seat(given.attacker, "combat.attacker"), self._seat(given.defender, "combat.defender"), given.leaps
        )
        combat.turn = self._seat(given.turn or given.attacker, "combat.turn")
        combat.last = self._weapon(given.last, "combat.last") if given.last else NOBODY
        combat.attacker.attacks, combat.defender.attacks = given.attacks
        combat.attacker.shield, combat.defender.shield = given.shields
        combat.attacker.jammed, combat.defender.jammed = given.jammed
        combat.attacker.magazine_used, combat.defender.magazine_used = given.magazine_used
        combat.loser = self._seat(given.loser, "combat.loser") if given.loser else NOBODY
        combat.mech_lost = given.mech_lost
        if combat.attacker.seat == combat.defender.seat:
            raise GameError("position: combat: nobody fights alone")
        zones = {self.state.players[side.seat].zone for side in (combat.attacker, combat.defender)}
        if len(zones) != 1 and combat.loser == NOBODY:
            raise GameError("position: combat: the two are not in the same zone")
        self.state.combat = combat
        self.state.active = combat.attacker.seat
        self.state.fought = True if self.position.fought is None else self.position.fought

    def _stage(self) -> None:
        name = self.position.stage or ("combat" if self.state.combat else "begin_turn")
        self.state.stage = number_of(name, STAGE_NAMES, "stage")
        self._not_yet()
        for player in self.state.players:
            if not player.robot and player.tactical == Tactical.OFF and len(player.program) not in (0, TURNS):
                raise GameError(f"position: player.{self._letter(player)}.program: a program has {TURNS} cards")

    def _not_yet(self) -> None:
        """Take away what a stage of setting up or programming has still to bring."""
        state = self.state
        for player in state.players:
            if state.stage <= Stage.PLACE_BASES:
                player.base = player.zone = NOWHERE
            if state.stage <= Stage.CHOOSE_FIRST_WEAPON:
                player.weapons = player.equipped = 0
            if state.stage <= Stage.PROGRAM:
                player.program, player.revealed = [], 0
        if state.stage <= Stage.LAY_ARENA:
            state.zones, state.mech_zone = (), NOWHERE
        if state.stage <= Stage.OPEN_ROW:
            state.row, state.deck = [], self.content.advanced_mask


def dump(state: State) -> Any:
    """The whole state as plain data, equal for equal states; the outline of the arena follows from the players."""
    plain = msgspec.to_builtins(table_view(state, None, everything=True))
    del plain["outline"]
    return plain
