"""The line-mode client: shows every person what they may know, asks, and gives the answer to the match.

With several people at one screen a curtain falls between them, and nothing that only one may know is written while
another looks.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from muster.bots import Bot, make_bot
from muster.kernel.journal import LETTERS
from muster.kernel.refusal import Refusal
from muster.kernel.requests import Ask, Event, Seat
from muster.kernel.spaces import Option
from muster.terminal.commands import Commands, Leave
from muster.terminal.screen import Screen
from muster.terminal.sitting import HUMAN, RULES, Sitting
from muster.terminal.speech import Speech


class Client:
    """One screen at which a match is played to its end, or left."""

    def __init__(self, sitting: Sitting, screen: Screen, speech: Speech) -> None:
        self._sitting = sitting
        self._game = sitting.game
        self._match = sitting.match
        self._screen = screen
        self._speech = speech
        self._say = speech.phrases.say
        self._people = sitting.people()
        self._rng = random.Random()
        self._bots = self._seat_bots()
        self._looking: Seat | None = self._people[0] if len(self._people) == 1 else None
        self._heard: dict[Seat | None, int] = {}
        self._shown: dict[Seat | None, str] = {}
        self._commands = Commands(sitting, screen, speech)

    def _seat_bots(self) -> Mapping[Seat, Bot]:
        return {
            seat: make_bot(name, self._rng) for seat, name in enumerate(self._sitting.who) if name not in (HUMAN, RULES)
        }

    def run(self) -> None:
        """Play until the match is over; raises `Leave` or `EOFError` when somebody stops before that."""
        while self._match.pending:
            seat = self._next_seat()
            if seat in self._bots:
                self._let_bot_play(seat)
            else:
                self._let_person_play(seat)
        self._sitting.journal.publish_key()
        self._show_end()

    def _next_seat(self) -> Seat:
        """Whoever looks at the screen goes on; then other people; bots last, so that people can still change
        their minds while all choose in secret.
        """
        asked = sorted(self._match.pending, key=lambda seat: (seat != self._looking, seat in self._bots, seat))
        return asked[0]

    def _let_bot_play(self, seat: Seat) -> None:
        """A bot's own chance depends on the match alone, so that a match taken up again goes on as it would have."""
        self._rng.seed(f"{self._match.dice.label()}/{seat}/{len(self._match.record)}")
        self._match.play(seat, self._bots[seat].choose(self._game, self._match, seat))

    # One decision of one person

    def _let_person_play(self, seat: Seat) -> None:
        if seat != self._looking:
            self._pass_screen_to(seat)
        together = len(self._match.pending) > 1
        ask = self._match.pending[seat]
        self._show_news(seat)
        self._show_question(seat, ask)
        option = self._read_option(seat, ask)
        if option is None:
            self._take_back(seat)
            return
        self._match.play(seat, option)
        if together and seat not in self._match.pending:
            self._confirm_secret(seat)

    def _pass_screen_to(self, seat: Seat) -> None:
        self._screen.draw_curtain()
        self._looking = None
        self._screen.write(self._say("curtain.pass", seat=LETTERS[seat]))
        if self._screen.read(self._say("curtain.enter")).lower() in self._commands.names("quit"):
            raise Leave
        self._screen.draw_curtain()
        self._looking = seat
        self._shown.pop(seat, None)

    def _show_news(self, seat: Seat) -> None:
        """What happened since this seat last looked, and the table if it changed."""
        news = self._news(seat)
        if news:
            self._screen.write()
            self._screen.write(self._say("news"))
            for event in news:
                self._screen.write(f"  {self._speech.event(event)}")
        self._show_table(seat, whole=bool(news))

    def _news(self, seat: Seat | None) -> list[Event]:
        news = self._match.events(seat, self._heard.get(seat, 0))
        self._heard[seat] = self._heard.get(seat, 0) + len(news)
        return news

    def _show_table(self, seat: Seat | None, whole: bool) -> None:
        """The table, or when nothing has happened but the seat's own secret choices, only the lines that differ."""
        picture = self._commands.picture(seat)
        before = self._shown.get(seat, "")
        self._shown[seat] = picture
        if whole or not before:
            self._screen.write(f"\n{picture}")
            return
        known = before.splitlines()
        for line in picture.splitlines():
            if line not in known:
                self._screen.write(line)

    def _show_question(self, seat: Seat, ask: Ask[Any]) -> None:
        prompt = self._speech.words.say(ask.prompt)
        self._screen.write(f"\n{self._say('question', seat=LETTERS[seat], prompt=prompt)}")
        self._screen.write_list(self._speech.numbered(ask.space.options()))

    def _read_option(self, seat: Seat, ask: Ask[Any]) -> Option[Any] | None:
        """The option that a person names, by number or key; None when the last answer is to be taken back."""
        while True:
            line = self._screen.read(self._say("prompt", seat=LETTERS[seat]))
            option = self._find(line, ask)
            if option is not None:
                return option
            if not line:
                self._show_table(seat, whole=True)
                self._show_question(seat, ask)
            elif self._commands.is_undo(line):
                if self._may_undo(seat):
                    return None
            elif not self._commands.obey(line, seat, ask):
                self._refuse(line, ask)

    def _find(self, line: str, ask: Ask[Any]) -> Option[Any] | None:
        options = ask.space.options()
        if line.isdecimal() and 1 <= int(line) <= len(options):
            return options[int(line) - 1]
        for option in options:
            if option.key == line:
                return option
        return None

    def _refuse(self, line: str, ask: Ask[Any]) -> None:
        """Say why an answer is not possible."""
        raise NotImplementedError

    # Taking back

    def _may_undo(self, seat: Seat) -> bool:
        refusal = self._match.may_undo(seat)
        if refusal is not None:
            self._screen.write(self._speech.refusal(refusal))
        return refusal is None

    def _take_back(self, seat: Seat) -> None:
        self._match.undo(seat)
        self._heard[seat] = min(self._heard.get(seat, 0), len(self._match.events(seat)))
        self._screen.write(self._say("undone"))

    def _confirm_secret(self, seat: Seat) -> None:
        raise NotImplementedError

    def _show_end(self) -> None:
        raise NotImplementedError
