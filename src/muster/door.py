"""The front door: a game in a few lines of Python, for notebooks, scripts and curiosity.

`muster.new`, `muster.load`, `muster.bot` and `muster.game_names` lead to a `Match` that prints itself. This is a
thin, friendly layer; `muster.kernel` does the work.
"""

from __future__ import annotations

import random
import secrets
from collections.abc import Sequence
from os import PathLike
from pathlib import Path
from typing import Any

from muster import library
from muster.bots import Bot, chair_at, make_bot
from muster.kernel.dice import SeededDice
from muster.kernel.errors import GameError
from muster.kernel.game import Look, Result, setup_of
from muster.kernel.journal import LETTERS, read_journal
from muster.kernel.match import Match as Played
from muster.kernel.refusal import Refusal
from muster.kernel.requests import Ask, Seat
from muster.kernel.scene import drawn, written
from muster.kernel.sessions import dice_of, journal_text, load_match, new_match
from muster.kernel.setup import Prepared
from muster.kernel.spaces import Option
from muster.kernel.text import Text
from muster.library import load_game, read_file

FEW = 12
"""Print at most so many options of a question."""


class NotAllowed(Exception):
    """The rules do not allow this answer. Says why, and by which clause.

    >>> match = new("tiny_epic_mechs", seed=7)
    >>> match.answer("fly")
    Traceback (most recent call last):
    ...
    muster.door.NotAllowed: fly is not one of the answers to this question [K option]
    """

    def __init__(self, sentence: str, clause: str) -> None:
        super().__init__(f"{sentence} [{clause}]")
        self.clause = clause


