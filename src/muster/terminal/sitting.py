"""Sitting down: a match with its journal on disk and somebody at every seat, begun anew or taken up again."""

from __future__ import annotations

import random
import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from muster.kernel.dice import CommittedDice, DiceSource, RandomDice, SeededDice, TypedDice
from muster.kernel.errors import GameError
from muster.kernel.game import Game, setup_of
from muster.kernel.journal import Journal
from muster.kernel.match import Match
from muster.kernel.requests import Roll
from muster.kernel.sessions import dice_of, header_of, load_match, new_match
from muster.kernel.setup import Prepared
from muster.terminal.journal_file import JournalFile, create_journal, read_key, reopen_journal, replace_file

S = TypeVar("S")

HUMAN = "human"
RULES = "rules"
"""The name for a seat that the rules themselves play."""
DICE_KINDS = ("seeded", "typed", "committed")

ReadDice = Callable[[Roll], list[int]]


@dataclass(frozen=True)
class Sitting:
    """Everything a client needs to play a match to its end."""

    game: Game[object]
    match: Match[object]
    journal: JournalFile
    who: tuple[str, ...]

    def people(self) -> list[int]:
        return [seat for seat, name in enumerate(self.who) if name == HUMAN]


def prepare(game: Game[S], players: int, people: bool, given: Mapping[str, Any]) -> Prepared[S]:
    """A match for this many players. With people at the table, turns end explicitly if the game has that option."""
    setup, wanted = setup_of(game), dict(given)
    if players != len(setup.prepare(wanted).players):
        wanted.setdefault("players", players)
    if people:
        try:
            return setup.prepare({**wanted, "confirm_turns": True})
        except GameError:
            return setup.prepare(wanted)
    return setup.prepare(wanted)


def make_dice(kind: str, seed: int | None, read: ReadDice) -> DiceSource:
    """A new source of dice of one of the kinds."""
    if kind == "typed":
        return TypedDice(read, RandomDice(random.SystemRandom()))
    if kind == "committed":
        return CommittedDice(secrets.token_bytes(32))
    return SeededDice(secrets.randbelow(2**31) if seed is None else seed)


def sit_down(
    game: Game[object], prepared: Prepared[object], who: Sequence[str], dice: DiceSource, path: Path
) -> Sitting:
    """Begin a match and its journal. `who` names the person or bot at each player's seat."""
    names = dict(zip(prepared.players, who, strict=True))
    everybody = tuple(names.get(seat, RULES) for seat in range(prepared.seats))
    key = dice.key.hex() if isinstance(dice, CommittedDice) else ""
    journal = create_journal(path, header_of(game, prepared, dice, everybody), key)
    with closed_on_error(journal):
        match = new_match(game, prepared, dice, listener=journal.append)
    return Sitting(game, match, journal, everybody)


def sit_down_again(game: Game[object], journal: Journal, path: Path, read: ReadDice) -> Sitting:
    """Go on with a match where its journal stopped, with the same dice."""
    key = read_key(path)
    if journal.header.dice == "typed":
        dice: DiceSource = make_dice("typed", None, read)
    else:
        dice = dice_of(journal, str(path), key)
    file = reopen_journal(path, journal, key)
    with closed_on_error(file):
        match = load_match(game, journal, dice, file=str(path), listener=file.append)
    return Sitting(game, match, file, journal.header.seats)


@contextmanager
def closed_on_error(journal: JournalFile) -> Iterator[None]:
    """Close the journal if the match cannot be set up, or if somebody leaves while typing its first dice."""
    try:
        yield
    except BaseException:
        journal.close()
        raise


def mend_torn_end(path: Path, text: str) -> bool:
    """Drop a last line that is cut off, which nobody was told about; returns whether there was one."""
    if text.endswith("\n"):
        return False
    replace_file(path, text[: text.rfind("\n") + 1].encode())
    return True
