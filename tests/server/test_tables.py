"""Tables as people use them: sit down, decide, leave, come back, play again."""

from __future__ import annotations

import asyncio
import hashlib
import random
import time
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from muster.kernel.agreed_dice import read_stretches
from muster.kernel.errors import GameError
from muster.kernel.journal import read_journal
from muster.kernel.text import Text
from muster.library import load_game
from muster.server import protocol as p
from muster.server.client.client import RemoteSeat
from muster.server.client.line import ServerRefusal, new_id
from muster.server.client.links import Link, claim_seat, create_table, lobby
from muster.terminal.retrace import verify
from server.running import GAME, Server, open_table, play, play_together, server


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with server(tmp_path_factory.mktemp("server")) as running:
        yield running


class TestSeats:
    def test_a_seat_is_taken_once_and_by_invitation(self, house: Server) -> None:
        made = create_table(house.address, p.NewTable(GAME, name="Ana"))
        with pytest.raises(GameError, match="private"):
            claim_seat(house.address, made.table, p.Claim("Eva", "guess"))
        claimed = claim_seat(house.address, made.table, p.Claim("Ben", made.invite))
        assert claimed.seat == 1
        with pytest.raises(GameError, match="every seat at this table is taken"):
            claim_seat(house.address, made.table, p.Claim("Eva", made.invite))

    def test_a_bot_is_called_the_same_wherever_it_is_named(self, house: Server) -> None:
        made = create_table(house.address, p.NewTable(GAME, seats=["open", "random"], name="Ana"))
        table = house.house.tables[made.table]
        for language in ("en", "es"):
            said = table.words(language).say(Text("victory", {"seat": 1, "points": 3}))
            assert said.startswith("Bot B ") or said == "Bot B gana con 3 puntos", said
        assert table.words("en").name("seat", 0) == "Ana"

    def test_a_host_takes_the_seat_they_name(self, house: Server) -> None:
        """One token for seat and host: nothing else is left at their screen."""
        made = create_table(house.address, p.NewTable(GAME, seats=["open", "open"], name="Ana", seat=1))
        assert made.seat == 1
        assert claim_seat(house.address, made.table, p.Claim("Ben", made.invite)).seat == 0

    def test_tokens_are_stored_hashed(self, house: Server) -> None:
        links = open_table(house.address, "Ana", "Ben")
        kept = house.run(house.house.storage.load(links[0].table))
        stored = msgspec.json.encode(kept).decode()
        assert all(link.token not in stored for link in links)

    def test_public_tables_are_listed_and_private_ones_are_not(self, house: Server) -> None:
        public = create_table(house.address, p.NewTable(GAME, name="Ana", public=True))
        private = create_table(house.address, p.NewTable(GAME, name="Ana"))
        listed = [listed.table for listed in lobby(house.address).tables]
        assert public.table in listed
        assert private.table not in listed

    def test_a_wrong_link_is_refused(self, house: Server) -> None:
        link = open_table(house.address, "Ana")[0]

        async def join() -> None:
            await RemoteSeat.join(Link(link.address, link.table, "x" * 32))

        with pytest.raises(ServerRefusal, match="does not open a seat"):
            asyncio.run(join())

    @pytest.mark.parametrize(
        ("wanted", "sentence"),
        [
            (p.NewTable("chess"), "there is no game 'chess'"),
            (p.NewTable(GAME, {"players": 9}), "players"),
            (p.NewTable(GAME, {"colour": 1}), "colour"),
            (p.NewTable(GAME, seats=["hal"]), "there is no player 'hal'"),
            (p.NewTable(GAME, seats=["open"] * 5), "there are 2 players"),
            (p.NewTable(GAME, seats=["random", "random"], name="Ana"), "no seat is open for the host"),
            (p.NewTable(GAME, seats=["open", "random"], name="Ana", seat=1), "no seat is open for the host"),
            (p.NewTable(GAME, webhook="http://169.254.169.254/"), "does not call that address"),
            (p.NewTable(journal="muster journal 1\n"), "journal"),
        ],
    )
    def test_what_is_wrong_with_a_table_is_said(self, house: Server, wanted: p.NewTable, sentence: str) -> None:
        with pytest.raises(GameError, match=sentence):
            create_table(house.address, wanted)


