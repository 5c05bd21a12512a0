"""After the rolls: evade moves, deaths and loot, respawning, the conclusion of an order.

Rulebook, "Evade", "Death", "Loot", "Respawn", step 5.2.
"""

from __future__ import annotations

from muster.games.tag_raid.beast import turn_to
from muster.games.tag_raid.damage import by_beast
from muster.games.tag_raid.movement import Move, read_move
from muster.games.tag_raid.questions import evade_segments, letter, loot_lies, tag_of
from muster.games.tag_raid.resolution import beast_is_roused
from muster.games.tag_raid.rolls import SIDES, half_up
from muster.games.tag_raid.routes import proposals
from muster.games.tag_raid.state import GROUND, NOWHERE, Miner, Stage, State
from muster.games.tag_raid.wording import place
from muster.geometry.plane import span
from muster.kernel.requests import Table
from muster.kernel.spaces import OneOf, Open, Option
from muster.kernel.text import Text


async def evade_move(table: Table, state: State) -> None:
    """Who evaded everything may move a segment: the active miner first, then along the timeline. Nobody reacts to it.

    [TR evade.move] [TR evade.order] [TR evade.no_aro]
    """
    order = state.order
    assert order is not None
    if not order.evaders:
        state.stage = Stage.DEATH
        return
    seat = order.evaders[0]
    miner = state.miners[seat]
    order.evaders = order.evaders[1:]
    allowance = evade_segments(state, miner)
    if not miner.wounds:
        return

    def read(key: str) -> Option[Move]:
        return read_move(state, miner, key, allowance)

    def propose() -> list[Option[Move]]:
        return proposals(state, miner, allowance)

    path, facing = await table.ask(seat, Text("prompt.evade_move"), Open(read, propose))
    if path:
        miner.x, miner.y, miner.level = path[-1]
    miner.facing = facing
    if table.listening:
        table.tell("evade_moved", "TR evade.move", {"seat": seat, "place": place(miner.spot), "facing": facing})


# Death


async def death(table: Table, state: State) -> None:
    """The dead, one after the other in timeline order: what is kept, the loot, off the table, and back again.

    [TR death.order] [TR death.removed]
    """
    order = state.order
    assert order is not None
    if not order.dead:
        state.stage = Stage.CONCLUSION
        return
    miner = state.miners[order.dead[0]]
    clear_old_loot(table, state, miner)
    kept_bezoar = await choose_what_to_keep(table, state, miner)
    drop_loot(table, state, miner, kept_bezoar, by_beast(order, miner.seat))
    if table.listening:
        table.tell("died", "TR death.removed", {"seat": miner.seat})
    miner.x, miner.y, miner.level = -1, -1, GROUND
    miner.slowed = False
    state.stage = Stage.RESPAWN


def clear_old_loot(table: Table, state: State, miner: Miner) -> None:
    """Loot of an earlier death that nobody took is lost.  [TR loot.second_death]"""
    if not loot_lies(miner):
        return
    state.reserve_teseum += miner.loot_teseum
    state.reserve_bezoar += miner.loot_bezoar
    state.discard = (*state.discard, *miner.loot_tools)
    miner.loot_teseum, miner.loot_bezoar, miner.loot_tools = 0, 0, ()
    miner.loot_spot = NOWHERE
    if table.listening:
        table.tell("loot_lost", "TR loot.second_death", {"seat": miner.seat})


async def choose_what_to_keep(table: Table, state: State, miner: Miner) -> int:
    """Half of the scoring zone, rounded up, stays; of which kind is the player's choice.  [TR loot.half]"""
    kept = half_up(miner.teseum + miner.bezoar)
    least, most = max(0, kept - miner.teseum), min(kept, miner.bezoar)
    if least == most:
        return most
    options = [
        Option(
            f"keep:{kept - count}t+{count}b",
            count,
            "TR loot.half",
            Text("option.keep", {"teseum": kept - count, "bezoar": count}),
        )
        for count in range(most, least - 1, -1)
    ]
    return await table.ask(miner.seat, Text("prompt.keep", {"count": kept}), OneOf(lambda: options))


