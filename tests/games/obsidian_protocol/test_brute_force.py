"""Odds from figures beside a second count that shares nothing with ours: every face, every way to offset, every choice
of dice to roll again, for hundreds of small attacks drawn at random.
"""

from __future__ import annotations

import itertools
import random
from collections import Counter
from functools import cache

import pytest

from muster.kernel.game import reckoning_of
from muster.kernel.odds import Odds
from muster.library import load_game
from nightly import seeds

YELLOW = ("LL", "LL", "L", "L", "l", "z", "e", "")
RED = ("H", "H", "H", "H", "h", "l", "z", "e")
WHITE = ("D", "dd", "dd", "o", "z", "z", "e", "")
BLUE = ("o", "o", "e", "e", "z", "", "", "")
SOME_KEYWORDS = [
    "pulse",
    "ion",
    "laser",
    "concussion",
    "wrecking",
    "microwave",
    "mutilation",
    "scatter_shot",
    "cleaving",
    "eye_to_heavy",
    "eye_to_light",
    "eye_to_two_light",
]
UNCHOSEN = {"concussion", "wrecking", "microwave", "mutilation", "scatter_shot", "cleaving"}
"""Keywords beside which the odds do not say what the attacker would make of eyes that may be two things."""
Given = dict[str, object]
Roll = tuple[str, ...]


def worked_out(given: Given) -> Odds:
    attack = reckoning_of(load_game("obsidian_protocol")).attack("attack")
    words = {
        name: ("yes" if value else "no")
        if isinstance(value, bool)
        else ",".join(value)
        if isinstance(value, list)
        else value
        for name, value in given.items()
    }
    return attack.work_out(attack.read({name: str(value) for name, value in words.items()}))


def number(given: Given, name: str) -> int:
    value = given.get(name, 0)
    assert isinstance(value, int)
    return value


def keywords(given: Given) -> list[str]:
    found = given["keywords"]
    assert isinstance(found, list)
    return found


def drawn(rng: random.Random, dice: int) -> Given:
    """A small attack: at most so many dice on both sides together."""
    yellow, red, armor, dodge = (rng.randrange(3) for _ in range(4))
    while yellow + red + armor + dodge > dice or not yellow + red:
        yellow, red, armor, dodge = (rng.randrange(3) for _ in range(4))
    structure = rng.randrange(3)
    return {
        "yellow": yellow,
        "red": red,
        "armor": armor,
        "dodge": dodge,
        "structure": structure,
        "damaged": bool(structure) and rng.random() < 0.2,
        "stance": rng.choice(["defensive", "mobility", "offensive"]),
        "target_stance": rng.choice(["defensive", "mobility", "mobility", "offensive", "shutdown"]),
        "keywords": rng.sample(SOME_KEYWORDS, rng.randrange(4)),
        "armor_piercing": rng.choice([0, 0, 1]),
        "protection": rng.choice([0, 0, 1]),
        "fragile": rng.choice([0, 0, 1]),
        "observed": rng.random() < 0.2,
        "low_profile": rng.random() < 0.2,
        "kc_armor": rng.random() < 0.2,
        "dense_hand": rng.random() < 0.2,
        "other_armor": rng.randrange(3),
    }


# Faces as they count


def either(given: Given) -> bool:
    """Whether each eye may be a heavy hit or two light ones."""
    return {"eye_to_heavy", "eye_to_two_light"} <= set(keywords(given))


def attack_face(given: Given, face: str) -> str:
    """A face of the attack: hollow hits, then what keywords make of lightning and eyes."""
    face = (
        face.upper()
        if given["stance"] == "offensive" and face in ("l", "h")
        else face.replace("l", "").replace("h", "")
    )
    words = keywords(given)
    if face == "z" and "wrecking" not in words and ("pulse" in words or ("ion" in words and number(given, "fragile"))):
        return "H"
    if face == "e" and either(given):
        return "?"
    if face == "e":
        for word, shown in (("eye_to_heavy", "H"), ("eye_to_two_light", "LL"), ("eye_to_light", "L")):
            if word in words:
                return shown
    return face


def defence_face(given: Given, face: str) -> str:
    if face == "dd":
        return "DD" if given["target_stance"] == "defensive" else ""
    if face == "e" and given["low_profile"]:
        return "o"
    if face == "z" and given["kc_armor"]:
        return "D"
    return face


def attack_dice(given: Given) -> list[Roll]:
    return [
        tuple(attack_face(given, face) for face in die)
        for die, name in ((YELLOW, "yellow"), (RED, "red"))
        for _ in range(number(given, name))
    ]


