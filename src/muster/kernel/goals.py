"""The goal of a match and how it stands: the aim, every way to points and what it has brought, places held, missions.

A game's `Showing.goal` answers for a standpoint; clients show the answer as it is, in the words it comes with. Points
that a viewer may not know are None, never 0.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

import msgspec

from muster.kernel.requests import Event, Seat
from muster.kernel.text import Text
from muster.kernel.words import Words

S = TypeVar("S")

Points = tuple[int | None, ...]
"""A figure for each seat; None where the viewer may not know it."""


@dataclass(frozen=True, slots=True)
class Standpoint(Generic[S]):
    """From where a match is judged: the state, whose eyes, what those eyes were told so far, and in which language.

    `laid_open`: the match is over by now, and nothing of this moment is secret any more.
    """

    state: S
    seat: Seat | None
    events: Sequence[Event]
    words: Words
    laid_open: bool = False

    def sees(self, seat: Seat) -> bool:
        """Whether these eyes may know the secrets of a seat."""
        return self.laid_open or seat == self.seat

    def say(self, key: str, **gaps: int | str) -> str:
        return self.words.say(Text(key, gaps))


class Way(msgspec.Struct, frozen=True):
    """A way to points: what it has brought each seat so far, and in `due` what it would bring if it were scored now."""

    text: str
    clause: str
    points: Points
    due: Points = ()


class Mark(msgspec.Struct, frozen=True):
    """A place, token or figure that the match is about: `owner` holds it, `target` is its name on a client's board."""

    name: str
    note: str
    owner: int | None
    clause: str
    target: str = ""


class Mission(msgspec.Struct, frozen=True):
    """A mission of one seat; without a name as long as the viewer may not know it."""

    seat: int
    name: str
    text: str
    points: int | None
    clause: str


class Member(msgspec.Struct, frozen=True):
    """A figure of a force: its name, its card, how many of it there are, and how many of them are gone."""

    name: str
    card: str
    count: int = 1
    gone: int = 0


class Company(msgspec.Struct, frozen=True):
    """The force of a seat."""

    seat: int
    name: str
    members: tuple[Member, ...] = ()


class Goal(msgspec.Struct, frozen=True):
    """The whole answer. `rounds` and `needed` are 0 where no round is the last and no number of points ends it."""

    aim: str
    lasts: str
    totals: Points
    ways: tuple[Way, ...] = ()
    marks: tuple[Mark, ...] = ()
    missions: tuple[Mission, ...] = ()
    companies: tuple[Company, ...] = ()
    round: int = 0
    rounds: int = 0
    needed: int = 0


def counted(events: Sequence[Event], seats: int, gains: Mapping[str, str]) -> dict[str, list[int]]:
    """Points that events have brought each seat, by their clause. `gains` names the events and the parameter that
    counts; a name with `-` before it takes away.

    >>> blow = Event("scored", "X blow", {"seat": 1, "points": 2})
    >>> counted([blow, blow], 2, {"scored": "points"})
    {'X blow': [0, 4]}
    """
    found: dict[str, list[int]] = {}
    for event in events:
        name = gains.get(event.key)
        if name is None:
            continue
        seat, count = event.params["seat"], event.params[name.removeprefix("-")]
        assert isinstance(seat, int)
        assert isinstance(count, int)
        found.setdefault(event.clause, [0] * seats)[seat] += -count if name.startswith("-") else count
    return found


def remainder(totals: Sequence[int], ways: Sequence[Way]) -> Points:
    """The points no way accounts for: points from before a match that began in its midst, or lost without a word."""
    return tuple(total - sum(way.points[seat] or 0 for way in ways) for seat, total in enumerate(totals))


def mustered(cards: Sequence[tuple[str, str, bool]]) -> tuple[Member, ...]:
    """Figures, each by name, card and whether it is gone, as members: those with one card together.

    >>> mustered([("Scout", "scout", False), ("Scout", "scout", True)])
    (Member(name='Scout', card='scout', count=2, gone=1),)
    """
    found: dict[tuple[str, str], list[bool]] = {}
    for name, card, gone in cards:
        found.setdefault((name, card), []).append(gone)
    return tuple(Member(name, card, len(each), sum(each)) for (name, card), each in found.items())
