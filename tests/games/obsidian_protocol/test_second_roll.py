"""Focus: what stands and what rolling again would gain, against the rules played through with every face."""

from __future__ import annotations

from typing import Any

import pytest

from games.obsidian_protocol.test_attacks import CHASSIS, RIFLE, SHIELD, mech, say, shoot
from muster.kernel.refusal import Refusal


def focused(match: Any, seat: int, about: str = "") -> Any:
    game, subject = match.game, match.ask(seat).subject
    return game.showing.preview(match.imagined(seat), seat, subject, about, game.catalogue.words("en"))


def shooting(*dice: int) -> Any:
    """A rifle against a chassis without structure; nobody rolls the black die again."""
    match = shoot(mech("A", "f8", RIFLE, link=3), mech("B", "f4", SHIELD, link=3), dice=(CHASSIS, *dice))
    say(match, "no")
    return match


def penetrated(match: Any) -> bool:
    return bool(match.state.units[1].condition[1])


@pytest.mark.clause("OP 4.10.focus")
@pytest.mark.parametrize("attack", [(8, 8, 8, 8), (1, 8, 8, 8), (3, 5, 8, 2)])
def test_the_attackers_chance_is_that_of_all_faces_played(attack: tuple[int, ...]) -> None:
    defence = (8, 1, 2, 8, 8)
    match = shooting(*attack, *defence)
    view = focused(match, 0, "reroll:1")
    ends = []
    for face in range(1, 9):
        played = shooting(*attack, *defence, face, *[8] * 20)
        say(played, "reroll:1")
        while played.pending and next(iter(played.pending.values())).prompt.key.startswith("prompt.focus"):
            say(played, "keep")
        ends.append(penetrated(played))
    assert view.chances["reroll:1"] == pytest.approx(sum(ends) / 8)
    assert view.standing.reply, "the target has link to spend"


@pytest.mark.clause("OP 4.10.focus")
def test_what_stands_is_what_keeping_comes_to() -> None:
    for attack in ((8, 8, 8, 8), (1, 1, 1, 1), (8, 8, 1, 1)):
        match = shooting(*attack, 8, 8, 8, 8, 8, *[8] * 12)
        before = focused(match, 0)
        assert set(before.chances) >= {"keep"}
        say(match, "keep")
        view = focused(match, 1)
        assert (view.standing.hits, view.standing.heavy) == (before.standing.hits, before.standing.heavy)
        assert not view.standing.reply
        say(match, "keep")
        assert penetrated(match) == (view.standing.end in ("damaged", "destroyed")) == (view.chances["keep"] == 1.0)


def test_dice_that_are_not_there_are_refused() -> None:
    with pytest.raises(Refusal):
        focused(shooting(8, 8, 8, 8, 8, 8, 8, 8, 8), 0, "reroll:9")
