"""What a view says about attacks: who sees whom and what stops the line, and the dice of each attack that could come.

All of it lies open on the table. It is worked out for the model that acts: from it to each enemy, and back.
"""

from __future__ import annotations

from functools import lru_cache

import msgspec

from muster.games.deadzone.board.battlefield import UNSEEN, WHOLLY, Battlefield, eye_of, points_of
from muster.games.deadzone.cards.keywords import Effect
from muster.games.deadzone.rules import blazing, fighting, firing
from muster.games.deadzone.rules.battle_cards import NAMES
from muster.games.deadzone.showing import terms
from muster.games.deadzone.showing.terms import Term
from muster.games.deadzone.state.models import Model
from muster.games.deadzone.state.questions import distance, foes_in, is_upright, sees, sees_cube, stance, targets_of
from muster.games.deadzone.state.state import Stage, State, Trial

BARE = "bare"
STEPS = 14
"""Halvings in the search for where a line is stopped."""


class SightView(msgspec.Struct, frozen=True):
    """How one model sees another: `clear`, `partial`, only its `cube`, or `none`; and where a line to it is stopped."""

    viewer: str
    target: str
    seen: str
    away: int
    stop: tuple[float, ...]


class TestView(msgspec.Struct, frozen=True):
    """An attack before it is rolled: the dice of both sides, each as a sum of terms with their clauses.

    The target is a model, or a cube under fire; `stat` is what a die must reach.
    """

    test: str
    actor: str
    weapon: str
    target: str
    dice: int
    stat: int
    terms: tuple[Term, ...]
    resist_test: str
    resist: int
    resist_stat: int
    resist_terms: tuple[Term, ...]
    armour: int


def _pairs(state: State) -> list[tuple[Model, Model]]:
    """The active model and its enemies, and each of them and the active model."""
    if state.active < 0 or not Stage.ACTIVATE <= state.stage <= Stage.AFTERMATH:
        return []
    model = state.models[state.active]
    if model.cube < 0:
        return []
    foes = targets_of(state, model)
    return [*((model, foe) for foe in foes), *((foe, model) for foe in foes if foe.owner != model.owner)]


def sights(state: State) -> tuple[SightView, ...]:
    return tuple(sight(state, viewer, target) for viewer, target in _pairs(state) if viewer.cube != target.cube)


def sight(state: State, viewer: Model, target: Model) -> SightView:
    found = sees(state, viewer, target)
    seen = ("none", "partial", "clear")[found]
    if found == UNSEEN and sees_cube(state, viewer, target.cube):
        seen = "cube"
    stop = () if found == WHOLLY else stopped(state.field, stance(viewer), stance(target))
    return SightView(viewer.tag, target.tag, seen, distance(state, viewer, target), stop)


@lru_cache(maxsize=4096)
def stopped(field: Battlefield, eye: int, body: int) -> tuple[float, ...]:
    """Where the line from an eye to the first part of a body that it does not see ends: column, row, level."""
    start, clear = eye_of(field, eye), field.scenery.clear
    end = next((point for point in points_of(field, body) if not clear(start, point)), None)
    if end is None:
        return ()
    low, high = 0.0, 1.0
    for _ in range(STEPS):
        middle = (low + high) / 2
        x, y, z = (a + middle * (b - a) for a, b in zip(start, end, strict=True))
        if clear(start, (x, y, z)):
            low = middle
        else:
            high = middle
    return tuple(round(a + high * (b - a), 3) for a, b in zip(start, end, strict=True))


def tests(state: State) -> tuple[TestView, ...]:
    """Shots and fights that the active model could begin, and shots at it of those who might interrupt."""
    found: list[TestView] = []
    for model, target in _pairs(state):
        if model.cube == target.cube:
            found += _fights(state, model, target) if model.index == state.active else []
        elif is_upright(model) and not foes_in(state, model, model.cube):
            found += _shots(state, model, target)
    if state.active >= 0 and state.stage == Stage.ACTION:
        found += _blazes(state, state.models[state.active])
    return tuple(found)


