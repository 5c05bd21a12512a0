"""Environment cards (rulebook 5.4.1): where they are laid, and what entering their grids does."""

from __future__ import annotations

from muster.games.obsidian_protocol.board.battlefield import GRID_NAMES, grid_around
from muster.games.obsidian_protocol.cards.kinds import Level
from muster.games.obsidian_protocol.rules.asking import ask_grid
from muster.games.obsidian_protocol.rules.attack.damage import destroy_unit, give_square
from muster.games.obsidian_protocol.rules.movement.standing import KINDS, environment_at
from muster.games.obsidian_protocol.rules.naming import tell
from muster.games.obsidian_protocol.state.geometry import grid_of
from muster.games.obsidian_protocol.state.state import Stage, State
from muster.games.obsidian_protocol.state.unit import NOBODY, NONE, Square, Unit
from muster.kernel.requests import Table
from muster.kernel.spaces import OneOf, Option
from muster.kernel.text import Text

# Laying them out


def free_grids(state: State) -> list[int]:
    """Grids without terrain, tactical area or another card.  [OP 5.4.1.place] [OP 5.4.1.areas]"""
    battlefield = state.battlefield
    taken = {card // KINDS for card in state.environments}
    taken |= {grid for grids in battlefield.board.zones.values() for grid in grids}
    taken |= {grid_around(piece.box) for piece in battlefield.terrain}
    return [grid for grid in battlefield.board.grids if grid not in taken]


async def place_environments(table: Table, state: State) -> None:
    """The players take turns to lay cards, beginning with the first player, up to the number on the battlefield card.

    [OP 5.4.1.place] [OP 5.4.1.number]
    """
    seat = state.to_move
    full = len(state.environments) >= state.battlefield.environments or not free_grids(state)
    if not state.fixed[2] or full or state.passed == 3:
        state.passed = 0
        state.to_move = state.first
        state.stage = Stage.CHOOSE_SECONDARY
        return
    state.to_move = 1 - seat
    if state.passed >> seat & 1:
        return

    def options() -> list[Option[int]]:
        found = [
            Option(
                f"environment:{card.id}", card.number, "OP 5.4.1.place", Text("option.environment", {"card": card.id})
            )
            for card in state.content.environments
        ]
        return [*found, Option("done", NONE, "OP 5.4.1.place", Text("option.done"))]

    number = await table.ask(seat, Text("prompt.environment"), OneOf(options))
    if number == NONE:
        state.passed |= 1 << seat
        return
    grid = await ask_grid(table, seat, "prompt.environment_where", free_grids(state), midway=False)
    state.environments.append(grid * KINDS + number)
    if table.listening:
        card = state.content.environments[number]
        table.tell("environment_laid", "OP 5.4.1.place", {"seat": seat, "card": card.id, "grid": GRID_NAMES[grid]})


# Entering them


def step_into(table: Table, state: State, unit: Unit) -> bool:
    """Apply the environment of the grid that a unit enters. Returns whether it stops there.

    [OP card.abyss] [OP card.fragile_platform] [OP card.high_temperature]
    """
    grid = grid_of(unit)
    effect = environment_at(state, grid)
    if effect == "high_temperature":
        give_square(table, state, unit, Square.FRAGILE)
    if unit.level != Level.GROUND or effect not in ("abyss", "fragile_platform"):
        return False
    if effect == "abyss":
        destroy_unit(table, state, unit, NOBODY, "OP card.abyss")
    else:
        state.environments = [card for card in state.environments if card // KINDS != grid]
        tell(table, state, "platform_broken", "OP card.fragile_platform", unit, grid=GRID_NAMES[grid])
    return True
