"""After the rolls: evade moves, deaths and loot, respawning, the conclusion of an order.

Rulebook, "Evade", "Death", "Loot", "Respawn", step 5.2.
"""

from __future__ import annotations

import re
from typing import Final

from muster.games.tag_raid.board.area import SLACK
from muster.games.tag_raid.board.spots import GROUND, Move, Spot
from muster.games.tag_raid.rules.beast import turn_to
from muster.games.tag_raid.rules.damage import by_beast, is_slowed
from muster.games.tag_raid.rules.effects import arrive, leave, walk
from muster.games.tag_raid.rules.movement import read_move, read_point, tokens
from muster.games.tag_raid.rules.orders import stands
from muster.games.tag_raid.rules.proposals import proposals
from muster.games.tag_raid.rules.refusals import direction, hexagon, place, refuse
from muster.games.tag_raid.rules.resolution import beast_is_roused, note_slow
from muster.games.tag_raid.rules.rolls import SIDES, half_up
from muster.games.tag_raid.rules.tools import use_repair_kits
from muster.games.tag_raid.state.questions import (
    comes_next_to_beast,
    crosses,
    evade_segments,
    is_there,
    letter,
    loot_lies,
)
from muster.games.tag_raid.state.state import NOWHERE, Miner, Order, Stage, State
from muster.geometry.plane import CIRCLE, along, bearing, span
from muster.kernel.requests import Table
from muster.kernel.spaces import OneOf, Open, Option, no_such_option
from muster.kernel.text import Text

BESIDE: Final = (180, 90, 0, 270, 135, 45, 315, 225)
"""The usual places for a loot token, by compass: the first with room is proposed."""
LOOK: Final = re.compile(r"look:(?P<facing>\d{1,3})", re.ASCII)
LOOKS: Final = (0, 45, 315, 90, 270, 135, 225, 180)
"""The directions proposed to a TAG that arrives, turned from straight into the table."""


async def evade_move(table: Table, state: State) -> None:
    """Let each miner that evaded everything move a segment: the active one first, then along the timeline. Nobody
    reacts.

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
    if not is_there(state, seat):
        return
    allowance = evade_segments(state, miner)

    def read(key: str) -> Option[Move]:
        return read_move(state, miner, key, allowance)

    def propose() -> list[Option[Move]]:
        return proposals(state, miner, allowance)

    path, facing = await table.ask(seat, Text("prompt.evade_move"), Open(read, propose), midway=True)
    way = (miner.spot, *path)
    walk(state, miner, path, facing)
    if table.listening:
        table.tell("evade_moved", "TR evade.move", stands(state, miner))
    leads_astray(state, order, seat, way)


def leads_astray(state: State, order: Order, seat: int, way: tuple[Spot, ...]) -> None:
    """Note where an evade move leads: it is part of the order or ARO, so difficult terrain and the MegaBeast count.

    [TR terrain.difficult] [TR beast.reorient]
    """
    if crosses(state, way, state.difficult):
        note_slow(state, order, seat, "TR terrain.difficult", None)
    if seat == state.active:
        order.beast_near = order.beast_near or comes_next_to_beast(state, way)


# Death


async def death(table: Table, state: State) -> None:
    """Deal with the dead one by one, in timeline order: what is kept, the loot, off the table, and back again.

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
    await drop_loot(table, state, miner, kept_bezoar, by_beast(order, miner.seat))
    if table.listening:
        table.tell("died", "TR death.removed", {"seat": miner.seat})
    leave(state, miner)
    # What it suffered in this order goes with its tokens.  [TR death.tokens]
    order.slowing = tuple([(seat, clause) for seat, clause in order.slowing if seat != miner.seat])
    state.stage = Stage.RESPAWN


def clear_old_loot(table: Table, state: State, miner: Miner) -> None:
    """Remove the loot of an earlier death that nobody took.  [TR loot.second_death]"""
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
    """Let the player choose which half of the scoring zone to keep, rounded up.  [TR loot.half]"""
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
    return await table.ask(miner.seat, Text("prompt.keep", {"count": kept}), OneOf(lambda: options), midway=True)


