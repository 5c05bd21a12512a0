"""Secrets are drawn again when a seat thinks ahead: all that it may not know, and nothing else."""

from __future__ import annotations

import random
from typing import Any

import pytest

from games.questions import NotingDice
from games.tiny_epic_mechs.plain import CONTENT, GAME, A, B, C
from muster.games.tiny_epic_mechs.rules.hidden import determinize
from muster.games.tiny_epic_mechs.rules.robots import deploy_mine
from muster.kernel.dice import SeededDice
from muster.kernel.match import Match
from muster.kernel.requests import Table

DRAWS = 60
"""Often enough for everything that can change to have changed."""


def drawn(position: dict[str, Any], seat: int) -> list[Any]:
    """The position as this seat imagines it, time and again."""
    states = []
    for number in range(DRAWS):
        state = GAME.testing.position(position)
        determinize(state, seat, random.Random(number))
        states.append(state)
    return states


@pytest.mark.clause("TEM setup.pilot")
def test_the_pilots_dealt_to_others_are_dealt_again() -> None:
    dealt = {"A": ("maverick", "diamond"), "B": ("anvil", "comet"), "C": ("ledger", "fuse")}
    position = {"players": 3, "stage": "choose_pilot", "player": {seat: {"dealt": two} for seat, two in dealt.items()}}
    before = GAME.testing.position(position)
    states = drawn(position, B)
    assert {state.players[B].dealt for state in states} == {before.players[B].dealt}
    assert len({state.players[A].dealt for state in states}) > 5
    for state in states:
        everybody = [number for player in state.players for number in player.dealt]
        assert len(everybody) == len(set(everybody)) == 6
        assert all(list(player.dealt) == sorted(player.dealt) for player in state.players)


@pytest.mark.clause("TEM setup.pilot")
def test_nobody_is_dealt_pilots_who_has_none() -> None:
    position = {"stage": "choose_pilot", "player": {"A": {"dealt": ("maverick", "diamond")}}}
    assert {state.players[B].dealt for state in drawn(position, A)} == {()}


@pytest.mark.clause("TEM program.secret")
def test_cards_that_lie_open_stay_and_the_others_are_anybodys_guess() -> None:
    program = ["collect-n", "mine-e", "turret-s", "double_jump-w"]
    position = {"players": 3, "player": {"A": {"program": program}, "B": {"program": program, "revealed": 2}}}
    before = GAME.testing.position(position)
    states = drawn(position, A)
    assert {tuple(state.players[A].program) for state in states} == {tuple(before.players[A].program)}
    assert {tuple(state.players[B].program[:2]) for state in states} == {tuple(before.players[B].program[:2])}
    last = {state.players[B].program[3] for state in states}
    assert {card % 4 for card in last} == {0, 1, 2, 3}
    assert {card // 4 for card in last} == {0, 1, 3, 4, 5, 6}
    for state in states:
        kinds = [card // 4 for card in state.players[B].program]
        assert len(kinds) == 4
        assert all(kinds.count(kind) <= CONTENT.copies[kind] for kind in kinds)


@pytest.mark.clause("TEM program.secret")
def test_a_program_that_lies_open_is_known() -> None:
    position = {"player": {"B": {"revealed": 4}}}
    before = GAME.testing.position(position)
    assert {tuple(state.players[B].program) for state in drawn(position, A)} == {tuple(before.players[B].program)}


@pytest.mark.clause("TEM tactical.enter")
def test_who_has_no_program_gets_none() -> None:
    position = {"player": {"B": {"tactical": "on"}}}
    assert {tuple(state.players[B].program) for state in drawn(position, A)} == {()}


@pytest.mark.clause("TEM deploy.mine_secret")
def test_mines_of_others_have_other_numbers_each_once_and_turrets_stay() -> None:
    mines = {"a4": 1, "a2": 2, "b2": 3}
    position = {
        "players": 3,
        "player": {"A": {"mines": {"b1": 4}}, "B": {"mines": mines, "turrets": ["c3"]}, "C": {"mines": {"d2": 2}}},
    }
    before = GAME.testing.position(position)
    states = drawn(position, A)
    index = before.arena.index
    for name in ("b1", "c3"):
        assert {state.devices[index[name]] for state in states} == {before.devices[index[name]]}
    for name in ("a4", "a2", "b2"):
        assert {state.devices[index[name]] for state in states} == {B * 8 + number for number in (1, 2, 3, 4)}
    assert {state.devices[index["d2"]] for state in states} == {C * 8 + number for number in (1, 2, 3, 4)}
    for state in states:
        assert len({state.devices[index[name]] for name in ("a4", "a2", "b2")}) == 3
        assert sum(map(bool, state.devices)) == 6


@pytest.mark.clause("TEM setup.pilot", "TEM solo.mine")
def test_pilots_and_the_mines_of_robots_are_drawn_in_secret_and_the_arena_in_the_open() -> None:
    dice = NotingDice(4)
    match = Match(GAME, GAME.setup.prepare({"players": 1}).new(), dice)
    while "robot_mine" not in dice.secret:
        match.play(0, match.pending[0].space.options()[0])
    assert dice.secret["pilots"]
    assert dice.secret["robot_mine"]
    assert not dice.secret["arena"]


@pytest.mark.clause("TEM solo.deploy", "TEM deploy.mine_secret")
def test_a_mine_that_a_robot_lays_later_is_drawn_in_secret_too() -> None:
    state = GAME.testing.position({"solo": True, "player": {"A": {"tactical": "on"}, "C": {"zone": "d2"}}})
    asked: Any = deploy_mine(Table(True), state, state.players[C]).send(None)
    assert (asked.purpose, asked.secret) == ("robot_mine", True)


@pytest.mark.clause("TEM program.order")
def test_the_slots_of_a_program_are_counted_from_one() -> None:
    match = Match(GAME, GAME.testing.position({"round": 1, "stage": "end_turn", "turn": 7}), SeededDice(4))
    slots = []
    while A in match.pending and match.pending[A].prompt.key == "prompt.program":
        slots.append(match.pending[A].prompt.params["slot"])
        match.play(A, match.pending[A].space.options()[0])
    assert slots == [1, 2, 3, 4]
