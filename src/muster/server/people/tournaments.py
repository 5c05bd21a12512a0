"""Tournaments: people join by a link, rounds are paired by themselves, results come from the tables. Who has not come
or not decided when a round ends has lost; if it is the turn of both, it is a draw.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable
from contextlib import suppress

import msgspec

from muster.kernel.errors import GameError
from muster.library import game_names
from muster.server.people.matches import Tables, title_in
from muster.server.people.pairing import BYE, Played, everybody, knockout, rounds_of, standings, swiss
from muster.server.protocol.people import NewTournament, Pairing, Standing, Tournament
from muster.server.storage.database import Conflict, Elsewhere, Unavailable
from muster.server.storage.people import PeopleShelf
from muster.server.storage.tournaments import UNDECIDED, PairingRow, TournamentRow, TournamentShelf
from muster.server.table.clocks import steady_time
from muster.server.table.seating import HUMAN
from muster.server.table.table import HostedTable
from muster.server.table.tokens import new_table_id
from muster.server.telling.phrases import TableRefusal
from muster.server.telling.tidy import tidy_name

log = logging.getLogger("muster.server.people.tournaments")

HOUR = 3_600.0
MOST_PLAYERS = 64
MOST_OWN = 5
"""So many unfinished tournaments one player may have set up."""

SetTable = Callable[[str, NewTournament, tuple[str, str]], Awaitable[None]]
"""Sets a table up, by its name, with seats kept for two players."""


class TournamentOffice:
    """All tournaments of a server."""

    def __init__(self, house: Tables, set_table: SetTable) -> None:
        self._house = house
        self._set_table = set_table
        self.shelf = TournamentShelf(house.storage)
        self._people = PeopleShelf(house.storage)
        self._lock = asyncio.Lock()

    async def create(self, owner: str, wanted: NewTournament) -> str:
        if wanted.game not in game_names():
            raise GameError(f"game: there is no game {wanted.game!r} here")
        if await self.shelf.unfinished_of(owner) >= MOST_OWN:
            raise TableRefusal("tournaments_full", most=MOST_OWN)
        name = secrets.token_hex(8)
        plan = msgspec.structs.replace(wanted, title=tidy_name(wanted.title))
        await self.shelf.create(TournamentRow(name, owner, "open", msgspec.json.encode(plan).decode(), steady_time()))
        return name

    async def join(self, tournament: str, player: str, name: str, on: bool) -> None:
        row = await self._row(tournament)
        if row.state != "open":
            raise TableRefusal("tournament_begun")
        if not on:
            await self.shelf.leave(row.id, player)
            return
        async with self._lock:
            if len(await self.shelf.entrants(row.id)) >= MOST_PLAYERS:
                raise TableRefusal("tournament_full", most=MOST_PLAYERS)
            await self.shelf.join(row.id, player, name, steady_time())

    async def begin(self, tournament: str, player: str) -> None:
        """Begin with those who have joined; only whoever has set it up can."""
        row = await self._row(tournament)
        if row.owner != player:
            raise TableRefusal("not_host")
        if row.state != "open":
            raise TableRefusal("tournament_begun")
        if len(await self.shelf.entrants(row.id)) < 2:
            raise TableRefusal("tournament_small")
        await self.shelf.set_state(row.id, "running")
        await self.advance(row.id)

    async def advance_all(self) -> None:
        """Go on with all that are running. One that cannot go on, because its rows are damaged or its game is not here
        any more, keeps no other from going on.
        """
        for name in await self.shelf.running():
            try:
                await self.advance(name)
            except Unavailable:
                raise
            except Exception:
                log.exception("tournament %s cannot go on", name)

    async def advance(self, tournament: str) -> None:
        """Take down results, decide what is overdue, and pair the next round when all is decided."""
        async with self._lock:
            row = await self._row(tournament)
            if row.state != "running":
                return
            plan = plan_of(row)
            players = [player for player, _ in await self.shelf.entrants(row.id)]
            for pairing in await self.shelf.pairings(row.id):
                if pairing.first_points == UNDECIDED:
                    await self._look(row.id, plan, pairing)
            done = await self.shelf.pairings(row.id)
            if any(one.first_points == UNDECIDED for one in done):
                return
            number = done[-1].round + 1 if done else 1
            pairs = next_round(plan, players, done) if number <= count_rounds(plan, players) else []
            if not pairs:
                await self.shelf.set_state(row.id, "over")
                return
            until = steady_time() + plan.hours * HOUR
            fresh = [paired(number, n, a, b, until) for n, (a, b) in enumerate(pairs)]
            try:
                await self.shelf.pair(row.id, fresh)
            except Conflict:
                return  # another process has paired it
            for one in fresh:
                if one.second != BYE:
                    await self._set_table(one.table, plan, (one.first, one.second))

    async def _look(self, tournament: str, plan: NewTournament, pairing: PairingRow) -> None:
        """Decide a pairing, if that can be done now."""
        ended = {row.seat: row.result for row in await self._people.results_at(pairing.table)}
        if ended:
            first, second = (POINTS.get(ended.get(seat, ""), 0.0) for seat in (0, 1))
            await self.shelf.decide(tournament, pairing, first, second)
            return
        term = plan.hours * HOUR
        late = steady_time() > self._house.life.until(pairing.until - term, term)
        try:
            table = await self._house.find(pairing.table)
        except KeyError:
            if late:  # nobody has ever come, and the table has expired
                await self.shelf.decide(tournament, pairing, 0.0, 0.0)
            else:  # the server had died before it was set up
                await self._set_table(pairing.table, plan, (pairing.first, pairing.second))
        except TableRefusal:
            if late:  # it is damaged or in quarantine: nobody's fault, and the others need not wait for ever
                await self.shelf.decide(tournament, pairing, 0.5, 0.5)
        except Elsewhere:
            pass  # whoever has the table decides
        else:
            if table.over:
                self._house.ended(table)  # it could not be written down then
            elif late:
                await self.shelf.decide(tournament, pairing, *overdue(table))

    async def show(self, tournament: str, language: str) -> Tournament:
        row = await self._row(tournament)
        plan = plan_of(row)
        entrants = await self.shelf.entrants(row.id)
        names = dict(entrants)
        rows = await self.shelf.pairings(row.id)
        ranked = standings(list(names), played_in(rows))
        return Tournament(
            id=row.id,
            title=plan.title,
            game=plan.game,
            game_title=title_in(plan.game, language),
            kind=plan.kind,
            rated=plan.rated,
            hours=plan.hours,
            owner=row.owner,
            state=row.state,  # type: ignore[arg-type]  # nothing else is written
            rounds=count_rounds(plan, list(names)) if len(names) > 1 else 0,
            standings=[Standing(player, names[player], points, met) for player, points, met in ranked],
            pairings=[
                [shown(one) for one in rows if one.round == number] for number in sorted({one.round for one in rows})
            ],
        )

    async def of(self, player: str, language: str) -> list[Tournament]:
        """A player's tournaments; one whose rows are damaged is left out."""
        found: list[Tournament] = []
        for row in await self.shelf.of(player):
            with suppress(msgspec.MsgspecError):
                found.append(await self.show(row.id, language))
        return found

    async def _row(self, tournament: str) -> TournamentRow:
        row = await self.shelf.find(tournament)
        if row is None:
            raise TableRefusal("no_tournament")
        return row


