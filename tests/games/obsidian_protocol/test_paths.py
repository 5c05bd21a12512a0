"""Paths of large units on random boards beside a plain search grid by grid: cost, mines on the way, tolls, straight
lines, crushing, environment cards, and paths that a player names (rulebook 4.3.1, 4.3.5, 4.3.6, 5.4.1).
"""

from __future__ import annotations

import heapq
import random
from typing import Any

import pytest

from games.obsidian_protocol.desk import drone, mech, position, wall
from muster.games.obsidian_protocol.board.battlefield import GRID_NAMES, GRIDS, NEIGHBOURS
from muster.games.obsidian_protocol.rules.movement.paths import Ways
from muster.games.obsidian_protocol.rules.movement.standing import Map, blockers, break_away, environment_at, is_mine
from muster.games.obsidian_protocol.state.geometry import corner_of, grid_at, grid_of, in_reach
from muster.games.obsidian_protocol.state.state import State
from muster.games.obsidian_protocol.state.unit import Unit
from muster.kernel.refusal import Refusal

WIDTH = 7
HYENA, MINE, SCOUT = "dtg_30m_hyena_mg_type", "gm_35_anti_armor_mine", "md_1_dragonfly_micro_scout"
Found = dict[int, tuple[int, int, int]]
"""By grid: range, mined grids, and steps of the cheapest way."""


def board(seed: int) -> State:
    """A few grids crowded with everything that makes a way dear, in the corner of an empty board."""
    rng = random.Random(seed)
    grids = [f"{'abcdefg'[x]}{y + 1}" for x in range(WIDTH) for y in range(WIDTH)]
    rng.shuffle(grids)
    take = iter(grids)
    units = [mech("A", next(take), facing="n")]
    units += [mech("B", next(take), pilot=pilot) for pilot in ("panzer", "scout_14") if rng.random() < 0.7]
    units += [drone("B", next(take), HYENA) for _ in range(rng.randint(0, 2))]
    units += [drone("B", f"{next(take)}-5", MINE) for _ in range(rng.randint(0, 8))]
    units += [drone("B", f"{next(take)}-5", SCOUT)]
    terrain = [wall(next(take), 3, 3, 1) for _ in range(rng.randint(0, 6))]
    terrain += [wall(next(take), 2, 2, 1, soft=True) for _ in range(rng.randint(0, 3))]
    cards = ("rugged", "rugged", "abyss", "fragile_platform", "fragile_platform", "high_temperature")
    environments = {next(take): card for card in rng.sample(cards, rng.randint(0, 5))}
    return position(*units, terrain=terrain, environments=environments, stage="command")


def leaving(state: State, unit: Unit, grid: int, link: bool) -> int:
    """The range it takes to leave a grid."""
    toll = 0 if link else tolls(state, unit, grid)
    return 1 + break_away(state, unit, corner_of(grid)) + toll + (environment_at(state, grid) == "rugged")


def tolls(state: State, unit: Unit, grid: int) -> int:
    return sum(in_reach(grid_of(other), grid, 0) for other in blockers(state, unit))


def mines(state: State, grid: int) -> int:
    return int(any(is_mine(state, unit) and unit.alive and grid_of(unit) == grid for unit in state.units))


def search(state: State, unit: Unit, reach: int, link: bool = False) -> tuple[Found, dict[int, int]]:
    """Where a large unit gets to, and what it costs to crush its way into a grid."""
    view, start = Map(state, unit), grid_of(unit)
    found: Found = {}
    crushed: dict[int, int] = {}
    heap = [(0, 0, 0, start)]
    while heap:
        cost, danger, steps, grid = heapq.heappop(heap)
        if grid in found:
            continue
        found[grid] = cost, danger, steps
        if grid != start and environment_at(state, grid) == "fragile_platform":
            continue
        onward = cost + leaving(state, unit, grid, link)
        for near in NEIGHBOURS[grid]:
            if onward > reach or near not in state.battlefield.board.inside:
                continue
            if view.fits(corner_of(near)):
                heapq.heappush(heap, (onward, danger + mines(state, near), steps + 1, near))
            elif view.may_crush(corner_of(near)):
                crushed[near] = min(onward, crushed.get(near, 99))
    return found, crushed


def lines(state: State, unit: Unit, reach: int, known: set[int]) -> dict[int, int]:
    """What is reached only in a straight line, and its cost."""
    view, found = Map(state, unit), {}
    for direction in range(4):
        grid, cost = grid_of(unit), 0
        while True:
            cost += leaving(state, unit, grid, False)
            column, row = grid % GRIDS, grid // GRIDS
            step = ((0, -1), (1, 0), (0, 1), (-1, 0))[direction]
            grid = (row + step[1]) * GRIDS + column + step[0]
            inside = 0 <= column + step[0] < 12 and 0 <= row + step[1] < 12
            if cost > reach or not inside:
                break
            fits = view.fits(corner_of(grid))
            if grid not in known and (fits or view.may_crush(corner_of(grid))):
                found[grid] = cost
            if not fits or environment_at(state, grid) == "fragile_platform":
                break
    return found


def follow(state: State, unit: Unit, ways: Ways, grid: int, link: bool = False) -> tuple[int, int, list[int]]:
    """Range and mined grids of the path that the rules take into a grid, and its grids."""
    path = [grid_at(place) for place in ways.path(corner_of(grid))]
    cost, danger, here = 0, 0, grid_of(unit)
    for step in path:
        assert step in NEIGHBOURS[here]
        cost += leaving(state, unit, here, link)
        danger += mines(state, step)
        here = step
    assert here == grid
    return cost, danger, path