class Match:
    """A match in your hands: look at it, answer, ask why not, fork it, let bots play it out, save it.

    >>> match = new("tiny_epic_mechs", seed=7)
    >>> match
    <Match of tiny_epic_mechs: 0 answers, A and B are asked>
    >>> match.options
    ['pilot:diamond', 'pilot:anvil']
    >>> match.answer("pilot:anvil")
    >>> match
    <Match of tiny_epic_mechs: 1 answer, B is asked>
    """

    def __init__(
        self, played: Played[object], prepared: Prepared[object] | None = None, who: Sequence[str] = ()
    ) -> None:
        self.game = game = played.game
        self._prepared = prepared
        self._played = played
        self._who = tuple(who)
        self._words = game.catalogue.words("en", dict(enumerate(LETTERS)))

    @property
    def asked(self) -> list[Seat]:
        """The seats that must decide now: usually one, several while all choose in secret."""
        return sorted(self._played.pending)

    @property
    def options(self) -> list[str]:
        """The answers offered to the seat that is asked (the first of them if there are several).

        >>> new("deadzone", seed=7).options
        ['keep', 'reject']
        """
        return [option.key for option in self._ask(None).space.options()] if self.asked else []

    @property
    def over(self) -> bool:
        return self._played.over

    @property
    def result(self) -> Result | None:
        """Winners and points, or None while the match goes on."""
        return self._played.result

    def answer(self, key: str, seat: Seat | None = None) -> None:
        """Give an answer by its key, for the seat that is asked; raises `NotAllowed` with the clause.

        >>> match = new("tag_raid", seed=3)
        >>> match.answer(match.options[0])
        >>> len(match)
        1
        """
        ask = self._ask(seat)
        try:
            self._played.answer(ask.seat, key)
        except Refusal as refusal:
            raise NotAllowed(self._words.say(refusal.reason), refusal.clause) from None

    def why(self, key: str, seat: Seat | None = None) -> str:
        """Say why an answer is not allowed, with its clause; an empty text if it is allowed.

        >>> new("tiny_epic_mechs", seed=7).why("pilot:nobody")
        'pilot:nobody is not one of the answers to this question [K option]'
        """
        try:
            self._ask(seat).space.accept(key)
        except Refusal as refusal:
            return f"{self._words.say(refusal.reason)} [{refusal.clause}]"
        return ""

    def undo(self, seat: Seat | None = None) -> None:
        """Take back the last answer of a seat (by default the one that answered last), but not past dice, a secret or
        an answer of somebody else.

        >>> match = new("tiny_epic_mechs", seed=7)
        >>> match.answer("pilot:anvil")
        >>> match.undo(seat=0)
        >>> match.asked
        [0, 1]
        """
        spoken = [entry.seat for entry in self._played.record if entry.seat >= 0]
        try:
            self._played.undo(seat if seat is not None else (spoken or [0])[-1])
        except Refusal as refusal:
            raise NotAllowed(self._words.say(refusal.reason), refusal.clause) from None

    def view(self, seat: Seat | None = None) -> Any:
        """The table as a seat may know it, as a struct; None for a spectator."""
        return self._played.view(seat)

    def log(self, seat: Seat | None = None, last: int = 20) -> list[str]:
        """The last events, as one would read them at that seat; None for a spectator."""
        events = self._played.events(seat)[-last:]
        return [f"{self._words.say(Text(event.key, event.params))} [{event.clause}]" for event in events]

    def fork(self, seat: Seat, seed: int | None = None) -> Match:
        """Make a match that `seat` cannot tell from this one: whatever it may not know is drawn again, dice included.

        >>> match = new("deadzone", seed=7)
        >>> twin = match.fork(seat=0, seed=1)
        >>> twin.play_out(bot("random", seed=1), bot("random", seed=2))
        >>> twin.over, match.over
        (True, False)
        """
        return Match(self._played.reimagined(seat, random.Random(seed)))

    def play_out(self, *bots: Bot) -> None:
        """Let bots play to the end, one for each player in the order of the seats.

        >>> match = new("tiny_epic_mechs", seed=7)
        >>> match.play_out(bot("greedy", seed=1), bot("random", seed=1))
        >>> match.result.winners
        (0,)
        """
        seats = range(len(bots)) if self._prepared is None else self._prepared.players
        if len(bots) != len(seats):
            raise GameError(f"this match of {self.game.name} needs {len(seats)} bots, not {len(bots)}")
        by_seat = dict(zip(seats, bots, strict=True))
        while self._played.pending:
            seat = min(self._played.pending)
            self._played.play(seat, by_seat[seat].choose(chair_at(self._played, seat)))

    def save(self, path: str | PathLike[str]) -> None:
        """Write the match down as a journal, which `muster.load`, `muster play --load` and `muster replay` read."""
        Path(path).write_text(self.journal(), "utf-8")

    def journal(self) -> str:
        """The match as the text of its journal."""
        if self._prepared is None:
            raise GameError("a fork has no journal, because it begins in the middle of a match")
        return journal_text(self._prepared, self._played, self._who)

    def __len__(self) -> int:
        """The number of answers given so far."""
        return sum(entry.seat >= 0 for entry in self._played.record)

    def __bool__(self) -> bool:
        return True

    def __repr__(self) -> str:
        letters = " and ".join(LETTERS[seat] for seat in self.asked)
        state = f"{letters} {'is' if len(self.asked) == 1 else 'are'} asked" if letters else "over"
        count = f"{len(self)} answer{'' if len(self) == 1 else 's'}"
        return f"<Match of {self.game.name}: {count}, {state}>"

    def __str__(self) -> str:
        """The table as text, whose decision it is, and what can be answered."""
        return "\n".join([self._look().picture(self._words).rstrip(), "", *self._questions()])

    def _repr_svg_(self) -> str:
        """Draw the table for a notebook: the board if the game can draw it, else the text; and the question.

        >>> match = new("tiny_epic_mechs", seed=7)
        >>> match._repr_svg_().startswith("<svg ")
        True
        """
        scene = self._look().scene(self._words)
        return written(str(self)) if scene is None else drawn(scene, ["", *self._questions()])

    def _look(self) -> Look:
        """The table as the seat that is asked may know it (the first one if there are several)."""
        return self._played.look(self.asked[0] if self.asked else None)

    def _questions(self) -> list[str]:
        """Lines that say whose decision it is and what can be answered, or how the match ended."""
        lines: list[str] = []
        for asked in self.asked:
            ask = self._played.pending[asked]
            options = ask.space.options()
            lines.append(f"{LETTERS[asked]}: {self._words.say(ask.prompt)}")
            lines += [f"  {option.key}  {self._said(option)}".rstrip() for option in options[:FEW]]
            if len(options) > FEW:
                lines.append(f"  … and {len(options) - FEW} more")
        if (result := self.result) is not None:
            points = ", ".join(f"{LETTERS[seat]} {score}" for seat, score in enumerate(result.scores))
            lines.append(f"over: {points}; won by {' and '.join(LETTERS[seat] for seat in result.winners)}")
        return lines

    def _said(self, option: Option[Any]) -> str:
        return "" if option.text is None else self._words.say(option.text)

    def _ask(self, seat: Seat | None) -> Ask[Any]:
        if seat is None:
            if not self.asked:
                raise GameError("the match is over: there is nothing left to answer")
            seat = self.asked[0]
        return self._played.ask(seat)


def game_names() -> list[str]:
    """The games in the library: ours, and those of packages installed beside Muster. (`muster.games` is the package in
    which ours live.)

    >>> set(game_names()) >= {"deadzone", "obsidian_protocol", "tag_raid", "tiny_epic_mechs"}
    True
    """
    return library.game_names()


def new(game: str, *, seed: int | None = None, **options: Any) -> Match:
    """Set up a match. `options` are those of the game; each has a sensible default.

    >>> match = new("deadzone", seed=7, teams=("rebs_cell", "plague_horde"))
    >>> match.asked
    [0, 1]
    """
    loaded = load_game(game)
    prepared = setup_of(loaded).prepare(options)
    dice = SeededDice(secrets.randbelow(2**31) if seed is None else seed)
    return Match(new_match(loaded, prepared, dice), prepared)


def load(path: str | PathLike[str]) -> Match:
    """A match from its journal, to look at or to go on with."""
    file = Path(path)
    journal = read_journal(read_file(file), file.name)
    loaded = load_game(journal.header.game)
    played = load_match(loaded, journal, dice_of(journal, file.name), file=file.name)
    return Match(played, setup_of(loaded).prepare(journal.header.options), journal.header.seats)


def bot(name: str, seed: int | None = None) -> Bot:
    """Make a bot by name: a level from `novice` to `merciless`, `search:400` or `search:1s` for a budget of your own,
    `greedy`, `random`, or one that another package brings.

    >>> bot("greedy").__class__.__name__
    'GreedyBot'
    """
    return make_bot(name, random.Random(seed))
