"""What is said twice counts once: sent again after an undo and a restart, or by two sockets of one seat at once."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pytest

from muster.server import protocol as p
from muster.server.client.client import RemoteSeat
from muster.server.client.line import ServerRefusal, new_id
from server.running import PATIENCE, in_thread, open_table, play_together, server


def test_an_answer_that_was_taken_back_is_not_given_again_by_an_old_message(tmp_path: Path) -> None:
    """Also not after a restart, nor under another name for the same question."""
    given: list[p.Answer] = []

    async def give_and_take_back() -> None:
        async with await RemoteSeat.join(links[0]) as ana, await RemoteSeat.join(links[1]) as ben:
            rng = random.Random(1)
            while not given:
                await play_together([ana, ben], rng, 1)
                asked = ana if ana.question else ben
                if asked is not ana or ana.question is None:
                    continue
                told = p.Answer(new_id(), ana.question.number, ana.question.options[0].key)
                await ana.do(told)
                if ana.update.may_undo:
                    await ana.do(p.Undo(new_id()))
                    given.append(told)
            await send_again(ana)

    async def send_again(ana: RemoteSeat) -> None:
        [told] = given
        before, question = ana.update.seq, ana.question
        assert (await ana.do(told)).again  # type: ignore[union-attr]
        with pytest.raises(ServerRefusal, match="no longer open"):
            await ana.do(p.Answer(new_id(), told.question, told.key))
        assert (ana.update.seq, ana.question) == (before, question)

    async def again_after_a_restart() -> None:
        async with await RemoteSeat.join(links[0]) as ana:
            await send_again(ana)

    with server(tmp_path) as running:
        links = open_table(running.address, "Ana", "Ben")
        in_thread(give_and_take_back())
        stored = running.lines(links[0].table)
    with server(tmp_path) as running:
        links = [type(link)(running.address, link.table, link.token) for link in links]
        in_thread(again_after_a_restart())
        assert running.lines(links[0].table) == stored


def test_of_two_sockets_of_one_seat_that_race_one_answers(tmp_path: Path) -> None:
    """Ten times: both say something else to the same question in the same moment, and both take it back at once."""

    async def race() -> None:
        ana, twin, ben = [await RemoteSeat.join(link) for link in (links[0], links[0], links[1])]
        rng = random.Random(3)
        raced = 0
        while raced < 10 and not ana.over:
            await play_together([ana, ben], rng, 1)
            while not ana.question and not ben.question and not ana.over:
                await ana.news(PATIENCE)
            if ana.question is None or len(ana.question.options) < 2:
                continue
            number, options = ana.question.number, rng.sample(ana.question.options, 2)
            told = len(running.lines(table))
            both = zip((ana, twin), options, strict=True)
            done = await asyncio.gather(
                *(seat.do(p.Answer(new_id(), number, option.key)) for seat, option in both), return_exceptions=True
            )
            assert sum(isinstance(one, ServerRefusal) for one in done) == 1, done
            assert sum(line.seat == 0 for line in running.lines(table)[told:]) == 1
            raced += 1
        assert raced == 10
        late = await RemoteSeat.join(links[0])
        async with asyncio.timeout(PATIENCE):
            while twin.update.check != late.update.check:
                await twin.news()
        assert twin.view == late.view == ana.view
        for seat in (ana, twin, ben, late):
            await seat.close()

    with server(tmp_path) as running:
        links = open_table(running.address, "Ana", "Ben")
        table = links[0].table
        in_thread(race())


def test_whoever_changes_how_they_look_again_and_again_sees_what_a_newcomer_sees(tmp_path: Path) -> None:
    """Views come in parts; whatever was asked for in between, the parts make the whole."""

    async def look(rng: random.Random) -> None:
        seats = [await RemoteSeat.join(link) for link in (links[0], links[1], links[0], links[1])]
        for _ in range(12):
            await play_together(seats[:2], rng, 2)
            for seat in rng.sample(seats, 2):
                asks = [p.Speak(new_id(), rng.choice(["en", "es"])), p.Show(new_id(), rng.choice(["data", "both"]))]
                await seat.do(rng.choice(asks))
        for seat in seats:
            late = await RemoteSeat.join(seat.link)
            async with asyncio.timeout(PATIENCE):
                while seat.update.check != late.update.check:
                    await seat.news()
            assert seat.view == late.view
            assert [told.key for told in seat.log] == [told.key for told in late.log]
            await late.close()
            await seat.close()

    with server(tmp_path) as running:
        links = open_table(running.address, "Ana", "Ben")
        in_thread(look(random.Random(8)))
