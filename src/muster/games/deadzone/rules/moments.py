"""Moments at which other chapters step in, in the middle of something else.

A model that dies may explode, an explosion throws others, a model thrown among enemies fights, and a fight kills: these
chapters lead into each other in a circle. So a chapter names the moment here, and `sequence` says once which chapter
answers.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any, Final

from muster.games.deadzone.rules.costs import Chain
from muster.games.deadzone.state.models import Model
from muster.games.deadzone.state.state import State
from muster.kernel.requests import Table

Killed = Callable[[Table, State, Model, int, int], Coroutine[Any, Any, None]]
Thrown = Callable[[Table, State, Model], Coroutine[Any, Any, None]]
MovedIn = Callable[[Table, State, Model, Chain], Coroutine[Any, Any, None]]


class Moments:
    """The answers: when a model is `killed` (in which cube, to which seat's credit), when one was `thrown` into a
    cube, when one `moved_in` on its own feet.
    """

    __slots__ = ("killed", "moved_in", "thrown")

    def answer(self, killed: Killed, thrown: Thrown, moved_in: MovedIn) -> None:
        self.killed = killed
        self.thrown = thrown
        self.moved_in = moved_in


MOMENTS: Final = Moments()
