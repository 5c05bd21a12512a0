"""Thousands of rolls through the rules come out as the exact odds say."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from games.content import content_of
from muster.games.deadzone.bot.evaluation import spread
from muster.games.deadzone.showing import chances
from muster.kernel.dice import RandomDice
from muster.kernel.match import Match
from muster.library import load_game

GAME: Any = load_game("deadzone")
CONTENT: Any = content_of(GAME)
ROLLS = 300
TOLERANCE = 4.5
"""Standard deviations within which a share must lie: one failure in a hundred thousand by chance."""


def model(side: str, card: str, at: str, **more: Any) -> dict[str, Any]:
    return {"side": side, "card": card, "at": at, **more}


def sampled(models: list[dict[str, Any]], answers: list[str], read: Callable[[Any], str], seed: int) -> Counter[str]:
    """Play the same answers again and again with other dice."""
    rng = random.Random(seed)
    found: Counter[str] = Counter()
    position = {"model": models, "active": "A1"}
    for _ in range(ROLLS):
        match = Match(GAME, GAME.testing.position(position), RandomDice(rng), remember=False, listening=False)
        for key in answers:
            match.answer(min(match.pending), key)
        found[read(match)] += 1
    return found


def compare(found: Counter[str], exact: dict[str, float]) -> None:
    assert sum(exact.values()) == pytest.approx(1, abs=1e-12)
    for outcome in {*found, *exact}:
        share = float(exact.get(outcome, 0))
        deviation = (share * (1 - share) / ROLLS) ** 0.5
        assert abs(found[outcome] / ROLLS - share) <= TOLERANCE * deviation + 1e-4, (outcome, found, exact)


def harm(match: Any) -> str:
    target = match.state.models[-1]
    return "killed" if target.dead else "injured" if target.injured else "saved"


SHOOTERS = [("enforcer", "laser_rifle", 4), ("stage_3a", "rifle", 6), ("goblin_sniper", "heavy_rifle", 5)]
TARGETS = [("stage_3a", 5, 0), ("enforcer", 4, 1), ("peacekeeper", 4, 2)]
EXTRA = {"goblin_sniper": 1}
PIERCE = {"goblin_sniper": 1}


@pytest.mark.clause("DZ shoot.dice", "DZ shoot.wins", "DZ damage.armour")
@pytest.mark.parametrize("aim", [False, True])
@pytest.mark.parametrize("target", TARGETS, ids=lambda target: target[0])
@pytest.mark.parametrize("shooter", SHOOTERS, ids=lambda shooter: shooter[0])
def test_shoot(shooter: tuple[str, str, int], target: tuple[str, int, int], aim: bool) -> None:
    card, weapon, stat = shooter
    answers = ["aim"] * aim + [f"shoot:{weapon}@B1"]
    found = sampled([model("A", card, "a8"), model("B", target[0], "d8")], answers, harm, 1)
    armour = max(0, target[2] - PIERCE.get(card, 0))
    compare(found, chances.wounds(5 + aim + EXTRA.get(card, 0), stat, 3, target[1], armour))


@pytest.mark.clause("DZ blaze.dice", "DZ blaze.wins", "DZ blaze.doubles", "DZ blaze.triples")
@pytest.mark.parametrize("ammo", [False, True])
@pytest.mark.parametrize("target", TARGETS, ids=lambda target: target[0])
def test_blaze_away(target: tuple[str, int, int], ammo: bool) -> None:
    items = {"items": ["ammo"]} if ammo else {}
    answers = ["blaze:laser_rifle@d8.1" + "+ammo" * ammo]

    def read(match: Any) -> str:
        found: str = GAME.testing.dump(match.state)["models"][-1]["aggression"]
        return found

    found = sampled([model("A", "enforcer", "a8", **items), model("B", target[0], "d8")], answers, read, 2)
    compare(found, chances.fire(3 + 2 * ammo, 4, 3, target[1]))


@pytest.mark.clause("DZ fight.dice", "DZ fight.wins")
@pytest.mark.parametrize("rage", ["alert", "enraged"])
@pytest.mark.parametrize("target", TARGETS, ids=lambda target: target[0])
def test_fight(target: tuple[str, int, int], rage: str) -> None:
    models = [model("A", "assault_enforcer", "c8", aggression=rage), model("B", target[0], "c8")]
    found = sampled(models, ["fight:B1:wristblade", "survive"], harm, 3)
    compare(found, chances.wounds(3 + (rage == "enraged"), 5, 3, target[1], max(0, target[2] - 1)))


@pytest.mark.clause("DZ frag.test", "DZ frag.wins")
@pytest.mark.parametrize(
    ("card", "at", "extra"), [("ripper_mauler", "d8", 0), ("rainmaker", "d8", 0), ("ripper_mauler", "e7", 1)]
)
def test_frag(card: str, at: str, extra: int) -> None:
    """Solid targets, which are not thrown about: the explosion itself, after a throw that may miss and scatter."""
    exact = chances.wounds(4, 4, 3 + extra, 4, 1)
    trap = [model("A", "mawbeast_bomber", at), model("A", "commando", "h1"), model("B", card, at)]
    compare(sampled(trap, ["explode"], harm, 4), exact)


@pytest.mark.clause("DZ command.test")
@pytest.mark.parametrize("card", ["enforcer_captain", "enforcer_sergeant", "stage_1a", "overseer"])
def test_command(card: str) -> None:
    total = CONTENT.models[card].total

    def read(match: Any) -> str:
        keys = [option.key for option in match.pending[0].space.options()]
        degree = 0 if "end" in keys else 1 if any(k.startswith("pause") for k in keys) else 2
        return str(degree if not any(k.startswith("confusion") for k in keys) else 3)

    found = sampled([model("A", card, "a8"), model("B", "enforcer", "b6")], ["command"], read, 5)
    compare(found, chances.degrees(total, 6, 1))


@pytest.mark.clause("DZ overwatch.test", "DZ ability.sentry")
@pytest.mark.parametrize(("card", "dice"), [("steel_warrior", 3), ("weapon_platform", 5), ("brokkr", 3)])
def test_overwatch(card: str, dice: int) -> None:
    def read(match: Any) -> str:
        prompt = next(iter(match.pending.values())).prompt.key
        if prompt == "prompt.overwatch_when":
            return "2"
        if prompt == "prompt.react":
            return "3" if match.state.models[-1].overwatch else "1"
        return "0"

    models = [model("A", "enforcer", "a8"), model("A", "enforcer", "a1"), model("B", "cypher", "h1")]
    models.append(model("B", card, "d8", overwatch=True))
    compare(sampled(models, ["move:b8.1", "watch:B2"], read, 6), chances.degrees(dice, 6, 1))


@pytest.mark.parametrize("stat", [3, 4, 5, 6, 7])
@pytest.mark.parametrize("dice", [1, 3, 6])
def test_the_bots_reckon_with_the_exact_odds(dice: int, stat: int) -> None:
    exact = chances.successes(dice, stat)
    for count, chance in enumerate(spread(dice, stat)[:8]):
        assert chance == pytest.approx(exact[count] if count < len(exact) else 0.0, abs=1e-4)
