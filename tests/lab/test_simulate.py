"""Simulations are reproducible from their seed, whatever the number of workers, and hide no failure."""

from __future__ import annotations

import argparse
import json
import re
from importlib.util import find_spec
from pathlib import Path

import pytest

from breaking import SENTENCE, break_the_first_turn
from muster.kernel.errors import GameError
from muster.kernel.journal import read_journal
from muster.lab import simulate as lab
from muster.lab.simulate import Job, chunks, play_chunk, simulate

RANDOM = Job("tiny_epic_mechs", ("random", "random"), 5)


def test_the_same_seed_gives_the_same_matches_for_any_number_of_workers() -> None:
    assert simulate(RANDOM, 40, 1) == simulate(RANDOM, 40, 2) == simulate(RANDOM, 40, 3)


def test_another_seed_gives_other_matches() -> None:
    assert simulate(RANDOM, 20, 1) != simulate(Job("tiny_epic_mechs", ("random", "random"), 6), 20, 1)


def test_every_match_is_counted_once() -> None:
    tally = simulate(RANDOM, 33, 2)
    assert (tally.games, tally.errors) == (33, 0)
    assert sum(tally.wins) + tally.shared == 33


@pytest.mark.parametrize(("games", "workers"), [(1, 8), (33, 2), (100, 3), (1000, 4)])
def test_chunks_cover_every_number_once(games: int, workers: int) -> None:
    numbers = [number for first, last in chunks(games, workers) for number in range(first, last)]
    assert numbers == list(range(games))


def test_chunks_get_smaller_so_that_no_worker_waits_long_for_another() -> None:
    sizes = [last - first for first, last in chunks(1000, 2)]
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[0] == 62
    assert sizes[-16:] == [1] * 16


def test_a_solo_game_is_simulated_with_one_bot() -> None:
    tally = play_chunk(Job("tiny_epic_mechs", ("random",), 1), 0, 5)
    assert (tally.games, tally.errors, len(tally.wins)) == (5, 0, 3)


def test_a_match_that_raises_is_counted_and_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("the table fell over")

    monkeypatch.setattr(lab, "play_out", broken)
    tally = play_chunk(RANDOM, 0, 3)
    assert (tally.games, tally.errors) == (3, 3)
    assert all("the table fell over" in failure.sentence for failure in tally.failures)


def test_the_journal_of_a_match_that_broke_is_kept(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    break_the_first_turn(monkeypatch)
    parser = argparse.ArgumentParser()
    lab.add_arguments(parser)
    assert lab.run(parser.parse_args(["tiny_epic_mechs", "--games", "2", "--workers", "1"])) == 1
    said = capsys.readouterr().out
    kept = sorted((tmp_path / "muster" / "failures").iterdir())
    assert len(kept) == 2
    for path in kept:
        assert str(path) in said
        last = len(read_journal(path.read_text()).entries)
        assert re.search(rf"the rules broke at entry {last} \([AB] \w+-[nesw]\): {re.escape(SENTENCE)}", said)


@pytest.mark.parametrize(
    ("job", "sentence"),
    [
        (Job("chess", ("random", "random"), 1), "there is no game 'chess'"),
        (Job("tiny_epic_mechs", ("random", "clever"), 1), "there is no bot 'clever'"),
        (Job("tiny_epic_mechs", ("random",) * 5, 1), "players"),
    ],
)
def test_what_does_not_fit_is_said_before_anything_is_played(job: Job, sentence: str) -> None:
    with pytest.raises(GameError, match=sentence):
        simulate(job, 10, 1)


def test_the_command_prints_figures_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    parser = argparse.ArgumentParser()
    lab.add_arguments(parser)
    assert lab.run(parser.parse_args(["tiny_epic_mechs", "--games", "6", "--workers", "1", "--json"])) == 0
    figures = json.loads(capsys.readouterr().out)
    assert {"games", "decisions", "decisions_per_s", "errors", "wins", "seed"} <= figures.keys()
    assert (figures["games"], figures["errors"]) == (6, 0)


@pytest.mark.skipif(find_spec("ray") is not None, reason="ray is installed here")
def test_a_cluster_without_ray_says_what_to_install() -> None:
    with pytest.raises(GameError, match="pip install"):
        simulate(RANDOM, 2, 1, "ray")


@pytest.mark.skipif(find_spec("ray") is None, reason="needs the extra: pip install 'muster[ray]'")
def test_a_ray_cluster_plays_the_same_matches() -> None:
    assert simulate(RANDOM, 20, 2, "ray") == simulate(RANDOM, 20, 1)
