"""What goes over the socket: commands from a client, messages from the server.

Both are tagged unions of structs. Decoding is strict: a field that does not exist, or is of another type, is a fault of
whoever sent it. The TypeScript types in `protocol.ts` are made from this module (`muster.server.typescript`).
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

VERSION = 1
"""Raised when an old client could misunderstand a new server."""

MOST_TEXT = 500
"""How long a line of chat may be."""
MOST_KEY = 2_000
"""How long the key of an answer may be."""

Language = Literal["en", "es"]
ViewKind = Literal["data", "text", "none"]
"""How a client wants the table shown: as the view's data, as a picture in text, or not at all."""
Spectators = Literal["none", "public", "all"]
"""Who may watch: nobody; anybody, seeing what is public; anybody, through any seat's eyes (known before one sits)."""

CommandId = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
Token = Annotated[str, msgspec.Meta(max_length=100)]
TableId = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
Count = Annotated[int, msgspec.Meta(ge=0)]


class Command(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a client wants. `id` is of the client's choosing: the same command sent again under it is done once."""

    id: CommandId


class Join(Command, frozen=True, tag="join"):
    """The first command on every socket. Without a token one watches; `since` and `check` come from the last update."""

    table: TableId
    token: Token = ""
    since: Count = 0
    check: Count = 0
    language: Language = "en"
    view: ViewKind = "data"
    texts: bool = True
    seat: Annotated[int, msgspec.Meta(ge=0, le=7)] | None = None
    """Whose eyes a spectator wants, where the table allows it."""


class Answer(Command, frozen=True, tag="answer"):
    """An answer by its key, to the question of that number and no other."""

    question: Count
    key: Annotated[str, msgspec.Meta(max_length=MOST_KEY)]


class Undo(Command, frozen=True, tag="undo"):
    """Take the last answer back, until a die, a secret or somebody else has spoken."""


class Reset(Command, frozen=True, tag="reset"):
    """Take back all answers that could be undone one by one, at once."""


class Speak(Command, frozen=True, tag="speak"):
    """Go on in another language: everything known is told again in it, and nothing is lost."""

    language: Language


class Why(Command, frozen=True, tag="why"):
    """What is not offered, and the clauses that say so; or the same about one key."""

    key: Annotated[str, msgspec.Meta(max_length=MOST_KEY)] = ""


class Survey(Command, frozen=True, tag="survey"):
    """What the rules say about something that is only planned, such as a path that is being drawn. What `about` can
    be is the game's to say; the answer comes from what the asker sees.
    """

    about: Annotated[str, msgspec.Meta(max_length=MOST_KEY)]


class Odds(Command, frozen=True, tag="odds"):
    """What an answer to the question of that number would come to, by trying it out `runs` times with redrawn secrets.
    For options that say `odds`. A newer one takes the place of one that still waits.
    """

    question: Count
    key: Annotated[str, msgspec.Meta(max_length=MOST_KEY)]
    runs: Annotated[int, msgspec.Meta(ge=100, le=20_000)] = 2_000


class Look(Command, frozen=True, tag="look"):
    """Look back at the table as it was when one's own log had `seq` events. `seat` is whose eyes, where that is
    allowed: for spectators where they may see all, for everybody when the match is over.
    """

    seq: Count
    seat: Annotated[int, msgspec.Meta(ge=0, le=7)] | None = None


class Chat(Command, frozen=True, tag="chat"):
    """Say something: players to everybody, spectators to spectators."""

    text: Annotated[str, msgspec.Meta(min_length=1, max_length=MOST_TEXT)]


class StandIn(Command, frozen=True, tag="stand_in"):
    """Let a bot play a seat: one's own, or as host that of somebody who is away. They can come back."""

    seat: Annotated[int, msgspec.Meta(ge=0, le=7)]
    bot: Annotated[str, msgspec.Meta(max_length=40)] = "greedy"


class Return(Command, frozen=True, tag="return"):
    """Take one's own seat back from the bot that stands in."""


class Free(Command, frozen=True, tag="free"):
    """As host: open the seat of somebody who does not come back to a new player. Their link ends."""

    seat: Annotated[int, msgspec.Meta(ge=0, le=7)]


class Rematch(Command, frozen=True, tag="rematch"):
    """After the end: the same table again. All links stay good for it."""


class Export(Command, frozen=True, tag="export"):
    """The journal of a match that is over."""


class Dice(Command, frozen=True, tag="dice"):
    """How the dice fell so far, beside what was to be expected; secret rolls only after the end."""


AnyCommand = (
    Join
    | Answer
    | Undo
    | Reset
    | Speak
    | Odds
    | Look
    | Why
    | Survey
    | Chat
    | StandIn
    | Return
    | Free
    | Rematch
    | Export
    | Dice
)


class Message(msgspec.Struct, frozen=True):
    """What the server says."""


class Said(msgspec.Struct, frozen=True):
    """A sentence: its key and gaps, and the words in the language asked for (empty if none were wanted)."""

    key: str
    params: dict[str, int | str]
    text: str


class Told(msgspec.Struct, frozen=True):
    """Something that happened, with the clause that made it happen."""

    key: str
    clause: str
    params: dict[str, int | str]
    text: str


class Choice(msgspec.Struct, frozen=True, omit_defaults=True):
    """One option. Open questions accept other keys too; the listed ones are good candidates. With `odds` one can ask
    what it would come to.
    """

    key: str
    clause: str
    text: str
    odds: bool = False


class Question(msgspec.Struct, frozen=True):
    """What this seat is asked. An answer names the number, so that it never answers another question."""

    number: int
    prompt: Said
    options: list[Choice]


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
    seat's last own answer took effect (for spectators 0). `view` and `picture` are left out when they have not
    changed since the last update on this socket.
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
    outcome: Outcome | None = None
    clocks: list[Remaining] = []


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


class Surveyed(Message, frozen=True, tag="surveyed"):
    """The answer to `survey`: a struct of the game's own."""

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


class People(Message, frozen=True, tag="people"):
    """Somebody came, left, or was replaced."""

    places: list[Place]
    spectators: int


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


Reply = Done | Refused | Reasons | Surveyed | Outlook | Looked | JournalText | DiceCounts | Fault
"""What answers a command, by its id."""
AnyMessage = Welcome | Update | People | Spoken | Moved | Reply


# What goes over plain HTTP


class ClockRule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Time to decide. Either `bank` seconds for the match and `bonus` for each answer, or `move` seconds for each one
    (days, if you like). It runs only while the seat itself is asked; when it has run out a bot stands in.
    """

    bank: Annotated[int, msgspec.Meta(ge=0, le=10_000_000)] = 0
    bonus: Annotated[int, msgspec.Meta(ge=0, le=100_000)] = 0
    move: Annotated[int, msgspec.Meta(ge=0, le=10_000_000)] = 0


class NewTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table to be set up. `seats` says who sits at each player's seat: `open`, or the name of a bot. `name` is given
    by a host who plays, and takes the first open seat. With `journal` the match goes on from there.
    """

    game: Annotated[str, msgspec.Meta(max_length=40)] = ""
    options: dict[str, Any] = {}
    seats: Annotated[list[Annotated[str, msgspec.Meta(max_length=40)]], msgspec.Meta(max_length=8)] = []
    name: Annotated[str, msgspec.Meta(max_length=40)] = ""
    public: bool = False
    spectators: Spectators = "public"
    clock: ClockRule | None = None
    webhook: Annotated[str, msgspec.Meta(max_length=300)] = ""
    journal: Annotated[str, msgspec.Meta(max_length=1_000_000)] = ""


class Created(msgspec.Struct, frozen=True):
    """The host's own token (also that of the host's seat, if the host plays), and the one to invite others with."""

    table: str
    token: str
    invite: str
    seat: int | None


class Claim(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Take an open seat. `invite` is needed unless the table is public; without `seat` any open one will do."""

    name: Name
    invite: Token = ""
    seat: Annotated[int, msgspec.Meta(ge=0, le=7)] | None = None


class Claimed(msgspec.Struct, frozen=True):
    """A seat that is now taken: the token is known to nobody else, and stored only as a hash."""

    table: str
    seat: int
    token: str


class Listed(msgspec.Struct, frozen=True):
    """A public table in the lobby."""

    table: str
    game: str
    title: str
    places: list[Place]
    spectators: Spectators
    over: bool


class SettingValue(msgspec.Struct, frozen=True):
    """A value that a setting can have, and what it is called."""

    value: bool | int | str
    title: str


class SettingInfo(msgspec.Struct, frozen=True):
    """What can be chosen for a match: a `field` of its options, whose default is in `GameInfo.options`. With `each` the
    field is a list of one value for every player.
    """

    field: str
    title: str
    each: bool
    values: list[SettingValue]


class GameInfo(msgspec.Struct, frozen=True):
    """A game that can be played here; `complete` when nothing of its rules is missing. `options` are the defaults,
    `players` how many sit down with them; `settings` what a lobby can offer to change.
    """

    game: str
    title: str
    options: dict[str, Any]
    players: int
    fewest_players: int
    most_players: int
    settings: list[SettingInfo]
    complete: bool


class Lobby(msgspec.Struct, frozen=True):
    games: list[GameInfo]
    bots: list[str]
    tables: list[Listed]


class RuleInfo(msgspec.Struct, frozen=True):
    """A clause of a game's register: what it says in a line, its chapter, where it stands, where it comes from."""

    id: str
    chapter: str
    summary: str
    page: str
    source: str


class Complaint(msgspec.Struct, frozen=True):
    """Why a request was not granted."""

    text: str


COMMANDS: msgspec.json.Decoder[AnyCommand] = msgspec.json.Decoder(AnyCommand)
MESSAGES: msgspec.json.Decoder[AnyMessage] = msgspec.json.Decoder(AnyMessage)
ENCODER = msgspec.json.Encoder()
