"""Tables of one's own in every game that has them: checked, made in a style, planned, packed, and played on."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from muster.kernel.dice import SeededDice
from muster.kernel.errors import GameError
from muster.kernel.game import Game, setup_of, tables_of
from muster.kernel.match import Match
from muster.kernel.packs import PackFile
from muster.kernel.tables import MOST_SEED, Piece, Plan, breaches, half_turned, made, style_and_seed
from muster.kernel.words import LANGUAGES
from muster.library import game_names, load_game, load_with_packs
from muster.tables.codec import decode, encode
from muster.tables.judging import as_pack, judge, pack_id, read_pack

GAMES = [name for name in game_names() if load_game(name).tables is not None]
EVERY = pytest.mark.parametrize("name", GAMES)
seeds = st.integers(1, MOST_SEED)


def test_three_games_have_tables_to_build() -> None:
    assert {"deadzone", "obsidian_protocol", "tag_raid"} <= set(GAMES)


@EVERY
def test_the_tables_of_the_packs_are_legal_and_plans_lose_nothing(name: str) -> None:
    game: Game[Any] = load_game(name)
    tables = tables_of(game)
    for card in tables.ready().values():
        assert breaches(tables, card) == []
        plan = tables.plan(card)
        again = tables.card(plan)
        assert tables.plan(again) == plan
        assert breaches(tables, again) == []
        assert msgspec.json.encode(tables.show(plan)) == msgspec.json.encode(tables.show(tables.plan(again)))


@EVERY
@settings(max_examples=25, deadline=None)
@given(seed=seeds)
def test_every_table_that_is_made_is_legal_fair_and_the_same_again(name: str, seed: int) -> None:
    tables = tables_of(load_game(name))
    kit = tables.kit(load_game(name).catalogue.words("en"))
    for style in tables.styles:
        card = made(tables, style, seed)
        assert breaches(tables, card) == []
        assert card == made(tables, style, seed)
        pieces = Counter(spot(piece) for piece in tables.plan(card).pieces)
        twins = Counter(spot(half_turned(piece, kit.middle)) for piece in tables.plan(card).pieces)
        assert pieces == twins, "whatever one side has, the other has as well"


def spot(piece: Piece) -> tuple[str, float, float, int, int, int]:
    return piece.kind, round(piece.x), round(piece.y), piece.level, piece.width, piece.height


@EVERY
def test_styles_differ_and_so_do_seeds(name: str) -> None:
    tables = tables_of(load_game(name))
    cards = [made(tables, style, seed) for style in tables.styles for seed in range(1, 9)]
    assert len({str(sorted(card.items(), key=lambda item: item[0] != "id")[1:]) for card in cards}) == len(cards)
    weight = {
        style: sum(len(tables.plan(made(tables, style, seed)).pieces) for seed in range(1, 9))
        for style in tables.styles
    }
    assert weight["dense"] > weight["open"]


@EVERY
def test_a_match_is_played_on_a_table_that_is_made_or_brought(name: str) -> None:
    game: Game[Any] = load_game(name)
    tables, setup = tables_of(game), setup_of(game)
    own = made(tables, "dense", 3) | {"id": "own"}
    for wanted in ("open:12", own):
        prepared = setup.prepare({tables.field: wanted})
        again = setup.prepare(msgspec.json.decode(msgspec.json.encode(prepared.options)))
        assert again.options == prepared.options
        match = Match(game, prepared.new(), SeededDice(5))
        rng = random.Random(1)
        while not match.over:
            seat = next(iter(match.pending))
            match.play(seat, rng.choice(list(match.pending[seat].space.options())))


@EVERY
def test_what_names_no_table_is_refused_in_one_sentence(name: str) -> None:
    game: Game[Any] = load_game(name)
    field = tables_of(game).field
    for wanted in ("denser", "dense:0", "dense:x", "dense:-1", "dense:1000000", "dense:７", {"id": "own"}, 3):
        with pytest.raises(GameError) as caught:
            setup_of(game).prepare({field: wanted})
        assert "\n" not in str(caught.value)


def test_a_style_may_carry_a_seed() -> None:
    assert style_and_seed("dense", ["dense"]) == ("dense", 1)
    assert style_and_seed("dense:12", ["dense"]) == ("dense", 12)
    assert style_and_seed("yard", ["dense"]) is None


@EVERY
def test_a_plan_is_a_link_a_pack_and_a_plan_again(name: str) -> None:
    game: Game[Any] = load_game(name)
    tables = tables_of(game)
    plan = msgspec.structs.replace(tables.plan(made(tables, "dense", 8)), name="Grey Quarry")
    assert decode(name, f"https://somewhere/tables/{name}#{encode(name, plan)}") == plan
    text = as_pack(game, [tables.card(plan) | {"id": pack_id(plan.name)}])
    assert read_pack(game, text) == plan
    laid = load_with_packs(name, (PackFile("mine.toml", text),))
    assert "grey_quarry" in tables_of(laid).ready()
    for wrong, problem in (
        ("1.AAAA", "damaged"),
        ("2.AAAA", "not a table"),
        (encode("pig", plan), "of 'pig'"),
        ("1." + "A" * 20_000, "too many"),
    ):
        with pytest.raises(GameError, match=problem):
            decode(name, wrong)


@EVERY
def test_a_judged_plan_names_its_breaches_in_both_languages(name: str) -> None:
    game: Game[Any] = load_game(name)
    crowded = Plan(
        pieces=tuple(Piece(kind.id, *tables_of(game).kit(game.catalogue.words("en")).middle) for kind in kinds(game))
    )
    for language in LANGUAGES:
        judged = judge(game, crowded, game.catalogue.words(language))
        assert judged.breaches
        for breach in judged.breaches:
            assert breach.clause in game.clauses, breach
            assert "{" not in breach.text
            assert not breach.text.startswith("Text(")


def kinds(game: Game[Any]) -> list[Any]:
    return list(tables_of(game).kit(game.catalogue.words("en")).kinds) * 2


@EVERY
def test_pieces_that_no_kit_has_and_plans_beyond_the_board(name: str) -> None:
    game: Game[Any] = load_game(name)
    tables = tables_of(game)
    with pytest.raises(GameError, match="there is no piece 'castle'"):
        tables.card(Plan(pieces=(Piece("castle", 1, 1),)))
    words = game.catalogue.words("en")
    for kind in tables.kit(words).kinds:
        for x, y in ((-900.0, -900.0), (3999.0, 3999.0)):
            building = (Piece("building", 4, 4),) if name == "deadzone" else ()
            card = tables.card(Plan(pieces=(*building, Piece(kind.id, x, y, 9, 400, 400, 400, 360))))
            tables.check(card)  # laid at the edge, judged, never a crash
            tables.show(tables.plan(card))
