"""The coach at a table: advice where everybody agrees, the analysis of a match that is over, fair turns for both."""

from __future__ import annotations

import asyncio
import json
import random
import urllib.error
import urllib.request
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from muster.coach.past import past_of
from muster.kernel.dice import SeededDice
from muster.kernel.game import setup_of
from muster.kernel.journal import read_journal
from muster.kernel.sessions import journal_text, new_match
from muster.library import load_game
from muster.server import protocol as p
from muster.server.client.client import RemoteSeat
from muster.server.client.line import ServerRefusal, new_id
from muster.server.client.links import Link, create_table
from muster.server.thinking import studies
from muster.server.thinking.jobs import AnalysisJob, HintJob, Position
from muster.server.thinking.shadows import Shadow
from muster.server.thinking.workers import Thinkers
from muster.server.thinking.working import advise
from server.running import GAME, Server, open_table, server


def finished(game: str = GAME, seed: int = 5, **options: Any) -> str:
    """The journal of a match that was played to its end by chance."""
    rules = load_game(game)
    prepared = setup_of(rules).prepare(options)
    match = new_match(rules, prepared, SeededDice(seed))
    rng = random.Random(seed)
    while not match.over:
        seat = min(match.pending)
        match.play(seat, rng.choice(match.pending[seat].space.options()))
    return journal_text(prepared, match)


def finished_table(address: str) -> Link:
    made = create_table(address, p.NewTable(journal=finished(), name="Ana", public=True))
    return Link(address, made.table, made.token)


