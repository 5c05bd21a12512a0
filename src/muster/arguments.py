"""Arguments that mean the same in every command: packs, set-up options, the language, data instead of text."""

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
        help="the language (default: es where LC_ALL or LANG says so, else en)",
    )


def language_of_environment() -> str:
    """Spanish where the environment speaks it, else English."""
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
        help="lay a pack of your own over the game's cards; may be given again",
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
        help="set the match up differently, as in 'battlefield=outpost' or 'teams=rebs_cell,plague_horde';"
        " may be given again",
    )


def setting(text: str) -> tuple[str, Any]:
    """`battlefield=outpost`, `teams=a,b` or any value as TOML writes it."""
    name, found, value = text.partition("=")
    if not found or not name.strip():
        raise argparse.ArgumentTypeError(f"{text!r} is not of the form OPTION=VALUE")
    return name.strip(), plain_value(value.strip())


def plain_value(text: str) -> Any:
    """A value as TOML has it, else a list of words between commas, else the word itself."""
    try:
        parsed = tomllib.loads(f"value = {text}")
    except tomllib.TOMLDecodeError:
        parsed = {}
    if len(parsed) == 1:
        return parsed["value"]
    return [part.strip() for part in text.split(",")] if "," in text else text


def state_directory() -> Path:
    """Where the system keeps the state of programs: what we keep there is below it."""
    home = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(home) / "muster"
