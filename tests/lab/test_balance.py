"""Balance reports: they count what was offered and what was taken."""

from __future__ import annotations

import argparse

import pytest

from muster.lab import balance
from muster.lab.simulate import Job
from muster.library import game_names


def test_nothing_is_taken_more_often_than_it_was_offered() -> None:
    counts = balance.count(Job("tiny_epic_mechs", ("random", "random"), 3), 20, 1)
    assert counts.games == 20
    assert sum(counts.wins.values()) == pytest.approx(20)
    assert counts.taken
    for name, taken in counts.taken.items():
        assert taken <= counts.offered[name] <= 20


def test_basic_weapons_are_on_offer_in_every_match() -> None:
    counts = balance.count(Job("tiny_epic_mechs", ("random", "random"), 3), 10, 1)
    assert counts.offered["weapon.energy_sword"] == 10


def test_the_balance_command_prints_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    parser = argparse.ArgumentParser()
    balance.add_arguments(parser)
    assert balance.run(parser.parse_args(["tiny_epic_mechs", "--games", "4", "--workers", "1"])) == 0
    printed = capsys.readouterr().out
    assert printed.startswith("4 matches of tiny_epic_mechs")
    assert "| weapon.energy_sword | house | 4 |" in printed


@pytest.mark.parametrize("game", game_names())
def test_every_game_has_a_balance_report(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    parser = argparse.ArgumentParser()
    balance.add_arguments(parser)
    assert balance.run(parser.parse_args([game, "--games", "1", "--workers", "1"])) == 0
    printed = capsys.readouterr().out
    assert printed.startswith(f"1 match of {game}")
    assert "- the start player wins " in printed


def test_the_report_of_obsidian_protocol_is_about_squads_and_tasks() -> None:
    counts = balance.count(Job("obsidian_protocol", ("random", "random"), 3), 2, 1)
    assert counts.played == {"squad.rdl_600_line": 2, "squad.un_600_line": 2}
    assert sum(counts.won.values()) == pytest.approx(2)
    assert counts.rounds == {5: 2}
    assert sum(taken for name, taken in counts.taken.items() if name.startswith("secondary.")) == 4
    assert counts.offered["secondary.mercy"] == 2
