"""The table as text: a top view, then the MegaBeast, the miners, containers and loot, with places in millimetres.

An empty line separates blocks, so that a client can show only those that changed. There is no colour: letters and words
carry everything.
"""

from __future__ import annotations

from collections.abc import Sequence

from muster.games.tag_raid.rules.refusals import millimetres
from muster.games.tag_raid.showing.table_views import TileView
from muster.games.tag_raid.showing.views import MinerView, TableView
from muster.games.tag_raid.state.questions import SEATS
from muster.geometry.plane import Convex, is_convex
from muster.kernel.columns import fit
from muster.kernel.text import Param, Text
from muster.kernel.words import Words

COLUMN, ROW = 150, 300
"""Tenths of a millimetre for one character of the top view."""
GROUND_MARKS = {"vegetation": '"', "excavation": "%", "sand": ".", "supplies": "=", "rock": "^"}
SPECIAL_MARKS = {"difficult": "~", "impassable": "X"}
ITEM = " · "
MARGIN, TICK = 5, 10
"""Columns left of the map for its ruler, and between two marks of the one above it."""


def _fit(lines: Sequence[str]) -> list[str]:
    """Break long lines between words."""
    return [part for line in lines for part in fit(line)]


def picture(view: TableView, words: Words) -> str:
    """Draw everything in the view, for a screen of 80 columns."""
    return _Painter(view, words).paint()


def told(view: TableView, words: Words) -> str:
    """Everything in the view to be heard, tile by tile and TAG by TAG."""
    return _Painter(view, words).tell()


