"""Odds of attacks from figures: Shoot, Fight, Blaze Away, from dice and stats to injuries and deaths."""

from __future__ import annotations

from typing import NamedTuple

from muster.games.deadzone.rules.aggression import LEVELS
from muster.games.deadzone.rules.dice import margin
from muster.games.deadzone.showing.chances import opposed, redone, successes
from muster.kernel.odds import AttackKind, Count, Figure, Figures, Odds, Outcome, number, one_of, switch
from muster.kernel.text import Text

SHIELD = 6
"""What a die of an energy shield must reach."""
SAVED, INJURED, KILLED = range(3)


class Body(NamedTuple):
    """A model that is struck: everything that decides what potential damage does to it."""

    armour: int
    tough: int = 0
    shield: int = 0
    injured: bool = False
    frail: bool = False
    """One point kills: it is vulnerable, or the weapon is toxic."""
    irresistible: bool = False


def harm(body: Body, potential: int, pierce: int) -> tuple[float, float, float, list[float]]:
    """The chances that potential damage is saved, injures, kills; and those of each actual damage.

    [DZ damage.armour] [DZ damage.one] [DZ damage.two] [DZ ability.tough] [DZ ability.irresistible]
    [DZ item.energy_shield]
    """
    ends = [0.0, 0.0, 0.0]
    points = [0.0] * (max(0, potential) + 1)
    for absorbed, chance in enumerate(successes(body.shield, SHIELD) if potential > 0 else (1.0,)):
        left = potential - absorbed - (0 if body.irresistible else body.tough)
        armour = body.armour + (body.tough if body.irresistible else 0)
        actual = max(0, left - max(0, armour - pierce)) if left > 0 else 0
        points[actual] += chance
        end = SAVED if not actual else INJURED if actual == 1 and not body.injured and not body.frail else KILLED
        ends[end] += chance
    return ends[SAVED], ends[INJURED], ends[KILLED], points


class Tally:
    """Chances that are added up by name, and points of damage."""

    def __init__(self, names: tuple[str, ...]) -> None:
        self.ends = dict.fromkeys(names, 0.0)
        self.damage: list[float] = [0.0]

    def hurt(self, prefix: str, body: Body, potential: int, pierce: int, chance: float, counted: bool = True) -> None:
        *ends, points = harm(body, potential, pierce)
        for name, share in zip(("saved", "injured", "killed"), ends, strict=True):
            self.ends[prefix + name] += chance * share
        for point, share in enumerate(points) if counted else ():
            self.point(point, chance * share)

    def point(self, number: int, chance: float) -> None:
        self.damage += [0.0] * (number + 1 - len(self.damage))
        self.damage[number] += chance

    def add(self, other: Tally, share: float) -> None:
        """Add the chances of one case that comes so often."""
        for name, chance in other.ends.items():
            self.ends[name] += share * chance
        for point, chance in enumerate(other.damage):
            self.point(point, share * chance)

    def odds(self, counts: list[Count], aims: list[str]) -> Odds:
        ends = tuple(Outcome(Text(f"odds.{name}"), chance) for name, chance in self.ends.items())
        while len(self.damage) > 1 and self.damage[-1] < 1e-15:
            self.damage.pop()
        damage = Count(Text("odds.damage"), tuple(self.damage))
        return Odds(ends, (damage, *counts), tuple(Text(f"odds.{aim}") for aim in aims))


BODY: tuple[Figure, ...] = (
    number("armour", 0, 0, 6),
    number("tough", 0, 0, 2),
    number("shield", 0, 0, 8),
    switch("injured"),
    switch("vulnerable"),
)
WEAPON: tuple[Figure, ...] = (number("ap", 0, 0, 6), switch("toxic"), switch("irresistible"))
AGAIN: tuple[Figure, ...] = (switch("resourceful"), switch("target_resourceful"))


ROLLED = ("dice", "shoot", "resist", "survive", "ap")


def body_of(figures: Figures) -> Body:
    return Body(
        figures.number("armour"),
        figures.number("tough"),
        figures.number("shield"),
        bool(figures.number("injured")),
        bool(figures.number("vulnerable") or figures.number("toxic")),
        bool(figures.number("irresistible")),
    )


Again = tuple[bool, bool]
"""Whether the model that acts and its target may roll all their dice again."""
ONCE: Again = (False, False)


def again_of(figures: Figures) -> tuple[Again, list[str]]:
    """Who may roll again, and what is to be said of it.  [DZ ability.resourceful]"""
    again = bool(figures.number("resourceful")), bool(figures.number("target_resourceful"))
    return again, ["aim_redo"] if any(again) else []


def harmed(body: Body, potential: int, pierce: int) -> float:
    """What potential damage is worth: a death 1, an injury a half."""
    _, injured, killed, _ = harm(body, potential, pierce) if potential > 0 else (0.0, 0.0, 0.0, ())
    return killed + injured / 2


def shoot(figures: Figures) -> Odds:
    """Shoot against Survive."""
    dice, stat, resist, survive, ap = [figures.number(name) for name in ROLLED]
    again, aims = again_of(figures)
    found, doubled = shot(dice, stat, resist, survive, body_of(figures), ap, again)
    return found.odds([doubled_in(doubled)], [*aims, "aim_cards"])


