"""The harm that potential damage does to a model, exactly: shields, toughness and armour, vehicles, life support, fires
that burning weapons light and volatile ones that burst (rulebook, "Damage").
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from muster.games.deadzone.rules.dice import BASE, margin
from muster.games.deadzone.showing.chances import opposed
from muster.kernel.odds import Count, Odds, Outcome
from muster.kernel.text import Text

SHIELD = 6
"""The number that a die of an energy shield must reach."""
HEAT = 4
"""The number that a die of a fire must reach, as one of an explosion."""
Spread = tuple[tuple["Fate", float], ...]


class Body(NamedTuple):
    """A model that is struck: everything that decides what potential damage does to it."""

    armour: int
    tough: int = 0
    shield: int = 0
    injured: bool = False
    frail: bool = False
    """One point kills: it is vulnerable, or the weapon is toxic."""
    irresistible: bool = False
    survive: int = 5
    cold: int = BASE
    """Dice with which it resists a fire."""
    burns: bool = False
    """The weapon sets on fire whoever survives its hit."""
    hull: int = 0
    """The damage that destroys a vehicle; 0 for anything else."""
    suffered: int = 0
    """The damage that a vehicle has."""
    volatile: int = 0
    """Its volatile weapons that have not burst."""
    support: bool = False
    """Its life support has not been used."""
    in_fire: Body | None = None
    """The same body to a fire, which no weapon of the attacker makes worse."""


class Fate(NamedTuple):
    """How a model is after a hit."""

    injured: bool
    suffered: int
    shield: int
    volatile: int
    support: bool
    dead: bool = False
    burning: bool = False
    damage: int = 0
    """Points after armour, all together."""


def before(body: Body) -> Fate:
    return Fate(body.injured, body.suffered, body.shield, body.volatile, body.support)


def end_of(body: Body, fate: Fate) -> str:
    """The end of a model's hit, in a word."""
    if fate.dead:
        return "killed"
    if fate.injured and not body.injured:
        return "injured"
    if fate.suffered > body.suffered:
        return "damaged"
    return "mended" if body.support and not fate.support else "saved"


@lru_cache(maxsize=64)
def absorbed(dice: int) -> tuple[tuple[int, bool, float], ...]:
    """The points an energy shield absorbs, and whether it is lost: more ones than successes.  [DZ item.energy_shield]
    [DZ item.energy_shield_lost]
    """
    found: dict[tuple[int, int], float] = {(0, 0): 1.0}
    for _ in range(dice):
        after: dict[tuple[int, int], float] = {}
        for (took, ones), chance in found.items():
            for more, one, share in one_shield_die():
                key = took + more, ones + one
                after[key] = after.get(key, 0.0) + chance * share
        found = after
    merged: dict[tuple[int, bool], float] = {}
    for (took, ones), chance in found.items():
        merged[took, ones > took] = merged.get((took, ones > took), 0.0) + chance
    return tuple((took, lost, chance) for (took, lost), chance in sorted(merged.items()) if chance > 1e-18)


@lru_cache(maxsize=4)
def one_shield_die(depth: int = 16) -> tuple[tuple[int, int, float], ...]:
    """One die of a shield and those that its eights give: what it absorbs, and its ones.  [DZ dice.eights]"""
    rest = one_shield_die(depth - 1) if depth else ((0, 0, 1.0),)
    found: dict[tuple[int, int], float] = {(0, 0): (SHIELD - 2) / 8, (0, 1): 1 / 8, (1, 0): (8 - SHIELD) / 8}
    for took, ones, share in rest:
        found[took + 1, ones] = found.get((took + 1, ones), 0.0) + share / 8
    return tuple((took, ones, share) for (took, ones), share in found.items())


