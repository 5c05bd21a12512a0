"""The coach at a table: advice on the question before a seat, and the analysis of a match that is over."""

from __future__ import annotations

import secrets
from collections.abc import Callable

from muster.coach.sheets import Analysis, Decision
from muster.kernel.requests import Seat
from muster.server.protocol import Advised, Analysed, Done
from muster.server.table.seating import HUMAN, OPEN
from muster.server.table.table import HostedTable
from muster.server.telling.phrases import TableRefusal
from muster.server.telling.sheets import advised, analysed
from muster.server.telling.updates import Listener
from muster.server.thinking.crews import Crowded
from muster.server.thinking.jobs import HintJob

SECONDS = 4.0
"""The time to find advice in, once a worker has the match."""

OnProgress = Callable[[float], None]


async def hint(
    table: HostedTable, by: Listener, command: str, question: int, asker: str, on_progress: OnProgress
) -> Advised:
    """Advice for a seat: a strong player's answer, by what the seat may know. Nobody else is held up. Whoever asks
    again about the same question, perhaps in another language, is told the same at once.
    """
    async with table.lock:
        seat = table.own(by.seat)
        check_agreed(table, seat)
        if question != table.asked(seat):
            raise TableRefusal("stale")
        if table.game.thinking is None:
            raise TableRefusal("no_advice")
        known, advice = table.advice.get(seat, (-1, None))
        if advice is not None and known == question:
            return advised(command, advice, table.words(by.audience.language))
        job = HintJob(table.record.position(), seat, SECONDS, secrets.randbits(48))
    try:
        found = await table.house.thinkers.advise(job, asker, on_progress)
    except Crowded:
        raise TableRefusal("crowded") from None
    if found is None:
        raise TableRefusal("no_advice_now")
    table.advice[seat] = question, found
    return advised(command, found, table.words(by.audience.language))


def check_agreed(table: HostedTable, seat: Seat) -> None:
    """Refuse advice unless every other player is a bot, or sat down at a table that allows it."""
    others = [row.who for other, row in table.seating.rows.items() if other != seat]
    if not table.settings.hints and any(who in (HUMAN, OPEN) for who in others):
        raise TableRefusal("hints_not_agreed")


async def analyse(
    table: HostedTable, by: Listener, command: str, stored: bool, asker: str, on_progress: OnProgress
) -> Analysed | Done:
    """The analysis of a match that is over: the one that is kept or, unless only that is wanted, a new one."""
    async with table.lock:
        if not table.over:
            raise TableRefusal("analyse_later")
        if table.game.thinking is None:
            raise TableRefusal("no_advice")
        position = table.record.position()
    studies = table.house.studies
    found = await studies.stored(position, table.game.rules_version)
    if found is None and stored:
        return Done(command)
    if found is None:
        try:
            found = await studies.make(position, asker, on_progress)
        except Crowded:
            raise TableRefusal("crowded") from None
    if found is None:
        raise TableRefusal("no_analysis_now")
    return await table.house.turns.do(asker, _told(table, by, command, found))


async def _told(table: HostedTable, by: Listener, command: str, found: Analysis) -> Analysed:
    async with table.lock:
        history = await table.history()
        eyes = by.audience.eyes
        words = table.words(by.audience.language)

        def seq(entries: int) -> int:
            return history.moment_after(eyes, entries)[1]

        def asked(decision: Decision) -> str:
            match = history.match(history.moment_after(eyes, decision.index)[0])
            ask = match.pending.get(decision.seat)
            return "" if ask is None else words.say(ask.prompt)

        return analysed(command, found, words, seq, asked)
