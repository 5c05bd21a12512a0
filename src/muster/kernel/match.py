"""A match: one coroutine of rules, driven by answers and dice, and the record of both.

State is never stored: the record (who said what, what the dice showed) builds it again, and the last checkpoint with
what came after it is enough to fork. Save, load, replay, undo and fork are all the same act: take a starting point and
feed in what is known.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Container, Coroutine, Sequence
from typing import Any, Final, Generic, TypeVar

import msgspec

from muster.kernel.defects import Defect, as_said
from muster.kernel.dice import DiceError, DiceSource, RandomDice, check_faces
from muster.kernel.game import Game, Look, Result, showing_of
from muster.kernel.refusal import Refusal
from muster.kernel.requests import DICE, Ask, AskAll, Checkpoint, Event, Roll, Seat, Table
from muster.kernel.spaces import Option
from muster.kernel.text import Text

S = TypeVar("S")


class _Sentinel:
    """A value that only equals itself."""


WAITING = _Sentinel()
"""Stands in for a request: secret dialogues are open and somebody has not finished."""

UNREAD = _Sentinel()
"""Stands in for a value: the entry comes from a text, and no space has read its key yet."""

UNDO = "undo"
"""The key under which a listener hears that a seat took its last answer back."""


class Entry:
    """One thing said: an answer of a seat, or what the dice showed (`seat` is then `DICE`, `key` what for). `sole` if
    there was nothing else to say. Once it is on record, also whether the question was `small`, and whether the answer
    stays `secret` from the others.
    """

    __slots__ = ("key", "seat", "secret", "small", "sole", "value")

    def __init__(self, seat: Seat, key: str, value: Any, sole: bool = False) -> None:
        self.seat = seat
        self.key = key
        self.value = value
        self.sole = sole
        self.small = False
        self.secret = False

    def __repr__(self) -> str:
        return f"Entry({self.seat} {self.key})"


def is_sole(ask: Ask[Any]) -> bool:
    """Whether a question has one answer only; the end of a turn does not count, as that is said by whoever ends it."""
    if ask.closing:
        return False
    try:
        return ask.space.sole()
    except Exception:  # rules that break break when the question is shown, where somebody is told
        return False


class ReplayError(Exception):
    """An entry does not fit the match it is fed to: says which one, and why (a `Refusal` or a sentence)."""

    def __init__(self, index: int, cause: Refusal | str) -> None:
        super().__init__(f"entry {index + 1}: {cause}")
        self.index = index
        self.cause = cause


Heard = tuple[Seat, str, bool]
"""An answer as a seat heard it: who gave it, its key, and whether everybody heard it."""

GAP: Final[Heard] = (DICE, "", True)
"""Here dice were rolled."""

STRETCH: Final = 32
"""Copy every checkpoint for so many entries after a fork; if nobody forks, one in so many entries."""

Listener = Callable[[Entry], None]
"""Hears every entry before it takes effect; if it raises, the answer is not given."""


class Match(Generic[S]):
    """A game in progress.

    `pending` holds the questions that are open now, by seat: usually one, several while all choose in secret, none
    when the match is over. `remember=False` keeps no record: for forks and simulations. `keep` is for the match's own
    use: it wants the state at the last checkpoint after so many known entries.
    """

    def __init__(
        self,
        game: Game[S],
        state: S,
        dice: DiceSource,
        *,
        remember: bool = True,
        listening: bool = True,
        known: Sequence[Entry] = (),
        listener: Listener | None = None,
        keep: int = -1,
    ) -> None:
        self.game = game
        self.rules = game.rules
        self.dice = dice
        self.remember = remember
        self.listener = listener
        self.record: list[Entry] = []
        self._initial: S = self.rules.copy(state) if remember else state
        self._listening = listening
        self._keep = keep
        self._fresh_dice = remember  # known rolls must be passed over in the source, too
        self._begin(state, known)

    def _begin(self, state: S, known: Sequence[Entry]) -> None:
        """Start the rules on `state` and feed in what is known already."""
        self.state = state
        self.table = Table(self._listening)
        self.table.forked = self._keep >= 0  # the checkpoint that is wanted may have been made for a fork
        self.pending: dict[Seat, Ask[Any]] = {}
        self._ended = False
        self._mark = 0  # length of the record at the last checkpoint
        self._saved: S = self._initial  # the state at a checkpoint
        self._saved_at = 0  # and how long the record was then
        self._stale = False  # it was not the last checkpoint
        self._forking_until = 0  # up to this length of the record every checkpoint is saved
        self._barrier = 0  # what stands before this length in the record cannot be taken back
        self._dialogues: dict[Seat, Any] = {}
        self._heard: dict[Seat, Any] = {}
        self._opened = 0  # length of the record when everybody was asked at once
        self.spoke: dict[Seat, int] = {}  # how many events there were when a seat's last real answer had taken effect
        self._main: Coroutine[Any, Any, None] = self.rules.run(self.table, state)
        self._ahead: Sequence[Entry] = known
        self._at = 0
        self._settle(self._send(None))
        self._catch_up()

    # What a client uses

    @property
    def over(self) -> bool:
        return self._ended

    @property
    def result(self) -> Result | None:
        return self.rules.result(self.state)

    def look(self, seat: Seat | None) -> Look:
        """The table as this seat may know it; `None` for a spectator."""
        return showing_of(self.game).look(self.state, seat)

    def view(self, seat: Seat | None) -> msgspec.Struct:
        """The view of this seat, as data; `None` for a spectator."""
        return self.look(seat).view

    def events(self, seat: Seat | None, since: int = 0) -> list[Event]:
        """The events told to this seat, from its `since`-th on."""
        heard = [event for event in self.table.events if event.audience is None or event.audience == seat]
        return heard[since:]

    def heard(self, seat: Seat) -> list[Heard]:
        """The record as far as this seat knows it: its own answers and the public ones of others. Dice are a gap, and
        small things are left out.
        """
        return [
            GAP if entry.seat == DICE else (entry.seat, entry.key, not entry.secret)
            for entry in self.record
            if not entry.small and (entry.seat == seat or not entry.secret)
        ]

    def ask(self, seat: Seat) -> Ask[Any]:
        """The question before this seat; refused when there is none."""
        found = self.pending.get(seat)
        if found is None:
            raise Refusal("K turn", Text("kernel.not_your_decision", {"seat": seat}))
        return found

    def answer(self, seat: Seat, key: str) -> None:
        """Give an answer by its key. Atomic: a refusal leaves everything as it was."""
        self.play(seat, self.ask(seat).space.accept(key))

    def play(self, seat: Seat, option: Option[Any]) -> None:
        """Answer with an option known to be legal, as a bot does with one of those offered."""
        sole = False
        if self.remember:
            sole = is_sole(self.pending[seat])
            entry = Entry(seat, option.key, option.value, sole)
            if self.listener is not None:
                self.listener(entry)
            self._note(entry)
        self._heed(seat, option.value, sole)

    def settle(self, seats: Container[Seat]) -> list[tuple[Ask[Any], Option[Any]]]:
        """Give the usual answer to every small question of these seats, until some seat has something real to decide.
        Returns the questions and their answers.
        """
        return self._settled_by(lambda ask: ask.small and ask.seat in seats)

    def settle_forced(self, seats: Container[Seat], alone: bool = False) -> list[tuple[Ask[Any], Option[Any]]]:
        """Answer for these seats wherever there is but one thing to say (`forced`). Returns what was said."""
        return self._settled_by(lambda ask: ask.seat in seats and self.forced(ask.seat, alone))

    def _settled_by(self, wanted: Callable[[Ask[Any]], bool]) -> list[tuple[Ask[Any], Option[Any]]]:
        given: list[tuple[Ask[Any], Option[Any]]] = []
        while True:
            ask = next((ask for ask in self.pending.values() if wanted(ask)), None)
            if ask is None:
                return given
            usual = ask.space.options()[0]
            self.play(ask.seat, usual)
            given.append((ask, usual))

    def forced(self, seat: Seat, alone: bool = False) -> bool:
        """Whether the seat's question has one answer only, which gives nothing away: the seat is asked on at once and
        could still take it back. The end of a turn is never forced: whoever ends a turn says so.

        `alone`: only bots play against this seat. Then a question that merely hides what a hand holds (`Ask.masking`)
        hides it from nobody, and is forced whatever comes next.
        """
        ask = self.pending.get(seat)
        if ask is None or not is_sole(ask):
            return False
        if ask.masking and alone:
            return True
        ahead = self.reimagined(seat, random.Random(len(self.record)))
        ahead.play(seat, ahead.pending[seat].space.options()[0])
        return seat in ahead.pending and ahead.may_undo(seat) is None

    def play_at_random(self, draw: Callable[[], float]) -> int:
        """Play to the end with random answers; returns how many there were. `draw` gives numbers below 1."""
        decisions = 0
        while self.pending:
            for seat in list(self.pending):
                options = self.pending[seat].space.options()
                self.play(seat, options[int(draw() * len(options))])
                decisions += 1
        return decisions

    def may_rewind(self, seat: Seat, settled: bool = False) -> bool:
        """Whether the seat has an answer that could be taken back if the others agree."""
        return bool(self._rewindable(seat, settled))

    def may_undo(self, seat: Seat, settled: bool = False, unasked: bool = False) -> Refusal | None:
        """None when the seat's last answer can be taken back, else why not."""
        if not self._last_decision(seat, settled, unasked):
            return Refusal("K undo", Text("kernel.cannot_undo"))
        return None

    def undo(self, seat: Seat, settled: bool = False, unasked: bool = False) -> None:
        """Take back the seat's last answer, unless dice, a secret or another seat's answer came after it. A seat that
        has small things `settled` for it, or is `unasked` where there is but one thing to say (`settle_forced`), takes
        back its last real decision, with the answers given for it since.
        """
        self._take_back(self._last_decision(seat, settled, unasked))

    def reset(self, seat: Seat) -> None:
        """Take back all answers that the seat could undo one by one: its run of answers up to now."""
        self._take_back(self._undoable(seat))

    def rewind(self, seat: Seat, settled: bool = False) -> None:
        """Take back the seat's last answer (or, as in `undo`, its last decision) with everything others have said
        since, once they agree. Never past a die or a secret: nobody can forget those.
        """
        self._take_back(self._rewindable(seat, settled))

    def _take_back(self, indexes: Sequence[int]) -> None:
        if not indexes:
            raise Refusal("K undo", Text("kernel.cannot_undo"))
        if self.listener is not None:
            for index in indexes:
                self.listener(Entry(self.record[index].seat, UNDO, None))
        known = [entry for index, entry in enumerate(self.record) if index not in indexes]
        self.record = []
        self._fresh_dice = False
        self._begin(self.rules.copy(self._initial), known)
        self._fresh_dice = True

    def fork(self, seat: Seat, rng: random.Random, listening: bool = False) -> Match[S]:
        """Make a match that `seat` cannot tell from this one, with dice of its own, free to be played on. It keeps its
        events if somebody is `listening`.
        """
        return self._redrawn(seat, rng, remember=False, listening=listening)

    def reimagined(self, seat: Seat, rng: random.Random) -> Match[S]:
        """Like `fork`, but with a record and events from the last checkpoint on: for tests of secrecy."""
        return self._redrawn(seat, rng, remember=True, listening=True)

    def imagined(self, eyes: Seat | None) -> S:
        """A state that these eyes cannot tell from the true one (a spectator knows no secret at all), so that nothing
        worked out from it gives anything away.
        """
        rng = random.Random(len(self.record))
        state = self.fork(0 if eyes is None else eyes, rng).state
        if eyes is None:
            for seat in range(1, self.rules.seats(state)):
                self.rules.determinize(state, seat, rng)
        return state

    def _redrawn(self, seat: Seat, rng: random.Random, remember: bool, listening: bool) -> Match[S]:
        if not self.remember:
            raise RuntimeError("a match that keeps no record cannot be forked")
        self._forking_until = len(self.record) + STRETCH
        self.table.forked = True
        state = self.rules.copy(self.last_checkpoint[1])
        self.rules.determinize(state, seat, rng)
        known = self.record[self._mark :]
        if self._dialogues:
            opened = self._opened - self._mark
            known = known[:opened] + [entry for entry in known[opened:] if entry.seat == seat]
        return Match(self.game, state, RandomDice(rng), remember=remember, listening=listening, known=known)

    def twin(self, dice: DiceSource) -> Match[S]:
        """The same match with nothing redrawn: for tests and for looking back, never for a bot."""
        return Match(self.game, self.beginning(), dice, listening=self._listening, known=self.record)

    @property
    def secret_since(self) -> int | None:
        """The length of the record when everybody was asked in secret; None when nobody is."""
        return self._opened if len(self._dialogues) > 1 else None

    def is_secret(self, seat: Seat) -> bool:
        """Whether what this seat answers now stays hidden from the others."""
        return bool(self._dialogues) or self.pending[seat].secret

    def beginning(self) -> S:
        """A copy of the state that the match began with."""
        return self.rules.copy(self._initial)

    @property
    def last_mark(self) -> int:
        """The length of the record at the last checkpoint."""
        return self._mark

    @property
    def last_checkpoint(self) -> tuple[int, S]:
        """The length of the record at the last checkpoint, and the state there, which nobody may change.

        Not every checkpoint is copied. If the last one was not, the match runs again from the one that was.
        """
        if self._stale:
            known, wanted = self.record[self._saved_at :], self._mark - self._saved_at
            start = self.rules.copy(self._saved)
            again = Match(self.game, start, self.dice, remember=False, listening=False, known=known, keep=wanted)
            self._note_saved(again._saved)
        return self._mark, self._saved

    def defect(self, error: BaseException) -> Defect:
        """Wrap an error of the rules in one sentence that says where in this match it came up."""
        if isinstance(error, Defect):
            return error
        last = next((index for index in range(len(self.record) - 1, -1, -1) if self.record[index].seat != DICE), None)
        if last is None:
            return Defect(0, "", error)
        return Defect(last + 1, as_said(self.record[last].seat, self.record[last].key), error)

    # The driver

    def _undoable(self, seat: Seat) -> list[int]:
        """The places in the record of the answers this seat may take back, the last one first: those of its open
        dialogue, or else its run at the end. While several choose in secret nobody goes back before that: whether
        one still could would tell whether another has answered.
        """
        if self._dialogues:
            own = [index for index in range(self._opened, len(self.record)) if self.record[index].seat == seat]
            if own or len(self._dialogues) > 1:
                own.reverse()
                return own
        first = len(self.record)
        while first > self._barrier and self.record[first - 1].seat == seat:
            first -= 1
        return list(range(len(self.record) - 1, first - 1, -1))

    def _last_decision(self, seat: Seat, settled: bool, unasked: bool) -> list[int]:
        """The place in the record of the answer this seat may take back next, and of those settled after it."""
        undoable = self._undoable(seat)
        for count, index in enumerate(undoable):
            asked_on = count > 0 or seat in self.pending
            entry = self.record[index]
            forced = unasked and asked_on and entry.sole
            if not forced and not (settled and entry.small):
                return undoable[: count + 1]
        return []

    def _rewindable(self, seat: Seat, settled: bool) -> Sequence[int]:
        """The places in the record of the seat's last answer and of everything after it, the last one first."""
        for index in range(len(self.record) - 1, self._barrier - 1, -1):
            if self.record[index].seat == seat and not (settled and self.record[index].small):
                return () if self._dialogues else range(len(self.record) - 1, index - 1, -1)
        return ()

    def _heed(self, seat: Seat, value: object, sole: bool) -> None:
        """Let an answer take effect. What nobody chose (a small or sole thing) is no word of the seat's."""
        if not self._listening:
            self._settle(self._say(seat, value))
            return
        chosen = not sole and not self.pending[seat].small
        self._settle(self._say(seat, value))
        if chosen:
            self.spoke[seat] = len(self.table.events)

    def _note(self, entry: Entry) -> None:
        """Put an answer on record."""
        asked = self.pending[entry.seat]
        entry.small = asked.small
        entry.secret = bool(self._dialogues) or asked.secret
        self.record.append(entry)

    def _send(self, value: Any) -> Any:
        """One step of the rules: their next request, or None when the match is over."""
        try:
            return self._main.send(value)
        except StopIteration:
            return None
        except Exception as error:
            raise self.defect(error) from error

    def _say(self, seat: Seat, value: Any) -> Any:
        """Hand an answer to the rules or the dialogue that asked; returns what the rules want next."""
        self.table.due += 1
        if self._dialogues:
            return self._say_in_dialogue(seat, value)
        if self.pending[seat].secret:
            self.table.owed = True
        return self._send(value)

    def _say_in_dialogue(self, seat: Seat, value: Any) -> Any:
        try:
            request = self._dialogues[seat].send(value)
        except StopIteration as done:
            self._heard[seat] = done.value
            del self.pending[seat]
            return WAITING if self.pending else self._close_dialogues()
        except Exception as error:
            raise self.defect(error) from error
        self.pending[seat] = self._own_ask(seat, request)
        return WAITING

    def _own_ask(self, seat: Seat, request: Any) -> Ask[Any]:
        if not isinstance(request, Ask) or request.seat != seat:
            raise RuntimeError(f"the dialogue of seat {seat} may ask only that seat, not request {request!r}")
        return request

    def _open_dialogues(self, asked: AskAll[Any]) -> Any:
        self._opened = len(self.record)
        self._heard = {}
        self.pending = {}
        for seat, dialogue in asked.dialogues.items():
            steps: Any = dialogue.__await__()
            try:
                request = steps.send(None)
            except StopIteration as done:
                self._heard[seat] = done.value
                continue
            except Exception as error:
                raise self.defect(error) from error
            self.pending[seat] = self._own_ask(seat, request)
            self._dialogues[seat] = steps
        return WAITING if self.pending else self._close_dialogues()

    def _close_dialogues(self) -> Any:
        """Everybody has finished: hand the rules what each dialogue returned. Nothing can be taken back after this."""
        if len(self._dialogues) > 1:
            self._barrier = len(self.record)
        self._dialogues = {}
        self.table.owed = True
        heard = self._heard
        self._heard = {}
        return self._send({seat: heard[seat] for seat in sorted(heard)})

    def _settle(self, request: Any) -> None:
        """Serve rolls and checkpoints until a seat must answer or the match is over."""
        table = self.table
        while True:
            if table.revealed:
                table.revealed = False
                self._barrier = len(self.record)
            if isinstance(request, Ask) and not table.owed:
                self.pending = {request.seat: request}
                return
            if isinstance(request, Checkpoint):
                self._mark = len(self.record)
                if self.remember:
                    table.forked = self._mark < self._forking_until
                if self._is_worth_saving():
                    self._note_saved(self.rules.copy(self.state))
                else:
                    self._stale = True
                table.due = 0
                table.owed = False
                request = self._send(None)
            elif request is WAITING:
                return
            elif request is None:
                self.pending = {}
                self._ended = True
                return
            elif table.owed:
                raise RuntimeError(f"a secret was told or revealed and no checkpoint came before {request!r}")
            elif isinstance(request, Roll):
                self.pending = {}  # should the dice or the listener fail, nobody is heard twice: load the journal
                request = self._send(self._roll(request))
            elif isinstance(request, AskAll):
                request = self._open_dialogues(request)
            else:
                raise RuntimeError(f"rules awaited {request!r}, which is no request")

    def _is_worth_saving(self) -> bool:
        """Whether to copy this checkpoint. Copies cost time and only forks need them: copy often where somebody forks,
        else now and then."""
        if not self.remember:
            return self._at == self._keep
        return self._mark < self._forking_until or self._mark >= self._saved_at + STRETCH

    def _note_saved(self, state: S) -> None:
        self._saved = state
        self._saved_at = self._mark
        self._stale = False

    def _roll(self, roll: Roll) -> list[int]:
        """Roll, or read the roll from the record. A record may end between an answer and its roll: then we roll now."""
        self.table.owed = roll.secret
        if self._at < len(self._ahead):
            entry = self._ahead[self._at]
            self._pass_over(roll, entry)
            self._at += 1
        else:
            entry = Entry(DICE, roll.purpose, self.dice.roll(roll))
            if self.listener is not None:
                self.listener(entry)
        if self.remember:
            self.record.append(entry)
            self._barrier = len(self.record)
        self.table.due += 1
        faces: list[int] = entry.value
        return faces

    def _pass_over(self, roll: Roll, entry: Entry) -> None:
        """Check a known roll against the rules, and against the source if the source can tell."""
        if entry.seat != DICE or entry.key != roll.purpose:
            raise ReplayError(self._at, f"the rules roll for {roll.purpose} here")
        if self._fresh_dice:
            try:
                check_faces(roll, entry.value)
                self.dice.repeat(roll, entry.value)
            except DiceError as error:
                raise ReplayError(self._at, str(error)) from None

    def _catch_up(self) -> None:
        """Feed in what is known, without listing options for known answers or rolling known dice again."""
        while self._at < len(self._ahead):
            entry = self._ahead[self._at]
            if entry.seat == DICE:
                raise ReplayError(self._at, f"no dice are rolled for {entry.key} here")
            if entry.seat not in self.pending:
                raise ReplayError(self._at, Refusal("K turn", Text("kernel.not_your_decision", {"seat": entry.seat})))
            if entry.value is UNREAD:
                try:
                    ask = self.pending[entry.seat]
                    entry = Entry(entry.seat, entry.key, ask.space.accept(entry.key).value, is_sole(ask))
                except Refusal as refusal:
                    raise ReplayError(self._at, refusal) from None
            self._at += 1
            if self.remember:
                self._note(entry)
            self._heed(entry.seat, entry.value, entry.sole)
        self._ahead = ()
        self._at = 0


__all__ = ["GAP", "UNDO", "UNREAD", "Entry", "Heard", "Listener", "Match", "ReplayError"]
