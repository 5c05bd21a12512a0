"""What a match is about, asked of a server: now, earlier, after each round, through one's own eyes only."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator

import pytest

from muster.server.client.client import RemoteSeat
from muster.server.client.line import ServerRefusal
from server.running import Server, open_table, play_together, server


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with server(tmp_path_factory.mktemp("server")) as running:
        yield running


def test_the_goal_now_then_and_round_by_round(house: Server) -> None:
    links = open_table(house.address, "Ana", "Ben")

    async def ask() -> None:
        async with await RemoteSeat.join(links[0]) as ana, await RemoteSeat.join(links[1]) as ben:
            await play_together([ana, ben], random.Random(4), 8)
            early = await ana.goal()
            assert early.goal.rounds == 6
            assert early.seq == len(ana.log)
            with pytest.raises(ServerRefusal):
                await ana.goal(seat=1)
            while ana.update.outcome is None:
                await play_together([ana, ben], random.Random(5), 40)
            over = await ben.goal(rounds=True)
            assert list(over.goal.totals) == list(ana.update.outcome.scores)
            assert [one.round for one in over.rounds] == [1, 2, 3, 4, 5, 6]
            assert over.rounds[-1].totals == over.goal.totals
            then = await ana.goal(seq=early.seq)
            assert then.goal == early.goal
            assert (await ana.goal(seat=1)).goal.totals == over.goal.totals

    asyncio.run(ask())
