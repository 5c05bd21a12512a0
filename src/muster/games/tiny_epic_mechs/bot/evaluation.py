"""Evaluation: the value of a position for a seat, in points expected at the end.

It counts the points in hand, the future scores of the zones held now, the worth of resources, armor and weapons, and
the gain from the player's own program if everybody else stands still. It reads nothing that the seat may not know.
"""

from __future__ import annotations

from muster.games.tiny_epic_mechs.bot.walk import walk_of
from muster.games.tiny_epic_mechs.bot.worth import (
    ARMOR,
    HEALTH,
    MECH,
    RESOURCE,
    firepower,
    rounds_left,
    scorings_left,
)
from muster.games.tiny_epic_mechs.rules.scoring import weapon_points
from muster.games.tiny_epic_mechs.state.questions import device_number, devices_of
from muster.games.tiny_epic_mechs.state.state import TURRET, Player, Stage, State, Status
from muster.geometry.squares import NOWHERE


def progress(state: State) -> float:
    """The progress of the match, from 0 to 1."""
    return 1.0 - rounds_left(state)


def round_of(state: State) -> int:
    """The round that is being played."""
    return state.round


def evaluate(state: State, seat: int) -> float:
    """The seat's prospects minus those of its strongest enemy."""
    if state.stage == Stage.OVER:
        mine = float(state.players[seat].score)
        return mine - max(player.score for player in state.players if player.seat != seat)
    left = rounds_left(state)
    mine = prospects(state, state.players[seat], left)
    mine += program_prospects(state, state.players[seat], left)
    return mine - max(prospects(state, player, left) for player in state.players if player.seat != seat)


def prospects(state: State, player: Player, left: float) -> float:
    """The worth of what a player has and will get from it."""
    if not state.zones or player.zone == NOWHERE:
        return float(player.score)
    worth = float(player.score + weapon_points(state, player))
    worth += RESOURCE * left * (min(player.energy, 6) + min(player.credits, 6))
    worth += HEALTH * player.health * left
    if player.status == Status.MECH:
        worth += MECH * left + 1
    elif player.status == Status.ARMOR:
        worth += ARMOR * left
    worth += firepower(state, player) * left
    times = scorings_left(state)
    for zone in devices_of(state, player):
        value = state.zones[zone].value
        worth += times * value * (2 if device_number(state.devices[zone]) == TURRET else 1)
    return worth


def program_prospects(state: State, player: Player, left: float) -> float:
    """The gain from the cards still to be executed, if nobody else moves."""
    if player.robot or player.revealed >= len(player.program):
        return 0.0
    return walk_of(state, player, left).gain()
