"""`muster lab`: run an experiment from its file, look at its report again, get any of its matches back as a journal."""

from __future__ import annotations

import argparse
import shlex
from pathlib import Path

import msgspec

from muster.arguments import add_json
from muster.kernel.errors import GameError
from muster.lab.experiments.design import Experiment, read_experiment, write_experiment
from muster.lab.experiments.frames import anew, needs_polars, write_frames
from muster.lab.experiments.keeping import Kept, heading_of
from muster.lab.experiments.playing import overlays, play_slot
from muster.lab.experiments.reading import judging
from muster.lab.experiments.ready import play, tell_trouble
from muster.lab.experiments.running import Run
from muster.lab.report import as_page, as_text, needs_drawing
from muster.lab.simulate import add_engine
from muster.lab.summary import plain, report_of

ROWS = "matches.jsonl"
REPORT = "report.html"
RUN, REPORT_AGAIN, JOURNAL = "run", "report", "journal"

EXAMPLES = """\
examples:
  muster lab run armour.toml                run it; stopped or killed, the same command goes on
  muster lab run armour.toml --cluster ray  the same on a Ray cluster
  muster lab report armour.toml             the report again, from the matches played so far
  muster lab journal armour.toml 17         match 17 as a journal, which 'muster replay' shows

The results are in armour.results: matches.jsonl (each match as it ended), matches.parquet, decisions.parquet if the
experiment keeps decisions, and report.html. docs/lab.md says what can stand in the file."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EXAMPLES
    parser.add_argument("what", choices=[RUN, REPORT_AGAIN, JOURNAL], help="what to do")
    parser.add_argument("file", metavar="FILE.toml", type=Path, help="the experiment")
    parser.add_argument("number", metavar="NUMBER", type=int, nargs="?", help="for 'journal': the number of a match")
    parser.add_argument("--out", metavar="FOLDER", type=Path, help="where the results are (default: FILE.results)")
    add_engine(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    experiment = read_experiment(args.file)
    folder: Path = args.out or args.file.with_suffix(".results")
    if args.what == JOURNAL:
        return get_journal(args, experiment, folder)
    needs_polars()
    needs_drawing()
    with judging(args.file):
        running = Run(experiment)
    if args.what == RUN:
        folder.mkdir(parents=True, exist_ok=True)
        play(running, args, folder / ROWS)
    else:
        look_again(running, folder)
    if running.rows:
        write_frames(running, folder)
        command = shlex.join(["muster", "lab", "run", args.file.name])
        report = report_of(running, [command], write_experiment(experiment))
        with anew(folder / REPORT) as page:
            page.write_text(as_page(report), "utf-8")
        if args.json:
            print(msgspec.json.encode({**plain(running), "folder": str(folder)}).decode())
        else:
            print(as_text(report))
            print(f"\nThe results are in {folder}.")
    tell_trouble(running)
    return 0


def look_again(running: Run, folder: Path) -> None:
    """Take what was played, and play nothing."""
    if not (folder / ROWS).is_file():
        raise GameError(f"{folder / ROWS}: there is nothing to report yet ('muster lab run' plays it)")
    with Kept(folder / ROWS, heading_of(running.experiment), writing=False) as kept:
        running.collect(kept)


def get_journal(args: argparse.Namespace, experiment: Experiment, folder: Path) -> int:
    """Write a match down as a journal: the one that was kept, or the same match played again."""
    if args.number is None:
        raise GameError("say the number of the match: muster lab journal FILE.toml NUMBER")
    with judging(args.file):
        running = Run(experiment)
    slot = running.plan.numbered(args.number)
    arm = running.plan.arms[slot.arm]
    known = None
    if (folder / ROWS).is_file():
        with Kept(folder / ROWS, heading_of(experiment), writing=False) as kept:
            known = kept.row(running.plan.key(slot))
    text = known.journal if known is not None else ""
    if not text:
        row = play_slot(experiment, arm, slot, journal=True)
        text = row.journal
        if known is not None and known.shares != row.shares:
            raise GameError(f"match {args.number} ended differently when it was played again: {row.shares}")
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"match-{args.number}.journal"
    path.write_text(text, "utf-8")
    packs: list[str] = []
    for pack, named in zip(overlays(arm), (*arm.packs, ""), strict=False):
        if not named:
            (folder / pack.name).write_text(pack.text, "utf-8")
        packs += ["--pack", named or str(folder / pack.name)]
    replay = ["muster", "replay", str(path), *packs]
    if args.json:
        where = {"number": slot.number, "arm": arm.label, "round": slot.round, "turn": slot.turn}
        print(msgspec.json.encode({**where, "journal": str(path), "replay": replay}).decode())
    else:
        print(f"{arm.label}, round {slot.round}, turn {slot.turn}: {path}")
        print(shlex.join(replay))
    return 0
