"""A small desk for tests of Obsidian Protocol: positions in a line, answers in a row."""

from __future__ import annotations

from collections.abc import Coroutine
from typing import Any

from games.content import content_of
from muster.games.obsidian_protocol.cards.content import Action
from muster.games.obsidian_protocol.rules.attack.pools import Attack
from muster.games.obsidian_protocol.rules.attack.targets import effects_of
from muster.games.obsidian_protocol.rules.subjects import Commanding, Sending, Warring
from muster.games.obsidian_protocol.state.sheet import actions_of
from muster.games.obsidian_protocol.state.state import State
from muster.games.obsidian_protocol.state.unit import Unit
from muster.kernel.dice import ScriptedDice
from muster.kernel.match import Match
from muster.kernel.refusal import Refusal
from muster.library import load_game

GAME: Any = load_game("obsidian_protocol")
CONTENT: Any = content_of(GAME)
BATTLEFIELDS: Any = GAME.setup.prepare({}).new().battlefields
MIRE, LEGS = "rt_06_mire_battle_core", "rl_06_standard_chassis"
UNDRAWN = (Commanding, Sending, Warring)
"""Subjects of questions that no client draws: only odds are worked out from them."""


def mech(seat: str, at: str, *arms: str, torso: str = MIRE, legs: str = LEGS, **more: Any) -> dict[str, Any]:
    """A mech with these arms and backpack, one link left (so that nobody focuses), looking at the other side."""
    looks = {"link": 1, "stance": "offensive", "facing": "n" if seat == "A" else "s"}
    return {"seat": seat, "at": at, "parts": [torso, legs, *arms], **looks, **more}


def drone(seat: str, at: str, card: str, **more: Any) -> dict[str, Any]:
    return {"seat": seat, "at": at, "card": card, **more}


def wall(at: str, width: int = 3, depth: int = 3, height: int = 3, soft: bool = False) -> dict[str, Any]:
    return {"at": at, "size": [width, depth], "height": height, "destructible": soft}


def position(*units: dict[str, Any], **more: Any) -> State:
    state: State = GAME.testing.position({"unit": list(units), **more})
    return state


def start(*units: dict[str, Any], dice: tuple[int, ...] = (), **more: Any) -> Match[State]:
    return Match(GAME, position(*units, **more), ScriptedDice(dice))


def say(match: Match[State], *keys: str) -> None:
    """One answer after the other; small questions that none of them is meant for get the usual answer."""
    for key in keys:
        while settled_for(match, key):
            pass
        assert len(match.pending) == 1, match.pending
        seat = min(match.pending)
        try:
            match.answer(seat, key)
        except Refusal as refusal:
            raise AssertionError(f"{key}: {refusal}; offered {offered(match)}") from None


def settled_for(match: Match[State], key: str) -> bool:
    """Whether a small question had to be answered before this key could be."""
    for seat, ask in match.pending.items():
        if ask.small and key not in [option.key for option in ask.space.options()]:
            match.answer(seat, ask.space.options()[0].key)
            return True
    return False


def offered(match: Match[State]) -> list[str]:
    return [option.key for ask in match.pending.values() for option in ask.space.options()]


def refused(match: Match[State], key: str) -> str:
    """The clause by which an answer is refused."""
    try:
        match.answer(min(match.pending), key)
    except Refusal as refusal:
        return refusal.clause
    raise AssertionError(f"{key} was accepted")


def previewed(match: Match[State], seat: int = 0, about: str = "") -> Any:
    """What a client draws of the question before a seat; None if there is nothing to draw."""
    subject = match.pending[seat].subject
    if subject is None or isinstance(subject, UNDRAWN):
        return None
    words = GAME.catalogue.words("en")
    return GAME.showing.preview(match.imagined(seat), seat, subject, about, words)


def told(match: Match[State], key: str) -> list[dict[str, Any]]:
    return [dict(event.params) for event in match.table.events if event.key == key]


def cited(match: Match[State], clause: str) -> bool:
    return any(event.clause == clause for event in match.table.events)


def action_of(state: State, unit: Unit, name: str) -> tuple[int, Action]:
    return next((slot, action) for slot, action in actions_of(state, unit) if action.id == name)


def attack(state: State, one: int, other: int, name: str, **more: Any) -> Attack:
    """An attack of one unit on another with the action of this name."""
    unit, target = state.units[one], state.units[other]
    slot, action = action_of(state, unit, name)
    support = more.pop("support", -1)
    effects = effects_of(state, unit, action, support, more.pop("charged", False))
    found = Attack(unit, target, action, slot, effects, support, **more)
    found.part = 1 if target.parts else 0
    return found


def steps(rule: Coroutine[Any, Any, Any], *answers: Any) -> list[Any]:
    """What a single rule asks or rolls for, one after the other, given these answers; at last what it returns."""
    found: list[Any] = []
    try:
        request = rule.send(None)
        for answer in answers:
            found.append(request)
            request = rule.send(answer)
        found.append(request)
        rule.close()
    except StopIteration as stopped:
        found.append(stopped.value)
    return found


def keys_of(ask: Any) -> list[str]:
    """What a question offers."""
    return [option.key for option in ask.space.options()]
