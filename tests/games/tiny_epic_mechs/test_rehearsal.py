"""A rehearsed program says what the rules then do, and warns of what will fail."""

from __future__ import annotations

from typing import Any

import pytest

from muster.games.tiny_epic_mechs.showing.rehearsal import Rehearsal
from muster.kernel.dice import SeededDice
from muster.kernel.match import Match
from muster.kernel.refusal import Refusal
from muster.library import load_game

GAME: Any = load_game("tiny_epic_mechs")
WORDS = GAME.catalogue.words("en")


def rehearsed(position: dict[str, Any], cards: str, seat: int = 0) -> Rehearsal:
    state = GAME.testing.position(position)
    before = GAME.showing.look(state, seat).view
    found = GAME.showing.preview(state, seat, None, f"program:{cards}", WORDS)
    assert GAME.showing.look(state, seat).view == before, "a rehearsal changes nothing"
    assert isinstance(found, Rehearsal)
    return found


def warnings(found: Rehearsal) -> list[list[str]]:
    return [[remark.clause for remark in step.remarks if remark.warning] for step in found.steps]


def test_it_comes_to_what_the_rules_then_do() -> None:
    program = ["collect-n", "mine-n", "turret-e", "collect-e"]
    who = {"zone": "c5", "energy": 6, "credits": 6, "program": program}
    position = {
        "stage": "begin_turn",
        "round": 1,
        "active": "A",
        "start": "A",
        "confirm_turns": True,
        "player": {"A": who, "B": {"zone": "a1", "program": ["collect-n"] * 4}},
    }
    steps = rehearsed(position, ",".join(program)).steps
    match = Match(GAME, GAME.testing.position(position), SeededDice(1))
    done = []
    while len(done) < len(steps):
        (seat,) = match.pending
        ask = match.ask(seat)
        if ask.prompt.key == "prompt.end_turn" and seat == 0:
            player = match.view(0).players[0]
            done.append((player.zone, player.energy, player.credits))
        usual = next((one for one in ask.space.options() if one.key in ("deploy", "lay:1")), None)
        match.answer(seat, usual.key if usual else next(iter(ask.space.options())).key)
    assert [(step.zone, *step.left) for step in steps] == done


def test_what_cannot_be_paid_is_named_at_the_card_that_fails() -> None:
    found = rehearsed(
        {"player": {"A": {"zone": "c5", "energy": 0, "credits": 0}}}, "mine-n,turret-n,purchase-w,power_up-e"
    )
    assert warnings(found) == [["TEM deploy.cost"], ["TEM deploy.cost"], ["TEM purchase.pay"], ["TEM power_up.choice"]]
    assert "you have 0" in found.steps[0].remarks[0].text
    assert all((step.energy, step.credits) == (0, 0) for step in found.steps)


def test_a_wall_an_enemy_and_a_turret_are_seen_coming() -> None:
    players = {"A": {"zone": "a1", "health": 1}, "B": {"zone": "b1", "turrets": ["a2"]}}
    found = rehearsed({"player": players}, "collect-n,collect-e")
    assert "TEM move.wall" in warnings(found)[0]
    assert "TEM combat.start" in warnings(found)[1]
    assert warnings(rehearsed({"player": players}, "double_jump-n,mine-s"))[1][:2] == [
        "TEM turret.damage",
        "TEM ko.points",
    ]


def test_what_the_track_does_not_take_is_lost() -> None:
    track = GAME.testing.position({}).content.constants.track
    found = rehearsed({"player": {"A": {"zone": "c4", "energy": track, "credits": track}}}, "collect-n")
    assert warnings(found) == [["TEM collect.limit"]]


@pytest.mark.parametrize("about", ["program:", "program:nonsense-n", "program:" + ",".join(["collect-n"] * 5)])
def test_nonsense_is_refused(about: str) -> None:
    with pytest.raises(Refusal):
        GAME.showing.preview(GAME.testing.position({}), 0, None, about, WORDS)


def test_the_number_of_an_enemy_mine_makes_no_difference() -> None:
    told = {
        str(rehearsed({"player": {"A": {"zone": "a1"}, "B": {"zone": "c5", "mines": {"a2": number}}}}, "collect-s"))
        for number in (1, 2, 3, 4)
    }
    assert len(told) == 1
