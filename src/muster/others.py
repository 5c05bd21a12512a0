"""Games and bots of others: packages installed beside Muster that name them in their entry points.

A package says in its `pyproject.toml`

    [project.entry-points."muster.games"]
    pig = "muster_pig:create"

and Muster has one game more. A mistake in such a package becomes one sentence that names the package, never a
traceback: our users cannot mend somebody else's package.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from functools import lru_cache
from importlib.metadata import EntryPoint, entry_points
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from muster.kernel.errors import GameError

GAMES = "muster.games"
"""A game by its name: the function that makes it (`library.Create`). Its files lie in the package of that function's
module: `clauses.toml`, `messages/`, and, if it has cards, `content/`.
"""
BOTS = "muster.bots"
"""A bot by its name: called with a `random.Random`, it gives a `bots.Bot`."""


@lru_cache(maxsize=8)
def brought(group: str) -> Mapping[str, EntryPoint]:
    """The entry points of a group, by name. If two packages use the same name, the first one counts."""
    found: dict[str, EntryPoint] = {}
    for entry in entry_points(group=group):
        found.setdefault(entry.name, entry)
    return found


def maker(group: str, name: str) -> Callable[..., Any]:
    """Load the function behind an entry point; raises `GameError` naming the package and the mistake."""
    entry = brought(group)[name]
    try:
        made = entry.load()
    except Exception as error:
        raise broken(group, name, error) from error
    if not callable(made):
        raise GameError(f"{whose(group, name)} is no function: {entry.value}")
    function: Callable[..., Any] = made
    return function


def folder(group: str, name: str) -> Traversable:
    """The folder with a package's files: beside the module that the entry point names."""
    module = brought(group)[name].module
    try:
        spec = importlib.import_module(module).__spec__
        return files(spec.parent if spec is not None and spec.parent else module)
    except Exception as error:
        raise broken(group, name, error) from error


def whose(group: str, name: str) -> str:
    """Name a game or bot together with its package, for error sentences."""
    entry = brought(group)[name]
    package = entry.dist.name if entry.dist is not None else entry.module
    return f"the {group.removeprefix('muster.')[:-1]} {name!r} of the package {package}"


def broken(group: str, name: str, error: Exception) -> GameError:
    """Turn an error in somebody else's package into one sentence on one line."""
    what = str(error) if isinstance(error, GameError) else f"{type(error).__name__}: {error}"
    return GameError(f"{whose(group, name)} cannot be used: {' '.join(what.split())}")
