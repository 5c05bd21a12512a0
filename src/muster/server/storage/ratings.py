"""Storage of ratings: a row for each rated match of each player, bots included, and which matches count."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from muster.server.storage.storage import Storage


class RatingRow(msgspec.Struct, frozen=True):
    """A rating after so many matches."""

    player: str
    game: str
    number: int
    rating: float
    deviation: float
    volatility: float
    table: str
    at: float


class RatingShelf:
    """The rows of ratings."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    async def latest(self, player: str, game: str) -> RatingRow | None:
        rows = await self._storage.read(
            "SELECT player, game, number, rating, deviation, volatility, table_id, at FROM ratings"
            " WHERE player = ? AND game = ? ORDER BY number DESC LIMIT 1",
            player,
            game,
        )
        return RatingRow(*rows[0]) if rows else None

    async def latest_of(self, players: Sequence[str]) -> dict[tuple[str, str], float]:
        """The latest rating of each of these players, by player and game."""
        if not players:
            return {}
        rows = await self._storage.read(
            "SELECT player, game, rating FROM ratings WHERE player IN (" + ", ".join("?" * len(players)) + ")"
            " ORDER BY number",
            *players,
        )
        return {(player, game): rating for player, game, rating in rows}

    async def history(self, player: str, most: int) -> list[RatingRow]:
        """A player's ratings, the latest first."""
        rows = await self._storage.read(
            "SELECT player, game, number, rating, deviation, volatility, table_id, at FROM ratings"
            " WHERE player = ? ORDER BY at DESC, number DESC LIMIT ?",
            player,
            most,
        )
        return [RatingRow(*row) for row in rows]

    async def counted(self, table: str) -> bool:
        return bool(await self._storage.read("SELECT 1 FROM counted WHERE table_id = ?", table))

    async def add(self, table: str, at: float, rows: list[RatingRow]) -> None:
        """Count a match; raises `Conflict` if it has counted, or if another match of a player counts at this moment."""
        await self._storage.write(
            ("INSERT INTO counted (table_id, at) VALUES (?, ?)", (table, at)),
            *(
                (
                    "INSERT INTO ratings (player, game, number, rating, deviation, volatility, table_id, at)"
                    " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                    (row.player, row.game, row.number, row.rating, row.deviation, row.volatility, row.table, row.at),
                )
                for row in rows
            ),
        )
