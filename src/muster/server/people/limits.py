"""Limits on the data that is kept of people."""

from __future__ import annotations

import msgspec


class PeopleLimits(msgspec.Struct, frozen=True):
    """Limits on players and on what each of them keeps."""

    players: int = 100_000
    players_per_network: int = 30
    """So many new players come from one network in a day."""
    things: int = 200
    """Forces, tables and packs that one player keeps,"""
    letters: int = 4_000_000
    """and the letters of all of them,"""
    thing_letters: int = 260_000
    """and of each."""
    push_services: tuple[str, ...] = ()
    """Push services that may be called besides those of the known browsers, by how their addresses begin."""
