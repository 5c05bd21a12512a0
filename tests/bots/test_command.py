"""Players that are programs: they are asked and told what they may know; whatever they do wrong is one sentence."""

from __future__ import annotations

import json
import random
import sys
import time
from pathlib import Path

import pytest

import muster as door
from muster.bots import CommandBot, PlayerError, chair_at, make_bot, make_player
from muster.kernel.dice import SeededDice
from muster.kernel.errors import GameError
from muster.kernel.game import setup_of
from muster.kernel.match import Match
from muster.kernel.sessions import new_match
from muster.lab.experiments.design import Experiment, Setting
from muster.lab.experiments.keeping import Kept, heading_of
from muster.lab.experiments.running import Run
from muster.lab.report import as_text
from muster.lab.summary import plain, report_of
from muster.library import load_game, own_names
from terminal.piped import CommandLine

EXAMPLE = Path(__file__).parents[2] / "examples" / "players" / "first_attack.py"
GAME = "tiny_epic_mechs"


def program(folder: Path, body: str) -> str:
    """A player whose `answer(message)` gives a line."""
    path = folder / "player.py"
    path.write_text(
        f"import json, sys, time\n{body}\nfor line in sys.stdin:\n    print(answer(json.loads(line)), flush=True)\n"
    )
    return f"command:{sys.executable} {path}"


def begun(game: str = GAME) -> Match[object]:
    loaded = load_game(game)
    return new_match(loaded, setup_of(loaded).prepare({}), SeededDice(1))


@pytest.mark.parametrize("game", own_names())
def test_the_example_plays_every_game(game: str) -> None:
    match = begun(game)
    bots = [make_player(f"command:{sys.executable} {EXAMPLE}", random.Random(0)), make_bot("random", random.Random(1))]
    for _ in range(60):
        if match.pending:
            seat = min(match.pending)
            match.play(seat, bots[seat].choose(chair_at(match, seat)))
    assert isinstance(bots[0], CommandBot)
    assert (bots[0].refused, bots[0].replaced) == (0, 0)
    assert bots[0].reason


def test_it_hears_what_its_seat_may_know(tmp_path: Path) -> None:
    kept = tmp_path / "heard"
    body = f"""
def answer(m):
    open({str(kept)!r}, "w").write(json.dumps(m))
    return json.dumps({{"key": m["options"][1]["key"]}})
"""
    match = begun()
    option = CommandBot(program(tmp_path, body)).choose(chair_at(match, 0))
    heard = json.loads(kept.read_text())
    assert option.key == heard["options"][1]["key"] == chair_at(match, 0).options[1].key
    assert (heard["type"], heard["seat"], heard["game"]) == ("question", "A", GAME)
    assert heard["question"]
    assert heard["view"] == match.look(0).picture(match.game.catalogue.words("en", dict(enumerate("ABCD"))))


def test_a_refusal_is_told_and_may_be_mended(tmp_path: Path) -> None:
    body = """
def answer(m):
    if m["type"] == "question":
        return json.dumps({"key": "fly"})
    assert "fly is not one of the answers" in m["sentence"] and m["clause"] and m["tries_left"] == 2
    return json.dumps({"key": "pilot:patch"})
"""
    bot = CommandBot(program(tmp_path, body))
    assert bot.choose(chair_at(begun(), 0)).key == "pilot:patch"
    assert (bot.refused, bot.replaced) == (1, 0)


def test_a_line_that_is_no_text_is_refused_like_any_other(tmp_path: Path) -> None:
    body = """
def answer(m):
    if m["type"] == "question":
        sys.stdout.buffer.write(bytes([123, 34, 107, 101, 121, 34, 58, 34, 255, 34, 125, 10]))
        sys.stdout.buffer.flush()
        return json.dumps({"key": "pilot:patch"})
    return json.dumps({"key": m["sentence"]})
"""
    bot = CommandBot(program(tmp_path, body))
    assert bot.choose(chair_at(begun(), 0)).key == "pilot:patch"
    assert (bot.refused, bot.replaced) == (1, 0)


