"""A copy of a state is the same in everything, and shares nothing that changes."""

from __future__ import annotations

from games.obsidian_protocol.desk import mech, position
from muster.games.obsidian_protocol.state import State, Turn


def test_a_copy_is_the_same_in_everything() -> None:
    state = position(mech("A", "f8"), mech("B", "f4"))
    state.turn = Turn(3, 4, 5, 6, True, True, True, frozenset({(0, "scan")}), True, 8)
    copy = state.copy()
    for name in State.__slots__:
        if name not in ("units", "turn"):
            assert getattr(copy, name) == getattr(state, name), name
    assert [getattr(copy.turn, name) for name in Turn.__slots__] == [getattr(state.turn, n) for n in Turn.__slots__]
    for unit, twin in zip(state.units, copy.units, strict=True):
        assert [getattr(unit, name) for name in unit.__slots__] == [getattr(twin, name) for name in unit.__slots__]


def test_a_copy_goes_its_own_way() -> None:
    state = position(mech("A", "f8"), mech("B", "f4"))
    copy = state.copy()
    copy.turn.action = 0
    copy.units[0].link = 9
    copy.scores[0] = 5
    assert (state.turn.action, state.units[0].link, state.scores[0]) == (2, 1, 0)
