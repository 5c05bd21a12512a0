"""The optional compiled build: `MUSTER_COMPILE=1 pip install .` turns the hot modules into C with mypyc.

The same sources run plain; nothing but speed may differ. Modules with msgspec structs stay plain (see docs/design.md).
"""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

COMPILED = (
    "kernel/text.py",
    "kernel/refusal.py",
    "kernel/spaces.py",
    "kernel/requests.py",
    "kernel/dice.py",
    "kernel/match.py",
    "geometry/[!_]*.py",
    "games/*/[!_]*.py",
)
PLAIN = (
    "pack.py",
    "views.py",
    "positions.py",
    "pictures.py",
    "game.py",
    "builder.py",
    "forces.py",
    "inquiries.py",
    "odds.py",
    "scenery.py",
    "card_views.py",
    "seen.py",
    "surveys.py",
    "table_views.py",
    "obsidian_protocol/ledger.py",
    "obsidian_protocol/overlays.py",
    "obsidian_protocol/sightlines.py",
)
"""Modules of a game that hold structs or run once a match: not compiled."""


class CustomBuildHook(BuildHookInterface[Any]):
    def _wanted(self) -> bool:
        return os.environ.get("MUSTER_COMPILE") == "1" and self.target_name == "wheel"

    def dependencies(self) -> list[str]:
        return ["mypy>=1.15", "setuptools>=75", "msgspec>=0.19"] if self._wanted() else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if not self._wanted() or version == "editable":
            return
        from mypyc.build import mypycify
        from setuptools import Distribution
        from setuptools.command.build_ext import build_ext

        source = Path(self.root) / "src"
        modules = sorted(
            str(path.relative_to(source))
            for pattern in COMPILED
            for path in (source / "muster").glob(pattern)
            if path.name not in PLAIN and f"{path.parent.name}/{path.name}" not in PLAIN
        )
        self._target = tempfile.TemporaryDirectory()
        os.chdir(source)
        extensions = mypycify(["--strict", *modules], opt_level="2", debug_level="0", target_dir=self._target.name)
        distribution = Distribution({"name": "muster", "ext_modules": extensions})
        command = build_ext(distribution)
        command.build_lib = self._target.name
        command.build_temp = self._target.name
        command.parallel = os.cpu_count()
        command.ensure_finalized()
        command.run()
        os.chdir(self.root)
        for built in Path(self._target.name).rglob("*.so"):
            build_data["force_include"][str(built)] = str(built.relative_to(self._target.name))
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
