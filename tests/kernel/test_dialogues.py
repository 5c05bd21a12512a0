"""Secret dialogues at the same time: everybody answers several questions at once, and nobody sees anything."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernel.duel import A_PLANS, B_PLANS, Duel, duel_game, heard, prepared, say, toy, yes_no
from muster.kernel.dice import SeededDice
from muster.kernel.match import Match
from muster.kernel.refusal import Refusal
from muster.kernel.requests import Table
from muster.kernel.sessions import new_match


def orders() -> list[tuple[str, ...]]:
    """Every order in which two duellists can give their two answers."""
    found = []
    for places in itertools.combinations(range(4), 2):
        mine, theirs = iter(A_PLANS), iter(B_PLANS)
        found.append(tuple(next(mine) if place in places else next(theirs) for place in range(4)))
    return found


@pytest.mark.parametrize("order", orders(), ids=lambda order: "".join(line[0] for line in order))
def test_the_order_of_answers_makes_no_difference(order: tuple[str, ...]) -> None:
    usual = say(new_match(duel_game(), prepared(), SeededDice(1)), *A_PLANS, *B_PLANS)
    match = say(new_match(duel_game(), prepared(), SeededDice(1)), *order)
    assert match.state == usual.state
    assert heard(match, 0) == heard(usual, 0)
    assert list(match.pending) == [0]


@pytest.mark.parametrize("order", orders(), ids=lambda order: "".join(line[0] for line in order))
def test_nobody_is_told_anything_before_all_are_done(order: tuple[str, ...]) -> None:
    match = new_match(duel_game(), prepared(), SeededDice(1))
    before = {seat: (heard(match, seat), match.view(seat).plans[1 - seat]) for seat in (0, 1)}
    for line in order[:-1]:
        say(match, line)
        assert {seat: (heard(match, seat), match.view(seat).plans[1 - seat]) for seat in (0, 1)} == before
    say(match, order[-1])
    assert match.view(0).plans == [["high", "low"], ["low", "middle"]]


def test_who_is_done_has_nothing_more_to_answer() -> None:
    match = say(new_match(duel_game(), prepared(), SeededDice(1)), *A_PLANS)
    assert list(match.pending) == [1]
    with pytest.raises(Refusal) as refused:
        match.answer(0, "strike:low")
    assert refused.value.clause == "K turn"


def test_what_dialogues_return_goes_to_the_rules_by_seat() -> None:
    returned: dict[int, Any] = {}

    async def several(seat: int, count: int) -> list[bool]:
        return [await yes_no(seat) for _ in range(count)]

    async def rules(table: Table, state: Duel) -> None:
        returned.update(await table.ask_all({1: several(1, 2), 0: several(0, 0), 2: yes_no(2)}))

    match = Match(toy(rules), Duel(), SeededDice(0))
    assert sorted(match.pending) == [1, 2], "a dialogue without a question is done at once"
    match.answer(1, "yes")
    match.answer(2, "no")
    match.answer(1, "no")
    assert match.over
    assert list(returned.items()) == [(0, []), (1, [True, False]), (2, False)]


def test_dialogues_that_ask_nothing_at_all_close_at_once() -> None:
    async def silent() -> str:
        return "nothing to say"

    returned: list[Any] = []

    async def rules(table: Table, state: Duel) -> None:
        returned.append(await table.ask_all({0: silent(), 1: silent()}))
        await table.checkpoint()
        await yes_no(1)

    match = Match(toy(rules), Duel(), SeededDice(0))
    assert returned == [{0: "nothing to say", 1: "nothing to say"}]
    assert list(match.pending) == [1]


@given(
    counts=st.lists(st.integers(1, 4), min_size=2, max_size=4),
    order=st.randoms(use_true_random=False),
)
def test_dialogues_of_any_length_interleave_in_any_order(counts: list[int], order: Any) -> None:
    async def several(seat: int, count: int) -> list[bool]:
        return [await yes_no(seat) for _ in range(count)]

    returned: list[Any] = []

    async def rules(table: Table, state: Duel) -> None:
        returned.append(await table.ask_all({seat: several(seat, count) for seat, count in enumerate(counts)}))

    match = Match(toy(rules), Duel(), SeededDice(0))
    given_answers: dict[int, list[bool]] = {seat: [] for seat in range(len(counts))}
    while not match.over:
        seat = order.choice(sorted(match.pending))
        answer = order.random() < 0.5
        given_answers[seat].append(answer)
        match.answer(seat, "yes" if answer else "no")
    assert returned == [given_answers]
