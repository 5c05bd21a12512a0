"""The public tables as the lobby lists them: challenges that are open, matches one can join or watch."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from muster.server.lobby.games import offered
from muster.server.people.people import People
from muster.server.protocol import Listed, Place
from muster.server.storage.storage import Storage
from muster.server.table.clocks import steady_time
from muster.server.table.seating import OPEN, places_of
from muster.server.table.table import HostedTable

LISTED = 50


class Listing(Protocol):
    """The material of the list."""

    storage: Storage
    people: People
    tables: dict[str, HostedTable]


async def listed(house: Listing, language: str) -> list[Listed]:
    """The newest public tables. A challenge that has run out is not there any more."""
    found: list[Listed] = []
    tables = await house.storage.public_tables(LISTED)
    sitting = {seat.player for _, seats, _ in tables for seat in seats if seat.player}
    ratings = await house.people.ratings.shelf.latest_of(sorted(sitting))
    titles = {game.game: game.title for game in offered(language)}
    for row, seats, over in tables:
        settings = row.settings
        if row.header.game not in titles:
            continue
        table = house.tables.get(row.id)
        places = table.company.places() if table is not None else places_of(seats, set())
        free = any(place.who == OPEN for place in places)
        if settings.until and free and settings.until < steady_time():
            continue
        found.append(
            Listed(
                table=row.id,
                game=row.header.game,
                title=titles[row.header.game],
                places=places,
                spectators=settings.spectators,
                over=over,
                hints=settings.hints,
                clock=settings.clock,
                rated=settings.rated,
                level=settings.level,
                until=settings.until if free else 0.0,
                ratings=_ratings(ratings, places, row.header.game),
                brought=settings.bring,
            )
        )
    return found


def _ratings(rated: Mapping[tuple[str, str], float], places: list[Place], game: str) -> dict[str, int]:
    """How those who sit there were rated last; only how sure that is changes with time."""
    return {place.player: round(rated[place.player, game]) for place in places if (place.player, game) in rated}
