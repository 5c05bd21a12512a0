"""A match: who is asked, what an answer changes, that a refusal changes nothing, and who is told."""

from __future__ import annotations

import random

import pytest

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
    said,
    say,
    toy,
    yes_no,
)
from muster.kernel.dice import RandomDice, ScriptedDice, SeededDice
from muster.kernel.match import Entry, Match
from muster.kernel.refusal import Refusal
from muster.kernel.requests import DICE, Roll, Table
from muster.kernel.sessions import new_match
from muster.kernel.spaces import OneOf, Option
from muster.kernel.text import Text


def duel(*dice: int, rounds: int = 1, **how: object) -> Match[Duel]:
    """A duel whose charms are 3 and 5 and whose dice then show these faces."""
    return new_match(duel_game(), prepared(rounds), ScriptedDice((3, 5, *dice)), **how)


def test_secret_dice_are_rolled_and_the_first_questions_are_pending_at_once() -> None:
    match = duel()
    assert said(match) == [(DICE, "charms")]
    assert sorted(match.pending) == [0, 1]
    assert keys(match, 0) == ["guard:high", "guard:middle", "guard:low"]
    assert not match.over
    assert match.result is None


def test_a_match_played_to_its_end_has_a_result_and_asks_nobody() -> None:
    match = say(duel(2, 4), *ONE_ROUND)
    assert match.over
    assert match.pending == {}
    assert match.result is not None
    assert (match.result.winners, match.result.scores) == ((0,), (20, 14))
    assert said(match)[-3:] == [(0, "press"), (DICE, "press"), (1, "hide:2")]


@pytest.mark.parametrize(
    ("line", "clause"),
    [
        ("A step:101", "DU step"),
        ("A step:many", "DU step"),
        ("A press", "DU step"),
        ("A step:", "DU step"),
        ("B step:7", "K turn"),
        ("B hide:1", "K turn"),
    ],
)
def test_a_refusal_names_its_clause_and_changes_nothing(line: str, clause: str) -> None:
    match = say(duel(), *A_PLANS, *B_PLANS)
    before = everything(match)
    with pytest.raises(Refusal) as refused:
        say(match, line)
    assert refused.value.clause == clause
    assert everything(match) == before


def test_a_refused_player_can_go_on_with_another_answer() -> None:
    match = say(duel(), *A_PLANS, *B_PLANS)
    with pytest.raises(Refusal):
        say(match, "A step:101")
    say(match, "A step:100")
    assert match.state.paces == 100


def test_what_is_blocked_is_refused_by_its_own_clause_and_what_is_unknown_by_the_table() -> None:
    match = say(duel(), "A guard:high")
    with pytest.raises(Refusal, match=r"refuse.guarded: line='high'.* \[DU plan.differ\]"):
        say(match, "A strike:high")
    with pytest.raises(Refusal, match=r"kernel.no_such_option: key='strike:sky'.* \[K option\]"):
        say(match, "A strike:sky")


def test_an_open_space_accepts_answers_that_it_does_not_propose() -> None:
    match = say(duel(), *A_PLANS, *B_PLANS)
    assert "step:93" not in keys(match, 0)
    assert say(match, "A step:93").state.paces == 93


def test_nobody_can_answer_when_the_match_is_over() -> None:
    match = say(duel(1, 1), *ONE_ROUND)
    for seat in (0, 1):
        with pytest.raises(Refusal) as refused:
            match.answer(seat, "hide:2")
        assert refused.value.clause == "K turn"


def test_options_are_listed_only_when_somebody_looks() -> None:
    looked = []

    def listing() -> list[Option[bool]]:
        looked.append("listed")
        return [Option("yes", True, "DU")]

    async def rules(table: Table, state: Duel) -> None:
        await table.ask(0, Text("prompt.yes_no"), OneOf(listing))
        await table.ask(0, Text("prompt.yes_no"), OneOf(listing))

    match = say(Match(toy(rules), Duel(), SeededDice(0)), "A yes")
    assert looked == ["listed"]
    match.twin(SeededDice(0))
    assert looked == ["listed"], "a replay never pays for listing"


class TestEvents:
    def test_everybody_hears_what_is_told_and_one_seat_what_is_whispered(self) -> None:
        match = duel()
        assert heard(match, 0) == [{"key": "charm", "clause": "DU charm", "params": {"charm": 3}}]
        assert heard(match, 1) == [{"key": "charm", "clause": "DU charm", "params": {"charm": 5}}]
        assert heard(match, None) == []

    def test_since_counts_what_this_seat_has_heard(self) -> None:
        match = say(duel(2, 4), *ONE_ROUND)
        for seat in (0, 1, None):
            events = match.events(seat)
            for since in range(len(events) + 2):
                assert match.events(seat, since) == events[since:]
        assert [event.key for event in match.events(None, 3)] == ["stepped", "pressed", "hidden"]

    def test_nothing_is_collected_when_nobody_listens(self) -> None:
        match = say(duel(2, 4, listening=False), *ONE_ROUND)
        assert match.over
        assert match.table.events == []


