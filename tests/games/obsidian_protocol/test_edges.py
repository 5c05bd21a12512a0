"""Small edges of the rules that a scenario can hardly show: orders of preference, and who is asked for what."""

from __future__ import annotations

import pytest

from games.obsidian_protocol.desk import drone, mech, position, start
from muster.games.obsidian_protocol.board.battlefield import CELLS, GRID_INDEX
from muster.games.obsidian_protocol.cards.kinds import Stance
from muster.games.obsidian_protocol.rules.attack.icons import EACH, NOTHING_ELSE, ONCE, Icons, Offset, Stakes, offsets
from muster.games.obsidian_protocol.rules.movement.driven import usual_first
from muster.games.obsidian_protocol.rules.movement.forced import direction_between, drag_grids
from muster.games.obsidian_protocol.rules.movement.standing import places_in
from muster.games.obsidian_protocol.rules.warfare.electronic import counter_roll

RIFLE, HYENA, SCOUT = "ac_32_automatic_rifle", "dtg_30m_hyena_mg_type", "md_1_dragonfly_micro_scout"


@pytest.mark.clause("OP 4.3.4.chosen")
@pytest.mark.parametrize("card", [HYENA, SCOUT])
def test_the_usual_place_is_that_which_a_unit_has_in_its_own_grid(card: str) -> None:
    """From every place of one grid into every place of another, the likest first."""
    for small in "123456789" if card == SCOUT else "1245":
        state = position(drone("A", f"d5-{small}", card), stage="command")
        unit = state.units[0]
        places = places_in(GRID_INDEX["h9"], unit.size)
        found = usual_first(unit, list(reversed(places)))
        apart = [abs(p % CELLS % 3 - unit.col % 3) + abs(p // CELLS % 3 - unit.row % 3) for p in found]
        assert apart[0] == 0
        assert apart == sorted(apart)
        assert sorted(found) == sorted(places)


@pytest.mark.clause("OP 6.2.knock_back")
@pytest.mark.parametrize(
    ("there", "direction"),
    [("f4", 0), ("f8", 2), ("d6", 3), ("h6", 1), ("g4", 0), ("e8", 2), ("d5", 3), ("h7", 1), ("g5", 3), ("e7", 3)],
)
def test_a_blow_drives_along_the_longer_axis_else_the_way_the_attacker_faces(there: str, direction: int) -> None:
    state = position(mech("A", "f6", RIFLE, facing="w"), mech("B", there, RIFLE))
    assert direction_between(*state.units) == direction


@pytest.mark.clause("OP 6.2.drag")
def test_a_drag_needs_whoever_drags_and_somebody_who_can_be_moved() -> None:
    """Next to the attacker wherever there is room, on the board; nowhere when it is gone or not there yet."""
    state = position(mech("A", "a6", RIFLE), mech("B", "c6", RIFLE), mech("B", "b5", RIFLE))
    one, other, _ = state.units
    assert sorted(drag_grids(state, one, other)) == sorted(GRID_INDEX[grid] for grid in ("a5", "a7", "b6", "b7"))
    one.deployed = False
    assert drag_grids(state, one, other) == {}
    one.deployed, one.alive = True, False
    assert drag_grids(state, one, other) == {}


@pytest.mark.clause("OP 4.4.1.choice", "OP 4.4.1.hit")
def test_what_a_way_of_offsetting_costs() -> None:
    """Penetration always counts; the rest only if it is at stake."""
    whole = Offset(Icons(1, 2, 3), (0, 0, 0), (0, 0), False, False)
    assert whole.harm(NOTHING_ELSE) == (1, 0, 0, 0, 0)
    assert whole.harm(Stakes(surplus=True)) == (1, 3, 1, 0, 0)
    assert whole.harm(Stakes(lightning=EACH)) == (1, 0, 0, 3, 0)
    assert whole.harm(Stakes(lightning=ONCE)) == (1, 0, 0, 1, 0)
    assert whole.harm(Stakes(hit=True)) == (1, 0, 0, 0, 1)
    wrecked = Offset(Icons(1, 2, 3), (0, 0, 0), (0, 0), True, False)
    assert wrecked.harm(Stakes(surplus=True, wrecking=True)) == (1, 6, 4, 0, 0)
    stopped = Offset(Icons(0, 2, 1), (0, 0, 0), (0, 2), False, False)
    assert stopped.harm(Stakes(True, EACH, True, False)) == (0, 0, 0, 1, 1)
    dodged = Offset(Icons(0, 2, 1), (0, 2, 0), (0, 0), False, False)
    assert dodged.harm(Stakes(True, EACH, True, False)) == (0, 0, 0, 1, 0)
    heavy = Offset(Icons(1, 0, 0), (0, 0, 0), (1, 0), False, False)
    assert (heavy.hit, heavy.damage) == (True, 0)


@pytest.mark.clause("OP 4.4.1.offset")
def test_with_nothing_at_stake_lightning_is_no_damage() -> None:
    assert [(way.damage, way.hit, way.dodged) for way in offsets(Icons(0, 0, 2), 1, 1)] == [(0, False, (0, 0, 1))]
    assert [(way.damage, way.dodged) for way in offsets(Icons(1, 1, 2), 3, 0)] == [(0, (1, 1, 1))]
    assert [(way.damage, way.dodged) for way in offsets(Icons(1, 1, 2), 2, 0)] == [(0, (1, 1, 0))]
    assert [(way.damage, way.stopped) for way in offsets(Icons(2, 1, 0), 0, 2, hard=True)] == [(1, (2, 0))]
    assert [(way.damage, way.stopped) for way in offsets(Icons(1, 2, 0), 0, 2, hard=True)] == [(1, (1, 1))]


@pytest.mark.clause("OP 4.11.2.lightning", "OP 4.1.shutdown_actions", "OP 4.4.3.unit")
@pytest.mark.parametrize("gone", ["initiator", "shut down", "responder", "nobody"])
def test_a_counter_roll_needs_both_sides(gone: str) -> None:
    """If one of them is gone meanwhile nobody rolls, and it is not won."""
    match = start(mech("A", "f8", RIFLE), mech("B", "f5", RIFLE))
    one, other = match.state.units
    one.alive, other.alive = gone != "initiator", gone != "responder"
    one.stance = Stance.SHUTDOWN if gone == "shut down" else one.stance
    rolling = counter_roll(match.table, match.state, one, other)
    if gone == "nobody":
        assert rolling.send(None) is not None
        rolling.close()
        return
    with pytest.raises(StopIteration) as ended:
        rolling.send(None)
    assert ended.value.value is False


@pytest.mark.clause("OP 4.5.target", "OP 4.6.target")
@pytest.mark.parametrize(
    ("key", "dial", "clause"),
    [("left_arm/shield_bash", "melee", "OP 4.6.target"), ("right_arm/burst_fire", "firing", "OP 4.5.target")],
)
def test_a_target_is_offered_by_the_clause_of_its_attack(key: str, dial: str, clause: str) -> None:
    arms = "type_55_shield", "type_63_arm_cannon_cc_20_sabre_r"
    match = start(mech("A", "f8", *arms, dial=dial), drone("B", "f7", HYENA))
    match.answer(0, f"act:{key}")
    assert [option.clause for option in match.pending[0].space.options()] == [clause]
