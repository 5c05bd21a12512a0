"""The library: find the games, ours and those of others, read their cards and words, and make them ready to play.

The engine itself reads no files: this module does, and hands it the text.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

import muster.games
import muster.kernel
from muster import others
from muster.kernel.chances import Chances, read_chances
from muster.kernel.clauses import Register, read_register
from muster.kernel.defects import what_broke
from muster.kernel.errors import GameError
from muster.kernel.game import Game
from muster.kernel.glossary import Glossary, read_glossary
from muster.kernel.pack_errors import PackError, Problem
from muster.kernel.packs import PackFile
from muster.kernel.policy import Policy, read_policy
from muster.kernel.words import LANGUAGES, Catalogue, Words, read_templates

Create = Callable[[Sequence[PackFile], Sequence[PackFile], Catalogue, Register], Game[object]]
"""Makes a game out of its own packs, the packs laid over them, its words and its clauses."""


@lru_cache(maxsize=1)
def own_names() -> tuple[str, ...]:
    """The games that Muster itself brings, by name."""
    here = resources.files(muster.games)
    return tuple(sorted(at.name for at in here.iterdir() if at.is_dir() and (at / "clauses.toml").is_file()))


def game_names() -> list[str]:
    """The games in the library, by name: ours, and those of packages that are installed beside Muster."""
    return sorted({*own_names(), *others.brought(others.GAMES)})


def load_game(name: str, overlays: Sequence[Path] = ()) -> Game[object]:
    """A game ready to play, with the packs of these files laid over its own. A path that is only a name may be that of
    a pack that comes with the game.
    """
    return load_with_packs(name, tuple(pack_at(name, path) for path in overlays))


def pack_at(game: str, path: Path) -> PackFile:
    """The pack in a file, or the one of that name that comes with a game; raises `GameError`."""
    shipped = shipped_packs(game)
    if str(path) in shipped and not path.exists():
        return shipped[str(path)]
    return PackFile(path.name, read_file(path))


@lru_cache(maxsize=16)
def shipped_packs(name: str) -> Mapping[str, PackFile]:
    """The packs that come with a game and are laid over its cards only if somebody wants them, by name."""
    folder = folder_of(name) / "packs" if name in game_names() else None
    if folder is None or not folder.is_dir():
        return {}
    files = sorted(folder.iterdir(), key=lambda file: file.name)
    packs = [PackFile(file.name, file.read_text("utf-8")) for file in files if file.name.endswith(".toml")]
    return {pack.name.removesuffix(".toml"): pack for pack in packs}


def load_with_packs(name: str, overlays: tuple[PackFile, ...]) -> Game[object]:
    """A game ready to play, with these packs laid over its own."""
    if name in own_names():
        return own_game(name, overlays)
    if name not in game_names():
        raise GameError(f"there is no game {name!r}; there are {', '.join(game_names())}")
    return game_of_others(name, overlays)


@lru_cache(maxsize=16)
def own_game(name: str, overlays: tuple[PackFile, ...]) -> Game[object]:
    """One of the games that Muster itself brings: it stays as it is, whatever is installed beside it."""
    return make(folder_of(name), importlib.import_module(f"muster.games.{name}").create, overlays)


@lru_cache(maxsize=16)
def game_of_others(name: str, overlays: tuple[PackFile, ...]) -> Game[object]:
    """A game that another package brings; if it cannot be used, one sentence says so and names the package."""
    create, folder = others.maker(others.GAMES, name), folder_of(name)
    try:
        game: object = make(folder, create, overlays)
    except Exception as error:
        if overlays and isinstance(error, PackError):
            raise
        raise others.broken(others.GAMES, name, error) from error
    if not isinstance(game, Game) or game.name != name:
        raise others.broken(others.GAMES, name, GameError(f"what it makes is no game of that name: {game!r}"))
    return game


def load_games() -> tuple[list[Game[object]], list[GameError]]:
    """Load every game. Games of others that fail to load come back as errors, one sentence each."""
    games: list[Game[object]] = []
    errors: list[GameError] = []
    for name in game_names():
        try:
            games.append(load_game(name))
        except GameError as error:
            errors.append(error)
    return games, errors


def folder_of(name: str) -> Traversable:
    """The folder with a game's sources and files."""
    return resources.files(muster.games) / name if name in own_names() else others.folder(others.GAMES, name)


