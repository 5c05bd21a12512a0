"""Train an agent that beats `random` at Tiny Epic Mechs: minutes on one core, numpy and nothing else.

Fitted Monte Carlo control: play some matches, note what every answer led to (by how many points the match was won or
lost), fit a linear function of options and views to it, play on with that, now and then at random. Two players learn
from each match that the agent plays against `random` and against itself.

    python examples/learning/train_mechs.py --matches 800
"""

from __future__ import annotations

import argparse

import numpy as np

from muster import envs

MIXED = 12
"""Numbers that a view is mixed down to: with each of them, an option may be worth something else."""
OPTION = 64
STIFF, FORGET = 20.0, 0.95


class Agent:
    def __init__(self, seed: int) -> None:
        self.rng = np.random.default_rng(seed)
        self.mixing = self.rng.normal(0, 0.02, (2048, MIXED)).astype(np.float32)
        size = OPTION * (MIXED + 1)
        self.known, self.led_to, self.weights = np.zeros((size, size)), np.zeros(size), np.zeros(size)
        self.usual = 0.0

    def features(self, seen: dict[str, np.ndarray]) -> np.ndarray:
        """A row for each option: its own numbers, alone and with each number of the mixed view."""
        options = seen["options"][: int(seen["action_mask"].sum())]
        view = np.concatenate([[1.0], np.tanh(seen["observation"] @ self.mixing)])
        return (options[:, :, None] * view).reshape(len(options), -1)

    def choose(self, rows: np.ndarray, at_random: float = 0.0) -> int:
        if self.rng.random() < at_random:
            return int(self.rng.integers(len(rows)))
        return int(np.argmax(rows @ self.weights))

    def learn(self, chosen: list[np.ndarray], offered: list[np.ndarray], outcome: float) -> None:
        """Every answer of a match led to its outcome. What all options have in common says nothing about any."""
        self.usual += 0.05 * (outcome - self.usual)
        own = np.array([taken - rows.mean(axis=0) for taken, rows in zip(chosen, offered, strict=True)])
        self.known += own.T @ own
        self.led_to += own.sum(axis=0) * (outcome - self.usual)

    def fit(self) -> None:
        """The likeliest worth of everything; matches long ago, played worse, count less."""
        self.weights = np.linalg.solve(self.known + np.eye(len(self.led_to)) * STIFF, self.led_to)
        self.known *= FORGET
        self.led_to *= FORGET


def play(env, agent: Agent, seat: str, at_random: float, learning: bool) -> float:
    """One match against `random`; returns the share of the victory."""
    env.reset()
    chosen, offered = [], []
    while not all(env.terminations.values()):
        if env.agent_selection != seat:
            env.step(int(agent.rng.integers(len(env.infos[env.agent_selection]["keys"]))))
            continue
        rows = agent.features(env.observe(seat))
        action = agent.choose(rows, at_random)
        if learning and len(rows) > 1:
            chosen.append(rows[action])
            offered.append(rows)
        env.step(action)
    points = {name: env.infos[name]["points"] for name in env.possible_agents}
    if learning:
        others = [points[name] for name in points if name != seat]
        agent.learn(chosen, offered, float(points[seat] - np.mean(others)))
    return (1 + env.rewards[seat]) / 2


def train(matches: int, seed: int = 1, tell=print) -> Agent:
    env, agent = envs.aec("tiny_epic_mechs", seed=seed).unwrapped, Agent(seed)
    for number in range(matches):
        at_random = max(0.1, 1.0 - 2.0 * number / matches)
        play(env, agent, env.possible_agents[number % 2], at_random, learning=True)
        if number % 20 == 19:
            agent.fit()
        if number % 100 == 99:
            tell(f"{number + 1} matches: wins {100 * measure(agent, 20, seed + number):.0f}% of 20 against random")
    return agent


def measure(agent: Agent, matches: int, seed: int = 10_000) -> float:
    """The share of matches that it wins against `random`, half of them from each seat."""
    env = envs.aec("tiny_epic_mechs", seed=seed).unwrapped
    return float(np.mean([play(env, agent, env.possible_agents[n % 2], 0.0, False) for n in range(matches)]))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--matches", type=int, default=800)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    print(f"wins {100 * measure(train(given.matches, given.seed), 200):.1f}% of 200 matches against random")
