"""Exact chances when mechs focus (rulebook 4.10): both have rolled, the attacker may roll any dice again, then the
defender. Both know all dice and choose what is best for them: the attacker to penetrate, the defender not to be.

Dice of one color that show the same are the same, so a roll is the number of dice of each color with each face. To roll
a die again is to have a blank in its place, since blanks always are: so the best that comes of a roll is what comes of
it if only its blanks are rolled again, or the best of a roll with one blank more. The chances are worked out for all
rolls of the defence at once; rolls against which every attack does the same count as one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import comb, factorial
from operator import mul
from typing import NamedTuple

from muster.games.obsidian_protocol.showing.rolled import MASK, SHIFT, Dice, Faces, Pool, Spread, spread, unpack

Need = tuple[int, int]
"""Heavy hits, and hits in all: so many dodges, and so many answers in all, would hold."""


class Rolled(NamedTuple):
    """A roll: its chance, the icons it shows (heavy hits or dodges, and all that count), how many dice of each color
    are blank, and the rolls with one blank more, by their places.
    """

    chance: float
    one: int
    both: int
    blanks: tuple[int, ...] = ()
    blanker: tuple[int, ...] = ()


def is_never_better(worse: int, better: int) -> bool:
    """Whether a face never does more than another: for an attack a heavy hit does what a light one does, and for a
    defence a dodge does what a defence does.
    """
    a, b, _ = unpack(worse)
    c, d, _ = unpack(better)
    return a <= c and a + b <= c + d


def parts_of(count: int, classes: int) -> Iterator[tuple[int, ...]]:
    """All ways to divide so many dice among so many faces; those with most of the first face come first."""
    if classes == 1:
        yield (count,)
        return
    for first in range(count, -1, -1):
        for rest in parts_of(count - first, classes - 1):
            yield (first, *rest)


@lru_cache(maxsize=64)
def _worse(die: Faces) -> tuple[tuple[int, ...], ...]:
    """For each face those that are never better."""
    every = range(len(die))
    return tuple(
        tuple(other for other in every if other != face and is_never_better(die[other][0], die[face][0]))
        for face in every
    )


def group(dice: Dice) -> list[Rolled]:
    """The rolls of equal dice. The best face stays on the table, and of two faces of which one is never better, the
    better one does as long as there is a worse one.
    """
    die = dice.die if dice.die[0][0] == 0 else ((0, 0.0), *dice.die)
    worse, icons = _worse(die), [unpack(face)[:2] for face, _ in die]
    goes = [face for face in range(1, len(die)) if len(worse[face]) < len(die) - 1]
    every = list(parts_of(dice.number, len(die)))
    places = {shown: place for place, shown in enumerate(every)}
    found = []
    for shown in every:
        chance = float(factorial(dice.number))
        for number, (_, share) in zip(shown, die, strict=True):
            chance *= share**number / factorial(number)
        one = sum([number * face[0] for number, face in zip(shown, icons, strict=True)])
        both = sum([number * sum(face) for number, face in zip(shown, icons, strict=True)])
        blanker = []
        for face in goes:
            if shown[face] and not any(shown[other] for other in worse[face] if other):
                less = (shown[0] + 1, *shown[1:face], shown[face] - 1, *shown[face + 1 :])
                blanker.append(places[less])
        found.append(Rolled(chance, one, both, (shown[0],), tuple(blanker)))
    return found


def count_of(pool: Pool) -> int:
    """How many rolls of a pool are told apart when it may be rolled again."""
    found = 1
    for dice in pool:
        faces = len(dice.die) + (dice.die[0][0] != 0)
        found *= comb(dice.number + faces - 1, faces - 1)
    return found


def rolls_of(pool: Pool) -> list[Rolled]:
    """All rolls of a pool, each after those with more blanks."""
    found = [Rolled(1.0, 0, 0)]
    for dice in pool:
        fresh = group(dice)
        size = len(fresh)
        found = [
            Rolled(
                roll.chance * more.chance,
                roll.one + more.one,
                roll.both + more.both,
                (*roll.blanks, *more.blanks),
                (*[size * there + nth for there in roll.blanker], *[size * place + there for there in more.blanker]),
            )
            for place, roll in enumerate(found)
            for nth, more in enumerate(fresh)
        ]
    return found


def rolls_without(pool: Pool) -> list[Rolled]:
    """The rolls of dice of which nothing is rolled again: only what counts is told apart."""
    none = (0,) * len(pool)
    return [Rolled(chance, one, one + other, none) for roll, chance in spread(pool) for one, other, _ in [unpack(roll)]]


Held = tuple[tuple[float, ...], ...]


@lru_cache(maxsize=1024)
def fresh(pool: Pool, again: tuple[int, ...]) -> Spread:
    """How likely each roll of so many new dice is, found from one die fewer."""
    color = next((color for color, count in enumerate(again) if count), -1)
    if color < 0:
        return {0: 1.0}
    found: Spread = {}
    for roll, chance in fresh(pool, (*again[:color], again[color] - 1, *again[color + 1 :])).items():
        for face, share in pool[color].die:
            found[roll + face] = found.get(roll + face, 0.0) + chance * share
    return found


@lru_cache(maxsize=256)
def holding(pool: Pool, again: tuple[int, ...], most: Need) -> Held:
    """The chance that new dice show at least so many dodges, and so many answers in all."""
    ones, boths = most
    found = [[0.0] * (boths + 2) for _ in range(ones + 2)]
    for roll, chance in fresh(pool, again).items():
        dodges, defences = roll & MASK, roll >> SHIFT
        found[min(dodges, ones)][min(dodges + defences, boths)] += chance
    for one in range(ones, -1, -1):
        for both in range(boths, -1, -1):
            found[one][both] += found[one][both + 1] + found[one + 1][both] - found[one + 1][both + 1]
    return tuple(tuple(row) for row in found)


def holds(rolls: Sequence[Rolled], pool: Pool, needs: Sequence[Need], most: Need) -> list[list[float]]:
    """The chance that each roll of the defence holds, against each of these needs, if the defender rolls again what is
    best to roll again.
    """
    found: list[list[float]] = []
    sure = [1.0] * len(needs)
    known: dict[tuple[tuple[int, ...], int, int], list[float]] = {}
    for roll in rolls:
        one, both = min(roll.one, most[0]), min(roll.both, most[1])
        if one == most[0] and both == most[1]:
            found.append(sure)
            continue
        best = known.get((roll.blanks, one, both))
        if best is None:
            table = holding(pool, roll.blanks, most)
            best = [
                table[heavy - one if heavy > one else 0][hits - both if hits > both else 0] for heavy, hits in needs
            ]
            known[roll.blanks, one, both] = best
        for there in roll.blanker:
            best = _better(best, found[there])
        found.append(best)
    return found


class _Attacker:
    """Works out, for all rolls of the defence at once, what new dice of the attacker are worth."""

    def __init__(self, attack: Pool, ends: dict[Need, list[float]]) -> None:
        self.faces = [[(*unpack(face)[:2], share) for face, share in dice.die] for dice in attack]
        self.known: dict[tuple[Need, tuple[int, ...]], list[float]] = {}
        self.ends = ends

    def worth(self, need: Need, again: tuple[int, ...]) -> list[float]:
        """The chance to penetrate with these icons on the table and so many new dice."""
        color = next((color for color, count in enumerate(again) if count), -1)
        if color < 0:
            return self.ends[need]
        known = self.known.get((need, again))
        if known is not None:
            return known
        fewer = (*again[:color], again[color] - 1, *again[color + 1 :])
        columns = []
        for heavy, light, share in self.faces[color]:
            after = self.worth((need[0] + heavy, need[1] + heavy + light), fewer)
            columns.append((share, after))
        found = _mixed(columns)
        self.known[need, again] = found
        return found


def _better(one: list[float], other: list[float]) -> list[float]:
    """The better of two chances, for each of several cases."""
    return [mine if mine > theirs else theirs for mine, theirs in zip(one, other, strict=True)]


def _mixed(columns: list[tuple[float, list[float]]]) -> list[float]:
    """The mean of several lists, by their shares."""
    shares = [share for share, _ in columns]
    lists = [values for _, values in columns]
    if len(shares) == 1:
        return lists[0]
    if len(shares) == 2:
        p, q = shares
        return [p * a + q * b for a, b in zip(*lists, strict=True)]
    if len(shares) == 3:
        p, q, r = shares
        return [p * a + q * b + r * c for a, b, c in zip(*lists, strict=True)]
    p, q, r, s, *_ = shares
    found = [p * a + q * b + r * c + s * d for a, b, c, d in zip(*lists[:4], strict=True)]
    for share, values in columns[4:]:
        found = [value + share * more for value, more in zip(found, values, strict=True)]
    return found


@lru_cache(maxsize=1024)
def penetrates(attack: Pool, defence: Pool, focus: bool, target_focus: bool) -> float:
    """The chance that something gets through when those who may focus do so as well as they can. All icons of the
    attack are damage (`rolled.damaging`).

    [OP 4.10.focus] [OP 4.4.1.offset]
    """
    attack = tuple(dice for dice in attack if dice.number > 0)
    defence = tuple(dice for dice in defence if dice.number > 0)
    heaviest = sum([max([unpack(face)[0] for face, _ in dice.die]) * dice.number for dice in attack])
    most = (heaviest, sum([max([sum(unpack(face)[:2]) for face, _ in dice.die]) * dice.number for dice in attack]))
    rolls = rolls_of(attack) if focus else rolls_without(attack)
    answers = rolls_of(defence) if target_focus else rolls_without(defence)
    needs: dict[Need, float] = {}
    for roll in rolls:
        needs[roll.one, roll.both] = needs.get((roll.one, roll.both), 0.0) + roll.chance
    columns = holds(answers, defence, list(needs), most)
    if not focus:
        shares = list(needs.values())
        return sum([roll.chance * (1.0 - _weighed(shares, held)) for roll, held in zip(answers, columns, strict=True)])
    merged: dict[tuple[float, ...], float] = {}
    for answer, held in zip(answers, map(tuple, columns), strict=True):
        merged[held] = merged.get(held, 0.0) + answer.chance
    weights = list(merged.values())
    ends = {need: [1.0 - held for held in row] for need, row in zip(needs, zip(*merged, strict=True), strict=True)}
    attacker = _Attacker(attack, ends)
    total = 0.0
    bests: list[list[float]] = []
    for roll in rolls:
        best = attacker.worth((roll.one, roll.both), roll.blanks)
        for there in roll.blanker:
            best = _better(best, bests[there])
        bests.append(best)
        total += roll.chance * _weighed(weights, best)
    return total


def _weighed(weights: list[float], values: list[float]) -> float:
    return sum(map(mul, weights, values), 0.0)
