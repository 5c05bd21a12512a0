"""Moving: a path of straight pieces, measured, checked piece by piece, and what may be answered (rulebook, "Move")."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from muster.games.tag_raid.battlefield import SLACK
from muster.games.tag_raid.content import Effect
from muster.games.tag_raid.questions import has_capacity, letter, loot_lies
from muster.games.tag_raid.state import GROUND, Miner, Spot, State
from muster.geometry.plane import span, to_piece
from muster.kernel.refusal import Refusal
from muster.kernel.spaces import Option, no_such_option
from muster.kernel.text import Text

if TYPE_CHECKING:
    from muster.games.tag_raid.roadmap import Way

Move = tuple[tuple[Spot, ...], int]
"""Where a path leads from where the miner stands, spot by spot, and where it then looks."""

KEY = re.compile(r"(?:move:(?P<path>[^@]+)|stay)@(?P<facing>\d{1,3})", re.ASCII)
POINT = re.compile(r"(?P<climb>[\^v]?)(?P<x>\d{1,4})(?:\.(?P<dx>\d))?,(?P<y>\d{1,4})(?:\.(?P<dy>\d))?", re.ASCII)


def refuse(clause: str, **gaps: int | str) -> Refusal:
    """A refusal whose words go by the name of its clause."""
    name = clause.partition(" ")[2]
    return Refusal(clause, Text(f"refusal.{name}", gaps))


# Keys


def millimetres(value: int) -> str:
    """Tenths of a millimetre as people read them."""
    return str(value // 10) if value % 10 == 0 else f"{value // 10}.{value % 10}"


def place(spot: Spot) -> str:
    return f"{millimetres(spot[0])},{millimetres(spot[1])}"


def move_key(start: Spot, move: Move) -> str:
    """`move:120,85;^160,85@30`: points in millimetres, ^ up and v down a piece of scenery, then where it looks."""
    path, facing = move
    if not path:
        return f"stay@{facing}"
    points: list[str] = []
    level = start[2]
    for spot in path:
        climb = "" if spot[2] == level else "v" if spot[2] == GROUND else "^"
        points.append(climb + place(spot))
        level = spot[2]
    return f"move:{';'.join(points)}@{facing}"


def read_point(state: State, text: str, level: int) -> Spot:
    """A point of a path; a climb leads to the top of the scenery there, or to the ground."""
    found = POINT.fullmatch(text)
    if found is None:
        raise no_such_option(text)
    x = int(found["x"]) * 10 + int(found["dx"] or 0)
    y = int(found["y"]) * 10 + int(found["dy"] or 0)
    if found["climb"] == "v":
        return x, y, GROUND
    if found["climb"] == "^":
        for number, piece in enumerate(state.field.scenery):
            if number != level and piece.shape.inside(x, y) >= 0:
                return x, y, number
        raise refuse("TR move.climb", place=f"{millimetres(x)},{millimetres(y)}")
    return x, y, level


def read_move(state: State, miner: Miner, key: str, allowance: int) -> Option[Move]:
    """The move behind a key, checked."""
    found = KEY.fullmatch(key)
    if found is None or int(found["facing"]) >= 360:
        raise no_such_option(key)
    path: list[Spot] = []
    level = miner.level
    if found["path"] is not None:
        for text in found["path"].split(";"):
            spot = read_point(state, text, level)
            path.append(spot)
            level = spot[2]
    move: Move = (tuple(path), int(found["facing"]))
    check_path(state, miner, move[0], allowance)
    return move_option(miner.spot, move)


def move_option(start: Spot, move: Move) -> Option[Move]:
    key = move_key(start, move)
    if not move[0]:
        return Option(key, move, "TR move.facing", Text("option.stay", {"facing": move[1]}))
    gaps: dict[str, int | str] = {"place": place(move[0][-1]), "facing": move[1]}
    return Option(key, move, "TR move.first", Text("option.move", gaps))


# The rules of a path


def check_path(state: State, miner: Miner, path: Sequence[Spot], allowance: int) -> None:
    """Refuse a path that the rules do not allow, with the clause.  [TR move.declare]"""
    if not path:
        return
    check_length(state, miner, path, allowance)
    before = miner.spot
    last = len(path) - 1
    for number, spot in enumerate(path):
        check_piece(state, before, spot)
        check_special_terrain(state, miner, before, spot)
        check_models(state, miner, before, spot, number == 0, number == last)
        before = spot
    check_end(state, miner, path[-1])


def check_length(state: State, miner: Miner, path: Sequence[Spot], allowance: int) -> None:
    """Straight pieces add up; a climb takes a whole segment, however high.

    [TR move.pieces] [TR move.climb_cost] [TR move.climb_reach]
    """
    segment = state.content.constants.segment
    walked, climbs = 0.0, 0
    before = miner.spot
    for spot in path:
        length = span(spot[0] - before[0], spot[1] - before[1])
        if spot[2] != before[2]:
            climbs += 1
            if length > segment:
                raise refuse("TR move.climb_reach", place=place(spot))
        else:
            walked += length
        before = spot
    if climbs and has_capacity(state, miner, Effect.CLIMBER):
        # The Cavecrawler climbs once without losing a segment.  [TR tag.climber]
        climbs -= 1
    if walked + climbs * segment > allowance * segment + SLACK:
        gaps: dict[str, int | str] = {"segments": allowance, "place": place(path[-1])}
        raise Refusal("TR move.pieces", Text("refusal.move.pieces", gaps))


def check_piece(state: State, before: Spot, spot: Spot) -> None:
    """No hexagon without a tile, and nothing narrower than the minimum width.  [TR move.no_tile] [TR move.width]"""
    if before[2] != spot[2]:
        check_climb(state, before, spot)
        return
    clause = state.field.walks(before[0], before[1], spot[0], spot[1], spot[2])
    if clause:
        raise refuse(clause, place=place(spot))


def check_climb(state: State, before: Spot, spot: Spot) -> None:
    """One climbs from contact with a piece to where the whole base has room, or down to contact with it.

    [TR move.climb]
    """
    field = state.field
    for level, other in ((before[2], spot), (spot[2], before)):
        if level != GROUND:
            shape = field.scenery[level].shape
            reach = state.content.constants.base_radius + state.content.constants.contact
            if shape.distance(other[0], other[1]) > reach:
                raise refuse("TR move.climb", place=place(spot))
    clause = field.stands(spot[0], spot[1], spot[2])
    if clause:
        raise refuse(clause, place=place(spot))


def check_special_terrain(state: State, miner: Miner, before: Spot, spot: Spot) -> None:
    """Nobody crosses a tile of impassable terrain.  [TR terrain.impassable]"""
    half = state.content.constants.min_width / 2
    for tile in state.impassable:
        if state.field.tiles[tile].shape.closer_than(half, before[0], before[1], spot[0], spot[1]):
            raise refuse("TR terrain.impassable", hexagon=state.field.tiles[tile].name)


def check_models(state: State, miner: Miner, before: Spot, spot: Spot, first: bool, last: bool) -> None:
    """No way through other miners or the MegaBeast; reaching contact with an enemy ends the move.

    [TR move.through] [TR move.contact]
    """
    constants = state.content.constants
    near, reach = 2 * constants.base_radius - SLACK, 2 * constants.base_radius + constants.contact
    for other in state.miners:
        if other.seat == miner.seat or not other.on_table:
            continue
        gap = abs(state.field.floor(other.level) - state.field.floor(spot[2]))
        if gap >= constants.silhouette:
            continue
        closest = to_piece(other.x, other.y, before[0], before[1], spot[0], spot[1])
        if closest > reach:
            continue
        if closest < near:
            raise refuse("TR move.through", who=letter(other.seat))
        start = span(other.x - before[0], other.y - before[1])
        end = span(other.x - spot[0], other.y - spot[1])
        if not comes_or_goes(start, end, closest, reach, first, last):
            raise refuse("TR move.contact", who=letter(other.seat))
    check_beast(state, before, spot, first, last)


def check_beast(state: State, before: Spot, spot: Spot, first: bool, last: bool) -> None:
    """The MegaBeast's hexagon: no way through, and contact with it ends a move.  [TR move.through] [TR move.contact]"""
    cell = state.beast.cell
    if cell is None or spot[2] != GROUND:
        return
    constants = state.content.constants
    shape = state.field.voids[cell]
    near, reach = constants.base_radius - SLACK, constants.base_radius + constants.contact
    if shape.closer_than(near, before[0], before[1], spot[0], spot[1]):
        raise refuse("TR move.through", who="M")
    if not shape.closer_than(reach, before[0], before[1], spot[0], spot[1]):
        return
    closest = shape.to_piece(before[0], before[1], spot[0], spot[1])
    start, end = shape.distance(before[0], before[1]), shape.distance(spot[0], spot[1])
    if not comes_or_goes(start, end, closest, reach, first, last):
        raise refuse("TR move.contact", who="M")


