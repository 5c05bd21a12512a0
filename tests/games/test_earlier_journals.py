"""Journals of earlier versions: each is replayed to its end, or refused in one sentence that says what has changed."""

from __future__ import annotations

from pathlib import Path

import pytest

from terminal.piped import CommandLine

EARLIER = sorted((Path(__file__).parent / "earlier").glob("*.journal"))


@pytest.mark.parametrize("file", EARLIER, ids=lambda file: file.stem)
def test_a_journal_of_an_earlier_version(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    done = CommandLine(monkeypatch, capsys)("replay", file)
    if done.status:
        assert done.has_one_sentence("muster replay: ")
        assert "rules version" in done.err or "has changed since" in done.err
    else:
        assert done.err == ""
