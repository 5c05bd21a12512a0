"""Storage of tournaments: their plan, who plays, and who met whom in which round at which table."""

from __future__ import annotations

import msgspec

from muster.server.storage.storage import Storage

UNDECIDED = -1.0


class TournamentRow(msgspec.Struct, frozen=True):
    """A tournament; `state` is `open` (people join), `running` or `over`, `body` its plan as JSON."""

    id: str
    owner: str
    state: str
    body: str
    at: float


class PairingRow(msgspec.Struct, frozen=True):
    """A pairing; without a second it is a bye. Points are `UNDECIDED` until they are known."""

    round: int
    number: int
    first: str
    second: str
    table: str
    until: float
    first_points: float = UNDECIDED
    second_points: float = UNDECIDED


class TournamentShelf:
    """The rows of tournaments."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    async def find(self, tournament: str) -> TournamentRow | None:
        rows = await self._storage.read("SELECT id, owner, state, body, at FROM tournaments WHERE id = ?", tournament)
        return TournamentRow(*rows[0]) if rows else None

    async def of(self, player: str) -> list[TournamentRow]:
        """The tournaments that a player has set up or plays in, the newest first."""
        rows = await self._storage.read(
            "SELECT id, owner, state, body, at FROM tournaments WHERE owner = ? OR EXISTS (SELECT 1 FROM entrants"
            " WHERE entrants.tournament = tournaments.id AND entrants.player = ?) ORDER BY at DESC LIMIT 30",
            player,
            player,
        )
        return [TournamentRow(*row) for row in rows]

    async def running(self) -> list[str]:
        rows = await self._storage.read("SELECT id FROM tournaments WHERE state = ?", "running")
        return [row[0] for row in rows]

    async def unfinished_of(self, owner: str) -> int:
        rows = await self._storage.read(
            "SELECT COUNT(*) FROM tournaments WHERE owner = ? AND state <> ?", owner, "over"
        )
        return int(rows[0][0])

    async def create(self, row: TournamentRow) -> None:
        await self._storage.write(
            (
                "INSERT INTO tournaments (id, owner, state, body, at) VALUES (?, ?, ?, ?, ?)",
                (row.id, row.owner, row.state, row.body, row.at),
            )
        )

    async def set_state(self, tournament: str, state: str) -> None:
        await self._storage.write(("UPDATE tournaments SET state = ? WHERE id = ?", (state, tournament)))

    async def entrants(self, tournament: str) -> list[tuple[str, str]]:
        """The players, with their names, in the order in which they joined."""
        rows = await self._storage.read(
            "SELECT player, name FROM entrants WHERE tournament = ? ORDER BY at, player", tournament
        )
        return [(row[0], row[1]) for row in rows]

    async def join(self, tournament: str, player: str, name: str, at: float) -> None:
        await self._storage.write(
            (
                "INSERT INTO entrants (tournament, player, name, at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
                (tournament, player, name, at),
            )
        )

    async def leave(self, tournament: str, player: str) -> None:
        await self._storage.write(("DELETE FROM entrants WHERE tournament = ? AND player = ?", (tournament, player)))

    async def pairings(self, tournament: str) -> list[PairingRow]:
        rows = await self._storage.read(
            "SELECT round, number, first, second, table_id, until, first_points, second_points FROM pairings"
            " WHERE tournament = ? ORDER BY round, number",
            tournament,
        )
        return [PairingRow(*row) for row in rows]

    async def pair(self, tournament: str, rows: list[PairingRow]) -> None:
        """Write a round down; raises `Conflict` if it is there already."""
        await self._storage.write(
            *(
                (
                    "INSERT INTO pairings (tournament, round, number, first, second, table_id, until, first_points,"
                    " second_points) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                    (
                        tournament,
                        row.round,
                        row.number,
                        row.first,
                        row.second,
                        row.table,
                        row.until,
                        row.first_points,
                        row.second_points,
                    ),
                )
                for row in rows
            )
        )

    async def decide(self, tournament: str, row: PairingRow, first: float, second: float) -> None:
        await self._storage.write(
            (
                "UPDATE pairings SET first_points = ?, second_points = ? WHERE tournament = ? AND round = ?"
                " AND number = ?",
                (first, second, tournament, row.round, row.number),
            )
        )
