"""The MegaBeast: appearing, moving, facing, its AROs and its threat (rulebook, "MegaBeast")."""

from __future__ import annotations

from muster.games.tag_raid.board.spots import Spot
from muster.games.tag_raid.cards.content import BeastAttack, Effect
from muster.games.tag_raid.rules import effects
from muster.games.tag_raid.rules.line_of_fire import beast_clear, beast_sees, in_vision, looks_at, vision
from muster.games.tag_raid.state.questions import beast_card, behaviour, fury_sum, hexagons_to_beast, is_there, timeline
from muster.games.tag_raid.state.state import BEAST, Order, Stage, State
from muster.geometry.hexes import SIDES, Cell, cell_name, side_bearing
from muster.geometry.plane import bearing, span, turn_between
from muster.kernel.requests import Table
from muster.kernel.spaces import OneOf, Option
from muster.kernel.text import Text

COMPASS = ("ne", "e", "se", "sw", "w", "nw")
"""The sides of a hexagon by name."""
Lair = tuple[Cell, int]


def keeper(state: State) -> int:
    """The player who decides for the MegaBeast what the rules leave open: the last in the timeline, who places it.

    [TR beast.placed_by_last] [TR beast.keeper]
    """
    return timeline(state)[-1]


def lairs(state: State) -> tuple[Cell, ...]:
    """The hexagons its type of movement allows.  [TR beast.interior] [TR beast.border] [TR beast.mixed]"""
    return state.field.cells[beast_card(state).movement]


async def appear(table: Table, state: State) -> None:
    """Let the last player in the timeline place the MegaBeast, looking at a TAG.

    [TR beast.appears] [TR beast.placed_by_last] [TR beast.faces_a_tag]
    """
    space = OneOf(lambda: placements(state))
    cell, facing = await table.ask(keeper(state), Text("prompt.beast"), space)
    effects.appear(state, cell, facing)
    state.stage = Stage.BEAST_EVENT
    if table.listening:
        gaps = {"beast": beast_card(state).id, "hexagon": cell_name(cell), "side": COMPASS[facing]}
        table.tell("beast_appears", "TR beast.appears", gaps)


def placements(state: State) -> list[Option[Lair]]:
    """Every hexagon and side from which it sees a TAG; if there is none, every hexagon and side."""
    found = [(cell, side) for cell in lairs(state) for side in range(SIDES) if faces_a_tag(state, cell, side)]
    if not found:
        found = [(cell, side) for cell in lairs(state) for side in range(SIDES)]
    return [
        Option(
            f"beast:{cell_name(cell)}@{COMPASS[side]}",
            (cell, side),
            "TR beast.placed_by_last",
            Text("option.beast", {"hexagon": cell_name(cell), "side": COMPASS[side]}),
        )
        for cell, side in found
    ]


def faces_a_tag(state: State, cell: Cell, side: int) -> bool:
    """Whether it would have a TAG straight in front, in line of fire."""
    before = state.beast.cell
    state.beast.cell = cell
    try:
        return any(
            in_vision(state, miner.spot, side, 1) and beast_clear(state, miner.seat, miner.spot)
            for miner in state.miners
            if is_there(state, miner.seat)
        )
    finally:
        state.beast.cell = before


# AROs


async def beast_aro_check(table: Table, state: State) -> None:
    """Let the MegaBeast react, once an order, to an active TAG in its line of fire; it moves now if its card says so.

    [TR beast.aro] [TR beast.aro_tags] [TR beast.moves]
    """
    order = state.order
    card = behaviour(state)
    assert order is not None
    if not is_there(state, BEAST) or card is None or order.beast_aro:
        return
    active = state.miners[state.active]
    if not any(beast_sees(state, active.seat, spot) for spot in looks_at(order)):
        return
    order.beast_aro = True
    if table.listening:
        attack = beast_card(state).attacks[card.attack].id
        table.tell("beast_aro", "TR beast.aro", {"beast": beast_card(state).id, "attack": attack})
    if card.moves:
        await approach(table, state, active.seat)


async def approach(table: Table, state: State, seat: int) -> None:
    """Move the MegaBeast to the hexagon nearest to a TAG, however far. If it is there and sees the TAG, it stays.

    [TR beast.moves] [TR beast.nearest] [TR beast.stays]
    """
    goal = state.miners[seat].spot
    cell = await nearest_lair(table, state, goal)
    if cell == state.beast.cell and beast_sees(state, seat, goal):
        return
    if effects.burrow(state, cell) and table.listening:
        gaps = {"beast": beast_card(state).id, "hexagon": cell_name(cell)}
        table.tell("beast_moves", "TR beast.moves", gaps)
    await turn_to(table, state, goal)


