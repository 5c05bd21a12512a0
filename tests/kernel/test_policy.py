"""A policy: chances by what is true of an answer, and the file that keeps its weights."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from muster.kernel.errors import GameError
from muster.kernel.policy import Policy, drawn, read_policy

NAMES = ("strong", "weak", "late")


def test_an_answer_is_as_likely_as_the_exponential_of_its_traits() -> None:
    chances = Policy([1.0, -1.0, 0.5]).chances([[0], [1], [0, 2], []])
    assert chances == pytest.approx([0.3173, 0.0429, 0.5231, 0.1167], abs=1e-4)
    assert sum(chances) == pytest.approx(1.0)
    assert chances[0] / chances[1] == pytest.approx(2.718281828**2)


def test_answers_are_drawn_as_often_as_they_are_likely() -> None:
    steps = Policy([1.0, -1.0, 0.5]).steps([[0], [1], [0, 2]])
    rng = random.Random(1)
    found = Counter(drawn(steps, rng) for _ in range(4000))
    shares = Policy([1.0, -1.0, 0.5]).chances([[0], [1], [0, 2]])
    for place, likely in enumerate(shares):
        assert found[place] / 4000 == pytest.approx(likely, abs=0.03)


def test_a_hopeless_answer_is_never_drawn() -> None:
    assert Policy([20.0, 0.0, 0.0]).steps([[0], [1]]) == [1.0, 1.0]


def test_weights_are_read_by_name_and_a_trait_without_one_counts_nothing() -> None:
    policy = read_policy("[weights]\nlate = 0.25\nstrong = 1", "policy.toml", NAMES)
    assert policy.weights == [1.0, 0.0, 0.25]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "policy.toml: no table of weights"),
        ("weights = 3", "policy.toml: no table of weights"),
        ("[weights]\nstrong = 'very'", "policy.toml: no table of weights"),
        ("[weights", "policy.toml: no table of weights"),
        ("[weights]\nmighty = 1", "policy.toml: there is no trait 'mighty'"),
    ],
)
def test_what_is_no_policy_is_said_in_one_sentence(text: str, says: str) -> None:
    with pytest.raises(GameError, match=says):
        read_policy(text, "policy.toml", NAMES)