def test_after_three_refusals_the_first_option_is_played(tmp_path: Path) -> None:
    body = """
def answer(m, asked=[]):
    asked.append(m)
    assert len(asked) < 4 or "pilot:diamond was played for you" in m["note"]
    return "well, let me think" if len(asked) < 4 else json.dumps({"key": "pilot:patch"})
"""
    bot = CommandBot(program(tmp_path, body))
    chair = chair_at(begun(), 0)
    assert bot.choose(chair).key == chair.options[0].key == "pilot:diamond"
    assert (bot.refused, bot.replaced) == (3, 1)
    assert bot.choose(chair).key == "pilot:patch"


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        ("def answer(m):\n    raise SystemExit('I resign')", r"ended in the middle of a match \(status 1\): I resign"),
        ("raise ValueError('no key')", "ValueError: no key"),
        ("def answer(m):\n    time.sleep(60)", "did not answer within 0.3 seconds"),
        ("def answer(m):\n    return 'x' * 2_000_000", "writes without end"),
        ("import os\nos.close(2)\ndef answer(m):\n    os._exit(3)", r"\(status 3\)$"),
        (
            "def answer(m):\n    while True:\n        sys.stderr.write('sleep' * 1000)",
            "did not answer within 0.3 seconds",
        ),
        ("def answer(m):\n    sys.stderr.write('x' * 300_000)\n    raise SystemExit('too much')", ": x+too much"),
    ],
)
def test_a_program_that_fails_is_one_sentence(tmp_path: Path, body: str, sentence: str) -> None:
    name = program(tmp_path, body)
    if "sleep" in body:
        name = name.replace("command:", "command:0.3s:")
    with pytest.raises(PlayerError, match=sentence) as found:
        CommandBot(name).choose(chair_at(begun(), 0))
    assert "\n" not in str(found.value)


def test_a_program_that_writes_and_never_reads_is_no_trap() -> None:
    """Its questions pile up until its input is full: then it is told that it writes without end."""
    match = begun()
    bots = [make_player("command:20s:yes '{\"key\": 1}'", random.Random(0)), make_bot("random", random.Random(1))]

    def play() -> None:
        while match.pending:
            seat = min(match.pending)
            match.play(seat, bots[seat].choose(chair_at(match, seat)))

    with pytest.raises(PlayerError, match="writes without end"):
        play()


def test_what_a_program_has_started_ends_with_it(tmp_path: Path) -> None:
    noted = tmp_path / "child"
    script = tmp_path / "player.sh"
    script.write_text(f"sleep 600 & echo $! >{noted}\nsleep 600\n")
    match = begun()
    with pytest.raises(PlayerError, match="did not answer"):
        make_player(f"command:1s:sh {script}", random.Random(0)).choose(chair_at(match, 0))
    state = Path(f"/proc/{noted.read_text().strip()}/stat")
    ends = time.monotonic() + 30
    while state.exists() and state.read_text().split()[2] != "Z" and time.monotonic() < ends:
        time.sleep(0.02)
    assert not state.exists() or state.read_text().split()[2] == "Z"


@pytest.mark.parametrize("name", ["command:", "command:0s:./x", "command:'", "command:/no/such/player"])
def test_what_is_no_program(name: str) -> None:
    with pytest.raises(PlayerError):
        CommandBot(name).choose(chair_at(begun(), 0))


def test_only_the_person_at_the_keyboard_starts_programs(tmp_path: Path) -> None:
    with pytest.raises(GameError, match="there is no bot"):
        make_bot(f"command:{EXAMPLE}", random.Random(0))


