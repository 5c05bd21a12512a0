"""The optional compiled build: `MUSTER_COMPILE=1 pip install .` turns the hot modules into C with mypyc.

`MUSTER_COMPILE=deadzone,tag_raid` compiles these games alone and leaves the others plain: quicker for whoever works on
one. `MUSTER_COMPILE=quick` compiles all of them in less time, for code that is up to a tenth slower: enough to test it.
The same sources run plain; nothing but speed may differ. Modules with msgspec structs stay plain (see docs/design.md).
"""

from __future__ import annotations

import os
import shlex
import subprocess
import sysconfig
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

COMMON = (
    "kernel/text.py",
    "kernel/terms.py",
    "kernel/chances.py",
    "kernel/policy.py",
    "kernel/refusal.py",
    "kernel/spaces.py",
    "kernel/requests.py",
    "kernel/dice.py",
    "kernel/match.py",
    "geometry/[!_]*.py",
    "bots/habits.py",
    "bots/search/tree.py",
    "bots/search/judging.py",
    "bots/search/searching.py",
)
COMMON_LIBRARY = "muster_common"
ROOMS = ("cards", "board", "state", "rules", "bot")
"""The rooms of a game that are compiled. What is shown is shown to somebody who has time."""
QUICK = "quick"
LAYOUT = (
    "-finline-small-functions",
    "-fpartial-inlining",
    "-freorder-blocks-algorithm=stc",
    "-freorder-blocks-and-partition",
    "-freorder-functions",
    "-fpeephole2",
)
"""What the C of a game gains from at the second level of optimisation: short functions are put where they are called,
and the many lines for errors out of the way. With these the first level compiles Tiny Epic Mechs in half the time
(bench/results.md); all four games play up to a tenth slower with it. These are GCC's words: clang stops at the
first one that it does not know.
"""


COLD = ("__init__.py", "table_*.py", "laying_out.py", "pack_reader.py", "squads.py", "legality.py")
"""Modules of these rooms that prepare a match, a force or a table: they run once, and a tenth of the C was theirs."""


def is_hot(path: Path) -> bool:
    """Whether a module of such a room is compiled; those that hold structs run once a match, and stay plain."""
    return not any(path.match(name) for name in COLD) and "import msgspec" not in path.read_text("utf-8")


def taken(flags: Sequence[str]) -> list[str]:
    """These flags, if the C compiler that will be used knows them all; else none of them."""
    compiler = shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc")
    asked = [*compiler, "-O1", *flags, "-Werror", "-x", "c", "-c", "-o", os.devnull, "-"]
    try:
        tried = subprocess.run(asked, input=b"int main(void) { return 0; }", capture_output=True, check=False)
    except OSError:  # what is missing is said by the build itself
        return []
    return [] if tried.returncode else list(flags)


class CustomBuildHook(BuildHookInterface[Any]):
    def _wish(self) -> str:
        """What to compile: nothing, `1` for all games, `quick` for all in a hurry, or the names of some."""
        wish = os.environ.get("MUSTER_COMPILE", "0")
        return wish if self.target_name == "wheel" and wish != "0" else ""

    def dependencies(self) -> list[str]:
        return ["mypy>=1.15", "setuptools>=75", "msgspec>=0.19"] if self._wish() else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if not self._wish() or version == "editable":
            return
        from mypyc.build import mypycify
        from setuptools import Distribution
        from setuptools.command.build_ext import build_ext

        source = Path(self.root) / "src"
        groups = self._groups(source)
        modules = [module for group, _ in groups for module in group]
        self._target = tempfile.TemporaryDirectory()
        os.chdir(source)
        extensions = mypycify(
            ["--strict", *modules], separate=groups, opt_level="1", debug_level="0", target_dir=self._target.name
        )
        if os.name == "posix":
            quickly = taken(LAYOUT) if self._wish() == QUICK else []
            for extension in extensions:
                hot = self._wish() != QUICK or COMMON_LIBRARY in extension.name
                # a list of its own: mypycify gives one list to all, and what is added for one game would count for each
                extension.extra_compile_args = [*extension.extra_compile_args, *(["-O2"] if hot else quickly)]
        distribution = Distribution({"name": "muster", "ext_modules": extensions})
        command = build_ext(distribution)
        command.build_lib = self._target.name
        command.build_temp = self._target.name
        command.parallel = os.cpu_count()
        command.ensure_finalized()
        command.run()
        os.chdir(self.root)
        for built in Path(self._target.name).rglob("*.pyd" if os.name == "nt" else "*.so"):
            build_data["force_include"][str(built)] = str(built.relative_to(self._target.name))
        build_data["pure_python"] = False
        build_data["infer_tag"] = True

    def _groups(self, source: Path) -> list[tuple[list[str], str]]:
        """The modules of each library: one for what all games use, one for each game, so that they compile at once."""

        def modules(*patterns: str) -> list[str]:
            return sorted(
                str(path.relative_to(source)) for pattern in patterns for path in (source / "muster").glob(pattern)
            )

        def hot(game: str) -> list[str]:
            found = modules(*(f"games/{game}/{room}/**/*.py" for room in ROOMS))
            return [module for module in found if is_hot(source / module)]

        games = sorted(path.parent.name for path in (source / "muster" / "games").glob("*/game.py"))
        if self._wish() not in ("1", QUICK):
            wanted = self._wish().split(",")
            if unknown := set(wanted) - set(games):
                raise ValueError(
                    f"MUSTER_COMPILE: {', '.join(sorted(unknown))} is no game; there are {', '.join(games)}"
                )
            games = wanted
        return [
            (modules(*COMMON), COMMON_LIBRARY),
            *((hot(game), f"muster_{game}") for game in games),
        ]
