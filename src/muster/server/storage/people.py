"""Storage of people: players, what they keep, how their matches ended. The SQL for both databases, like that of
tables; `Storage` carries it out.
"""

from __future__ import annotations

from typing import Any

import msgspec

from muster.server.storage.database import Statement
from muster.server.storage.schema import game_in
from muster.server.storage.storage import Storage


class PlayerRow(msgspec.Struct, frozen=True):
    """A player: the hash of the key, a name, the network it came from first (a hash), and when it was last seen."""

    id: str
    key_hash: str
    name: str
    origin: str
    created: float
    seen: float


class ThingRow(msgspec.Struct, frozen=True):
    """Something a player keeps: a force, a table or a pack, as JSON."""

    kind: str
    id: str
    version: int
    game: str
    title: str
    body: str
    at: float


class SatRow(msgspec.Struct, frozen=True):
    """A seat that a player has or had at a table; `finished` is when its match ended, 0 if it has not."""

    table: str
    seat: int
    game: str
    created: float
    finished: float
    reserved: bool
    """It is kept for them, but they have not sat down yet."""


class ResultRow(msgspec.Struct, frozen=True):
    """How a match ended for a seat: `won`, `lost` or `drawn`, with its score."""

    table: str
    seat: int
    player: str
    game: str
    result: str
    score: int
    at: float


