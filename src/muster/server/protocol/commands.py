"""The commands of the protocol: everything a client can ask for. Decoding is strict: anything else is a fault."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from muster.server.protocol.types import (
    MOST_KEY,
    MOST_TEXT,
    CommandId,
    Count,
    Digest,
    Language,
    Phrase,
    TableId,
    Token,
    ViewKind,
)


class Command(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A command of a client. The client chooses its `id`: a command sent again under the same id is done once."""

    id: CommandId


class Join(Command, frozen=True, tag="join", omit_defaults=True):
    """The first command on every socket. Without a token you watch; `since` and `check` come from the last update."""

    table: TableId
    token: Token = ""
    since: Count = 0
    check: Count = 0
    language: Language = "en"
    view: ViewKind = "data"
    texts: bool = True
    seat: Annotated[int, msgspec.Meta(ge=0, le=7)] | None = None
    """The seat through whose eyes a spectator wants to see, if the table allows it."""
    changes: bool = False
    """Send only what has changed in the view, not the whole view anew."""


class Seal(Command, frozen=True, tag="seal"):
    """Bind yourself to a nonce for the dice without showing it: its SHA-256. Sealing anew after everybody has sealed
    means that you have lost yours: everybody seals again.
    """

    seal: Digest


class Reveal(Command, frozen=True, tag="reveal"):
    """Show the nonce you have sealed, once everybody has sealed one."""

    nonce: Digest


class Answer(Command, frozen=True, tag="answer"):
    """Answer a question, by the key of an option. Only the question with that number is answered."""

    question: Count
    key: Annotated[str, msgspec.Meta(max_length=MOST_KEY)]


class Undo(Command, frozen=True, tag="undo"):
    """Take the last answer back, unless dice, a secret or somebody else's answer came after it."""


class Reset(Command, frozen=True, tag="reset"):
    """Take back, in one act, all answers that could be undone one by one."""


class Takeback(Command, frozen=True, tag="takeback"):
    """Ask the others to let you take your last answer back though they have answered since; never past a die or a
    secret. It happens when every other person at the table agrees.
    """


class Consent(Command, frozen=True, tag="consent"):
    """Agree that somebody takes something back, or decline. The asker withdraws by declining."""

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


class Moment(Command, frozen=True, tag="moment"):
    """Take the table as it was when your log had `seq` events to a workbench, as a position. Until the match is over
    everything that you may not know is drawn again in it. Without `seq`: as it is now.
    """

    seq: Count | None = None


class Why(Command, frozen=True, tag="why"):
    """Ask what is not offered and which clauses say so; or the same about one key."""

    key: Annotated[str, msgspec.Meta(max_length=MOST_KEY)] = ""


TurnTo = Literal["on", "back", "again"]
"""Where to go in a lesson: on (from a step that asks for something, by being shown how it is done), back to the step
before, or to the beginning of this one."""


class Turn(Command, frozen=True, tag="turn"):
    """Go through a lesson without answering."""

    to: TurnTo


class Preview(Command, frozen=True, tag="preview"):
    """Ask the rules about something that is only planned, such as a path being drawn. Each game says what `about` can
    be; the answer is worked out from what the asker may know.
    """

    about: Annotated[str, msgspec.Meta(max_length=MOST_KEY)]


class AskOdds(Command, frozen=True, tag="odds"):
    """Ask for the odds of an answer to the question with that number: it is tried out `runs` times with redrawn
    secrets. For options that say `odds`. A newer request replaces one that is still waiting.
    """

    question: Count
    key: Annotated[str, msgspec.Meta(max_length=MOST_KEY)]
    runs: Annotated[int, msgspec.Meta(ge=100, le=20_000)] = 2_000


class Hint(Command, frozen=True, tag="hint"):
    """Ask what a strong player would answer to the question with that number. Refused unless everybody else at the
    table is a bot or has sat down at a table that allows it (`NewTable.hints`). `progress` comes on the way; a newer
    request replaces one that is under way.
    """

    question: Count


class Analyse(Command, frozen=True, tag="analyse"):
    """Ask for the analysis of a match that is over. It takes minutes if nobody has asked before, with `progress` on the
    way; then it is kept. With `stored`, only one that is kept is told, and `done` if there is none.
    """

    stored: bool = False


class Cancel(Command, frozen=True, tag="cancel"):
    """Call off your hint or analysis that is under way, by the id of that command: it is refused then."""

    command: CommandId


class Look(Command, frozen=True, tag="look"):
    """Look back at the table as it was when your log had `seq` events. `seat` names other eyes to look through:
    spectators may if the table shows them everything, everybody may when the match is over. Then `entries` names
    the moment when the record had so many entries instead, and what the seat was asked at that moment is told too.
    """

    seq: Count
    seat: Annotated[int, msgspec.Meta(ge=0, le=7)] | None = None
    entries: Count | None = None


class AskGoal(Command, frozen=True, tag="goal"):
    """Ask what the match is about and how it stands, or stood when your log had `seq` events; `seat` names other eyes,
    as in `look`. With `rounds` also how it stood after each round.
    """

    seq: Count | None = None
    seat: Annotated[int, msgspec.Meta(ge=0, le=7)] | None = None
    rounds: bool = False


class Chat(Command, frozen=True, tag="chat"):
    """Say something: players to everybody, spectators to spectators. A ready `phrase` takes the place of the text, and
    everybody hears it in their own language.
    """

    text: Annotated[str, msgspec.Meta(max_length=MOST_TEXT)] = ""
    phrase: Phrase | None = None


class StandIn(Command, frozen=True, tag="stand_in"):
    """Let a bot play your seat or, as host, the seat of somebody who is away. They can come back."""

    seat: Annotated[int, msgspec.Meta(ge=0, le=7)]
    bot: Annotated[str, msgspec.Meta(max_length=40)] = "normal"


class Return(Command, frozen=True, tag="return"):
    """Take your seat back from the bot that stands in."""


class Free(Command, frozen=True, tag="free"):
    """As host: open the seat of somebody who does not come back, for a new player. The old link ends."""

    seat: Annotated[int, msgspec.Meta(ge=0, le=7)]


class Delete(Command, frozen=True, tag="delete"):
    """As host: delete the table with everything that is kept of it. Not while others are in the middle of a match."""


class Rematch(Command, frozen=True, tag="rematch"):
    """After the end: play again at a new table. All links stay valid there."""


class Export(Command, frozen=True, tag="export"):
    """Ask for the journal of a match that is over."""


class Dice(Command, frozen=True, tag="dice"):
    """Ask how the dice fell so far, beside what was expected; secret rolls only after the end."""


AnyCommand = (
    Join
    | Seal
    | Reveal
    | Answer
    | Undo
    | Reset
    | Takeback
    | Consent
    | Speak
    | Show
    | Settle
    | AskOdds
    | Hint
    | AskGoal
    | Analyse
    | Cancel
    | Look
    | Moment
    | Turn
    | Why
    | Preview
    | Chat
    | StandIn
    | Return
    | Free
    | Delete
    | Rematch
    | Export
    | Dice
)
