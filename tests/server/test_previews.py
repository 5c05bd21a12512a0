"""Previews over the socket: from what the asker sees, in its language, and not too many."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest

from muster.server import protocol as p
from muster.server.client.client import RemoteSeat
from muster.server.client.line import ServerRefusal, new_id
from muster.server.lobby.limits import Limits
from server.running import Server, open_table, server


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with server(tmp_path_factory.mktemp("server"), limits=Limits(previews_per_s=4)) as running:
        yield running


async def raid(house: Server) -> tuple[RemoteSeat, RemoteSeat]:
    """Two people at a table of TAG Raid, as far as the first order."""
    links = open_table(house.address, "Ana", "Ben", game="tag_raid", seats=["open", "open"])
    seats = await RemoteSeat.join(links[0]), await RemoteSeat.join(links[1], language="es")
    while True:
        for seat in seats:
            if seat.question is not None:
                if seat.question.prompt.key == "prompt.turn":
                    return seats
                await seat.answer(seat.question.options[0].key)
            await asyncio.sleep(0.01)


def test_a_plan_is_answered_with_data_in_the_language_of_the_asker(house: Server) -> None:
    async def ask() -> None:
        ana, ben = await raid(house)
        async with ana, ben:
            for seat, words in ((ana, "segments"), (ben, "segmentos")):
                miner = seat.view["miners"][seat.seat]
                reply = await seat.do(p.Preview(new_id(), "stay@0"))
                assert isinstance(reply, p.Previewed)
                assert reply.data["kind"] == "plan"
                assert reply.data["spots"] == [[miner["x"], miner["y"], miner["level"]]]
                far = await seat.do(p.Preview(new_id(), "move:4000,4000@0"))
                assert isinstance(far, p.Previewed)
                assert words in far.data["refusal"]["text"]
                with pytest.raises(ServerRefusal):
                    await seat.do(p.Preview(new_id(), "nonsense"))

    asyncio.run(ask())


def test_too_many_are_refused_and_the_socket_stays_open(house: Server) -> None:
    async def ask() -> None:
        ana, ben = await raid(house)
        async with ana, ben:
            many = await asyncio.gather(
                *[ana.do(p.Preview(new_id(), "stay@0")) for _ in range(30)], return_exceptions=True
            )
            refused = [one for one in many if isinstance(one, ServerRefusal)]
            assert 20 <= len(refused) < 30
            assert "4 previews a second at most" in str(refused[0])
            assert isinstance(await ben.do(p.Preview(new_id(), "stay@0")), p.Previewed)
            assert isinstance(await ana.do(p.Dice(new_id())), p.DiceCounts)

    asyncio.run(ask())


def test_a_game_without_previews_says_so(house: Server) -> None:
    links = open_table(house.address, "Ana", "Ben")

    async def ask() -> None:
        async with await RemoteSeat.join(links[0]) as ana:
            with pytest.raises(ServerRefusal, match="is not one of the answers"):
                await ana.do(p.Preview(new_id(), "stay@0"))

    asyncio.run(ask())
