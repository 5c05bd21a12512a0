"""The tables of the database: those of matches, of people, ratings, tournaments and web push."""

from __future__ import annotations

import msgspec

from muster.kernel.journal import Header

PEOPLE = (
    """CREATE TABLE IF NOT EXISTS players (
        id TEXT PRIMARY KEY, key_hash TEXT NOT NULL, name TEXT NOT NULL, origin TEXT NOT NULL,
        created DOUBLE PRECISION NOT NULL, seen DOUBLE PRECISION NOT NULL)""",
    """CREATE TABLE IF NOT EXISTS things (
        player TEXT NOT NULL, kind TEXT NOT NULL, id TEXT NOT NULL, version INTEGER NOT NULL, game TEXT NOT NULL,
        title TEXT NOT NULL, body TEXT NOT NULL, at DOUBLE PRECISION NOT NULL,
        PRIMARY KEY (player, kind, id, version))""",
    """CREATE TABLE IF NOT EXISTS results (
        table_id TEXT NOT NULL, seat INTEGER NOT NULL, player TEXT NOT NULL, game TEXT NOT NULL, result TEXT NOT NULL,
        score INTEGER NOT NULL, at DOUBLE PRECISION NOT NULL, PRIMARY KEY (table_id, seat))""",
    """CREATE TABLE IF NOT EXISTS blocks (
        player TEXT NOT NULL, other TEXT NOT NULL, at DOUBLE PRECISION NOT NULL, PRIMARY KEY (player, other))""",
    """CREATE TABLE IF NOT EXISTS reports (
        id TEXT PRIMARY KEY, player TEXT NOT NULL, about TEXT NOT NULL, table_id TEXT NOT NULL, seat INTEGER NOT NULL,
        kind TEXT NOT NULL, body TEXT NOT NULL, chat TEXT NOT NULL, at DOUBLE PRECISION NOT NULL)""",
)
"""The tables. A thing is written under the next version, so of two devices that write at once only one can."""

PEOPLE_INDEXES = (
    "CREATE INDEX IF NOT EXISTS seats_player ON seats (player) WHERE player <> ''",
    "CREATE INDEX IF NOT EXISTS results_player ON results (player) WHERE player <> ''",
)
"""Made when every column is there."""

RATINGS = (
    """CREATE TABLE IF NOT EXISTS ratings (
        player TEXT NOT NULL, game TEXT NOT NULL, number INTEGER NOT NULL, rating DOUBLE PRECISION NOT NULL,
        deviation DOUBLE PRECISION NOT NULL, volatility DOUBLE PRECISION NOT NULL, table_id TEXT NOT NULL,
        at DOUBLE PRECISION NOT NULL, PRIMARY KEY (player, game, number))""",
    "CREATE TABLE IF NOT EXISTS counted (table_id TEXT PRIMARY KEY, at DOUBLE PRECISION NOT NULL)",
)
"""Rows are added and never changed, so two processes cannot count matches of one player at the same moment."""

TOURNAMENTS = (
    """CREATE TABLE IF NOT EXISTS tournaments (
        id TEXT PRIMARY KEY, owner TEXT NOT NULL, state TEXT NOT NULL, body TEXT NOT NULL,
        at DOUBLE PRECISION NOT NULL)""",
    """CREATE TABLE IF NOT EXISTS entrants (
        tournament TEXT NOT NULL, player TEXT NOT NULL, name TEXT NOT NULL, at DOUBLE PRECISION NOT NULL,
        PRIMARY KEY (tournament, player))""",
    """CREATE TABLE IF NOT EXISTS pairings (
        tournament TEXT NOT NULL, round INTEGER NOT NULL, number INTEGER NOT NULL, first TEXT NOT NULL,
        second TEXT NOT NULL, table_id TEXT NOT NULL, until DOUBLE PRECISION NOT NULL,
        first_points DOUBLE PRECISION NOT NULL, second_points DOUBLE PRECISION NOT NULL,
        PRIMARY KEY (tournament, round, number))""",
)
"""A round is written once: two processes cannot both pair it."""

PUSHES = (
    """CREATE TABLE IF NOT EXISTS pushes (
        player TEXT NOT NULL, endpoint TEXT NOT NULL, p256dh TEXT NOT NULL, auth TEXT NOT NULL, language TEXT NOT NULL,
        at DOUBLE PRECISION NOT NULL, PRIMARY KEY (player, endpoint))""",
    "CREATE TABLE IF NOT EXISTS own_keys (name TEXT PRIMARY KEY, body TEXT NOT NULL)",
)


