"""Puzzles: those that come along hold up, a clear answer is found and an unclear one is not, and all of it can be said.

Making is tried with small budgets: what matters here is that it does what it says, not that the puzzles are good.
"""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

from muster.bots import chair_at
from muster.bots.search import Search
from muster.coach.puzzles import (
    USUAL,
    Check,
    Puzzle,
    check,
    coloured,
    examine,
    finding,
    has_gap,
    match_of,
    posing,
    puzzle_names,
    read_puzzle,
    reasons,
    shipped,
    spending,
    spoken,
    write_puzzle,
)
from muster.coach.puzzles.finding import HOPELESS, heard, right_ones
from muster.coach.puzzles.sheet import inline
from muster.coach.puzzles.telling import Reason
from muster.coach.puzzles.themes import OTHER, load_themes
from muster.coach.sheets import Said
from muster.kernel.chances import UNFITTED
from muster.kernel.clauses import read_register
from muster.kernel.dice import RandomDice
from muster.kernel.errors import GameError
from muster.kernel.game import Game, Result, Rules, Thinking, nothing_hidden
from muster.kernel.match import Match
from muster.kernel.requests import Table
from muster.kernel.scenario import read_scenario, run_scenario
from muster.kernel.spaces import OneOf, Option
from muster.kernel.text import Text
from muster.kernel.words import Catalogue
from muster.lab import puzzles as lab
from muster.lab.puzzles import Mixture, make
from muster.library import folder_of, load_game, own_names
from nightly import one_in
from terminal.piped import CommandLine

GAME = "tiny_epic_mechs"
UNRENDERED = re.compile(r"Text\(|\{\w+[}:|]|\bNone\b")
SHIPPED = [(game, name) for game in own_names() for name in puzzle_names(game)]


BESIDE = ("tempting", "next_best", "another")
"""Why a wrong answer is told beside the right one."""


def words_of(game: str, language: str) -> Any:
    return load_game(game).catalogue.words(language, dict(enumerate("ABCD")))


# The puzzles that come along


@pytest.mark.parametrize(("game", "name"), one_in(3, SHIPPED))
def test_a_puzzle_that_comes_along_holds(game: str, name: str) -> None:
    file = folder_of(game) / "content" / "puzzles" / f"{name}.toml"
    text = file.read_text("utf-8")
    puzzle, loaded = shipped(game, name), load_game(game)
    assert (puzzle.name, puzzle.game) == (name, game)
    assert run_scenario(loaded, read_scenario(text, name)) == []

    match = match_of(loaded, puzzle, RandomDice(random.Random(1)))
    assert not match.over
    offered = {option.key for option in match.ask(puzzle.seat).space.options()}
    assert offered == puzzle.chances.keys()
    assert len(offered) == puzzle.choices >= USUAL.fewest
    assert puzzle.right[0] == puzzle.best.answer.key == max(puzzle.chances, key=lambda key: puzzle.chances[key])
    assert puzzle.tempting.answer.key in offered - set(puzzle.right)
    assert puzzle.thought.gap >= USUAL.margin
    assert puzzle.best.chance >= HOPELESS
    assert len(puzzle.thought.seeds) >= 3
    assert puzzle.thought.hearing >= 1000
    assert set(puzzle.right) == right_ones(puzzle.chances, USUAL)
    assert write_puzzle(puzzle) == text
    for language in ("en", "es"):
        words = words_of(game, language)
        told = [spoken(reason, words) for reason in reasons(puzzle)]
        assert len(told) >= 2
        assert not any(UNRENDERED.search(sentence) for sentence in told), told
        assert not any(re.search(r"[.!?][.]|[.][”»]", sentence) for sentence in told), told
        assert words.knows(f"theme.{puzzle.theme}")
        assert words.knows(f"difficulty.{puzzle.difficulty}")


@pytest.mark.parametrize("game", own_names())
def test_a_game_has_puzzles_enough_and_they_are_mixed(game: str) -> None:
    puzzles = [shipped(game, name) for name in puzzle_names(game)]
    assert len(puzzles) >= 30
    assert sum(puzzle.difficulty == 1 for puzzle in puzzles) <= len(puzzles) / 2
    themes = Counter(puzzle.theme for puzzle in puzzles)
    assert len(themes) >= 3
    assert themes[OTHER] == 0
    assert len({(puzzle.options.get("players"), puzzle.round) for puzzle in puzzles}) >= 4


