"""Odds of attacks from figures: face to face, against nothing, against an evade, or against the MegaBeast."""

from __future__ import annotations

from muster.games.tag_raid.cards.content import Ammunition
from muster.games.tag_raid.rules.damage import SAVES
from muster.games.tag_raid.rules.rolls import half_up
from muster.games.tag_raid.showing.chances import Side, against_threat, gets_through, saving_rolls, wounds
from muster.kernel.odds import AttackKind, Count, Figure, Figures, Odds, Outcome, number, one_of, switch
from muster.kernel.text import Text

COVER = 3
AMMUNITION = tuple(kind.name.lower() for kind in SAVES)
SHOWN = 12
"""The most wounds that are told apart."""


def arms(prefix: str, value: int, burst: int) -> tuple[Figure, ...]:
    """The figures of one attacker and of what it shoots at."""
    return (
        number(f"{prefix}value", value, -20, 30),
        number(f"{prefix}burst", burst, 1, 8),
        number(f"{prefix}damage", 13, 0, 30),
        one_of(f"{prefix}ammunition", "n", AMMUNITION),
    )


def side(figures: Figures, prefix: str, other: str) -> Side:
    """One side of the roll. Armor piercing halves armor and rounds up, never cover.

    [TR save.damage] [TR ammo.ap] [TR ammo.ap_cover] [TR cover.damage]
    """
    ammunition = Ammunition[figures.word(f"{prefix}ammunition").upper()]
    armor = figures.number(f"{other}armor")
    armor = half_up(armor) if ammunition == Ammunition.AP else armor
    limit = figures.number(f"{prefix}damage") - armor - COVER * figures.number(f"{other}cover")
    return Side(figures.number(f"{prefix}value"), figures.number(f"{prefix}burst"), SAVES[ammunition], limit)


def attack(figures: Figures) -> Odds:
    """An attack and the answer to it. Success values come with all modifiers, those of cover too.

    [TR roll.normal] [TR ftf.compare] [TR ftf.tie] [TR ftf.critical] [TR ftf.criticals] [TR ammo.critical]
    """
    mine, answer = side(figures, "", "target_"), figures.word("answer")
    if answer == "none":
        rolls = saving_rolls(mine, None)
        return odds(rolls, [], mine, None)
    if answer == "evade":
        theirs = Side(figures.number("answer_value"), 1)
        return odds(saving_rolls(mine, theirs), saving_rolls(theirs, mine), mine, None)
    theirs = side(figures, "answer_", "own_")
    return odds(saving_rolls(mine, theirs), saving_rolls(theirs, mine), mine, theirs)


def odds(rolls: list[float], back: list[float], mine: Side, theirs: Side | None) -> Odds:
    win, lose = gets_through(rolls), gets_through(back) if back else 0.0
    ends = [Outcome(Text("odds.hit"), win), Outcome(Text("odds.nobody"), max(0.0, 1.0 - win - lose))]
    if back:
        ends.append(Outcome(Text("odds.answered" if theirs else "odds.evaded"), lose))
    counts = [
        Count(Text("odds.rolls"), tuple(rolls)),
        Count(Text("odds.wounds"), tuple(wounds(mine, rolls, len(rolls) - 1))),
    ]
    if theirs:
        counts.append(Count(Text("odds.own_wounds"), tuple(wounds(theirs, back, len(back) - 1))))
    return Odds(tuple(ends), tuple(counts), (Text("odds.aim_values"),))


def beast(figures: Figures) -> Odds:
    """An attack on the MegaBeast: successes above its threat level wound it, and criticals.  [TR beast.exceed]"""
    mine = Side(figures.number("value"), figures.number("burst"), figures.number("wounds"))
    rolls = against_threat(mine, figures.number("threat"))
    win = gets_through(rolls)
    ends = (Outcome(Text("odds.hit"), win), Outcome(Text("odds.beast_holds"), 1.0 - win))
    return Odds(ends, (Count(Text("odds.wounds"), tuple(rolls)),), (Text("odds.aim_values"),))


ATTACKS = (
    AttackKind(
        "attack",
        (
            *arms("", 12, 3),
            number("target_armor", 3, 0, 20),
            switch("target_cover"),
            one_of("answer", "attack", ("none", "evade", "attack")),
            *arms("answer_", 12, 1),
            number("own_armor", 3, 0, 20),
            switch("own_cover"),
        ),
        attack,
    ),
    AttackKind(
        "beast",
        (number("value", 12, -20, 30), number("burst", 3, 1, 8), number("threat", 5, 0, 20), number("wounds", 1, 1, 4)),
        beast,
    ),
)
