"""Pairing: nobody meets twice in a Swiss tournament while that is possible, and byes go around."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from muster.server.people.pairing import BYE, Played, everybody, knockout, rounds_of, standings, swiss


def decided(pairs: list[tuple[str, str]], rng: random.Random) -> list[Played]:
    played: list[Played] = []
    for first, second in pairs:
        points = 1.0 if second == BYE else rng.choice((1.0, 0.5, 0.0))
        played.append(Played(first, second, points, 0.0 if second == BYE else 1.0 - points))
    return played


@pytest.mark.parametrize("count", [2, 3, 5, 6, 7, 8, 9, 16, 17, 33, 40])
@pytest.mark.parametrize("seed", range(5))
def test_swiss_has_no_repeats_while_possible_and_byes_go_around(count: int, seed: int) -> None:
    rng = random.Random(seed)
    players = [f"p{n}" for n in range(count)]
    played: list[Played] = []
    met: set[frozenset[str]] = set()
    for _ in range(rounds_of("swiss", count, 0)):
        pairs = swiss(players, played)
        seated = [player for pair in pairs for player in pair if player != BYE]
        assert sorted(seated) == sorted(players)
        for pair in pairs:
            if BYE not in pair:
                assert frozenset(pair) not in met
                met.add(frozenset(pair))
        played += decided(pairs, rng)
    byes = [one.first for one in played if one.second == BYE]
    assert len(byes) == len(set(byes)) == (rounds_of("swiss", count, 0) if count % 2 else 0)


def test_six_players_can_play_five_rounds_of_swiss_without_meeting_twice() -> None:
    players = [f"p{n}" for n in range(6)]
    for seed in range(20):
        rng, played = random.Random(seed), list[Played]()
        for _ in range(3):
            played += decided(swiss(players, played), rng)
        assert len({frozenset((one.first, one.second)) for one in played}) == len(played)


def test_like_points_meet() -> None:
    players = ["a", "b", "c", "d"]
    played = [Played("a", "b", 1.0, 0.0), Played("c", "d", 1.0, 0.0)]
    assert {frozenset(pair) for pair in swiss(players, played)} == {frozenset("ac"), frozenset("bd")}
    assert [player for player, _, _ in standings(players, played)] == ["a", "c", "b", "d"]


@pytest.mark.parametrize("count", range(2, 18))
def test_an_elimination_ends_with_one_and_byes_are_for_the_first_seeds(count: int) -> None:
    players = [f"p{n:02}" for n in range(count)]
    rounds: list[list[Played]] = []
    while pairs := knockout(players, rounds):
        if rounds:
            assert all(BYE not in pair for pair in pairs)
        rounds.append([Played(a, b, float(b == BYE or a < b), float(b != BYE and b < a)) for a, b in pairs])
    assert len(rounds) == rounds_of("knockout", count, 0)
    byes = [one.first for one in rounds[0] if one.second == BYE]
    assert sorted(byes) == players[: len(byes)]
    if count > 2:
        assert {rounds[-1][0].first, rounds[-1][0].second} == {"p00", "p01"}


@pytest.mark.parametrize("count", range(2, 12))
def test_in_a_league_everybody_meets_everybody_once(count: int) -> None:
    players = [f"p{n}" for n in range(count)]
    rounds = [everybody(players, number) for number in range(rounds_of("league", count, 0))]
    met = [frozenset(pair) for pairs in rounds for pair in pairs if BYE not in pair]
    assert sorted(map(sorted, met)) == sorted(map(sorted, combinations(players, 2)))
    for pairs in rounds:
        seated = [player for pair in pairs for player in pair if player != BYE]
        assert len(seated) == len(set(seated)) == count
