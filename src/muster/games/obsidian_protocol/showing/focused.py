"""Exact chances when mechs focus (rulebook 4.10): both have rolled, the attacker may roll any dice again, then the
defender. Both know all dice and choose what is best for them: the attacker to penetrate, the defender not to be.

Dice of one color that show the same are the same, so a roll is the number of dice of each color with each face, and a
choice is how many of them are rolled again: if any, all blanks, and of two faces of which one is never better, the
better one only when all of the worse ones are. The chances are worked out for all rolls of the defence at once; rolls
against which every attack does the same count as one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product
from math import factorial
from typing import NamedTuple

from muster.games.obsidian_protocol.showing.rolled import MASK, SHIFT, Dice, Faces, Pool, spread, unpack

Need = tuple[int, int]
"""Heavy hits, and hits in all: so many dodges, and so many answers in all, would hold."""


Keeping = tuple[int, int, tuple[int, ...]]
"""A choice: the icons that stay on the table (as in `Rolled`), and how many dice of each color are rolled again. There
are tens of thousands of them.
"""


class Rolled(NamedTuple):
    """A roll: its chance, the icons it shows (heavy hits or dodges, and all that count), and what can be kept of it."""

    chance: float
    one: int
    both: int
    choices: tuple[Keeping, ...]


def is_never_better(worse: int, better: int) -> bool:
    """Whether a face never does more than another: for an attack a heavy hit does what a light one does, and for a
    defence a dodge does what a defence does.
    """
    a, b, _ = unpack(worse)
    c, d, _ = unpack(better)
    return a <= c and a + b <= c + d


def parts_of(count: int, classes: int) -> Iterator[tuple[int, ...]]:
    """All ways to divide so many dice among so many faces."""
    if classes == 1:
        yield (count,)
        return
    for first in range(count + 1):
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


def again_of(shown: Sequence[int], die: Faces) -> Iterator[tuple[int, ...]]:
    """How many dice of each face may sensibly be rolled again: blanks always."""
    worse = _worse(die)
    for chosen in product(
        *(range(0 if face else number, number + 1) for number, (face, _) in zip(shown, die, strict=True))
    ):
        if all(
            not number or all(chosen[other] == shown[other] for other in worse[face])
            for face, number in enumerate(chosen)
        ):
            yield chosen


def group(dice: Dice) -> list[tuple[float, int, int, list[tuple[int, int, int]]]]:
    """The rolls of equal dice: chance, icons of both kinds, and the choices as icons kept and dice rolled again."""
    die, count = dice
    icons = [unpack(face) for face, _ in die]
    found = []
    for shown in parts_of(count, len(die)):
        chance = float(factorial(count))
        for number, (_, share) in zip(shown, die, strict=True):
            chance *= share**number / factorial(number)
        one = sum([number * face[0] for number, face in zip(shown, icons, strict=True)])
        both = sum([number * (face[0] + face[1]) for number, face in zip(shown, icons, strict=True)])
        choices: dict[int, list[tuple[int, int]]] = {}
        for chosen in again_of(shown, die):
            kept = [number - less for number, less in zip(shown, chosen, strict=True)]
            keeps = (
                sum([number * face[0] for number, face in zip(kept, icons, strict=True)]),
                sum([number * (face[0] + face[1]) for number, face in zip(kept, icons, strict=True)]),
            )
            choices.setdefault(sum(chosen), []).append(keeps)
        best = [(*keeps, again) for again, kept in choices.items() for keeps in _sensible(kept)]
        found.append((chance, one, both, best))
    return found


@lru_cache(maxsize=64)
def rolls_of(pool: Pool, focus: bool, enough: Need | None = None) -> tuple[Rolled, ...]:
    """All rolls of a pool. Without focus only what counts is told apart, and nothing is rolled again; nor is it of a
    roll that is enough.
    """
    if not focus:
        return tuple(
            Rolled(chance, one, one + other, ()) for roll, chance in spread(pool) for one, other, _ in [unpack(roll)]
        )
    found = []
    for parts in product(*(group(dice) for dice in pool)):
        chance, one, both = 1.0, 0, 0
        for part in parts:
            chance, one, both = chance * part[0], one + part[1], both + part[2]
        if enough is not None and one >= enough[0] and both >= enough[1]:
            found.append(Rolled(chance, one, both, ()))
            continue
        choices: list[Keeping] = [(0, 0, ())]
        for *_, more in parts:
            choices = [(a + c, b + d, (*again, new)) for a, b, again in choices for c, d, new in more]
        found.append(Rolled(chance, one, both, tuple([kept for kept in choices if any(kept[2])])))
    return tuple(found)


def _sensible(kept: list[tuple[int, int]]) -> set[tuple[int, int]]:
    """Of choices that roll equally many dice again, leave out those that keep less than another."""
    return {
        mine
        for mine in kept
        if not any(other != mine and other[0] >= mine[0] and other[1] >= mine[1] for other in kept)
    }


Held = tuple[tuple[float, ...], ...]


@lru_cache(maxsize=256)
def holding(pool: Pool, again: tuple[int, ...], most: Need) -> Held:
    """The chance that new dice show at least so many dodges, and so many answers in all."""
    fresh = tuple(Dice(dice.die, count) for dice, count in zip(pool, again, strict=True))
    ones, boths = most
    found = [[0.0] * (boths + 2) for _ in range(ones + 2)]
    for roll, chance in spread(fresh):
        dodges, defences = roll & MASK, roll >> SHIFT
        found[min(dodges, ones)][min(dodges + defences, boths)] += chance
    for one in range(ones, -1, -1):
        for both in range(boths, -1, -1):
            found[one][both] += found[one][both + 1] + found[one + 1][both] - found[one + 1][both + 1]
    return tuple(tuple(row) for row in found)


def breaks(rolls: Sequence[Rolled], pool: Pool, needs: Sequence[Need], most: Need) -> dict[Need, list[float]]:
    """The chance to penetrate each roll of the defence, for each of these needs, if the defender rolls again what is
    best to roll again.
    """
    tables = {again: holding(pool, again, most) for again in {kept[2] for roll in rolls for kept in roll.choices}}
    plans = [(roll.one, roll.both, [(tables[again], one, both) for one, both, again in roll.choices]) for roll in rolls]
    found = {}
    for heavy, hits in needs:
        row = []
        for one, both, choices in plans:
            best = 0.0
            if one >= heavy and both >= hits:
                best = 1.0
            else:
                for table, kept_one, kept_both in choices:
                    more, rest = heavy - kept_one, hits - kept_both
                    share = table[more if more > 0 else 0][rest if rest > 0 else 0]
                    if share > best:
                        best = share
            row.append(1.0 - best)
        found[heavy, hits] = row
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
    rolls, answers = rolls_of(attack, focus), rolls_of(defence, target_focus, most)
    needs: dict[Need, float] = {}
    for roll in rolls:
        needs[roll.one, roll.both] = needs.get((roll.one, roll.both), 0.0) + roll.chance
    held = breaks(answers, defence, list(needs), most)
    merged: dict[tuple[float, ...], float] = {}
    for answer, column in zip(answers, zip(*held.values(), strict=True), strict=True):
        merged[column] = merged.get(column, 0.0) + answer.chance
    weights = list(merged.values())
    ends = dict(zip(held, map(list, zip(*merged, strict=True)), strict=True))
    total = 0.0
    if not focus:
        for need, chance in needs.items():
            total += chance * _weighed(weights, ends[need])
        return total
    attacker = _Attacker(attack, ends)
    for roll in rolls:
        best = ends[roll.one, roll.both]
        others = [attacker.worth((one, both), again) for one, both, again in roll.choices]
        total += roll.chance * _weighed(weights, list(map(max, best, *others)) if others else best)
    return total


def _weighed(weights: list[float], values: list[float]) -> float:
    total = 0.0
    for weight, value in zip(weights, values, strict=True):
        total += weight * value
    return total
