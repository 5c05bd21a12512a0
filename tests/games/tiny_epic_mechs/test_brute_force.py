"""Combats from figures beside a second count that shares nothing with ours, and combats of positions beside the rules
themselves, searched to the end.
"""

from __future__ import annotations

import random
import tomllib
from collections.abc import Iterator, Sequence
from importlib.resources import files
from typing import Any, NamedTuple

import pytest

from muster.kernel.dice import RandomDice, ScriptedDice
from muster.kernel.game import reckoning_of
from muster.kernel.match import Match
from muster.kernel.requests import Roll
from muster.library import load_game

WHEEL = {"area": "ranged", "ranged": "melee", "melee": "area"}
CARDS: dict[str, dict[str, Any]] = {
    card["id"]: card
    for card in tomllib.loads(
        files("muster.games.tiny_epic_mechs").joinpath("content/weapons.toml").read_text("utf-8")
    )["weapon"]
}
TRACK, RETREAT, KNOCK_OUT = 9, 1, 2


class Pilot(NamedTuple):
    """One side of a combat, all in one."""

    ready: frozenset[str]
    all: frozenset[str]
    health: int
    energy: int
    credits: int
    top: int
    first: int
    power: int
    plating: int
    field: int
    riposte: int
    magazine: int
    headhunter: int
    shield: int = 0
    jammed: bool = False
    struck: bool = False
    reloaded: bool = False


def value(me: Pilot, foe: Pilot, last: str, jump: bool = False) -> tuple[int, int]:
    """Points of the side whose blow it is and of the other, when both choose for the difference."""
    return max(ways(me, foe, last, jump), key=lambda points: points[0] - points[1])


def ways(me: Pilot, foe: Pilot, last: str, jump: bool) -> Iterator[tuple[int, int]]:
    if not me.ready:
        yield 0, RETREAT
        if me.magazine and not me.reloaded and me.energy >= me.magazine:
            for name in me.all:
                paid = me._replace(ready=frozenset([name]), energy=me.energy - me.magazine, reloaded=True)
                yield value(paid, foe, last, jump)
        return
    for name in me.ready:
        kind = CARDS[name]["type"]
        counters = bool(last) and not me.jammed and WHEEL[kind] == CARDS[last]["type"]
        if not jump:
            yield from blow(me, foe, name, "attack")
        if jump or counters:
            yield from blow(me, foe, name, "power")
        elif last and not me.jammed and 0 < me.riposte <= me.energy:
            yield from blow(me._replace(energy=me.energy - me.riposte), foe, name, "power")


def blow(me: Pilot, foe: Pilot, name: str, line: str) -> Iterator[tuple[int, int]]:
    printed = CARDS[name][line]
    effects = [(effect["kind"], effect.get("amount", 0)) for effect in printed.get("effects", [])]
    kinds = dict(effects)
    damage = printed["damage"] + (me.power if line == "power" else 0) + (0 if me.struck else me.first)
    if "pierce" not in kinds:
        damage -= foe.shield + foe.field + (0 if me.struck else foe.plating)
    me = me._replace(ready=me.ready - {name}, struck=True, jammed=False)
    for energy in range(min(kinds.get("pay_energy", 0), me.energy) + 1):
        for money in range(min(kinds.get("pay_credits", 0), me.credits) + 1):
            paid = me._replace(energy=me.energy - energy, credits=me.credits - money)
            dealt = max(0, min(damage + energy + money, foe.health))
            hurt = foe._replace(health=foe.health - dealt, shield=0)
            yield from effect(paid, hurt, name, effects, dealt)


def effect(me: Pilot, foe: Pilot, name: str, effects: list[tuple[str, int]], points: int) -> Iterator[tuple[int, int]]:
    if not effects:
        if not foe.health:
            yield points + KNOCK_OUT + me.headhunter, 0
        else:
            theirs, mine = value(foe, me, name)
            yield points + mine, theirs
        return
    (kind, amount), rest = effects[0], effects[1:]
    stands = foe.health > 0
    if kind == "ready" and me.all - me.ready - {name}:
        for other in me.all - me.ready - {name}:
            yield from effect(me._replace(ready=me.ready | {other}), foe, name, rest, points)
        return
    if kind == "exhaust" and stands and foe.ready:
        yield min(
            (
                max(
                    effect(me, foe._replace(ready=foe.ready - {tired}), name, rest, points),
                    key=lambda points: points[0] - points[1],
                )
                for tired in foe.ready
            ),
            key=lambda points: points[0] - points[1],
        )
        return
    if kind == "score":
        points += amount
    elif kind == "gain_credits":
        me = me._replace(credits=min(TRACK, me.credits + amount))
    elif kind == "heal":
        me = me._replace(health=max(me.health, min(me.top, me.health + amount)))
    elif kind == "shield":
        me = me._replace(shield=me.shield + amount)
    elif kind == "drain_energy" and stands:
        foe = foe._replace(energy=max(0, foe.energy - amount))
    elif kind == "drain_credits" and stands:
        foe = foe._replace(credits=max(0, foe.credits - amount))
    elif kind == "jam" and stands:
        foe = foe._replace(jammed=True)
    yield from effect(me, foe, name, rest, points)


