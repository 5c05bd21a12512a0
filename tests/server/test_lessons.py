"""Lessons over the wire: a list, a table that teaches, and nothing else to do there."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from fnmatch import fnmatchcase

import httpx
import pytest

from muster.lessons import lesson_names, shipped_lesson
from muster.library import own_names
from muster.server import protocol as p
from muster.server.client.client import RemoteSeat
from muster.server.client.line import ServerRefusal, new_id
from muster.server.client.links import Link
from server.running import Server, server

LESSONS = [(game, name) for game in own_names() for name in lesson_names(game)]
TAUGHT = [(game, name) for game, name in LESSONS if shipped_lesson(game, name).step]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with server(tmp_path_factory.mktemp("server")) as running:
        yield running


def link(house: Server, game: str, name: str, step: int = 0) -> Link:
    return Link(house.address, f"lesson/{game}/{name}/{step}", "")


@pytest.mark.parametrize("game", own_names())
def test_the_list_is_told_in_both_languages(house: Server, game: str) -> None:
    found = httpx.get(f"{house.address}/api/lessons/{game}/en").json()
    assert [one["name"] for one in found] == lesson_names(game)
    spanish = httpx.get(f"{house.address}/api/lessons/{game}/es").json()
    assert all(one["title"] != other["title"] for one, other in zip(found, spanish, strict=True))
    lobby = httpx.get(f"{house.address}/api/lobby").json()
    assert next(one for one in lobby["games"] if one["game"] == game)["lessons"] == len(found)


@pytest.mark.parametrize("path", ["chess/en", "deadzone/de", "deadzone/"])
def test_a_wrong_name_is_not_found(house: Server, path: str) -> None:
    assert httpx.get(f"{house.address}/api/lessons/{path}").status_code == 404


@pytest.mark.parametrize(("game", "name"), TAUGHT)
def test_a_lesson_is_taken_to_its_end(house: Server, game: str, name: str) -> None:
    lesson = shipped_lesson(game, name)

    async def take() -> None:
        async with await RemoteSeat.join(link(house, game, name)) as seat:
            for step in lesson.step:
                for key in step.play:
                    assert seat.question is not None, f"nothing is asked before {key}"
                    reply = await seat.do(p.Answer(new_id(), seat.question.number, key))
                    assert isinstance(reply, p.Taught)
                    assert reply.came in ("on", "done"), (key, reply)
                if step.is_read:
                    await seat.do(p.Turn(new_id(), "on"))

    asyncio.run(take())


@pytest.mark.parametrize(("game", "name"), TAUGHT[:1])
def test_slips_are_explained_in_the_language_of_the_pupil(house: Server, game: str, name: str) -> None:
    lesson = shipped_lesson(game, name)
    number, slip = next((n, s) for n, step in enumerate(lesson.step) for s in step.slip if s.answer)

    async def slip_up() -> p.AnyMessage:
        async with await RemoteSeat.join(link(house, game, name, number), language="es") as seat:
            assert seat.question is not None
            keys = [option.key for option in seat.question.options]
            key = next(key for key in keys if fnmatchcase(key, slip.answer))
            return await seat.do(p.Answer(new_id(), seat.question.number, key))

    reply = asyncio.run(slip_up())
    assert isinstance(reply, p.Taught)
    assert (reply.came, reply.text, reply.clause) == ("slip", slip.say.es, slip.clause)


@pytest.mark.parametrize(
    "command",
    [p.Hint("1", 1), p.Undo("1"), p.Chat("1", "hello"), p.Export("1"), p.StandIn("1", 0)],
    ids=lambda command: type(command).__name__,
)
def test_nothing_else_can_be_done(house: Server, command: p.AnyCommand) -> None:
    async def refused() -> None:
        async with await RemoteSeat.join(link(house, *TAUGHT[0])) as seat:
            with pytest.raises(ServerRefusal, match="lesson"):
                await seat.do(command)

    asyncio.run(refused())


@pytest.mark.parametrize(
    "table", ["lesson/chess/1/0", "lesson/deadzone/../0", "lesson/deadzone", "lesson/deadzone/1/x/y"]
)
def test_a_lesson_that_is_not_there_is_refused(house: Server, table: str) -> None:
    async def refused() -> None:
        with pytest.raises(ServerRefusal, match="lesson"):
            await RemoteSeat.join(Link(house.address, table, ""))

    asyncio.run(refused())