def defence_dice(given: Given, value: int, surplus: bool) -> list[Roll]:
    """White dice for the value and what is in the way, less what pierces, but one at least; blue ones if mobile."""
    source = value if surplus else value + number(given, "protection")
    pierced = number(given, "fragile") if surplus else number(given, "fragile") + number(given, "armor_piercing")
    white = max(source - pierced, min(source, 1))
    blue = number(given, "dodge") if given["target_stance"] == "mobility" else 0
    dice = [WHITE] * white + [BLUE] * blue
    return [tuple(defence_face(given, face) for face in die) for die in dice]


def fallen(dice: list[Roll], again: bool = False) -> list[tuple[float, Roll]]:
    """Every roll with its chance; `again` if eyes are rolled a second time."""
    found: list[tuple[float, Roll]] = [(1.0, ())]
    for die in dice:
        faces = [(1 / len(die), face) for face in die]
        if again:
            faces = [
                (share / (8 if face == "e" else 1), new)
                for share, face in faces
                for new in (die if face == "e" else (face,))
            ]
        found = [(chance * share, (*roll, face)) for chance, roll in found for share, face in faces]
    return found


def shown(roll: Roll) -> tuple[int, int, int, int, int]:
    faces = "".join(roll)
    heavy, light, flash, dodge, defence = (faces.count(icon) for icon in "HLzoD")
    return heavy, light, flash, dodge, defence


@cache
def left(
    heavy: int,
    light: int,
    flash: int,
    dodge: int,
    defence: int,
    hard: bool,
    surplus: bool,
    flashes: bool,
    wrecking: bool,
) -> tuple[int, int, int, bool]:
    """What is left when the defender tries every way to spend dodges and defences: heavy and light hits, lightning, and
    whether anything was not dodged.
    """
    ways = []
    for one, other, third in itertools.product(range(heavy + 1), range(light + 1), range(flash + 1)):
        if one + other + third > dodge:
            continue
        for stopped in range((heavy - one if hard else 0) + 1):
            if stopped > defence:
                continue
            lights = max(0, light - other - (defence - stopped))
            heavies, zaps = heavy - one - stopped, flash - third
            damage = heavies + lights + (zaps if wrecking else 0)
            hit = heavy + light > one + other or (wrecking and zaps > 0)
            dear = (damage, heavies + (zaps if wrecking else 0)) if surplus else (0, 0)
            order = (damage > 0, *dear, zaps if flashes else 0, hit, heavies + lights)
            ways.append((order, (heavies, lights, zaps, hit)))
    return min(ways)[1]


def left_over(given: Given, roll: Roll, reply: Roll) -> tuple[int, int, int, bool]:
    """What is left; where eyes may be two things, after the attacker has tried every way to exchange them."""
    eyes = roll.count("?")
    if not eyes:
        return left_of(given, roll, reply)
    rest = tuple(face for face in roll if face != "?")
    ways = [(*rest, *["H"] * heavy, *["LL"] * (eyes - heavy)) for heavy in range(eyes + 1)]
    return max((left_of(given, way, reply) for way in ways), key=lambda found: (found[0] + found[1], found[3]))


def left_of(given: Given, roll: Roll, reply: Roll) -> tuple[int, int, int, bool]:
    heavy, light, flash, _, _ = shown(roll)
    words = keywords(given)
    flashes = bool({"concussion", "wrecking", "microwave"} & set(words))
    surplus = bool({"mutilation", "scatter_shot", "cleaving"} & set(words))
    return left(
        heavy, light, flash, *shown(reply)[3:], bool(given["dense_hand"]), surplus, flashes, "wrecking" in words
    )


def penetrates_again(given: Given, heavy: int, light: int, value: int) -> float:
    found = 0.0
    for share, reply in fallen(defence_dice(given, value, surplus=True)):
        one, other, _, _ = left(heavy, light, 0, *shown(reply)[3:], bool(given["dense_hand"]), False, False, False)
        found += share if one + other else 0.0
    return found


def counted(given: Given) -> tuple[Counter[str], Counter[int], Counter[int], float]:
    """Ends, damage, lightning, and the chance that surplus penetrates another part, face by face."""
    ends: Counter[str] = Counter()
    damage: Counter[int] = Counter()
    flashes: Counter[int] = Counter()
    elsewhere = 0.0
    words = keywords(given)
    structure, damaged = number(given, "structure"), bool(given["damaged"])
    sturdy = structure > 0 and not damaged
    replies = fallen(defence_dice(given, structure if damaged else number(given, "armor"), surplus=False))
    lasting: Counter[tuple[int, int]] = Counter()
    for chance, roll in fallen(attack_dice(given), bool(given["observed"])):
        for share, reply in replies:
            heavy, light, zaps, hit = left_over(given, roll, reply)
            heavy += zaps if "wrecking" in words else 0
            flashes[zaps] += chance * share  # type: ignore[assignment]
            damage[heavy + light] += chance * share  # type: ignore[assignment]
            if heavy + light:
                lasting[heavy, light] += chance * share  # type: ignore[assignment]
            else:
                ends["stopped" if hit else "missed"] += chance * share  # type: ignore[assignment]
    for (heavy, light), often in lasting.items():
        twice = 1.0 if not sturdy else 0.0
        if sturdy and "mutilation" in words:
            twice = penetrates_again(given, heavy, light, structure)
        elif "scatter_shot" in words or "cleaving" in words:
            elsewhere += often * penetrates_again(given, heavy, light, number(given, "other_armor"))
        ends["destroyed"] += often * twice  # type: ignore[assignment]
        ends["damaged"] += often * (1 - twice)  # type: ignore[assignment]
    return ends, damage, flashes, elsewhere


