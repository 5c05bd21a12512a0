"""Elo: how strong each bot is, by maximum likelihood.

The model is Bradley and Terry's, as Luce put it for larger tables: whoever sits down has a strength, and wins with a
chance that is their share of all strengths at the table. A factor of ten in strength is 400 points. The strengths that
make what happened most likely are found by minorization and maximization (Hunter 2004); a shared victory counts in
parts.

The intervals of 95% come from the observed information, the curvature of the likelihood where it is highest. They take
matches as independent. Ours come in rounds on the same dice, from every seat, and what the dice and the seat decide
cancels out in a round; so the intervals are, if anything, too wide.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import combinations
from typing import Final

import msgspec

SURE: Final = 1.959964
"""So many standard errors to each side leave out one case in twenty."""
POINTS: Final = 400 / math.log(10)
"""Points for each unit of a strength's logarithm."""
MIDDLE: Final = 1000.0
"""The points of the anchor, or of all bots on average."""
CLOSE: Final = 1e-10
MOST_STEPS: Final = 100_000


class Meeting(msgspec.Struct, frozen=True):
    """Matches of one bot against a table of another (`others` of them), and how many it won, shared ones in parts."""

    one: str
    other: str
    others: int
    matches: int
    score: float


class Rating(msgspec.Struct, frozen=True):
    """The points of a bot, and how many more or fewer they may well be."""

    points: float
    margin: float


class Ratings(msgspec.Struct, frozen=True):
    """The points of all bots. They are `supposed` if somebody won or lost everything against all others: then no
    likelihood is highest, and one shared match was added between any two that met.
    """

    bots: dict[str, Rating]
    supposed: bool


def wilson(score: float, matches: int, sure: float = SURE) -> tuple[float, float]:
    """The interval for a share of victories (Wilson 1927): of 95%, or of so many standard errors. The share is within
    it, also where the last digit of a computer's arithmetic would have it otherwise.

    >>> [round(end, 3) for end in wilson(8, 10)]
    [0.49, 0.943]
    """
    share, squared = score / matches, sure * sure
    middle = share + squared / (2 * matches)
    reach = sure * math.sqrt(share * (1 - share) / matches + squared / (4 * matches * matches))
    whole = 1 + squared / matches
    return min(share, max(0.0, (middle - reach) / whole)), max(share, min(1.0, (middle + reach) / whole))


def ratings(bots: Sequence[str], meetings: Sequence[Meeting], anchor: str = "") -> Ratings:
    """The points of all bots; the anchor has 1000, or if it is not there, all have 1000 on average.

    >>> found = ratings(["a", "b"], [Meeting("a", "b", 1, 11, 10)], anchor="b")
    >>> round(found.bots["a"].points), round(found.bots["a"].margin), found.bots["b"].margin
    (1400, 357, 0.0)
    """
    met = [meeting for meeting in meetings if meeting.matches]
    supposed = not is_settled(bots, met)
    if supposed:
        met += [Meeting(one, other, 1, 1, 0.5) for one, other in acquainted(bots, met)]
    strengths = likeliest(bots, met)
    spread = covariance(bots, met, strengths)
    at = [math.log(strengths[bot]) for bot in bots]
    fixed = bots.index(anchor) if anchor in bots else None
    zero = sum(at) / len(at) if fixed is None else at[fixed]
    found = {}
    for place, bot in enumerate(bots):
        variance = spread[place][place]
        if fixed is not None:
            variance += spread[fixed][fixed] - 2 * spread[place][fixed]
        margin = 0.0 if place == fixed else SURE * POINTS * math.sqrt(variance)
        found[bot] = Rating(MIDDLE + POINTS * (at[place] - zero), margin)
    return Ratings(found, supposed)


