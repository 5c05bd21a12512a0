"""The analysis of a match that is over: how the chances went, what decided it, what the dice did and what it cost.

Every real decision gets a search of its own, from the seat of the player who had to decide; every answer with dice
after it gets their luck. Both are jobs that several processes can share; what a job finds depends on nothing but the
match, so the analysis is the same however many there are, unless time runs out.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

import msgspec

from muster.coach.decisions import Verdict, is_real, verdict_on
from muster.coach.deliberation import chances_of
from muster.coach.lines import step_of
from muster.coach.luck import Judge, Luck, percentiles
from muster.coach.past import Moment, Past, Walk
from muster.coach.sharing import share_out
from muster.coach.sheets import Analysis, Decision, Point, Roll, Side, Step
from muster.coach.watch import Progress, Stop, Watch
from muster.kernel.game import thinking_of

ALL_TRIES: Final = 120_000
"""Tries for a whole match, unless somebody says otherwise: a short one gets more for each decision."""
FEWEST: Final = 250
"""Tries for a decision, however many there are,"""
MOST: Final = 2000
"""and however few."""
SECONDS: Final = 110.0
"""The time for it all; beyond that decisions get fewer tries."""
LEAST_SECONDS: Final = 0.001
"""A job with a limit has at least this: no time would be no limit."""
DICE: Final = 0.3
"""The share of a job's time for its dice; the rest is for the decision."""
TELLING: Final = 0.03
"""A moment that changed the chances by less decided nothing."""
MOMENTS: Final = 5
"""So many moments of each kind are told, the largest."""

BEGINNING: Final = -1
"""The index of the dice that fall before anybody answers."""


class Effort(msgspec.Struct, frozen=True):
    """The budget of an analysis: tries for each decision (0: by the length of the match) and seconds in all (0: as long
    as it takes). Only without a limit of time is it always the same.
    """

    iterations: int = 0
    seconds: float = SECONDS


class Finding(msgspec.Struct, frozen=True):
    """The findings of a job: about a decision, about dice, or both."""

    index: int
    seat: int
    round: int
    answer: Step | None
    verdict: Verdict | None
    luck: Luck | None
    faces: list[int]
    after: int
    """How long the record was when the dice had fallen."""


class Plan(msgspec.Struct, frozen=True):
    """The jobs: where somebody had something to decide, where dice fell; and what each may take."""

    decisions: list[int]
    dice: list[int]
    jobs: list[int]
    tries: int
    deadline: float
    workers: int


def analyse(
    past: Past,
    effort: Effort | None = None,
    workers: int = 1,
    progress: Progress | None = None,
    stop: Stop | None = None,
) -> Analysis:
    """Look back at a match. Raises `Stopped` soon after `stop` says so."""
    plan = plan_for(past, Effort() if effort is None else effort, workers)
    found = share_out(partial(look_back, past, plan), len(plan.jobs), workers, progress, stop)
    findings = sorted((finding for part in found for finding in part), key=lambda finding: finding.index)
    if progress is not None:
        progress(1.0)
    return put_together(past, plan, findings)