@pytest.mark.clause("OP 4.3.1.steps", "OP 4.3.1.range", "OP 4.3.5.several", "OP trait.block", "OP card.rugged")
@pytest.mark.clause("OP card.abyss", "OP card.fragile_platform", "OP 4.3.6.ends", "OP 4.3.6.large", "OP card.mine")
@pytest.mark.parametrize("seed", range(40))
def test_paths(seed: int) -> None:
    state, reach = board(seed), 2 + seed % 4
    unit = state.units[0]
    ways = Ways(state, unit, reach)
    found, crushed = search(state, unit, reach)
    assert ways.grids() == sorted({*found, *crushed})
    for grid in ways.grids():
        place = corner_of(grid)
        assert ways.places_in(grid) == [place]
        cost, danger, path = follow(state, unit, ways, grid)
        assert ways.cost(place) == cost
        assert ways.spare(place, cost) == reach - cost
        if grid in found:
            assert (cost, danger) == found[grid][:2]
        else:
            assert cost == crushed[grid]
        if path:
            assert ways.along(path)[::2] == (cost, [place])
            assert ways.tolls(ways.path(place)) == sum(tolls(state, unit, step) for step in (grid_of(unit), *path[:-1]))


@pytest.mark.clause("OP 4.3.1.blocked", "OP 4.3.1.range", "OP 4.3.1.steps")
@pytest.mark.parametrize("seed", range(20))
def test_paths_that_are_refused(seed: int) -> None:
    """From every end one grid further: too dear, or something is in the way; and never with a gap."""
    state, reach = board(seed), 3
    unit = state.units[0]
    view, ways = Map(state, unit), Ways(state, unit, reach)
    found, _ = search(state, unit, reach)
    for grid in found:
        cost, _, path = follow(state, unit, ways, grid)
        platform = grid != grid_of(unit) and environment_at(state, grid) == "fragile_platform"
        for near in NEIGHBOURS[grid]:
            further = cost + leaving(state, unit, grid, False)
            enters = view.fits(corner_of(near)) or view.may_crush(corner_of(near))
            if near in state.battlefield.board.inside and enters and not platform and further <= reach:
                assert ways.along([*path, near])[0] == further
                continue
            with pytest.raises(Refusal) as refusal:
                ways.along([*path, near])
            dear = near in state.battlefield.board.inside and enters and not platform
            assert refusal.value.clause == ("OP 4.3.1.range" if dear else "OP 4.3.1.blocked")
            if dear:
                assert refusal.value.reason.params == {"cost": further, "range": reach}
    with pytest.raises(Refusal) as refusal:
        ways.along([(grid_of(unit) + 2 * GRIDS + 2) % (GRIDS * GRIDS)])
    assert refusal.value.clause == "OP 4.3.1.steps"


@pytest.mark.clause("OP 6.2.straight")
@pytest.mark.parametrize("seed", range(30))
def test_straight_lines(seed: int) -> None:
    state, reach, more = board(seed), 1 + seed % 3, 1 + seed % 2
    unit = state.units[0]
    ways = Ways(state, unit, reach, more)
    found, crushed = search(state, unit, reach)
    known = {*found, *crushed}
    far = lines(state, unit, reach + more, known)
    assert ways.grids() == sorted({*known, *far})
    for grid, cost in far.items():
        place = corner_of(grid)
        assert (ways.cost(place), ways.spare(place, cost)) == (cost, reach + more - cost)
        path = [grid_at(step) for step in ways.path(place)]
        assert len({there - here for here, there in zip([grid_of(unit), *path], path, strict=False)}) == 1
        assert path[-1] == grid
        assert ways.reach_along(path) == reach + more
        assert ways.along(path)[::2] == (cost, [place])
    for grid in found:
        assert ways.spare(corner_of(grid), 1) == reach - 1


@pytest.mark.clause("OP trait.block")
@pytest.mark.parametrize("seed", range(30))
def test_tolls_that_are_paid_with_link(seed: int) -> None:
    """With link to spend the toll costs no range, and where it would cost too much link nobody goes."""
    state, reach = board(seed), 2 + seed % 3
    unit = state.units[0]
    found, crushed = search(state, unit, reach, link=True)
    for link in (1, 2):
        ways = Ways(state, unit, reach, link=link)
        grids = ways.grids()
        assert set(grids) <= {*found, *crushed}
        for grid in sorted({*found, *crushed}):
            path = ways.path(corner_of(grid))
            assert (grid in grids) == (ways.tolls(path) <= link)
            assert follow(state, unit, ways, grid, link=True)[0] == ways.cost(corner_of(grid))
            if path and grid in grids:
                assert ways.along([grid_at(place) for place in path])[0] == ways.cost(corner_of(grid))
            elif path:
                with pytest.raises(Refusal):
                    ways.along([grid_at(place) for place in path])


@pytest.mark.clause("OP 4.3.2.over")
def test_flights_have_no_path() -> None:
    state = board(3)
    unit = state.units[0]
    ways = Ways(state, unit, 3, flying=True)
    free = Map(state, unit)
    expected = [
        grid
        for grid in state.battlefield.board.grids
        if grid == grid_of(unit) or (in_reach(grid_of(unit), grid, 3) and free.fits(corner_of(grid)))
    ]
    assert ways.grids() == expected
    for grid in expected:
        away = abs(grid % GRIDS - grid_of(unit) % GRIDS) + abs(grid // GRIDS - grid_of(unit) // GRIDS)
        assert ways.cost(corner_of(grid)) == away
        assert ways.path(corner_of(grid)) == ((corner_of(grid),) if away else ())
    with pytest.raises(Refusal):
        ways.along(expected[:1])
    names: list[Any] = [GRID_NAMES[grid] for grid in expected]
    assert len(names) == len(set(names))
