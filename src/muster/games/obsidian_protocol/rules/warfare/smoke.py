"""Smoke screens (rulebook 4.16): placing connected screens, and how they clear."""

from __future__ import annotations

from muster.games.obsidian_protocol.board.battlefield import DISTANCE, GRID_NAMES, NEIGHBOURS
from muster.games.obsidian_protocol.cards.content import Action, Part, UnitCard
from muster.games.obsidian_protocol.cards.kinds import SLOTS, Kind, Stance
from muster.games.obsidian_protocol.rules.asking import ask_grid
from muster.games.obsidian_protocol.state.geometry import card_of, grid_of
from muster.games.obsidian_protocol.state.sheet import ammo_left, part_of, use_ammo, works
from muster.games.obsidian_protocol.state.state import State
from muster.games.obsidian_protocol.state.unit import NONE, Unit
from muster.kernel.requests import Table


def screens_of(state: State, seat: int) -> list[int]:
    """The grids in which a side has smoke."""
    return [screen >> 1 for screen in state.smoke if screen & 1 == seat]


async def spread_smoke(table: Table, state: State, seat: int, start: int, count: int) -> None:
    """Place up to so many screens, the first where it landed, each in contact with an earlier one.

    A screen covers a grid; two of one side never cover the same grid.

    [OP 4.16.place] [OP 4.16.connected] [OP 4.16.overlap]
    """
    placed: list[int] = []
    inside = state.battlefield.board.inside
    grids = [start] if start not in screens_of(state, seat) else []
    while count > len(placed):
        if placed or not grids:
            own = screens_of(state, seat)
            grids = sorted({n for g in (placed or [start]) for n in NEIGHBOURS[g] if n not in own and n in inside})
        if not grids:
            return
        grid = (
            grids[0]
            if not placed and len(grids) == 1
            else await ask_grid(table, seat, "prompt.smoke", grids, may_stop=True)
        )
        if grid == NONE:
            return
        placed.append(grid)
        state.smoke.append(grid * 2 + seat)
        if table.listening:
            table.tell("smoke_placed", "OP 4.16.place", {"seat": seat, "grid": GRID_NAMES[grid]})


async def take_cover(table: Table, state: State, unit: Unit) -> None:
    """A unit that was shot at may place smoke around it, even if that shot destroyed it.

    [OP card.emergency_smoke] [OP 4.16.overlap] [OP 4.13.consume]
    """
    found = smoke_thrower(state, unit)
    if found is None:
        return
    slot, action = found
    for number in range(action.plain["emergency_smoke"]):
        own, near = screens_of(state, unit.seat), DISTANCE[grid_of(unit)]
        grids = [grid for grid in sorted(state.battlefield.board.inside) if near[grid] <= action.range]
        grids = [grid for grid in grids if grid not in own]
        grid = await ask_grid(table, unit.seat, "prompt.smoke", grids, may_stop=True) if grids else NONE
        if grid == NONE:
            return
        if not number:
            use_ammo(state, unit, slot, action)
        state.smoke.append(grid * 2 + unit.seat)
        if table.listening:
            table.tell("smoke_placed", "OP card.emergency_smoke", {"seat": unit.seat, "grid": GRID_NAMES[grid]})


def smoke_thrower(state: State, unit: Unit) -> tuple[int, Action] | None:
    """The part and action that throw smoke when a unit was shot at, if there is ammo.  [OP card.emergency_smoke]"""
    if "emergency_smoke" not in state.passives or unit.stance == Stance.SHUTDOWN:
        return None
    if unit.kind != Kind.MECH:
        cards: list[tuple[int, Part | UnitCard]] = [(0, card_of(state, unit))]
    else:
        cards = [(slot, part_of(state, unit, slot)) for slot in SLOTS if works(unit, slot) or not unit.alive]
    for slot, card in cards:
        for action in card.actions:
            if action.has("emergency_smoke") and ammo_left(state, unit, slot, action):
                return slot, action
    return None


def groups(grids: list[int]) -> list[list[int]]:
    """Connected smoke screens.  [OP 4.16.one_each]"""
    left, found = set(grids), []
    while left:
        group, queue = [], [min(left)]
        left.discard(queue[0])
        while queue:
            grid = queue.pop()
            group.append(grid)
            for near in NEIGHBOURS[grid]:
                if near in left:
                    left.discard(near)
                    queue.append(near)
        found.append(sorted(group))
    return sorted(found)


async def dissipate(table: Table, state: State) -> None:
    """Lone screens clear, and one of each connected group, which its owner chooses.  [OP 4.16.one_each]"""
    for seat in (state.first, 1 - state.first):
        for group in groups(screens_of(state, seat)):
            grid = group[0]
            if len(group) > 1:
                grid = await ask_grid(table, seat, "prompt.dissipate", group)
            state.smoke.remove(grid * 2 + seat)
            if table.listening:
                table.tell("smoke_gone", "OP 4.16.one_each", {"grid": GRID_NAMES[grid]})
