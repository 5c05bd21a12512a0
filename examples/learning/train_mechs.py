"""Train an agent that beats `random` at Tiny Epic Mechs: minutes on one core, numpy and nothing else.

It learns from a teacher. The agent plays against `random` and sees nothing but its observations; at each of its
decisions the bot `greedy`, which may think ahead, says what it would do (DAgger: Ross, Gordon and Bagnell 2011). The
agent is a softmax over options with one matrix between the words of an option and the view, fitted by AdaGrad.

    python examples/learning/train_mechs.py --matches 300
"""

from __future__ import annotations

import argparse
import random
import re

import numpy as np

from muster import envs
from muster.bots import chair_at, make_bot
from muster.envs.encoding import VIEW

GAME, RATE, WORDS = "tiny_epic_mechs", 0.1, 512


class Agent:
    """Scores each option by `words of the option · matrix · view`."""

    def __init__(self, seed: int) -> None:
        self.rng = np.random.default_rng(seed)
        self.words: dict[str, int] = {}
        self.matrix = np.zeros((WORDS, VIEW + 1), np.float32)
        self.steps = np.full_like(self.matrix, 1e-3)

    def look(self, keys: list[str], observation: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """The words that occur, the options as rows of them, and the view at a fixed length with a one behind it."""
        options = np.zeros((len(keys), WORDS), np.float32)
        for row, key in zip(options, keys, strict=True):
            for word in {key, *re.split(r"\W+", key)}:
                row[self.words.setdefault(word, len(self.words)) % WORDS] = 1.0
        used = np.flatnonzero(options.any(axis=0))
        view = observation * (2.0 / max(1.0, float(np.linalg.norm(observation))))
        return used, options[:, used], np.append(view, np.float32(1.0))

    def scores(self, used: np.ndarray, options: np.ndarray, view: np.ndarray) -> np.ndarray:
        return options @ (self.matrix[used] @ view)

    def learn(self, used: np.ndarray, options: np.ndarray, view: np.ndarray, right: int) -> None:
        """One step towards what the teacher would do."""
        scores = self.scores(used, options, view)
        chances = np.exp(scores - scores.max())
        pull = np.outer(options[right] - (chances / chances.sum()) @ options, view)
        self.steps[used] += pull * pull
        self.matrix[used] += RATE * pull / np.sqrt(self.steps[used])


def play(env, agent: Agent, seat: str, lessons: list | None = None, teacher=None, trust: float = 1.0) -> float:
    """One match against `random`; returns the share of the victory. With a teacher, its answers become lessons."""
    env.reset()
    while not all(env.terminations.values()):
        keys = env.infos[env.agent_selection]["keys"]
        if env.agent_selection != seat:
            env.step(int(agent.rng.integers(len(keys))))
            continue
        seen = agent.look(keys, env.observe(seat)["observation"])
        action = int(np.argmax(agent.scores(*seen)))
        if teacher is not None and len(keys) > 1:
            key = teacher.choose(chair_at(env.match, int(seat.removeprefix("seat_")))).key
            lessons.append((*seen, keys.index(key)))
            action = action if agent.rng.random() < trust else keys.index(key)
        env.step(action)
    return (1 + env.rewards[seat]) / 2


def train(matches: int, seed: int = 1, tell=print) -> Agent:
    env, agent, lessons = envs.aec(GAME, seed=seed).unwrapped, Agent(seed), []
    teacher = make_bot("greedy", random.Random(seed))
    for number in range(matches):
        before, trust = len(lessons), number / matches
        play(env, agent, env.possible_agents[number % 2], lessons, teacher, trust)
        again = agent.rng.integers(len(lessons), size=len(lessons) - before)
        for lesson in [*lessons[before:], *(lessons[one] for one in again)]:
            agent.learn(*lesson)
        tell(f"{number + 1} matches, {len(lessons)} lessons")
    for one in agent.rng.permutation(np.tile(np.arange(len(lessons)), 2)):
        agent.learn(*lessons[one])
    return agent


def measure(agent: Agent, matches: int, seed: int = 10_000) -> float:
    """The share of matches that it wins against `random`, half of them from each seat."""
    env = envs.aec(GAME, seed=seed).unwrapped
    return float(np.mean([play(env, agent, env.possible_agents[n % 2]) for n in range(matches)]))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Train an agent for Tiny Epic Mechs.")
    parser.add_argument("--matches", type=int, default=300)
    share = measure(train(parser.parse_args().matches), 200)
    print(f"wins {100 * share:.1f}% of 200 matches against random")