FIGURES = ("health", "energy", "credits", "first", "power", "plating", "field", "riposte", "magazine", "headhunter")


def drawn(rng: random.Random, weapons: int) -> tuple[dict[str, str], Pilot]:
    names = rng.sample(sorted(CARDS), rng.randint(1, weapons))
    health = rng.randint(1, 11)
    given = {
        "health": health,
        "energy": rng.randrange(5),
        "credits": rng.randrange(4),
        **{name: rng.choice([0, 0, 0, 1, 2]) for name in FIGURES[3:]},
    }
    top = 6 if health <= 6 else 9 if health <= 9 else 0
    pilot = Pilot(frozenset(names), frozenset(names), top=top, **given)
    return {"weapons": ",".join(names), **{name: str(figure) for name, figure in given.items()}}, pilot


@pytest.mark.parametrize("seed", range(300))
def test_a_combat_beside_every_line_of_play(seed: int) -> None:
    rng = random.Random(seed)
    (mine, me), (theirs, foe) = drawn(rng, 2), drawn(rng, 2)
    jump = rng.random() < 0.3
    attack = reckoning_of(load_game("tiny_epic_mechs")).attack("combat")
    given = {**mine, "jump": "yes" if jump else "no", **{f"enemy_{name}": one for name, one in theirs.items()}}
    odds = attack.work_out(attack.read(given))
    points = [len(odds.count(name).chances) - 1 for name in ("odds.points", "odds.enemy_points")]
    best = value(me, foe, "", jump)
    assert points[0] - points[1] == best[0] - best[1], given


# Positions


Line = tuple[tuple[int, str], ...]


def played(position: dict[str, Any], line: Line) -> Match[Any]:
    game: Any = load_game("tiny_epic_mechs")
    match = Match(game, game.testing.position(position), RandomDice(random.Random(1)))
    for seat, key in line:
        match.play(seat, match.ask(seat).space.accept(key))
    return match


def searched(position: dict[str, Any], line: Line) -> int:
    """The difference in points that A can hold after a line of answers, through the rules themselves."""
    match = played(position, line)
    here = match.state.players[0].score - match.state.players[1].score
    combat = match.state.combat
    if combat is None or combat.loser >= 0 or not match.pending:
        return int(here)
    [asked] = match.pending.values()
    results = [searched(position, (*line, (asked.seat, option.key))) for option in asked.space.options()]
    return max(results) if asked.seat == 0 else min(results)


PILOTS = ("maverick", "diamond", "anvil", "comet", "fuse", "magpie")


@pytest.mark.parametrize("seed", range(90))
def test_a_combat_of_a_position_beside_the_rules(seed: int) -> None:
    """Pilots with every ability that bears on a combat, in armor or on foot, from a first or a second blow."""
    rng = random.Random(seed)
    pool = rng.sample(sorted(CARDS), len(CARDS))
    rows: dict[str, dict[str, Any]] = {}
    for seat, pilot in zip("AB", rng.sample(PILOTS, 2), strict=True):
        status = rng.choice(["pilot", "armor", "armor"])
        carried = [name for name in pool if status == "armor" or CARDS[name]["level"] == "basic"][: rng.randint(1, 2)]
        pool = [name for name in pool if name not in carried]
        rows[seat] = {
            "zone": "b3",
            "pilot": pilot,
            "status": status,
            "health": rng.randint(1, 9 if status == "armor" else 6),
            "energy": rng.randrange(4),
            "credits": rng.randrange(3),
            "equipped": carried,
        }
    position = {"player": rows, "combat": {"attacker": "A", "defender": "B", "leaps": rng.random() < 0.3}}
    line: Line = ()
    tried = 0
    for _ in range(2):
        match = played(position, line)
        if match.state.combat is None or match.state.combat.loser >= 0:
            break
        [asked] = match.pending.values()
        side = 1 if asked.seat == 0 else -1
        before = match.state.players[0].score - match.state.players[1].score
        for option in asked.space.options():
            seen = match.imagined(asked.seat)
            for prospect in reckoning_of(match.game).prospects(seen, asked.seat, asked.subject, option.key):
                counts = [prospect.odds.count(f"odds.{one}").chances for one in ("points", "enemy_points")]
                gained = side * (len(counts[0]) - len(counts[1]))
                assert before + gained == searched(position, (*line, (asked.seat, option.key))), (option.key, position)
                tried += 1
        line = (*line, (asked.seat, rng.choice(asked.space.options()).key))
    assert tried


