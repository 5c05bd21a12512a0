"""What can be asked of a view about a plan: what a model sees from where it stands or could go, and how a test of
overwatch may end.
"""

from __future__ import annotations

import re
from functools import lru_cache

import msgspec

from muster.games.deadzone.cards.content import Ability, Content
from muster.games.deadzone.rules.aggression import LEVELS
from muster.games.deadzone.rules.dice import grade
from muster.games.deadzone.rules.overwatch import NEEDED, dice_of
from muster.games.deadzone.showing.attacks import SightView, sight
from muster.games.deadzone.showing.views import ModelView, TableView
from muster.games.deadzone.state.questions import free_place, on_board, sees_cube
from muster.games.deadzone.state.state import Model, State
from muster.kernel.numbers import members
from muster.kernel.spaces import no_such_option

AGAIN = 6
"""How often an eight that rolls again is followed: what is left out is less than one case in a million."""
ABOUT = re.compile(r"(sight|watch):([AB]\d{1,2})(?:@([a-h][1-8]\.\d))?")


class Glance(msgspec.Struct, frozen=True):
    """What a model sees from a cube: the cubes of which it sees any part, and how it sees each enemy."""

    viewer: str
    cube: str
    cubes: tuple[str, ...]
    sights: tuple[SightView, ...]
    kind: str = "sight"


class Watch(msgspec.Struct, frozen=True):
    """A test of overwatch: how likely it fails, lets one react after, before or after, and after while it stays."""

    tag: str
    dice: int
    stat: int
    shares: tuple[float, ...]
    kind: str = "watch"


def survey(content: Content, view: TableView, about: str) -> Glance | Watch:
    """`sight:A1`, `sight:A1@d4.2` or `watch:A1`."""
    found = ABOUT.fullmatch(about)
    if found is None:
        raise no_such_option(about)
    what, tag, name = found.groups()
    state = state_of(content, view)
    model = next((one for one in state.models if one.tag == tag), None)
    if model is None or not (on_board(model) or name):
        raise no_such_option(about)
    if what == "watch":
        return watch(model)
    if name is not None:
        cube = state.field.cubes.index.get(name, -1)
        if cube < 0 or not state.field.stand[cube]:
            raise no_such_option(about)
        model.place, model.cube = free_place(state, model, cube), cube
    return glance(state, model)


def state_of(content: Content, view: TableView) -> State:
    """The field and who stands where on it, from what lies open; nothing else is asked of such a state."""
    field = content.battlefields[view.battlefield]
    drawn = next(one for one in content.maps if one.id == view.map)
    models = [_model(content, field.cubes.index, index, one) for index, one in enumerate(view.models)]
    return State(content, field, models, [], drawn, smoke=[field.cubes.index[name] for name in view.smoke])


def _model(content: Content, cubes: dict[str, int], index: int, view: ModelView) -> Model:
    abilities = sum(1 << members(Ability)[name] for name in view.abilities)
    model = Model(index, view.owner, view.tag, content.models[view.card], abilities, dead=view.dead)
    model.aggression = LEVELS.index(view.aggression)
    if view.cube:
        model.cube, model.place = cubes[view.cube], view.place
    return model


def glance(state: State, model: Model) -> Glance:
    """[DZ sight.area] [DZ sight.point]"""
    field = state.field
    cubes = [cube for cube in field.ground if sees_cube(state, model, cube)]
    foes = [foe for foe in state.models if foe.owner != model.owner and on_board(foe) and foe.cube != model.cube]
    names = tuple([field.names[cube] for cube in cubes])
    return Glance(model.tag, field.names[model.cube], names, tuple([sight(state, model, foe) for foe in foes]))


def watch(model: Model) -> Watch:
    """[DZ overwatch.test] [DZ ability.sentry]"""
    dice = dice_of(model)
    shares = [0.0, 0.0, 0.0, 0.0]
    for scored, share in enumerate(successes(dice, NEEDED)):
        shares[grade(scored, 1)] += share
    return Watch(model.tag, dice, NEEDED, tuple([round(share, 4) for share in shares]))


@lru_cache(maxsize=64)
def successes(dice: int, stat: int) -> tuple[float, ...]:
    """How likely so many dice bring 0, 1, 2 … successes.  [DZ dice.success] [DZ dice.eights]"""
    one = _die(stat, AGAIN)
    total = [1.0]
    for _ in range(dice):
        total = _both(total, one)
    return tuple(total)


def _die(stat: int, again: int) -> list[float]:
    """The successes of one die; an eight counts and rolls once more."""
    rest = _die(stat, again - 1) if again else [1.0]
    return [(stat - 1) / 8, (8 - stat) / 8 + rest[0] / 8, *[share / 8 for share in rest[1:]]]


def _both(one: list[float], other: list[float]) -> list[float]:
    total = [0.0] * (len(one) + len(other) - 1)
    for first, share in enumerate(one):
        for second, more in enumerate(other):
            total[first + second] += share * more
    return total
