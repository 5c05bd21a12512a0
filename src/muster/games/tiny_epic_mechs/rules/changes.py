"""Small changes that many rules make: points, resources, damage. Each stays on its track and tells an event.

Health is lost only here. A player with no health left has fallen: that is dealt with before any other rule runs
(`sequence.play`), and no effect touches a player who is down (`effects.after_damage`).
"""

from __future__ import annotations

from muster.games.tiny_epic_mechs.state.state import Player, State
from muster.kernel.requests import Table


def award(table: Table, player: Player, points: int, clause: str) -> None:
    """Score points; the clause is the reason."""
    if points:
        player.score += points
        if table.listening:
            table.tell("scored", clause, {"seat": player.seat, "points": points, "total": player.score})


def gain(state: State, player: Player, energy: int, credits_gained: int) -> tuple[int, int]:
    """Move the resource tokens up, to the end of the track at most; returns what was really gained.

    [TEM collect.limit]
    """
    energy, credits_gained = room_for(state, player, energy, credits_gained)
    player.energy += energy
    player.credits += credits_gained
    return energy, credits_gained


def room_for(state: State, player: Player, energy: int, credits_gained: int) -> tuple[int, int]:
    """The part of a gain that the track would take.  [TEM collect.limit]"""
    track = state.content.constants.track
    return min(energy, track - player.energy), min(credits_gained, track - player.credits)


def hurt(state: State, victim: Player, damage: int, by: int) -> int:
    """Take health away; returns how much was taken. A player with none left has fallen.  [TEM ko.points]"""
    dealt = min(max(damage, 0), victim.health)
    victim.health -= dealt
    if dealt and not victim.health:
        state.fallen, state.fallen_by = victim.seat, by
    return dealt


def pay(table: Table, player: Player, energy: int, credits_paid: int, clause: str) -> None:
    """Move the resource tokens down for an ability or effect."""
    player.energy -= energy
    player.credits -= credits_paid
    if table.listening and (energy or credits_paid):
        table.tell("paid", clause, {"seat": player.seat, "energy": energy, "credits": credits_paid})
