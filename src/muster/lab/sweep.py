"""Sweeps: what if armour were 4? One thing varies, everything else meets the same dice, and the curve shows it."""

from __future__ import annotations

import argparse
import re
from pathlib import Path
from typing import Any

import msgspec

from muster.arguments import plain_value
from muster.kernel.errors import GameError
from muster.kernel.game import setup_of
from muster.lab.experiments.design import Experiment, Setting, Varied
from muster.lab.experiments.ready import play, tell_trouble
from muster.lab.experiments.running import Run
from muster.lab.report import as_page, as_text, needs_drawing
from muster.lab.simulate import Job, add_engine, add_job_arguments, job_of
from muster.lab.summary import plain_arms, report_of
from muster.library import load_game

RANGE = re.compile(r"(-?\d+)\.\.(-?\d+)")
MOST_VALUES = 200


def values_of(text: str) -> tuple[Any, ...]:
    """`1..4` or values between commas.

    >>> values_of("1..4"), values_of("quarry,open")
    ((1, 2, 3, 4), ('quarry', 'open'))
    """
    if (between := RANGE.fullmatch(text)) is not None:
        first, last = int(between[1]), int(between[2])
        if not first < last <= first + MOST_VALUES:
            raise GameError(f"{text!r} is no range: write it from small to large, {MOST_VALUES} values at most")
        return tuple(range(first, last + 1))
    found = plain_value(f"[{text}]")
    values = found if isinstance(found, list) else [part.strip() for part in text.split(",")]
    if isinstance(found, list) and any(isinstance(value, str) and "[" in value for value in found):
        values = [part.strip() for part in text.split(",")]
    return tuple(values)


def sweep_of(job: Job, what: str, games: int, interval: float = 0.0) -> Experiment:
    """The experiment: a field of a card (`model.stage_3a.armour`), an option of the set-up (`table`), or a gap in the
    name of a bot (`tries`).
    """
    name, found, text = what.partition("=")
    if not found or not name.strip() or not text.strip():
        raise GameError(f"{what!r} is not of the form WHAT=VALUES, such as model.stage_3a.armour=0..3")
    name, values, options = name.strip(), values_of(text.strip()), dict(job.options)
    if name.count(".") >= 2:
        kind, card, field = name.split(".", 2)
        label = re.sub(r"\W+", "_", field).strip("_").lower()
        varied = Varied(label, values, card=f"{kind}.{card}", field=field)
    else:
        varied = Varied(name, values)
        if any(f"{{{name}}}" in bot for bot in job.seats):
            pass
        elif name in setup_of(load_game(job.game)).prepare({}).options:
            options[name] = f"{{{name}}}"
        else:
            raise GameError(
                f"{name!r} is neither a card's field (KIND.CARD.FIELD) nor an option of {job.game}, and no bot in"
                f" --seats has the gap {{{name}}}"
            )
    return Experiment(
        title=f"{job.game}: what if {name} were {text.strip()}?",
        game=(Setting(job.game, options, packs=job.packs),),
        seats=(job.seats,),
        vary=(varied,),
        matches=games,
        interval=interval,
        seed=job.seed,
    )


EXAMPLES = """\
examples:
  muster sweep deadzone model.stage_3a.armour=0..3 --seats greedy,greedy --set teams=plague_horde,rebs_cell
  muster sweep tiny_epic_mechs tries=10,40,160 --seats search:{tries},greedy
  muster sweep tag_raid table=claim,quarry --seats greedy,random --html table.html

With the same bot in all seats the share is that of the first force, else that of the first bot."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EXAMPLES
    add_job_arguments(parser)
    parser.add_argument("what", metavar="WHAT=VALUES", help="what varies: KIND.CARD.FIELD, an option, or a bot's {gap}")
    add_engine(parser)
    parser.add_argument(
        "--interval", type=float, default=0.0, metavar="SHARE", help="stop when shares are known so well (0.05: ±5%%)"
    )
    parser.add_argument("--html", type=Path, metavar="FILE", help="write the report as a page, with its plot")
    parser.add_argument(
        "--resume", type=Path, metavar="FILE.jsonl", help="keep every finished match in FILE, and go on from there"
    )


def run(args: argparse.Namespace) -> int:
    """`muster sweep`."""
    experiment = sweep_of(job_of(args), args.what, args.games, args.interval)
    if args.html is not None:
        needs_drawing()
    running = Run(experiment)
    play(running, args, args.resume)
    if running.rows:
        report = report_of(running)
        if args.html is not None:
            args.html.write_text(as_page(report), "utf-8")
        print(msgspec.json.encode(plain_arms(running)).decode() if args.json else as_text(report))
    tell_trouble(running)
    return 0
