"""Profiles: a player as everybody may see them, with ratings and results; a bot has one, too."""

from __future__ import annotations

import time
from collections import Counter

from muster.bots import bot_names
from muster.server.people.glicko import aged
from muster.server.people.keys import is_id
from muster.server.people.matches import title_in
from muster.server.people.ratings import BOT, DAY, Ratings, rating_of
from muster.server.protocol.people import PastMatch, Profile, RatingInfo
from muster.server.storage.people import PeopleShelf, ResultRow
from muster.server.storage.storage import Storage
from muster.server.telling.phrases import TableRefusal

SHOWN = 30
HISTORY = 400


class Profiles:
    """Everybody's profile, from what is stored."""

    def __init__(self, storage: Storage, ratings: Ratings) -> None:
        self._storage = storage
        self._shelf = PeopleShelf(storage)
        self._ratings = ratings

    async def of(self, player: str, language: str) -> Profile:
        """The profile of a player or a bot; refused if there is no such one."""
        name, since = await self._who(player)
        results = await self._shelf.results(player, HISTORY) if is_id(player) else []
        count = Counter(row.result for row in results)
        return Profile(
            player,
            name,
            not is_id(player),
            since,
            count["won"],
            count["lost"],
            count["drawn"],
            await self._rated(player, language),
            [await self._past(row, language) for row in results[:SHOWN]],
        )

    async def _who(self, player: str) -> tuple[str, float]:
        if player.startswith(BOT) and player.removeprefix(BOT) in bot_names():
            return player.removeprefix(BOT), 0.0
        row = await self._shelf.player(player) if is_id(player) else None
        if row is None:
            raise TableRefusal("no_such_player")
        return row.name, row.created

    async def _rated(self, player: str, language: str) -> list[RatingInfo]:
        now = time.time()
        rows = await self._ratings.shelf.history(player, HISTORY)
        found: list[RatingInfo] = []
        for game in dict.fromkeys(row.game for row in rows):
            own = [row for row in rows if row.game == game]
            rating = aged(rating_of(own[0]), max(0.0, now - own[0].at) / DAY)
            history = [round(row.rating) for row in reversed(own)]
            found.append(
                RatingInfo(
                    game,
                    title_in(game, language),
                    round(rating.rating),
                    round(rating.deviation),
                    own[0].number,
                    history,
                )
            )
        return found

    async def _past(self, row: ResultRow, language: str) -> PastMatch:
        seats = await self._storage.read(
            "SELECT seat, who, name FROM seats WHERE table_id = ? ORDER BY version", row.table
        )
        others = {seat: name or who for seat, who, name in seats if seat != row.seat and who != "rules"}
        public = await self._storage.read("SELECT public FROM tables WHERE id = ?", row.table)
        return PastMatch(
            row.table if public and public[0][0] else "",
            row.game,
            title_in(row.game, language),
            [others[seat] for seat in sorted(others)],
            row.result,  # type: ignore[arg-type]  # `results_of` writes no others
            await self._ratings.shelf.counted(row.table),
            row.at,
        )
