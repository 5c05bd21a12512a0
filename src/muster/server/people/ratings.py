"""Ratings: which tables are rated, what may not happen at one, and how a match counts when it has ended."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

from muster.kernel.errors import GameError
from muster.kernel.game import POSITION
from muster.kernel.requests import Seat
from muster.server.people.glicko import Rating, aged, rate
from muster.server.protocol import Level, NewTable
from muster.server.storage.database import Conflict
from muster.server.storage.people import ResultRow
from muster.server.storage.ratings import RatingRow, RatingShelf
from muster.server.storage.rows import SeatRow
from muster.server.storage.storage import Storage
from muster.server.table.seating import HUMAN, OPEN, RULES
from muster.server.table.table import HostedTable
from muster.server.table.tokens import Sitter
from muster.server.telling.phrases import TableRefusal

DAY = 86_400.0
TRIES = 5
BOT = "bot:"
"""Before the name of a bot, which is rated like a player."""


def check_rated(wanted: NewTable, options: Mapping[str, Any], fair: bool, sitter: Sitter) -> None:
    """Refuse a rated table that would prove nothing; raises `GameError`."""
    if not sitter.player or not wanted.name:
        raise GameError("rated: whoever sets up a rated table plays there, with a player's key")
    if wanted.journal or POSITION in options:
        raise GameError("rated: a rated match begins at its beginning, not from a journal or a position")
    if wanted.packs:
        raise GameError("rated: a rated match is played with the game's own cards, not with packs of one's own")
    if wanted.hints:
        raise GameError("rated: there is no advice at a rated table")
    if wanted.clock is None:
        raise GameError("rated: a rated table needs a clock, or nobody would ever lose")
    if not fair:
        raise GameError("rated: the forces at a rated table are of the same size")


def rated_name(row: SeatRow) -> str:
    """Under which name a seat is rated: a player, or a bot; empty if it is neither."""
    if row.who == HUMAN:
        return row.player
    return "" if row.who in (OPEN, RULES) else f"{BOT}{row.who}"


class Ratings:
    """The ratings of everybody, in each game."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        self.shelf = RatingShelf(storage)

    async def of(self, player: str, game: str, now: float) -> Rating:
        """How a player is rated now: the longer ago the last match, the less sure."""
        return _now(await self.shelf.latest(player, game), now)

    async def check_sitter(self, table: HostedTable, sitter: Sitter, now: float) -> None:
        """Refuse somebody at a rated table without a key or a second time, or at a challenge for others."""
        settings = table.settings
        if settings.rated and not sitter.player:
            raise TableRefusal("rated_key")
        if settings.rated and any(row.player == sitter.player and row.token for row in table.seating.rows.values()):
            raise TableRefusal("rated_twice")
        if settings.level is not None:
            own = round((await self.of(sitter.player, table.game.name, now)).rating) if sitter.player else 1500
            if not within(own, settings.level):
                raise TableRefusal("not_your_level", least=settings.level.least, most=settings.level.most, own=own)

    async def count(self, table: HostedTable, results: Sequence[ResultRow], at: float) -> None:
        """Count a rated match that is over, once. Who has let a bot play has lost, whatever came of it."""
        helped = await self._helped(table.id)
        names = {row.seat: rated_name(table.seating.rows[row.seat]) for row in results}
        ranks = {
            row.seat: (row.seat not in helped, {"won": 2, "drawn": 1}.get(row.result, 0), row.score)
            for row in results
            if names[row.seat]
        }
        if len({names[seat] for seat in ranks}) < 2:
            return
        for _ in range(TRIES):
            if await self.shelf.counted(table.id):
                return
            with suppress(Conflict):  # another match of one of them has counted in the meantime
                await self.shelf.add(table.id, at, await self._after(table, names, ranks, at))

    async def _helped(self, table: str) -> set[Seat]:
        """The seats for which a bot has stood in."""
        rows = await self._storage.read("SELECT DISTINCT seat FROM seats WHERE table_id = ? AND stand_in <> ''", table)
        return {row[0] for row in rows}

    async def _after(
        self, table: HostedTable, names: Mapping[Seat, str], ranks: Mapping[Seat, tuple[bool, int, int]], at: float
    ) -> list[RatingRow]:
        """Everybody's rating after a match: everybody has met everybody else. A bot at several seats counts once."""
        game = table.game.name
        before = {name: await self.shelf.latest(name, game) for name in {names[seat] for seat in ranks}}
        now = {name: _now(row, at) for name, row in before.items()}
        after: list[RatingRow] = []
        for name, row in before.items():
            own = [seat for seat in ranks if names[seat] == name]
            met = [
                (now[names[other]], _score(ranks[seat], ranks[other]))
                for seat in own
                for other in ranks
                if names[other] != name
            ]
            new = rate(now[name], met, elapsed=0.0)  # `now` has grown older already
            number = 1 if row is None else row.number + 1
            after.append(RatingRow(name, game, number, new.rating, new.deviation, new.volatility, table.id, at))
        return after


def within(rating: int, level: Level) -> bool:
    """Whether a rating lies in a band."""
    return level.least <= rating <= level.most


def rating_of(row: RatingRow) -> Rating:
    return Rating(row.rating, row.deviation, row.volatility)


def _now(row: RatingRow | None, now: float) -> Rating:
    if row is None:
        return Rating()
    return aged(rating_of(row), max(0.0, now - row.at) / DAY)


def _score(own: tuple[bool, int, int], other: tuple[bool, int, int]) -> float:
    """The worth of a match against one other: a draw only where both are level in everything."""
    if not own[0] and not other[0]:
        return 0.5
    if own[:2] == other[:2] and own[1] > 0:
        return 0.5
    return 0.5 if own == other else float(own > other)