class PeopleShelf:
    """The rows of people in a database."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    # Players

    async def player(self, player: str) -> PlayerRow | None:
        rows = await self._storage.read(
            "SELECT id, key_hash, name, origin, created, seen FROM players WHERE id = ?", player
        )
        return PlayerRow(*rows[0]) if rows else None

    async def names(self, players: list[str]) -> dict[str, str]:
        """The names of some players."""
        found: dict[str, str] = {}
        for player in players:
            for row in await self._storage.read("SELECT name FROM players WHERE id = ?", player):
                found[player] = row[0]
        return found

    async def players(self) -> list[tuple[PlayerRow, int, int]]:
        """All players, the last seen first, with the number of their things and seats."""
        rows = await self._storage.read(
            "SELECT id, key_hash, name, origin, created, seen,"
            " (SELECT COUNT(*) FROM things WHERE things.player = players.id),"
            " (SELECT COUNT(DISTINCT table_id) FROM seats WHERE seats.player = players.id)"
            " FROM players ORDER BY seen DESC"
        )
        return [(PlayerRow(*row[:6]), row[6], row[7]) for row in rows]

    async def count(self, origin: str = "", since: float = 0.0) -> int:
        """How many players there are: all, or those that came first from one network since a moment."""
        where, values = (" WHERE origin = ? AND created >= ?", (origin, since)) if origin else ("", ())
        return int((await self._storage.read(f"SELECT COUNT(*) FROM players{where}", *values))[0][0])

    async def add(self, row: PlayerRow) -> None:
        await self._storage.write(
            (
                "INSERT INTO players (id, key_hash, name, origin, created, seen) VALUES (?, ?, ?, ?, ?, ?)"
                " ON CONFLICT (id) DO NOTHING",
                (row.id, row.key_hash, row.name, row.origin, row.created, row.seen),
            )
        )

    async def rename(self, player: str, name: str, at: float) -> None:
        await self._storage.write(("UPDATE players SET name = ?, seen = ? WHERE id = ?", (name, at, player)))

    async def saw(self, player: str, at: float) -> None:
        await self._storage.write(("UPDATE players SET seen = ? WHERE id = ?", (at, player)))

    async def forget(self, player: str) -> None:
        """Delete a player. Matches stay, with a seat that has neither name nor words of theirs."""
        seats = await self._storage.read("SELECT DISTINCT table_id, seat FROM seats WHERE player = ?", player)
        said: list[Statement] = [
            ("UPDATE chat SET author = '', body = '' WHERE table_id = ? AND seat = ?", (table, seat))
            for table, seat in seats
        ]
        await self._storage.write(
            *said,
            ("UPDATE seats SET name = '', player = '' WHERE player = ?", (player,)),
            ("UPDATE results SET player = '' WHERE player = ?", (player,)),
            ("DELETE FROM things WHERE player = ?", (player,)),
            ("DELETE FROM pushes WHERE player = ?", (player,)),
            ("DELETE FROM ratings WHERE player = ?", (player,)),
            ("UPDATE entrants SET name = '' WHERE player = ?", (player,)),
            ("DELETE FROM blocks WHERE player = ? OR other = ?", (player, player)),
            ("UPDATE reports SET player = '' WHERE player = ?", (player,)),
            ("DELETE FROM players WHERE id = ?", (player,)),
        )

    # Things

    async def things(self, player: str) -> list[ThingRow]:
        """A player's own things, the newest first."""
        rows = await self._storage.read(
            "SELECT kind, id, version, game, title, body, at FROM things WHERE player = ? ORDER BY at DESC", player
        )
        return [ThingRow(*row) for row in rows]

    async def version(self, player: str, kind: str, thing: str) -> int:
        """The version of a thing; 0 if there is none."""
        rows = await self._storage.read(
            "SELECT MAX(version) FROM things WHERE player = ? AND kind = ? AND id = ?", player, kind, thing
        )
        return int(rows[0][0] or 0)

    async def room(self, player: str, kind: str, thing: str) -> tuple[int, int]:
        """How many other things a player keeps, and how many letters they have."""
        rows = await self._storage.read(
            "SELECT COUNT(*), SUM(LENGTH(body)) FROM things WHERE player = ? AND NOT (kind = ? AND id = ?)",
            player,
            kind,
            thing,
        )
        return int(rows[0][0]), int(rows[0][1] or 0)

    async def keep(self, player: str, row: ThingRow) -> None:
        """Keep a thing in place of its earlier versions; raises `Conflict` if this version is there already."""
        await self._storage.write(
            (
                "INSERT INTO things (player, kind, id, version, game, title, body, at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                (player, row.kind, row.id, row.version, row.game, row.title, row.body, row.at),
            ),
            (
                "DELETE FROM things WHERE player = ? AND kind = ? AND id = ? AND version < ?",
                (player, row.kind, row.id, row.version),
            ),
        )

    async def drop(self, player: str, kind: str, thing: str) -> None:
        await self._storage.write(
            ("DELETE FROM things WHERE player = ? AND kind = ? AND id = ?", (player, kind, thing))
        )

    # Matches

    async def sat(self, player: str, most: int) -> list[SatRow]:
        """A player's seats, past and present, the newest tables first: the present owner of a seat counts."""
        rows = await self._storage.read(
            "SELECT seats.table_id, seats.seat, tables.header, tables.created, finished.at, seats.token FROM seats"
            " JOIN tables ON tables.id = seats.table_id LEFT JOIN finished ON finished.table_id = seats.table_id"
            " WHERE seats.player = ? AND seats.version = (SELECT MAX(version) FROM seats AS later"
            " WHERE later.table_id = seats.table_id AND later.seat = seats.seat)"
            " ORDER BY tables.created DESC, seats.table_id LIMIT ?",
            player,
            most,
        )
        return [SatRow(row[0], row[1], game_in(row[2]), row[3], row[4] or 0.0, not row[5]) for row in rows]

    async def results(self, player: str, most: int) -> list[ResultRow]:
        """How a player's matches ended, the latest first."""
        return await self._results("player = ? ORDER BY at DESC LIMIT ?", player, most)

    async def results_at(self, table: str) -> list[ResultRow]:
        """How a table's match ended for each of its seats."""
        return await self._results("table_id = ? ORDER BY seat", table)

    async def _results(self, where: str, *values: Any) -> list[ResultRow]:
        rows = await self._storage.read(
            f"SELECT table_id, seat, player, game, result, score, at FROM results WHERE {where}", *values
        )
        return [ResultRow(*row) for row in rows]

    def result_statements(self, rows: list[ResultRow]) -> list[Statement]:
        """Write down how a match ended; a second time changes nothing."""
        return [
            (
                "INSERT INTO results (table_id, seat, player, game, result, score, at) VALUES (?, ?, ?, ?, ?, ?, ?)"
                " ON CONFLICT DO NOTHING",
                (row.table, row.seat, row.player, row.game, row.result, row.score, row.at),
            )
            for row in rows
        ]
