"""Board, range, contact, sight, arcs and protection: rulebook 2.1, 2.2, 4.2, 4.5."""

from __future__ import annotations

import pytest

from games.obsidian_protocol.desk import BATTLEFIELDS, CONTENT, GAME, attack, drone, mech, position, wall
from muster.games.obsidian_protocol.board.battlefield import CELLS, DISTANCE, GRID_INDEX, SMALL
from muster.games.obsidian_protocol.cards.kinds import Kind, Level
from muster.games.obsidian_protocol.rules.attack import pools, targets
from muster.games.obsidian_protocol.rules.movement.paths import fly
from muster.games.obsidian_protocol.rules.movement.standing import Map
from muster.games.obsidian_protocol.state.geometry import (
    allies_of,
    are_adjacent,
    base,
    behind,
    firing_sight,
    grid_at,
    has_sight,
    in_contact,
    in_front,
    in_reach,
    terrain_between,
    units_between,
)
from muster.geometry.grid_sight import is_open, touches

HYENA, RAVEN, MISSILE = "dtg_30m_hyena_mg_type", "adk60r_raven_scout_type", "mc_3_razor_missile"
RIFLE = "ac_32_automatic_rifle"


@pytest.mark.clause("OP 2.1.board", "OP 5.2.areas")
def test_the_board() -> None:
    board = BATTLEFIELDS.boards[12]
    assert (board.size, SMALL, board.cells, len(board.grids)) == (12, 3, 36, 144)
    assert list(board.zones) == ["alpha", "bravo", "charlie", "delta", "echo", "foxtrot", "golf", "hotel", "india"]
    assert board.zones["delta"] == {GRID_INDEX["f4"], GRID_INDEX["g4"]}


@pytest.mark.clause("OP 5.2.1.large")
def test_a_large_battle_has_a_larger_board_with_the_same_areas() -> None:
    large = BATTLEFIELDS.boards[16]
    assert (large.size, large.cells, list(large.zones)) == (16, 48, list(BATTLEFIELDS.boards[12].zones))
    state = position(drone("A", "l6", RAVEN), stage="command", board=16)
    assert GRID_INDEX["p6"] in fly(state, state.units[0], 4).grids()
    small = position(drone("A", "l6", RAVEN), stage="command")
    assert GRID_INDEX["m6"] not in fly(small, small.units[0], 4).grids()
    assert all(field.board.size in (12, 16) for field in BATTLEFIELDS.every)


@pytest.mark.clause("OP 2.2.ally", "OP 2.2.1.levels", "OP 2.2.1.share")
def test_levels_and_who_shares_a_small_grid() -> None:
    state = position(mech("A", "f6"), drone("A", "f7", RAVEN), drone("A", "f6-5", MISSILE), drone("A", "h8", HYENA))
    assert [unit.level for unit in state.units] == [Level.GROUND, Level.FLYING, Level.AERIAL, Level.GROUND]
    assert state.units[0] in allies_of(state, 0)
    raven, missile = state.units[1], state.units[2]
    grid = GRID_INDEX["f6"]
    assert not any(grid_at(place) == grid for place in fly(state, raven, 3).places())
    assert any(grid_at(place) == grid for place in fly(state, missile, 3).places())
    assert not Map(state, state.units[3]).fits(base(raven)[1] * CELLS + base(raven)[0])


@pytest.mark.clause("OP 4.2.1.range", "OP 2.4.2.range")
def test_range_is_counted_orthogonally() -> None:
    assert DISTANCE[GRID_INDEX["a1"]][GRID_INDEX["c4"]] == 5
    state = position(mech("A", "f9", RIFLE), mech("B", "f3"), mech("B", "e3"))
    reach = targets.reach_of(state, state.units[0], attack(state, 0, 1, "single_shot").action, {})
    found = targets.targets(state, state.units[0], attack(state, 0, 1, "single_shot").action, {})
    assert reach == 6
    assert found == [state.units[1]]


@pytest.mark.clause("OP 4.2.2.adjacent")
def test_adjacency_includes_diagonals_and_the_same_grid() -> None:
    state = position(mech("A", "f6"), mech("B", "g5"), mech("B", "h6"), drone("B", "f6-5", MISSILE))
    one = state.units[0]
    assert [are_adjacent(one, other) for other in state.units[1:]] == [True, False, True]
    assert in_reach(GRID_INDEX["f6"], GRID_INDEX["g5"], 0)
    assert not in_reach(GRID_INDEX["f6"], GRID_INDEX["g5"], 1)


