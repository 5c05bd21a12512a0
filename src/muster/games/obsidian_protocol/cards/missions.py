"""The cards of a mission: main and secondary tasks, tactics, environments (rulebook 5.2 to 5.4)."""

from __future__ import annotations

from collections.abc import Sequence


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
