"""A journal on disk: every line is safely stored before it takes effect.

The key of committed dice lies beside the journal, readable by its owner alone, until the match is over; then it
becomes the journal's last line.
"""

from __future__ import annotations

import fcntl
import os
from datetime import datetime
from pathlib import Path

from muster.arguments import state_directory
from muster.kernel.errors import GameError
from muster.kernel.journal import Header, Journal, Writer, writer_after
from muster.kernel.match import Entry


def default_path(game: str, now: datetime) -> Path:
    """The path of a new journal for a match of this game, in our state folder."""
    folder = state_directory() / "games"
    name = f"{game}-{now:%Y%m%d-%H%M%S}"
    path = folder / f"{name}.journal"
    number = 1
    while path.exists():
        number += 1
        path = folder / f"{name}-{number}.journal"
    return path


def key_path(path: Path) -> Path:
    """The file that keeps the key of committed dice until the match is over."""
    return path.with_name(path.name + ".key")


class JournalFile:
    """An open journal, held by one program at a time. `append` fits as a match's listener."""

    def __init__(self, path: Path, writer: Writer, key: str) -> None:
        self.path = path
        self._writer = writer
        self._key = key
        self._file = path.open("ab", buffering=0)
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            self._file.close()
            raise GameError(f"{path}: another program is playing this match") from None

    def append(self, entry: Entry) -> None:
        """Write down an answer or a roll; returns when the disk has it."""
        self._store(self._writer.line(entry))

    def publish_key(self) -> None:
        """Publish the key of committed dice when the match is over, so that anybody can check every roll."""
        if self._key:
            self._store(self._writer.closing(self._key))
            key_path(self.path).unlink(missing_ok=True)
            self._key = ""

    def save_copy(self, target: Path) -> None:
        """Save the journal so far under another name, with the key needed to play on."""
        _refuse_existing(target)
        if self._key:
            _write_key(target, self._key)
        replace_file(target, self.path.read_bytes())

    def close(self) -> None:
        self._file.close()

    def _store(self, line: str) -> None:
        self._file.write(line.encode())
        os.fsync(self._file.fileno())


def create_journal(path: Path, header: Header, key: str = "") -> JournalFile:
    """Begin a journal with its header; a file that exists is never written over."""
    writer = Writer(header)
    path.parent.mkdir(parents=True, exist_ok=True)
    _refuse_existing(path)
    if key:
        _write_key(path, key)
    replace_file(path, writer.header.encode())
    return JournalFile(path, writer, key)


def reopen_journal(path: Path, journal: Journal, key: str = "") -> JournalFile:
    """Go on with a journal where it stopped."""
    if journal.key:
        key_path(path).unlink(missing_ok=True)
        key = ""
    return JournalFile(path, writer_after(journal), key)


def read_key(path: Path) -> str:
    """The key kept beside a journal, or an empty text."""
    waiting = key_path(path)
    return waiting.read_text("ascii").strip() if waiting.exists() else ""


def replace_file(path: Path, content: bytes) -> None:
    """Replace a file's content in one stroke."""
    draft = path.with_name(path.name + ".new")
    with draft.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)
    folder = os.open(path.parent, os.O_RDONLY)
    os.fsync(folder)
    os.close(folder)


def _refuse_existing(path: Path) -> None:
    if path.exists():
        raise GameError(f"{path}: there is a file of that name already")


def _write_key(path: Path, key: str) -> None:
    opened = os.open(key_path(path), os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(opened, "w", encoding="ascii") as file:
        file.write(f"{key}\n")
        file.flush()
        os.fsync(file.fileno())
