"""Tables that begin in the middle: a match played by chance from a fixed seed, brought to the server as a journal."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from functools import cache
from typing import Any

from games.every_game import decisions
from muster.kernel.dice import SeededDice
from muster.kernel.game import setup_of
from muster.kernel.match import Match
from muster.kernel.sessions import journal_text, new_match
from muster.library import load_game
from muster.server import protocol as p
from muster.server.client.links import Link, claim_seat, create_table
from server.running import agree, in_thread

Until = Callable[[Match[Any]], bool]
GAME = "tiny_epic_mechs"
SEEDS = 20
"""So many matches are tried until one comes to what is wanted."""


def moment(address: str, until: Until, seat: int = 0, game: str = GAME, seed: int = 7, **options: Any) -> str:
    """The link of a seat at a table where this holds; at the other seats sit people who do nothing."""
    links = moments(address, until, game, seed, **options)
    return links[seat]


def moment_against_a_bot(address: str, until: Until, game: str, seed: int = 7, **options: Any) -> str:
    """The link of the first seat at such a table, where a bot that answers at once sits at the second."""
    journal = journal_until(until, game, seed, **options)
    made = create_table(address, p.NewTable(game=game, journal=journal, seats=["open", "random"], name="Ana"))
    return f"{address}/t/{made.table}#{made.token}"


def journal_until(until: Until, game: str, seed: int, **options: Any) -> str:
    """The journal of a match played by chance until something holds; where it never does, of one with another seed."""
    return journal_with(until, game, seed, json.dumps(options))


@cache
def journal_with(until: Until, game: str, seed: int, written: str) -> str:
    """The same with options written as JSON, which can be looked up again."""
    rules = load_game(game)
    options = setup_of(rules).prepare(json.loads(written))
    for number in range(seed, seed + SEEDS):
        match = new_match(rules, options, SeededDice(number))
        for _ in decisions(match, random.Random(number)):
            if until(match):
                break
        if until(match):
            return journal_text(options, match)
    raise AssertionError(f"{game}: not in {SEEDS} matches from seed {seed}")


def moments(address: str, until: Until, game: str = GAME, seed: int = 7, **options: Any) -> list[str]:
    """The links of all seats, the host's first."""
    journal = journal_until(until, game, seed, **options)
    made = create_table(address, p.NewTable(journal=journal, name="Ana", absence=0))
    ben = claim_seat(address, made.table, p.Claim("Ben", made.invite))
    in_thread(agree([Link(address, made.table, token) for token in (made.token, ben.token)]))
    return [f"{address}/t/{made.table}#{token}" for token in (made.token, ben.token)]


@cache
def asked(seat: int, key: str) -> Until:
    """Until this seat is asked a question with this key."""

    def holds(match: Match[Any]) -> bool:
        return seat in match.pending and match.pending[seat].prompt.key == key

    return holds


@cache
def offered(seat: int, verb: str) -> Until:
    """Until this seat is offered something of this kind."""

    def holds(match: Match[Any]) -> bool:
        return seat in match.pending and any(
            option.key.startswith(f"{verb}:") for option in match.pending[seat].space.options()
        )

    return holds


@cache
def striking(seat: int) -> Until:
    """Tiny Epic Mechs: until this seat chooses a blow in the middle of a combat."""

    def holds(match: Match[Any]) -> bool:
        if seat not in match.pending:
            return False
        keys = [option.key.partition(":")[0] for option in match.pending[seat].space.options()]
        return keys.count("attack") + keys.count("power") > 1 and match.view(seat).combat.last != ""

    return holds


def regretted(match: Match[Any]) -> bool:
    """Until the first seat could take its last answer back, but not without consent."""
    return match.may_rewind(0) and match.may_undo(0) is not None


def finished(match: Match[Any]) -> bool:
    return match.over
