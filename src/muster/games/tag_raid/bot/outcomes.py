"""The outcome of an attack: the order is followed through all reactions, to see who is wounded."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from muster.games.tag_raid.state.state import State
from muster.kernel.requests import Ask, Event, Seat
from muster.kernel.spaces import Option
from muster.kernel.text import Text

ATTACKS = ("shoot:", "strike:", "use:")


def begins(ask: Ask[Any], option: Option[Any]) -> bool:
    return option.key.startswith(ATTACKS)


def habit(state: State, ask: Ask[Any], rng: random.Random) -> Option[Any]:
    """Attack if possible; otherwise take the first option."""
    options = ask.space.options()
    return next((option for option in options if option.key.startswith(ATTACKS)), options[0])


def outcome(state: State, events: Sequence[Event], option: Option[Any], seat: Seat) -> Text:
    """Name the worst that happened to the others; if nobody else is hurt, the cost to the asker."""
    wounds = [(int(event.params["seat"]), int(event.params["wounds"])) for event in events if event.key == "wounded"]
    others = {victim: left for victim, left in wounds if victim != seat}
    dead = [victim for victim, left in others.items() if left <= 0]
    if dead:
        return Text("prospect.killed", {"seat": dead[0]})
    hurt = any(victim == seat for victim, _ in wounds)
    if others:
        return Text("prospect.both" if hurt else "prospect.wounded", {"seat": next(iter(others))})
    if any(event.key == "beast_wounded" and event.params["seat"] == seat for event in events):
        return Text("prospect.beast_hurts_back" if hurt else "prospect.beast")
    return Text("prospect.own_loss" if hurt else "prospect.nothing")
