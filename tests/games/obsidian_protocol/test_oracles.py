"""Sight, cover, arcs, range, movement and forced movement on random tables beside a slower way (`oracle`)."""

from __future__ import annotations

import os
import random
from typing import Any

import pytest

from games.obsidian_protocol import oracle
from games.obsidian_protocol.desk import mech, position
from games.obsidian_protocol.oracle import Cell, Model, Table
from muster.games.obsidian_protocol.board.battlefield import CELLS
from muster.games.obsidian_protocol.board.bitmaps import places_of
from muster.games.obsidian_protocol.rules.actions.detonation import wreck
from muster.games.obsidian_protocol.rules.attack.pools import terrain_protection, unit_protection
from muster.games.obsidian_protocol.rules.movement.driven import destinations, one_grid_away, path_to, straight
from muster.games.obsidian_protocol.rules.movement.paths import fly, walk
from muster.games.obsidian_protocol.rules.movement.standing import break_away, is_locked
from muster.games.obsidian_protocol.state.geometry import (
    are_adjacent,
    base,
    behind,
    distance,
    firing_sight,
    grid_at,
    has_sight,
    in_contact,
    in_front,
)
from muster.games.obsidian_protocol.state.state import State
from muster.kernel.requests import Table as Silence

TIMES = 12 if os.environ.get("HYPOTHESIS_PROFILE") == "thorough" else 1
SEEDS = range(4 * TIMES)


def laid(table: Table) -> State:
    """The same table for the rules."""
    units: list[dict[str, Any]] = []
    for model in table.models:
        seat, at, facing = "AB"[model.seat], oracle.name(model.at, model.size), "nesw"[model.facing]
        if model.card:
            units.append({"seat": seat, "at": at, "facing": facing, "card": model.card})
        else:
            units.append(mech(seat, at, "type_55_shield", facing=facing))
    terrain = [
        {
            "at": oracle.name((piece.box[0], piece.box[1])),
            "size": [piece.box[2] - piece.box[0], piece.box[3] - piece.box[1]],
            "height": piece.height,
            "destructible": piece.soft,
        }
        for piece in table.pieces
    ]
    state = position(*units, terrain=terrain, stage="command")
    for number, piece in enumerate(table.pieces):
        if piece.gone:
            wreck(Silence(False), state, number)
    return state


def place(at: Cell) -> int:
    return at[1] * CELLS + at[0]


def tables(seed: int, count: int, width: int, models: int, pieces: int) -> list[tuple[Table, State]]:
    rng = random.Random(f"{width} {models} {pieces} {seed}")
    found = [oracle.random_table(rng, width, models, pieces) for _ in range(count)]
    return [(table, laid(table)) for table in found if len(table.models) > 1]


@pytest.mark.clause("OP 4.2.4.sight", "OP 4.2.4.obstructs", "OP 4.2.4.corner", "OP 4.5.1.height", "OP 4.5.2.large")
@pytest.mark.parametrize("seed", SEEDS)
def test_sight_and_cover(seed: int) -> None:
    for table, state in tables(seed, 25, 5, 5, 12):
        for one, unit in zip(table.models, state.units, strict=True):
            if one.level != "aerial":
                for piece, terrain in zip(table.pieces, state.battlefield.terrain, strict=True):
                    others = [box for box in table.tall() if box != piece.box]
                    if not oracle.cells(one.box) & oracle.cells(piece.box):
                        seen = state.battlefield.terrain_open(place(one.at), one.size, terrain)
                        assert seen == oracle.sees(one.box, piece.box, others), f"{one} {piece} {table.pieces}"
            for other, target in zip(table.models, state.units, strict=True):
                if one is other or oracle.cells(one.box) & oracle.cells(other.box):
                    continue
                where = f"{one} {other} {table.pieces}"
                assert has_sight(state, unit, target) == oracle.sight(table, one, other), where
                cover = oracle.covered_by_terrain(table, one, other)
                assert cover is None or terrain_protection(state, unit, target) == cover, where
                cover = oracle.covered_by_units(table, one, other)
                assert cover is None or unit_protection(state, unit, target) == cover, where


@pytest.mark.clause("OP 4.16.blocks", "OP 4.16.same_grid")
@pytest.mark.parametrize("seed", SEEDS)
def test_fire_through_smoke(seed: int) -> None:
    rng = random.Random(seed)
    for table, state in tables(seed, 15, 5, 4, 6):
        screens = {(rng.randrange(5), rng.randrange(5)) for _ in range(3)}
        state.smoke = [(y * 16 + x) * 2 + rng.randrange(2) for x, y in sorted(screens)]
        smoke = [(3 * x, 3 * y, 3 * x + 3, 3 * y + 3) for x, y in screens]
        for one, unit in zip(table.models, state.units, strict=True):
            for other, target in zip(table.models, state.units, strict=True):
                if one is other or oracle.cells(one.box) & oracle.cells(other.box):
                    continue
                boxes = smoke if "aerial" in (one.level, other.level) else smoke + table.tall()
                inside = {oracle.grid(one.at), oracle.grid(other.at)} & screens
                clear = not inside and oracle.sees(one.box, other.box, boxes)
                assert firing_sight(state, unit, target) == clear, f"{one} {other} {screens} {table.pieces}"


