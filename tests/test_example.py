"""`examples/pig`, somebody else's game: installed like any package, and played to the end in a terminal and over the
socket. `docs/new_game.md` tells its story; every line it quotes is in the package.
"""

from __future__ import annotations

import asyncio
import random
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import msgspec
import pytest

from muster.kernel.journal import read_journal
from muster.library import own_names
from muster.server import protocol as p
from muster.server.client.client import RemoteSeat
from muster.server.client.links import Link, create_table
from pig import EXAMPLE, environment
from server.running import play

ROOT = Path(__file__).parents[1]
STORY = ROOT / "docs" / "new_game.md"
MOST_LINES = 150


def run(pig_target: Path, *command: str | Path, answers: str = "", cwd: Path = ROOT) -> str:
    words = [sys.executable, "-m", *map(str, command)]
    env = {**environment(pig_target), "XDG_STATE_HOME": str(pig_target.parent / "state"), "LC_ALL": "C.UTF-8"}
    done = subprocess.run(
        words, env=env, cwd=cwd, input=answers, capture_output=True, encoding="utf-8", timeout=280, check=False
    )
    assert (done.returncode, done.stderr) == (0, ""), done.stdout + done.stderr
    return done.stdout


def test_it_is_small() -> None:
    """Without empty lines, and without its tests."""
    lines = [line for file in (EXAMPLE / "src").rglob("*.py") for line in file.read_text("utf-8").splitlines()]
    assert len([line for line in lines if line.strip()]) < MOST_LINES


BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def blocks(*kinds: str) -> list[str]:
    return [text for kind, text in BLOCK.findall(STORY.read_text("utf-8")) if kind in kinds]


def test_what_its_story_quotes_stands_in_it() -> None:
    """Every block, word for word."""
    sources = "\n".join(file.read_text("utf-8") for kind in ("*.py", "*.toml") for file in sorted(EXAMPLE.rglob(kind)))
    assert len(blocks("python", "toml")) > 12
    assert [block for block in blocks("python", "toml") if block not in sources] == []
    assert {kind for kind, _ in BLOCK.findall(STORY.read_text("utf-8"))} == {"python", "toml", "sh"}


def test_the_commands_of_its_story_work(pig_target: Path) -> None:
    commands = [line.split() for block in blocks("sh") for line in block.splitlines()]
    assert len(commands) > 5
    for program, *words in commands:
        assert program == "muster"
        run(pig_target, "muster.cli", *words, cwd=EXAMPLE)


def test_what_holds_for_every_game_holds_for_it(pig_target: Path) -> None:
    """Random play, save and load, undo, forks, refusals, bots: for nothing, as its story says."""
    command = ("pytest", "-q", "-p", "no:cacheprovider", "tests/games/test_every_game.py", "-k", "pig")
    assert "passed" in run(pig_target, *command, "-o", "addopts=--import-mode=importlib")


def test_its_own_tests_pass(pig_target: Path) -> None:
    run(pig_target, "pytest", "-q", "-p", "no:cacheprovider", "-c", EXAMPLE / "pyproject.toml", EXAMPLE / "tests")


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("en", ["It is your turn", "holds:", "The match is over.", "[PIG hold]"]),
        ("es", ["Te toca", "se planta:", "La partida ha terminado.", "[PIG hold]"]),
    ],
)
def test_a_match_through_a_pipe(pig_target: Path, language: str, expected: list[str], tmp_path: Path) -> None:
    journal = tmp_path / "match.journal"
    answers = "roll\nroll\nhold\n" * 400
    table = ("--seats", "human,hold_at_20", "--seed", "5", "--lang", language, "--save", journal)
    told = run(pig_target, "muster.cli", "play", "pig", *table, answers=answers)
    for sentence in expected:
        assert sentence in told
    assert not re.search(r"Text\(|\{\w+", told)
    assert read_journal(journal.read_text()).header.seats == ("human", "hold_at_20")
    run(pig_target, "muster.cli", "replay", journal, "--verify")


def test_holding_before_the_first_roll_is_refused_with_its_clause(pig_target: Path, tmp_path: Path) -> None:
    told = run(pig_target, "muster.cli", "play", "pig", "--save", tmp_path / "match.journal", answers="hold\n")
    assert "roll first: there is nothing to hold yet [PIG first]" in told


@pytest.fixture(scope="module")
def served(pig_target: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server that found the package by itself."""
    database = tmp_path_factory.mktemp("served") / "tables.sqlite"
    command = [sys.executable, "-m", "muster.cli", "serve", "--port", "0", "--database", str(database)]
    program = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment(pig_target))
    assert program.stdout is not None
    try:
        yield program.stdout.readline().split()[-1]
    finally:
        program.terminate()
        program.wait(60)
        program.stdout.close()


def test_the_lobby_offers_it_with_its_bot(served: str) -> None:
    lobby = msgspec.json.decode(httpx.get(f"{served}/api/lobby?language=es").content, type=p.Lobby)
    offered = {game.game: game for game in lobby.games}
    assert offered.keys() == {*own_names(), "pig"}
    assert offered["pig"].title == "Cerdo"
    assert [setting.field for setting in offered["pig"].settings] == ["players", "goal"]
    assert "hold_at_20" in lobby.bots


def test_a_match_over_the_socket(served: str) -> None:
    """Against its own bot, which thinks in a process of the server's, until somebody has won."""
    wanted = p.NewTable("pig", name="Ana", seats=["open", "hold_at_20"], options={"goal": 30})
    made = create_table(served, wanted)

    async def sit() -> None:
        async with await RemoteSeat.join(Link(served, made.table, made.token)) as seat:
            await play(seat, random.Random(2))
            assert seat.over

    asyncio.run(sit())


@pytest.mark.parametrize("game", [*own_names(), "pig"])
def test_serve_holds_a_table_of_every_game(served: str, game: str) -> None:
    made = create_table(served, p.NewTable(game, name="Ana", seats=["open", "random"]))

    async def sit() -> None:
        async with await RemoteSeat.join(Link(served, made.table, made.token)) as seat:
            await play(seat, random.Random(1), most=1)

    asyncio.run(sit())
    for page in (f"words/{game}/es", f"rules/{game}/en", f"glossary/{game}"):
        assert httpx.get(f"{served}/api/{page}").status_code == 200
