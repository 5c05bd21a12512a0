"""Taking back: possible until dice, a secret or another seat's answer comes after it."""

from __future__ import annotations

import pytest

from kernel.duel import A_PLANS, B_PLANS, Duel, duel_game, everything, heard, keys, prepared, said, say, toy, yes_no
from muster.kernel.dice import CommittedDice, SeededDice
from muster.kernel.match import UNDO, Entry, Match
from muster.kernel.refusal import Refusal
from muster.kernel.requests import Table
from muster.kernel.sessions import new_match
from muster.kernel.spaces import OneOf, Option
from muster.kernel.text import Text


def duel(**how: object) -> Match[Duel]:
    return new_match(duel_game(), prepared(), SeededDice(4), **how)


def cannot_undo(match: Match[Duel], seat: int) -> bool:
    """Whether taking back is refused, and refused without a trace."""
    before = everything(match)
    refusal = match.may_undo(seat)
    if refusal is None:
        return False
    with pytest.raises(Refusal) as refused:
        match.undo(seat)
    assert refused.value.clause == refusal.clause == "K undo"
    assert everything(match) == before
    return True


def same(match: Match[Duel], other: Match[Duel]) -> bool:
    """Whether two matches stand where the same answers lead, whatever way they came."""
    questions = [{seat: (m.pending[seat].prompt.key, keys(m, seat)) for seat in m.pending} for m in (match, other)]
    return (
        match.state == other.state
        and questions[0] == questions[1]
        and all(heard(match, seat) == heard(other, seat) for seat in (0, 1, None))
    )


def test_an_answer_is_taken_back_and_the_question_asked_again() -> None:
    match = say(duel(), *A_PLANS, *B_PLANS)
    say(match, "A step:7")
    match.undo(0)
    assert same(match, say(duel(), *A_PLANS, *B_PLANS))
    say(match, "A step:8", "A hold")
    assert same(match, say(duel(), *A_PLANS, *B_PLANS, "A step:8", "A hold"))


def test_several_answers_can_be_taken_back_one_by_one() -> None:
    async def rules(table: Table, state: Duel) -> None:
        for _ in range(3):
            state.paces += await yes_no(0)

    match = say(Match(toy(rules), Duel(), SeededDice(0)), "A yes", "A yes")
    match.undo(0)
    match.undo(0)
    assert match.state.paces == 0
    assert said(match) == []
    assert cannot_undo(match, 0)


def test_nothing_said_nothing_to_take_back() -> None:
    match = duel()
    assert cannot_undo(match, 0)
    assert cannot_undo(match, 1)


def test_a_die_ends_it() -> None:
    match = say(duel(), *A_PLANS, *B_PLANS, "A step:7", "A press")
    assert cannot_undo(match, 0)


def test_without_a_die_the_same_answer_can_be_taken_back() -> None:
    match = say(duel(), *A_PLANS, *B_PLANS, "A step:7", "A hold")
    assert not cannot_undo(match, 0)


def test_another_seat_ends_it() -> None:
    async def rules(table: Table, state: Duel) -> None:
        await yes_no(0)
        await yes_no(1)
        await yes_no(0)

    match = say(Match(toy(rules), Duel(), SeededDice(0)), "A yes", "B yes")
    assert cannot_undo(match, 0)
    assert not cannot_undo(match, 1)


def test_a_reveal_ends_it_even_if_nobody_else_spoke() -> None:
    async def rules(table: Table, state: Duel) -> None:
        await yes_no(0)
        table.reveal()
        await table.checkpoint()
        await yes_no(0)

    match = say(Match(toy(rules), Duel(), SeededDice(0)), "A yes")
    assert cannot_undo(match, 0)


def test_a_secret_answer_of_ones_own_can_be_taken_back_until_somebody_speaks() -> None:
    async def rules(table: Table, state: Duel) -> None:
        await table.checkpoint()
        state.paces = await yes_no(0, secret=True)
        await table.checkpoint()
        await yes_no(1)

    match = say(Match(toy(rules), Duel(), SeededDice(0)), "A yes")
    match.undo(0)
    assert keys(match, 0) == ["yes", "no"]
    say(match, "A no", "B yes")
    assert cannot_undo(match, 0)


