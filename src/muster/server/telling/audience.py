"""Audiences: for each kind of viewer the table as that viewer may know it. Nothing else leaves the server.

Everything here goes through `match.view(seat)`, `match.events(seat)` and the seat's own question. Viewers who see the
same, in the same language and form, are one audience; for them the work is done once.
"""

from __future__ import annotations

import zlib
from bisect import bisect_left
from typing import Any

import msgspec

from muster.book.meanings import meaning
from muster.kernel.game import Game, Look, showing_of
from muster.kernel.journal import LETTERS
from muster.kernel.match import Match
from muster.kernel.refusal import Refusal
from muster.kernel.requests import Ask, Event, Seat, Table
from muster.kernel.scene import Scene
from muster.kernel.spaces import Option
from muster.kernel.text import Text
from muster.kernel.words import Words
from muster.server.protocol import (
    ENCODER,
    Choice,
    Join,
    Language,
    NotOffered,
    Outcome,
    Question,
    Remaining,
    Said,
    Told,
    Update,
    ViewKind,
)

LETTERED = dict(enumerate(LETTERS))
"""Names of seats in a picture in text: letters, because a long name would break the picture."""


class Audience(msgspec.Struct, frozen=True):
    """Whose eyes see the table (None: a spectator's own), whether they decide, and how they want it told."""

    eyes: Seat | None
    plays: bool
    language: Language
    view: ViewKind
    texts: bool
    changes: bool = False
    """Whether they put changes into the view that they have, instead of getting it whole."""

    def data_of(self, seen: Look) -> msgspec.Struct | None:
        """The table as data, for those who want that."""
        return seen.view if self.wants_data else None

    def picture_of(self, seen: Look, words: Words) -> str:
        """The table as a picture, for those who want one."""
        if self.view == "aloud":
            return seen.aloud(words.seated(LETTERED))
        return seen.picture(words.seated(LETTERED)) if self.view in ("text", "both") else ""

    def scene_of(self, seen: Look, words: Words) -> Scene | None:
        """The table as a simple drawing, for those who want both, of a game that has one."""
        return seen.scene(words.seated(LETTERED)) if self.view == "both" else None

    @property
    def wants_data(self) -> bool:
        return self.view in ("data", "both")


def audience_of(join: Join, seat: Seat | None, eyes: Seat | None) -> Audience:
    own = eyes if seat is None else seat
    return Audience(own, seat is not None, join.language, join.view, join.texts, join.changes)


class Log:
    """Everything one pair of eyes was told, with a fingerprint after each event. A client that comes back shows its
    last fingerprint; if an undo has changed what it knows, the two differ.
    """

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.checks = [0]
        self._places: list[int] = []

    def add(self, place: int, event: Event, data: bytes) -> None:
        """Add an event: its place among everything told at the table, and its bytes."""
        self.events.append(event)
        self._places.append(place)
        self.checks.append(zlib.crc32(data, self.checks[-1]))

    def common(self, other: Log) -> int:
        """The number of events that two logs share from the start."""
        most = min(len(self.events), len(other.events))
        while self.checks[most] != other.checks[most]:
            most -= 1
        return most

    def length_at(self, told: int) -> int:
        """The length of this log when so many events had been told at the table."""
        return bisect_left(self._places, told)

    def known(self, since: int, check: int) -> int:
        """The event from which on to tell a client that says it knows `since` events."""
        return since if since < len(self.checks) and self.checks[since] == check else 0