class TestAdvice:
    def test_against_bots_it_needs_nobody(self, tmp_path: Path) -> None:
        async def ask(address: str) -> None:
            (link,) = open_table(address, "Ana", seats=["open", "random"])
            async with await RemoteSeat.join(link, language="es") as ana:
                assert ana.question is not None
                shares: list[float] = []
                advised = await ana.hint(shares.append)
                offered = {option.key: option.text for option in ana.question.options}
                assert 1 <= len(advised.suggestions) <= 3
                for suggestion in advised.suggestions:
                    assert suggestion.answer.text == offered[suggestion.answer.key]
                    assert suggestion.answer.seat == ana.seat
                    assert 0 <= suggestion.chance <= 1
                chances = [suggestion.chance for suggestion in advised.suggestions]
                assert chances[0] >= max(chances) - 0.05
                assert shares
                assert shares == sorted(shares)
                with pytest.raises(ServerRefusal, match="ya no"):
                    await ana.do(p.Hint(new_id(), 17))

        with server(tmp_path) as running:
            asyncio.run(ask(running.address))

    def test_asked_again_about_the_same_question_it_says_the_same_in_any_language(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Whoever changes the language reads the same advice in it, at once; the next question is thought about."""
        thought: list[Any] = []

        async def ask(running: Server) -> None:
            advise = running.house.thinkers.advise

            async def counted(job: Any, *rest: Any) -> Any:
                thought.append(job)
                return await advise(job, *rest)

            monkeypatch.setattr(running.house.thinkers, "advise", counted)
            (link,) = open_table(running.address, "Ana", seats=["open", "random"])
            async with await RemoteSeat.join(link) as ana, await RemoteSeat.join(link, language="es") as later:
                first, again = await ana.hint(), await later.hint()
                assert [one.answer.key for one in first.suggestions] == [one.answer.key for one in again.suggestions]
                assert [one.chance for one in first.suggestions] == [one.chance for one in again.suggestions]
                assert [one.answer.text for one in first.suggestions] != [one.answer.text for one in again.suggestions]
                assert len(thought) == 1

        with server(tmp_path) as running:
            asyncio.run(ask(running))

    @pytest.mark.parametrize("agreed", [False, True])
    def test_beside_people_only_where_they_sat_down_to_it(self, tmp_path: Path, agreed: bool) -> None:
        async def ask(address: str) -> None:
            links = open_table(address, "Ana", "Ben", hints=agreed)
            ana, ben = [await RemoteSeat.join(link) for link in links]
            async with ana, ben:
                assert ana.welcome.hints == agreed
                if agreed:
                    assert (await ana.hint()).suggestions
                    return
                for seat in (ana, ben):
                    with pytest.raises(ServerRefusal, match="have not agreed"):
                        await seat.hint()

        with server(tmp_path) as running:
            asyncio.run(ask(running.address))

    def test_an_open_seat_has_not_agreed_and_a_bot_that_stands_in_speaks_for_nobody(self, tmp_path: Path) -> None:
        async def ask(address: str) -> None:
            (link,) = open_table(address, "Ana", hints=True)
            async with await RemoteSeat.join(link) as ana:
                with pytest.raises(ServerRefusal, match="when everybody has sat down"):
                    await ana.do(p.Hint(new_id(), 0))
            links = open_table(address, "Ana", "Ben")
            ana, ben = [await RemoteSeat.join(link) for link in links]
            async with ana, ben:
                await ben.do(p.StandIn(new_id(), 1, "random"))
                with pytest.raises(ServerRefusal, match="have not agreed"):
                    await ana.hint()

        with server(tmp_path) as running:
            asyncio.run(ask(running.address))

    def test_the_invitation_tells(self, tmp_path: Path) -> None:
        def knock(address: str, table: str, invite: str) -> Any:
            body = json.dumps({"invite": invite}).encode()
            url = f"{address}/api/tables/{table}/invitation?language=es"
            with urllib.request.urlopen(urllib.request.Request(url, body, method="POST")) as answer:
                return json.load(answer)

        with server(tmp_path) as running:
            made = create_table(running.address, p.NewTable(game=GAME, name="Ana", hints=True))
            told = knock(running.address, made.table, made.invite)
            assert told["hints"] is True
            assert told["places"][0]["name"] == "Ana"
            with pytest.raises(urllib.error.HTTPError, match="409"):
                knock(running.address, made.table, "stranger")
            with pytest.raises(urllib.error.HTTPError, match="404"):
                knock(running.address, "nowhere", "")

    def test_a_spectator_gets_none(self, tmp_path: Path) -> None:
        async def ask(address: str) -> None:
            (link,) = open_table(address, "Ana", seats=["open", "random"], public=True)
            async with await RemoteSeat.join(Link(address, link.table, "")) as watching:
                with pytest.raises(ServerRefusal, match="only players"):
                    await watching.do(p.Hint(new_id(), 0))

        with server(tmp_path) as running:
            asyncio.run(ask(running.address))


class TestAnalysis:
    def test_it_is_kept_and_read_again_after_a_restart(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(studies, "SECONDS", 3.0)

        async def analyse(link: Link, language: p.Language, stored: bool) -> p.Analysed | None:
            async with await RemoteSeat.join(link, language=language) as seat:
                return await seat.analyse(stored)

        with server(tmp_path) as running:
            link = finished_table(running.address)
            assert asyncio.run(analyse(link, "en", stored=True)) is None
            found = asyncio.run(analyse(link, "en", stored=False))
        assert found is not None
        with server(tmp_path) as running:
            link = Link(running.address, link.table, link.token)
            again = asyncio.run(analyse(link, "en", stored=True))
            spanish = asyncio.run(analyse(link, "es", stored=True))
            watching = asyncio.run(analyse(Link(running.address, link.table, ""), "en", stored=True))
        assert again is not None
        assert spanish is not None
        assert watching is not None
        assert (again.curve, again.moments, again.sides) == (found.curve, found.moments, found.sides)
        assert [point.chances for point in spanish.curve] == [point.chances for point in found.curve]
        assert len(found.sides) == 2
        assert [point.seq for point in found.curve] == sorted(point.seq for point in found.curve)
        if found.moments:
            assert texts(found) != texts(spanish)

    def test_a_match_that_goes_on_is_not_analysed(self, tmp_path: Path) -> None:
        async def ask(address: str) -> None:
            (link,) = open_table(address, "Ana", seats=["open", "random"])
            async with await RemoteSeat.join(link) as ana:
                for stored in (False, True):
                    with pytest.raises(ServerRefusal, match="when it is over"):
                        await ana.analyse(stored)

        with server(tmp_path) as running:
            asyncio.run(ask(running.address))

    def test_several_share_one_and_it_ends_when_nobody_waits(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        jobs: list[AnalysisJob] = []
        ended: list[bool] = []

        async def slowly(job: AnalysisJob, asker: str, on_progress: Any) -> None:
            jobs.append(job)
            on_progress(0.25)
            try:
                await asyncio.sleep(60)
            except asyncio.CancelledError:
                ended.append(True)
                raise

        async def ask(link: Link) -> None:
            ana = await RemoteSeat.join(link)
            other = await RemoteSeat.join(Link(link.address, link.table, ""))
            async with ana, other:
                heard: list[float] = []
                first = asyncio.create_task(ana.analyse(on_progress=heard.append, command="first"))
                second = asyncio.create_task(other.analyse(on_progress=heard.append, command="second"))
                while heard.count(0.25) < 2:
                    await asyncio.sleep(0.01)
                await ana.cancel("first")
                with pytest.raises(ServerRefusal, match="called off"):
                    await first
                assert not ended
                await other.cancel("second")
                with pytest.raises(ServerRefusal, match="called off"):
                    await second
                while not ended:
                    await asyncio.sleep(0.01)
                await ana.say("still here")

        with server(tmp_path) as running:
            monkeypatch.setattr(running.house.thinkers, "analyse", slowly)
            asyncio.run(ask(finished_table(running.address)))
            assert len(jobs) == 1

    def test_a_worker_stops_when_it_is_called_off_and_works_on(self) -> None:
        journal = read_journal(finished())
        past = past_of(journal)
        position = Position("t", past.game, past.options, past.entries)

        def tell(told: asyncio.Event, share: float) -> None:
            told.set()

        async def start_and_stop() -> None:
            thinkers = Thinkers(1, 20.0)
            try:
                for _ in range(2):
                    told = asyncio.Event()
                    job = AnalysisJob(position, 60.0)
                    task = asyncio.create_task(thinkers.analyse(job, "ana", partial(tell, told)))
                    async with asyncio.timeout(60):
                        await told.wait()
                    workers = set(thinkers._all)
                    task.cancel()
                    with pytest.raises(asyncio.CancelledError):
                        await task
                    assert thinkers._all == workers
            finally:
                thinkers.close()

        asyncio.run(start_and_stop())

    def test_the_question_of_a_moment_can_be_seen_once_it_is_over(self, tmp_path: Path) -> None:
        async def look(address: str) -> None:
            async with await RemoteSeat.join(finished_table(address)) as ana:
                kept = running.lines(ana.link.table)
                entries = next(n for n, line in enumerate(kept) if line.seat == 1)
                looked = await ana.do(p.Look(new_id(), 0, 1, entries=entries))
                assert isinstance(looked, p.Looked)
                assert looked.question is not None
                assert kept[entries].key in [option.key for option in looked.question.options]
            links = open_table(address, "Ana", "Ben")
            async with await RemoteSeat.join(links[0]) as ana:
                looked = await ana.do(p.Look(new_id(), 0, entries=0))
                assert isinstance(looked, p.Looked)
                assert looked.question is None

        with server(tmp_path) as running:
            asyncio.run(look(running.address))


def texts(found: p.Analysed) -> list[str]:
    return [moment.played.answer.text for moment in found.moments if isinstance(moment, p.DecisionMoment)]


class TestShares:
    def test_a_newer_hint_replaces_one_under_way(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        running_now: list[HintJob] = []
        most: list[int] = []

        async def slowly(job: HintJob, asker: str, on_progress: Any) -> None:
            running_now.append(job)
            most.append(len(running_now))
            try:
                await asyncio.sleep(60)
            finally:
                running_now.remove(job)

        async def ask(address: str) -> None:
            (link,) = open_table(address, "Ana", seats=["open", "random"])
            async with await RemoteSeat.join(link) as ana:
                asked = [asyncio.create_task(ana.hint(command=f"h{n}")) for n in range(20)]
                for task in asked[:-1]:
                    with pytest.raises(ServerRefusal, match="something else"):
                        await task
                await ana.cancel("h19")
                with pytest.raises(ServerRefusal, match="called off"):
                    await asked[-1]

        with server(tmp_path) as running:
            monkeypatch.setattr(running.house.thinkers, "advise", slowly)
            asyncio.run(ask(running.address))
            assert max(most, default=0) <= 1

    def test_a_hint_and_what_it_says_is_the_same_whatever_the_others_hide(self, tmp_path: Path) -> None:
        """The worker thinks in the chair of the seat: with the same seed it says the same in a match that differs only
        in what the seat may not know.
        """

        class Quiet:
            def tell(self, share: float) -> None: ...

            def called_off(self) -> bool:
                return False

        rules = load_game(GAME)
        prepared = setup_of(rules).prepare({})
        match = new_match(rules, prepared, SeededDice(11))
        rng = random.Random(3)
        while not (match.secret_since is not None and {0, 1} <= match.pending.keys()):
            seat = min(match.pending)
            match.play(seat, rng.choice(match.pending[seat].space.options()))
        said = []
        for option in match.pending[1].space.options()[:2]:
            twin = match.twin(SeededDice(11))
            twin.play(1, option)
            entries = [(one.seat, one.key, one.value if one.seat < 0 else ()) for one in twin.record]
            shadow = Shadow(Position("t", GAME, dict(prepared.options), entries))
            shadow.go_on(Position("t", GAME, dict(prepared.options), entries))
            said.append(advise(HintJob(Position("t", GAME, {}, []), 0, 0.0, 7), shadow, Quiet(), 60))  # type: ignore[arg-type]
        assert said[0] == said[1]
        assert said[0].hint is not None
