"""Odds of attacks from figures: Shoot, Fight, Blaze Away, from dice and stats to injuries and deaths."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from muster.games.deadzone.rules.aggression import LEVELS
from muster.games.deadzone.rules.dice import margin
from muster.games.deadzone.showing.chances import opposed, redone
from muster.games.deadzone.showing.harm import HEAT, Body, Tally, harmed
from muster.kernel.errors import GameError
from muster.kernel.odds import AttackKind, Count, Figure, Figures, Odds, number, one_of, switch
from muster.kernel.text import Text

BODY: tuple[Figure, ...] = (
    number("armour", 0, 0, 6),
    number("tough", 0, 0, 2),
    number("shield", 0, 0, 8),
    switch("injured"),
    switch("vulnerable"),
    switch("life_support"),
    number("hull", 0, 0, 12),
    number("suffered", 0, 0, 11),
    number("volatile", 0, 0, 2),
)
WEAPON: tuple[Figure, ...] = (number("ap", 0, 0, 6), switch("toxic"), switch("irresistible"))
FIRE: tuple[Figure, ...] = (switch("burns"), number("cold", 3, 0, 15))
AGAIN: tuple[Figure, ...] = (switch("resourceful"), switch("target_resourceful"))


Hits = dict[int, float]
"""How often each potential damage comes."""
ROLLED = ("dice", "shoot", "resist", "survive", "ap")


def body_of(figures: Figures, burns: bool = False) -> Body:
    hull, suffered = figures.number("hull"), figures.number("suffered")
    if suffered and suffered >= hull:
        raise GameError(f"suffered: a vehicle with {suffered} damage and a hull of {hull} is a wreck already")
    bare = Body(
        figures.number("armour"),
        figures.number("tough"),
        figures.number("shield"),
        bool(figures.number("injured")),
        bool(figures.number("vulnerable")),
        survive=figures.number("survive"),
        cold=figures.number("cold"),
        hull=hull,
        suffered=suffered,
        volatile=figures.number("volatile"),
        support=bool(figures.number("life_support")) and not figures.number("injured"),
    )
    toxic, hard = figures.number("toxic"), figures.number("irresistible")
    return bare._replace(frail=bare.frail or bool(toxic), irresistible=bool(hard), burns=burns, in_fire=bare)


def burning(figures: Figures) -> Body:
    """The same for a weapon that may set on fire."""
    return body_of(figures, bool(figures.number("burns")))


Again = tuple[bool, bool]
"""Whether the model that acts and its target may roll all their dice again."""
ONCE: Again = (False, False)


def again_of(figures: Figures) -> tuple[Again, list[str]]:
    """The sides that may roll again, and the note about it.  [DZ ability.resourceful]"""
    again = bool(figures.number("resourceful")), bool(figures.number("target_resourceful"))
    return again, ["aim_redo"] if any(again) else []


def shoot(figures: Figures) -> Odds:
    """Shoot against Survive."""
    dice, stat, resist, survive, ap = [figures.number(name) for name in ROLLED]
    again, aims = again_of(figures)
    knocks = bool(figures.number("knocks"))
    found, doubled = shot(dice, stat, resist, survive, burning(figures), ap, again, knocks)
    return found.odds([doubled_in(doubled)], [*aims, *(["aim_follows"] if knocks else []), "aim_cards"])


def shot(
    dice: int,
    stat: int,
    resist: int,
    survive: int,
    body: Body,
    pierce: int,
    again: Again = ONCE,
    knocks: bool = False,
) -> tuple[Tally, float]:
    """The ends of a shot, and how often it is doubled; whoever lives is knocked back unless it doubled the shot.

    [DZ shoot.wins] [DZ shoot.doubles] [DZ shoot.miss] [DZ ability.knockback]
    """
    found, doubled = Tally(("missed", "saved", "injured", "killed")), 0.0
    hits: Hits = {}
    for scored, held, chance in redone(dice, stat, resist, survive, again, losses(body, pierce)):
        won = margin(scored, held)
        if won:
            hits[scored - held] = hits.get(scored - held, 0.0) + chance
            doubled += chance if won >= 2 else 0.0
            continue
        found.miss("missed", chance)
        if knocks and margin(held, scored) < 2:
            found.moved += chance
    lives = found.hurt("", body, hits, pierce)
    found.moved += lives if knocks else 0.0
    return found, doubled


def losses(body: Body, pierce: int) -> Callable[[int, int], float]:
    """The losses of a target that is hit, for the successes of both sides."""
    known: Hits = {}

    def worth(one: int, other: int) -> float:
        if one - other not in known:
            known[one - other] = harmed(body, one - other, pierce)
        return known[one - other]

    return worth


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
    """The target's losses, less the attacker's."""
    ends = found.ends
    return ends["killed"] + ends["injured"] / 2 - ends["own_killed"] - ends["own_injured"] / 2


def written(figures: Figures, answer: str, back: bool) -> Tally:
    """A fight as somebody wrote it down."""
    own = Body(figures.number("own_armour"), injured=bool(figures.number("own_injured")))
    dice, stat, resist, held, ap, back_ap = [
        figures.number(name) for name in ("dice", "fight", "resist", answer, "ap", "back_ap")
    ]
    return bout(dice, stat, resist, held, back, burning(figures), ap, own, back_ap, again_of(figures)[0])


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

    theirs, ours = losses(body, ap), losses(own, back_ap)

    def worth(one: int, other: int) -> float:
        return theirs(one, other) - (ours(other, one) if back else 0.0)

    hits: Hits = {}
    answers: Hits = {}
    for scored, held, chance in redone(dice, stat, resist, held_stat, again, worth):
        if scored > held:
            hits[scored - held] = hits.get(scored - held, 0.0) + chance
        elif back and held > scored:
            found.point(0, chance)
            answers[held - scored] = answers.get(held - scored, 0.0) + chance
        else:
            found.miss("draw", chance)
    found.hurt("", body, hits, ap)
    found.hurt("own_", own, answers, back_ap, counted=False)
    return found


def blaze(figures: Figures) -> Odds:
    """Blaze Away against Survive."""
    dice, stat, resist, survive, ap = [figures.number(name) for name in ROLLED]
    knocks = bool(figures.number("knocks"))
    found = fire(dice, stat, resist, survive, burning(figures), ap, figures.word("aggression"), knocks)
    return found.odds([], [*(["aim_follows"] if knocks else []), "aim_cards"])


def fire(
    dice: int, stat: int, resist: int, survive: int, body: Body, ap: int, aggression: str, knocks: bool = False
) -> Tally:
    """The ends of fire at a cube for one model there: steps down in aggression, and damage for steps below the scale. A
    burning weapon sets on fire whoever it frightens.

    [DZ blaze.wins] [DZ blaze.doubles] [DZ blaze.triples] [DZ blaze.damage] [DZ ability.it_burns]
    """
    found = Tally(("missed", *LEVELS[::-1], "saved", "injured", "killed"))
    level = LEVELS.index(aggression)
    wins: Hits = {}
    for scored, held, chance in opposed(dice, stat, resist, survive):
        won = margin(scored, held)
        if won:
            wins[won] = wins.get(won, 0.0) + chance
            continue
        found.miss("missed", chance)
        if knocks and margin(held, scored) < 2:
            found.moved += chance
    for won, chance in wins.items():
        lives, below = chance, won - level
        unhurt = "" if below > 0 else LEVELS[level - won]
        if below > 0 or body.burns:
            lives = found.hurt("", body, {max(0, below): chance}, ap, unhurt=unhurt)
        else:
            found.miss(unhurt, chance)
        found.moved += lives if knocks else 0.0
    found.ends = {name: chance for name, chance in found.ends.items() if chance or name == "missed"}
    return found


class Force(NamedTuple):
    """An explosion as one model meets it."""

    dice: int
    wounds: bool = True
    """A frag; a blast only throws and pins."""
    beside: bool = False
    """The model stands beside the cube in which it goes off: it is thrown only if it is doubled."""
    solid: bool = False
    """The model is neither pinned nor thrown."""
    fixed: bool = False
    """The model is not thrown: a vehicle."""


def frag(figures: Figures) -> Odds:
    """An explosion, for one model that it catches."""
    force = Force(
        figures.number("dice"),
        bool(figures.number("wounds")),
        bool(figures.number("beside")),
        bool(figures.number("solid")),
        bool(figures.number("hull")),
    )
    resist, survive, ap = (figures.number(name) for name in ("resist", "survive", "ap"))
    again = bool(figures.number("target_resourceful"))
    found = explosion(force, resist, survive, body_of(figures), ap, again)
    return found.odds([], [*(["aim_redo"] if again else []), "aim_follows", "aim_cards"])


def explosion(force: Force, resist: int, survive: int, body: Body, ap: int, again: bool = False) -> Tally:
    """The ends of an explosion for one model that it catches.

    [DZ frag.wins] [DZ frag.doubles] [DZ frag.survived] [DZ blast.wins] [DZ blast.survived] [DZ ability.solid]
    """
    found = Tally(("untouched", "pinned", "injured", "killed"))
    body = body._replace(burns=False)  # what explodes sets nobody on fire

    loss_of = losses(body, ap)

    def worth(one: int, other: int) -> float:
        pinned = 0.0 if force.solid or margin(other, one) >= 2 else 0.01
        return pinned + (loss_of(one, other) if force.wounds else 0.0)

    unhurt = "untouched" if force.solid else "pinned"
    hits: dict[bool, Hits] = {True: {}, False: {}}
    for strength, held, chance in redone(force.dice, HEAT, resist, survive, (False, again), worth):
        if margin(held, strength) >= 2:
            found.miss("untouched", chance)
            continue
        thrown = held <= strength and (not force.beside or margin(strength, held) >= 2)
        thrown = thrown and not force.solid and not force.fixed
        if force.wounds and strength > held:
            hits[thrown][strength - held] = hits[thrown].get(strength - held, 0.0) + chance
        else:
            found.miss(unhurt, chance)
            found.moved += chance if thrown else 0.0
    for thrown, these in hits.items():
        lives = found.hurt("", body, these, ap, unhurt=unhurt)
        found.moved += lives if thrown else 0.0
    return found


def dice_of(stat: str, dice: int) -> tuple[Figure, ...]:
    return (number("dice", dice, 0, 15), number(stat, 5, 2, 8))


RESIST: tuple[Figure, ...] = (number("resist", 3, 0, 15), number("survive", 5, 2, 8))
HIT: tuple[Figure, ...] = (*WEAPON, *BODY, *FIRE)
ATTACKS = (
    AttackKind("shoot", (*dice_of("shoot", 5), *RESIST, *HIT, switch("knocks"), *AGAIN), shoot),
    AttackKind(
        "fight",
        (
            *dice_of("fight", 3),
            *RESIST,
            number("fight_back", 5, 0, 8),
            one_of("answer", "best", ("best", "fight", "survive")),
            *HIT,
            number("back_ap", 0, 0, 6),
            number("own_armour", 0, 0, 6),
            switch("own_injured"),
            *AGAIN,
        ),
        fight,
    ),
    AttackKind(
        "blaze",
        (*dice_of("shoot", 3), *RESIST, one_of("aggression", "alert", LEVELS), *HIT, switch("knocks")),
        blaze,
    ),
    AttackKind(
        "frag",
        (
            number("dice", 4, 0, 15),
            *RESIST,
            Figure("wounds", 1, 0, 1, switch=True),
            switch("beside"),
            *HIT[: -len(FIRE)],
            number("cold", 3, 0, 15),
            switch("solid"),
            switch("target_resourceful"),
        ),
        frag,
    ),
)
