"""Balance of forces: every ready force against every other, half of the matches from each seat.

The share of matches that each force wins against each other, with its error, shows which force is too good.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import sqrt
from pathlib import Path
from typing import Any

import msgspec

from muster.kernel.errors import GameError
from muster.kernel.game import forces_of
from muster.lab.experiments.design import Experiment, Setting, Varied
from muster.lab.experiments.running import Run
from muster.lab.report import Table, table_lines
from muster.lab.simulate import Job, matches_played
from muster.library import load_game

LIMIT = 0.65
"""No force should win a larger share against a force of another faction."""
PAIR = "pair"


class Pair(msgspec.Struct):
    """Two forces and how many of their matches the first won; a shared victory counts half."""

    one: str
    other: str
    games: int = 0
    wins: float = 0.0

    @property
    def share(self) -> float:
        return self.wins / self.games

    @property
    def error(self) -> float:
        """One standard error of the share."""
        return sqrt(max(self.share * (1 - self.share), 0.01) / self.games)


def pairs_of(job: Job, only: Sequence[str] = ()) -> list[tuple[str, str]]:
    """All pairs of forces of different factions, or only the pairs that include one of some forces."""
    ready = forces_of(load_game(job.game, [Path(pack) for pack in job.packs])).ready()
    for name in only:
        if name not in ready:
            raise GameError(f"there is no force {name!r}; there are {', '.join(ready)}")
    return [
        (one, other)
        for one, other in combinations(ready, 2)
        if ready[one].get("faction") != ready[other].get("faction") and (not only or one in only or other in only)
    ]


def matrix_of(job: Job, games: int, only: Sequence[str] = ()) -> Experiment:
    """The experiment: each pair has dice of its own, so that a lucky draw in one says nothing about the next."""
    kind = forces_of(load_game(job.game)).kind
    options = {**job.options, f"{kind}s": f"{{{PAIR}}}"}
    pairs = tuple(list(pair) for pair in pairs_of(job, only))
    return Experiment(
        title=f"Forces of {job.game}",
        game=(Setting(job.game, options, packs=job.packs),),
        seats=(job.seats,),
        vary=(Varied(PAIR, pairs, same_dice=False),),
        matches=games,
        seed=job.seed,
    )


def pairs_in(run: Run) -> list[Pair]:
    """How the pairs fared."""
    found = []
    for arm, rows in run.by_arm():
        pair = Pair(*arm.values[PAIR])
        for row in rows:
            pair.games += 1
            pair.wins += row.shares[arm.turns[row.turn].forces]
        found.append(pair)
    return found


def table(pairs: Sequence[Pair]) -> Table:
    """The percentage that the row's force wins against the column's, then the mean."""
    names = list(dict.fromkeys([name for pair in pairs for name in (pair.one, pair.other)]))
    shares = {(pair.one, pair.other): pair.share for pair in pairs}
    shares |= {(pair.other, pair.one): 1 - pair.share for pair in pairs}
    rows = []
    for number, name in enumerate(names, 1):
        row = [shares.get((name, other)) for other in names]
        known = [share for share in row if share is not None]
        cells = ["" if share is None else f"{100 * share:.0f}" for share in row]
        rows.append([f"{number} {name}", *cells, f"{100 * sum(known) / len(known):.0f}"])
    return Table(["", *(str(number) for number in range(1, len(names) + 1)), "mean"], rows)


def report(pairs: Sequence[Pair]) -> Iterator[str]:
    """The matrix, then the pairs beyond the limit."""
    yield from table_lines(table(pairs))
    games = min(pair.games for pair in pairs)
    yield ""
    error = 100 * max(pair.error for pair in pairs)
    yield f"{matches_played(games)} for each pair; one standard error is up to {error:.1f} points."
    beyond = [pair for pair in pairs if max(pair.share, 1 - pair.share) > LIMIT]
    yield f"In {len(beyond)} of {len(pairs)} pairs one force wins more than {100 * LIMIT:.0f}%:"
    for pair in sorted(beyond, key=lambda pair: -abs(pair.share - 0.5)):
        better, worse = (pair.one, pair.other) if pair.share > 0.5 else (pair.other, pair.one)
        share = max(pair.share, 1 - pair.share)
        yield f"- {better} beats {worse} in {100 * share:.0f}% (±{100 * pair.error:.0f})"


def plain(pairs: Sequence[Pair]) -> list[dict[str, Any]]:
    return [
        {"one": pair.one, "other": pair.other, "games": pair.games, "share": pair.share, "error": pair.error}
        for pair in pairs
    ]
