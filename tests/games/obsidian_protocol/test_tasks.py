"""Tasks and set-up, each rule for itself: zones, terminals, boxes, secondary tasks, sides (rulebook 3.1, 5.2, 5.3)."""

from __future__ import annotations

from collections.abc import Coroutine
from typing import Any

import pytest

from games.obsidian_protocol.desk import (
    BATTLEFIELDS,
    GAME,
    drone,
    keys_of,
    mech,
    offered,
    position,
    say,
    start,
    steps,
    told,
)
from muster.games.obsidian_protocol.rules import setup
from muster.games.obsidian_protocol.rules.mission import tasks
from muster.games.obsidian_protocol.state.state import Stage, State
from muster.games.obsidian_protocol.state.unit import DESTROYED, NOBODY, NONE, changed
from muster.kernel.dice import ScriptedDice
from muster.kernel.match import Match
from muster.kernel.requests import Table

HYENA, RAVEN, MISSILE = "dtg_30m_hyena_mg_type", "adk60r_raven_scout_type", "mc_3_razor_missile"
SCOUT, BEACON = "md_1_dragonfly_micro_scout", "mes_beacon"
SHIELD, CLAW, CLEAVER = "type_55_shield", "m4_combat_claw", "cc_4_cleaver_r"
PACK, ASSET = "ocs85_black_box_carrying_pack", "hd_2_data_backpack"


def scored(state: State, rule: Any, *more: Any) -> list[tuple[int, int, int, str]]:
    """Seat, points, total and clause of everything that a rule scores."""
    table = Table(True)
    rule(table, state, *more)
    signs = {"scored": 1, "points_lost": -1}
    found = [(event, signs[event.key]) for event in table.events if event.key in signs]
    return [(e.params["seat"], sign * e.params["points"], e.params["total"], e.clause) for e, sign in found]  # type: ignore[misc,operator]


def asks(rule: Coroutine[Any, Any, Any]) -> tuple[int, str, list[str]]:
    """Whom a rule asks first, what, and what is offered."""
    asked = steps(rule)[0]
    return asked.seat, asked.prompt.key, keys_of(asked)


# Zones and terminals


ZONES = [
    ([mech("A", "f6")], 0),
    ([mech("B", "g7")], 1),
    ([drone("B", "f7", HYENA)], 1),
    ([mech("A", "f6", stance="shutdown")], NOBODY),
    ([drone("A", "f6-5", SCOUT)], NOBODY),
    ([drone("A", "f6-5", MISSILE)], NOBODY),
    ([mech("A", "f6"), drone("B", "g6-5", SCOUT)], NOBODY),
    ([mech("B", "f6"), drone("A", "g6-5", BEACON)], NOBODY),
    ([mech("A", "f6"), mech("B", "g6", stance="shutdown")], NOBODY),
    ([mech("A", "f6"), mech("B", "g6")], NOBODY),
    ([mech("A", "f6"), mech("A", "g6", stance="shutdown"), drone("A", "g7-5", SCOUT)], 0),
    ([mech("A", "f5"), mech("B", "h6")], NOBODY),
    ([mech("A", "f8"), mech("B", "g6")], 1),
]


@pytest.mark.clause("OP 5.3.2.occupied", "OP 5.3.2.contested", "OP 5.1.low_value_items")
@pytest.mark.parametrize(("units", "owner"), ZONES)
def test_who_holds_a_zone(units: list[dict[str, Any]], owner: int) -> None:
    state = position(*units, stage="command")
    assert tasks.zone_seat(state, state.battlefield.board.zones["echo"]) == owner


@pytest.mark.clause("OP 3.7.3.tasks", "OP 5.3.2.points")
def test_zones_change_hands_and_give_points_from_the_second_round_on() -> None:
    units = mech("A", "f6"), mech("B", "b6"), mech("A", "j6"), mech("B", "k7")
    state = position(
        *units, task="forward_advance", owners={"bravo": "A", "hotel": "A"}, scores=(1, 0), stage="command"
    )
    assert scored(state, tasks.check_tasks) == []
    assert state.owners == [1, 0, 0]
    table = Table(True)
    state.owners = [0, NONE, 0]
    tasks.check_tasks(table, state)
    assert [(event.key, event.params) for event in table.events] == [
        ("zone_taken", {"seat": 1, "zone": "bravo"}),
        ("zone_taken", {"seat": 0, "zone": "echo"}),
    ]
    state.round = 2
    assert scored(state, tasks.check_tasks) == [(0, 4, 5, "OP 5.3.2.points"), (1, 2, 2, "OP 5.3.2.points")]
    state.round = 5
    assert scored(state, tasks.check_tasks) == [(0, 4, 9, "OP 5.3.2.points"), (1, 2, 4, "OP 5.3.2.points")]
    assert scored(position(*units, stage="command"), tasks.check_tasks) == []


