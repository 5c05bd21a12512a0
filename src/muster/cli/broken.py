"""Tell people about a broken rule: which match and answer, where the journal is, how to see and report it."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path

from muster.kernel.errors import GameError
from muster.terminal.phrases import Phrases


def broken(phrases: Phrases, defect: str, entry: int, file: Path, packs: Sequence[str]) -> GameError:
    """One sentence about a match that broke at an entry of its journal."""
    command = shlex.join(["muster", "replay", str(file), "--at", str(max(0, entry - 1)), *packs])
    told = defect.removeprefix(f"{file}: ")
    return GameError(phrases.say("broken", defect=told, file=str(file), command=command))
