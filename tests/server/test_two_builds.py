"""An upgrade with two real builds: wheels of the program before and after a rule has changed, each installed in an
environment of its own.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import shutil
import subprocess
import sys
import sysconfig
import venv
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from muster.server.client.client import RemoteSeat
from muster.server.client.links import Link
from server.running import GAME, PATIENCE, Process, open_table, play

ROOT = Path(__file__).parents[2]
CONTAINERFILE = (ROOT / "deploy" / "Containerfile").read_text("utf-8")
SOURCES = [
    name
    for line in CONTAINERFILE.partition("RUN pip wheel")[0].splitlines()
    if line.startswith("COPY ")
    for name in line.split()[1:-1]
]
"""What the container file takes to build the wheel: so the tests build from no more than that."""
RULES = "src/muster/games/tiny_epic_mechs"
CHANGES = (
    ("src/muster/__init__.py", '__version__ = "', '__version__ = "9.'),
    (f"{RULES}/game.py", "rules_version=2", "rules_version=3"),
    (f"{RULES}/rules/setup.py", "DEALT = 2", "DEALT = 3"),
)
"""What the new build does differently: each player chooses among three pilots, not two."""

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]


def build(folder: Path, changes: tuple[tuple[str, str, str], ...]) -> Path:
    """Build a wheel from a copy of the sources with these changes, and install it; returns its Python."""
    source = folder / "source"
    source.mkdir(parents=True)
    for name in SOURCES:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, source / name, ignore=shutil.ignore_patterns("__pycache__", "*.so"))
        else:
            shutil.copy(ROOT / name, source / name)
    for name, before, after in changes:
        text = (source / name).read_text("utf-8")
        assert text.count(before) == 1, (name, before)
        (source / name).write_text(text.replace(before, after), "utf-8")
    pip = [sys.executable, "-m", "pip", "--quiet"]
    said(*pip, "wheel", "--no-deps", "--wheel-dir", folder, source)
    [wheel] = folder.glob("muster-*.whl")
    shutil.rmtree(source)
    venv.create(folder / "env")
    python = folder / "env" / "bin" / "python"
    said(*pip, "--python", python, "install", "--no-deps", wheel)
    # What it depends on is the same for both, and need not be fetched twice.
    [packages] = (folder / "env" / "lib").glob("python*/site-packages")
    (packages / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n")
    assert said(python, "-c", "import muster; print(muster.__file__)").startswith(str(folder))
    return python


def said(*command: str | Path) -> str:
    done = subprocess.run(
        [str(word) for word in command], capture_output=True, text=True, check=False, env=OUTSIDE, cwd="/"
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


OUTSIDE = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")}


@pytest.fixture(scope="module")
def programs(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The Pythons of the earlier and of the new build."""
    folder = tmp_path_factory.mktemp("builds")
    return build(folder / "earlier", ()), build(folder / "new", CHANGES)


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


def serve(stack: ExitStack, python: Path, database: Path, **settings: str) -> Process:
    named = {f"MUSTER_{name.upper()}": value for name, value in settings.items()}
    process = Process(str(database), environment={**OUTSIDE, **named}, python=str(python))
    stack.callback(process.stop)
    return process


def rules_of(python: Path) -> int:
    games = json.loads(said(python, "-m", "muster.cli", "games", "--json"))
    return next(int(game["rules_version"]) for game in games if game["name"] == GAME)


async def pilots_to_choose_from(link: Link) -> int:
    async with await RemoteSeat.join(link) as seat:
        while seat.question is None:
            await seat.news(PATIENCE)
        assert seat.question.prompt.key == "prompt.choose_pilot"
        return len(seat.question.options)


def test_running_matches_keep_their_rules_and_new_ones_have_the_new(
    programs: tuple[Path, Path], tmp_path: Path, stack: ExitStack
) -> None:
    earlier, new = programs
    assert (rules_of(earlier), rules_of(new)) == (2, 3)

    before = serve(stack, earlier, tmp_path / "earlier.sqlite")
    begun = open_table(before.address, "Ana", seats=["random"])[0]
    unbegun = open_table(before.address, "Eva", seats=["random"])[0]
    in_the_middle = open_table(before.address, "Ben", seats=["random"])[0]
    assert asyncio.run(pilots_to_choose_from(unbegun)) == 2

    async def some(link: Link, most: int) -> int:
        async with await RemoteSeat.join(link) as seat:
            await play(seat, random.Random(3), most)
            return len(seat.log)

    told = asyncio.run(some(in_the_middle, 12))
    asyncio.run(some(begun, 1))
    before.stop()

    # The upgrade: the earlier program goes on with its tables and takes no more; the new one sends people there.
    former = serve(stack, earlier, tmp_path / "earlier.sqlite", limits_tables="0")
    now = serve(stack, new, tmp_path / "new.sqlite", formers=former.address)

    # A match that has hardly begun still deals two pilots; one in the middle has lost nothing and is played to its end.
    assert asyncio.run(pilots_to_choose_from(Link(now.address, unbegun.table, unbegun.token))) == 2

    async def to_the_end() -> str:
        link = Link(now.address, in_the_middle.table, in_the_middle.token)
        async with await RemoteSeat.join(link) as seat:
            assert (seat.addresses[-1], seat.welcome.rules_version) == (former.address, 2)
            assert len(seat.log) >= told
            await play(seat, random.Random(4))
            assert seat.over
            assert (await seat.check_dice()).wrong == ""
            return await seat.export()

    journal = tmp_path / "match.journal"
    journal.write_text(asyncio.run(to_the_end()), "utf-8")

    # A new table has the new rule.
    fresh = open_table(now.address, "Eva", seats=["random"])[0]
    assert asyncio.run(pilots_to_choose_from(fresh)) == 3

    async def whole() -> tuple[str, int]:
        async with await RemoteSeat.join(fresh) as seat:
            await play(seat, random.Random(5))
            return seat.addresses[-1], seat.welcome.rules_version

    assert asyncio.run(whole()) == (now.address, 3)

    # Each build replays the journals of its rules; the new one refuses the earlier ones in a sentence.
    said(earlier, "-m", "muster.cli", "replay", journal, "--verify")
    refused = subprocess.run(
        [str(new), "-m", "muster.cli", "replay", str(journal)], capture_output=True, text=True, check=False, env=OUTSIDE
    )
    assert refused.returncode != 0
    assert "rules" in refused.stderr
    assert "Traceback" not in refused.stderr


def test_without_the_earlier_server_a_table_says_so_in_a_sentence_and_comes_back_with_it(
    programs: tuple[Path, Path], tmp_path: Path, stack: ExitStack
) -> None:
    """Somebody upgrades in place: nothing is broken, and going back brings every match back."""
    earlier, new = programs
    before = serve(stack, earlier, tmp_path / "tables.sqlite")
    link = open_table(before.address, "Ana", seats=["random"])[0]
    before.stop()
    upgraded = serve(stack, new, tmp_path / "tables.sqlite")
    with pytest.raises(Exception, match="the rules or cards have changed"):
        asyncio.run(pilots_to_choose_from(Link(upgraded.address, link.table, link.token)))
    assert asyncio.run(pilots_to_choose_from(open_table(upgraded.address, "Eva", seats=["random"])[0])) == 3
    upgraded.stop()
    again = serve(stack, earlier, tmp_path / "tables.sqlite")
    assert asyncio.run(pilots_to_choose_from(Link(again.address, link.table, link.token))) == 2
