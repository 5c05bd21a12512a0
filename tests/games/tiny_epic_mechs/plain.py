"""A table for tests with plain figures (`plain_figures.toml`), and a few words to play at it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from games.content import content_of
from muster.kernel.dice import ScriptedDice
from muster.kernel.match import Match
from muster.library import load_game

GAME: Any = load_game("tiny_epic_mechs", [Path(__file__).with_name("plain_figures.toml")])
CONTENT: Any = content_of(GAME)
A, B, C = range(3)
ARMORED = {"zone": "b3", "status": "armor"}


def play(position: dict[str, Any], *answers: str, dice: Sequence[int] = ()) -> Match[Any]:
    """A match from this position, with these answers given by whoever is asked."""
    match = Match(GAME, GAME.testing.position(position), ScriptedDice(dice))
    for answer in answers:
        match.answer(min(match.pending), answer)
    return match


def combat(
    one: dict[str, Any], other: dict[str, Any], *answers: str, dice: Sequence[int] = (), **more: Any
) -> Match[Any]:
    """A combat that A has started with B (with C in a solo game), both in armor unless they say otherwise."""
    defender = "C" if more.get("solo") else "B"
    position = {
        "confirm_turns": True,
        "mech": None if "mech" in (one.get("status"), other.get("status")) else "b2",
        **more,
        "player": {"A": {**ARMORED, **one}, defender: {**ARMORED, **other}},
        "combat": {"attacker": "A", "defender": defender, **more.get("combat", {})},
    }
    return play(position, *answers, dice=dice)


def offered(match: Match[Any]) -> list[str]:
    """What the one who is asked may answer."""
    return [option.key for option in match.pending[min(match.pending)].space.options()]


def prompt(match: Match[Any]) -> tuple[int, str]:
    """Who is asked, and what."""
    seat = min(match.pending)
    return seat, match.pending[seat].prompt.key


def told(match: Match[Any]) -> list[str]:
    """The keys of all events so far."""
    return [event.key for event in match.table.events]


def weapons(match: Match[Any], mask: int) -> list[str]:
    return [weapon.id for weapon in match.state.content.in_mask(mask)]
