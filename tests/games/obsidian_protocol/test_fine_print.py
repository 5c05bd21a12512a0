"""Both sides of conditions that a scenario hardly ever meets: ranges at their end, camouflage of value nought, places
at the edge of the board, small questions and how they are worded.
"""

from __future__ import annotations

from typing import Any

import pytest

from games.obsidian_protocol.desk import action_of, attack, drone, mech, offered, position, say, start, steps, wall
from muster.games.obsidian_protocol.board.battlefield import CELLS, GRID_INDEX, Battlefield
from muster.games.obsidian_protocol.cards.kinds import Level, Stance
from muster.games.obsidian_protocol.rules.actions.delayed import boxes_near, delayed, guided_targets
from muster.games.obsidian_protocol.rules.actions.detonation import wreck
from muster.games.obsidian_protocol.rules.attack import offsetting, pools, targets
from muster.games.obsidian_protocol.rules.attack.icons import Icons, Offset
from muster.games.obsidian_protocol.rules.mission import tasks
from muster.games.obsidian_protocol.rules.movement.modes import ways_for
from muster.games.obsidian_protocol.rules.movement.paths import walk
from muster.games.obsidian_protocol.rules.movement.standing import Map, is_locked, locks, place_name
from muster.games.obsidian_protocol.rules.naming import named, place_named, terrain_named
from muster.games.obsidian_protocol.rules.warfare import stealth
from muster.games.obsidian_protocol.showing.lines import arc, moving, sight, turning, watched
from muster.games.obsidian_protocol.state.geometry import corner_of
from muster.games.obsidian_protocol.state.unit import DESTROYED, changed
from muster.kernel.requests import Ask, Table

RIFLE, CLEAVER, SHIELD = "ac_32_automatic_rifle", "cc_4_cleaver_r", "type_55_shield"
HYENA, RAVEN, MISSILE = "dtg_30m_hyena_mg_type", "adk60r_raven_scout_type", "mc_3_razor_missile"
SILENCE = Table(False)


# Terrain


@pytest.mark.clause("OP 2.6.attacked", "OP 4.2.4.sight")
def test_which_terrain_can_be_attacked() -> None:
    """In range, before the unit, in sight, and still there; from the air everything is seen."""
    crates = [wall("f5", 1, 1, 1, soft=True), wall("f8-2", 1, 1, 1, soft=True), wall("f3", 1, 1, 1, soft=True)]
    state = position(mech("A", "f9", RIFLE), terrain=[*crates, wall("f6"), wall("h12", 1, 1, 1, soft=True)])
    unit = state.units[0]
    _, shot = action_of(state, unit, "single_shot")
    assert targets.breakable(state, unit, shot, {}) == [1]
    unit.level = Level.AERIAL
    assert targets.breakable(state, unit, shot, {}) == [0, 1, 2]
    assert targets.breakable(state, unit, shot, {"omni_direction": 1}) == [0, 1, 2, 4]
    state.wrecked = 1 << 1
    assert targets.breakable(state, unit, shot, {}) == [0, 2]
    assert targets.breakable(state, unit, shot, {"range": -1}) == [0]


@pytest.mark.clause("OP 2.6.attacked", "OP 4.2.4.sight")
def test_terrain_that_has_fallen_hides_nothing() -> None:
    """Only what was 3 inches high changes what is seen; several matches may go on on one battlefield."""
    pieces = [wall("f6", soft=True), wall("f5", 3, 1, 2, soft=True), wall("f4")]
    state = position(mech("A", "f8", RIFLE), mech("B", "f5", RIFLE), terrain=pieces[:1])
    one, other = state.units
    before: Battlefield = state.battlefield
    assert not sight(state, one, other).seen
    wreck(SILENCE, state, 0)
    assert sight(state, one, other).seen
    assert before.after(0) is before
    assert before.after(1) is state.battlefield
    assert state.battlefield.after(0) is before
    three = position(mech("A", "f8"), terrain=pieces).battlefield
    assert three.after(0b010) is three
    assert three.after(0b011) is three.after(0b001)
    assert [len(three.tall), len(three.after(1).tall)] == [2, 1]
    assert three.after(1).tall == [three.terrain[2].box]


