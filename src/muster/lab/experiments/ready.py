"""For commands that are experiments: a progress bar with the time that is left, and what went wrong."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from muster.arguments import state_directory
from muster.bots import COMMAND
from muster.kernel.errors import GameError
from muster.lab.experiments.keeping import Kept, heading_of
from muster.lab.experiments.playing import Row
from muster.lab.experiments.running import Run
from muster.lab.simulate import matches_played, progress


def play(run: Run, args: argparse.Namespace, kept_in: Path | None) -> None:
    """Play an experiment as a command line asks, with its matches in a file if there is one."""
    with Kept(kept_in, heading_of(run.experiment)) as kept, progress(run.plan.total) as done:
        run.play(kept, args.workers or os.cpu_count() or 1, args.cluster, done)


def tell_trouble(run: Run) -> None:
    """Raise `GameError` if the experiment was stopped or matches broke; the journals of those are kept."""
    broken = [keep_journal(row) for row in run.broken]
    if broken:
        more = f"; {len(broken)} of {matches_played(len(run.rows))} broke" if len(broken) > 1 else ""
        raise GameError(broken[0] + more)
    if not run.complete:
        raise GameError(f"interrupted after {len(run.rows)} of {matches_played(run.planned)}")


def keep_journal(row: Row) -> str:
    """Save the journal of a match that broke; returns a sentence about it."""
    sentence = f"match {row.number} (seed {row.seed}, seats {','.join(row.seats)}): {row.broken}"
    if not row.journal:
        return sentence
    # matches of one round have the same seed
    path = state_directory() / "failures" / f"{row.game}-{row.seed}-{row.number}.journal"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(row.journal, "utf-8")
    somebodys = any(bot.startswith(COMMAND) for bot in row.seats)
    wish = "" if somebodys else ": please report it"
    return f"{sentence}; its journal is {path} ('muster replay' shows it){wish}"
