"""A whole combat from figures (rulebook, "Combat"). There are no dice in it, only choices: both sides play as well as
they can for the difference in points, and what comes of that is sure. Only robots leave something to chance: they draw
their weapons, and choose nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from muster.games.tiny_epic_mechs.cards.content import Content, Effect, EffectKind, Line, Weapon
from muster.kernel.errors import GameError
from muster.kernel.odds import AttackKind, Count, Figure, Figures, Odds, Outcome, number, some_of, switch
from muster.kernel.text import Text

MOST_WEAPONS = 4
ABILITIES = ("first", "power", "plating", "field", "riposte", "magazine", "headhunter")
PAID = {EffectKind.PAY_ENERGY: "energy", EffectKind.PAY_CREDITS: "credits"}


class Fighter(NamedTuple):
    """A side in the midst of a combat. `ready` is a mask over its own weapons."""

    ready: int
    health: int
    energy: int
    credits: int
    shield: int = 0
    jammed: bool = False
    attacks: int = 0
    reloaded: bool = False


class Gear(NamedTuple):
    """The constants of a side through the combat: weapons, top of its health track, and the figures of its abilities. A
    riposte and a deep magazine have prices in energy, 0 if a side has none.
    """

    weapons: tuple[Weapon, ...]
    full: int
    first: int
    power: int
    plating: int
    field: int
    riposte: int = 0
    magazine: int = 0
    headhunter: int = 0
    robot: bool = False


class End(NamedTuple):
    """How a combat may end: points of the side to strike and of the other, how it was lost, and the chance of that."""

    mine: int
    theirs: int
    key: str
    share: float = 1.0


class Result(NamedTuple):
    """How a combat ends with best play: the difference in points to expect, and every end; only one without robots."""

    gain: float
    ends: tuple[End, ...]


ENDS = {"wins_knock_out": "loses_knock_out", "wins_retreat": "loses_retreat"}
TURNED = {**ENDS, **{value: key for key, value in ENDS.items()}}


def sure(mine: int, theirs: int, key: str) -> Result:
    return Result(mine - theirs, (End(mine, theirs, key),))


def turned(points: int, answer: Result) -> Result:
    """What comes of a blow for so many points and the other side's answer to it."""
    ends = tuple([End(points + end.theirs, end.mine, TURNED[end.key], end.share) for end in answer.ends])
    return Result(points - answer.gain, ends)


def mixed(results: Sequence[Result]) -> Result:
    """What comes of a draw: each of these results is as likely as the others."""
    if len(results) == 1:
        return results[0]
    shares: dict[tuple[int, int, str], float] = {}
    for result in results:
        for mine, theirs, key, share in result.ends:
            shares[mine, theirs, key] = shares.get((mine, theirs, key), 0.0) + share / len(results)
    gained = sum([result.gain for result in results], 0.0) / len(results)
    return Result(gained, tuple([End(*end, share) for end, share in shares.items()]))


