"""The analysis of whole matches: the curve, blunders that are found and priced, the same however many work on it."""

from __future__ import annotations

from functools import lru_cache

import msgspec
import pytest

from coach.played import begun, go_on, journal_of, past_of_pig, pig, played_out
from muster.coach import luck
from muster.coach.analysis import Effort, analyse
from muster.coach.decisions import is_real, standing, verdict_on
from muster.coach.past import NotOver, Past, Walk, past_of
from muster.coach.sharing import share_out
from muster.coach.sheets import Analysis, Decision, Roll
from muster.coach.watch import Stopped, Watch
from muster.kernel.journal import read_journal
from muster.library import own_names

QUICK = Effort(iterations=12, seconds=0.0)


@lru_cache
def past(game: str, players: int = 2) -> Past:
    return played_out(game, 3, **({"players": players} if players != 2 else {}))


@lru_cache
def analysed(game: str, players: int = 2) -> Analysis:
    """With few dice only: what they were worth is looked at in `test_luck.py`."""
    with pytest.MonkeyPatch.context() as patch:
        for name, few in (("FEW", 8), ("SAMPLE", 8), ("LEAST_SAMPLE", 8), ("ENDINGS", 2)):
            patch.setattr(luck, name, few)
        return analyse(past(game, players), QUICK)


@pytest.mark.parametrize(
    ("game", "players"),
    [
        ("tiny_epic_mechs", 1),
        ("tiny_epic_mechs", 2),
        ("tag_raid", 2),
        pytest.param("tiny_epic_mechs", 3, marks=pytest.mark.slow),
        pytest.param("obsidian_protocol", 2, marks=pytest.mark.slow),
    ],
)
class TestEveryMatch:
    def test_chances_add_up_and_the_end_is_the_result(self, game: str, players: int) -> None:
        found = analysed(game, players)
        assert all(sum(point.chances) == pytest.approx(1) for point in found.curve)
        assert all(0 <= chance <= 1 for point in found.curve for chance in point.chances)
        end = found.curve[-1]
        assert end.index == found.entries == len(past(game, players).entries)
        assert set(end.chances) == {0.0, 1.0}

    def test_it_goes_through_the_match_in_order_and_counts_its_rounds(self, game: str, players: int) -> None:
        found = analysed(game, players)
        assert [point.index for point in found.curve] == sorted(point.index for point in found.curve)
        rounds = [point.round for point in found.curve]
        assert rounds == sorted(rounds)
        assert rounds[0] == 1
        assert rounds[-1] > 1
        assert [moment.index for moment in found.moments] == sorted(moment.index for moment in found.moments)

    def test_sides_sum_up_what_happened(self, game: str, players: int) -> None:
        found = analysed(game, players)
        assert sum(side.decisions for side in found.sides) == len(found.curve) - 1
        assert sum(side.dice_gain for side in found.sides) == pytest.approx(0, abs=1e-6)
        assert all(0 <= side.dice_percentile <= 100 and side.cost >= 0 for side in found.sides)

    def test_it_survives_the_way_to_a_file_and_back(self, game: str, players: int) -> None:
        found = analysed(game, players)
        assert msgspec.json.decode(msgspec.json.encode(found), type=Analysis) == found


def test_it_is_the_same_again_however_many_work_on_it() -> None:
    first = analyse(past("tiny_epic_mechs"), QUICK)
    assert analyse(past("tiny_epic_mechs"), QUICK) == first
    assert analyse(past("tiny_epic_mechs"), QUICK, workers=2) == first


