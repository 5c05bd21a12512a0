"""Tuning: figures are searched within their bounds, trials are kept, and the best is judged on fresh dice."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest

from muster.kernel.errors import GameError
from muster.lab.tuning import Miss, first_values, loss_of, read_tuning, today
from terminal.piped import CommandLine

TEXT = """\
game = "tiny_epic_mechs"
seats = ["random", "random"]
trials = 4
matches = 4
check = 6

[aims]
seats = [0.45, 0.55]
purchases = [0.02, 0.25]
answers = [60, 70]

[[figure]]
card = "weapon.warhammer"
field = "credits"
low = 1
high = 6
"""


@pytest.fixture
def muster(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> CommandLine:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return CommandLine(monkeypatch, capsys)


def test_how_far_from_an_aim() -> None:
    inside, below, above = (Miss("x", found, 10, 0.45, 0.55) for found in (0.5, 0.35, 0.65))
    assert inside.beyond == 0
    assert below.beyond == pytest.approx(1)
    assert loss_of([inside, below, above]) == 0, "of ten matches so much may be chance"
    many = [Miss("x", found, 10_000, 0.45, 0.55) for found in (0.5, 0.35, 0.65)]
    assert loss_of(many) == pytest.approx(2 * 0.95**2, abs=0.01)
    assert loss_of([Miss("rounds", 12, 10, 6, 10, is_share=False)]) == 0.25


def test_it_begins_with_todays_figures_keeps_its_trials_and_writes_a_pack(muster: CommandLine, tmp_path: Path) -> None:
    file = tmp_path / "weapons.toml"
    file.write_text(TEXT)
    asked = ("balance", "tiny_epic_mechs", "--tune", file, "--workers", "1")
    done = muster(*asked)
    assert done.status == 0
    trials = [json.loads(line) for line in (tmp_path / "weapons.trials.jsonl").read_text().splitlines()]
    assert len(trials) == 4
    tuning = read_tuning(file, "tiny_epic_mechs")
    assert trials[0]["values"] == first_values(tuning)
    assert f"| weapon.warhammer.credits | 1 to 6 | {today(tuning)['weapon.warhammer.credits'][0]} | " in done.out
    best = min(trials, key=lambda trial: trial["loss"])["values"]["weapon.warhammer.credits"]
    pack = tomllib.loads((tmp_path / "weapons.pack.toml").read_text())
    assert pack["weapon"] == [{"id": "warhammer", "source": "house", "credits": best}]
    assert "aims hold with the best figures" in done.out
    matches = (tmp_path / "weapons.matches.jsonl").read_text()
    again = muster(*asked)
    assert (again.status, again.err, again.out) == (0, done.err, done.out)
    assert (tmp_path / "weapons.matches.jsonl").read_text() == matches, "nothing was played again"
    told = json.loads(muster(*asked, "--json").out)
    assert told["figures"]["weapon.warhammer.credits"]["best"] == best
    assert told["aims"]["first seat"]["bounds"] == [0.45, 0.55]


def test_other_aims_judge_the_same_matches_anew(muster: CommandLine, tmp_path: Path) -> None:
    file = tmp_path / "weapons.toml"
    asked = ("balance", "tiny_epic_mechs", "--tune", file, "--workers", "1")
    file.write_text(TEXT)
    first = muster(*asked)
    file.write_text(TEXT.replace("answers = [60, 70]", "answers = [500, 600]"))
    other = muster(*asked)
    assert (first.status, other.status) == (0, 0)
    assert "answers a match | 500 to 600" in other.out
    losses = [json.loads(line)["loss"] for line in (tmp_path / "weapons.trials.jsonl").read_text().splitlines()]
    assert min(losses) > 10


def test_how_sure_a_verdict_is() -> None:
    def verdict(found: float, tries: int) -> str:
        return Miss("x", found, tries, 0.45, 0.55).verdict

    assert (verdict(0.5, 10_000), verdict(0.5, 10)) == ("surely holds", "holds")
    assert (verdict(0.6, 10_000), verdict(0.6, 10)) == ("surely missed", "missed")
    assert Miss("rounds", 12, 10, 6, 10, is_share=False).verdict == "missed"


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (("low = 1", "low = 6"), "6 is not below 6"),
        (('card = "weapon.warhammer"', 'card = "weapon.spoon"'), "no card 'weapon.spoon'"),
        (("[aims]", "[aims]\nhats = [1, 2]"), "hats"),
        (('"tiny_epic_mechs"', '"deadzone"'), "this is about deadzone"),
        (('card = "weapon.warhammer"', "cards = []"), "either 'card' or 'cards'"),
        (("[[figure]]", '[[figure]]\ncards = ["weapon.longshot"]'), "either 'card' or 'cards'"),
        (("trials = 4", 'trials = 4\npairs = [["a", "b"]]'), "forces"),
        (("answers", "pairs"), "weapons.toml:10: pairs: say which forces meet"),
        (("answers", "rounds"), "rounds: nothing of that kind is counted"),
        (("answers", "sides"), "sides: nothing of that kind is counted"),
        (('["random", "random"]', '["random", "clever"]'), "weapons.toml:2: there is no bot 'clever'"),
        (("[0.45, 0.55]", "[0.45, inf]"), "weapons.toml:8: field aims.seats[1]: neither inf nor nan"),
        (("high = 6", "high = 600"), "weapons.toml:13: weapon 'warhammer': field credits: expected"),
    ],
)
def test_what_is_wrong_with_a_file(muster: CommandLine, tmp_path: Path, change: tuple[str, str], sentence: str) -> None:
    file = tmp_path / "weapons.toml"
    file.write_text(TEXT.replace(*change))
    refused = muster("balance", "tiny_epic_mechs", "--tune", file, "--workers", "1")
    assert refused.status == 1
    assert refused.has_one_sentence(sentence)


def test_a_figure_that_is_no_number(tmp_path: Path) -> None:
    file = tmp_path / "weapons.toml"
    file.write_text(TEXT.replace('field = "credits"', 'field = "level"'))
    with pytest.raises(GameError, match="only whole numbers"):
        today(read_tuning(file, "tiny_epic_mechs"))


def test_cards_that_are_to_have_the_same_figure(muster: CommandLine, tmp_path: Path) -> None:
    file = tmp_path / "weapons.toml"
    text = TEXT.replace('card = "weapon.warhammer"', 'cards = ["weapon.warhammer", "weapon.longshot"]')
    file.write_text(text.replace("answers", "taken").replace("60, 70", "2, 4"))
    done = muster("balance", "tiny_epic_mechs", "--tune", file, "--workers", "1")
    assert (done.status, "cards taken a match" in done.out) == (0, True)
    pack = tomllib.loads((tmp_path / "weapons.pack.toml").read_text())["weapon"]
    assert [card["id"] for card in pack] == ["warhammer", "longshot"]
    assert pack[0]["credits"] == pack[1]["credits"] <= 6