def make(folder: Traversable, create: Create, overlays: Sequence[PackFile]) -> Game[object]:
    """Make a game out of its files. It may have no cards; if it lacks a language it speaks English there."""
    content = folder / "content"
    cards = sorted(content.iterdir(), key=lambda file: file.name) if content.is_dir() else []
    core = [PackFile(file.name, file.read_text("utf-8")) for file in cards if file.name.endswith(".toml")]
    kernel = resources.files(muster.kernel)
    english = _templates(folder, "en")
    catalogue = Catalogue(
        {language: _templates(kernel, language) | english | _templates(folder, language) for language in LANGUAGES}
    )
    words = catalogue.words("en")
    if overlays and not core:
        raise PackError([Problem("no_cards_at_all", {"game": folder.name}, overlays[0].name)], words)
    try:
        return create(core, overlays, catalogue, _register(folder).joined(_register(kernel)))
    except PackError as error:
        raise error.said(words) from None
    except Exception as error:
        if not overlays or isinstance(error, GameError):
            raise
        raise PackError([Problem("broken", {"error": what_broke(error)}, overlays[-1].name)], words) from error


@lru_cache(maxsize=16)
def load_glossary(name: str) -> Glossary:
    """The clauses that explain each word and sign of a game; empty if the game has no glossary."""
    game = load_game(name)
    file = folder_of(name) / "glossary.toml"
    text = file.read_text("utf-8") if file.is_file() else ""
    return read_glossary(text, f"{name}/glossary.toml", game.clauses, game.catalogue.templates["en"].keys())


@lru_cache(maxsize=16)
def load_chances(name: str) -> Mapping[int, Chances]:
    """The worth of a game's figures, by the number of players; nothing if they were never fitted."""
    file = folder_of(name) / "bot" / "chances.toml"
    if not file.is_file():
        return {}
    thinking = load_game(name).thinking
    features = () if thinking is None or thinking.features is None else thinking.features.names
    return read_chances(file.read_text("utf-8"), f"{name}/bot/chances.toml", features)


@lru_cache(maxsize=16)
def load_policy(name: str) -> Policy | None:
    """Read how a game weighs answers at a glance; None if that was never learned."""
    file = folder_of(name) / "bot" / "policy.toml"
    thinking = load_game(name).thinking
    if thinking is None or thinking.traits is None or not file.is_file():
        return None
    return read_policy(file.read_text("utf-8"), f"{name}/bot/policy.toml", thinking.traits.names)


def house_cards(name: str) -> tuple[str, ...]:
    """The cards of a game whose figures are ours: `weapon.warhammer`."""
    return tuple(sorted(card for card, source in load_game(name).sources.items() if source == "house"))


def kernel_words(language: str) -> Words:
    """The words that all games share."""
    return Words(language, _templates(resources.files(muster.kernel), language))


def _templates(folder: Traversable, language: str) -> dict[str, str]:
    file = folder / "messages" / f"{language}.toml"
    if language != "en" and not file.is_file():
        return {}
    return read_templates(file.read_text("utf-8"), f"{folder.name}/messages/{language}.toml")


def _register(folder: Traversable) -> Register:
    return read_register((folder / "clauses.toml").read_text("utf-8"), f"{folder.name}/clauses.toml")


def read_file(path: Path) -> str:
    """The text of a file; raises `GameError` with its name."""
    try:
        return path.read_text("utf-8-sig")  # some editors put a mark before the text
    except UnicodeDecodeError:
        raise GameError(f"{path}: not a text file in UTF-8") from None
    except OSError as error:
        raise GameError(f"{path}: {error.strerror or error}") from None