class _Painter:
    def __init__(self, view: TableView, words: Words) -> None:
        self.view = view
        self.words = words

    def paint(self) -> str:
        below = [[self._say("legend"), self._say("terrain"), self._say("hints")], self._beast()]
        below += [self._miner(miner) for miner in self.view.miners if miner.tag]
        below.append(self._tokens())
        blocks = [_fit(self._title()), self._map(), *[_fit(block) for block in below]]
        return "\n\n".join("\n".join(block) for block in blocks if block)

    def tell(self) -> str:
        lines = [line.strip("= ") for line in self._title()]
        lines += [self._told_tile(tile) for tile in self.view.tiles]
        lines += self._beast()
        for miner in self.view.miners:
            if miner.tag:
                where = f" ({tile})" if miner.x >= 0 and (tile := self._tile_at(miner.x, miner.y)) else ""
                first, *rest = self._miner(miner)
                lines += [first + where, *[line.strip() for line in rest]]
        return "\n\n".join(line for line in lines if line)

    def _told_tile(self, tile: TileView) -> str:
        """The terrain of a tile, and what stands or lies on it."""
        name, view = self.words.name, self.view
        parts = [name("terrain", tile.terrain)] + ([name("special", tile.special)] if tile.special else [])
        for piece in view.scenery:
            x, y = (sum(corner[axis] for corner in piece.corners) // len(piece.corners) for axis in (0, 1))
            if self._tile_at(x, y) == tile.name:
                parts.append(f"{name('piece', 'scenery')} {millimetres(piece.height)} mm")
        for number, (x, y) in enumerate(view.containers, 1):
            if self._tile_at(x, y) == tile.name:
                parts.append(self._say("container", number=number, place=self._place(x, y)))
        here = [point for point in view.access if self._tile_at(point.x, point.y) == tile.name]
        parts += [f"{name('sign', 'access')} {point.low}-{point.high}" for point in here]
        return f"{tile.name}: {', '.join(parts)}"

    def _tile_at(self, x: int, y: int) -> str:
        """The tile whose middle is nearest."""
        tiles = sorted(self.view.tiles, key=lambda tile: (tile.x - x) ** 2 + (tile.y - y) ** 2)
        return tiles[0].name if tiles else ""

    def _say(self, key: str, **gaps: Param) -> str:
        return self.words.say(Text(f"picture.{key}", gaps))

    def _names(self, kind: str, ids: Sequence[str]) -> str:
        return ", ".join(self.words.name(kind, name) for name in ids) or self._say("nothing")

    def _title(self) -> list[str]:
        view = self.view
        lines = [f"== {self._say('title', round=view.round, table=view.table, stage=view.stage)} =="]
        if view.timeline:
            order = " > ".join(self.words.name("seat", seat) for seat in view.timeline)
            lines.append(f"{self._say('timeline', order=order)}{ITEM}{self._say('active', seat=view.active)}")
            lines.append(self._say("events", events=self._names("event", view.events), left=view.events_left))
        return lines

    # The top view

    def _map(self) -> list[str]:
        view = self.view
        columns, rows = view.width // COLUMN + 1, view.depth // ROW + 1
        grid = [[self._ground(column * COLUMN, row * ROW) for column in range(columns)] for row in range(rows)]
        for piece in view.scenery:
            self._fill(grid, piece.corners)
        for point in view.access:
            self._put(grid, point.x, point.y, "+")
        for x, y in view.containers:
            self._put(grid, x, y, "o")
        for miner in view.miners:
            if miner.loot is not None:
                self._put(grid, miner.loot.x, miner.loot.y, "$")
        if view.beast.hexagon:
            self._put(grid, view.beast.x, view.beast.y, "M")
        for miner in view.miners:
            if miner.x >= 0:
                self._put(grid, miner.x, miner.y, SEATS[miner.seat])
        for tile in view.tiles:
            self._name(grid, tile)
        return [self._ruler(columns), *[self._beside(row) + "".join(line).rstrip() for row, line in enumerate(grid)]]

    def _ruler(self, columns: int) -> str:
        """The ruler above the map: the x of every tenth column, in millimetres."""
        marks = "".join(f"{column * COLUMN // 10:<{TICK}}" for column in range(0, columns, TICK))
        return " " * MARGIN + marks.rstrip()

    def _beside(self, row: int) -> str:
        """The ruler beside the map: the y of a row, in millimetres, if it is round."""
        y = row * ROW // 10
        return f"{y if y % 90 == 0 else '':>{MARGIN - 1}} "

    def _name(self, grid: list[list[str]], tile: TileView) -> None:
        """The name of a tile in its middle, unless something stands there."""
        row, column = round(tile.y / ROW), round(tile.x / COLUMN)
        ground = self._ground(tile.x, tile.y)
        if all(mark == ground for mark in grid[row][column : column + len(tile.name)]):
            grid[row][column : column + len(tile.name)] = tile.name

    def _ground(self, x: int, y: int) -> str:
        """The ground at a point of the table: the nearest tile, if the point is inside it."""
        for tile in self.view.tiles:
            dx, dy = abs(tile.x - x), abs(tile.y - y)
            if dx <= 866 and dy <= 1000 - dx * 0.577:
                return SPECIAL_MARKS.get(tile.special) or GROUND_MARKS[tile.terrain]
        return " "

    def _fill(self, grid: list[list[str]], corners: Sequence[tuple[int, int]]) -> None:
        shape = Convex(corners) if is_convex(corners) else None
        for row, line in enumerate(grid):
            for column in range(len(line)):
                if shape is not None and shape.inside(column * COLUMN, row * ROW) >= 0:
                    line[column] = "#"
        self._put(grid, sum(x for x, _ in corners) // len(corners), sum(y for _, y in corners) // len(corners), "#")

    def _put(self, grid: list[list[str]], x: int, y: int, mark: str) -> None:
        row = min(len(grid) - 1, max(0, round(y / ROW)))
        column = min(len(grid[row]) - 1, max(0, round(x / COLUMN)))
        grid[row][column] = mark

    # What is where

    def _beast(self) -> list[str]:
        beast = self.view.beast
        if not beast.hexagon:
            return [self._say("no_beast", beast=beast.id, wounds=beast.wounds)]
        gaps: dict[str, Param] = {"beast": beast.id, "hexagon": beast.hexagon, "side": beast.facing}
        return [self._say("beast", **gaps, wounds=beast.wounds, card=beast.behaviour)]

    def _place(self, x: int, y: int) -> str:
        return f"{millimetres(x)},{millimetres(y)}"

    def _miner(self, miner: MinerView) -> list[str]:
        if miner.x < 0:
            return [self._say("off_table", seat=miner.seat, tag=miner.tag)]
        gaps: dict[str, Param] = {"seat": miner.seat, "tag": miner.tag, "place": self._place(miner.x, miner.y)}
        first = self._say("miner", **gaps, facing=miner.facing, wounds=miner.wounds, orders=miner.orders)
        if miner.level >= 0:
            first += ITEM + self._say("on_roof")
        if miner.slowed:
            first += ITEM + self._say("is_slowed")
        stored = miner.stored_teseum + miner.stored_bezoar
        takings = self._say("takings", teseum=miner.teseum, bezoar=miner.bezoar, stored=stored)
        tools = self._say("tools", tools=self._names("tool", [*miner.equipment, *miner.tools]))
        lines = [first, f"  {takings}", f"  {tools}"]
        if miner.loot is not None:
            count = miner.loot.teseum + miner.loot.bezoar
            lines.append(f"  {self._say('loot', place=self._place(miner.loot.x, miner.loot.y), count=count)}")
        return lines

    def _tokens(self) -> list[str]:
        lines = [
            self._say("container", number=number, place=self._place(x, y))
            for number, (x, y) in enumerate(self.view.containers, 1)
        ]
        special = [
            self._say("special", hexagons=" ".join(names), kind=kind)
            for kind in SPECIAL_MARKS
            if (names := [tile.name for tile in self.view.tiles if tile.special == kind])
        ]
        return [ITEM.join(lines), *special]
