"""Arguments that mean the same in every command: packs, set-up options, the language, JSON output."""

from __future__ import annotations

import argparse
import os
import tomllib
from pathlib import Path
from typing import Any

from muster.kernel.words import LANGUAGES


def add_language(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--lang",
        choices=LANGUAGES,
        default=language_of_environment(),
        help="the language (default: es if LC_ALL or LANG says so, else en)",
    )


def language_of_environment() -> str:
    """Spanish if LC_ALL or LANG says so, else English."""
    spoken = os.environ.get("LC_ALL") or os.environ.get("LANG") or ""
    return "es" if spoken.startswith("es") else "en"


def add_packs(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--pack",
        dest="packs",
        metavar="FILE",
        type=Path,
        action="append",
        default=[],
        help="lay a pack over the game's cards: a file of yours, or the name of one that comes with the game; can be"
        " repeated",
    )


def add_json(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print data instead of text")


def add_setup(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--set",
        dest="setup",
        metavar="OPTION=VALUE",
        type=setting,
        action="append",
        default=[],
        help="choose an option of the set-up, such as 'battlefield=outpost' or 'teams=rebs_cell,plague_horde';"
        " can be repeated",
    )


def setting(text: str) -> tuple[str, Any]:
    """`battlefield=outpost`, `teams=a,b` or any value as TOML writes it."""
    name, found, value = text.partition("=")
    if not found or not name.strip():
        raise argparse.ArgumentTypeError(f"{text!r} is not of the form OPTION=VALUE")
    return name.strip(), plain_value(value.strip())


def plain_value(text: str) -> Any:
    """Read a value: as TOML if it is TOML, else as words between commas, else as the word itself."""
    try:
        parsed = tomllib.loads(f"value = {text}")
    except tomllib.TOMLDecodeError:
        parsed = {}
    if len(parsed) == 1:
        return parsed["value"]
    return [part.strip() for part in text.split(",")] if "," in text else text


def state_directory() -> Path:
    """The folder in which we keep things, in the place the system has for the state of programs."""
    home = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(home) / "muster"
