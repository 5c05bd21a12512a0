"""Tasks and their items (rulebook 5.2, 5.3): black boxes, control zones, terminals, commanders, victory points."""

from __future__ import annotations

from typing import Final

from muster.games.obsidian_protocol.board.battlefield import CELLS
from muster.games.obsidian_protocol.cards.content import Part
from muster.games.obsidian_protocol.cards.kinds import SLOT_NAMES, SLOTS, Kind, Stance
from muster.games.obsidian_protocol.cards.missions import Task
from muster.games.obsidian_protocol.rules.asking import ask_midway
from muster.games.obsidian_protocol.rules.movement.standing import place_name
from muster.games.obsidian_protocol.rules.naming import is_low_value, named, place_named, tell
from muster.games.obsidian_protocol.state.geometry import (
    base,
    grid_at,
    grid_of,
    in_contact,
    on_board,
    overlap,
    place_of,
)
from muster.games.obsidian_protocol.state.sheet import freehands, parts_left, parts_with, works
from muster.games.obsidian_protocol.state.state import State
from muster.games.obsidian_protocol.state.unit import DESTROYED, NOBODY, NONE, Unit
from muster.kernel.requests import Table
from muster.kernel.spaces import OneOf, Option
from muster.kernel.text import Text

ROUNDS: Final = 5


def task_of(state: State) -> Task | None:
    return state.content.tasks[state.task] if state.task != NONE else None


def award(table: Table, state: State, seat: int, points: int, clause: str) -> None:
    """Give a side points; a negative number takes them away.  [OP 5.2.4.points]"""
    if points:
        state.scores[seat] += points
        if table.listening:
            key = "scored" if points > 0 else "points_lost"
            table.tell(key, clause, {"seat": seat, "points": abs(points), "total": state.scores[seat]})


# Black boxes


def carriers(state: State, unit: Unit) -> list[int]:
    """The free hands of a unit that can take a black box.  [OP 5.3.1.pick_up] [OP 5.1.low_value_items]"""
    return freehands(state, unit, NONE) if unit.kind == Kind.MECH else []


async def pick_up(table: Table, state: State, unit: Unit, passing: bool) -> None:
    """A unit takes a black box in its grid with a free hand: if it likes in passing, always when it has acted.

    [OP 5.3.1.pick_up] [OP 5.3.1.automatic]
    """
    if not unit.alive:
        return
    while True:
        near = [place for place in state.boxes if grid_at(place) == grid_of(unit)]
        hands = carriers(state, unit)
        if not hands or not near:
            return
        hand = hands[0] if len(hands) == 1 and not passing else await ask_hand(table, state, unit, hands, passing)
        if hand == NONE:
            return
        place = near[0] if len(near) <= len(hands) else await which_box(table, unit.seat, near)
        state.boxes.remove(place)
        unit.box |= 1 << hand
        tell(table, state, "box_taken", "OP 5.3.1.pick_up", unit)


async def which_box(table: Table, seat: int, places: list[int]) -> int:
    """Choose one of several black boxes in a grid.  [OP 5.3.1.pick_up]"""
    options = [
        Option(f"box:{place_name(p)}", p, "OP 5.3.1.pick_up", Text("option.place", place_named(p, 1))) for p in places
    ]
    return await table.ask_small(seat, Text("prompt.which_box"), options)


async def ask_hand(table: Table, state: State, unit: Unit, hands: list[int], passing: bool) -> int:
    """The hand that takes a black box; NONE when it is left where it lies."""

    def options() -> list[Option[int]]:
        found = [
            Option(f"take:{SLOT_NAMES[h]}", h, "OP 5.3.1.pick_up", Text("option.part", {"part": SLOT_NAMES[h]}))
            for h in hands
        ]
        return [*found, Option("leave", NONE, "OP 5.3.1.pick_up", Text("option.leave"))] if passing else found

    return await ask_midway(table, unit.seat, Text("prompt.take", named(state, unit)), OneOf(options))


def let_go(unit: Unit) -> int:
    """A carrier that is penetrated lets go of its boxes. Returns how many there were.  [OP 5.3.1.penetrated]"""
    count = unit.box.bit_count()
    unit.box = 0
    return count