@pytest.mark.clause("OP 4.2.3.contact")
def test_contact_needs_an_edge() -> None:
    assert in_contact((0, 0, 3, 3), (3, 2, 4, 3))
    assert not in_contact((0, 0, 3, 3), (3, 3, 6, 6))


@pytest.mark.clause("OP 4.2.4.sight", "OP 4.2.4.obstructs")
def test_sight_and_what_obstructs_it() -> None:
    """After the book's second example: a tall object that covers half the lane obstructs, a full one blocks."""
    half, full = wall("f4", 2, 1), wall("i6", 3, 3)
    state = position(mech("A", "f6"), mech("B", "f2"), mech("B", "k6"), mech("B", "f9"), terrain=[half, full])
    one, up, right, down = state.units
    assert has_sight(state, one, up)
    assert terrain_between(state, one, up) == [0]
    assert not has_sight(state, one, right)
    assert has_sight(state, one, down)
    assert terrain_between(state, one, down) == []
    low = position(mech("A", "f6"), mech("B", "f2"), mech("B", "f4"), terrain=[wall("f5-7", 3, 1, 2)])
    assert has_sight(low, low.units[0], low.units[1])
    assert terrain_between(low, low.units[0], low.units[1]) == [0]
    assert units_between(low, low.units[0], low.units[1]) == [low.units[2]]


@pytest.mark.clause("OP 4.2.4.corner", "OP 4.2.4.edge")
def test_corners_obstruct_and_edges_do_not() -> None:
    a, b = (0, 0, 3, 3), (6, 3, 9, 6)
    assert touches(a, b, (3, 0, 5, 1))  # the line from (3, 0) to (9, 3) passes over (5, 1)
    assert not touches((0, 0, 3, 3), (9, 0, 12, 3), (5, 3, 6, 4))
    assert touches((0, 0, 3, 3), (9, 0, 12, 3), (5, 2, 6, 3))
    assert not is_open((0, 0, 3, 3), (3, 3, 6, 6), [(3, 0, 6, 3), (0, 3, 3, 6)])
    assert is_open((0, 0, 3, 3), (3, 3, 6, 6), [(3, 0, 6, 3)])
    assert not is_open((0, 0, 3, 3), (9, 0, 12, 3), [(5, 0, 6, 3)])
    assert is_open((0, 0, 3, 3), (9, 0, 12, 3), [(5, 0, 6, 2), (7, 2, 8, 3)])


@pytest.mark.clause("OP 4.2.4.aerial")
def test_nothing_obstructs_sight_to_aerial_units() -> None:
    state = position(mech("A", "f6"), drone("B", "f2-5", MISSILE), terrain=[wall("f4")])
    assert has_sight(state, state.units[0], state.units[1])
    assert terrain_between(state, state.units[0], state.units[1]) == []


@pytest.mark.clause("OP 4.2.5.arc", "OP 4.2.5.same_grid")
def test_arcs() -> None:
    state = position(mech("A", "f6", facing="n"), mech("B", "d4"), mech("B", "d5"), mech("B", "h8"), mech("B", "f8"))
    one = state.units[0]
    assert [in_front(one, other) for other in state.units[1:]] == [True, False, False, False]
    assert [behind(one, other) for other in state.units[1:]] == [False, False, True, True]
    inside = position(
        drone("A", "f6-5", "md_1_dragonfly_micro_scout", facing="n"),
        drone("B", "f6-1", "mes_beacon"),
        drone("B", "f6-6", "mes_beacon"),
        stage="automatic",
    )
    assert [in_front(inside.units[0], other) for other in inside.units[1:]] == [True, False]


