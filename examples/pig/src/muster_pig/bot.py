"""Knowledge about Pig for bots, and a bot of its own."""

import random
from collections.abc import Sequence
from typing import Any, TypeVar

from muster.bots import Chair
from muster.kernel.errors import GameError
from muster.kernel.requests import Ask, Event, Seat
from muster.kernel.spaces import Option
from muster.kernel.text import Text
from muster_pig.rules import State
from muster_pig.table import TableView

S = TypeVar("S")


def evaluate(state: State, seat: Seat) -> float:
    """The lead over the others; points of a turn count half until they are safe."""
    points = [score + state.turn / 2 * (one == state.active) for one, score in enumerate(state.scores)]
    return 2 * points[seat] - sum(points)


def habit(state: State, ask: Ask[Any], rng: random.Random) -> Option[Any]:
    return ask.space.options()[-1]


def begins(ask: Ask[Any], option: Option[Any]) -> bool:
    return option.key == "roll"


def outcome(state: State, events: Sequence[Event], option: Option[Any], seat: Seat) -> Text:
    lost = any(event.key == "lost" for event in events)
    return Text("outcome.lost") if lost else Text("outcome.turn", {"turn": state.turn})


class HoldAtTwenty:
    """Rolls until the turn has brought twenty points: from there a roll loses more, on average, than it brings."""

    def __init__(self, rng: random.Random) -> None:
        pass

    def choose(self, chair: Chair[S]) -> Option[Any]:
        view = chair.look()
        if not isinstance(view, TableView):
            raise GameError("hold_at_20 plays pig and nothing else")
        enough = min(20, view.goal - view.scores[chair.seat])
        return chair.options[0 if view.turn < enough else -1]