@pytest.mark.clause("OP 5.3.1.penetrated")
def test_where_a_box_falls() -> None:
    """On the small grids in contact, not over corners, not off the board, not under terrain that stands."""
    pieces = [wall("c1", 1, 1, 1, soft=True), wall("a3-1", 1, 1, 2), wall("b1-3", 1, 3, 1, soft=True)]
    state = position(mech("A", "a1"), drone("A", "l12-5", HYENA), drone("A", "b3-5", MISSILE), terrain=pieces)

    def names(number: int) -> list[str]:
        return [place_name(place) for place in tasks.around(state, state.units[number])]

    assert names(0) == ["b1-1", "b1-4", "b1-7", "a2-1", "a2-2", "a2-3"]
    assert names(2) == ["b3-2", "b3-4", "b3-6", "b3-8"]
    state.units[0].col, state.units[0].row = 3, 0
    assert names(0) == ["a1-3", "a1-6", "c1-4", "a1-9", "c1-7", "b2-1", "b2-2", "b2-3"]
    state.wrecked = 0b001
    assert names(0) == ["a1-3", "c1-1", "a1-6", "c1-4", "a1-9", "c1-7", "b2-1", "b2-2", "b2-3"]
    state.units[0].col, state.units[0].row = 0, 3
    assert names(0) == ["a1-7", "a1-8", "a1-9", "b2-1", "b2-4", "b2-7", "a3-2", "a3-3"]
    far = names(1)
    assert far
    assert all(name[:3] in ("l12", "k12", "l11") for name in far)


# Lines of sight


@pytest.mark.clause("OP 4.2.4.sight", "OP 4.2.4.obstructs", "OP 4.5.1.height", "OP 4.5.2.large", "OP 4.16.blocks")
def test_what_a_line_of_sight_tells() -> None:
    """Two dice for terrain of 2 inches that the unit does not touch, two for a large unit; what hides is named."""
    low, flat, near = wall("f6", 3, 1, 2), wall("f5", 1, 1, 1), wall("f8-1", 3, 1, 2)
    units = [mech("A", "f9", RIFLE), mech("B", "f2", RIFLE), mech("B", "f4"), drone("A", "f3-5", HYENA)]
    state = position(*units, terrain=[low, flat, near])
    found = sight(state, state.units[0], state.units[1])
    assert (found.unit, found.distance, found.seen, found.smoke) == ("b1", 7, True, False)
    assert (found.terrain, found.units, found.blocks) == ([0, 1, 2], ["b2", "a3"], [])
    assert (found.covers, found.white) == (["t0", "t2", "b2"], 4)
    touching = position(*units, terrain=[wall("f8-7", 3, 1, 2), flat])
    found = sight(touching, touching.units[0], touching.units[1])
    assert (found.covers, found.white) == (["b2"], 2)
    hidden = position(*units, terrain=[wall("f7"), low, flat])
    found = sight(hidden, hidden.units[0], hidden.units[1])
    assert (found.seen, found.smoke, found.blocks, found.terrain, found.covers) == (False, False, [0], [0, 1, 2], [])
    assert (found.units, found.white) == ([], 0)
    smoky = position(*units, terrain=[low], smoke={"A": ["f7"]})
    found = sight(smoky, smoky.units[0], smoky.units[1])
    assert (found.seen, found.smoke, found.blocks, found.terrain, found.covers) == (False, True, [], [0], [])
    assert (found.units, found.white) == ([], 0)
    assert [unit.id for unit in watched(state, state.units[1])] == [0, 3]


@pytest.mark.clause("OP 4.2.5.arc", "OP 4.2.1.range", "OP 4.3.1.facing")
def test_what_lies_before_a_unit() -> None:
    """The arc to the end of the longest reach, and the enemies in it; all round where that is asked for."""
    units = [mech("A", "f8", RIFLE), mech("B", "f2", RIFLE), drone("B", "f3-5", HYENA), drone("B", "f1-5", HYENA)]
    state = position(*units, drone("B", "f4-5", MISSILE))
    view = turning(state, state.units[0])
    assert view.reach == 6
    assert [line.unit for line in view.facings["n"].sights] == ["b1", "b2"]
    assert view.facings["e"].sights == []
    assert arc(state, state.units[0], 1)[0] == ["f7", "f8"]
    assert arc(state, state.units[0], 1, all_round=True)[0] == ["f7", "e8", "f8", "g8", "f9"]
    assert arc(state, state.units[0], 2)[0] == ["f6", "e7", "f7", "g7", "f8"]
    unarmed = position(mech("A", "f8", RIFLE, destroyed=["right_arm"]), units[1])
    assert turning(unarmed, unarmed.units[0]).reach == 1
    ways = walk(state, state.units[0], 2)
    assert [line.unit for line in moving(state, ways, state.units[0], ways.grids()).ways["f7"].sights] == [
        "b1",
        "b2",
        "b3",
    ]
    far = walk(state, state.units[0], 5)
    assert len(far.grids()) > 30
    assert [line.unit for line in moving(state, far, state.units[0], far.grids()).ways["f7"].sights] == ["b1"]
    assert len(moving(state, far, state.units[0], far.grids()[:30]).ways["f4"].sights) == 3
    assert len(moving(state, far, state.units[0], far.grids()[:31]).ways["f4"].sights) == 1


