"""The players lay out a battlefield in turn: which places are the usual ones, and what is told, worked out by hand."""

from __future__ import annotations

from typing import Any

import pytest

from muster.games.deadzone.board.site import Site, can_reach, empty_site, free_corners, raised
from muster.games.deadzone.board.table_check import open_spaces
from muster.games.deadzone.rules.laying_out import breaks, places, spot, use, worth
from muster.games.deadzone.state.state import Stage
from muster.kernel.dice import SeededDice
from muster.kernel.match import Match
from muster.kernel.tables import Piece
from muster.library import load_game

GAME: Any = load_game("deadzone")
HUT = Piece("building", 2.5, 3.5)
"""One cube, in c4."""
BARE = Site((), ())
ALL = open_spaces(set())


def cover(column: int, row: int) -> Piece:
    return Piece("cover", column + 0.5, row + 0.5)


@pytest.mark.clause("DZ setup.open_spaces")
@pytest.mark.parametrize(
    ("square", "expected"),
    [
        ((3, 3), True),
        ((4, 4), True),
        ((5, 5), True),
        ((2, 4), False),
        ((6, 4), False),
        ((4, 2), False),
        ((4, 6), False),
    ],
)
def test_a_square_breaks_the_open_spaces_that_it_lies_in(square: tuple[int, int], expected: bool) -> None:
    """An open space reaches one square around its middle."""
    assert breaks(square, [(4, 4)]) == expected


def test_the_usual_place_for_a_building_breaks_open_spaces() -> None:
    """In the midst a square lies in nine open spaces, in a corner in one; at the edge it is worth 0.3 less."""
    assert worth(BARE, [(3, 3)]) == 9
    assert worth(BARE, [(0, 0)]) == pytest.approx(1 - 0.3)
    assert worth(BARE, [(7, 7)]) == pytest.approx(1 - 0.3)
    assert worth(BARE, [(0, 3)]) == pytest.approx(3 - 0.3)
    assert worth(BARE, [(3, 7)]) == pytest.approx(3 - 0.3)
    assert worth(BARE, [(3, 3), (4, 3)]) == 12


def test_the_usual_place_for_a_building_has_streets_around_it() -> None:
    """The hut in c4 breaks nine spaces: of those around d4 three are left, around d5 five, around e4 six."""
    site = Site((HUT,), ())
    assert worth(site, [(3, 3)]) == 3 - 2, "beside the hut"
    assert worth(site, [(3, 4)]) == 5 - 2, "aslant of it"
    assert worth(site, [(4, 3)]) == 6, "a street lies between"
    assert worth(Site((cover(2, 3),), ()), [(3, 3)]) == 3, "cover is no building"


def test_the_usual_place_for_cover_is_in_the_open_away_from_other_cover() -> None:
    """Three for an open space, up to four for the way to the next cover, and 0.2 less a square off the middle."""
    assert use(BARE, (3, 3), ALL) == pytest.approx(3 + 4 - 0.2)
    assert use(BARE, (0, 6), ALL) == pytest.approx(3 + 4 - 0.2 * 6)
    assert use(BARE, (3, 3), []) == pytest.approx(4 - 0.2)
    assert use(Site((cover(5, 3),), ()), (3, 3), ALL) == pytest.approx(3 + 2 - 0.2)
    assert use(Site((cover(5, 3), cover(3, 4)), ()), (3, 3), ALL) == pytest.approx(3 + 1 - 0.2)
    assert use(Site((cover(0, 6),), ()), (3, 3), []) == pytest.approx(3 - 0.2)
    assert use(Site((HUT,), ()), (2, 3), ALL) == -9, "inside a building it breaks nothing"
    assert use(Site((HUT,), ()), (3, 3), []) == pytest.approx(4 - 0.2), "a building is no cover"


def test_a_square_takes_cover_once() -> None:
    site = Site((cover(2, 3),), ())
    assert not can_reach(site, (2, 3))
    assert can_reach(site, (3, 2))
    assert not can_reach(site, (8, 3))
    assert spot((2, 3)) == {"cube": "c4.1", "square": "c4", "level": 1}