POINTS = {"won": 1.0, "drawn": 0.5}


def plan_of(row: TournamentRow) -> NewTournament:
    return msgspec.json.decode(row.body, type=NewTournament)


def count_rounds(plan: NewTournament, players: list[str]) -> int:
    return rounds_of(plan.kind, len(players), plan.rounds)


def paired(number: int, place: int, first: str, second: str, until: float) -> PairingRow:
    """A new pairing; a bye is won at once."""
    if second == BYE:
        return PairingRow(number, place, first, BYE, "", until, 1.0, 0.0)
    return PairingRow(number, place, first, second, new_table_id(), until)


def played_in(rows: list[PairingRow]) -> list[Played]:
    return [
        Played(one.first, one.second, one.first_points, one.second_points)
        for one in rows
        if one.first_points != UNDECIDED
    ]


def next_round(plan: NewTournament, players: list[str], rows: list[PairingRow]) -> list[tuple[str, str]]:
    if plan.kind == "swiss":
        return swiss(players, played_in(rows))
    numbers = sorted({one.round for one in rows})
    if plan.kind == "league":
        return everybody(players, len(numbers))
    return knockout(players, [played_in([one for one in rows if one.round == number]) for number in numbers])


def overdue(table: HostedTable) -> tuple[float, float]:
    """The points of a match that is not over when its round is: who is awaited has lost; nobody, if the rules broke."""
    if table.broken:
        return 0.5, 0.5
    rows = table.seating.rows
    absent = {seat for seat in (0, 1) if rows[seat].who != HUMAN}
    awaited = table.awaited()
    late = absent or set(table.match.pending if awaited is None else awaited) & {0, 1}
    if absent == {0, 1}:
        return 0.0, 0.0
    if late in ({0, 1}, set()):
        return 0.5, 0.5
    return (0.0, 1.0) if 0 in late else (1.0, 0.0)


def shown(row: PairingRow) -> Pairing:
    points = None if row.first_points == UNDECIDED else (row.first_points, row.second_points)
    return Pairing(row.first, row.second, row.table, row.until, points)
