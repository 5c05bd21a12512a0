"""The client's own sentences: the same in every language, with the same gaps."""

from __future__ import annotations

import io
import re
from importlib import resources
from pathlib import Path

import pytest

import muster.terminal
from muster.kernel.words import GAP, LANGUAGES, read_templates
from muster.terminal.commands import NAMES
from muster.terminal.phrases import phrases
from muster.terminal.screen import Screen

USED = re.compile(r"""say\(\s*"([a-z_.]+)\"""")


def templates(language: str) -> dict[str, str]:
    file = resources.files(muster.terminal) / "messages" / f"{language}.toml"
    return read_templates(file.read_text("utf-8"), file.name)


def test_every_language_says_the_same_things_with_the_same_gaps() -> None:
    english = templates("en")
    for language in LANGUAGES:
        other = templates(language)
        assert other.keys() == english.keys()
        for key, text in english.items():
            assert {gap[0] for gap in GAP.findall(other[key])} == {gap[0] for gap in GAP.findall(text)}, key


def test_every_sentence_that_the_client_says_is_there() -> None:
    package = Path(muster.terminal.__file__).parent
    sources = [*package.glob("*.py"), *(package.parent / "cli").glob("*.py")]
    said = {key for source in sources for key in USED.findall(source.read_text("utf-8"))}
    assert len(said) > 30
    for language in LANGUAGES:
        assert [key for key in said if not phrases(language).knows(key)] == []


def test_commands_have_a_name_of_their_own_in_every_language() -> None:
    for language in LANGUAGES:
        assert len({phrases(language).say(f"command.{name}") for name in NAMES}) == len(NAMES)


def test_the_help_fits_a_small_screen() -> None:
    for language in LANGUAGES:
        for key in ("help", "remote.help"):
            assert max(map(len, phrases(language).say(key).splitlines())) <= 80


def test_an_answer_with_a_long_key_keeps_its_words_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    """The others are aligned as before; its key stands below it."""
    sink = io.StringIO()
    screen = Screen(io.StringIO(), sink)
    screen.is_terminal = True
    monkeypatch.setenv("COLUMNS", "40")
    screen.write_list(
        [(" 1 Evade", "evade"), (" 2 Move to the container in the north", "move:1,2@3"), (" 3 Stay", "stay")]
    )
    assert sink.getvalue().splitlines() == [
        " 1 Evade  evade",
        " 2 Move to the container in the north",
        "      move:1,2@3",
        " 3 Stay   stay",
    ]
