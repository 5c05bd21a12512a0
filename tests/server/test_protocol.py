"""The protocol is one thing in Python and in TypeScript, and in both languages of the page."""

from __future__ import annotations

from pathlib import Path

import pytest

from muster.kernel.words import GAP, LANGUAGES
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
