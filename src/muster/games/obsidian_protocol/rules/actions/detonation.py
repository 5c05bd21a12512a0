"""Detonation (rulebook 4.7.2, 4.7.3): explosions, mines, and terrain that is blown up."""

from __future__ import annotations

from collections.abc import Sequence

from muster.games.obsidian_protocol.board.battlefield import DISTANCE
from muster.games.obsidian_protocol.cards.content import Action
from muster.games.obsidian_protocol.cards.kinds import Level
from muster.games.obsidian_protocol.rules.asking import terrain_option
from muster.games.obsidian_protocol.rules.attack.damage import destroy_unit, give_square
from muster.games.obsidian_protocol.rules.attack.pools import Attack
from muster.games.obsidian_protocol.rules.attack.process import blast, blast_all
from muster.games.obsidian_protocol.rules.movement.standing import is_mine
from muster.games.obsidian_protocol.rules.naming import tell, terrain_named
from muster.games.obsidian_protocol.rules.warfare.smoke import spread_smoke
from muster.games.obsidian_protocol.state.geometry import card_of, grid_of, has_sight, on_board
from muster.games.obsidian_protocol.state.state import State
from muster.games.obsidian_protocol.state.unit import NOBODY, NONE, Square, Unit
from muster.kernel.requests import Table
from muster.kernel.spaces import Option
from muster.kernel.text import Text


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
