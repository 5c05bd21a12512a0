"""Projectile attacks (rulebook 4.7) and interception (4.9): launching, deploying, detonation, explosions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from muster.games.obsidian_protocol.board.battlefield import CELLS, DISTANCE, GRID_NAMES
from muster.games.obsidian_protocol.board.bitmaps import (
    AROUND,
    GRID_AREA,
    disc,
    grids_with,
    places_of,
)
from muster.games.obsidian_protocol.cards.content import Action, Effect, UnitCard
from muster.games.obsidian_protocol.cards.kinds import Kind, Level, Type
from muster.games.obsidian_protocol.rules.asking import ask_unit, place_option, terrain_option
from muster.games.obsidian_protocol.rules.attack.damage import destroy_unit, give_square
from muster.games.obsidian_protocol.rules.attack.pools import Attack
from muster.games.obsidian_protocol.rules.attack.process import blast, blast_all, resolve
from muster.games.obsidian_protocol.rules.attack.targets import brightest, reach_of
from muster.games.obsidian_protocol.rules.movement.standing import (
    built_up,
    is_locked,
    is_mine,
    room,
    wall_places,
    whole_board,
)
from muster.games.obsidian_protocol.rules.naming import named, tell, terrain_named, unit_key
from muster.games.obsidian_protocol.rules.validity import may_go_on
from muster.games.obsidian_protocol.rules.warfare.smoke import spread_smoke
from muster.games.obsidian_protocol.state.geometry import (
    allies_of,
    card_of,
    enemies_of,
    grid_of,
    has_sight,
    is_wall,
    middle_of,
    on_board,
    sight_to_grid,
)
from muster.games.obsidian_protocol.state.sheet import LOAD, actions_of, bring_in, counter, slot_name, squares, trait
from muster.games.obsidian_protocol.state.state import State
from muster.games.obsidian_protocol.state.unit import NOBODY, NONE, Square, Unit, changed
from muster.kernel.requests import Table
from muster.kernel.spaces import Option
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


def landings(state: State, unit: Unit, action: Action, effects: dict[str, int], effect: Effect) -> Iterator[int]:
    """The same grids one by one, for those who only ask whether there are any.  [OP trait.high_launch]"""
    card = state.content.units[state.content.unit_number[effect.card]]
    reach = action.range + effects.get("range", 0) + (2 if trait(state, unit) == "high_launch" else 0)
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


# Interception


async def intercept(table: Table, state: State, flyer: Unit, start: int, end: int) -> None:
    """Every enemy weapon with tokens left and an end of the flight in range shoots, until the target is down.

    [OP 4.9.range] [OP 4.9.token] [OP 6.2.intercept] [OP 4.9.must] [OP 4.9.sequence] [OP 4.9.interference]
    [OP 4.9.smoke] [OP 4.1.shutdown_passive] [OP 4.9.locked] [OP 4.9.action]
    """
    while flyer.alive and (ready := interceptors(state, flyer, start, end)):
        unit, slot, action = await next_interceptor(table, state, ready)
        place = counter(unit, slot, action)
        while flyer.alive and may_go_on(state, unit, slot) and unit.intercepts[place] > 0:
            unit.intercepts = changed(unit.intercepts, place, unit.intercepts[place] - 1)
            tell(table, state, "intercepts", "OP 4.9.token", unit, left=unit.intercepts[place])
            await resolve(table, state, Attack(unit, flyer, action, slot, dict(action.plain), interception=True))


Weapon = tuple[Unit, int, Action]
"""The units that can intercept, with which action of which part."""


def interceptors(state: State, flyer: Unit, start: int, end: int) -> list[Weapon]:
    """The weapons that have tokens left and either end of a flight in range, in the order of the units.

    [OP 4.9.range] [OP 4.9.interference] [OP 4.9.smoke] [OP 4.1.shutdown_passive] [OP 4.9.locked]
    """
    found: list[Weapon] = []
    smoke = {screen >> 1 for screen in state.smoke}
    for unit in enemies_of(state, flyer.seat):
        if squares(unit, Square.FIRE_CONTROL) or not may_go_on(state, unit):
            continue
        for slot, action in actions_of(state, unit):
            if not action.has("intercept") or slot >= LOAD or not unit.intercepts[counter(unit, slot, action)]:
                continue
            if not action.has("melee_firing") and is_locked(state, unit):
                continue
            here, reach = grid_of(unit), reach_of(state, unit, action, action.plain)
            ends = [] if here in smoke else [grid for grid in (start, end) if grid not in smoke]
            if any(DISTANCE[here][grid] <= reach for grid in ends):
                found.append((unit, slot, action))
    return found


async def next_interceptor(table: Table, state: State, ready: Sequence[Weapon]) -> Weapon:
    """Choose the weapon that intercepts next; its owner decides.  [OP 4.9.sequence]"""

    def option(number: int, weapon: Weapon) -> Option[int]:
        unit, slot, action = weapon
        part = slot_name(slot) if unit.kind == Kind.MECH else "unit"
        text = Text("option.intercept", {**named(state, unit), "action": action.key})
        return Option(f"intercept:{unit_key(unit)}/{part}", number, "OP 4.9.sequence", text)

    options = [option(number, weapon) for number, weapon in enumerate(ready)]
    return ready[await table.ask_small(ready[0][0].seat, Text("prompt.next_interceptor"), options)]


# Detonation


async def detonate(
    table: Table, state: State, unit: Unit, action: Action, target: Unit | None, together: Sequence[Unit] = ()
) -> None:
    """Detonate a projectile, which destroys it. Units that detonate together with it are not hit.

    [OP 4.7.2.detonation] [OP 4.7.3.explosion] [OP 4.7.3.all] [OP card.stun]
    """
    tell(table, state, "detonated", "OP 4.7.2.detonation", unit)
    grid = grid_of(unit)
    for _ in range(unit.count):
        if action.has("explode_target") and target is not None and target.alive:
            await explode(table, state, unit, action, target)
    if action.has("explode_all"):
        around = [o for o in on_board(state) if o is not unit and DISTANCE[grid][grid_of(o)] <= action.range]
        await blast_all(table, state, unit, action, around, dict(action.plain))
        await shatter(table, state, unit.seat, grid, action.range)
    if action.has("explode_ground"):
        around = [o for o in on_board(state) if o is not unit and o.level == Level.GROUND and grid_of(o) == grid]
        hit = [other for other in around if other not in together]
        await blast_all(table, state, unit, action, hit, dict(action.plain))
    if action.has("stun"):
        for other in list(on_board(state)):
            near = DISTANCE[grid][grid_of(other)] <= action.range
            if other is not unit and near and has_sight(state, unit, other):
                give_square(table, state, other, Square.FIRE_CONTROL)
    if action.has("smoke"):
        await spread_smoke(table, state, unit.seat, grid, action.plain["smoke"])
    unit.count = 1
    destroy_unit(table, state, unit, NOBODY, "OP 4.7.2.detonation")


async def explode(table: Table, state: State, unit: Unit, action: Action, target: Unit) -> None:
    """Resolve an explosion on one unit, friend or foe, without facing, sight or scan.

    [OP 4.7.3.explosion] [OP 4.7.3.all] [OP 4.12.2.area]
    """
    if target.alive:
        await blast(table, state, Attack(unit, target, action, 0, dict(action.plain), explosion=True))


async def shatter(table: Table, state: State, seat: int, grid: int, reach: int) -> None:
    """A blast on everything in range may destroy terrain as well; its owner decides piece by piece.

    [OP 4.7.2.terrain] [OP 2.6.attacked]
    """
    done = Option("done", NONE, "OP 4.7.2.terrain", Text("option.done"))
    while True:
        crates = [
            terrain_option(state, piece.number, piece.number, "OP 4.7.2.terrain")
            for there, piece in state.battlefield.crates
            if not state.wrecked >> piece.number & 1 and DISTANCE[grid][there] <= reach
        ]
        number = await table.ask_small(seat, Text("prompt.shatter"), [done, *crates])
        if number == NONE:
            return
        wreck(table, state, number)


async def trigger_mines(table: Table, state: State, unit: Unit) -> bool:
    """A ground unit sets off the mines in the grid it enters. Returns whether there were any.  [OP card.mine]"""
    mines = mines_in(state, grid_of(unit))
    await set_off(table, state, mines)
    return bool(mines)


def mines_in(state: State, grid: int) -> list[Unit]:
    return [unit for unit in on_board(state) if is_mine(state, unit) and grid_of(unit) == grid]


async def set_off(table: Table, state: State, mines: Sequence[Unit]) -> None:
    """Set off several mines together, the first player's first. None of them destroys another.

    [OP card.mine] [OP card.mine_on_mine]
    """
    for mine in sorted(mines, key=lambda mine: mine.seat != state.first):
        if mine.alive:
            await detonate(table, state, mine, card_of(state, mine).actions[0], None, mines)


def wreck(table: Table, state: State, number: int) -> None:
    """Remove destructible terrain, without a roll.  [OP 2.6.attacked] [OP 2.6.crushed]"""
    state.wrecked |= 1 << number
    state.battlefield = state.battlefield.after(state.wrecked)
    if table.listening:
        table.tell("terrain_destroyed", "OP 2.6.attacked", terrain_named(state, number))
