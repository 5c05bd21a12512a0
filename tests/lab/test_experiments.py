"""Experiments from files: what varies, how it is numbered, stopped and gone on with, and what comes out."""

from __future__ import annotations

import json
import os
import resource
import signal
import subprocess
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import msgspec
import polars as pl
import pytest

from muster.kernel.errors import GameError
from muster.kernel.journal import read_journal
from muster.lab.experiments import playing, running
from muster.lab.experiments.design import Experiment, Setting, Varied, read_experiment, write_experiment
from muster.lab.experiments.frames import decisions_frames, matches_frames
from muster.lab.experiments.keeping import Kept, heading_of
from muster.lab.experiments.plan import STAGE, Plan, moved, seed_of_round
from muster.lab.experiments.playing import game_of
from muster.lab.experiments.running import Portions, Run, timed
from muster.lab.report import as_page, as_text
from muster.lab.simulate import Job
from muster.lab.summary import figures_of, report_of
from muster.lab.sweep import sweep_of, values_of
from terminal.piped import GAME, CommandLine, command

TIMES = ("seconds",)

COST = """\
matches = 2
seats = [["random", "random"]]
[[game]]
name = "tiny_epic_mechs"
[[vary]]
name = "cost"
card = "weapon.warhammer"
field = "credits"
"""
"""An experiment about the cost of a weapon, without its values."""

DUELS = """\
title = "How long should it think?"
matches = 4
bots = ["random", "greedy", "search:{tries}"]
decisions = true
cards = true

[[game]]
name = "tiny_epic_mechs"

[[vary]]
name = "tries"
values = [1, 3]
"""