async def boxes_fall(table: Table, state: State, attacker: Unit, unit: Unit, count: int) -> None:
    """The attacker chooses where each box falls, in contact with the base of its carrier, wherever that ended.

    [OP 5.3.1.penetrated] [OP 5.3.1.moved]
    """
    for _ in range(count):
        places = around(state, unit) or [place_of(unit)]

        def options(places: list[int] = places) -> list[Option[int]]:
            return [
                Option(f"drop:{place_name(p)}", p, "OP 5.3.1.penetrated", Text("option.drop", place_named(p, 1)))
                for p in places
            ]

        state.boxes.append(await ask_midway(table, attacker.seat, Text("prompt.drop"), OneOf(options)))
        tell(table, state, "box_dropped", "OP 5.3.1.penetrated", unit)


def around(state: State, unit: Unit) -> list[int]:
    """The small grids in contact with a base that are free of terrain."""
    box = base(unit)
    found = []
    cells = state.battlefield.board.cells
    for row in range(cells):
        for column in range(cells):
            spot = column, row, column + 1, row + 1
            block = state.battlefield.block[row * CELLS + column]
            free = not block or state.wrecked >> (block - 1) & 1
            if free and in_contact(box, spot) and not overlap(box, spot):
                found.append(row * CELLS + column)
    return found


# Zones


def zone_seat(state: State, grids: frozenset[int]) -> int:
    """The side that alone has units in an area, at least one of them a drone or a mech that is not shut down.

    [OP 5.3.2.occupied] [OP 5.3.2.contested] [OP 5.1.low_value_items]
    """
    present = [False, False]
    able = [False, False]
    for unit in on_board(state):
        if grid_of(unit) in grids:
            present[unit.seat] = True
            if not is_low_value(state, unit) and unit.stance != Stance.SHUTDOWN:
                able[unit.seat] = True
    for seat in (0, 1):
        if able[seat] and not present[1 - seat]:
            return seat
    return NOBODY


def check_tasks(table: Table, state: State) -> None:
    """At the end of a round, zones change hands, terminals are accessed and points are scored.

    [OP 3.7.3.tasks] [OP 5.3.2.points] [OP 5.4.3.direct] [OP 5.4.3.once]
    """
    task = task_of(state)
    if task is None:
        return
    if task.family == "control":
        for number, zone in enumerate(task.zones):
            seat = zone_seat(state, state.battlefield.board.zones[zone])
            if seat != NOBODY and state.owners[number] != seat:
                state.owners[number] = seat
                if table.listening:
                    table.tell("zone_taken", "OP 5.3.2.occupied", {"seat": seat, "zone": zone})
        if state.round >= task.first_round:
            for seat in (0, 1):
                award(table, state, seat, task.points * state.owners.count(seat), "OP 5.3.2.points")
    elif task.family == "terminal":
        for number, zone in enumerate(task.zones):
            seat = zone_seat(state, state.battlefield.board.zones[zone])
            if seat != NOBODY and not state.markers[number]:
                access(table, state, seat, number, "OP 5.4.3.direct")
    if state.round == ROUNDS:
        last_points(table, state, task)


def access(table: Table, state: State, seat: int, number: int, clause: str) -> None:
    """A terminal gives its points, once in a round.  [OP 5.4.3.once]"""
    task = task_of(state)
    assert task is not None
    state.markers[number] = 1
    if table.listening:
        table.tell("terminal_accessed", clause, {"seat": seat, "zone": task.zones[number]})
    award(table, state, seat, task.points, clause)


def boxes_held(state: State, seat: int, grids: frozenset[int] | None, pack: str = "") -> int:
    """The number of black boxes that a side carries, in an area if one is given; with `pack` only by units that have
    it.
    """
    return sum(
        unit.box.bit_count()
        for unit in on_board(state)
        if unit.seat == seat
        and (grids is None or grid_of(unit) in grids)
        and (not pack or parts_with(state, unit, pack))
    )


def pack_lost(table: Table, state: State, unit: Unit, part: Part) -> None:
    """A carrying pack that is destroyed costs a point in tasks with black boxes.  [OP card.box_pack]"""
    task = task_of(state)
    if "black_box_protection" in part.passives and task is not None and task.family == "black_box":
        award(table, state, unit.seat, -1, "OP card.box_pack")


