"""Sentry guns: setting them up and packing them (rulebook, "Equipment")."""

from __future__ import annotations

from typing import Final

from muster.games.deadzone.cards.keywords import Ability, Item, item_number, kind_of, origin_of
from muster.games.deadzone.rules import placing
from muster.games.deadzone.rules.items import GONE, hands, part_with, receive
from muster.games.deadzone.state.models import Model, changing
from muster.games.deadzone.state.questions import decider, has
from muster.games.deadzone.state.state import State
from muster.geometry.squares import NOWHERE
from muster.kernel.requests import Table
from muster.kernel.spaces import Option
from muster.kernel.text import Text

CARRY: Final = Option("carry", True, "DZ ability.deployable_pack", Text("option.carry"))
LEAVE_GUN: Final = Option("leave", False, "DZ ability.deployable_pack", Text("option.leave"))


def packed_gun(state: State, model: Model) -> Model | None:
    """The gun that an engineer carries, whichever team it came with.  [DZ ability.deployable_captured]"""
    for item in model.items:
        if kind_of(item) == Item.SENTRY_GUN:
            for gun in state.models:
                if has(gun, Ability.DEPLOYED) and gun.cube < 0 and not gun.dead and team_of(gun) == origin_of(item):
                    return gun
    return None


def team_of(gun: Model) -> int:
    """The seat whose team a gun came with: its tag says so, even if another side has it now."""
    return "AB".index(gun.tag[0])


def item_of(gun: Model) -> int:
    """The item that a gun is when it is packed."""
    return item_number(Item.SENTRY_GUN, team_of(gun))


async def deploy_gun(table: Table, state: State, model: Model) -> None:
    """Set a gun up anywhere in the engineer's cube, on overwatch; it serves the engineer's side from now on.

    [DZ ability.deployable] [DZ ability.engineer] [DZ ability.deployable_captured]
    """
    gun = packed_gun(state, model)
    assert gun is not None
    item = item_of(gun)
    part_with(model, item)
    state.items.append((item, GONE))
    changing(gun).cube, gun.place = model.cube, 3
    changing(gun).overwatch = True
    changing(gun).owner = model.owner
    if table.listening:
        table.tell("gun_deployed", "DZ ability.deployable", {"tag": model.tag, **state.field.spots[gun.cube]})
    await placing.stand_apart(table, state, gun)


def own_guns_here(state: State, model: Model) -> list[Model]:
    return [m for m in state.models if m.cube == model.cube and m.owner == model.owner and has(m, Ability.DEPLOYED)]


async def pack_gun(table: Table, state: State, model: Model, gun: Model) -> None:
    """Make a gun an item again, in the engineer's hands or on the ground.  [DZ ability.deployable_pack]"""
    carried = False
    if len(model.items) < hands(model):
        prompt = Text("prompt.packed", {"tag": model.tag})
        carried = await table.ask_small(decider(state, model), prompt, (CARRY, LEAVE_GUN))
    changing(gun).cube = NOWHERE
    changing(gun).overwatch = False
    item = item_of(gun)
    state.items.remove((item, GONE))
    if carried:
        receive(model, item)
    else:
        state.items.append((item, model.cube))
    if table.listening:
        table.tell("gun_packed", "DZ ability.deployable_pack", {"tag": model.tag})
