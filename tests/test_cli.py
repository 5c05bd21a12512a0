"""The command line: the output of each command, its exit status, and one clear sentence for every mistake."""

from __future__ import annotations

import json
import random
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from muster import __version__
from muster.arguments import setting
from muster.kernel.dice import SeededDice
from muster.kernel.journal import check_value, read_journal, write_journal
from muster.kernel.refusal import Refusal
from muster.kernel.requests import DICE
from muster.kernel.sessions import dice_of, journal_text, load_match, new_match, taken_over
from muster.lab.coverage import find_functions, find_tests
from muster.library import load_game
from terminal.piped import GAME, CommandLine, command

COMMANDS = ("play", "games", "rules", "force", "packs", "scenario", "replay", "sim", "bench")
SCENARIO = f"""\
game = "{GAME}"
title = "A scenario"
clauses = ["TEM move.wall"]
"""


@pytest.fixture(autouse=True)
def quiet_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("LC_ALL", "C.UTF-8")


@pytest.fixture
def muster(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> CommandLine:
    return CommandLine(monkeypatch, capsys)


@pytest.fixture(scope="module")
def whole_match() -> str:
    """The journal of a match in which everybody always took the first option."""
    game = load_game(GAME)
    options = game.setup.prepare({"players": 2})
    match = new_match(game, options, SeededDice(5))
    while match.pending:
        seat = min(match.pending)
        match.play(seat, match.pending[seat].space.options()[0])
    return journal_text(options, match, ["human", "random"])


@pytest.fixture
def journal(whole_match: str, tmp_path: Path) -> Path:
    return write(tmp_path / "match.journal", whole_match)


def write(path: Path, text: str) -> Path:
    path.write_text(text)
    return path


# Help, version, usage


def test_help_says_what_it_can_do(muster: CommandLine) -> None:
    helped = muster("--help")
    assert helped.status == 0
    for name in COMMANDS:
        assert name in helped.out


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help(muster: CommandLine, name: str) -> None:
    helped = muster(name, "--help")
    assert helped.status == 0
    assert f"usage: muster {name}" in helped.out


def test_version(muster: CommandLine) -> None:
    assert muster("--version").out == f"muster {__version__}\n"


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        (["frobnicate"], "frobnicate"),
        (["play"], "name a game"),
        (["play", "chess"], "'chess'"),
        (["rules", "chess"], "'chess'"),
        (["rules"], "GAME"),
        (["play", GAME, "--seats", "human,nobody"], "'nobody'"),
        (["play", GAME, "--seats", "human", "--players", "3"], "--seats"),
        (["play", GAME, "--players", "7"], "players"),
        (["play", GAME, "--players", "0"], "'0'"),
        (["play", GAME, "--players", "many"], "'many'"),
        (["play", GAME, "--dice", "loaded"], "'loaded'"),
        (["play", GAME, "--dice", "typed", "--seed", "1"], "--seed"),
        (["play", "--load", "x", "--save", "y"], "--save"),
        (["play", GAME, "--lang", "fr"], "'fr'"),
        (["packs", "burn", "x"], "'burn'"),
        (["scenario"], "FILE"),
    ],
)
def test_wrong_usage_is_one_sentence_and_status_2(muster: CommandLine, arguments: list[str], part: str) -> None:
    refused = muster(*arguments)
    assert refused.status == 2
    assert refused.has_one_sentence(part), refused.err


def test_the_start_is_fast_because_nothing_is_loaded_before_it_is_needed() -> None:
    """Importing the command line brings in no game, no client and no table printer."""
    script = "import sys, muster.cli; print(*sorted(sys.modules))"
    loaded = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout.split()
    assert not [name for name in loaded if name.startswith(("rich", "msgspec", "muster.games", "muster.terminal"))]


