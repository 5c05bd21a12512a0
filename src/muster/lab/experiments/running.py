"""Run an experiment: hand its matches out to workers, keep each as it ends, stop arms that know enough.

Workers get a few matches of one arm at a time, as many as take about a second, so a stop loses little and a short match
is not lost in overhead. What comes out does not depend on how they were handed out.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, suppress
from typing import Any

import msgspec

from muster.lab.elo import wilson
from muster.lab.experiments.design import Experiment, check
from muster.lab.experiments.keeping import Kept
from muster.lab.experiments.plan import STAGE, Arm, Key, Plan, Slot
from muster.lab.experiments.playing import Row, check_arm, play_some
from muster.lab.pool import spread

PORTION_SECONDS = 1.0
MOST_IN_A_PORTION = 64


class Portions:
    """Matches in portions for workers: of one arm each, and of about a second."""

    def __init__(self, slots: Iterable[Slot], plan: Plan) -> None:
        self._slots, self._plan = slots, plan
        self._matches, self._seconds = 0, 0.0

    def note(self, matches: int, seconds: float) -> None:
        """Say how long some matches took."""
        self._matches += matches
        self._seconds += seconds

    @property
    def size(self) -> int:
        if not self._seconds:
            return 1
        return max(1, min(MOST_IN_A_PORTION, int(PORTION_SECONDS * self._matches / self._seconds)))

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
        return self._plan.experiment, self._plan.arms[slots[0].arm], slots


def timed(experiment: Experiment, arm: Arm, slots: Sequence[Slot]) -> tuple[list[Row], float]:
    """In a worker: play a portion, and say how long it took."""
    began = time.perf_counter()
    return play_some(experiment, arm, slots), time.perf_counter() - began


class Run:
    """An experiment being run, and then its outcome."""

    def __init__(self, experiment: Experiment) -> None:
        check(experiment)
        self.experiment = experiment
        self.plan = Plan(experiment)
        for arm in self.plan.arms:
            check_arm(arm)
        self.rows: list[Row] = []
        self.planned = self.plan.total
        self.complete = False

    def play(self, kept: Kept, workers: int, cluster: str = "", done: Callable[[int], None] | None = None) -> None:
        """Play everything that is not kept yet. Ctrl-C stops it; what is over by then is there."""
        with suppress(KeyboardInterrupt):
            self._play(kept, workers, cluster, done)
        self.collect(kept)

    def collect(self, kept: Kept) -> None:
        """Take the rows of this experiment out of what is kept, in the order of their numbers."""
        wanted = {self._key(slot): slot for slot in self.slots(kept)}
        rows = [(wanted[row.key], row) for row in kept if row.key in wanted]
        self.rows = sorted((self._named(slot, row) for slot, row in rows), key=lambda row: row.number)
        self.planned = len(wanted)
        self.complete = len(self.rows) == self.planned

    def slots(self, kept: Kept) -> Iterator[Slot]:
        """All matches of the experiment, as far as it is known which ones it needs."""
        live, stage = list(range(len(self.plan.arms))), 0
        while live:
            slots = list(self.plan.stage(stage, live))
            yield from slots
            if not self._is_over(slots, kept):
                return
            live = self._still_live(live, stage, kept)
            stage += 1

    def _play(self, kept: Kept, workers: int, cluster: str, done: Callable[[int], None] | None) -> None:
        live, stage = list(range(len(self.plan.arms))), 0
        while live:
            slots = list(self.plan.stage(stage, live))
            ahead = [slot for slot in slots if self._key(slot) not in kept.rows]
            if done is not None:
                done(len(slots) - len(ahead))
            portions = Portions(ahead, self.plan)
            with closing(spread(timed, portions, workers, cluster)) as finished:
                for rows, seconds in finished:
                    portions.note(len(rows), seconds)
                    for row in rows:
                        kept.add(row)
                    if done is not None:
                        done(len(rows))
            live = self._still_live(live, stage, kept)
            stage += 1

    def _named(self, slot: Slot, row: Row) -> Row:
        """A row under the number that this experiment has for it."""
        lineup = self.plan.arms[slot.arm].lineup
        return msgspec.structs.replace(row, number=slot.number, lineup=lineup, turn=slot.turn)

    def _key(self, slot: Slot) -> Key:
        return self.plan.arms[slot.arm].key_of(slot.round, slot.turn)

    def _is_over(self, slots: Sequence[Slot], kept: Kept) -> bool:
        return all(self._key(slot) in kept.rows for slot in slots)

    def _still_live(self, live: Sequence[int], stage: int, kept: Kept) -> list[int]:
        """The arms that need another stage."""
        if not self.experiment.interval:
            return []
        rounds = (stage + 1) * STAGE
        return [arm for arm in live if rounds < self.plan.rounds(arm) and not self._knows_enough(arm, rounds, kept)]

    def _knows_enough(self, arm: int, rounds: int, kept: Kept) -> bool:
        which = self.plan.arms[arm]
        slots = [self.plan.slot(arm, round, turn) for round in range(rounds) for turn in range(len(which.turns))]
        rows = [(kept.rows[self._key(slot)], which.turns[slot.turn]) for slot in slots]
        played = [row.shares[which.place(turn)] for row, turn in rows if not row.broken]
        if not played:
            return True
        low, high = wilson(sum(played), len(played))
        return (high - low) / 2 <= self.experiment.interval

    def by_arm(self) -> list[tuple[Arm, list[Row]]]:
        """The matches of each arm that were played to their end."""
        found: dict[str, list[Row]] = {arm.key: [] for arm in self.plan.arms}
        for row in self.rows:
            if not row.broken:
                found[row.arm].append(row)
        return [(arm, found[arm.key]) for arm in self.plan.arms]

    @property
    def broken(self) -> list[Row]:
        return [row for row in self.rows if row.broken]
