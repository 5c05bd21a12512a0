"""Every command with every game, one of them from another package: it works, or says in one sentence that this game
does not have that. Nothing ever ends in a traceback.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from muster import others
from muster.cli import bench
from muster.cli.main import COMMANDS
from muster.kernel.chances import read_chances
from muster.kernel.game import reckoning_of
from muster.lab import puzzles, search_speed
from muster.library import load_game, own_names
from pig import EXAMPLE
from terminal.piped import CommandLine, Finished

TESTS = Path(__file__).parent
GAMES = (*own_names(), "pig")
UNRENDERED = re.compile(r"Text\(|\{\w+[}:|]")
FORCES = ("deadzone", "obsidian_protocol")
"""Games in which a force is chosen."""


pytestmark = pytest.mark.usefixtures("pig_installed")


@pytest.fixture
def muster(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> CommandLine:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    return CommandLine(monkeypatch, capsys)


every_game = pytest.mark.parametrize("game", GAMES)


def works(done: Finished) -> str:
    assert (done.status, done.err) == (0, "")
    assert not UNRENDERED.search(done.out)
    return done.out


def test_no_command_is_forgotten_here() -> None:
    """Each has a test here that is run with every game. `serve` is tried in `test_example.py`, for all of them at once;
    `admin` and `backup`, which know no game, in `server/test_running_it.py`.
    """
    with_every_game = [name for name, one in globals().items() if every_game.mark in getattr(one, "pytestmark", ())]
    commands = [part for name in with_every_game for part in name.removeprefix("test_").split("_and_")]
    tried = {command.partition("_")[0] for command in commands}
    assert set(COMMANDS) - {"serve", "admin", "backup"} <= tried


@every_game
@pytest.mark.parametrize("language", ["en", "es"])
def test_play_and_replay(muster: CommandLine, game: str, language: str, tmp_path: Path) -> None:
    journal = tmp_path / "match.journal"
    answers = "why\n1\n1\n1\nundo\n1\n"
    works(muster("play", game, "--seats", "human,random", "--lang", language, "--save", journal, answers=answers))
    assert "--load" in works(muster("play", "--load", journal, "--lang", language, answers="1\n"))
    works(muster("replay", journal, "--lang", language))
    works(muster("replay", journal, "--verify"))


def test_replay_says_which_game_is_missing(
    muster: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = tmp_path / "match.journal"
    works(muster("play", "pig", "--save", journal))
    monkeypatch.setattr(others, "brought", lambda group: {})
    for command in (["replay"], ["play", "--load"]):
        refused = muster(*command, journal)
        assert refused.status == 1
        assert refused.has_one_sentence("this is a journal of 'pig', a game that is not installed here")


@every_game
def test_games_lists_it(muster: CommandLine, game: str) -> None:
    assert f"\n{game}  " in "\n" + works(muster("games"))
    assert game in {listed["name"] for listed in json.loads(works(muster("games", "--json", "--lang", "es")))}


@every_game
def test_rules(muster: CommandLine, game: str) -> None:
    assert " clauses, " in works(muster("rules", game, "--lang", "es"))


@every_game
def test_force(muster: CommandLine, game: str) -> None:
    built, checked = muster("force", game, "build", "--seed", "3"), muster("force", game, "check")
    assert muster("force", "check", game) == checked, "either order"
    assert muster("force", game, "sing").has_one_sentence("there is no action 'sing'")
    if game in FORCES:
        works(built)
        works(checked)
    else:
        for refused in (built, checked):
            assert refused.status == 2
            assert refused.has_one_sentence(f"{game} has no forces to build")


@every_game
@pytest.mark.parametrize("language", ["en", "es"])
def test_odds(muster: CommandLine, game: str, language: str) -> None:
    if game not in own_names():
        refused = muster("odds", game)
        assert refused.status == 2
        assert refused.has_one_sentence(f"{game} has no attacks whose odds could be worked out")
        return
    reckoning = reckoning_of(load_game(game))
    listed = works(muster("odds", game, "--lang", language))
    for kind in reckoning.attacks:
        assert f"muster odds {game} {kind.name} ..." in listed
        found = json.loads(works(muster("odds", game, kind.name, "--json", "--lang", language)))
        assert sum(outcome["chance"] for outcome in found["outcomes"]) == pytest.approx(1, abs=1e-12)
        shown = works(muster("odds", game, kind.name, "--lang", language))
        assert max(map(len, shown.splitlines())) <= 80
    refused = muster("odds", game, "sandwiches=3")
    assert refused.status == 1
    assert refused.has_one_sentence("has no figure 'sandwiches'")


@every_game
def test_packs(muster: CommandLine, game: str, tmp_path: Path) -> None:
    pack = tmp_path / "mine.toml"
    pack.write_text("[[sandwich]]\nid = 'ham'\nsource = 'house'\n")
    refused = muster("packs", "check", pack, "--game", game)
    assert refused.status == 1
    assert refused.has_one_sentence("mine.toml:")
    refused = muster("play", game, "--pack", pack)
    assert refused.status == 1
    assert refused.has_one_sentence("mine.toml:")


@every_game
def test_scenario(muster: CommandLine, game: str, tmp_path: Path) -> None:
    folder = EXAMPLE / "tests" if game == "pig" else TESTS / "games" / game
    shown = sorted((folder / "scenarios").rglob("*.toml"))[0]
    assert "1 of 1 scenario holds" in works(muster("scenario", shown))
    wrong = tmp_path / "position.toml"
    wrong.write_text(f'game = "{game}"\ntitle = "Lunch"\nclauses = []\n\n[position]\nsandwiches = 3\n')
    assert muster("scenario", wrong).has_one_sentence("field sandwiches is not a field it has")


@every_game
def test_lessons(muster: CommandLine, game: str) -> None:
    assert works(muster("lessons", game))
    assert isinstance(json.loads(works(muster("lessons", game, "--json"))), list)


@every_game
def test_tables(muster: CommandLine, game: str) -> None:
    made = muster("tables", game, "--make", "1", "--seed", "3")
    if load_game(game).tables is None:
        assert made.status == 1
        assert len(made.err.splitlines()) == 1
    else:
        assert "[[" in works(made)


@every_game
def test_puzzles(muster: CommandLine, game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(puzzles, "PLAYERS", ("novice",))
    listed = works(muster("puzzles", game, "--lang", "es"))
    assert ("Todavía no hay problemas" in listed) == (game not in own_names())
    made = muster("puzzles", game, "--make", "1", "--iterations", "20", "--seconds", "0.01", "--to", tmp_path, "--json")
    assert made.err == ""
    assert made.status == (0 if json.loads(made.out) else 1)


@every_game
def test_sim(muster: CommandLine, game: str) -> None:
    found = works(muster("sim", game, "--games", "1", "--seats", "random,random", "--workers", "1", "--json"))
    assert json.loads(found)["games"] == 1


@every_game
def test_tournament(muster: CommandLine, game: str) -> None:
    asked = ("tournament", game, "--games", "2", "--workers", "1")
    assert "| random | greedy | 2 |" in works(muster(*asked, "--bots", "random,greedy"))
    found = json.loads(works(muster(*asked, "--bots", "random,novice", "--json")))
    assert (found["game"], found["matches"]) == (game, 2)


@every_game
@pytest.mark.parametrize("language", ["en", "es"])
def test_analyse(muster: CommandLine, game: str, language: str, tmp_path: Path) -> None:
    """A match that has only begun: there is nothing to look back at. `tests/coach` looks at whole ones."""
    journal = tmp_path / "match.journal"
    works(muster("play", game, "--save", journal, answers="1\n"))
    refused = muster("analyse", journal, "--lang", language)
    assert refused.status == 1
    assert refused.has_one_sentence("match.journal: this match is not over yet")


@every_game
def test_lab(muster: CommandLine, game: str, tmp_path: Path) -> None:
    file = tmp_path / "one.toml"
    file.write_text(f'matches = 2\nbots = ["random", "random_again"]\n[[game]]\nname = "{game}"\n')
    assert muster("lab", "run", file, "--workers", "1").has_one_sentence("there is no bot 'random_again'")
    file.write_text(f'matches = 2\nseats = [["random", "random"]]\n[[game]]\nname = "{game}"\n')
    assert "| random / random |" in works(muster("lab", "run", file, "--workers", "1"))
    assert "| random / random |" in works(muster("lab", "report", file))
    works(muster("lab", "journal", file, "0"))


@every_game
def test_sweep(muster: CommandLine, game: str) -> None:
    asked = ("sweep", game, "tries=1,2", "--games", "1", "--workers", "1", "--seats")
    refused = muster(*asked, "random,random")
    assert refused.status == 1
    assert refused.has_one_sentence("'tries' is neither")


@every_game
def test_balance(muster: CommandLine, game: str) -> None:
    asked = ("balance", game, "--games", "1", "--seats", "random,random", "--workers", "1")
    assert f"1 match of {game}" in works(muster(*asked))
    if game not in FORCES:
        refused = muster(*asked, "--matrix")
        assert refused.status == 1
        assert refused.has_one_sentence(f"{game} has no forces to build")


@every_game
def test_calibrate(muster: CommandLine, game: str, tmp_path: Path) -> None:
    kept = tmp_path / "chances.toml"
    asked = ("calibrate", game, "--games", "5", "--bot", "random", "--workers", "1", "--write", kept)
    drawn = tmp_path / "reliability.svg"
    if load_game(game).thinking is None:
        refused = muster(*asked)
        assert refused.status == 1
        assert refused.has_one_sentence(f"{game} has no evaluation")
        return
    assert "of 5 matches of random" in works(muster(*asked, "--diagram", drawn))
    assert ElementTree.parse(drawn).getroot().tag.endswith("svg")
    features = load_game(game).thinking.features
    assert set(read_chances(kept.read_text("utf-8"), kept.name, features.names if features else ())) == {2}


@every_game
def test_learn(muster: CommandLine, game: str) -> None:
    """Where answers have traits it goes to work (`lab/test_learn.py` lets it end)."""
    refused = muster("learn", game, "--games", "1", "--iterations", "1", "--workers", "1")
    assert refused.status == 1
    thinking = load_game(game).thinking
    if thinking is None:
        assert refused.has_one_sentence(f"{game} has no evaluation")
    elif thinking.traits is None:
        assert refused.has_one_sentence(f"{game} has no traits of answers")
    else:
        assert refused.has_one_sentence("too few matches to learn from")


@every_game
def test_bench(muster: CommandLine, game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "DEFAULT_SECONDS", {False: 0.001})
    assert json.loads(works(muster("bench", game, "--json")))["games"][0]["game"] == game


@every_game
def test_bench_search(muster: CommandLine, game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "DEFAULT_SECONDS", {False: 0.001})
    monkeypatch.setattr(search_speed, "SEEDS", (1,))
    monkeypatch.setattr(search_speed, "ITERATIONS", 20)
    (found,) = json.loads(works(muster("bench", "search", "--on", game, "--json")))["games"]
    assert found["game"] == game
    assert found["slowest"] <= found["iterations_per_s"] <= found["fastest"]
    assert sum(found["shares"].values()) == pytest.approx(1, abs=0.01)


@pytest.mark.parametrize(
    "command",
    sorted(set(COMMANDS) - {"games", "packs", "scenario", "replay", "analyse", "serve", "admin", "backup", "lab"}),
)
def test_a_game_that_is_not_there(muster: CommandLine, command: str) -> None:
    refused = muster(command, "cow", *{"force": ("check",), "sweep": ("tries=1,2",)}.get(command, ()))
    assert refused.status == 2
    assert refused.has_one_sentence("there is no game 'cow'", "pig", "deadzone")


@pytest.mark.parametrize("game", ["deadzone", "obsidian_protocol", "tag_raid", "tiny_epic_mechs"])
def test_new_scenario(muster: CommandLine, game: str, tmp_path: Path) -> None:
    """A moment of a match, an empty table and a set-up become scenarios that hold as they stand."""
    journal = sorted((Path(__file__).parent / "games" / "golden").glob(f"{game}-*.journal"))[0]
    moments = [("--from", str(journal), "--at", str(at)) for at in (20, 100, 101)]
    option, value = next(iter(load_game(game).setup.prepare({}).options.items()))
    given = ",".join(value) if isinstance(value, list | tuple) else str(value).lower()
    for number, words in enumerate([*moments, ("--game", game), ("--game", game, "--set", f"{option}={given}")]):
        works(muster("scenario", "new", tmp_path / f"{number}.toml", *words))
    assert "5 of 5 scenarios hold" in works(muster("scenario", tmp_path))
    assert muster("scenario", "new", tmp_path / "0.toml", "--game", game).has_one_sentence("there is a file already")
    beyond = muster("scenario", "new", tmp_path / "x.toml", "--from", journal, "--at", "99999")
    assert beyond.has_one_sentence("there is no entry")