def is_settled(bots: Sequence[str], meetings: Sequence[Meeting]) -> bool:
    """Whether some strengths are likelier than all others: every bot has won something, be it over a bot that has won
    something, and so on, from every other.
    """
    beats: dict[str, set[str]] = {bot: set() for bot in bots}
    for meeting in meetings:
        if meeting.score > 0:
            beats[meeting.one].add(meeting.other)
        if meeting.score < meeting.matches:
            beats[meeting.other].add(meeting.one)
    return all(len(reached(beats, bot)) == len(bots) for bot in bots)


def acquainted(bots: Sequence[str], meetings: Sequence[Meeting]) -> list[tuple[str, str]]:
    """The pairs that met; any two, if those matches do not link everybody with everybody."""
    knows: dict[str, set[str]] = {bot: set() for bot in bots}
    for meeting in meetings:
        knows[meeting.one].add(meeting.other)
        knows[meeting.other].add(meeting.one)
    linked = len(reached(knows, bots[0])) == len(bots)
    return [(one, other) for one, other in combinations(bots, 2) if not linked or other in knows[one]]


def reached(ways: dict[str, set[str]], start: str) -> set[str]:
    """Everything that ways lead to from here."""
    found, ahead = {start}, [start]
    while ahead:
        new = ways[ahead.pop()] - found
        found |= new
        ahead += new
    return found


def likeliest(bots: Sequence[str], meetings: Sequence[Meeting]) -> dict[str, float]:
    """The strengths under which what happened is most likely, their product 1."""
    won = dict.fromkeys(bots, 0.0)
    for meeting in meetings:
        won[meeting.one] += meeting.score
        won[meeting.other] += meeting.matches - meeting.score
    strengths = dict.fromkeys(bots, 1.0)
    for _ in range(MOST_STEPS):
        weights = dict.fromkeys(bots, 0.0)
        for meeting in meetings:
            weight = meeting.matches / (strengths[meeting.one] + meeting.others * strengths[meeting.other])
            weights[meeting.one] += weight
            weights[meeting.other] += meeting.others * weight
        found = {bot: won[bot] / weights[bot] for bot in bots}
        scale = math.exp(sum(math.log(strength) for strength in found.values()) / len(bots))
        found = {bot: strength / scale for bot, strength in found.items()}
        change = max(abs(math.log(found[bot] / strengths[bot])) for bot in bots)
        strengths = found
        if change < CLOSE:
            break
    return strengths


def covariance(bots: Sequence[str], meetings: Sequence[Meeting], strengths: dict[str, float]) -> list[list[float]]:
    """How uncertain the logarithms of the strengths are, seen from their mean: the inverse of the information.

    The information knows only differences and has no inverse of its own. With the mean held fast it has one.
    """
    size = len(bots)
    place = {bot: number for number, bot in enumerate(bots)}
    information = [[1 / size] * size for _ in bots]
    for meeting in meetings:
        one, other = strengths[meeting.one], meeting.others * strengths[meeting.other]
        known = meeting.matches * one * other / (one + other) ** 2
        here, there = place[meeting.one], place[meeting.other]
        information[here][here] += known
        information[there][there] += known
        information[here][there] -= known
        information[there][here] -= known
    return [[entry - 1 / size for entry in row] for row in inverse(information)]


def inverse(matrix: Sequence[Sequence[float]]) -> list[list[float]]:
    """The inverse of a matrix, by Gauss and Jordan.

    >>> inverse([[2.0, 0.0], [0.0, 4.0]])
    [[0.5, 0.0], [0.0, 0.25]]
    """
    size = len(matrix)
    rows = [[*row, *(float(column == line) for column in range(size))] for line, row in enumerate(matrix)]
    for step in range(size):
        pivot = max(range(step, size), key=lambda line: abs(rows[line][step]))
        rows[step], rows[pivot] = rows[pivot], rows[step]
        top = [entry / rows[step][step] for entry in rows[step]]
        rows = [
            top if line == step else [entry - row[step] * above for entry, above in zip(row, top, strict=True)]
            for line, row in enumerate(rows)
        ]
    return [row[size:] for row in rows]
