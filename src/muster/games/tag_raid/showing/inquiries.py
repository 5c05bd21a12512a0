"""Inquiries of players in the terminal: `measure A B` and `sight A B`.

A and B are miners (A to D), the MegaBeast (M) or places in millimetres (120,85).
"""

from __future__ import annotations

from muster.games.tag_raid.board.spots import GROUND, Spot
from muster.games.tag_raid.rules.line_of_fire import (
    band,
    beast_clear,
    clear,
    clear_to_beast,
    distance,
    distance_to_beast,
    in_cover,
    in_front,
    in_vision,
    vision,
)
from muster.games.tag_raid.rules.movement import POINT
from muster.games.tag_raid.rules.refusals import millimetres
from muster.games.tag_raid.state.questions import BEAST_LETTER, SEATS
from muster.games.tag_raid.state.state import BEAST, NOBODY, State
from muster.geometry.plane import span
from muster.kernel.requests import Seat
from muster.kernel.text import Text
from muster.kernel.words import Words

VERBS = {"measure": "measure", "mide": "measure", "sight": "sight", "vista": "sight"}
Thing = tuple[int, Spot]
"""A seat, BEAST, or NOBODY for a mere place; and its spot."""


def inquire(state: State, seat: Seat | None, question: str, words: Words) -> str | None:
    """The answer to a question about distance or sight; None if the text is no such question."""
    parts = question.split()
    if not parts or parts[0].lower() not in VERBS:
        return None
    if len(parts) != 3:
        return words.say(Text("inquiry.usage", {"verb": parts[0]}))
    one, other = _thing(state, parts[1]), _thing(state, parts[2])
    if one is None or other is None or one == other:
        return words.say(Text("inquiry.unknown", {"one": parts[1], "other": parts[2]}))
    gaps: dict[str, int | str] = {"one": parts[1], "other": parts[2]}
    if VERBS[parts[0].lower()] == "measure":
        away = _distance(state, one, other)
        return words.say(Text("inquiry.measure", {**gaps, "mm": millimetres(round(away)), "band": band(state, away)}))
    return words.say(Text(f"inquiry.{_sight(state, one, other)}", gaps))


def _thing(state: State, name: str) -> Thing | None:
    if name.upper() == BEAST_LETTER:
        return None if state.beast.cell is None else (BEAST, (0, 0, GROUND))
    if name.upper() in SEATS[: len(state.miners)]:
        miner = state.miners[SEATS.index(name.upper())]
        return (miner.seat, miner.spot) if miner.on_table else None
    found = POINT.fullmatch(name)
    if found is None or found["climb"]:
        return None
    x, y = int(found["x"]) * 10 + int(found["dx"] or 0), int(found["y"]) * 10 + int(found["dy"] or 0)
    return NOBODY, (x, y, GROUND)


def _distance(state: State, one: Thing, other: Thing) -> float:
    """From edge to edge; a place has no edge.  [TR range.measure]"""
    if one[0] == BEAST or other[0] == BEAST:
        return distance_to_beast(state, other[1] if one[0] == BEAST else one[1])
    if NOBODY in (one[0], other[0]):
        radius = sum(state.content.constants.base_radius for thing in (one, other) if thing[0] != NOBODY)
        return max(0.0, span(one[1][0] - other[1][0], one[1][1] - other[1][1]) - radius)
    return distance(state, one[1], other[1])


def _sight(state: State, one: Thing, other: Thing) -> str:
    """The message for the sight of one thing from another: no line, not in its arc, seen, or seen in cover."""
    radius = state.content.constants.base_radius
    if one[0] == BEAST:
        if not beast_clear(state, other[0], other[1]):
            return "no_line"
        return "sees" if in_vision(state, other[1], state.beast.facing, vision(state)) else "not_in_arc"
    if other[0] == BEAST:
        return "sees" if clear_to_beast(state, one[0], one[1]) else "no_line"
    if not clear(state, one[0], one[1], other[0], other[1]):
        return "no_line"
    if one[0] != NOBODY and not in_front(state, state.miners[one[0]], other[1][0], other[1][1], radius):
        return "not_in_arc"
    return "sees_cover" if in_cover(state, one[1], other[1]) else "sees"
