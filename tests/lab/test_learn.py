"""Learning from self-play: the same from the same seed, a policy that foretells choices, a duel from both seats."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from muster.bots.chair import chair_at
from muster.bots.search import Budget, Search
from muster.bots.search.bot import mind_of
from muster.kernel.chances import UNFITTED
from muster.kernel.dice import SeededDice
from muster.kernel.errors import GameError
from muster.kernel.game import setup_of, thinking_of
from muster.kernel.match import Match
from muster.kernel.policy import Policy, read_policy
from muster.kernel.sessions import new_match
from muster.lab.duel import duel
from muster.lab.policy_fit import fit_policy
from muster.lab.self_play import Lesson, learned, self_play
from muster.library import load_game
from terminal.piped import CommandLine

MECHS = "tiny_epic_mechs"
GAME = load_game(MECHS)
TRAITS = thinking_of(GAME).traits
IGNORANT = learned(UNFITTED, None)


def taught(seed: int, matches: int) -> list[Lesson]:
    """Choices of somebody who likes trait 0 and dislikes trait 2, among four answers with two traits each."""
    rng = random.Random(seed)
    lessons = []
    for match in range(matches):
        for _ in range(10):
            traits = [sorted(rng.sample(range(6), 2)) for _ in range(4)]
            shares = Policy([1.5, 0.0, -1.5, 0.0, 0.0, 0.0]).chances(traits)
            chosen = rng.choices(range(4), shares, k=40)
            lessons.append(Lesson(match, traits, [chosen.count(place) for place in range(4)]))
    return lessons


def test_a_policy_finds_out_what_somebody_likes() -> None:
    policy, surprise, ignorance = fit_policy(taught(1, 30), 6)
    liked, *others = policy.weights
    indifferent = sum(others[place] for place in (0, 2, 3, 4)) / 4
    assert liked - indifferent > 1.5
    assert others[1] - indifferent == pytest.approx(indifferent - liked, rel=0.3)
    assert all(abs(others[place] - indifferent) < 0.5 * (liked - indifferent) for place in (0, 2, 3, 4))
    assert ignorance == pytest.approx(1.386, abs=0.001)
    assert surprise < ignorance - 0.2


def test_what_was_never_seen_counts_nothing() -> None:
    assert fit_policy(taught(1, 10), 9)[0].weights[6:] == [0.0, 0.0, 0.0]


def test_nothing_is_learned_from_searches_that_chose_nothing() -> None:
    with pytest.raises(GameError, match="let the search try more"):
        fit_policy([Lesson(1, [[0], [1]], [0, 0])], 2)


def test_the_same_seed_gives_the_same_lessons_and_positions() -> None:
    first = self_play(MECHS, 2, 1, 0.05, IGNORANT, [4])
    assert first == self_play(MECHS, 2, 1, 0.05, IGNORANT, [4])
    lessons, positions = first
    assert len(positions) == 6  # as each round begins
    assert len(lessons) > 40
    assert all(len(lesson.traits) == len(lesson.chosen) for lesson in lessons)
    assert {sum(position.shares) for position in positions} == {1.0}


def test_a_duel_is_played_from_both_seats_and_counts_its_time() -> None:
    found = duel(MECHS, (IGNORANT, IGNORANT), (1, 1), [3])
    assert found.matches == 2
    assert 0 <= found.won <= 2
    assert min(found.decisions) > 40
    assert min(found.seconds) > 0
    assert found.pace(0) > 0


# In the search


def planning(seed: int) -> Match[object]:
    """A match after a round played at random, as everybody begins to plan the next."""
    match = new_match(GAME, setup_of(GAME).prepare({}), SeededDice(seed))
    rng = random.Random(seed)
    while len(match.pending) < 2 or thinking_of(GAME).round(match.state) < 2:
        seat = min(match.pending)
        match.play(seat, rng.choice(match.pending[seat].space.options()))
    return match


def with_policy(match: Match[object], weights: list[float], tries: int) -> Search[object]:
    search = Search(chair_at(match, 0), UNFITTED, random.Random(1), policy=Policy(weights))
    search.think(Budget(iterations=tries))
    return search


def weighed(name: str, weight: float) -> list[float]:
    assert TRAITS is not None
    return [weight if name in trait else 0.0 for trait in TRAITS.names]


def test_the_search_tries_first_what_its_policy_likes() -> None:
    """A policy that would only ever collect: among the ten answers that are looked at more closely are all of those."""
    answers = with_policy(planning(2), weighed(".collect", 5.0), 28 + 18).root.answers
    assert len(answers) == 28
    liked = [node.visits for key, node in answers.items() if key.startswith("collect")]
    others = [node.visits for key, node in answers.items() if not key.startswith("collect")]
    assert min(liked) > 1
    assert sum(visits > 1 for visits in others) <= 6


def test_a_search_with_a_policy_is_repeatable_and_blind() -> None:
    """The other player has planned already; whatever they planned, everything is tried as often."""
    match = planning(3)
    for _ in range(4):
        match.play(1, match.pending[1].space.options()[0])
    found = []
    for other in (match, match, *(match.reimagined(0, random.Random(redrawing)) for redrawing in range(3))):
        answers = with_policy(other, weighed(".mine", 1.0), 60).root.answers
        found.append({key: node.visits for key, node in answers.items()})
    assert all(visits == found[0] for visits in found)


# The command


@pytest.fixture
def muster(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> CommandLine:
    return CommandLine(monkeypatch, capsys)


@pytest.mark.slow
def test_one_command_learns_keeps_and_measures(muster: CommandLine, tmp_path: Path) -> None:
    kept, values = tmp_path / "policy.toml", tmp_path / "chances.toml"
    asked = ("learn", MECHS, "--rounds", "1", "--games", "5", "--iterations", "40", "--workers", "1")
    done = muster(*asked, "--write", kept, "--values", "--write-values", values, "--duel", "1")
    assert done.status == 0
    assert "of 5 matches" in done.out
    assert "of 2 matches" in done.out
    assert TRAITS is not None
    assert any(read_policy(kept.read_text("utf-8"), kept.name, TRAITS.names).weights)


def test_the_policy_that_comes_with_the_game_is_the_one_that_bots_use() -> None:
    """It knows every kind of card, and likes some better than others."""
    policy = mind_of(MECHS).policy
    assert policy is not None
    match = planning(2)
    ask = match.pending[0]
    assert TRAITS is not None
    traits = TRAITS.of(match.state, ask, ask.space.options())
    assert traits is not None
    chances = policy.chances(traits)
    assert max(chances) > 3 / len(chances)
    assert sum(weight != 0 for weight in policy.weights) > len(policy.weights) / 2
