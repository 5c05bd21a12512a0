"""Traits of program cards: a policy learns from what the player who chooses may know, and from nothing else."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from muster.games.tiny_epic_mechs.bot.traits import NAMES, OF_ABILITY, alike, traits
from muster.games.tiny_epic_mechs.cards.content import Ability
from muster.kernel.dice import SeededDice
from muster.kernel.game import setup_of
from muster.kernel.match import Match
from muster.kernel.sessions import new_match
from muster.library import load_game

GAME = load_game("tiny_epic_mechs")


def matches(players: int, seeds: range) -> Iterator[tuple[Match[Any], int]]:
    """Matches played at random, at every decision, with the seat that is asked."""
    for seed in seeds:
        match = new_match(GAME, setup_of(GAME).prepare({"players": players}), SeededDice(seed))
        rng = random.Random(seed)
        while match.pending:
            seat = min(match.pending)
            yield match, seat
            match.play(seat, rng.choice(match.pending[seat].space.options()))


def traits_at(match: Match[Any], seat: int) -> list[list[int]] | None:
    ask = match.pending[seat]
    return traits(match.state, ask, ask.space.options())


def test_every_trait_has_a_name_of_its_own() -> None:
    assert len(set(NAMES)) == len(NAMES) == OF_ABILITY + 7 * len(Ability)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_cards_have_traits_and_nothing_else_has(players: int) -> None:
    asked = set()
    for match, seat in matches(players, range(4)):
        ask = match.pending[seat]
        found = traits_at(match, seat)
        assert (found is not None) == (ask.prompt.key in ("prompt.program", "prompt.tactical"))
        if found is None:
            continue
        asked.add(ask.prompt.key)
        for option, own in zip(ask.space.options(), found, strict=True):
            named = [NAMES[place] for place in own]
            assert len(named) == len(set(named))
            kind = option.key.partition("-")[0]
            assert sum(name.endswith(f".{kind}") for name in named) >= 9, (option.key, named)
    assert len(asked) == 2


def test_traits_do_not_show_what_the_seat_may_not_know() -> None:
    """Everything hidden is drawn again, and what is true of a card stays the same."""
    compared = differ = 0
    for match, seat in matches(3, range(2)):
        before = traits_at(match, seat)
        if before is None:
            continue
        other = match.reimagined(seat, random.Random(compared))
        assert traits_at(other, seat) == before
        compared += 1
        differ += GAME.testing is not None and GAME.testing.dump(other.state) != GAME.testing.dump(match.state)
    assert compared > 100
    assert differ > 20


def test_questions_of_one_name_have_the_same_traits() -> None:
    """While a round is planned, whatever the others answered in between, and whatever is hidden."""
    compared = 0
    for match, _ in matches(3, range(2)):
        if len(match.pending) < 3 or match.state.round == 1:
            continue
        known: dict[str, list[list[int]] | None] = {}
        rng = random.Random(compared)
        for _ in range(4):
            fork = match.fork(0, rng)
            while fork.pending and fork.state.round == match.state.round:
                seat = min(fork.pending)
                name = alike(fork.state, fork.pending[seat])
                if name:
                    compared += name in known
                    found = traits_at(fork, seat)
                    assert known.setdefault(name, found) == found
                fork.play(seat, rng.choice(fork.pending[seat].space.options()[:2]))
    assert compared > 100


def test_questions_of_the_first_round_have_no_name() -> None:
    """A search in the set-up comes to them from different tables."""
    asked = 0
    for match, seat in matches(2, range(1)):
        if match.state.round == 1:
            asked += match.pending[seat].prompt.key == "prompt.program"
            assert not alike(match.state, match.pending[seat])
    assert asked == 8
