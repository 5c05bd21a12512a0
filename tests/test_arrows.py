"""No circles: no module needs, by way of others, itself. import-linter keeps the rooms apart; this looks inside them.

Every import counts, also one that only types need and one that is put off into a function: a circle that is hidden is
a circle.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

SOURCES = Path(__file__).parents[1] / "src"
ROOT = SOURCES / "muster"
GAMES = ROOT / "games"


def packages() -> list[Path]:
    """Every package right under `muster`, and every game."""
    rooms = [at for at in sorted(ROOT.iterdir()) if (at / "__init__.py").is_file() and at != GAMES]
    return rooms + [at for at in sorted(GAMES.iterdir()) if (at / "__init__.py").is_file()]


def name_of(file: Path) -> str:
    parts = file.relative_to(SOURCES).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imported(file: Path) -> Iterator[str]:
    """Whatever is named in an import, as deep as it goes: `from a import b` may mean the module `a.b` or a name in
    `a`.
    """
    package = name_of(file) if file.name == "__init__.py" else name_of(file).rpartition(".")[0]
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            base = ".".join([*above, *filter(None, [node.module])])
            yield from (f"{base}.{alias.name}" for alias in node.names)


def graph(folder: Path) -> dict[str, set[str]]:
    """Each module of a package, and those of the same package that it imports."""
    files = {name_of(file): file for file in sorted(folder.rglob("*.py"))}

    def module(name: str) -> str:
        """The module in which an imported name is found."""
        return name if name in files else name.rpartition(".")[0]

    return {
        name: {module(other) for other in imported(file) if module(other) in files} - {name}
        for name, file in files.items()
    }


def circle(needs: dict[str, set[str]]) -> list[str]:
    """One circle of modules, each needing the next; nothing when there is none."""
    try:
        TopologicalSorter(needs).prepare()
    except CycleError as error:
        return list(reversed(error.args[1]))
    return []


@pytest.mark.parametrize("folder", packages(), ids=name_of)
def test_no_module_needs_itself(folder: Path) -> None:
    assert circle(graph(folder)) == []


def test_the_modules_beside_the_packages_make_no_circle_either() -> None:
    """All of `muster` at once, a package as one thing wherever it may import another."""
    tops: dict[str, set[str]] = {}
    for file in sorted(ROOT.rglob("*.py")):
        top = ".".join(name_of(file).split(".")[:2])
        needs = tops.setdefault(top, set())
        needs.update(".".join(other.split(".")[:2]) for other in imported(file) if other.startswith("muster."))
    known = {top: {other for other in needs if other in tops and other != top} for top, needs in tops.items()}
    known.pop("muster")
    assert circle(known) == []


def test_a_hidden_circle_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(f"{__name__}.SOURCES", tmp_path)
    folder = tmp_path / "house"
    folder.mkdir()
    for name, text in {
        "__init__": "",
        "roof": "from house import wall\nfrom house.floor import boards",
        "wall": "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from .floor import boards",
        "floor": "def boards():\n    import house.roof",
    }.items():
        (folder / f"{name}.py").write_text(text)
    found = circle(graph(folder))
    assert found[0] == found[-1]
    assert set(found) == {"house.roof", "house.wall", "house.floor"} or set(found) == {"house.roof", "house.floor"}
