"""Picking up: items in a cube, crates and traps, dropping, destroying and swapping (rulebook, "Picking Up and Carrying
Items").

The item in a crate is drawn when it is opened: before that nobody knows it.
"""

from __future__ import annotations

from collections.abc import Set
from typing import Final

from muster.games.deadzone.cards.keywords import Ability, Item, kind_of
from muster.games.deadzone.rules import battle_cards, damage, explosions
from muster.games.deadzone.rules.costs import HALTED
from muster.games.deadzone.rules.items import (
    GONE,
    can_carry,
    guns_here,
    hands,
    item_key,
    item_text,
    may_pick_up,
    part_with,
    receive,
    turn_shield,
)
from muster.games.deadzone.rules.validity import Blow
from muster.games.deadzone.state.models import NOBODY, Model, changing
from muster.games.deadzone.state.questions import decider, friends_in, has, is_prone, on_board, other
from muster.games.deadzone.state.state import State
from muster.geometry.squares import NOWHERE
from muster.kernel.requests import Ask, Table
from muster.kernel.spaces import OneOf, Option
from muster.kernel.text import Param, Text

Deed = tuple[str, int, int]
"""A model's dealings with the things in its cube: the deed, and with which item, gun or friend."""
LEAVE: Final[Option[Deed]] = Option("leave", ("leave", NOBODY, NOBODY), "DZ item.pick_up", Text("option.leave"))
CRATE: Final[Option[Deed]] = Option("open", ("open", NOBODY, NOBODY), "DZ item.crate", Text("option.open"))
DROP: Final = Option("drop", False, "DZ item.keep_drop_destroy", Text("option.drop"))
DESTROY: Final = Option("destroy", True, "DZ item.keep_drop_destroy", Text("option.destroy"))
KEEP: Final[Option[tuple[int, bool]]] = Option(
    "keep", (NOBODY, False), "DZ item.keep_drop_destroy", Text("option.keep_item")
)
GIVE: Final = Option("give", True, "DZ item.swap_back", Text("option.give"))


def is_any_tempting(state: State, model: Model, cubes: Set[int]) -> bool:
    """Whether something could be done on the way through one of these cubes: an item or a gun is there, or a friend
    who could be given something.
    """
    if not can_carry(model):
        return False
    if not cubes.isdisjoint(state.crates) or any(cube in cubes for _, cube in state.items):
        return True
    return any(m.cube in cubes and (has(m, Ability.DEPLOYED) or is_partner(model, m)) for m in state.models)


def is_tempting(state: State, model: Model, cube: int) -> bool:
    return cube != NOWHERE and is_any_tempting(state, model, {cube})


def is_partner(model: Model, friend: Model) -> bool:
    """Whether something could be given to a friend.  [DZ item.swap]"""
    return bool(model.items) and friend.owner == model.owner and friend is not model and can_carry(friend)


async def look_around(table: Table, state: State, model: Model) -> None:
    """Ask what a model does with the things in its cube after moving into it or within it: pick up an item if no enemy
    is there, destroy a gun, or give an item to a friend instead. Where nothing of interest lies, the question is a
    small one.

    [DZ item.pick_up] [DZ item.swap] [DZ ability.deployable_destroy]
    """
    while may_pick_up(state, model):
        finds = finds_here(state, model)
        favours = own_guns(state, model) + (swaps_here(state, model) if model.items else [])
        if not finds and not favours:
            return
        options = [*finds, *favours, LEAVE] if finds else [LEAVE, *favours]
        deed, item, who = await ask_what(table, state, model, options, small=not finds)
        if deed == "open":
            await open_crate(table, state, model)
            continue
        if deed == "swap":
            await swap(table, state, model, item, state.models[who])
        elif deed == "destroy":
            destroy_gun(table, state, state.models[who])
        elif deed == "take":
            await take(table, state, model, item)
        return


def ask_what(table: Table, state: State, model: Model, options: list[Option[Deed]], small: bool) -> Ask[Deed]:
    prompt = Text("prompt.pick_up", {"tag": model.tag})
    return table.ask(decider(state, model), prompt, OneOf(lambda: options), small=small, midway=True)


def finds_here(state: State, model: Model) -> list[Option[Deed]]:
    """The items in the model's cube, and enemy guns.  [DZ item.pick_up] [DZ ability.deployable_destroy]"""
    here = sorted({item for item, cube in state.items if cube == model.cube})
    options: list[Option[Deed]] = [
        Option(f"take:{item_key(item)}", ("take", item, NOBODY), "DZ item.pick_up", item_text(item)) for item in here
    ]
    if model.cube in state.crates:
        options.append(CRATE)
    return options + [destroy_option(gun) for gun in guns_here(state, model) if gun.owner != model.owner]


def swaps_here(state: State, model: Model) -> list[Option[Deed]]:
    """The items that could be given to friends in the cube, instead of picking something up.  [DZ item.swap]"""
    return [
        Option(
            f"swap:{kind_of(item).name.lower()}@{friend.tag}{'-' * (item // 32)}",
            ("swap", item, friend.index),
            "DZ item.swap",
            Text("option.swap", {"item": kind_of(item).name.lower(), "tag": friend.tag}),
        )
        for item, friend in swap_partners(state, model)
    ]


def own_guns(state: State, model: Model) -> list[Option[Deed]]:
    """The guns of its own side that a model could destroy.  [DZ ability.deployable_destroy]"""
    return [destroy_option(gun) for gun in guns_here(state, model) if gun.owner == model.owner]


def destroy_option(gun: Model) -> Option[Deed]:
    text = Text("option.destroy_gun", {"tag": gun.tag})
    return Option(f"destroy:{gun.tag}", ("destroy", NOBODY, gun.index), "DZ ability.deployable_destroy", text)