@pytest.mark.parametrize("game", own_names())
def test_themes_speak_of_what_there_is(game: str) -> None:
    themes, words = load_themes(game), words_of(game, "en")
    for prompt, kinds in themes.prompt.items():
        assert any(words.knows(f"prompt.{prompt}{end}") for end in ("", "_without_free", "_without_full")), prompt
        assert all(words.knows(f"theme.{theme}") for theme in kinds.values())
    assert all(words.knows(event) for event in themes.tells), themes.tells


def test_what_is_called_the_next_best_is_the_next_best() -> None:
    """A wrong answer that is told for another reason is not called that."""
    kinds: Counter[str] = Counter()
    for game, name in SHIPPED:
        puzzle = shipped(game, name)
        [kind] = {reason.text.key for reason in reasons(puzzle)} & {f"puzzle.{kind}" for kind in BESIDE}
        told = puzzle.chances[puzzle.tempting.answer.key]
        is_next = told == max(chance for key, chance in puzzle.chances.items() if key not in puzzle.right)
        assert kind == f"puzzle.{'tempting' if puzzle.at_first_sight else 'next_best' if is_next else 'another'}"
        kinds[kind] += 1
    assert len(kinds) == len(BESIDE)


@pytest.mark.parametrize(("language", "names"), [("en", ("Blue", "Orange")), ("es", ("Azul", "Naranja"))])
def test_sides_go_by_the_colours_of_their_pieces(language: str, names: Sequence[str]) -> None:
    seen = 0
    for game, name in SHIPPED:
        puzzle, words = shipped(game, name), coloured(words_of(game, language))
        for reason in reasons(puzzle):
            seats = [text.params["seat"] for text in (reason.text, *reason.parts.values()) if "seat" in text.params]
            if reason.text.key in ("puzzle.reply", "puzzle.difference") and seats in ([0], [1]):
                seen += names[int(seats[0])] in spoken(reason, words)
    assert seen > len(SHIPPED)


def test_after_a_call_or_a_question_no_point_follows() -> None:
    words = coloured(words_of(GAME, "en"))
    for ends, said in (("Get Mean!", "Get Mean!"), ("Who?", "Who?"), ("Stay", "Stay."), ("Stay.", "Stay.")):
        reason = Reason(Said("puzzle.go_on"), {"answer": Said("puzzle.key", {"key": ends})})
        assert spoken(reason, words) == f"Then, most likely, you: {said}"


# What is a puzzle, in a game of one answer


class Choice(msgspec.Struct):
    """A answers once and wins with the chance of the answer."""

    chances: list[float]
    winner: int = -1


def choice(chances: Sequence[float]) -> Match[Choice]:
    """A match at its only question; an answer's key is its place in the list."""

    async def run(table: Table, state: Choice) -> None:
        answers = [Option(str(place), place, "C one", Text("option")) for place in range(len(state.chances))]
        chosen = await table.ask(0, Text("prompt"), OneOf(lambda: answers))
        (face,) = await table.roll("luck", (100,))
        state.winner = 0 if face <= state.chances[chosen] * 100 else 1

    game = Game(
        name="choice",
        rules_version=1,
        packs=(),
        catalogue=Catalogue({"en": {}}),
        clauses=read_register('prefix = "C"\nclause = []\n', "clauses.toml"),
        sources={},
        rules=Rules(
            run,
            lambda state: Choice(state.chances, state.winner),
            nothing_hidden,
            lambda state: None if state.winner < 0 else Result([state.winner], [0, 0]),
        ),
        thinking=Thinking(lambda state, seat: 0.0, lambda state, ask, rng: ask.space.options()[0]),
    )
    return Match(game, Choice(list(chances)), RandomDice(random.Random(1)))


def rights(*chances: float) -> list[str] | None:
    """The right answers if these chances make a puzzle."""
    finding = examine(chair_at(choice(chances), 0), UNFITTED, 1)
    return None if finding is None else [option.key for option in finding.right]


