"""Run an experiment: hand its matches out to workers, keep each as it ends, stop arms that know enough.

Workers get a few matches of one arm at a time, as many as take about a second, so a stop loses little and a short match
is not lost in overhead. What comes out does not depend on how they were handed out.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from itertools import tee
from typing import Any, Protocol

import msgspec

from muster.lab.elo import wilson
from muster.lab.experiments.design import Experiment, check
from muster.lab.experiments.keeping import Kept
from muster.lab.experiments.plan import Arm, Plan, Slot
from muster.lab.experiments.playing import Row, check_arm, play_some
from muster.lab.pool import spread

PORTION_SECONDS = 1.0
MOST_IN_A_PORTION = 64
PORTIONS_LEFT = 4
"""So many portions are left for each worker as long as there are more matches: the last ones are small, and none waits
long for another."""


class Portions:
    """Matches in portions for workers: of one arm each, and of about a second, or less towards the end. At most so many
    matches are left.
    """

    def __init__(self, slots: Iterable[Slot], plan: Plan, left: int, workers: int) -> None:
        self._slots, self._plan = slots, plan
        self._left, self._workers = left, workers
        self._matches, self._seconds = 0, 0.0

    def note(self, matches: int, seconds: float) -> None:
        """Say how long some matches took."""
        self._matches += matches
        self._seconds += seconds

    @property
    def size(self) -> int:
        if not self._seconds:
            return 1
        lasting = int(PORTION_SECONDS * self._matches / self._seconds)
        fair = self._left // (self._workers * PORTIONS_LEFT)
        return max(1, min(MOST_IN_A_PORTION, lasting, fair))

    def __iter__(self) -> Iterator[tuple[Any, ...]]:
        waiting: dict[int, list[Slot]] = {}
        for slot in self._slots:
            ready = waiting.setdefault(slot.arm, [])
            ready.append(slot)
            if len(ready) >= self.size:
                yield self._portion(waiting.pop(slot.arm))
        for rest in waiting.values():
            yield self._portion(rest)

    def _portion(self, slots: list[Slot]) -> tuple[Any, ...]:
        self._left -= len(slots)
        return self._plan.experiment, self._plan.arms[slots[0].arm], slots


def timed(experiment: Experiment, arm: Arm, slots: Sequence[Slot]) -> tuple[list[Row], float]:
    """In a worker: play a portion, and say how long it took."""
    began = time.perf_counter()
    return play_some(experiment, arm, slots), time.perf_counter() - began


class Matches(Protocol):
    """Rows to count and to look at, as often as one likes."""

    def __len__(self) -> int: ...

    def __iter__(self) -> Iterator[Row]: ...


class Rows:
    """Matches of an experiment in the order of their numbers, read from where they are kept each time one looks."""

    def __init__(self, plan: Plan, kept: Kept, until: Mapping[int, int], whole: bool = False) -> None:
        self._plan, self._kept, self._until = plan, kept, until
        self._whole = whole
        self._count = -1

    def __iter__(self) -> Iterator[Row]:
        ahead, again = tee(slot for slot in self._plan.slots(self._until) if self._plan.key(slot) in self._kept)
        for slot, row in zip(ahead, self._kept.rows(map(self._plan.key, again)), strict=True):
            if not (self._whole and row.broken):
                yield self._named(slot, row)

    def __len__(self) -> int:
        if self._count < 0:
            self._count = sum(1 for _ in self) if self._whole else self._kept_of(self._plan.slots(self._until))
        return self._count

    def _kept_of(self, slots: Iterable[Slot]) -> int:
        return sum(self._plan.key(slot) in self._kept for slot in slots)

    def _named(self, slot: Slot, row: Row) -> Row:
        """A row under the number that this experiment has for it."""
        lineup = self._plan.arms[slot.arm].lineup
        return msgspec.structs.replace(row, number=slot.number, lineup=lineup, turn=slot.turn)

    def among(self, rows: Iterable[Row]) -> Iterator[Row]:
        """Those of some rows that belong here, as they are called here."""
        wanted = {row.key: row for row in rows}
        for slot in self._plan.slots(self._until) if wanted else ():
            if (row := wanted.get(self._plan.key(slot))) is not None:
                yield self._named(slot, row)

    def of(self, arm: int) -> Rows:
        """Those of an arm that were played to their end."""
        return Rows(self._plan, self._kept, {arm: self._until.get(arm, 0)}, whole=True)


class Known(msgspec.Struct):
    """What an arm has shown so far: of so many matches, what they add up to."""

    matches: int = 0
    score: float = 0.0


class Run:
    """An experiment being run, and then its outcome."""

    def __init__(self, experiment: Experiment) -> None:
        check(experiment)
        self.experiment = experiment
        self.plan = Plan(experiment)
        games = [setting.name for setting in experiment.game]
        for arm in self.plan.arms:
            check_arm(arm, games.index(arm.game), "seats" if experiment.seats else "bots")
        self.planned = self.plan.total
        self.complete = False
        self.broken: list[Row] = []
        """The matches that could not be played to their end."""
        self._rows: Rows | None = None

    @property
    def rows(self) -> Matches:
        """All matches that were played, in the order of their numbers. They are not held in memory."""
        return () if self._rows is None else self._rows

    def play(self, kept: Kept, workers: int, cluster: str = "", done: Callable[[int], None] | None = None) -> None:
        """Play everything that is not kept yet. Ctrl-C stops it; what is over by then is there."""
        with suppress(KeyboardInterrupt):
            for _ in self._stages(kept, lambda slots: self._play(slots, kept, workers, cluster, done)):
                pass
        self.collect(kept)

    def collect(self, kept: Kept) -> None:
        """Find the matches of this experiment among those that are kept."""
        until = dict.fromkeys(range(len(self.plan.arms)), 0)
        for live, rounds in self._stages(kept, lambda slots: all(self.plan.key(slot) in kept for slot in slots)):
            until |= {arm: min(self.plan.rounds(arm), rounds) for arm in live}
        self._rows = Rows(self.plan, kept, until)
        self.planned = sum(rounds * len(self.plan.arms[arm].turns) for arm, rounds in until.items())
        self.complete = len(self._rows) == self.planned
        self.broken = list(self._rows.among(kept.broken))

    def _stages(self, kept: Kept, over: Callable[[Iterator[Slot]], bool]) -> Iterator[tuple[list[int], int]]:
        """The stages of the experiment: the arms that are not done, and the round up to which they are to be played.
        It ends where `over` says of the matches of a stage that they are not over.
        """
        known = [Known() for _ in self.plan.arms]
        live, stage = list(range(len(self.plan.arms))), 0
        while live:
            rounds = self.plan.most(stage)
            yield live, rounds
            if not over(self.plan.stage(stage, live)):
                return
            if not self.experiment.interval:
                return
            self._learn(known, self.plan.stage(stage, live), kept)
            live = [arm for arm in live if rounds < self.plan.rounds(arm) and not self._knows_enough(known[arm])]
            stage += 1

    def _play(
        self, slots: Iterator[Slot], kept: Kept, workers: int, cluster: str, done: Callable[[int], None] | None
    ) -> bool:
        """Play the matches of a stage that are not kept yet."""

        def ahead() -> Iterator[Slot]:
            for slot in slots:
                if self.plan.key(slot) not in kept:
                    yield slot
                elif done is not None:
                    done(1)

        left = self.plan.total - len(kept)
        if self.experiment.interval:  # a stage is short, and nobody goes on before it is over
            of_stage = list(slots)
            slots, left = iter(of_stage), len(of_stage)
        portions = Portions(ahead(), self.plan, left, workers)
        with closing(spread(timed, portions, workers, cluster)) as finished:
            for rows, seconds in finished:
                portions.note(len(rows), seconds)
                for row in rows:
                    kept.add(row)
                if done is not None:
                    done(len(rows))
        return True

    def _learn(self, known: Sequence[Known], slots: Iterator[Slot], kept: Kept) -> None:
        """Add what a stage has shown."""
        played, again = tee(slots)
        for slot, row in zip(played, kept.rows(map(self.plan.key, again)), strict=True):
            if not row.broken:
                arm = self.plan.arms[slot.arm]
                known[slot.arm].matches += 1
                known[slot.arm].score += row.shares[arm.place(arm.turns[slot.turn])]

    def _knows_enough(self, known: Known) -> bool:
        if not known.matches:
            return True
        low, high = wilson(known.score, known.matches)
        return (high - low) / 2 <= self.experiment.interval

    def by_arm(self) -> list[tuple[Arm, Matches]]:
        """The matches of each arm that were played to their end."""
        rows = self._rows
        return [(arm, () if rows is None else rows.of(number)) for number, arm in enumerate(self.plan.arms)]
