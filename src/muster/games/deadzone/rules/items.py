"""Items: picking up, dropping, destroying, swapping, and what some of them do (rulebook, "Picking Up and Carrying
Items", "Equipment").

What is in a crate is drawn when it is opened: before that nobody knows.
"""

from __future__ import annotations

from collections.abc import Set
from typing import Final

from muster.games.deadzone.cards.content import Ability, Item, item_number, kind_of, origin_of
from muster.games.deadzone.rules import battle_cards, explosions, placing
from muster.games.deadzone.rules.actions import HALTED
from muster.games.deadzone.state.questions import carries, decider, foes_in, friends_in, has, is_prone, on_board, other
from muster.games.deadzone.state.state import NOBODY, Blow, Model, State, changing
from muster.geometry.squares import NOWHERE
from muster.kernel.requests import Ask, Table
from muster.kernel.spaces import OneOf, Option
from muster.kernel.text import Text

LEAVE: Final = Option("leave", NOBODY, "DZ item.pick_up", Text("option.leave"))
CRATE: Final = Option("open", 1000, "DZ item.crate", Text("option.open"))
DROP: Final = Option("drop", 0, "DZ item.keep_drop_destroy", Text("option.drop"))
DESTROY: Final = Option("destroy", 1, "DZ item.keep_drop_destroy", Text("option.destroy"))
KEEP: Final = Option("keep", NOBODY, "DZ item.keep_drop_destroy", Text("option.keep_item"))
GIVE: Final = Option("give", 1, "DZ item.swap_back", Text("option.give"))
CARRY: Final = Option("carry", 1, "DZ ability.deployable_pack", Text("option.carry"))
LEAVE_GUN: Final = Option("leave", 0, "DZ ability.deployable_pack", Text("option.leave"))
GUN: Final = 2000
"""From here on the value of an option to destroy a deployed gun: its index on top."""
SWAP: Final = 4000
"""From here on the value of an option to give an item to a friend: 64 times the item and the friend's index on top."""
FACING: Final = tuple(
    Option(f"side:{name}", number, "DZ item.defender_shield", Text("option.side", {"side": name}))
    for number, name in enumerate(("north", "east", "south", "west"))
)


def can_carry(model: Model) -> bool:
    """Not beasts, hovering models, or those who cannot shoot.  [DZ item.who] [DZ ability.beast]"""
    return bool(model.card.shoot) and not has(model, Ability.BEAST) and not has(model, Ability.HOVER)


def hands(model: Model) -> int:
    """How many items a model may carry.  [DZ item.one] [DZ ability.scavenger]"""
    if not can_carry(model):
        return 0
    return 3 if has(model, Ability.SCAVENGER) else 1


async def use_up(table: Table, state: State, model: Model, kind: Item) -> None:
    """An item is used up; of several of a kind that came from different places its owner says which, the first as a
    rule: what was brought along counts for nothing when it is carried off.

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
    """One more item in a model's hands."""
    changing(model).items = (*model.items, item)
    refresh(model)


def part_with(model: Model, item: int) -> None:
    """One item less, of those alike the first."""
    at = model.items.index(item)
    changing(model).items = model.items[:at] + model.items[at + 1 :]
    refresh(model)


GONE: Final = -9
"""Where items are that left the game."""


def refresh(model: Model) -> None:
    """A jump pack that is carried is an ability as long as it is.  [DZ item.jump_pack]"""
    if not model.card.abilities >> Ability.JUMP_PACK & 1:
        bit = 1 << Ability.JUMP_PACK
        changing(model).abilities = model.abilities | bit if carries(model, Item.JUMP_PACK) else model.abilities & ~bit


def lies_here(state: State, cube: int) -> bool:
    return cube in state.crates or any(place == cube for _, place in state.items)


def guns_here(state: State, model: Model) -> list[Model]:
    """Guns set up in the model's cube, of either side.  [DZ ability.deployable_destroy]"""
    return [m for m in state.models if m.cube == model.cube and has(m, Ability.DEPLOYED)]