def test_the_one_winning_answer_is_found() -> None:
    assert rights(0.2, 0.2, 1.0, 0.3) == ["2"]
    assert rights(0.0, 0.6, 0.1, 0.2, 0.3) == ["1"]


def test_answers_that_come_to_the_same_are_all_right() -> None:
    assert sorted(rights(1.0, 0.2, 1.0, 0.3) or ()) == ["0", "2"]
    assert rights(1.0, 1.0, 1.0, 1.0, 0.2) is None, "too many are right"
    assert rights(1.0, 1.0, 1.0) is None, "nothing is wrong"


def test_an_answer_that_comes_near_spoils_it() -> None:
    assert rights(1.0, 0.96, 0.1, 0.1) is None
    assert rights(0.5, 0.5, 0.5, 0.5) is None


def test_nobody_cares_for_the_best_of_lost_positions() -> None:
    assert rights(0.07, 0.0, 0.0, 0.0) is None


def test_a_cheap_look_sees_the_gap() -> None:
    def gap(*chances: float) -> bool:
        return has_gap(chair_at(choice(chances), 0), UNFITTED, random.Random(1))

    assert gap(1.0, 0.1, 0.1, 0.1)
    assert not gap(1.0, 1.0, 1.0, 1.0)


def test_the_tempting_answer_is_wrong_and_what_is_found_is_told() -> None:
    finding = examine(chair_at(choice([0.9, 0.1, 0.4, 0.1]), 0), UNFITTED, 1)
    assert finding is not None
    assert finding.tempting.key != "0"
    assert finding.values["0"] == pytest.approx(0.9, abs=0.05)
    assert finding.tries["0"] == USUAL.hearing * USUAL.seeds
    assert finding.gap == pytest.approx(0.5, abs=0.1)
    assert 1 <= finding.difficulty <= 4


def test_beside_an_answer_that_is_seen_at_once_stands_the_next_best() -> None:
    """Where a right answer looks best at first sight, what is told beside it is the best of the wrong ones."""
    finding = examine(chair_at(choice([1.0, 0.1, 0.6, 0.2, 0.1]), 0), UNFITTED, 1)
    assert finding is not None
    assert (finding.at_first_sight, finding.tempting.key) == (False, "2")


def clear_by(chances: Sequence[float], *right: str) -> Check:
    return check(chair_at(choice(chances), 0), UNFITTED, right, 1)


def test_a_puzzle_stands_if_its_answers_lead_clearly_and_for_no_other_reason() -> None:
    """An answer between the right one and the rest, or one that is nearly as good as another right one, would keep a
    decision from becoming a puzzle. It does not make one fall.
    """
    found = clear_by([0.2, 0.9, 0.1, 0.3], "1")
    assert found.stands
    assert found.lead == pytest.approx(0.6, abs=0.1)
    assert len(found.leads) == USUAL.seeds
    assert clear_by([0.9, 0.85, 0.4, 0.4], "0", "1").stands
    assert clear_by([1.0, 0.95, 0.1, 0.1], "0").stands
    assert clear_by([0.2] * 20 + [1.0], "20").stands, "one of many"


def test_a_puzzle_falls_if_another_answer_is_as_good_or_better() -> None:
    level = clear_by([0.6, 0.6, 0.1, 0.1], "0")
    assert not level.stands
    assert level.lead == pytest.approx(0.0, abs=0.05)
    assert not clear_by([0.9, 0.4, 0.2, 0.1], "1").stands
    assert not clear_by([0.9, 0.2, 0.5, 0.1], "0", "1").stands, "each of the right answers leads, or none is right"
    assert clear_by([0.0] * 19 + [0.6, 0.9], "19").lead < 0, "the better one is found among many"


def test_a_lead_counts_only_if_every_seed_sees_it() -> None:
    assert Check([0.2, 0.2, 0.001], 0.03).stands
    assert not Check([0.2, 0.2, -0.001], 0.03).stands
    assert not Check([0.02, 0.03, 0.03], 0.03).stands


