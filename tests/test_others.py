"""Mistakes in packages of others: each becomes one sentence that names the package, and nothing else suffers."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import muster
from muster import others
from muster.bots import OWN_BOTS, bot_names
from muster.kernel.errors import GameError
from muster.library import game_names, load_game, load_games, own_names
from muster.server.lobby import reference
from muster.server.lobby.games import offered
from pig import EXAMPLE, beside, package
from terminal.piped import CommandLine

SOURCES = {
    file.relative_to(EXAMPLE / "src").as_posix(): file.read_text("utf-8")
    for file in (EXAMPLE / "src").rglob("*")
    if file.suffix in (".py", ".toml")
}
CREATE = "muster_pig/__init__.py"


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> CommandLine:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    return CommandLine(monkeypatch, capsys)


@contextmanager
def brought(folder: Path, games: str = "", bots: str = "", **changed: str | None) -> Iterator[None]:
    """Pig with some of its files changed, or missing."""
    files = {name: text for name, text in SOURCES.items() if changed.get(name, "") is not None}
    files |= {name: text for name, text in changed.items() if text is not None}
    package(folder, "muster-pig", f"[muster.games]\n{games}\n[muster.bots]\n{bots}\n", files)
    with beside(folder):
        yield


WRONG: dict[str, tuple[dict[str, str | None], str]] = {
    "is not there": ({CREATE: None, "muster_pig/rules.py": None}, "cannot be used: AttributeError: "),
    "cannot be imported": ({CREATE: "import nothing_of_the_kind"}, "cannot be used: ModuleNotFoundError: "),
    "is not Python": ({CREATE: "def create(:"}, "cannot be used: SyntaxError: "),
    "names no function": ({CREATE: "create = 7"}, "is no function: muster_pig:create"),
    "lacks its clauses": ({"muster_pig/clauses.toml": None}, "cannot be used: FileNotFoundError: "),
    "lacks its words": ({"muster_pig/messages/en.toml": None}, "cannot be used: FileNotFoundError: "),
    "has clauses that are none": (
        {"muster_pig/clauses.toml": "prefix = 3"},
        "cannot be used: muster_pig/clauses.toml: Expected `str`, got `int` - at `$.prefix`",
    ),
    "fails": ({CREATE: "def create(*given):\n    return 1 / 0"}, "cannot be used: ZeroDivisionError: division by zero"),
    "makes no game": (
        {CREATE: "def create(*given):\n    return 'oink'"},
        "what it makes is no game of that name: 'oink'",
    ),
    "has another name": (
        {CREATE: SOURCES[CREATE].replace('name="pig"', 'name="hog"')},
        "what it makes is no game of that name",
    ),
}


@pytest.mark.parametrize(("changed", "expected"), WRONG.values(), ids=WRONG)
def test_a_game_that(tmp_path: Path, command: CommandLine, changed: dict[str, str | None], expected: str) -> None:
    with brought(tmp_path / "there", "pig = muster_pig:create", **changed):
        with pytest.raises(GameError, match="the game 'pig' of the package muster-pig ") as raised:
            load_game("pig")
        assert expected in str(raised.value)
        assert "\n" not in str(raised.value)
        refused = command("play", "pig")
        assert refused.status == 1
        assert refused.has_one_sentence("muster play: the game 'pig' of the package muster-pig")
        listed = command("games")
        assert listed.status == 0
        assert listed.has_one_sentence("muster games: the game 'pig'")
        assert all(name in listed.out for name in own_names())


@pytest.mark.parametrize(
    ("file", "right", "wrong"),
    [
        ("muster_pig/table.py", "seats = options.players", "seats = options.playerz"),
        ("muster_pig/table.py", "view = TableView(state.scores[:], ", "view = TableView("),
        ("muster_pig/rules.py", "[face] = await", "[face] = 7"),
        ("muster_pig/rules.py", "OneOf(lambda: [ROLL, HOLD])", "None"),
        ("muster_pig/rules.py", "    winners = [", "    winners = [1 / 0,"),
        ("muster_pig/bot.py", "return 2 * points[seat]", "return 2 * points[99]"),
    ],
)
def test_a_game_that_breaks_on_the_way(tmp_path: Path, command: CommandLine, file: str, right: str, wrong: str) -> None:
    assert right in SOURCES[file]
    changed = {file: SOURCES[file].replace(right, wrong)}
    with brought(tmp_path / "there", "pig = muster_pig:create", **changed):
        refused = command("play", "pig", "--seats", "greedy,greedy", "--seed", "1", "--save", tmp_path / "journal")
    assert refused.status == 1
    assert "Traceback" not in refused.err
    assert refused.err.startswith("muster play: ")


def test_the_server_knows_nothing_of_a_game_that_is_wrong(tmp_path: Path) -> None:
    with brought(tmp_path / "there", "pig = muster_pig:create", **{CREATE: "1 / 0"}):
        assert reference.game_words("pig", "en") is None
        assert reference.game_rules("pig", "es") is None
        assert reference.game_glossary("pig") is None
    for looked_up in (reference.game_words, reference.game_rules, reference.game_glossary):
        looked_up.cache_clear()


def test_the_lobby_goes_on_without_a_game_that_is_wrong(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    table = SOURCES["muster_pig/table.py"].replace("    seats = options.players", "    seats = options.playerz")
    for where, changed in {"made": {CREATE: "1 / 0"}, "set up": {"muster_pig/table.py": table}}.items():
        caplog.clear()
        offered.cache_clear()
        with caplog.at_level(logging.WARNING), brought(tmp_path / where, "pig = muster_pig:create", **changed):
            assert [game.game for game in offered("en")] == list(own_names())
        assert "pig" in caplog.text
    offered.cache_clear()


def test_a_game_of_ours_is_not_replaced(tmp_path: Path) -> None:
    with brought(tmp_path, "deadzone = muster_pig:create"):
        assert game_names() == list(own_names())
        assert load_game("deadzone").clauses.prefix == "DZ"


def test_a_language_that_a_game_does_not_speak_is_english(tmp_path: Path) -> None:
    with brought(tmp_path, "pig = muster_pig:create", **{"muster_pig/messages/es.toml": None}):
        templates = load_game("pig").catalogue.templates
        assert templates["es"]["game.title"] == "Pig"
        assert templates["es"]["setup.players"] == "Jugadores"


def test_the_files_lie_beside_the_module_that_is_named(tmp_path: Path) -> None:
    with brought(tmp_path, "pig = muster_pig.game:create", **{"muster_pig/game.py": "from muster_pig import create"}):
        assert load_game("pig").clauses.prefix == "PIG"


def test_a_bot_sits_down_and_one_that_is_wrong_says_so(tmp_path: Path, command: CommandLine) -> None:
    bots = "\n".join(
        [
            "hold_at_20 = muster_pig.bot:HoldAtTwenty",
            "greedy = muster_pig.bot:HoldAtTwenty",
            "absent = muster_pig.bot:Nobody",
            "stubborn = muster_pig:create",
        ]
    )
    with brought(tmp_path / "there", "pig = muster_pig:create", bots):
        assert bot_names() == [*OWN_BOTS, "absent", "hold_at_20", "stubborn"]
        assert type(muster.bot("hold_at_20")).__name__ == "HoldAtTwenty"
        assert type(muster.bot("greedy")).__name__ == "GreedyBot"
        for name in ("absent", "stubborn"):
            refused = command("play", "pig", "--seats", f"{name},random")
            assert refused.status == 1
            assert refused.has_one_sentence(f"the bot {name!r} of the package muster-pig cannot be used: ")
        refused = command("play", "tiny_epic_mechs", "--seats", "hold_at_20,random")
        assert refused.status == 1
        assert refused.has_one_sentence("hold_at_20 plays pig and nothing else")
        assert load_games()[1] == []


def test_without_packages_of_others_nothing_is_brought() -> None:
    assert set(others.brought(others.GAMES)) | set(others.brought(others.BOTS)) <= {"pig", "hold_at_20"}
