"""A stopwatch for a search: what each part of an iteration takes.

A game is a record of functions, so a twin of it can be made whose functions stop the time. That works in the plain and
in the compiled build, and the search itself knows nothing of it. Time counts for the innermost phase alone.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Coroutine, Generator, Sequence
from dataclasses import replace
from typing import Any, Final, Generic, ParamSpec, TypeVar

from muster.bots.chair import Fork
from muster.kernel.game import Game, thinking_of
from muster.kernel.match import Match
from muster.kernel.requests import Ask, AskAll, Table
from muster.kernel.spaces import Blocked, Option, Space

S = TypeVar("S")
T = TypeVar("T")
P = ParamSpec("P")

FORK: Final = "fork"
"""Copy the last checkpoint and draw again what the seat may not know."""
REPLAY: Final = "replay to the question"
"""Run the rules from the checkpoint to the question that is thought about."""
LISTING: Final = "listing options"
PLAYING: Final = "playing on"
"""Run the rules after each answer, and find the habitual answers."""
EVALUATION: Final = "evaluation"
REST: Final = "trees and the rest"
"""Choose in the trees, note what came of it, keep the books of the match."""
PHASES: Final = (FORK, REPLAY, LISTING, PLAYING, EVALUATION, REST)


class Stopwatch:
    """Time by phase."""

    def __init__(self) -> None:
        self.reset()

    def reset(self) -> None:
        """Start anew, in no phase in particular."""
        self._spent = dict.fromkeys(PHASES, 0.0)
        self._inside = [REST]
        self._since = time.perf_counter()

    def spent(self) -> dict[str, float]:
        """The seconds of each phase so far."""
        self._note()
        return dict(self._spent)

    def enter(self, phase: str) -> None:
        self._note()
        self._inside.append(phase)

    def leave(self) -> None:
        self._note()
        self._inside.pop()

    def _note(self) -> None:
        now = time.perf_counter()
        self._spent[self._inside[-1]] += now - self._since
        self._since = now

    def during(self, phase: str, work: Callable[P, T]) -> Callable[P, T]:
        """The same function, its time counted for a phase."""

        def timed(*args: P.args, **given: P.kwargs) -> T:
            self.enter(phase)
            try:
                return work(*args, **given)
            finally:
                self.leave()

        return timed

    @property
    def running(self) -> str:
        """The phase in which the rules run now: on the way to the question, or after it."""
        return REPLAY if REPLAY in self._inside else PLAYING


def watched(game: Game[S], watch: Stopwatch) -> Game[S]:
    """A twin of the game whose functions stop the time."""
    rules, thinking = game.rules, thinking_of(game)

    def run(table: Table, state: S) -> Coroutine[Any, Any, None]:
        return Steps(rules.run(table, state), watch)

    return replace(
        game,
        rules=replace(
            rules,
            run=run,
            copy=watch.during(FORK, rules.copy),
            determinize=watch.during(FORK, rules.determinize),
        ),
        thinking=replace(
            thinking,
            evaluate=watch.during(EVALUATION, thinking.evaluate),
            progress=watch.during(EVALUATION, thinking.progress),
            habit=watch.during(PLAYING, thinking.habit),
        ),
    )


def watched_fork(fork: Fork[S], watch: Stopwatch) -> Fork[S]:
    """The same fork; whatever is not copied or drawn again in it is the way to the question."""

    def timed(rng: random.Random, listening: bool = False) -> Match[S]:
        watch.enter(REPLAY)
        try:
            return fork(rng, listening)
        finally:
            watch.leave()

    return timed


class Steps(Coroutine[Any, Any, T]):
    """A coroutine of the rules, or a dialogue of one seat, whose steps take time."""

    def __init__(self, steps: Generator[Any, Any, T] | Coroutine[Any, Any, T], watch: Stopwatch) -> None:
        self._steps = steps
        self._watch = watch

    def send(self, value: Any) -> Any:
        watch = self._watch
        watch.enter(watch.running)
        try:
            request = self._steps.send(value)
        finally:
            watch.leave()
        if isinstance(request, Ask):
            request.space = Listed(request.space, watch)
        elif isinstance(request, AskAll):
            request = AskAll({seat: Steps(dialogue.__await__(), watch) for seat, dialogue in request.dialogues.items()})
        return request

    def throw(self, *error: Any) -> Any:
        return self._steps.throw(*error)

    def close(self) -> None:
        self._steps.close()

    def __await__(self) -> Generator[Any, Any, T]:
        return self  # type: ignore[return-value]  # to a match, whatever takes `send` is a dialogue


class Listed(Generic[T]):
    """A space whose options take time to list. It inherits nothing: what is compiled has no plain heirs."""

    def __init__(self, space: Space[T], watch: Stopwatch) -> None:
        self._space = space
        self._watch = watch

    def options(self) -> Sequence[Option[T]]:
        self._watch.enter(LISTING)
        try:
            return self._space.options()
        finally:
            self._watch.leave()

    def blocked(self) -> Sequence[Blocked]:
        return self._space.blocked()

    def accept(self, key: str) -> Option[T]:
        return self._space.accept(key)

    def sole(self) -> bool:
        return self._space.sole()
