"""Puzzles over the wire: a list without solutions, a table that stands at its question, and answers that are judged."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from muster.coach.puzzles import Puzzle, match_of, puzzle_names, shipped
from muster.kernel.dice import RecordedDice
from muster.library import game_names, load_game
from muster.server import protocol as p
from muster.server.client.client import RemoteSeat
from muster.server.client.line import ServerRefusal, new_id
from muster.server.client.links import Link
from muster.server.lobby.puzzles import Shelf
from muster.server.table.history import Histories
from muster.server.table.posed import PosedTable
from muster.server.telling.audience import Audience
from muster.server.telling.phrases import TableRefusal
from muster.server.thinking.workers import Thinkers
from server.running import Server, server

GAME = "deadzone"
FIELDS = {"name", "prompt", "seat", "round", "choices", "difficulty"}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with server(tmp_path_factory.mktemp("server")) as running:
        yield running


def link(house: Server, game: str, name: str) -> Link:
    return Link(house.address, f"puzzle/{game}/{name}", "")


class Ear:
    """A listener that keeps what it is sent."""

    def __init__(self) -> None:
        self.audience = Audience(None, False, "en", "none", False)
        self.seat: int | None = None
        self.host = False
        self.frames: list[bytes] = []

    def send(self, data: bytes) -> None:
        self.frames.append(data)

    def dismiss(self, message: Any, reason: str) -> None:
        raise AssertionError(reason)


def frames(puzzle: Puzzle) -> list[bytes]:
    """Everything that somebody gets who opens a puzzle."""
    ear = Ear()
    posed = PosedTable(load_game(puzzle.game), puzzle, Thinkers(1, 1.0), Histories())
    posed.welcome(ear, p.Join("1", posed.id))
    return ear.frames


class TestTheList:
    @pytest.mark.parametrize("game", game_names())
    def test_it_says_what_is_asked_and_nothing_of_the_answer(self, house: Server, game: str) -> None:
        found = httpx.get(f"{house.address}/api/puzzles/{game}/en").json()
        assert [one["name"] for one in found] == puzzle_names(game)
        assert all(one.keys() == FIELDS for one in found)
        spanish = httpx.get(f"{house.address}/api/puzzles/{game}/es").json()
        assert [one["prompt"] for one in spanish] != [one["prompt"] for one in found]
        lobby = httpx.get(f"{house.address}/api/lobby").json()
        assert next(one for one in lobby["games"] if one["game"] == game)["puzzles"] == len(found)

    @pytest.mark.parametrize("path", ["chess/en", "deadzone/de", "..%2fdeadzone/en", "deadzone/"])
    def test_a_wrong_name_is_not_found(self, house: Server, path: str) -> None:
        assert httpx.get(f"{house.address}/api/puzzles/{path}").status_code == 404


class TestBeforeTheAnswer:
    @pytest.mark.parametrize(
        ("game", "name"), [(game, name) for game in game_names() for name in puzzle_names(game)[::6]]
    )
    def test_it_shows_what_the_seat_may_know(self, game: str, name: str) -> None:
        puzzle = shipped(game, name)
        match = match_of(load_game(game), puzzle, RecordedDice("random"))
        welcome, update = map(json.loads, frames(puzzle))
        assert (welcome["type"], welcome["seat"], update["type"]) == ("welcome", puzzle.seat, "update")
        assert update["view"] == json.loads(msgspec.json.encode(match.view(puzzle.seat)))
        assert [event["key"] for event in update["events"]] == [event.key for event in match.events(puzzle.seat)]
        assert {option["key"] for option in update["question"]["options"]} == set(puzzle.chances)
        assert update["question"]["prompt"]["key"] == puzzle.prompt.key
        assert update["may_undo"] is False

    @pytest.mark.parametrize("game", game_names())
    def test_its_bytes_are_the_same_whatever_is_right(self, game: str) -> None:
        puzzle = shipped(game, puzzle_names(game)[0])
        other = msgspec.structs.replace(
            puzzle,
            right=[puzzle.tempting.answer.key],
            chances=dict.fromkeys(puzzle.chances, 0.5),
            best=puzzle.tempting,
            tempting=puzzle.best,
            theme="other",
            equals=[],
            differences=[],
            difficulty=5 - puzzle.difficulty,
        )
        assert frames(other) == frames(puzzle)

    def test_one_can_look_plan_and_ask_as_at_a_table(self, house: Server) -> None:
        name = next(one for one in puzzle_names("tag_raid") if shipped("tag_raid", one).prompt.key == "prompt.turn")

        async def try_out() -> None:
            async with await RemoteSeat.join(link(house, "tag_raid", name)) as seat:
                planned = await seat.do(p.Preview(new_id(), "stay@0"))
                assert isinstance(planned, p.Previewed)
                assert planned.data["kind"] == "plan"
                looked = await seat.do(p.Look(new_id(), 3))
                assert isinstance(looked, p.Looked)
                assert looked.seq < seat.update.seq
                with pytest.raises(ServerRefusal, match="eyes"):
                    await seat.do(p.Look(new_id(), 3, 1 - shipped("tag_raid", name).seat))
                await seat.why()
                before = seat.question
                await seat.speak("es")
                assert before is not None
                assert seat.question is not None
                assert (seat.question.number, seat.question.prompt.key) == (before.number, before.prompt.key)
                assert seat.question.prompt.text != before.prompt.text

        asyncio.run(try_out())

    def test_odds_are_counted_where_the_game_can(self, house: Server) -> None:
        async def count() -> None:
            for name in puzzle_names(GAME):
                async with await RemoteSeat.join(link(house, GAME, name)) as seat:
                    assert seat.question is not None
                    with_odds = [option.key for option in seat.question.options if option.odds]
                    if with_odds:
                        assert (await seat.odds(with_odds[0], 100)).runs
                        return
            raise AssertionError("no puzzle offers odds")

        asyncio.run(count())

    @pytest.mark.parametrize(
        "command",
        [p.Hint("1", 1), p.Undo("1"), p.Chat("1", "hello"), p.Export("1"), p.StandIn("1", 0), p.Dice("1")],
        ids=lambda command: type(command).__name__,
    )
    def test_nothing_else_can_be_done(self, house: Server, command: p.AnyCommand) -> None:
        async def refused() -> None:
            async with await RemoteSeat.join(link(house, GAME, puzzle_names(GAME)[0])) as seat:
                with pytest.raises(ServerRefusal, match="puzzle"):
                    await seat.do(command)

        asyncio.run(refused())


class TestTheAnswer:
    @pytest.mark.parametrize("game", game_names())
    def test_it_is_judged_and_explained(self, house: Server, game: str) -> None:
        puzzle = shipped(game, puzzle_names(game)[0])
        wrong = puzzle.tempting.answer.key

        async def answer(language: p.Language) -> tuple[p.Judged, p.Judged]:
            async with await RemoteSeat.join(link(house, game, puzzle.name), language=language) as seat:
                before = seat.update
                found = await seat.solve(puzzle.right[0]), await seat.solve(wrong)
                assert seat.update is before, "nothing has happened"
                return found

        good, bad = asyncio.run(answer("en"))
        assert (good.right, bad.right) == (True, False)
        assert (good.given, bad.given) == (puzzle.right[0], wrong)
        assert {one.answer.key: one.chance for one in good.answers} == puzzle.chances
        assert [one.chance for one in good.answers] == sorted((one.chance for one in good.answers), reverse=True)
        assert {one.answer.key for one in good.answers if one.right} == set(puzzle.right)
        assert (good.best.answer.key, good.tempting.answer.key) == (puzzle.best.answer.key, wrong)
        assert good.reasons[0].kind == "best"
        assert {"tempting", "next_best", "another"} & {reason.kind for reason in good.reasons}
        spanish, _ = asyncio.run(answer("es"))
        assert [reason.kind for reason in spanish.reasons] == [reason.kind for reason in good.reasons]
        assert spanish.reasons[0].text != good.reasons[0].text

    def test_what_is_not_offered_is_refused(self, house: Server) -> None:
        async def refused() -> None:
            async with await RemoteSeat.join(link(house, GAME, puzzle_names(GAME)[0])) as seat:
                with pytest.raises(ServerRefusal):
                    await seat.solve("nonsense")
                with pytest.raises(ServerRefusal, match="question"):
                    await seat.do(p.Answer(new_id(), 1, "pass"))

        asyncio.run(refused())

    def test_an_answer_nobody_has_weighed_gives_nothing_away(self, house: Server) -> None:
        """TAG Raid takes any facing, not only those that are listed."""
        name = next(one for one in puzzle_names("tag_raid") if shipped("tag_raid", one).prompt.key == "prompt.turn")

        async def answer() -> None:
            async with await RemoteSeat.join(link(house, "tag_raid", name)) as seat:
                with pytest.raises(ServerRefusal, match="nobody has weighed"):
                    await seat.solve("stay@17")

        asyncio.run(answer())


class TestTheShelf:
    @pytest.mark.parametrize(
        "table", ["puzzle/deadzone/none", "puzzle/chess/0001_327", "puzzle/deadzone/../../game", "puzzle/", "puzzle//"]
    )
    def test_a_wrong_name_is_refused_in_one_sentence(self, house: Server, table: str) -> None:
        with pytest.raises(ServerRefusal, match="no such puzzle"):
            asyncio.run(RemoteSeat.join(Link(house.address, table, "")))

    def test_a_puzzle_is_no_table_to_claim_a_seat_at(self, house: Server) -> None:
        table = f"puzzle%2F{GAME}%2F{puzzle_names(GAME)[0]}"
        answer = httpx.post(f"{house.address}/api/tables/{table}/seats", json={"name": "Ana"})
        assert answer.status_code == 404

    def test_nothing_is_stored_and_no_place_is_taken(self, house: Server) -> None:
        name = puzzle_names(GAME)[0]

        async def many() -> None:
            seats = [await RemoteSeat.join(link(house, GAME, name)) for _ in range(house.house.limits.per_table + 5)]
            for seat in seats:
                await seat.close()

        before = house.run(house.house.storage.count_unfinished())
        asyncio.run(many())
        assert house.run(house.house.storage.count_unfinished()) == before
        assert not house.house.tables

    def test_each_is_built_once_and_only_so_many_are_kept(self, monkeypatch: pytest.MonkeyPatch) -> None:
        names = [f"puzzle/{GAME}/{name}" for name in puzzle_names(GAME)[:3]]
        built: list[str] = []
        real = Shelf._build

        def build(shelf: Shelf, game: str, name: str) -> PosedTable:
            built.append(name)
            return real(shelf, game, name)

        monkeypatch.setattr(Shelf, "_build", build)

        async def open_all() -> None:
            shelf = Shelf(Thinkers(1, 1.0), most=2)
            await asyncio.gather(*[shelf.find(names[0]) for _ in range(5)])
            assert len(built) == 1
            for name in names:
                await shelf.find(name)
            assert len(built) == 3
            assert len(shelf._kept) == 2
            with pytest.raises(TableRefusal):
                await shelf.find(f"puzzle/{GAME}/none")

        asyncio.run(open_all())


def test_the_pages_of_puzzles_lead_to_the_client(house: Server) -> None:
    index = httpx.get(f"{house.address}/").text
    assert httpx.get(f"{house.address}/puzzles/{GAME}").text == index
    assert httpx.get(f"{house.address}/puzzles/{GAME}/{puzzle_names(GAME)[0]}").text == index


def test_a_broken_file_is_left_out_of_the_list(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    from muster.coach.puzzles import sheet
    from muster.server.lobby import puzzles as lobby

    (tmp_path / "broken.toml").write_text("game = 1", "utf-8")
    monkeypatch.setattr(sheet, "_folder", lambda game: tmp_path)
    assert lobby._readable(GAME) == []
