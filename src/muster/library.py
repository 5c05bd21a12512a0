"""The library: finds the games, reads their content and messages, and makes them ready to play.

The engine does no input or output; what it needs from files is read here and handed to it as text.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Sequence
from functools import lru_cache
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

import muster.games
import muster.kernel
from muster.kernel.clauses import Register, read_register
from muster.kernel.errors import GameError
from muster.kernel.game import Game
from muster.kernel.glossary import Glossary, read_glossary
from muster.kernel.packs import PackFile
from muster.kernel.words import LANGUAGES, Catalogue, read_templates

Create = Callable[[Sequence[PackFile], Sequence[PackFile], Catalogue, Register], Game[object]]
"""How a game is made of the texts of its cards: the packs of its own, those laid over them, its words and clauses."""


def game_names() -> list[str]:
    """The games in the library, by name."""
    here = resources.files(muster.games)
    return sorted(folder.name for folder in here.iterdir() if folder.is_dir() and (folder / "clauses.toml").is_file())


def load_game(name: str, overlays: Sequence[Path] = ()) -> Game[object]:
    """A game ready to play, with the packs of these files laid over its own."""
    return load_with_packs(name, tuple(PackFile(path.name, read_file(path)) for path in overlays))


@lru_cache(maxsize=16)
def load_with_packs(name: str, overlays: tuple[PackFile, ...]) -> Game[object]:
    """A game ready to play, with these packs laid over its own."""
    if name not in game_names():
        raise GameError(f"there is no game {name!r}; there are {', '.join(game_names())}")
    folder = resources.files(muster.games) / name
    content = sorted((folder / "content").iterdir(), key=lambda file: file.name)
    core = [PackFile(file.name, file.read_text("utf-8")) for file in content if file.name.endswith(".toml")]
    kernel = resources.files(muster.kernel)
    catalogue = Catalogue(
        {language: _templates(kernel, language) | _templates(folder, language) for language in LANGUAGES}
    )
    clauses = _register(folder).joined(_register(kernel))
    create: Create = importlib.import_module(f"muster.games.{name}").create
    return create(core, overlays, catalogue, clauses)


@lru_cache(maxsize=16)
def load_glossary(name: str) -> Glossary:
    """Which clauses explain the words and signs of a game."""
    game = load_game(name)
    text = (resources.files(muster.games) / name / "glossary.toml").read_text("utf-8")
    return read_glossary(text, f"{name}/glossary.toml", game.clauses, game.catalogue.templates["en"].keys())


def house_cards(name: str) -> tuple[str, ...]:
    """The cards of a game whose figures are ours: `weapon.warhammer`."""
    return tuple(sorted(card for card, source in load_game(name).sources.items() if source == "house"))


def _templates(folder: Traversable, language: str) -> dict[str, str]:
    file = folder / "messages" / f"{language}.toml"
    return read_templates(file.read_text("utf-8"), f"{folder.name}/messages/{language}.toml")


def _register(folder: Traversable) -> Register:
    return read_register((folder / "clauses.toml").read_text("utf-8"), f"{folder.name}/clauses.toml")


def read_file(path: Path) -> str:
    """The text of a file; raises `GameError` with its name."""
    try:
        return path.read_text("utf-8")
    except UnicodeDecodeError:
        raise GameError(f"{path}: not a text file in UTF-8") from None
    except OSError as error:
        raise GameError(f"{path}: {error.strerror or error}") from None