@pytest.mark.usefixtures("pig_installed")
class TestPig:
    def test_a_blunder_is_found_and_priced(self) -> None:
        """A could hold with 54 of 50 points, and wins; A rolls, throws a 1, and B wins with sixes."""
        match = pig("rrrrrrrrr" + "r" + "rrrrrrrrrh", [6] * 9 + [1] + [6] * 9)
        assert match.over
        found = analyse(past_of_pig(match), Effort(iterations=300, seconds=0.0))
        blunders = [one for one in found.moments if isinstance(one, Decision) and one.index == 18]
        assert [one.seat for one in blunders] == [0]
        assert blunders[0].played.answer.key == "roll"
        assert blunders[0].better.answer.key == "hold"
        assert blunders[0].better.chance > 0.97
        assert 0.03 < blunders[0].cost < 0.5
        assert found.sides[0].cost >= blunders[0].cost

    def test_the_throw_that_lost_it_is_among_the_moments(self) -> None:
        match = pig("rrrrrrrrr" + "r" + "rrrrrrrrrh", [6] * 9 + [1] + [6] * 9)
        found = analyse(past_of_pig(match), QUICK)
        thrown = [one for one in found.moments if isinstance(one, Roll) and one.faces == [1]]
        assert [(one.seat, one.index) for one in thrown] == [(0, 20)]
        assert thrown[0].gain < -0.2
        assert thrown[0].percentile < 10
        assert thrown[0].answer is not None
        assert thrown[0].answer.key == "roll"

    def test_a_match_without_a_choice_has_no_costs(self) -> None:
        """Everybody throws a 1 with the first die, so nobody ever decides anything but to begin."""
        match = pig("r" * 6 + "rrrrrrrrrh", [1] * 6 + [6] * 9)
        found = analyse(past_of_pig(match), QUICK)
        assert found.sides[1].decisions == 0
        assert found.sides[1].cost == 0
        assert found.sides[1].worst_round == 0

    def test_a_limit_of_time_is_kept_by_thinking_less(self) -> None:
        match = pig("rrrh" * 5, [6] * 15)
        found = analyse(past_of_pig(match), Effort(iterations=1_000_000, seconds=0.5))
        assert len(found.curve) > 5


# Stopping


@pytest.mark.parametrize("workers", [1, 2])
def test_somebody_can_say_stop(workers: int) -> None:
    asked = iter(range(1_000_000))
    with pytest.raises(Stopped):
        analyse(
            past("tiny_epic_mechs"),
            Effort(1_000_000, 0.0),
            workers,
            stop=lambda: next(asked) > (50 if workers == 1 else 2),
        )


def test_progress_goes_up_to_the_end() -> None:
    heard: list[float] = []
    analyse(past("tiny_epic_mechs"), QUICK, progress=heard.append)
    assert heard == sorted(heard)
    assert heard[-1] == 1.0


def test_every_job_is_taken_once() -> None:
    def work(take: object, stop: object) -> list[int]:
        numbers: list[int] = []
        assert callable(take)
        while (number := take()) < 7:
            numbers.append(number)
        return numbers

    assert share_out(work, 7, 1) == [[0, 1, 2, 3, 4, 5, 6]]


# What cannot be looked back at


@pytest.mark.parametrize("game", own_names())
def test_a_match_that_is_not_over_is_refused(game: str) -> None:
    match = go_on(begun(game), 1, 20)
    with pytest.raises(NotOver, match=r"lunch\.journal: this match is not over"):
        past_of(read_journal(journal_of(match)), file="lunch.journal")


@pytest.mark.usefixtures("pig_installed")
def test_a_record_that_ends_before_its_dice_is_not_over() -> None:
    """The last answer is on record, and its die is not."""
    match = pig("rr", [5, 4])
    match.record.pop()
    text = journal_of(match, goal=50)
    with pytest.raises(NotOver):
        past_of(read_journal(text))


def test_the_past_of_a_journal_is_the_match() -> None:
    match = go_on(begun("tiny_epic_mechs", 3), 3, -1)
    assert past_of(read_journal(journal_of(match))) == past("tiny_epic_mechs")


def test_a_lucky_try_among_many_answers_makes_no_peak_in_the_curve() -> None:
    """With one try for each answer, the chances stay near what the evaluation sees at first sight."""
    walk = Walk(played_out("tiny_epic_mechs"))
    looked = 0
    for moment in walk.moments():
        if is_real(walk, moment) and len(walk.match.ask(moment.seat).space.options()) > 15:
            seen = standing(walk, 2)[moment.seat]
            assert abs(verdict_on(walk, moment, 1, Watch()).chances[moment.seat] - seen) < 0.2
            looked += 1
        if looked == 12:
            break
    assert looked == 12
