"""A staged table: a match that one person looks at alone, such as a puzzle or a lesson.

Nothing of it is stored and nobody there knows of others. What leaves it goes the way of any table, through the eyes of
the seat that is asked: the entries hold everybody's secrets.
"""

from __future__ import annotations

import asyncio
import zlib
from collections.abc import Mapping
from typing import Any

import msgspec

from muster.kernel.game import Game, setup_of
from muster.kernel.history import History
from muster.kernel.journal import LETTERS
from muster.kernel.match import Match
from muster.kernel.requests import DICE, Seat
from muster.kernel.words import Words
from muster.server.protocol import ENCODER, VERSION, Join, Place, Welcome
from muster.server.table.history import Histories
from muster.server.table.seating import HUMAN, RULES
from muster.server.telling.audience import Audience, Eyes, audience_of, make_update
from muster.server.telling.phrases import TableRefusal, title_of
from muster.server.telling.updates import Listener
from muster.server.thinking.jobs import Position
from muster.server.thinking.workers import Thinkers


class StagedTable:
    """A match on show. Whoever looks at it holds `lock`, as at any table."""

    def __init__(
        self,
        name: str,
        game: Game[object],
        options: Mapping[str, Any],
        seat: Seat,
        opponent: str,
        match: Match[object],
        thinkers: Thinkers,
        histories: Histories,
    ) -> None:
        self.id = name
        self.lock = asyncio.Lock()
        self.game = game
        self.prepared = setup_of(game).prepare(options)
        self.match = match
        self.thinkers = thinkers
        self.over = False
        self.shows_all = False
        self._seat = seat
        self._opponent = opponent
        self._histories = histories
        self._eyes = Eyes(match, self.prepared.seats)

    # What one can look at

    def words(self, language: str) -> Words:
        return self.game.catalogue.words(language)

    def own(self, seat: Seat | None) -> Seat:
        if seat is None:
            raise TableRefusal("spectator")
        return seat

    def asked(self, seat: Seat) -> int:
        self.match.ask(seat)
        return self._number()

    def position(self) -> Position:
        entries = [(entry.seat, entry.key, entry.value if entry.seat == DICE else ()) for entry in self.match.record]
        return Position(self.id, self.game.name, dict(self.prepared.options), entries)

    async def history(self) -> History[object]:
        return await self._histories.of(self.id, self.match, (*range(self.prepared.seats), None))

    # Coming and going

    def welcome(self, listener: Listener, join: Join) -> None:
        """Seat somebody where the question is asked, and show them everything they have missed."""
        listener.seat = self._seat
        listener.audience = audience_of(join, listener.seat, None)
        listener.send(ENCODER.encode(self._greeting(join)))
        listener.send(self._update(listener.audience, join.since, join.check))

    async def readdress(self, listener: Listener, audience: Audience) -> None:
        """Go on in another language or with another view."""
        async with self.lock:
            listener.audience = audience
            listener.send(self._update(audience, 0, 0))

    def leave(self, listener: Listener) -> None:
        """Somebody goes. Nobody is counted here, so there is nothing to do."""

    def _number(self) -> int:
        """The number of the open question: another one wherever the match stands."""
        return zlib.crc32(f"{self.id}/{len(self.match.record)}".encode()) or 1

    def _update(self, audience: Audience, since: int, check: int) -> bytes:
        log = self._eyes[audience.eyes]
        words = self.words(audience.language)
        update = make_update(self.match, audience, log, log.known(since, check), words, self._number(), "", [])
        return ENCODER.encode(msgspec.structs.replace(update, may_undo=False))

    def _greeting(self, join: Join) -> Welcome:
        return Welcome(
            id=join.id,
            version=VERSION,
            table=self.id,
            game=self.game.name,
            title=title_of(self.game, join.language),
            options=dict(self.prepared.options),
            rules_version=self.game.rules_version,
            dice="",
            seat=self._seat,
            host=False,
            spectators="none",
            hints=False,
            absence=0,
            expires=0.0,
            places=[self._place(seat) for seat in range(self.prepared.seats)],
            chat=[],
        )

    def _place(self, seat: Seat) -> Place:
        who = HUMAN if seat == self._seat else self._opponent if seat in self.prepared.players else RULES
        return Place(seat, who, LETTERS[seat], present=True, stand_in="")
