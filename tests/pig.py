"""Packages of others for tests: the example, installed without a network, and made-up installed packages."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from muster import library, others

EXAMPLE = Path(__file__).parents[1] / "examples" / "pig"


def install(folder: Path) -> Path:
    """Build and install the example into a folder of its own, which whoever wants it puts on the path."""
    sources, target = folder / "sources", folder / "installed"
    shutil.copytree(EXAMPLE, sources)  # building leaves things behind
    options = ("--quiet", "--no-deps", "--no-build-isolation", "--no-index", "--disable-pip-version-check")
    command = [sys.executable, "-m", "pip", "install", *options, "--target", str(target), str(sources)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return target


def environment(target: Path) -> dict[str, str]:
    """The environment of a program that finds what was installed there."""
    path = os.pathsep.join([str(target), *filter(None, [os.environ.get("PYTHONPATH")])])
    return {**os.environ, "PYTHONPATH": path, "PYTHONUNBUFFERED": "1"}


@contextmanager
def beside(target: Path) -> Iterator[None]:
    """In this process: what is installed there is found, and forgotten afterwards."""
    sys.path.insert(0, str(target))
    forget(target)
    try:
        yield
    finally:
        sys.path[:] = [path for path in sys.path if path != str(target)]
        forget(target)


def forget(target: Path) -> None:
    """Forget what was imported of the packages there, from wherever, and what is known of them."""
    for name in [name for name in sys.modules if (target / name.partition(".")[0]).is_dir()]:
        del sys.modules[name]
    others.brought.cache_clear()
    library.game_of_others.cache_clear()
    library.load_glossary.cache_clear()
    library.shipped_packs.cache_clear()


def package(folder: Path, name: str, entry_points: str, files: Mapping[str, str]) -> None:
    """A package as an installer leaves it."""
    about = folder / f"{name}-1.0.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(entry_points)
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text)
