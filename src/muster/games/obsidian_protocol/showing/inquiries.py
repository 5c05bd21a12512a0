"""Questions about the table that change nothing (rulebook 4.2): `range a0 b5` and `sight a0 b5`.

Answered from what the asker may see; a line of sight comes with everything that obstructs it.
"""

from __future__ import annotations

from muster.games.obsidian_protocol.board.battlefield import CELLS, SMALL
from muster.games.obsidian_protocol.showing.views import TableView, UnitView
from muster.geometry.grid_sight import Box, is_open, touches
from muster.kernel.text import Text
from muster.kernel.words import Words

VERBS = {"range": "range", "alcance": "range", "sight": "sight", "visión": "sight", "vision": "sight"}


def inquire(view: TableView, words: Words, question: str) -> str | None:
    """The answer to a question about range or sight; None if it is none."""
    parts = question.split()
    if len(parts) != 3 or parts[0].lower() not in VERBS:
        return None
    units = [view.units.get(key.lower()) for key in parts[1:]]
    one, other = (unit if unit is not None and unit.alive and unit.deployed else None for unit in units)
    if one is None or other is None or one is other:
        return words.say(Text("inquiry.unknown", {"one": parts[1], "other": parts[2]}))
    if VERBS[parts[0].lower()] == "range":
        return words.say(
            Text("inquiry.range", {"one": one.key, "other": other.key, "range": range_between(one, other)})
        )
    return sight(view, words, one, other)


def box(unit: UnitView) -> Box:
    column, row = unit.cell % CELLS, unit.cell // CELLS
    return column, row, column + unit.size, row + unit.size


def range_between(one: UnitView, other: UnitView) -> int:
    """In grids, counted orthogonally.  [OP 4.2.1.range]"""
    a, b = box(one), box(other)
    return abs(a[0] // SMALL - b[0] // SMALL) + abs(a[1] // SMALL - b[1] // SMALL)


def sight(view: TableView, words: Words, one: UnitView, other: UnitView) -> str:
    """Whether there is a line, and what obstructs it.  [OP 4.2.4.sight] [OP 4.2.4.obstructs] [OP 4.2.4.aerial]"""
    gaps = {"one": one.key, "other": other.key}
    if "aerial" in (one.level, other.level):
        return words.say(Text("inquiry.free", gaps))
    a, b = box(one), box(other)
    if not is_open(a, b, [piece.box for piece in view.terrain if piece.height == 3]):
        return words.say(Text("inquiry.blocked", gaps))
    names = [f"t{piece.number}" for piece in view.terrain if piece.standing and touches(a, b, piece.box)]
    names += [
        unit.key
        for unit in view.units.values()
        if unit.alive
        and unit.deployed
        and unit.level != "aerial"
        and unit not in (one, other)
        and touches(a, b, box(unit))
    ]
    if not names:
        return words.say(Text("inquiry.free", gaps))
    return words.say(Text("inquiry.obstructed", {**gaps, "things": ", ".join(names)}))