def _shots(state: State, model: Model, target: Model) -> list[TestView]:
    if not sees(state, model, target):
        return []
    aimed = state.aimed and model.index == state.active
    away = distance(state, model, target)
    arms = [weapon for weapon in firing.ready(state, model, model.card.shooters) if away <= weapon.reach]
    back = terms.survive_shot(state, model, target)
    ahead = [(arm.id, terms.shoot(state, model, target, arm, aimed)) for arm in arms]
    return [_test(Effect.SHOOT, model, name, target, one, Effect.SURVIVE, back) for name, one in ahead]


def _fights(state: State, model: Model, target: Model) -> list[TestView]:
    if not fighting.may_fight(model):
        return []
    back = fighting.may_fight(target)
    kind = Effect.FIGHT if back else Effect.SURVIVE
    names = [weapon.id for weapon in fighting.blades(model)] or [BARE]
    ahead, answer = terms.fight(state, model, False, target), terms.respond(state, target, back, model)
    return [_test(Effect.FIGHT, model, name, target, ahead, kind, answer) for name in names]


def _blazes(state: State, model: Model) -> list[TestView]:
    """Fire at a cube: the dice before support; who is there resists one by one, so only this side is counted."""
    if model.cube < 0 or not is_upright(model) or foes_in(state, model, model.cube):
        return []
    found: list[TestView] = []
    arms = firing.ready_blazers(state, model)
    for weapon, cube in blazing.blazes(state, model, blazing.target_cubes(state, model), arms):
        ahead = terms.blaze(state, model, weapon, cube)
        name, dice = state.field.names[cube], sum(figure for _, figure in ahead)
        found.append(
            TestView("blaze_away", model.tag, weapon.id, name, dice, model.card.shoot, ahead, "survive", 0, 0, (), 0)
        )
    return found


def _test(
    kind: int,
    model: Model,
    weapon: str,
    target: Model,
    terms: tuple[Term, ...],
    back: int,
    answer: tuple[Term, ...],
) -> TestView:
    stat = model.card.fight if kind == Effect.FIGHT else model.card.shoot
    held = target.card.fight if back == Effect.FIGHT else target.card.survive
    dice, resist = sum(figure for _, figure in terms), sum(figure for _, figure in answer)
    sides = (NAMES[kind], model.tag, weapon, target.tag, dice, stat, terms)
    return TestView(*sides, NAMES[back], resist, held, answer, target.card.armour)


def trial(state: State) -> TestView | None:
    """The test that is declared and waits for cards. What no clause of ours explains (support, ammo) is one term."""
    one = state.trial
    if one is None:
        return None
    model, target = state.models[one.actor], state.models[one.target]
    terms, answer = _trial_terms(state, one, model, target)
    weapon = model.card.weapons[one.tool].id if one.tool >= 0 else BARE
    return TestView(
        test=NAMES[one.kind],
        actor=model.tag,
        weapon=weapon,
        target=target.tag,
        dice=one.dice,
        stat=one.stat,
        terms=_whole(terms, one.dice),
        resist_test=NAMES[one.resist_kind],
        resist=one.resist,
        resist_stat=one.target_stat,
        resist_terms=_whole(answer, one.resist),
        armour=one.armour,
    )


def _trial_terms(state: State, one: Trial, model: Model, target: Model) -> tuple[tuple[Term, ...], tuple[Term, ...]]:
    back = one.resist_kind == Effect.FIGHT
    if one.kind == Effect.SHOOT and one.tool >= 0:
        weapon = model.card.weapons[one.tool]
        ahead = terms.shoot(state, model, target, weapon, one.prepared)
        return ahead, terms.survive_shot(state, model, target)
    if one.kind == Effect.BLAZE_AWAY and one.tool >= 0:
        ahead = terms.blaze(state, model, model.card.weapons[one.tool], target.cube)
        return ahead, terms.survive_blaze(state, model, target)
    if one.kind == Effect.FIGHT:
        return terms.fight(state, model, one.prepared, target), terms.respond(state, target, back, model)
    return (terms.FIRST,), (terms.FIRST,)


def _whole(terms: tuple[Term, ...], dice: int) -> tuple[Term, ...]:
    rest = dice - sum(figure for _, figure in terms)
    return (*terms, ("DZ dice.modifiers", rest)) if rest else terms
