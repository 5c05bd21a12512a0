"""Helpers for the tests of every game: set-ups, random play, and everything there is to see of a match.

A new game gets all of `test_every_game.py` for free; name it in `SETUPS` to have more than its default set-up tested.
"""

from __future__ import annotations

import itertools
import os
import random
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import wraps
from typing import Any

import msgspec
import pytest
from hypothesis import Phase, settings
from hypothesis import strategies as st

from muster.kernel.dice import SeededDice
from muster.kernel.game import Game
from muster.kernel.match import Listener, Match
from muster.kernel.requests import Ask, Event, Seat
from muster.kernel.spaces import Option
from muster.kernel.text import Param, Text
from muster.kernel.words import GAP, LANGUAGES, Words
from muster.library import game_names, load_game

Test = Callable[..., None]

SETUPS: dict[str, list[dict[str, Any]]] = {
    "tiny_epic_mechs": [
        {"players": players, "confirm_turns": confirm}
        for players, confirm in itertools.product((1, 2, 3, 4), (False, True))
    ],
    "tag_raid": [
        {"players": 2},
        {"players": 3, "table": "canyon", "beast": "ridgeback"},
    ],
    "deadzone": [
        {"teams": ("marauders_heavy", "plague_claws"), "battlefield": "refinery"},
        {"teams": ("enforcers_patrol", "forge_guard"), "battlefield": "yard"},
    ],
    "obsidian_protocol": [
        {"squads": ("rdl_600_line", "un_600_ghost"), "battlefield": "crossroads"},
        {"squads": ("gof_600_swarm", "un_600_line"), "task": "key_facility"},
        {"squads": ("rdl_1200_host", "gof_600_blade"), "environments": True},
        {"squads": ("rdl_600_line", "un_600_line"), "battlefield": "dense:7"},
    ],
}
"""Options under which a game is tested; others are tested as they come."""

STAYS_SECRET: dict[str, set[str]] = {
    "tiny_epic_mechs": {"prompt.lay_first_mine"},
    "obsidian_protocol": {"prompt.carry"},
}
"""Questions to all at once whose answers stay secret after everybody has answered; others may be shown then."""

DECISIONS = 5_000
"""No match of any game takes more."""

seeds = st.integers(0, 2**32 - 1)
MIDDLE = 40
lengths = st.integers(0, 300).map(lambda length: (length + MIDDLE) % 301)
"""Of random decisions. The first example that hypothesis makes is the smallest: that one is in the midst of a match."""

PROFILE = os.environ.get("HYPOTHESIS_PROFILE", "")
THOROUGH = PROFILE in ("thorough", "nightly")
SHORT = frozenset(("tiny_epic_mechs",))
"""Games whose matches are over soon."""
TRIED: Counter[str] = Counter()
"""How often a test was tried with a long game, until it fails."""
ALWAYS = -1_000_000


def examples(count: int) -> Callable[[Test], Test]:
    """So many examples, for two set-ups together, and of a long game one for each set-up; `make nightly` has more of
    all of them. A failing match is not shrunk: a smaller seed makes no simpler match.
    """

    def limited(test: Test) -> Test:
        @wraps(test)
        def tried(*args: Any, setup: Setup, **given: Any) -> None:
            name = os.environ.get("PYTEST_CURRENT_TEST", "")
            if setup.name not in SHORT and not THOROUGH:
                TRIED[name] += 1
                if TRIED[name] > 1:
                    return
            try:
                test(*args, setup=setup, **given)
            except BaseException:
                TRIED[name] = ALWAYS  # it is tried again, to be shown or to be sure
                raise

        share = count * settings.default.max_examples // (25 if THOROUGH else 50)
        return settings(max_examples=max(1, share), phases=[Phase.explicit, Phase.reuse, Phase.generate])(tried)

    return limited


