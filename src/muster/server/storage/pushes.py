"""Storage for web push: where each player's browsers are reached, and the key with which the server signs."""

from __future__ import annotations

import msgspec

from muster.server.storage.storage import Storage


class PushRow(msgspec.Struct, frozen=True):
    """A browser that wants to be told: its address at a push service, and the keys it has made."""

    endpoint: str
    p256dh: str
    auth: str
    language: str


class PushShelf:
    """The rows of web push."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    async def of(self, player: str) -> list[PushRow]:
        rows = await self._storage.read(
            "SELECT endpoint, p256dh, auth, language FROM pushes WHERE player = ? ORDER BY at DESC", player
        )
        return [PushRow(*row) for row in rows]

    async def add(self, player: str, row: PushRow, at: float) -> None:
        await self._storage.write(
            ("DELETE FROM pushes WHERE endpoint = ?", (row.endpoint,)),
            (
                "INSERT INTO pushes (player, endpoint, p256dh, auth, language, at) VALUES (?, ?, ?, ?, ?, ?)",
                (player, row.endpoint, row.p256dh, row.auth, row.language, at),
            ),
        )

    async def drop(self, player: str, endpoint: str) -> None:
        await self._storage.write(("DELETE FROM pushes WHERE player = ? AND endpoint = ?", (player, endpoint)))

    async def own_key(self, fresh: str) -> str:
        """The server's own key; the fresh one, if there was none."""
        await self._storage.write(
            ("INSERT INTO own_keys (name, body) VALUES (?, ?) ON CONFLICT DO NOTHING", ("push", fresh))
        )
        return str((await self._storage.read("SELECT body FROM own_keys WHERE name = ?", "push"))[0][0])
