"""Attacks in a view: who sees whom, what stops the line, and the dice of each possible attack.

All of it lies open on the table. It is worked out for the model that acts: from it to each enemy, and back.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import msgspec

from muster.games.deadzone.board.battlefield import UNSEEN, WHOLLY, Battlefield, eye_of, points_of
from muster.games.deadzone.cards.keywords import Effect
from muster.games.deadzone.rules import blazing, fighting, firing, shooting
from muster.games.deadzone.rules.battle_cards import NAMES
from muster.games.deadzone.state.models import Model
from muster.games.deadzone.state.questions import distance, foes_in, is_upright, sees, sees_cube, stance, targets_of
from muster.games.deadzone.state.state import Stage, State
from muster.kernel.terms import Term, total

BARE = "bare"
Shown = tuple[str, int]
"""A clause and the dice it gives or takes."""
STEPS = 14
"""Halvings in the search for the point where a line is stopped."""


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
    terms: tuple[Shown, ...]
    resist_test: str
    resist: int
    resist_stat: int
    resist_terms: tuple[Shown, ...]
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
    """The point (column, row, level) at which the line from an eye to the first unseen part of a body ends."""
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
    """Shots and fights that the active model could begin, and shots at it by those that might interrupt."""
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
    seen, back = sees(state, model, target), shooting.survive_shot_pool(state, model, target)
    ahead = [(arm.id, shooting.shoot_pool(state, model, target, arm, aimed, seen)) for arm in arms]
    return [_test(Effect.SHOOT, model, name, target, one, Effect.SURVIVE, back) for name, one in ahead]


def _fights(state: State, model: Model, target: Model) -> list[TestView]:
    if not fighting.may_fight(model):
        return []
    back = fighting.may_fight(target)
    kind = Effect.FIGHT if back else Effect.SURVIVE
    names = [weapon.id for weapon in fighting.blades(model)] or [BARE]
    ahead, answer = fighting.fight_pool(state, model, False, target), fighting.response_pool(state, target, back, model)
    return [_test(Effect.FIGHT, model, name, target, ahead, kind, answer) for name in names]


def _blazes(state: State, model: Model) -> list[TestView]:
    """Fire at a cube: the dice before support. Everybody there resists one by one, so only this side is counted."""
    if model.cube < 0 or not is_upright(model) or foes_in(state, model, model.cube):
        return []
    found: list[TestView] = []
    arms = firing.ready_blazers(state, model)
    for weapon, cube in blazing.blazes(state, model, blazing.target_cubes(state, model), arms):
        pool = blazing.blaze_pool(state, model, weapon, cube)
        sides = ("blaze_away", model.tag, weapon.id, state.field.names[cube], total(pool), model.card.shoot)
        found.append(TestView(*sides, shown(pool), "survive", 0, 0, (), 0))
    return found


def shown(pool: Sequence[Term]) -> tuple[Shown, ...]:
    return tuple([(term.clause, term.count) for term in pool])


def _test(
    kind: int, model: Model, weapon: str, target: Model, pool: Sequence[Term], back: int, answer: Sequence[Term]
) -> TestView:
    stat = model.card.fight if kind == Effect.FIGHT else model.card.shoot
    held = target.card.fight if back == Effect.FIGHT else target.card.survive
    sides = (NAMES[kind], model.tag, weapon, target.tag, total(pool), stat, shown(pool))
    return TestView(*sides, NAMES[back], total(answer), held, shown(answer), target.card.armour)


def trial(state: State) -> TestView | None:
    """The test that is declared and waits for cards."""
    one = state.trial
    if one is None:
        return None
    model = state.models[one.actor]
    return TestView(
        test=NAMES[one.kind],
        actor=model.tag,
        weapon=model.card.weapons[one.tool].id if one.tool >= 0 else BARE,
        target=state.models[one.target].tag,
        dice=one.dice,
        stat=one.stat,
        terms=shown(one.pool),
        resist_test=NAMES[one.resist_kind],
        resist=one.resist,
        resist_stat=one.target_stat,
        resist_terms=shown(one.resist_pool),
        armour=one.armour,
    )
