"""Examples of a rules book: for a clause a scenario that shows it, and what happens in it, step by step.

A game's `examples.jsonl` has a scenario on each line, with the clauses it is the example of; `muster.lab.examples`
chooses them among the tests. An example is played by the rules whenever somebody opens it, so it says what they say.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import msgspec

from muster.kernel.errors import GameError
from muster.kernel.game import Game, Look, showing_of
from muster.kernel.refusal import Refusal
from muster.kernel.requests import Event, Seat
from muster.kernel.scenario import Run, Scenario
from muster.kernel.text import Text
from muster.library import folder_of, load_game, load_with_packs, shipped_packs

FILE = "examples.jsonl"
MOST_FRAMES = 12
"""Steps of an example that are shown; the scenarios are chosen so that nearly all have fewer."""


class Shipped(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A scenario that comes along, and the clauses that it is the example of. `es` is its title in Spanish."""

    shows: list[str]
    scenario: Scenario
    es: str = ""

    def title(self, language: str) -> str:
        return self.es if language == "es" else self.scenario.title


@dataclass(frozen=True, slots=True)
class Frame:
    """A moment of an example: what was just answered (nothing at the beginning), what followed, and the table then.

    With a `refusal` the rules said no to the key, and nothing has changed.
    """

    look: Look
    seat: Seat | None = None
    key: str = ""
    answer: Text | None = None
    refusal: Refusal | None = None
    told: tuple[Event, ...] = ()


@dataclass(frozen=True, slots=True)
class Example:
    """An example as it was played, seen with the eyes of one seat. `game` has the cards it is played with."""

    game: Game[Any]
    shipped: Shipped
    eyes: Seat | None
    frames: tuple[Frame, ...]


@lru_cache(maxsize=16)
def shipped_examples(game: str) -> Mapping[str, Shipped]:
    """The examples of a game by the clauses they show; raises `GameError`."""
    file = folder_of(game) / FILE
    if not file.is_file():
        return {}
    found: dict[str, Shipped] = {}
    for number, line in enumerate(file.read_text("utf-8").splitlines(), 1):
        try:
            shipped = msgspec.json.decode(line, type=Shipped)
        except msgspec.DecodeError as error:
            raise GameError(f"{game}/{FILE}, line {number}: {error}") from None
        for clause in shipped.shows:
            found[clause] = shipped
    return found


def example_of(game: str, clause: str) -> Example | None:
    """The example of a clause, played; None if it has none. Raises `GameError` if it cannot be played."""
    shipped = shipped_examples(game).get(clause)
    return None if shipped is None else played(game, shipped)


def played(game: str, shipped: Shipped) -> Example:
    """Play a scenario and stop after each answer."""
    scenario = shipped.scenario
    packs = tuple(shipped_packs(game)[name] for name in scenario.packs)
    rules: Game[Any] = load_with_packs(game, packs) if packs else load_game(game)
    run = Run(rules, scenario)
    run.start()
    eyes = _eyes(run)
    frames = _beginning(run, eyes)
    for number, step in enumerate(scenario.step):
        if len(frames) < MOST_FRAMES and (step.answer or step.refuse):
            frames.append(_answered(run, number, eyes))
        else:
            run.take(number)
    return Example(rules, shipped, eyes, tuple(frames))


def _beginning(run: Run[Any], eyes: Seat | None) -> list[Frame]:
    """The position, and what the rules make of it before anybody is asked."""
    match, scenario = run.match, run.scenario
    now = match.look(eyes)
    if scenario.beginning is not None or not match.table.events:
        return [Frame(now)]
    before = showing_of(run.game).look(run.testing.position(scenario.position), eyes)
    return [Frame(before), Frame(now, told=tuple(match.events(eyes)))]


def _eyes(run: Run[Any]) -> Seat | None:
    """Whose eyes see the example: those of the seat that answers first, or else of one that is asked."""
    for number, step in enumerate(run.scenario.step):
        if step.seat and (step.answer or step.refuse):
            return run.seat_of(number)
    return min(run.match.pending, default=None)


def _answered(run: Run[Any], number: int, eyes: Seat | None) -> Frame:
    """Take a step with an answer; one that must be refused leaves everything as it was."""
    step, seat = run.scenario.step[number], run.seat_of(number)
    key = step.answer or step.refuse
    try:
        text = run.match.ask(seat).space.accept(key).text
    except Refusal as refusal:
        run.take(number)
        return Frame(run.match.look(eyes), seat, key, refusal=refusal)
    told = tuple(event for event in run.take(number) if event.audience in (None, eyes))
    return Frame(run.match.look(eyes), seat, key, text, told=told)
