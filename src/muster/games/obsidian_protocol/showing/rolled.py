"""Exact chances of whole rolls: what dice show, and what is left of an attack when the defence has answered.

Pure arithmetic on pools of dice, without a state: previews, odds from figures and odds of positions all count here. A
roll is kept as one number, `pack`, so that adding up dice is adding numbers. Chances are floats; sums over all faces
are right to about 1e-15.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from muster.games.obsidian_protocol.rules.attack.icons import NOTHING_ELSE, ONCE, Stakes

SHIFT: Final = 8
MASK: Final = (1 << SHIFT) - 1
Faces = tuple[tuple[int, float], ...]
"""A die: what its faces show, packed, and how likely that is. Equal faces are one."""
Spread = dict[int, float]
"""How likely each packed roll is."""


def pack(one: int, other: int, third: int = 0) -> int:
    """Heavy hits, light hits and lightning, or dodges and defences, as one number."""
    return one | other << SHIFT | third << 2 * SHIFT


def unpack(roll: int) -> tuple[int, int, int]:
    return roll & MASK, roll >> SHIFT & MASK, roll >> 2 * SHIFT


def die_of(faces: Sequence[int]) -> Faces:
    """A die with these faces, all equally likely."""
    return tuple((face, faces.count(face) / len(faces)) for face in sorted(set(faces)))


def rerolling(die: Faces, faces: Sequence[int], again: Sequence[bool]) -> Faces:
    """The same die if some of its faces are rolled again, once."""
    share = sum(again) / len(faces)
    found: Spread = {face: chance * share for face, chance in die}
    for face, goes in zip(faces, again, strict=True):
        if not goes:
            found[face] = found.get(face, 0.0) + 1 / len(faces)
    return tuple(sorted(found.items()))


class Dice(NamedTuple):
    """So many equal dice."""

    die: Faces
    number: int


Pool = tuple[Dice, ...]


@lru_cache(maxsize=1024)
def _several(die: Faces, count: int) -> tuple[tuple[int, float], ...]:
    if count <= 0:
        return ((0, 1.0),)
    found: Spread = {}
    for roll, chance in _several(die, count - 1):
        for face, share in die:
            found[roll + face] = found.get(roll + face, 0.0) + chance * share
    return tuple(found.items())


@lru_cache(maxsize=1024)
def spread(pool: Pool) -> tuple[tuple[int, float], ...]:
    """How likely each roll of a pool is."""
    found: Spread = {0: 1.0}
    for die, count in pool:
        more: Spread = {}
        for roll, chance in found.items():
            for extra, share in _several(die, count):
                more[roll + extra] = more.get(roll + extra, 0.0) + chance * share
        found = more
    return tuple(found.items())


# What is left


Left = tuple[int, int, int, bool]
"""The rest of an attack: heavy and light hits, lightning, and whether it hit at all."""


def dodged_lightning(attack: tuple[int, int, int], dodges: int, needed: int, stakes: Stakes) -> int:
    """How many dodges go to lightning. A defender wants first not to be penetrated, then, if what gets through is used
    again, as little of it as possible, then as little lightning as possible.

    [OP 4.4.1.choice]
    """
    lightning = attack[2]
    if stakes.wrecking:
        return min(lightning, dodges)  # it is damage that only a dodge stops, and more besides
    if not stakes.lightning:
        return 0
    spare = dodges - needed if dodges >= needed else 0 if stakes.surplus else dodges
    if stakes.lightning == ONCE:
        return lightning if spare >= lightning else 0
    return min(lightning, spare)


def left_of(attack: tuple[int, int, int], dodges: int, defences: int, hard: bool, stakes: Stakes) -> Left:
    """The rest of heavy hits, light hits and lightning. Where lightning does nothing there is nothing to weigh up:
    dodges go to heavy hits first. The rules list the ways of offsetting one by one (`offsets`); this is the first.

    [OP 4.4.1.offset] [OP 4.4.1.choice] [OP 4.4.1.hit]
    """
    heavy, light, lightning = attack
    needed = max(0, heavy + light - defences) if hard else heavy + max(0, light - defences)
    flashes = dodged_lightning(attack, dodges, needed, stakes) if lightning else 0
    dodges -= flashes
    lightning -= flashes
    hit = heavy + light > dodges or (stakes.wrecking and lightning > 0)
    spare = dodges - heavy
    if spare >= 0:
        heavy = 0
    else:
        heavy, spare = -spare, 0
        if hard:
            stopped = min(heavy, defences)
            heavy, defences = heavy - stopped, defences - stopped
    return heavy, max(0, light - spare - defences), lightning, hit


def remains(attack: Pool, defence: Pool, hard: bool, stakes: Stakes = NOTHING_ELSE) -> dict[Left, float]:
    """Everything that can be left of an attack, with its chance.  [OP 4.4.1.offset]"""
    if not stakes.lightning and not stakes.wrecking:
        attack = damaging(attack, False, False)
    answers = [(answer & MASK, answer >> SHIFT, share) for answer, share in spread(defence)]
    found: dict[Left, float] = {}
    for roll, chance in spread(attack):
        icons = unpack(roll)
        for dodges, defences, share in answers:
            left = left_of(icons, dodges, defences, hard, stakes)
            found[left] = found.get(left, 0.0) + chance * share
    return found


def damaging(pool: Pool, wrecking: bool, hard: bool) -> Pool:
    """The pool with nothing but damage: hits that only a dodge stops, and hits that a defence stops as well. Lightning
    that does damage is of the first kind, any other lightning is nothing; a target that stops heavy hits with defences
    makes them the second kind.

    [OP 6.2.wrecking] [OP card.dense_hand]
    """
    found = []
    for die, count in pool:
        faces: Spread = {}
        for face, chance in die:
            heavy, light, lightning = unpack(face)
            zaps = lightning if wrecking else 0
            shown = pack(zaps, heavy + light) if hard else pack(heavy + zaps, light)
            faces[shown] = faces.get(shown, 0.0) + chance
        found.append(Dice(tuple(sorted(faces.items())), count))
    return tuple(found)


@lru_cache(maxsize=1024)
def _held(defence: Pool, hard: bool, heavies: int, hits: int) -> tuple[tuple[float, ...], ...]:
    """The chance that a defence holds against so many heavy hits among so many hits in all, up to these numbers."""
    most = hits + 1
    found = [[0.0] * (most + 1) for _ in range(heavies + 1)]
    for answer, share in spread(defence):
        dodges, defences = answer & MASK, answer >> SHIFT
        found[heavies if hard else min(dodges, heavies)][min(dodges + defences, hits)] += share
    for heavy in range(heavies, -1, -1):
        row, above = found[heavy], found[heavy + 1] if heavy < heavies else [0.0] * (most + 1)
        for hit in range(hits, -1, -1):
            row[hit] += row[hit + 1]
        for hit in range(hits + 1):
            row[hit] += above[hit]
    return tuple(tuple(row) for row in found)


def falls(defence: Pool, hard: bool, heavy: int, light: int) -> float:
    """The chance that a defence does not hold against these hits."""
    return max(0.0, 1.0 - _held(defence, hard, heavy, heavy + light)[heavy][heavy + light])


def penetrates(attack: Pool, defence: Pool) -> float:
    """The chance that something gets through, however the defender offsets it: a defence holds if there is a dodge for
    each hit that only a dodge stops and an answer for each hit. All icons of the attack are damage (`damaging`).

    [OP 4.4.1.offset]
    """
    rolls = [(*unpack(roll), chance) for roll, chance in spread(attack)]
    heavies = max([heavy for heavy, _, _, _ in rolls])
    hits = max([heavy + light for heavy, light, _, _ in rolls])
    held = _held(defence, False, heavies, hits)
    found = 0.0
    for heavy, light, _, chance in rolls:
        found += chance * held[heavy][heavy + light]
    return max(0.0, 1.0 - found)