@pytest.mark.clause("DZ setup.layout", "DZ field.buildings")
def test_a_building_fits_the_board_and_no_other() -> None:
    box = GAME.setup.prepare({}).new().content.buildings
    hall = box["hall"]
    assert (hall.width, hall.depth) == (2, 3)
    upright, turned = free_corners(BARE, hall, 0), free_corners(BARE, hall, 1)
    assert (len(upright), max(upright)) == (7 * 6, (6, 5))
    assert (len(turned), max(turned)) == (6 * 7, (5, 6))
    beside = free_corners(Site((HUT,), ()), hall, 0)
    assert sorted(set(upright) - set(beside)) == [(1, 1), (1, 2), (1, 3), (2, 1), (2, 2), (2, 3)]
    sizes = [box[name].width * box[name].depth * box[name].storeys for name in empty_site(box).left]
    assert sizes == sorted(sizes, reverse=True)
    assert len(sizes) == sum(card.copies for card in box.values())


@pytest.mark.clause("DZ setup.layout")
def test_a_building_turns_clockwise() -> None:
    """The door of a building two wide and three deep, half a square from the south-west corner, goes round it."""
    hall = GAME.setup.prepare({}).new().content.buildings["hall"]
    frame = [
        next((piece.x, piece.y, piece.width, piece.depth) for piece in raised(hall, turn, (2, 1))) for turn in range(5)
    ]
    assert frame == [(3, 2.5, 2, 3), (3.5, 2, 3, 2), (3, 2.5, 2, 3), (3.5, 2, 3, 2), (3, 2.5, 2, 3)]
    bare = {
        (piece.kind, piece.x, piece.y, piece.level) for piece in raised(hall, 0, (0, 0)) if piece.kind != "building"
    }
    once = {
        (piece.kind, piece.x, piece.y, piece.level) for piece in raised(hall, 1, (0, 0)) if piece.kind != "building"
    }
    twice = {
        (piece.kind, piece.x, piece.y, piece.level) for piece in raised(hall, 2, (0, 0)) if piece.kind != "building"
    }
    assert once == {(kind, 3 - y, x, level) for kind, x, y, level in bare}
    assert twice == {(kind, 2 - x, 3 - y, level) for kind, x, y, level in bare}


@pytest.mark.clause("DZ setup.layout")
def test_what_the_players_are_told() -> None:
    match = Match(GAME, GAME.setup.prepare({"battlefield": "in_turn"}).new(), SeededDice(3))
    counts: list[Any] = []
    laying = (Stage.LAY_BUILDINGS, Stage.LAY_COVER)
    while match.state.stage in laying or match.state.site is None or not match.state.site.cover:
        seat = min(match.pending)
        ask = match.pending[seat]
        if ask.prompt.key == "prompt.cover":
            counts.append(ask.prompt.params["count"])
        match.play(seat, ask.space.options()[0])
    told = [event for event in match.table.events if event.key in ("layout_begins", "building_placed", "cover_placed")]
    assert counts == list(range(counts[0], 0, -1))
    assert counts[0] == match.state.content.constants["cover"]
    assert [event.key for event in told].count("layout_begins") == 1
    turns = [int(str(event.params["seat"])) for event in told]
    assert turns == [turns[0], *[(turns[0] + n) % 2 for n in range(len(turns) - 1)]]


@pytest.mark.clause("DZ field.buildings", "DZ setup.layout")
def test_why_a_building_does_not_stand_somewhere() -> None:
    """A hall two wide and three deep fits with its corner in g6 at the farthest; in the hut's way it would overlap."""
    state = GAME.setup.prepare({"battlefield": "in_turn"}).new()
    state.site = Site((HUT, Piece("building", 7.5, 7.5)), ())
    space = places(state, state.content.buildings["hall"], 0)
    why = {no.key: no.reason.key for no in space.blocked()}
    assert why["at:c4.1"] == why["at:b2.1"] == "breach.overlap"
    assert why["at:g6.1"] == "breach.overlap", "it would end at the edge, in the other hut"
    assert why["at:h6.1"] == why["at:g7.1"] == why["at:h1.1"] == why["at:a7.1"] == "breach.outside"
    assert "at:f6.1" not in why
    assert all(no.clause == "DZ field.buildings" for no in space.blocked())
    assert len(why) + len(space.options()) == 64
