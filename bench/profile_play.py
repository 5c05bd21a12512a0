"""Where the time of random play goes: a profile of 400 matches, by the time spent in each function itself.

python bench/profile_play.py [GAME]
"""

from __future__ import annotations

import cProfile
import pstats
import random
import sys

from muster.kernel.game import setup_of
from muster.lab.benchmark import random_match
from muster.library import load_game

MATCHES = 400


def main() -> None:
    game = load_game(sys.argv[1] if len(sys.argv) > 1 else "tiny_epic_mechs")
    prepared = setup_of(game).prepare({})
    rng = random.Random(1)
    profile = cProfile.Profile()
    profile.runcall(lambda: [random_match(game, prepared, rng, True) for _ in range(MATCHES)])
    pstats.Stats(profile).strip_dirs().sort_stats("tottime").print_stats(20)


if __name__ == "__main__":
    main()
