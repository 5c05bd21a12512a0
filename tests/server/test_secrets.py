"""What a seat may not know never reaches it: checked on the bytes that go over the wire, for every game."""

from __future__ import annotations

import asyncio
import json
import random
from pathlib import Path
from typing import Any

import msgspec
import pytest
from websockets.asyncio.client import connect

from games.every_game import Setup, decisions, every_setup
from muster.kernel.dice import ScriptedDice
from muster.kernel.game import Game
from muster.kernel.journal import Journal, read_journal
from muster.kernel.match import UNDO, Match
from muster.kernel.requests import DICE, Seat
from muster.library import game_names, load_game
from muster.server import protocol as p
from muster.server.audience import Audience, Eyes, make_update
from muster.server.client import Link
from muster.server.client import Seat as Place
from server.running import open_table, play, server


class Tap:
    """A socket that keeps every byte it gets and says nothing after it has joined."""

    def __init__(self, link: Link) -> None:
        self._link = link
        self.frames: list[str] = []

    async def listen(self) -> None:
        url = "ws" + self._link.address.removeprefix("http") + "/socket"
        async with connect(url, max_size=None, proxy=None) as socket:
            await socket.send(p.ENCODER.encode(p.Join("tap", self._link.table, self._link.token)).decode())
            async for frame in socket:
                self.frames.append(str(frame))
                if '"outcome":{' in self.frames[-1]:
                    return


class Allowed:
    """All that a viewer could be shown, told and asked in a match, walked through again from its journal."""

    def __init__(self, game: Game[Any], journal: Journal, viewer: Seat | None) -> None:
        self.viewer = viewer
        self.views: set[str] = set()
        self.events: set[str] = set()
        self.questions: set[str] = set()
        faces = [face for entry in journal.entries if entry.seat == DICE for face in entry.value]
        match = Match(game, game.new(game.options(journal.header.options)), ScriptedDice(faces))
        self._look(match)
        for entry in journal.entries:
            if entry.seat == DICE:
                continue
            if entry.key == UNDO:
                match.undo(entry.seat)
            else:
                match.answer(entry.seat, entry.key)
            self._look(match)

    def _look(self, match: Match[Any]) -> None:
        self.views.add(plain(msgspec.to_builtins(match.view(self.viewer))))
        self.events |= {plain(event.plain()) for event in match.events(self.viewer)}
        if self.viewer in match.pending:
            ask = match.pending[self.viewer]
            keys = [option.key for option in ask.space.options()]
            self.questions.add(plain([ask.prompt.key, dict(ask.prompt.params), keys]))

    def check(self, frame: str) -> None:
        """Every part of a message is one that this viewer may have."""
        message = json.loads(frame)
        assert message["type"] in ("welcome", "update", "people")
        if message["type"] != "update":
            return
        assert message.keys() <= {
            "type", "seq", "check", "start", "events", "waiting", "question", "may_undo", "view", "outcome", "clocks",
        }  # fmt: skip
        if "view" in message:
            assert plain(message["view"]) in self.views
        for event in message["events"]:
            assert plain({name: event[name] for name in ("key", "clause", "params")}) in self.events
        question = message["question"]
        if question is not None:
            keys = [option["key"] for option in question["options"]]
            assert plain([question["prompt"]["key"], question["prompt"]["params"], keys]) in self.questions


def plain(thing: Any) -> str:
    return json.dumps(thing, sort_keys=True)


@pytest.mark.parametrize("name", game_names())
def test_all_bytes_sent_to_a_seat_over_a_whole_match_hold_nothing_of_the_others(name: str, tmp_path: Path) -> None:
    game = load_game(name)
    count = len(game.players(game.options({})))
    with server(tmp_path) as running:
        names = ["Ana", "Ben", "Eva", "Leo"][:count]
        links = open_table(running.address, *names, game=name, public=True)
        taps = [Tap(link) for link in (*links, Link(running.address, links[0].table))]

        async def match() -> tuple[str, list[list[str]]]:
            listening = [asyncio.create_task(tap.listen()) for tap in taps]
            seats = [await Place.join(link) for link in links]
            commands = await asyncio.gather(*(play(seat, random.Random(f"{name}{seat.seat}")) for seat in seats))
            await asyncio.wait_for(asyncio.gather(*listening), 20)
            journal = await seats[0].export()
            for seat in seats:
                await seat.close()
            return journal, commands

        text, commands = asyncio.run(match())
    journal = read_journal(text)
    tokens = [link.token for link in links]
    for viewer, tap in enumerate(taps):
        allowed = Allowed(game, journal, viewer if viewer < count else None)
        assert len(tap.frames) > 10
        for frame in tap.frames:
            allowed.check(frame)
        sent = "\n".join(tap.frames)
        assert not any(token in sent for token in tokens)
        assert not any(command in sent for given in commands for command in given)
        before_the_end = "\n".join(frame for frame in tap.frames if '"outcome":{' not in frame)
        assert journal.key
        assert journal.key not in before_the_end
    assert Allowed(game, journal, 0).views.isdisjoint(Allowed(game, journal, 1).views)


@every_setup
def test_an_update_is_the_same_whatever_its_viewer_cannot_know(setup: Setup) -> None:
    """Prompts, undo, the list of those who are waited for: nothing varies with what another seat holds."""
    game, match, rng = setup.game, setup.match(7), random.Random(7)
    words = game.catalogue.words("en")

    def sent(one: Match[Any], seat: Seat, plays: bool) -> bytes:
        audience = Audience(seat if plays else None, plays, "en", "data", True)
        log = Eyes(one, len(setup.seats()))[audience.eyes]
        update = make_update(game, one, audience, log, 0, words, 1, "", [])
        return p.ENCODER.encode(msgspec.structs.replace(update, seq=0, check=0, events=[]))

    for _ in decisions(match, random.Random(7)):
        seat = rng.choice(list(game.players(setup.options)))
        other = match.reimagined(seat, rng)
        if len(match.pending) > 1 or other.pending.keys() != match.pending.keys():
            continue  # in open dialogues a reimagined match has the others begin again: ready lights differ
        for plays in (True, False):
            ours, theirs = (msgspec.json.decode(sent(one, seat, plays)) for one in (match, other))
            ours["may_undo"] = theirs["may_undo"] = False  # a match from a checkpoint has no earlier record
            assert ours == theirs