class TestPlaying:
    def test_a_whole_match_its_dice_its_journal_and_the_rematch(self, house: Server) -> None:
        links = open_table(house.address, "Ana", "Ben")

        async def match() -> None:
            seats = [await RemoteSeat.join(link) for link in links]
            with pytest.raises(ServerRefusal, match="the journal when the match is over"):
                await seats[0].export()
            assert (await seats[0].dice()).key == ""
            await asyncio.gather(*(play(seat, random.Random(seat.seat)) for seat in seats))
            outcome = seats[0].update.outcome
            assert outcome is not None
            commitment = hashlib.sha256(bytes.fromhex(outcome.dice_key)).hexdigest()
            assert read_stretches(seats[0].welcome.dice)[0].commitment == commitment
            journal = read_journal(await seats[1].export())
            assert verify(load_game(GAME), journal, "journal") == "agreed"
            assert (await seats[0].dice()).key == outcome.dice_key

            again = await seats[0].rematch()
            assert await seats[1].rematch() == again
            for link in links:
                async with await RemoteSeat.join(Link(link.address, again, link.token)) as seat:
                    assert not seat.over
                    assert seat.seat == links.index(link)
            for seat in seats:
                await seat.close()

        asyncio.run(match())

    def test_an_answer_is_stored_when_it_is_acknowledged(self, house: Server) -> None:
        links = open_table(house.address, "Ana", "Ben")

        async def some() -> list[str]:
            async with await RemoteSeat.join(links[0]) as seat:
                return await play(seat, random.Random(1), 1)

        commands = asyncio.run(some())
        assert commands[0] in [line.command for line in house.lines(links[0].table)]

    def test_a_command_sent_twice_is_done_once(self, house: Server) -> None:
        links = open_table(house.address, "Ana", "Ben")

        async def twice() -> None:
            async with await RemoteSeat.join(links[0]) as seat:
                question = seat.question
                assert question is not None
                answer = p.Answer("once", question.number, question.options[0].key)
                assert await seat.do(answer) == p.Done("once", False)
                lines = house.lines(seat.link.table)
                assert await seat.do(answer) == p.Done("once", True)
                assert house.lines(seat.link.table) == lines

        asyncio.run(twice())

    def test_an_answer_to_a_question_that_is_gone_is_refused(self, house: Server) -> None:
        links = open_table(house.address, "Ana", "Ben")

        async def stale() -> None:
            async with await RemoteSeat.join(links[0]) as seat, await RemoteSeat.join(links[0]) as tab:
                old = tab.question
                assert old is not None
                await seat.answer(old.options[0].key)
                with pytest.raises(ServerRefusal, match=r"no longer open|nothing to decide"):
                    await tab.do(p.Answer(new_id(), old.number, old.options[0].key))

        asyncio.run(stale())

    def test_undo_leads_back_to_the_same_question_in_every_tab(self, house: Server) -> None:
        links = open_table(house.address, "Ana", "Ben")

        async def undo() -> None:
            async with await RemoteSeat.join(links[0]) as seat, await RemoteSeat.join(links[0]) as tab:
                before = seat.question
                assert before is not None
                await seat.answer(before.options[0].key)
                assert seat.question != before
                await seat.undo()
                after = seat.question
                assert after is not None
                assert (after.prompt, after.options) == (before.prompt, before.options)
                assert after.number != before.number
                while tab.question != after:
                    await tab.news(20)
                assert tab.log == seat.log

        asyncio.run(undo())

    def test_why_not(self, house: Server) -> None:
        links = open_table(house.address, "Ana", "Ben")

        async def why() -> None:
            async with await RemoteSeat.join(links[0], language="es") as seat:
                await seat.why()
                with pytest.raises(ServerRefusal, match=r"\[K option\]") as refused:
                    await seat.answer("nonsense")
                assert "no es" in refused.value.refused.reason.text

        asyncio.run(why())


