"""The rules' own dice against exact odds, worked out independently with icepool: no deviation beyond chance."""

from __future__ import annotations

import itertools
import math
import random

import icepool
import pytest

from games.obsidian_protocol.desk import attack, drone, mech, position
from muster.games.obsidian_protocol.attack import resolve
from muster.kernel.requests import Roll, Table

ROLLS = 800
SIGMAS = 4.5
GUNS = {"ac_32_automatic_rifle": (1, 3, 0), "r_20_shoulder_mounted_railgun_r": (0, 3, 1), "ac_161_smg": (4, 0, 0)}
"""Yellow and red dice, and armor piercing, as the cards have them."""
TARGETS = {"dtg_30m_hyena_mg_type": (5, 0, "defensive"), "adk60r_raven_scout_type": (1, 7, "mobility")}
"""White and blue dice, and the stance."""
SETUPS = list(itertools.product(GUNS, TARGETS, ("offensive", "defensive"), (0, 2), (False, True)))


def exact(gun: str, target: str, stance: str, fragile: int, low_profile: bool) -> float:
    """The chance of penetration, from the faces as the rulebook and the sources print them."""
    yellow, red, pierce = GUNS[gun]
    white, blue, its_stance = TARGETS[target]
    white = max(1, white - pierce - fragile)
    filled = int(stance == "offensive")
    # Heavy and light hits of an attack die; dodges and defences of a defence die.
    yellows = [(0, 2), (0, 2), (0, 1), (0, 1), (0, filled), (0, 0), (0, 0), (0, 0)]
    reds = [(1, 0)] * 4 + [(filled, 0), (0, filled), (0, 0), (0, 0)]
    hollow = 2 * int(its_stance == "defensive")
    eye = int(low_profile)
    whites = [(0, 1), (0, hollow), (0, hollow), (1, 0), (0, 0), (0, 0), (eye, 0), (0, 0)]
    blues = [(1, 0), (1, 0), (eye, 0), (eye, 0), (0, 0), (0, 0), (0, 0), (0, 0)]
    offence, defence = pool(yellow, yellows, red, reds), pool(white, whites, blue, blues)
    through = icepool.map(lambda a, d: a[0] + max(0, a[1] - d[1]) > d[0], offence, defence)
    return float(through.probability(True))


def pool(many: int, one: list[tuple[int, int]], more: int, other: list[tuple[int, int]]) -> icepool.Die:
    """The sum of two kinds of dice, icon by icon."""
    total = icepool.Die([icepool.Vector((0, 0))])
    for faces, count in ((one, many), (other, more)):
        die = icepool.Die([icepool.Vector(face) for face in faces])
        for _ in range(count):
            total = total + die
    return total


def rolled(gun: str, target: str, stance: str, fragile: int, low_profile: bool) -> float:
    """How often the rules say it penetrates."""
    hexagon = "low_profile" if low_profile else ""
    state = position(
        mech("A", "f8", gun, stance=stance), drone("B", "f4", target, fragile=fragile, hexagon=hexagon, facing="s")
    )
    state.turn.moved = True
    rng = random.Random(f"{gun}/{target}/{stance}/{fragile}/{low_profile}")
    name = "burst_fire" if gun == "ac_161_smg" else "single_shot"
    count = 0
    for _ in range(ROLLS):
        twin = state.copy()
        steps = resolve(Table(False), twin, attack(twin, 0, 1, name))
        answer = None
        while True:
            try:
                request = steps.send(answer)
            except StopIteration as done:
                count += done.value.penetrated
                break
            assert isinstance(request, Roll)
            answer = [rng.randint(1, sides) for sides in request.sides]
    return count / ROLLS


@pytest.mark.parametrize("setup", SETUPS, ids=lambda setup: "-".join(map(str, setup)))
def test_the_rules_roll_what_the_odds_say(setup: tuple[str, str, str, int, bool]) -> None:
    chance = exact(*setup)
    spread = math.sqrt(chance * (1 - chance) / ROLLS)
    assert abs(rolled(*setup) - chance) <= SIGMAS * spread + 1e-9
