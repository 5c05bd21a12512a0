"""The command line as a test uses it: in this process where that is enough, in one of its own where it matters."""

from __future__ import annotations

import io
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from muster.cli import main

GAME = "tiny_epic_mechs"
ALWAYS_FIRST = "1\n" * 4000
"""Whatever is asked, the first option; also good enough to raise a curtain and to lock choices in."""


@dataclass(frozen=True)
class Finished:
    status: int
    out: str
    err: str

    def has_one_sentence(self, *parts: str) -> bool:
        """Whether it complained in one line that names all these, and without a traceback."""
        return self.err.count("\n") == 1 and "Traceback" not in self.err and all(part in self.err for part in parts)


class CommandLine:
    """Runs `muster` in this process, with its input and output replaced."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self._monkeypatch = monkeypatch
        self._capsys = capsys

    def __call__(self, *arguments: str | Path, answers: str = "") -> Finished:
        self._monkeypatch.setattr(sys, "stdin", io.StringIO(answers))
        try:
            status = main([str(argument) for argument in arguments])
        except SystemExit as stopped:
            status = int(stopped.code or 0)
        said = self._capsys.readouterr()
        return Finished(status, said.out, said.err)


def command(*arguments: str | Path) -> list[str]:
    """The same as a process of its own."""
    return [sys.executable, "-m", "muster.cli", *map(str, arguments)]


def run_process(*arguments: str | Path, answers: str = "") -> Finished:
    done = subprocess.run(
        command(*arguments), input=answers, capture_output=True, encoding="utf-8", timeout=60, check=False
    )
    return Finished(done.returncode, done.stdout, done.stderr)
