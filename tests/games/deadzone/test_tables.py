"""What a battlefield must not break, and the battlefield that players lay out in turn."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from games.pinned import laid_out, made
from muster.games.deadzone.board.site import QUARTERS, card_on, extent, raised
from muster.games.deadzone.board.table_check import breaches, open_spaces
from muster.games.deadzone.cards.scenery import BattlefieldFile
from muster.games.deadzone.state.state import Stage, State
from muster.kernel.dice import SeededDice
from muster.kernel.match import Match
from muster.kernel.refusal import Refusal
from muster.kernel.tables import Piece
from muster.library import load_game

GAME: Any = load_game("deadzone")
FULL = [f"{column}{row}" for column in "begh" for row in (2, 4, 5, 7)]
"""Cover that leaves no open space."""
HUT = {"at": "d4", "width": 1, "depth": 1}
WRONG: list[tuple[dict[str, Any], str, str]] = [
    ({"buildings": [{**HUT, "at": "h8", "width": 2}]}, "DZ field.buildings", "breach.outside"),
    ({"buildings": [{**HUT, "at": "d4.2"}]}, "DZ field.buildings", "breach.floating"),
    ({"buildings": [{**HUT, "storeys": 2}]}, "DZ field.buildings", "breach.too_high"),
    ({"buildings": [HUT, {**HUT, "at": "c4", "width": 2}]}, "DZ field.buildings", "breach.overlap"),
    ({"buildings": [{**HUT, "doors": ["d5s"]}]}, "DZ field.buildings", "breach.opening"),
    ({"buildings": [{**HUT, "width": 2, "windows": ["d4e"]}]}, "DZ field.buildings", "breach.opening"),
    ({"buildings": [{**HUT, "windows": ["d4n.2"]}]}, "DZ field.buildings", "breach.opening"),
    ({"buildings": [{**HUT, "partial": ["d4"]}]}, "DZ field.buildings", "breach.hole"),
    ({"buildings": [{**HUT, "missing": ["e4.2"]}]}, "DZ field.buildings", "breach.hole"),
    ({"walls": ["a1w"]}, "DZ field.buildings", "breach.edge_wall"),
    ({"floors": ["d4"]}, "DZ field.buildings", "breach.floor"),
    ({"walkways": ["d4.3"]}, "DZ field.buildings", "breach.floor"),
    ({"ramps": [["c4", "d4.2"]]}, "DZ field.buildings", "breach.ramp"),
    ({"buildings": [HUT], "ramps": [["b4", "d4.2"]]}, "DZ field.buildings", "breach.ramp"),
    ({"cover": [*FULL, "d4.2"]}, "DZ field.cover", "breach.cover"),
    ({"cover": [name for name in FULL if name[0] not in "gh"]}, "DZ setup.open_spaces", "breach.open_space"),
]


def broken(**fields: Any) -> list[tuple[str, str]]:
    card = {"id": "mine", "source": "house", "levels": 2, "cover": FULL, **fields}
    return [(found.clause, found.reason.key) for found in breaches(msgspec.convert(card, BattlefieldFile))]


def test_a_battlefield_of_cover_alone_is_legal() -> None:
    assert broken() == []
    assert broken(buildings=[{**HUT, "doors": ["d4s"], "partial": ["d4.2"]}], ramps=[["c4", "d4.2"]]) == []


@pytest.mark.parametrize(("fields", "clause", "key"), WRONG)
@pytest.mark.clause("DZ field.buildings", "DZ field.cover", "DZ setup.open_spaces")
def test_every_breach_has_its_clause(fields: dict[str, Any], clause: str, key: str) -> None:
    assert set(broken(**fields)) == {(clause, key)}


def told(**fields: Any) -> list[tuple[str, str, int, object]]:
    """What a battlefield of two levels without cover breaks: the reason, the square and level it names, and where."""
    found = breaches(msgspec.convert({"id": "mine", "source": "house", "levels": 2, **fields}, BattlefieldFile))
    return [
        (one.reason.key, str(one.reason.params["square"]), int(str(one.reason.params["level"])), one.at)
        for one in found
    ]


@pytest.mark.clause("DZ field.buildings", "DZ field.cover", "DZ setup.open_spaces")
def test_a_breach_says_where_it_is() -> None:
    assert told(cover=FULL, walls=["a2w.2"]) == [("breach.edge_wall", "a2", 2, (0.5, 1.5, 2))]
    assert told(cover=[*FULL, "d4.2"]) == [("breach.cover", "d4", 2, (3.5, 3.5, 2))]
    overlap = {"buildings": [HUT, {**HUT, "at": "c4", "width": 2}]}
    assert told(cover=FULL, **overlap) == [("breach.overlap", "d4", 1, (3.5, 3.5, 1))]


@pytest.mark.clause("DZ setup.open_spaces")
def test_an_empty_battlefield_has_four_open_spaces() -> None:
    assert [(key, square) for key, square, _, _ in told()] == [
        ("breach.open_space", name) for name in ("b2", "e2", "b5", "e5")
    ]


@pytest.mark.clause("DZ field.buildings")
def test_a_window_on_the_upper_storey_and_a_hole_in_the_roof_are_in_the_building() -> None:
    tall = {**HUT, "storeys": 2, "windows": ["d4n.2"], "missing": ["d4.3"]}
    assert broken(levels=3, buildings=[tall]) == []
    assert broken(levels=3, buildings=[{**tall, "windows": ["d4n.3"]}]) == [("DZ field.buildings", "breach.opening")]
    assert broken(levels=3, buildings=[{**tall, "partial": ["d4.4"]}]) == [("DZ field.buildings", "breach.hole")]


@pytest.mark.clause("DZ field.buildings")
@pytest.mark.parametrize(
    ("ramp", "legal"),
    [
        (["c4", "d4.2"], True),
        (["d3", "d4.2"], True),
        (["c3", "d4.2"], False),
        (["d4", "d4.2"], False),
        (["c4", "d4"], False),
        (["c4", "d4.3"], False),
        (["e4.2", "d4.3"], False),
    ],
)
def test_a_ramp_leads_one_level_up_to_the_floor_beside_it(ramp: list[str], legal: bool) -> None:
    found = broken(levels=3, buildings=[{**HUT, "storeys": 2}], ramps=[ramp])
    assert found == ([] if legal else [("DZ field.buildings", "breach.ramp")])


@pytest.mark.clause("DZ setup.open_spaces")
def test_only_what_stands_on_the_ground_fills_an_open_space() -> None:
    roofs = [{**HUT, "at": "g5", "storeys": 1}]
    few = [name for name in FULL if name[0] not in "gh"]
    assert broken(levels=3, cover=[*few, "g2", "g5.2", "g7"], buildings=roofs) == []
    assert broken(levels=3, cover=[*few, "g2.2", "g7.2"], floors=["g2.2", "g7.2"]) != []
    ramps = [["g4", "g5.2"], ["g7", "h7.2"], ["g2", "h2.2"]]
    assert broken(levels=3, cover=few, buildings=roofs, ramps=ramps, floors=["h7.2", "h2.2"]) == []
    high = [["g4", "g5.2"], ["g7.2", "h7.3"], ["g2.2", "h2.3"]]
    floors = ["g7.2", "h7.3", "g2.2", "h2.3"]
    assert ("DZ setup.open_spaces", "breach.open_space") in broken(
        levels=3, cover=few, buildings=roofs, ramps=high, floors=floors
    )


@pytest.mark.clause("DZ setup.open_spaces")
def test_four_squares_leave_no_open_space_and_three_do() -> None:
    corners = {(2, 2), (2, 5), (5, 2), (5, 5)}
    assert open_spaces(corners) == []
    assert open_spaces(corners - {(5, 5)}) == [(x, y) for y in (4, 5, 6) for x in (4, 5, 6)]
    assert len(open_spaces(set())) == 36


def begun(seed: int) -> Match[State]:
    match = Match(GAME, GAME.setup.prepare({"battlefield": "in_turn"}).new(), SeededDice(seed))
    while match.state.stage not in (Stage.LAY_BUILDINGS, Stage.DEPLOYMENT) or not match.pending:
        seat = next(iter(match.pending))
        match.play(seat, match.pending[seat].space.options()[0])
    return match


def step(match: Match[State], rng: random.Random | None) -> tuple[int, str]:
    ((seat, ask),) = match.pending.items()
    options = ask.space.options()
    match.play(seat, options[0] if rng is None else rng.choice(list(options)))
    return seat, ask.prompt.key


@pytest.mark.clause("DZ setup.layout", "DZ setup.open_spaces", "DZ field.buildings")
@pytest.mark.parametrize("seed", range(12))
def test_whatever_the_players_lay_out_is_legal_in_the_end(seed: int) -> None:
    match, rng = begun(seed), None if seed == 0 else random.Random(seed)
    asked: list[tuple[int, str]] = []
    while match.state.stage in (Stage.LAY_BUILDINGS, Stage.LAY_COVER):
        asked.append(step(match, rng))
    site = match.state.site
    assert site is not None
    assert breaches(card_on(site.pieces)) == []
    turns = [seat for seat, key in asked if key in ("prompt.building", "prompt.cover", "prompt.open_space")]
    assert turns == [(turns[0] + n) % 2 for n in range(len(turns))]
    cover = GAME.testing.dump(match.state)["site"]["cover"]
    assert cover >= 10
    assert match.state.field.id == "in_turn"


@pytest.mark.clause("DZ field.buildings", "DZ setup.layout")
def test_a_building_stands_in_no_other_and_not_beyond_the_board() -> None:
    match = begun(3)
    (seat,) = match.pending
    for answer in ("building:tower", "front:south"):
        match.answer(seat, answer)
    with pytest.raises(Refusal) as refused:
        match.answer(seat, "at:h8.1")
    assert refused.value.clause == "DZ field.buildings"
    match.answer(seat, "at:c3.1")
    assert list(match.pending) == [1 - seat]
    for answer in ("building:hut", "front:south"):
        match.answer(1 - seat, answer)
    with pytest.raises(Refusal, match="overlap"):
        match.answer(1 - seat, "at:d4.1")


def covered(match: Match[State]) -> tuple[str, ...]:
    assert match.state.site is not None
    return card_on(match.state.site.pieces).cover


@pytest.mark.clause("DZ setup.open_spaces", "DZ setup.layout")
def test_when_cover_is_used_up_only_open_spaces_are_left_to_break() -> None:
    match = begun(3)
    while match.state.stage == Stage.LAY_BUILDINGS:
        ((seat, ask),) = match.pending.items()
        # Everything into the north-west, so that the south-east stays open.
        match.play(seat, min(ask.space.options(), key=lambda option: option.key[::-1] if "at:" in option.key else ""))
    extra = 0
    while match.state.stage == Stage.LAY_COVER:
        ((seat, ask),) = match.pending.items()
        options = {option.key: option for option in ask.space.options()}
        if ask.prompt.key == "prompt.open_space":
            extra += 1
            free = [f"{column}{row}" for row in range(1, 9) for column in "abcdefgh"]
            useless = [name for name in free if name not in covered(match) and f"at:{name}.1" not in options]
            with pytest.raises(Refusal) as refused:
                match.answer(seat, f"at:{useless[0]}.1")
            assert refused.value.clause == "DZ setup.open_spaces"
        match.play(seat, options[min(options, key=lambda key: (key[4], key[3]))])
    assert extra
    assert match.state.site is not None
    assert breaches(card_on(match.state.site.pieces)) == []


@pytest.mark.clause("DZ setup.layout")
@pytest.mark.parametrize("turn", range(4))
def test_a_turned_building_keeps_its_walls(turn: int) -> None:
    card = GAME.setup.prepare({}).new().content.buildings["hall"]
    pieces = raised(card, turn, (2, 1))
    width, depth = extent(card, turn)
    assert (width, depth) == ((2, 3) if turn % 2 == 0 else (3, 2))
    cover = tuple(Piece("cover", ord(name[0]) - 96.5, int(name[1]) - 0.5) for name in FULL)
    assert breaches(card_on((*pieces, *cover))) == []
    doors = [piece for piece in pieces if piece.kind == "door"]
    front = {"south": 1 + depth, "north": 1}.get(QUARTERS[turn])
    if front is not None:
        assert any(piece.y == front for piece in doors)


@pytest.mark.parametrize(("style", "expected"), [("dense", "68d166f940e29c1a"), ("open", "633b42e973dce62e")])
def test_a_seed_means_the_same_table_in_every_version(style: str, expected: str) -> None:
    assert made(GAME, style) == expected


@pytest.mark.parametrize(
    ("seed", "expected"),
    [(0, "c0d9b8d7a32ac590"), (1, "0fbffd3d32839fa1"), (2, "bac0b9371dfd5490"), (3, "0779f7e75790ca00")],
)
def test_whoever_lays_out_a_battlefield_is_offered_the_same_places(seed: int, expected: str) -> None:
    laid = ("prompt.building", "prompt.front", "prompt.open_space", "prompt.cover")
    assert laid_out(GAME, {"battlefield": "in_turn"}, seed, laid) == expected
