"""Odds of counter-rolls, from figures and for what a mech or a drone may start in a position: scans and electronic
attacks (rulebook 4.11). Nobody focuses.
"""

from __future__ import annotations

from collections.abc import Iterator

from muster.games.obsidian_protocol.cards.common_actions import SCAN
from muster.games.obsidian_protocol.cards.content import Action
from muster.games.obsidian_protocol.cards.kinds import STANCE_NAMES, Control, Kind, Stance
from muster.games.obsidian_protocol.rules.actions.available import scannable
from muster.games.obsidian_protocol.rules.actions.drones import electronic_nearest, scan_targets
from muster.games.obsidian_protocol.rules.actions.swift_tactical import electronic_choice
from muster.games.obsidian_protocol.rules.attack.dice import YELLOW, YELLOW_DIE, solid
from muster.games.obsidian_protocol.rules.warfare.electronic import (
    added_strength,
    electronic_targets,
    strength,
)
from muster.games.obsidian_protocol.showing.rolled import Dice, die_of, pack, spread
from muster.games.obsidian_protocol.state.sheet import stance_against
from muster.games.obsidian_protocol.state.state import State
from muster.games.obsidian_protocol.state.unit import Unit
from muster.kernel.odds import AttackKind, Figures, Odds, Outcome, number, one_of
from muster.kernel.text import Text

MOST = 20
"""The most yellow dice: no mech with a node beside it has so many."""


def counted(dice: int, stance: int) -> tuple[tuple[int, float], ...]:
    """The scores of one side as numbers that compare as the scores do, lightning before light hits.

    [OP 4.11.2.hollow]
    """
    shown = [solid((YELLOW, face), stance) for face in YELLOW_DIE]
    die = die_of([pack(0, face.count("L"), face.count("z")) for face in shown])
    return spread((Dice(die, dice),))


def chance(dice: int, stance: int, against: int, its_stance: int) -> float:
    """The chance that the initiator wins; a tie is its own.

    [OP 4.11.2.lightning] [OP 4.11.2.light] [OP 4.11.2.tie]
    """
    mine, theirs = counted(dice, stance), counted(against, its_stance)
    return sum([share * other for one, share in mine for two, other in theirs if one >= two], 0.0)


def odds_of(won: float, *more: Text) -> Odds:
    return Odds(
        (Outcome(Text("odds.counter_won"), won), Outcome(Text("odds.counter_lost"), 1.0 - won)),
        (),
        (Text("odds.aim_counter"), *more),
    )


def work_out(figures: Figures) -> Odds:
    stance, other = (STANCE_NAMES.index(figures.word(name)) for name in ("stance", "target_stance"))
    return odds_of(chance(figures.number("yellow"), stance, figures.number("responder"), other))


def between(state: State, unit: Unit, target: Unit, plus: int = 0, *more: Text) -> Odds:
    """The odds of a counter-roll that a unit starts against another.

    [OP 4.11.2.value] [OP card.load] [OP 4.11.2.strength]
    """
    dice = strength(state, unit, True) + plus
    won = chance(dice, stance_against(unit, target), strength(state, target), target.stance)
    return odds_of(won, *more)


def started(state: State, unit: Unit, action: Action) -> Iterator[tuple[Unit, Odds]]:
    """The targets that an action of a mech or a drone may choose, each with its counter-roll. What goes at several is
    told for each as things stand before the first.

    [OP card.scream] [OP card.scan_all] [OP 3.5.2.nearest]
    """
    plus, one_by_one = 0, False
    if action.key == SCAN.key:
        found = scannable(state, unit, action.range)
    elif action.has("scan_all"):
        found, one_by_one = scan_targets(state, unit, action), True
    elif action.has("scream"):
        found, one_by_one, plus = electronic_targets(state, unit, action.range, (Kind.MECH,)), True, 1
    elif action.has("electronic_attack"):
        automatic = unit.kind == Kind.DRONE and action.control == Control.AUTOMATIC
        found = electronic_nearest(state, unit, action) if automatic else electronic_choice(state, unit, action)
    else:
        return
    more = (Text("odds.aim_each"),) if one_by_one and len(found) > 1 else ()
    for target in found:
        yield target, between(state, unit, target, added_strength(state, unit, target, action.range, plus), *more)


KIND = AttackKind(
    "counter_roll",
    (
        number("yellow", 5, 1, MOST),
        one_of("stance", "offensive", STANCE_NAMES[:3]),
        number("responder", 4, 0, MOST),
        one_of("target_stance", STANCE_NAMES[Stance.DEFENSIVE], STANCE_NAMES),
    ),
    work_out,
)