def last_points(table: Table, state: State, task: Task) -> None:
    """Score what counts when the last round is over.  [OP task.black_box] [OP task.commander_parts]"""
    if task.family == "black_box":
        grids = state.battlefield.board.zones[task.scoring_zone] if task.scoring_zone else None
        for seat in (0, 1):
            award(table, state, seat, task.points * boxes_held(state, seat, grids), "OP task.black_box")
            award(table, state, seat, boxes_held(state, seat, grids, "black_box_protection"), "OP card.box_pack")
    elif task.family == "vip" and state.winner == NOBODY:
        for seat in (0, 1):
            commander = state.units[state.named[2 + (1 - seat)]]
            lost = sum(bool(condition & DESTROYED) for condition in commander.condition)
            award(table, state, seat, 3 * lost, "OP task.commander_parts")


# Secondary tasks


def unit_lost(table: Table, state: State, unit: Unit) -> None:
    """Score for a unit that was destroyed or fell apart.

    [OP task.behead] [OP task.annihilation] [OP task.obsolescence] [OP task.bounty] [OP 5.1.low_value_points]
    [OP task.commander]
    """
    for seat in (0, 1):
        number = state.secondary[seat]
        if number == NONE:
            continue
        card = state.content.secondaries[number]
        if card.scores == "destroyed" and state.named[seat] == unit.id:
            award(table, state, seat, card.points, f"OP task.{card.id}")
        if card.scores == "kills" and unit.seat != seat and not is_low_value(state, unit):
            points = card.points if unit.kind == Kind.MECH else card.drone_points
            award(table, state, seat, points, f"OP task.{card.id}")
    task = task_of(state)
    if task is not None and task.family == "vip" and unit.id in state.named[2:]:
        award(table, state, 1 - unit.seat, task.points, "OP task.commander")
        state.winner = 1 - unit.seat


def part_lost(table: Table, state: State, by: int) -> None:
    """Score for a part or drone that the named mech destroyed.  [OP task.weapons_test]"""
    if by == NOBODY:
        return
    seat = state.units[by].seat
    if state.secondary[seat] == NONE:
        return
    card = state.content.secondaries[state.secondary[seat]]
    if card.scores == "kills_by" and state.named[seat] == by:
        award(table, state, seat, card.points, "OP task.weapons_test")


def end_of_game(table: Table, state: State) -> None:
    """Score the tasks that look at the end of the game.  [OP task.escort] [OP task.mercy] [OP task.excavation]"""
    for seat in (0, 1):
        number = state.secondary[seat]
        if number == NONE:
            continue
        card = state.content.secondaries[number]
        if card.scores == "survives":
            escorted(table, state, seat, state.units[state.named[seat]], card.points)
        elif card.scores == "mercy" and not any(
            unit.kind == Kind.MECH and unit.seat != seat and not unit.alive and unit.deployed for unit in state.units
        ):
            award(table, state, seat, card.points, "OP task.mercy")
        elif card.scores == "zone":
            grids = list(state.battlefield.board.zones.values())[state.named[seat]]
            inside = [u for u in on_board(state) if grid_of(u) in grids and not is_low_value(state, u)]
            if inside and all(unit.seat == seat for unit in inside):
                award(table, state, seat, card.points, "OP task.excavation")


def escorted(table: Table, state: State, seat: int, unit: Unit, points: int) -> None:
    """Score for the mech that was to survive, and for the assets on its back.  [OP task.escort] [OP card.asset]"""
    if unit.alive:
        award(table, state, seat, points, "OP task.escort")
    for slot in SLOTS:
        if unit.parts[slot] != NONE and "escort_asset" in state.content.parts[unit.parts[slot]].passives:
            award(table, state, seat, 1 if unit.alive and works(unit, slot) else -1, "OP card.asset")


def remaining(state: State, seat: int) -> int:
    """The number of mech parts and drones a side has left, which decides a tie.  [OP 5.2.4.tie]"""
    return sum(
        parts_left(unit) if unit.kind == Kind.MECH else int(unit.kind == Kind.DRONE)
        for unit in on_board(state)
        if unit.seat == seat
    )
