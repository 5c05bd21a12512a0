"""Secrets never reach a seat that may not know them: checked on the bytes that go over the wire, for every game."""

from __future__ import annotations

import asyncio
import json
import random
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
from websockets.asyncio.client import connect

from games.every_game import Setup, decisions, every_setup
from muster.kernel.dice import ScriptedDice
from muster.kernel.game import Game, setup_of
from muster.kernel.journal import Journal, read_journal
from muster.kernel.match import UNDO, Match
from muster.kernel.requests import DICE, Seat
from muster.library import game_names, load_game
from muster.server import protocol as p
from muster.server.client.client import RemoteSeat
from muster.server.client.links import Link
from muster.server.telling.audience import Audience, Eyes, make_update
from server.running import open_table, play, play_together, server
from server.test_workbench import LONG, midway


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
        self._told = 0
        faces = [face for entry in journal.entries if entry.seat == DICE for face in entry.value]
        match = Match(game, setup_of(game).prepare(journal.header.options).new(), ScriptedDice(faces))
        self._look(match)
        for entry in journal.entries:
            if entry.seat == DICE:
                continue
            if entry.key == UNDO:
                match.undo(entry.seat)
                self._told = 0
            else:
                match.answer(entry.seat, entry.key)
            self._look(match)

    def _look(self, match: Match[Any]) -> None:
        self.views.add(plain(msgspec.to_builtins(match.view(self.viewer))))
        news = match.events(self.viewer, self._told)
        self._told += len(news)
        self.events |= {plain(event.plain()) for event in news}
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
            "type", "seq", "check", "start", "events", "waiting", "question", "may_undo", "since", "view", "outcome",
            "clocks",
        }  # fmt: skip
        assert message.get("since", 0) <= message["seq"]
        if "view" in message:
            assert plain(message["view"]) in self.views
        for event in message["events"]:
            assert (
                plain({name: event[name] for name in ("key", "clause", "params", "data") if name in event})
                in self.events
            )
        question = message["question"]
        if question is not None:
            keys = [option["key"] for option in question["options"]]
            assert plain([question["prompt"]["key"], question["prompt"]["params"], keys]) in self.questions


def plain(thing: Any) -> str:
    return json.dumps(thing, sort_keys=True)


BEGINNINGS = [
    pytest.param(name, begins, marks=[pytest.mark.slow] if name in LONG and begins == "from a position" else [])
    for name in game_names()
    for begins in ("set up", "from a position")
]


@pytest.mark.parametrize(("name", "begins"), BEGINNINGS)
def test_all_bytes_sent_to_a_seat_over_a_whole_match_hold_nothing_of_the_others(
    name: str, begins: str, tmp_path: Path
) -> None:
    """A match that begins from a position sends no more than any other: the position itself is told after the end."""
    game = load_game(name)
    options = {} if begins == "set up" else {"position": midway(name, 9)[1]}
    count = len(setup_of(game).prepare(options).players)
    with server(tmp_path) as running:
        names = ["Ana", "Ben", "Eva", "Leo"][:count]
        links = open_table(running.address, *names, game=name, options=options, public=True)
        taps = [Tap(link) for link in (*links, Link(running.address, links[0].table))]

        async def match() -> tuple[str, list[list[str]]]:
            listening = [asyncio.create_task(tap.listen()) for tap in taps]
            seats = [await RemoteSeat.join(link) for link in links]
            commands = await asyncio.gather(*(play(seat, random.Random(f"{name}{seat.seat}")) for seat in seats))
            await asyncio.wait_for(asyncio.gather(*listening), 20)
            journal = await seats[0].export()
            for seat in seats:
                await seat.close()
            return journal, commands

        text, commands = asyncio.run(match())
    journal = read_journal(text)
    tokens = [link.token for link in links]
    allowed_to = [Allowed(game, journal, viewer if viewer < count else None) for viewer in range(len(taps))]
    for tap, allowed in zip(taps, allowed_to, strict=True):
        assert len(tap.frames) > 10
        for frame in tap.frames:
            allowed.check(frame)
        sent = "\n".join(tap.frames)
        assert not any(token in sent for token in tokens)
        assert set(re.findall(r"[0-9a-f.]+", sent)).isdisjoint(command for given in commands for command in given)
        before_the_end = "\n".join(frame for frame in tap.frames if '"outcome":{' not in frame)
        assert journal.key
        assert journal.key not in before_the_end
        assert '"position":{' not in before_the_end
    assert allowed_to[0].views.isdisjoint(allowed_to[1].views)


