"""Pairing a tournament: Swiss, single elimination, everybody against everybody. Pure functions of what has
happened so far; players are named by their ids, in the order of their seeds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

import msgspec

BYE = ""
"""The opponent of somebody who has none in a round, and wins it."""
EXACT = 18
"""So many players are paired by trying everything; more go by halves of the table first."""


class Played(msgspec.Struct, frozen=True):
    """A pairing that is decided: the points of both, 1, 0.5 or 0 each."""

    first: str
    second: str
    first_points: float
    second_points: float


def points_of(players: Sequence[str], played: Sequence[Played]) -> dict[str, float]:
    """Everybody's points."""
    points = dict.fromkeys(players, 0.0)
    for one in played:
        points[one.first] = points.get(one.first, 0.0) + one.first_points
        if one.second != BYE:
            points[one.second] = points.get(one.second, 0.0) + one.second_points
    return points


def standings(players: Sequence[str], played: Sequence[Played]) -> list[tuple[str, float, float]]:
    """Players with their points and the points of those they have met (Buchholz), the best first; then by seed."""
    points = points_of(players, played)
    met: dict[str, float] = dict.fromkeys(players, 0.0)
    for one in played:
        if one.second != BYE:
            met[one.first] += points.get(one.second, 0.0)
            met[one.second] += points.get(one.first, 0.0)
    seeds = {player: number for number, player in enumerate(players)}
    ranked = sorted(players, key=lambda player: (-points[player], -met[player], seeds[player]))
    return [(player, points[player], met[player]) for player in ranked]


def swiss(players: Sequence[str], played: Sequence[Played]) -> list[tuple[str, str]]:
    """The next round of a Swiss tournament: players with like points meet, nobody twice as long as that is possible,
    and nobody has a second bye before everybody has had one.
    """
    ranked = [player for player, _, _ in standings(players, played)]
    met = {frozenset((one.first, one.second)) for one in played}
    byes = {player: sum(one.second == BYE and one.first == player for one in played) for player in players}
    if len(ranked) % 2 == 0:
        return _pair_all(ranked, met, points_of(players, played))
    fewest = min(byes.values())
    for player in reversed(ranked):
        if byes[player] > fewest:
            continue
        rest = [other for other in ranked if other != player]
        pairs = _pair_all(rest, met, points_of(players, played))
        if not any(frozenset(pair) in met for pair in pairs):
            return [*pairs, (player, BYE)]
    player = next(player for player in reversed(ranked) if byes[player] == fewest)
    return [*_pair_all([other for other in ranked if other != player], met, points_of(players, played)), (player, BYE)]


def _pair_all(ranked: Sequence[str], met: set[frozenset[str]], points: Mapping[str, float]) -> list[tuple[str, str]]:
    """Pair an even number of players: as few repeats as possible, then as little difference in points."""
    if len(ranked) <= EXACT:
        return _exactly(tuple(ranked), met, points)
    half = len(ranked) // 2 + (len(ranked) // 2) % 2
    upper, lower = _pair_all(ranked[:half], met, points), _pair_all(ranked[half:], met, points)
    pairs = [*upper, *lower]
    return _without_repeats(pairs, met)


def _exactly(ranked: tuple[str, ...], met: set[frozenset[str]], points: Mapping[str, float]) -> list[tuple[str, str]]:
    whole = (1 << len(ranked)) - 1

    @cache
    def best(left: int) -> tuple[int, float, tuple[tuple[int, int], ...]]:
        if not left:
            return 0, 0.0, ()
        first = (left & -left).bit_length() - 1
        rest = left ^ (1 << first)
        found: tuple[int, float, tuple[tuple[int, int], ...]] | None = None
        for other in range(first + 1, len(ranked)):
            if not rest >> other & 1:
                continue
            repeats, apart, pairs = best(rest ^ (1 << other))
            a, b = ranked[first], ranked[other]
            repeats += frozenset((a, b)) in met
            apart += (points[a] - points[b]) ** 2
            if found is None or (repeats, apart) < found[:2]:
                found = repeats, apart, ((first, other), *pairs)
        assert found is not None, "there is an even number of them"
        return found

    return [(ranked[a], ranked[b]) for a, b in best(whole)[2]]


def _without_repeats(pairs: list[tuple[str, str]], met: set[frozenset[str]]) -> list[tuple[str, str]]:
    """Change partners between pairs until nobody meets anybody again, where a change does that."""
    pairs = list(pairs)
    for at, (a, b) in enumerate(pairs):
        if frozenset((a, b)) not in met:
            continue
        for other in sorted(range(len(pairs)), key=lambda n: abs(n - at)):
            c, d = pairs[other]
            for one, two in (((a, c), (b, d)), ((a, d), (b, c))):
                if other != at and frozenset(one) not in met and frozenset(two) not in met:
                    pairs[at], pairs[other] = one, two
                    break
            if frozenset(pairs[at]) not in met:
                break
    return pairs


def knockout(players: Sequence[str], rounds: Sequence[Sequence[Played]]) -> list[tuple[str, str]]:
    """The next round of a single elimination: the best seeds have the byes of the first round and meet as late as
    possible; after that winners meet in the order of the tree. Where nobody has won, the better seed goes on.
    """
    if not rounds:
        size = 1
        while size < len(players):
            size *= 2
        tree = [0]
        while len(tree) < size:
            tree = [seed for one in tree for seed in (one, 2 * len(tree) - 1 - one)]
        names = [players[seed] if seed < len(players) else BYE for seed in tree]
        pairs = list(zip(names[::2], names[1::2], strict=True))
        return [(a, b) if a != BYE else (b, a) for a, b in pairs]
    seeds = {player: number for number, player in enumerate(players)}
    winners = [winner(one, seeds) for one in rounds[-1]]
    return list(zip(winners[::2], winners[1::2], strict=True)) if len(winners) > 1 else []


def winner(one: Played, seeds: Mapping[str, int]) -> str:
    """The players who go on from a pairing."""
    if one.second == BYE or one.first_points > one.second_points:
        return one.first
    if one.second_points > one.first_points:
        return one.second
    return min(one.first, one.second, key=lambda player: seeds[player])


def everybody(players: Sequence[str], number: int) -> list[tuple[str, str]]:
    """A round of a league in which everybody meets everybody once, by the circle method; numbered from 0."""
    circle = [*players, BYE] if len(players) % 2 else list(players)
    turn = circle[1:]
    shift = number % len(turn)
    order = [circle[0], *turn[shift:], *turn[:shift]]
    half = len(order) // 2
    pairs = list(zip(order[:half], reversed(order[half:]), strict=True))
    fair = [(a, b) if (number + n) % 2 else (b, a) for n, (a, b) in enumerate(pairs)]
    return [(a, b) if a != BYE else (b, a) for a, b in fair]


def rounds_of(kind: str, count: int, swiss_rounds: int) -> int:
    """How many rounds a tournament of so many players has."""
    if kind == "league":
        return count - 1 if count % 2 == 0 else count
    most = max(1, (count - 1).bit_length())
    return most if kind == "knockout" else min(swiss_rounds or most, max(1, count - 1))
