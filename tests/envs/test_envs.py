"""Environments: PettingZoo's own tests, and that nothing reaches an agent that its seat may not know."""

from __future__ import annotations

import random
import warnings
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test, seed_test

from muster import envs
from muster.envs.encoding import OPTION, SLOTS, VIEW, encode_key, encode_options, encode_view, offered
from muster.envs.table import TableEnv
from muster.kernel.errors import GameError
from muster.kernel.spaces import Option
from muster.library import own_names

GAMES = own_names()
every_game = pytest.mark.parametrize("game", GAMES)
GAME = "tiny_epic_mechs"


def acted(env: Any, rng: random.Random, steps: int) -> None:
    for _ in range(steps):
        if all(env.terminations.values()):
            return
        mask = env.observe(env.agent_selection)["action_mask"]
        env.step(int(rng.choice(np.flatnonzero(mask))))


@every_game
def test_the_interface(game: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(envs.aec(game, seed=7), num_cycles=60)


@every_game
def test_seeds(game: str) -> None:
    seed_test(lambda: envs.aec(game), num_cycles=20)


@every_game
def test_in_parallel(game: str) -> None:
    parallel_api_test(envs.parallel(game, seed=7), num_cycles=40)


@every_game
def test_an_observation_is_made_from_the_view_alone(game: str) -> None:
    """In a fork everything that the seat may not know is drawn again: it must look the same."""
    env = TableEnv(game, 3, None, {})
    env.reset()
    acted(env, random.Random(1), 40)
    match, agent = env.match, env.agent_selection
    assert match is not None
    seen = env.observe(agent)
    for seed in range(3):
        env.match = match.fork(int(agent[-1]), random.Random(seed))
        again = env.observe(agent)
        for name in ("observation", "options", "action_mask"):
            assert np.array_equal(seen[name], again[name])


def test_a_whole_match_ends_with_rewards_that_add_up_to_nothing() -> None:
    env = envs.aec(GAME, seed=5)
    env.reset(seed=5)
    rng, total = random.Random(2), dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        seen, reward, over, cut, info = env.last()
        total[agent] += reward
        assert seen["observation"].shape == (VIEW,)
        assert seen["options"].shape == (SLOTS, OPTION)
        if over or cut:
            assert info["points"] >= 0
            env.step(None)
        else:
            assert len(info["keys"]) == seen["action_mask"].sum()
            env.step(int(rng.choice(np.flatnonzero(seen["action_mask"]))))
    assert sorted(total.values()) in ([-1.0, 1.0], [0.0, 0.0])


def test_alone_against_robots_one_can_win_and_lose() -> None:
    env = TableEnv(GAME, 1, None, {"players": 1})
    env.reset()
    acted(env, random.Random(1), 1000)
    assert env.match is not None
    assert env.match.result is not None
    assert env.rewards == {"seat_0": 1.0 if env.match.result.winners == (0,) else -0.5}


def test_an_action_that_is_masked_out_ends_it() -> None:
    env = envs.aec(GAME, seed=5)
    env.reset()
    agent = env.agent_selection
    env.step(SLOTS - 1)
    assert env.terminations[agent]
    assert env.rewards[agent] == -1


@every_game
def test_rendering(game: str) -> None:
    env = envs.aec(game, seed=1, render_mode="ansi")
    env.reset()
    assert len(str(env.render()).splitlines()) > 3
    drawn = envs.aec(game, seed=1, render_mode="rgb_array")
    drawn.reset()
    picture: Any = drawn.render()
    assert picture.dtype == np.uint8
    assert picture.ndim == 3
    assert picture.shape[2] == 3
    assert picture.min() < 100
    with pytest.raises(GameError, match="no render mode 'human'"):
        envs.aec(game, render_mode="human")


def test_more_options_than_slots_are_thinned_out_evenly() -> None:
    options: list[Option[Any]] = [Option(f"at:{number}", number, "") for number in range(1000)]
    kept = offered(options)
    assert (len(kept), kept[0].value, kept[-1].value) == (SLOTS, 0, 999)
    assert len({option.key for option in kept}) == SLOTS
    _, mask = encode_options(kept)
    assert mask.all()


def test_options_of_open_spaces_are_told_apart() -> None:
    keys = ["move:779.4,400@225", "move:838.4,400@225", "move:779.4,400@90", "stay@279", "end"]
    assert len({encode_key(key) for key in keys}) == len(keys)


def test_positions_are_told_apart() -> None:
    env = TableEnv(GAME, 3, None, {})
    env.reset()
    assert env.match is not None
    before = encode_view(env.match.view(0), "")
    acted(env, random.Random(1), 30)
    assert not np.array_equal(before, encode_view(env.match.view(0), ""))


def test_many_tables_give_what_they_give_alone() -> None:
    alone = [TableEnv(GAME, 9 * 1_000_003 + number, None, {}) for number in range(3)]
    for env in alone:
        env.reset()
    with envs.many(GAME, 3, seed=9, workers=2) as tables:
        seen = tables.reset()
        for _ in range(200):
            actions = [int(np.flatnonzero(mask)[-1]) for mask in seen.action_mask]
            for env, action in zip(alone, actions, strict=True):
                env.step(action)
            seen = tables.step(actions)
            for number, env in enumerate(alone):
                over = all(env.terminations.values())
                assert seen.ended[number] == over
                if over:
                    assert seen.rewards[number].tolist() == [env.rewards[agent] for agent in env.possible_agents]
                    env.reset()
                assert np.array_equal(env.observe(env.agent_selection)["observation"], seen.observation[number])
                assert seen.seat[number] == int(env.agent_selection[-1])
        with pytest.raises(ValueError, match="3 tables need 3 actions"):
            tables.step([0])
        for wrong in (SLOTS - 1, SLOTS, -1):
            good = [int(np.flatnonzero(mask)[0]) for mask in seen.action_mask]
            with pytest.raises(GameError, match=r"table 2: action .* is masked out"):
                tables.step([*good[:2], wrong])
        seen = tables.step(good)
        for number, env in enumerate(alone):
            env.step(good[number])
            assert np.array_equal(env.observe(env.agent_selection)["observation"], seen.observation[number])


def test_a_process_that_dies_is_told() -> None:
    with envs.many(GAME, 2, seed=1, workers=2) as tables:
        seen = tables.reset()
        tables._processes[1].kill()
        tables._processes[1].join()
        with pytest.raises(GameError, match="has ended"):
            tables.step([int(np.flatnonzero(mask)[0]) for mask in seen.action_mask])