def is_any_tempting(state: State, model: Model, cubes: Set[int]) -> bool:
    """Whether something could be done on the way through one of these cubes: something lies there, a gun stands there,
    or a friend to whom an item could be given.
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


def may_pick_up(state: State, model: Model) -> bool:
    """Whoever can carry something and has no enemy in the cube, unless a trap ended its turn.

    [DZ item.who] [DZ item.no_enemies] [DZ card.booby_trap_stops]
    """
    if not on_board(model) or not can_carry(model) or foes_in(state, model, model.cube):
        return False
    return model.index != state.active or state.spent < HALTED


async def look_around(table: Table, state: State, model: Model) -> None:
    """After moving into a cube for whatever reason, or within it: what lies there may be picked up if no enemy is
    there, or a gun destroyed, or an item given to a friend instead. Where nothing lies that is worth a thought, the
    question is a small one.

    [DZ item.pick_up] [DZ item.swap] [DZ ability.deployable_destroy]
    """
    while may_pick_up(state, model):
        finds = finds_here(state, model)
        favours = own_guns(state, model) + (swaps_here(state, model) if model.items else [])
        if not finds and not favours:
            return
        options = [*finds, *favours, LEAVE] if finds else [LEAVE, *favours]
        chosen = await ask_what(table, state, model, options, small=not finds)
        if chosen == LEAVE.value:
            return
        if chosen == CRATE.value:
            await open_crate(table, state, model)
            continue
        if chosen >= SWAP:
            item, friend = divmod(chosen - SWAP, 64)
            await swap(table, state, model, item, state.models[friend])
        elif chosen >= GUN:
            destroy_gun(table, state, state.models[chosen - GUN])
        else:
            await take(table, state, model, chosen)
        return


def ask_what(table: Table, state: State, model: Model, options: list[Option[int]], small: bool) -> Ask[int]:
    prompt = Text("prompt.pick_up", {"tag": model.tag})
    return table.ask(decider(state, model), prompt, OneOf(lambda: options), small=small, midway=True)


def finds_here(state: State, model: Model) -> list[Option[int]]:
    """What lies in the model's cube, and enemy guns.  [DZ item.pick_up] [DZ ability.deployable_destroy]"""
    here = sorted({item for item, cube in state.items if cube == model.cube})
    options = [Option(f"take:{item_key(item)}", item, "DZ item.pick_up", item_text(item)) for item in here]
    if model.cube in state.crates:
        options.append(CRATE)
    return options + [destroy_option(gun) for gun in guns_here(state, model) if gun.owner != model.owner]


def swaps_here(state: State, model: Model) -> list[Option[int]]:
    """Instead of picking up: something for a friend in the cube.  [DZ item.swap]"""
    return [
        Option(
            f"swap:{kind_of(item).name.lower()}@{friend.tag}{'-' * (item // 32)}",
            SWAP + item * 64 + friend.index,
            "DZ item.swap",
            Text("option.swap", {"item": kind_of(item).name.lower(), "tag": friend.tag}),
        )
        for item, friend in swap_partners(state, model)
    ]


def own_guns(state: State, model: Model) -> list[Option[int]]:
    """Any gun may be destroyed, also one's own.  [DZ ability.deployable_destroy]"""
    return [destroy_option(gun) for gun in guns_here(state, model) if gun.owner == model.owner]


def destroy_option(gun: Model) -> Option[int]:
    text = Text("option.destroy_gun", {"tag": gun.tag})
    return Option(f"destroy:{gun.tag}", GUN + gun.index, "DZ ability.deployable_destroy", text)


def item_key(item: int) -> str:
    """The kind of an item, and a mark for each place it may come from."""
    return f"{kind_of(item).name.lower()}{'-' * (item // 32)}"


def item_text(item: int) -> Text:
    return Text("option.item", {"item": kind_of(item).name.lower()})


