"""The rules' own dice against exact odds, worked out independently with icepool: no deviation beyond chance.

The odds are written down from the book and from the figures on the cards, not from the code: what penetrates, what a
parry or something in the way adds, and what Mutilation makes of the surplus.
"""

from __future__ import annotations

import itertools
import math
import random
from typing import Any

import icepool
import pytest

from games.obsidian_protocol.desk import attack, drone, mech, position, wall
from muster.games.obsidian_protocol.rules.attack.pools import Attack
from muster.games.obsidian_protocol.rules.attack.process import Outcome, resolve
from muster.games.obsidian_protocol.state.state import State
from muster.kernel.requests import Ask, Roll, Table

ROLLS = 800
SIGMAS = 4.5
GUNS = {"ac_32_automatic_rifle": (1, 3, 0), "r_20_shoulder_mounted_railgun_r": (0, 3, 1), "ac_161_smg": (4, 0, 0)}
"""Yellow and red dice, and armor piercing, as the cards have them."""
TARGETS = {"dtg_30m_hyena_mg_type": (5, 0, "defensive"), "adk60r_raven_scout_type": (1, 7, "mobility")}
"""White and blue dice, and the stance."""
SETUPS = list(itertools.product(GUNS, TARGETS, ("offensive", "defensive"), (0, 2), (False, True)))
Faces = list[tuple[int, int]]


# The exact side


def offence(yellow: int, red: int, stance: str) -> icepool.Die:
    """Heavy and light hits of an attack roll."""
    filled = int(stance == "offensive")
    yellows = [(0, 2), (0, 2), (0, 1), (0, 1), (0, filled), (0, 0), (0, 0), (0, 0)]
    reds = [(1, 0)] * 4 + [(filled, 0), (0, filled), (0, 0), (0, 0)]
    return pool((yellow, yellows), (red, reds))


def defence(white: int, blue: int, stance: str, low_profile: bool = False) -> icepool.Die:
    """Dodges and defences of a defence roll."""
    hollow, eye = 2 * int(stance == "defensive"), int(low_profile)
    whites = [(0, 1), (0, hollow), (0, hollow), (1, 0), (0, 0), (0, 0), (eye, 0), (0, 0)]
    blues = [(1, 0), (1, 0), (eye, 0), (eye, 0), (0, 0), (0, 0), (0, 0), (0, 0)]
    return pool((white, whites), (blue, blues))


def pool(*dice: tuple[int, Faces]) -> icepool.Die:
    """The sum of several kinds of dice, icon by icon."""
    total = icepool.Die([icepool.Vector((0, 0))])
    for count, faces in dice:
        die = icepool.Die([icepool.Vector(face) for face in faces])
        for _ in range(count):
            total = total + die
    return total


def left(hits: Any, saves: Any) -> tuple[int, int]:
    """Heavy and light hits that are not offset: defence stops light ones, dodges go to heavy ones first."""
    light = max(0, hits[1] - saves[1])
    heavy = max(0, hits[0] - saves[0])
    return heavy, max(0, light - max(0, saves[0] - hits[0]))


def penetrates(hits: icepool.Die, saves: icepool.Die) -> float:
    return float(icepool.map(lambda a, d: sum(left(a, d)) > 0, hits, saves).probability(True))


# The side of the rules


def outcome_of(state: State, shot: Attack, rng: random.Random, answers: dict[str, str]) -> Outcome:
    """One attack resolved with random dice; questions are answered by their prompts, others with the first option."""
    steps = resolve(Table(False), state, shot)
    answer: Any = None
    while True:
        try:
            request = steps.send(answer)
        except StopIteration as done:
            found: Outcome = done.value
            return found
        if isinstance(request, Roll):
            answer = [rng.randint(1, sides) for sides in request.sides]
        else:
            assert isinstance(request, Ask)
            options = request.space.options()
            key = answers.get(request.prompt.key, options[0].key)
            answer = next(option.value for option in options if option.key == key)


def share(state: State, name: str, seed: str, wanted: str = "penetrated", **answers: str) -> float:
    """How often the rules say that an attack with this action penetrates, or destroys."""
    rng = random.Random(seed)
    prompts = {f"prompt.{prompt}": key for prompt, key in answers.items()}
    count = 0
    for _ in range(ROLLS):
        twin = state.copy()
        count += getattr(outcome_of(twin, attack(twin, 0, 1, name), rng, prompts), wanted)
    return count / ROLLS


def compare(measured: float, chance: float) -> None:
    spread = math.sqrt(chance * (1 - chance) / ROLLS)
    assert abs(measured - chance) <= SIGMAS * spread + 1e-9


@pytest.mark.parametrize("setup", SETUPS, ids=lambda setup: "-".join(map(str, setup)))
def test_firing_at_drones(setup: tuple[str, str, str, int, bool]) -> None:
    gun, target, stance, fragile, low_profile = setup
    yellow, red, pierce = GUNS[gun]
    white, blue, its_stance = TARGETS[target]
    hexagon = "low_profile" if low_profile else ""
    state = position(
        mech("A", "f8", gun, stance=stance), drone("B", "f4", target, fragile=fragile, hexagon=hexagon, facing="s")
    )
    state.turn.moved = True
    saves = defence(max(1, white - pierce - fragile), blue, its_stance, low_profile)
    name = "burst_fire" if gun == "ac_161_smg" else "single_shot"
    compare(share(state, name, str(setup)), penetrates(offence(yellow, red, stance), saves))


