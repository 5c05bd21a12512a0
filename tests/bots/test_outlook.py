"""Odds before committing: they follow the attack to its end, agree with the exact ones, and use nothing secret."""

from __future__ import annotations

import random
import tomllib
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from games.every_game import SETUP_LIST, Setup, decisions, wordless
from muster.bots import chair_at
from muster.bots.outlook import MOST_STEPS, foresee
from muster.kernel.dice import RandomDice, SeededDice
from muster.kernel.match import Match
from muster.kernel.requests import Seat
from muster.kernel.spaces import Option
from muster.library import game_names, load_game

SETUPS = [setup for setup in SETUP_LIST if setup.game.thinking.outcome]
every_prospect = pytest.mark.parametrize("setup", SETUPS, ids=str)


SCENARIOS = Path(__file__).parents[1] / "games" / "obsidian_protocol" / "scenarios"


def attacks(setup: Setup, seed: int) -> Iterator[tuple[Match[Any], Seat, Option[Any]]]:
    """Attacks that come up in random matches, before they are made; where they are rare, that of a scenario."""
    if setup.name == "obsidian_protocol":
        scenario = tomllib.loads((SCENARIOS / "highlight.toml").read_text("utf-8"))
        match = Match(setup.game, setup.game.testing.position(scenario["position"]), SeededDice(seed))
        match.answer(0, scenario["step"][0]["answer"])
        yield match, 0, match.pending[0].space.options()[0]
        return
    for number in range(seed, seed + 10):
        match = setup.match(number)
        rng = random.Random(number)
        for seat, _ in decisions(match, rng):
            ask = match.pending[seat]
            found = [option for option in ask.space.options() if setup.game.thinking.begins(ask, option)]
            if found:
                yield match, seat, rng.choice(found)


def test_every_game_that_tells_odds_is_tested() -> None:
    assert {setup.name for setup in SETUPS} == set(game_names())


@every_prospect
def test_every_attack_comes_to_an_end_that_can_be_told(setup: Setup) -> None:
    game = setup.game
    seen = 0
    for match, seat, option in islice(attacks(setup, 5), 15):
        before = game.testing.dump(match.state), len(match.record), list(match.pending)
        tally = foresee(chair_at(match, seat), option, 20, random.Random(1))
        assert tally.runs == sum(count for _, count in tally.outcomes()) == 20
        assert not [problem for text, _ in tally.outcomes() for problem in wordless(game, text)]
        assert (game.testing.dump(match.state), len(match.record), list(match.pending)) == before
        seen += 1
    assert seen


@every_prospect
def test_odds_are_the_same_whatever_the_seat_cannot_know(setup: Setup) -> None:
    for match, seat, option in islice(attacks(setup, 6), 4):
        other = match.reimagined(seat, random.Random(9))
        mine = foresee(chair_at(match, seat), option, 300, random.Random(2)).outcomes()
        theirs = foresee(chair_at(other, seat), option, 300, random.Random(3)).outcomes()
        keys = {text.key for text, _ in mine + theirs}
        for key in keys:
            counts = [sum(count for text, count in found if text.key == key) for found in (mine, theirs)]
            assert abs(counts[0] - counts[1]) < 62  # five standard deviations of the difference, at most


def test_time_is_kept() -> None:
    setup = SETUPS[0]
    match, seat, option = next(attacks(setup, 3))
    left = iter([True] * 7)
    tally = foresee(chair_at(match, seat), option, 2_000, random.Random(1), lambda: next(left, False))
    assert tally.runs == 7
    assert MOST_STEPS > 50


def test_a_shot_has_the_odds_of_playing_it_out() -> None:
    setup = Setup("deadzone", (("teams", ("enforcers_patrol", "rebs_cell")),))
    game = load_game("deadzone")
    compared = 0
    for match, seat, option in attacks(setup, 11):
        if not option.key.startswith("shoot:"):
            continue
        tally = foresee(chair_at(match, seat), option, 1_000, random.Random(4))
        again = played_out(game, match, seat, option, 1_000)
        for text, count in tally.outcomes():
            assert abs(count - again.get(text.key, 0)) < 110
        compared += 1
        if compared == 3:
            return
    raise AssertionError("too few shots came up")


def played_out(game: Any, match: Match[Any], seat: Seat, option: Option[Any], runs: int) -> dict[str, int]:
    """The same by another way: the true match carried on with other dice, everybody answering as they would."""
    counts: dict[str, int] = {}
    rng = random.Random(77)
    for _ in range(runs):
        twin = match.twin(RandomDice(rng))
        told = len(twin.table.events)
        twin.play(seat, option)
        while any(ask.midway or ask.small for ask in twin.pending.values()):
            asked = next(iter(twin.pending))
            twin.play(asked, game.thinking.habit(twin.state, twin.pending[asked], rng))
        key = game.thinking.outcome(twin.state, twin.table.events[told:], option, seat).key
        counts[key] = counts.get(key, 0) + 1
    return counts
