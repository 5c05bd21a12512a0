"""Clauses in the sources: the functions that implement one, and the tests that show it.

A rules function names its clauses in its docstring or in a comment, `[TEM move.wall]`; a scenario lists them under
`clauses`, a Python test in its `clause` marker.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
import tomllib
from collections.abc import Iterable, Iterator
from importlib import resources
from pathlib import Path
from typing import Any

import muster
from muster.library import folder_of, own_names

Found = dict[str, list[str]]
"""By clause id, where it was found."""


def find_functions(game: str, prefix: str) -> Found:
    """The functions of a game's rules, as `room.module.function`, by the clauses they name."""
    citation = re.compile(rf"\[({re.escape(prefix)}\s+[\w.]+)\]")
    found: Found = {}
    with resources.as_file(folder_of(game)) as folder:
        for file in sorted(folder.rglob("*.py")):
            source = file.read_text("utf-8")
            if not citation.search(source):
                continue
            module = ".".join(file.relative_to(folder).with_suffix("").parts)
            for place, text in _notes(source, module):
                for clause in citation.findall(text):
                    _add(found, " ".join(clause.split()), place)
    return found


def find_tests(game: str) -> Found:
    """The tests by the clauses they show: scenario files, and `file::test` for Python tests."""
    found: Found = {}
    folder = folder_of_tests(game)
    if folder is None:
        return found
    prefix = _prefix_of(game)
    for file in sorted(folder.rglob("*.toml")):
        for clause in _scenario_clauses(file, game):
            _add(found, clause, _relative(file, folder))
    for file in sorted(folder.rglob("test_*.py")):
        source = file.read_text("utf-8")
        for test, clauses in _marked_tests(source) if prefix in source else ():
            for clause in clauses:
                if clause.startswith(f"{prefix} "):
                    _add(found, clause, f"{_relative(file, folder)}::{test}")
    return found


def _prefix_of(game: str) -> str:
    """The prefix of a game's clauses: a test of several games counts for each by its own clauses."""
    text = (folder_of(game) / "clauses.toml").read_text("utf-8")
    return str(tomllib.loads(text)["prefix"])


def folder_of_tests(game: str) -> Path | None:
    """The folder with a game's tests: in a checkout, which is the current directory or the one this package runs from.
    A game of others has its tests in the folder `tests` of the current directory, if its scenarios are there.
    """
    if game not in own_names():
        here = Path.cwd() / "tests"
        return here if any(_scenario_clauses(file, game) for file in here.rglob("*.toml")) else None
    for root in (Path.cwd(), Path(muster.__file__).parents[2]):
        if (root / "tests" / "games" / game).is_dir():
            return root / "tests"
    return None


def _add(found: Found, clause: str, place: str) -> None:
    places = found.setdefault(clause, [])
    if place not in places:
        places.append(place)


def _relative(file: Path, folder: Path) -> str:
    return file.relative_to(folder.parent).as_posix()


# Sources of rules


def _notes(source: str, module: str) -> Iterator[tuple[str, str]]:
    """Every docstring and comment of a module, with the qualified name of the definition around it."""
    tree = ast.parse(source)
    spans = list(_definitions(tree, module))
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield _place(spans, node.lineno, module), node.value.value
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield _place(spans, token.start[0], module), token.string


def _definitions(tree: ast.AST, name: str) -> Iterator[tuple[int, int, str]]:
    """First line, last line and qualified name of every function, class and constant, outer ones first.

    A constant reaches to the end of the string that documents it.
    """
    constant: tuple[int, str] | None = None
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.lineno, node.end_lineno or node.lineno, f"{name}.{node.name}"
            yield from _definitions(node, f"{name}.{node.name}")
        elif isinstance(node, ast.Expr) and constant is not None:
            yield constant[0], node.end_lineno or node.lineno, f"{name}.{constant[1]}"
        constant = _constant(node)


def _constant(node: ast.AST) -> tuple[int, str] | None:
    target = (
        node.target if isinstance(node, ast.AnnAssign) else node.targets[0] if isinstance(node, ast.Assign) else None
    )
    return (target.lineno, target.id) if isinstance(target, ast.Name) else None


def _place(spans: Iterable[tuple[int, int, str]], line: int, module: str) -> str:
    """The innermost definition around a line."""
    around = [name for first, last, name in spans if first <= line <= last]
    return around[-1] if around else module


# Tests


def _scenario_clauses(file: Path, game: str) -> list[str]:
    try:
        text = file.read_text("utf-8")
        scenario = tomllib.loads(text) if game in text else {}
    except (tomllib.TOMLDecodeError, UnicodeDecodeError):
        return []
    clauses = scenario.get("clauses")
    if scenario.get("game") != game or not isinstance(clauses, list):
        return []
    return [clause for clause in clauses if isinstance(clause, str)]


def _marked_tests(source: str) -> Iterator[tuple[str, list[str]]]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            clauses = [clause for mark in node.decorator_list for clause in _mark_arguments(mark)]
            if clauses:
                yield node.name, clauses


def _mark_arguments(decorator: ast.expr) -> list[Any]:
    """The clauses of `@pytest.mark.clause("TEM move.wall", ...)`."""
    if not isinstance(decorator, ast.Call) or ast.unparse(decorator.func) != "pytest.mark.clause":
        return []
    return [argument.value for argument in decorator.args if isinstance(argument, ast.Constant)]