@pytest.mark.parametrize("seed", seeds(100, 300))
def test_an_attack_beside_every_face(seed: int) -> None:
    given = drawn(random.Random(seed), 4)
    if either(given):
        given["keywords"] = [word for word in keywords(given) if word not in UNCHOSEN]
    odds = worked_out(given)
    ends, damage, flashes, elsewhere = counted(given)
    for name in ("missed", "stopped", "damaged", "destroyed"):
        assert odds.chance(f"odds.{name}") == pytest.approx(ends[name], abs=1e-12), (name, given)
    for much, chance in enumerate(odds.count("odds.damage").chances):
        assert chance == pytest.approx(damage[much], abs=1e-12), (much, given)
    for name in ("odds.link", "odds.interference"):
        for count in odds.counts:
            if count.text.key == name:
                for much, chance in enumerate(count.chances):
                    assert chance == pytest.approx(flashes[much], abs=1e-12), (much, given)
    shares = [count.chances[1] for count in odds.counts if count.text.key == "odds.elsewhere"]
    assert sum(shares) == pytest.approx(elsewhere, abs=1e-12), given


@pytest.mark.parametrize("seed", seeds(8, 60))
def test_eyes_of_two_kinds_beside_every_face(seed: int) -> None:
    """Each eye a heavy hit or two light ones, as is better against the defence on the table."""
    given = drawn(random.Random(seed), 3)
    given |= {"keywords": ["eye_to_heavy", "eye_to_two_light"], "observed": False}
    odds = worked_out(given)
    ends, damage, _, _ = counted(given)
    for name in ("missed", "stopped", "damaged", "destroyed"):
        assert odds.chance(f"odds.{name}") == pytest.approx(ends[name], abs=1e-12), (name, given)
    for much, chance in enumerate(odds.count("odds.damage").chances):
        assert chance == pytest.approx(damage[much], abs=1e-12), (much, given)


# Focus


@pytest.mark.parametrize("seed", seeds(50, 150))
def test_focus_beside_every_choice(seed: int) -> None:
    """Whoever focuses sees all dice and may roll any of them again, the attacker first."""
    rng = random.Random(1000 + seed)
    given = drawn(rng, 3)
    given["observed"] = False
    if seed % 5 == 0:
        given["keywords"] = ["eye_to_heavy", "eye_to_two_light"]
    if either(given):
        given["keywords"] = [word for word in keywords(given) if word not in UNCHOSEN]
    focus, target_focus = rng.choice([(True, False), (False, True), (True, True)])
    dice = attack_dice(given)
    structure, damaged = number(given, "structure"), bool(given["damaged"])
    answers = defence_dice(given, structure if damaged else number(given, "armor"), surplus=False)
    wrecking = "wrecking" in keywords(given)

    def again(kept: Roll, every: list[Roll]) -> list[list[tuple[float, Roll]]]:
        """The rolls that each choice of dice can lead to."""
        ways = itertools.product((False, True), repeat=len(kept))
        return [
            fallen([die if rolled else (face,) for die, face, rolled in zip(every, kept, way, strict=True)])
            for way in ways
        ]

    @cache
    def through(roll: Roll, reply: Roll) -> bool:
        one, other, zaps, _ = left_over(given, roll, reply)
        return one + other + (zaps if wrecking else 0) > 0

    @cache
    def defended(roll: Roll, reply: Roll) -> float:
        ways = again(reply, answers) if target_focus else [[(1.0, reply)]]
        return min(sum(share * through(roll, new) for share, new in way) for way in ways)

    @cache
    def attacked(roll: Roll, reply: Roll) -> float:
        ways = again(roll, dice) if focus else [[(1.0, roll)]]
        return max(sum(share * defended(new, reply) for share, new in way) for way in ways)

    expected = sum(c * s * attacked(roll, reply) for c, roll in fallen(dice) for s, reply in fallen(answers))
    odds = worked_out({**given, "focus": focus, "target_focus": target_focus})
    end = "damaged" if structure and not damaged else "destroyed"
    assert odds.chance(f"odds.{end}") == pytest.approx(expected, abs=1e-12), given