class TestInsideOpenDialogues:
    def test_others_answers_survive(self) -> None:
        match = say(duel(), "A guard:high", "B guard:low", "A strike:low")
        match.undo(0)
        assert same(match, say(duel(), "A guard:high", "B guard:low"))
        match.undo(0)
        assert same(match, say(duel(), "B guard:low"))
        say(match, "A guard:middle", "A strike:low", "B strike:middle")
        assert same(match, say(duel(), "A guard:middle", "A strike:low", *B_PLANS))

    def test_who_was_done_is_asked_again(self) -> None:
        match = say(duel(), *A_PLANS, "B guard:low")
        assert 0 not in match.pending
        match.undo(0)
        assert keys(match, 0) == ["strike:middle", "strike:low"]
        assert sorted(match.pending) == [0, 1]

    def test_nobody_takes_back_for_another(self) -> None:
        match = say(duel(), *A_PLANS)
        assert cannot_undo(match, 1)

    def test_when_all_are_done_it_is_too_late_for_everybody(self) -> None:
        match = say(duel(), *A_PLANS, *B_PLANS)
        assert cannot_undo(match, 0)
        assert cannot_undo(match, 1)

    def test_that_holds_even_if_nothing_is_shown_yet(self) -> None:
        async def rules(table: Table, state: Duel) -> None:
            await table.ask_all({0: yes_no(0), 1: yes_no(1)})
            await table.checkpoint()
            await yes_no(1)

        match = say(Match(toy(rules), Duel(), SeededDice(0)), "A yes", "B yes")
        assert cannot_undo(match, 1)

    def test_whoever_is_alone_at_the_table_may_still_take_back(self) -> None:
        async def rules(table: Table, state: Duel) -> None:
            await table.ask_all({0: yes_no(0)})
            await table.checkpoint()
            await yes_no(0)

        match = say(Match(toy(rules), Duel(), SeededDice(0)), "A yes")
        match.undo(0)
        assert said(match) == []

    def test_an_answer_from_before_they_opened_stays_lest_it_tell_whether_another_has_spoken(self) -> None:
        async def rules(table: Table, state: Duel) -> None:
            await yes_no(0)
            await table.ask_all({0: yes_no(0), 1: yes_no(1)})

        match = say(Match(toy(rules), Duel(), SeededDice(0)), "A yes")
        assert cannot_undo(match, 0)
        say(match, "B yes")
        assert cannot_undo(match, 0)


def test_the_dice_go_on_as_if_nothing_had_been_taken_back() -> None:
    for source in (SeededDice, lambda seed: CommittedDice(bytes([seed]))):
        straight = say(new_match(duel_game(), prepared(), source(9)), *A_PLANS, *B_PLANS, "A step:7", "A press")
        wavering = say(new_match(duel_game(), prepared(), source(9)), *A_PLANS, "B guard:high")
        wavering.undo(1)
        say(wavering, *B_PLANS, "A step:1")
        wavering.undo(0)
        say(wavering, "A step:7", "A press")
        assert same(straight, wavering)


def test_a_listener_hears_of_it_first_and_can_prevent_it() -> None:
    told: list[Entry] = []
    match = say(duel(listener=told.append), *A_PLANS)
    match.undo(0)
    assert (told[-1].seat, told[-1].key) == (0, UNDO)

    def full(entry: Entry) -> None:
        raise OSError("the disk is full")

    match.listener = full
    before = everything(match)
    with pytest.raises(OSError, match="full"):
        match.undo(0)
    assert everything(match) == before


def test_a_run_of_answers_is_taken_back_at_once_as_if_undone_one_by_one() -> None:
    async def rules(table: Table, state: Duel) -> None:
        state.paces += await yes_no(1)
        for _ in range(3):
            state.paces += await yes_no(0)

    heard_lines: list[Entry] = []
    match = say(Match(toy(rules), Duel(), SeededDice(0), listener=heard_lines.append), "B yes", "A yes", "A yes")
    match.reset(0)
    assert said(match) == [(1, "yes")]
    assert [(entry.seat, entry.key) for entry in heard_lines[-2:]] == [(0, UNDO), (0, UNDO)]
    with pytest.raises(Refusal) as refused:
        match.reset(0)
    assert refused.value.clause == "K undo"
    assert said(match) == [(1, "yes")]


def test_a_reset_goes_back_to_the_start_of_the_own_dialogue_and_leaves_the_others_theirs() -> None:
    match = say(duel(), A_PLANS[0], B_PLANS[0], A_PLANS[1])
    match.reset(0)
    assert same(match, say(duel(), B_PLANS[0]))


