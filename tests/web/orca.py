"""Orca, the screen reader of Linux desktops, in front of a real Chromium: real keys go in, what it speaks comes out.

Everything is real but the sound: a display without a monitor (Xvfb), a window manager, a session bus with AT-SPI,
Chromium with its window, Orca, and the speech dispatcher to which Orca speaks. Its voice is a program that writes what
it is given and takes as long as somebody would need to speak it, so that one also sees what was interrupted.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path

NEEDED = ("orca", "Xvfb", "xdotool", "openbox", "dbus-daemon", "speech-dispatcher", "chromium")
MISSING = "Orca cannot be run here: install it as `make ears` does (Debian: {})"
PACKAGES = "orca at-spi2-core dbus speech-dispatcher xvfb xdotool openbox locales chromium"
LOCALES = {"en": "en_GB", "es": "es_ES"}
MARK = "MUSTER_EARS"
"""In the environment of everything that is started here, also by others: what bears it is ended with the rest."""
PATIENCE = 60.0
PACE = 40
"""Letters in a second: somebody who has listened to a screen reader for years has it speak about so fast."""

SPEECHD = """\
AddModule "written" "{voice}" ""
DefaultModule written
DefaultLanguage "{language}"
LogLevel 3
LogDir "{log}"
"""
STARTER = """\
#!/bin/sh
exec {python} {voice} "$@"
"""
CUSTOM = """\
import orca.debug
import orca.settings
orca.debug.debugLevel = {level}
orca.debug.debugFile = open({debug!r}, "w", 1)
orca.settings.enableKeyEcho = False
"""


def missing() -> str:
    """Why Orca cannot be run here, or nothing."""
    lacking = [one for one in NEEDED if shutil.which(one) is None]
    if lacking:
        return f"{MISSING.format(PACKAGES)}; missing: {', '.join(lacking)}"
    if subprocess.run(["pgrep", "-x", "orca"], check=False, capture_output=True).returncode == 0:
        return "Orca is running here already: somebody may be listening, and two of them cannot run"
    return ""


@dataclass(frozen=True)
class Spoken:
    """Something Orca said: in which language, and after how many letters it was interrupted, if it was."""

    language: str
    text: str
    heard: int | None = None

    def __str__(self) -> str:
        return self.text if self.heard is None else f"{self.text[: self.heard]}…"


class Orca:
    """Somebody who hears the page through Orca and has a keyboard."""

    def __init__(self, folder: Path, language: str, *, pace: float = PACE, level: int = 1000) -> None:
        self.folder = folder
        self.language = language
        self._level = level
        self._pace = pace
        self._spoken = folder / "spoken.txt"
        self._processes: list[subprocess.Popen[bytes]] = []
        self._mark = f"{os.getpid()}-{time.monotonic_ns()}"
        self.read = 0
        self.environment = self._prepare()

    def _prepare(self) -> dict[str, str]:
        home = self.folder
        for name in ("run", "config", "data/orca", "locale", "log"):
            (home / name).mkdir(parents=True, exist_ok=True)
        (home / "run").chmod(0o700)
        self._spoken.touch()
        voice = home / "voice.sh"
        voice.write_text(STARTER.format(python=sys.executable, voice=Path(__file__).with_name("voice.py")))
        voice.chmod(0o755)
        (home / "config/speechd.conf").write_text(SPEECHD.format(language=self.language, voice=voice, log=home / "log"))
        custom = CUSTOM.format(level=self._level, debug=str(home / "orca.txt"))
        (home / "data/orca/orca-customizations.py").write_text(custom)
        locale = f"{LOCALES[self.language]}.UTF-8"
        subprocess.run(
            ["localedef", "-i", LOCALES[self.language], "-f", "UTF-8", str(home / "locale" / locale)],
            check=False,
            capture_output=True,
        )
        kept = {name: os.environ[name] for name in ("PATH", "PYTHONPATH") if name in os.environ}
        return {
            **kept,
            MARK: self._mark,
            "HOME": str(home),
            "XDG_RUNTIME_DIR": str(home / "run"),
            "XDG_DATA_HOME": str(home / "data"),
            "XDG_CONFIG_HOME": str(home / "config"),
            "LOCPATH": str(home / "locale"),
            "LANG": locale,
            "LANGUAGE": self.language,
            "GSETTINGS_BACKEND": "memory",
            "NO_AT_BRIDGE": "0",
            "ACCESSIBILITY_ENABLED": "1",
            "MUSTER_EARS_FILE": str(self._spoken),
            "MUSTER_EARS_PACE": str(self._pace),
            "SPEECHD_ADDRESS": f"unix_socket:{home}/run/speech.sock",
        }

    def start(self, address: str, *more: str) -> None:
        """Display, bus, voice, reader and browser, in that order, each when the one before is there."""
        run = self.environment
        read, write = os.pipe()
        self._begin("Xvfb", "-displayfd", str(write), "-screen", "0", "1280x800x24", "-nolisten", "tcp", keep=(write,))
        os.close(write)
        with os.fdopen(read) as told:
            run["DISPLAY"] = f":{told.readline().strip()}"
        bus = f"unix:path={run['XDG_RUNTIME_DIR']}/bus"
        self._begin("dbus-daemon", "--session", "--nofork", f"--address={bus}")
        run["DBUS_SESSION_BUS_ADDRESS"] = bus
        self._wait("the bus", lambda: Path(bus[10:]).exists())
        self._begin("openbox")
        self._begin(
            "speech-dispatcher", "-s", "-c", "unix_socket", "-S", run["SPEECHD_ADDRESS"].partition(":")[2],
            "-C", str(self.folder / "config"), "-L", str(self.folder / "log"),
            "-P", str(self.folder / "run/speech.pid"), "-t", "0",
        )  # fmt: skip
        self._wait("the voice", lambda: Path(run["SPEECHD_ADDRESS"].partition(":")[2]).exists())
        self._begin("orca")
        self.hears(r"\w", ever=True)
        self._browser = [
            "chromium", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--no-first-run",
            "--no-default-browser-check", "--password-store=basic", "--force-renderer-accessibility",
            "--disable-features=Translate", "--test-type", "--window-size=1280,780", "--window-position=0,0",
            f"--lang={LOCALES[self.language].replace('_', '-')}", f"--accept-lang={self.language}",
            f"--user-data-dir={self.folder}/browser", *more,
        ]  # fmt: skip
        self._begin(*self._browser, address)

    def _begin(self, *command: str, keep: Sequence[int] = ()) -> None:
        name = Path(command[0]).name
        with (self.folder / "log" / f"{name}.txt").open("wb") as log:
            self._processes.append(
                subprocess.Popen(
                    command, env=self.environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log, pass_fds=keep,
                    start_new_session=True,
                )
            )  # fmt: skip

    def _wait(self, what: str, holds: Callable[[], bool], patience: float = PATIENCE) -> None:
        until = time.monotonic() + patience
        while not holds():
            assert time.monotonic() < until, f"{what} did not come; last heard: {self.transcript()[-12:]}"
            time.sleep(0.05)

    def stop(self) -> None:
        """End everything, the last first, and what those have started."""
        for process in reversed(self._processes):
            process.terminate()
        for process in self._processes:
            with suppress(subprocess.TimeoutExpired):
                process.wait(5)
        for number in marked(self._mark):
            with suppress(ProcessLookupError):
                os.kill(number, signal.SIGKILL)
        for process in self._processes:
            process.wait(5)

    def transcript(self) -> list[Spoken]:
        """All that was said so far."""
        said: dict[int, Spoken] = {}
        for line in self._spoken.read_text(encoding="utf-8").splitlines(keepends=True):
            if not line.endswith("\n"):
                break
            told = json.loads(line)
            if "say" in told:
                said[told["say"]] = Spoken(told["language"], told["text"])
            elif "cut" in told:
                said[told["cut"]] = replace(said[told["cut"]], heard=told["after"])
        return list(said.values())

    def press(self, *keys: str) -> None:
        for key in keys:
            subprocess.run(["xdotool", "key", "--clearmodifiers", key], env=self.environment, check=True)

    def hears(self, pattern: str, *, ever: bool = False, patience: float = PATIENCE) -> str:
        """Wait until something is said that fits, after what was waited for before; what was said since then."""
        since = 0 if ever else self.read

        def fits() -> bool:
            return re.search(pattern, self.since(since), re.IGNORECASE) is not None

        self._wait(f"{pattern!r}", fits, patience)
        heard = self.since(since)
        self.read = len(self.transcript())
        return heard

    def said(self, pattern: str, patience: float = 8.0) -> bool:
        """Whether that is said soon; nothing is taken for heard if not."""
        try:
            self.hears(pattern, patience=patience)
        except AssertionError:
            return False
        return True

    def tab_to(self, pattern: str, most: int = 60, key: str = "Tab") -> str:
        """Press Tab (or Shift and Tab) until that is said; every stop must say something."""
        for _ in range(most):
            self.read = len(self.transcript())
            self.press(key)
            heard = self.hears(r"\w")
            heard += self.quiet(0.4)
            if re.search(pattern, heard, re.IGNORECASE):
                return heard
        raise AssertionError(f"Tab does not lead to {pattern!r}; last heard: {self.transcript()[-12:]}")

    def go_to(self, address: str) -> None:
        """Open an address in a new tab, as a link in a letter does, and wait until Orca says that the page is there."""
        self.read = len(self.transcript())
        subprocess.run([*self._browser, address], env=self.environment, check=True, capture_output=True)
        self.hears("Loading|Cargando|Finished loading|Page has|La página|carga")
        self.quiet(2.5)
        self.press("ctrl+Home")
        self.quiet()

    def since(self, number: int) -> str:
        return "\n".join(one.text for one in self.transcript()[number:])

    def quiet(self, seconds: float = 1.5, patience: float = PATIENCE) -> str:
        """Wait until nothing new has been said for so long; what was said since the last time."""
        until = time.monotonic() + patience
        before, at = "", time.monotonic()
        while time.monotonic() - at < seconds and time.monotonic() < until:
            now = self._spoken.read_text(encoding="utf-8")
            if now != before or now.count('"say"') > now.count('"said"') + now.count('"cut"'):
                before, at = now, time.monotonic()
            time.sleep(0.05)
        heard = self.since(self.read)
        self.read = len(self.transcript())
        return heard


def marked(mark: str) -> Iterator[int]:
    """The processes that were started here or by what was started here."""
    for one in Path("/proc").iterdir():
        if one.name.isdigit():
            with suppress(OSError):
                if f"{MARK}={mark}".encode() in (one / "environ").read_bytes().split(b"\0"):
                    yield int(one.name)


@contextmanager
def orca(folder: Path, language: str, address: str, *more: str, pace: float = PACE) -> Iterator[Orca]:
    """Orca before this page, until the end of the block."""
    ears = Orca(folder, language, pace=pace)
    try:
        ears.start(address, *more)
        yield ears
    finally:
        ears.stop()
