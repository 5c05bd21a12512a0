"""What TAG Raid adds to the bots: how good a position is for a seat, in units of neomaterial.

Units in hand (those in the warehouse are safe), wounds and what a death would cost, tools, and how near the next thing
worth having is. It reads nothing that the seat may not know.
"""

from __future__ import annotations

from typing import Final

from muster.games.tag_raid.questions import all_bezoar, loot_lies, tag_of, total
from muster.games.tag_raid.state import Miner, Stage, State
from muster.geometry.plane import span

WOUND: Final = 0.5
TOOL: Final = 0.5
SAFE: Final = 0.1
"""A unit in the warehouse is worth that much more than one in the scoring zone."""
BEZOAR: Final = 0.01
SLOWED: Final = 0.15
AT_RISK: Final = 0.12
"""Of each unit in the scoring zone, when one more wound kills."""
NEAR: Final = 0.6
"""What being beside a container is worth before it is searched; less with every millimetre."""
FAR: Final = 5000.0


def evaluate(state: State, seat: int) -> float:
    """The seat's prospects minus those of its strongest enemy."""
    mine = prospects(state, state.miners[seat])
    return mine - max([prospects(state, miner) for miner in state.miners if miner.seat != seat])


def prospects(state: State, miner: Miner) -> float:
    """What a player has, and may soon get."""
    worth = total(miner) + BEZOAR * all_bezoar(miner)
    if state.stage == Stage.OVER or miner.card < 0:
        return worth
    card = tag_of(state, miner)
    worth += WOUND * miner.wounds + TOOL * min(len(miner.slots), card.slots)
    worth += SAFE * (miner.stored_teseum + miner.stored_bezoar)
    if miner.slowed:
        worth -= SLOWED
    if miner.wounds <= 1:
        worth -= AT_RISK * (miner.teseum + miner.bezoar)
    return worth + NEAR * nearness(state, miner, len(miner.slots) < card.slots)


def nearness(state: State, miner: Miner, free_slot: bool) -> float:
    """From 0 to 1: how close the next container that can be used or the next loot is."""
    if not miner.on_table:
        return 0.0
    best = 0.0
    for number, (x, y, _) in enumerate(state.field.containers):
        if number not in miner.drawn:
            best = max(best, (1.0 if free_slot else 0.4) * (1 - span(x - miner.x, y - miner.y) / FAR))
    for other in state.miners:
        if loot_lies(other):
            units = other.loot_teseum + other.loot_bezoar
            x, y, _ = other.loot_spot
            best = max(best, (0.4 + 0.4 * units) * (1 - span(x - miner.x, y - miner.y) / FAR))
    return best
