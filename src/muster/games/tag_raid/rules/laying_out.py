"""Preparing the game area: the players lay tiles, then scenery, then tool containers, in turn.

(Rulebook, "Preparation of the game area".)

The usual answer comes first: compact tables with lairs inside, scenery in the midst, containers far apart.
"""

from __future__ import annotations

from itertools import product
from math import dist, hypot
from typing import Final

from muster.games.tag_raid.board.battlefield import Battlefield
from muster.games.tag_raid.board.site import HEART, Site, field_on, middle_mm, open_cells, terrain_left
from muster.games.tag_raid.board.table_check import CONTAINERS, container_in_scenery
from muster.games.tag_raid.cards.content import BoxPiece, PrintedScenery
from muster.games.tag_raid.state.state import Stage, State
from muster.geometry.hexes import Cell, cell_name, neighbours
from muster.kernel.requests import Table
from muster.kernel.spaces import OneOf, Option
from muster.kernel.text import Param, Text

LAYOUT: Final = "TR setup.layout"
TURNS: Final = (0, 45, 90, 135)
SHIFTS: Final = {"": (0, 0), "n": (0, -45), "e": (45, 0), "s": (0, 45), "w": (-45, 0)}
"""Where on a tile something stands, in millimetres from its middle."""
APART: Final = 55.0
"""Middles of scenery and containers keep this distance, in millimetres."""
Place = tuple[Cell, int, int]


def site_of(state: State) -> Site:
    assert state.site is not None
    return state.site


def lay(state: State, site: Site) -> None:
    """Go on with another site: the table grows, and it is the next player's turn."""
    state.site = site
    state.field = field_on(site, state.content.constants)
    state.active = (state.active + 1) % len(state.miners)


async def lay_tiles(table: Table, state: State) -> None:
    """Let the players lay tiles in turn beside those that lie there, so that room stays for the MegaBeast. A die says
    who begins.

    [TR setup.layout] [TR setup.area]
    """
    site, constants = site_of(state), state.content.constants
    left = terrain_left(site, constants)
    if not left:
        state.stage = Stage.LAY_SCENERY
        return
    if len(site.tiles) == 1:
        state.active = (await table.roll("layout", (len(state.miners),)))[0] - 1
        if table.listening:
            table.tell("layout_begins", LAYOUT, {"seat": state.active})
    seat = state.active
    movement = state.content.beasts[state.beast.card].movement
    kinds = [
        Option(f"terrain:{terrain}", terrain, LAYOUT, Text("option.terrain", {"terrain": terrain}))
        for terrain in sorted(set(left), key=lambda terrain: (-left.count(terrain), terrain))
    ]
    terrain = await table.ask_small(seat, Text("prompt.terrain", {"count": len(left)}), kinds)
    tiles = {cell for cell, _ in site.tiles}
    cells = sorted(open_cells(site, len(left), movement), key=lambda cell: -tile_worth(tiles, cell))
    options = [
        Option(f"hex:{cell_name(cell)}", cell, LAYOUT, Text("option.hexagon", {"hexagon": cell_name(cell)}))
        for cell in cells
    ]
    cell = await table.ask_small(seat, Text("prompt.tile", {"terrain": terrain}), options)
    lay(state, Site([*site.tiles, (cell, terrain)], (), (), site.left))
    if table.listening:
        table.tell("tile_laid", LAYOUT, {"seat": seat, "terrain": terrain, "hexagon": cell_name(cell)})


def tile_worth(tiles: set[Cell], cell: Cell) -> float:
    """How well a tile lies in a hexagon: beside two or three others, near the middle, and in no lair."""
    around = sum(other in tiles for other in neighbours(cell))
    return (-6.0 if around >= 4 else float(around)) - 0.8 * dist(middle(cell), middle(HEART))


def middle(cell: Cell) -> tuple[float, float]:
    return cell[0] + 0.5 * (cell[1] % 2), cell[1] * 0.87


async def lay_scenery(table: Table, state: State) -> None:
    """Let the players put up scenery in turn, anywhere on tiles with room for a TAG at every access point.

    [TR setup.layout] [TR setup.access]
    """
    site = site_of(state)
    box = {piece.id: piece for piece in state.content.box}
    fitting = [name for name in dict.fromkeys(site.left) if places_for(state, box[name])]
    if not fitting:
        state.stage = Stage.LAY_CONTAINERS
        return
    seat = state.active
    kinds = [Option(f"scenery:{name}", name, LAYOUT, Text("option.scenery", {"scenery": name})) for name in fitting]
    name = await table.ask_small(seat, Text("prompt.scenery"), kinds)
    turns = [Option(f"turn:{turn}", turn, LAYOUT, Text("option.turned", {"degrees": turn})) for turn in TURNS]
    turn = await table.ask_small(seat, Text("prompt.scenery_turn", {"scenery": name}), turns)
    places = sorted(places_for(state, box[name]), key=lambda place: -openness(state, place))
    piece = box[name]
    size: dict[str, Param] = {"wide": piece.width, "deep": piece.depth, "tall": piece.height, "turn": turn}
    place = await ask_place(table, seat, Text("prompt.scenery_at", {"scenery": name, **size}), places)
    left = list(site.left)
    left.remove(name)
    lay(state, Site(site.tiles, [*site.scenery, put_up(box[name], place, turn)], (), left))
    if table.listening:
        params: dict[str, Param] = {"seat": seat, "scenery": name, "hexagon": cell_name(place[0])}
        table.tell("scenery_placed", LAYOUT, params)


