"""The small changes that many rules make: points, resources, damage. Each keeps within its track and tells what it
did.
"""

from __future__ import annotations

from muster.games.tiny_epic_mechs.state import Player, State
from muster.kernel.requests import Table


def award(table: Table, player: Player, points: int, clause: str) -> None:
    """Points for a reason; the clause says which."""
    if points:
        player.score += points
        if table.listening:
            table.tell("scored", clause, {"seat": player.seat, "points": points, "total": player.score})


def gain(state: State, player: Player, energy: int, credits_gained: int) -> tuple[int, int]:
    """Move the resource tokens up, to the end of the track at most. What was really gained.  [TEM collect.limit]"""
    energy, credits_gained = room_for(state, player, energy, credits_gained)
    player.energy += energy
    player.credits += credits_gained
    return energy, credits_gained


def room_for(state: State, player: Player, energy: int, credits_gained: int) -> tuple[int, int]:
    """How much of it the track would take.  [TEM collect.limit]"""
    track = state.content.constants.track
    return min(energy, track - player.energy), min(credits_gained, track - player.credits)


def hurt(player: Player, damage: int) -> int:
    """Take health away; how much there was to take."""
    dealt = min(max(damage, 0), player.health)
    player.health -= dealt
    return dealt
