"""`muster lessons`: what a game's lessons teach, and how long they take."""

from __future__ import annotations

import argparse
import json

from muster.arguments import add_json, add_language
from muster.kernel.text import Text
from muster.lessons import Lesson, lesson_names, shipped_lesson
from muster.library import load_game


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help="a game ('muster games' lists them)")
    add_language(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    lessons = [shipped_lesson(args.game, name) for name in lesson_names(args.game)]
    if args.json:
        print(json.dumps([as_data(lesson, args.lang) for lesson in lessons], ensure_ascii=False, indent=1))
        return 0
    words = load_game(args.game).catalogue.words(args.lang)
    if not lessons:
        print(words.say(Text("lessons.none")))
        return 0
    for number, lesson in enumerate(lessons, 1):
        print(f"{number}  {lesson.title.said(args.lang)}  ({lesson.minutes} min)")
        print(f"   {lesson.about.said(args.lang)}")
    minutes = sum(lesson.minutes for lesson in lessons)
    print(words.say(Text("lessons.where", {"minutes": minutes})))
    return 0


def as_data(lesson: Lesson, language: str) -> dict[str, object]:
    """A lesson as one would list it elsewhere."""
    return {
        "name": lesson.name,
        "title": lesson.title.said(language),
        "about": lesson.about.said(language),
        "minutes": lesson.minutes,
        "steps": [step.title.said(language) for step in lesson.step],
        "clauses": lesson.clauses,
        "match": lesson.match is not None,
    }
