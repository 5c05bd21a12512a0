"""Questions about the table: `measure A B`, `sight A B`."""

from __future__ import annotations

import pytest

from games.tag_raid.playing import GAME, miners, start

WORDS = GAME.catalogue.words("en")
POSITION = {
    **miners(A={"at": [201, 100], "facing": 90}, B={"at": [664.9, 100], "facing": 90}),
    "beast": {"hexagon": "c4", "facing": "e", "card": "deep_hunger"},
}


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("measure A B", "From A to B: 408.9 mm, long range"),
        ("measure A 301,100", "From A to 301,100: 72.5 mm, short range"),
        ("sight A B", "A has line of fire to B, which is in partial cover"),
        ("sight B A", "The line from B to A is free, but outside its arc of vision"),
        ("sight A M", "A has line of fire to M"),
        ("sight M 640,550", "M has line of fire to 640,550"),
        ("sight A Z", "I cannot place A or Z: name miners A to D, the MegaBeast M, or places such as 120,85"),
    ],
)
def test_answers(question: str, answer: str) -> None:
    state = start(POSITION).state
    assert GAME.showing.inquire(state, 0, question, WORDS) == answer


def test_other_lines_are_no_questions() -> None:
    state = start(POSITION).state
    assert GAME.showing.inquire(state, 0, "stay@90", WORDS) is None
    assert GAME.showing.inquire(state, 0, "", WORDS) is None
    assert GAME.showing.inquire(state, 0, "measure A", WORDS).startswith("Name two things")
    assert GAME.showing.inquire(state, 0, "mide A M", GAME.catalogue.words("es")).startswith("De A a M")
