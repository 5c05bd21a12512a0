"""The compiled build is the same game: the same seed gives the same questions with the same answers, and a search with
the same tries thinks the same to the last digit.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from muster.bots import chair_at
from muster.bots.search import Budget, SearchBot
from muster.kernel import match as kernel
from muster.kernel.dice import SeededDice
from muster.kernel.sessions import new_match
from muster.lab.setups import drawn_setup
from muster.library import game_names, load_game

PLAIN = Path(__file__).parents[2] / "src"
SEEDS = (1, 2, 3)
MOST = 250
"""So many decisions of a match at most."""
NOW_AND_THEN = 12
"""After so many decisions a search has a look."""


def told(name: str) -> Iterator[str]:
    """Some matches: every question with all its answers, what was answered, and now and then what a search thinks."""
    game = load_game(name)
    for seed in SEEDS:
        rng = random.Random(seed)
        match = new_match(game, drawn_setup(game, rng), SeededDice(seed))
        for number in range(MOST):
            if not match.pending:
                break
            seat = min(match.pending)
            options = match.pending[seat].space.options()
            answer = rng.choice(options)
            if number % NOW_AND_THEN == 0 and len(options) > 1:
                search = SearchBot(random.Random(seed), Budget(1)).search(chair_at(match, seat))
                search.think(Budget(len(options) + NOW_AND_THEN))
                answer = search.best()
                yield f"{search.iterations} tries, {answer.key} {search.chance(answer)!r}"
            prompt = match.pending[seat].prompt.key
            yield f"{seed}.{number} {seat} {prompt}: {' '.join(option.key for option in options)} -> {answer.key}"
            match.play(seat, answer)
        yield str(match.result)


@pytest.mark.skipif(str(kernel.__file__).endswith(".py"), reason="needs the compiled build")
@pytest.mark.parametrize("name", game_names())
def test_the_compiled_build_asks_offers_and_thinks_the_same(name: str) -> None:
    plain = subprocess.run(
        [sys.executable, __file__, name],
        env=os.environ | {"PYTHONPATH": str(PLAIN)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert plain.stdout.splitlines() == list(told(name))


if __name__ == "__main__":
    assert str(kernel.__file__).endswith(".py")
    print(*told(sys.argv[1]), sep="\n")