async def nearest_lair(table: Table, state: State, goal: Spot) -> Cell:
    """The hexagon nearest to a TAG: the MegaBeast's own, if none is nearer; among several its keeper chooses.

    [TR beast.nearest] [TR beast.keeper]
    """
    here = state.beast.cell
    assert here is not None
    least = min([distance_to(state, cell, goal) for cell in lairs(state)])
    if distance_to(state, here, goal) <= least:
        return here
    options = [
        Option(f"lair:{cell_name(cell)}", cell, "TR beast.nearest", Text("option.lair", {"hexagon": cell_name(cell)}))
        for cell in lairs(state)
        if distance_to(state, cell, goal) == least
    ]
    return await table.ask_small(keeper(state), Text("prompt.lair"), options)


def distance_to(state: State, cell: Cell, goal: Spot) -> float:
    """The distance of a hexagon's middle from a spot; equal distances come out equal."""
    x, y = state.field.middle(cell)
    return round(span(x - goal[0], y - goal[1]), 3)


async def turn_to(table: Table, state: State, goal: Spot) -> None:
    """Turn the MegaBeast so that it sees the active TAG and as many others as possible, and no further than needed.
    Between equally good sides its keeper chooses.

    [TR beast.facing] [TR beast.keeper]
    """
    if not is_there(state, BEAST):
        return
    worths = [facing_worth(state, goal, side) for side in range(SIDES)]
    options = [
        Option(f"side:{COMPASS[side]}", side, "TR beast.facing", Text("option.side", {"side": COMPASS[side]}))
        for side in range(SIDES)
        if worths[side] == max(worths)
    ]
    side = await table.ask_small(keeper(state), Text("prompt.side"), options)
    if effects.turn(state, side) and table.listening:
        table.tell("beast_turns", "TR beast.facing", {"beast": beast_card(state).id, "side": COMPASS[side]})


def facing_worth(state: State, goal: Spot, side: int) -> tuple[bool, int, int]:
    """The worth of a side: does it see the active TAG, how many TAGs in all, and how little it must turn.

    [TR beast.facing]
    """
    sides = vision(state)
    tags = [miner for miner in state.miners if is_there(state, miner.seat)]
    seen = sum([1 for tag in tags if in_vision(state, tag.spot, side, sides)])
    turn = min((side - state.beast.facing) % SIDES, (state.beast.facing - side) % SIDES)
    return in_vision(state, goal, side, sides), seen, -turn


def threat_at(state: State, spot: Spot) -> int:
    """The threat level of the side of its hexagon that looks at a spot.  [TR beast.threat] [TR beast.sides]"""
    cell = state.beast.cell
    assert cell is not None
    x, y = state.field.middle(cell)
    towards = bearing(x, y, spot[0], spot[1])
    return side_threat(state, min(range(SIDES), key=lambda number: turn_between(towards, side_bearing(number))))


def side_threat(state: State, side: int) -> int:
    """The threat level of one side of its hexagon, as it looks now.  [TR beast.sides]"""
    card = behaviour(state)
    colour = 0 if card is None else card.sides[(side - state.beast.facing) % SIDES]
    # Rage and some cards make every side more dangerous.  [TR beast.thick_hide]
    return beast_card(state).threat[colour] + fury_sum(state, Effect.THICK_HIDE)


def attack_of(state: State) -> BeastAttack | None:
    """The attack that its card makes it use as an ARO.  [TR beast.behaviour]"""
    card = behaviour(state)
    return None if card is None else beast_card(state).attacks[card.attack]


def attack_spot(state: State, order: Order) -> Spot | None:
    """The spot of its path at which the active TAG is attacked: seen, in reach, as near as possible.

    [TR beast.reach]
    """
    attack = attack_of(state)
    if not order.beast_aro or attack is None or not is_there(state, BEAST):
        return None
    assert state.beast.cell is not None
    x, y = state.field.middle(state.beast.cell)
    for spot in sorted(looks_at(order), key=lambda spot: span(spot[0] - x, spot[1] - y)):
        if hexagons_to_beast(state, spot) <= attack.reach and beast_sees(state, state.active, spot):
            return spot
    return None


def victims(state: State, spot: Spot) -> list[int]:
    """The active TAG alone, or everybody on its tile.  [TR beast.all_on_tile]"""
    attack = attack_of(state)
    if attack is None or not attack.all_on_tile:
        return [state.active]
    tiles = state.field.tiles_under(spot[0], spot[1])
    others = [
        miner.seat
        for miner in state.miners
        if miner.seat != state.active
        and is_there(state, miner.seat)
        and any(tile in tiles for tile in state.field.tiles_under(miner.x, miner.y))
    ]
    return [state.active, *others]


def attack_damage(state: State) -> int:
    """The damage of its attack; more in a frenzy.  [TR beast.frenzy]"""
    attack = attack_of(state)
    return 0 if attack is None else attack.damage + fury_sum(state, Effect.FRENZY)