def shot(
    dice: int, stat: int, resist: int, survive: int, body: Body, pierce: int, again: Again = ONCE
) -> tuple[Tally, float]:
    """The ends of a shot, and how often it is doubled.  [DZ shoot.wins] [DZ shoot.doubles] [DZ shoot.miss]"""
    found, doubled = Tally(("missed", "saved", "injured", "killed")), 0.0
    rolls = redone(dice, stat, resist, survive, again, lambda one, other: harmed(body, one - other, pierce))
    for scored, held, chance in rolls:
        won = margin(scored, held)
        if not won:
            found.ends["missed"] += chance
            found.point(0, chance)
            continue
        found.hurt("", body, scored - held, pierce, chance)
        doubled += chance if won >= 2 else 0.0
    return found, doubled


def doubled_in(chance: float) -> Count:
    return Count(Text("odds.doubled"), (1.0 - chance, chance))


def fight(figures: Figures) -> Odds:
    """Fight against Fight or Survive, whichever is better for the target: an injury counts half a death, on both sides.

    [DZ fight.wins] [DZ fight.response] [DZ fight.survive_wins] [DZ fight.draw]
    """
    ways = []
    answer = figures.word("answer")
    if answer != "survive" and figures.number("fight_back"):
        ways.append(written(figures, "fight_back", True))
    if answer != "fight" or not ways:
        ways.append(written(figures, "survive", False))
    best = min(ways, key=loss)
    chosen = "aim_fights_back" if best is ways[0] and len(ways) + (answer == "fight") > 1 else "aim_survives"
    return best.odds([], [chosen, *again_of(figures)[1], "aim_free", "aim_cards"])


def loss(found: Tally) -> float:
    """What the target loses, less what the attacker loses."""
    ends = found.ends
    return ends["killed"] + ends["injured"] / 2 - ends["own_killed"] - ends["own_injured"] / 2


def written(figures: Figures, answer: str, back: bool) -> Tally:
    """A fight as somebody wrote it down."""
    own = Body(figures.number("own_armour"), injured=bool(figures.number("own_injured")))
    dice, stat, resist, held, ap, back_ap = [
        figures.number(name) for name in ("dice", "fight", "resist", answer, "ap", "back_ap")
    ]
    return bout(dice, stat, resist, held, back, body_of(figures), ap, own, back_ap, again_of(figures)[0])


def bout(
    dice: int,
    stat: int,
    resist: int,
    held_stat: int,
    back: bool,
    body: Body,
    ap: int,
    own: Body,
    back_ap: int,
    again: Again = ONCE,
) -> Tally:
    """The ends of a fight for both sides.  [DZ fight.wins] [DZ fight.survive_wins] [DZ fight.draw]"""
    found = Tally(("draw", "saved", "injured", "killed", "own_saved", "own_injured", "own_killed"))

    def worth(one: int, other: int) -> float:
        return harmed(body, one - other, ap) - (harmed(own, other - one, back_ap) if back else 0.0)

    for scored, held, chance in redone(dice, stat, resist, held_stat, again, worth):
        if scored > held:
            found.hurt("", body, scored - held, ap, chance)
            continue
        found.point(0, chance)
        if back and held > scored:
            found.hurt("own_", own, held - scored, back_ap, chance, counted=False)
        else:
            found.ends["draw"] += chance
    return found


def blaze(figures: Figures) -> Odds:
    """Blaze Away against Survive."""
    dice, stat, resist, survive, ap = [figures.number(name) for name in ROLLED]
    found = fire(dice, stat, resist, survive, body_of(figures), ap, figures.word("aggression"))
    return found.odds([], ["aim_cards"])


def fire(dice: int, stat: int, resist: int, survive: int, body: Body, ap: int, aggression: str) -> Tally:
    """The ends of fire at a cube for one model there: steps down in aggression, and damage for steps below the scale.

    [DZ blaze.wins] [DZ blaze.doubles] [DZ blaze.triples] [DZ blaze.damage]
    """
    found = Tally(("missed", *LEVELS[::-1], "saved", "injured", "killed"))
    level = LEVELS.index(aggression)
    for scored, held, chance in opposed(dice, stat, resist, survive):
        won = margin(scored, held)
        below = won - level
        if below > 0:
            found.hurt("", body, below, ap, chance)
            continue
        found.point(0, chance)
        found.ends[LEVELS[level - won] if won else "missed"] += chance
    found.ends = {name: chance for name, chance in found.ends.items() if chance or name == "missed"}
    return found


def dice_of(stat: str, dice: int) -> tuple[Figure, ...]:
    return (number("dice", dice, 0, 15), number(stat, 5, 2, 8))


RESIST: tuple[Figure, ...] = (number("resist", 3, 0, 15), number("survive", 5, 2, 8))
ATTACKS = (
    AttackKind("shoot", (*dice_of("shoot", 5), *RESIST, *WEAPON, *BODY, *AGAIN), shoot),
    AttackKind(
        "fight",
        (
            *dice_of("fight", 3),
            *RESIST,
            number("fight_back", 5, 0, 8),
            one_of("answer", "best", ("best", "fight", "survive")),
            *WEAPON,
            *BODY,
            number("back_ap", 0, 0, 6),
            number("own_armour", 0, 0, 6),
            switch("own_injured"),
            *AGAIN,
        ),
        fight,
    ),
    AttackKind("blaze", (*dice_of("shoot", 3), *RESIST, one_of("aggression", "alert", LEVELS), *WEAPON, *BODY), blaze),
)
