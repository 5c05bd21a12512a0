"""A voice for the speech dispatcher without sound: it writes what it is given, and takes as long as speaking would.

A program of its own, started by the speech dispatcher, which it talks to on its standard input and output. Each line
of the file is what was begun, what came to its end, or what was interrupted after so many letters, as JSON.
"""

from __future__ import annotations

import json
import os
import re
import sys
import threading
import time
from html import unescape

LETTERS_A_SECOND = float(os.environ["MUSTER_EARS_PACE"])
FILE = os.environ["MUSTER_EARS_FILE"]
SETTINGS = {"SET": "203 OK SETTINGS RECEIVED", "AUDIO": "203 OK AUDIO INITIALIZED", "LOGLEVEL": "203 OK LOG LEVEL SET"}
MESSAGES = ("SPEAK", "CHAR", "KEY", "SOUND_ICON")


class Voice:
    """What is being said, at most one thing at a time."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._stop = threading.Event()
        self._speaking: threading.Thread | None = None
        self._language = "en"
        self._number = 0

    def answer(self, line: str) -> None:
        with self._lock:
            print(line, flush=True)

    def write(self, **what: object) -> None:
        with open(FILE, "a", encoding="utf-8") as file:
            file.write(json.dumps({**what, "at": round(time.time(), 2)}, ensure_ascii=False) + "\n")

    def obey(self) -> None:
        for line in sys.stdin:
            command = line.split()[0] if line.split() else ""
            if command == "QUIT":
                self.answer("210 OK QUIT")
                return
            if command == "INIT":
                self.answer("299-It writes.\n299 OK LOADED SUCCESSFULLY")
            elif command == "LIST":
                self.answer("200-written\ten\tnone\n200-escrita\tes\tnone\n200 OK VOICE LIST SENT")
            elif command in SETTINGS:
                self.answer("203 OK RECEIVING SETTINGS")
                for setting in self._lines():
                    name, _, value = setting.partition("=")
                    if name == "language":
                        self._language = value
                self.answer(SETTINGS[command])
            elif command in MESSAGES:
                self.answer("202 OK RECEIVING MESSAGE")
                text = "\n".join(self._lines())
                self.answer("200 OK SPEAKING")
                self._speak(text)
            elif command in ("STOP", "PAUSE"):
                self._stop.set()
            else:
                self.answer("300 ERR UNKNOWN COMMAND")

    def _lines(self) -> list[str]:
        lines: list[str] = []
        for line in sys.stdin:
            if line.rstrip("\r\n") == ".":
                break
            lines.append(line.rstrip("\r\n"))
        return lines

    def _speak(self, message: str) -> None:
        if self._speaking is not None:
            self._speaking.join()
        self._stop.clear()
        self._number += 1
        text = unescape(re.sub(r"<[^>]*>", "", message)).strip()
        self._speaking = threading.Thread(target=self._say, args=(self._number, text, self._language), daemon=True)
        self._speaking.start()

    def _say(self, number: int, text: str, language: str) -> None:
        self.write(say=number, language=language, text=text)
        self.answer("701 BEGIN")
        begun = time.monotonic()
        if self._stop.wait(len(text) / LETTERS_A_SECOND):
            self.write(cut=number, after=int((time.monotonic() - begun) * LETTERS_A_SECOND))
            self.answer("703 STOP")
        else:
            self.write(said=number)
            self.answer("702 END")


if __name__ == "__main__":
    Voice().obey()
