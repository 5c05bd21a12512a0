"""Outcomes of an attack: a shot, a fight, a grenade followed to the end of the action, and who is hurt by it."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, Final

from muster.games.deadzone.state.models import Model
from muster.games.deadzone.state.questions import is_prone
from muster.games.deadzone.state.state import State
from muster.kernel.requests import Ask, Event, Seat
from muster.kernel.spaces import Option
from muster.kernel.text import Text

ATTACKS: Final = ("shoot:", "blaze:", "fight:", "throw:", "lob:")
CARDS: Final = frozenset(("prompt.card_attack", "prompt.card_resist"))
"""Questions for a card on a test: the bot tries each of them, and none."""
HURT: Final = frozenset(("injured", "vehicle_damaged"))
PASSED_ON: Final = frozenset(("no-card", "decline", "keep", "fire", "stay", "nothing", "end"))
"""Answers that add nothing to the attack itself."""


def begins(ask: Ask[Any], option: Option[Any]) -> bool:
    return option.key.startswith(ATTACKS) or ask.prompt.key in CARDS


def habit(state: State, ask: Ask[Any], rng: random.Random) -> Option[Any]:
    """Play no card and take no further action; a model under attack fights back if that is the better test.
    Otherwise give the first answer.
    """
    options = ask.space.options()
    if ask.prompt.key == "prompt.fight_response":
        target = _model(state, str(ask.prompt.params["tag"]))
        back = target is not None and target.card.fight <= target.card.survive and not is_prone(target)
        return options[0 if back else -1]
    if ask.prompt.key == "prompt.redo":
        return options[0] if ask.prompt.params["scored"] == 0 else options[-1]
    return next((option for option in options if option.key in PASSED_ON), options[0])


def outcome(state: State, events: Sequence[Event], option: Option[Any], seat: Seat) -> Text:
    """The worst that happened to the target; if nothing did, what the attack cost the attacker."""
    aim = "" if option.text is None else str(option.text.params.get("tag", ""))
    killed = [tag for tag in _tags(events, {"killed", "gun_destroyed"}) if tag == aim or _is_enemy(state, tag, seat)]
    if killed:
        return (
            Text("prospect.killed", {"tag": aim}) if aim in killed else Text("prospect.kills", {"count": len(killed)})
        )
    hurt = _tags(events, HURT)
    if any(tag == aim or _is_enemy(state, tag, seat) for tag in hurt):
        return Text("prospect.injured", {"tag": aim}) if aim in hurt else Text("prospect.injures")
    if hurt or _tags(events, {"killed"}):
        return Text("prospect.own_loss")
    driven = [model for tag in _tags(events, {"aggression_changed"}) if (model := _model(state, tag)) is not None]
    if any(model.owner != seat and is_prone(model) for model in driven):
        return Text("prospect.driven_down")
    if any(model.owner == seat and is_prone(model) for model in driven):
        return Text("prospect.own_down")
    return Text("prospect.nothing")


def _tags(events: Sequence[Event], keys: set[str] | frozenset[str]) -> list[str]:
    return [str(event.params["tag"]) for event in events if event.key in keys]


def _model(state: State, tag: str) -> Model | None:
    return next((model for model in state.models if model.tag == tag), None)


def _is_enemy(state: State, tag: str, seat: Seat) -> bool:
    model = _model(state, tag)
    return model is not None and model.owner != seat