class Sent:
    """What would be sent to one seat, or to a spectator, at a moment of a match."""

    def __init__(self, setup: Setup, match: Match[Any]) -> None:
        self._game = setup.game
        self._match = match
        self._eyes = Eyes(match, len(setup.seats()))
        self._words = setup.game.catalogue.words("en")

    def to(self, viewer: Seat | None) -> dict[str, Any]:
        audience = Audience(viewer, viewer is not None, "en", "data", True)
        log = self._eyes[viewer]
        update = make_update(self._match, audience, log, 0, self._words, 1, "", [])
        bare = msgspec.structs.replace(update, seq=0, check=0, since=0, events=[])
        sent: dict[str, Any] = msgspec.json.decode(p.ENCODER.encode(bare))
        return sent


def keep_step(other: Match[Any], match: Match[Any], seat: Seat, rng: random.Random) -> None:
    """Where all speak in secret: whoever has finished in the match finishes in its double too, with other words."""
    for quiet in [one for one in other.pending if one != seat and one not in match.pending]:
        while quiet in other.pending:
            other.play(quiet, rng.choice(other.pending[quiet].space.options()))


@every_setup
def test_an_update_is_the_same_whatever_its_viewer_cannot_know(setup: Setup) -> None:
    """Prompts, undo, the list of those who are waited for: at every moment of a whole match, also while all speak in
    secret, nothing that a seat is sent varies with what another seat holds or has said in secret.
    """
    match, rng = setup.match(7), random.Random(7)
    together = compared = 0
    for number, _ in enumerate(decisions(match, random.Random(7))):
        seats = list(setup.options.players)
        seat = seats[number % len(seats)]
        other = match.reimagined(seat, rng)
        keep_step(other, match, seat, rng)
        assert other.pending.keys() == match.pending.keys()
        together += len(match.pending) > 1
        mark, _ = match.last_checkpoint
        ours, theirs = Sent(setup, match), Sent(setup, other)
        for viewer in (seat, None):
            sent, double = ours.to(viewer), theirs.to(viewer)
            if len(match.record) == mark and sent["may_undo"]:
                # The double begins at the checkpoint and knows of nothing to take back; that the last to speak was this
                # seat itself is no secret to it.
                assert match.record[-1].seat == viewer
                sent["may_undo"] = False
            assert sent == double
            compared += 1
    assert compared
    assert together or not chooses_together(setup)


SIMULTANEOUS = {"tiny_epic_mechs", "obsidian_protocol"}
"""Games in which all choose at once."""


def chooses_together(setup: Setup) -> bool:
    return setup.name in SIMULTANEOUS and len(setup.options.players) > 1


@every_setup
def test_what_others_do_in_secret_is_not_even_noticed(setup: Setup) -> None:
    """While all speak in secret a seat hears nothing of how far the others are, and its question keeps its number."""
    match, rng = setup.match(3), random.Random(3)
    checked = 0
    for seat, option in decisions(match, rng):
        if len(match.pending) < 2:
            continue
        others = [one for one in setup.viewers() if one != seat]
        before = {viewer: Sent(setup, match).to(viewer) for viewer in others}
        match.answer(seat, option.key)
        if seat in match.pending:  # not finished: nobody may notice
            assert {viewer: Sent(setup, match).to(viewer) for viewer in others} == before
            match.undo(seat)
            assert {viewer: Sent(setup, match).to(viewer) for viewer in others} == before
            checked += 1
        elif match.may_undo(seat) is None:
            match.undo(seat)
        if match.over or checked > 40:
            break
    assert checked or not chooses_together(setup)


def test_a_secret_answer_and_its_undo_send_nothing_to_the_others(tmp_path: Path) -> None:
    with server(tmp_path) as running:
        links = open_table(running.address, "Ana", "Ben", public=True)
        watching = Link(running.address, links[0].table)

        async def secretly() -> None:
            ana, ben, eva = [await RemoteSeat.join(link) for link in (*links, watching)]
            async with ana, ben, eva:
                while ana.question is None or ana.question.prompt.key != "prompt.program":
                    await play_together([ana, ben], random.Random(1), 1)
                await asyncio.sleep(0.1)
                heard, number = (ben.updates, eva.updates), ben.question and ben.question.number
                await ana.answer(ana.question.options[0].key)
                await ana.undo()
                await ana.answer(ana.question.options[1].key)
                await ana.answer(ana.question.options[0].key)
                await ana.reset()
                await asyncio.sleep(0.2)
                assert (ben.updates, eva.updates) == heard
                assert ben.question is not None
                assert ben.question.number == number
                await ben.answer(ben.question.options[0].key)  # and the number is still good

        asyncio.run(secretly())