def destroy_gun(table: Table, state: State, gun: Model) -> None:
    """Destroy a deployed weapon, where an item could be picked up.  [DZ ability.deployable_destroy]"""
    changing(gun).cube = NOWHERE
    changing(gun).dead = True
    changing(gun).overwatch = False
    if table.listening:
        table.tell("gun_destroyed", "DZ ability.deployable_destroy", {"tag": gun.tag})


async def open_crate(table: Table, state: State, model: Model) -> None:
    """Turn a crate over for good; the enemy may have trapped it.  [DZ item.crate] [DZ card.booby_trap]"""
    state.crates.remove(model.cube)
    names = [kind_of(item).name.lower() for item in state.crates_left]
    item = state.crates_left.pop((await table.draw("crate", names, 1))[0])
    if table.listening:
        table.tell("crate_opened", "DZ item.crate", {"tag": model.tag, "item": kind_of(item).name.lower()})
    cube = model.cube
    state.items.append((item, GONE))  # nobody can take it while the trap goes off
    if await battle_cards.trap(table, state, model):
        before = (damage.wounds_of(model), is_prone(model))
        await explosions.frag(table, state, cube, Blow(other(model.owner), cube, None), hit=True)
        # The item is not harmed: it stays with whoever opened it, or scatters.  [DZ card.booby_trap_item]
        place = model.cube if on_board(model) else await explosions.scatter(table, state, cube)
        put(state, item, place)
        if not on_board(model):
            return
        if model.index == state.active and (damage.wounds_of(model), is_prone(model)) != before:
            # Its turn is over.  [DZ card.booby_trap_stops]
            state.spent = HALTED
    else:
        put(state, item, cube)
    await take(table, state, model, item)


def put(state: State, item: int, cube: int) -> None:
    """Put an item that was out of play into a cube."""
    state.items.remove((item, GONE))
    state.items.append((item, cube))


async def take(table: Table, state: State, model: Model, item: int) -> None:
    """Take an item and keep, drop or destroy it; with full hands something must go. Intel goes to the mission.

    [DZ item.keep_drop_destroy] [DZ item.full_hands] [DZ item.intel] [DZ item.special]
    """
    state.items.remove((item, model.cube))
    kind = kind_of(item)
    if kind in (Item.INTEL, Item.SPECIAL):
        state.sides[model.owner].intel += 1
        state.items.append((item, GONE))
        if table.listening:
            table.tell("intel", "DZ item.intel", {"seat": model.owner, "tag": model.tag})
        return
    receive(model, item)
    if table.listening:
        table.tell("picked_up", "DZ item.pick_up", {"tag": model.tag, "item": kind.name.lower()})
    await let_go(table, state, model, item)
    if kind == Item.DEFENDER_SHIELD:
        await turn_shield(table, state, model)


async def let_go(table: Table, state: State, model: Model, found: int) -> None:
    """Ask whether a model keeps, drops or destroys the item it picked up; with full hands one of all its items must go.

    [DZ item.keep_drop_destroy] [DZ item.full_hands]
    """
    full = len(model.items) > hands(model)
    options = [
        Option(f"{way.key}:{item_key(item)}", (item, way.value), way.clause, text)
        for item in (sorted(set(model.items)) if full else [found])
        for way in (DROP, DESTROY)
        for text in [Text(f"option.{way.key}_item", {"item": kind_of(item).name.lower()})]
    ]
    if not full:
        options.insert(0, KEEP)
    gaps: dict[str, Param] = {"tag": model.tag, "item": kind_of(found).name.lower(), "full": int(full)}
    prompt = Text("prompt.let_go", gaps)
    chosen = await table.ask(decider(state, model), prompt, OneOf(lambda: options), midway=True)
    if chosen == KEEP.value:
        return
    item, destroyed = chosen
    part_with(model, item)
    state.items.append((item, GONE if destroyed else model.cube))
    if table.listening:
        key = "item_destroyed" if destroyed else "item_dropped"
        table.tell(key, "DZ item.keep_drop_destroy", {"tag": model.tag, "item": kind_of(item).name.lower()})


def swap_partners(state: State, model: Model) -> list[tuple[int, Model]]:
    """The items of a model, with the friends in the cube that could carry them.  [DZ item.swap]"""
    return [
        (item, friend)
        for item in sorted(set(model.items))
        for friend in friends_in(state, model, model.cube)
        if can_carry(friend)
    ]


async def swap(table: Table, state: State, model: Model, item: int, friend: Model) -> None:
    """Give an item to a friend in the cube, who gives one back or drops one if it cannot carry more.

    [DZ item.swap] [DZ item.swap_back]
    """
    if len(friend.items) >= hands(friend):
        await make_room(table, state, model, friend)
    part_with(model, item)
    receive(friend, item)
    if table.listening:
        params = {"tag": model.tag, "target": friend.tag, "item": kind_of(item).name.lower()}
        table.tell("swapped", "DZ item.swap", params)
    if kind_of(item) == Item.DEFENDER_SHIELD:
        await turn_shield(table, state, friend)


async def make_room(table: Table, state: State, model: Model, friend: Model) -> None:
    """Ask a friend with full hands which item it gives back or drops.  [DZ item.swap_back]"""
    options = [
        Option(f"{way.key}:{item_key(item)}", (item, way.value), way.clause, text)
        for item in sorted(set(friend.items))
        for way in (GIVE, DROP)
        for text in [Text(f"option.{way.key}_item", {"item": kind_of(item).name.lower()})]
    ]
    back, given = await table.ask(
        decider(state, model), Text("prompt.swap_back", {"tag": friend.tag}), OneOf(lambda: options), midway=True
    )
    part_with(friend, back)
    if given:
        receive(model, back)
    else:
        state.items.append((back, model.cube))