def drop_loot(table: Table, state: State, miner: Miner, kept_bezoar: int, lost: bool) -> None:
    """The rest and the tools in open slots become loot beside the base, or are gone if the MegaBeast took part.

    [TR loot.tools_drop] [TR loot.secured] [TR loot.token] [TR loot.beast] [TR warehouse.safe]
    """
    kept = half_up(miner.teseum + miner.bezoar)
    bezoar, teseum = miner.bezoar - kept_bezoar, miner.teseum - (kept - kept_bezoar)
    tools = miner.slots
    miner.bezoar -= bezoar
    miner.teseum -= teseum
    miner.slots = ()
    if lost:
        state.reserve_bezoar += bezoar
        state.reserve_teseum += teseum
        state.discard = (*state.discard, *tools)
        if table.listening and (tools or bezoar + teseum):
            table.tell("loot_lost", "TR loot.beast", {"seat": miner.seat})
        return
    miner.loot_bezoar, miner.loot_teseum, miner.loot_tools = bezoar, teseum, tools
    miner.loot_spot = loot_spot(state, miner)
    if table.listening:
        gaps: dict[str, int | str] = {"seat": miner.seat, "count": bezoar + teseum, "place": place(miner.loot_spot)}
        table.tell("loot_dropped", "TR loot.token", gaps)


def loot_spot(state: State, miner: Miner) -> tuple[int, int, int]:
    """In contact with the base if there is room, else in the middle of where it stood.  [TR loot.no_room]"""
    constants = state.content.constants
    away = constants.base_radius + constants.token_radius
    for dx, dy in ((0, away), (away, 0), (0, -away), (-away, 0)):
        x, y = miner.x + dx, miner.y + dy
        if miner.level == GROUND and token_fits(state, x, y):
            return x, y, GROUND
    return miner.x, miner.y, miner.level


def token_fits(state: State, x: int, y: int) -> bool:
    radius = state.content.constants.token_radius
    field = state.field
    if field.tile_of(field.cell_at(x, y)) < 0:
        return False
    shapes = [*field.voids.values(), *[piece.shape for piece in field.scenery]]
    if any(shape.distance(x, y) < radius for shape in shapes):
        return False
    reach = radius + state.content.constants.base_radius
    return all(span(other.x - x, other.y - y) >= reach - 1 for other in state.miners if other.on_table)


# Respawn


async def respawn(table: Table, state: State) -> None:
    """The dead come back whole at an access point; orders they still have can be used.

    [TR respawn.back] [TR respawn.orders] [TR death.tokens]
    """
    order = state.order
    assert order is not None
    miner = state.miners[order.dead[0]]
    miner.wounds = tag_of(state, miner).wounds
    await deploy_tag(table, state, miner, "TR respawn.roll")
    order.dead = order.dead[1:]
    state.stage = Stage.DEATH


async def deploy_tag(table: Table, state: State, miner: Miner, clause: str) -> None:
    """A d20 names the access point; it is rolled again while an enemy stands there. The TAG looks into the table.

    [TR deploy.roll] [TR deploy.reroll] [TR deploy.contact] [TR deploy.facing] [TR respawn.roll]
    """
    while True:
        face = (await table.roll(f"access_{letter(miner.seat).lower()}", [SIDES]))[0]
        point = state.field.access_point(face)
        x, y, level = point.spot
        if not is_taken(state, x, y):
            break
        if table.listening:
            table.tell("access_taken", "TR deploy.reroll", {"seat": miner.seat, "number": point.number + 1})
    miner.x, miner.y, miner.level, miner.facing = x, y, level, point.facing
    if table.listening:
        table.tell("deployed", clause, {"seat": miner.seat, "number": point.number + 1})


def is_taken(state: State, x: int, y: int) -> bool:
    """Whether an enemy is in the way at an access point, or touches it."""
    reach = 2 * state.content.constants.base_radius
    return any(miner.on_table and span(miner.x - x, miner.y - y) < reach for miner in state.miners)


# Conclusion


async def conclusion(table: Table, state: State) -> None:
    """A MegaBeast that could not react turns to who disturbed it. Then the order is over.

    [TR beast.reorient] [TR order.end]
    """
    order = state.order
    assert order is not None
    if order.path and beast_is_roused(state, order):
        turn_to(table, state, state.miners[state.active].spot)
    state.order = None
    state.stage = order.resume