def put_up(piece: BoxPiece, place: Place, turn: int) -> PrintedScenery:
    cell, dx, dy = place
    return PrintedScenery(cell, dx, dy, piece.width, piece.depth, piece.height, turn)


async def ask_place(table: Table, seat: int, prompt: Text, places: list[Place]) -> Place:
    options = [
        Option(f"at:{place_name(place)}", place, LAYOUT, Text(f"option.on_tile{side and '_side'}", params))
        for place in places
        for side in [side_of(place)]
        for params in [{"hexagon": cell_name(place[0]), **({"side": side} if side else {})}]
    ]
    return await table.ask(seat, prompt, OneOf(lambda: options), small=True)


def side_of(place: Place) -> str:
    return next(side for side, shift in SHIFTS.items() if shift == place[1:])


def place_name(place: Place) -> str:
    side = side_of(place)
    return cell_name(place[0]) + (f"@{side}" if side else "")


def spot_mm(state: State, place: Place) -> tuple[float, float]:
    x, y = middle_mm(place[0], state.content.constants)
    return x + place[1], y + place[2]


def distances(state: State, place: Place) -> list[float]:
    """How far it is to the other scenery and containers, in millimetres."""
    site = site_of(state)
    spot = spot_mm(state, place)
    others = [(piece.cell, piece.dx, piece.dy) for piece in site.scenery]
    return [dist(spot, spot_mm(state, other)) for other in (*others, *site.containers)]


def places_on(state: State) -> list[Place]:
    """All places on tiles that keep away from everything put up so far."""
    every = [(cell, dx, dy) for (cell, _), (dx, dy) in product(site_of(state).tiles, SHIFTS.values())]
    return [place for place in every if min(distances(state, place), default=APART) >= APART]


def places_for(state: State, piece: BoxPiece) -> list[Place]:
    """Where a piece of scenery may stand: no access point is shut by it, however it is turned.  [TR setup.access]"""
    reach = hypot(piece.width, piece.depth) / 2 + state.content.constants.base_radius / 10
    points = [(point.spot[0] / 10, point.spot[1] / 10) for point in state.field.access]
    return [place for place in places_on(state) if all(dist(spot_mm(state, place), point) > reach for point in points)]


def openness(state: State, place: Place) -> float:
    """How open it is around a place: far from other things, near the middle of the table."""
    return min([200.0, *distances(state, place)]) - 0.3 * from_heart(state, place)


def from_heart(state: State, place: Place) -> float:
    """How far a place is from the middle of the table, in millimetres."""
    return dist(spot_mm(state, place), middle_mm(HEART, state.content.constants))


async def lay_containers(table: Table, state: State) -> None:
    """Let the players place the tool containers in turn, each on a tile of its own, in no scenery.

    [TR setup.layout] [TR setup.containers]
    """
    site = site_of(state)
    if len(site.containers) == CONTAINERS:
        state.stage = Stage.TIMELINE
        return
    seat = state.active
    places = sorted(container_places(state, state.field), key=lambda place: -apart(state, place))
    place = await ask_place(table, seat, Text("prompt.container", {"number": len(site.containers) + 1}), places)
    lay(state, Site(site.tiles, site.scenery, [*site.containers, place], site.left))
    if table.listening:
        params: dict[str, Param] = {"seat": seat, "number": len(site.containers) + 1, "hexagon": cell_name(place[0])}
        table.tell("container_placed", LAYOUT, params)


def container_places(state: State, field: Battlefield) -> list[Place]:
    """The places on tiles without a container where one would not stand in scenery.  [TR setup.containers]"""
    taken = {cell for cell, _, _ in site_of(state).containers}
    found: list[Place] = []
    for (cell, _), (dx, dy) in product(site_of(state).tiles, SHIFTS.values()):
        x, y = spot_mm(state, (cell, dx, dy))
        if cell not in taken and not container_in_scenery(field, round(x * 10), round(y * 10)):
            found.append((cell, dx, dy))
    return found


def apart(state: State, place: Place) -> float:
    """How far a container would stand from the others, and the first from the middle of the table."""
    spot = spot_mm(state, place)
    others = [dist(spot, spot_mm(state, other)) for other in site_of(state).containers]
    return min(others, default=0.0) + 0.3 * from_heart(state, place)
