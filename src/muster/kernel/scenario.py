"""Scenarios: a position as text, some answers, and what must be true afterwards.

Worked examples, rulings, bug reports and puzzles are all scenarios. One is a TOML file: the game, the clauses it
shows, a position (only what differs from an empty table) or the beginning of a match, forced dice, and steps. Every
failed expectation becomes a readable line.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Generic, TypeVar

import msgspec

from muster.kernel.defects import Defect, what_broke
from muster.kernel.dice import DiceError, ScriptedDice
from muster.kernel.errors import GameError
from muster.kernel.game import Game, testing_of
from muster.kernel.journal import LETTERS, read_entry, read_seat
from muster.kernel.match import Entry, Match
from muster.kernel.packs import decode
from muster.kernel.refusal import Refusal
from muster.kernel.requests import DICE, Ask, Event, Seat
from muster.kernel.sessions import begun
from muster.kernel.toml import read_toml

S = TypeVar("S")


class Step(msgspec.Struct, forbid_unknown_fields=True):
    """One step: an answer of `seat` (or one that must be refused), if any, then what must be true.

    `asked` is the seat whose question and view are checked; leave it out when only one seat is asked.
    """

    seat: str = ""
    answer: str = ""
    refuse: str = ""
    clause: str = ""
    asked: str = ""
    prompt: str = ""
    offered: list[str] = []
    not_offered: list[str] = []
    only: list[str] | None = None
    state: dict[str, Any] = {}
    view: dict[str, Any] = {}
    events: list[str | dict[str, Any]] = []
    no_events: list[str] = []
    over: bool | None = None
    winners: list[str] | None = None


class Beginning(msgspec.Struct, forbid_unknown_fields=True):
    """A match up to some moment: the options it was set up with, and what was said since, as a journal says it
    (`A pilot:maverick`, `dice arena 3 12 7`). Any moment of any match can be written like this.
    """

    options: dict[str, Any] = {}
    entries: list[str] = []


class Scenario(msgspec.Struct, forbid_unknown_fields=True):
    """A scenario as written. It begins `from` a match, or else with a position."""

    game: str
    title: str
    clauses: list[str]
    packs: list[str] = []
    """Packs that come with the game and are laid over its cards."""
    position: dict[str, Any] = {}
    beginning: Beginning | None = msgspec.field(default=None, name="from")
    puzzle: dict[str, Any] = {}
    """The coach's knowledge of it, if it is a puzzle; `coach.puzzles` reads it."""
    dice: list[int] = []
    note: str = ""
    step: list[Step] = []


def read_scenario(text: str, file: str) -> Scenario:
    try:
        found = read_toml(text)
    except (ValueError, RecursionError) as error:
        raise GameError(f"{file}: not valid TOML: {error}") from None
    return decode(found, Scenario, file)


def look_up(data: Any, path: str) -> Any:
    """Follow a dotted path into plain data: `players.1.health`."""
    for name in path.split("."):
        if isinstance(data, Mapping) and name in data:
            data = data[name]
        elif isinstance(data, Sequence) and not isinstance(data, str) and name.isdigit() and int(name) < len(data):
            data = data[int(name)]
        else:
            raise GameError(f"there is no {path!r} (nothing is called {name!r} there)")
    return data


def flat(event: Event) -> dict[str, Any]:
    """An event with its parts as scenarios name them: parameters by their names, data as `data.name`."""
    plain = event.plain()
    data = {f"data.{name}": value for name, value in plain.pop("data", {}).items()}
    return {**plain.pop("params"), **plain, **data}


def speaks_of(step: Step, ask: Ask[Any]) -> bool:
    """Whether the checks a step makes on options can be about this question."""
    named = [*step.offered, *(step.only or ())]
    return bool(named) and {option.key for option in ask.space.options()}.issuperset(named)


def answers(step: Step, ask: Ask[Any]) -> bool:
    """Whether a step answers this question, or tries to."""
    keys = [option.key for option in ask.space.options()]
    return step.seat in ("", LETTERS[ask.seat]) and (step.answer or step.refuse) in keys


