"""Looking without changing anything: why not, previews, odds, how it was, the journal, the dice."""

from __future__ import annotations

import asyncio
import sys
from typing import Protocol

import msgspec

from muster.coach.turning import turning
from muster.kernel.game import Game, bench_of, goal_of, showing_of
from muster.kernel.goals import Standpoint
from muster.kernel.history import History
from muster.kernel.luck import Luck
from muster.kernel.match import Match
from muster.kernel.positions import redrawn
from muster.kernel.requests import Seat
from muster.kernel.setup import Prepared
from muster.kernel.words import Words
from muster.server.protocol import (
    AskGoal,
    DiceCounts,
    GoalShown,
    Looked,
    MomentTaken,
    NotOffered,
    Outlook,
    RoundStanding,
    Turned,
)
from muster.server.table.table import HostedTable
from muster.server.telling.audience import not_offered, pose
from muster.server.telling.phrases import TableRefusal
from muster.server.telling.updates import Listener
from muster.server.thinking.crews import Crowded
from muster.server.thinking.jobs import Position
from muster.server.thinking.odds import chance, odds_job
from muster.server.thinking.workers import Thinkers

FAR_BACK = 60
"""So many moments back we look for one that a position can say."""


class Shown(Protocol):
    """A table, as far as one can look at it: one at which people play, or a puzzle."""

    lock: asyncio.Lock
    game: Game[object]
    prepared: Prepared[object]

    @property
    def match(self) -> Match[object]:
        """The match as it stands."""

    @property
    def over(self) -> bool:
        """Whether the match is over, and everything in it may be known."""

    @property
    def shows_all(self) -> bool:
        """Whether spectators may look through any seat's eyes."""

    @property
    def thinkers(self) -> Thinkers:
        """Those who count odds."""

    def words(self, language: str) -> Words:
        """The game's words with the names of those who sit here."""

    def own(self, seat: Seat | None) -> Seat:
        """The seat; refused for a spectator."""

    def asked(self, seat: Seat) -> int:
        """The number of a seat's open question; refused if it has none."""

    def position(self) -> Position:
        """The match so far, for the processes that think."""

    async def history(self) -> History[object]:
        """The moments of the match; the table is locked."""


async def why(table: Shown, by: Listener, key: str) -> list[NotOffered]:
    """Say what is not offered and why; for one key, raise the refusal itself."""
    async with table.lock:
        ask = table.match.ask(table.own(by.seat))
        if key:
            ask.space.accept(key)  # raises the refusal that says why
            return []
        return not_offered(ask, table.words(by.audience.language))


async def preview(table: Shown, by: Listener, about: str) -> msgspec.Struct:
    """Show how a plan would turn out, as far as the asker can know."""
    async with table.lock:
        words = table.words(by.audience.language)
        ask = table.match.pending.get(by.seat) if by.seat is not None else None
        eyes = by.audience.eyes
        state = table.match.imagined(eyes)
        return showing_of(table.game).preview(state, eyes, None if ask is None else ask.subject, about, words)


async def odds(table: Shown, by: Listener, command: str, question: int, key: str, runs: int, asker: str) -> Outlook:
    """Work out the odds of an answer, without holding up the table."""
    async with table.lock:
        seat = table.own(by.seat)
        if question != table.asked(seat):
            raise TableRefusal("stale")
        job = odds_job(table.match, table.position(), seat, key, runs)
    try:
        reply = await table.thinkers.count(job, asker)
    except Crowded:
        raise TableRefusal("crowded") from None
    if reply is None or not reply.runs:
        raise TableRefusal("no_odds_now")
    words = table.words(by.audience.language)
    return Outlook(command, key, reply.runs, [chance(count, reply.runs, words) for count in reply.counts])


async def look(
    table: Shown, by: Listener, command: str, seq: int, seat: Seat | None, entries: int | None = None
) -> Looked:
    """The table as somebody saw it when their log had `seq` events, through their eyes or those of a seat. Once the
    match is over a moment can be named by the length of the record; then the question is shown that was open.
    """
    async with table.lock:
        audience = by.audience
        eyes = audience.eyes if seat is None else _borrowed(table, by, seat)
        history = await table.history()
        exact = table.over and entries is not None
        moment, told = history.moment(audience.eyes, seq)
        if table.over and entries is not None:
            moment, told = history.moment_after(audience.eyes, entries)
        seen = history.look(moment, eyes)
        words = table.words(audience.language)
        asked = None
        if exact and eyes is not None:
            match = history.match(moment)
            ask = match.pending.get(eyes)
            asked = None if ask is None else pose(match, ask, 0, words, audience)
        picture, scene = audience.picture_of(seen, words), audience.scene_of(seen, words)
        return Looked(command, told, audience.data_of(seen), picture, scene, asked)


