"""What a client can want: the commands of the protocol. Decoding is strict: what is not in here is a fault."""

from __future__ import annotations

from typing import Annotated

import msgspec

from muster.server.protocol.types import MOST_KEY, MOST_TEXT, CommandId, Count, Language, TableId, Token, ViewKind


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


class Takeback(Command, frozen=True, tag="takeback"):
    """Ask the others to let one's last answer be taken back though they have answered since; never past a die or a
    secret. It is done when every other person at the table agrees.
    """


class Consent(Command, frozen=True, tag="consent"):
    """Let somebody take back what they ask for, or not. Whoever asked withdraws it by not agreeing."""

    agree: bool


class Speak(Command, frozen=True, tag="speak"):
    """Go on in another language: everything known is told again in it, and nothing is lost."""

    language: Language


class Show(Command, frozen=True, tag="show"):
    """Have the table shown in another way from now on: a client that cannot draw this game's data wants a picture."""

    view: ViewKind


class Settle(Command, frozen=True, tag="settle"):
    """Have small things decided for this seat from now on, or not: questions that are `small` get their usual answer,
    also while nobody is at the seat. An undo then goes back to the last real decision.
    """

    on: bool


class Why(Command, frozen=True, tag="why"):
    """What is not offered, and the clauses that say so; or the same about one key."""

    key: Annotated[str, msgspec.Meta(max_length=MOST_KEY)] = ""


class Preview(Command, frozen=True, tag="preview"):
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
    | Takeback
    | Consent
    | Speak
    | Show
    | Settle
    | Odds
    | Look
    | Why
    | Preview
    | Chat
    | StandIn
    | Return
    | Free
    | Rematch
    | Export
    | Dice
)