@pytest.fixture
def muster(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> CommandLine:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return CommandLine(monkeypatch, capsys)


def written(folder: Path, text: str = DUELS, name: str = "duels.toml") -> Path:
    path = folder / name
    path.write_text(text)
    return path


def played(experiment: Experiment, workers: int = 1) -> Run:
    run = Run(experiment)
    run.play(Kept(None, heading_of(experiment)), workers)
    return run


# What it plays


def test_an_arm_for_each_value_that_it_uses(tmp_path: Path) -> None:
    plan = Plan(read_experiment(written(tmp_path)))
    assert [(arm.lineup, arm.values) for arm in plan.arms] == [
        (("random", "greedy"), {}),
        (("random", "search:1"), {"tries": 1}),
        (("random", "search:3"), {"tries": 3}),
        (("greedy", "search:1"), {"tries": 1}),
        (("greedy", "search:3"), {"tries": 3}),
    ]
    assert plan.total == 20


def test_a_number_means_a_match_and_more_matches_do_not_change_it() -> None:
    few = Experiment(game=(Setting(GAME),), bots=("random", "greedy", "novice"), matches=4)
    many = Experiment(game=(Setting(GAME),), bots=("random", "greedy", "novice"), matches=40)
    for number in range(Plan(few).total):
        assert Plan(few).numbered(number) == Plan(many).numbered(number)
    with pytest.raises(GameError, match="no match 12"):
        Plan(few).numbered(12)


def test_all_values_meet_the_same_dice_unless_it_is_said_otherwise() -> None:
    for same in (True, False):
        experiment = Experiment(
            game=(Setting(GAME),),
            seats=(("search:{tries}", "greedy"),),
            vary=(Varied("tries", (1, 2), same_dice=same),),
        )
        one, other = Plan(experiment).arms
        assert (seed_of_round(experiment, one, 5) == seed_of_round(experiment, other, 5)) is same


def test_every_bot_plays_every_force_from_every_seat() -> None:
    teams = ["rebs_cell", "plague_horde"]
    experiment = Experiment(game=(Setting("deadzone", {"teams": teams}),), bots=("random", "greedy"))
    (arm,) = Plan(experiment).arms
    seen = {(arm.seats(turn), tuple(arm.options_in(turn)["teams"])) for turn in arm.turns}
    assert len(seen) == len(arm.turns) == 4


def test_a_figure_of_a_card_lies_over_the_game() -> None:
    experiment = Experiment(
        game=(Setting("deadzone"),),
        seats=(("random", "random"),),
        vary=(
            Varied("armour", (0, 3), card="model.stage_3a", field="armour"),
            Varied("command", (2,), card="model.stage_3a_general", field="command[0]"),
        ),
    )
    for arm, armour in zip(Plan(experiment).arms, (0, 3), strict=True):
        cards = game_of(arm).cards
        assert cards is not None
        assert cards.sheet("model", "stage_3a")["armour"] == armour  # type: ignore[index]
        assert cards.sheet("model", "stage_3a_general")["command"][0] == 2  # type: ignore[index]


def test_an_arm_stops_when_its_share_is_known() -> None:
    experiment = Experiment(game=(Setting(GAME),), seats=(("greedy", "random"),), matches=400, interval=0.2)
    run = played(experiment)
    assert run.complete
    assert len(run.rows) == run.planned == 2 * STAGE
    (figures,) = [figures_of(arm, rows) for arm, rows in run.by_arm()]
    assert (figures.high - figures.low) / 2 <= 0.2


@pytest.mark.parametrize(
    ("change", "line", "sentence"),
    [
        (("matches = 4", "matches = 0"), 2, "field matches: expected a whole number from 1 up, not 0"),
        (("matches = 4", "matches = 4.5"), 2, "expected a whole number, not a number with a fraction (4.5)"),
        (("matches = 4", "matchs = 4"), 2, "field matchs is not a field it has; did you mean matches?"),
        (("matches = 4", "matches ="), 2, "Invalid value"),
        (('name = "tiny_epic_mechs"', 'name = "tiny_epic_mech"'), 8, "did you mean tiny_epic_mechs?"),
        (('name = "tiny_epic_mechs"', 'name = "chess"'), 8, "there is no game 'chess'; there are deadzone"),
        (('"random", "greedy", "search:{tries}"', '"random", "greedy"'), 10, "nothing says {tries}"),
        (("{tries}", "{trys}"), 10, "nothing says {tries}, so it would change nothing; {trys} is a gap"),
        (('"greedy"', '"clever"'), 3, "there is no bot 'clever'"),
        (("[1, 3]", '[1, "x"]'), 3, "'x' is no budget"),
        (('"greedy"', '""'), 3, "there is no bot ''"),
        (('"search:{tries}"', '"{tries}"'), 3, "there is no bot '1'"),
        (("values = [1, 3]", "values = []"), 10, "it has no values"),
        (("values = [1, 3]", "value = [1, 3]"), 12, "field vary[0].value is not a field it has; did you mean values?"),
        (("values = [1, 3]", 'values = [1]\ncard = "weapon.warhammer"'), 10, "needs both a card"),
        (
            ("values = [1, 3]", 'values = [1]\ncard = "weapon.war_hammer"\nfield = "energy"'),
            13,
            "no card 'weapon.war_hammer'; did you mean weapon.warhammer?",
        ),
        (("values = [1, 3]", 'values = ["x"]\ncard = "weapon.warhammer"\nfield = "energy"'), 13, "field energy"),
        (("values = [1, 3]", 'values = [1]\ncard = "weapon.warhammer"\nfield = "enrgy"'), 13, "did you mean energy?"),
        (("values = [1, 3]", 'values = [1]\ncard = "weapon.warhammer"\nfield = "cost.energy"'), 14, "it has id, level"),
        (
            ("values = [1, 3]", 'values = [1, -inf]\ncard = "weapon.warhammer"\nfield = "energy"'),
            12,
            "values[1]: neither inf",
        ),
        (('name = "tiny_epic_mechs"', 'name = "tiny_epic_mechs"\noptions = { sandwich = "ham" }'), 9, "sandwich"),
        (('name = "tiny_epic_mechs"', 'name = "tiny_epic_mechs"\npacks = ["none.toml"]'), 9, "none.toml: No such file"),
        (('name = "tiny_epic_mechs"', f'name = "tiny_epic_mechs"\npacks = ["{__file__}"]'), 9, "not valid TOML"),
        (
            ('name = "tiny_epic_mechs"', 'name = "tiny_epic_mechs"\n[game.options]\nplayers = 3'),
            3,
            "has 3 seats, not 2",
        ),
        (('name = "tiny_epic_mechs"', 'name = "deadzone"\n[game.options]\nteams = 3'), 10, "options: field teams"),
    ],
)
def test_what_is_wrong_with_a_file_is_said_in_one_sentence_with_its_line(
    muster: CommandLine, tmp_path: Path, change: tuple[str, str], line: int, sentence: str
) -> None:
    text = DUELS.replace(*change)
    refused = muster("lab", "run", written(tmp_path, text))
    assert refused.status == 1
    assert refused.has_one_sentence(f"duels.toml:{line}: ", sentence)
    assert not (tmp_path / "duels.results" / "matches.jsonl").exists()


def test_a_file_that_is_not_there(muster: CommandLine, tmp_path: Path) -> None:
    assert muster("lab", "run", tmp_path / "none.toml").has_one_sentence("none.toml")
    assert muster("lab", "report", written(tmp_path)).has_one_sentence("nothing to report yet")


def test_an_experiment_is_written_as_it_is_read(tmp_path: Path) -> None:
    experiment = read_experiment(written(tmp_path))
    assert read_experiment(written(tmp_path, write_experiment(experiment), "again.toml")) == experiment


# What comes out


def portions_of(experiment: Experiment, workers: int, seconds_a_match: float) -> list[int]:
    """How many matches each portion of an experiment has, if all of them take so long."""
    plan = Plan(experiment)
    portions = Portions(plan.stage(0, range(len(plan.arms))), plan, plan.total, workers)
    sizes = []
    for _, _, slots in portions:
        portions.note(len(slots), len(slots) * seconds_a_match)
        sizes.append(len(slots))
    return sizes


def test_a_portion_takes_a_second_and_less_towards_the_end() -> None:
    duel = Experiment(game=(Setting(GAME),), seats=(("random", "greedy"),), matches=200)
    sizes = portions_of(duel, 2, 0.1)
    assert sum(sizes) == 200
    assert sizes[:3] == [1, 10, 10]
    assert sizes[-8:] == [1] * 8
    assert portions_of(duel, 2, 2.0) == [1] * 200
    assert max(portions_of(duel, 1, 0.0001)) == 49


def test_a_short_stage_has_something_for_every_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    """With an interval nobody goes on before a stage of 16 rounds is over, which is 32 matches here."""
    handed: list[int] = []

    def spread(work: object, parts: Iterable[tuple[Any, ...]], workers: int, cluster: str) -> Iterator[Any]:
        for part in parts:
            handed.append(len(part[2]))
            yield timed(*part)

    monkeypatch.setattr(running, "spread", spread)
    played(Experiment(game=(Setting(GAME),), seats=(("random", "greedy"),), matches=1000, interval=0.4), 2)
    assert sum(handed) == 2 * STAGE
    assert max(handed) <= 2 * STAGE / (2 * running.PORTIONS_LEFT)


def test_a_journal_is_written_only_where_it_is_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    duel = Experiment(game=(Setting(GAME),), seats=(("random", "random"),), matches=2)
    plan = Plan(duel)
    slot = plan.slot(0, 0, 0)
    texts = []
    monkeypatch.setattr(playing, "journal_text", lambda *asked: texts.append(asked) or "a journal")
    row = playing.play_slot(duel, plan.arms[0], slot)
    assert (row.journal, texts) == ("", [])
    wanted = playing.play_slot(duel, plan.arms[0], slot, journal=True)
    assert wanted == msgspec.structs.replace(row, journal="a journal", seconds=wanted.seconds)
    kept = msgspec.structs.replace(duel, journals=True)
    assert playing.play_slot(kept, plan.arms[0], slot).journal == "a journal"


def results(folder: Path) -> pl.DataFrame:
    return pl.read_parquet(folder / "matches.parquet").drop(TIMES)


def test_run_report_and_journal(muster: CommandLine, tmp_path: Path) -> None:
    file = written(tmp_path)
    done = muster("lab", "run", file, "--workers", "1")
    assert (done.status, done.err) == (0, "")
    folder = tmp_path / "duels.results"
    matches = results(folder)
    assert matches["number"].to_list() == list(range(20))
    decisions = pl.read_parquet(folder / "decisions.parquet")
    counted = decisions.group_by("number").len().sort("number")["len"].to_list()
    assert counted == matches["answers"].to_list()
    page = (folder / "report.html").read_text()
    assert "http" not in page.replace("http://www.w3.org/", "").replace("https://www.w3.org/", "").replace(
        "http://purl.org/", ""
    ).replace("http://creativecommons.org/", "").replace("https://matplotlib.org/", "")
    for told in ("How long should it think?", "muster lab run duels.toml", "search:{tries}", "<svg", "Elo"):
        assert told in page
    assert muster("lab", "report", file).out == done.out
    for number in (0, 7, 19):
        assert muster("lab", "journal", file, number).status == 0
        journal = read_journal((folder / f"match-{number}.journal").read_text())
        row = matches.row(number, named=True)
        assert list(journal.header.seats) == row["seats"]
        answers = [entry for entry in journal.entries if entry.seat >= 0]
        assert len(answers) == row["answers"]
        assert muster("replay", folder / f"match-{number}.journal", "--verify").status == 0
    assert muster("lab", "journal", file, 20).has_one_sentence("there is no match 20")


def test_a_match_with_changed_cards_comes_back_with_its_pack(muster: CommandLine, tmp_path: Path) -> None:
    file = written(tmp_path, COST + "values = [1, 5]\n", "cost.toml")
    done = muster("lab", "journal", file, 1)
    assert done.status == 0
    replay = done.out.splitlines()[1].split()[1:]
    assert replay[2] == "--pack"
    assert muster(*replay, "--verify").status == 0
    assert muster(*replay[:2], "--verify").has_one_sentence("figures-", "--pack")


def test_the_report_is_the_same_as_text_and_as_a_page(tmp_path: Path) -> None:
    run = played(read_experiment(written(tmp_path)))
    report = report_of(run, ["muster lab run duels.toml"])
    text, page = as_text(report), as_page(report)
    body = ElementTree.fromstring(page[page.index("<body>") : page.index("</html>")])
    cells = ["".join(cell.itertext()) for cell in body.iter() if cell.tag in ("td", "th")]
    assert len(cells) > 50
    for cell in cells:
        assert cell in text
    assert as_page(report) == page


def test_time_budgets_keep_their_journals() -> None:
    run = played(Experiment(game=(Setting(GAME),), seats=(("search:0.001s", "random"),), matches=1, swap=False))
    (row,) = run.rows
    assert len(read_journal(row.journal).entries) >= row.answers


def test_frames_of_an_experiment_that_kept_no_decisions() -> None:
    run = played(Experiment(game=(Setting(GAME),), seats=(("random", "random"),), matches=2))
    assert [part.height for part in matches_frames(run)] == [2]
    assert [part.height for part in decisions_frames(run)] == [0]


# Stopped, and gone on with


def begin(file: Path) -> subprocess.Popen[str]:
    asked = command("lab", "run", str(file), "--workers", "2")
    return subprocess.Popen(asked, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True)


@pytest.mark.parametrize("sign", [signal.SIGKILL, pytest.param(signal.SIGINT, marks=pytest.mark.slow)])
def test_killed_and_resumed_it_equals_one_run_through(
    muster: CommandLine, tmp_path: Path, sign: signal.Signals
) -> None:
    text = """\
matches = 20
bots = ["random", "greedy"]
[[game]]
name = "tiny_epic_mechs"
[[vary]]
name = "cost"
card = "weapon.warhammer"
field = "credits"
values = [1, 5]
"""
    whole, parts = written(tmp_path, text, "whole.toml"), written(tmp_path, text, "parts.toml")
    kept = tmp_path / "parts.results" / "matches.jsonl"
    for least in (3, 12):
        run = begin(parts)
        ends = time.monotonic() + 60
        while time.monotonic() < ends and not (kept.exists() and kept.read_bytes().count(b"\n") > least):
            time.sleep(0.02)
        os.killpg(run.pid, sign)
        _, said = run.communicate(timeout=60)
        assert run.returncode != 0
        if sign == signal.SIGINT:
            assert said.startswith("muster lab: interrupted after ")
        assert least < kept.read_bytes().count(b"\n") < 40
    for file in (whole, parts):
        assert muster("lab", "run", file, "--workers", "2").status == 0
    assert results(tmp_path / "whole.results").equals(results(tmp_path / "parts.results"))
    lines = [json.loads(line) for line in kept.read_text().splitlines()[1:]]
    assert sorted(line["number"] for line in lines) == list(range(40))


def test_other_conditions_are_refused(muster: CommandLine, tmp_path: Path) -> None:
    file = written(tmp_path)
    assert muster("lab", "run", file, "--workers", "1").status == 0
    written(tmp_path, "seed = 2\n" + DUELS)
    assert muster("lab", "run", file).has_one_sentence("matches.jsonl", "seed 1, not 2")


def test_a_name_that_means_another_figure_is_refused(muster: CommandLine, tmp_path: Path) -> None:
    text = COST + "values = [1]\n"
    file = written(tmp_path, text)
    assert muster("lab", "run", file, "--workers", "1").status == 0
    written(tmp_path, text.replace("warhammer", "longshot"))
    assert muster("lab", "run", file).has_one_sentence("matches.jsonl", "weapon.warhammer.credits", "weapon.longshot")


def test_values_with_dice_of_their_own_are_other_matches(muster: CommandLine, tmp_path: Path) -> None:
    text = COST + "values = [1]\n"
    file = written(tmp_path, text)
    assert muster("lab", "run", file, "--workers", "1").status == 0
    written(tmp_path, text + "same_dice = false\n")
    assert muster("lab", "run", file).has_one_sentence("matches.jsonl", "own_dice ()")


def test_one_program_plays_and_others_read(muster: CommandLine, tmp_path: Path) -> None:
    file = written(tmp_path, COST + "values = [1]\n")
    assert muster("lab", "run", file, "--workers", "1").status == 0
    experiment, path = read_experiment(file), tmp_path / "duels.results" / "matches.jsonl"
    with path.open("ab") as rest:
        rest.write(b'{"number": 7')  # the other one is just writing a line
    whole = path.read_bytes()
    with Kept(path, heading_of(experiment), writing=False):
        assert muster("lab", "report", file).status == 0
        assert muster("lab", "journal", file, 1).status == 0
        assert path.read_bytes() == whole
    with Kept(path, heading_of(experiment)):
        assert muster("lab", "run", file).has_one_sentence("matches.jsonl: another program is playing these matches")
    assert muster("lab", "run", file, "--workers", "1").status == 0


def test_without_room_nothing_half_is_left(muster: CommandLine, tmp_path: Path) -> None:
    file = written(tmp_path, COST.replace("matches = 2", "matches = 30") + "values = [1]\n")
    folder, limits = tmp_path / "duels.results", resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (2000, limits[1]))
    try:
        full = muster("lab", "run", file, "--workers", "1")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert full.has_one_sentence("matches.jsonl: ", "what was played before is kept")
    kept = (folder / "matches.jsonl").read_bytes()
    assert 1000 < len(kept) <= 2000
    assert kept.endswith(b"}\n")
    assert muster("lab", "run", file, "--workers", "1").status == 0
    page, matches = ((folder / name).read_bytes() for name in ("report.html", "matches.parquet"))
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, limits[1]))
    try:
        full = muster("lab", "report", file)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert full.has_one_sentence("matches.parquet cannot be written")
    assert (page, matches) == tuple((folder / name).read_bytes() for name in ("report.html", "matches.parquet"))


