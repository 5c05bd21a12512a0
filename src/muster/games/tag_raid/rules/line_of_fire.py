"""Line of fire, cover and range (rulebook, "Line of Fire")."""

from __future__ import annotations

from math import cos, radians, sin
from typing import Final

from muster.games.tag_raid.board.spots import Spot
from muster.games.tag_raid.cards.content import NO_RANGE, OUT_OF_RANGE, Effect, Tool
from muster.games.tag_raid.state.questions import beast_card, behaviour, event_holds, touch, touches_beast, touching
from muster.games.tag_raid.state.state import BEAST, Miner, Order, State
from muster.geometry.hexes import ROOT
from muster.geometry.plane import CIRCLE, along, disc, span, to_piece
from muster.geometry.silhouettes import Block, Volume, hidden_in_part, in_sight

STEP: Final = 200
"""Sight along a path is checked at every node and at least every 20 mm.  [TR los.path]"""
SHORT: Final = 0
MID: Final = 1
LONG: Final = 2


def volume(state: State, spot: Spot) -> Volume:
    """The volume of a TAG: its base, as high as its silhouette.  [TR silhouette.volume]"""
    return state.field.vistas.volume(spot)


def beast_volume(state: State) -> Volume:
    """The volume of the MegaBeast, which fills its hexagon.  [TR beast.silhouette]"""
    cell = state.beast.cell
    assert cell is not None
    x, y = state.field.middle(cell)
    return Volume(x, y, state.field.size * ROOT / 2, 0, beast_card(state).height)


def _models(state: State, one: Volume, other: Volume, seats: tuple[int, int]) -> list[Block]:
    """The miners that might stand between two others."""
    found: list[Block] = []
    radius = state.content.constants.base_radius
    wide = 2 * max(radius, one.radius, other.radius)
    for miner in state.miners:
        if miner.seat in seats or not miner.on_table:
            continue
        if to_piece(miner.x, miner.y, one.x, one.y, other.x, other.y) < wide:
            low = state.field.floor(miner.level)
            found.append(Block(disc(miner.x, miner.y, radius), float(low + state.content.constants.silhouette)))
    return found


def clear(state: State, one: int, one_spot: Spot, other: int, other_spot: Spot) -> bool:
    """Whether a line joins the volumes of two miners and meets no scenery, no model and no hexagon without a tile.

    [TR los.clear] [TR los.void] [TR los.models]
    """
    vistas = state.field.vistas
    if not vistas.clear(one_spot, other_spot):
        return False
    if len(state.miners) == 2:
        return True
    a, b = vistas.volume(one_spot), vistas.volume(other_spot)
    models = _models(state, a, b, (one, other))
    return not models or in_sight(a, b, [*(vistas.between(one_spot, other_spot) or ()), *models])


def clear_to_beast(state: State, seat: int, spot: Spot) -> bool:
    """The same from a miner to the MegaBeast: its own hexagon does not hide it, other empty ones do.  [TR los.void]"""
    return _clear_to_lair(state, seat, spot, across=False)


def beast_clear(state: State, seat: int, spot: Spot) -> bool:
    """The same from the MegaBeast to a miner: it sees across hexagons without tiles.  [TR beast.los_void]"""
    return _clear_to_lair(state, seat, spot, across=True)


def _clear_to_lair(state: State, seat: int, spot: Spot, across: bool) -> bool:
    cell = state.beast.cell
    assert cell is not None
    vistas, lair, own = state.field.vistas, beast_volume(state), state.field.void_blocks[cell]
    if not vistas.clear_to_lair(lair, spot, own, across):
        return False
    one = vistas.volume(spot)
    models = _models(state, one, lair, (seat, BEAST))
    return not models or in_sight(one, lair, [*vistas.around(lair, spot, own, across), *models])


ALONG: Final = [along(compass) for compass in range(CIRCLE)]


def in_front(state: State, miner: Miner, x: float, y: float, radius: float) -> bool:
    """Whether a base is at least partly in the front 180 degrees of a miner.  [TR los.arc]"""
    dx, dy = ALONG[miner.facing]
    return (x - miner.x) * dx + (y - miner.y) * dy + radius > 1e-6


