"""Matches for the coach: played by bots at random, or answer by answer with dice that are told."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from muster.coach.past import Past, entries_of
from muster.kernel.dice import ScriptedDice, SeededDice
from muster.kernel.match import Match
from muster.kernel.sessions import journal_text, new_match
from muster.library import load_game


def begun(game: str, seed: int = 1, **options: Any) -> Match[Any]:
    loaded = load_game(game)
    return new_match(loaded, loaded.setup.prepare(options), SeededDice(seed))


def go_on(match: Match[Any], seed: int, decisions: int) -> Match[Any]:
    """Answer at random, so many times."""
    rng = random.Random(seed)
    while match.pending and decisions:
        seat = min(match.pending)
        match.play(seat, rng.choice(match.pending[seat].space.options()))
        decisions -= 1
    return match


def in_the_middle(game: str, decisions: int, seed: int = 1, **options: Any) -> Match[Any]:
    """A match after so many random answers, where there is a choice to make."""
    match = go_on(begun(game, seed, **options), seed, decisions)
    while any(len(ask.space.options()) == 1 for ask in match.pending.values()):
        go_on(match, seed, 1)
    return match


def played_out(game: str, seed: int = 1, **options: Any) -> Past:
    """A match of random answers from beginning to end."""
    match = go_on(begun(game, seed, **options), seed, -1)
    return Past(game, dict(match.game.setup.prepare(options).options), entries_of(match))


def pig(answers: str, faces: Sequence[int], goal: int = 50) -> Match[Any]:
    """A match of pig with these answers, r to roll and h to hold, whoever is asked, and these dice."""
    game = load_game("pig")
    match = new_match(game, game.setup.prepare({"goal": goal}), ScriptedDice(faces))
    for letter in answers:
        match.answer(min(match.pending), {"r": "roll", "h": "hold"}[letter])
    return match


def past_of_pig(match: Match[Any]) -> Past:
    return Past("pig", {"players": 2, "goal": match.state.goal}, entries_of(match))


def journal_of(match: Match[Any], who: Sequence[str] = ("human", "greedy"), **options: Any) -> str:
    return journal_text(match.game.setup.prepare(options), match, who)
