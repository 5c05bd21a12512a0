"""Odds from figures beside a second count that shares nothing with ours: every face of every die, every saving
roll, for hundreds of attacks drawn at random.
"""

from __future__ import annotations

import itertools
import random
from collections import defaultdict
from functools import cache

import pytest

from muster.kernel.game import reckoning_of
from muster.kernel.odds import Odds
from muster.library import load_game
from nightly import seeds

SAVES = {"n": 1, "da": 2, "exp": 3, "ap": 1}


def worked_out(kind: str, given: dict[str, str]) -> Odds:
    attack = reckoning_of(load_game("tag_raid")).attack(kind)
    return attack.work_out(attack.read(given))


def hits(value: int, mine: tuple[int, ...], other_value: int, theirs: tuple[int, ...]) -> tuple[int, int]:
    """The hits and the criticals among them that one side has left, read off the dice."""
    value, other_value = min(20, value), min(20, other_value)
    if other_value in theirs:
        return 0, 0
    best = max([face for face in theirs if face <= other_value], default=0)
    criticals = mine.count(value) if value > 0 else 0
    return criticals + sum(best < face < value for face in mine), criticals


@cache
def wounded(rolls: int, limit: int) -> tuple[float, ...]:
    """The chances of so many wounds from so many saving rolls, each rolled by itself."""
    if not rolls:
        return (1.0,)
    found = [0.0] * (rolls + 1)
    for face in range(1, 21):
        for lost, chance in enumerate(wounded(rolls - 1, limit)):
            found[lost + (face <= limit)] += chance / 20
    return tuple(found)


def limit_of(given: dict[str, str], prefix: str, other: str) -> int:
    armor = int(given[f"{other}armor"])
    if given[f"{prefix}ammunition"] == "ap":
        armor = (armor + 1) // 2
    return int(given[f"{prefix}damage"]) - armor - (3 if given[f"{other}cover"] == "yes" else 0)


def drawn(rng: random.Random) -> dict[str, str]:
    burst = rng.randint(1, 2)
    given = {
        "burst": burst,
        "answer": rng.choice(["none", "evade", "attack", "attack"]),
        "answer_burst": rng.randint(1, 3 - burst),
    }
    for prefix in ("", "answer_"):
        given[f"{prefix}value"] = rng.randint(-2, 23)
        given[f"{prefix}damage"] = rng.randint(0, 24)
        given[f"{prefix}ammunition"] = rng.choice(list(SAVES))
    for prefix in ("target_", "own_"):
        given[f"{prefix}armor"] = rng.randrange(10)
        given[f"{prefix}cover"] = rng.choice(["no", "yes"])
    return {name: str(value) for name, value in given.items()}


def spread(odds: Odds, name: str) -> dict[int, float]:
    return {number: chance for number, chance in enumerate(odds.count(name).chances) if chance > 1e-15}


@pytest.mark.parametrize("seed", seeds(70, 200))
def test_attacks(seed: int) -> None:
    given = drawn(random.Random(seed))
    value, other = int(given["value"]), int(given["answer_value"]) if given["answer"] != "none" else -1
    burst, answer_burst = int(given["burst"]), int(given["answer_burst"]) if given["answer"] == "attack" else 1
    ends: dict[str, float] = defaultdict(float)
    wounds: dict[str, dict[int, float]] = {"wounds": defaultdict(float), "own_wounds": defaultdict(float)}
    every = list(itertools.product(range(1, 21), repeat=burst + answer_burst))
    for faces in every:
        mine, theirs = faces[:burst], faces[burst:]
        one, back = hits(value, mine, other, theirs), hits(other, theirs, value, mine)
        ends["hit" if one[0] else "back" if back[0] else "nobody"] += 1 / len(every)
        for name, (count, criticals), prefix, target in (
            ("wounds", one, "", "target_"),
            ("own_wounds", back, "answer_", "own_"),
        ):
            rolls = count * SAVES[given[f"{prefix}ammunition"]] + criticals
            for lost, share in enumerate(wounded(rolls, limit_of(given, prefix, target))):
                wounds[name][lost] += share / len(every)
    odds = worked_out("attack", given)
    assert odds.chance("odds.hit") == pytest.approx(ends["hit"], abs=1e-12), given
    assert odds.chance("odds.nobody") == pytest.approx(ends["nobody"], abs=1e-12), given
    if given["answer"] != "none":
        end = "odds.evaded" if given["answer"] == "evade" else "odds.answered"
        assert odds.chance(end) == pytest.approx(ends["back"], abs=1e-12), given
    names = ("wounds", "own_wounds") if given["answer"] == "attack" else ("wounds",)
    for name in names:
        found = spread(odds, f"odds.{name}")
        for lost in range(10):
            assert found.get(lost, 0.0) == pytest.approx(wounds[name].get(lost, 0.0), abs=1e-12), (name, lost, given)


@pytest.mark.parametrize("seed", range(60))
def test_the_megabeast(seed: int) -> None:
    """Only more than its threat level wounds it, or a critical, which adds nothing here."""
    rng = random.Random(seed)
    value, burst, threat, each = rng.randint(-2, 23), rng.randint(1, 3), rng.randrange(15), rng.randint(1, 3)
    found: dict[int, float] = defaultdict(float)
    for faces in itertools.product(range(1, 21), repeat=burst):
        top = min(value, 20)
        struck = sum(face == top or threat < face < top for face in faces)
        found[struck * each] += 1 / 20**burst
    given = {"value": value, "burst": burst, "threat": threat, "wounds": each}
    odds = worked_out("beast", {name: str(figure) for name, figure in given.items()})
    assert odds.chance("odds.hit") == pytest.approx(1 - found[0], abs=1e-12)
    for lost, chance in enumerate(odds.count("odds.wounds").chances):
        assert chance == pytest.approx(found.get(lost, 0.0), abs=1e-12), given
