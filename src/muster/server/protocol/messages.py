"""The messages of the protocol: everything that the server says over the socket."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from muster.kernel.goals import Goal, Points, Way
from muster.kernel.luck import Luck
from muster.kernel.packs import PackId
from muster.kernel.scene import Scene
from muster.server.protocol.coaching import (
    Because,
    CurvePoint,
    DecisionMoment,
    DiceMoment,
    SideSummary,
    Suggestion,
    Weighed,
)
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


class Done(Message, frozen=True, tag="done"):
    """The command was carried out, and its effect is stored. `again`: it had been carried out before."""

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
    """One outcome: its words, how often it came, the share of all runs, and the error (95 times out of 100 the true
    share is within that much).
    """

    key: str
    text: str
    count: int
    share: float
    error: float


class Outlook(Message, frozen=True, tag="outlook"):
    """The answer to `odds`: outcomes that exclude each other, the likeliest first. `runs` is how many tries there was
    time for.
    """

    id: str
    key: str
    runs: int
    outcomes: list[Chance]


class Progress(Message, frozen=True, tag="progress"):
    """How far a hint or an analysis has come, from 0 to 1. It is no answer: that follows."""

    id: str
    share: float


class Advised(Message, frozen=True, tag="advised"):
    """The answer to `hint`: the best answers, the best first, after so many tries."""

    id: str
    tries: int
    suggestions: list[Suggestion]


class Analysed(Message, frozen=True, tag="analysed"):
    """The answer to `analyse`: the chances through the match, the moments that decided it in the order of the match,
    and each player's figures. So many tries were spent on each decision.
    """

    id: str
    tries: int
    curve: list[CurvePoint]
    moments: list[DecisionMoment | DiceMoment]
    sides: list[SideSummary]


class Judged(Message, frozen=True, tag="judged"):
    """The answer to `answer` at a puzzle, which decides nothing: whether the key `given` is right; every answer that
    was weighed, the best first; the best one and the tempting one, with what follows; why, in sentences. Each serious
    answer was tried so often.
    """

    id: str
    given: str
    right: bool
    answers: list[Weighed]
    best: Suggestion
    tempting: Suggestion
    reasons: list[Because]
    theme: str
    tries: int


class MomentTaken(Message, frozen=True, tag="moment_taken"):
    """The answer to `moment`: the game, and the position of that moment or of the last one before it that a position
    can say. `redrawn` if secrets in it are not the true ones.
    """

    id: str
    game: str
    position: dict[str, Any]
    redrawn: bool


class Looked(Message, frozen=True, tag="looked"):
    """The answer to `look`: the table at the first moment it stood still after that event. `seq` is how many events had
    been told by then, because one answer can cause several. `question` is what was asked then, if the moment
    was named by `entries`; it cannot be answered any more.
    """

    id: str
    seq: int
    view: Any
    picture: str
    scene: Scene | None = None
    question: Question | None = None


class RoundStanding(msgspec.Struct, frozen=True):
    """How the match stood when a round was over, as far as the asker may know."""

    round: int
    totals: Points
    ways: tuple[Way, ...]


class Turned(msgspec.Struct, frozen=True):
    """Where a match turned, estimated from how such positions ended: in this round, between two lengths of the log, the
    chance to win of this seat rose from `before` to `after`.
    """

    seat: int
    round: int
    since: int
    seq: int
    before: float
    after: float


class GoalShown(Message, frozen=True, tag="goal"):
    """The answer to `goal`: the goal at that moment, when `seq` events had been told, and each round on the way."""

    id: str
    seq: int
    goal: Goal
    rounds: list[RoundStanding] = []
    turned: Turned | None = None
    """Once the match is over, if rounds were asked for."""
    luck: list[Luck] = []
    """The dice of every seat, once the match is over, if rounds were asked for and the game has dice."""


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


class JournalText(Message, frozen=True, tag="journal"):
    """The answer to `export`."""

    id: str
    text: str


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


class Taught(Message, frozen=True, tag="taught"):
    """The answer to `answer` at a lesson. `came`: the step is `done`; it goes `on`; it was a `slip`, about which the
    lesson says something; it was legal, but `elsewhere` than where the step leads; or the step is only `read`. In the
    last three cases nothing has happened.
    """

    id: str
    came: str
    text: str
    clause: str


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
    """Something you sent cannot be understood, or is too much. After several faults the socket is closed."""

    id: str
    text: str


Reply = (
    Done
    | MomentTaken
    | Refused
    | Reasons
    | Previewed
    | Outlook
    | Advised
    | Analysed
    | Judged
    | Taught
    | Looked
    | GoalShown
    | JournalText
    | DiceCounts
    | Fault
)
"""A message that answers a command, by its id."""
AnyMessage = (
    Welcome | Agreement | Update | LessonStepShown | Settled | People | Plea | Spoken | Moved | Progress | Reply
)