@pytest.mark.clause("OP 5.4.3.direct", "OP 5.4.3.once")
def test_terminals_are_accessed_once_in_a_round() -> None:
    state = position(mech("A", "f6"), mech("B", "b6"), task="receive_signal", stage="command")
    clause = "OP 5.4.3.direct"
    assert scored(state, tasks.check_tasks) == [(1, 2, 2, clause), (0, 2, 2, clause)]
    assert state.markers == [1, 1, 0]
    assert scored(state, tasks.check_tasks) == []
    state.markers = [0, 1, 0]
    table = Table(True)
    tasks.check_tasks(table, state)
    assert table.events[0].params == {"seat": 1, "zone": "bravo"}
    assert state.scores == [2, 4]


# Black boxes


@pytest.mark.clause("OP task.black_box", "OP card.box_pack")
def test_boxes_count_when_the_last_round_is_over() -> None:
    """Those carried by units on the board; in one task only inside a zone; with a pack one point more."""
    units = (
        mech("A", "f6", CLAW, CLEAVER, boxes=["left_arm", "right_arm"]),
        mech("B", "b6", CLAW, PACK, boxes=["left_arm"]),
        mech("B", "g7", CLAW, PACK, boxes=["left_arm"]),
    )
    state = position(*units, task="key_facility", round=4, stage="command")
    assert scored(state, tasks.check_tasks) == []
    state.round = 5
    clause = "OP task.black_box"
    assert scored(state, tasks.check_tasks) == [(0, 8, 8, clause), (1, 8, 8, clause), (1, 2, 10, "OP card.box_pack")]
    zone = position(*units, task="asset_preservation", round=5, stage="command")
    assert scored(zone, tasks.check_tasks) == [(0, 8, 8, clause), (1, 4, 4, clause), (1, 1, 5, "OP card.box_pack")]
    zone.units[2].alive = False
    zone.scores = [0, 0]
    assert scored(zone, tasks.check_tasks) == [(0, 8, 8, clause)]
    part = state.content.parts[state.units[1].parts[4]]
    assert scored(state, tasks.pack_lost, state.units[1], part) == [(1, -1, 9, "OP card.box_pack")]
    assert scored(state, tasks.pack_lost, state.units[1], state.content.parts[state.units[1].parts[0]]) == []
    assert scored(position(*units, task="outflank", stage="command"), tasks.pack_lost, state.units[1], part) == []
    assert scored(position(*units, stage="command"), tasks.pack_lost, state.units[1], part) == []


@pytest.mark.clause("OP 5.3.1.pick_up", "OP 5.3.1.automatic", "OP 5.3.1.carrying")
def test_who_takes_a_box_with_which_hand() -> None:
    two = mech("A", "f6", CLAW, CLEAVER)
    state = position(two, boxes=["f6-5", "f6-9", "f7"], stage="command")
    unit = state.units[0]
    hands = ["take:left_arm", "take:right_arm"]
    assert asks(tasks.pick_up(Table(True), state, unit, False)) == (0, "prompt.take", hands)
    assert asks(tasks.pick_up(Table(True), state, unit, True)) == (0, "prompt.take", [*hands, "leave"])
    one = position(mech("B", "f6", CLAW), boxes=["f6-5", "f6-9"], stage="command")
    assert asks(tasks.pick_up(Table(True), one, one.units[0], False))[1:] == (
        "prompt.which_box",
        ["box:f6-5", "box:f6-9"],
    )
    assert asks(tasks.pick_up(Table(True), one, one.units[0], True))[1] == "prompt.take"
    one.boxes.pop()
    table = Table(True)
    assert steps(tasks.pick_up(table, one, one.units[0], False)) == [None]
    assert (one.boxes, one.units[0].box.bit_count(), [event.key for event in table.events]) == ([], 1, ["box_taken"])
    assert tasks.let_go(one.units[0]) == 1
    assert one.units[0].box == 0
    full = position(mech("B", "f6", CLAW, boxes=["left_arm"]), boxes=["f6-5"], stage="command")
    for state in (full, position(drone("A", "f6", HYENA), boxes=["f6-5"], stage="command")):
        assert steps(tasks.pick_up(table, state, state.units[0], False)) == [None]
        assert len(state.boxes) == 1


