"""Projectile attacks (rulebook 4.7) and interception (4.9): launching, deploying, detonation, explosions."""

from __future__ import annotations

from muster.games.obsidian_protocol.attack import resolve
from muster.games.obsidian_protocol.battlefield import CELLS, DISTANCE, GRID_NAMES, GRIDS, grid_box
from muster.games.obsidian_protocol.content import Action, Kind, Level, Type, UnitCard
from muster.games.obsidian_protocol.damage import destroy_unit, give_square
from muster.games.obsidian_protocol.movement import Map, is_mine, places_in
from muster.games.obsidian_protocol.pools import Attack
from muster.games.obsidian_protocol.position import (
    card_of,
    corner_of,
    enemies_of,
    grid_of,
    has_sight,
    in_reach,
    on_board,
    sight_to_grid,
)
from muster.games.obsidian_protocol.questions import ask_grid, ask_unit
from muster.games.obsidian_protocol.sheet import actions_of, counter, squares
from muster.games.obsidian_protocol.smoke import spread_smoke
from muster.games.obsidian_protocol.state import NOBODY, NONE, Square, State, Unit
from muster.games.obsidian_protocol.telling import tell, unit_key
from muster.kernel.requests import Table
from muster.kernel.spaces import OneOf, Option
from muster.kernel.text import Text


def new_unit(state: State, seat: int, card: UnitCard) -> Unit:
    """A drone, projectile or deployable as its card has it, not yet on the board."""
    group = max([1, *(action.plain["missile_group"] for action in card.actions if action.has("missile_group"))])
    return Unit(
        len(state.units),
        seat,
        card.kind,
        card.level,
        card.size,
        card.number,
        NONE,
        [],
        [0],
        [action.ammo for action in card.actions],
        [action.plain.get("intercept", 0) for action in card.actions],
        stance=card.stance,
        count=group,
    )


def place_for(state: State, unit: Unit, grid: int) -> int:
    """Where in a grid a thrown unit comes to lie: in the middle if it can.  [OP 2.2.1.share]"""
    middle = corner_of(grid) + CELLS + 1
    if unit.level == Level.AERIAL:
        return middle
    view = Map(state, unit)
    places = sorted(places_in(grid, unit.size), key=lambda place: place != middle)
    return next((place for place in places if view.fits(place)), NONE)


def landing_grids(state: State, unit: Unit, action: Action, effects: dict[str, int], card: UnitCard) -> list[int]:
    """The grids a projectile can be launched or a unit deployed to.

    [OP 4.7.1.direct] [OP 4.7.1.arc] [OP 4.7.4.deploy]
    """
    reach = action.range + effects.get("range", 0)
    here = grid_of(unit)
    sight = "arc" not in effects
    probe = new_unit(state, unit.seat, card)
    found = []
    for grid in range(GRIDS * GRIDS):
        if not in_reach(here, grid, reach):
            continue
        if sight and (has_terrain(state, grid) or not sight_to_grid(state, unit, grid)):
            continue
        if card.level != Level.AERIAL and place_for(state, probe, grid) == NONE:
            continue
        found.append(grid)
    return found


def has_terrain(state: State, grid: int) -> bool:
    box = grid_box(grid)
    block = state.battlefield.block
    for row in range(box[1], box[3]):
        for cell in range(row * CELLS + box[0], row * CELLS + box[2]):
            if block[cell] and not state.wrecked >> (block[cell] - 1) & 1:
                return True
    return False


async def launch(table: Table, state: State, owner: Unit, card: UnitCard, grid: int, deployed: bool) -> None:
    """A projectile flies from its launcher to a grid; interceptors near either end shoot at it.

    Deploying is no flight.  [OP 4.7.1.launch] [OP 4.7.4.deploy] [OP 4.7.immediate]
    """
    unit = new_unit(state, owner.seat, card)
    state.units.append(unit)
    place = place_for(state, unit, grid)
    unit.col, unit.row = place % CELLS, place // CELLS
    unit.facing = owner.facing
    unit.deployed = True
    key = "deployed_unit" if deployed else "launched"
    clause = "OP 4.7.4.deploy" if deployed else "OP 4.7.1.launch"
    tell(table, state, key, clause, unit, grid=GRID_NAMES[grid])
    if not deployed:
        await intercept(table, state, unit, grid_of(owner), grid)
    if not unit.alive:
        return
    for action in card.actions:
        if action.type == Type.IMMEDIATE:
            await immediate(table, state, unit, action)


