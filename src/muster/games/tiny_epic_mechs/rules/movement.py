"""Moving: steps, walls, double and diagonal jumps, and arriving in a zone (rulebook, "Movement")."""

from __future__ import annotations

from muster.games.tiny_epic_mechs.board.arena import Arena
from muster.games.tiny_epic_mechs.cards.content import DIAGONAL_JUMP, kind_of
from muster.games.tiny_epic_mechs.rules.abilities import gyroscope
from muster.games.tiny_epic_mechs.rules.devices import set_off
from muster.games.tiny_epic_mechs.state.questions import device_number, device_owner, enemy_device_in, enemy_in
from muster.games.tiny_epic_mechs.state.state import NOBODY, TURRET, Player, Stage, State
from muster.geometry.squares import NOWHERE
from muster.kernel.requests import Table

MOVE_CLAUSES = ("TEM move.compulsory",) * 5 + ("TEM move.diagonal_jump", "TEM move.double_jump")
"""The clause of each kind of card's move."""


def destination(arena: Arena, zone: int, card: int) -> int:
    """The zone that a card leads to from another, or NOWHERE if a wall is in the way. [TEM move.wall]

    A jump looks only at where it lands: the zone jumped over does not matter. [TEM move.double_jump]
    [TEM move.diagonal_jump]
    """
    return arena.leads[zone][card]


async def move(table: Table, state: State) -> None:
    """Make the compulsory move of a card; at a wall the pilot stays.  [TEM move.compulsory]"""
    player = state.players[state.active]
    await gyroscope(table, state, player)
    target = destination(state.arena, player.zone, state.card)
    if target == NOWHERE:
        if table.listening:
            table.tell("wall", "TEM move.wall", {"seat": player.seat, "zone": state.arena.names[player.zone]})
        state.stage = Stage.ACT
        return
    enter(table, state, player, target, MOVE_CLAUSES[kind_of(state.card)])


def enter(table: Table, state: State, player: Player, zone: int, clause: str) -> None:
    """Put a player into a new zone; what waits there comes next."""
    player.zone = zone
    state.jumped = state.card >> 2 >= DIAGONAL_JUMP
    state.stage = what_waits(state, player)
    if table.listening:
        table.tell("moved", clause, {"seat": player.seat, "zone": state.arena.names[zone]})


def what_waits(state: State, player: Player) -> int:
    """The next stage in the zone just entered: a mine or turret, an enemy, the Mighty Mech, or else the action."""
    if enemy_device_in(state, player, player.zone):
        return Stage.ARRIVE
    if enemy_in(state, player, player.zone) != NOBODY:
        return Stage.CONTACT
    return Stage.BOARD if state.mech_zone == player.zone else Stage.ACT


async def arrive(table: Table, state: State) -> None:
    """Set off an enemy device at once; only a turret waits for the end of a combat, unless it is the other robot's.

    [TEM move.device] [TEM combat.mine_first] [TEM combat.turret_after] [TEM solo.other_robot_devices]
    """
    player = state.players[state.active]
    state.stage = Stage.CONTACT
    found = enemy_device_in(state, player, player.zone)
    if not found:
        return
    defender, owner = enemy_in(state, player, player.zone), device_owner(found)
    others = defender != owner and state.players[owner].robot
    if device_number(found) == TURRET and defender != NOBODY and not others:
        return
    set_off(table, state, player)