def comes_or_goes(start: float, end: float, closest: float, reach: float, first: bool, last: bool) -> bool:
    """Whether a piece that touches somebody only ends there, or only begins there.  [TR move.contact]"""
    comes = last and start > reach and end <= closest + SLACK
    goes = first and end > reach and start <= closest + SLACK
    return comes or goes


def check_end(state: State, miner: Miner, spot: Spot) -> None:
    """A move ends where the whole base has room, on no model and no token.  [TR move.room] [TR move.on_token]"""
    clause = state.field.stands(spot[0], spot[1], spot[2])
    if clause:
        raise refuse(clause, place=place(spot))
    constants = state.content.constants
    apart = constants.base_radius + constants.token_radius - SLACK
    for token in tokens(state):
        if token[2] == spot[2] and span(token[0] - spot[0], token[1] - spot[1]) < apart:
            raise refuse("TR move.on_token", place=place(token))


def tokens(state: State) -> list[Spot]:
    """Containers and loot on the table."""
    return [*state.field.containers, *[miner.loot_spot for miner in state.miners if loot_lies(miner)]]


def is_legal(state: State, miner: Miner, path: Sequence[Spot], allowance: int) -> bool:
    try:
        check_path(state, miner, path, allowance)
    except Refusal:
        return False
    return True