async def drop_loot(table: Table, state: State, miner: Miner, kept_bezoar: int, lost: bool) -> None:
    """Turn the rest and the tools in open slots into loot beside the base; it is gone if the MegaBeast took part. If
    there is nothing to drop, there is no token.

    [TR loot.tools_drop] [TR loot.secured] [TR loot.token] [TR loot.beast] [TR warehouse.safe]
    """
    kept = half_up(miner.teseum + miner.bezoar)
    bezoar, teseum = miner.bezoar - kept_bezoar, miner.teseum - (kept - kept_bezoar)
    tools = miner.slots
    if not (bezoar or teseum or tools):
        return
    spot = NOWHERE if lost else await place_token(table, state, miner)
    miner.bezoar -= bezoar
    miner.teseum -= teseum
    miner.slots = ()
    if lost:
        state.reserve_bezoar += bezoar
        state.reserve_teseum += teseum
        state.discard = (*state.discard, *tools)
        if table.listening:
            table.tell("loot_lost", "TR loot.beast", {"seat": miner.seat})
        return
    miner.loot_bezoar, miner.loot_teseum, miner.loot_tools = bezoar, teseum, tools
    miner.loot_spot = spot
    if table.listening:
        gaps: dict[str, int | str] = {"seat": miner.seat, "count": bezoar + teseum}
        gaps |= {"hexagon": hexagon(state, spot), "place": place(spot)}
        table.tell("loot_dropped", "TR loot.token", gaps)


async def place_token(table: Table, state: State, miner: Miner) -> Spot:
    """Let the player put the token in contact with the base; without room it lies where the miner stood.

    [TR loot.token] [TR loot.no_room]
    """
    options = [token_option(miner, spot) for spot in beside(state, miner) if token_fits(state, spot)]
    if not options:
        return miner.spot

    def read(key: str) -> Option[Spot]:
        return read_token(state, miner, key)

    return await table.ask(miner.seat, Text("prompt.token"), Open(read, lambda: options), small=True)


def token_option(miner: Miner, spot: Spot) -> Option[Spot]:
    side = direction(bearing(miner.x, miner.y, spot[0], spot[1]))
    return Option(f"token:{place(spot)}", spot, "TR loot.token", Text("option.token", {"way": side}))


def beside(state: State, miner: Miner) -> list[Spot]:
    """The spots for a token around a base, the usual one first."""
    away = state.content.constants.base_radius + state.content.constants.token_radius
    steps = [along(turn) for turn in BESIDE]
    return [(miner.x + round(dx * away), miner.y + round(dy * away), miner.level) for dx, dy in steps]


def read_token(state: State, miner: Miner, key: str) -> Option[Spot]:
    """Read the place for a token from a key, and check it.  [TR loot.token]"""
    if not key.startswith("token:") or "^" in key or "v" in key:
        raise no_such_option(key)
    spot = read_point(state, key.removeprefix("token:"), miner.level)
    constants = state.content.constants
    gap = span(spot[0] - miner.x, spot[1] - miner.y) - constants.base_radius - constants.token_radius
    if abs(gap) > constants.contact or not token_fits(state, spot):
        raise refuse("TR loot.token")
    return token_option(miner, spot)


def token_fits(state: State, spot: Spot) -> bool:
    """Whether a loot token has room: on a tile or roof, clear of scenery, other tokens and bases.  [TR loot.no_room]"""
    constants, field = state.content.constants, state.field
    radius = constants.token_radius
    x, y, level = spot
    if level != GROUND:
        fits = field.scenery[level].shape.inside(x, y) >= radius
    else:
        shapes = [*field.voids.values(), *[piece.shape for piece in field.scenery]]
        on_tile = field.tile_of(field.cell_at(x, y)) >= 0
        fits = on_tile and all(shape.distance(x, y) >= radius for shape in shapes)
    others = [(other.spot, constants.base_radius) for other in state.miners if other.on_table]
    others += [(token, radius) for token in tokens(state)]
    return fits and all(
        height != level or span(ox - x, oy - y) >= wide + radius - constants.contact
        for (ox, oy, height), wide in others
    )


