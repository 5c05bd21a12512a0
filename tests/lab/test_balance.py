"""Balance reports: they count what was offered and what was taken."""

from __future__ import annotations

import argparse

import pytest

from muster.lab import balance
from muster.lab.cards import Counts, counts_of
from muster.lab.experiments.keeping import Kept, heading_of
from muster.lab.experiments.running import Run
from muster.lab.simulate import Job
from muster.library import game_names


def count(game: str, games: int) -> Counts:
    run = Run(balance.balance_of(Job(game, ("random", "random"), 3), games))
    run.play(Kept(None, heading_of(run.experiment)), 1)
    return counts_of(run.rows)


def test_nothing_is_taken_more_often_than_it_was_offered() -> None:
    counts = count("tiny_epic_mechs", 20)
    assert counts.games == 20
    assert sum(counts.wins.values()) == pytest.approx(20)
    assert counts.taken
    assert sum(counts.purchases(name) for name in counts.taken) == pytest.approx(1)
    for name, taken in counts.taken.items():
        assert taken <= counts.offered[name] <= 20


def test_basic_weapons_are_on_offer_in_every_match() -> None:
    counts = count("tiny_epic_mechs", 10)
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
    counts = count("obsidian_protocol", 2)
    assert counts.played == {"squad.rdl_600_line": 2, "squad.un_600_line": 2}
    assert sum(counts.won.values()) == pytest.approx(2)
    assert counts.rounds == {5: 2}
    assert sum(taken for name, taken in counts.taken.items() if name.startswith("secondary.")) == 4
    assert counts.offered["secondary.mercy"] == 2


def test_a_find_of_tag_raid_counts_as_taken_when_anything_came_of_it() -> None:
    counts = count("tag_raid", 16)
    always = [f"tool.{name}" for name in ("teseum_vein", "rich_vein", "bezoar_shard", "stimulant")]
    assert sum(counts.offered[name] for name in always) > 0
    for name in always:
        assert counts.taken[name] == counts.offered[name]
    for name in ("tool.repair_kit", "tool.strongbox"):
        assert counts.taken[name] <= counts.offered[name]