def test_ctrl_c_while_it_starts_is_one_sentence(muster: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(name: str) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("importlib.import_module", interrupted)
    stopped = muster("lab", "run", "any.toml")
    assert stopped.status == 1
    assert stopped.has_one_sentence("muster lab: interrupted")


def test_a_reader_who_goes_away_is_no_error() -> None:
    script = " ".join(f"'{word}'" for word in command("rules", GAME))
    done = subprocess.run(["sh", "-c", f"{script} | head -1"], capture_output=True, text=True, check=True, timeout=60)
    assert "Traceback" not in done.stderr


# Games and rules


def test_games(muster: CommandLine) -> None:
    assert "Tiny Epic Mechs" in muster("games").out
    [game] = [game for game in json.loads(muster("games", "--json").out) if game["name"] == GAME]
    assert game["clauses"] == len(json.loads(muster("rules", GAME, "--json").out))


def test_rules_as_data(muster: CommandLine) -> None:
    clauses = json.loads(muster("rules", GAME, "--json").out)
    assert all(list(clause) == ["id", "summary", "source", "page", "functions", "tests"] for clause in clauses)
    wall = next(clause for clause in clauses if clause["id"] == "TEM move.wall")
    assert "rules.movement.destination" in wall["functions"]


def test_rules_as_a_table(muster: CommandLine) -> None:
    listed = muster("rules", GAME)
    assert listed.status == 0
    assert re.search(r"^\d+ clauses, \d+ with a function, \d+ tested$", listed.out, re.MULTILINE)


@pytest.mark.parametrize("clause", [["move.wall"], ["TEM move.wall"], ["TEM", "move.wall"]])
def test_one_clause_in_full(muster: CommandLine, clause: list[str]) -> None:
    shown = muster("rules", GAME, *clause)
    assert shown.status == 0
    assert shown.out.startswith("TEM move.wall\n  The edge of the arena is a wall")
    assert "rules.movement.destination" in shown.out


def test_one_clause_in_spanish(muster: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    spanish = muster("rules", GAME, "move.wall", "--lang", "es").out
    assert spanish != muster("rules", GAME, "move.wall").out
    monkeypatch.setenv("LC_ALL", "es_ES.UTF-8")
    assert muster("rules", GAME, "move.wall").out == spanish


def test_an_unknown_clause(muster: CommandLine) -> None:
    refused = muster("rules", GAME, "move.fly")
    assert refused.status == 1
    assert refused.has_one_sentence("'move.fly'")


def test_functions_are_found_by_the_clauses_they_name() -> None:
    found = find_functions(GAME, "TEM")
    assert "rules.movement.destination" in found["TEM move.wall"]
    assert "rules.equipment.SLOTS" in found["TEM equip.pilot"]  # in the note on a constant
    assert "rules.sequence" in found["TEM round.phases"]  # in the docstring of a module
    assert "rules.combat.after_combat" in found["TEM solo.after_jump"]  # in a comment
    assert "rules.devices.set_off" in found["TEM turret.destroyed"]  # broken over two lines


def test_tests_are_found_by_the_clauses_they_show(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "tests" / "games" / GAME
    folder.mkdir(parents=True)
    write(folder / "wall.toml", SCENARIO)
    write(folder / "other.toml", SCENARIO.replace(GAME, "chess"))
    write(folder / "broken.toml", "clauses = [")
    write(
        folder / "test_wall.py",
        '@pytest.mark.clause("TEM move.wall", "TEM move.device")\ndef test_walls(): ...\n\ndef test_nothing(): ...\n',
    )
    monkeypatch.chdir(tmp_path)
    here = f"tests/games/{GAME}"
    assert find_tests(GAME) == {
        "TEM move.wall": [f"{here}/wall.toml", f"{here}/test_wall.py::test_walls"],
        "TEM move.device": [f"{here}/test_wall.py::test_walls"],
    }


# Packs


def test_a_good_pack(muster: CommandLine, tmp_path: Path) -> None:
    pack = write(tmp_path / "my.toml", '[[constant]]\nid = "knock_out"\nvalue = 3\nsource = "public"\n')
    checked = muster("packs", "check", pack)
    assert (checked.status, checked.err) == (0, "")
    assert "OK, 1 card for tiny_epic_mechs" in checked.out


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        (
            '[[weapon]]\nid = "warhammer"\nsource = "house"\nattack = { damage = "x" }\n',
            ["'warhammer'", "attack.damage"],
        ),
        ('[[weapon]]\nid = "warhammer"\nsource = "house"\nweight = 3\n', ["'warhammer'", "weight"]),
        ('[[weapon]]\nid = "warhammer"\npoints = 3\n', ["'warhammer'", "source"]),
        ('[[weapon]]\nsource = "house"\n', ["weapon number 1", "id"]),
        ('[[spaceship]]\nid = "x"\n', ["'spaceship'"]),
        ("[[weapon]\n", ["TOML"]),
        ("weapon = 3\n", ["[[weapon]]"]),
    ],
)
def test_a_bad_pack_names_card_and_field(muster: CommandLine, tmp_path: Path, text: str, parts: list[str]) -> None:
    refused = muster("packs", "check", write(tmp_path / "my.toml", text), "--game", GAME)
    assert refused.status == 1
    assert refused.has_one_sentence("my.toml", *parts), refused.err


def test_a_pack_that_is_not_there(muster: CommandLine, tmp_path: Path) -> None:
    for arguments in (["packs", "check"], ["play", GAME, "--pack"]):
        refused = muster(*arguments, tmp_path / "none.toml")
        assert refused.status == 1
        assert refused.has_one_sentence("none.toml", "No such file")


# Scenarios


def test_scenarios_that_hold(muster: CommandLine, tmp_path: Path) -> None:
    write(tmp_path / "one.toml", SCENARIO)
    write(tmp_path / "two.toml", SCENARIO)
    for given in (tmp_path, tmp_path / "*.toml"):
        done = muster("scenario", given)
        assert (done.status, done.err) == (0, "")
        assert done.out.count("A scenario") == 2
        assert "2 of 2 scenarios hold" in done.out


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        (SCENARIO + '[position.player.A]\nzone = "z9"\n', ["player.A.zone", "'z9'"]),
        (SCENARIO + '[position.player.D]\nzone = "a1"\n', ["player D"]),
        (SCENARIO + '[position.player.A]\nequipped = ["spoon"]\n', ["'spoon'"]),
        (SCENARIO + '[[step]]\nseat = "A"\nanswer = "fly"\n', ["step 1", "fly"]),
        (SCENARIO + "[[step]]\nstate = { round = 7 }\n", ["step 1", "round", "expected 7, found 1"]),
        (SCENARIO.replace("move.wall", "move.fly"), ["'TEM move.fly'"]),
        (SCENARIO.replace(GAME, "chess"), ["'chess'"]),
        ('game = "x"\ntitle = "y"\n', ["clauses"]),
        ("game = \n", ["TOML"]),
    ],
)
def test_a_scenario_that_does_not_hold(muster: CommandLine, tmp_path: Path, text: str, parts: list[str]) -> None:
    failed = muster("scenario", write(tmp_path / "bad.toml", text))
    assert failed.status == 1
    assert failed.has_one_sentence("bad.toml", *parts), failed.err
    assert "0 of 1 scenario holds" in failed.out


