"""Odds at a table: asked for an option, told in words with their error, beside everything else."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pytest

from muster.server import protocol as p
from muster.server.client.client import RemoteSeat
from muster.server.client.line import ServerRefusal, new_id
from muster.server.thinking.odds import error_of
from server.running import open_table, play_together, server


def test_odds_at_a_table(tmp_path: Path) -> None:
    with server(tmp_path) as running:

        async def ask() -> bool:
            links = open_table(running.address, "Ana", "Ben")
            ana, ben = [await RemoteSeat.join(link, language="es") for link in links]
            async with ana, ben:
                assert ana.question is not None
                with pytest.raises(ServerRefusal, match="para esta respuesta no hay probabilidades"):
                    await ana.odds(ana.question.options[0].key)
                rng = random.Random(8)
                while not (found := attacker(ana, ben)) and not ana.over:
                    await play_together([ana, ben], rng, 1)
                if found is None:
                    return False  # they kept out of each other's way
                seat, key = found
                lines = running.lines(links[0].table)
                outlook = await seat.odds(key)
                assert outlook.key == key
                assert 100 <= outlook.runs <= 2_000  # as many as there was time for
                assert outlook.runs == sum(chance.count for chance in outlook.outcomes)
                assert sum(chance.share for chance in outlook.outcomes) == pytest.approx(1, abs=0.01)
                assert all(0 < chance.error < 1.3 * outlook.runs**-0.5 for chance in outlook.outcomes)
                assert any("retir" in chance.text or "noque" in chance.text for chance in outlook.outcomes)
                assert running.lines(links[0].table) == lines
                await replaced(seat, key)
                with pytest.raises(ServerRefusal, match=r"abierta|no tiene nada que decidir|ya no"):
                    await seat.do(p.AskOdds(new_id(), 17, key))
                other = ben if seat is ana else ana
                with pytest.raises(ServerRefusal):
                    await other.do(p.AskOdds(new_id(), 17, key))
                return True

        assert any(asyncio.run(ask()) for _ in range(5))


def attacker(*seats: RemoteSeat) -> tuple[RemoteSeat, str] | None:
    for seat in seats:
        for option in seat.question.options if seat.question else ():
            if option.odds:
                return seat, option.key
    return None


async def replaced(seat: RemoteSeat, key: str) -> None:
    """Of three asked at once those that wait give way to the last; chat goes on meanwhile."""
    asked = [asyncio.create_task(seat.odds(key, 20_000)) for _ in range(3)]
    await asyncio.sleep(0)
    await seat.say("hm")
    results = await asyncio.gather(*asked, return_exceptions=True)
    kinds = [type(result) for result in results]
    assert kinds[-1] is p.Outlook
    assert ServerRefusal in kinds
    assert set(kinds) == {p.Outlook, ServerRefusal}


def test_the_error_shrinks_with_the_runs_and_is_never_nothing() -> None:
    assert error_of(0, 2_000) > 0
    assert error_of(1_000, 2_000) == pytest.approx(0.0219, abs=0.0005)
    assert error_of(500, 1_000) > error_of(1_000, 2_000)