@lru_cache(maxsize=4096)
def hurt(body: Body, fate: Fate, potential: int, pierce: int) -> Spread:
    """Every way in which potential damage can end.  [DZ damage.armour]"""
    if fate.dead or potential <= 0:
        return ((fate, 1.0),)
    found: dict[Fate, float] = {}
    for took, lost, chance in absorbed(fate.shield):
        strike(found, body, fate, max(0, potential - took), lost, pierce, chance)
    return tuple(found.items())


def strike(
    found: dict[Fate, float], body: Body, fate: Fate, potential: int, lost: bool, pierce: int, chance: float
) -> None:
    """Add what becomes of a model that lives when so much gets past its shield, which may be lost.

    [DZ damage.one] [DZ damage.two] [DZ ability.tough] [DZ ability.irresistible] [DZ ability.vehicle_damage]
    [DZ ability.life_support]
    """
    saves = max(0, body.armour + (body.tough if body.irresistible else 0) - pierce)
    left = potential - (0 if body.irresistible else body.tough)
    if left > saves:
        after = wounded(body, fate, left - saves, lost)
        found[after] = found.get(after, 0.0) + chance
        return
    here = fate._replace(shield=0) if lost else fate
    if left > 0 and fate.volatile:
        gather(found, chance, burst(body, here))
    else:
        found[here] = found.get(here, 0.0) + chance


def gather(found: dict[Fate, float], chance: float, more: Spread) -> None:
    for fate, share in more:
        found[fate] = found.get(fate, 0.0) + chance * share


def wounded(body: Body, fate: Fate, actual: int, lost: bool) -> Fate:
    """A model that damage has got through to. Of a dead one only the damage still counts.

    [DZ damage.one] [DZ damage.two] [DZ ability.vehicle_damage]
    """
    damage, shield = fate.damage + actual, 0 if lost else fate.shield
    if body.hull:
        suffered = fate.suffered + actual
        dead, hurts, support = suffered >= body.hull, fate.injured, fate.support
    else:
        suffered = fate.suffered
        dead = actual > 1 or fate.injured or body.frail
        hurts, support = not fate.support, False
    if dead:
        return Fate(True, 0, 0, 0, False, True, damage=damage)
    return Fate(hurts, suffered, shield, fate.volatile, support, burning=fate.burning, damage=damage)


@lru_cache(maxsize=4096)
def burst(body: Body, fate: Fate) -> Spread:
    """A model whose armour saved it: in one case of eight a volatile weapon bursts.  [DZ ability.volatile]"""
    found = {fate: 7 / 8}
    gather(found, 1 / 8, burnt(body, fate._replace(volatile=fate.volatile - 1)))
    return tuple(found.items())


@lru_cache(maxsize=4096)
def burnt(body: Body, fate: Fate) -> Spread:
    """A model that is set on fire, for the first time.  [DZ burn.test] [DZ burn.hurts] [DZ burn.on] [DZ burn.out]"""
    if fate.dead:
        return ((fate, 1.0),)
    bare = body.in_fire or body
    found: dict[Fate, float] = {}
    for potential, on, lost, chance in heat_of(bare.cold, bare.survive, fate.shield):
        strike(found, bare, fate._replace(burning=on), potential, lost, 0, chance)
    return tuple(found.items())


@lru_cache(maxsize=256)
def heat_of(cold: int, survive: int, shield: int) -> tuple[tuple[int, bool, bool, float], ...]:
    """The damage of a fire that gets past a shield, whether the fire goes on, and whether the shield is lost.

    [DZ burn.test] [DZ item.energy_shield]
    """
    flames: dict[tuple[int, bool], float] = {}
    for heat, held, chance in opposed(BASE, HEAT, cold, survive):
        won = margin(heat, held)
        flame = (heat - held + 1 if won else 0), won >= 2
        flames[flame] = flames.get(flame, 0.0) + chance
    found: dict[tuple[int, bool, bool], float] = {}
    for (potential, on), chance in flames.items():
        for took, lost, share in absorbed(shield) if potential else absorbed(0):
            key = max(0, potential - took), on, lost
            found[key] = found.get(key, 0.0) + chance * share
    return tuple((*key, chance) for key, chance in found.items())


