"""Items in a model's hands: how many it carries, how they are used up, shields and medicine (rulebook, "Equipment")."""

from __future__ import annotations

from typing import Final

from muster.games.deadzone.cards import content
from muster.games.deadzone.cards.keywords import Ability, Item, kind_of, origin_of
from muster.games.deadzone.rules.costs import HALTED
from muster.games.deadzone.state.models import Model, changing
from muster.games.deadzone.state.questions import carries, decider, foes_in, friends_in, has, on_board
from muster.games.deadzone.state.state import State
from muster.kernel.requests import Table
from muster.kernel.spaces import OneOf, Option
from muster.kernel.text import Text

FACING: Final = tuple(
    Option(f"side:{name}", number, "DZ item.defender_shield", Text("option.side", {"side": name}))
    for number, name in enumerate(("north", "east", "south", "west"))
)


GONE: Final = -9
"""Stands for the cube of items that left the game."""


def can_carry(model: Model) -> bool:
    """Whether a model carries items, as it is now.  [DZ item.who]"""
    return content.can_carry(model.card, model.abilities)


def hands(model: Model) -> int:
    """How many items a model may carry, as it is now.  [DZ item.one]"""
    return content.hands(model.card, model.abilities)


async def use_up(table: Table, state: State, model: Model, kind: Item) -> None:
    """Use up an item. If a model has several of a kind from different places, its owner says which; the first is usual.
    Items brought along bring nothing when they are carried off.

    [DZ goal.scour]
    """
    alike = sorted({item for item in model.items if kind_of(item) == kind}, key=model.items.index)
    options = [Option(f"use:{item_key(item)}", item, "DZ goal.scour", origin_text(item)) for item in alike]
    prompt = Text("prompt.use_up", {"tag": model.tag, "item": kind.name.lower()})
    item = await table.ask_small(decider(state, model), prompt, options)
    part_with(model, item)
    state.items.append((item, GONE))


def origin_text(item: int) -> Text:
    """Where an item came from, in words."""
    seat = origin_of(item)
    return Text("option.use_found") if seat < 0 else Text("option.use_brought", {"seat": seat})


def lose(state: State, model: Model, kind: Item) -> None:
    """An item carried is used up or destroyed: it leaves the game."""
    for item in model.items:
        if kind_of(item) == kind:
            part_with(model, item)
            state.items.append((item, GONE))
            return


def receive(model: Model, item: int) -> None:
    """Put one more item into a model's hands."""
    changing(model).items = (*model.items, item)
    refresh(model)


def part_with(model: Model, item: int) -> None:
    """Take one item out of a model's hands, the first of those alike."""
    at = model.items.index(item)
    changing(model).items = model.items[:at] + model.items[at + 1 :]
    refresh(model)


def refresh(model: Model) -> None:
    """Work out the abilities of a model again: a jump pack is one as long as it is carried.  [DZ item.jump_pack]"""
    if not model.card.abilities >> Ability.JUMP_PACK & 1:
        bit = 1 << Ability.JUMP_PACK
        changing(model).abilities = model.abilities | bit if carries(model, Item.JUMP_PACK) else model.abilities & ~bit


def lies_here(state: State, cube: int) -> bool:
    return cube in state.crates or any(place == cube for _, place in state.items)


def guns_here(state: State, model: Model) -> list[Model]:
    """Guns set up in the model's cube, of either side.  [DZ ability.deployable_destroy]"""
    return [m for m in state.models if m.cube == model.cube and has(m, Ability.DEPLOYED)]


def may_pick_up(state: State, model: Model) -> bool:
    """Whether a model may pick something up: it can carry, no enemy is in the cube, and no trap ended its turn.

    [DZ item.who] [DZ item.no_enemies] [DZ card.booby_trap_stops]
    """
    if not on_board(model) or not can_carry(model) or foes_in(state, model, model.cube):
        return False
    return model.index != state.active or state.spent < HALTED


def item_key(item: int) -> str:
    """The kind of an item, with a mark for each place it may come from."""
    return f"{kind_of(item).name.lower()}{'-' * (item // 32)}"


def item_text(item: int) -> Text:
    return Text("option.item", {"item": kind_of(item).name.lower()})


async def turn_shield(table: Table, state: State, model: Model) -> None:
    """Ask which of the four sides a defender shield covers, whenever its bearer is placed.

    [DZ item.defender_shield]
    """
    if not carries(model, Item.DEFENDER_SHIELD) or not on_board(model):
        return
    prompt = Text("prompt.shield", {"tag": model.tag})
    changing(model).facing = await table.ask(decider(state, model), prompt, OneOf(lambda: FACING), midway=True)


# Medicine


def can_heal(model: Model) -> bool:
    """Whether a model can heal: with a medi-pack, or again and again as a medic.

    [DZ item.medi_pack] [DZ ability.medic]
    """
    return has(model, Ability.MEDIC) or carries(model, Item.MEDI_PACK)


def patients(state: State, model: Model) -> list[Model]:
    """Injured models in the cube, the healer included, if no enemy is there; no constructs.

    [DZ item.medi_pack] [DZ item.medi_pack_who]
    """
    if not can_heal(model) or foes_in(state, model, model.cube):
        return []
    here = [model, *friends_in(state, model, model.cube)]
    return [m for m in here if m.injured and not has(m, Ability.CONSTRUCT)]


async def heal(table: Table, state: State, model: Model, patient: Model) -> None:
    """Take one level of damage off a model; a pack is used up, a medic is not.

    [DZ item.medi_pack] [DZ ability.medic]
    """
    changing(patient).injured = False
    if not has(model, Ability.MEDIC):
        await use_up(table, state, model, Item.MEDI_PACK)
    if table.listening:
        table.tell("healed", "DZ item.medi_pack", {"tag": model.tag, "target": patient.tag})
