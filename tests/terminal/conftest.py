"""A `muster` to call, with a home of its own for its files."""

from __future__ import annotations

from pathlib import Path

import pytest

from terminal.piped import CommandLine


@pytest.fixture(autouse=True)
def state_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Journals without a name go here; the language is English whatever the machine speaks."""
    home = tmp_path / "state"
    monkeypatch.setenv("XDG_STATE_HOME", str(home))
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    return home


@pytest.fixture
def muster(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> CommandLine:
    return CommandLine(monkeypatch, capsys)
