"""Whole matches on every table against every MegaBeast: what is offered can be played, nothing is lost."""

from __future__ import annotations

import random

import pytest

from games.tag_raid.playing import CONTENT, FIELDS, GAME
from muster.kernel.dice import SeededDice
from muster.kernel.match import Match

TABLES = [(field.id, beast.id) for field in FIELDS for beast in CONTENT.beasts]


@pytest.mark.parametrize(("table", "beast"), TABLES)
def test_four_players_play_to_the_end(table: str, beast: str) -> None:
    match = Match(GAME, GAME.setup.prepare({"players": 4, "table": table, "beast": beast}).new(), SeededDice(11))
    rng = random.Random(f"{table} {beast}")
    kept = GAME.testing.conserved(match.state)
    while not match.over:
        seat = min(match.pending)
        option = rng.choice(match.pending[seat].space.options())
        assert match.pending[seat].space.accept(option.key).value == option.value
        match.play(seat, option)
        assert GAME.testing.conserved(match.state) == kept
    assert match.result is not None
    assert match.state.round <= 10


@pytest.mark.parametrize("seed", range(12))
def test_nobody_is_asked_before_a_drawn_event_is_kept(seed: int) -> None:
    """A fork begins at the last checkpoint with other events in the deck: those drawn must be out of it by then."""
    rng = random.Random(seed)
    match = Match(GAME, GAME.setup.prepare({"players": 2 + seed % 3}).new(), SeededDice(seed))
    while not match.over:
        seat = min(match.pending)
        match.fork(seat, rng)
        assert match.last_checkpoint[1].events == match.state.events
        match.play(seat, rng.choice(match.pending[seat].space.options()))
