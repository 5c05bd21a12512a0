"""Crews of workers: fair turns, the worker that knows a table, and nobody asks for more than their share."""

from __future__ import annotations

import asyncio

import pytest

from muster.server.thinking.crews import Crew, Crowded


class Hand:
    """A worker that knows some tables."""

    def __init__(self, *tables: str) -> None:
        self.tables = tables

    def knows(self, table: str) -> bool:
        return table in self.tables


def test_a_table_gets_the_worker_that_knows_it() -> None:
    async def take() -> None:
        crew: Crew[Hand] = Crew(3)
        one, two = Hand("red"), Hand("blue")
        for _ in range(3):
            assert await crew.take("x", "x") is None
        for hand in (one, two, None):
            crew.give_back(hand)
        assert await crew.take("blue", "blue") is two
        assert await crew.take("green", "green") is None, "a new one, so that the others keep what they know"
        assert await crew.take("green", "green") is one

    asyncio.run(take())


def test_whoever_had_a_turn_waits_for_the_others() -> None:
    async def take() -> list[str]:
        crew: Crew[Hand] = Crew(1)
        served: list[str] = []

        async def ask(asker: str) -> None:
            hand = await crew.take(asker, asker)
            served.append(asker)
            await asyncio.sleep(0)
            crew.give_back(hand)

        await asyncio.gather(*(ask(asker) for asker in ("greedy", "greedy", "greedy", "greedy", "ana", "ben")))
        return served

    assert asyncio.run(take()) == ["greedy", "ana", "ben", "greedy", "greedy", "greedy"]


def test_nobody_has_more_than_so_many_waiting() -> None:
    async def take() -> None:
        crew: Crew[Hand] = Crew(1, most=2)
        await crew.take("t", "hostile")
        waiting = [asyncio.create_task(crew.take("t", "hostile")) for _ in range(2)]
        await asyncio.sleep(0)
        with pytest.raises(Crowded):
            await crew.take("t", "hostile")
        other = asyncio.create_task(crew.take("u", "ana"))
        await asyncio.sleep(0)
        crew.give_back(None)
        await other
        for task in waiting:
            task.cancel()

    asyncio.run(take())


def test_a_place_is_not_lost_when_somebody_gives_up() -> None:
    async def take() -> None:
        crew: Crew[Hand] = Crew(1)
        hand = await crew.take("t", "ana")
        gone = asyncio.create_task(crew.take("t", "ben"))
        late = asyncio.create_task(crew.take("t", "eva"))
        await asyncio.sleep(0)
        gone.cancel()
        crew.give_back(hand)
        await late
        called = asyncio.create_task(crew.take("t", "ben"))
        await asyncio.sleep(0)
        crew.give_back(None)
        called.cancel()  # its turn has come, and it does not know yet
        with pytest.raises(asyncio.CancelledError):
            await called
        async with asyncio.timeout(5):
            await crew.take("t", "ana")

    asyncio.run(take())
