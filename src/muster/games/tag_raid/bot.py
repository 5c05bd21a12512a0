"""What TAG Raid adds to the bots: how good a position is for a seat, in units of neomaterial."""

from __future__ import annotations

from muster.games.tag_raid.questions import all_bezoar, tag_of, total
from muster.games.tag_raid.state import Miner, Stage, State

WOUND = 0.5
TOOL = 0.4


def evaluate(state: State, seat: int) -> float:
    """The seat's prospects minus those of its strongest enemy."""
    mine = prospects(state, state.miners[seat])
    others = [prospects(state, miner) for miner in state.miners if miner.seat != seat]
    return mine - max(others)


def prospects(state: State, miner: Miner) -> float:
    worth = total(miner) + 0.01 * all_bezoar(miner)
    if state.stage == Stage.OVER or miner.card < 0:
        return worth
    return worth + WOUND * miner.wounds + TOOL * min(len(miner.slots), tag_of(state, miner).slots)