# Respawn


async def respawn(table: Table, state: State) -> None:
    """Bring a dead miner back at an access point, with all its wounds; orders it still has can be used.

    [TR respawn.back] [TR respawn.orders] [TR death.tokens]
    """
    order = state.order
    assert order is not None
    await deploy_tag(table, state, state.miners[order.dead[0]], "TR respawn.roll")
    order.dead = order.dead[1:]
    state.stage = Stage.DEATH


async def deploy_tag(table: Table, state: State, miner: Miner, clause: str) -> None:
    """Roll for an access point, again while it is taken. The TAG stands there, looking into the table, and its player
    may turn it.

    [TR deploy.roll] [TR deploy.reroll] [TR deploy.contact] [TR deploy.facing] [TR respawn.roll]
    """
    while True:
        face = (await table.roll(f"access_{letter(miner.seat).lower()}", [SIDES]))[0]
        point = state.field.access_point(face)
        if may_arrive(state, point.spot):
            break
        if table.listening:
            table.tell("access_taken", "TR deploy.reroll", {"seat": miner.seat, "number": point.number + 1})
    arrive(state, miner, point.spot, point.facing)
    if table.listening:
        table.tell("deployed", clause, {"number": point.number + 1, **stands(state, miner)})
    options = [look_option((point.facing + turn) % CIRCLE) for turn in LOOKS]
    facing = await table.ask(miner.seat, Text("prompt.look"), Open(read_look, lambda: options), small=True)
    if facing != miner.facing:
        walk(state, miner, (), facing)
        if table.listening:
            table.tell("turned", "TR deploy.facing", stands(state, miner))


def may_arrive(state: State, spot: Spot) -> bool:
    """Whether a TAG may arrive at an access point: a free one, on good ground if there is such a one.

    [TR deploy.reroll] [TR terrain.impassable]
    """
    if not is_free(state, spot):
        return False
    others = [point.spot for point in state.field.access]
    return has_ground(state, spot) or not any(is_free(state, other) and has_ground(state, other) for other in others)


def has_ground(state: State, spot: Spot) -> bool:
    """Whether a base here would be clear of impassable ground and of tokens.

    [TR terrain.impassable] [TR area.inside] [TR move.on_token]
    """
    if any(tile in state.impassable for tile in state.field.tiles_under(spot[0], spot[1])):
        return False
    apart = state.content.constants.base_radius + state.content.constants.token_radius - SLACK
    return all(span(token[0] - spot[0], token[1] - spot[1]) >= apart for token in tokens(state))


def is_free(state: State, spot: Spot) -> bool:
    """Whether no enemy stands at an access point or touches it.  [TR deploy.reroll]"""
    reach = 2 * state.content.constants.base_radius
    return all(not miner.on_table or span(miner.x - spot[0], miner.y - spot[1]) >= reach for miner in state.miners)


def look_option(facing: int) -> Option[int]:
    return Option(f"look:{facing}", facing, "TR deploy.facing", Text("option.look", {"way": direction(facing)}))


def read_look(key: str) -> Option[int]:
    """Read a bearing from a key.  [TR deploy.facing]"""
    found = LOOK.fullmatch(key)
    if found is None or int(found["facing"]) >= CIRCLE:
        raise no_such_option(key)
    return look_option(int(found["facing"]))


# Conclusion


async def conclusion(table: Table, state: State) -> None:
    """Turn a MegaBeast that could not react to the TAG that disturbed it. Then states take effect, repair kits that
    were kept are used, and the order is over.

    [TR beast.reorient] [TR state.end_of_order] [TR tool.kept] [TR order.end]
    """
    order = state.order
    assert order is not None
    if order.path and beast_is_roused(state, order):
        await turn_to(table, state, state.miners[state.active].spot)
    for seat, clause in order.slowing:
        is_slowed(table, state, state.miners[seat], clause)
    use_repair_kits(table, state)
    state.order = None
    state.stage = order.resume
