"""The same clock for everybody: repeat some work for a while in processor time, several rounds; the best counts."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable
from importlib.metadata import version
from typing import Any

ROUNDS = 3
SECONDS = float(os.environ.get("PEER_SECONDS", "3"))


def best(work: Callable[[], int]) -> float:
    """The most results a second of some rounds."""
    found = []
    for _ in range(ROUNDS):
        total, began = 0, time.process_time()
        while (spent := time.process_time() - began) < SECONDS / ROUNDS:
            total += work()
        found.append(total / spent)
    return max(found)


def row(package: str, game: str, play: Callable[[], int], copy: Callable[[], int] | None) -> dict[str, Any]:
    """A game: decisions a second of random play, and how long a copy of a position takes."""
    copies = None if copy is None else best(copy)
    return {
        "program": package,
        "version": version(package),
        "game": game,
        "decisions_per_s": round(best(play)),
        "copy_us": None if copies is None else round(1e6 / copies, 2),
    }


def tell(rows: list[dict[str, Any]]) -> None:
    """Print the rows on a line of their own: some packages print as well."""
    print(json.dumps(rows))
