"""Storage: tables, who sits where, every line of every journal, chat, analyses. Rows are added and never rewritten,
except the one that says when a server was last alive, and an analysis that is out of date; of a long chat the oldest
lines go.

`Storage` holds the SQL, which SQLite and PostgreSQL share; the modules of their names only run it (`database`).
"""

from __future__ import annotations

import logging
from collections.abc import Sequence

import msgspec

from muster.coach.sheets import Analysis
from muster.kernel.packs import PackFile
from muster.server.storage.database import Database, Statement
from muster.server.storage.rows import (
    ChatRow,
    Line,
    Order,
    Overview,
    SeatRow,
    StoredTable,
    TableRow,
    has_clock,
    line_of,
    seat_row,
    table_row,
)
from muster.server.storage.schema import OF_A_TABLE, UNFINISHED, game_in

log = logging.getLogger("muster.server.storage.storage")


OF_ONE_NETWORK = 10
"""So many tables that one network has set up are listed in the lobby."""


class Storage(Database):
    """A place to keep tables."""

    # What is written

    async def create(
        self,
        row: TableRow,
        seats: Sequence[SeatRow],
        lines: Sequence[Line],
        over: bool,
        packs: Sequence[PackFile] = (),
    ) -> None:
        """Store a new table."""
        settings = msgspec.json.encode(row.settings).decode()
        header = msgspec.json.encode(row.header).decode()
        await self.write(
            (
                "INSERT INTO tables (id, created, header, dice_key, settings, public, origin)"
                " VALUES (?, ?, ?, ?, ?, ?, ?)",
                (row.id, row.created, header, row.dice_key, settings, int(row.settings.public), row.origin),
            ),
            *(self._seat(row.id, version, seat) for version, seat in enumerate(seats)),
            *(
                (
                    "INSERT INTO packs (table_id, number, name, body) VALUES (?, ?, ?, ?)",
                    (row.id, number, pack.name, pack.text),
                )
                for number, pack in enumerate(packs)
            ),
            *self._lines(row.id, lines, over),
        )

    async def amend(
        self,
        row: TableRow,
        seats: Sequence[SeatRow] = (),
        version: int = 0,
        lines: Sequence[Line] = (),
        over: bool = False,
    ) -> None:
        """Put another header in the place of a table's own, together with what caused it: somebody who sits down with a
        force, dice that are agreed and roll. The seats are stored from this version on.
        """
        header = msgspec.json.encode(row.header).decode()
        await self.write(
            *(self._seat(row.id, version + place, seat) for place, seat in enumerate(seats)),
            ("UPDATE tables SET header = ?, dice_key = ? WHERE id = ?", (header, row.dice_key, row.id)),
            *self._lines(row.id, lines, over),
        )

    async def append(self, table: str, lines: Sequence[Line], over: bool) -> None:
        """Store an answer together with the rolls it caused."""
        await self.write(*self._lines(table, lines, over))

    async def seats(self, table: str, version: int, seats: Sequence[SeatRow]) -> None:
        """Store who sits at some seats from now on, all or none."""
        await self.write(*(self._seat(table, version + place, seat) for place, seat in enumerate(seats)))

    async def say(self, table: str, chat: ChatRow, forget: int | None = None) -> None:
        """Store a line of chat, and forget an old one."""
        said: Statement = (
            "INSERT INTO chat (table_id, number, seat, author, body, command, at, phrase)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (table, chat.number, chat.seat, chat.author, chat.body, chat.command, chat.at, chat.phrase),
        )
        gone: Statement = ("DELETE FROM chat WHERE table_id = ? AND number = ?", (table, forget))
        await self.write(said, *([] if forget is None else [gone]))

    def _lines(self, table: str, lines: Sequence[Line], over: bool) -> list[Statement]:
        statements: list[Statement] = [
            (
                "INSERT INTO entries (table_id, line, seat, key, faces, command, at, spent)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    table,
                    line.line,
                    line.seat,
                    line.key,
                    " ".join(map(str, line.faces)),
                    line.command,
                    line.at,
                    line.spent,
                ),
            )
            for line in lines
        ]
        if over and lines:
            statements.append(("INSERT INTO finished (table_id, at) VALUES (?, ?)", (table, lines[-1].at)))
        return statements

    def _seat(self, table: str, version: int, seat: SeatRow) -> Statement:
        return (
            "INSERT INTO seats (table_id, version, seat, who, name, token, stand_in, settle, seal, nonce, player)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                table,
                version,
                seat.seat,
                seat.who,
                seat.name,
                seat.token,
                seat.stand_in,
                int(seat.settle),
                seat.seal,
                seat.nonce,
                seat.player,
            ),
        )

    # What is read

    async def load(self, table: str) -> StoredTable | None:
        rows, seats, lines, chat, packs, over = await self.read_all(
            ("SELECT id, created, header, dice_key, settings, origin FROM tables WHERE id = ?", (table,)),
            (
                "SELECT seat, who, name, token, stand_in, settle, seal, nonce, player FROM seats"
                " WHERE table_id = ? ORDER BY version",
                (table,),
            ),
            (
                "SELECT line, seat, key, faces, command, at, spent FROM entries WHERE table_id = ? ORDER BY line",
                (table,),
            ),
            (
                "SELECT number, seat, author, body, command, at, phrase FROM chat WHERE table_id = ? ORDER BY number",
                (table,),
            ),
            ("SELECT name, body FROM packs WHERE table_id = ? ORDER BY number", (table,)),
            ("SELECT 1 FROM finished WHERE table_id = ?", (table,)),
        )
        if not rows:
            return None
        return StoredTable(
            table_row(rows[0]),
            [seat_row(row) for row in seats],
            [line_of(row) for row in lines],
            [ChatRow(*row) for row in chat],
            bool(over),
            tuple(PackFile(*row) for row in packs),
        )

    async def public_tables(self, most: int) -> list[tuple[TableRow, list[SeatRow], bool]]:
        """The newest public tables, for the lobby: of each network only some, so that none fills it alone."""
        newest = (
            "SELECT id FROM (SELECT id, created, origin, ROW_NUMBER() OVER (PARTITION BY origin ORDER BY created DESC)"
            " AS place FROM tables WHERE public = 1) AS shown WHERE origin = '' OR place <= ?"
            " ORDER BY created DESC LIMIT ?"
        )
        rows = await self.read(
            "SELECT id, created, header, dice_key, settings, origin, finished.at FROM tables"
            f" LEFT JOIN finished ON finished.table_id = tables.id WHERE id IN ({newest}) ORDER BY created DESC",
            OF_ONE_NETWORK,
            most,
        )
        kept = await self.read(
            "SELECT table_id, seat, who, name, token, stand_in, settle, seal, nonce, player FROM seats"
            f" WHERE table_id IN ({newest}) ORDER BY table_id, version",
            OF_ONE_NETWORK,
            most,
        )
        seats: dict[str, list[SeatRow]] = {}
        for table, *seat in kept:
            seats.setdefault(table, []).append(seat_row(tuple(seat)))
        found: list[tuple[TableRow, list[SeatRow], bool]] = []
        for row in rows:
            try:
                found.append((table_row(row[:6]), seats.get(row[0], []), row[6] is not None))
            except (msgspec.MsgspecError, TypeError):
                log.warning("table %s is damaged: it is not listed", row[0])
        return found

    async def delete(self, table: str) -> None:
        """Delete everything that is stored of a table."""
        await self.write(
            *((f"DELETE FROM {name} WHERE table_id = ?", (table,)) for name in OF_A_TABLE),
            ("DELETE FROM tables WHERE id = ?", (table,)),
        )

    async def stale(self, unbegun: float, idle: float) -> list[str]:
        """Unfinished tables that have not begun though they are old, or where nothing was said since a moment."""
        said = "SELECT 1 FROM entries WHERE entries.table_id = tables.id"
        rows = await self.read(
            f"SELECT id FROM tables WHERE {UNFINISHED} AND ((created < ? AND NOT EXISTS ({said}))"
            f" OR (created < ? AND NOT EXISTS ({said} AND entries.at >= ?)))",
            unbegun,
            idle,
            idle,
        )
        return [row[0] for row in rows]

    async def overview(self) -> list[Overview]:
        """All tables, the newest first; a damaged one has no game."""
        rows = await self.read(
            "SELECT id, created, header, (SELECT COUNT(*) FROM entries WHERE entries.table_id = tables.id),"
            " (SELECT COUNT(*) FROM finished WHERE finished.table_id = tables.id) FROM tables ORDER BY created DESC"
        )
        return [
            Overview(name, game_in(header), created, lines, bool(over)) for name, created, header, lines, over in rows
        ]

    async def count_unfinished(self, origin: str = "") -> int:
        """How many tables are unfinished: all, or those that one network has set up."""
        where = f"{UNFINISHED} AND origin = ?" if origin else UNFINISHED
        return int((await self.read(f"SELECT COUNT(*) FROM tables WHERE {where}", *([origin] if origin else [])))[0][0])

    async def timed(self) -> list[str]:
        """The unfinished tables with a clock."""
        rows = await self.read(f"SELECT id, settings FROM tables WHERE {UNFINISHED}")
        return [name for name, kept in rows if has_clock(name, kept)]

    async def keep_analysis(self, table: str, analysis: Analysis, at: float) -> None:
        """Keep the analysis of a table's match, in place of one that is out of date."""
        body = msgspec.json.encode(analysis).decode()
        await self.write(
            (
                "INSERT INTO analyses (table_id, body, at) VALUES (?, ?, ?)"
                " ON CONFLICT (table_id) DO UPDATE SET body = excluded.body, at = excluded.at",
                (table, body, at),
            )
        )

    async def analysis(self, table: str) -> Analysis | None:
        """The analysis of a table's match; None if there is none, or none that this version can read."""
        rows = await self.read("SELECT body FROM analyses WHERE table_id = ?", table)
        try:
            return msgspec.json.decode(rows[0][0], type=Analysis) if rows else None
        except msgspec.MsgspecError:
            return None

    async def give(self, order: Order) -> None:
        """Write an order down, in place of one about the same."""
        await self.write(
            (
                "INSERT INTO orders (kind, subject, until, at) VALUES (?, ?, ?, ?)"
                " ON CONFLICT (kind, subject) DO UPDATE SET until = excluded.until, at = excluded.at",
                (order.kind, order.subject, order.until, order.at),
            )
        )

    async def lift(self, subject: str, kind: str = "") -> None:
        """Strike out what was ordered about a network or a table: everything, or orders of one kind."""
        also = " AND kind = ?" if kind else ""
        await self.write((f"DELETE FROM orders WHERE subject = ?{also}", (subject, kind) if kind else (subject,)))

    async def orders(self) -> list[Order]:
        """Every order, the oldest first."""
        rows = await self.read("SELECT kind, subject, until, at FROM orders ORDER BY at")
        return [Order(*row) for row in rows]

    async def finish(self, table: str, at: float) -> None:
        """Count a table as finished, though its match has not come to an end."""
        await self.write(("INSERT INTO finished (table_id, at) VALUES (?, ?) ON CONFLICT DO NOTHING", (table, at)))

    async def beat(self, at: float) -> None:
        """Note that a server is alive."""
        await self.write(
            (
                "INSERT INTO beats (name, at) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET at = excluded.at",
                ("server", at),
            )
        )

    async def last_beat(self) -> float:
        """The time a server was last alive; 0 if there never was one."""
        rows = await self.read("SELECT at FROM beats WHERE name = ?", "server")
        return float(rows[0][0]) if rows else 0.0

    async def answers(self) -> list[tuple[str, int, str]]:
        """Every answer that came by a command: table, seat, command. For benchmarks and tests."""
        rows = await self.read("SELECT table_id, seat, command FROM entries WHERE command <> ''")
        return [(row[0], row[1], row[2]) for row in rows]
