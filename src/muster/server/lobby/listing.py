"""The public tables as the lobby lists them: challenges that are open, matches one can join or watch."""

from __future__ import annotations

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
    """What the list is made from."""

    storage: Storage
    people: People
    tables: dict[str, HostedTable]


async def listed(house: Listing, language: str) -> list[Listed]:
    """The newest public tables. A challenge that has run out is not there any more."""
    found: list[Listed] = []
    titles = {game.game: game.title for game in offered(language)}
    for row, seats, over in await house.storage.public_tables(LISTED):
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
                ratings=await _ratings(house, places, row.header.game),
                brought=settings.bring,
            )
        )
    return found


async def _ratings(house: Listing, places: list[Place], game: str) -> dict[str, int]:
    """How those who sit there were rated last; only how sure that is changes with time."""
    found: dict[str, int] = {}
    for place in places:
        row = await house.people.ratings.shelf.latest(place.player, game) if place.player else None
        if row is not None:
            found[place.player] = round(row.rating)
    return found
