"""Questions about the table that change nothing (rulebook 4.2): `range a0 b5` and `sight a0 b5`.

Answers use only what the asker may see; sight comes with everything that obstructs it.
"""

from __future__ import annotations

from muster.games.obsidian_protocol.board.battlefield import CELLS, SMALL
from muster.games.obsidian_protocol.rules.naming import described
from muster.games.obsidian_protocol.showing.views import TableView, UnitView
from muster.geometry.grid_sight import Box, is_open, touches
from muster.kernel.text import Text
from muster.kernel.words import Words

VERBS = {"range": "range", "alcance": "range", "sight": "sight", "visión": "sight", "vision": "sight"}


def inquire(view: TableView, words: Words, question: str) -> str | None:
    """The answer to a question about range or sight; None if it is another question."""
    parts = question.split()
    if len(parts) != 3 or parts[0].lower() not in VERBS:
        return None
    units = [view.units.get(key.lower()) for key in parts[1:]]
    one, other = (unit if unit is not None and unit.alive and unit.deployed else None for unit in units)
    if one is None or other is None or one is other:
        return words.say(Text("inquiry.unknown", {"one": parts[1], "other": parts[2]}))
    if VERBS[parts[0].lower()] == "range":
        gaps = {"one": called(view, one, words), "other": called(view, other, words)}
        return words.say(Text("inquiry.range", {**gaps, "range": range_between(one, other)}))
    return sight(view, words, one, other)


def called(view: TableView, unit: UnitView, words: Words) -> str:
    """The name of a unit, with the number on its token if others have the same name."""
    name = words.name("thing", unit.name)
    twins = [other for other in view.units.values() if other.name == unit.name]
    return f"{name} #{unit.key[1:]}" if len(twins) > 1 else name


def box(unit: UnitView) -> Box:
    column, row = unit.cell % CELLS, unit.cell // CELLS
    return column, row, column + unit.size, row + unit.size


def range_between(one: UnitView, other: UnitView) -> int:
    """The range in grids, counted orthogonally.  [OP 4.2.1.range]"""
    a, b = box(one), box(other)
    return abs(a[0] // SMALL - b[0] // SMALL) + abs(a[1] // SMALL - b[1] // SMALL)


def sight(view: TableView, words: Words, one: UnitView, other: UnitView) -> str:
    """Whether two units see each other, and what obstructs the line.

    [OP 4.2.4.sight] [OP 4.2.4.obstructs] [OP 4.2.4.aerial]
    """
    gaps = {"one": called(view, one, words), "other": called(view, other, words)}
    if "aerial" in (one.level, other.level):
        return words.say(Text("inquiry.free", gaps))
    a, b = box(one), box(other)
    if not is_open(a, b, [piece.box for piece in view.terrain if piece.height == 3]):
        return words.say(Text("inquiry.blocked", gaps))
    names = [
        words.say(Text("option.terrain", described(piece.number, piece.box, piece.height, piece.destructible)))
        for piece in view.terrain
        if piece.standing and touches(a, b, piece.box)
    ]
    names += [
        called(view, unit, words)
        for unit in view.units.values()
        if unit.alive
        and unit.deployed
        and unit.level != "aerial"
        and unit not in (one, other)
        and touches(a, b, box(unit))
    ]
    if not names:
        return words.say(Text("inquiry.free", gaps))
    return words.say(Text("inquiry.obstructed", {**gaps, "things": "; ".join(names)}))