def test_scenarios_that_are_not_there(muster: CommandLine, tmp_path: Path) -> None:
    for given in ("none.toml", "none*.toml"):
        refused = muster("scenario", tmp_path / given)
        assert refused.status == 1
        assert refused.has_one_sentence("none")


# Journals


def test_replay_shows_the_log_and_the_table(muster: CommandLine, journal: Path) -> None:
    shown = muster("replay", journal)
    assert shown.status == 0
    assert "seats: A human, B random" in shown.out
    assert "[TEM setup.pilot]" in shown.out
    assert "game over" in shown.out
    assert "|mine A:" not in shown.out


def test_replay_at_a_moment_from_a_seat(muster: CommandLine, journal: Path) -> None:
    events = json.loads(muster("replay", journal, "--json").out)["events"]
    at = str(next(event["entry"] for event in events if event["key"] == "first_mine"))
    by_a = muster("replay", journal, "--at", at, "--seat", "A")
    assert "first weapon" in by_a.out
    assert "|mine A:1 " in by_a.out
    assert f"Entry {at} of" in by_a.out
    assert "|mine A:1 " not in muster("replay", journal, "--at", at, "--seat", "B").out
    everybody = muster("replay", journal, "--at", at, "--seat", "all")
    assert "As A sees it:" in everybody.out
    assert "As B sees it:" in everybody.out


def test_replay_stops_anywhere(muster: CommandLine, journal: Path) -> None:
    """Also between an answer and the dice that belong to it."""
    entries = json.loads(muster("replay", journal, "--json").out)["entries"]
    for at in range(1, 20):
        assert muster("replay", journal, "--at", str(at)).status == 0
    refused = muster("replay", journal, "--at", str(entries + 1))
    assert refused.status == 1
    assert refused.has_one_sentence("match.journal", f"there is no entry {entries + 1}")


