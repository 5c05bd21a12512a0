"""A player that is a program: it reads questions as lines of JSON and writes answers, with or without a language model
behind it. `docs/programs.md` has the protocol.

It gets what its seat may know and nothing else. An answer that the rules refuse is told with the reason, and the
program may mend it; after a few of them the first option is played for it.
"""

from __future__ import annotations

import os
import re
import selectors
import shlex
import signal
import subprocess
import time
import weakref
from contextlib import suppress
from typing import IO, Any, Final, TypeVar

import msgspec

from muster.bots.chair import Chair
from muster.kernel.errors import GameError
from muster.kernel.journal import LETTERS
from muster.kernel.refusal import Refusal
from muster.kernel.spaces import Option

S = TypeVar("S")

COMMAND: Final = "command:"
"""Before a program: `command:./my_player`, or with a time for each answer `command:5s:./my_player`."""
PROTOCOL: Final = 1
SECONDS: Final = 120.0
TRIES: Final = 3
"""Answers that a program may give to one question before the first option is played."""
MOST_BYTES: Final = 1_000_000
WITH_TIME: Final = re.compile(r"(\d{1,4}(?:\.\d{1,3})?)s:(.*)", re.DOTALL)
LAST_WORDS: Final = 2000
"""So many bytes of what it wrote about a mistake are looked at."""
LAST_READS: Final = 8
"""No pipe holds more than these read; what it has started may go on writing."""
GRACE: Final = 1.0
"""Seconds that a program has to leave when its match is over."""


class PlayerError(GameError):
    """A program could not be started, ended, or did not answer in time."""


class Reply(msgspec.Struct):
    """An answer: the key of an option, and why, for people who look on. Other fields are ignored."""

    key: str
    reason: str = ""


