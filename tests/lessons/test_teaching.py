"""Lessons: the rules judge every answer, a step ends when its point is made, and a mistake costs nothing."""

from __future__ import annotations

import pytest

from muster.kernel.errors import GameError
from muster.kernel.refusal import Refusal
from muster.lessons import Lesson, Teaching, read_lesson
from muster.library import load_game

LESSON = """
game = "tiny_epic_mechs"
title = { en = "One blow", es = "Un golpe" }
about = { en = "You strike.", es = "Golpeas." }
minutes = 1

[position.player.A]
zone = "b3"
status = "armor"
equipped = ["pulse_pistol", "lightning_coil"]

[position.player.B]
zone = "b3"
equipped = ["energy_sword"]

[position.combat]
attacker = "A"
defender = "B"

[[step]]
title = { en = "Look", es = "Mira" }
say = { en = "You meet.", es = "Os encontráis." }

[[step]]
title = { en = "Strike", es = "Golpea" }
say = { en = "Use the coil.", es = "Usa la bobina." }
good = ["attack:lightning_coil", "pay:*"]
until = { state = { "players.1.health" = 4 } }
play = ["attack:lightning_coil", "pay:2"]

[[step.slip]]
answer = "attack:pulse_pistol"
say = { en = "Too weak.", es = "Demasiado débil." }
clause = "TEM combat.attack"

[[step]]
title = { en = "And now", es = "Y ahora" }
say = { en = "Done.", es = "Hecho." }
"""


def lesson(text: str = LESSON) -> Lesson:
    return read_lesson(text, "tiny_epic_mechs/lessons/1-blow.toml")


@pytest.fixture
def teaching() -> Teaching[object]:
    return Teaching(load_game("tiny_epic_mechs"), lesson())


def test_a_step_that_is_read_is_left_by_reading_on(teaching: Teaching[object]) -> None:
    assert teaching.answer("attack:lightning_coil").came == "read"
    assert teaching.match.record == []
    teaching.go_on()
    assert teaching.step == 1


def test_a_step_goes_on_until_its_point_is_made(teaching: Teaching[object]) -> None:
    teaching.go_on()
    assert teaching.answer("attack:lightning_coil").came == "on"
    assert teaching.answer("pay:2").came == "done"
    assert teaching.step == 2
    teaching.go_on()
    assert teaching.over


def test_a_slip_is_explained_and_nothing_is_played(teaching: Teaching[object]) -> None:
    teaching.go_on()
    verdict = teaching.answer("attack:pulse_pistol")
    assert verdict.came == "slip"
    assert verdict.slip is not None
    assert (verdict.slip.say.said("es"), verdict.slip.clause) == ("Demasiado débil.", "TEM combat.attack")
    assert teaching.match.record == []


def test_the_rules_refuse_as_ever(teaching: Teaching[object]) -> None:
    teaching.go_on()
    with pytest.raises(Refusal):
        teaching.answer("attack:warhammer")


def test_one_may_begin_anew_go_back_and_be_shown(teaching: Teaching[object]) -> None:
    teaching.go_on()
    teaching.answer("attack:lightning_coil")
    teaching.again()
    assert (teaching.step, teaching.match.record) == (1, [])
    teaching.go_on()
    assert teaching.step == 2
    teaching.back()
    assert (teaching.step, teaching.match.record) == (1, [])
    teaching.back()
    teaching.back()
    assert teaching.step == 0


def test_one_may_come_in_at_any_step() -> None:
    late = Teaching(load_game("tiny_epic_mechs"), lesson(), step=2)
    assert late.step == 2
    assert late.match.record
    with pytest.raises(GameError, match="no step 5"):
        Teaching(load_game("tiny_epic_mechs"), lesson(), step=4)


def test_what_happens_may_be_a_slip_and_is_taken_back() -> None:
    text = LESSON.replace('answer = "attack:pulse_pistol"', 'event = "attack"')
    teaching = Teaching(load_game("tiny_epic_mechs"), lesson(text), step=0)
    teaching.go_on()
    assert teaching.answer("attack:lightning_coil").came == "slip"
    assert (teaching.step, teaching.match.record) == (1, [])


@pytest.mark.parametrize(
    ("old", "new", "wrong"),
    [
        (
            'play = ["attack:lightning_coil", "pay:2"]',
            'play = ["attack:lightning_coil"]',
            "is not done by what it plays",
        ),
        ('play = ["attack:lightning_coil"', 'play = ["attack:pulse_pistol"', "comes to 'slip'"),
    ],
)
def test_a_lesson_that_cannot_be_taken_says_where(old: str, new: str, wrong: str) -> None:
    with pytest.raises(GameError, match="step 2") as caught:
        Teaching(load_game("tiny_epic_mechs"), lesson(LESSON.replace(old, new)), step=2)
    assert wrong in str(caught.value)


@pytest.mark.parametrize(
    ("old", "new", "wrong"),
    [
        (', es = "Un golpe"', "", "title"),
        ("minutes = 1", 'minutes = "one"', "minutes"),
        ("[[step]]", "[[stride]]", "stride"),
        ("minutes = 1", "minutes = 1\n[match]\n", "one of the two"),
        ("minutes = 1", "minutes = ", "TOML"),
    ],
)
def test_a_file_that_is_wrong_is_named(old: str, new: str, wrong: str) -> None:
    with pytest.raises(GameError, match=r"1-blow\.toml") as caught:
        lesson(LESSON.replace(old, new, 1))
    assert wrong in str(caught.value)
