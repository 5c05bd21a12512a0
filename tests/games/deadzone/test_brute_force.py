"""Odds from figures beside a second count that shares nothing with ours, every die thrown face by face, eights again
and again, for hundreds of attacks drawn at random.
"""

from __future__ import annotations

import random
from collections import defaultdict
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
        "shield": rng.choice([0, 0, 1, 3]),
        "injured": rng.choice(yes),
        "vulnerable": rng.choice(yes),
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


def struck(given: dict[str, str], potential: int) -> Chances:
    """What potential damage does to the target."""
    found: Chances = defaultdict(float)
    tough, armour = int(given["tough"]), int(given["armour"])
    frail = "yes" in (given["toxic"], given["vulnerable"])
    for absorbed, share in thrown(int(given["shield"]) if potential > 0 else 0, 6).items():
        left = potential - absorbed
        if given["irresistible"] == "yes":
            saves = armour + tough
        else:
            left -= tough
            saves = armour
        actual = left - max(0, saves - int(given["ap"])) if left > 0 else 0
        found[wound(actual, given["injured"] == "yes" or frail)] += share
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


@pytest.mark.parametrize("seed", range(150))
def test_shots(seed: int) -> None:
    given = drawn(random.Random(seed), "shoot")
    found: Chances = defaultdict(float)
    doubled = 0.0

    @cache
    def worth(one: int, other: int) -> float:
        return sum(WORTH.get(end, 0.0) * share for end, share in struck(given, one - other).items())

    for scored, held, chance in again(throws(given, "shoot", "survive"), given, "shoot", "survive", worth):
        if scored <= held:
            found["missed"] += chance
        else:
            add(found, chance, struck(given, scored - held))
            doubled += chance if won(scored, held) > 1 else 0.0
    odds = worked_out("shoot", given)
    compare(odds, found, given)
    assert odds.count("odds.doubled").mean == pytest.approx(doubled, abs=1e-9)


@pytest.mark.parametrize("seed", range(150))
def test_fights(seed: int) -> None:
    """The target tries both answers and keeps the one that serves it better, unless it is told which."""
    given = drawn(random.Random(seed), "fight")
    ways = {}
    for answer in ("fight_back", "survive"):

        @cache
        def ends(scored: int, held: int, back: bool) -> Chances:
            if scored > held:
                return struck(given, scored - held)
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


WORTH = {"killed": 1.0, "injured": 0.5, "own_killed": -1.0, "own_injured": -0.5}


@pytest.mark.parametrize("seed", range(150))
def test_blazing_away(seed: int) -> None:
    given = drawn(random.Random(seed), "blaze")
    found: Chances = defaultdict(float)
    level = LEVELS.index(given["aggression"])
    for scored, held, chance in throws(given, "shoot", "survive"):
        steps = won(scored, held)
        if not steps:
            found["missed"] += chance
        elif steps <= level:
            found[LEVELS[level - steps]] += chance
        else:
            add(found, chance, struck(given, steps - level))
    compare(worked_out("blaze", given), found, given)
