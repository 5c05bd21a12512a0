"""The outcome of a blow: the combat is followed blow by blow, to see who loses it and how."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from muster.games.tiny_epic_mechs.cards.content import Blow
from muster.games.tiny_epic_mechs.state.state import State
from muster.kernel.requests import Ask, Event, Seat
from muster.kernel.spaces import Option
from muster.kernel.text import Text

BLOWS = ("prompt.attack", "prompt.answer")
RETREATED = "TEM combat.retreat_zone"
KNOCKED_OUT = "TEM ko.points"


def begins(ask: Ask[Any], option: Option[Any]) -> bool:
    return ask.prompt.key in BLOWS


def lost(event: Event) -> bool:
    """Whether somebody has lost the combat here."""
    return event.clause == RETREATED or (event.key == "knocked_out" and event.clause == KNOCKED_OUT)


def habit(state: State, ask: Ask[Any], rng: random.Random) -> Option[Any]:
    """Choose any blow, a harder one more often; to anything else give the first answer."""
    options = ask.space.options()
    if ask.prompt.key not in BLOWS:
        return options[0]
    return rng.choices(options, [1 + 2 * hardness(state, option.value) for option in options])[0]


def hardness(state: State, blow: Blow) -> int:
    weapon = state.content.weapons[blow.weapon]
    return (weapon.power if blow.power else weapon.attack).damage


def outcome(state: State, events: Sequence[Event], option: Option[Any], seat: Seat) -> Text:
    event = next(filter(lost, events), None)
    if event is None:
        return Text("prospect.undecided")
    loser = int(event.params["seat"])
    manner = "knocked_out" if event.key == "knocked_out" else "retreats"
    if loser == seat:
        return Text(f"prospect.own_{manner}")
    return Text(f"prospect.{manner}", {"seat": loser})
