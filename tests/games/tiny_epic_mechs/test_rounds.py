"""The six rounds: whole games, played at random, keep to the order of phases."""

from __future__ import annotations

import random
from typing import Any

import pytest

from muster.kernel.dice import SeededDice
from muster.kernel.match import Match
from muster.library import load_game

GAME = load_game("tiny_epic_mechs")


def played(players: int, seed: int) -> Match[Any]:
    """A whole game of players who choose at random."""
    match = Match(GAME, GAME.setup.prepare({"players": players}).new(), SeededDice(seed))
    choice = random.Random(seed)
    while not match.over:
        seat = choice.choice(sorted(match.pending))
        match.play(seat, choice.choice(list(match.ask(seat).space.options())))
    return match


@pytest.mark.clause("TEM round.phases", "TEM scoring.rounds")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_six_rounds_with_scoring_after_the_second_fourth_and_sixth(players: int) -> None:
    match = played(players, 7)
    phases = [event.key for event in match.events(None) if event.key in ("programmed", "scoring_round", "round_begins")]
    assert phases == [
        *("programmed", "round_begins"),
        *("programmed", "scoring_round", "round_begins"),
        *("programmed", "round_begins"),
        *("programmed", "scoring_round", "round_begins"),
        *("programmed", "round_begins"),
        *("programmed", "scoring_round"),
    ]


@pytest.mark.clause("TEM execute.order", "TEM end.token")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_in_every_round_everybody_has_four_turns_clockwise_from_the_token(players: int) -> None:
    match = played(players, 11)
    events = match.events(None)
    start = next(event.params["seat"] for event in events if event.key == "start_player")
    rounds: list[list[Any]] = []
    for event in events:
        if event.key == "programmed":
            rounds.append([])
        elif event.key in ("card_revealed", "tactical_card"):
            rounds[-1].append(event.params["seat"])
    assert rounds == [[(start + number + turn) % players for turn in range(4 * players)] for number in range(6)]


@pytest.mark.clause("TEM final.winner", "TEM final.tie_mech", "TEM final.tie_weapons")
@pytest.mark.parametrize("seed", range(5))
def test_nobody_has_more_points_than_a_winner(seed: int) -> None:
    result = played(3, seed).result
    assert result is not None
    assert all(result.scores[seat] == max(result.scores) for seat in result.winners)


def final_totals(scores: tuple[int, int], first: dict[str, Any]) -> Match[Any]:
    """The end of a game in which A has `first`, after these scores so far."""
    players = {"A": {"score": scores[0], **first}, "B": {"score": scores[1]}}
    return Match(GAME, GAME.testing.position({"round": 6, "stage": "end_round", "player": players}), SeededDice(1))


@pytest.mark.clause("TEM final.tie_mech", "TEM final.tie_weapons")
@pytest.mark.parametrize(
    ("first", "clause"),
    [
        ({"status": "mech", "equipped": ["warhammer"]}, "TEM final.tie_mech"),
        ({"equipped": ["energy_sword", "pulse_pistol"]}, "TEM final.tie_weapons"),
    ],
)
def test_a_victory_says_what_broke_the_tie(first: dict[str, Any], clause: str) -> None:
    ahead = final_totals((0, 0), first).result
    assert ahead is not None
    match = final_totals((0, ahead.scores[0] - ahead.scores[1]), first)
    assert match.result is not None
    assert match.result.scores[0] == match.result.scores[1]
    assert list(match.result.winners) == [0]
    assert [event.clause for event in match.events(None) if event.key == "victory"] == [clause]
