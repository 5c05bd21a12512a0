"""Storage for keeping the peace: who has blocked whom, and reports to the operator."""

from __future__ import annotations

import msgspec

from muster.server.storage.storage import Storage


class ReportRow(msgspec.Struct, frozen=True):
    """A report: who it is from and about (ids, if they have keys), the seat, and what was said at the table last."""

    id: str
    player: str
    about: str
    table: str
    seat: int
    kind: str
    body: str
    chat: str
    at: float


class PeaceShelf:
    """The rows of blocks and reports."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    async def block(self, player: str, other: str, at: float) -> None:
        await self._storage.write(
            ("INSERT INTO blocks (player, other, at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING", (player, other, at))
        )

    async def unblock(self, player: str, other: str) -> None:
        await self._storage.write(("DELETE FROM blocks WHERE player = ? AND other = ?", (player, other)))

    async def blocked(self, player: str) -> list[str]:
        """Whom a player has blocked, the latest first."""
        rows = await self._storage.read("SELECT other FROM blocks WHERE player = ? ORDER BY at DESC", player)
        return [row[0] for row in rows]

    async def avoid(self, one: str, other: str) -> bool:
        """Whether either has blocked the other."""
        rows = await self._storage.read(
            "SELECT 1 FROM blocks WHERE (player = ? AND other = ?) OR (player = ? AND other = ?)",
            one,
            other,
            other,
            one,
        )
        return bool(rows)

    async def report(self, row: ReportRow) -> None:
        await self._storage.write(
            (
                "INSERT INTO reports (id, player, about, table_id, seat, kind, body, chat, at)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (row.id, row.player, row.about, row.table, row.seat, row.kind, row.body, row.chat, row.at),
            )
        )

    async def reported(self, player: str, since: float) -> int:
        """How many reports a player has sent since a moment."""
        rows = await self._storage.read("SELECT COUNT(*) FROM reports WHERE player = ? AND at >= ?", player, since)
        return int(rows[0][0])

    async def reports(self) -> list[ReportRow]:
        """Every report, the latest first."""
        rows = await self._storage.read(
            "SELECT id, player, about, table_id, seat, kind, body, chat, at FROM reports ORDER BY at DESC"
        )
        return [ReportRow(*row) for row in rows]
