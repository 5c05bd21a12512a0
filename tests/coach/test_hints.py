"""Hints: the same from the same seed, blind to what the seat cannot know, right where it is obvious, and never three
times the same thing.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

from coach.played import in_the_middle, pig
from muster.bots.chair import chair_at
from muster.bots.search import Budget
from muster.coach.deliberation import Deliberation
from muster.coach.hints import hint, promising, worth_telling
from muster.coach.watch import Stopped
from muster.kernel.spaces import Option
from muster.kernel.text import Text
from muster.library import own_names

FEW = Budget(iterations=60)
every_game = pytest.mark.parametrize("game", own_names())


@every_game
def test_the_same_seed_and_iterations_give_the_same_hint(game: str) -> None:
    match = in_the_middle(game, 30)
    seat = min(match.pending)
    first = hint(chair_at(match, seat), FEW, seed=4)
    assert first == hint(chair_at(match, seat), FEW, seed=4)
    assert 1 < len(first.advice) <= 3
    assert all(0 <= advice.chance <= 1 and advice.tries > 0 for advice in first.advice)


@every_game
@pytest.mark.parametrize("decisions", [3, 25, 60])
def test_a_hint_is_the_same_whatever_the_seat_cannot_know(game: str, decisions: int) -> None:
    match = in_the_middle(game, decisions)
    for seat in match.pending:
        known = hint(chair_at(match, seat), FEW)
        for redrawing in range(3):
            other = match.reimagined(seat, random.Random(redrawing))
            assert hint(chair_at(other, seat), FEW) == known


@every_game
def test_every_answer_and_every_step_has_words_in_both_languages(game: str) -> None:
    match = in_the_middle(game, 40)
    found = hint(chair_at(match, min(match.pending)), Budget(iterations=200))
    for language in ("en", "es"):
        words = match.game.catalogue.words(language)
        steps = [step for advice in found.advice for step in (advice.answer, *advice.line)]
        texts = [step.text for step in steps] + [lead.text for advice in found.advice for lead in advice.leads]
        assert any(texts)
        assert all(not words.say(text.text).startswith("Text(") for text in texts if text is not None)


def test_thinking_leaves_the_match_as_it_was() -> None:
    match = in_the_middle("tiny_epic_mechs", 30)
    before = match.game.testing.dump(match.state), len(match.record)
    hint(chair_at(match, min(match.pending)), FEW)
    assert (match.game.testing.dump(match.state), len(match.record)) == before


@pytest.mark.usefixtures("pig_installed")
class TestPig:
    def test_the_answer_that_wins_comes_first(self) -> None:
        match = pig("rrrrrrrrr", [6] * 9, goal=50)
        found = hint(chair_at(match, 0), Budget(iterations=100))
        assert [advice.answer.key for advice in found.advice] == ["hold", "roll"]
        assert found.advice[0].chance > 0.97
        assert found.advice[1].chance < found.advice[0].chance - 0.03

    def test_an_answer_that_would_lose_comes_last(self) -> None:
        """B needs one more point and A has two: to hold with three more gives the match away."""
        match = pig("rh" + "rrrrrrrrh" + "r", [2, *[6] * 8, 3], goal=49)
        found = hint(chair_at(match, 0), Budget(iterations=300))
        assert found.advice[0].answer.key == "roll"

    def test_odds_are_told_for_what_begins_something(self) -> None:
        found = hint(chair_at(pig("rr", [3, 4]), 0), Budget(iterations=60))
        roll = next(advice for advice in found.advice if advice.answer.key == "roll")
        hold = next(advice for advice in found.advice if advice.answer.key == "hold")
        assert hold.leads == []
        assert sum(lead.share for lead in roll.leads) <= 1
        assert any(lead.text.key == "outcome.lost" and 0.08 < lead.share < 0.27 for lead in roll.leads) or (
            len(roll.leads) == 4
        )

    def test_the_only_answer_is_judged_too(self) -> None:
        found = hint(chair_at(pig("", []), 0), FEW)
        assert [advice.answer.key for advice in found.advice] == ["roll"]
        assert found.advice[0].tries > 10


def test_a_line_is_made_of_answers_that_the_search_knows() -> None:
    match = in_the_middle("tiny_epic_mechs", 40)
    found = hint(chair_at(match, min(match.pending)), Budget(iterations=400))
    line = found.advice[0].line
    assert 0 < len(line) <= 5
    assert all(step.text is not None for step in line)


def test_somebody_can_say_stop() -> None:
    match = in_the_middle("deadzone", 30)
    with pytest.raises(Stopped):
        hint(chair_at(match, min(match.pending)), Budget(iterations=10_000_000), stop=lambda: True)


def test_progress_goes_up_to_the_end() -> None:
    heard: list[float] = []
    match = in_the_middle("tiny_epic_mechs", 30)
    hint(chair_at(match, min(match.pending)), Budget(iterations=200), progress=heard.append)
    assert heard == sorted(heard)
    assert len(heard) > 3
    assert heard[-1] == 1.0


def test_an_answer_is_tried_out_as_often_as_asked_in_the_same_trees() -> None:
    match = in_the_middle("tiny_epic_mechs", 30)
    deliberation = Deliberation(chair_at(match, min(match.pending)), random.Random(1))
    deliberation.think(len(deliberation.options) + 20)
    worst = min(deliberation.options, key=deliberation.chance)
    others = {option.key: deliberation.node(option).visits for option in deliberation.options if option is not worst}
    deliberation.try_out(worst, 30)
    assert deliberation.node(worst).visits == 30
    assert {key: deliberation.search.root.answers[key].visits for key in others} == others


# What is worth telling


class Opinion:
    """A deliberation that has made up its mind."""

    def __init__(self, chances: dict[str, float], doubt: float = 0.01) -> None:
        self.chances = chances
        self._doubt = doubt
        self.options = [Option(key, None, "", Text(key.partition(":")[0])) for key in chances]

    def chance(self, option: Option[Any]) -> float:
        return self.chances[option.key]

    def doubt(self, option: Option[Any]) -> float:
        return self._doubt

    def gap(self, one: Option[Any], other: Option[Any]) -> tuple[float, float]:
        return self.chance(one) - self.chance(other), self._doubt * 2**0.5


def told(chances: dict[str, float]) -> list[str]:
    opinion: Any = Opinion(chances)
    best = max(opinion.options, key=opinion.chance)
    return [option.key for option in worth_telling(opinion, promising(opinion, best))]


def test_variants_give_way_to_something_else() -> None:
    assert told({"move:a": 0.6, "move:b": 0.599, "move:c": 0.598, "move:d": 0.597, "shoot": 0.55, "wait": 0.5}) == [
        "move:a",
        "shoot",
        "wait",
    ]


def test_answers_of_a_kind_that_differ_are_told_beside_each_other() -> None:
    assert told({"move:a": 0.6, "move:b": 0.55, "move:c": 0.5, "wait": 0.1}) == ["move:a", "move:b", "move:c"]


def test_a_hopeless_answer_is_no_advice_while_variants_are_there() -> None:
    assert told({"move:a": 0.6, "move:b": 0.6, "move:c": 0.6, "surrender": 0.01}) == ["move:a", "move:b", "move:c"]


def test_few_answers_are_all_told() -> None:
    assert told({"yes": 0.6, "no": 0.1}) == ["yes", "no"]
