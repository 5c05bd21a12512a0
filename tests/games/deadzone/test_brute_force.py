"""Odds from figures beside a second count that shares nothing with ours, every die thrown face by face, eights again
and again, for hundreds of attacks drawn at random.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Callable
from functools import cache

import pytest

from muster.kernel.game import reckoning_of
from muster.kernel.odds import Odds
from muster.library import load_game

Chances = dict[str, float]
Rolls = list[tuple[int, int, float]]
Worth = Callable[[int, int], float]
LEVELS = ("suppressed", "pinned", "alert", "enraged")


@cache
def thrown(dice: int, stat: int, depth: int = 14) -> dict[int, float]:
    """How many successes so many dice give, one die after the other, an eight being a success and a die more."""
    if not dice or not depth or not stat:
        return {0: 1.0}
    found: dict[int, float] = defaultdict(float)
    for face in range(1, 9):
        again = depth - 1 if face == 8 else depth
        for more, share in thrown(dice - (face < 8), stat, again).items():
            found[more + (face >= stat)] += share / 8
    return dict(found)


DEAR = frozenset((21, 35, 44))
"""Seeds of attacks with so many ways to end, shields and fires in them, that going through all takes minutes."""
SEEDS = [pytest.param(seed, marks=pytest.mark.slow) if seed in DEAR else seed for seed in range(100)]


def drawn(rng: random.Random, kind: str) -> dict[str, str]:
    yes = ("no", "no", "yes")
    given = {
        "dice": rng.randrange(7),
        "resist": rng.randrange(7),
        "survive": rng.randint(2, 8),
        "ap": rng.randrange(3),
        "toxic": rng.choice(yes),
        "irresistible": rng.choice(yes),
        "armour": rng.randrange(4),
        "tough": rng.randrange(3),
        "shield": rng.choice([0, 0, 1, 2]),
        "injured": rng.choice(yes),
        "vulnerable": rng.choice(yes),
        "life_support": rng.choice(yes),
        "hull": 0,
        "suffered": 0,
        "volatile": rng.choice([0, 0, 0, 1, 2]),
        "burns": "no",
        "cold": rng.randrange(5),
        "fight" if kind == "fight" else "shoot": rng.randint(2, 8),
    }
    if kind == "fight":
        given |= {
            "fight_back": rng.choice([0, 3, 4, 5, 6]),
            "answer": rng.choice(["best", "fight", "survive"]),
            "back_ap": rng.randrange(3),
            "own_armour": rng.randrange(3),
            "own_injured": rng.choice(yes),
        }
    if rng.random() < 0.3:
        given |= {"burns": "yes"} if rng.random() < 0.6 else {"hull": 4, "suffered": rng.randrange(4)}
    if kind == "frag":
        given |= {"wounds": rng.choice(["no", "yes"]), "beside": rng.choice(yes), "solid": rng.choice(yes)}
    if kind == "blaze":
        given["aggression"] = rng.choice(LEVELS)
    elif rng.random() < 0.3:
        given |= {"dice": rng.randrange(4), "resist": rng.randrange(4)}
        given |= {"resourceful": rng.choice(yes), "target_resourceful": rng.choice(yes)}
    return {"resourceful": "no", "target_resourceful": "no", **{name: str(value) for name, value in given.items()}}


def worked_out(kind: str, given: dict[str, str]) -> Odds:
    attack = reckoning_of(load_game("deadzone")).attack(kind)
    known = {figure.name for figure in attack.figures}
    return attack.work_out(attack.read({name: value for name, value in given.items() if name in known}))


def struck(given: dict[str, str], potential: int, burns: bool = False) -> Chances:
    """What potential damage does to the target, with the fire that a burning or a volatile weapon lights."""
    return dict(ends_of(tuple(given.items()), max(0, potential), burns))


@cache
def ends_of(written: tuple[tuple[str, str], ...], potential: int, burns: bool) -> Chances:
    given = dict(written)
    found: Chances = defaultdict(float)
    fresh = (given["injured"] == "yes", int(given["suffered"]), int(given["shield"]), int(given["volatile"]), True, "")
    for body, share in hurt(given, fresh, potential, weapon=True).items():
        for after, more in alight(given, body).items() if burns and body[-1] != "killed" else [(body, 1.0)]:
            found[after[-1] or "saved"] += share * more
    return found


Standing = tuple[bool, int, int, int, bool, str]
"""Injured, damage of a vehicle, dice of its shield, volatile weapons, whether life support is unused, what became of
it.
"""


def hurt(given: dict[str, str], body: Standing, potential: int, weapon: bool) -> dict[Standing, float]:
    injured, suffered, shield, volatile, fresh, end = body
    if potential <= 0 or end == "killed":
        return {body: 1.0}
    found: dict[Standing, float] = defaultdict(float)
    tough, armour, hull = int(given["tough"]), int(given["armour"]), int(given["hull"])
    frail = given["vulnerable"] == "yes" or (weapon and given["toxic"] == "yes")
    for (took, ones), share in shields(shield).items():
        left_dice = 0 if ones > took else shield
        left = potential - took
        if weapon and given["irresistible"] == "yes":
            saves = armour + tough
        else:
            left, saves = left - tough, armour
        actual = max(0, left - max(0, saves - (int(given["ap"]) if weapon else 0))) if left > 0 else 0
        if left > 0 and not actual and volatile:
            found[injured, suffered, left_dice, volatile, fresh, end] += share * 7 / 8
            lit = (injured, suffered, left_dice, volatile - 1, fresh, end)
            for after, more in alight(given, lit).items():
                found[after] += share / 8 * more
            continue
        now = end
        hit = (injured, suffered, fresh)
        if actual > 0 and hull:
            hit = (injured, suffered + actual, fresh)
            now = "killed" if hit[1] >= hull else "damaged"
        elif actual > 1 or (actual and (injured or frail)):
            now = "killed"
        elif actual and given["life_support"] == "yes" and fresh and given["injured"] == "no":
            hit, now = (injured, suffered, False), end or "mended"
        elif actual:
            hit, now = (True, suffered, fresh), "injured"
        found[hit[0], hit[1], left_dice, volatile, hit[2], now] += share
    return found


def alight(given: dict[str, str], body: Standing) -> dict[Standing, float]:
    found: dict[Standing, float] = defaultdict(float)
    for potential, chance in fires(int(given["cold"]), int(given["survive"])).items():
        for after, share in hurt(given, body, potential, weapon=False).items():
            found[after] += chance * share
    return found


@cache
def fires(cold: int, survive: int) -> dict[int, float]:
    found: dict[int, float] = defaultdict(float)
    for heat, one in thrown(3, 4).items():
        for held, other in thrown(cold, survive).items():
            found[heat - held + 1 if heat > held else 0] += one * other
    return {potential: chance for potential, chance in found.items() if chance > 1e-13}


@cache
def shields(dice: int) -> dict[tuple[int, int], float]:
    """What the dice of a shield absorb, and their ones."""
    return {ends: chance for ends, chance in faces(dice, 12).items() if chance > 1e-13}


@cache
def faces(dice: int, depth: int) -> Counter[tuple[int, int]]:
    found: Counter[tuple[int, int]] = Counter()
    if not dice or not depth:
        return Counter({(0, 0): 1.0})  # type: ignore[dict-item]
    for face in range(1, 9):
        for (took, ones), share in faces(dice - (face < 8), depth - (face == 8)).items():
            found[took + (face >= 6), ones + (face == 1)] += share / 8  # type: ignore[assignment]
    return found


def wound(actual: int, fatal: bool) -> str:
    if actual <= 0:
        return "saved"
    return "killed" if fatal or actual > 1 else "injured"


def won(scored: int, held: int) -> int:
    """Won, doubled or tripled; anything triples nothing."""
    if scored <= held:
        return 0
    return 3 if not held or scored >= 3 * held else 2 if scored >= 2 * held else 1


def compare(odds: Odds, expected: Chances, given: dict[str, str]) -> None:
    for outcome in odds.outcomes:
        name = outcome.text.key.removeprefix("odds.")
        assert outcome.chance == pytest.approx(expected.get(name, 0.0), abs=1e-9), (name, given)
    assert sum(outcome.chance for outcome in odds.outcomes) == pytest.approx(1)


def throws(given: dict[str, str], stat: str, answer: str) -> Rolls:
    one, other = thrown(int(given["dice"]), int(given[stat])), thrown(int(given["resist"]), int(given[answer]))
    return [(scored, held, chance * share) for scored, chance in one.items() for held, share in other.items()]


def again(rolls: Rolls, given: dict[str, str], stat: str, answer: str, worth: Worth) -> Rolls:
    """Resourceful models roll everything again where that serves them, the one that acts first: each result is kept or
    not, and every new throw is gone through.
    """
    mine = thrown(int(given["dice"]), int(given[stat])) if given["resourceful"] == "yes" else {}
    theirs = thrown(int(given["resist"]), int(given[answer])) if given["target_resourceful"] == "yes" else {}

    def replies(one: int, other: int) -> Rolls:
        if theirs and sum(share * worth(one, new) for new, share in theirs.items()) < worth(one, other) - 1e-12:
            return [(one, new, share) for new, share in theirs.items()]
        return [(one, other, 1.0)]

    @cache
    def value(one: int, other: int) -> float:
        return sum(share * worth(*pair) for *pair, share in replies(one, other))

    found: Rolls = []
    for one, other, chance in rolls:
        kept = [(one, 1.0)]
        if mine and sum(share * value(new, other) for new, share in mine.items()) > value(one, other) + 1e-12:
            kept = list(mine.items())
        for new, share in kept:
            found += [(a, b, chance * share * last) for a, b, last in replies(new, other)]
    return found


def add(found: Chances, chance: float, more: Chances) -> None:
    for name, share in more.items():
        found[name] += chance * share


@pytest.mark.parametrize("seed", SEEDS)
def test_shots(seed: int) -> None:
    given = drawn(random.Random(seed), "shoot")
    burning = given["burns"] == "yes"
    found: Chances = defaultdict(float)
    doubled = 0.0

    @cache
    def worth(one: int, other: int) -> float:
        if one <= other:
            return 0.0
        return sum(WORTH.get(end, 0.0) * share for end, share in struck(given, one - other, burning).items())

    for scored, held, chance in again(throws(given, "shoot", "survive"), given, "shoot", "survive", worth):
        if scored <= held:
            found["missed"] += chance
        else:
            add(found, chance, struck(given, scored - held, burning))
            doubled += chance if won(scored, held) > 1 else 0.0
    odds = worked_out("shoot", given)
    compare(odds, found, given)
    assert odds.count("odds.doubled").mean == pytest.approx(doubled, abs=1e-9)


@pytest.mark.parametrize("seed", SEEDS)
def test_fights(seed: int) -> None:
    """The target tries both answers and keeps the one that serves it better, unless it is told which."""
    given = drawn(random.Random(seed), "fight")
    burning = given["burns"] == "yes"
    ways = {}
    for answer in ("fight_back", "survive"):

        @cache
        def ends(scored: int, held: int, back: bool) -> Chances:
            if scored > held:
                return struck(given, scored - held, burning)
            if scored == held or not back:
                return {"draw": 1.0}
            actual = held - scored - max(0, int(given["own_armour"]) - int(given["back_ap"]))
            return {"own_" + wound(actual, given["own_injured"] == "yes"): 1.0}

        def worth(scored: int, held: int, back: bool = answer == "fight_back") -> float:
            return sum(WORTH.get(end, 0.0) * share for end, share in ends(scored, held, back).items())

        found: Chances = defaultdict(float)
        for scored, held, chance in again(throws(given, "fight", answer), given, "fight", answer, worth):
            add(found, chance, ends(scored, held, answer == "fight_back"))
        ways[answer] = found
    if given["fight_back"] == "0" or given["answer"] == "survive":
        chosen = "survive"
    elif given["answer"] == "fight":
        chosen = "fight_back"
    else:
        chosen = min(ways, key=lambda way: sum(worth * ways[way][end] for end, worth in WORTH.items()))
    compare(worked_out("fight", given), ways[chosen], given)


WORTH = {"killed": 1.0, "injured": 0.5, "damaged": 0.5, "own_killed": -1.0, "own_injured": -0.5}


@pytest.mark.parametrize("seed", SEEDS)
def test_blazing_away(seed: int) -> None:
    given = drawn(random.Random(seed), "blaze")
    burning = given["burns"] == "yes"
    found: Chances = defaultdict(float)
    level = LEVELS.index(given["aggression"])
    for scored, held, chance in throws(given, "shoot", "survive"):
        steps = won(scored, held)
        if not steps:
            found["missed"] += chance
        elif steps <= level:
            ends = struck(given, 0, burning)
            found[LEVELS[level - steps]] += chance * ends.pop("saved", 0.0)
            add(found, chance, ends)
        else:
            add(found, chance, struck(given, steps - level, burning))
    compare(worked_out("blaze", given), found, given)


@pytest.mark.parametrize("seed", range(100))
def test_explosions(seed: int) -> None:
    """No effect if the force is doubled; else pinned, hurt by the difference, thrown unless the model won."""
    given = drawn(random.Random(seed), "frag")
    found: Chances = defaultdict(float)
    moved = 0.0
    for force, held, chance in again(
        [(a, b, x * y) for a, x in thrown(int(given["dice"]), 4).items() for b, y in survived(given)],
        given | {"resourceful": "no"},
        "dice",
        "survive",
        lambda force, held: worth_of(given, force, held),
    ):
        ends = caught(given, force, held)
        add(found, chance, ends)
        thrown_out = force >= held and not (held and held >= 2 * force) and given["solid"] == "no"
        if thrown_out and given["hull"] == "0" and (given["beside"] == "no" or won(force, held) >= 2):
            moved += chance * (1 - ends.get("killed", 0.0))
    odds = worked_out("frag", given)
    compare(odds, found, given)
    assert not moved or odds.count("odds.thrown").mean == pytest.approx(moved, abs=1e-9)


def survived(given: dict[str, str]) -> list[tuple[int, float]]:
    return list(thrown(int(given["resist"]), int(given["survive"])).items())


def caught(given: dict[str, str], force: int, held: int) -> Chances:
    if held and held >= 2 * force:
        return {"untouched": 1.0}
    unhurt = "untouched" if given["solid"] == "yes" else "pinned"
    if given["wounds"] == "no" or force <= held:
        return {unhurt: 1.0}
    ends = struck(given, force - held)
    return {unhurt if end == "saved" else end: share for end, share in ends.items()}


def worth_of(given: dict[str, str], force: int, held: int) -> float:
    """To be pinned is worth a little, whatever else happens."""
    pinned = 0.0 if given["solid"] == "yes" or (held and held >= 2 * force) else 0.01
    return pinned + sum(WORTH.get(end, 0.0) * share for end, share in caught(given, force, held).items())
