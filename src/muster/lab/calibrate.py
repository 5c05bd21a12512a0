"""Calibration: how much the figures of a position say about who will win, fitted to matches that bots played.

Positions are noted on the way, each with the figures of every seat, who was asked next and who won in the end.
`kernel.chances` says how chances are made of that; the weights that make what happened most likely are the ones kept.
It is a logistic regression, with as many outcomes as there are seats.
"""

from __future__ import annotations

import argparse
import math
import os
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import tomli_w

from muster.arguments import add_json
from muster.bots import chair_at, make_bot
from muster.bots.search.judging import figures_of
from muster.kernel.chances import EVALUATION, Chances
from muster.kernel.dice import SeededDice
from muster.kernel.errors import GameError
from muster.kernel.game import Game, thinking_of
from muster.kernel.sessions import new_match
from muster.lab.pool import spread
from muster.lab.reliability import Step, diagram
from muster.lab.setups import drawn_setup
from muster.lab.simulate import positive
from muster.library import load_chances, load_game

SHARE = 0.15
"""Of all positions so many are noted: neighbours are too much alike to tell anything new."""
CHUNK = 10
"""Matches that a worker plays before it reports."""
EXTREME = 400.0
"""An evaluation beyond this means that the match is over."""
FOLDS = 5
"""Into so many parts the matches go, each of which is left aside once."""
RESERVES = (1.0, 0.3, 0.1, 0.03, 0.01)
"""Prices of a squared weight that are tried out."""
RARE = 0.5
"""A figure that differs less than this from seat to seat is hardly ever seen: its weight is held back all the more."""
FREE = 1e-7
STEPS = 10
"""Into so many groups positions are put by the chance that was foretold."""


class Noted(msgspec.Struct, frozen=True):
    """A position: its match, how far that had come, the figures of each seat, who was asked (-1 for several), and what
    came of it: each seat's share of the victory.
    """

    match: int
    progress: float
    figures: list[list[float]]
    asked: int
    shares: list[float]


def noted_in(game: str, bot: str, players: int, whims: float, seeds: Sequence[int]) -> list[Noted]:
    """The positions of some matches."""
    loaded = load_game(game)
    return [position for seed in seeds for position in noted_in_one(loaded, bot, players, whims, seed)]


def noted_in_one(game: Game[object], bot: str, players: int, whims: float, seed: int) -> list[Noted]:
    """The positions of one match, with a set-up of its own. In the midst of something nobody judges. Now and then an
    answer is a whim, so that positions come up which good players avoid.
    """
    rng, thinking = random.Random(seed), thinking_of(game)
    prepared = drawn_setup(game, rng, players)
    bots = {seat: make_bot(bot, random.Random(f"{seed}/{seat}")) for seat in prepared.players}
    match = new_match(game, prepared, SeededDice(seed), listening=False)
    often = rng.choice((0.0, whims, 2 * whims))
    found: list[tuple[float, list[list[float]], int]] = []
    while match.pending:
        seat = min(match.pending)
        ask = match.pending[seat]
        if not ask.midway and not ask.small and rng.random() < SHARE:
            figures = [figures_of(thinking, match.state, one) for one in range(prepared.seats)]
            found.append((thinking.progress(match.state), figures, -1 if len(match.pending) > 1 else seat))
        if rng.random() < often:
            match.play(seat, rng.choice(ask.space.options()))
        else:
            match.play(seat, bots[seat].choose(chair_at(match, seat)))
    assert match.result is not None
    winners = match.result.winners
    shares = [1 / len(winners) if seat in winners else 0.0 for seat in range(prepared.seats)]
    return [Noted(seed, progress, figures, asked, shares) for progress, figures, asked in found]


class Fitted(NamedTuple):
    """The weights that were fitted to all positions, how surprised others of their kind were by matches that they had
    not seen (in nats; who knows nothing is surprised by the logarithm of the number of seats), and for each position
    weights that were fitted without its match.
    """

    chances: Chances
    surprise: float
    unseen: list[Chances]


def fit(positions: Sequence[Noted]) -> Fitted:
    """The weights under which the ends of these matches are most likely.

    Weights of features are held back, the more so the fewer matches there are: how much is tried out on matches that
    were left aside.
    """
    try:
        regression = Regression(positions)
    except ImportError:
        raise GameError("calibration needs the extra: pip install 'muster[research]'") from None
    surprise, reserve = min((regression.surprise_unseen(reserve), reserve) for reserve in RESERVES)
    return Fitted(regression.chances(reserve), surprise, regression.chances_unseen(reserve))


