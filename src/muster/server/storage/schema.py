"""The tables of people, ratings, tournaments and web push, beside those of matches in `storage`."""

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


def game_in(header: str) -> str:
    """The game that a stored header names; a damaged one names none."""
    try:
        return msgspec.json.decode(header, type=Header).game
    except (msgspec.MsgspecError, TypeError):
        return "(damaged)"