def test_in_the_terminal(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    muster = CommandLine(monkeypatch, capsys)
    journal = tmp_path / "match.journal"
    seats = f"human,command:{sys.executable} {EXAMPLE}"
    done = muster("play", GAME, "--seats", seats, "--save", journal, answers="1\n1\n")
    assert (done.status, done.err) == (0, "")
    assert muster("play", "--load", journal, answers="1\n").has_one_sentence("--trust")
    assert muster("play", "--load", journal, "--trust", answers="1\n").status == 0
    crash = program(tmp_path, "raise SystemExit('out of credit')")
    broken = muster("play", GAME, "--seats", f"{crash},human", answers="1\n" * 8)
    assert broken.status == 1
    assert broken.has_one_sentence("ended in the middle of a match", "out of credit")


def test_the_laboratory_measures_legality_strength_and_time(tmp_path: Path) -> None:
    body = """
def answer(m, asked=[]):
    if m["type"] == "question":
        asked.append(m)
        return "{}" if len(asked) % 2 else json.dumps({"key": m["options"][0]["key"]})
    return json.dumps({"key": asked[-1]["options"][0]["key"]})
"""
    experiment = Experiment(game=(Setting(GAME),), seats=((program(tmp_path, body), "random"),), matches=2)
    run = Run(experiment)
    run.play(Kept(None, heading_of(experiment)), 1)
    for row in run.rows:
        place = row.seats.index(experiment.seats[0][0])
        assert 0 < row.refused[place] <= row.decisions[place]
        assert row.refused[1 - place] == 0
        assert row.journal
    text = as_text(report_of(run))
    assert "| refused answers | played for it | legal |" in text.replace("seconds a decision ", "")


def test_a_program_that_never_says_anything_legal_is_legal_in_nothing(tmp_path: Path) -> None:
    garbage = program(tmp_path, "def answer(m):\n    return '{\"x\": ' + '[' * 100_000 + ']' * 100_000 + '}'")
    experiment = Experiment(game=(Setting(GAME),), seats=((garbage, "random"),), matches=1, swap=False)
    run = Run(experiment)
    run.play(Kept(None, heading_of(experiment)), 1)
    (row,) = run.rows
    assert row.replaced[0] == row.decisions[0] == row.refused[0] / 3
    assert plain(run)["bots"][garbage]["legal"] == 0


def test_a_crash_in_the_laboratory_loses_its_match_and_nothing_else(tmp_path: Path) -> None:
    crash = program(tmp_path, "def answer(m):\n    raise SystemExit('tired')")
    experiment = Experiment(game=(Setting(GAME),), seats=((crash, "random"), ("greedy", "random")), matches=2)
    run = Run(experiment)
    run.play(Kept(None, heading_of(experiment)), 1)
    assert [bool(row.broken) for row in run.rows] == [True, True, False, False]
    assert "tired" in run.broken[0].broken
    told = as_text(report_of(run))
    assert "2 of them broke and are not counted" in told
    assert "| greedy | 2 |" in told
    assert door.game_names()


def test_nobody_is_rated_by_matches_that_all_broke(tmp_path: Path) -> None:
    crash = program(tmp_path, "def answer(m):\n    raise SystemExit('tired')")
    experiment = Experiment(game=(Setting(GAME),), seats=((crash, "random"),), matches=2)
    run = Run(experiment)
    run.play(Kept(None, heading_of(experiment)), 1)
    told = as_text(report_of(run))
    assert "2 of them broke and are not counted" in told
    assert "Elo" not in told
    assert "## Bots" not in told


def test_matches_that_a_program_has_lost_are_played_again(tmp_path: Path) -> None:
    player, kept_in = program(tmp_path, "def answer(m):\n    raise SystemExit('offline')"), tmp_path / "matches.jsonl"
    experiment = Experiment(game=(Setting(GAME),), seats=((player, "random"),), matches=2)
    for online in (False, True):
        if online:
            program(tmp_path, "def answer(m):\n    return json.dumps({'key': m['options'][0]['key']})")
        run = Run(experiment)
        with Kept(kept_in, heading_of(experiment)) as kept:
            run.play(kept, 1)
        assert [bool(row.broken) for row in run.rows] == [not online] * 2
    with Kept(kept_in, heading_of(experiment), writing=False) as kept:
        run.collect(kept)
    assert (len(run.rows), run.broken) == (2, [])
    assert kept_in.read_text().count("\n") == 5
