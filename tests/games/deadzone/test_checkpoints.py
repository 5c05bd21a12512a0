"""When the rules make a checkpoint, that play goes on from a copy, and that the dead are left alone."""

from __future__ import annotations

import itertools
from typing import Any

from muster.games.deadzone.rules import rounds, sequence
from muster.games.deadzone.state.models import NOBODY
from muster.games.deadzone.state.state import Stage, State
from muster.kernel.dice import ScriptedDice
from muster.kernel.match import Match
from muster.kernel.requests import Checkpoint, Table
from muster.library import load_game

GAME: Any = load_game("deadzone")
FOE = {"side": "B", "card": "stage_3a", "at": "h1"}


def own(card: str, at: str = "", **more: Any) -> dict[str, Any]:
    return {"side": "A", "card": card, "at": at, **more}


def table() -> Table:
    return Table(listening=False)


def test_a_match_plays_on_from_a_copy() -> None:
    """A copy of the state is frozen; whoever plays it has models of its own."""
    state: State = GAME.testing.position({"model": [own("enforcer", "a8"), FOE]})
    match: Match[State] = Match(GAME, state.copy(), ScriptedDice([]))
    match.answer(0, "activate:A1")
    match.answer(0, "move:b8.1")
    assert state.field.names[match.state.models[0].cube] == "b8.1"
    assert state.field.names[state.models[0].cube] == "a8.1"


def test_the_dead_are_not_touched_at_the_end_of_a_turn_or_round() -> None:
    models = [own("enforcer", dead=True, activated=True), own("enforcer", "a8", activated=True), FOE]
    state: State = GAME.testing.position({"model": models, "stage": "end_round", "side": {"A": {"deck": ["surge"]}}})
    for side in state.sides:
        side.mixed = [1]
    for model in state.models[:2]:
        model.carded = True
        model.psychic = 2
    twin = state.copy()
    twin.thaw()
    rounds.end_turn(twin)
    assert [model.carded for model in twin.models] == [True, False, False]
    match: Match[State] = Match(GAME, twin.copy(), ScriptedDice([]))
    assert match.state.round == 2
    assert [model.activated for model in match.state.models] == [True, False, False]
    assert [model.psychic for model in match.state.models] == [2, NOBODY, NOBODY]


LISTED = {
    *(Stage.KEEP_MISSION, Stage.MUTATIONS, Stage.PLACE_CRATES, Stage.DEPLOY, Stage.RAGE, Stage.TURN, Stage.ACTION),
    *(Stage.DISCARD, Stage.KEEP_CARDS),
}
"""Stages that begin with a question."""


def test_when_a_checkpoint_is_made() -> None:
    """Where one is owed, and where something was said since the last and a question comes; in an activation that has
    just begun or is all but over only if somebody forks.
    """
    decks = {seat: {"deck": ["surge"]} for seat in "AB"}
    position: State = GAME.testing.position({"model": [own("enforcer", "a8"), FOE], "side": decks})
    for stage, owed, due, taken, spent, forked in itertools.product(
        range(Stage.OVER), (False, True), (0, 1), (0, 1), (0, 1, 2, 9), (False, True)
    ):
        state = position.copy()
        state.stage, state.taken, state.spent, state.active = stage, taken, spent, 0
        said = table()
        said.owed, said.due, said.forked = owed, due, forked
        playing = sequence.play(said, state)
        made = isinstance(playing.send(None), Checkpoint) and state.stage == stage
        playing.close()
        worth_it = forked or stage != Stage.ACTION or (taken and spent < 2)
        assert made == (owed or bool(due and stage in LISTED and worth_it)), (stage, owed, due, taken, spent, forked)