OPENING: Final = [(cos(radians(30.0 * sides)), sin(radians(30.0 * sides))) for sides in range(6)]
"""Half the angle of vision by the number of sides it goes through: cosine and sine."""


def in_vision(state: State, spot: Spot, facing: int, sides: int) -> bool:
    """Whether a miner is at least partly in the MegaBeast's angle of vision.  [TR beast.vision]

    Its base is in it when it reaches beyond the edge of the angle on its side.
    """
    if sides >= 6:
        return True
    cell = state.beast.cell
    assert cell is not None
    x, y = state.field.middle(cell)
    dx, dy = ALONG[30 + 60 * facing]
    ahead = (spot[0] - x) * dx + (spot[1] - y) * dy
    aside = abs((spot[0] - x) * dy - (spot[1] - y) * dx)
    opening_cos, opening_sin = OPENING[sides]
    return aside * opening_cos - ahead * opening_sin < state.content.constants.base_radius


def vision(state: State) -> int:
    """The number of sides the MegaBeast looks through; all six if its card names none.  [TR beast.vision_all]"""
    card = behaviour(state)
    return 6 if card is None else card.vision


def beast_sees(state: State, seat: int, spot: Spot) -> bool:
    """Whether the MegaBeast has line of fire to a miner at a spot.  [TR beast.los]"""
    return in_vision(state, spot, state.beast.facing, vision(state)) and beast_clear(state, seat, spot)


def looks(path: tuple[Spot, ...]) -> list[Spot]:
    """The spots of a path at which sight is checked, the last one first: most often the miner is seen there."""
    if len(path) == 1:
        return [path[0]]
    found = [path[-1]]
    for index in range(len(path) - 1, 0, -1):
        found += looks_between(path[index - 1], path[index])
        found.append(path[index - 1])
    return list(dict.fromkeys(found))


def looks_at(order: Order) -> list[Spot]:
    """The same for an order's path, found out once for it: everybody who may see the miner asks."""
    if order.look_along is not order.path:
        order.looks = looks(order.path)
        order.look_along = order.path
    return order.looks


