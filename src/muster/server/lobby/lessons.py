"""The lessons of all games: their lists, and a table for everybody who takes one."""

from __future__ import annotations

import asyncio
import logging
from functools import lru_cache

import msgspec

from muster.kernel.errors import GameError
from muster.kernel.words import LANGUAGES
from muster.lessons import Lesson, lesson_names, shipped_lesson
from muster.server.files import Cacheable
from muster.server.lobby.reference import JSON, playable
from muster.server.protocol import FirstTable, LessonInfo
from muster.server.table.taught import FOLDER, TaughtTable
from muster.server.telling.phrases import TableRefusal
from muster.server.thinking.workers import Thinkers

log = logging.getLogger("muster.server.lobby.lessons")


@lru_cache(maxsize=16)
def lesson_list(game: str, language: str) -> Cacheable | None:
    """The lessons of a game, in order; None if there is no such game."""
    if playable(game) is None or language not in LANGUAGES:
        return None
    lessons = [shipped_lesson(game, name) for name in lesson_names(game)]
    return Cacheable(msgspec.json.encode([_info(lesson, language) for lesson in lessons]), JSON)


def _info(lesson: Lesson, language: str) -> LessonInfo:
    title, about = lesson.title.said(language), lesson.about.said(language)
    steps = [step.title.said(language) for step in lesson.step]
    first = None if lesson.match is None else FirstTable(lesson.match.options, lesson.match.opponent)
    return LessonInfo(lesson.name, title, about, lesson.minutes, steps, first)


def is_lesson(table: str) -> bool:
    """Whether the name of a table is that of a lesson."""
    return table.startswith(FOLDER)


async def open_lesson(table: str, thinkers: Thinkers) -> TaughtTable:
    """A table for one pupil, made in a thread, so that no table waits for it; refused if there is no such lesson."""
    game, _, rest = table.removeprefix(FOLDER).partition("/")
    name, _, step = rest.partition("/")
    return await asyncio.to_thread(_build, game, name, step, thinkers)


def _build(game: str, name: str, step: str, thinkers: Thinkers) -> TaughtTable:
    rules = playable(game)
    if rules is None or name not in lesson_names(game) or not (step or "0").isdecimal():
        raise TableRefusal("no_lesson")
    try:
        lesson = shipped_lesson(game, name)
        if lesson.match is not None or int(step or 0) > len(lesson.step):
            raise TableRefusal("no_lesson")
        return TaughtTable(rules, lesson, int(step or 0), thinkers)
    except GameError:
        log.exception("the lesson %s of %s cannot be opened", name, game)
        raise TableRefusal("unreadable") from None
