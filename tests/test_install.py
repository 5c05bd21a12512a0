"""Installing Muster as people do: the wheel without extras in an empty environment; start `muster`, give an answer."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import venv
from collections.abc import Iterator
from pathlib import Path

import pytest

from muster.server import protocol as p
from muster.server.client.client import RemoteSeat
from muster.server.client.links import Link, create_table

ROOT = Path(__file__).parents[1]
PATIENCE = 240


def run(*command: str | Path) -> str:
    done = subprocess.run(
        [str(word) for word in command], capture_output=True, text=True, timeout=PATIENCE, check=False, cwd=ROOT
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of programs of an environment in which nothing but the wheel and what it asks for is installed."""
    folder = tmp_path_factory.mktemp("installed")
    run(sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", folder, ROOT)
    [wheel] = folder.glob("muster-*.whl")
    venv.create(folder / "env", with_pip=True)
    programs = folder / "env" / ("Scripts" if sys.platform == "win32" else "bin")
    run(programs / "python", "-m", "pip", "install", "--quiet", wheel)
    return programs


@pytest.fixture
def table(installed: Path, tmp_path: Path) -> Iterator[str]:
    """The address of a table that the plain command opened."""
    kept = {key: value for key, value in os.environ.items() if key not in ("PYTHONPATH", "VIRTUAL_ENV")}
    env = {**kept, "XDG_STATE_HOME": str(tmp_path), "BROWSER": "true", "PYTHONUNBUFFERED": "1"}
    errors = tmp_path / "errors"
    with errors.open("w") as said:
        program = subprocess.Popen(
            [installed / "muster"], stdout=subprocess.PIPE, stderr=said, text=True, env=env, cwd=tmp_path
        )
    assert program.stdout is not None
    try:
        for line in program.stdout:
            if line.startswith("Muster is at "):
                yield line.split()[-1]
                break
        else:
            pytest.fail(f"it ended: {errors.read_text()}")
    finally:
        program.send_signal(signal.SIGINT)
        program.wait(PATIENCE)
        program.stdout.close()


@pytest.mark.timeout(3 * PATIENCE)
def test_the_wheel_alone_opens_a_table_at_which_one_can_play(installed: Path, table: str) -> None:
    """Nothing for research or development comes along, and nothing of it is missed."""
    made = create_table(table, p.NewTable("tiny_epic_mechs", name="Ana", seats=["open", "random"]))

    async def answer() -> None:
        async with await RemoteSeat.join(Link(table, made.table, made.token)) as seat:
            assert seat.question is not None
            first = seat.question.number
            await seat.answer(seat.question.options[0].key)
            while seat.question is None or seat.question.number == first:
                await seat.news(60)

    asyncio.run(answer())
    there = run(installed / "python", "-m", "pip", "list", "--format", "freeze").lower()
    for name in ("pytest", "ray", "asyncpg", "icepool", "playwright", "mypy"):
        assert f"\n{name}==" not in f"\n{there}"
    assert "clauses" in run(installed / "muster", "rules", "tiny_epic_mechs")
