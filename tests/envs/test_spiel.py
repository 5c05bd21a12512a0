"""OpenSpiel's own tests of a game, over Tiny Epic Mechs. They run where OpenSpiel is installed."""

from __future__ import annotations

import random

import pytest

pyspiel = pytest.importorskip("pyspiel", reason="needs OpenSpiel: pip install open_spiel")


def test_openspiels_generic_tests() -> None:
    from muster.envs import spiel

    game = pyspiel.load_game(spiel.NAME)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


def test_a_clone_goes_its_own_way() -> None:
    from muster.envs import spiel

    state = pyspiel.load_game(spiel.NAME).new_initial_state()
    rng = random.Random(1)
    for _ in range(40):
        chances = state.chance_outcomes() if state.is_chance_node() else []
        state.apply_action(rng.choice([face for face, _ in chances] or state.legal_actions()))
    twin = state.clone()
    before = str(state)
    assert str(twin) == before
    twin.apply_action(twin.legal_actions()[0] if not twin.is_chance_node() else 0)
    assert str(twin) != before == str(state)
    assert len(state.observation_tensor(0)) == 2048
