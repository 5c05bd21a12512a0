"""A path that a player draws before moving (rulebook 4.3): the cost of each step, and who holds or sees the unit where.

Nothing here decides a rule: the paths of the rules say what is allowed, the lines of sight who sees whom.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from muster.games.obsidian_protocol.board.battlefield import GRID_INDEX, GRID_NAMES
from muster.games.obsidian_protocol.board.bitmaps import SPOT
from muster.games.obsidian_protocol.cards.kinds import Level
from muster.games.obsidian_protocol.rules.movement.paths import Ways
from muster.games.obsidian_protocol.rules.movement.standing import (
    blockers,
    environment_at,
    is_mine,
    locked_places,
    place_name,
    threats,
)
from muster.games.obsidian_protocol.rules.naming import unit_key
from muster.games.obsidian_protocol.showing.lines import SightView, sights_from, standing, watched
from muster.games.obsidian_protocol.state.geometry import enemies_of, grid_of, place_of
from muster.games.obsidian_protocol.state.state import State
from muster.games.obsidian_protocol.state.unit import Unit
from muster.kernel.refusal import Refusal
from muster.kernel.text import Text


class StepView(msgspec.Struct, frozen=True):
    """A grid of a drawn path: its cost so far, the enemies that held the unit in the grid before (each costs 1 more),
    the enemies that see it, and what waits in the grid: a mine, an environment card, a black box.
    """

    grid: str
    place: str
    cost: int
    held: list[str]
    seen: list[str]
    waits: list[str]


class PathView(msgspec.Struct, frozen=True, tag="path", tag_field="kind"):
    """A drawn path: its steps as far as they are possible, the range, and the sight from its end.

    `clause` and `reason` say why the path is refused, and `fault` which step is to blame; there is no clause if it is
    allowed.
    """

    unit: str
    grids: list[str]
    steps: list[StepView]
    cost: int
    reach: int
    clause: str
    reason: str
    fault: int
    sights: list[SightView]


def draw(ways: Ways, about: str, say: Callable[[Text], str]) -> PathView | None:
    """The preview of `path:f7,e7`; None when it is not a path.  [OP 4.3.1.steps] [OP 4.3.1.range]"""
    kind, _, names = about.partition(":")
    grids = [GRID_INDEX.get(name, -1) for name in names.split(",")]
    if kind != "path" or -1 in grids:
        return None
    state, unit = ways.state, ways.unit
    steps, last, refusal = _follow(ways, grids)
    reach = ways.reach_along(grids)
    with standing(unit, last, unit.facing):
        sights = sights_from(state, unit, watched(state, unit))
    dear = next((number for number, step in enumerate(steps) if step.cost > reach), len(steps))
    return PathView(
        unit_key(unit),
        [GRID_NAMES[grid] for grid in grids],
        steps,
        steps[-1].cost if steps else 0,
        reach,
        refusal.clause if refusal else "",
        say(refusal.reason) if refusal else "",
        min(dear, len(grids) - 1) if refusal else -1,
        sights,
    )


def _follow(ways: Ways, grids: Sequence[int]) -> tuple[list[StepView], int, Refusal | None]:
    """The steps that are possible, the place they lead to, and why the path is refused, if it is."""
    steps: list[StepView] = []
    before = place_of(ways.unit)
    try:
        for number, grid in enumerate(grids):
            reached, path = ways.follow(grids[: number + 1])
            steps.append(_step(ways.state, ways.unit, before, grid, path[-1], min(reached)))
            before = path[-1]
        ways.along(grids)
    except Refusal as refusal:
        return steps, before, refusal
    return steps, before, None


def _step(state: State, unit: Unit, before: int, grid: int, place: int, cost: int) -> StepView:
    holders = [*(other for _, other in threats(state, unit)), *blockers(state, unit)]
    held = [unit_key(other) for other in holders if locked_places(state, unit, other) >> SPOT[unit.size][before] & 1]
    with standing(unit, place, unit.facing):
        seen = [line.unit for line in sights_from(state, unit, watched(state, unit)) if line.seen]
    return StepView(GRID_NAMES[grid], place_name(place), cost, held, seen, _waits(state, unit, grid))


def _waits(state: State, unit: Unit, grid: int) -> list[str]:
    """Dangers that wait in a grid for a unit that enters.  [OP 4.3.1.enter]"""
    found = []
    if unit.level == Level.GROUND and any(
        is_mine(state, other) and grid_of(other) == grid for other in enemies_of(state, unit.seat)
    ):
        found.append("mine")
    card = environment_at(state, grid)
    return [*found, card] if card else found