def test_a_reset_never_passes_a_die() -> None:
    match = say(duel(), *A_PLANS, *B_PLANS, "A step:7")
    say(match, "A press")
    assert cannot_undo(match, 0)
    with pytest.raises(Refusal):
        match.reset(0)


class TestRewinding:
    def rules(self) -> toy:
        async def rules(table: Table, state: Duel) -> None:
            for seat in (0, 1, 1, 0):
                state.paces += await yes_no(seat)
            await table.roll("die", (6,))
            await yes_no(1)

        return toy(rules)

    def test_what_others_have_said_since_goes_with_it(self) -> None:
        lines: list[Entry] = []
        match = say(Match(self.rules(), Duel(), SeededDice(0), listener=lines.append), "A yes", "B yes", "B no")
        assert cannot_undo(match, 0)
        assert match.may_rewind(0)
        match.rewind(0)
        assert said(match) == []
        assert [(line.seat, line.key) for line in lines[-3:]] == [(1, UNDO), (1, UNDO), (0, UNDO)]

    def test_never_past_a_die(self) -> None:
        match = say(Match(self.rules(), Duel(), SeededDice(0)), "A yes", "B yes", "B no", "A yes")
        assert not match.may_rewind(0)
        with pytest.raises(Refusal) as refused:
            match.rewind(0)
        assert refused.value.clause == "K undo"
        assert len(match.record) == 5


async def posture(table: Table, state: Duel) -> None:
    """A decision, a small choice after it, and again."""
    for _ in range(2):
        state.paces += 10 * await yes_no(0)
        options = [Option("left", 1, "DU step"), Option("right", 2, "DU step")]
        state.paces += await table.ask_small(0, Text("prompt.foot"), options)


def standing() -> Match[Duel]:
    return Match(toy(posture), Duel(), SeededDice(0))


def test_small_questions_are_settled_by_the_usual_answer_and_put_on_record() -> None:
    match = say(standing(), "A yes")
    assert match.pending[0].small
    assert match.settle({1}) == []
    assert [option.key for _, option in match.settle({0})] == [match.record[-1].key]
    assert said(match) == [(0, "yes"), (0, "left")]
    assert match.state.paces == 11
    assert not match.pending[0].small


def test_who_has_small_things_settled_takes_back_a_decision_with_them() -> None:
    match = say(standing(), "A yes")
    match.settle({0})
    match.undo(0, settled=True)
    assert said(match) == []
    say(match, "A no")
    match.settle({0})
    match.undo(0)
    assert said(match) == [(0, "no")], "without the setting it is the small answer alone"
    assert match.may_undo(0, settled=True) is None


def test_nothing_is_taken_back_where_all_was_settled() -> None:
    async def rules(table: Table, state: Duel) -> None:
        await table.ask_small(0, Text("prompt.foot"), [Option("left", 1, "DU step"), Option("right", 2, "DU step")])
        await yes_no(0)

    match: Match[Duel] = Match(toy(rules), Duel(), SeededDice(0))
    match.settle({0})
    assert match.may_undo(0) is None
    assert match.may_undo(0, settled=True) is not None
    with pytest.raises(Refusal):
        match.undo(0, settled=True)


def test_a_small_question_with_one_answer_is_not_asked() -> None:
    async def rules(table: Table, state: Duel) -> None:
        state.paces = await table.ask_small(0, Text("prompt.foot"), [Option("left", 7, "DU step")])

    match: Match[Duel] = Match(toy(rules), Duel(), SeededDice(0))
    assert match.over
    assert match.state.paces == 7


async def alone(table: Table, state: Duel) -> None:
    """A decision; a question with one answer; a decision; one more such question, after which dice are rolled; the end
    of a turn, which is all that is left to say.
    """
    only = [Option("left", 1, "DU step")]
    await yes_no(0)
    state.paces += await table.ask(0, Text("prompt.foot"), OneOf(lambda: only))
    await yes_no(0)
    state.paces += await table.ask(0, Text("prompt.foot"), OneOf(lambda: only))
    await table.roll("shot", (6,))
    await table.ask(0, Text("prompt.foot"), OneOf(lambda: only), closing=True)
    await yes_no(0)


def test_a_question_with_one_answer_that_gives_nothing_away_is_forced() -> None:
    match = say(Match(toy(alone), Duel(), SeededDice(0)), "A yes")
    assert match.forced(0)
    assert match.settle_forced({1}) == []
    assert [option.key for _, option in match.settle_forced({0})] == ["left"]
    assert said(match) == [(0, "yes"), (0, "left")]
    assert not match.forced(0), "there are two answers"


