"""News of a table: what a server says of its own accord, and the parts that it is made of: seats, questions, events."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from muster.kernel.packs import PackId
from muster.kernel.scene import Scene
from muster.server.protocol.types import Spectators, Talk


class Message(msgspec.Struct, frozen=True):
    """A message of the server."""


class Said(msgspec.Struct, frozen=True):
    """A sentence: its key and gaps, and the words in the reader's language (empty if none were wanted)."""

    key: str
    params: dict[str, int | str]
    text: str


class Told(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that happened, with the clause behind it. `data` is for clients that draw it."""

    key: str
    clause: str
    params: dict[str, int | str]
    text: str
    data: Any = None


class Choice(msgspec.Struct, frozen=True, omit_defaults=True):
    """One option. Open questions accept other keys too; the listed ones are good candidates. With `odds` you can ask
    for its odds. `about` says what it comes to, where its name alone does not.
    """

    key: str
    clause: str
    text: str
    odds: bool = False
    about: str = ""


class Question(msgspec.Struct, frozen=True):
    """The question to this seat. An answer names the number, so that it never answers another question. `preview` is
    what the game can draw of the options, for clients that want views as data. `small`: it hardly ever matters, and the
    first option is the usual answer. `about` explains what the question names.
    """

    number: int
    prompt: Said
    options: list[Choice]
    preview: Any = None
    small: bool = False
    about: str = ""


class NotOffered(msgspec.Struct, frozen=True):
    key: str
    clause: str
    text: str


class Place(msgspec.Struct, frozen=True):
    """A seat as everybody sees it. `who`: `open`, `human`, the name of a bot, or `rules`; `player`: the id of somebody
    who sat down with a player's key.
    """

    seat: int
    who: str
    name: str
    present: bool
    stand_in: str
    player: str = ""


class Outcome(msgspec.Struct, frozen=True):
    """The end of the match, with the key of the dice: from now on anybody can check the commitment."""

    winners: tuple[int, ...]
    scores: tuple[int, ...]
    dice_key: str


class Remaining(msgspec.Struct, frozen=True):
    """The clock of a seat: the milliseconds left when this was sent, and whether it is running."""

    seat: int
    left_ms: int
    running: bool


class Welcome(Message, frozen=True, tag="welcome"):
    """The answer to `join`: the table you are at. An `update` follows."""

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
    hints: bool
    """Whether everybody who sat down here allows the others to ask for advice."""
    absence: int
    """So many seconds somebody must be away before a bot may play for them or their seat may be freed."""
    expires: float
    """When this table is deleted if nothing happens, in seconds since 1970; 0 if it is kept."""
    places: list[Place]
    chat: list[Spoken]
    packs: list[PackId] = []
    """The packs that are laid over the game's own cards; `TableCards` has what they change."""
    talk: Talk = "all"
    """The talk allowed here."""
    rated: bool = False
    """Whether this match counts for ratings."""


class Agreement(Message, frozen=True, tag="agreement"):
    """How the dice of the table are agreed. `dice` names them as `welcome.dice` does, and commits the server; `seals`
    has what each seat has sealed: empty if that is still to come, `server` where no person sits. `missing` are the
    seats that everybody waits for: with `open` they must show their nonces, before that seal them.
    """

    dice: str
    seals: list[str]
    open: bool
    missing: list[int]


class Update(Message, frozen=True, tag="update", omit_defaults=True):
    """The table as this viewer may know it now.

    While the dice are agreed there is no question, and nothing of a match that has not begun; `waiting` are the seats
    whose part is missing.

    `events` replaces the viewer's log from `start` on: usually nothing was there yet, after an undo something was.
    `seq` is the length of the log then, `check` its fingerprint; what stands in it from `since` on happened since this
    seat's last own answer took effect (for spectators 0). `view`, `picture` and `scene` are left out when
    they have not changed since the last update on this socket. Whoever has joined with `changes` gets those instead of
    a view wherever they are shorter: the names and places that lead to a part of the last view, and what stands there
    now. `settles`: small things are decided for this seat.
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
    changes: list[tuple[list[str | int], Any]] = []
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
    """Small things decided just now for a seat that wants that; told to that seat alone."""

    decided: list[Settlement]


class People(Message, frozen=True, tag="people"):
    """Somebody came, left, or was replaced."""

    places: list[Place]
    spectators: int


class Plea(Message, frozen=True, tag="plea"):
    """A wish to take something back or, with `free`, to open the seat of somebody who is away: `seat` asks (-1: a host
    who only watches), and `waiting` have not agreed yet. `state` says how it stands: `open`, `granted`, `declined` (or
    withdrawn), or `void` because the match went on or that player came back.
    """

    seat: int
    waiting: list[int]
    state: Literal["open", "granted", "declined", "void"]
    free: int | None = None


class Spoken(Message, frozen=True, tag="chat"):
    """A line of chat. It is text, never markup. `phrase` is the ready phrase that was said; `text` has it in English,
    too.
    """

    author: str
    seat: int | None
    text: str
    at: float
    phrase: str = ""


class LessonStepShown(Message, frozen=True, tag="lesson"):
    """Your place in a lesson: after every update at one. `steps` are the titles of all steps, `step` counts from 0
    and is their number at the end. `point` names pieces and places of the board, and answers as `option:KEY`; `reads`
    if there is nothing to do but to read on.
    """

    title: str
    steps: list[str]
    step: int
    say: str
    why: str
    point: list[str]
    reads: bool


class Moved(Message, frozen=True, tag="moved"):
    """The table is somewhere else: another process (`address`), or a rematch (`table`). Join there."""

    address: str
    table: str