def test_the_outcome_as_data(muster: CommandLine, tmp_path: Path) -> None:
    file = written(tmp_path, COST + "values = [1, 5]\n", "cost.toml")
    found = json.loads(muster("lab", "run", file, "--workers", "1", "--json").out)
    assert (found["matches"], found["complete"], found["broken"]) == (4, True, 0)
    assert [(arm["values"], arm["matches"]) for arm in found["arms"]] == [({"cost": 1}, 2), ({"cost": 5}, 2)]
    assert found["bots"]["random"]["seats"] == 8
    assert json.loads(muster("lab", "report", file, "--json").out) == found
    journal = json.loads(muster("lab", "journal", file, 3, "--json").out)
    assert muster(*journal["replay"][1:], "--verify").status == 0


def test_what_a_game_does_not_tell_is_known_from_its_set_up() -> None:
    teams = ["rebs_cell", "plague_horde"]
    setting = Setting("deadzone", {"teams": teams})
    run = played(Experiment(game=(setting,), seats=(("random", "random"),), matches=2, cards=True))
    for row in run.rows:
        assert row.cards is not None
        assert [row.cards.sides[place] for place in range(2)] == [f"team.{team}" for team in moved(teams, row.forces)]
        assert row.cards.rounds >= 1
    assert "## Sides of deadzone" in as_text(report_of(run))