class Eyes:
    """The logs of everybody who can look at one match, kept up with it."""

    def __init__(self, match: Match[object], seats: int) -> None:
        self._seats = seats
        self._logs: dict[Seat | None, Log] = {}
        self._source: Table | None = None
        self._read = 0
        self.look(match)

    def __getitem__(self, eyes: Seat | None) -> Log:
        return self._logs[eyes]

    def look(self, match: Match[object]) -> dict[Seat | None, int]:
        """Take in what happened; returns, for each pair of eyes, the event from which on its log is new."""
        if match.table is not self._source:  # begun anew: an undo, or a match built again
            return self._look_again(match)
        starts = {eyes: len(log.events) for eyes, log in self._logs.items()}
        self._take_in(match)
        return starts

    def _look_again(self, match: Match[object]) -> dict[Seat | None, int]:
        before = self._logs
        self._logs = {eyes: Log() for eyes in (*range(self._seats), None)}
        self._source = match.table
        self._read = 0
        self._take_in(match)
        return {eyes: log.common(before[eyes]) if eyes in before else 0 for eyes, log in self._logs.items()}

    def _take_in(self, match: Match[object]) -> None:
        events = match.table.events
        for place in range(self._read, len(events)):
            event = events[place]
            data = ENCODER.encode(event.plain())
            for eyes, log in self._logs.items():
                if event.audience is None or event.audience == eyes:
                    log.add(place, event, data)
        self._read = len(events)


def make_update(
    match: Match[object],
    audience: Audience,
    log: Log,
    start: int,
    words: Words,
    question_number: int,
    dice_key: str,
    clocks: list[Remaining],
    settles: bool = False,
) -> Update:
    """The table as an audience may know it."""
    seen = None if audience.view == "none" else match.look(audience.eyes)
    ask = match.pending.get(audience.eyes) if audience.plays and audience.eyes is not None else None
    return Update(
        seq=len(log.events),
        check=log.checks[-1],
        start=start,
        events=[tell(event, words, audience.texts) for event in log.events[start:]],
        waiting=sorted(match.pending),
        question=None if ask is None else pose(match, ask, question_number, words, audience),
        may_undo=audience.plays
        and audience.eyes is not None
        and match.may_undo(audience.eyes, settles, unasked=True) is None,
        since=log.length_at(match.spoke.get(audience.eyes, 0)) if audience.eyes is not None else 0,
        view=None if seen is None else audience.data_of(seen),
        picture="" if seen is None else audience.picture_of(seen, words),
        scene=None if seen is None else audience.scene_of(seen, words),
        outcome=outcome_of(match, dice_key) if match.over else None,
        clocks=clocks,
        settles=settles,
    )


def tell(event: Event, words: Words, texts: bool) -> Told:
    text = words.say(Text(event.key, event.params)) if texts else ""
    return Told(event.key, event.clause, dict(event.params), text, event.data)


def said(text: Text, words: Words, texts: bool = True) -> Said:
    return Said(text.key, dict(text.params), words.say(text) if texts else "")


def pose(match: Match[object], ask: Ask[Any], number: int, words: Words, audience: Audience) -> Question:
    """Put a question into words. A viewer who gets views as data also gets what can be drawn of the options."""
    texts = audience.texts
    choices = [
        Choice(
            option.key,
            option.clause,
            words.say(option.text) if texts and option.text is not None else "",
            has_odds(match.game, ask, option),
            meaning(match.game, match.state, option.text, words) if texts else "",
        )
        for option in ask.space.options()
    ]
    preview = preview_of(match, ask, words) if audience.wants_data else None
    about = meaning(match.game, match.state, ask.prompt, words) if texts else ""
    return Question(number, said(ask.prompt, words, texts), choices, preview, ask.small, about)


def preview_of(match: Match[object], ask: Ask[Any], words: Words) -> msgspec.Struct | None:
    """The drawing of a question's options, if the game draws them; not every question with a subject is drawn."""
    if ask.subject is None:
        return None
    state = match.imagined(ask.seat)
    try:
        return showing_of(match.game).preview(state, ask.seat, ask.subject, "", words)
    except Refusal:
        return None


def has_odds(game: Game[object], ask: Ask[Any], option: Option[Any]) -> bool:
    """Whether the game can tell the odds of this answer."""
    thinking = game.thinking
    return thinking is not None and thinking.begins is not None and thinking.begins(ask, option)


def not_offered(ask: Ask[Any], words: Words) -> list[NotOffered]:
    return [NotOffered(thing.key, thing.clause, words.say(thing.reason)) for thing in ask.space.blocked()]


def outcome_of(match: Match[object], dice_key: str) -> Outcome:
    result = match.result
    if result is None:
        return Outcome((), (), dice_key)
    return Outcome(result.winners, result.scores, dice_key)