# Camouflage, be it of value nought


@pytest.mark.clause("OP 4.12.2.blind", "OP 4.3.5.camouflage", "OP 4.12.2.contact", "OP 4.12.4.target", "OP 4.3.6.large")
@pytest.mark.parametrize("value", [0, 2])
def test_camouflage_of_any_value(value: int) -> None:
    """It locks nobody, crushes nobody, is not seen without an electronic eye, and is found by scans and by contact."""
    crate = wall("e6", 1, 1, 1, soft=True)
    state = position(
        mech("A", "f6", RIFLE),
        mech("B", "f5", RIFLE, stealth=value),
        drone("A", "f8-5", MISSILE),
        drone("A", "d5-5", HYENA),
        terrain=[crate, wall("e5", 1, 1, 1, soft=True)],
    )
    one, ghost, missile, hyena = state.units
    _, shot = action_of(state, one, "single_shot")
    assert not locks(state, ghost)
    assert not is_locked(state, one)
    assert Map(state, one).may_crush(corner_of(GRID_INDEX["e6"]))
    assert not Map(state, ghost).may_crush(corner_of(GRID_INDEX["e5"]))
    assert stealth.touched(state, [one]) == [ghost]
    assert stealth.touched(state, [hyena]) == []
    assert stealth.may_scan(state, one, ghost)
    flies = delayed(state, missile)
    assert flies is not None
    assert guided_targets(state, missile, flies) == [ghost]
    assert targets.is_target(state, one, ghost, shot, {}, 6)
    one.condition = changed(one.condition, 0, DESTROYED)
    assert targets.electronic_value(state, one) == 0
    assert not targets.is_target(state, one, ghost, shot, {}, 6)
    ghost.stealth = -1
    assert locks(state, ghost)
    assert is_locked(state, one)
    assert Map(state, ghost).may_crush(corner_of(GRID_INDEX["e5"]))
    assert stealth.touched(state, [one]) == []
    assert not stealth.may_scan(state, one, ghost)


# Dice


@pytest.mark.clause("OP trait.ornament")
def test_ornament_at_its_range() -> None:
    for at, yellow in (("f5", 2), ("f4", 1)):
        state = position(mech("A", "f8", RIFLE, pilot="onyx_mellow_chord"), mech("B", at))
        assert pools.attack_pool(state, attack(state, 0, 1, "single_shot")) == (yellow, 3)


def left(icons: Icons, dodged: tuple[int, int, int], stopped: int = 0, wrecking: bool = False) -> Offset:
    return Offset(icons, dodged, (0, stopped), wrecking, False)


@pytest.mark.clause("OP 4.4.1.choice")
def test_when_the_choice_of_what_to_save_is_a_small_one() -> None:
    """Small where penetration and hit are the same whatever is chosen; a mere hit is called so."""
    state = position(mech("A", "f8", RIFLE), mech("B", "f4"))
    shot = attack(state, 0, 1, "single_shot")
    both, pair = Icons(1, 1, 1), Icons(0, 2, 1)

    def asked(*ways: Offset) -> Ask[Any]:
        found = steps(offsetting.choose_offset(SILENCE, state, shot, ways))[0]
        assert isinstance(found, Ask)
        return found

    assert asked(left(both, (1, 0, 0)), left(both, (0, 1, 0))).small
    assert asked(left(pair, (1, 0, 0), 1), left(pair, (0, 1, 0), 1)).small
    damage = asked(left(pair, (0, 2, 0)), left(pair, (0, 1, 1)))
    assert not damage.small
    assert damage.seat == 1
    hit = asked(left(pair, (0, 2, 0)), left(pair, (0, 1, 1), 1))
    assert not hit.small
    options = hit.space.options()
    assert [option.key for option in options] == ["leave:0-0-1", "leave:0-0-0"]
    assert [option.text.key for option in options] == ["option.let_through", "option.let_through_hit"]
    assert [option.text.key for option in damage.space.options()] == ["option.let_through"] * 2
    assert options[0].text.params == {"heavy": 0, "light": 0, "lightning": 1}
    assert [option.value for option in options] == [0, 1]