def destroy_gun(table: Table, state: State, gun: Model) -> None:
    """A deployed weapon may be destroyed where an item could be picked up.  [DZ ability.deployable_destroy]"""
    changing(gun).cube = NOWHERE
    changing(gun).dead = True
    changing(gun).overwatch = False
    if table.listening:
        table.tell("gun_destroyed", "DZ ability.deployable_destroy", {"tag": gun.tag})


async def open_crate(table: Table, state: State, model: Model) -> None:
    """A crate is turned over for good; the enemy may have trapped it.

    [DZ item.crate] [DZ card.booby_trap]
    """
    state.crates.remove(model.cube)
    names = [kind_of(item).name.lower() for item in state.crates_left]
    item = state.crates_left.pop((await table.draw("crate", names, 1))[0])
    if table.listening:
        table.tell("crate_opened", "DZ item.crate", {"tag": model.tag, "item": kind_of(item).name.lower()})
    cube = model.cube
    state.items.append((item, GONE))  # nobody can take it while the trap goes off
    if await battle_cards.trap(table, state, model):
        before = (model.injured, model.damage, is_prone(model))
        await explosions.frag(table, state, cube, Blow(other(model.owner), cube, None), hit=True)
        # The item is not harmed: it stays with whoever opened it, or scatters.  [DZ card.booby_trap_item]
        place = model.cube if on_board(model) else await explosions.scatter(table, state, cube)
        put(state, item, place)
        if not on_board(model):
            return
        if model.index == state.active and (model.injured, model.damage, is_prone(model)) != before:
            # Its turn is over.  [DZ card.booby_trap_stops]
            state.spent = HALTED
    else:
        put(state, item, cube)
    await take(table, state, model, item)


def put(state: State, item: int, cube: int) -> None:
    """From where nobody could take it into a cube."""
    state.items.remove((item, GONE))
    state.items.append((item, cube))