class Combat:
    """All positions of one combat, each worked out once."""

    def __init__(self, content: Content, gears: tuple[Gear, Gear]) -> None:
        self.content = content
        self.gears = gears
        self.known: dict[tuple[int, Fighter, Fighter, int, bool], Result] = {}

    def best(self, turn: int, me: Fighter, foe: Fighter, last: int, leap: bool) -> Result:
        """The result for the side whose blow it is; `last` is the weapon just used against it, or -1.

        [TEM combat.alternate]
        """
        key = (turn, me, foe, last, leap)
        known = self.known.get(key)
        if known is None:
            if self.gears[turn].robot:
                known = self.robot(turn, me, foe, last, leap)
            else:
                results = self.blows(turn, me, foe, last, leap) if me.ready else self.spent(turn, me, foe, last, leap)
                known = max(results, key=gain)
            self.known[key] = known
        return known

    def robot(self, turn: int, me: Fighter, foe: Fighter, last: int, leap: bool) -> Result:
        """The blow of a robot: any of the weapons left in its pile, which is shuffled again when it is used up; a power
        attack where it may. Without weapons it waits, and nothing is left to counter.

        [TEM solo.combat_deck] [TEM solo.never_retreats] [TEM solo.counter] [TEM solo.jump_power]
        [TEM solo.mech_unarmed]
        """
        weapons = self.gears[turn].weapons
        if not weapons:
            return turned(0, self.best(1 - turn, foe, me, -1, False))
        if not me.ready:
            me = me._replace(ready=(1 << len(weapons)) - 1)
        used = self.gears[1 - turn].weapons[last] if last >= 0 else None
        found: list[Result] = []
        for place, weapon in enumerate(weapons):
            if me.ready >> place & 1:
                power = leap or (used is not None and not me.jammed and weapon.type.counters(used.type))
                found += self.strike(turn, me, foe, place, weapon.power if power else weapon.attack, power)
        return mixed(found)

    def spent(self, turn: int, me: Fighter, foe: Fighter, last: int, leap: bool) -> Iterator[Result]:
        """A side with every weapon exhausted retreats, or readies one from its deep magazine, once.

        [TEM combat.retreat] [TEM combat.retreat_points] [TEM ability.deep_magazine]
        """
        yield sure(0, self.content.constants.forced_retreat, "loses_retreat")
        gear = self.gears[turn]
        if gear.magazine and not me.reloaded and me.energy >= gear.magazine:
            for place in range(len(gear.weapons)):
                readied = me._replace(ready=1 << place, energy=me.energy - gear.magazine, reloaded=True)
                yield self.best(turn, readied, foe, last, leap)

    def blows(self, turn: int, me: Fighter, foe: Fighter, last: int, leap: bool) -> Iterator[Result]:
        """Every blow that a side may strike.

        [TEM combat.weapon] [TEM combat.power] [TEM combat.counter] [TEM ability.riposte]
        """
        gear = self.gears[turn]
        used = self.gears[1 - turn].weapons[last] if last >= 0 else None
        for place, weapon in enumerate(gear.weapons):
            if not me.ready >> place & 1:
                continue
            counters = used is not None and not me.jammed and weapon.type.counters(used.type)
            if not leap:
                yield from self.strike(turn, me, foe, place, weapon.attack, False)
            if leap or counters:
                yield from self.strike(turn, me, foe, place, weapon.power, True)
            elif gear.riposte and used is not None and not me.jammed and me.energy >= gear.riposte:
                payer = me._replace(energy=me.energy - gear.riposte)
                yield from self.strike(turn, payer, foe, place, weapon.power, True)

    def strike(self, turn: int, me: Fighter, foe: Fighter, place: int, line: Line, power: bool) -> Iterator[Result]:
        """One blow with every payment for more damage; a robot pays all that it can.

        [TEM combat.damage] [TEM combat.points] [TEM effect.pay] [TEM solo.pay_most]
        """
        mine, theirs = self.gears[turn], self.gears[1 - turn]
        damage = line.damage + (mine.power if power else 0) + (mine.first if not me.attacks else 0)
        if not line.pierces:
            damage -= foe.shield + theirs.field + (theirs.plating if not me.attacks else 0)
        me = me._replace(ready=me.ready & ~(1 << place), attacks=me.attacks + 1, jammed=False)
        for extra, payer in self.payments(me, line, mine.robot):
            dealt = min(max(0, damage + extra), foe.health)
            hurt = foe._replace(health=foe.health - dealt, shield=0)
            yield from self.after(turn, payer, hurt, place, list(line.effects), dealt, dealt > 0 and not hurt.health)

    def payments(self, me: Fighter, line: Line, most: bool) -> Iterator[tuple[int, Fighter]]:
        ways = [(0, me)]
        for effect in line.effects:
            if effect.kind in PAID:
                name = PAID[effect.kind]
                ways = [
                    (extra + paid, payer._replace(**{name: getattr(payer, name) - paid}))
                    for extra, payer in ways
                    for paid in range(min(effect.amount, getattr(payer, name)) + 1)
                ]
        yield from ways[-1:] if most else ways

    def after(
        self, turn: int, me: Fighter, foe: Fighter, place: int, effects: list[Effect], points: int, down: bool
    ) -> Iterator[Result]:
        """The effects of a line in the order of the card, then the other side's blow; the side that must choose a
        weapon chooses well, and a robot's is drawn or not readied at all.

        [TEM combat.effects] [TEM effect.exhaust] [TEM effect.ready] [TEM ko.points] [TEM ability.headhunter]
        """
        for index, effect in enumerate(effects):
            rest = effects[index + 1 :]
            if effect.kind == EffectKind.READY:
                spent = [w for w in range(len(self.gears[turn].weapons)) if not me.ready >> w & 1 and w != place]
                if spent and not self.gears[turn].robot:
                    for weapon in spent:
                        readied = me._replace(ready=me.ready | 1 << weapon)
                        yield from self.after(turn, readied, foe, place, rest, points, down)
                    return
            elif effect.kind == EffectKind.EXHAUST and not down:
                ready = [w for w in range(len(self.gears[1 - turn].weapons)) if foe.ready >> w & 1]
                if ready:
                    tired = [foe._replace(ready=foe.ready & ~(1 << weapon)) for weapon in ready]
                    ways = [max(self.after(turn, me, one, place, rest, points, down), key=gain) for one in tired]
                    yield mixed(ways) if self.gears[1 - turn].robot else min(ways, key=gain)
                    return
            else:
                me, foe, points = self.at_once(turn, me, foe, effect, points, down)
        if down:
            prize = self.content.constants.knock_out + self.gears[turn].headhunter
            yield sure(points + prize, 0, "wins_knock_out")
            return
        yield turned(points, self.best(1 - turn, foe, me, place, False))

    def at_once(
        self, turn: int, me: Fighter, foe: Fighter, effect: Effect, points: int, down: bool
    ) -> tuple[Fighter, Fighter, int]:
        """An effect that leaves nobody a choice.  [TEM effect.score] [TEM effect.shield] [TEM effect.jam]"""
        kind, amount, track = effect.kind, effect.amount, self.content.constants.track
        if kind == EffectKind.SCORE:
            points += amount
        elif kind == EffectKind.GAIN_ENERGY:
            me = me._replace(energy=min(track, me.energy + amount))
        elif kind == EffectKind.GAIN_CREDITS:
            me = me._replace(credits=min(track, me.credits + amount))
        elif kind == EffectKind.HEAL:
            me = me._replace(health=max(me.health, min(self.gears[turn].full, me.health + amount)))
        elif kind == EffectKind.SHIELD:
            me = me._replace(shield=me.shield + amount)
        elif not down and kind == EffectKind.DRAIN_ENERGY:
            foe = foe._replace(energy=max(0, foe.energy - amount))
        elif not down and kind == EffectKind.DRAIN_CREDITS:
            foe = foe._replace(credits=max(0, foe.credits - amount))
        elif not down and kind == EffectKind.JAM:
            foe = foe._replace(jammed=True)
        return me, foe, points


