"""A match with everything around it: set up from options, continued from a journal, written down as it goes.

Here a game, its options, its dice and a journal come together; clients, simulations and tests all start here.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeVar

import msgspec

from muster.kernel.agreed_dice import KIND, Stretch, agreed_dice, agreed_label, commitment_to
from muster.kernel.defects import Defect, as_said
from muster.kernel.dice import CommittedDice, DiceError, DiceSource, RecordedDice, ResumedDice, SeededDice
from muster.kernel.errors import GameError
from muster.kernel.game import Game, setup_of
from muster.kernel.journal import Header, Journal, JournalError, write_journal
from muster.kernel.match import Entry, Listener, Match, ReplayError
from muster.kernel.pack_errors import quoted
from muster.kernel.refusal import Refusal
from muster.kernel.requests import DICE
from muster.kernel.setup import Prepared

S = TypeVar("S")
WHOLE: Final = re.compile(r"-?\d{1,40}", re.ASCII)
"""A whole number in the header of a journal, which might come from anybody."""


class BrokenMatch(JournalError):
    """The rules broke at one of the journal's entries: our mistake, not the file's."""

    def __init__(self, sentence: str, entry: int) -> None:
        super().__init__(sentence)
        self.entry = entry


def new_match(
    game: Game[S],
    prepared: Prepared[S],
    dice: DiceSource,
    *,
    remember: bool = True,
    listening: bool = True,
    listener: Listener | None = None,
) -> Match[S]:
    """Set a match up; the first questions are pending when this returns."""
    return Match(game, prepared.new(), dice, remember=remember, listening=listening, listener=listener)


def header_of(game: Game[S], prepared: Prepared[S], dice: DiceSource, who: Sequence[str] = ()) -> Header:
    """The header of this match's journal. `who` says who or what sits at each seat."""
    seats = [who[seat] if seat < len(who) else "open" for seat in range(prepared.seats)]
    options = dict(prepared.options)
    return Header(game.name, game.rules_version, options, game.packs, dice.label(), tuple(seats))


def journal_text(prepared: Prepared[S], match: Match[S], who: Sequence[str] = ()) -> str:
    """The match so far as the text of a journal."""
    return write_journal(header_of(match.game, prepared, match.dice, who), match.record)


def check_header(game: Game[S], header: Header, file: str = "journal") -> None:
    """Refuse a journal of another game, other rules or other cards, and say which."""
    if header.game != game.name:
        raise JournalError(f"{file}: a journal of {header.game}, not of {game.name}")
    if header.rules_version != game.rules_version:
        raise JournalError(
            f"{file}: played by rules version {header.rules_version} of {game.name};"
            f" this program has version {game.rules_version}"
        )
    here = {pack.name: pack.hash for pack in game.packs}
    for pack in header.packs:
        if pack.name not in here:
            raise JournalError(
                f"{file}: played with the pack {pack.name!r}, which is not loaded; name its file with --pack"
            )
        if here[pack.name] != pack.hash:
            raise JournalError(
                f"{file}: the pack {pack.name!r} has changed since: {pack.hash} then, {here[pack.name]} now"
            )
    for name in here.keys() - {pack.name for pack in header.packs}:
        raise JournalError(f"{file}: played without the pack {name!r}")


def dice_of(journal: Journal, file: str = "journal", key: str = "") -> DiceSource:
    """The source that a journal names, so that the match can go on with the same dice."""
    kind, _, rest = journal.header.dice.partition(" ")
    if kind == "seeded" and WHOLE.fullmatch(rest):
        return SeededDice(int(rest))
    if kind == KIND:
        try:
            return agreed_dice(journal.header.dice, key or journal.key)
        except DiceError as error:
            raise JournalError(f"{file}: {error}") from None
    if kind == "committed":
        secret = key or journal.key
        try:
            dice = CommittedDice(bytes.fromhex(secret))
        except ValueError:
            raise JournalError(f"{file}: the key of the dice is not written in hexadecimal") from None
        if not secret:
            raise JournalError(f"{file}: its dice are committed and the key is not published yet")
        commitment, _, passed = rest.partition(" after ")
        if dice.commitment() != commitment:
            raise JournalError(f"{file}: the key of the dice does not fit the commitment in the header")
        return ResumedDice(int(passed), dice) if WHOLE.fullmatch(passed) else dice
    if kind in ("typed", "scripted", "random"):
        return RecordedDice(kind)
    raise JournalError(f"{file}: there are no dice of kind {quoted(journal.header.dice)!r}")


def taken_over(journal: Journal, key: bytes, nonces: str = "") -> Journal:
    """A journal whose match goes on elsewhere, with dice of this key that are agreed after its last roll. The person
    who brings a journal may know its dice, so they never roll again; the header says how many rolls were brought.
    """
    passed = sum(entry.seat == DICE for entry in journal.effective())
    label = agreed_label([Stretch(commitment_to(key), passed, nonces)])
    header = msgspec.structs.replace(journal.header, dice=label)
    return msgspec.structs.replace(journal, header=header, key=key.hex())


def load_match(
    game: Game[S],
    journal: Journal,
    dice: DiceSource,
    *,
    file: str = "journal",
    at: int | None = None,
    listener: Listener | None = None,
) -> Match[S]:
    """Build a match again from its journal: all of it, or its first `at` entries (taken-back ones do not count)."""
    check_header(game, journal.header, file)
    entries = journal.effective()
    if at is not None and not 0 <= at <= len(entries):
        raise JournalError(f"{file}: it has {len(entries)} entries; there is no entry {at}")
    return begun(game, journal.header.options, entries[:at], dice, file=file, listener=listener)


def begun(
    game: Game[S],
    options: Mapping[str, Any],
    known: Sequence[Entry],
    dice: DiceSource,
    *,
    file: str,
    listener: Listener | None = None,
) -> Match[S]:
    """A match from its options and what was said in it; raises `JournalError` naming the entry that does not fit."""
    try:
        state = setup_of(game).prepare(options).new()
    except GameError as error:
        raise JournalError(f"{file}: {error}") from None
    try:
        return Match(game, state, dice, known=known, listener=listener)
    except ReplayError as error:
        entry = known[error.index]
        cause = error.cause
        if isinstance(cause, Refusal):
            cause = f"{game.catalogue.words('en').say(cause.reason)} [{cause.clause}]"
        raise JournalError(
            f"{file}: entry {error.index + 1} ({as_said(entry.seat, entry.key)}) does not fit: {cause}"
        ) from None
    except Defect as defect:
        raise BrokenMatch(f"{file}: {defect}", defect.entries) from defect
    except DiceError as error:
        raise JournalError(f"{file}: {error}") from None