class CommandBot:
    """A program in a chair. It is started with its first question and has ended when the bot is gone."""

    def __init__(self, name: str) -> None:
        text = name.removeprefix(COMMAND).strip()
        timed = WITH_TIME.fullmatch(text)
        self._seconds = float(timed[1]) if timed else SECONDS
        try:
            self._words = shlex.split(timed[2] if timed else text)
        except ValueError as error:
            raise PlayerError(f"{name!r} is no command line: {error}") from None
        if not self._words or not self._seconds:
            raise PlayerError(f"{name!r} names no program: write {COMMAND}./my_player or {COMMAND}5s:./my_player")
        self._process: subprocess.Popen[bytes] | None = None
        self._said = b""
        self._errors = b""  # the last of what it wrote about a mistake
        self._note = ""
        self.refused = 0
        """Answers that the rules refused, or that were no answers."""
        self.replaced = 0
        """Questions that were answered for it in the end."""
        self.reason = ""
        """Its last reason."""

    def choose(self, chair: Chair[S]) -> Option[Any]:
        options = chair.options
        if len(options) == 1 or chair.small:
            return options[0]
        message = question(chair, options) | ({"note": self._note} if self._note else {})
        self._note = ""
        for left in range(TRIES - 1, -1, -1):
            line = self._asked(message, min(self._seconds, chair.patience or self._seconds))
            try:
                return self._taken(chair, line)
            except Refusal as refusal:
                words = chair.game.catalogue.words("en", dict(enumerate(LETTERS)))
                sentence, clause = words.say(refusal.reason), refusal.clause
            except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
                sentence, clause = f'write one line such as {{"key": "{options[0].key}"}}: {error}', ""
            self.refused += 1
            message = {"type": "refusal", "sentence": sentence, "clause": clause, "tries_left": left}
        self.replaced += 1
        self._note = f"{sentence}; {options[0].key} was played for you"
        return options[0]

    def _taken(self, chair: Chair[S], line: bytes) -> Option[Any]:
        reply = msgspec.json.decode(line, type=Reply)
        self.reason = reply.reason
        assert chair.accept is not None
        return chair.accept(reply.key)

    # The program

    def _program(self) -> subprocess.Popen[bytes]:
        if self._process is None:
            try:
                self._process = subprocess.Popen(
                    self._words,
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.PIPE,
                    bufsize=0,
                    process_group=0,
                )
            except OSError as error:
                raise PlayerError(f"the player {self._words[0]!r} cannot be started: {error.strerror}") from None
            assert self._process.stdin is not None
            assert self._process.stderr is not None
            os.set_blocking(self._process.stdin.fileno(), False)
            os.set_blocking(self._process.stderr.fileno(), False)
            weakref.finalize(self, farewell, self._process)
        return self._process

    def _asked(self, message: dict[str, Any], seconds: float) -> bytes:
        """The program's line about a message; raises `PlayerError` if none comes in time.

        What it writes is read while it is told, for it may write before it reads, and neither waits for the other.
        """
        process = self._program()
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        untold = memoryview(msgspec.json.encode(message) + b"\n")
        ends = time.monotonic() + seconds
        with selectors.DefaultSelector() as selector:
            selector.register(process.stdin, selectors.EVENT_WRITE)
            selector.register(process.stdout, selectors.EVENT_READ)
            if not process.stderr.closed:
                selector.register(process.stderr, selectors.EVENT_READ)
            while untold or b"\n" not in self._said:
                ready = selector.select(max(0.0, ends - time.monotonic()))
                if not ready or time.monotonic() > ends:
                    farewell(process)
                    raise PlayerError(f"the player {self._words[0]!r} did not answer within {seconds:g} seconds")
                for key, _ in ready:
                    if key.fileobj is process.stdout:
                        self._listen(process)
                    elif key.fileobj is process.stderr:
                        self._overhear(process.stderr)
                        if process.stderr.closed:
                            selector.unregister(process.stderr)
                    else:
                        untold = untold[self._told(process, untold) :]
                        if not untold:
                            selector.unregister(process.stdin)
        line, _, self._said = self._said.partition(b"\n")
        return line

    def _told(self, process: subprocess.Popen[bytes], message: memoryview) -> int:
        """Tell the program as much of a message as it takes now; returns how much that was."""
        assert process.stdin is not None
        try:
            return os.write(process.stdin.fileno(), message)
        except BlockingIOError:
            return 0
        except OSError:
            raise self._gone(process) from None

    def _listen(self, process: subprocess.Popen[bytes]) -> None:
        """Read what the program has written by now."""
        assert process.stdout is not None
        more = os.read(process.stdout.fileno(), 65536)
        if not more:
            raise self._gone(process)
        self._said += more
        if len(self._said) > MOST_BYTES:
            farewell(process)
            raise PlayerError(f"the player {self._words[0]!r} writes without end: one line is an answer")

    def _overhear(self, errors: IO[bytes]) -> None:
        """Read what the program has written about mistakes, and keep the last of it."""
        try:
            more = os.read(errors.fileno(), 65536)
        except BlockingIOError:
            return
        self._errors = (self._errors + more)[-LAST_WORDS:]
        if not more:
            errors.close()

    def _gone(self, process: subprocess.Popen[bytes]) -> PlayerError:
        """Say that the program has ended, with its last words."""
        try:
            status = process.wait(GRACE)
        except subprocess.TimeoutExpired:
            end(process)
            status = process.wait()
        assert process.stderr is not None
        for _ in range(LAST_READS):
            if not process.stderr.closed:
                self._overhear(process.stderr)
        lines = self._errors.decode("utf-8", "replace").strip().splitlines()
        last = f": {lines[-1].strip()}" if lines else ""
        return PlayerError(f"the player {self._words[0]!r} ended in the middle of a match (status {status}){last}")


def question(chair: Chair[S], options: Any) -> dict[str, Any]:
    """The question as a program reads it."""
    words = chair.game.catalogue.words("en", dict(enumerate(LETTERS)))
    return {
        "type": "question",
        "protocol": PROTOCOL,
        "game": chair.game.name,
        "seat": LETTERS[chair.seat],
        "seats": chair.seats,
        "question": words.say(chair.prompt),
        "prompt": chair.prompt.key,
        "options": [
            {"key": option.key, "text": "" if option.text is None else words.say(option.text)} for option in options
        ],
        "view": "" if chair.picture is None else chair.picture(words),
        "data": msgspec.to_builtins(chair.look()),
    }


def end(process: subprocess.Popen[bytes]) -> None:
    """End a program that does not leave, with all that it has started."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)


def farewell(process: subprocess.Popen[bytes]) -> None:
    """Close the program's input, give it a moment to leave, then end it."""
    if process.stdin is not None and not process.stdin.closed:
        process.stdin.close()
    try:
        process.wait(GRACE)
    except subprocess.TimeoutExpired:
        end(process)
        process.wait()
    for pipe in (process.stdout, process.stderr):
        if pipe is not None:
            pipe.close()
