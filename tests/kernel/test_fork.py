"""Forks: a match that one seat cannot tell from the true one, with dice of its own."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernel.duel import (
    A_PLANS,
    B_PLANS,
    ONE_ROUND,
    Duel,
    duel_game,
    everything,
    heard,
    keys,
    prepared,
    say,
    toy,
    yes_no,
)
from muster.kernel.dice import SeededDice
from muster.kernel.match import STRETCH, Match
from muster.kernel.requests import Table
from muster.kernel.sessions import new_match


def duel(rounds: int = 1, seed: int = 4) -> Match[Duel]:
    return new_match(duel_game(), prepared(rounds), SeededDice(seed))


def forks(match: Match[Duel], seat: int, count: int = 40) -> list[Match[Duel]]:
    return [match.fork(seat, random.Random(number)) for number in range(count)]


def test_a_fork_keeps_what_the_seat_knows_and_draws_the_rest_again() -> None:
    match = duel()
    for seat in (0, 1):
        assert {fork.state.sides[seat].charm for fork in forks(match, seat)} == {match.state.sides[seat].charm}
        assert {fork.state.sides[1 - seat].charm for fork in forks(match, seat)} == {1, 2, 3, 4, 5, 6}


def test_the_dice_of_a_fork_are_its_own() -> None:
    match = say(duel(), *A_PLANS, *B_PLANS, "A step:7")
    damages = {20 - say(fork, "A press").state.sides[1].lives for fork in forks(match, 0)}
    assert len(damages) > 5


def test_in_open_dialogues_own_answers_are_kept_and_others_dropped() -> None:
    match = say(duel(), "A guard:high", *B_PLANS)
    for fork in forks(match, 0, 5):
        assert keys(fork, 0) == ["strike:middle", "strike:low"]
        assert keys(fork, 1) == ["guard:high", "guard:middle", "guard:low"]
        assert fork.state.sides[0].plan == ["high"]
        assert fork.state.sides[1].plan == []
    for fork in forks(match, 1, 5):
        assert list(fork.pending) == [0]
        assert keys(fork, 0) == ["guard:high", "guard:middle", "guard:low"]
        assert fork.state.sides[1].plan == ["low", "middle"]


def test_public_answers_since_the_checkpoint_are_kept() -> None:
    async def rules(table: Table, state: Duel) -> None:
        await table.checkpoint()
        state.paces = await yes_no(0)
        await table.ask_all({0: yes_no(0), 1: yes_no(1)})

    match = say(Match(toy(rules), Duel(stage=1), SeededDice(0)), "A yes", "B yes")
    fork = match.fork(0, random.Random(0))
    assert fork.state.paces == 1
    assert sorted(fork.pending) == [0, 1]


def test_rules_know_when_somebody_forks_and_a_checkpoint_made_for_that_is_found_again() -> None:
    async def rules(table: Table, state: Duel) -> None:
        while True:
            if table.due > 3 or (table.due and table.forked):
                await table.checkpoint()
            state.paces += 1
            await yes_no(0)

    match = Match(toy(rules), Duel(stage=1), SeededDice(0))
    marks = []
    for number in range(50):
        if number in (2, 3):
            match.fork(0, random.Random(number))
        match.answer(0, "yes")
        marks.append(match.last_mark)
        if number == 3 + STRETCH - 1:
            mark, saved = match.last_checkpoint
            assert mark == saved.paces == number + 1, "the last one of the stretch was not copied"
    assert marks[:3] == [0, 0, 3], "none is made for two answers, and one as soon as somebody forks"
    assert marks[3:STRETCH] == list(range(4, STRETCH + 1))
    mark, saved = match.last_checkpoint
    assert mark < 50
    assert saved.paces == mark, "after a stretch without forks they are rare again"


def test_a_fork_before_the_first_checkpoint_starts_where_the_match_started() -> None:
    async def rules(table: Table, state: Duel) -> None:
        state.paces += 1
        state.paces += await yes_no(0)
        await yes_no(0)

    match = say(Match(toy(rules), Duel(stage=1), SeededDice(0)), "A yes")
    assert match.state.paces == 2
    assert match.fork(0, random.Random(0)).state.paces == 2


@given(seed=st.integers(0, 999), cut=st.integers(0, 20), seat=st.integers(0, 1))
def test_a_fork_never_changes_the_match_it_came_from(seed: int, cut: int, seat: int) -> None:
    rng = random.Random(seed)
    match = duel(rounds=3, seed=seed)
    for _ in range(cut):
        if match.over:
            break
        asked = rng.choice(sorted(match.pending))
        match.answer(asked, rng.choice(keys(match, asked)))
    before = everything(match)
    fork = match.fork(seat, random.Random(seed))
    while not fork.over:
        asked = rng.choice(sorted(fork.pending))
        fork.answer(asked, rng.choice(keys(fork, asked)))
    assert fork.result is not None
    assert everything(match) == before


def test_a_fork_keeps_no_record_and_no_events_and_cannot_be_forked_again() -> None:
    fork = say(duel().fork(0, random.Random(0)), *ONE_ROUND)
    assert fork.over
    assert fork.record == []
    assert fork.table.events == []
    with pytest.raises(RuntimeError, match="no record"):
        fork.fork(0, random.Random(0))


class TestReimagined:
    """A match that one seat cannot tell from this one: how secrecy is tested."""

    def test_the_seat_sees_hears_and_is_asked_the_same(self) -> None:
        match = say(duel(rounds=2), *ONE_ROUND, "B guard:low")
        for seat in (0, 1):
            other = match.reimagined(seat, random.Random(1))
            told = heard(other, seat)
            assert other.view(seat) == match.view(seat)
            assert told == heard(match, seat)[len(heard(match, seat)) - len(told) :]
            assert keys(other, seat) == keys(match, seat)

    def test_it_keeps_a_record_so_that_it_can_be_forked(self) -> None:
        match = say(duel(), *A_PLANS, *B_PLANS, "A step:7")
        other = match.reimagined(0, random.Random(1))
        assert other.fork(0, random.Random(5)).state == match.fork(0, random.Random(5)).state


@pytest.mark.parametrize("seat", [0, 1])
def test_after_a_stretch_without_forks_one_is_the_same_as_if_every_checkpoint_had_been_copied(seat: int) -> None:
    lazy, eager = duel(rounds=40), duel(rounds=40)
    rng = random.Random(3)
    while not lazy.over:
        asked = rng.choice(sorted(lazy.pending))
        key = rng.choice(keys(lazy, asked))
        for match in (lazy, eager):
            match.answer(asked, key)
        eager.fork(seat, random.Random(0))
        if len(lazy.record) % 29 == 0 and not lazy.over:
            copy = lazy.twin(SeededDice(4))
            assert copy.last_mark == eager.last_mark
            assert copy.last_checkpoint == eager.last_checkpoint
            assert copy.fork(seat, random.Random(7)).state == eager.fork(seat, random.Random(7)).state
    assert lazy.last_checkpoint == eager.last_checkpoint
