"""The seats of one table that bots play: bots wake up when they are asked, and think in other processes."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable, Coroutine
from typing import Any

from muster.kernel.refusal import Refusal
from muster.kernel.requests import Ask, Seat
from muster.server.storage.database import Unavailable
from muster.server.table.record import Record
from muster.server.table.seating import HUMAN, Seating
from muster.server.telling.phrases import TableRefusal
from muster.server.thinking.jobs import DecisionJob
from muster.server.thinking.workers import Thinkers, is_bot

log = logging.getLogger("muster.server.table.bot_seats")

BROKEN = "broken"
"""The refusal's key when the rules broke on an answer,"""
UNSAVED = "not_stored"
"""and when it could not be stored: then the bot tries again after some seconds, for nobody else would wake it."""
AGAIN_SECONDS = 2.0

Do = Callable[[Seat, str, Callable[[], None]], Coroutine[Any, Any, None]]
"""Carries something out at the locked table and lets the match go on."""


class BotSeats:
    """The bots of a table. `patience` says how many seconds a seat's clock leaves for a decision (0: any number)."""

    def __init__(
        self,
        table: str,
        record: Record,
        seating: Seating,
        thinkers: Thinkers,
        lock: asyncio.Lock,
        patience: Callable[[Seat], float],
        do: Do,
        on_stuck: Callable[[], None],
    ) -> None:
        self._table = table
        self._record = record
        self._seating = seating
        self._thinkers = thinkers
        self._lock = lock
        self._patience = patience
        self._do = do
        self._on_stuck = on_stuck
        self._thinking: dict[Seat, asyncio.Task[None]] = {}

    @property
    def busy(self) -> bool:
        return bool(self._thinking)

    def wake(self) -> None:
        """Start every bot that is asked and is not thinking yet."""
        for seat in self._record.match.pending:
            player = self._seating.player(seat)
            if player != HUMAN and is_bot(player) and seat not in self._thinking:
                self._thinking[seat] = asyncio.create_task(self._think(seat))

    def stop(self) -> None:
        for task in self._thinking.values():
            task.cancel()

    async def _think(self, seat: Seat) -> None:
        """Let a bot decide for as long as the seat is asked."""
        try:
            while True:
                async with self._lock:
                    ask = self._record.match.pending.get(seat)
                    bot = self._seating.player(seat)
                    if ask is None or not is_bot(bot):
                        return
                    job = self._job(seat, bot)
                key = await self._thinkers.choose(job, self._record.row.origin)
                try:
                    async with self._lock:
                        if self._record.match.pending.get(seat) is ask and self._seating.player(seat) == bot:
                            await self._play(seat, ask, key)
                except TableRefusal as refusal:
                    if refusal.key != UNSAVED:
                        raise
                    await asyncio.sleep(AGAIN_SECONDS)
        except TableRefusal as refusal:
            log.warning("table %s: the bot at seat %s stops: %s", self._table, seat, refusal)
            if refusal.key == BROKEN:
                self._on_stuck()
        except Unavailable:
            log.warning("table %s: the bot at seat %s waits until the table is opened again", self._table, seat)
        except Exception:
            log.exception("table %s: the rules failed at the bot's seat %s", self._table, seat)
            self._on_stuck()
        finally:
            self._thinking.pop(seat, None)

    def _job(self, seat: Seat, bot: str) -> DecisionJob:
        """A decision to make. Its seed is a secret: nobody may work out from the record what a bot will do."""
        return DecisionJob(self._record.position(), seat, bot, secrets.token_hex(16), self._patience(seat))

    async def _play(self, seat: Seat, ask: Ask[Any], key: str | None) -> None:
        """Give the bot's answer; if it is refused, or the rules break on it, any other one."""
        options = [option.key for option in ask.space.options()]
        try:
            if key is not None:
                chosen = key
                await self._do(seat, "", lambda: self._record.match.answer(seat, chosen))
                return
        except Refusal as refusal:
            log.warning("table %s: the bot at seat %s was refused: %s", self._table, seat, refusal)
        except TableRefusal as refusal:
            if refusal.key != BROKEN or len(options) == 1:
                raise
        fall_back = secrets.choice([option for option in options if option != key])
        await self._do(seat, "", lambda: self._record.match.answer(seat, fall_back))
