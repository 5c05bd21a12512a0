"""Features: what a seat has, figure by figure. `muster calibrate` finds out what each is worth in chances to win.

They are worked out in forks, where everything that a player may not know was drawn at random.
"""

from __future__ import annotations

from typing import Final

from muster.games.tiny_epic_mechs.bot.evaluation import program_prospects
from muster.games.tiny_epic_mechs.bot.worth import firepower, rounds_left
from muster.games.tiny_epic_mechs.cards.content import SCORING_ROUNDS
from muster.games.tiny_epic_mechs.rules.scoring import weapon_points
from muster.games.tiny_epic_mechs.state.questions import device_number, devices_of
from muster.games.tiny_epic_mechs.state.state import TURRET, State, Status
from muster.geometry.squares import NOWHERE

NAMES: Final = (
    "score",
    "weapon_points",
    "energy",
    "credits",
    "health",
    "mech",
    "armor",
    "firepower",
    "ready_weapons",
    "devices",
    "mine_value",
    "turret_value",
    "mine_value_to_score",
    "turret_value_to_score",
    "program",
    "zone_to_score",
    "beside_mech",
)
ENOUGH: Final = 6
"""More energy or credits than this hardly help."""


def count(state: State, seat: int) -> list[float]:
    """The figures of a seat, in the order of `NAMES`."""
    player = state.players[seat]
    found = [0.0] * len(NAMES)
    found[0] = float(player.score)
    if not state.zones or player.zone == NOWHERE:
        return found
    mines = turrets = 0
    devices = devices_of(state, player)
    for zone in devices:
        if device_number(state.devices[zone]) == TURRET:
            turrets += state.zones[zone].value
        else:
            mines += state.zones[zone].value
    scorings = len([scoring for scoring in SCORING_ROUNDS if scoring >= state.round])
    found[1] = float(weapon_points(state, player))
    found[2] = float(min(player.energy, ENOUGH))
    found[3] = float(min(player.credits, ENOUGH))
    found[4] = float(player.health)
    found[5] = 1.0 if player.status == Status.MECH else 0.0
    found[6] = 1.0 if player.status == Status.ARMOR else 0.0
    found[7] = firepower(state, player)
    found[8] = float((player.equipped & ~player.exhausted).bit_count())
    found[9] = float(len(devices))
    found[10] = float(mines)
    found[11] = float(turrets)
    found[12] = float(scorings * mines)
    found[13] = float(scorings * turrets)
    found[14] = program_prospects(state, player, rounds_left(state))
    found[15] = float(state.zones[player.zone].value) if state.round in SCORING_ROUNDS else 0.0
    found[16] = 1.0 if player.zone == state.mech_zone else 0.0
    return found


def horizon(state: State) -> int:
    """The round: a program is judged when it is over."""
    return state.round
