"""Many tables at once, stepped together, spread over processes. A table that is over begins anew at once.

Each process holds some of the tables; a step sends it their actions and brings back one array for all of them.
"""

from __future__ import annotations

import os
import pickle
from multiprocessing.connection import Connection
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt

from muster.envs.encoding import OPTION, SLOTS, VIEW, Array, Mask
from muster.kernel.errors import GameError
from muster.processes import clean_context, leave_together


class Step(msgspec.Struct, frozen=True):
    """All tables after a step: what the agent to act sees, who that is, and whether the last match ended just now, with
    the reward of each seat.
    """

    observation: Array
    options: Array
    action_mask: Mask
    seat: npt.NDArray[np.int64]
    rewards: Array
    ended: npt.NDArray[np.bool_]


class Many:
    """`reset()`, then `step(actions)` with an action for each table; `close()` at the end, or use it with `with`."""

    def __init__(self, game: str, count: int, seed: int, workers: int, options: dict[str, Any]) -> None:
        self.count = count
        workers = max(1, min(workers or os.cpu_count() or 1, count))
        numbers = np.array_split(np.arange(count), workers)
        context = clean_context("muster.envs.table")
        self._pipes: list[Connection] = []
        self._shares = [len(share) for share in numbers]
        self._mask: Mask = np.zeros((count, SLOTS), np.int8)
        self._processes = []
        for share in numbers:
            here, there = context.Pipe()
            seeds = [seed * 1_000_003 + int(number) for number in share]
            process = context.Process(target=serve, args=(there, game, seeds, options), daemon=True)
            process.start()
            there.close()
            self._pipes.append(here)
            self._processes.append(process)

    def reset(self) -> Step:
        """Begin everywhere."""
        return self._all([None] * len(self._pipes))

    def step(self, actions: npt.ArrayLike) -> Step:
        """Give an action to each table. If one of them is masked out, no table is stepped."""
        given = np.asarray(actions, np.int64)
        if given.shape != (self.count,):
            raise ValueError(f"{self.count} tables need {self.count} actions, not {given.shape}")
        for table, action in enumerate(given):
            if not (0 <= action < SLOTS and self._mask[table, action]):
                raise GameError(f"table {table}: action {action} is masked out")
        return self._all(np.split(given, np.cumsum(self._shares)[:-1]))

    def close(self) -> None:
        for pipe in self._pipes:
            pipe.close()
        for process in self._processes:
            process.join(5)

    def __enter__(self) -> Many:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _all(self, messages: list[Any]) -> Step:
        try:
            for pipe, message in zip(self._pipes, messages, strict=True):
                pipe.send(message)
            parts = [pipe.recv() for pipe in self._pipes]
        except (EOFError, OSError):
            self.close()
            raise GameError("a process with some of the tables has ended") from None
        for found in parts:
            if isinstance(found, Exception):
                raise found
        step = Step(*(np.concatenate(column) for column in zip(*parts, strict=True)))
        self._mask = step.action_mask.copy()
        return step


def serve(pipe: Connection, game: str, seeds: list[int], options: dict[str, Any]) -> None:
    """In a process: hold some tables until the pipe closes."""
    from muster.envs.table import TableEnv

    leave_together()
    envs = [TableEnv(game, seed, None, options) for seed in seeds]
    while True:
        try:
            actions = pipe.recv()
        except EOFError:
            return
        try:
            found: Any = step_all(envs, actions)
        except Exception as error:  # whatever breaks is told where the step was asked for
            found = sendable(error)
        pipe.send(found)


def sendable(error: Exception) -> Exception:
    """An error as it is, or if it cannot be sent to another process, what it says."""
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        return RuntimeError(f"{type(error).__name__}: {error}")
    return error


def step_all(envs: list[Any], actions: npt.NDArray[np.int64] | None) -> tuple[Any, ...]:
    """Step some tables; without actions, begin everywhere."""
    count, agents = len(envs), len(envs[0].possible_agents)
    observation, options = np.zeros((count, VIEW), np.float32), np.zeros((count, SLOTS, OPTION), np.float32)
    mask, seat = np.zeros((count, SLOTS), np.int8), np.zeros(count, np.int64)
    rewards, ended = np.zeros((count, agents), np.float32), np.zeros(count, np.bool_)
    for number, env in enumerate(envs):
        if actions is None:
            env.reset()
        else:
            env.step(int(actions[number]))
            if all(env.terminations.values()):
                rewards[number] = [env.rewards[agent] for agent in env.possible_agents]
                ended[number] = True
                env.reset()
        seen = env.observe(env.agent_selection)
        observation[number], options[number] = seen["observation"], seen["options"]
        mask[number], seat[number] = seen["action_mask"], env.possible_agents.index(env.agent_selection)
    return observation, options, mask, seat, rewards, ended