SCHEMA = (
    """CREATE TABLE IF NOT EXISTS tables (
        id TEXT PRIMARY KEY, created DOUBLE PRECISION NOT NULL, header TEXT NOT NULL, dice_key TEXT NOT NULL,
        settings TEXT NOT NULL, public INTEGER NOT NULL, origin TEXT NOT NULL DEFAULT '')""",
    """CREATE TABLE IF NOT EXISTS seats (
        table_id TEXT NOT NULL, version INTEGER NOT NULL, seat INTEGER NOT NULL, who TEXT NOT NULL, name TEXT NOT NULL,
        token TEXT NOT NULL, stand_in TEXT NOT NULL, settle INTEGER NOT NULL DEFAULT 0,
        seal TEXT NOT NULL DEFAULT '', nonce TEXT NOT NULL DEFAULT '',
        player TEXT NOT NULL DEFAULT '', PRIMARY KEY (table_id, version))""",
    """CREATE TABLE IF NOT EXISTS entries (
        table_id TEXT NOT NULL, line INTEGER NOT NULL, seat INTEGER NOT NULL, key TEXT NOT NULL, faces TEXT NOT NULL,
        command TEXT NOT NULL, at DOUBLE PRECISION NOT NULL, spent INTEGER NOT NULL, PRIMARY KEY (table_id, line))""",
    "CREATE UNIQUE INDEX IF NOT EXISTS entries_once ON entries (table_id, seat, command) WHERE command <> ''",
    """CREATE TABLE IF NOT EXISTS chat (
        table_id TEXT NOT NULL, number INTEGER NOT NULL, seat INTEGER NOT NULL, author TEXT NOT NULL,
        body TEXT NOT NULL, command TEXT NOT NULL, at DOUBLE PRECISION NOT NULL, phrase TEXT NOT NULL DEFAULT '',
        PRIMARY KEY (table_id, number))""",
    """CREATE TABLE IF NOT EXISTS packs (
        table_id TEXT NOT NULL, number INTEGER NOT NULL, name TEXT NOT NULL, body TEXT NOT NULL,
        PRIMARY KEY (table_id, number))""",
    "CREATE TABLE IF NOT EXISTS finished (table_id TEXT PRIMARY KEY, at DOUBLE PRECISION NOT NULL)",
    """CREATE TABLE IF NOT EXISTS analyses (
        table_id TEXT PRIMARY KEY, body TEXT NOT NULL, at DOUBLE PRECISION NOT NULL)""",
    """CREATE TABLE IF NOT EXISTS orders (
        kind TEXT NOT NULL, subject TEXT NOT NULL, until DOUBLE PRECISION NOT NULL, at DOUBLE PRECISION NOT NULL,
        PRIMARY KEY (kind, subject))""",
    "CREATE TABLE IF NOT EXISTS beats (name TEXT PRIMARY KEY, at DOUBLE PRECISION NOT NULL)",
    *PEOPLE,
    *RATINGS,
    *TOURNAMENTS,
    *PUSHES,
)
"""The primary keys and `finished` are the only constraints: two processes can never both write the same line."""

ADDED = (
    ("seats", "settle", "INTEGER NOT NULL DEFAULT 0"),
    ("seats", "seal", "TEXT NOT NULL DEFAULT ''"),
    ("seats", "nonce", "TEXT NOT NULL DEFAULT ''"),
    ("seats", "player", "TEXT NOT NULL DEFAULT ''"),
    ("chat", "phrase", "TEXT NOT NULL DEFAULT ''"),
    ("tables", "origin", "TEXT NOT NULL DEFAULT ''"),
)
"""Columns that older databases do not have yet: table, name, kind."""

UNFINISHED = "NOT EXISTS (SELECT 1 FROM finished WHERE finished.table_id = tables.id)"

OF_A_TABLE = ("entries", "seats", "chat", "packs", "finished", "analyses")
"""The places of a table's rows, besides its own."""


def game_in(header: str) -> str:
    """The game that a stored header names; a damaged one names none."""
    try:
        return msgspec.json.decode(header, type=Header).game
    except (msgspec.MsgspecError, TypeError):
        return "(damaged)"
