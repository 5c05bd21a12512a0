"""Previews: what a model sees from where it stands or could go, and the chances of its overwatch test."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

import msgspec

from muster.games.deadzone.rules.dice import grade
from muster.games.deadzone.rules.overwatch import NEEDED, watch_pool
from muster.games.deadzone.showing.attacks import SightView, sight
from muster.games.deadzone.showing.chances import successes
from muster.games.deadzone.showing.threats import replies, safety_map, threat_map
from muster.games.deadzone.state.models import Model
from muster.games.deadzone.state.questions import free_place, on_board, sees_cube
from muster.games.deadzone.state.state import State
from muster.kernel.requests import Seat
from muster.kernel.spaces import no_such_option
from muster.kernel.terms import total
from muster.kernel.threats import Reply, ThreatMap
from muster.kernel.words import Words

ABOUT = re.compile(r"(sight|watch|threats|safe|reply):([AB]\d{1,2})(?:@([a-h][1-8]\.\d))?")


class Glance(msgspec.Struct, frozen=True):
    """The sight of a model from a cube: the cubes of which it sees any part, and how it sees each enemy."""

    viewer: str
    cube: str
    cubes: tuple[str, ...]
    sights: tuple[SightView, ...]
    kind: str = "sight"


class Watch(msgspec.Struct, frozen=True):
    """The chances of an overwatch test: it fails; reacts after; before or after; after and stays on overwatch."""

    tag: str
    dice: int
    stat: int
    shares: tuple[float, ...]
    kind: str = "watch"


MAPS: Final[dict[str, Callable[[State, Model, int], msgspec.Struct]]] = {"threats": threat_map, "reply": replies}
PREVIEWS = (Glance, Watch, ThreatMap, Reply)


def preview(state: State, seat: Seat | None, subject: object, about: str, words: Words) -> msgspec.Struct:
    """Answer `sight:A1`, `sight:A1@d4.2`, `watch:A1`, `threats:A1@d4.2`, `reply:A1@d4.2` or `safe:A1`, whatever
    question the seat has before it.
    """
    found = ABOUT.fullmatch(about)
    if found is None:
        raise no_such_option(about)
    what, tag, name = found.groups()
    model = next((one for one in state.models if one.tag == tag), None)
    if model is None or not (on_board(model) or name):
        raise no_such_option(about)
    if what == "watch":
        return watch(model)
    if what == "safe":
        return safety_map(state, model)
    if name is not None:
        cube = state.field.cubes.index.get(name, -1)
        if cube < 0 or not state.field.stand[cube]:
            raise no_such_option(about)
        if what in MAPS:
            return MAPS[what](state, model, cube)
        there = model.copy()
        there.place, there.cube = free_place(state, model, cube), cube
        model = there
    return MAPS[what](state, model, model.cube) if what in MAPS else glance(state, model)


def glance(state: State, model: Model) -> Glance:
    """[DZ sight.area] [DZ sight.point]"""
    field = state.field
    cubes = [cube for cube in field.ground if sees_cube(state, model, cube)]
    foes = [foe for foe in state.models if foe.owner != model.owner and on_board(foe) and foe.cube != model.cube]
    names = tuple([field.names[cube] for cube in cubes])
    return Glance(model.tag, field.names[model.cube], names, tuple([sight(state, model, foe) for foe in foes]))


def watch(model: Model) -> Watch:
    """[DZ overwatch.test] [DZ ability.sentry]"""
    dice = total(watch_pool(model))
    shares = [0.0, 0.0, 0.0, 0.0]
    for scored, share in enumerate(successes(dice, NEEDED)):
        shares[grade(scored, 1)] += share
    return Watch(model.tag, dice, NEEDED, tuple([round(share, 4) for share in shares]))
