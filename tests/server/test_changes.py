"""Only what has changed in a view is sent: what comes of it is the view, for every game, to the last comma."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.games.every_game import SETUPS

from muster.games.tiny_epic_mechs.showing import views
from muster.kernel.dice import SeededDice
from muster.kernel.game import setup_of
from muster.kernel.match import Match
from muster.kernel.sessions import new_match
from muster.library import game_names, load_game
from muster.server.protocol.changes import changes_between, with_changes

CASES = json.loads(Path(__file__).with_name("changes.json").read_text())


@pytest.mark.parametrize("case", CASES, ids=[case["what"] for case in CASES])
def test_changes_are_put_in(case: dict[str, Any]) -> None:
    """The browser's client has the same cases."""
    before = json.dumps(case["before"])
    changes = msgspec.convert(case["changes"], list[tuple[list[str | int], Any]])
    assert with_changes(case["before"], changes) == case["now"]
    assert json.dumps(case["before"]) == before


class Figure(msgspec.Struct, frozen=True):
    name: str
    health: int
    at: tuple[int, ...] = ()


class Whole(msgspec.Struct, frozen=True):
    figures: tuple[Figure, ...]
    round: int = 1
    turn: int = 1
    extra: dict[str, int] | None = None


def test_the_shortest_way_is_told() -> None:
    one, two = Figure("one", 3), Figure("two", 5, (1, 2))
    before = Whole((one, two))
    assert changes_between(before, Whole((one, two))) == []
    assert changes_between(before, Whole((one, Figure("two", 4, (1, 2))))) == [(["figures", 1, "health"], 4)]
    assert changes_between(before, Whole((one, two), 2)) == [(["round"], 2)]
    longer = (one, two, one)
    assert changes_between(before, Whole(longer)) == [(["figures"], longer)]
    other = Figure("three", 9, (1, 2))
    assert changes_between(before, Whole((one, other))) == [(["figures"], (one, other))], "most of it is new"
    assert changes_between(None, before) == [([], before)]


def at_random(name: str, decisions: int) -> Iterator[Match[object]]:
    """A match that is played at random, decision by decision."""
    game = load_game(name)
    prepared = setup_of(game).prepare(SETUPS.get(name, [{}])[-1])
    match = new_match(game, prepared, SeededDice(11))
    rng = random.Random(5)
    for _ in range(decisions):
        if match.over:
            return
        seat = rng.choice(list(match.pending))
        match.answer(seat, rng.choice(list(match.pending[seat].space.options())).key)
        yield match


@pytest.mark.parametrize("name", game_names())
def test_a_view_with_changes_is_the_next_view(name: str) -> None:
    encode, decode = msgspec.json.encode, msgspec.json.decode
    shown: dict[int | None, tuple[Any, Any]] = {}
    whole = sent = 0
    for match in at_random(name, 40):
        for seat in (0, None):
            view = match.view(seat)
            if seat in shown:
                before, held = shown[seat]
                changes = changes_between(before, view)
                held = with_changes(held, decode(encode(changes), type=list[tuple[list[str | int], Any]]))
                assert held == decode(encode(view))
                sent += len(encode(changes))
                whole += len(encode(view))
            else:
                held = decode(encode(view))
            shown[seat] = view, held
    assert sent < whole / 3


def test_zones_that_are_kept_are_those_of_the_moment() -> None:
    """What the zones show is made once and kept for as long as nothing about them changes."""
    for match in at_random("tiny_epic_mechs", 150):
        for seat in (0, 1, None):
            kept = match.view(seat)
            views.KNOWN_ZONES.clear()
            assert match.view(seat) == kept
