"""Legal forces, judged by the builder and by a second judge who has read nothing but the chapters and the cards."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any

from muster.kernel.game import Game, forces_of

Force = dict[str, Any]


def assert_judged_alike(
    game: Game[Any],
    sections: Mapping[str, str],
    drawn: Callable[[random.Random], Force],
    broken: Callable[[Force], set[str]],
    seed: int,
    count: int,
) -> None:
    """The builder names just what is broken, of so many forces drawn at random, neither all legal nor all not.
    `sections` has what the second judge calls each of its clauses.
    """
    rng, check, legal = random.Random(seed), forces_of(game).check, 0
    for _ in range(count):
        force = drawn(rng)
        told = {sections[refusal.clause] for refusal in check(force)}
        assert told == broken(force), force
        legal += not told
    assert count // 10 < legal < count * 9 // 10
