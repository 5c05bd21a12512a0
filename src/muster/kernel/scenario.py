"""Scenarios: a position as text, what is answered, and what must then be true.

Worked examples, rulings, bug reports and puzzles are all scenarios. One is a TOML file: the game, the clauses it
shows, a position (only what differs from an empty table), forced dice, and steps. Every failed expectation becomes a
readable line.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from typing import Any, Generic, TypeVar

import msgspec

from muster.kernel.defects import Defect, what_broke
from muster.kernel.dice import DiceError, ScriptedDice
from muster.kernel.errors import GameError
from muster.kernel.game import Game, testing_of
from muster.kernel.journal import LETTERS, read_seat
from muster.kernel.match import Match
from muster.kernel.packs import decode
from muster.kernel.refusal import Refusal
from muster.kernel.requests import Ask, Event

S = TypeVar("S")


class Step(msgspec.Struct, forbid_unknown_fields=True):
    """One step: perhaps an answer of `seat` (or one that must be refused), then what must be true.

    `asked` is the seat whose question and view are then looked at; it need not be said when only one is asked.
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


class Scenario(msgspec.Struct, forbid_unknown_fields=True):
    """A scenario as written."""

    game: str
    title: str
    clauses: list[str]
    position: dict[str, Any] = {}
    dice: list[int] = []
    note: str = ""
    step: list[Step] = []


def read_scenario(text: str, file: str) -> Scenario:
    try:
        return decode(tomllib.loads(text), Scenario, file)
    except tomllib.TOMLDecodeError as error:
        raise GameError(f"{file}: not valid TOML: {error}") from None


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
    """An event as scenarios name its parts: its parameters by their names, its data as `data.name`."""
    plain = event.plain()
    data = {f"data.{name}": value for name, value in plain.pop("data", {}).items()}
    return {**plain.pop("params"), **plain, **data}


def speaks_of(step: Step, ask: Ask[Any]) -> bool:
    """Whether what a step says of the options can be meant of this question."""
    named = [*step.offered, *(step.only or ())]
    return bool(named) and {option.key for option in ask.space.options()}.issuperset(named)


def answers(step: Step, ask: Ask[Any]) -> bool:
    """Whether a step answers this question, or tries to."""
    keys = [option.key for option in ask.space.options()]
    return step.seat in ("", LETTERS[ask.seat]) and (step.answer or step.refuse) in keys


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
            dice = ScriptedDice(self.scenario.dice)
            self.match = Match(self.game, self.testing.position(self.scenario.position), dice)
            self._told = 0
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

    def _complain(self, problem: str) -> None:
        self.problems.append(f"{self._where}: {problem}")

    def _seat(self, letter: str) -> int:
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
        """Small questions that this step and the next answer do not speak of get their usual answer."""
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
    """Play a scenario; what does not hold, a line each."""
    return Run(game, scenario).play()