async def immediate(table: Table, state: State, unit: Unit, action: Action) -> None:
    """What happens as soon as it lands.  [OP 4.7.immediate] [OP card.rocket]"""
    target = None
    if action.has("detonate_one"):
        here = [enemy for enemy in enemies_of(state, unit.seat) if grid_of(enemy) == grid_of(unit)]
        if len(here) > 1:
            target = await ask_unit(table, state, unit.seat, "prompt.target", "OP 4.7.2.free", lambda: here)
        elif here:
            target = here[0]
    await detonate(table, state, unit, action, target)


# Interception


async def intercept(table: Table, state: State, flyer: Unit, start: int, end: int) -> None:
    """Every enemy with tokens left that has either end of the flight in range shoots, until it is down.

    [OP 4.9.range] [OP 4.9.token] [OP 4.9.must] [OP 4.9.sequence] [OP 4.9.interference]
    """
    if flyer.level != Level.AERIAL and flyer.kind != Kind.PROJECTILE and flyer.kind != Kind.DEPLOYABLE:
        return
    for unit in enemies_of(state, flyer.seat):
        if squares(unit, Square.FIRE_CONTROL):
            continue
        for slot, action in actions_of(state, unit):
            if not action.has("intercept"):
                continue
            here = grid_of(unit)
            if min(DISTANCE[here][start], DISTANCE[here][end]) > action.range:
                continue
            place = counter(unit, slot, action)
            while flyer.alive and unit.alive and unit.intercepts[place] > 0:
                unit.intercepts[place] -= 1
                tell(table, state, "intercepts", "OP 4.9.token", unit, left=unit.intercepts[place])
                await resolve(table, state, Attack(unit, flyer, action, slot, dict(action.plain), interception=True))


# Detonation


async def detonate(table: Table, state: State, unit: Unit, action: Action, target: Unit | None) -> None:
    """The projectile goes off and is destroyed.

    [OP 4.7.2.detonation] [OP 4.7.3.explosion] [OP 4.7.3.all] [OP card.stun]
    """
    tell(table, state, "detonated", "OP 4.7.2.detonation", unit)
    grid = grid_of(unit)
    for _ in range(unit.count):
        if action.has("explode_target") and target is not None and target.alive:
            await explode(table, state, unit, action, target)
    if action.has("explode_all"):
        for other in [o for o in on_board(state) if o is not unit and DISTANCE[grid][grid_of(o)] <= action.range]:
            await explode(table, state, unit, action, other)
    if action.has("explode_ground"):
        for other in [o for o in on_board(state) if o is not unit and o.level == Level.GROUND and grid_of(o) == grid]:
            await explode(table, state, unit, action, other)
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
    """An attack without facing, sight or scan, on friend or foe.

    [OP 4.7.3.explosion] [OP 4.7.3.all] [OP 4.12.2.area]
    """
    if target.alive:
        await resolve(table, state, Attack(unit, target, action, 0, dict(action.plain), explosion=True))


async def trigger_mines(table: Table, state: State, unit: Unit) -> bool:
    """A ground unit that enters the grid of a mine sets it off. Whether something went off.  [OP card.mine]"""
    mines = [other for other in on_board(state) if is_mine(state, other) and grid_of(other) == grid_of(unit)]
    for mine in mines:
        if mine.alive:
            await detonate(table, state, mine, card_of(state, mine).actions[0], None)
    return bool(mines)


# Delayed actions