def test_what_leads_to_dice_or_ends_a_turn_is_asked_though_there_is_one_answer() -> None:
    match = say(Match(toy(alone), Duel(), SeededDice(0)), "A yes")
    match.settle_forced({0})
    say(match, "A no")
    assert not match.forced(0), "dice would be rolled"
    assert match.settle_forced({0}) == []
    say(match, "A left")
    assert not match.forced(0), "it is the end of a turn"


async def empty_handed(table: Table, state: Duel) -> None:
    """A card could be played before the dice fall, but none in the hand fits."""
    only = [Option("no_card", 1, "DU step")]
    await yes_no(0)
    state.paces += await table.ask(0, Text("prompt.foot"), OneOf(lambda: only), masking=True)
    await table.roll("shot", (6,))
    await yes_no(0)


def test_what_only_hides_a_hand_is_asked_unless_nobody_could_learn_from_it() -> None:
    match = say(Match(toy(empty_handed), Duel(), SeededDice(0)), "A yes")
    assert not match.forced(0), "to answer at once would tell that nothing fits"
    assert match.settle_forced({0}) == []
    assert match.forced(0, alone=True)
    assert [option.key for _, option in match.settle_forced({0}, alone=True)] == ["no_card"]
    assert match.may_undo(0) is not None, "dice fell"


def test_who_is_not_asked_where_there_is_one_answer_takes_back_a_decision() -> None:
    match = say(Match(toy(alone), Duel(), SeededDice(0)), "A yes")
    match.settle_forced({0})
    say(match, "A no")
    match.undo(0, unasked=True)
    assert said(match) == [(0, "yes"), (0, "left")]
    match.undo(0, unasked=True)
    assert said(match) == [], "the answer that was not asked for goes with the decision before it"


async def begins_alone(table: Table, state: Duel) -> None:
    """A question with one answer, before which nothing was decided, and a decision."""
    only = [Option("left", 1, "DU step")]
    state.paces += await table.ask(0, Text("prompt.foot"), OneOf(lambda: only))
    await yes_no(0)
    await yes_no(1)


def test_there_is_nothing_to_take_back_where_nothing_was_decided() -> None:
    match: Match[Duel] = Match(toy(begins_alone), Duel(), SeededDice(0))
    match.settle_forced({0})
    assert said(match) == [(0, "left")]
    assert match.may_undo(0) is None, "whoever was asked may"
    assert match.may_undo(0, unasked=True) is not None
    with pytest.raises(Refusal):
        match.undo(0, unasked=True)
    say(match, "A yes")
    match.undo(0, unasked=True)
    assert said(match) == [(0, "left")]
    assert match.may_undo(0, unasked=True) is not None, "also after the match was built up again"


def test_a_sole_answer_that_was_asked_for_can_be_taken_back() -> None:
    async def hands_over(table: Table, state: Duel) -> None:
        only = [Option("left", 1, "DU step")]
        state.paces += await table.ask(0, Text("prompt.foot"), OneOf(lambda: only))
        await yes_no(1)

    match = say(Match(toy(hands_over), Duel(), SeededDice(0)), "A left")
    assert match.may_undo(0, unasked=True) is None, "the other seat was asked next, so it was not forced"


async def meanwhile(table: Table, state: Duel) -> None:
    """Two take turns; in the turn of the second the first is asked a small thing, and a thing with one answer."""
    await yes_no(0)
    table.tell("stepped", "DU step")
    await yes_no(1)
    table.tell("stepped", "DU step")
    await table.ask_small(0, Text("prompt.foot"), [Option("left", 1, "DU step"), Option("right", 2, "DU step")])
    await table.ask(0, Text("prompt.foot"), OneOf(lambda: [Option("left", 1, "DU step")]))
    table.tell("stepped", "DU step")
    await yes_no(0)


def test_what_nobody_chose_is_not_the_last_word_of_a_seat() -> None:
    """Otherwise "since your last turn" would leave out what came before an answer the seat never thought about."""
    match = say(Match(toy(meanwhile), Duel(), SeededDice(0)), "A yes", "B yes", "A left", "A left")
    assert len(match.table.events) == 3
    assert match.spoke == {0: 1, 1: 2}
    match.undo(0)
    match.answer(0, "left")
    assert match.spoke == {0: 1, 1: 2}, "the same when it is played again"
    match.answer(0, "yes")
    assert match.spoke[0] == 3
