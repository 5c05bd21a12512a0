"""Learning: a policy, and weights for chances to win, from matches of the search against itself.

Each round the search plays with what it learned in the round before. The policy learns what the search chose after
thinking, so that the next search begins where this one ended; the chances learn how the matches ended, from positions
like those that a search judges. Then, if wanted, what was learned meets what was there before.
"""

from __future__ import annotations

import argparse
import math
import os
import random
from pathlib import Path

import msgspec
import tomli_w

from muster.arguments import add_json
from muster.kernel.chances import Chances, chances_for
from muster.kernel.errors import GameError
from muster.kernel.game import thinking_of
from muster.lab.calibrate import FOLDS, Noted, fit, keep, share, weights_of
from muster.lab.duel import Fought, duel
from muster.lab.elo import wilson
from muster.lab.policy_fit import fit_policy
from muster.lab.pool import spread
from muster.lab.self_play import Learned, Lesson, learned, self_play
from muster.lab.setups import drawn_setup
from muster.lab.simulate import positive
from muster.library import load_chances, load_game, load_policy

CHUNK = 5
"""Matches that a worker plays before it reports."""
TRIAL = 4
"""Matches, from both seats, by which is found out how long an iteration takes."""
FAR = 1_000_000
"""Seeds of duels begin so far from those of the matches that were learned from."""


class Round(msgspec.Struct, frozen=True):
    """The result of one round of learning."""

    matches: int
    decisions: int
    surprise: float
    """Of the policy, by choices in matches that it did not see, in nats a decision;"""
    ignorance: float
    """of whoever holds all answers for equally likely;"""
    surprise_by_ends: float
    """of the chances to win, by how matches ended that they did not see."""


# The command

