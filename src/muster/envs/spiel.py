"""Tiny Epic Mechs as a game of OpenSpiel, with every die and every drawn card as a chance node of its own.

    import muster.envs.spiel, pyspiel
    game = pyspiel.load_game("python_muster_tiny_epic_mechs")

A state is what was said and rolled. Where the rules want dice that nobody has rolled yet, they stop, and the state is a
chance node; when the faces are known the match runs again to that place. Needs `pip install open_spiel`.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel

from muster.envs.encoding import SLOTS, VIEW, encode_view, offered
from muster.kernel.game import setup_of
from muster.kernel.journal import LETTERS
from muster.kernel.match import Match
from muster.kernel.requests import Roll
from muster.kernel.sessions import new_match
from muster.kernel.spaces import Option
from muster.library import load_game

NAME = "python_muster_tiny_epic_mechs"
MOST_SIDES = 64
MOST_ANSWERS = 2000

TYPE = pyspiel.GameType(
    short_name=NAME,
    long_name="Tiny Epic Mechs, by Muster",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=False,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={},
)
INFO = pyspiel.GameInfo(
    num_distinct_actions=SLOTS,
    max_chance_outcomes=MOST_SIDES,
    num_players=2,
    min_utility=-1.0,
    max_utility=1.0,
    utility_sum=0.0,
    max_game_length=MOST_ANSWERS,
)


class Wanted(Exception):
    """The rules want dice that nobody has rolled."""

    def __init__(self, sides: list[int]) -> None:
        super().__init__()
        self.sides = sides


class KnownDice:
    """Faces that are known, in order; then the rules have to stop."""

    def __init__(self, faces: list[int]) -> None:
        self._faces, self._used = faces, 0

    def label(self) -> str:
        return "scripted"

    def roll(self, roll: Roll) -> list[int]:
        sides = list(roll.sides)
        found = self._faces[self._used : self._used + len(sides)]
        if len(found) < len(sides):
            raise Wanted(sides[len(found) :])
        self._used += len(sides)
        return found

    def repeat(self, roll: Roll, recorded: Any) -> None:
        """Nothing is recorded."""


class Told:
    """Answers and rolls so far, and the match that follows from them."""

    def __init__(self, answers: list[int], faces: list[int]) -> None:
        self.answers, self.faces = answers, faces
        self.match: Match[object] | None = None
        self.wanted: list[int] = []
        self._options: list[Option[Any]] | None = None
        self._again()

    def __reduce__(self) -> tuple[type[Told], tuple[list[int], list[int]]]:
        """To copy or to keep it, what was said and rolled is enough."""
        return Told, (list(self.answers), list(self.faces))

    def _again(self) -> None:
        """Run the match to where it stops."""
        game = load_game("tiny_epic_mechs")
        self.wanted, self._options = [], None
        try:
            self.match = new_match(game, setup_of(game).prepare({}), KnownDice(self.faces), listening=False)
            for answer in self.answers:
                self._answer(answer)
        except Wanted as wanted:
            self.wanted = wanted.sides

    def _answer(self, answer: int) -> None:
        match = self._running()
        match.play(self.seat, self.options[answer])
        self._options = None

    def _running(self) -> Match[object]:
        assert self.match is not None
        return self.match

    @property
    def seat(self) -> int:
        return min(self._running().pending)

    @property
    def options(self) -> list[Option[Any]]:
        if self._options is None:
            self._options = offered(self._running().pending[self.seat].space.options())
        return self._options

    def apply(self, action: int) -> None:
        if self.wanted:
            self.faces.append(action + 1)
            self.wanted = self.wanted[1:]
            if not self.wanted:
                self._again()
            return
        self.answers.append(action)
        try:
            self._answer(action)
        except Wanted as wanted:
            self.wanted = wanted.sides


class MechsGame(pyspiel.Game):
    """The game, for two players."""

    def __init__(self, params: Any = None) -> None:
        super().__init__(TYPE, INFO, params or {})

    def new_initial_state(self) -> MechsState:
        return MechsState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        return Observer()


class MechsState(pyspiel.State):
    """A position, or a die that is about to fall."""

    def __init__(self, game: Any) -> None:
        super().__init__(game)
        self.told = Told([], [])

    def current_player(self) -> int:
        if self.told.wanted:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self._over() else self.told.seat

    def _over(self) -> bool:
        return not self.told.wanted and self.told._running().over

    def _legal_actions(self, player: int) -> list[int]:
        return list(range(len(self.told.options))) if player == self.current_player() else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        sides = self.told.wanted[0]
        return [(face, 1 / sides) for face in range(sides)]

    def _apply_action(self, action: int) -> None:
        self.told.apply(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"face {action + 1}"
        return self.told.options[action].key

    def is_terminal(self) -> bool:
        return self._over()

    def returns(self) -> list[float]:
        result = self.told._running().result if self._over() else None
        if result is None or len(result.winners) != 1:
            return [0.0, 0.0]
        return [1.0 if seat == result.winners[0] else -1.0 for seat in range(2)]

    def __str__(self) -> str:
        return f"answers {self.told.answers}, faces {self.told.faces}"


class Observer:
    """A player's view, hashed as in the other environments, and as text; nothing while a die falls."""

    def __init__(self) -> None:
        self.tensor = np.zeros(VIEW, np.float32)
        self.dict = {"view": self.tensor}

    def set_from(self, state: MechsState, player: int) -> None:
        self.tensor.fill(0)
        if not state.told.wanted:
            self.tensor[:] = encode_view(state.told._running().view(player), "")

    def string_from(self, state: MechsState, player: int) -> str:
        if state.told.wanted:
            return "a die falls"
        match = state.told._running()
        return match.look(player).picture(match.game.catalogue.words("en", dict(enumerate(LETTERS))))


pyspiel.register_game(TYPE, MechsGame)