PROTECTION = list(itertools.product((False, True), (False, True), ("defensive", "offensive")))


@pytest.mark.parametrize(("terrain", "unit", "stance"), PROTECTION)
def test_protection_adds_white_dice(terrain: bool, unit: bool, stance: str) -> None:
    """Two white dice for terrain of 2 inches in the way, two more for a large unit."""
    units = [mech("A", "f9", "ac_32_automatic_rifle"), mech("B", "f4", "type_55_shield", stance=stance)]
    if unit:
        units.append(mech("A", "f6"))
    state = position(*units, terrain=[wall("f7", 3, 1, 2)] if terrain else [])
    saves = 2 * terrain + 2 * unit
    parts = [6, 5, 5, 6, 6]  # torso, chassis, left arm; the right arm and the backpack are missing: the torso
    hits = offence(1, 3, "offensive")
    chances = [penetrates(hits, defence(armor + saves, 0, stance)) for armor in parts]
    # The face for any part lets the attacker choose: the torso here.
    chance = sum([*chances, chances[0]]) / 6
    compare(share(state, "single_shot", f"{terrain}{unit}{stance}", part="part:torso"), chance)


PARRIES = list(itertools.product(("type_55_shield", "m15bo_katana"), ("offensive", "defensive"), (0, 1)))
BLADES = {"type_55_shield": (5, 2, 0), "m15bo_katana": (4, 2, 2)}
"""Armor, parry value and dodge of what parries."""


@pytest.mark.parametrize(("part", "stance", "fragile"), PARRIES)
def test_parrying_adds_white_dice(part: str, stance: str, fragile: int) -> None:
    armor, parry, _ = BLADES[part]
    state = position(
        mech("A", "f8", "cc_4_cleaver_r", stance="offensive"), mech("B", "f7", part, stance=stance, fragile=fragile)
    )
    slot = "left_arm" if part == "type_55_shield" else "right_arm"
    measured = share(state, "chop", f"{part}{stance}{fragile}", designate=f"parry:{slot}")
    # Two yellow and four red dice with Pulse: lightning counts as a heavy hit.
    yellows = [(0, 2), (0, 2), (0, 1), (0, 1), (0, 1), (1, 0), (0, 0), (0, 0)]
    reds = [(1, 0)] * 5 + [(0, 1), (1, 0), (0, 0)]
    compare(measured, penetrates(pool((2, yellows), (4, reds)), defence(armor + parry - fragile, 0, stance)))


MUTILATION = list(itertools.product(("offensive", "defensive"), ("defensive", "offensive"), (False, True)))


@pytest.mark.parametrize(("stance", "its_stance", "damaged"), MUTILATION)
def test_mutilation_goes_on_into_the_structure(stance: str, its_stance: str, damaged: bool) -> None:
    """What goes through the armor is resolved again against the structure: through both, the drone is gone."""
    artillery = "lgp_80_artillery"
    target = drone(
        "B", "f5", "dtg_30m_hyena_mg_type", stance=its_stance, facing="s", damaged=["unit"] if damaged else []
    )
    state = position(mech("A", "f9", artillery, stance=stance), target)
    shot = attack(state, 0, 1, "single_shot")
    hits = offence(shot.action.yellow, shot.action.red, stance)
    rng = random.Random(f"{stance}{its_stance}{damaged}")
    gone = 0
    for _ in range(ROLLS):
        twin = state.copy()
        outcome_of(twin, attack(twin, 0, 1, "single_shot"), rng, {"prompt.surplus": "surplus:mutilation"})
        gone += not twin.units[1].alive
    armor, structure = (2, 2) if damaged else (5, 2)
    if damaged:
        chance = penetrates(hits, defence(structure, 0, its_stance))
    else:
        first, second = defence(armor, 0, its_stance), defence(structure, 0, its_stance)
        through = icepool.map(lambda a, d, e: sum(left(left(a, d), e)) > 0, hits, first, second)
        chance = float(through.probability(True))
    compare(gone / ROLLS, chance)


MOBILE = list(itertools.product(("offensive", "defensive"), (0, 1, 2), (False, True)))


@pytest.mark.parametrize(("stance", "fragile", "immobilized"), MOBILE)
def test_dodging_mechs(stance: str, fragile: int, immobilized: bool) -> None:
    """A mech in mobility stance: dodge 3 of the chassis, none when it is immobilized."""
    target = mech("B", "f5", "type_55_shield", stance="mobility", fragile=fragile, immobilized=int(immobilized))
    state = position(mech("A", "f8", "ac_161_smg", stance=stance), target)
    state.turn.moved = True
    blue = 0 if immobilized else 3
    hits = offence(4, 0, stance)
    chances = [penetrates(hits, defence(max(1, armor - fragile), blue, "mobility")) for armor in (6, 5, 5, 6, 6, 6)]
    compare(share(state, "burst_fire", f"{stance}{fragile}{immobilized}", part="part:torso"), sum(chances) / 6)
