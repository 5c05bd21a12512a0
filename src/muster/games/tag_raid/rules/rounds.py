"""The end of turns, rounds and the match (rulebook, "Game Round", "Victory Conditions")."""

from __future__ import annotations

from muster.games.tag_raid.rules.neomaterial import store_at_end_of_turn
from muster.games.tag_raid.state.questions import all_bezoar, timeline, units_of
from muster.games.tag_raid.state.state import Stage, State
from muster.kernel.game import Result
from muster.kernel.requests import Table


async def end_turn(table: Table, state: State) -> None:
    """End a turn: unspent orders are lost; then the next player in the timeline, or the end of the round.

    [TR turn.end] [TR orders.not_saved] [TR round.turns]
    """
    miner = state.miners[state.active]
    miner.orders = 0
    await store_at_end_of_turn(table, state, miner)
    state.turn += 1
    if state.turn == len(state.timeline):
        state.stage = Stage.END_ROUND
        return
    state.active = timeline(state)[state.turn]
    state.stage = Stage.TURN


async def end_round(table: Table, state: State) -> None:
    """End a round; the match is over if the MegaBeast is dead, a player has fifteen units, or no event is left.

    [TR end.beast] [TR end.fifteen] [TR end.events] [TR end.checked]
    """
    state.seen = (*state.seen, *state.events)
    state.events = ()
    # Special terrain lasts for the round of the card that made it.  [TR terrain.token]
    state.difficult = state.impassable = ()
    rich = max([units_of(miner) for miner in state.miners]) >= state.content.constants.early_end
    if rich or not state.beast.wounds or not state.event_deck:
        state.stage = Stage.OVER
        if table.listening:
            tell_result(table, state)
        return
    state.stage = Stage.EVENT


def result(state: State) -> Result | None:
    """The result: most neomaterial wins, then most T-Bezoar; if both are equal, it is a draw.

    [TR victory.most] [TR victory.bezoar] [TR victory.draw]
    """
    if state.stage != Stage.OVER:
        return None
    ranks = [(units_of(miner), all_bezoar(miner)) for miner in state.miners]
    best = max(ranks)
    winners = [seat for seat, rank in enumerate(ranks) if rank == best]
    return Result(winners, [rank[0] for rank in ranks])


def tell_result(table: Table, state: State) -> None:
    found = result(state)
    assert found is not None
    for seat in found.winners:
        key = "victory" if len(found.winners) == 1 else "draw"
        clause = "TR victory.most" if len(found.winners) == 1 else "TR victory.draw"
        table.tell(key, clause, {"seat": seat, "units": found.scores[seat]})
