"""Games and bots of others: packages that are installed beside Muster and name them in their entry points.

A package says in its `pyproject.toml`

    [project.entry-points."muster.games"]
    pig = "muster_pig:create"

and Muster has a game more. What such a package gets wrong is one sentence that names it, never a traceback: nobody can
mend a package of somebody else.
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
    """What others bring of a group, by name; of two packages with the same name for a thing the first counts."""
    found: dict[str, EntryPoint] = {}
    for entry in entry_points(group=group):
        found.setdefault(entry.name, entry)
    return found


def maker(group: str, name: str) -> Callable[..., Any]:
    """The function behind an entry point; raises `GameError` with the package and what is wrong with it."""
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
    """Where the files of a package lie: beside the module that the entry point names."""
    module = brought(group)[name].module
    try:
        spec = importlib.import_module(module).__spec__
        return files(spec.parent if spec is not None and spec.parent else module)
    except Exception as error:
        raise broken(group, name, error) from error


def whose(group: str, name: str) -> str:
    """What something is called, and who brought it."""
    entry = brought(group)[name]
    package = entry.dist.name if entry.dist is not None else entry.module
    return f"the {group.removeprefix('muster.')[:-1]} {name!r} of the package {package}"


def broken(group: str, name: str, error: Exception) -> GameError:
    """What went wrong in a package of others, in one sentence on one line."""
    what = str(error) if isinstance(error, GameError) else f"{type(error).__name__}: {error}"
    return GameError(f"{whose(group, name)} cannot be used: {' '.join(what.split())}")