def struck(body: Body, hits: Mapping[int, float], pierce: int) -> Spread:
    """Every way in which a hit can end that comes with so much potential damage so often, with the fire that it lights.

    [DZ ability.it_burns]
    """
    found: dict[Fate, float] = {}
    for potential, chance in hits.items():
        gather(found, chance, hurt(body, before(body), potential, pierce))
    if not body.burns:
        return tuple(found.items())
    lit: dict[Fate, float] = {}
    for fate, chance in found.items():
        gather(lit, chance, burnt(body, fate))
    return tuple(lit.items())


WORTH: Mapping[str, float] = {"killed": 1.0, "injured": 0.5, "damaged": 0.5}
"""A death 1, an injury a half, as is damage to a vehicle."""


def harmed(body: Body, potential: int, pierce: int) -> float:
    """The worth of a hit. What misses sets nobody on fire."""
    if potential <= 0:
        return 0.0
    ends = hurt(body, before(body), potential, pierce)
    return sum([chance * lasting(body, fate._replace(damage=0)) for fate, chance in ends], 0.0)


@lru_cache(maxsize=4096)
def lasting(body: Body, fate: Fate) -> float:
    """The worth of being left so by a hit that may set on fire."""
    ends = burnt(body, fate) if body.burns else ((fate, 1.0),)
    return sum([chance * WORTH.get(end_of(body, after), 0.0) for after, chance in ends], 0.0)


class Tally:
    """Chances that are added up by name, and points of damage."""

    def __init__(self, names: tuple[str, ...]) -> None:
        self.ends = dict.fromkeys(names, 0.0)
        self.damage: list[float] = [0.0]
        self.burning = 0.0
        self.moved = 0.0
        """How often a target that lives is thrown out of its place."""

    def hurt(
        self,
        prefix: str,
        body: Body,
        hits: Mapping[int, float],
        pierce: int,
        counted: bool = True,
        unhurt: str = "",
    ) -> float:
        """Add hits, of which each potential damage comes so often; whoever they leave unhurt ends as `unhurt`. How
        often the target lives.
        """
        lives = 0.0
        for fate, chance in struck(body, hits, pierce):
            end = end_of(body, fate)
            self.end(unhurt if unhurt and end == "saved" else prefix + end, chance)
            lives += 0.0 if fate.dead else chance
            if counted:
                self.point(fate.damage, chance)
                self.burning += chance if fate.burning and not fate.dead else 0.0
        return lives

    def end(self, name: str, chance: float) -> None:
        self.ends[name] = self.ends.get(name, 0.0) + chance

    def miss(self, name: str, chance: float) -> None:
        self.end(name, chance)
        self.point(0, chance)

    def point(self, number: int, chance: float) -> None:
        self.damage += [0.0] * (number + 1 - len(self.damage))
        self.damage[number] += chance

    def add(self, other: Tally, share: float) -> None:
        """Add the chances of one case that comes so often."""
        for name, chance in other.ends.items():
            self.end(name, share * chance)
        for point, chance in enumerate(other.damage):
            self.point(point, share * chance)
        self.burning += share * other.burning
        self.moved += share * other.moved

    def odds(self, counts: list[Count], aims: list[str]) -> Odds:
        ends = tuple(Outcome(Text(f"odds.{name}"), chance) for name, chance in self.ends.items())
        while len(self.damage) > 1 and self.damage[-1] < 1e-15:
            self.damage.pop()
        found = [Count(Text("odds.damage"), tuple(self.damage)), *counts]
        for name, chance in (("burning", self.burning), ("thrown", self.moved)):
            found += [Count(Text(f"odds.{name}"), (1.0 - chance, chance))] if chance else []
        return Odds(ends, tuple(found), tuple(Text(f"odds.{aim}") for aim in aims))
