"""Moving: reading a path of straight pieces, measuring it and checking it piece by piece (rulebook, "Move")."""

from __future__ import annotations

import re
from collections.abc import Sequence

from muster.games.tag_raid.board.area import SLACK
from muster.games.tag_raid.board.roadmap import measure
from muster.games.tag_raid.board.spots import GROUND, Move, Spot
from muster.games.tag_raid.cards.content import Effect
from muster.games.tag_raid.rules.obstruction import check_models, check_special_terrain
from muster.games.tag_raid.rules.refusals import direction, hexagon, part_of, place, refuse
from muster.games.tag_raid.state.questions import has_capacity, loot_lies
from muster.games.tag_raid.state.state import Miner, State
from muster.geometry.plane import CIRCLE, span
from muster.kernel.refusal import Refusal
from muster.kernel.spaces import Option, no_such_option
from muster.kernel.text import Text

KEY = re.compile(r"(?:move:(?P<path>[^@]+)|stay)@(?P<facing>\d{1,3})", re.ASCII)
POINT = re.compile(r"(?P<climb>[\^v]?)(?P<x>\d{1,4})(?:\.(?P<dx>\d))?,(?P<y>\d{1,4})(?:\.(?P<dy>\d))?", re.ASCII)


# Keys


def move_key(start: Spot, move: Move) -> str:
    """Write a move as `move:120,85;^160,85@30`: points in millimetres, ^ up and v down scenery, then the bearing."""
    path, facing = move
    return f"move:{';'.join(points_of(start, path))}@{facing}" if path else f"stay@{facing}"


def points_of(start: Spot, path: Sequence[Spot]) -> list[str]:
    """Write the points of a path as keys have them."""
    points: list[str] = []
    level = start[2]
    for spot in path:
        climb = "" if spot[2] == level else "v" if spot[2] == GROUND else "^"
        points.append(climb + place(spot))
        level = spot[2]
    return points


def read_point(state: State, text: str, level: int) -> Spot:
    """Read a point of a path; a climb leads to the top of the scenery there, or to the ground."""
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
        raise refuse("TR move.climb", hexagon=hexagon(state, (x, y, level)))
    return x, y, level


def read_path(state: State, miner: Miner, key: str) -> Move:
    """Read a path from a key, legal or not."""
    found = KEY.fullmatch(key)
    if found is None or int(found["facing"]) >= CIRCLE:
        raise refuse("TR move.declare", key=key) if key.startswith(("move:", "stay@")) else no_such_option(key)
    path: list[Spot] = []
    level = miner.level
    if found["path"] is not None:
        for text in found["path"].split(";"):
            if POINT.fullmatch(text) is None:
                raise refuse("TR move.declare", key=key)
            spot = read_point(state, text, level)
            path.append(spot)
            level = spot[2]
    return tuple(path), int(found["facing"])


def read_move(state: State, miner: Miner, key: str, allowance: int) -> Option[Move]:
    """Read a move from a key, and check it."""
    move = read_path(state, miner, key)
    check_path(state, miner, move[0], allowance)
    return move_option(state, miner.spot, move) if move[0] else stay_option(miner.spot, move[1])


def move_option(state: State, start: Spot, move: Move, kind: str = "move", **more: int | str) -> Option[Move]:
    """Make an option of a move; `kind` says in words what it is good for."""
    path, facing = move
    end = path[-1]
    gaps: dict[str, int | str] = {"hexagon": hexagon(state, end), "part": part_of(state, end), **more}
    gaps["way"] = direction(facing)
    return Option(move_key(start, move), move, "TR move.first", Text(f"option.{kind}", gaps))


def stay_option(start: Spot, facing: int, who: str = "") -> Option[Move]:
    """Make an option of staying: looking at somebody, or else in a direction."""
    move: Move = (), facing
    text = Text("option.stay_facing", {"who": who}) if who else Text("option.stay", {"way": direction(facing)})
    return Option(move_key(start, move), move, "TR move.facing", text)


