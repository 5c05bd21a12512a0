"""Tournaments are fair, can be stopped and go on, lose no match and count none twice."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from breaking import SENTENCE, break_the_first_turn
from muster.kernel.setup import Prepared
from muster.lab.experiments import playing, running
from muster.lab.experiments.design import Experiment, Setting
from muster.lab.experiments.plan import Plan, Slot, seed_of_round
from muster.lab.standings import Pairing, markers, with_section
from terminal.piped import GAME, CommandLine, command

TEN = ("tournament", GAME, "--bots", "random,greedy", "--games", "10", "--workers", "1")


@pytest.fixture
def muster(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> CommandLine:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return CommandLine(monkeypatch, capsys)


def lines(file: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in file.read_text().splitlines()]


def matches(file: Path) -> list[tuple[object, ...]]:
    """The matches in a file, in order, without their times."""
    kept = [(*played["seats"], played["round"], played["shares"]) for played in lines(file)[1:]]  # type: ignore[misc]
    return sorted(kept, key=str)


def tournament(game: str, players: int, bots: str, matches: int) -> Experiment:
    return Experiment(
        game=(Setting(game, drawn=True),), bots=tuple(bots.split(",")), players=players, matches=matches, seed=7
    )


def planned(experiment: Experiment) -> list[tuple[tuple[str, ...], int, int]]:
    """The seats, the round and the seed of each match."""
    plan = Plan(experiment)
    return [
        (arm.seats(arm.turns[slot.turn]), slot.round, seed_of_round(experiment, arm, slot.round))
        for slot in plan.stage(0, range(len(plan.arms)))
        for arm in [plan.arms[slot.arm]]
    ]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_round_is_played_from_every_seat_on_the_same_seed(players: int) -> None:
    matches = planned(tournament(GAME, players, "random,greedy,novice", 10))
    rounds: dict[int, list[tuple[str, ...]]] = {}
    for seats, _, seed in matches:
        rounds.setdefault(seed, []).append(seats)
    for arrangements in rounds.values():
        assert len(set(arrangements)) == len(arrangements)
        for place in range(players):
            counts = Counter(arrangement[place] for arrangement in arrangements)
            one, other = counts
            if players == 2:
                assert counts[one] == counts[other] == 1
            else:
                assert counts[one] == counts[other] == players
    assert len(matches) == len(set(matches))
    at_least = {2: 10 * 3, 3: 12 * 6, 4: 12 * 6}
    assert len(matches) == at_least[players]


def test_both_seats_get_the_same_set_up_and_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[tuple[str, object]] = []
    new = playing.new_match

    def noted(game: object, prepared: Prepared[object], dice: object, **given: object) -> object:
        begun.append((dice.label(), dict(prepared.options)))  # type: ignore[attr-defined]
        return new(game, prepared, dice, **given)  # type: ignore[arg-type]

    monkeypatch.setattr(playing, "new_match", noted)
    experiment = tournament("tag_raid", 2, "random,greedy", 4)
    plan = Plan(experiment)
    playing.play_some(experiment, plan.arms[0], list(plan.stage(0, [0])))
    assert begun[0] == begun[1] != begun[2] == begun[3]


def test_a_match_is_the_same_whoever_is_named_first_and_whoever_else_plays() -> None:
    known = set(planned(tournament(GAME, 2, "random,greedy,novice", 4)))
    assert known > set(planned(tournament(GAME, 2, "greedy,random", 4)))


def test_the_results_as_data(muster: CommandLine) -> None:
    done = muster(*TEN, "--json")
    found = json.loads(done.out)
    assert (done.status, done.err, found["matches"], found["complete"]) == (0, "", 10, True)
    (pairing,) = found["pairings"]
    assert pairing["wins"] + pairing["losses"] + pairing["shared"] == pairing["matches"] == 10
    assert pairing["share"] < 0.3
    assert found["bots"]["greedy"]["elo"] == 1000 > found["bots"]["random"]["elo"]
    assert found["bots"]["greedy"]["seconds_per_decision"] > found["bots"]["random"]["seconds_per_decision"] > 0
    each = [bot["decisions_per_match"] for bot in found["bots"].values()]
    assert sum(each) == pytest.approx(found["decisions_per_match"], abs=0.2)


def test_the_results_do_not_depend_on_the_number_of_workers(muster: CommandLine, tmp_path: Path) -> None:
    for workers in ("1", "2"):
        muster(*TEN[:-1], workers, "--resume", tmp_path / workers)
    assert matches(tmp_path / "1") == matches(tmp_path / "2")


def test_three_at_a_table_are_compared_with_the_fair_share(muster: CommandLine) -> None:
    done = muster(*TEN[:-4], "--games", "6", "--players", "3", "--workers", "1")
    assert (done.status, done.err) == (0, "")
    assert "share (fair: 33%)" in done.out
    assert "| greedy alone | 2 of random | 6 |" in done.out
    assert "| random alone | 2 of greedy | 6 |" in done.out


def test_only_those_meet_who_are_paired(muster: CommandLine) -> None:
    """A ladder: everybody against the next. All the same everybody gets points."""
    pairs = ("--pairs", "random/novice,greedy/novice", "--games", "4", "--workers", "1")
    found = json.loads(muster("tournament", GAME, *pairs, "--json").out)
    met = [(pairing["bot"], pairing["against"], pairing["matches"]) for pairing in found["pairings"]]
    assert met == [("random", "novice", 4), ("greedy", "novice", 4)]
    assert set(found["bots"]) == {"random", "novice", "greedy"}


def test_a_pair_may_meet_more_often_than_others(muster: CommandLine, tmp_path: Path) -> None:
    """And meets as often again when the tournament goes on, with the same matches."""
    pairs = ("tournament", GAME, "--workers", "1", "--games", "2", "--resume", tmp_path / "kept", "--json", "--pairs")
    for often in (4, 6, 2):
        found = json.loads(muster(*pairs, f"random/greedy@{often},random/novice").out)
        met = {(pairing["bot"], pairing["against"]): pairing["matches"] for pairing in found["pairings"]}
        assert met == {("random", "greedy"): often, ("random", "novice"): 2}
        assert found["complete"]
    assert len(matches(tmp_path / "kept")) == 8


def test_at_a_larger_table_the_first_of_a_pair_sits_alone(muster: CommandLine) -> None:
    done = muster("tournament", GAME, "--pairs", "greedy/random", "--games", "3", "--players", "3", "--workers", "1")
    assert "| greedy alone | 2 of random | 3 |" in done.out
    assert "random alone" not in done.out


def test_options_are_fixed_and_the_rest_is_drawn(muster: CommandLine, tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    asked = ("tournament", "tag_raid", "--bots", "random,greedy", "--games", "2", "--workers", "1", "--resume", kept)
    done = muster(*asked, "--set", "table=quarry")
    assert (done.status, done.err) == (0, "")
    assert "table quarry" in done.out
    refused = muster(*asked, "--set", "table=moon")
    assert refused.status == 1
    assert refused.has_one_sentence("table", "quarry")


# Stopped, and gone on with


def test_it_goes_on_from_its_file(muster: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    muster(*TEN, "--resume", whole)
    muster("tournament", GAME, "--bots", "greedy,random", "--games", "4", "--workers", "1", "--resume", parts)
    assert len(matches(parts)) == 4
    played: list[Slot] = []
    some = playing.play_some

    def counted(experiment: Experiment, arm: object, slots: list[Slot]) -> object:
        played.extend(slots)
        return some(experiment, arm, slots)  # type: ignore[arg-type]

    monkeypatch.setattr(running, "play_some", counted)
    assert json.loads(muster(*TEN, "--json", "--resume", parts).out)["matches"] == 10
    assert len(played) == 6
    assert matches(parts) == matches(whole)
    assert json.loads(muster(*TEN, "--json", "--resume", parts).out)["complete"]
    assert len(played) == 6


def test_half_a_line_at_the_end_is_played_again(muster: CommandLine, tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    muster(*TEN, "--resume", kept)
    before, content = matches(kept), kept.read_bytes()
    for cut in (1, 30, 200):
        kept.write_bytes(content[:-cut])
        assert muster(*TEN, "--resume", kept).status == 0
        assert matches(kept) == before


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ("my diary", "no file of an experiment"),
        ("my diary\n", "line 1 is none of an experiment"),
    ],
)
def test_a_file_of_something_else_is_left_alone(
    muster: CommandLine, tmp_path: Path, content: str, sentence: str
) -> None:
    kept = tmp_path / "kept"
    kept.write_text(content)
    refused = muster(*TEN, "--resume", kept)
    assert refused.status == 1
    assert refused.has_one_sentence("kept", sentence)
    assert kept.read_text() == content


def test_a_file_of_another_tournament_is_refused(muster: CommandLine, tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    muster(*TEN, "--resume", kept)
    for more, sentence in (("--seed 2", "seed 1, not 2"), ("--set players=2", "options {}, not {'players': 2}")):
        refused = muster(*TEN, "--resume", kept, *more.split())
        assert refused.status == 1
        assert refused.has_one_sentence("kept", sentence)
    with kept.open("a") as file:
        file.write('{"seats": 3}\n')
    assert muster(*TEN, "--resume", kept).has_one_sentence("kept: line 12 is none of an experiment")


def begin(kept: Path, workers: int, *more: str) -> subprocess.Popen[str]:
    """A long tournament, in a process group of its own."""
    asked = ("--bots", "random,greedy", "--games", "400", "--workers", str(workers), "--resume", str(kept), *more)
    pipe = subprocess.PIPE
    return subprocess.Popen(
        command("tournament", GAME, *asked), stdout=pipe, stderr=pipe, text=True, start_new_session=True
    )


def holds_soon(condition: Callable[[], bool], seconds: float = 60) -> bool:
    ends = time.monotonic() + seconds
    while time.monotonic() < ends:
        if condition():
            return True
        time.sleep(0.02)
    return False


def has_matches(kept: Path, least: int) -> bool:
    return kept.exists() and kept.read_bytes().count(b"\n") > least


@pytest.mark.parametrize("workers", [pytest.param(1, marks=pytest.mark.slow), 2])
def test_killed_again_and_again_it_loses_and_doubles_nothing(workers: int, tmp_path: Path) -> None:
    kept, seen = tmp_path / "kept", 0
    for more in (3, 4, 5):
        run = begin(kept, workers)
        least = seen + more
        assert holds_soon(lambda least=least: has_matches(kept, least))  # type: ignore[misc]
        os.killpg(run.pid, signal.SIGKILL)
        run.communicate()
        known = kept.read_bytes().count(b"\n")
        assert known > seen
        seen = known
    run = begin(kept, workers)
    assert holds_soon(lambda: has_matches(kept, seen + 2))
    os.killpg(run.pid, signal.SIGKILL)
    run.communicate()
    content = kept.read_bytes()
    found = [json.loads(line) for line in content[: content.rfind(b"\n")].splitlines()[1:]]
    keys = [(*played["seats"], played["round"]) for played in found]
    assert len(keys) == len(set(keys))
    experiment = msgspec.structs.replace(tournament(GAME, 2, "random,greedy", 400), seed=1)
    plan = Plan(experiment)
    for kept_row in found[:6]:
        row = playing.play_slot(experiment, plan.arms[0], plan.slot(0, kept_row["round"], kept_row["turn"]))
        assert list(row.shares) == kept_row["shares"]


@pytest.mark.parametrize("workers", [1, 2])
def test_stopped_with_ctrl_c_it_reports_what_it_has(workers: int, tmp_path: Path) -> None:
    kept, page = tmp_path / "kept", tmp_path / "page.md"
    run = begin(kept, workers, "--json", "--write", str(page))
    assert holds_soon(lambda: has_matches(kept, 5))
    os.killpg(run.pid, signal.SIGINT)
    out, err = run.communicate(timeout=60)
    found = json.loads(out)
    assert (run.returncode, found["complete"]) == (1, False)
    assert err == f"muster tournament: interrupted after {found['matches']} of 400 matches\n"
    assert found["matches"] == len(lines(kept)) - 1 >= 5
    assert not page.exists()


# What goes wrong


def test_a_match_that_breaks_is_named(muster: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    break_the_first_turn(monkeypatch)
    refused = muster(*TEN)
    assert refused.status == 1
    experiment = msgspec.structs.replace(tournament(GAME, 2, "random,greedy", 10), seed=1)
    seed = seed_of_round(experiment, Plan(experiment).arms[0], 0)
    journal = tmp_path / "state" / "muster" / "failures" / f"{GAME}-{seed}-0.journal"
    broke = ("10 of 10 matches broke", "the rules broke at entry", SENTENCE)
    assert refused.has_one_sentence(f"seed {seed}", "seats random,greedy", *broke, str(journal))
    assert journal.exists()
    assert len(list(journal.parent.iterdir())) == 10, "matches of one round have one seed, and each its journal"


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ("--bots greedy", "two bots or more"),
        ("--bots greedy,random,greedy", "each named once"),
        ("--bots greedy,clever", "there is no bot 'clever'"),
        ("--bots greedy,search:soon", "'soon' is no budget"),
        ("--pairs greedy", "'greedy' is no pair"),
        ("--pairs greedy/random/novice", "is no pair"),
        ("--pairs greedy/greedy", "two different bots"),
        ("--pairs greedy/random,random/greedy", "there twice"),
        ("--pairs greedy/clever", "there is no bot 'clever'"),
        ("--set sandwich=ham", "sandwich"),
        ("--set players=3", "3 seats, not 2"),
    ],
)
def test_what_does_not_fit_is_said_before_anything_is_played(muster: CommandLine, more: str, sentence: str) -> None:
    refused = muster("tournament", GAME, *more.split())
    assert refused.status == 1
    assert refused.has_one_sentence(sentence)


# As a section of a page

OURS = markers(GAME, 2, {})


def test_a_section_is_written_between_its_markers(muster: CommandLine, tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    begin, end = f"<!-- tournament: {GAME} -->", f"<!-- end of tournament: {GAME} -->"
    page.write_text(f"# Bots\n\n{begin}\nold\n{end}\n\nThe end.\n")
    for _ in range(2):
        assert muster(*TEN, "--write", page).status == 0
        text = page.read_text()
        assert text.startswith(f"# Bots\n\n{begin}\n10 matches of {GAME}")
        assert text.endswith(f" |\n{end}\n\nThe end.\n")
        assert "old" not in text
        assert text.count("| random | greedy | 10 |") == 1
    assert muster(*TEN, "--players", "3", "--write", page).status == 0
    assert page.read_text().startswith(text.rstrip())
    assert f"<!-- tournament: {GAME}, 3 players -->" in page.read_text()


def test_a_page_that_is_not_there_is_made(muster: CommandLine, tmp_path: Path) -> None:
    assert muster(*TEN, "--write", tmp_path / "new.md").status == 0
    assert (tmp_path / "new.md").read_text().startswith(f"<!-- tournament: {GAME} -->\n10 matches")


def test_a_page_with_half_a_pair_of_markers_is_refused_before_anything_is_played(
    muster: CommandLine, tmp_path: Path
) -> None:
    page = tmp_path / "page.md"
    page.write_text(f"<!-- end of tournament: {GAME} -->\n<!-- tournament: {GAME} -->\n")
    refused = muster("tournament", GAME, "--games", "100000", "--write", page)
    assert refused.status == 1
    assert refused.has_one_sentence("page.md", "once each")


def test_other_games_keep_their_sections() -> None:
    page = with_section("", OURS, "ours", Path("page"))
    other = markers("deadzone", 2, {})
    both = with_section(page, other, "theirs", Path("page"))
    again = with_section(both, OURS, "ours anew", Path("page"))
    assert "theirs" in again
    assert "ours anew" in again
    assert "ours\n" not in again


def test_options_that_are_fixed_have_a_section_of_their_own() -> None:
    page = with_section("", OURS, "all of it", Path("page"))
    fixed = markers(GAME, 3, {"scale": 600})
    both = with_section(page, fixed, "a part", Path("page"))
    assert "all of it" in both
    assert f"<!-- tournament: {GAME}, 3 players, scale 600 -->\na part\n" in both


def test_a_victory_shared_by_the_others_is_a_loss() -> None:
    pairing = Pairing("a", "b")
    for share in (1.0, 0.0, 0.0, 1 / 2, 1 / 3):
        pairing.add(share)
    assert (pairing.matches, pairing.wins, pairing.losses, pairing.shared) == (5, 1, 2, 2)
    assert pairing.score == pytest.approx(1 + 1 / 2 + 1 / 3)
