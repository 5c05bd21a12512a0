"""The protocol is one thing in Python and in TypeScript, and in both languages of the page."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from muster.kernel.dice import SeededDice
from muster.kernel.game import setup_of, showing_of
from muster.kernel.requests import Ask, Seat
from muster.kernel.sessions import new_match
from muster.kernel.spaces import OneOf, Option
from muster.kernel.text import Text
from muster.kernel.words import GAP, LANGUAGES, Words
from muster.library import load_game
from muster.server import protocol as p
from muster.server.protocol.typescript import files
from muster.server.telling.audience import Audience, pose
from muster.server.telling.phrases import templates


@pytest.mark.parametrize("path", files(), ids=lambda path: path.name)
def test_the_typescript_types_are_those_of_the_python_ones(path: Path) -> None:
    assert path.read_text("utf-8") == files()[path], "stale: run python -m muster.server.protocol.typescript"


def test_every_sentence_is_there_in_every_language_with_the_same_gaps() -> None:
    spoken = [templates(language) for language in LANGUAGES]
    assert spoken[0].keys() == spoken[1].keys()
    for key in spoken[0]:
        assert sorted(GAP.findall(spoken[0][key])) == sorted(GAP.findall(spoken[1][key])), key


class Reach(msgspec.Struct):
    """What a game that draws something makes of a question's subject."""

    of: str
    zones: int


@pytest.mark.parametrize("view", ["data", "text", "aloud", "both", "none"])
def test_what_can_be_drawn_of_options_goes_to_those_who_draw(view: p.ViewKind) -> None:
    """It is not even made for anybody else."""
    made = []

    def preview(state: object, seat: Seat | None, subject: object, about: str, words: Words) -> msgspec.Struct:
        made.append((seat, about))
        return Reach(str(subject), 3)

    game = load_game("tiny_epic_mechs")
    drawing = replace(game, showing=replace(showing_of(game), preview=preview))
    match = new_match(drawing, setup_of(drawing).prepare({}), SeededDice(3))
    ask = Ask(0, Text("prompt"), OneOf(lambda: [Option("go", 1, "K option")]), subject="a mech")
    words = game.catalogue.words("en")
    question = pose(match, ask, 7, words, Audience(0, True, "en", view, False))
    assert question.preview == (Reach("a mech", 3) if view in ("data", "both") else None)
    assert made == ([(0, "")] if view in ("data", "both") else [])
    plain = Ask(0, Text("prompt"), OneOf(lambda: [Option("go", 1, "K option")]))
    assert pose(match, plain, 7, words, Audience(0, True, "en", view, False)).preview is None