EXAMPLES = """\
examples:
  muster learn tiny_epic_mechs --write policy.toml            learn a policy, in two rounds of 200 matches
  muster learn tiny_epic_mechs --rounds 1 --duel 100          and find out whether it wins"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EXAMPLES
    parser.add_argument("game", metavar="GAME", help="a game ('muster games' lists them)")
    parser.add_argument("--rounds", type=positive, default=2, metavar="N", help="rounds of learning (default 2)")
    parser.add_argument("--games", type=positive, default=200, metavar="N", help="matches in a round (default 200)")
    parser.add_argument(
        "--iterations", type=positive, default=200, metavar="N", help="tries a decision of the search (default 200)"
    )
    parser.add_argument("--players", type=positive, default=2, metavar="N", help="how many players (default 2)")
    parser.add_argument(
        "--whims", type=share, default=0.03, metavar="P", help="the share of answers given on a whim (default 0.03)"
    )
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="the seed of the first match (default 1)")
    parser.add_argument(
        "--workers", type=positive, default=0, metavar="W", help="processes to use (default: one for each core)"
    )
    parser.add_argument(
        "--values", action="store_true", help="learn weights for chances to win as well, not the policy alone"
    )
    parser.add_argument("--write", type=Path, metavar="FILE", help="keep the policy in FILE")
    parser.add_argument("--write-values", type=Path, metavar="FILE", help="keep the weights for chances in FILE")
    parser.add_argument(
        "--duel",
        type=positive,
        default=0,
        metavar="N",
        help="then let the search play N matches (of two) with it against the same without, at equal processor time",
    )
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """`muster learn`."""
    if thinking_of(load_game(args.game)).traits is None:
        raise GameError(f"{args.game} has no traits of answers: there is nothing to learn a policy from")
    drawn_setup(load_game(args.game), random.Random(0), args.players)
    before = learned(chances_for(load_chances(args.game), args.players), None)
    known, rounds = before, []
    for number in range(args.rounds):
        known, came = one_round(args, known, args.seed + number * args.games)
        rounds.append(came)
        if not args.json:
            print(told(number + 1, came), flush=True)
    if args.write is not None:
        args.write.write_text(policy_text(args, known, rounds[-1]), "utf-8")
        load_policy.cache_clear()
    if args.write_values is not None:
        keep(args.write_values, args.game, args.players, value_table(args, known, rounds[-1]))
    fought = measured(args, known, before) if args.duel else None
    if args.json:
        print(msgspec.json.encode({"game": args.game, "rounds": rounds, "duel": fought}).decode())
    elif fought is not None:
        print(told_of_duel(fought))
    return 0


def one_round(args: argparse.Namespace, known: Learned, first: int) -> tuple[Learned, Round]:
    """Play, and learn from it."""
    seeds = [range(one, min(one + CHUNK, first + args.games)) for one in range(first, first + args.games, CHUNK)]
    parts = [(args.game, args.players, args.iterations, args.whims, known, some) for some in seeds]
    lessons: list[Lesson] = []
    positions: list[Noted] = []
    for found, noted in spread(self_play, parts, args.workers or os.cpu_count() or 1):
        lessons += found
        positions += noted
    lessons.sort(key=lambda lesson: lesson.match)
    positions.sort(key=lambda position: position.match)
    if len({lesson.match for lesson in lessons}) < FOLDS:
        raise GameError(f"too few matches to learn from: let at least {FOLDS} be played")
    traits = thinking_of(load_game(args.game)).traits
    assert traits is not None
    policy, surprise, ignorance = fit_policy(lessons, len(traits.names))
    chances, by_ends = Chances(known.start, known.middle, known.end, known.tempo), 0.0
    if args.values:
        chances, by_ends, _ = fit(positions)
    return learned(chances, policy), Round(args.games, len(lessons), surprise, ignorance, by_ends)


def measured(args: argparse.Namespace, known: Learned, before: Learned) -> Fought:
    """How what was learned does against what was there before, if both think for as long."""
    if args.players != 2:
        raise GameError("a duel needs two players")
    minds, each = (known, before), args.iterations
    trial = duel(args.game, minds, (each, each), range(FAR - TRIAL, FAR))
    own = max(1, round(each * trial.pace(1) / trial.pace(0)))
    found = Fought(iterations=[own, each])
    seeds = [[FAR + number] for number in range(-(-args.duel // 2))]
    parts = [(args.game, minds, (own, each), some) for some in seeds]
    for part in spread(duel, parts, args.workers or os.cpu_count() or 1):
        found.add(part)
    return found


def policy_text(args: argparse.Namespace, known: Learned, came: Round) -> str:
    """The policy as a file."""
    traits = thinking_of(load_game(args.game)).traits
    assert traits is not None
    title = (
        f"# Which answers of {args.game} a strong player would give, learned from matches of its search:\n"
        "# 'muster learn' makes it anew, 'kernel.policy' reads it.\n\n"
    )
    table = {
        "rounds": args.rounds,
        "matches": args.games,
        "iterations": args.iterations,
        "players": args.players,
        "whims": args.whims,
        "seed": args.seed,
        "surprise": round(came.surprise, 4),
        "ignorance": round(came.ignorance, 4),
        "weights": {name: weight for name, weight in zip(traits.names, known.policy, strict=True) if weight},
    }
    return title + tomli_w.dumps(table)


def value_table(args: argparse.Namespace, known: Learned, came: Round) -> dict[str, object]:
    """The weights for chances as `muster calibrate` keeps them."""
    return {
        "matches": args.games,
        "bot": f"search:{args.iterations}",
        "whims": args.whims,
        "seed": args.seed,
        "surprise": round(came.surprise_by_ends, 4),
        "tempo": known.tempo,
        "weights": weights_of(args.game, Chances(known.start, known.middle, known.end, known.tempo)),
    }


def told(number: int, came: Round) -> str:
    """A round for people."""
    lines = [
        f"round {number}: {came.decisions} decisions of {came.matches} matches",
        f"  surprise by what the search answered {came.surprise:.4f} (knowing nothing: {came.ignorance:.4f}),"
        f" as if it chose among {math.exp(came.surprise):.1f} answers, not {math.exp(came.ignorance):.1f}",
    ]
    if came.surprise_by_ends:
        lines.append(f"  surprise by how matches ended {came.surprise_by_ends:.4f}")
    return "\n".join(lines)


def told_of_duel(found: Fought) -> str:
    """A duel for people."""
    low, high = wilson(found.won, found.matches)
    own, other = found.iterations
    return (
        f"with what was learned ({own} tries, {1000 * found.pace(0):.1f} ms a decision) against without"
        f" ({other} tries, {1000 * found.pace(1):.1f} ms): {found.won:g} of {found.matches} matches,"
        f" {found.won / found.matches:.1%} ({low:.0%} to {high:.0%})"
    )
