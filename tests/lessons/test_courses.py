"""The lessons that come along: each can be taken to its end, in every way it welcomes, and knows what it speaks of."""

from __future__ import annotations

from fnmatch import fnmatchcase

import pytest

from muster.kernel.clauses import Register
from muster.lessons import Lesson, Teaching, lesson_names, shipped_lesson
from muster.library import load_game, own_names

COURSES = [game for game in own_names() if lesson_names(game)]
LESSONS = [(game, name) for game in COURSES for name in lesson_names(game)]
TAUGHT = [(game, name) for game, name in LESSONS if shipped_lesson(game, name).step]


def cited(lesson: Lesson) -> list[str]:
    return [*lesson.clauses, *(slip.clause for step in lesson.step for slip in step.slip if slip.clause)]


@pytest.mark.parametrize("game", COURSES)
def test_a_course_teaches_the_game_and_ends_with_a_match(game: str) -> None:
    lessons = [shipped_lesson(game, name) for name in lesson_names(game)]
    assert len([lesson for lesson in lessons if lesson.step]) >= 6
    assert lessons[-1].match is not None
    assert 20 <= sum(lesson.minutes for lesson in lessons) <= 60


@pytest.mark.parametrize(("game", "name"), LESSONS)
def test_its_clauses_are_in_the_register(game: str, name: str) -> None:
    register: Register = load_game(game).clauses
    assert [clause for clause in cited(shipped_lesson(game, name)) if clause not in register] == []


@pytest.mark.parametrize(("game", "name"), TAUGHT)
def test_it_can_be_taken_to_its_end(game: str, name: str) -> None:
    lesson = shipped_lesson(game, name)
    teaching = Teaching(load_game(game), lesson, step=len(lesson.step))
    assert teaching.over


@pytest.mark.parametrize(("game", "name"), TAUGHT)
def test_after_every_welcome_answer_the_rest_can_be_taken(game: str, name: str) -> None:
    lesson = shipped_lesson(game, name)
    rules = load_game(game)
    for number, step in enumerate(lesson.step):
        if step.is_read or not step.good:
            continue
        asked = Teaching(rules, lesson, number).match.ask(lesson.seat)
        ways = [option.key for option in asked.space.options() if step.welcomes(option.key)]
        slips = [slip.answer for slip in step.slip if slip.answer]
        for way in [way for way in ways if not any(fnmatchcase(way, slip) for slip in slips)][:12]:
            teaching = Teaching(rules, lesson, number)
            assert teaching.answer(way).came in ("on", "done"), f"step {number + 1}: {way}"
            if teaching.step == number:
                continue  # it takes more answers, which depend on this one
            while not teaching.over:
                teaching.go_on()


@pytest.mark.parametrize(("game", "name"), TAUGHT)
def test_every_answer_it_points_at_is_offered(game: str, name: str) -> None:
    """A card of a program or a dial is pointed at without its direction: any answer that begins with it will do."""
    lesson = shipped_lesson(game, name)
    rules = load_game(game)
    for number, step in enumerate(lesson.step):
        wanted = {point.removeprefix("option:") for point in step.point if point.startswith("option:")}
        teaching = Teaching(rules, lesson, number)
        for key in ["", *step.play] if wanted else []:
            if key:
                teaching.answer(key)
            if teaching.step != number or teaching.over:
                break
            keys = [option.key for option in teaching.match.ask(lesson.seat).space.options()]
            wanted -= {one for one in wanted if any(key == one or key.startswith(f"{one}-") for key in keys)}
        assert not wanted, f"step {number + 1} points at {wanted}, and that is never offered"


@pytest.mark.parametrize(("game", "name"), TAUGHT)
def test_every_slip_can_be_made(game: str, name: str) -> None:
    """A slip that nobody can make is a sentence that nobody reads."""
    lesson = shipped_lesson(game, name)
    rules = load_game(game)
    for number, step in enumerate(lesson.step):
        for slip in step.slip:
            if not slip.answer:
                continue
            teaching = Teaching(rules, lesson, number)
            met = False
            for key in ["", *step.play]:
                if key:
                    teaching.answer(key)
                if teaching.step != number:
                    break
                options = teaching.match.ask(lesson.seat).space.options()
                met = met or any(fnmatchcase(option.key, slip.answer) for option in options)
            assert met, f"step {number + 1}: nothing like {slip.answer} is ever offered"


@pytest.mark.parametrize(("game", "name"), LESSONS)
def test_both_languages_say_something_of_their_own(game: str, name: str) -> None:
    lesson = shipped_lesson(game, name)
    spoken = [lesson.title, lesson.about]
    for step in lesson.step:
        spoken += [step.title, step.say, *([step.why] if step.why else []), *(slip.say for slip in step.slip)]
    for text in spoken:
        assert text.en.strip()
        assert text.es.strip()
        assert text.en != text.es
