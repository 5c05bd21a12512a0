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
