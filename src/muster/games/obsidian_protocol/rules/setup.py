"""Set-up (rulebook 3.1, 5.2.1): battlefield, tasks, sides and first player, secondary tasks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from muster.games.obsidian_protocol.board.battlefield import GRID_NAMES, Battlefield, Battlefields
from muster.games.obsidian_protocol.cards.content import Content, Squad
from muster.games.obsidian_protocol.cards.kinds import SLOTS, Kind, Level
from muster.games.obsidian_protocol.cards.missions import Secondary
from muster.games.obsidian_protocol.rules.actions.projectiles import new_unit
from muster.games.obsidian_protocol.rules.asking import (
    ask_grid,
    ask_unit,
)
from muster.games.obsidian_protocol.rules.attack.dice import YELLOW_DIE
from muster.games.obsidian_protocol.rules.mission.tasks import task_of
from muster.games.obsidian_protocol.rules.movement.standing import places_in
from muster.games.obsidian_protocol.state.geometry import middle_of
from muster.games.obsidian_protocol.state.sheet import bring_in
from muster.games.obsidian_protocol.state.state import Stage, State
from muster.games.obsidian_protocol.state.unit import NONE, Unit
from muster.kernel.requests import Table
from muster.kernel.spaces import OneOf, Option
from muster.kernel.text import Text

DRAWN_TASKS: Final = 3
EDGES: Final[tuple[str, ...]] = ("black", "white")


def new_state(
    content: Content,
    battlefields: Battlefields,
    squads: tuple[Squad, Squad],
    scale: int,
    battlefield: str,
    task: str,
    environments: bool,
) -> State:
    """Two squads beside an empty board, with their tactics cards.  [OP 4.13.start] [OP 5.4.2.squad]"""
    state = State(content, battlefields, fields_for(battlefields, scale)[0], (battlefield, task, environments), [])
    state.squads = (squads[0].id, squads[1].id)
    for seat in (0, 1):
        for unit in muster_squad(state, seat, squads[seat]):
            state.units.append(unit)
        for number in squads[seat].tactics:
            state.hands[seat] |= 1 << number
    return state


def fields_for(battlefields: Battlefields, scale: int) -> list[Battlefield]:
    """The battlefields of a scale; a large battle has a larger board.  [OP 5.2.1.large]"""
    return battlefields.of_size(16 if scale == 1200 else 12)


def muster_squad(state: State, seat: int, squad: Squad) -> list[Unit]:
    """The units of a squad, with full link, ammo and interception tokens.  [OP 4.13.start]"""
    units: list[Unit] = []
    for mech in squad.mechs:
        units.append(new_mech(state, len(state.units) + len(units), seat, mech.parts, mech.pilot))
    for place, number in enumerate(squad.drones):
        unit = new_unit(state, seat, state.content.units[number])
        if squad.loads[place] != NONE:
            take_load(state, unit, squad.loads[place])
        unit.id = len(state.units) + len(units)
        units.append(unit)
    return units


def take_load(state: State, unit: Unit, load: int) -> None:
    """A carrier takes a part on its back; the part's tokens lie beside the drone's own.  [OP 6.2.load]"""
    unit.load = load
    bring_in(state, state.content.parts[load].passives)
    for action in state.content.parts[load].actions:
        unit.ammo = (*unit.ammo, action.ammo)
        unit.intercepts = (*unit.intercepts, 0)


def new_mech(state: State, number: int, seat: int, parts: Sequence[int], pilot: int) -> Unit:
    ammo, tokens = [0, 0] * len(SLOTS), [0, 0] * len(SLOTS)
    for slot in SLOTS:
        if parts[slot] != NONE:
            part = state.content.parts[parts[slot]]
            bring_in(state, part.passives)
            for face in (part.discard, part.turns):
                if face != NONE:
                    bring_in(state, state.content.parts[face].passives)
            for action in part.actions:
                ammo[2 * slot + action.place] = action.ammo
                tokens[2 * slot + action.place] = action.plain.get("intercept", 0)
    link = state.content.pilots[pilot].link
    return Unit(
        number,
        seat,
        Kind.MECH,
        Level.GROUND,
        3,
        NONE,
        pilot,
        tuple(parts),
        (0,) * len(SLOTS),
        tuple(ammo),
        tuple(tokens),
        link=link,
    )


# Battlefield and main task


async def draw_battlefield(table: Table, state: State) -> None:
    """Lay the squads open, draw a battlefield card and three main task cards.

    [OP 5.1.points] [OP 5.2.1.battlefield] [OP 5.2.1.discard]
    """
    if table.listening:
        for seat in (0, 1):
            table.tell("squad_fielded", "OP 5.1.points", {"seat": seat, "squad": state.squads[seat]})
    tasks = state.content.tasks
    fields = state.battlefields.of_size(state.battlefield.board.size)
    name, task, _ = state.fixed
    found = next((field for field in fields if field.id == name), None)
    if found is None:
        found = fields[(await table.draw("battlefield", [field.id for field in fields], 1))[0]]
    state.battlefield = found
    if table.listening:
        if found.number == NONE:
            table.tell("battlefield_own", "OP 5.2.1.battlefield")
        else:
            table.tell("battlefield_drawn", "OP 5.2.1.battlefield", {"battlefield": found.id})
    chosen = next((card.number for card in tasks if card.id == task), NONE)
    if chosen == NONE:
        drawn = await table.draw("tasks", [card.id for card in tasks], DRAWN_TASKS)
        state.drawn = tuple(sorted(drawn))
        state.to_move = 0
        state.stage = Stage.DISCARD_TASK
    else:
        take_task(table, state, chosen)


def take_task(table: Table, state: State, number: int) -> None:
    state.task = number
    state.drawn = ()
    task = state.content.tasks[number]
    zones = len(task.zones) if task.family in ("control", "terminal") else 0
    state.owners = [NONE] * zones
    state.markers = [0] * zones
    if table.listening:
        table.tell("task_set", "OP 5.2.1.discard", {"task": task.id})
    state.stage = Stage.ROLL_SIDES


async def discard_task(table: Table, state: State) -> None:
    """Each side puts one of three main tasks back; the last one is played.  [OP 5.2.1.discard]"""
    tasks = state.content.tasks

    def options() -> list[Option[int]]:
        return [
            Option(
                f"discard:{tasks[n].id}",
                n,
                "OP 5.2.1.discard",
                Text(f"about.aim_{tasks[n].family}", tasks[n].figures()),
            )
            for n in state.drawn
        ]

    number = await table.ask(state.to_move, Text("prompt.discard_task"), OneOf(options))
    state.drawn = tuple(n for n in state.drawn if n != number)
    if len(state.drawn) == 1:
        take_task(table, state, state.drawn[0])
    else:
        state.to_move = 1


# Sides


async def roll_sides(table: Table, state: State) -> None:
    """Each side rolls two yellow dice; more light hits choose, and a tie is rolled again.  [OP 3.1.2.roll]"""
    hits = [0, 0]
    while hits[0] == hits[1]:
        for seat in (0, 1):
            found = await table.roll("sides", (8, 8))
            hits[seat] = sum(YELLOW_DIE[face - 1].count("L") for face in found)
    state.to_move = 0 if hits[0] > hits[1] else 1
    if table.listening:
        table.tell("sides_rolled", "OP 3.1.2.roll", {"seat": state.to_move, "hits": max(hits)})
    state.stage = Stage.CHOOSE_SIDES


FIRST: Final = [
    Option("first:me", ("first", 1), "OP 3.1.2.choose", Text("option.first")),
    Option("first:you", ("first", 0), "OP 3.1.2.choose", Text("option.second")),
]
EDGE: Final = [
    Option("edge:black", ("edge", 0), "OP 3.1.2.choose", Text("option.edge", {"edge": "black"})),
    Option("edge:white", ("edge", 1), "OP 3.1.2.choose", Text("option.edge", {"edge": "white"})),
]


async def choose_sides(table: Table, state: State) -> None:
    """The winner settles who is first player or who has which edge; the other player settles the rest.

    [OP 3.1.2.choose]
    """
    winner = state.to_move
    what, value = await table.ask(winner, Text("prompt.sides"), OneOf(lambda: FIRST + EDGE))
    rest = EDGE if what == "first" else FIRST
    _, other = await table.ask(1 - winner, Text("prompt.sides"), OneOf(lambda: rest))
    if what == "first":
        state.first = winner if value else 1 - winner
        edge, seat = other, 1 - winner
    else:
        state.first = 1 - winner if other else winner
        edge, seat = value, winner
    state.edges = (edge, 1 - edge) if seat == 0 else (1 - edge, edge)
    if table.listening:
        for seat in (0, 1):
            table.tell("edge_taken", "OP 3.1.2.choose", {"seat": seat, "edge": EDGES[state.edges[seat]]})
        table.tell("first_player", "OP 3.1.2.choose", {"seat": state.first})
    state.to_move = state.first
    state.stage = Stage.PLACE_ENVIRONMENTS


# Tasks


async def choose_secondary(table: Table, state: State) -> None:
    """Each player takes a secondary task and shows it, beginning with the first player.  [OP 3.1.3.secondary]"""
    seat = state.to_move
    cards = [card for card in state.content.secondaries if card.number not in state.secondary]

    def options() -> list[Option[int]]:
        return [
            Option(f"task:{card.id}", card.number, "OP 3.1.3.secondary", Text("option.secondary", card.figures()))
            for card in cards
        ]

    state.secondary[seat] = await table.ask(seat, Text("prompt.secondary"), OneOf(options))
    if table.listening:
        card = state.content.secondaries[state.secondary[seat]]
        table.tell("secondary", "OP 3.1.3.secondary", {"seat": seat, "task": card.id})
    if NONE in state.secondary:
        state.to_move = 1 - seat
    else:
        state.to_move = state.first
        state.stage = Stage.NAME_TARGETS


async def name_targets(table: Table, state: State) -> None:
    """Name and place everything the tasks need, beginning with the first player.  [OP 3.1.3.targets]"""
    for seat in (state.first, 1 - state.first):
        card = state.content.secondaries[state.secondary[seat]]
        state.named[seat] = await name_for(table, state, seat, card)
    task = task_of(state)
    assert task is not None
    if task.family == "vip":
        for seat in (state.first, 1 - state.first):
            state.named[2 + seat] = await name_mech(table, state, seat, seat, "prompt.commander")
    if task.family == "black_box":
        seat = state.first
        for zone in task.zones:
            await place_box(table, state, seat, zone)
            seat = 1 - seat
    state.to_move = state.first
    state.stage = Stage.CARRY


async def name_for(table: Table, state: State, seat: int, card: Secondary) -> int:
    """The mech or zone that a secondary task is about.  [OP 3.1.3.targets]"""
    if card.names == "enemy_names_own_mech":
        return await name_mech(table, state, 1 - seat, 1 - seat, "prompt.name_own")
    if card.names == "enemy_mech":
        return await name_mech(table, state, seat, 1 - seat, "prompt.name_enemy")
    if card.names == "own_mech":
        return await name_mech(table, state, seat, seat, "prompt.name_own")
    if card.names == "zone":
        zones = list(state.battlefield.board.zones)

        def options() -> list[Option[int]]:
            return [
                Option(f"zone:{zone}", n, "OP 3.1.3.targets", Text("option.zone", {"zone": zone}))
                for n, zone in enumerate(zones)
            ]

        return await table.ask(seat, Text("prompt.zone"), OneOf(options))
    return NONE


async def name_mech(table: Table, state: State, seat: int, owner: int, prompt: str) -> int:
    mechs = [unit for unit in state.units if unit.seat == owner and unit.kind == Kind.MECH]
    if len(mechs) == 1:
        return mechs[0].id
    chosen = await ask_unit(table, state, seat, prompt, "OP 3.1.3.targets", lambda: mechs, midway=False)
    assert chosen is not None
    return chosen.id


async def place_box(table: Table, state: State, seat: int, zone: str) -> None:
    """Place a black box in a grid of its zone that has no building.  [OP 3.1.3.targets]"""
    places = {}
    for grid in sorted(state.battlefield.board.zones[zone]):
        free = [place for place in places_in(grid, 1) if not state.battlefield.block[place]]
        middle = middle_of(grid)
        if free:
            places[grid] = middle if middle in free else free[0]
    if not places:
        return
    grid = (
        await ask_grid(table, seat, "prompt.box", list(places), midway=False) if len(places) > 1 else next(iter(places))
    )
    state.boxes.append(places[grid])
    if table.listening:
        table.tell("box_placed", "OP 3.1.3.targets", {"grid": GRID_NAMES[grid]})