async def goal(table: Shown, by: Listener, asked: AskGoal) -> GoalShown:
    """The goal of the match and how it stands, now or at an earlier moment, and after each round."""
    async with table.lock:
        eyes = by.audience.eyes if asked.seat is None else _borrowed(table, by, asked.seat)
        words, match = table.words(by.audience.language), table.match
        if asked.seq is None and not asked.rounds:
            told = match.events(eyes)
            standpoint = Standpoint(match.state, eyes, told, words, table.over)
            return GoalShown(asked.id, len(told), goal_of(table.game, standpoint))
        history = await table.history()
        last, told_by = history.moment(by.audience.eyes, sys.maxsize if asked.seq is None else asked.seq)
        found = history.goal(last, eyes, words, table.over)
        rounds = []
        for number, moment in history.rounds() if asked.rounds else ():
            if moment <= last:
                stood = history.goal(moment, eyes, words, table.over)
                rounds.append(RoundStanding(number, stood.totals, stood.ways))
        turned = _turned(table, by, history) if asked.rounds and table.over else None
        luck = _luck(table) if asked.rounds and table.over else []
        return GoalShown(asked.id, told_by, found, rounds, turned, luck)


def _luck(table: Shown) -> list[Luck]:
    """How the dice of every seat fell; nothing if no dice did."""
    counted = showing_of(table.game).luck
    if counted is None:
        return []
    found = [tally.luck() for tally in counted(table.match.state, table.match.events(None))]
    return found if any(one.expected for one in found) else []


def _turned(table: Shown, by: Listener, history: History[object]) -> Turned | None:
    """Where a match that is over turned, in the asker's log."""
    result = table.match.result
    found = None if result is None else turning(history.weighed, result.winners)
    if found is None:
        return None
    since, seq = (history.heard(by.audience.eyes, moment) for moment in (found.since, found.moment))
    return Turned(found.seat, history.round(found.since), since, seq, round(found.before, 3), round(found.after, 3))


async def moment(table: HostedTable, by: Listener, command: str, seq: int | None) -> MomentTaken:
    """The position of a moment, for a workbench: the true one once the match is over, and for those who may see
    everything; otherwise one that the asker cannot tell from it. If nobody could write that moment down, the last one
    before it.
    """
    async with table.lock:
        history = await table.history()
        eyes = by.audience.eyes
        told = by.audience.eyes is None and table.shows_all
        last, _ = history.moment(eyes, sys.maxsize if seq is None else seq)
        for back in range(last, max(-1, last - FAR_BACK), -1):
            match = history.match(back)
            bench, state = bench_of(table.game), match.last_checkpoint[1]
            position = bench.write(state) if table.over or told else redrawn(match, eyes)
            if position is not None:
                return MomentTaken(command, table.game.name, position, not (table.over or told))
        raise TableRefusal("no_position")


def _borrowed(table: Shown, by: Listener, seat: Seat) -> Seat:
    """Check that the asker may look through the eyes of another seat."""
    if seat not in range(table.prepared.seats):
        raise TableRefusal("no_seat")
    sees_all = by.seat is None and table.shows_all
    if seat != by.audience.eyes and not table.over and not sees_all:
        raise TableRefusal("not_your_eyes")
    return seat


async def journal(table: HostedTable) -> str:
    """The journal, once the match is over and everything in it may be known."""
    async with table.lock:
        if not table.over:
            raise TableRefusal("not_over")
        return table.record.journal(table.seating.who())


async def dice(table: HostedTable, command: str) -> DiceCounts:
    """Count how the dice fell; secret rolls are included only after the end."""
    async with table.lock:
        counted = table.record.dice
        counts = counted.counts(table.over)
        return DiceCounts(command, table.row.header.dice, table.dice_key(), counts, counted.draws)
