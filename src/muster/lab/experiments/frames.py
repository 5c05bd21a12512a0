"""The rows of an experiment as Parquet files, one row a match and, if they were kept, one a decision. polars writes
them (in the extra `research`).
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from muster.kernel.errors import GameError
from muster.lab.experiments.plan import said
from muster.lab.experiments.playing import Row
from muster.lab.experiments.running import Run

if TYPE_CHECKING:
    import polars as pl

MATCHES = "matches.parquet"
DECISIONS = "decisions.parquet"
MATCHES_IN_A_PART = 50_000
LOGS_IN_A_PART = 1_000
"""Matches whose rows are in memory at once while the tables are written."""


def needs_polars() -> None:
    """Say what to install before anything is played."""
    try:
        import polars  # noqa: F401
    except ImportError:
        raise GameError("results as Parquet need the extra: pip install 'muster[research]'") from None


def matches_frames(run: Run) -> Iterator[pl.DataFrame]:
    """A row for each match, in the order of their numbers, in parts. A value that varies has a column of its name."""
    import polars as pl

    texts = pl.List(pl.String)
    varied = {varied.name: pl.Series(list(map(plain, varied.values)), strict=False) for varied in run.experiment.vary}
    schema: dict[str, Any] = {
        "number": pl.Int64, "game": pl.String, "arm": pl.Int64, "round": pl.Int64, "turn": pl.Int64, "seed": pl.Int64,
        **{f"vary_{name}": values.dtype for name, values in varied.items()},
        "lineup": texts, "seats": texts, "shares": pl.List(pl.Float64), "points": pl.List(pl.Int64),
        "decisions": pl.List(pl.Int64), "seconds": pl.List(pl.Float64), "refused": pl.List(pl.Int64),
        "replaced": pl.List(pl.Int64),
        "answers": pl.Int64, "rounds": pl.Int64, "first": pl.Int64, "sides": texts, "offered": texts, "taken": texts,
        "broken": pl.String,
    }  # fmt: skip
    for rows in in_parts(run.rows, MATCHES_IN_A_PART):
        yield pl.DataFrame([match_line(run, row, varied) for row in rows], schema=schema, orient="row", strict=False)


def match_line(run: Run, row: Row, varied: Iterable[str]) -> tuple[Any, ...]:
    cards = row.cards
    counted: tuple[Any, ...] = (None,) * 5
    if cards is not None:
        sides = [cards.sides.get(place, "") for place in range(len(row.seats))]
        counted = cards.rounds, cards.first, sides, cards.offered, cards.taken
    arm = run.plan.arm_of(row.number)
    values = (plain(row.values.get(name)) for name in varied)
    tallies = row.decisions, row.seconds, row.refused, row.replaced
    lists = map(list, (row.lineup, row.seats, row.shares, row.points, *tallies))
    head = row.number, row.game, arm, row.round, row.turn, row.seed
    return *head, *values, *lists, row.answers, *counted, row.broken or None


def plain(value: Any) -> Any:
    """A value for a column: numbers and words as they are, lists as one would type them."""
    return value if value is None or isinstance(value, int | float | str) else said(value)


def decisions_frames(run: Run) -> Iterator[pl.DataFrame]:
    """A row for each answer, small ones too: the match, how manieth it is, who gave it to what. In parts."""
    import polars as pl

    schema = {
        "number": pl.Int64, "index": pl.Int64, "place": pl.Int64, "bot": pl.String, "prompt": pl.String,
        "options": pl.Int64, "answer": pl.String, "seconds": pl.Float64,
    }  # fmt: skip
    for part in in_parts(run.rows, LOGS_IN_A_PART):
        rows = [
            (row.number, index, one.place, row.seats[one.place], one.prompt, one.options, one.answer, one.seconds)
            for row in part
            for index, one in enumerate(row.log)
        ]
        yield pl.DataFrame(rows, schema=schema, orient="row")


def in_parts(rows: Iterable[Row], size: int) -> Iterator[list[Row]]:
    """Rows, so many at a time; one part at least."""
    waiting = iter(rows)
    yield list(islice(waiting, size))
    while part := list(islice(waiting, size)):
        yield part


def write_frames(run: Run, folder: Path) -> list[Path]:
    """Write the tables, part by part."""
    import polars as pl

    frames = {MATCHES: matches_frames(run)}
    if run.experiment.decisions:
        frames[DECISIONS] = decisions_frames(run)
    for name, parts in frames.items():
        with anew(folder / name) as whole:
            written: list[Path] = []
            try:
                for number, part in enumerate(parts):
                    written.append(whole.with_name(f"{number}.parquet"))
                    part.write_parquet(written[-1])
                pl.scan_parquet(written).sink_parquet(whole)
            except (pl.exceptions.ComputeError, OSError) as error:  # polars has its own words for a full disk
                raise GameError(f"{folder / name} cannot be written: {error}") from None
    return [folder / name for name in frames]


@contextmanager
def anew(path: Path) -> Iterator[Path]:
    """Write a file in a folder of its own and put it into its place: it is there whole, or as it was before."""
    with TemporaryDirectory(prefix=f".{path.name}.", dir=path.parent) as place:
        draft = Path(place, path.name)
        yield draft
        os.replace(draft, path)