class Regression:
    """A logistic regression over seats. A seat's row holds each figure three times, weighted by how near the match is
    to its beginning, its middle and its end, and at last whether the seat is asked next.
    """

    def __init__(self, positions: Sequence[Noted]) -> None:
        import numpy as np
        from scipy.optimize import minimize

        self._np, self._minimize = np, minimize
        figures = np.array([position.figures for position in positions]).clip(-EXTREME, EXTREME)
        progress = np.array([position.progress for position in positions])
        near = np.stack([np.maximum(0.0, 1 - 2 * abs(progress - moment)) for moment in (0.0, 0.5, 1.0)], axis=1)
        count, seats, self._figures = figures.shape
        rows = (near[:, None, :, None] * figures[:, :, None, :]).reshape(count, seats, -1)
        asked = np.array([[[float(seat == position.asked)] for seat in range(seats)] for position in positions])
        self._rows = np.concatenate([rows, asked], axis=2)
        self._shares = np.array([position.shares for position in positions])
        matches = [position.match for position in positions]
        self._fold = np.array([sorted(set(matches)).index(match) % FOLDS for match in matches])

    def chances(self, reserve: float) -> Chances:
        """The weights for all positions."""
        return self._chances_of(self._fold >= 0, reserve)

    def chances_unseen(self, reserve: float) -> list[Chances]:
        """For each position the weights for the matches of other parts."""
        parts = [self._chances_of(self._fold != fold, reserve) for fold in range(FOLDS)]
        return [parts[fold] for fold in self._fold]

    def _chances_of(self, which: Any, reserve: float) -> Chances:
        found = [round(float(weight), 5) for weight in self._weights(which, reserve)]
        size = self._figures
        return Chances(found[:size], found[size : 2 * size], found[2 * size : 3 * size], found[-1])

    def surprise_unseen(self, reserve: float) -> float:
        """The mean surprise by the matches that were left aside, each part once."""
        total = 0.0
        for fold in range(FOLDS):
            aside = self._fold == fold
            if aside.any() and not aside.all():
                total += self._surprise(self._weights(~aside, reserve), aside) * float(aside.sum())
        return total / len(self._fold)

    def _surprise(self, weights: Any, which: Any) -> float:
        logarithms = self._logarithms(self._rows[which] @ weights)
        return -float((self._shares[which] * logarithms).sum()) / float(which.sum())

    def _logarithms(self, utilities: Any) -> Any:
        """The logarithms of the chances that follow from the utilities of all seats."""
        np = self._np
        below = utilities - utilities.max(axis=1, keepdims=True)
        return below - np.log(np.exp(below).sum(axis=1, keepdims=True))

    def _weights(self, which: Any, reserve: float) -> Any:
        """The weights for some positions. Only the evaluation is free; the rest pays for its size."""
        np = self._np
        rows, shares = self._rows[which], self._shares[which]
        spread = (rows - rows.mean(axis=1, keepdims=True)).reshape(-1, rows.shape[2]).std(axis=0)
        spread = np.maximum(spread, RARE)
        scaled = rows / spread
        price = np.full(rows.shape[2], reserve)
        price[[0, self._figures, 2 * self._figures, -1]] = FREE

        def loss(weights: Any) -> tuple[float, Any]:
            logarithms = self._logarithms(scaled @ weights)
            surprise = -float((shares * logarithms).sum()) / len(shares)
            slope = np.einsum("ps,psf->f", np.exp(logarithms) - shares, scaled) / len(shares)
            return surprise + float((price * weights * weights).sum()), slope + 2 * price * weights

        found = self._minimize(loss, np.zeros(rows.shape[2]), jac=True, method="L-BFGS-B", options={"maxiter": 400})
        return found.x / spread


def reliability(foretelling: Sequence[Chances], positions: Sequence[Noted]) -> list[Step]:
    """Forecast beside outcome, step by step: alike if the chances can be believed. Each position is foretold by weights
    that were fitted without its match.
    """
    groups: list[list[tuple[float, float]]] = [[] for _ in range(STEPS)]
    for chances, position in zip(foretelling, positions, strict=True):
        foretold = chances.shares(position.progress, position.figures, position.asked)
        for chance, share in zip(foretold, position.shares, strict=True):
            groups[min(STEPS - 1, int(chance * STEPS))].append((chance, share))
    return [
        Step(
            round(sum(chance for chance, _ in group) / len(group), 4),
            round(sum(share for _, share in group) / len(group), 4),
            len(group),
        )
        for group in groups
        if group
    ]


# The command

