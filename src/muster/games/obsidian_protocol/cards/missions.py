"""The cards of a mission: main and secondary tasks, tactics, environments (rulebook 5.2 to 5.4)."""

from __future__ import annotations

from collections.abc import Sequence

from muster.kernel.text import Param


class Task:
    """A main task."""

    __slots__ = ("deployment", "each_round", "family", "first_round", "id", "number", "points", "scoring_zone", "zones")

    def __init__(
        self,
        number: int,
        card_id: str,
        family: str,
        zones: Sequence[str],
        points: int,
        first_round: int,
        each_round: bool,
        scoring_zone: str,
        deployment: str,
    ) -> None:
        self.number = number
        self.id = card_id
        self.family = family
        self.zones = tuple(zones)
        self.points = points
        self.first_round = first_round
        self.each_round = each_round
        self.scoring_zone = scoring_zone
        self.deployment = deployment

    def figures(self) -> dict[str, Param]:
        """The gaps of a sentence that says what it is about."""
        zones = "+".join(self.zones)
        return {"task": self.id, "points": self.points, "round": self.first_round, "zones": zones}


class Secondary:
    """A secondary task: what it scores for, what must be named for it, and its points."""

    __slots__ = ("drone_points", "id", "names", "number", "points", "scores")

    def __init__(self, number: int, card_id: str, scores: str, names: str, points: int, drone_points: int) -> None:
        self.number = number
        self.id = card_id
        self.scores = scores
        self.names = names
        self.points = points
        self.drone_points = drone_points

    def figures(self) -> dict[str, Param]:
        """The gaps of a sentence that says what it is worth."""
        return {"task": self.id, "scores": self.scores, "points": self.points, "drones": self.drone_points}


class Tactic:
    """A tactics card: its effect and its price."""

    __slots__ = ("effect", "id", "number", "points")

    def __init__(self, number: int, card_id: str, effect: str, points: int) -> None:
        self.number = number
        self.id = card_id
        self.effect = effect
        self.points = points


class Environment:
    """An environment card: its effect on the grid it lies in."""

    __slots__ = ("effect", "id", "number")

    def __init__(self, number: int, card_id: str, effect: str) -> None:
        self.number = number
        self.id = card_id
        self.effect = effect