@pytest.mark.clause("OP 4.5.1.height", "OP 4.5.1.contact", "OP 4.5.2.large", "OP 4.5.2.dice")
def test_protection() -> None:
    """Terrain of 2 inches and a large unit in the way give two white dice each, once."""
    low, crate = wall("f4-1", 3, 1, 2), wall("f3-1", 3, 1, 1, soft=True)
    state = position(mech("A", "f8", RIFLE), mech("B", "f1"), mech("B", "f6"), terrain=[low, crate])
    one, far, near = state.units
    assert pools.terrain_protection(state, one, far)
    assert pools.unit_protection(state, one, far)
    assert not pools.terrain_protection(state, one, near)
    assert pools.white_dice(state, attack(state, 0, 1, "single_shot")) == 5 + 4
    only_crate = position(mech("A", "f8", RIFLE), mech("B", "f1"), terrain=[crate, wall("f2-1", 3, 1, 1)])
    assert not pools.terrain_protection(only_crate, *only_crate.units)
    touching = position(mech("A", "f5", RIFLE), mech("B", "f1"), terrain=[wall("f4-7", 3, 1, 2)])
    assert not pools.terrain_protection(touching, *touching.units)
    assert pools.terrain_protection(touching, touching.units[1], touching.units[0])
    small = position(mech("A", "f8", RIFLE), mech("B", "f1"), drone("A", "f6", HYENA))
    assert not pools.unit_protection(small, small.units[0], small.units[1])


@pytest.mark.clause("OP card.mobile_bunker")
def test_a_shield_drone_protects_its_allies() -> None:
    state = position(mech("A", "f8", RIFLE), mech("B", "f1"), drone("B", "f6", "n11_vanguard_i_scutum"))
    assert pools.unit_protection(state, state.units[0], state.units[1])


@pytest.mark.clause("OP 4.16.blocks", "OP 4.16.same_grid")
def test_smoke_blocks_firing_only() -> None:
    state = position(mech("A", "f8", RIFLE), mech("B", "f4"), drone("B", "h6-5", MISSILE), smoke={"B": ["f6"]})
    one, target, missile = state.units
    assert has_sight(state, one, target)
    assert not firing_sight(state, one, target)
    assert firing_sight(state, one, missile)
    inside = position(mech("A", "f8", RIFLE), mech("B", "f4"), smoke={"A": ["f4"]})
    assert not firing_sight(inside, *inside.units)
    aerial = position(mech("A", "f8", RIFLE), drone("B", "f4-5", MISSILE), smoke={"A": ["f6"]})
    assert not firing_sight(aerial, *aerial.units)


def test_the_packs_hold_what_they_promise() -> None:
    content = CONTENT
    assert sum(not part.face for part in content.parts) >= 120
    assert len(content.pilots) >= 30
    assert sum(card.kind == Kind.DRONE for card in content.units) >= 25
    assert (len(content.tasks), len(content.secondaries), len(content.fields)) == (10, 8, 5)
    assert (len(content.tactics), len(content.environments)) == (6, 5)
    ready = [(squad["faction"], squad["scale"]) for squad in GAME.forces.ready().values()]
    assert all(ready.count((faction, scale)) >= 2 for faction in ("rdl", "un", "gof") for scale in (600, 900))


@pytest.mark.clause("OP 4.2.4.obstructs", "OP 4.2.4.sight", "OP 4.2.1.range")
def test_what_obstructs_is_named() -> None:
    walls = [wall("f7", 3, 1, 2), wall("h6")]
    pilots = ["spike", "onyx", "wu", "sealock", "sealock"]
    units = zip("ABABB", ["f9", "f4", "f6", "h3", "h9"], pilots, strict=True)
    state = position(*(mech(side, grid, pilot=pilot) for side, grid, pilot in units), terrain=walls)
    words = GAME.catalogue.words("en")
    assert GAME.showing.inquire(state, 0, "range a0 b1", words) == "From Spike to Onyx: 5 grids"
    between = "Spike and Onyx see each other, obstructed by: 2″ wall, F7; Wu"
    assert GAME.showing.inquire(state, 0, "sight a0 b1", words) == between
    assert GAME.showing.inquire(state, 0, "sight b3 b4", words) == "Sealock #3 and Sealock #4 do not see each other"
    free = "Spike and Sealock #4 see each other, with nothing in between"
    assert GAME.showing.inquire(state, 0, "sight a0 b4", words) == free
    assert "two different units" in GAME.showing.inquire(state, 0, "sight a0 z9", words)
    assert GAME.showing.inquire(state, 0, "hello", words) is None
    assert GAME.showing.inquire(state, 0, "visión a0 b4", GAME.catalogue.words("es")).startswith(
        "Spike y Sealock #4 se ven"
    )
