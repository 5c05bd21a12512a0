"""Preparing the battlefield: the players lay out buildings, then cover, in turn (rulebook, "Prepare the battlefield").

The usual answer comes first: it breaks up the largest open spaces and leaves streets between the buildings.
"""

from __future__ import annotations

from typing import Final

from muster.games.deadzone.board.site import (
    QUARTERS,
    Site,
    can_reach,
    extent,
    field_on,
    filled_squares,
    free_corners,
    raised,
    squares_at,
    taken,
)
from muster.games.deadzone.board.table_check import Square, open_spaces
from muster.games.deadzone.board.table_plan import cell_name
from muster.games.deadzone.cards.content import COLUMNS, ROWS
from muster.games.deadzone.cards.scenery import BuildingCardFile
from muster.games.deadzone.state.state import Stage, State
from muster.geometry.cubes import EIGHT
from muster.kernel.requests import Table
from muster.kernel.spaces import Blocked, OneOf, Option
from muster.kernel.tables import Piece
from muster.kernel.text import Param, Text

LAYOUT: Final = "DZ setup.layout"
OPEN_SPACES: Final = "DZ setup.open_spaces"


def site_of(state: State) -> Site:
    assert state.site is not None
    return state.site


def lay(state: State, site: Site) -> None:
    """Go on with another site: the battlefield grows, and it is the other player's turn."""
    state.site = site
    state.field = field_on(site.pieces)
    state.turn = 1 - state.turn


async def lay_buildings(table: Table, state: State) -> None:
    """Let the players place buildings in turn, a die says who begins; they fit the cubes and do not overlap.

    [DZ setup.layout] [DZ field.buildings]
    """
    site = site_of(state)
    fitting = [name for name in dict.fromkeys(site.left) if quarters_free(state, name)]
    if not fitting:
        state.stage = Stage.LAY_COVER
        return
    if not site.pieces:
        state.turn = (await table.roll("layout", (2,)))[0] - 1
        table.tell("layout_begins", LAYOUT, {"seat": state.turn})
    seat = state.turn
    kinds = [Option(f"building:{name}", name, LAYOUT, Text("option.building", {"building": name})) for name in fitting]
    name = await table.ask(seat, Text("prompt.building"), OneOf(lambda: kinds), small=True)
    card = state.content.buildings[name]
    fronts = [
        Option(f"front:{QUARTERS[turn]}", turn, LAYOUT, Text("option.front", {"side": QUARTERS[turn]}))
        for turn in quarters_free(state, name)
    ]
    turn = await table.ask_small(seat, Text("prompt.front", {"building": name}), fronts)
    wide, deep = extent(card, turn)
    prompt = Text("prompt.building_at", {"building": name, "wide": wide, "deep": deep})  # a client draws it there
    corner = await table.ask(seat, prompt, places(state, card, turn), small=True)
    left = list(site.left)
    left.remove(name)
    lay(state, Site([*site.pieces, *raised(card, turn, corner)], left))
    table.tell("building_placed", LAYOUT, {"seat": seat, "building": name, **spot(corner)})


def spot(square: Square) -> dict[str, Param]:
    return {"cube": f"{cell_name((*square, 0))}.1", "square": cell_name((*square, 0)), "level": 1}


def quarters_free(state: State, name: str) -> list[int]:
    """The ways in which a building can stand somewhere; those in which it looks the same beside each other count."""
    card = state.content.buildings[name]
    return [turn for turn in range(len(QUARTERS)) if free_corners(site_of(state), card, turn)]


def places(state: State, card: BuildingCardFile, turn: int) -> OneOf[Square]:
    """The corners where a building may stand, the most useful first; the others are blocked.  [DZ field.buildings]"""
    site = site_of(state)
    corners = sorted(free_corners(site, card, turn), key=lambda corner: -worth(site, squares_at(card, turn, corner)))
    width, depth = extent(card, turn)
    every = [(column, row) for row in range(ROWS) for column in range(COLUMNS)]

    def refused() -> list[Blocked]:
        found: list[Blocked] = []
        for column, row in every:
            if (column, row) not in corners:
                outside = column + width > COLUMNS or row + depth > ROWS
                reason = Text(f"breach.{'outside' if outside else 'overlap'}", spot((column, row)))
                found.append(Blocked(f"at:{cell_name((column, row, 0))}.1", "DZ field.buildings", reason))
        return found

    return OneOf(lambda: [place(corner, LAYOUT, "building_at") for corner in corners], refused)


def place(square: Square, clause: str, text: str) -> Option[Square]:
    where = spot(square)
    return Option(f"at:{where['cube']}", square, clause, Text(f"option.{text}", where))


def worth(site: Site, squares: list[Square]) -> float:
    """How useful a piece is on some squares: the open spaces it breaks, streets around it, no huddle at the edge."""
    full = filled_squares(site)
    before, after = len(open_spaces(full)), len(open_spaces(full | set(squares)))
    near = {(x + dx, y + dy) for x, y in squares for dx, dy in EIGHT} - set(squares)
    huddle = len(near & taken(site))
    edge = sum(x in (0, COLUMNS - 1) or y in (0, ROWS - 1) for x, y in squares)
    return before - after - 2.0 * huddle - 0.3 * edge


async def lay_cover(table: Table, state: State) -> None:
    """Let the players lay cover in turn; when it is used up, they go on where the ground is too open.

    [DZ setup.layout] [DZ setup.open_spaces] [DZ field.cover]
    """
    site = site_of(state)
    spaces = open_spaces(filled_squares(site))
    spare = state.content.constants["cover"] - site.cover
    if spare <= 0 and not spaces:
        state.stage = Stage.DEPLOYMENT
        return
    seat = state.turn
    everywhere = [(column, row) for row in range(ROWS) for column in range(COLUMNS) if can_reach(site, (column, row))]
    useful = [square for square in everywhere if breaks(square, spaces)]
    squares = everywhere if spare > 0 else useful
    clause = LAYOUT if spare > 0 else OPEN_SPACES
    squares = sorted(squares, key=lambda square: -use(site, square, spaces))

    def refused() -> list[Blocked]:
        rest = [square for square in everywhere if square not in squares]
        return [Blocked(f"at:{spot(square)['cube']}", OPEN_SPACES, Text("refuse.open_space")) for square in rest]

    options = [place(square, clause, "cover_at") for square in squares]
    prompt = Text("prompt.cover" if spare > 0 else "prompt.open_space", {"count": spare})
    square = await table.ask(seat, prompt, OneOf(lambda: options, refused), small=True)
    column, row = square
    lay(state, Site([*site.pieces, Piece("cover", column + 0.5, row + 0.5)], site.left, site.cover + 1))
    table.tell("cover_placed", clause, {"seat": seat, **spot(square)})


def use(site: Site, square: Square, spaces: list[Square]) -> float:
    """How useful cover is in a square: in the open, away from other cover, not inside a building."""
    if square in taken(site):
        return -9.0
    others = [piece for piece in site.pieces if piece.kind == "cover"]
    away = [max(abs(piece.x - 0.5 - square[0]), abs(piece.y - 0.5 - square[1])) for piece in others]
    centre = abs(square[0] - (COLUMNS - 1) / 2) + abs(square[1] - (ROWS - 1) / 2)
    return 3.0 * breaks(square, spaces) + min([4.0, *away]) - 0.2 * centre


def breaks(square: Square, spaces: list[Square]) -> bool:
    """Whether something on a square would break an open space.  [DZ setup.open_spaces]"""
    return any(max(abs(square[0] - x), abs(square[1] - y)) <= 1 for x, y in spaces)
