"""A bot in its chair: wherever it looks, it never finds the match, its state or anything in it that changes. Only forks
lead further, and they are redrawn.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from functools import partial
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType
from typing import Any

import pytest

from games.every_game import Setup, every_setup
from muster.bots import chair_at
from muster.kernel.match import Match

PLAIN = (str, bytes, int, float, bool, type(None), type, ModuleType, FunctionType, BuiltinFunctionType, random.Random)
"""Where the walk ends. What a function remembers is its own: no attribute leads there."""


def attributes(thing: object) -> Iterator[Any]:
    """Everything that can be taken hold of, whatever its name begins with."""
    if isinstance(thing, Mapping):
        yield from thing.keys()
        yield from thing.values()
    elif isinstance(thing, list | tuple | set | frozenset):
        yield from thing
    elif isinstance(thing, MethodType):
        yield thing.__self__
    elif isinstance(thing, partial):
        yield from (thing.func, thing.args, thing.keywords)
    names = {name for kind in type(thing).__mro__ for name in getattr(kind, "__slots__", ())}
    names |= set(getattr(thing, "__struct_fields__", ())) | set(getattr(thing, "__dict__", ()))
    for name in names:
        yield getattr(thing, name, None)


def reachable(start: object) -> dict[int, Any]:
    """Every thing to which attributes lead, by its identity."""
    found: dict[int, Any] = {}
    waiting = [start]
    while waiting:
        thing = waiting.pop()
        if isinstance(thing, PLAIN) or id(thing) in found:
            continue
        found[id(thing)] = thing
        waiting.extend(attributes(thing))
    return found


def secrets(match: Match[Any]) -> dict[int, Any]:
    """The parts of the state that change: what a copy does not share."""
    shared = reachable(match.rules.copy(match.state))
    return {key: thing for key, thing in reachable(match.state).items() if key not in shared}


@every_setup
@pytest.mark.parametrize("length", [0, 25, 120])
def test_no_attribute_of_a_chair_leads_to_the_state(setup: Setup, length: int) -> None:
    match = setup.played(seed=length, length=length)
    for seat in match.pending:
        chair = chair_at(match, seat)
        assert chair.options
        seen = reachable(chair)
        assert id(match) not in seen
        assert id(match.state) not in seen
        assert [type(thing) for key, thing in secrets(match).items() if key in seen] == []


@every_setup
def test_a_chair_holds_what_it_says_and_no_more(setup: Setup) -> None:
    match = setup.played(seed=1, length=30)
    seat = min(match.pending)
    chair = chair_at(match, seat)
    own = {"_list", "accept", "fork", "heard", "look", "picture"}
    given = {"game", "patience", "prompt", "seat", "seats", "small", "subject"}
    assert set(chair.__slots__) == own | given
    assert not hasattr(chair, "__dict__")
    assert chair.look() == match.view(seat)
    assert chair.heard() == match.heard(seat)
    fork = chair.fork(random.Random(1))
    assert fork.state is not match.state
    assert fork.view(seat) == match.view(seat)