def said_in(beginning: Beginning) -> list[Entry]:
    """The entries of a match that a scenario begins from."""
    return [read_entry(said, len(LETTERS), f"from: entry {number}") for number, said in enumerate(beginning.entries, 1)]


class Run(Generic[S]):
    """One scenario being played. `problems` is empty when everything it says is true."""

    def __init__(self, game: Game[S], scenario: Scenario) -> None:
        self.game = game
        self.testing = testing_of(game)
        self.scenario = scenario
        self.problems: list[str] = []
        self.match: Match[S]
        self._where = "scenario"
        self._after = ""  # the answer that is being carried out
        self._told = 0

    def play(self) -> list[str]:
        for clause in self.scenario.clauses:
            if clause not in self.game.clauses:
                self._complain(f"the register has no clause {clause!r}")
        try:
            self.match, dice = self._begin()
            for number, step in enumerate(self.scenario.step, 1):
                self._where = f"step {number}"
                answer = step.answer or step.refuse
                self._after = f" after the answer {answer!r}" if answer else ""
                self._act(step)
                self._settle(step, self.scenario.step[number:])
                self._check(step)
            if dice.left:
                self._complain(f"{dice.left} dice of the script were not used")
        except (GameError, DiceError) as error:
            self._complain(str(error))
        except Exception as error:
            cause = error.__cause__ if isinstance(error, Defect) and error.__cause__ else error
            raise GameError(f"{self._where}: the rules broke{self._after}: {what_broke(cause)}") from error
        return self.problems

    def reach(self, steps: int, file: str) -> Match[S]:
        """Take the first steps, whatever they expect."""
        try:
            self.start()
            for number in range(steps):
                self.take(number)
        except (GameError, DiceError) as error:
            raise GameError(f"{file}: {self._where}: {error}") from None
        return self.match

    def start(self) -> Match[S]:
        """The match before the first step."""
        self.match, _ = self._begin()
        return self.match

    def take(self, number: int) -> Sequence[Event]:
        """Take one step, whatever it expects, as the next; returns what is told then."""
        step = self.scenario.step[number]
        self._where = f"step {number + 1}"
        told = len(self.match.table.events)
        if step.answer:
            self._act(step)
        self._settle(step, self.scenario.step[number + 1 :])
        return self.match.table.events[told:]

    def seat_of(self, number: int) -> Seat:
        """The seat that a step is about."""
        return self._seat(self.scenario.step[number].seat)

    def _begin(self) -> tuple[Match[S], ScriptedDice]:
        """The match in which the steps are taken, and its dice."""
        beginning = self.scenario.beginning
        if beginning is None:
            dice = ScriptedDice(self.scenario.dice)
            return Match(self.game, self.testing.position(self.scenario.position), dice), dice
        if self.scenario.position:
            raise GameError("give a position, or the match that it begins from: not both")
        known = said_in(beginning)
        passed = [face for entry in known if entry.seat == DICE for face in entry.value]
        dice = ScriptedDice([*passed, *self.scenario.dice])
        match = begun(self.game, beginning.options, known, dice, file="from")
        self._told = len(match.table.events)
        return match, dice

    def _complain(self, problem: str) -> None:
        self.problems.append(f"{self._where}: {problem}")

    def _seat(self, letter: str) -> Seat:
        if letter:
            return read_seat(letter, len(LETTERS), self._where)
        if len(self.match.pending) == 1:
            return min(self.match.pending)
        raise GameError(
            "say which seat: " + (", ".join(LETTERS[s] for s in self.match.pending) or "nobody") + " is asked"
        )

    def _say(self, refusal: Refusal) -> str:
        return f"{self.game.catalogue.words('en').say(refusal.reason)} [{refusal.clause}]"

    def _act(self, step: Step) -> None:
        if step.answer:
            self._told = len(self.match.table.events)
            try:
                self.match.answer(self._seat(step.seat), step.answer)
            except Refusal as refusal:
                raise GameError(f"{step.answer!r} was refused: {self._say(refusal)}") from None
        elif step.refuse:
            self._refuse(step)

    def _settle(self, step: Step, later: Sequence[Step]) -> None:
        """Give the usual answer to small questions that neither this step nor the next answer is about."""
        following = next((one for one in later if one.answer or one.refuse), None)
        while small := [ask for ask in self.match.pending.values() if ask.small]:
            ask = small[0]
            if step.prompt == ask.prompt.key or speaks_of(step, ask) or (following and answers(following, ask)):
                return
            self.match.play(ask.seat, ask.space.options()[0])

    def _refuse(self, step: Step) -> None:
        before = self.testing.dump(self.match.state)
        try:
            self.match.answer(self._seat(step.seat), step.refuse)
        except Refusal as refusal:
            if step.clause and refusal.clause != step.clause:
                self._complain(f"{step.refuse!r} was refused by {self._say(refusal)}, expected {step.clause}")
            if self.testing.dump(self.match.state) != before:
                self._complain(f"refusing {step.refuse!r} changed the state")
        else:
            raise GameError(f"{step.refuse!r} was accepted, expected a refusal by {step.clause or 'some clause'}")

    def _check(self, step: Step) -> None:
        if step.prompt or step.offered or step.not_offered or step.only is not None:
            self._check_question(step)
        self._check_data(step.state, self.testing.dump(self.match.state))
        if step.view:
            seen = msgspec.to_builtins(self.match.view(self._seat(step.asked)))
            self._check_data(step.view, seen)
        self._check_events(step)
        if step.over is not None and self.match.over != step.over:
            self._complain(f"the match is {'over' if self.match.over else 'not over'}")
        if step.winners is not None:
            result = self.match.result
            found = [LETTERS[seat] for seat in result.winners] if result else []
            if found != step.winners:
                self._complain(f"winners: expected {step.winners}, found {found}")

    def _check_question(self, step: Step) -> None:
        ask = self.match.pending.get(self._seat(step.asked)) if self.match.pending else None
        if ask is None:
            self._complain(f"{step.asked or 'nobody'} is asked nothing")
            return
        if step.prompt and ask.prompt.key != step.prompt:
            self._complain(f"prompt: expected {step.prompt!r}, found {ask.prompt.key!r}")
        keys = [option.key for option in ask.space.options()]
        for key in step.offered:
            if key not in keys:
                self._complain(f"{key!r} is not offered; offered: {', '.join(keys)}")
        for key in step.not_offered:
            if key in keys:
                self._complain(f"{key!r} is offered")
        if step.only is not None and sorted(keys) != sorted(step.only):
            self._complain(f"offered: expected {sorted(step.only)}, found {sorted(keys)}")

    def _check_data(self, expected: Mapping[str, Any], data: Any) -> None:
        for path, value in expected.items():
            found = look_up(data, path)
            if isinstance(found, tuple):  # TOML has lists only
                found = list(found)
            if found != value:
                self._complain(f"{path}: expected {value!r}, found {found!r}")

    def _check_events(self, step: Step) -> None:
        told = [flat(event) for event in self.match.table.events[self._told :]]
        start = 0
        for wanted in step.events:
            want = {"key": wanted} if isinstance(wanted, str) else wanted
            for index in range(start, len(told)):
                if all(told[index].get(name) == value for name, value in want.items()):
                    start = index + 1
                    break
            else:
                self._complain(f"no event {want}; told: {', '.join(str(e['key']) for e in told) or 'nothing'}")
        for key in step.no_events:
            if any(event["key"] == key for event in told):
                self._complain(f"the event {key!r} was told")


def run_scenario(game: Game[S], scenario: Scenario) -> list[str]:
    """Play a scenario; returns a line for each thing that does not hold."""
    return Run(game, scenario).play()


def reached(game: Game[S], scenario: Scenario, steps: int, file: str) -> Match[S]:
    """The match of a scenario after its first steps, without checking anything; raises `GameError`."""
    return Run(game, scenario).reach(steps, file)
