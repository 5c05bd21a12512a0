"""Hostile sockets, in a process of their own: each asks for as much work as it may, as fast as it may."""

from __future__ import annotations

import asyncio
import random
import time
from contextlib import suppress

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from muster.server import protocol as p
from muster.server.client.line import new_id
from muster.server.client.links import Link


def attack(links: list[Link], seconds: float) -> None:
    """Thirty hostile sockets in a process of their own: they must not be slow because they share ours."""

    async def all_at_once() -> None:
        until = time.monotonic() + seconds
        sent = await asyncio.gather(*(hostile(links[n % len(links)], until, random.Random(n)) for n in range(30)))
        assert sum(sent) > 200, sent

    asyncio.run(all_at_once())


async def hostile(link: Link, until: float, rng: random.Random) -> int:
    """A socket that asks for as much work as it may, as fast as it may."""
    url = "ws" + link.address.removeprefix("http") + "/socket"
    sent = 0
    while time.monotonic() < until:
        with suppress(ConnectionClosed, OSError, TimeoutError):
            async with connect(url, proxy=None, max_size=None, compression=None) as line:
                await line.send(p.ENCODER.encode(p.Join("j", link.table, link.token, view="both")).decode())
                reader = asyncio.create_task(drain(line))
                while time.monotonic() < until:
                    asks: list[p.AnyCommand] = [
                        p.Speak(new_id(), rng.choice(["en", "es"])),
                        p.Look(new_id(), rng.randrange(200)),
                        p.Show(new_id(), rng.choice(["data", "both", "text"])),
                        p.Why(new_id()),
                    ]
                    await line.send(p.ENCODER.encode(rng.choice(asks)).decode())
                    sent += 1
                    await asyncio.sleep(0.025)
                reader.cancel()
    return sent


async def drain(line: object) -> None:
    with suppress(ConnectionClosed):
        async for _ in line:  # type: ignore[attr-defined]
            pass