def is_free(state: State, miner: Miner, way: Way) -> bool:
    """Whether nothing that moves is in the way, when the table allows it: models, special terrain and loot."""
    constants = state.content.constants
    reach = 2 * constants.base_radius + constants.contact
    for other in state.miners:
        if (
            way.west - reach < other.x < way.east + reach
            and way.north - reach < other.y < way.south + reach
            and other.seat != miner.seat
            and not is_unopposed(state, miner, way.path)
        ):
            return False
        x, y, _ = other.loot_spot
        if loot_lies(other) and abs(x - way.path[-1][0]) < reach and abs(y - way.path[-1][1]) < reach:
            apart = constants.base_radius + constants.token_radius - SLACK
            if span(x - way.path[-1][0], y - way.path[-1][1]) < apart:
                return False
    cell = state.beast.cell
    if cell is not None:
        shape = state.field.voids[cell]
        wide = shape.radius + constants.base_radius + constants.contact
        if (
            way.west - wide < shape.x < way.east + wide
            and way.north - wide < shape.y < way.south + wide
            and not is_unopposed(state, miner, way.path)
        ):
            return False
    return not state.impassable or is_unopposed(state, miner, way.path)


def is_unopposed(state: State, miner: Miner, path: Sequence[Spot]) -> bool:
    """Whether no model and no impassable terrain forbids a path."""
    before = miner.spot
    last = len(path) - 1
    try:
        for number, spot in enumerate(path):
            check_special_terrain(state, miner, before, spot)
            check_models(state, miner, before, spot, number == 0, number == last)
            before = spot
    except Refusal:
        return False
    return True
