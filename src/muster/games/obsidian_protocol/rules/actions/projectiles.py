"""Projectiles (rulebook 4.7.1, 4.7.4): launching and deploying them, and what they do as soon as they land."""

from __future__ import annotations

from collections.abc import Iterator

from muster.games.obsidian_protocol.board.battlefield import CELLS, DISTANCE, GRID_NAMES
from muster.games.obsidian_protocol.board.bitmaps import (
    AROUND,
    GRID_AREA,
    disc,
    grids_with,
    places_of,
)
from muster.games.obsidian_protocol.cards.content import Action, Effect, UnitCard
from muster.games.obsidian_protocol.cards.kinds import Level, Type
from muster.games.obsidian_protocol.rules.actions.detonation import detonate, mines_in, set_off
from muster.games.obsidian_protocol.rules.asking import ask_unit, place_option
from muster.games.obsidian_protocol.rules.attack.interception import intercept
from muster.games.obsidian_protocol.rules.attack.targets import brightest
from muster.games.obsidian_protocol.rules.movement.standing import (
    built_up,
    is_mine,
    room,
    wall_places,
    whole_board,
)
from muster.games.obsidian_protocol.rules.naming import tell
from muster.games.obsidian_protocol.state.geometry import (
    allies_of,
    enemies_of,
    grid_of,
    is_wall,
    middle_of,
    sight_to_grid,
)
from muster.games.obsidian_protocol.state.sheet import bring_in, trait
from muster.games.obsidian_protocol.state.state import State
from muster.games.obsidian_protocol.state.unit import NONE, Unit
from muster.kernel.requests import Table
from muster.kernel.text import Text


def new_unit(state: State, seat: int, card: UnitCard) -> Unit:
    """A drone, projectile or deployable as its card has it, not yet on the board."""
    bring_in(state, card.passives)
    group = max([1, *(action.plain["missile_group"] for action in card.actions if action.has("missile_group"))])
    return Unit(
        len(state.units),
        seat,
        card.kind,
        card.level,
        card.size,
        card.number,
        NONE,
        (),
        (0,),
        tuple(action.ammo for action in card.actions),
        tuple(action.plain.get("intercept", 0) for action in card.actions),
        stance=card.stance,
        count=group,
    )


def place_for(state: State, unit: Unit, grid: int) -> int:
    """The place in a grid where a thrown unit lands: the middle if possible.  [OP 2.2.1.share]"""
    middle = middle_of(grid)
    if unit.level == Level.AERIAL:
        return middle
    free = places_of(room(state, unit.size) & GRID_AREA[unit.size][grid], unit.size)
    if middle in free:
        return middle
    return free[0] if free else NONE


async def put_down(table: Table, state: State, unit: Unit, grid: int) -> int:
    """The place in a grid where a unit is put on the ground, chosen by its owner; usually the middle.

    [OP 4.7.4.deploy] [OP 4.3.1.inside] [OP card.wall]
    """
    usual = place_for(state, unit, grid)
    if unit.level == Level.AERIAL:
        return usual
    if is_wall(state, unit):
        stands = wall_places(state, grid, unit.facing)
        place = await table.ask_small(unit.seat, Text("prompt.place"), [place_option(each, 1) for each in stands])
        unit.facing = stands[place]
        return place
    free = places_of(room(state, unit.size) & GRID_AREA[unit.size][grid], unit.size)
    places = [place_option(place, unit.size) for place in sorted(free, key=lambda place: place != usual)]
    return await table.ask_small(unit.seat, Text("prompt.place"), places)


def loaded(state: State, unit: Unit, action: Action) -> list[Effect]:
    """The projectiles an action can launch; of covertly carried beacons only the chosen one.  [OP card.covert]"""
    launches = list(action.launches)
    if action.has("covert"):
        return [effect for effect in launches if state.content.unit_number[effect.card] == unit.carried]
    return launches


