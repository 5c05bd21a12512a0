"""Between declaration and effect: in whole matches nothing is done by, or to, anybody who is gone."""

from __future__ import annotations

import os
import random

import pytest

from games.obsidian_protocol.desk import GAME
from muster.games.obsidian_protocol.state.state import State
from muster.kernel.dice import SeededDice
from muster.kernel.match import Match
from muster.kernel.requests import Event

GONE = frozenset(("destroyed", "removed", "replaced"))
LATE = frozenset(("destroyed", "removed", "detonated", "box_dropped", "attack_failed", "unfolded", "attack_dice"))
"""What may be told of somebody who is gone: the end itself, a last blast, what it let fall, that an attack failed."""


def breaches(events: list[Event]) -> list[str]:
    """Events that name somebody who was gone by then."""
    gone: set[str] = set()
    found = []
    for event in events:
        unit, target = str(event.params.get("unit", "")), str(event.params.get("target", ""))
        by_who = event.key != "dice_rolled"  # a blast is rolled for by who is gone already
        if (by_who and event.key not in LATE and unit in gone) or target in gone:
            found.append(repr(event))
        if event.key in GONE:
            if event.key == "destroyed" and unit in gone:
                found.append(f"twice: {event!r}")
            gone.add(unit)
    return found


@pytest.mark.clause("OP 4.4.3.unit", "OP 4.4.1.process")
@pytest.mark.parametrize("seed", range(60 if os.environ.get("HYPOTHESIS_PROFILE") == "thorough" else 4))
def test_nobody_who_is_gone_acts_or_suffers(seed: int) -> None:
    rng = random.Random(seed)
    match: Match[State] = Match(GAME, GAME.setup.prepare({}).new(), SeededDice(seed))
    while not match.over:
        seat = rng.choice(sorted(match.pending))
        match.answer(seat, rng.choice(match.pending[seat].space.options()).key)
    assert breaches(match.table.events) == []