def gain(result: Result) -> float:
    return result.gain


def odds_of(found: Result, robot: bool = False) -> Odds:
    """A result as odds; without a robot it is sure."""
    shares: dict[str, float] = {}
    for end in found.ends:
        shares[end.key] = shares.get(end.key, 0.0) + end.share
    counts = (
        Count(Text("odds.points"), spread(found, lambda end: end.mine)),
        Count(Text("odds.enemy_points"), spread(found, lambda end: end.theirs)),
    )
    ends = [Outcome(Text(f"odds.{key}"), shares[key]) for key in TURNED if key in shares]
    return Odds(tuple(ends), counts, (Text("odds.aim_robot" if robot else "odds.aim_points"),))


def spread(found: Result, points: Callable[[End], int]) -> tuple[float, ...]:
    """The chances of 0, 1, 2 … points of one side."""
    chances = [0.0] * (1 + max([points(end) for end in found.ends]))
    for end in found.ends:
        chances[points(end)] += end.share
    return tuple(chances)


def figures_of(content: Content, prefix: str, weapons: str) -> tuple[Figure, ...]:
    most = content.constants.mech_health
    names = [weapon.id for weapon in content.weapons]
    return (
        Figure(f"{prefix}weapons", (weapons,), words=some_of("", names).words),
        number(f"{prefix}health", content.constants.pilot_health, 1, most),
        number(f"{prefix}energy", content.constants.start_energy, 0, content.constants.track),
        number(f"{prefix}credits", content.constants.start_credits, 0, content.constants.track),
        number(f"{prefix}first", 0, 0, 4),
        number(f"{prefix}power", 0, 0, 4),
        number(f"{prefix}plating", 0, 0, 4),
        number(f"{prefix}field", 0, 0, 4),
        number(f"{prefix}riposte", 0, 0, content.constants.track),
        number(f"{prefix}magazine", 0, 0, content.constants.track),
        number(f"{prefix}headhunter", 0, 0, 4),
    )


def fighter(content: Content, figures: Figures, prefix: str) -> tuple[Fighter, Gear]:
    names = figures.words(f"{prefix}weapons")
    if not 1 <= len(names) <= MOST_WEAPONS or len(set(names)) < len(names):
        raise GameError(
            f"{prefix}weapons: one to {MOST_WEAPONS} different weapons fight, not {','.join(names) or 'none'}"
        )
    weapons = tuple(content.weapons[content.weapon_number[name]] for name in names)
    health = figures.number(f"{prefix}health")
    full = content.constants.pilot_health
    if health > full:
        full = content.constants.armor_health
    if health > full:
        full = 0  # in the Mighty Mech nothing heals  [TEM effect.heal]
    first, power, plating, field, riposte, magazine, headhunter = [figures.number(prefix + name) for name in ABILITIES]
    energy, money = figures.number(f"{prefix}energy"), figures.number(f"{prefix}credits")
    gear = Gear(weapons, full, first, power, plating, field, riposte, magazine, headhunter)
    return Fighter((1 << len(weapons)) - 1, health, energy, money), gear


def attack_kind(content: Content) -> AttackKind:
    """A combat, from the first blow to its end."""

    def work_out(figures: Figures) -> Odds:
        me, gear = fighter(content, figures, "")
        foe, other = fighter(content, figures, "enemy_")
        robot = bool(figures.number("enemy_robot"))
        other = other._replace(robot=robot)
        found = Combat(content, (gear, other)).best(0, me, foe, -1, bool(figures.number("jump")))
        return odds_of(found, robot)

    figures = (
        *figures_of(content, "", "energy_sword"),
        switch("jump"),
        *figures_of(content, "enemy_", "pulse_pistol"),
        switch("enemy_robot"),
    )
    return AttackKind("combat", figures, work_out)
