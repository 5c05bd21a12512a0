"""What questions and rolls say of themselves, which does not show in the state."""

from __future__ import annotations

from games.questions import questions, secret_rolls


def test_what_each_question_says_of_itself() -> None:
    asked = questions("tag_raid")
    assert {name for name, kinds in asked.items() if kinds == {"whole"}} == {"beast", "corporation", "search", "turn"}
    assert {name for name, kinds in asked.items() if kinds == {"small"}} == {
        *("container", "lair", "look", "side", "store", "terrain", "tile", "token"),
    }
    assert {name for name, kinds in asked.items() if kinds == {"half"}} == {
        *("aro", "equip", "evade_move", "keep", "second"),
    }
    assert len(asked) == 17


def test_what_is_drawn_in_secret() -> None:
    rolls = secret_rolls("tag_raid", 30)
    assert {purpose for purpose, secret in rolls.items() if secret} == {"event_deck"}
    assert len(rolls) >= 10