@pytest.mark.clause("OP 4.2.1.range", "OP 4.2.2.adjacent", "OP 4.2.3.contact", "OP 4.2.5.arc", "OP 4.2.5.same_grid")
@pytest.mark.parametrize("seed", SEEDS)
def test_range_arcs_and_contact(seed: int) -> None:
    for table, state in tables(seed, 60, 4, 8, 2):
        for one, unit in zip(table.models, state.units, strict=True):
            for other, target in zip(table.models, state.units, strict=True):
                if one is other:
                    continue
                where = f"{one} {other}"
                assert distance(unit, target) == oracle.steps_of(one.at, other.at)
                (x, y), (u, v) = oracle.grid(one.at), oracle.grid(other.at)
                assert are_adjacent(unit, target) == (max(abs(x - u), abs(y - v)) <= 1)
                assert in_contact(base(unit), base(target)) == oracle.in_contact(one.box, other.box), where
                if oracle.cells(one.box) & oracle.cells(other.box):
                    assert in_front(unit, target)
                    assert not behind(unit, target)
                else:
                    assert in_front(unit, target) == oracle.before(one, other), where
                    assert behind(unit, target) == oracle.before(one, other, 2), where


@pytest.mark.clause("OP 4.3.1.steps", "OP 4.3.1.blocked", "OP 4.3.1.inside", "OP 4.3.5.several", "OP 4.3.6.large")
@pytest.mark.parametrize("seed", SEEDS)
def test_reach_on_foot(seed: int) -> None:
    rng = random.Random(seed)
    for table, state in tables(seed, 25, 4, 6, 12):
        for model, unit in zip(table.models, state.units, strict=True):
            reach = rng.randint(1, 5)
            if model.level == "ground":
                found, expected = walk(state, unit, reach), oracle.walked(table, model, reach)
                where = f"{model} {reach} {table}"
                assert {p: found.cost(p) for p in found.places()} == {place(a): c for a, c in expected.items()}, where
                locks = oracle.lock_count(table, model, model.at)
                assert break_away(state, unit, place(model.at)) == locks, where
                assert is_locked(state, unit) == (locks > 0), where
            else:
                assert set(fly(state, unit, reach).places()) == {place(a) for a in oracle.flown(table, model, reach)}


@pytest.mark.clause("OP 4.3.4.valid", "OP 4.3.4.type", "OP 4.3.4.chosen", "OP 6.2.knock_back")
@pytest.mark.parametrize("seed", SEEDS)
def test_forced_movement(seed: int) -> None:
    rng = random.Random(seed)
    for table, state in tables(seed, 60, 3, 5, 9):
        for model, unit in zip(table.models, state.units, strict=True):
            direction, far = rng.randrange(4), rng.randint(1, 3)
            where = f"{model} {direction} {far} {table}"
            layers = straight(state, unit, direction, far)
            grids, ends = oracle.driven(table, model, direction, far)
            assert len(layers) - 1 == grids, where
            found = destinations(unit, layers)
            assert set(found) == {place(at) for at in ends}, where
            if grids:
                follow(table, model, direction, path_to(unit, layers, direction, rng.choice(found)))
            shoved = {p for places in one_grid_away(state, unit).values() for p in places}
            assert shoved == {place(at) for at in oracle.shoved(table, model)}, where


def follow(table: Table, model: Model, direction: int, path: list[int]) -> None:
    """Each place of a way can be got to from the one before, one grid further."""
    taken, here = oracle.occupied(table, model), model.at
    for number in path:
        there = number % CELLS, number // CELLS
        inside = oracle.spread({here}, model.size, taken)
        over = [oracle.WAYS[direction]]
        across = {to for at in inside for to, far in oracle.nudges(at, model.size, taken, over) if far}
        assert there in oracle.spread(across, model.size, taken), (model, path)
        here = there


@pytest.mark.clause("OP 4.3.1.steps", "OP 4.3.1.inside", "OP 4.3.5.several")
@pytest.mark.parametrize("seed", SEEDS)
def test_paths_of_small_units(seed: int) -> None:
    """Grid by grid: every place a way can end in, and the least it costs to be there."""
    for table, state in tables(seed, 25, 4, 6, 12):
        for model, unit in zip(table.models, state.units, strict=True):
            if model.level != "ground" or model.size == 3:
                continue
            ways = walk(state, unit, 4)
            for grids in {tuple(grid_at(step) for step in ways.path(end)) for end in ways.places()} - {()}:
                expected = named(table, model, grids)
                reached, path = ways.follow(grids)
                found: dict[int, int] = {}
                for cost in sorted(reached, reverse=True):
                    found |= dict.fromkeys(places_of(reached[cost], model.size), cost)
                assert found == {place(at): cost for at, cost in expected.items()}, f"{model} {grids} {table}"
                cost, path, ends = ways.along(grids)
                assert cost == min(expected.values())
                assert set(ends) == {place(at) for at, price in expected.items() if price <= 4}
                assert tuple(grid_at(step) for step in path) == grids


def named(table: Table, model: Model, grids: tuple[int, ...]) -> dict[Cell, int]:
    """The places in the last of some grids that are entered in this order, and what each costs."""
    taken = oracle.occupied(table, model)
    reached = dict.fromkeys(oracle.spread({model.at}, model.size, taken), 0)
    for grid in grids:
        entered: dict[Cell, int] = {}
        for at, cost in reached.items():
            price = cost + 1 + oracle.lock_count(table, model, at)
            for to, over in oracle.nudges(at, model.size, taken):
                if over and grid_at(place(to)) == grid:
                    for inside in oracle.spread({to}, model.size, taken):
                        entered[inside] = min(price, entered.get(inside, price))
        reached = entered
    return reached
