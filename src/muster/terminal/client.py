"""The line-mode client: it shows each person what they may know, asks, and gives the answer to the match.

With several people at one screen a curtain falls between them, and nothing that only one may know is written while
another looks.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

from muster.book.meanings import meaning
from muster.bots import Bot, chair_at, make_player
from muster.kernel.journal import LETTERS
from muster.kernel.refusal import Refusal
from muster.kernel.requests import Ask, Event, Seat
from muster.kernel.spaces import Option
from muster.kernel.text import Text
from muster.terminal.commands import Commands, Leave, Outcome, read_answer
from muster.terminal.screen import Screen
from muster.terminal.sitting import HUMAN, RULES, Sitting
from muster.terminal.speech import Speech

BLOCK = "\n\n"
"""The gap between the blocks of a picture: the board, a player, a market."""
RECENT = 12
"""The number of past events told to somebody who sits down in the middle of a match."""


class Client:
    """One screen at which a match is played to its end, or left."""

    def __init__(
        self, sitting: Sitting, screen: Screen, speech: Speech, settle: bool = False, aloud: bool = False
    ) -> None:
        self._sitting = sitting
        self._match = sitting.match
        self._screen = screen
        self._speech = speech
        self._say = speech.phrases.say
        self._commands = Commands(sitting, screen, speech, aloud)
        self._rng = random.Random()
        self._bots = self._seat_bots()
        people = sitting.people()
        if settle:
            self._commands.settling.update(people)
        self._only_person = people[0] if len(people) == 1 else None
        self._looking = self._only_person
        self._heard: dict[Seat | None, int] = {
            seat: max(0, len(self._match.events(seat)) - RECENT) for seat in (*range(len(sitting.who)), None)
        }
        self._shown: dict[Seat | None, Sequence[str]] = {}
        self._decided: dict[Seat | None, list[str]] = {}

    def _seat_bots(self) -> Mapping[Seat, Bot]:
        seated = enumerate(self._sitting.who)
        return {seat: make_player(name, self._rng) for seat, name in seated if name not in (HUMAN, RULES)}

    def run(self) -> None:
        """Play until the match is over; raises `Leave` or `EOFError` when somebody stops before that."""
        self._welcome()
        while self._match.pending:
            if self._settled():
                continue
            seat = self._next_seat()
            if seat in self._bots:
                self._let_bot_play(seat)
            else:
                self._let_person_play(seat)
        self._sitting.journal.publish_key()
        self._show_end()

    def _welcome(self) -> None:
        seats = ", ".join(
            self._say(f"seat.{name}" if name in (HUMAN, RULES) else "seat.bot", seat=LETTERS[seat], bot=name)
            for seat, name in enumerate(self._sitting.who)
        )
        self._screen.write(self._say("welcome", game=self._speech.title, seats=seats))
        self._screen.write(self._say("journal", file=str(self._sitting.journal.path)))
        self._screen.write(self._say("welcome_help"))
        if self._heard[None]:
            self._screen.write(f"\n{self._say('earlier', count=self._heard[None])}")

    def _next_seat(self) -> Seat:
        """The seat that answers next: the person at the screen first, then other people, bots last, so that people can
        still change their minds while all choose in secret.
        """
        return min(self._match.pending, key=lambda seat: (seat != self._looking, seat in self._bots, seat))

    def _let_bot_play(self, seat: Seat) -> None:
        """Let a bot answer. Its random numbers depend on the match alone, so a loaded match goes on the same way."""
        self._rng.seed(f"{self._match.dice.label()}/{seat}/{len(self._match.record)}")
        self._match.play(seat, self._bots[seat].choose(chair_at(self._match, seat)))

    def _settled(self) -> bool:
        """Settle small questions for people who want that; they are told when they look next."""
        decided = self._match.settle(self._commands.settling)
        for ask, option in decided:
            told = self._say("settled", prompt=self._speech.words.say(ask.prompt), answer=self._speech.option(option))
            self._decided.setdefault(ask.seat, []).append(told)
        return bool(decided)

    # One decision of one person

    def _let_person_play(self, seat: Seat) -> None:
        if seat != self._looking:
            self._pass_screen_to(seat)
        all_at_once = len(self._match.pending) > 1
        ask = self._match.pending[seat]
        self._show_news(seat)
        self._show_question(seat, ask)
        option = self._read_option(seat, ask)
        if option is None:
            return
        self._match.play(seat, option)
        if all_at_once and seat not in self._match.pending:
            self._confirm_secret(seat)

    def _pass_screen_to(self, seat: Seat) -> None:
        """Let the curtain fall, wait until the next person sits there, and raise it."""
        self._looking = None
        self._screen.draw_curtain()
        self._screen.write(self._say("curtain.pass", seat=LETTERS[seat]))
        if self._commands.is_quit(self._screen.read(self._say("curtain.enter"))):
            raise Leave
        self._screen.draw_curtain()
        self._looking = seat
        self._shown.pop(seat, None)

    def _show_question(self, seat: Seat, ask: Ask[Any]) -> None:
        prompt = self._speech.words.say(ask.prompt)
        self._screen.write(f"\n{self._say('question', seat=LETTERS[seat], prompt=prompt)}")
        if about := self._meaning(ask.prompt):
            self._screen.write_sentence(f"  {about}")
        options = ask.space.options()
        self._screen.write_options(
            self._speech.numbered(options, ask.small), [self._meaning(option.text) for option in options]
        )
        if ask.small:
            self._screen.write(self._say("usual_key", option=self._speech.option(options[0])))

    def _meaning(self, text: Text | None) -> str:
        """The meaning of a question or an option whose name alone does not say it."""
        return meaning(self._match.game, self._match.state, text, self._speech.words)

    def _read_option(self, seat: Seat, ask: Ask[Any]) -> Option[Any] | None:
        """Read the option a person names; None if they took their last answer back instead."""
        keys = [option.key for option in ask.space.options()]
        while True:
            line = self._screen.read(self._say("prompt", seat=LETTERS[seat]))
            if not line and ask.small:
                return ask.space.options()[0]
            if not line:
                self._show_table(seat, whole=True)
                self._show_question(seat, ask)
                continue
            outcome = Outcome.NO_COMMAND if line in keys else self._commands.obey(line, seat, ask)
            if outcome is Outcome.TAKEN_BACK:
                return None
            if outcome is Outcome.NO_COMMAND:
                try:
                    return read_answer(line, ask)
                except Refusal as refusal:
                    self._screen.write_sentence(self._speech.refusal(refusal))

    def _confirm_secret(self, seat: Seat) -> None:
        """Ask a person to confirm their secret choices: their last moment to change them."""
        self._show_table(seat, whole=False)
        self._screen.write(f"\n{self._say('secret.done', seat=LETTERS[seat])}")
        while True:
            line = self._screen.read(self._say("prompt", seat=LETTERS[seat]))
            outcome = self._commands.obey(line, seat, None)
            if line == "1" or outcome is Outcome.TAKEN_BACK:
                return
            if outcome is Outcome.NO_COMMAND:
                self._screen.write(self._say("secret.done", seat=LETTERS[seat]))

    # What has happened, and how the table looks now

    def _show_news(self, seat: Seat | None) -> None:
        """Show a seat what it was told since it last looked, and the table if it changed."""
        events = self._match.events(seat)
        self._write_events(events[self._heard[seat] :])
        self._heard[seat] = len(events)
        for told in self._decided.pop(seat, ()):
            self._screen.write_sentence(f"  {told}")
        self._show_table(seat, whole=False)

    def _write_events(self, events: list[Event]) -> None:
        if events:
            self._screen.write(f"\n{self._say('news')}")
        for event in events:
            self._screen.write_sentence(f"  {self._speech.event(event)}")

    def _show_table(self, seat: Seat | None, whole: bool) -> None:
        """Show the table, or only the blocks of its picture that have changed since this seat last saw them."""
        blocks = self._commands.picture(seat).split(BLOCK)
        known = () if whole else self._shown.get(seat, ())
        self._shown[seat] = blocks
        for block in blocks:
            if block not in known:
                self._screen.write(f"\n{block}")

    def _show_end(self) -> None:
        """Show the last events and the final table: as a spectator sees them, unless there is only one person."""
        viewer = self._only_person
        if viewer is None:
            heard = self._heard[self._looking]
            self._write_events([event for event in self._match.events(self._looking)[heard:] if event.audience is None])
            self._show_table(None, whole=True)
        else:
            self._show_news(viewer)
        result = self._match.result
        if result is not None:
            self._screen.write(f"\n{self._say('over')}")
            for line in self._speech.result(result):
                self._screen.write_sentence(f"  {line}")