# Commanders and secondary tasks


@pytest.mark.clause("OP task.commander", "OP task.commander_parts")
def test_the_commanders() -> None:
    units = (
        mech("A", "f8", SHIELD, CLAW, destroyed=["left_arm"]),
        mech("B", "f2", SHIELD, CLAW, destroyed=["left_arm", "chassis"], repaired=["right_arm"]),
        mech("B", "k2"),
    )
    state = position(*units, task="assassination", commanders=("a0", "b1"), round=5, stage="command")
    clause = "OP task.commander_parts"
    assert scored(state, tasks.check_tasks) == [(0, 9, 9, clause), (1, 3, 3, clause)]
    assert scored(state, tasks.unit_lost, state.units[2]) == []
    assert state.winner == NOBODY
    assert scored(state, tasks.unit_lost, state.units[0]) == [(1, 10, 13, "OP task.commander")]
    assert state.winner == 1
    assert scored(state, tasks.check_tasks) == []
    again = position(*units, task="assassination", commanders=("a0", "b1"), stage="command")
    assert scored(again, tasks.unit_lost, again.units[1]) == [(0, 10, 10, "OP task.commander")]
    assert again.winner == 0


LOST = [
    ("behead", 2, [(0, 5, 5, "OP task.behead")]),
    ("behead", 3, []),
    ("bounty", 2, [(0, 4, 4, "OP task.bounty")]),
    ("obsolescence", 2, [(0, 2, 2, "OP task.obsolescence")]),
    ("annihilation", 2, [(0, 2, 2, "OP task.annihilation")]),
    ("annihilation", 3, [(0, 1, 1, "OP task.annihilation")]),
    ("annihilation", 4, []),
    ("annihilation", 0, []),
    ("mercy", 2, []),
]


@pytest.mark.clause("OP task.behead", "OP task.bounty", "OP task.obsolescence", "OP task.annihilation")
@pytest.mark.parametrize(("task", "unit", "points"), LOST)
def test_points_for_a_unit_lost(task: str, unit: int, points: list[Any]) -> None:
    units = (
        mech("A", "f8"),
        drone("A", "f9", HYENA),
        mech("B", "f2"),
        drone("B", "h2", HYENA),
        drone("B", "h3-5", SCOUT),
    )
    state = position(*units, secondary=(task, ""), named=("b2", ""), stage="command")
    assert scored(state, tasks.unit_lost, state.units[unit]) == points
    mirrored = [{**given, "seat": "AB"[given["seat"] == "A"]} for given in units]
    other = position(*mirrored, secondary=("", task), named=("", "b2"), stage="command")
    assert scored(other, tasks.unit_lost, other.units[unit]) == [(1, *line[1:]) for line in points]


@pytest.mark.clause("OP task.weapons_test")
def test_parts_destroyed_by_one_mech() -> None:
    units = mech("A", "f8"), mech("A", "h8"), mech("B", "f2")
    state = position(*units, secondary=("weapons_test", "mercy"), named=("a0", ""), stage="command")
    assert scored(state, tasks.part_lost, 0) == [(0, 1, 1, "OP task.weapons_test")]
    assert scored(state, tasks.part_lost, 1) == []
    assert scored(state, tasks.part_lost, 2) == []
    assert scored(state, tasks.part_lost, NOBODY) == []
    named = position(*units, secondary=("bounty", ""), named=("a0", ""), stage="command")
    assert scored(named, tasks.part_lost, 0) == []
    assert scored(named, tasks.part_lost, 2) == []


@pytest.mark.clause("OP task.escort", "OP card.asset")
def test_the_mech_that_was_to_survive() -> None:
    units = mech("A", "f8", ASSET), mech("B", "f2")
    state = position(*units, secondary=("escort", "escort"), named=("a0", "b1"), stage="command")
    escort, asset = "OP task.escort", "OP card.asset"
    assert scored(state, tasks.end_of_game) == [(0, 3, 3, escort), (0, 1, 4, asset), (1, 3, 3, escort)]
    state.units[0].condition = changed(state.units[0].condition, 4, DESTROYED)
    state.scores = [0, 0]
    assert scored(state, tasks.end_of_game) == [(0, 3, 3, escort), (0, -1, 2, asset), (1, 3, 3, escort)]
    state.units[0].condition = changed(state.units[0].condition, 4, 0)
    state.units[0].alive = False
    state.scores = [0, 0]
    assert scored(state, tasks.end_of_game) == [(0, -1, -1, asset), (1, 3, 3, escort)]


