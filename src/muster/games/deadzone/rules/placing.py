"""Placing a model in a cube (rulebook, "Basics"): its owner decides, whatever moved it.

The owner is asked only if it makes a difference: if, from several free quarters, an enemy within reach is seen
differently or sees the model differently. Of places that are alike, the first stands for all.
"""

from __future__ import annotations

from typing import Final

from muster.games.deadzone.state.models import Model, changing
from muster.games.deadzone.state.questions import DEPLOYED, free_place, stance, stance_at
from muster.games.deadzone.state.state import State
from muster.geometry.squares import NOWHERE
from muster.kernel.requests import Table
from muster.kernel.spaces import Option
from muster.kernel.text import Text

Outlook = tuple[int, ...]
"""The outlook from a place: for each enemy in reach, how much of it or of its cube is seen, and how much it sees."""
CARRIED: Final = 6
"""How far a carried grenade is thrown."""


def quarters(state: State, model: Model, cube: int) -> range:
    """The places in an empty cube where a model can stand: a quarter, a half, or the middle; only the north of a
    walkway.

    [DZ field.position] [DZ field.walkway]
    """
    size = model.card.size
    return range(0, state.field.capacity[cube] - size + 1, size)


def free_places(state: State, model: Model, cube: int) -> list[int]:
    """The places that no model of its side takes up; the first is the usual one.  [DZ field.position]"""
    taken: set[int] = set()
    for one in state.models:
        if one.cube == cube and one.owner == model.owner and one is not model and not one.abilities & DEPLOYED:
            taken.update(range(one.place, one.place + min(2, one.card.size)))
    size = min(2, model.card.size)
    found = [place for place in quarters(state, model, cube) if taken.isdisjoint(range(place, place + size))]
    return found or [free_place(state, model, cube)]


def reach(model: Model) -> int:
    """How far a model can attack, with grenades that it carries or without."""
    return max(model.card.far, CARRIED) if model.items else model.card.far


def opponents(state: State, model: Model) -> list[tuple[Model, bool, bool]]:
    """The enemies for which the place in the cube may matter, because something stands between and one could attack
    the other: whether the model reaches them, and whether they reach it.
    """
    field, owner, here, own = state.field, model.owner, model.cube, reach(model)
    found: list[tuple[Model, bool, bool]] = []
    for foe in state.models:
        if foe.owner != owner and foe.cube != NOWHERE and foe.cube != here:
            away = field.far[here * field.size + foe.cube]
            theirs = reach(foe)
            if away <= own or away <= theirs:
                screen = field.screen(here, foe.cube)
                if not screen.open and not screen.shut:
                    found.append((foe, away <= own, away <= theirs))
    return found


def outlook(state: State, model: Model, place: int, foes: list[tuple[Model, bool, bool]]) -> Outlook:
    """The view from a place of the model's cube, and the places from which the model is seen there."""
    field, here = state.field, stance_at(model, place)
    found: list[int] = []
    for foe, ours, theirs in foes:
        there = stance(foe)
        if ours:
            seen = field.point_sight(here, there)
            # Whoever is seen stands in a cube that is seen.
            found.append(seen or -int(field.area_sight(here, foe.cube)))
        if theirs:
            found.append(field.point_sight(there, here))
    return tuple(found)


def different_places(state: State, model: Model) -> list[int]:
    """The free places of its cube, one of each kind.  [DZ field.position]"""
    free = free_places(state, model, model.cube)
    if len(free) > 1:
        foes = opponents(state, model)
        if foes:
            return kinds_of(state, model, free, foes)
    return free[:1]


def kinds_of(state: State, model: Model, places: list[int], foes: list[tuple[Model, bool, bool]]) -> list[int]:
    """The first of each kind of place."""
    kinds: dict[Outlook, int] = {}
    for place in places:
        kinds.setdefault(outlook(state, model, place, foes), place)
    return list(kinds.values())


def place_option(place: int) -> Option[int]:
    return Option(f"place:{place}", place, "DZ field.position", Text("option.place", {"place": place}))


async def stand(table: Table, state: State, model: Model) -> None:
    """Give a model that has come into a cube its place there.  [DZ field.position]"""
    places = different_places(state, model)
    changing(model).place = places[0]
    if len(places) > 1:
        prompt = Text("prompt.place", {"tag": model.tag})
        chosen = await table.ask_small(model.owner, prompt, [place_option(place) for place in places])
        changing(model).place = chosen


async def stand_apart(table: Table, state: State, gun: Model) -> None:
    """Place a gun that is set up anywhere in its cube, whoever else is there.  [DZ ability.deployable]"""
    places = [gun.place, *quarters(state, gun, gun.cube)]
    prompt = Text("prompt.place", {"tag": gun.tag})
    options = [place_option(place) for place in kinds_of(state, gun, places, opponents(state, gun))]
    chosen = await table.ask_small(gun.owner, prompt, options)
    changing(gun).place = chosen
