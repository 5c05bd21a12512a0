"""A lesson as data and as a file: a position, and steps that say what to do, why, and what else one might try.

The words stand beside what they are about, in every language, so that somebody who writes a lesson sees it whole.
"""

from __future__ import annotations

import tomllib
from fnmatch import fnmatchcase
from importlib.resources.abc import Traversable
from typing import Any

import msgspec

from muster.kernel.errors import GameError
from muster.kernel.game import POSITION
from muster.kernel.packs import decode
from muster.kernel.scenario import Beginning
from muster.kernel.spoken import Spoken
from muster.library import folder_of

FOLDER = "lessons"
"""The folder of a game's lessons, in its `content`."""
SUFFIX = ".toml"


class Slip(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Words for a pupil who answers like this, or to whom this happens. The answer is taken back."""

    say: Spoken
    answer: str = ""
    """A pattern of keys, such as `shoot:B4*`."""
    event: str = ""
    """The key of an event."""
    clause: str = ""


class Until(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The goal of a step: the step is done when all that is named has come about."""

    prompt: str = ""
    """The pupil is asked this."""
    event: str = ""
    """This was told in the course of the step: the key of an event."""
    state: dict[str, Any] = {}
    """Paths into the state and their values, as in a scenario."""


class LessonStep(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One thing to do, or to look at. Without `good` and `until` it is there to be read."""

    title: Spoken
    say: Spoken
    """The task, in words."""
    why: Spoken | None = None
    point: list[str] = []
    """Pointers for the eye: the ids of pieces and places on the board, and `option:KEY` for an answer in the list."""
    good: list[str] = []
    """Patterns of keys: every answer that will do. Without any, every legal answer will, until the step is done."""
    until: Until | None = None
    """When the step is done; without it, after one good answer."""
    play: list[str] = []
    """The answers of somebody who knows how."""
    dice: list[int] = []
    """The dice that fall in this step; later ones fall by themselves."""
    others: list[str] = []
    """Answers of the other seats, in order; anything else is left to a bot."""
    slip: list[Slip] = []

    @property
    def is_read(self) -> bool:
        """Whether there is nothing to do in it."""
        return not self.good and self.until is None

    def welcomes(self, key: str) -> bool:
        """Whether an answer will do."""
        return not self.good or any(fnmatchcase(key, pattern) for pattern in self.good)


class FirstMatch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The match at the end of a course: a small table, and who sits at the other seats."""

    options: dict[str, Any] = {}
    opponent: str = "novice"


class Lesson(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A lesson as written. It begins with a position or `from` a match; or else it is the first match itself."""

    game: str
    title: Spoken
    about: Spoken
    """One sentence: what one can do after it."""
    minutes: int
    clauses: list[str] = []
    seat: int = 0
    opponent: str = "greedy"
    position: dict[str, Any] = {}
    beginning: Beginning | None = msgspec.field(default=None, name="from")
    match: FirstMatch | None = None
    step: list[LessonStep] = []
    name: str = ""
    """The name of its file, which begins with its number."""

    @property
    def options(self) -> dict[str, Any]:
        """The options of the match it is taught in."""
        return {POSITION: self.position} if self.beginning is None else self.beginning.options


def read_lesson(text: str, file: str) -> Lesson:
    """A lesson from the text of its file; raises `GameError` with the file and the field at fault."""
    try:
        lesson = decode(tomllib.loads(text), Lesson, file)
    except tomllib.TOMLDecodeError as error:
        raise GameError(f"{file}: not valid TOML: {error}") from None
    if bool(lesson.step) == (lesson.match is not None):
        raise GameError(f"{file}: a lesson has steps, or it is the first match: one of the two")
    return msgspec.structs.replace(lesson, name=file.rpartition("/")[2].removesuffix(SUFFIX))


def lesson_names(game: str) -> list[str]:
    """The lessons of a game, in the order in which one takes them."""
    folder = _folder(game)
    return sorted(file.name.removesuffix(SUFFIX) for file in folder.iterdir()) if folder.is_dir() else []


def shipped_lesson(game: str, name: str) -> Lesson:
    """A lesson by its name; raises `GameError`."""
    if name not in lesson_names(game):
        raise GameError(f"{game} has no lesson {name!r}; it has {', '.join(lesson_names(game)) or 'none'}")
    return read_lesson((_folder(game) / f"{name}{SUFFIX}").read_text("utf-8"), f"{game}/{FOLDER}/{name}{SUFFIX}")


def _folder(game: str) -> Traversable:
    return folder_of(game) / "content" / FOLDER
