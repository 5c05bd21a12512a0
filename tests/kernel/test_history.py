"""Looking back: every viewer finds the table as it was when its log was shorter, and nothing that came later."""

from __future__ import annotations

import random
from itertools import islice
from typing import Any

import msgspec
from hypothesis import given

from games.every_game import Setup, decisions, every_setup, examples, seeds, seen
from muster.kernel.history import MOST_KEPT, SPACING, History
from muster.kernel.match import Match
from muster.kernel.requests import Seat

Moments = dict[Seat | None, dict[int, bytes]]


def note(moments: Moments, match: Match[Any], setup: Setup) -> None:
    """What each viewer sees when its log reaches its present length for the first time."""
    for viewer in setup.viewers():
        moments.setdefault(viewer, {}).setdefault(len(match.events(viewer)), seen(match, viewer))


def check(history: History[Any], match: Match[Any], moments: Moments, setup: Setup) -> None:
    for _ in history.follow(match):
        pass
    for viewer in setup.viewers():
        lengths = sorted(moments[viewer])
        for heard in (*lengths, *(length + 1 for length in lengths[:-1])):
            moment, told = history.moment(viewer, heard)
            assert told == next(length for length in lengths if length >= heard)
            assert view(history, moment, viewer) == moments[viewer][told]


def view(history: History[Any], moment: int, viewer: Seat | None) -> bytes:
    return msgspec.json.encode(history.look(moment, viewer).view)


@every_setup
@given(seeds)
@examples(2)
def test_every_viewer_finds_every_moment_as_it_was(setup: Setup, seed: int) -> None:
    match, moments = setup.match(seed), Moments()
    note(moments, match, setup)
    history = History(match, setup.viewers())
    steps = decisions(match, random.Random(seed))
    for number, _ in enumerate(islice(steps, 120)):
        note(moments, match, setup)
        if number == 60:
            check(history, match, moments, setup)
    note(moments, match, setup)
    check(history, match, moments, setup)


@every_setup
def test_an_undo_takes_its_moments_with_it(setup: Setup) -> None:
    match = setup.played(3, 30)
    history = History(match, setup.viewers())
    list(history.follow(match))
    for _ in decisions(match, random.Random(4)):
        if match.may_undo(match.record[-1].seat) is None:
            break
    list(history.follow(match))
    undone = match.record[-1].seat
    match.undo(undone)
    list(history.follow(match))
    for viewer in setup.viewers():
        moment, told = history.moment(viewer, 10_000)
        assert told == len(match.events(viewer))
        assert moment <= len(match.record)


def test_few_checkpoints_are_kept_of_a_long_match() -> None:
    setup = Setup("tiny_epic_mechs", (("players", 4),))
    match = setup.match(1)
    for _ in decisions(match, random.Random(1)):
        pass
    history = History(match, setup.viewers())
    list(history.follow(match))
    assert len(match.record) > SPACING * 4
    assert len(history._kept) <= MOST_KEPT
    assert history.moment(None, 10_000)[1] == len(match.events(None))
