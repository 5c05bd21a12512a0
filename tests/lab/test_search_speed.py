"""The benchmark of searches: it thinks as a bot does, and its stopwatch changes nothing but the time."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Any

import pytest

from muster.bots.search import Search
from muster.bots.search.tree import Node
from muster.kernel.errors import GameError
from muster.lab import search_speed
from muster.lab.search_speed import Position, positions, think
from muster.lab.stopwatch import (
    EVALUATION,
    FORK,
    LISTING,
    PHASES,
    PLAYING,
    REPLAY,
    REST,
    Stopwatch,
    watched,
    watched_fork,
)
from muster.library import load_game, own_names
from terminal.piped import CommandLine


def one_position(game: str) -> Position[Any]:
    """A decision in the middle of a match."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(search_speed, "SEEDS", (2,))
        patch.setattr(search_speed, "PLACES", (0.5,))
        (found,) = positions(load_game(game))
        return found


def tree(node: Node) -> object:
    """A tree as plain data."""
    known = {key: tree(below) for key, below in {**node.answers, **node.heard}.items()}
    return node.visits, node.seen, round(node.total, 9), known


def grown(search: Search[Any]) -> list[object]:
    return [tree(root) for root in search.roots]


def test_positions_are_decisions_and_always_the_same() -> None:
    found, again = one_position("tiny_epic_mechs"), one_position("tiny_epic_mechs")
    chair = found.chair(load_game("tiny_epic_mechs"))
    assert not chair.small
    assert len(chair.options) > 1
    assert [entry.key for entry in found.known] == [entry.key for entry in again.known]


@pytest.mark.parametrize("name", own_names())
def test_the_stopwatch_changes_nothing_and_sees_everything(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search_speed, "ITERATIONS", 60)
    game, found, watch = load_game(name), one_position(name), Stopwatch()
    chair = found.chair(watched(game, watch))
    chair.fork = watched_fork(chair.fork, watch)
    began = time.perf_counter()
    watch.reset()
    slow = think(chair)
    spent = watch.spent()
    assert sum(spent.values()) <= time.perf_counter() - began
    assert all(spent[phase] > 0 for phase in PHASES)
    assert grown(slow) == grown(think(found.chair(game)))


def test_time_counts_for_the_innermost_phase(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr(time, "perf_counter", lambda: now)
    watch = Stopwatch()

    def passes(seconds: float) -> None:
        nonlocal now
        now += seconds

    def play() -> None:
        passes(1)
        watch.during(LISTING, passes)(10)
        passes(2)

    passes(100)
    watch.during(PLAYING, play)()
    watch.during(FORK, passes)(1000)
    with pytest.raises(ZeroDivisionError):
        watch.during(EVALUATION, lambda: 1 / 0)()
    passes(100)
    assert watch.spent() == {FORK: 1000, REPLAY: 0, LISTING: 10, PLAYING: 3, EVALUATION: 0, REST: 200}


def test_the_figures_for_people(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(search_speed, "SEEDS", (1,))
    done = CommandLine(monkeypatch, capsys)("bench", "search", "--on", "tiny_epic_mechs", "--seconds", "1")
    assert (done.status, done.err) == (0, "")
    assert "\ntiny_epic_mechs: 4 positions" in done.out
    assert all(f"\n  {phase} " in done.out for phase in PHASES)


def test_games_without_an_evaluation_are_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    game = replace(load_game("tag_raid"), thinking=None)
    monkeypatch.setattr(search_speed, "load_game", lambda name: game)
    found = search_speed.report(0.01, ["tag_raid"])
    assert found.missing == ["tag_raid has no evaluation: only the random bot plays it"]
    refused = CommandLine(monkeypatch, capsys)("bench", "search", "--on", "tag_raid", "--seconds", "1")
    assert refused.status == 1
    assert refused.has_one_sentence("tag_raid has no evaluation")


def test_a_game_without_choices_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search_speed, "SEEDS", ())
    with pytest.raises(GameError, match="nothing to think about"):
        positions(load_game("tag_raid"))


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        (("search", "--on", "cow"), "there is no game 'cow'"),
        (("table", "--on", "cow"), "there is no game 'cow'"),
        (("deadzone", "--on", "tag_raid"), "--on belongs to 'search' and 'table'"),
        (("cow",), "'search' and 'table'"),
    ],
)
def test_wrong_usage(
    asked: tuple[str, ...],
    sentence: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    refused = CommandLine(monkeypatch, capsys)("bench", *asked)
    assert refused.status == 2
    assert refused.has_one_sentence(sentence)
