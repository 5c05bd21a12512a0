"""Features: what the zones of the main task will probably still bring, reckoned out by hand."""

from __future__ import annotations

from typing import Any

import pytest

from games.obsidian_protocol.desk import MIRE, drone, mech, position
from muster.games.obsidian_protocol.bot.features import COMING, STANDING, count, pace
from muster.games.obsidian_protocol.rules.mission.tasks import task_of

RIFLE = "ac_32_automatic_rifle"
FAR = mech("B", "l1", RIFLE, acted=True)
"""An enemy who gets nowhere in the rounds that are left."""
IDLE = mech("A", "a1", RIFLE, acted=True)
RAVEN = "adk60ec_raven_ec_type"


def promise(*units: dict[str, Any], seat: int = 0, **more: Any) -> float:
    """What a side is promised, in zones that pay once."""
    state = position(*units, **more)
    task = task_of(state)
    assert task is not None
    (found,) = count(state, seat)
    return found / task.points


def test_a_terminal_is_worth_its_points_as_often_as_one_will_be_there_alone() -> None:
    """Who stands in it has the best chance, who can get there a smaller one, and both together spoil it."""
    last: dict[str, Any] = {"task": "data_theft", "round": 5}
    holder = mech("A", "c10", RIFLE)
    assert promise(holder, FAR, **last) == STANDING
    assert promise(holder, FAR, seat=1, **last) == 0
    rival = drone("B", "d11", RAVEN)
    assert promise(holder, rival, **last) == pytest.approx(STANDING * (1 - COMING))
    assert promise(holder, rival, seat=1, **last) == pytest.approx(COMING * (1 - STANDING))
    inside = drone("B", "b11", RAVEN)
    assert promise(holder, inside, **last) == pytest.approx(STANDING * (1 - STANDING))


def test_rounds_count_and_not_steps() -> None:
    """With a pace of five, three grids are one round, as five are, and six are two; a mech that has acted loses one."""
    late: dict[str, Any] = {"task": "data_theft", "round": 4}
    state = position(mech("A", "f10", RIFLE), FAR, **late)
    assert pace(state, state.units[0]) == 5
    for at, rounds in (("f10", 2), ("f12", 2), ("g12", 1)):
        assert promise(mech("A", at, RIFLE), FAR, **late) == rounds * COMING
        assert promise(mech("A", at, RIFLE, acted=True), FAR, **late) == (rounds - 1) * COMING


def test_a_unit_goes_to_one_zone_and_the_nearest_goes() -> None:
    last: dict[str, Any] = {"task": "data_theft", "round": 5}
    assert promise(IDLE, drone("A", "c9", RAVEN), FAR, **last) == COMING
    assert promise(mech("A", "c10", RIFLE), drone("A", "c9", RAVEN), FAR, **last) == STANDING + COMING


def test_a_terminal_that_was_accessed_waits_for_the_next_round() -> None:
    holder = mech("A", "c10", RIFLE)
    assert promise(holder, FAR, task="data_theft", round=4) == 2 * STANDING
    assert promise(holder, FAR, task="data_theft", round=4, accessed=["charlie"]) == STANDING


def test_a_zone_stays_with_whoever_was_there_alone_last() -> None:
    """Nobody near: it goes on paying. An enemy who comes may take it, and what is not held may be won."""
    last: dict[str, Any] = {"task": "outflank", "round": 5}
    away = mech("A", "f12", RIFLE, acted=True)
    assert promise(away, FAR, owners={"charlie": "A"}, **last) == 1
    raider = drone("B", "d11", RAVEN)
    assert promise(away, raider, owners={"charlie": "A"}, **last) == 1 - COMING
    assert promise(away, raider, owners={"charlie": "A"}, seat=1, **last) == COMING


def test_the_first_round_may_pay_nothing() -> None:
    """Outflank pays from the second round on: whoever stands in a zone is promised what four ends of rounds bring."""
    hold, times = 0.0, 0.0
    for number in range(5):
        hold += (1 - hold) * STANDING
        times += hold if number else 0
    holder = mech("A", "c10", RIFLE)
    found = promise(holder, mech("B", "g12", RIFLE, stance="shutdown"), task="outflank", round=1)
    assert found == pytest.approx(times)


@pytest.mark.parametrize(
    "more",
    [{"task": "key_facility", "round": 5}, {"round": 5}],
    ids=["black boxes", "no task"],
)
def test_nothing_is_promised_elsewhere(more: dict[str, Any]) -> None:
    assert count(position(mech("A", "c10", RIFLE), FAR, **more), 0) == [0]


def test_nothing_is_promised_before_the_first_round() -> None:
    """Nobody knows yet who will stand where."""
    state = position(mech("A", "c10", RIFLE), FAR, task="data_theft", round=1)
    state.round = 0
    assert count(state, 0) == [0]


def test_who_is_shut_down_holds_nothing() -> None:
    torso = mech("A", "c10", RIFLE, torso=MIRE, stance="shutdown")
    assert promise(torso, FAR, task="data_theft", round=5) == 0