def plan_for(past: Past, effort: Effort, workers: int) -> Plan:
    """Walk through the match once to see what there is to do."""
    began = time.monotonic()
    walk = Walk(past)
    decisions: list[int] = []
    dice = [BEGINNING] if walk.opening else []
    for moment in walk.moments():
        if is_real(walk, moment):
            decisions.append(moment.index)
        if moment.faces:
            dice.append(moment.index)
    tries = effort.iterations or max(FEWEST, min(MOST, ALL_TRIES // max(1, len(decisions))))
    deadline = began + effort.seconds if effort.seconds else 0.0
    return Plan(decisions, dice, sorted({*decisions, *dice}), tries, deadline, max(1, workers))


# A worker's part


def look_back(past: Past, plan: Plan, take: Callable[[], int], stop: Stop) -> list[Finding]:
    """Walk through the match and do the jobs that nobody else has taken."""
    walk = Walk(past)
    found: list[Finding] = []
    number = take()
    if number < len(plan.jobs) and plan.jobs[number] == BEGINNING:
        found.append(look_at_beginning(walk, watch_for(plan, number, stop)))
        number = take()
    for moment in walk.moments():
        if number >= len(plan.jobs):
            break
        if moment.index == plan.jobs[number]:
            found.append(look_at(walk, moment, plan, watch_for(plan, number, stop)))
            number = take()
    return found


def watch_for(plan: Plan, number: int, stop: Stop) -> Watch:
    """For one job its share of the time that is left: what it does not need is there for the others."""
    if not plan.deadline:
        return Watch(0.0, stop)
    share = min(1.0, plan.workers / max(1, len(plan.jobs) - number))
    return Watch(max(LEAST_SECONDS, share * (plan.deadline - time.monotonic())), stop)


def look_at(walk: Walk, moment: Moment, plan: Plan, watch: Watch) -> Finding:
    """Judge the decision and the dice of one moment."""
    round_number = thinking_of(walk.game).round(walk.match.state)
    luck = judge_of(walk, moment).luck(moment.faces, watch.part(DICE)) if moment.index in plan.dice else None
    verdict = verdict_on(walk, moment, plan.tries, watch) if moment.index in plan.decisions else None
    answer = step_of(*moment.begun)
    return Finding(moment.index, moment.seat, round_number, answer, verdict, luck, moment.faces, moment.after)


def look_at_beginning(walk: Walk, watch: Watch) -> Finding:
    """Judge the dice that fell before anybody answered."""
    luck = judge_of(walk, None).luck(walk.opening, watch.part(DICE))
    first = thinking_of(walk.game).round(walk.match.state)
    return Finding(BEGINNING, 0, first, None, None, luck, walk.opening, walk.opened)


def judge_of(walk: Walk, moment: Moment | None) -> Judge:
    thinking = thinking_of(walk.game)
    seats = walk.game.rules.seats(walk.match.state)
    chances = chances_of(walk.game, seats)
    if moment is None:
        return Judge(thinking, chances, seats, walk.anew, None, 0)
    return Judge(thinking, chances, seats, walk.again, (moment.seat, moment.played), moment.index)


# All parts together


def put_together(past: Past, plan: Plan, findings: Sequence[Finding]) -> Analysis:
    """The analysis out of what the jobs have found."""
    walk = Walk(past)
    for _ in walk.moments():
        pass
    result = walk.match.result
    assert result is not None
    seats = len(result.scores)
    won = [1 / len(result.winners) if seat in result.winners else 0.0 for seat in range(seats)]
    last = thinking_of(walk.game).round(walk.match.state)
    curve = [
        Point(finding.index, finding.round, finding.verdict.chances)
        for finding in findings
        if finding.verdict is not None
    ]
    return Analysis(
        walk.game.name,
        walk.game.rules_version,
        len(past.entries),
        plan.tries,
        [*curve, Point(len(past.entries), last, won)],
        moments_of(findings, seats),
        sides_of(findings, seats),
    )


def moments_of(findings: Sequence[Finding], seats: int) -> list[Decision | Roll]:
    """The moments that decided the match: the largest of both kinds, in the order of the match."""
    decisions = [
        Decision(finding.index, finding.seat, finding.round, verdict.played, verdict.better, verdict.cost)
        for finding in findings
        if (verdict := finding.verdict) is not None and verdict.played is not None and verdict.better is not None
    ]
    rolls = [roll_of(finding, finding.luck, seats) for finding in findings if finding.luck is not None]
    costly = sorted(decisions, key=lambda decision: -decision.cost)[:MOMENTS]
    lucky = sorted(rolls, key=lambda roll: -abs(roll.gain))[:MOMENTS]
    told: list[Decision | Roll] = [one for one in costly if one.cost >= TELLING]
    told += [one for one in lucky if abs(one.gain) >= TELLING]
    return sorted(told, key=lambda one: one.index)


def roll_of(finding: Finding, luck: Luck, seats: int) -> Roll:
    """Dice for the seat to which they meant most; if they meant as much to the seat that answered, for that one."""
    seat = max(range(seats), key=lambda one: (round(abs(luck.gain(one)), 6), one == finding.seat))
    return Roll(
        finding.after, seat, finding.round, finding.answer, finding.faces, luck.gain(seat), luck.percentile(seat)
    )


def sides_of(findings: Sequence[Finding], seats: int) -> list[Side]:
    """Every player's match in a few figures."""
    lucks = [finding.luck for finding in findings if finding.luck is not None]
    places = percentiles(lucks, seats)
    sides: list[Side] = []
    for seat in range(seats):
        own = [finding for finding in findings if finding.seat == seat and finding.verdict is not None]
        costs: dict[int, float] = {}
        for finding in own:
            assert finding.verdict is not None
            costs[finding.round] = costs.get(finding.round, 0.0) + finding.verdict.cost
        worst = max(costs, key=lambda number: costs[number], default=0)
        gain = 0.0
        for luck in lucks:
            gain += luck.gain(seat)
        cost = sum(costs.values())
        sides.append(Side(seat, places[seat], gain, cost, worst if cost else 0, len(own)))
    return sides
