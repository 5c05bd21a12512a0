"""The optional compiled build: what it asks of the C compiler. That its code plays the same is for `make compiled`."""

from __future__ import annotations

import importlib.util
import sys
import types
from pathlib import Path
from typing import Any

import pytest

BUILD = Path(__file__).parents[1] / "hatch_build.py"
INTERFACE = "hatchling.builders.hooks.plugin.interface"


@pytest.fixture
def build(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The hook; hatchling, which only a build has, is not needed for it."""
    interface: Any = types.ModuleType(INTERFACE)
    interface.BuildHookInterface = dict
    monkeypatch.setitem(sys.modules, INTERFACE, interface)
    spec = importlib.util.spec_from_file_location("hatch_build", BUILD)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.skipif(sys.platform == "win32", reason="the compiler here is a shell script")
def test_flags_that_the_compiler_does_not_know_are_left_out(
    build: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiler = tmp_path / "cc"
    compiler.write_text('#!/bin/sh\ncase "$*" in *-fnever-heard-of*) exit 1;; esac\n')
    compiler.chmod(0o755)
    monkeypatch.setenv("CC", f"{compiler} -pthread")
    assert build.taken(["-fpeephole2"]) == ["-fpeephole2"]
    assert build.taken(["-fpeephole2", "-fnever-heard-of"]) == []
    monkeypatch.setenv("CC", str(tmp_path / "none"))
    assert build.taken(["-fpeephole2"]) == []


def test_modules_that_prepare_a_match_or_hold_structs_stay_plain(build: Any) -> None:
    game = BUILD.parent / "src" / "muster" / "games" / "deadzone"
    assert build.is_hot(game / "rules" / "movement.py")
    assert not build.is_hot(game / "cards" / "legality.py")
    assert not build.is_hot(game / "cards" / "pack.py")