def test_replay_as_data(muster: CommandLine, journal: Path) -> None:
    data = json.loads(muster("replay", journal, "--json", "--verify").out)
    assert data["game"] == GAME
    assert data["verified"] is True
    assert data["at"] == data["entries"]
    assert data["events"][0]["text"].endswith("[TEM setup.pilot]")
    assert sorted(data["result"]) == ["scores", "winners"]
    assert data["rolls"]["proved"] > 5
    assert data["rolls"]["brought"] == 0


def test_replay_by_a_seat_that_is_not_there(muster: CommandLine, journal: Path) -> None:
    refused = muster("replay", journal, "--seat", "C")
    assert refused.status == 2
    assert refused.has_one_sentence("'C'")


def test_verify_says_what_it_verified(muster: CommandLine, journal: Path) -> None:
    verified = muster("replay", journal, "--verify")
    assert verified.status == 0
    assert "lines are there and unchanged" in verified.out
    assert "and these packs allow every answer" in verified.out
    assert "the seed gives every one of the rolls" in verified.out


@pytest.mark.parametrize(
    ("language", "sentences"),
    [
        ("en", ["not proved: the first {} of", "may have known them", "proved: the "]),
        ("es", ["sin probar: las {} primeras de", "probadas: "]),
    ],
)
def test_verify_says_which_rolls_were_brought_and_which_are_proved(
    muster: CommandLine, tmp_path: Path, language: str, sentences: list[str]
) -> None:
    """A match that a host brought to a table: fresh dice took over there."""
    game = load_game(GAME)
    options = game.setup.prepare({"players": 2})
    first = new_match(game, options, SeededDice(5))
    for _ in range(2):
        seat = min(first.pending)
        first.play(seat, first.pending[seat].space.options()[0])
    begun = read_journal(journal_text(options, first))
    brought = sum(entry.seat == DICE for entry in begun.entries)
    going_on = taken_over(begun, b"a key of the table", f"A:{'1f' * 32} B:{'2e' * 32}")
    match = load_match(game, going_on, dice_of(going_on))
    match.play_at_random(random.Random(8).random)
    path = write(tmp_path / "m.journal", write_journal(going_on.header, match.record, going_on.key))
    verified = muster("replay", path, "--verify", "--lang", language)
    assert verified.status == 0
    for sentence in sentences:
        assert sentence.format(brought) in verified.out
    rolls = json.loads(muster("replay", path, "--verify", "--json").out)["rolls"]
    assert rolls["brought"] == brought > 0
    assert rolls["proved"] > 1


def reseal(text: str) -> str:
    """The journal of somebody who forges with care: every check value is right again."""
    header, _, rest = text.partition("begin ")
    check = check_value("", header)
    lines = [f"begin ~{check}"]
    for line in rest.splitlines()[1:]:
        said = line.rpartition(" ~")[0]
        check = check_value(check, said)
        lines.append(f"{said} ~{check}")
    return header + "\n".join(lines) + "\n"


def replaced(text: str, pattern: str, by: str) -> str:
    changed, count = re.subn(pattern, by, text, count=1, flags=re.MULTILINE)
    assert count == 1
    return changed


@pytest.mark.parametrize(
    ("forge", "parts"),
    [
        (lambda text: text[:-3], ["breaks off"]),
        (lambda text: text[:30], ["breaks off"]),
        (lambda text: "", ["not a journal"]),
        (lambda text: "Dear diary,\n", ["not a journal"]),
        (lambda text: "".join(text.splitlines(keepends=True)[:8] + text.splitlines(keepends=True)[9:]), ["line"]),
        (lambda text: replaced(text, r"A pilot:\w+", "A pilot:nobody"), ["line", "changed"]),
        (lambda text: replaced(text, "seeded 5", "seeded 6"), ["header was changed"]),
        (lambda text: reseal(replaced(text, r"A pilot:\w+", "A pilot:nobody")), ["pilot:nobody", "does not fit"]),
        (lambda text: reseal(replaced(text, r"dice start \d", "dice start 9")), ["does not fit"]),
        (lambda text: reseal(replaced(text, r"A (zone:\w+)", r"B \1")), ["does not fit"]),
        (lambda text: reseal(replaced(text, f"game {GAME}", "game chess")), ["'chess'"]),
        (lambda text: reseal(replaced(text, rf"game {GAME} \d+", f"game {GAME} 99")), ["rules version 99"]),
        (lambda text: reseal(replaced(text, r"pack core \w+", "pack core 0123456789abcdef")), ["pack 'core'"]),
        (lambda text: reseal(replaced(text, r"(pack core \w+)", "\\1\npack my.toml 0123")), ["'my.toml'", "--pack"]),
        (lambda text: reseal(replaced(text, r'"players":2', '"players":9')), ["players"]),
        (lambda text: reseal(replaced(text, "seat B random\n", "")), ["seat 'B'"]),
    ],
)
def test_a_bad_journal_is_one_sentence(
    muster: CommandLine, journal: Path, forge: Callable[[str], str], parts: list[str]
) -> None:
    bad = write(journal.with_name("bad.journal"), forge(journal.read_text()))
    refused = muster("replay", bad)
    assert refused.status == 1
    assert refused.has_one_sentence("bad.journal", *parts), refused.err


