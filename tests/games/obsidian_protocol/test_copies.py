"""A copy of a state is the same in everything, and shares nothing that changes."""

from __future__ import annotations

import pytest

from games.obsidian_protocol.desk import GAME, mech, position
from muster.games.obsidian_protocol.rules.sequence import play
from muster.games.obsidian_protocol.state.state import Stage, Turn
from muster.games.obsidian_protocol.state.unit import NOBODY, NONE, NOWHERE
from muster.kernel.requests import Checkpoint, Table


def attributes(thing: object) -> list[str]:
    """The names of all that it holds: plain and compiled classes have no other list in common."""
    return [name for name in dir(thing) if not name.startswith("_") and not callable(getattr(thing, name))]


def test_a_copy_is_the_same_in_everything() -> None:
    state = position(mech("A", "f8"), mech("B", "f4"))
    state.turn = Turn(3, 4, 5, 6, True, True, True, frozenset({(0, "scan")}), True, 8)
    copy = state.copy()
    for name in attributes(state):
        if name not in ("units", "turn"):
            assert getattr(copy, name) == getattr(state, name), name
    for one, twin in [(state.turn, copy.turn), *zip(state.units, copy.units, strict=True)]:
        assert len(attributes(one)) > 5
        assert [getattr(one, name) for name in attributes(one)] == [getattr(twin, name) for name in attributes(one)]


def test_a_copy_goes_its_own_way() -> None:
    state = position(mech("A", "f8"), mech("B", "f4"))
    copy = state.copy()
    copy.turn.action = 0
    copy.units[0].link = 9
    copy.scores[0] = 5
    assert (state.turn.action, state.units[0].link, state.scores[0]) == (2, 1, 0)


@pytest.mark.parametrize(
    ("due", "forked", "made"), [(0, True, False), (1, False, False), (1, True, True), (2, False, True)]
)
def test_after_one_answer_a_copy_is_made_only_if_somebody_forks(due: int, forked: bool, made: bool) -> None:
    state = position(mech("A", "f8"), mech("B", "f4"), stage="act", active="A1")
    table = Table(listening=False)
    table.due, table.forked = due, forked
    playing = play(table, state)
    assert isinstance(playing.send(None), Checkpoint) == made
    playing.close()


@pytest.mark.clause("OP 3.4.5.ticks", "OP 4.13.start")
def test_how_everything_begins() -> None:
    """A fresh opportunity, a unit beside the board, a game before its first card."""
    turn = Turn()
    assert (turn.maneuver, turn.action, turn.extra, turn.extra_firing, turn.overloads) == (1, 2, 0, 0, 0)
    assert turn.used == frozenset()
    assert [turn.moved, turn.started, turn.timed, turn.ended] == [False] * 4
    game = GAME.setup.prepare({"squads": ("rdl_600_line", "un_600_line")}).new()
    assert (game.stage, game.round, game.edges, game.revealed) == (Stage.DRAW_BATTLEFIELD, 1, (0, 1), False)
    assert (game.winner, game.active, game.task) == (NOBODY, NOBODY, NONE)
    assert (game.secondary, game.named, game.scores, game.hands) == ([NONE] * 2, [NONE] * 4, [0, 0], [0, 0])
    assert [unit.id for unit in game.units] == list(range(len(game.units)))
    for unit in game.units:
        assert unit.alive
        assert [unit.deployed, unit.acted, unit.command] == [False] * 3
        assert (unit.col, unit.row, unit.facing, unit.count) == (NOWHERE, NOWHERE, 0, 1)
        assert (unit.stealth, unit.hidden_by, unit.dial, unit.killer, unit.carried) == (NONE, NONE, NONE, NOBODY, NONE)
        assert (unit.charged, unit.box, unit.hexagon, unit.hexagon_face, unit.commands) == (0, 0, 0, 0, 0)
        assert unit.squares == (0,) * 9
        if unit.parts:
            assert (unit.size, unit.link, unit.condition) == (3, game.content.pilots[unit.pilot].link, (0,) * 5)
            assert len(unit.ammo) == len(unit.intercepts) == 10