# Robots


class Drawing(Exception):
    """A draw for which there is no face yet, or one after the combat."""

    def __init__(self, roll: Roll) -> None:
        self.purpose = roll.purpose
        [self.sides] = roll.sides


class Undecided:
    """Dice that show no face: what comes after those of a script."""

    def label(self) -> str:
        return "undecided"

    def roll(self, roll: Roll) -> list[int]:
        raise Drawing(roll)

    def repeat(self, roll: Roll, recorded: Sequence[int]) -> None:
        raise Drawing(roll)


def faces_of(faces: Sequence[int]) -> ScriptedDice:
    """Dice of a script, and after it none."""
    return ScriptedDice(faces, Undecided())


def expected(position: dict[str, Any], line: Line, faces: tuple[int, ...]) -> float:
    """The difference in points that A can expect after a line of answers and draws, through the rules themselves."""
    game: Any = load_game("tiny_epic_mechs")
    match = Match(game, game.testing.position(position), faces_of(()))
    try:
        match = Match(game, game.testing.position(position), faces_of(faces))
        for seat, key in line:
            match.play(seat, match.ask(seat).space.accept(key))
    except Drawing as draw:
        if draw.purpose in ("robot_weapon", "robot_exhaust"):
            every = [expected(position, line, (*faces, face)) for face in range(1, draw.sides + 1)]
            return sum(every) / len(every)
    here = match.state.players[0].score - match.state.players[1].score
    combat = match.state.combat
    if combat is None or combat.loser >= 0:
        return float(here)
    [asked] = match.pending.values()
    results = [expected(position, (*line, (asked.seat, option.key)), faces) for option in asked.space.options()]
    return max(results)


@pytest.mark.parametrize("seed", range(40))
def test_a_combat_with_a_robot_beside_the_rules(seed: int) -> None:
    """Every answer and every draw: of weapons, of what a robot must exhaust, with payments that it makes itself."""
    rng = random.Random(seed)
    pool = rng.sample(sorted(CARDS), len(CARDS))
    basic, advanced = ([name for name in pool if CARDS[name]["level"] == level] for level in ("basic", "advanced"))
    mech = rng.random() < 0.2
    mine = [*basic[: rng.randint(0, 1)], advanced[0], rng.choice(["shock_field", "twin_pulse", advanced[1]])]
    its = [name for name in advanced[2:] if name not in mine][: rng.randrange(4 if mech else 3)]
    its += [] if mech else basic[1 : rng.randint(1, 2) + len(its) // 2]
    its += [] if mech or its else basic[1:2]
    figures = {"energy": rng.randrange(4), "credits": rng.randrange(3), "zone": "b3"}
    mine = list(dict.fromkeys(mine))
    me = {"pilot": rng.choice(PILOTS), "status": "armor", "health": rng.randint(2, 8), "equipped": mine}
    robot = {"status": "mech" if mech else "armor", "health": rng.randint(2, 8), "equipped": its}
    compare(me, robot, figures, rng.random() < 0.3)


def test_a_robot_shuffles_its_weapons_again() -> None:
    """It has struck with all of them before the combat is over; its Twin Pulse readies none."""
    mine = ["energy_sword", "riot_shield", "warhammer", "lightning_coil"]
    figures = {"energy": 0, "credits": 0, "zone": "b3"}
    compare(
        {"pilot": "maverick", "status": "armor", "health": 9, "equipped": mine},
        {"status": "armor", "health": 9, "equipped": ["pulse_pistol", "twin_pulse"]},
        figures,
        False,
    )


def compare(me: dict[str, Any], robot: dict[str, Any], figures: dict[str, Any], leaps: bool) -> None:
    """Every first blow at a robot beside every answer and draw that may follow."""
    position = {
        "solo": True,
        "player": {"A": {**figures, **me}, "B": {**figures, **robot}},
        "combat": {"attacker": "A", "defender": "B", "leaps": leaps},
    }
    game: Any = load_game("tiny_epic_mechs")
    match = Match(game, game.testing.position(position), faces_of(()))
    before = match.state.players[0].score - match.state.players[1].score
    ask, tried = match.ask(0), 0
    for option in ask.space.options():
        for prospect in reckoning_of(match.game).prospects(match.imagined(0), 0, ask.subject, option.key):
            gained = prospect.odds.count("odds.points").mean - prospect.odds.count("odds.enemy_points").mean
            found = expected(position, ((0, option.key),), ())
            assert before + gained == pytest.approx(found), (option.key, position)
            assert sum(one.chance for one in prospect.odds.outcomes) == pytest.approx(1)
            tried += 1
    assert tried
