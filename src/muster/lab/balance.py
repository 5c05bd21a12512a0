"""Balance: which cards bots take when they are offered, which forces win, and which seat. Ready-made experiments."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

import msgspec

from muster.lab import matrix
from muster.lab import tuning as tune
from muster.lab.cards import Counts, cards_table, counts_of, side_tables
from muster.lab.elo import wilson
from muster.lab.experiments.design import Experiment, Setting
from muster.lab.experiments.ready import play, tell_trouble
from muster.lab.experiments.running import Run
from muster.lab.report import as_text, table_lines
from muster.lab.simulate import Job, add_engine, add_job_arguments, job_of, matches_played


def balance_of(job: Job, games: int) -> Experiment:
    """The experiment: the same bots in the same seats, cards counted."""
    return Experiment(
        title=f"Balance of {job.game}",
        game=(Setting(job.game, job.options, packs=job.packs),),
        seats=(job.seats,),
        matches=games,
        seed=job.seed,
        swap=False,
        cards=True,
    )


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_job_arguments(parser)
    add_engine(parser)
    parser.add_argument(
        "--matrix",
        action="store_true",
        help="play every force that comes with the game against every other, --games matches for each pair",
    )
    parser.add_argument(
        "--only", metavar="FORCE,FORCE", default="", help="only the pairs that include one of these forces"
    )
    parser.add_argument(
        "--resume", type=Path, metavar="FILE.jsonl", help="keep every finished match in FILE, and go on from there"
    )
    parser.add_argument(
        "--tune",
        type=Path,
        metavar="FILE.toml",
        help="change house figures within the bounds of FILE until its aims hold; the trials are kept beside it",
    )
    parser.epilog = EXAMPLES


EXAMPLES = """\
examples:
  muster balance tiny_epic_mechs --games 2000 --seats greedy,greedy
  muster balance deadzone --matrix --games 60 --seats greedy,greedy --resume matrix.jsonl
  muster balance tiny_epic_mechs --tune weapons.toml        docs/balance/tuning.md says what stands in the file"""


def run_matrix(args: argparse.Namespace) -> int:
    """`muster balance --matrix`: which force wins how often against which."""
    only = [name for name in args.only.split(",") if name]
    running = Run(matrix.matrix_of(job_of(args), args.games, only))
    play(running, args, args.resume)
    pairs = [pair for pair in matrix.pairs_in(running) if pair.games]
    if pairs:
        print(msgspec.json.encode(matrix.plain(pairs)).decode() if args.json else "\n".join(matrix.report(pairs)))
    tell_trouble(running)
    return 0


def run_tuning(args: argparse.Namespace) -> int:
    """`muster balance --tune`: trials in FILE.trials.jsonl, the figures in FILE.pack.toml, the report in FILE.md."""
    tuning = tune.read_tuning(args.tune, args.game)
    kept_in: Path = args.tune.with_suffix(".trials.jsonl")
    kept_in.unlink(missing_ok=True)
    count = 0

    def played(experiment: Experiment, kept: str = ".matches.jsonl") -> Run:
        running = Run(experiment)
        play(running, args, args.tune.with_suffix(kept))
        tell_trouble(running)
        return running

    def note(trial: tune.Trial) -> None:
        nonlocal count
        count += 1
        with kept_in.open("ab") as file:
            file.write(msgspec.json.encode(trial) + b"\n")
        values = ", ".join(f"{name} {value}" for name, value in trial.values.items())
        print(f"trial {count}: {trial.loss:.3f} with {values}", file=sys.stderr)

    trials = tune.search(tuning, played, note)
    best = tune.best_of(trials)
    then, now = (
        tune.misses(tuning, played(tune.experiment_of(tuning, values, tuning.check, tuning.seed + 1), kept))
        for values, kept in (({}, ".today.jsonl"), (best.values, ".best.jsonl"))
    )
    report = as_text(tune.report_of(tuning, best, then, now, count))
    args.tune.with_suffix(".pack.toml").write_text(tune.tuned_pack(tuning, best.values), "utf-8")
    args.tune.with_suffix(".md").write_text(report + "\n", "utf-8")
    print(msgspec.json.encode(tune.plain(tuning, best, then, now, count)).decode() if args.json else report)
    return 0


def run(args: argparse.Namespace) -> int:
    """`muster balance`: a table in Markdown, or JSON."""
    if args.tune is not None:
        return run_tuning(args)
    if args.matrix:
        return run_matrix(args)
    running = Run(balance_of(job_of(args), args.games))
    play(running, args, args.resume)
    counts = counts_of(row for row in running.rows if not row.broken)
    if counts.games:
        print(msgspec.json.encode(plain(args, counts)).decode() if args.json else "\n".join(report(args, counts)))
    tell_trouble(running)
    return 0


def plain(args: argparse.Namespace, counts: Counts) -> dict[str, Any]:
    return {
        "games": counts.games,
        "seed": args.seed,
        "first_player_wins": counts.first_wins / counts.games,
        "wins": {seat: wins / counts.games for seat, wins in sorted(counts.wins.items())},
        "sides": {
            side: {
                "matches": (matches := counts.played[side]),
                "share": (share := counts.share(side)),
                "interval": wilson(share * matches, matches),
            }
            for side in sorted(counts.played)
        },
        "rounds": dict(sorted(counts.rounds.items())),
        "cards": {
            name: {
                "offered": offered,
                "taken": counts.taken[name],
                "share": counts.taken[name] / offered,
                "of_all_taken": counts.purchases(name),
            }
            for name, offered in sorted(counts.offered.items())
        },
    }


def report(args: argparse.Namespace, counts: Counts) -> list[str]:
    lines = [f"{matches_played(counts.games)} of {args.game}, seats {args.seats}, seed {args.seed}.", ""]
    lines += [f"- seat {seat + 1} wins {100 * wins / counts.games:.1f}%" for seat, wins in sorted(counts.wins.items())]
    lines.append(f"- the start player wins {100 * counts.first_wins / counts.games:.1f}%")
    for table in (*side_tables(counts), cards_table(args.game, counts)):
        lines += ["", *table_lines(table)]
    return lines