class TestComingBack:
    def test_everything_missed_comes_and_nothing_else(self, house: Server) -> None:
        links = open_table(house.address, "Ana", "Ben")

        async def come_back() -> None:
            async with await RemoteSeat.join(links[0]) as whole, await RemoteSeat.join(links[1]) as other:
                absent = await RemoteSeat.join(links[0])
                await play_together([whole, other], random.Random(5), 40)
                known = absent.log[: len(absent.log) // 2]
                check = zlib_check(known)
                await absent.close()
                raw = RemoteSeat(links[0])
                raw.log, raw._check = list(known), check
                await raw.connect(patient=False)
                while raw.update.seq != whole.update.seq:
                    await raw.news(20)
                assert raw.log == whole.log
                assert raw.view == whole.view
                await raw.close()

        asyncio.run(come_back())

    def test_after_an_undo_in_between_the_log_is_told_anew(self, house: Server) -> None:
        links = open_table(house.address, "Ana", "Ben")

        async def come_back() -> None:
            async with await RemoteSeat.join(links[0]) as seat:
                raw = RemoteSeat(links[0])
                raw.log = [p.Told("made.up", "", {}, "never happened")] * 3
                raw._check = 12345
                await raw.connect(patient=False)
                assert raw.log == seat.log
                await raw.close()

        asyncio.run(come_back())


def zlib_check(events: list[p.Told]) -> int:
    import zlib

    check = 0
    for event in events:
        plain = {"key": event.key, "clause": event.clause, "params": event.params}
        check = zlib.crc32(p.ENCODER.encode(plain), check)
    return check


class TestPeople:
    def test_players_do_not_hear_spectators(self, house: Server) -> None:
        links = open_table(house.address, "Ana", "Ben", public=True)

        async def talk() -> None:
            watching = Link(links[0].address, links[0].table)
            async with await RemoteSeat.join(links[0]) as ana, await RemoteSeat.join(links[1]) as ben:
                async with await RemoteSeat.join(watching) as eva:
                    await ana.say("hello <b>all</b>")
                    await eva.say("psst, Ana has a mine there")
                    await ben.say("hi")
                    while len(ana.chat) < 2:
                        await ana.news(20)
                    while len(eva.chat) < 3:
                        await eva.news(20)
                    assert [line.text for line in ana.chat] == ["hello <b>all</b>", "hi"]
                    assert [line.author for line in eva.chat] == ["Ana", "", "Ben"]
                async with await RemoteSeat.join(links[1]) as again:
                    assert [line.text for line in again.chat] == ["hello <b>all</b>", "hi"]

        asyncio.run(talk())

    def test_spectators_see_what_the_host_allows_and_decide_nothing(self, house: Server) -> None:
        async def watch(spectators: p.Spectators) -> RemoteSeat:
            link = open_table(house.address, "Ana", "Ben", public=True, spectators=spectators)[0]
            return await RemoteSeat.join(Link(link.address, link.table))

        async def look() -> None:
            with pytest.raises(ServerRefusal, match="no room for spectators"):
                await watch("none")
            seat = await watch("public")
            assert seat.seat is None
            assert seat.question is None
            assert seat.view["viewer"] is None
            with pytest.raises(ServerRefusal, match="only players decide"):
                await seat.do(p.Answer(new_id(), 0, "x"))
            with pytest.raises(ServerRefusal, match="only the host"):
                await seat.do(p.StandIn(new_id(), 0))
            await seat.close()

        asyncio.run(look())

    def test_a_bot_stands_in_for_somebody_away_and_they_come_back(self, house: Server) -> None:
        links = open_table(house.address, "Ana", "Ben", absence=0)

        async def stand_in() -> None:
            async with await RemoteSeat.join(links[0]) as ana:
                await ana.do(p.StandIn(new_id(), 1, "random"))
                await play(ana, random.Random(2), 12)
                async with await RemoteSeat.join(links[1]) as ben:
                    with pytest.raises(ServerRefusal, match="is at the table"):
                        await ana.do(p.Free(new_id(), 1))
                    await ben.do(p.Return(new_id()))
                    assert [place.stand_in for place in ben.places] == ["", ""]
                    await play_together([ana, ben], random.Random(2), 8)

        asyncio.run(stand_in())

    def test_a_host_cannot_free_the_seat_of_somebody_who_has_just_dropped(self, house: Server) -> None:
        made = create_table(house.address, p.NewTable(GAME, name="Ana"))
        claim_seat(house.address, made.table, p.Claim("Ben", made.invite))

        async def free() -> None:
            async with await RemoteSeat.join(Link(house.address, made.table, made.token)) as ana:
                assert ana.welcome.absence == 300
                for command in (p.Free(new_id(), 1), p.StandIn(new_id(), 1, "random")):
                    with pytest.raises(ServerRefusal, match=r"wait another (300|299) seconds"):
                        await ana.do(command)
                assert ana.places[1].who == "human"

        asyncio.run(free())

    def test_the_old_link_brings_its_owner_back_until_somebody_else_has_sat_down(self, house: Server) -> None:
        made = create_table(house.address, p.NewTable(GAME, name="Ana", absence=0))
        ben = claim_seat(house.address, made.table, p.Claim("Ben", made.invite))

        async def free() -> None:
            async with await RemoteSeat.join(Link(house.address, made.table, made.token)) as ana:
                await ana.do(p.Free(new_id(), 1))
                assert (ana.places[1].who, ana.places[1].name) == ("open", "")
                async with await RemoteSeat.join(Link(house.address, made.table, ben.token)) as back:
                    assert back.seat == 1
                    assert back.places[1].name == "Ben"
                await asyncio.sleep(0.1)
                await ana.do(p.Free(new_id(), 1))
            eva = await asyncio.to_thread(claim_seat, house.address, made.table, p.Claim("Eva", made.invite))
            assert eva.seat == 1
            with pytest.raises(ServerRefusal, match="does not open a seat"):
                await RemoteSeat.join(Link(house.address, made.table, ben.token))

        asyncio.run(free())

    def test_all_others_must_agree_to_free_a_seat(self, house: Server) -> None:
        links = open_table(house.address, "Ana", "Ben", "Eva", absence=0, options={"players": 3})

        async def free() -> None:
            ana, ben = [await RemoteSeat.join(link) for link in links[:2]]
            async with ana, ben:
                await ana.do(p.Free(new_id(), 2))
                while ben.plea is None:
                    await ben.news(10)
                assert (ben.plea.free, ben.plea.waiting) == (2, [1])
                assert ana.places[2].who == "human"
                await ben.do(p.Consent(new_id(), False))
                while ana.plea is None or ana.plea.state != "declined":
                    await ana.news(10)
                assert ana.places[2].who == "human"
                await ana.do(p.Free(new_id(), 2))
                async with await RemoteSeat.join(links[2]):  # she is back: the wish is void
                    while ben.plea.state != "void":
                        await ben.news(10)
                await asyncio.sleep(0.1)
                await ana.do(p.Free(new_id(), 2))
                await ben.do(p.Consent(new_id(), True))
                while ana.places[2].who != "open":
                    await ana.news(10)

        asyncio.run(free())

    def test_a_clock_that_runs_out_brings_a_bot_and_stops_for_the_opponent(self, house: Server) -> None:
        links = open_table(house.address, "Ana", "Ben", clock=p.ClockRule(bank=1))

        async def wait() -> None:
            async with await RemoteSeat.join(links[0]) as ana:
                assert ana.update.clocks[0].left_ms <= 1000
                ends = time.monotonic() + 15
                while not ana.places[0].stand_in and time.monotonic() < ends:
                    await ana.news(15)
                assert ana.places[0].stand_in == "normal"

        asyncio.run(wait())


class TestBots:
    def test_a_slow_bot_is_replaced_by_a_fall_back_move(self, tmp_path: Path) -> None:
        with server(tmp_path, bot_seconds=0.000_001) as running:
            links = open_table(running.address, "Ana", seats=["open", "greedy"])

            async def against_a_slow_bot() -> None:
                async with await RemoteSeat.join(links[0]) as seat:
                    await play(seat, random.Random(3), 3)

            asyncio.run(against_a_slow_bot())
            ends = time.monotonic() + 20
            while not any(line.seat == 1 for line in running.lines(links[0].table)):
                assert time.monotonic() < ends
                time.sleep(0.1)
