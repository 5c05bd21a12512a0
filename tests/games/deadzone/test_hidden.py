"""Secrets are drawn again for a seat that thinks ahead: everything that could be, and nothing else."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from muster.games.deadzone.rules import missions
from muster.games.deadzone.rules.hidden import determinize
from muster.games.deadzone.state.models import NOBODY
from muster.games.deadzone.state.state import Side, Stage, State
from muster.library import load_game

GAME: Any = load_game("deadzone")
TRIES = 300


def position(**more: Any) -> State:
    """B has looked at one objective more than A, and holds cards of all kinds."""
    models = [{"side": "A", "card": "enforcer", "at": "a8"}, {"side": "B", "card": "enforcer", "at": "h1"}]
    state: State = GAME.testing.position({"model": models, **more})
    for side in state.sides:
        side.hand, side.drawn, side.bottom, side.mixed = [2, 5], [7], [9, 1], [3]
        side.unseen, side.discards, side.mission, side.deck = [0, 4, 4, 8], [6], 1, 4
    state.objectives = [(3, 1, 0b01), (5, 0, 0b10), (9, NOBODY, 0)]
    return state


def drawn_again(state: State, seat: int) -> list[State]:
    found = []
    for seed in range(TRIES):
        twin = state.copy()
        determinize(twin, seat, random.Random(seed))
        found.append(twin)
    return found


def piles(side: Side) -> list[int]:
    return sorted(side.hand + side.drawn + side.bottom + side.unseen)


def everything(side: Side) -> tuple[Any, ...]:
    return (
        side.hand,
        side.drawn,
        side.bottom,
        side.mixed,
        side.unseen,
        side.discards,
        side.mission,
        side.rejected,
        side.deck,
    )


@pytest.mark.parametrize("seat", [0, 1])
def test_the_cards_of_the_other_side_change_places(seat: int) -> None:
    state = position()
    hands, bottoms, drawn = Counter[int](), Counter[int](), Counter[int]()
    for twin in drawn_again(state, seat):
        own, foe = twin.sides[seat], twin.sides[1 - seat]
        assert everything(own) == everything(state.sides[seat])
        assert (foe.mixed, foe.discards, foe.deck) == ([3], [6], 4)
        assert [len(pile) for pile in (foe.hand, foe.drawn, foe.bottom, foe.unseen)] == [2, 1, 2, 4]
        assert piles(foe) == piles(state.sides[1 - seat])
        assert foe.hand == sorted(foe.hand)
        hands.update(foe.hand)
        bottoms.update(foe.bottom)
        drawn.update(foe.drawn)
    for counts, places in ((hands, 2), (bottoms, 2), (drawn, 1)):
        assert set(counts) == set(piles(state.sides[0]))
        for card, count in counts.items():
            share = TRIES * places * (2 if card == 4 else 1) / 9
            assert 0.5 * share < count < 1.6 * share, card


def test_objectives_that_only_the_other_has_seen_change() -> None:
    state = position()
    seen = {0: Counter[int](), 1: Counter[int]()}
    for seat in (0, 1):
        for twin in drawn_again(state, seat):
            assert [(cube, mask) for cube, _, mask in twin.objectives] == [(3, 1), (5, 2), (9, 0)]
            whiches = [which for _, which, _ in twin.objectives]
            assert whiches[2] == NOBODY
            assert whiches[seat] == (1, 0)[seat], "what one has seen stays"
            assert whiches[0] != whiches[1]
            seen[seat][whiches[1 - seat]] += 1
    assert set(seen[0]) == {0, 2}
    assert set(seen[1]) == {1, 2}
    assert all(90 < count < 210 for counts in seen.values() for count in counts.values())


def test_what_both_have_seen_stays() -> None:
    state = position()
    state.objectives = [(3, 1, 0b11), (5, 0, 0b11), (9, 2, 0b10)]
    for twin in drawn_again(state, 0):
        assert twin.objectives == state.objectives


def missions_of(twins: list[State], seat: int = 1) -> Counter[tuple[int, int]]:
    return Counter((twin.sides[seat].mission, twin.sides[seat].rejected) for twin in twins)


def test_any_mission_may_be_the_other_one() -> None:
    found = missions_of(drawn_again(position(), 0))
    assert set(found) == {(number, NOBODY) for number in range(6)}


def test_and_any_other_may_have_been_rejected() -> None:
    state = position()
    state.sides[1].rejected = 4
    found = missions_of(drawn_again(state, 0))
    assert all(mission != rejected for mission, rejected in found)
    assert {rejected for _, rejected in found} == set(range(6)), "also the one that is being played in truth"
    assert {mission for mission, _ in found} == set(range(6))


def test_before_the_second_mission_is_drawn_there_is_none() -> None:
    state = position()
    state.sides[1].rejected, state.sides[1].mission = 4, NOBODY
    found = missions_of(drawn_again(state, 0))
    assert set(found) == {(NOBODY, rejected) for rejected in range(6)}


def test_a_mission_that_was_given_up_is_known() -> None:
    state = position()
    state.sides[1].aborted = 0
    assert set(missions_of(drawn_again(state, 0))) == {(1, NOBODY)}


def test_no_mission_with_which_the_other_had_won() -> None:
    """Nine points of intel and a kill: whoever counted the kill would have claimed."""
    state = position()
    state.sides[1].intel, state.sides[1].mission = 9, 0
    state.models[0].dead = True
    state.kills = [(0, 1)]
    found = {mission for mission, _ in missions_of(drawn_again(state, 0))}
    expected = set()
    for number in range(6):
        state.sides[1].mission = number
        if missions.score(state, 1) < 10:
            expected.add(number)
    assert found == expected
    assert 0 < len(expected) < 6
    # When it is over nothing is claimed any more.
    state.stage, state.sides[1].mission = Stage.OVER, 0
    assert {mission for mission, _ in missions_of(drawn_again(state, 0))} == set(range(6))
    # With ten points every mission would have won: then it stays what it is.
    state.stage, state.sides[1].intel, state.sides[1].mission = Stage.TURN, 10, 3
    assert set(missions_of(drawn_again(state, 0))) == {(3, NOBODY)}


def test_after_a_rejection_every_possible_pair_of_missions_is_equally_likely_whatever_is_true() -> None:
    """If the true mission were never drawn as the rejected one, whoever draws often enough would know it."""
    shares: list[Counter[tuple[int, int]]] = []
    for true, rejected in ((1, 2), (2, 1), (0, 3)):
        state = position()
        state.sides[1].mission, state.sides[1].rejected = true, rejected
        found: Counter[tuple[int, int]] = Counter()
        for seed in range(6_000):
            side = state.sides[1]
            side.mission, side.rejected = true, rejected
            determinize(state, 0, random.Random(seed))
            found[side.mission, side.rejected] += 1
        shares.append(found)
    count = len(missions.faction_of(position(), position().sides[1]).missions)
    for found in shares:
        assert len(found) == count * (count - 1)
        expected = 6_000 / len(found)
        assert all(abs(times - expected) < 6 * expected**0.5 for times in found.values())
