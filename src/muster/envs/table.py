"""A match as a PettingZoo environment: agents take turns as the rules ask them.

If several seats are asked at once, in secret, the lowest acts first; the others do not see what it chose.
"""

from __future__ import annotations

import random
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from muster.envs.encoding import MOST, OPTION, SLOTS, VIEW, encode_options, encode_view, offered
from muster.kernel.dice import SeededDice
from muster.kernel.errors import GameError
from muster.kernel.game import setup_of
from muster.kernel.journal import LETTERS
from muster.kernel.match import Match
from muster.kernel.sessions import new_match
from muster.kernel.spaces import Option
from muster.library import load_game

RENDER_MODES = ("ansi", "rgb_array")


class TableEnv(AECEnv[str, Any, int | None]):
    """One table. An agent is a seat: `seat_0`, `seat_1`."""

    def __init__(self, game: str, seed: int | None, render_mode: str | None, options: dict[str, Any]) -> None:
        super().__init__()
        if render_mode not in (None, *RENDER_MODES):
            raise GameError(f"there is no render mode {render_mode!r}; there are {', '.join(RENDER_MODES)}")
        self.game = load_game(game)
        self._prepared = setup_of(self.game).prepare(options)
        self.metadata = {
            "name": f"muster_{game}_v0",
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
            "render_fps": 1,
        }
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in self._prepared.players]
        self.agents: list[str] = []
        self._rng = random.Random(seed)
        self._action = {agent: spaces.Discrete(SLOTS) for agent in self.possible_agents}
        self._observed = {agent: observation_space() for agent in self.possible_agents}
        self.match: Match[object] | None = None
        self._options: list[Option[Any]] = []

    def observation_space(self, agent: str) -> spaces.Dict:
        return self._observed[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self._action[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None:
            self._rng = random.Random(seed)
        dice = SeededDice(self._rng.getrandbits(48))
        self.match = new_match(self.game, self._prepared, dice, remember=True, listening=False)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._ask()

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(None)
            return
        match = self._match()
        if action is None or not 0 <= action < len(self._options):
            raise GameError(f"{agent}: action {action} is masked out; there are {len(self._options)} options")
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        match.play(self._seat(agent), self._options[int(action)])
        if match.over:
            self._end(match)
        else:
            self._ask()
        self._accumulate_rewards()

    def observe(self, agent: str) -> dict[str, Any]:
        """The view of a seat. Only the agent whose turn it is has options."""
        match, seat = self._match(), self._seat(agent)
        turn = not match.over and agent == self.agent_selection
        prompt = match.ask(seat).prompt.key if turn else ""
        rows, mask = encode_options(self._options if turn else [])
        return {"observation": encode_view(match.view(seat), prompt), "options": rows, "action_mask": mask}

    def render(self) -> Any:
        """The table as the agent whose turn it is sees it: text, or an array of pixels."""
        if self.render_mode is None or self.match is None:
            return None
        words = self.game.catalogue.words("en", dict(enumerate(LETTERS)))
        look = self.match.look(self._seat(self.agent_selection))
        if self.render_mode == "ansi":
            return look.picture(words)
        from muster.envs.drawing import pixels

        return pixels(look, words)

    def close(self) -> None:
        """Nothing is held."""

    def _match(self) -> Match[object]:
        if self.match is None:
            raise GameError("the environment must be reset first")
        return self.match

    def _seat(self, agent: str) -> int:
        return int(agent.removeprefix("seat_"))

    def _ask(self) -> None:
        """Let the next seat act; its options by key are among the infos, for people."""
        match = self._match()
        seat = min(match.pending)
        self.agent_selection = f"seat_{seat}"
        self._options = offered(match.pending[seat].space.options())
        self.infos[self.agent_selection] = {"keys": [option.key for option in self._options]}

    def _end(self, match: Match[object]) -> None:
        """Rewards of all sides add up to nothing: the winners share what the others lose. Robots are sides as well."""
        result = match.result
        assert result is not None
        sides, whole = self._prepared.seats, 1.0 if result.winners else 0.0
        for agent in self.agents:
            seat = self._seat(agent)
            share = 1 / len(result.winners) if seat in result.winners else 0.0
            self.rewards[agent] = (share * sides - whole) / max(1, sides - 1)
            self.terminations[agent] = True
            self.infos[agent] = {"points": result.scores[seat]}
        self._options = []
        self.agent_selection = self.agents[0]


def observation_space() -> spaces.Dict:
    """The shapes of what an agent sees."""
    return spaces.Dict(
        {
            "observation": spaces.Box(-MOST, MOST, (VIEW,), np.float32),
            "options": spaces.Box(-MOST, MOST, (SLOTS, OPTION), np.float32),
            "action_mask": spaces.Box(0, 1, (SLOTS,), np.int8),
        }
    )
