"""Several cores at one decision: copies of the process search on, each with chance of its own, and report what they
found at the root.

A copy (`os.fork`) knows everything that this process knows, so nothing has to be sent to it. Where there are no such
copies, this process searches alone. The same seed, iterations and number of cores give the same choice.
"""

from __future__ import annotations

import os
import random
import threading
from typing import TypeVar

import msgspec

from muster.bots.search.budget import Budget
from muster.bots.search.searching import Search

S = TypeVar("S")


class Found(msgspec.Struct, frozen=True):
    """The findings of a copy: for each answer at the root how often it was chosen since, and its results, summed."""

    iterations: int
    answers: dict[str, tuple[int, float]]


def think_together(search: Search[S], budget: Budget, rng: random.Random) -> None:
    """Think with as many cores as the budget has; each gets its share of the iterations, and all of the time."""
    seeds = [rng.getrandbits(32) for _ in range(budget.cores)]
    if budget.cores == 1 or not can_copy():
        search.think(budget)
        return
    missing = max(0, budget.iterations - search.iterations)
    share = search.iterations + -(-missing // budget.cores) if budget.iterations else 0
    own = Budget(share, budget.seconds)
    copies = [copy_of(search, own, seed) for seed in seeds[1:]]
    try:
        search.think(own)
    finally:
        reports = [report_of(*copy) for copy in copies]
    for report in reports:
        if report is not None:
            search.learn(report.iterations, report.answers)


def can_copy() -> bool:
    """Whether this process can be copied: the system can, and no other thread could hold a lock."""
    return hasattr(os, "fork") and threading.active_count() == 1


def copy_of(search: Search[S], budget: Budget, seed: int) -> tuple[int, int]:
    """Start a copy that thinks; returns its process and where to read what it found."""
    reading, writing = os.pipe()
    process = os.fork()
    if process:
        os.close(writing)
        return process, reading
    try:
        os.close(reading)
        found = thought(search, budget, seed)
        with os.fdopen(writing, "wb") as pipe:
            pipe.write(msgspec.msgpack.encode(found))
    finally:
        os._exit(0)


def thought(search: Search[S], budget: Budget, seed: int) -> Found:
    """In a copy: think, and say what is new."""
    before = {key: (node.visits, node.total) for key, node in search.root.answers.items()}
    began = search.iterations
    search.reseed(seed)
    search.think(budget)
    answers = {
        key: (node.visits - before[key][0], node.total - before[key][1])
        for key, node in search.root.answers.items()
        if key in before and node.visits > before[key][0]
    }
    return Found(search.iterations - began, answers)


def report_of(process: int, reading: int) -> Found | None:
    """The findings of a copy; None if it failed."""
    with os.fdopen(reading, "rb") as pipe:
        said = pipe.read()
    os.waitpid(process, 0)
    return msgspec.msgpack.decode(said, type=Found) if said else None