def looks_between(one: Spot, other: Spot) -> list[Spot]:
    """The spots of a straight piece at which sight is checked, without its ends, the last one first."""
    (ax, ay, level), (bx, by, to) = one, other
    if level != to:
        return []
    dx, dy = bx - ax, by - ay
    parts = int(span(dx, dy)) // STEP + 1
    return [(ax + dx * step // parts, ay + dy * step // parts, level) for step in range(parts - 1, 0, -1)]


def nodes(path: tuple[Spot, ...]) -> list[Spot]:
    """The spots where a path begins, bends and ends, the last one first."""
    return list(dict.fromkeys(reversed(path)))


def seen_spots(state: State, watcher: Miner, active: Miner, path: tuple[Spot, ...], spots: list[Spot]) -> list[Spot]:
    """Those of these spots on the active miner's path at which a reactive miner has line of fire to it.

    A miner that touches an enemy sees all around, but only enemies it touches.  [TR los.contact]
    """
    if at_grips(state, watcher, active, path):
        return [spot for spot in spots if touch(state, watcher.spot, spot)]
    return [spot for spot in spots if sees_at(state, watcher, active, spot)]


def at_grips(state: State, watcher: Miner, active: Miner, path: tuple[Spot, ...]) -> bool:
    """Whether a reactive miner touches an enemy: another reactive one, or the active one where its path begins."""
    own = watcher.spot
    if touch(state, own, path[0]):
        return True
    for other in state.miners:
        third = other.seat != watcher.seat and other.seat != active.seat and other.on_table
        if third and touch(state, own, other.spot):
            return True
    return False


def sees_at(state: State, watcher: Miner, active: Miner, spot: Spot) -> bool:
    """Whether a reactive miner has line of fire to the active one at a spot of its path.  [TR los.arc]"""
    own = watcher.spot
    if touch(state, own, spot):
        return True
    if not in_front(state, watcher, spot[0], spot[1], state.content.constants.base_radius):
        return False
    return clear(state, watcher.seat, own, active.seat, spot)


def sees_any(state: State, watcher: Miner, active: Miner, order: Order) -> bool:
    """Whether a reactive miner sees the active one anywhere on its path."""
    path = order.path
    if at_grips(state, watcher, active, path):
        return touch(state, watcher.spot, path[0]) or touch(state, watcher.spot, path[-1])
    return any(sees_at(state, watcher, active, spot) for spot in looks_at(order))


def active_sees(state: State, active: Miner, spot: Spot, target: int) -> bool:
    """Whether the active miner sees a target: it sees all around on its path, but in contact only those it touches.

    [TR los.moving] [TR los.contact]
    """
    at_grips = touching(state, active.seat, spot)
    if at_grips:
        return target in at_grips
    if target == BEAST:
        return state.beast.cell is not None and clear_to_beast(state, active.seat, spot)
    return clear(state, active.seat, spot, target, state.miners[target].spot)


def sees_beast(state: State, watcher: Miner, active: Miner, path: tuple[Spot, ...]) -> bool:
    """Whether a reactive miner has line of fire to the MegaBeast: it touches it, or has it in front and a free line.

    [TR los.arc] [TR los.contact]
    """
    cell = state.beast.cell
    if cell is None:
        return False
    if touches_beast(state, watcher.spot):
        return True
    if at_grips(state, watcher, active, path):
        return False
    corners = state.field.voids[cell].corners
    return any(in_front(state, watcher, x, y, 0.0) for x, y in corners) and clear_to_beast(
        state, watcher.seat, watcher.spot
    )


# Cover and range


def in_cover(state: State, attacker: Spot, target: Spot) -> bool:
    """Whether a target is in partial cover: it touches scenery, or a roof, that hides part of its silhouette.

    [TR cover.contact] [TR cover.roof]
    """
    near = state.field.beside(target)
    if not near:
        return False
    eye, seen = volume(state, attacker), volume(state, target)
    scenery = state.field.scenery
    return any(hidden_in_part(eye, seen, scenery[number].block) for number in near)


def distance(state: State, one: Spot, other: Spot) -> float:
    """The distance from silhouette to silhouette along the line of fire; only a gap between a head and a foot above it
    adds height.

    [TR range.measure] [TR range.height]
    """
    constants = state.content.constants
    flat = span(one[0] - other[0], one[1] - other[1]) - 2 * constants.base_radius
    gap = abs(state.field.floor(one[2]) - state.field.floor(other[2])) - constants.silhouette
    return span(max(0.0, flat), max(0, gap))


def distance_to_beast(state: State, spot: Spot) -> float:
    """The distance to the MegaBeast, which fills its hexagon.  [TR range.height] [TR beast.silhouette]"""
    cell = state.beast.cell
    assert cell is not None
    flat = state.field.voids[cell].distance(spot[0], spot[1]) - state.content.constants.base_radius
    gap = state.field.floor(spot[2]) - beast_card(state).height
    return span(max(0.0, flat), max(0, gap))


def distance_to_target(state: State, spot: Spot, target: int, target_spot: Spot) -> float:
    """The distance from a miner at a spot to another one, or to the MegaBeast.  [TR range.measure]"""
    return distance_to_beast(state, spot) if target == BEAST else distance(state, spot, target_spot)


def band(state: State, away: float) -> int:
    """The segment of the range ruler for a distance: the shortest that reaches.  [TR range.bands]"""
    constants = state.content.constants
    if away <= constants.short_range:
        return SHORT
    if away <= constants.mid_range:
        return MID
    # Ground fog ends all sight of what is further away than mid range.  [TR event.fog]
    if away <= constants.long_range and not event_holds(state, Effect.FOG):
        return LONG
    return OUT_OF_RANGE


def range_mod(state: State, tool: Tool, away: float) -> int:
    """The modifier of a weapon at a distance, or `NO_RANGE`: then the shot fails.  [TR range.out] [TR range.no_mod]"""
    return band_mod(state, tool, away, band(state, away))


def band_mod(state: State, tool: Tool, away: float, segment: int) -> int:
    """The modifier of a weapon at a distance in a segment of the ruler; in fog there is none beyond mid range."""
    if segment == OUT_OF_RANGE and away <= state.content.constants.long_range:
        return NO_RANGE
    return tool.ranges[segment]
