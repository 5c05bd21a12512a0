"""The line-mode client at a table far away: `muster play --join LINK`.

It knows the game only by what the server sends: news, the picture of the table, questions with their options.
"""

from __future__ import annotations

import asyncio
import hashlib
from pathlib import Path

from muster.arguments import state_directory
from muster.kernel.agreed_dice import read_stretches
from muster.kernel.errors import GameError
from muster.kernel.journal import LETTERS
from muster.server.client.client import RemoteSeat
from muster.server.client.line import ServerRefusal
from muster.server.client.links import Link
from muster.server.client.pinned_dice import PinnedDice
from muster.server.protocol import Language, Outcome, ViewKind
from muster.terminal.coaching import INDENT, percent
from muster.terminal.commands import LOG_LINES, Leave, by_name, plain
from muster.terminal.goals import goal_lines
from muster.terminal.phrases import phrases
from muster.terminal.screen import Screen, read_number
from muster.terminal.speech import cited, numbered, read_switch

BLOCK = "\n\n"
NAMES = ("why", "goal", "hint", "undo", "log", "say", "settle", "help", "quit")


class RemoteClient:
    """One person at one seat, or somebody who watches."""

    def __init__(
        self, link: Link, screen: Screen, language: Language, settle: bool = False, aloud: bool = False
    ) -> None:
        self._link = link
        self._screen = screen
        self._language: Language = language
        self._phrases = phrases(language)
        self._say = self._phrases.say
        self._by_name = by_name(NAMES, self._phrases)
        self._settle = settle
        self._aloud = aloud
        self._view: ViewKind = "aloud" if aloud else "text"
        self._decided = 0
        self._seat: RemoteSeat
        self._told = 0
        self._shown: list[str] = []
        self._read = 0
        self._dice = PinnedDice(kept_dice(link))
        self._alarms = 0

    async def run(self) -> None:
        """Play until the match is over; raises `Leave` or `EOFError` when the person stops before that."""
        self._seat = await RemoteSeat.join(self._link, language=self._language, view=self._view, dice=self._dice)
        async with self._seat as seat:
            self._screen.write(self._say("remote.welcome", game=seat.welcome.title, seats=self._places()))
            self._screen.write(self._say("remote.help"))
            if self._settle and seat.seat is not None:
                await seat.settle()
            while not seat.over:
                self._show_news()
                if seat.question is None:
                    await self._wait()
                else:
                    await self._decide()
            self._show_news()
            if seat.update.outcome is not None:
                self._show_end(seat.update.outcome)
                await self._check_dice()

    def _places(self) -> str:
        return ", ".join(f"{LETTERS[place.seat]} {place.name or place.who}" for place in self._seat.places)

    def _name(self, seat: int) -> str:
        return self._seat.places[seat].name or LETTERS[seat]

    async def _wait(self) -> None:
        who = ", ".join(self._name(seat) for seat in self._seat.update.waiting)
        self._screen.write(self._say("remote.waiting" if self._seat.agreement is None else "remote.agreeing", who=who))
        updates = self._seat.updates
        while self._seat.updates == updates:
            await self._seat.news()
            self._show_chat()
            self._show_alarms()

    def _show_chat(self) -> None:
        for spoken in self._seat.chat[self._read :]:
            self._screen.write_sentence(f"  {spoken.author or '...'}: {printable(spoken.text)}")
        self._read = len(self._seat.chat)

    def _show_alarms(self) -> None:
        """Say loudly what is wrong with the dice."""
        for kind, what in self._dice.alarms[self._alarms :]:
            self._screen.write_sentence(f"\n{self._say(f'remote.dice_{kind}', what=what)}")
        self._alarms = len(self._dice.alarms)

    async def _check_dice(self) -> None:
        """Check the rolls with what this client has kept, not with what the server says now."""
        if not read_stretches(self._seat.welcome.dice):
            return
        verdict = await self._seat.check_dice()
        key = "dice_false" if verdict.wrong else "dice_honest" if verdict.own else "dice_unkept"
        self._screen.write_sentence(self._say(f"remote.{key}", count=verdict.rolls, what=verdict.wrong))

    def _show_news(self) -> None:
        self._show_chat()
        self._show_alarms()
        log = self._seat.log
        if len(log) > self._told:
            self._screen.write(f"\n{self._say('news')}")
        self._write_log(self._told)
        self._told = len(log)
        for one in self._seat.settled[self._decided :]:
            self._screen.write_sentence(f"  {self._say('settled', prompt=one.prompt, answer=one.answer)}")
        self._decided = len(self._seat.settled)
        if self._seat.fault:
            self._screen.write_sentence(self._seat.fault)
            raise Leave
        blocks = self._seat.picture.split(BLOCK)
        for block in blocks:
            if block not in self._shown:
                self._screen.write(f"\n{block}")
        self._shown = blocks

    def _write_log(self, start: int) -> None:
        for event in self._seat.log[start:]:
            self._screen.write_sentence(f"  {event.text}{cited(event.clause, self._aloud)}")

    async def _decide(self) -> None:
        """Read one line of the person and carry it out: an answer or a command."""
        question = self._seat.question
        assert question is not None
        seat = LETTERS[self._seat.seat or 0]
        self._screen.write(f"\n{self._say('question', seat=seat, prompt=question.prompt.text)}")
        options = [(option.text or option.key, option.key) for option in question.options]
        if question.about:
            self._screen.write_sentence(f"  {question.about}")
        self._screen.write_options(
            numbered(options, question.small, self._phrases, self._aloud), [option.about for option in question.options]
        )
        if question.small:
            self._screen.write(self._say("usual_key", option=options[0][0]))
        line = await asyncio.to_thread(self._screen.read, self._say("prompt", seat=seat))
        number = read_number(line)
        if number is not None and 1 <= number <= len(question.options):
            line = question.options[number - 1].key
        elif not line and question.small:
            line = question.options[0].key
        try:
            await self._obey(line, [option.key for option in question.options])
        except ServerRefusal as refused:
            self._screen.write_sentence(str(refused))

    async def _obey(self, line: str, keys: list[str]) -> None:
        word, _, rest = line.partition(" ")
        if line in keys:
            await self._seat.answer(line)
            return
        if not word:
            self._shown = []
            self._show_news()
            return
        match self._by_name.get(plain(word)):
            case "undo":
                await self._seat.undo()
                self._told = min(self._told, len(self._seat.log))
                self._screen.write(self._say("undone"))
            case "why":
                lines = [f"{one.key}: {one.text} [{one.clause}]" for one in await self._seat.why(rest.strip())]
                for reason in lines or [self._say("why.nothing")]:
                    self._screen.write_sentence(f"  {reason}")
            case "hint":
                await self._hint(keys)
            case "goal":
                shown = await self._seat.goal()
                for line in goal_lines(shown.goal, self._name, self._phrases):
                    self._screen.write_sentence(line)
            case "log":
                self._write_log(max(0, len(self._seat.log) - (read_number(rest.strip()) or LOG_LINES)))
            case "settle":
                on = read_switch(rest.strip())
                if on is not None:
                    await self._seat.settle(on)
                self._screen.write(self._say("settle.how" if on is None else "settle.on" if on else "settle.off"))
            case "say" if rest.strip():
                await self._seat.say(rest.strip())
            case "help":
                self._screen.write(self._say("remote.help"))
            case "quit":
                raise Leave
            case _:
                await self._seat.answer(line)

    async def _hint(self, keys: list[str]) -> None:
        """Ask the coach; the server refuses where the others have not agreed."""
        self._screen.write(self._say("remote.thinking"))
        advised = await self._seat.hint()
        self._screen.write(self._say("hint.title", count=advised.tries))
        for one in advised.suggestions:
            key, text = one.answer.key, one.answer.text or one.answer.key
            chance = self._say("hint.chance", percent=percent(one.chance))
            self._screen.write_sentence(f"{keys.index(key) + 1 if key in keys else '':>5} {text}: {chance}")
            outcomes = ", ".join(f"{lead.text} {percent(lead.share)}%" for lead in one.leads)
            steps = "; ".join(f"{LETTERS[step.seat]} {step.text or step.key}" for step in one.line)
            if outcomes:
                self._screen.write_sentence(INDENT + self._say("hint.leads", outcomes=outcomes))
            if steps:
                self._screen.write_sentence(INDENT + self._say("hint.line", steps=steps))

    def _show_end(self, outcome: Outcome) -> None:
        self._screen.write(f"\n{self._say('over')}")
        for seat, points in enumerate(outcome.scores):
            self._screen.write(f"  {self._say('result.seat', seat=self._name(seat), points=points)}")
        winners = self._say("result.and").join(self._name(seat) for seat in outcome.winners)
        key = "result.shared" if len(outcome.winners) > 1 else "result.winner"
        self._screen.write(f"  {self._say(key, seat=winners)}")
        self._screen.write_sentence(self._say("remote.dice", dice=self._seat.welcome.dice, secret=outcome.dice_key))


def printable(text: str) -> str:
    """Text of somebody else, without anything that a terminal would obey."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)


def kept_dice(link: Link) -> Path:
    """The file in which the dice of a table are kept, for whoever comes back by this link."""
    name = hashlib.sha256(f"{link.table}#{link.token}".encode()).hexdigest()[:24]
    return state_directory() / "dice" / f"{name}.json"


def join_table(link: Link, screen: Screen, language: Language, settle: bool = False, aloud: bool = False) -> None:
    """Sit down at a table and play; raises `GameError` when it cannot be reached."""
    try:
        asyncio.run(RemoteClient(link, screen, language, settle, aloud).run())
    except OSError as error:
        raise GameError(f"{link.address}: {error}") from None
