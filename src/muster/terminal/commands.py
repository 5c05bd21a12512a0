"""Commands that a person may type instead of an answer: why, goal, hint, undo, log, rules, board, save, settle, quit.

Every command goes by its English name and by its name in the language that is spoken.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Sequence
from enum import Enum
from pathlib import Path
from typing import Any

from muster.bots.chair import chair_at
from muster.coach.hints import hint
from muster.kernel.errors import GameError
from muster.kernel.game import goal_of, showing_of
from muster.kernel.goals import Standpoint
from muster.kernel.refusal import Refusal
from muster.kernel.requests import Ask, Seat
from muster.kernel.spaces import Option
from muster.terminal.coaching import Coaching, percent
from muster.terminal.goals import goal_lines
from muster.terminal.phrases import Phrases
from muster.terminal.screen import Screen, read_number
from muster.terminal.sitting import Sitting
from muster.terminal.speech import Speech, read_switch

NAMES = ("why", "goal", "hint", "undo", "log", "rules", "board", "save", "settle", "help", "quit")
LOG_LINES = 20


class Leave(Exception):
    """Somebody wants to stop; the journal is kept."""


class Outcome(Enum):
    """The result of a line that might have been a command."""

    NO_COMMAND = 0
    DONE = 1
    TAKEN_BACK = 2
    """Something was taken back or settled: look at the question again."""


def read_answer(line: str, ask: Ask[Any]) -> Option[Any]:
    """The option behind a number of the list, or behind a key; raises `Refusal` if the rules do not allow it."""
    options = ask.space.options()
    number = read_number(line)
    if number is not None and 1 <= number <= len(options):
        return options[number - 1]
    return ask.space.accept(line)


class Commands:
    """The commands at one screen."""

    def __init__(self, sitting: Sitting, screen: Screen, speech: Speech, aloud: bool = False) -> None:
        self._sitting = sitting
        self._match = sitting.match
        self._screen = screen
        self._speech = speech
        self._say = speech.phrases.say
        self._aloud = aloud
        self.settling: set[Seat] = set()
        """The seats for which small things are decided."""
        self._by_name = by_name(NAMES, speech.phrases)

    def is_quit(self, line: str) -> bool:
        return self._by_name.get(plain(line)) == "quit"

    def obey(self, line: str, seat: Seat, ask: Ask[Any] | None) -> Outcome:
        """Carry a line out if it is a command; `ask` is the seat's open question, if it has one."""
        word, _, rest = line.partition(" ")
        rest = rest.strip()
        match self._by_name.get(plain(word)):
            case "why":
                self._why(rest, ask)
            case "goal":
                self._goal(seat)
            case "hint":
                self._hint(seat, ask)
            case "undo":
                return self._undo(seat)
            case "log":
                self._log(rest, seat)
            case "rules":
                self._rules(rest)
            case "board":
                self._screen.write(self.picture(seat))
            case "save":
                self._save(rest)
            case "settle":
                return self._settle(rest, seat)
            case "help":
                self._screen.write(self._say("help"))
            case "quit":
                raise Leave
            case _:
                return self._inquire(line, seat)
        return Outcome.DONE

    def _inquire(self, line: str, seat: Seat) -> Outcome:
        """Let the game answer questions such as how far it is, or who sees whom."""
        state = self._match.imagined(seat)
        found = showing_of(self._match.game).inquire(state, seat, line, self._speech.words)
        if found is None:
            return Outcome.NO_COMMAND
        self._screen.write_sentence(found)
        return Outcome.DONE

    def picture(self, seat: Seat | None) -> str:
        """The table as this seat sees it."""
        look = self._match.look(seat)
        return (look.aloud if self._aloud else look.picture)(self._speech.words)

    def _goal(self, seat: Seat) -> None:
        """Say what the match is about and how it stands, as far as this seat may know."""
        match, words = self._match, self._speech.words
        standpoint = Standpoint(match.state, seat, match.events(seat), words, match.over)
        goal = goal_of(match.game, standpoint)
        for line in goal_lines(goal, lambda one: words.name("seat", one), self._speech.phrases):
            self._screen.write_sentence(line)

    def _why(self, key: str, ask: Ask[Any] | None) -> None:
        if ask is None:
            self._screen.write(self._say("why.no_question"))
        elif key:
            self._why_this(key, ask)
        else:
            lines = self._speech.not_offered(ask.space.blocked()) or [self._say("why.nothing")]
            for line in lines:
                self._screen.write_sentence(f"  {line}")

    def _why_this(self, key: str, ask: Ask[Any]) -> None:
        try:
            option = read_answer(key, ask)
        except Refusal as refusal:
            self._screen.write_sentence(self._speech.refusal(refusal))
        else:
            self._screen.write(self._say("why.allowed", option=self._speech.option(option)))
            self._screen.write_sentence(f"  {self._speech.clause(self._sitting.game.clauses.get(option.clause))}")

    def _hint(self, seat: Seat, ask: Ask[Any] | None) -> None:
        """Say what a strong player would do. Control-C ends the thinking, not the match."""
        if ask is None:
            self._screen.write(self._say("why.no_question"))
            return
        keys = [option.key for option in ask.space.options()]
        if len(keys) == 1:
            self._screen.write(self._say("hint.only"))
            return
        try:
            found = hint(chair_at(self._match, seat), seed=len(self._match.record), progress=self._show_thinking)
        except KeyboardInterrupt:
            self._screen.write_over("")
            self._screen.write(self._say("hint.stopped"))
            return
        except GameError as error:
            self._screen.write(str(error))
            return
        self._screen.write_over("")
        for line in Coaching(self._speech).hint(found, keys):
            self._screen.write_sentence(line)

    def _show_thinking(self, done: float) -> None:
        self._screen.write_over(self._say("hint.thinking", percent=percent(done)))

    def _undo(self, seat: Seat) -> Outcome:
        try:
            self._match.undo(seat, seat in self.settling)
        except Refusal as refusal:
            self._screen.write_sentence(self._speech.refusal(refusal))
            return Outcome.DONE
        self._screen.write(self._say("undone"))
        return Outcome.TAKEN_BACK

    def _settle(self, wanted: str, seat: Seat) -> Outcome:
        """Have small things decided for this seat, or not."""
        on = read_switch(wanted)
        if on is None:
            self._screen.write(self._say("settle.how"))
            return Outcome.DONE
        (self.settling.add if on else self.settling.discard)(seat)
        self._screen.write(self._say("settle.on" if on else "settle.off"))
        ask = self._match.pending.get(seat)
        return Outcome.TAKEN_BACK if on and ask is not None and ask.small else Outcome.DONE

    def _log(self, count: str, seat: Seat) -> None:
        lines = read_number(count) if count else LOG_LINES
        if lines is None:
            self._screen.write(self._say("log.how"))
            return
        events = self._match.events(seat)
        for event in events[max(0, len(events) - lines) :]:
            self._screen.write_sentence(f"  {self._speech.event(event)}")

    def _rules(self, wanted: str) -> None:
        """Show one clause, a chapter, or the list of chapters."""
        register = self._sitting.game.clauses
        chapter = [clause for clause in register if wanted and _chapter(clause.id) == wanted.split(" ")[-1]]
        if not wanted:
            chapters = Counter(_chapter(clause.id) for clause in register)
            self._screen.write(self._say("rules.chapters"))
            self._screen.write_list([(f"  {name} ({count})",) for name, count in chapters.items()])
        elif chapter:
            for clause in chapter:
                self._screen.write_sentence(f"  {self._speech.clause(clause)}")
        else:
            try:
                self._screen.write_sentence(f"  {self._speech.clause(register.get(wanted))}")
            except GameError:
                self._screen.write(self._say("rules.unknown", clause=wanted))

    def _save(self, name: str) -> None:
        if not name:
            self._screen.write(self._say("save.how"))
            return
        try:
            self._sitting.journal.save_copy(Path(name).expanduser())
        except (GameError, OSError) as error:
            self._screen.write(str(error))
        else:
            self._screen.write(self._say("save.done", file=name))


def by_name(names: Sequence[str], phrases: Phrases) -> dict[str, str]:
    """Commands by the words that people type for them: in English and in the language of these phrases."""
    return {plain(phrases.say(f"command.{name}")): name for name in names} | {name: name for name in names}


def plain(word: str) -> str:
    """A word as people type it in a hurry: small letters, no accents."""
    return "".join(letter for letter in unicodedata.normalize("NFD", word.lower()) if not unicodedata.combining(letter))


def _chapter(clause_id: str) -> str:
    """`move` of `TEM move.wall`."""
    return clause_id.rpartition(" ")[2].partition(".")[0]
