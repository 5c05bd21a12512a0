"""The end of a round, the scoring rounds, and the end of the game (rulebook, "End of the round" and after)."""

from __future__ import annotations

from muster.games.tiny_epic_mechs.cards.content import ROUNDS, SCORING_ROUNDS
from muster.games.tiny_epic_mechs.rules.abilities import at_round_start
from muster.games.tiny_epic_mechs.rules.changes import award
from muster.games.tiny_epic_mechs.state.questions import device_number, devices_of
from muster.games.tiny_epic_mechs.state.state import TURRET, Player, Stage, State, Status, Tactical
from muster.kernel.game import Result
from muster.kernel.requests import Table


async def end_round(table: Table, state: State) -> None:
    """End a round: score if it is due, then begin the next round or end the game.  [TEM scoring.rounds]"""
    if state.round in SCORING_ROUNDS:
        if table.listening:
            table.tell("scoring_round", "TEM scoring.rounds", {"round": state.round})
        for player in state.players:
            score_zones(table, state, player)
    if state.round == ROUNDS:
        for player in state.players:
            score_weapons(table, state, player)
        state.stage = Stage.OVER
        tell_result(table, state)
        return
    state.round += 1
    if not any(player.robot for player in state.players):
        # The start token goes round; against robots the player always begins.  [TEM end.token] [TEM solo.turn_order]
        state.start = (state.start + 1) % len(state.players)
    for player in state.players:
        take_cards_back(player)
    if table.listening:
        table.tell("round_begins", "TEM end.token", {"round": state.round, "seat": state.start})
    for player in state.players:
        at_round_start(table, state, player)
    state.stage = Stage.PROGRAM


def take_cards_back(player: Player) -> None:
    """Return all program cards to the hands and end tactical mode.

    [TEM end.cards] [TEM tactical.ends] [TEM solo.reshuffle]
    """
    player.program = []
    player.revealed = 0
    player.played = []
    player.tactical = Tactical.OFF


def zone_points(state: State, player: Player) -> tuple[int, int, int]:
    """The points for a player's pilot, mines and turrets: the value of the zone, twice that for a turret.

    [TEM scoring.pilot] [TEM scoring.mine] [TEM scoring.turret]
    """
    mines = turrets = 0
    for zone in devices_of(state, player):
        if device_number(state.devices[zone]) == TURRET:
            turrets += 2 * state.zones[zone].value
        else:
            mines += state.zones[zone].value
    return state.zones[player.zone].value, mines, turrets


def score_zones(table: Table, state: State, player: Player) -> None:
    """Score the zones a player holds, and the Mighty Mech.  [TEM scoring.mech]"""
    pilot, mines, turrets = zone_points(state, player)
    award(table, player, pilot, "TEM scoring.pilot")
    award(table, player, mines, "TEM scoring.mine")
    award(table, player, turrets, "TEM scoring.turret")
    if player.status == Status.MECH:
        award(table, player, state.content.constants.mech_control, "TEM scoring.mech")


def weapon_points(state: State, player: Player) -> int:
    """The points on all of a player's weapon cards, equipped or not.  [TEM final.weapons]"""
    return sum(weapon.points for weapon in state.content.in_mask(player.weapons))


def score_weapons(table: Table, state: State, player: Player) -> None:
    award(table, player, weapon_points(state, player), "TEM final.weapons")


def result(state: State) -> Result | None:
    """The result: most points, then the Mighty Mech, then most weapons; then the victory is shared. Robots count.

    [TEM final.winner] [TEM final.tie_mech] [TEM final.tie_weapons] [TEM final.shared] [TEM solo.score] [TEM solo.win]
    """
    if state.stage != Stage.OVER:
        return None
    ranks = {
        player.seat: (player.score, player.status == Status.MECH, player.weapons.bit_count())
        for player in state.players
    }
    best = max(ranks.values())
    return Result([seat for seat, rank in ranks.items() if rank == best], [player.score for player in state.players])


def tell_result(table: Table, state: State) -> None:
    if not table.listening:
        return
    final = result(state)
    assert final is not None
    key, clause = "shared_victory" if len(final.winners) > 1 else "victory", what_decided(state, final)
    for seat in final.winners:
        table.tell(key, clause, {"seat": seat, "points": final.scores[seat]})


def what_decided(state: State, final: Result) -> str:
    """The clause that decided the game: points, a tie-break, or a shared victory."""
    winner = state.players[final.winners[0]]
    if len(final.winners) > 1:
        return "TEM final.shared"
    if final.scores.count(winner.score) == 1:
        return "TEM final.winner"
    return "TEM final.tie_mech" if winner.status == Status.MECH else "TEM final.tie_weapons"
