"""The rows of an experiment as Parquet files, one row a match and, if they were kept, one a decision. polars writes
them (in the extra `research`).
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from muster.kernel.errors import GameError
from muster.lab.experiments.plan import said
from muster.lab.experiments.running import Run

if TYPE_CHECKING:
    import polars as pl

MATCHES = "matches.parquet"
DECISIONS = "decisions.parquet"


def needs_polars() -> None:
    """Say what to install before anything is played."""
    try:
        import polars  # noqa: F401
    except ImportError:
        raise GameError("results as Parquet need the extra: pip install 'muster[research]'") from None


def matches_frame(run: Run) -> pl.DataFrame:
    """A row for each match, in the order of their numbers. A value that varies has a column of its name."""
    import polars as pl

    names = [varied.name for varied in run.experiment.vary]
    rows: list[dict[str, Any]] = []
    for row in run.rows:
        cards = row.cards
        rows.append(
            {
                "number": row.number,
                "game": row.game,
                "arm": run.plan.by_key[row.arm],
                "round": row.round,
                "turn": row.turn,
                "seed": row.seed,
                **{f"vary_{name}": plain(row.values.get(name)) for name in names},
                "lineup": list(row.lineup),
                "seats": list(row.seats),
                "shares": list(row.shares),
                "points": list(row.points),
                "decisions": list(row.decisions),
                "seconds": list(row.seconds),
                "refused": list(row.refused),
                "answers": row.answers,
                "rounds": None if cards is None else cards.rounds,
                "first": None if cards is None else cards.first,
                "sides": None if cards is None else [cards.sides.get(place, "") for place in range(len(row.seats))],
                "offered": None if cards is None else cards.offered,
                "taken": None if cards is None else cards.taken,
                "broken": row.broken or None,
            }
        )
    texts = pl.List(pl.String)
    types: dict[str, Any] = {
        "lineup": texts, "seats": texts, "shares": pl.List(pl.Float64), "points": pl.List(pl.Int64),
        "decisions": pl.List(pl.Int64), "seconds": pl.List(pl.Float64), "refused": pl.List(pl.Int64),
        "rounds": pl.Int64, "first": pl.Int64, "sides": texts, "offered": texts, "taken": texts, "broken": pl.String,
    }  # fmt: skip
    return pl.DataFrame(rows, schema_overrides=types, infer_schema_length=None, strict=False)


def plain(value: Any) -> Any:
    """A value for a column: numbers and words as they are, lists as one would type them."""
    return value if value is None or isinstance(value, int | float | str) else said(value)


def decisions_frame(run: Run) -> pl.DataFrame:
    """A row for each answer, small ones too: the match, how manieth it is, who gave it to what."""
    import polars as pl

    rows = [
        (row.number, index, one.place, row.seats[one.place], one.prompt, one.options, one.answer, one.seconds)
        for row in run.rows
        for index, one in enumerate(row.log)
    ]
    columns = {
        "number": pl.Int64, "index": pl.Int64, "place": pl.Int64, "bot": pl.String, "prompt": pl.String,
        "options": pl.Int64, "answer": pl.String, "seconds": pl.Float64,
    }  # fmt: skip
    return pl.DataFrame(rows, schema=columns, orient="row")


def write_frames(run: Run, folder: Path) -> list[Path]:
    """Write the tables; a file is there whole or as it was before."""
    frames = {MATCHES: matches_frame(run)}
    if run.experiment.decisions:
        frames[DECISIONS] = decisions_frame(run)
    for name, frame in frames.items():
        beside = folder / f".{name}.new"
        frame.write_parquet(beside)
        os.replace(beside, folder / name)
    return [folder / name for name in frames]