# Sweeps


def test_values_of_a_sweep() -> None:
    assert values_of("2..4") == (2, 3, 4)
    assert values_of("0.5, 1") == (0.5, 1)
    assert values_of("claim, quarry") == ("claim", "quarry")
    with pytest.raises(GameError, match="no range"):
        values_of("4..2")


@pytest.mark.parametrize(
    ("what", "sentence"), [("armour", "WHAT=VALUES"), ("hats=1,2", "'hats' is neither"), ("weapon.x.y=1", "no card")]
)
def test_a_sweep_over_nothing(what: str, sentence: str) -> None:
    with pytest.raises(GameError, match=sentence):
        Run(sweep_of(Job(GAME, ("random", "random"), 1), what, 2))


def test_the_sweep_draws_its_curve(muster: CommandLine, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    asked = ("sweep", GAME, "weapon.warhammer.credits=1..3", "--games", "2", "--workers", "1")
    done = muster(*asked, "--html", page)
    assert (done.status, done.err) == (0, "")
    assert "What weapon.warhammer credits changes" in done.out
    assert done.out.count("|█") + done.out.count("|▓") + done.out.count("|░") + done.out.count("|  ") >= 3
    assert "<svg" in page.read_text()
    found = json.loads(muster(*asked, "--json").out)
    assert [(point["values"], point["matches"]) for point in found] == [({"credits": n}, 2) for n in (1, 2, 3)]
