"""Tables that stay what they are, as fingerprints.

People share a style with its seed, and a match in which the table was laid out in turn: so a seed must mean the same
table in every version, and the players must be offered the same places.
"""

from __future__ import annotations

import hashlib
import json
import random
from typing import Any

from muster.kernel.dice import SeededDice
from muster.kernel.game import Game, setup_of
from muster.kernel.match import Match

SEEDS = range(12)


def fingerprint(found: Any) -> str:
    return hashlib.sha256(json.dumps(found, sort_keys=True, default=str).encode()).hexdigest()[:16]


def made(game: Game[Any], style: str) -> str:
    """The tables of a style, as cards, as plans, and as cards of their plans."""
    tables = game.tables
    assert tables is not None
    cards = [tables.make(style, random.Random(seed)) for seed in SEEDS]
    plans = [tables.plan(card) for card in cards]
    return fingerprint([cards, [repr(plan) for plan in plans], [tables.card(plan) for plan in plans]])


def laid_out(game: Game[Any], options: dict[str, Any], seed: int, prompts: tuple[str, ...]) -> str:
    """Everything that is offered, and refused with its clause, while players lay a table out at random."""
    match = Match(game, setup_of(game).prepare(options).new(), SeededDice(seed))
    rng = random.Random(seed)
    told: list[Any] = []
    while match.pending:
        ask = match.pending[min(match.pending)]
        choices = ask.space.options()
        if ask.prompt.key.startswith(prompts):
            refused = [(no.key, no.clause) for no in ask.space.blocked()]
            told.append([ask.seat, ask.prompt.key, [option.key for option in choices], refused])
        elif told:
            break
        match.play(ask.seat, rng.choice(choices))
    assert len(told) > 10, "nothing was laid out"
    return fingerprint(told)