def recoverable(state: State, unit: Unit, action: Action) -> list[Unit]:
    """The bits in range that a port can take back.  [OP card.bit]"""
    if not action.has("bit_port"):
        return []
    cards = {state.content.unit_number[effect.card] for effect in action.launches}
    return [
        bit
        for bit in allies_of(state, unit.seat)
        if bit.card in cards and DISTANCE[grid_of(unit)][grid_of(bit)] <= action.range
    ]


def landing_grids(state: State, unit: Unit, action: Action, effects: dict[str, int], effect: Effect) -> list[int]:
    """The grids a projectile can be launched or a unit deployed to.

    [OP 4.7.1.direct] [OP 6.2.direct] [OP 4.7.1.arc] [OP 6.2.arc] [OP 4.7.4.deploy]
    """
    return list(landings(state, unit, action, effects, effect))


def launch_range(state: State, unit: Unit, action: Action, effects: dict[str, int]) -> int:
    """The range of a launch with everything that adds to it.  [OP 2.4.2.range] [OP trait.high_launch]"""
    return action.range + effects.get("range", 0) + (2 if trait(state, unit) == "high_launch" else 0)


def landings(state: State, unit: Unit, action: Action, effects: dict[str, int], effect: Effect) -> Iterator[int]:
    """The same grids one by one, for those who only ask whether there are any."""
    card = state.content.units[state.content.unit_number[effect.card]]
    reach = launch_range(state, unit, action, effects)
    here = grid_of(unit)
    near = AROUND[card.size][here] if reach == 0 else disc(here, reach, card.size)
    aerial = card.level == Level.AERIAL
    spots = near & (whole_board(state, card.size) if aerial else room(state, card.size))
    direct, built = "arc" not in effects, built_up(state)
    for grid in grids_with(spots, card.size):
        if "wall" in card.passives and not wall_places(state, grid, unit.facing):
            continue
        if not direct or (not built >> grid & 1 and sight_to_grid(state, unit, grid)):
            yield grid


async def launch(
    table: Table, state: State, owner: Unit, card: UnitCard, grid: int, deployed: bool, before: int = 0
) -> Unit:
    """Launch a projectile into a grid; interceptors near either end shoot at it. Returns the projectile.

    A unit that is deployed does not fly.

    [OP 4.7.1.launch] [OP 4.7.4.deploy] [OP 4.7.immediate]
    """
    unit = new_unit(state, owner.seat, card)
    unit.facing = owner.facing
    place = await put_down(table, state, unit, grid)
    state.units.append(unit)
    unit.col, unit.row = place % CELLS, place // CELLS
    unit.deployed = True
    key = "deployed_unit" if deployed else "launched"
    clause = "OP 4.7.4.deploy" if deployed else "OP 4.7.1.launch"
    tell(table, state, key, clause, unit, grid=GRID_NAMES[grid])
    if not deployed:
        await intercept(table, state, unit, grid_of(owner), grid)
    if unit.alive and is_mine(state, unit):
        await disturb_mines(table, state, grid, before)
    for action in card.actions:
        if action.type == Type.IMMEDIATE and unit.alive:
            await immediate(table, state, unit, action)
    return unit


async def disturb_mines(table: Table, state: State, grid: int, before: int) -> None:
    """A mine put into a grid with mines sets off the old ones; mines of the same action (from `before` on) stay.

    [OP card.mine_on_mine]
    """
    await set_off(table, state, [mine for mine in mines_in(state, grid) if mine.id < before])


async def immediate(table: Table, state: State, unit: Unit, action: Action) -> None:
    """Perform the actions that come as soon as it lands, before anybody could scan it.

    [OP 4.7.immediate] [OP card.rocket] [OP 4.12.2.blind] [OP 6.2.highlight]
    """
    target = None
    if action.has("detonate_one"):
        here = [
            enemy for enemy in enemies_of(state, unit.seat) if grid_of(enemy) == grid_of(unit) and enemy.stealth < 0
        ]
        here = brightest(state, here)
        if len(here) > 1:
            target = await ask_unit(table, state, unit.seat, "prompt.target", "OP 4.7.2.free", lambda: here)
        elif here:
            target = here[0]
    await detonate(table, state, unit, action, target)