class TestListener:
    """Whoever stores a match hears every entry before it takes effect."""

    def test_it_hears_answers_and_dice_in_order(self) -> None:
        told: list[Entry] = []
        match = say(duel(2, 4, listener=told.append), *ONE_ROUND)
        assert [(entry.seat, entry.key, entry.value) for entry in told] == [
            (entry.seat, entry.key, entry.value) for entry in match.record
        ]

    def test_an_answer_that_could_not_be_stored_was_not_given(self) -> None:
        full = False

        def store(entry: Entry) -> None:
            if full:
                raise OSError("the disk is full")

        match = say(duel(2, 4, listener=store), *A_PLANS, *B_PLANS, "A step:7")
        before = everything(match)
        full = True
        for key in ("press", "hold"):
            with pytest.raises(OSError, match="full"):
                match.answer(0, key)
            assert everything(match) == before
        full = False
        say(match, "A press", "B hide:2")
        assert match.result is not None
        assert match.result.scores == (20, 14)

    def test_dice_that_could_not_be_stored_stop_the_match_and_its_journal_goes_on(self) -> None:
        full, stored = False, []

        def store(entry: Entry) -> None:
            if full and entry.seat == DICE:
                raise OSError("the disk is full")
            stored.append(entry)

        match = new_match(duel_game(), prepared(), SeededDice(4), listener=store)
        say(match, *A_PLANS, *B_PLANS, "A step:7")
        full = True
        with pytest.raises(OSError, match="full"):
            say(match, "A press")
        full = False
        with pytest.raises(Refusal, match="K turn"):
            say(match, "A press")
        assert not match.over
        again = say(Match(duel_game(), Duel(), SeededDice(4), known=stored), "B hide:2")
        assert again.state == say(new_match(duel_game(), prepared(), SeededDice(4)), *ONE_ROUND).state

    def test_a_record_may_end_between_an_answer_and_its_roll(self) -> None:
        whole = say(new_match(duel_game(), prepared(), SeededDice(4)), *ONE_ROUND)
        cut = whole.record[: said(whole).index((DICE, "press"))]
        told: list[Entry] = []
        match = Match(duel_game(), Duel(), SeededDice(4), known=cut, listener=told.append)
        assert [(entry.seat, entry.key) for entry in told] == [(DICE, "press")]
        assert say(match, "B hide:2").state == whole.state
        assert said(match) == said(whole)


class TestContract:
    """What rules promise the table; a broken promise is a defect and stops the match."""

    async def _asks_after_a_secret(self, table: Table, state: Duel) -> None:
        await yes_no(0, secret=True)
        await yes_no(1)

    async def _asks_after_a_reveal(self, table: Table, state: Duel) -> None:
        await yes_no(0)
        table.reveal()
        await yes_no(1)

    async def _asks_after_dialogues(self, table: Table, state: Duel) -> None:
        await table.ask_all({0: yes_no(0)})
        await yes_no(1)

    async def _asks_after_a_secret_roll(self, table: Table, state: Duel) -> None:
        await yes_no(0)
        await Roll("charm", (6,), secret=True)
        await yes_no(1)

    @pytest.mark.parametrize(
        "rules", ["_asks_after_a_secret", "_asks_after_a_reveal", "_asks_after_dialogues", "_asks_after_a_secret_roll"]
    )
    def test_a_checkpoint_must_follow_every_secret(self, rules: str) -> None:
        match = Match(toy(getattr(self, rules)), Duel(), SeededDice(0))
        with pytest.raises(RuntimeError, match="no checkpoint came"):
            match.answer(0, "yes")

    def test_a_secret_followed_by_a_checkpoint_or_the_end_is_fine(self) -> None:
        async def rules(table: Table, state: Duel) -> None:
            await yes_no(0, secret=True)
            await table.checkpoint()
            await yes_no(1)
            table.reveal()

        assert say(Match(toy(rules), Duel(), SeededDice(0)), "A yes", "B no").over

    def test_a_dialogue_asks_only_its_own_seat(self) -> None:
        async def nosy() -> None:
            await yes_no(0)
            await yes_no(1)

        async def rules(table: Table, state: Duel) -> None:
            await table.ask_all({0: nosy()})

        match = Match(toy(rules), Duel(), SeededDice(0))
        with pytest.raises(RuntimeError, match="dialogue of seat 0 may ask only that seat"):
            match.answer(0, "yes")

    def test_a_dialogue_does_not_roll(self) -> None:
        async def lucky() -> None:
            await Roll("luck", (6,))

        async def rules(table: Table, state: Duel) -> None:
            await table.ask_all({0: lucky()})

        with pytest.raises(RuntimeError, match="dialogue of seat 0"):
            Match(toy(rules), Duel(), SeededDice(0))

    def test_rules_await_nothing_but_requests(self) -> None:
        class Stray:
            def __await__(self):  # type: ignore[no-untyped-def]
                yield "stray"

        async def rules(table: Table, state: Duel) -> None:
            await Stray()

        with pytest.raises(RuntimeError, match="'stray', which is no request"):
            Match(toy(rules), Duel(), SeededDice(0))


def test_a_twin_is_the_same_match_and_goes_its_own_way() -> None:
    match = say(duel(2, 4), *A_PLANS, *B_PLANS)
    before = everything(match)
    twin = match.twin(RandomDice(random.Random(1)))
    assert (twin.state, said(twin), heard(twin, 0)) == (match.state, said(match), heard(match, 0))
    say(twin, "A step:50", "A press", "B hide:1")
    assert everything(match) == before


def test_a_draw_gives_different_cards_in_the_order_drawn() -> None:
    drawn: list[list[int]] = []

    async def rules(table: Table, state: Duel) -> None:
        drawn.append(await table.draw("hand", ["ace", "king", "queen", "jack"], 3))

    Match(toy(rules), Duel(), ScriptedDice([2, 2, 2]))
    assert drawn == [[1, 2, 3]]


def test_played_at_random_it_ends_and_counts_every_answer() -> None:
    match = new_match(duel_game(), prepared(3), SeededDice(5))
    rng = random.Random(1)
    assert match.play_at_random(rng.random) == sum(entry.seat != DICE for entry in match.record)
    assert match.over