@pytest.mark.clause("OP task.mercy", "OP task.excavation")
def test_mercy_and_excavation() -> None:
    units = mech("A", "f8"), mech("B", "f6"), drone("B", "g6", HYENA), drone("A", "g7-5", SCOUT)
    state = position(*units, secondary=("mercy", "excavation"), named=("", "echo"), stage="command")
    mercy, dug = (0, 2, 2, "OP task.mercy"), (1, 2, 2, "OP task.excavation")
    assert scored(state, tasks.end_of_game) == [mercy, dug]
    state.scores = [0, 0]
    state.units[2].alive = False
    assert scored(state, tasks.end_of_game) == [mercy, dug]
    state.scores = [0, 0]
    state.units[0].alive = False
    assert scored(state, tasks.end_of_game) == [mercy, dug]
    state.units[1].alive = False
    assert scored(state, tasks.end_of_game) == []
    state.units[1].deployed = False
    state.scores = [0, 0]
    assert scored(state, tasks.end_of_game) == [mercy]
    shared = position(*units, mech("A", "f7"), secondary=("", "excavation"), named=("", "echo"), stage="command")
    assert scored(shared, tasks.end_of_game) == []
    other = position(*units, secondary=("", "excavation"), named=("", "delta"), stage="command")
    assert scored(other, tasks.end_of_game) == []


@pytest.mark.clause("OP 5.2.4.tie", "OP 4.4.3.integrity")
def test_what_is_left_decides_a_tie() -> None:
    broken = mech("A", "f8", SHIELD, destroyed=["left_arm"])
    patched = mech("A", "h8", SHIELD, repaired=["left_arm"])
    state = position(broken, patched, drone("A", "f9", HYENA), drone("A", "g9-5", MISSILE), mech("B", "a1"))
    assert [tasks.remaining(state, seat) for seat in (0, 1)] == [2 + 2 + 1, 2]
    state.units[0].condition = changed(state.units[0].condition, 2, 0)
    state.units[2].alive = False
    assert tasks.remaining(state, 0) == 3 + 2


# Setting up


@pytest.mark.clause("OP 3.1.2.choose")
@pytest.mark.parametrize("winner", [0, 1])
@pytest.mark.parametrize("what", ["first:me", "first:you", "edge:black", "edge:white"])
@pytest.mark.parametrize("mine", [True, False])
def test_sides(winner: int, what: str, mine: bool) -> None:
    """One decides who is first or which edge is whose, the other the rest, each for itself."""
    match = start(mech("A", "f8"), mech("B", "f2"), stage="choose_sides", to_move="AB"[winner])
    assert list(match.pending) == [winner]
    say(match, what)
    assert list(match.pending) == [1 - winner]
    about_first = what.startswith("first")
    assert offered(match) == (["edge:black", "edge:white"] if about_first else ["first:me", "first:you"])
    if about_first:
        say(match, "edge:white" if mine else "edge:black")
        first = winner if what == "first:me" else 1 - winner
        white = 1 - winner if mine else winner
    else:
        say(match, "first:me" if mine else "first:you")
        first = 1 - winner if mine else winner
        white = winner if what == "edge:white" else 1 - winner
    assert match.state.first == first
    assert match.state.edges == ((1, 0) if white == 0 else (0, 1))
    assert told(match, "edge_taken") == [{"seat": s, "edge": "white" if s == white else "black"} for s in (0, 1)]
    assert told(match, "first_player") == [{"seat": first}]


@pytest.mark.clause("OP 3.1.2.roll")
def test_the_roll_for_sides() -> None:
    """More light hits choose; two on one die count twice, hollow ones not; a tie is rolled again."""
    again = (1, 8, 3, 3, 8, 8, 3, 8)
    for dice, winner, hits in ((again, 1, 1), ((1, 8, 8, 3), 0, 2), ((8, 3, 1, 3), 1, 3), ((5, 5, 3, 8), 1, 1)):
        match = start(mech("A", "f8"), mech("B", "f2"), stage="roll_sides", dice=dice)
        assert told(match, "sides_rolled") == [{"seat": winner, "hits": hits}]
        assert list(match.pending) == [winner]


