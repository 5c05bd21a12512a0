"""The plan of an experiment: its arms, and for each number the match that it means.

An arm is a game, a line-up and a value for everything that varies. A round is one stream of dice and one set-up, played
in every turn of the arm: each bot in each seat, each force in each seat. All arms play a round before the next one
begins, so an experiment stopped early is still a fair one, and more rounds give no match another number.
"""

from __future__ import annotations

import hashlib
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, permutations, product
from typing import Any

import msgspec

from muster.kernel.errors import GameError
from muster.kernel.game import setup_of
from muster.lab.experiments.design import Experiment, Setting, Varied, filled, gaps_in
from muster.lab.experiments.figures import Figure
from muster.library import load_game

STAGE = 16
"""Rounds after which an arm that knows enough may stop. It never depends on which worker was quick."""


Key = tuple[str, int]


class Turn(msgspec.Struct, frozen=True):
    """The seating in a match of a round: the bots moved on by so many seats, and the forces."""

    bots: int
    forces: int


class Arm(msgspec.Struct, frozen=True):
    """One combination of everything that varies."""

    game: str
    lineup: tuple[str, ...]
    values: dict[str, Any]
    options: dict[str, Any]
    drawn: bool
    packs: tuple[str, ...]
    figures: tuple[Figure, ...]
    each: tuple[str, ...]
    """Options that list something for every seat, such as forces."""
    stem: str
    """The source of its seeds, beside the seed of the experiment."""
    turns: tuple[Turn, ...]

    @property
    def label(self) -> str:
        """The arm in a few words."""
        return ", ".join([" / ".join(self.lineup), *(f"{name} {said(value)}" for name, value in self.values.items())])

    def match_text(self, turn: Turn) -> str:
        """The name of a match within its round, in whichever order its players are named."""
        return match_text(self.game, self.seats(turn), self.values, turn.forces)

    def seats(self, turn: Turn) -> tuple[str, ...]:
        return moved(self.lineup, turn.bots)

    def options_in(self, turn: Turn) -> dict[str, Any]:
        """The options of the set-up, with the forces where this turn puts them."""
        return self.options | {name: list(moved(self.options[name], turn.forces)) for name in self.each}

    def place(self, turn: Turn) -> int:
        """Where the one sits whose share is counted: the first bot, or the first force if all bots are the same."""
        return turn.bots if len(set(self.lineup)) > 1 else turn.forces

    @property
    def first(self) -> str:
        """Whose share is counted."""
        if len(set(self.lineup)) > 1:
            return self.lineup[0]
        for name in self.each:
            if len(set(map(said, self.options[name]))) > 1:
                return said(self.options[name][0])
        return "seat A"


def match_text(game: str, seats: Sequence[str], values: dict[str, Any], forces: int) -> str:
    """The name of a match within its round: who sits where, what varies, how the forces are moved on."""
    return msgspec.json.encode([game, seats, values, forces], order="sorted").decode()


class Slot(msgspec.Struct, frozen=True):
    """A match to play: its number, its arm, the round and the turn."""

    number: int
    arm: int
    round: int
    turn: int


def said(value: Any) -> str:
    """A value as one would type it."""
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()


def moved(items: Sequence[Any], by: int) -> tuple[Any, ...]:
    """Everybody some seats further.

    >>> moved("abb", 1)
    ('b', 'a', 'b')
    """
    return tuple(items[(place - by) % len(items)] for place in range(len(items)))


def ways(items: Sequence[Any]) -> list[int]:
    """By how many seats one can move on and get something new."""
    found: dict[tuple[str, ...], int] = {}
    for by in range(len(items)):
        found.setdefault(tuple(map(said, moved(items, by))), by)
    return list(found.values())


def seed_of_round(experiment: Experiment, arm: Arm, number: int) -> int:
    """The seed of a round: for its set-up, its dice, and the chance of its bots."""
    text = f"{experiment.seed}/{arm.stem}/{number}"
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=6).digest(), "big")


def lineups(experiment: Experiment) -> list[tuple[str, ...]]:
    """The pairs that meet. At a table of more than two, one bot sits alone among others of another kind."""
    if experiment.seats:
        return list(experiment.seats)
    players = experiment.players
    pairs = combinations(experiment.bots, 2) if players == 2 else permutations(experiment.bots, 2)
    return [(one, *(other,) * (players - 1)) for one, other in pairs]


