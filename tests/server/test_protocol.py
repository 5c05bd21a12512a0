"""The protocol is one thing in Python and in TypeScript, and in both languages of the page."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import pytest

from muster.kernel.requests import Ask
from muster.kernel.spaces import OneOf, Option
from muster.kernel.text import Text
from muster.kernel.words import GAP, LANGUAGES
from muster.library import load_game
from muster.server.audience import Audience, pose
from muster.server.phrases import templates
from muster.server.typescript import files


@pytest.mark.parametrize("path", files(), ids=lambda path: path.name)
def test_the_typescript_types_are_those_of_the_python_ones(path: Path) -> None:
    assert path.read_text("utf-8") == files()[path], "stale: run python -m muster.server.typescript"


def test_every_sentence_is_there_in_every_language_with_the_same_gaps() -> None:
    spoken = [templates(language) for language in LANGUAGES]
    assert spoken[0].keys() == spoken[1].keys()
    for key in spoken[0]:
        assert sorted(GAP.findall(spoken[0][key])) == sorted(GAP.findall(spoken[1][key])), key


@pytest.mark.parametrize("view", ["data", "text", "none"])
def test_what_can_be_drawn_of_options_goes_to_those_who_draw(view: Literal["data", "text", "none"]) -> None:
    """It is not even made for anybody else."""
    made = []

    def detail() -> dict[str, int]:
        made.append(1)
        return {"reach": 3}

    game = load_game("tiny_epic_mechs")
    space = OneOf(lambda: [Option("go", 1, "K option")], None, detail)
    question = pose(
        game, Ask(0, Text("prompt"), space), 7, game.catalogue.words("en"), Audience(0, True, "en", view, False)
    )
    assert question.detail == ({"reach": 3} if view == "data" else None)
    assert len(made) == (view == "data")
