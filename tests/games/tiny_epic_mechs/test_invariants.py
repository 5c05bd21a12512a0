"""Matches that are watched (`invariants.py`), and that the watcher does notice."""

from __future__ import annotations

import copy
import random

import pytest

from games.every_game import decisions
from games.tiny_epic_mechs.invariants import Watcher
from games.watched import watch
from muster.kernel.dice import SeededDice
from muster.kernel.requests import Event
from muster.kernel.sessions import new_match
from muster.library import load_game


@pytest.mark.parametrize(("bot", "seed"), [*(("random", seed) for seed in range(24)), *(("greedy", 1), ("greedy", 2))])
def test_nothing_is_out_of_order(bot: str, seed: int) -> None:
    assert watch("tiny_epic_mechs", bot, seed) == ""


TWICE = {
    *("moved", "wall", "collected", "bought", "mine_laid", "turret_deployed", "mine_exploded", "turret_fired"),
    *("combat_started", "attack", "power_attack", "damage", "knocked_out", "withdrew", "respawned", "upgraded"),
    *("restored", "paid", "scored", "mech_taken", "first_mine", "base_placed", "drained"),
}
"""What cannot happen twice in a row."""
LATER = {"wall", "attack", "power_attack", "combat_started"}
"""What is missed only by what comes after it."""


def noticed(seed: int, players: int) -> tuple[set[str], set[str]]:
    """The kinds of events that a match told, and those of them that the watcher missed when it heard them twice or
    not at all.
    """
    game = load_game("tiny_epic_mechs")
    match = new_match(game, game.setup.prepare({"players": players}), SeededDice(seed))
    watcher, heard = Watcher(match), 0
    met: set[str] = set()
    for _ in decisions(match, random.Random(seed)):
        events = match.table.events[heard:]
        heard = len(match.table.events)
        first = bool(watcher.before)
        for place, event in enumerate(events if not first else ()):
            if event.key in TWICE and event.key not in met and changes(event):
                met.add(event.key)
                twice, never = [*events[: place + 1], *events[place:]], [*events[:place], *events[place + 1 :]]
                assert copy_of(watcher).breaches(twice), f"{event!r} told twice"
                assert event.key in LATER or copy_of(watcher).breaches(never), f"{event!r} not told"
        assert watcher.breaches(events) == []
    return met, TWICE - met


def changes(event: Event) -> bool:
    """Whether an event did anything: nothing collected twice is still nothing."""
    figures = [event.params[name] for name in ("energy", "credits", "damage") if name in event.params]
    return not figures or any(figures)


def copy_of(watcher: Watcher) -> Watcher:
    """The same watcher once more: the same match, and what it knows now."""
    twin = copy.copy(watcher)
    for name, value in vars(watcher).items():
        if name != "match":
            setattr(twin, name, copy.deepcopy(value))
    return twin


def test_what_is_told_twice_or_not_at_all_is_noticed() -> None:
    missing = set(TWICE)
    for seed, players in enumerate((1, 2, 3, 4) * 3):
        missing &= noticed(seed, players)[1]
    assert not missing
