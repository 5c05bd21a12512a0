"""Everything a client needs besides deciding: take a turn back, change the language, look back, know what is new."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator

import pytest

from muster.server import protocol as p
from muster.server.client.client import RemoteSeat
from muster.server.client.line import ServerRefusal, new_id
from muster.server.client.links import Link
from server.running import Server, open_table, play, play_together, server


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with server(tmp_path_factory.mktemp("server")) as running:
        yield running


class TestReset:
    def test_a_reset_takes_back_the_whole_run_in_one_act(self, house: Server) -> None:
        links = open_table(house.address, "Ana", "Ben")

        async def reset() -> None:
            async with await RemoteSeat.join(links[0]) as ana, await RemoteSeat.join(links[1]) as ben:
                while ana.question is None or ana.question.prompt.key != "prompt.program":
                    await play_together([ana, ben], random.Random(1), 1)
                before, lines = ana.question, len(house.lines(links[0].table))
                assert before is not None
                for _ in range(3):
                    assert ana.question is not None
                    await ana.answer(ana.question.options[0].key)
                command = p.Reset("all-back")
                assert await ana.do(command) == p.Done("all-back", False)
                assert ana.question is not None
                assert (ana.question.prompt, ana.question.options) == (before.prompt, before.options)
                stored = house.lines(links[0].table)[lines:]
                assert [line.key for line in stored[3:]] == ["undo"] * 3
                assert [line.command for line in stored[3:]] == ["all-back", "", ""]
                assert await ana.do(command) == p.Done("all-back", True)
                assert len(house.lines(links[0].table)) == lines + 6

        asyncio.run(reset())

    def test_with_nothing_to_take_back_it_is_refused_with_the_clause(self, house: Server) -> None:
        links = open_table(house.address, "Ana", "Ben")

        async def reset() -> None:
            async with await RemoteSeat.join(links[0]) as ana:
                with pytest.raises(ServerRefusal, match=r"\[K undo\]"):
                    await ana.reset()

        asyncio.run(reset())


class TestLanguage:
    def test_everything_is_told_again_in_the_other_language(self, house: Server) -> None:
        links = open_table(house.address, "Ana", "Ben")

        async def speak() -> None:
            async with await RemoteSeat.join(links[0]) as ana, await RemoteSeat.join(links[1]) as ben:
                await play_together([ana, ben], random.Random(2), 30)
                async with await RemoteSeat.join(links[0], language="es") as spanish:
                    expected = spanish.log, spanish.question
                    before, view = list(ana.log), ana.view
                    await ana.speak("es")
                    assert (ana.log, ana.question) == expected
                    assert ana.view == view
                    assert [told.text for told in ana.log] != [told.text for told in before]
                    assert [told.params for told in ana.log] == [told.params for told in before]
                with pytest.raises(ServerRefusal, match=r"no es|no tiene nada"):
                    await ana.do(p.Why(new_id(), "nonsense"))

        asyncio.run(speak())


class TestLookingBack:
    def test_the_table_as_it_was_when_the_log_was_shorter(self, house: Server) -> None:
        links = open_table(house.address, "Ana", "Ben", public=True)

        async def look() -> None:
            watching = Link(links[0].address, links[0].table)
            ana, ben, eva = [await RemoteSeat.join(link) for link in (*links, watching)]
            async with ana, ben, eva:
                seen: dict[int, dict[int, object]] = {0: {}, 1: {}, 2: {}}
                for _ in range(40):
                    for number, seat in enumerate((ana, ben, eva)):
                        seen[number].setdefault(seat.update.seq, seat.view)
                    await play_together([ana, ben], random.Random(3), 1)
                    await asyncio.sleep(0.01)
                for number, seat in enumerate((ana, ben, eva)):
                    for seq, view in list(seen[number].items())[1:-1]:
                        looked = await seat.look(seq)
                        assert looked.seq == seq
                        assert looked.view == view
                with pytest.raises(ServerRefusal, match="only when the match is over"):
                    await eva.look(3, seat=1)
                with pytest.raises(ServerRefusal, match="only when the match is over"):
                    await ana.look(3, seat=1)
                assert (await ana.look(3, seat=0)).view["viewer"] == 0

        asyncio.run(look())

    def test_spectators_who_may_see_all_borrow_eyes_and_everybody_does_after_the_end(self, house: Server) -> None:
        links = open_table(house.address, "Ana", "Ben", public=True, spectators="all")

        async def look() -> None:
            watching = Link(links[0].address, links[0].table)
            seats = [await RemoteSeat.join(link) for link in links]
            async with await RemoteSeat.join(watching) as eva:
                assert (await eva.look(1, seat=1)).view["viewer"] == 1
                with pytest.raises(ServerRefusal, match="only when the match is over"):
                    await seats[0].look(1, seat=1)
                with pytest.raises(ServerRefusal, match="no such seat"):
                    await eva.look(1, seat=5)
            await asyncio.gather(*(play(seat, random.Random(seat.seat)) for seat in seats))
            middle = seats[0].update.seq // 2
            assert (await seats[0].look(middle, seat=1)).view["viewer"] == 1
            assert (await seats[0].look(10_000_000)).seq == seats[0].update.seq
            for seat in seats:
                await seat.close()

        asyncio.run(look())

    def test_a_client_that_wants_text_gets_a_picture(self, house: Server) -> None:
        links = open_table(house.address, "Ana", "Ben")

        async def look() -> None:
            async with await RemoteSeat.join(links[0], view="text") as ana:
                looked = await ana.look(0)
                assert looked.view is None
                assert looked.picture

        asyncio.run(look())


class TestSinceYourLastTurn:
    def test_an_update_says_what_is_new_since_the_own_last_answer_also_after_coming_back(self, house: Server) -> None:
        links = open_table(house.address, "Ana", "Ben")

        async def since() -> None:
            async with await RemoteSeat.join(links[0]) as ana, await RemoteSeat.join(links[1]) as ben:
                assert ana.update.since == 0
                rng = random.Random(6)
                for _ in range(60):
                    own = ana.question is not None
                    chosen = ana.question is not None and len(ana.question.options) > 1
                    await play_together([ana], rng, 1) if own else await play_together([ben], rng, 1)
                    await asyncio.sleep(0.01)
                    if chosen:
                        last = ana.update.seq
                    assert ana.update.since == last
                async with await RemoteSeat.join(links[0]) as again:
                    assert again.update.since == ana.update.since
                async with await RemoteSeat.join(Link(links[0].address, links[0].table, links[1].token)) as other:
                    assert other.update.since == ben.update.since

        asyncio.run(since())


def test_another_view_is_asked_for_at_the_table(house: Server) -> None:
    """A client that cannot draw the data of a game asks for its picture, and gets the drawing, too."""
    links = open_table(house.address, "Ana", "Ben")

    async def look() -> None:
        async with await RemoteSeat.join(links[0]) as ana, await RemoteSeat.join(links[1]) as ben:
            assert ana.view is not None
            assert not ana.picture
            for seat in (ana, ben):
                assert seat.question is not None
                await seat.answer(seat.question.options[0].key)
            log = list(ana.log)
            await ana.do(p.Show(new_id(), "both"))
            assert ana.view is not None
            assert "\n" in ana.picture
            assert ana.log == log
            looked = await ana.look(len(log))
            assert looked.view is not None
            assert looked.picture
            await ben.do(p.Show(new_id(), "none"))

    asyncio.run(look())
