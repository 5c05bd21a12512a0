"""How the tests of TAG Raid play: a position, dice, answers, and what came of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from games.content import content_of
from muster.games.tag_raid.board.battlefield import battlefields
from muster.games.tag_raid.board.spots import Spot
from muster.games.tag_raid.rules.obstruction import check_models, check_special_terrain
from muster.games.tag_raid.state.state import Miner, State
from muster.kernel.dice import ScriptedDice, SeededDice
from muster.kernel.match import Match
from muster.kernel.refusal import Refusal
from muster.library import load_game

GAME: Any = load_game("tag_raid")
CONTENT: Any = content_of(GAME)
FIELDS: Any = battlefields(CONTENT)
Position = dict[str, Any]


def start(position: Position, dice: Sequence[int] = ()) -> Match[State]:
    """A match from a position; after the dice given, others that are always the same."""
    return Match(GAME, GAME.testing.position(position), ScriptedDice(dice, after=SeededDice(7)))


def say(match: Match[State], *answers: str) -> Match[State]:
    """Answers one after the other, each by whoever is asked. Small things that no answer is meant for are settled."""
    for answer in answers:
        while match.pending and match.pending[min(match.pending)].small and not fits(match, answer):
            match.play(min(match.pending), match.pending[min(match.pending)].space.options()[0])
        match.answer(min(match.pending), answer)
    match.settle(range(4))
    return match


def fits(match: Match[State], key: str) -> bool:
    """Whether an answer is meant for the question that is open."""
    try:
        match.pending[min(match.pending)].space.accept(key)
    except Refusal:
        return False
    return True


def asked(match: Match[State]) -> str:
    """Who is asked what: `B prompt.aro`."""
    seat, ask = next(iter(match.pending.items()))
    return f"{'ABCD'[seat]} {ask.prompt.key}"


def offered(match: Match[State]) -> list[str]:
    return [option.key for option in match.pending[min(match.pending)].space.options()]


def told(match: Match[State], key: str) -> list[dict[str, Any]]:
    return [dict(event.params) for event in match.table.events if event.key == key]


def refused(match: Match[State], key: str) -> str:
    """The clause by which an answer is refused."""
    with pytest.raises(Refusal) as found:
        match.answer(min(match.pending), key)
    return found.value.clause


def miners(**given: dict[str, Any]) -> Position:
    """A position with so many miners as are named, the rest as on an empty table."""
    return {"players": max(2, len(given)), "miner": given}


def is_unopposed(state: State, miner: Miner, path: Sequence[Spot]) -> bool:
    """Whether no model and no impassable terrain forbids a path."""
    try:
        check_special_terrain(state, miner, path)
        check_models(state, miner, path)
    except Refusal:
        return False
    return True
