"""Lessons: a game taught step by step, at its own table and by its own rules.

A lesson is a text file in a game's `content/lessons` (`sheet`). `Teaching` takes a pupil through it: the rules judge
every answer, and the lesson says what to look at, why, and what to make of a mistake.
"""

from muster.lessons.sheet import Lesson, LessonStep, lesson_names, read_lesson, shipped_lesson
from muster.lessons.teaching import Teaching, Verdict

__all__ = ["Lesson", "LessonStep", "Teaching", "Verdict", "lesson_names", "read_lesson", "shipped_lesson"]