def test_a_hearing_spends_everything_on_one_answer() -> None:
    chair = chair_at(choice([0.9, 0.1, 0.4]), 0)
    search: Search[Choice] = heard(chair, UNFITTED, chair.options[1], random.Random(1), 50)
    assert {key: node.visits for key, node in search.root.answers.items()} == {"1": 51}


# Making, writing, reading


LENIENT = replace(spending(60), margin=0.0, tolerance=0.0, seeds=1)
"""By this nearly every decision is a puzzle, so that no test depends on how a search happens to judge."""


@pytest.fixture
def leniently(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take nearly everything for a puzzle, and let bots play that do not think long."""
    monkeypatch.setattr(lab, "PLAYERS", ("novice",))
    monkeypatch.setattr(finding, "USUAL", LENIENT)
    monkeypatch.setattr(posing, "check", lambda *_: Check([1.0], 0.0))


@pytest.mark.slow
@pytest.mark.usefixtures("leniently")
def test_the_same_seed_makes_the_same_puzzles() -> None:
    made, again, other = (
        [write_puzzle(one) for one in make(GAME, 1, seed=seed, standard=LENIENT)] for seed in (3, 3, 30)
    )
    assert len(made) == 1
    assert made == again
    assert made != other


@pytest.mark.usefixtures("leniently")
def test_making_ends_in_time_and_knows_what_lies_there() -> None:
    late = list(make(GAME, 99, standard=LENIENT, in_time=lambda: False))
    assert len(late) <= lab.MOST_OF_MATCH, "one match, then it is late"
    kept = [puzzle for puzzle in late for _ in range(9)]
    assert list(make(GAME, 1, standard=LENIENT, kept=kept, in_time=lambda: False)) == []


@pytest.mark.usefixtures("leniently")
def test_what_does_not_stand_when_it_is_searched_again_is_never_made(monkeypatch: pytest.MonkeyPatch) -> None:
    searched: list[list[str]] = []

    def only_the_second(_: object, __: object, right: list[str], *___: object) -> Check:
        searched.append(right)
        return Check([0.1 if len(searched) == 2 else -0.1], 0.0)

    monkeypatch.setattr(posing, "check", only_the_second)
    monkeypatch.setattr(lab, "MOST_OF_MATCH", 1)
    (made,) = make(GAME, 1, seed=31, standard=LENIENT)
    assert len(searched) == 2
    assert made.right == searched[1]


def test_a_mixture_takes_no_more_than_its_share_of_a_kind() -> None:
    puzzle = some_puzzle()
    mixture = Mixture(10)
    assert sum(mixture.takes(puzzle) for _ in range(10)) == 3
    assert not Mixture(2, [puzzle] * 2).takes(puzzle)


def some_puzzle() -> Puzzle:
    return shipped(GAME, puzzle_names(GAME)[0])


def test_a_puzzle_comes_back_from_its_file() -> None:
    puzzle = some_puzzle()
    assert read_puzzle(write_puzzle(puzzle), "p.toml") == puzzle


def test_what_stands_in_a_file_is_toml() -> None:
    import tomllib

    data = {"a": [1, 2.5, True, 'say "hi" \\ ñ'], "b.c": {"d": {}}, "e": None}
    assert tomllib.loads(f"x = {inline(data)}")["x"] == {"a": data["a"], "b.c": {"d": {}}}


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda text: text.replace("[puzzle]", "[position]"), "p.toml: no puzzle"),
        (lambda text: text.replace("seat = ", "seats = "), "p.toml: puzzle: field "),
        (lambda text: text[:40], "p.toml: "),
    ],
)
def test_a_file_that_is_no_puzzle_says_why(change: Any, sentence: str) -> None:
    with pytest.raises(GameError, match=f"^{sentence}"):
        read_puzzle(change(write_puzzle(some_puzzle())), "p.toml")


# The command


@pytest.fixture
def muster(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> CommandLine:
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    return CommandLine(monkeypatch, capsys)


@pytest.mark.parametrize("language", ["en", "es"])
def test_solving(muster: CommandLine, language: str) -> None:
    puzzle = some_puzzle()
    words = words_of(GAME, language)
    first = spoken(reasons(puzzle)[0], words)
    wrong = puzzle.tempting.answer.key
    for key, verdict in ((puzzle.right[0], ("Right!", "¡Correcto!")), (wrong, ("something better", "algo mejor"))):
        done = muster("puzzles", GAME, puzzle.name, "--lang", language, answers=f"nonsense\n{key}\n")
        assert (done.status, done.err) == (0, "")
        assert verdict[language == "es"] in done.out
        assert "[K option]" in done.out
        assert first in done.out
        assert not UNRENDERED.search(done.out)


def test_the_list_and_the_data(muster: CommandLine) -> None:
    puzzle = some_puzzle()
    assert f"{puzzle.name}  " in muster("puzzles", GAME).out
    listed = json.loads(muster("puzzles", GAME, "--json").out)
    assert listed[0]["name"] == puzzle.name
    assert not {"right", "theme", "best"} & listed[0].keys()
    data = json.loads(muster("puzzles", GAME, puzzle.name, "--json", "--answer", puzzle.right[0]).out)
    assert data["is_right"]
    assert data["right"] == puzzle.right
    assert len(data["answers"]) == puzzle.choices


@pytest.mark.usefixtures("leniently")
def test_making_checking_and_solving_ones_own(
    muster: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = muster("puzzles", GAME, "--make", "1", "--to", tmp_path, "--iterations", "60")
    assert (made.status, made.err) == (0, "")
    (file,) = tmp_path.glob("*.toml")
    assert "1 of 1 scenario holds" in muster("scenario", file).out
    checked = muster("puzzles", GAME, "--in", tmp_path, "--check", "--iterations", "60", "--json")
    assert [one["name"] for one in json.loads(checked.out)] == [file.stem]
    monkeypatch.setattr(posing, "check", check)
    spoiled = read_puzzle(file.read_text("utf-8"), file.name)
    worst = list(spoiled.chances)[-1]
    file.write_text(write_puzzle(msgspec.structs.replace(spoiled, right=[worst])), "utf-8")
    failed = muster("puzzles", GAME, "--in", tmp_path, "--check", "--iterations", "60")
    assert failed.status == 1
    assert f"{file.stem} does not stand: searched again, another answer is ahead" in failed.out


@pytest.mark.usefixtures("leniently")
def test_making_from_a_journal(muster: CommandLine, tmp_path: Path) -> None:
    journal = tmp_path / "evening.journal"
    played = muster("play", GAME, "--seats", "greedy,greedy", "--seed", "5", "--save", journal)
    assert played.status == 0, played.err
    asked = ("puzzles", GAME, "--make", "3", "--from", journal, "--to", tmp_path, "--iterations", "60", "--json")
    made = muster(*asked)
    assert made.err == ""
    files = json.loads(made.out)
    assert files
    assert all(Path(file).name.startswith("evening_") for file in files)
    assert muster("scenario", *files).status == 0
    refused = muster("puzzles", "deadzone", "--make", "1", "--from", journal)
    assert refused.has_one_sentence("evening.journal", "a journal of tiny_epic_mechs, not of deadzone")


@pytest.mark.parametrize(
    ("arguments", "status", "parts"),
    [
        (["nobody"], 1, ["has no puzzle 'nobody'"]),
        (["--in", "nowhere"], 1, ["nowhere: no such directory"]),
        (["--make", "0"], 2, ["--make", "0 is not a positive number"]),
        (["--make", "1", "--check"], 2, ["--make"]),
        (["--from", "x.journal"], 2, ["--from needs --make"]),
        (["--answer", "1"], 2, ["--answer needs the name"]),
        (["--make", "1", "--from", "none.journal"], 1, ["none.journal: No such file"]),
    ],
)
def test_bad_input_gets_one_sentence(
    muster: CommandLine,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: list[str],
    status: int,
    parts: list[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    refused = muster("puzzles", GAME, *arguments)
    assert refused.status == status
    assert refused.has_one_sentence(*parts), refused.err


def test_an_answer_that_is_none_is_refused(muster: CommandLine) -> None:
    refused = muster("puzzles", GAME, some_puzzle().name, "--answer", "lunch")
    assert refused.status == 1
    assert refused.has_one_sentence("lunch")