EXAMPLES = """\
examples:
  muster calibrate deadzone --games 2000                 what the evaluation is worth, and whether it can be believed
  muster calibrate tag_raid --players 3 --write FILE     the same for three, kept in FILE"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EXAMPLES
    parser.add_argument("game", metavar="GAME", help="a game ('muster games' lists them)")
    parser.add_argument("--games", type=positive, default=400, metavar="N", help="how many matches (default 400)")
    parser.add_argument("--players", type=positive, default=2, metavar="N", help="how many players (default 2)")
    parser.add_argument("--bot", default="greedy", metavar="BOT", help="the bot at every seat (default greedy)")
    parser.add_argument(
        "--whims", type=share, default=0.08, metavar="P", help="the share of answers given on a whim (default 0.08)"
    )
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="the seed of the first match (default 1)")
    parser.add_argument(
        "--workers", type=positive, default=0, metavar="W", help="processes to use (default: one for each core)"
    )
    parser.add_argument(
        "--write", type=Path, metavar="FILE", help="keep the figures in FILE, beside those for other numbers of players"
    )
    parser.add_argument("--diagram", type=Path, metavar="FILE", help="draw predictions beside results, as SVG")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """`muster calibrate`."""
    make_bot(args.bot, random.Random(0))
    drawn_setup(load_game(args.game), random.Random(0), args.players)
    last = args.seed + args.games
    parts = [
        (args.game, args.bot, args.players, args.whims, range(first, min(first + CHUNK, last)))
        for first in range(args.seed, last, CHUNK)
    ]
    found = spread(noted_in, parts, args.workers or os.cpu_count() or 1)
    positions = sorted((position for part in found for position in part), key=lambda position: position.match)
    if len({position.match for position in positions}) < FOLDS:
        raise GameError(f"too few matches to fit anything: let at least {FOLDS} be played")
    chances, surprise, unseen = fit(positions)
    table = {
        "matches": args.games,
        "bot": args.bot,
        "whims": args.whims,
        "seed": args.seed,
        "surprise": round(surprise, 4),
        "tempo": chances.tempo,
        "weights": weights_of(args.game, chances),
    }
    steps = reliability(unseen, positions)
    if args.write is not None:
        keep(args.write, args.game, args.players, table)
    if args.diagram is not None:
        args.diagram.write_text(diagram(f"{args.game}, {args.players} players", steps), "utf-8")
    if args.json:
        report = {"game": args.game, "players": args.players, **table, "positions": len(positions), "steps": steps}
        print(msgspec.json.encode(report).decode())
    else:
        print(told(args.game, args.players, table, len(positions), steps))
    return 0


def share(text: str) -> float:
    found = float(text)
    if not 0 <= found <= 0.5:
        raise argparse.ArgumentTypeError(f"{text} is not between 0 and 0.5")
    return found


def weights_of(game: str, chances: Chances) -> dict[str, list[float]]:
    """The weights by name: at the beginning, halfway and at the end."""
    features = thinking_of(load_game(game)).features
    names = (EVALUATION, *(() if features is None else features.names))
    return {
        name: list(moments) for name, *moments in zip(names, chances.start, chances.middle, chances.end, strict=True)
    }


def keep(file: Path, game: str, players: int, table: dict[str, Any]) -> None:
    """Put the figures into a file, beside those that stand there for other numbers of players."""
    import tomllib

    kept = tomllib.loads(file.read_text("utf-8")).get("players", {}) if file.is_file() else {}
    kept[str(players)] = table
    title = (
        f"# What the evaluation of {game} is worth, fitted to matches of bots with drawn set-ups:"
        " 'muster calibrate' makes it anew,\n# 'kernel.chances' reads it.\n\n"
    )
    text = title + tomli_w.dumps({"players": dict(sorted(kept.items()))})
    file.write_text(text, "utf-8")
    load_chances.cache_clear()


def told(game: str, players: int, table: dict[str, Any], positions: int, steps: Sequence[Step]) -> str:
    """The figures for people."""
    lines = [
        f"{game}, {players} players: {positions} positions of {table['matches']} matches of {table['bot']}",
        f"  surprise by matches left aside {table['surprise']} (knowing nothing: {math.log(players):.4f})",
        f"  {'':24}beginning  halfway      end",
    ]
    for name, (start, middle, end) in table["weights"].items():
        lines.append(f"  {name:24}{start:9.4f}{middle:9.4f}{end:9.4f}")
    lines += [f"  {'asked next':24}{table['tempo']:9.4f}", "  foretold   won  positions"]
    return "\n".join(lines + [f"  {step.foretold:8.1%} {step.won:5.1%} {step.count:10}" for step in steps])