async def take(table: Table, state: State, model: Model, item: int) -> None:
    """Keep it, drop it or destroy it; with full hands something must go. Intel goes to the mission.

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
    """Keep what was picked up, drop it or destroy it; with full hands one of all must go.

    [DZ item.keep_drop_destroy] [DZ item.full_hands]
    """
    full = len(model.items) > hands(model)
    options = [
        Option(f"{way.key}:{item_key(item)}", item * 2 + way.value, way.clause, text)
        for item in (sorted(set(model.items)) if full else [found])
        for way in (DROP, DESTROY)
        for text in [Text(f"option.{way.key}_item", {"item": kind_of(item).name.lower()})]
    ]
    if not full:
        options.insert(0, KEEP)
    chosen = await table.ask(
        decider(state, model), Text("prompt.let_go", {"tag": model.tag}), OneOf(lambda: options), midway=True
    )
    if chosen == KEEP.value:
        return
    item, destroyed = chosen // 2, chosen % 2
    part_with(model, item)
    state.items.append((item, GONE if destroyed else model.cube))
    if table.listening:
        key = "item_destroyed" if destroyed else "item_dropped"
        table.tell(key, "DZ item.keep_drop_destroy", {"tag": model.tag, "item": kind_of(item).name.lower()})


async def turn_shield(table: Table, state: State, model: Model) -> None:
    """A defender shield faces one of the four sides whenever its bearer is placed.  [DZ item.defender_shield]"""
    if not carries(model, Item.DEFENDER_SHIELD) or not on_board(model):
        return
    prompt = Text("prompt.shield", {"tag": model.tag})
    changing(model).facing = await table.ask(decider(state, model), prompt, OneOf(lambda: FACING), midway=True)


def swap_partners(state: State, model: Model) -> list[tuple[int, Model]]:
    """Whom an item could be given to: friends in the cube that can carry.  [DZ item.swap]"""
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
    """Whoever cannot carry more gives something back, or drops it.  [DZ item.swap_back]"""
    options = [
        Option(f"{way.key}:{item_key(item)}", item * 2 + way.value, way.clause, text)
        for item in sorted(set(friend.items))
        for way in (GIVE, DROP)
        for text in [Text(f"option.{way.key}_item", {"item": kind_of(item).name.lower()})]
    ]
    chosen = await table.ask(
        decider(state, model), Text("prompt.swap_back", {"tag": friend.tag}), OneOf(lambda: options), midway=True
    )
    back = chosen // 2
    part_with(friend, back)
    if chosen % 2:
        receive(model, back)
    else:
        state.items.append((back, model.cube))


# Medicine


def can_heal(model: Model) -> bool:
    """With a medi-pack, or as a medic without end.  [DZ item.medi_pack] [DZ ability.medic]"""
    return has(model, Ability.MEDIC) or carries(model, Item.MEDI_PACK)


def patients(state: State, model: Model) -> list[Model]:
    """Injured models in the cube, itself included, if no enemy is there; no constructs.

    [DZ item.medi_pack] [DZ item.medi_pack_who]
    """
    if not can_heal(model) or foes_in(state, model, model.cube):
        return []
    here = [model, *friends_in(state, model, model.cube)]
    return [m for m in here if m.injured and not has(m, Ability.CONSTRUCT)]


async def heal(table: Table, state: State, model: Model, patient: Model) -> None:
    """One level of damage less; a pack is used up, a medic is not.  [DZ item.medi_pack] [DZ ability.medic]"""
    changing(patient).injured = False
    if not has(model, Ability.MEDIC):
        await use_up(table, state, model, Item.MEDI_PACK)
    if table.listening:
        table.tell("healed", "DZ item.medi_pack", {"tag": model.tag, "target": patient.tag})


# Guns


def packed_gun(state: State, model: Model) -> Model | None:
    """The gun that an engineer carries, whichever team it came with.  [DZ ability.deployable_captured]"""
    for item in model.items:
        if kind_of(item) == Item.SENTRY_GUN:
            for gun in state.models:
                if has(gun, Ability.DEPLOYED) and gun.cube < 0 and not gun.dead and team_of(gun) == origin_of(item):
                    return gun
    return None


def team_of(gun: Model) -> int:
    """The seat whose team a gun came with: its tag says so, whoever has it now."""
    return "AB".index(gun.tag[0])


async def deploy_gun(table: Table, state: State, model: Model) -> None:
    """The gun stands anywhere in the engineer's cube, on overwatch, and serves the engineer's side from now on.

    [DZ ability.deployable] [DZ ability.engineer] [DZ ability.deployable_captured]
    """
    gun = packed_gun(state, model)
    assert gun is not None
    item = item_number(Item.SENTRY_GUN, team_of(gun))
    part_with(model, item)
    state.items.append((item, GONE))
    changing(gun).cube, gun.place = model.cube, 3
    changing(gun).overwatch = True
    changing(gun).owner = model.owner
    if table.listening:
        table.tell("gun_deployed", "DZ ability.deployable", {"tag": model.tag, "cube": state.field.names[gun.cube]})
    await placing.stand_apart(table, state, gun)


def own_guns_here(state: State, model: Model) -> list[Model]:
    return [m for m in state.models if m.cube == model.cube and m.owner == model.owner and has(m, Ability.DEPLOYED)]


async def pack_gun(table: Table, state: State, model: Model, gun: Model) -> None:
    """A gun is an item again, in the engineer's hands or on the ground.  [DZ ability.deployable_pack]"""
    carried = False
    if len(model.items) < hands(model):
        prompt = Text("prompt.packed", {"tag": model.tag})
        carried = bool(await table.ask_small(decider(state, model), prompt, (CARRY, LEAVE_GUN)))
    changing(gun).cube = NOWHERE
    changing(gun).overwatch = False
    item = item_number(Item.SENTRY_GUN, team_of(gun))
    state.items.remove((item, GONE))
    if carried:
        receive(model, item)
    else:
        state.items.append((item, model.cube))
    if table.listening:
        table.tell("gun_packed", "DZ ability.deployable_pack", {"tag": model.tag})