@pytest.mark.clause("OP 5.2.1.discard", "OP 5.2.1.battlefield")
def test_each_side_puts_one_task_back() -> None:
    state = GAME.setup.prepare({"squads": ("rdl_600_line", "un_600_line"), "battlefield": "crossroads"}).new()
    fields = [field.id for field in setup.fields_for(state.battlefields, 600)]
    assert len(fields) == sum(field.board.size == 12 for field in state.battlefields.every)
    match = Match(GAME, state, ScriptedDice([2, 3, 4, *[8, 8, 1, 1] * 4]))
    assert list(match.pending) == [0]
    assert len(state.drawn) == 3
    first = offered(match)[1]
    say(match, first)
    assert list(match.pending) == [1]
    assert first not in offered(match)
    assert len(offered(match)) == 2
    kept = offered(match)[1].partition(":")[2]
    say(match, offered(match)[0])
    assert state.content.tasks[state.task].id == kept
    assert state.drawn == ()
    zones = len(state.content.tasks[state.task].zones)
    family = state.content.tasks[state.task].family
    expected = zones if family in ("control", "terminal") else 0
    assert (state.owners, state.markers) == ([NONE] * expected, [0] * expected)


@pytest.mark.clause("OP 5.2.1.large")
def test_the_board_of_a_large_battle() -> None:
    assert {field.board.size for field in setup.fields_for(BATTLEFIELDS, 1200)} == {16}
    assert {field.board.size for field in setup.fields_for(BATTLEFIELDS, 900)} == {12}


NAMED = [
    ("behead", 1, "prompt.name_own", ["unit:b2", "unit:b3"]),
    ("bounty", 0, "prompt.name_enemy", ["unit:b2", "unit:b3"]),
    ("escort", 0, "prompt.name_own", ["unit:a0", "unit:a1"]),
    ("excavation", 0, "prompt.zone", [f"zone:{zone}" for zone in BATTLEFIELDS.boards[12].zones]),
]


@pytest.mark.clause("OP 3.1.3.targets")
@pytest.mark.parametrize(("task", "seat", "prompt", "options"), NAMED)
def test_what_a_secondary_task_names(task: str, seat: int, prompt: str, options: list[str]) -> None:
    units = mech("A", "f8"), mech("A", "h8"), mech("B", "f2"), mech("B", "h2"), drone("B", "h4", HYENA)
    state = position(*units, stage="command")
    card = next(card for card in state.content.secondaries if card.id == task)
    assert asks(setup.name_for(Table(True), state, 0, card)) == (seat, prompt, options)


@pytest.mark.clause("OP 3.1.3.targets", "OP task.commander")
def test_commanders_are_named_from_the_first_player_on() -> None:
    units = mech("A", "f8"), mech("A", "h8"), mech("B", "f2"), mech("B", "h2")
    match = start(*units, stage="name_targets", first="B", task="assassination", secondary=("mercy", "annihilation"))
    assert list(match.pending) == [1]
    assert offered(match) == ["unit:b2", "unit:b3"]
    say(match, "unit:b3")
    assert list(match.pending) == [0]
    say(match, "unit:a1")
    assert match.state.named == [NONE, NONE, 1, 3]


@pytest.mark.clause("OP 3.1.3.targets")
def test_boxes_are_placed_where_nothing_stands() -> None:
    """In the middle of a grid if that is free; a zone that is built up gets none, one free grid is not asked for."""
    full = [{"at": "b2"}, {"at": "c3"}]
    middle = [{"at": "k2"}, {"at": "j3-5", "size": [1, 1]}]
    state = position(mech("A", "f8"), mech("B", "f2"), terrain=[*full, *middle], stage="command")
    for zone in ("alpha", "golf"):
        assert steps(setup.place_box(Table(True), state, 0, zone)) == [None]
    names = [tasks.place_name(box) for box in state.boxes]
    assert names == ["j3-1"]
    asked = asks(setup.place_box(Table(True), state, 1, "echo"))
    assert asked == (1, "prompt.box", ["grid:f6", "grid:g6", "grid:f7", "grid:g7"])
    match = start(
        mech("A", "f8"),
        mech("B", "f2"),
        stage="name_targets",
        first="B",
        task="asset_preservation",
        secondary=("mercy", "annihilation"),
    )
    order = []
    while match.state.stage == Stage.NAME_TARGETS:
        order.append(min(match.pending))
        say(match, offered(match)[0])
    assert order == [1, 0, 1, 0]
    assert [tasks.place_name(box) for box in match.state.boxes] == ["b2-5", "c10-5", "k2-5", "j10-5"]
    assert [event["grid"] for event in told(match, "box_placed")] == ["b2", "c10", "k2", "j10"]