@pytest.mark.clause("OP card.dense_armor")
def test_only_the_torso_that_has_it_uses_dense_armor() -> None:
    dragoon = mech("B", "f7", CLEAVER, torso="p28_dragoon_armored_core", commands=1)
    state = position(mech("A", "f8", CLEAVER), dragoon)
    blow = attack(state, 0, 1, "chop")
    blow.part = 0
    assert offsetting.dense_armor(state, blow)
    blow.part = 1
    assert not offsetting.dense_armor(state, blow)
    blow.part = 0
    blow.target.commands = 0
    assert not offsetting.dense_armor(state, blow)
    blow.target.commands = 1
    blow.target.stance = Stance.SHUTDOWN
    assert not offsetting.dense_armor(state, blow)


@pytest.mark.clause("OP 4.10.focus")
def test_dice_are_numbered_from_one() -> None:
    match = start(mech("A", "f8", RIFLE, link=3, stance="defensive"), mech("B", "f4"), dice=(1, 1, 5, 6, 8, *[8] * 12))
    say(match, "act:right_arm/single_shot", "target:b1", "no")
    assert offered(match) == ["keep", "reroll:2,3,4", "reroll:1,2,3,4"]


# Projectiles


@pytest.mark.clause("OP 4.7.2.terrain", "OP 4.7.2.free")
def test_what_a_missile_may_choose() -> None:
    """Enemies and terrain that can break, to the end of its range."""
    crates = [wall("f6", 1, 1, 1, soft=True), wall("f4", 1, 1, 1, soft=True), wall("g9", 1, 1, 2)]
    state = position(drone("A", "f9-5", MISSILE), mech("B", "f3"), mech("B", "f2"), terrain=crates, stage="delay")
    missile = state.units[0]
    action = delayed(state, missile)
    assert action is not None
    far = action.range
    assert boxes_near(state, missile, action) == [0, 1][: 1 + (far >= 5)]
    assert [unit.id for unit in guided_targets(state, missile, action)] == [1][: int(far >= 6)]
    state.wrecked = 1
    assert 0 not in boxes_near(state, missile, action)


def test_the_ways_of_a_unit_that_flies_or_walks() -> None:
    state = position(mech("A", "f8"), drone("A", "f9", RAVEN), environments={"f8": "anti_gravity"})
    assert ways_for(state, state.units[0], 3).flying
    assert ways_for(state, state.units[1], 3).flying
    state.environments.clear()
    assert not ways_for(state, state.units[0], 3).flying
    assert ways_for(state, state.units[0], 3, airborne=True).flying


@pytest.mark.clause("OP 3.4.1.reveal", "OP 3.3.secret")
def test_a_dial_that_was_shown_is_not_turned_again() -> None:
    """Also where one side alone has mechs, and nobody else had anything to set."""
    match = start(mech("A", "f8"), drone("B", "f3", HYENA), stage="plan")
    say(match, "dial:melee")
    assert match.state.revealed
    assert match.may_undo(0) is not None


@pytest.mark.parametrize(("cards", "twins"), [([HYENA, RAVEN], ["", ""]), ([HYENA, HYENA], [" #1", " #2"])])
def test_a_unit_has_a_number_if_there_is_another_like_it(cards: list[str], twins: list[str]) -> None:
    units = [drone("A", f"{column}9-1", card) for column, card in zip("ce", cards, strict=True)]
    state = position(mech("A", "a12"), *units, mech("B", "a1", pilot="wu"))
    assert [named(state, unit)["twin"] for unit in state.units] == ["", *twins, ""]


@pytest.mark.parametrize(
    ("size", "name", "spot"),
    [
        (1, "f6-1", "nw"),
        (1, "f6-5", "middle"),
        (1, "f6-8", "s"),
        (2, "f6-2", "ne"),
        (2, "f6-5", "se"),
        (3, "f6-1", "whole"),
    ],
)
def test_what_the_places_of_a_grid_are_called(size: int, name: str, spot: str) -> None:
    column, row = divmod(int(name[-1]) - 1, 3)[::-1]
    place = corner_of(GRID_INDEX["f6"]) + row * CELLS + column
    assert place_named(place, size) == {"place": name, "grid": "f6", "spot": spot}


@pytest.mark.parametrize(
    ("piece", "shape"),
    [
        (wall("f6", 3, 1), "wall"),
        (wall("f6", 1, 3), "wall"),
        (wall("f6"), "block"),
        (wall("f6", 1, 2, 1, True), "crate"),
    ],
)
def test_what_terrain_is_called(piece: dict[str, Any], shape: str) -> None:
    state = position(mech("A", "a12"), terrain=[piece])
    found = terrain_named(state, 0)
    assert found == {"terrain": 0, "shape": shape, "height": piece["height"], "grid": "f6"}