class Plan:
    """The arms of an experiment and the numbers of their matches."""

    def __init__(self, experiment: Experiment) -> None:
        self.experiment = experiment
        arms: dict[frozenset[str], Arm] = {}  # who is named first does not make it another arm
        for setting in experiment.game:
            for arm in arms_of(experiment, setting):
                arms.setdefault(frozenset(arm.match_text(turn) for turn in arm.turns), arm)
        self.arms = list(arms.values())
        self._matches = matches_of(experiment, self.arms)
        self._texts = [[arm.match_text(turn) for turn in arm.turns] for arm in self.arms]
        self.offsets = [0]
        for arm in self.arms:
            self.offsets.append(self.offsets[-1] + len(arm.turns))

    @property
    def width(self) -> int:
        """Matches of one round of all arms."""
        return self.offsets[-1]

    def rounds(self, arm: int) -> int:
        """The most rounds of an arm: enough for its matches, so that every seat comes up as often."""
        return -(-self._matches[arm] // len(self.arms[arm].turns))

    def most(self, stage: int) -> int:
        """The round up to which a stage goes in arms that have so many."""
        if self.experiment.interval:
            return (stage + 1) * STAGE
        return max(map(self.rounds, range(len(self.arms))))

    @property
    def total(self) -> int:
        return sum(self.rounds(number) * len(arm.turns) for number, arm in enumerate(self.arms))

    def key(self, slot: Slot) -> Key:
        """The name of a match among all others."""
        return self._texts[slot.arm][slot.turn], slot.round

    def slot(self, arm: int, round: int, turn: int) -> Slot:
        return Slot(round * self.width + self.offsets[arm] + turn, arm, round, turn)

    def numbered(self, number: int) -> Slot:
        """The match with a number; raises `GameError` if there is none."""
        round, rest = divmod(number, self.width)
        arm = self.arm_of(number)
        if number < 0 or round >= self.rounds(arm):
            raise GameError(f"there is no match {number} in this experiment")
        return Slot(number, arm, round, rest - self.offsets[arm])

    def arm_of(self, number: int) -> int:
        """The arm that a match with this number belongs to."""
        return bisect_right(self.offsets, number % self.width) - 1

    def stage(self, number: int, arms: Sequence[int]) -> Iterator[Slot]:
        """The matches of a stage, for arms that are not done: round by round."""
        first = number * STAGE if self.experiment.interval else 0
        yield from self.slots({arm: min(self.rounds(arm), self.most(number)) for arm in arms}, first)

    def slots(self, until: Mapping[int, int], first: int = 0) -> Iterator[Slot]:
        """The matches of some arms, of each up to a round of its own, in the order of their numbers."""
        for round in range(first, max(until.values(), default=0)):
            for arm, end in until.items():
                if round < end:
                    for turn in range(len(self.arms[arm].turns)):
                        yield self.slot(arm, round, turn)


def matches_of(experiment: Experiment, arms: Sequence[Arm]) -> list[int]:
    """The matches of each arm; raises `GameError` for a line-up that is none of them."""
    names = ["/".join(arm.lineup) for arm in arms]
    for name in experiment.matches_of:
        if name not in names:
            raise GameError(f"matches_of: nobody plays {name!r}; there are {', '.join(sorted(set(names)))}")
    return [experiment.matches_of.get(name, experiment.matches) for name in names]


def arms_of(experiment: Experiment, setting: Setting) -> Iterator[Arm]:
    """The arms of one game. What an arm does not use does not vary in it."""
    varied = [one for one in experiment.vary if one.game in ("", setting.name)]
    listed = {one.field for one in setup_of(load_game(setting.name)).settings() if one.each}
    for lineup in lineups(experiment):
        for values in product(*(one.values for one in varied)):
            chosen = dict(zip((one.name for one in varied), values, strict=True))
            yield arm_of(experiment, setting, lineup, varied, chosen, listed)


def arm_of(
    experiment: Experiment,
    setting: Setting,
    template: tuple[str, ...],
    varied: Sequence[Varied],
    chosen: dict[str, Any],
    listed: set[str],
) -> Arm:
    used = gaps_in([template, setting.options]) | {one.name for one in varied if one.card}
    for gap in used - chosen.keys():
        raise GameError(f"{setting.name}: {{{gap}}} varies only in another game")
    options: dict[str, Any] = filled(setting.options, chosen)
    lineup: tuple[str, ...] = tuple(map(str, filled(template, chosen)))
    players = len(lineup)
    each = tuple(
        name
        for name in sorted(listed & options.keys())
        if isinstance(options[name], list | tuple) and len(options[name]) == players
    )
    own = {one.name: chosen[one.name] for one in varied if not one.same_dice and one.name in used}
    stem = [setting.name, sorted(set(template)), *([own] if own else [])]
    bots = ways(lineup) if experiment.swap else [0]
    forces = sorted({by for name in each for by in ways(options[name])}) if experiment.swap and each else [0]
    return Arm(
        game=setting.name,
        lineup=lineup,
        values={name: value for name, value in chosen.items() if name in used},
        options=options,
        drawn=setting.drawn,
        packs=setting.packs,
        figures=tuple(Figure(one.card, one.field, chosen[one.name]) for one in varied if one.card),
        each=each,
        stem=msgspec.json.encode(stem, order="sorted").decode(),
        turns=tuple(Turn(one, other) for other in forces for one in bots),
    )
