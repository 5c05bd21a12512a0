"""A puzzle as a table: its match stands at the question, and an answer is judged instead of played.

Nothing about it ever changes and nothing is stored, so everybody who solves it shares one. Nobody there knows of the
others. What leaves it goes the way of any table, through the eyes of the seat that is asked: the entries hold
everybody's secrets.
"""

from __future__ import annotations

import asyncio
import zlib
from typing import Any

import msgspec

from muster.coach.puzzles import Puzzle, match_of
from muster.kernel.dice import RecordedDice
from muster.kernel.game import Game, setup_of
from muster.kernel.history import History
from muster.kernel.journal import LETTERS
from muster.kernel.match import Match
from muster.kernel.requests import DICE, Seat
from muster.kernel.words import Words
from muster.server.protocol import ENCODER, VERSION, Join, Judged, Place, Welcome
from muster.server.table.history import Histories
from muster.server.table.seating import HUMAN, RULES
from muster.server.telling.audience import Audience, Eyes, audience_of, make_update
from muster.server.telling.phrases import TableRefusal, title_of
from muster.server.telling.sheets import judged
from muster.server.telling.updates import Listener
from muster.server.thinking.jobs import Position
from muster.server.thinking.workers import Thinkers

FOLDER = "puzzle/"
"""The name of a puzzle's table begins with this: `puzzle/GAME/NAME`."""
OPPONENT = "normal"
"""Who sits at the other seats: bots, as in the match the puzzle is from."""


class PosedTable:
    """One puzzle, for any number of people. Whoever looks at it holds `lock`, as at any table."""

    def __init__(self, game: Game[Any], puzzle: Puzzle, thinkers: Thinkers, histories: Histories) -> None:
        self.id = f"{FOLDER}{puzzle.game}/{puzzle.name}"
        self.lock = asyncio.Lock()
        self.game = game
        self.prepared = setup_of(game).prepare(puzzle.options)
        self.match: Match[Any] = match_of(game, puzzle, RecordedDice("random"))
        self.thinkers = thinkers
        self.over = False
        self.shows_all = False
        self._puzzle = puzzle
        self._histories = histories
        self._eyes = Eyes(self.match, self.prepared.seats)
        self._number = zlib.crc32(self.id.encode()) or 1

    # What one can look at

    def words(self, language: str) -> Words:
        return self.game.catalogue.words(language)

    def own(self, seat: Seat | None) -> Seat:
        if seat is None:
            raise TableRefusal("spectator")
        return seat

    def asked(self, seat: Seat) -> int:
        self.match.ask(seat)
        return self._number

    def position(self) -> Position:
        entries = [(entry.seat, entry.key, entry.value if entry.seat == DICE else ()) for entry in self.match.record]
        return Position(self.id, self.game.name, self._puzzle.options, entries)

    async def history(self) -> History[object]:
        return await self._histories.of(self.id, self.match, (*range(self.prepared.seats), None))

    # Coming, and answering

    def welcome(self, listener: Listener, join: Join) -> None:
        """Seat somebody where the puzzle is asked, and show them everything they have missed."""
        listener.seat = self._puzzle.seat
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

    async def judge(self, listener: Listener, command: str, question: int, key: str) -> Judged:
        """Say whether an answer is right, and why. The match stays where it is: one can answer again. An open question
        accepts answers that nobody has weighed; those are refused, and give nothing away.
        """
        async with self.lock:
            seat = self.own(listener.seat)
            if question != self.asked(seat):
                raise TableRefusal("stale")
            words = self.words(listener.audience.language)
            space = self.match.ask(seat).space
            given = space.accept(key).key
            if given not in self._puzzle.chances:
                raise TableRefusal("not_weighed")
            texts = {option.key: "" if option.text is None else words.say(option.text) for option in space.options()}
            return judged(command, self._puzzle, given, texts, words)

    def _update(self, audience: Audience, since: int, check: int) -> bytes:
        log = self._eyes[audience.eyes]
        words = self.words(audience.language)
        update = make_update(self.match, audience, log, log.known(since, check), words, self._number, "", [])
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
            seat=self._puzzle.seat,
            host=False,
            spectators="none",
            hints=False,
            places=[self._place(seat) for seat in range(self.prepared.seats)],
            chat=[],
        )

    def _place(self, seat: Seat) -> Place:
        who = HUMAN if seat == self._puzzle.seat else OPPONENT if seat in self.prepared.players else RULES
        return Place(seat, who, LETTERS[seat], present=True, stand_in="")
