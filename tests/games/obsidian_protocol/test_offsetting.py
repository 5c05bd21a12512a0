"""Offsetting (4.4.1, step 6) against a slow way written from the book alone: every dodge and every shield is laid on
every icon it may offset, one after the other. And the rules' own dice against exact odds, for penetration and for hits.
"""

from __future__ import annotations

import itertools
import random
from functools import cache

import icepool
import pytest

from games.obsidian_protocol.desk import attack, mech, position
from games.obsidian_protocol.test_odds import compare, defence, offence, penetrates, share
from muster.games.obsidian_protocol.rules.attack.icons import EACH, ONCE, Icons, Stakes, offsets
from muster.games.obsidian_protocol.showing import chances

Left = tuple[int, int, int, bool]
"""Heavy and light hits and lightning that are left; whether it was a hit."""
Table = tuple[tuple[str, ...], ...]


@cache
def endings(
    table: Table, stopped: int, dodges: int, shields: int, hard: bool, whole: bool, wrecking: bool
) -> set[Left]:
    """All that can come of a table of attack dice, each a tuple of icons not yet offset."""
    found = set()
    if dodges == 0 and shields == 0:
        icons = "".join("".join(die) for die in table)
        harm = icons.count("H") + icons.count("L") + (icons.count("z") if wrecking else 0)
        return {(icons.count("H"), icons.count("L"), icons.count("z"), harm + stopped > 0)}
    for number, die in enumerate(table):
        for place, icon in enumerate(die):
            rest = () if whole and dodges else die[:place] + die[place + 1 :]
            after = tuple(sorted((*table[:number], rest, *table[number + 1 :])))
            if dodges:
                found |= endings(after, stopped, dodges - 1, shields, hard, whole, wrecking)
            elif icon == "L" or (hard and icon == "H"):
                found |= endings(after, stopped + 1, 0, shields - 1, hard, whole, wrecking)
    return found | endings(table, stopped, max(0, dodges - 1), shields - (not dodges), hard, whole, wrecking)


def worse(one: tuple[int, ...], other: tuple[int, ...]) -> bool:
    return one != other and all(a >= b for a, b in zip(one, other, strict=True))


def feels(left: Left, stakes: Stakes) -> tuple[int, ...]:
    """What matters to the defender of an ending."""
    heavy, light, lightning, hit = left
    heavy += lightning if stakes.wrecking else 0
    return (
        min(1, heavy + light),
        (heavy + light) * stakes.surplus,
        heavy * stakes.surplus,
        {0: 0, ONCE: min(1, lightning), EACH: lightning}[stakes.lightning],
        int(hit) * stakes.hit,
    )


CASES = 700
FACES = ("H", "H", "L", "LL", "LL", "z", "z", "")
EITHER = (False, True)
STAKES = [
    Stakes(surplus, lightning, hit, wrecking)
    for surplus, lightning, hit, wrecking in itertools.product(
        (False, True), (0, ONCE, EACH), (False, True), (False, True)
    )
    if lightning == EACH or not wrecking
]


@pytest.mark.clause("OP 4.4.1.offset", "OP 4.4.1.choice", "OP 4.4.1.hit")
@pytest.mark.parametrize("seed", range(4))
def test_the_ways_to_offset_are_all_that_are_worth_choosing(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(CASES):
        dice = tuple(
            sorted(tuple(rng.choice(("H", "H", "L", "LL", "LL", "z", "z", ""))) for _ in range(rng.randint(1, 5)))
        )
        dodges, shields, stakes = rng.randint(0, 4), rng.randint(0, 4), rng.choice(STAKES)
        hard, whole = rng.choice(((False, False), (False, False), (True, False), (False, True)))
        shown = "".join("".join(die) for die in dice)
        pairs = sum(len(die) == 2 for die in dice)
        icons = Icons(shown.count("H"), shown.count("L"), shown.count("z"), pairs)
        possible = endings(dice, 0, dodges, shields, hard, whole, stakes.wrecking)
        felt = {feels(left, stakes) for left in possible}
        best = {way for way in felt if not any(worse(way, other) for other in felt)}
        found = offsets(icons, dodges, shields, stakes, hard, whole)
        assert {way.key() for way in found} <= possible
        assert sorted(best) == [feels(way.key(), stakes) for way in found], (dice, dodges, shields, hard, whole)
        faces = ["".join(die) for die in dice]
        for way in found:
            met, through = way.met(faces, ["o"] * dodges + ["D"] * shields)
            left = "".join(faces[die][place] for die, place in through)
            assert (left.count("H"), left.count("L"), left.count("z")) == way.key()[:3]
            assert len(met) + len(through) == len(shown)
            used = [answer for _, answer in met]
            assert all(used.count(answer) == 1 for answer in used) or whole


LASERS = list(itertools.product(("offensive", "defensive"), ("offensive", "defensive", "mobility")))


@pytest.mark.clause("OP 4.4.1.offset", "OP 4.4.1.hit", "OP 6.2.laser")
@pytest.mark.parametrize(("stance", "its"), LASERS)
def test_hits_and_penetrations_of_a_laser(stance: str, its: str) -> None:
    """Every damaging icon is dodged before lightning that does nothing: then it was no hit.

    Odds as the cards have them: five yellow dice; armor 6 and 5, dodge 3; for any part the torso.
    """
    state = position(
        mech("A", "f8", "r7_automatic_rifle", stance=stance), mech("B", "f4", "type_55_shield", stance=its)
    )
    rolled = offence(5, 0, stance)
    saves = [defence(armor, 3 * (its == "mobility"), its) for armor in (6, 5, 5, 6, 6, 6)]
    hit = [icepool.map(lambda a, d: sum(a) > d[0], rolled, save).probability(True) for save in saves]
    compare(share(state, "single_shot", f"hit {stance} {its}", "hit", part="part:torso"), float(sum(hit)) / 6)
    through = [penetrates(rolled, save) for save in saves]
    compare(share(state, "single_shot", f"through {stance} {its}", part="part:torso"), sum(through) / 6)
    shot = attack(state, 0, 1, "single_shot")
    found = chances.by_part(state, shot)
    assert list(found.values()) == pytest.approx(through[:3])
    assert chances.overall(state, shot, {**found, "torso": max(found.values())}) >= sum(through) / 6 - 1e-9


@pytest.mark.clause("OP 4.4.1.offset", "OP 4.4.1.hit", "OP 6.2.snipe")
def test_a_laser_against_armor_6_in_defensive_stance() -> None:
    """Four yellow dice on the torso: 82.5% are hits."""
    state = position(
        mech("A", "f9", "r33_sniper_rifle", stance="defensive"),
        mech("B", "f4", "type_55_shield", stance="defensive"),
    )
    saves = defence(6, 0, "defensive")
    chance = float(icepool.map(lambda a, d: sum(a) > d[0], offence(4, 0, "defensive"), saves).probability(True))
    assert chance == pytest.approx(0.8252, abs=1e-4)
    compare(share(state, "single_shot", "sniper", "hit", part="part:torso", designate="none"), chance)
