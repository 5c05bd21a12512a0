"""Taking back by consent: asked of everybody, granted by all, stored as the undos that it is."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache

import pytest

from games.every_game import decisions
from muster.kernel.dice import SeededDice
from muster.kernel.sessions import journal_text, new_match
from muster.library import load_game
from muster.server import protocol as p
from muster.server.client.client import RemoteSeat
from muster.server.client.line import ServerRefusal, new_id
from muster.server.client.links import Link, claim_seat, create_table
from server.running import GAME, Server, open_table, play_together, server


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with server(tmp_path_factory.mktemp("server")) as running:
        yield running


@lru_cache(maxsize=1)
def answered_both() -> tuple[str, int]:
    """A match in which one has answered and the other after that, with no die between: its journal, who spoke first."""
    game = load_game(GAME)
    for seed in range(100):
        match = new_match(game, game.setup.prepare({}), SeededDice(seed))
        for _ in decisions(match, random.Random(seed)):
            for seat in (0, 1):
                if match.may_rewind(seat) and match.may_undo(seat) is not None:
                    return journal_text(game.setup.prepare({}), match), seat
    raise AssertionError("it never came to that")


async def sit_down(house: Server, public: bool = False) -> tuple[RemoteSeat, RemoteSeat]:
    """Both at such a table: who spoke first, and the other."""
    text, first = answered_both()
    made = create_table(house.address, p.NewTable(journal=text, name="Ana", public=public, absence=0))
    ben = claim_seat(house.address, made.table, p.Claim("Ben", made.invite))
    seats = [await RemoteSeat.join(Link(house.address, made.table, token)) for token in (made.token, ben.token)]
    return seats[first], seats[1 - first]


async def heard(seat: RemoteSeat, state: str) -> p.Plea:
    while seat.plea is None or seat.plea.state != state:
        await seat.news(20)
    return seat.plea


def test_it_is_done_when_the_other_agrees(house: Server) -> None:
    async def takeback() -> None:
        first, then = await sit_down(house)
        lines = house.lines(first.link.table)
        with pytest.raises(ServerRefusal, match="K undo"):
            await first.undo()
        command = p.Takeback("please")
        assert await first.do(command) == p.Done("please", False)
        assert (await heard(then, "open")).waiting == [then.seat]
        late = await RemoteSeat.join(first.link)
        assert (await heard(late, "open")).seat == first.seat
        await late.close()
        assert house.lines(first.link.table) == lines
        await then.do(p.Consent(new_id(), True))
        await heard(first, "granted")
        after = house.lines(first.link.table)[len(lines) :]
        assert [(line.seat, line.key) for line in after[:2]] == [(then.seat, "undo"), (first.seat, "undo")]
        assert first.question is not None
        assert first.question.options
        with pytest.raises(ServerRefusal, match="nobody is asking"):
            await then.do(p.Consent(new_id(), True))
        for seat in (first, then):
            await seat.close()

    asyncio.run(takeback())


def test_no_means_no_and_playing_on_ends_it(house: Server) -> None:
    async def takeback() -> None:
        first, then = await sit_down(house, public=True)
        lines = house.lines(first.link.table)
        async with await RemoteSeat.join(Link(house.address, first.link.table)) as eva:
            with pytest.raises(ServerRefusal, match="you are watching"):
                await eva.do(p.Takeback(new_id()))
        await first.do(p.Takeback(new_id()))
        with pytest.raises(ServerRefusal, match="already"):
            await first.do(p.Takeback(new_id()))
        await then.do(p.Consent(new_id(), False))
        await heard(first, "declined")
        assert house.lines(first.link.table) == lines
        await first.do(p.Takeback(new_id()))
        await play_together([first, then], random.Random(1), 1)
        await heard(first, "void")
        for seat in (first, then):
            await seat.close()

    asyncio.run(takeback())


def test_bots_do_not_mind(house: Server) -> None:
    async def takeback() -> None:
        first, then = await sit_down(house)
        lines = house.lines(first.link.table)
        host = first if first.welcome.host else then
        await then.close()
        if host is not first:
            host = await RemoteSeat.join(then.link)
        await host.do(p.StandIn(new_id(), then.seat or 0, "random"))
        with suppress(ServerRefusal):  # if the bot has played on meanwhile, dice may have fallen
            await first.do(p.Takeback(new_id()))
            await heard(first, "granted")
            assert len(house.lines(first.link.table)) > len(lines)
        await first.close()
        await host.close()

    asyncio.run(takeback())


def test_nothing_is_taken_back_that_was_not_said(house: Server) -> None:
    links = open_table(house.address, "Ana", "Ben")

    async def takeback() -> None:
        async with await RemoteSeat.join(links[1]) as ben:
            with pytest.raises(ServerRefusal, match="K undo"):
                await ben.do(p.Takeback(new_id()))

    asyncio.run(takeback())