def delayed(state: State, unit: Unit) -> Action | None:
    """The delayed action of a projectile or deployable, if it has one.  [OP 3.6.2.delayed]"""
    for action in card_of(state, unit).actions:
        if action.type == Type.DELAY:
            return action
    return None


def guided_targets(state: State, unit: Unit, action: Action) -> list[Unit]:
    """The enemies a guided projectile may choose; camouflage needs an electronic eye.

    [OP 4.7.2.free]
    """
    here = grid_of(unit)
    found = [enemy for enemy in enemies_of(state, unit.seat) if in_reach(here, grid_of(enemy), action.range)]
    found = [enemy for enemy in found if enemy.stealth < 0]
    mechs = [enemy for enemy in found if enemy.kind == Kind.MECH]
    return mechs if mechs and action.has("prefer_mechs") else found


def boxes_near(state: State, unit: Unit, action: Action) -> list[int]:
    """Destructible terrain in range.  [OP 4.7.2.terrain]"""
    here = grid_of(unit)
    return [
        piece.number
        for piece in state.battlefield.terrain
        if piece.destructible
        and not state.wrecked >> piece.number & 1
        and in_reach(here, piece.box[1] // 3 * GRIDS + piece.box[0] // 3, action.range)
    ]


async def act_delayed(table: Table, state: State, unit: Unit, action: Action) -> None:
    """One delayed action: seek a target and detonate, detonate here, or fly on.

    [OP 3.6.2.delayed] [OP 4.7.2.no_target] [OP 6.2.cruising] [OP 4.7.2.terrain]
    """
    if action.has("detonate_here"):
        await detonate(table, state, unit, action, None)
        return
    enemies, crates = guided_targets(state, unit, action), boxes_near(state, unit, action)
    if not enemies and not crates:
        await without_target(table, state, unit, action)
        return

    def options() -> list[Option[int]]:
        found = [
            Option(f"target:{unit_key(e)}", e.id, "OP 4.7.2.free", Text("option.target", {"unit": unit_key(e)}))
            for e in enemies
        ]
        return found + [
            Option(f"target:t{number}", -1 - number, "OP 4.7.2.terrain", Text("option.terrain", {"terrain": number}))
            for number in crates
        ]

    choice = await table.ask(unit.seat, Text("prompt.target"), OneOf(options))
    start = grid_of(unit)
    if choice < 0:
        box = state.battlefield.terrain[-1 - choice].box
        end, target = box[1] // 3 * GRIDS + box[0] // 3, None
    else:
        target = state.units[choice]
        end = grid_of(target)
    place = corner_of(end) + CELLS + 1
    unit.col, unit.row = place % CELLS, place // CELLS
    tell(table, state, "flew", "OP 4.7.2.free", unit, grid=GRID_NAMES[end])
    await intercept(table, state, unit, start, end)
    if unit.alive:
        if choice < 0:
            wreck(table, state, -1 - choice)
        await detonate(table, state, unit, action, target)


async def without_target(table: Table, state: State, unit: Unit, action: Action) -> None:
    """Nothing in range: it is lost, unless it cruises.  [OP 4.7.2.no_target] [OP 6.2.cruising]"""
    if not action.has("cruising"):
        destroy_unit(table, state, unit, NOBODY, "OP 4.7.2.no_target")
        return
    start = grid_of(unit)
    grids = [grid for grid in range(GRIDS * GRIDS) if DISTANCE[start][grid] <= action.range]
    end = await ask_grid(table, unit.seat, "prompt.cruise", grids)
    place = corner_of(end) + CELLS + 1
    unit.col, unit.row = place % CELLS, place // CELLS
    tell(table, state, "flew", "OP 6.2.cruising", unit, grid=GRID_NAMES[end])
    await intercept(table, state, unit, start, end)


def wreck(table: Table, state: State, number: int) -> None:
    """Destructible terrain needs no roll: it is gone.  [OP 2.6.attacked] [OP 2.6.crushed]"""
    state.wrecked |= 1 << number
    if table.listening:
        table.tell("terrain_destroyed", "OP 2.6.attacked", {"terrain": number})