@dataclass(frozen=True)
class Setup:
    """One game with one set of options."""

    name: str
    given: tuple[tuple[str, Any], ...]

    @property
    def game(self) -> Game[Any]:
        return load_game(self.name)

    @property
    def options(self) -> Any:
        return self.game.setup.prepare(dict(self.given))

    def match(self, seed: int, listener: Listener | None = None, game: Game[Any] | None = None) -> Match[Any]:
        """A new match; another `game` may stand in for this one."""
        return Match(game or self.game, self.options.new(), SeededDice(seed), listener=listener)

    def played(self, seed: int, length: int) -> Match[Any]:
        """A match after some random decisions, but not yet over."""
        match = self.match(seed)
        for _ in itertools.islice(decisions(match, random.Random(seed)), length + 1):
            pass
        if match.over:
            return self.played(seed, length // 2)
        return match

    def seats(self) -> range:
        return range(self.options.seats)

    def viewers(self) -> list[Seat | None]:
        """Everybody who looks at the table, a spectator too."""
        return [*self.seats(), None]

    def __str__(self) -> str:
        return "-".join([self.name, *(f"{name}={value}" for name, value in self.given)])


def unveiled(game: Game[Any]) -> Game[Any]:
    """A game in which nothing is redrawn: a fork is then a copy that starts from the last checkpoint."""
    return replace(game, rules=replace(game.rules, determinize=lambda state, seat, rng: None))


SETUP_LIST = [
    Setup(name, tuple(given.items()))
    for name in game_names()
    for given in SETUPS.get(name, [{}])[: None if THOROUGH or load_game(name).clauses.complete else 1]
]
every_setup = pytest.mark.parametrize("setup", SETUP_LIST, ids=str)
every_game = pytest.mark.parametrize("game", [load_game(name) for name in game_names()], ids=lambda game: game.name)


def decisions(match: Match[Any], rng: random.Random) -> Iterator[tuple[Seat, Option[Any]]]:
    """Random legal play to the end; each decision is handed out before it is played."""
    for _ in range(DECISIONS):
        if match.over:
            return
        seat = rng.choice(sorted(match.pending))
        option = rng.choice(match.pending[seat].space.options())
        yield seat, option
        match.answer(seat, option.key)
    raise AssertionError(f"the match is not over after {DECISIONS} decisions")


def play_out(match: Match[Any], rng: random.Random) -> None:
    for _ in decisions(match, rng):
        pass


Path = tuple[str | int, ...]


def follow(thing: Any, path: Path) -> Any:
    """What stands at a path of fields and places in a list."""
    for step in path:
        thing = thing[step] if isinstance(step, int) else getattr(thing, step)
    return thing


def parts(thing: Any, twin: Any, path: Path = ()) -> Iterator[Path]:
    """The paths to everything in a state that its copy has of its own; what both share cannot change."""
    yield path
    if isinstance(thing, list):
        for place, (part, other) in enumerate(zip(thing, twin, strict=True)):
            if part is not other or isinstance(part, bool | int | list | dict | set | bytearray):
                yield from parts(part, other, (*path, place))
    else:
        for name in fields(thing):
            part, other = getattr(thing, name), getattr(twin, name)
            if part is not other or isinstance(part, bool | int | list | dict | set | bytearray):
                yield from parts(part, other, (*path, name))


def fields(thing: Any) -> Sequence[str]:
    """The fields of an object of the state, if it is one (compiled or not)."""
    kind = type(thing)
    if kind.__module__ == "builtins" or isinstance(thing, int):
        return ()
    return getattr(kind, "__slots__", None) or getattr(kind, "__mypyc_attrs__", None) or list(vars(thing))


def seen(match: Match[Any], seat: Seat | None) -> bytes:
    """The view of a seat, byte for byte."""
    return msgspec.json.encode(match.view(seat))


def heard(match: Match[Any], seat: Seat | None) -> bytes:
    """What a seat was told, byte for byte."""
    return msgspec.json.encode([event.plain() for event in match.events(seat)])


def asked(match: Match[Any], seat: Seat) -> Any:
    """The question before a seat, with all that is offered and not offered."""
    ask = match.pending.get(seat)
    if ask is None:
        return None
    offered = [(option.key, option.value, option.clause, repr(option.text)) for option in ask.space.options()]
    blocked = [(thing.key, thing.clause, repr(thing.reason)) for thing in ask.space.blocked()]
    return repr(ask.prompt), offered, blocked


def said(match: Match[Any]) -> list[tuple[Seat, str]]:
    return [(entry.seat, entry.key) for entry in match.record]


def public(match: Match[Any], viewers: Sequence[Seat | None]) -> Any:
    """All that anybody at the table sees, hears and is asked."""
    return [(seen(match, seat), heard(match, seat), None if seat is None else asked(match, seat)) for seat in viewers]


def everything(game: Game[Any], match: Match[Any], setup: Setup) -> Any:
    """All there is to a match: equal for equal matches, whatever way they came about."""
    return game.testing.dump(match.state), public(match, setup.viewers()), match.result and match.result.scores


def untouched(game: Game[Any], match: Match[Any], setup: Setup) -> Any:
    """Everything, and that the very same questions are open: equal before and after what must not change a match."""
    return everything(game, match, setup), said(match), {seat: id(ask) for seat, ask in match.pending.items()}


def event_text(event: Event) -> Text:
    return Text(event.key, event.params)


def texts_of(ask: Ask[Any]) -> list[Text]:
    """Everything a question says."""
    texts = [ask.prompt]
    texts += [option.text for option in ask.space.options() if option.text is not None]
    texts += [blocked.reason for blocked in ask.space.blocked()]
    return texts


def clauses_of(ask: Ask[Any]) -> list[str]:
    """Everything a question cites."""
    return [option.clause for option in ask.space.options()] + [blocked.clause for blocked in ask.space.blocked()]


def wordless(game: Game[Any], text: Text) -> list[str]:
    """What keeps a text from being said in every language: missing templates, gaps, names."""
    problems = []
    for language in LANGUAGES:
        words, template = game.catalogue.words(language), game.catalogue.templates[language].get(text.key)
        if template is None:
            problems.append(f"{language}: no template for {text!r}")
            continue
        gaps = [(name, kind) for name, kind, *_ in GAP.findall(template)]
        missing = [name for name, _ in gaps if name not in text.params]
        problems += [f"{language}: {text!r} does not fill the gap {name}" for name in missing]
        for kind, value in [(kind, text.params[name]) for name, kind in gaps if kind and name not in missing]:
            problems += [f"{language}: no name for {kind}.{part}" for part in nameless(words, kind, value)]
        if not missing and not words.say(text).strip():
            problems.append(f"{language}: {text!r} is said as nothing")
    return problems


def nameless(words: Words, kind: str, value: Param) -> list[str]:
    """The parts of a value that have no name of this kind. Seats are named by who sits there."""
    parts = [] if kind == "seat" else str(value).split("+")
    return [part for part in parts if not words.knows(f"{kind}.{part}") and not is_written_there(kind, part)]


def is_written_there(kind: str, value: str) -> bool:
    """Whether this is a hexagon that bears its name on the board, and needs no other."""
    return kind == "hexagon" and re.fullmatch(r"[a-z][1-9]\d?", value) is not None
