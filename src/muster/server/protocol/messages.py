"""What the server says over the socket: the messages of the protocol."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from muster.kernel.scene import Scene
from muster.server.protocol.types import Spectators


class Message(msgspec.Struct, frozen=True):
    """What the server says."""


class Said(msgspec.Struct, frozen=True):
    """A sentence: its key and gaps, and the words in the language asked for (empty if none were wanted)."""

    key: str
    params: dict[str, int | str]
    text: str


class Told(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that happened, with the clause that made it happen. `data` is what the game says about it to those who
    draw it.
    """

    key: str
    clause: str
    params: dict[str, int | str]
    text: str
    data: Any = None


class Choice(msgspec.Struct, frozen=True, omit_defaults=True):
    """One option. Open questions accept other keys too; the listed ones are good candidates. With `odds` one can ask
    what it would come to.
    """

    key: str
    clause: str
    text: str
    odds: bool = False


class Question(msgspec.Struct, frozen=True):
    """What this seat is asked. An answer names the number, so that it never answers another question. `preview` is what
    the game can draw of the options, for clients that want views as data. `small`: it hardly ever matters, and the
    first option is the usual answer.
    """

    number: int
    prompt: Said
    options: list[Choice]
    preview: Any = None
    small: bool = False


class NotOffered(msgspec.Struct, frozen=True):
    key: str
    clause: str
    text: str


class Place(msgspec.Struct, frozen=True):
    """A seat as everybody sees it. `who`: `open`, `human`, the name of a bot, or `rules`."""

    seat: int
    who: str
    name: str
    present: bool
    stand_in: str


class Outcome(msgspec.Struct, frozen=True):
    """How the match ended, and the key of the dice: the commitment can be checked from now on."""

    winners: tuple[int, ...]
    scores: tuple[int, ...]
    dice_key: str


class Remaining(msgspec.Struct, frozen=True):
    """The clock of a seat: milliseconds left when this was sent, and whether it runs."""

    seat: int
    left_ms: int
    running: bool


class Welcome(Message, frozen=True, tag="welcome"):
    """The answer to `join`: where one is. An `update` follows."""

    id: str
    version: int
    table: str
    game: str
    title: str
    options: dict[str, Any]
    rules_version: int
    dice: str
    seat: int | None
    host: bool
    spectators: Spectators
    places: list[Place]
    chat: list[Spoken]


class Update(Message, frozen=True, tag="update", omit_defaults=True):
    """The table as this viewer may know it now.

    `events` replaces the viewer's log from `start` on: usually nothing was there yet, after an undo something was.
    `seq` is the length of the log then, `check` its fingerprint; what stands in it from `since` on happened since this
    seat's last own answer took effect (for spectators 0). `view`, `picture` and `scene` are left out when
    they have not changed since the last update on this socket. `settles`: small things are decided for this seat.
    """

    seq: int
    check: int
    start: int
    events: list[Told]
    waiting: list[int]
    question: Question | None
    may_undo: bool
    since: int = 0
    view: Any = None
    picture: str = ""
    scene: Scene | None = None
    outcome: Outcome | None = None
    clocks: list[Remaining] = []
    settles: bool = False


class Settlement(msgspec.Struct, frozen=True):
    """A small question, and the usual answer that was given to it."""

    prompt: str
    answer: str


class Settled(Message, frozen=True, tag="settled"):
    """What was decided just now for a seat that has small things decided for it; told to that seat alone."""

    decided: list[Settlement]


class Done(Message, frozen=True, tag="done"):
    """The command was carried out, and what it changed is stored. `again`: it had been before."""

    id: str
    again: bool = False


class Refused(Message, frozen=True, tag="refused"):
    """The rules, or the table, say no. Nothing has changed."""

    id: str
    clause: str
    reason: Said


class Reasons(Message, frozen=True, tag="reasons"):
    """The answer to `why`."""

    id: str
    blocked: list[NotOffered]


class Previewed(Message, frozen=True, tag="previewed"):
    """The answer to `preview`: a struct of the game's own."""

    id: str
    data: Any


class Chance(msgspec.Struct, frozen=True):
    """One outcome: in words, how often it came, which share that is, and its error (95 of 100 times the true share is
    within that much).
    """

    key: str
    text: str
    count: int
    share: float
    error: float


class Outlook(Message, frozen=True, tag="outlook"):
    """The answer to `odds`: outcomes that exclude each other, the likeliest first. `runs` is how many there was time
    for.
    """

    id: str
    key: str
    runs: int
    outcomes: list[Chance]


class Looked(Message, frozen=True, tag="looked"):
    """The answer to `look`: the table at the first moment it stood still with that much told. `seq` is how much had
    been told by then: one answer can cause several events.
    """

    id: str
    seq: int
    view: Any
    picture: str
    scene: Scene | None = None


class People(Message, frozen=True, tag="people"):
    """Somebody came, left, or was replaced."""

    places: list[Place]
    spectators: int


class Plea(Message, frozen=True, tag="plea"):
    """Somebody asks to take something back: `seat` did, and `waiting` are those who have not said yes yet. `state` says
    what has become of it: `open`, `granted`, `declined` (or withdrawn), or `void`: the match went on.
    """

    seat: int
    waiting: list[int]
    state: Literal["open", "granted", "declined", "void"]


class Spoken(Message, frozen=True, tag="chat"):
    """A line of chat. It is text, never markup."""

    author: str
    seat: int | None
    text: str
    at: float


class JournalText(Message, frozen=True, tag="journal"):
    """The answer to `export`."""

    id: str
    text: str


class DieCount(msgspec.Struct, frozen=True):
    """Dice (or draws) of one size: how often each face came, and the mean beside the expected one."""

    sides: int
    faces: list[int]
    mean: float
    expected: float


class DiceCounts(Message, frozen=True, tag="dice"):
    """The answer to `dice`. `check` says how to verify once the key is known."""

    id: str
    commitment: str
    key: str
    dice: list[DieCount]
    draws: int


class Moved(Message, frozen=True, tag="moved"):
    """The table is somewhere else: another process (`address`), or a rematch (`table`). Join there."""

    address: str
    table: str


class Fault(Message, frozen=True, tag="fault"):
    """What was sent cannot be understood or is too much. After several of them the socket is closed."""

    id: str
    text: str


Reply = Done | Refused | Reasons | Previewed | Outlook | Looked | JournalText | DiceCounts | Fault
"""What answers a command, by its id."""
AnyMessage = Welcome | Update | Settled | People | Plea | Spoken | Moved | Reply
