"""Crew served weapons: a gunner and a loader on one card, and a weapon that may be a model of its own (rulebook, "Crew
Served Weapon Team").

Models that share a cube with each other or with the weapon are in base contact with it.
"""

from __future__ import annotations

from typing import Final

from muster.games.deadzone.cards.keywords import Ability
from muster.games.deadzone.state.models import Model, changing
from muster.games.deadzone.state.questions import decider, has, is_prone, on_board
from muster.games.deadzone.state.state import State
from muster.geometry.squares import NOWHERE
from muster.kernel.requests import Table
from muster.kernel.spaces import OneOf, Option
from muster.kernel.text import Text

DRAG: Final = Option("drag", 1, "DZ ability.csw_drag", Text("option.drag"))
ABANDON: Final = Option("abandon", 0, "DZ ability.csw_drag", Text("option.abandon"))
DRAG_SPACE: Final[OneOf[int]] = OneOf(lambda: (DRAG, ABANDON))


def mate_of(state: State, model: Model) -> Model | None:
    """The other one of a crew, while it is on the board."""
    if model.crew < 0:
        return None
    mate = state.models[model.crew]
    return mate if on_board(mate) else None


def may_fire(model: Model) -> bool:
    """Whether a model may fire: only the gunner fires the weapon of a crew, and only if the weapon is there.

    [DZ ability.csw] [DZ ability.csw_manned]
    """
    if not has(model, Ability.CSW):
        return True
    return model.gunner and (not model.card.apart or model.weapon_at == model.cube)


def is_short_handed(state: State, model: Model) -> bool:
    """Whether a weapon lacks its loader: dead, lying down, or beside neither gunner nor weapon.

    [DZ ability.csw_alone]
    """
    if not has(model, Ability.CSW):
        return False
    mate = mate_of(state, model)
    gunner, loader = (model, mate) if model.gunner else (mate, model)
    if gunner is None:
        return False
    return loader is None or is_prone(loader) or loader.cube not in (gunner.cube, gunner.weapon_at)


async def drag(table: Table, state: State, model: Model, start: int) -> None:
    """Ask a gunner who goes into another cube whether the weapon comes along.  [DZ ability.csw_drag]"""
    if not model.card.apart or model.weapon_at != start or start == model.cube or start == NOWHERE:
        return
    prompt = Text("prompt.drag", {"tag": model.tag})
    if await table.ask(decider(state, model), prompt, DRAG_SPACE, midway=True):
        changing(model).weapon_at = model.cube
    if table.listening:
        key = "dragged" if model.weapon_at == model.cube else "abandoned"
        table.tell(key, "DZ ability.csw_drag", {"tag": model.tag, **state.field.spots[model.weapon_at]})


def scatter_along(model: Model, start: int) -> None:
    """Move the weapon along with a gunner who is thrown.  [DZ ability.csw_scatter]"""
    if model.weapon_at != NOWHERE and model.weapon_at == start:
        changing(model).weapon_at = model.cube


def succeed(table: Table, state: State, dead: Model, cube: int) -> None:
    """Make a loader beside a dying gunner the new gunner; without a gunner there is no weapon.

    [DZ ability.csw_gunner] [DZ ability.csw_removed]
    """
    loader, weapon_at = mate_of(state, dead), dead.weapon_at
    changing(dead).weapon_at = NOWHERE
    if not dead.gunner or loader is None or loader.cube != cube:
        return
    changing(loader).gunner = True
    changing(loader).reload |= dead.reload
    changing(loader).wrecked |= dead.wrecked
    changing(loader).weapon_at = weapon_at
    if table.listening:
        table.tell("new_gunner", "DZ ability.csw_gunner", {"tag": loader.tag})
