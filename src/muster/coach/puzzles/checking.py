"""Does a puzzle stand? With dice and secrets drawn anew, its right answers must be clearly better than all others.

How a puzzle is found (`finding`) sieves on the way, so that few decisions cost much: it looks for a gap with nothing in
it, and gives up early. None of that is asked here. One thing is: by how much the right answers lead.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

from muster.bots.chair import Chair
from muster.coach.puzzles.finding import LEAST_HEARD, USUAL, Standard, at_length, in_short
from muster.kernel.chances import Chances

S = TypeVar("S")

ENOUGH: Final = 0.5
"""A lead is clear from this share of the margin on that a new puzzle needs: puzzles are chosen where the dice of the
first hearings fell well for the right answer, so with others the lead is a little smaller.
"""


@dataclass(frozen=True, slots=True)
class Check:
    """By how much the right answers are ahead of every other: the worst of them before the best of those, for each
    seed.
    """

    leads: Sequence[float]
    wanted: float

    @property
    def lead(self) -> float:
        return sum(self.leads) / len(self.leads)

    @property
    def stands(self) -> bool:
        """Whether they lead clearly, and whatever the seed."""
        return self.lead >= self.wanted and min(self.leads) > 0


def check(chair: Chair[S], chances: Chances, right: Collection[str], seed: int, standard: Standard = USUAL) -> Check:
    """Hear the right answers of a puzzle again, and every other that could be as good, each with several seeds."""
    options = {option.key: option for option in chair.options}
    leads: list[float] = []
    others: list[str] = []
    for number in range(1, standard.seeds + 1):
        own = f"{seed}/check/{number}"
        worst = min(at_length(chair, chances, options[key], own, standard) for key in right)
        if not others:
            others = _rivals(chair, chances, right, worst, own, standard)
        best = max(at_length(chair, chances, options[key], own, standard) for key in others)
        leads.append(worst - best)
    return Check(leads, ENOUGH * standard.margin)


def _rivals(
    chair: Chair[S], chances: Chances, right: Collection[str], worst: float, seed: str, standard: Standard
) -> list[str]:
    """The other answers that might be as good as the worst of the right ones, by a short hearing of each; and the most
    hopeful ones in any case.
    """
    hopes: dict[str, float] = {}
    for option in chair.options:
        if option.key not in right:
            rng = random.Random(f"{seed}/short/{option.key}")
            _, hopes[option.key] = in_short(chair, chances, option, rng, standard)
    ranked = sorted(hopes, key=lambda key: -hopes[key])
    serious = sum(hope > worst - standard.margin for hope in hopes.values())
    return ranked[: max(LEAST_HEARD - len(right), serious, 1)]