@pytest.mark.parametrize("command_line", [["replay"], ["play", "--load"]])
def test_a_foreign_file_is_no_journal(muster: CommandLine, tmp_path: Path, command_line: list[str]) -> None:
    (tmp_path / "picture.png").write_bytes(b"\x89PNG\xff\xfe")
    for name in ("picture.png", "none.journal", "."):
        refused = muster(*command_line, tmp_path / name)
        assert refused.status == 1
        assert refused.has_one_sentence(str(tmp_path)), refused.err


def test_forged_dice_do_not_verify(muster: CommandLine, journal: Path) -> None:
    text = journal.read_text()
    other = "2" if "dice start 1" in text else "1"
    forged = write(journal.with_name("forged.journal"), reseal(replaced(text, r"dice start \d", f"dice start {other}")))
    refused = muster("replay", forged, "--verify")
    assert refused.status == 1
    assert refused.has_one_sentence("forged.journal", "seed 5")


def test_a_match_with_a_pack_goes_on_only_with_it(muster: CommandLine, tmp_path: Path) -> None:
    pack = write(tmp_path / "my.toml", '[[constant]]\nid = "knock_out"\nvalue = 3\nsource = "public"\n')
    path = tmp_path / "packed.journal"
    left = muster("play", GAME, "--pack", pack, "--save", path, answers="1\n")
    assert f"muster play --load {path} --pack {pack}" in left.out
    refused = muster("play", "--load", path)
    assert refused.status == 1
    assert refused.has_one_sentence("packed.journal", "'my.toml'", "--pack")
    assert muster("play", "--load", path, "--pack", pack).status == 0


@pytest.mark.clause("K turn")
def test_an_answer_out_of_turn_is_refused_and_changes_nothing() -> None:
    game = load_game(GAME)
    match = new_match(game, game.setup.prepare({"players": 2}), SeededDice(1))
    for seat in (0, 1):
        match.answer(seat, match.pending[seat].space.options()[0].key)
    [asked] = match.pending
    before = game.testing.dump(match.state)
    with pytest.raises(Refusal) as refused:
        match.answer(1 - asked, "zone:b1")
    assert refused.value.clause == "K turn"
    assert game.testing.dump(match.state) == before
    assert list(match.pending) == [asked]


@pytest.mark.parametrize(
    ("text", "value"),
    [("outpost", "outpost"), ("3", 3), ("true", True), ("a,b", ["a", "b"]), ('["a", "b"]', ["a", "b"]), ("", "")],
)
def test_set_up_options_are_written_like_toml_or_as_words(text: str, value: object) -> None:
    assert setting(f"option={text}") == ("option", value)


def test_a_match_is_set_up_by_options(muster: CommandLine) -> None:
    found = muster("sim", GAME, "--games", "1", "--seats", "random,random,random", "--set", "players=3", "--json")
    assert found.status == 0
    assert len(json.loads(found.out)["wins"]) == 3


def test_a_set_up_option_that_does_not_exist(muster: CommandLine) -> None:
    found = muster("play", GAME, "--set", "colour=red")
    assert found.status == 2
    assert "field colour is not a field it has" in found.err


def test_where_everybody_begins_alike_no_force_is_chosen(muster: CommandLine) -> None:
    refused = muster("force", GAME, "check")
    assert refused.status == 2
    assert refused.has_one_sentence("has no forces to build")