# The rules of a path


def check_path(state: State, miner: Miner, path: Sequence[Spot], allowance: int) -> None:
    """Refuse a path that the rules do not allow, with the clause.  [TR move.declare]"""
    if not path:
        return
    check_length(state, miner, path, allowance)
    before = miner.spot
    for spot in path:
        check_piece(state, before, spot)
        before = spot
    check_special_terrain(state, miner, path)
    check_models(state, miner, path)
    check_end(state, miner, path[-1])


def cost(state: State, miner: Miner, path: Sequence[Spot]) -> float:
    """The cost of a path: its straight pieces, and a whole segment for each climb. The Cavecrawler's first climb is
    free.

    [TR move.pieces] [TR move.climb_cost] [TR tag.climber]
    """
    walked, climbs = measure(miner.spot, path)
    if climbs and has_capacity(state, miner, Effect.CLIMBER):
        climbs -= 1
    return walked + climbs * state.content.constants.segment


def check_length(state: State, miner: Miner, path: Sequence[Spot], allowance: int) -> None:
    """Check that a path costs no more than allowed and that no climb is longer than a segment.

    [TR move.pieces] [TR move.climb_reach]
    """
    segment = state.content.constants.segment
    before = miner.spot
    for spot in path:
        if spot[2] != before[2] and span(spot[0] - before[0], spot[1] - before[1]) > segment:
            raise refuse("TR move.climb_reach")
        before = spot
    if cost(state, miner, path) > allowance * segment + SLACK:
        raise refuse("TR move.pieces", segments=allowance)


def check_piece(state: State, before: Spot, spot: Spot) -> None:
    """Check that a piece crosses no hexagon without a tile and nothing narrower than the minimum width.

    [TR move.no_tile] [TR move.width]
    """
    if before[2] != spot[2]:
        check_climb(state, before, spot)
        return
    clause = state.field.walks(before[0], before[1], spot[0], spot[1], spot[2])
    if clause:
        raise refuse(clause, hexagon=hexagon(state, spot))


def check_climb(state: State, before: Spot, spot: Spot) -> None:
    """Check a climb: from contact with a piece to where the whole base has room on it, or down to contact with it.

    [TR move.climb]
    """
    field = state.field
    for level, other in ((before[2], spot), (spot[2], before)):
        if level != GROUND:
            shape = field.scenery[level].shape
            reach = state.content.constants.base_radius + state.content.constants.contact
            if shape.distance(other[0], other[1]) > reach:
                raise refuse("TR move.climb", hexagon=hexagon(state, spot))
    clause = field.stands(spot[0], spot[1], spot[2])
    if clause:
        raise refuse(clause, hexagon=hexagon(state, spot))


def check_end(state: State, miner: Miner, spot: Spot) -> None:
    """Check that the whole base has room where a move ends, and that it ends on no token.

    [TR move.room] [TR move.on_token]
    """
    clause = state.field.stands(spot[0], spot[1], spot[2])
    if clause:
        raise refuse(clause, hexagon=hexagon(state, spot))
    constants = state.content.constants
    apart = constants.base_radius + constants.token_radius - SLACK
    for number, token in enumerate(state.field.containers):
        if token[2] == spot[2] and span(token[0] - spot[0], token[1] - spot[1]) < apart:
            raise refuse("TR move.on_token", what="container", number=number + 1)
    for other in state.miners:
        token = other.loot_spot
        if loot_lies(other) and token[2] == spot[2] and span(token[0] - spot[0], token[1] - spot[1]) < apart:
            raise refuse("TR move.on_token", what="loot", seat=other.seat)


def tokens(state: State) -> list[Spot]:
    """Containers and loot on the table."""
    return [*state.field.containers, *[miner.loot_spot for miner in state.miners if loot_lies(miner)]]


def is_legal(state: State, miner: Miner, path: Sequence[Spot], allowance: int) -> bool:
    try:
        check_path(state, miner, path, allowance)
    except Refusal:
        return False
    return True
