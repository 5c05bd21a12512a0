"""Questions that mark themselves as small, secret or half done, and answers that nobody can take back."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from games.questions import questions, secret_rolls
from muster.kernel.dice import ScriptedDice
from muster.kernel.match import Match
from muster.kernel.scenario import read_scenario
from muster.library import load_game

GAME: Any = load_game("deadzone")


def play(position: dict[str, Any], dice: list[int], *answers: tuple[int, str]) -> Match[Any]:
    match = Match(GAME, GAME.testing.position(position), ScriptedDice(dice))
    for seat, answer in answers:
        match.answer(seat, answer)
    return match


def model(side: str, card: str, at: str, **more: Any) -> dict[str, Any]:
    return {"side": side, "card": card, "at": at, **more}


YARD = [model("A", "commando", "a8"), model("A", "commando", "a7"), model("B", "commando", "h1")]


def test_how_much_time_is_left() -> None:
    match = play({"model": YARD}, [], (0, "activate:A1"))
    assert match.ask(0).prompt.params["left"] == 2
    match.answer(0, "move:b8.1")
    assert match.ask(0).prompt.params["left"] == 1


def test_how_many_models_are_left() -> None:
    match = play({"model": YARD}, [])
    assert match.ask(0).prompt.params["left"] == 2
    match.answer(0, "activate:A1")
    match.answer(0, "end")
    assert match.ask(0).prompt.params["left"] == 1


def test_whoever_has_looked_at_an_objective_cannot_take_it_back() -> None:
    position = {"model": YARD, "objectives": {"b8": "X"}}
    match = play(position, [], (0, "activate:A1"), (0, "move:b8.1"))
    assert match.may_undo(0) is not None
    assert [event.params for event in match.events(0) if event.key == "objective_seen"] == [
        {"cube": "b8.1", "square": "b8", "level": 1, "objective": "X"}
    ]
    assert not [event for event in match.events(1) if event.key == "objective_seen"]


def test_a_plain_move_can_be_taken_back() -> None:
    match = play({"model": YARD}, [], (0, "activate:A1"), (0, "move:b8.1"))
    assert match.may_undo(0) is None


def test_a_mission_that_was_shown_cannot_be_hidden_again() -> None:
    file = Path(__file__).parent / "scenarios/goals/aborting.toml"
    scenario = read_scenario(file.read_text("utf-8"), file.name)
    match = play(scenario.position, scenario.dice, (0, "abort"))
    assert match.may_undo(0) is not None


WHOLE = {"action", "crate", "deploy", "discard", "keep_card", "mission", "mutation", "rage", "turn"}
"""Questions that are asked when nothing is half done."""
SMALL = {
    *("building", "building_at", "front", "open_space"),
    *("caught_next", "crash_into", "glide", "packed", "pick_up", "place", "resist_with", "use_up", "via", "who_reacts"),
}
"""Questions with a usual answer; what to pick up is one only where nothing of interest lies."""


def test_what_each_question_says_of_itself() -> None:
    asked = questions("deadzone")
    assert {name for name, kinds in asked.items() if "whole" in kinds} == WHOLE
    assert {name for name, kinds in asked.items() if "small" in kinds} == SMALL
    assert {name for name, kinds in asked.items() if "half" in kinds} == {*asked} - WHOLE - SMALL | {"pick_up"}
    assert len(asked) >= 39


def test_what_is_drawn_in_secret() -> None:
    rolls = secret_rolls("deadzone", 700)
    assert {purpose for purpose, secret in rolls.items() if secret} == {"battle_card", "hand", "mission", "objective"}
    assert len(rolls) >= 15
