"""Outcomes of an attack: part, dice, focus and all that follows, and how the target ends."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from muster.games.obsidian_protocol.state.state import State
from muster.kernel.requests import Ask, Event, Seat
from muster.kernel.spaces import Option
from muster.kernel.text import Text

CHOSEN = frozenset(("OP 4.5.target", "OP 4.6.target"))
"""The clauses under which a target is chosen for an attack."""
WORSE = (
    ("prospect.destroyed", frozenset(("destroyed", "integrity_loss", "removed"))),
    ("prospect.part_destroyed", frozenset(("part_destroyed",))),
    ("prospect.damaged", frozenset(("damaged", "group_thinned"))),
    ("prospect.affected", frozenset(("link_lost", "shut_down", "token_gained", "stance_forced", "forced"))),
)
"""The possible fates of a unit, the worst first."""


def begins(ask: Ask[Any], option: Option[Any]) -> bool:
    return ask.prompt.key == "prompt.target" and option.clause in CHOSEN


def outcome(state: State, events: Sequence[Event], option: Option[Any], seat: Seat) -> Text:
    """The worst that happened to the target; if nothing did, whether the attacker's own side was hurt."""
    target = option.key.partition(":")[2]
    for key, kinds in WORSE:
        if any(event.key in kinds and event.params.get("unit") == target for event in events):
            return Text(key)
    harm = WORSE[0][1] | WORSE[1][1] | WORSE[2][1]
    if any(event.key in harm and str(event.params["unit"]).startswith("ab"[seat]) for event in events):
        return Text("prospect.own_loss")
    return Text("prospect.nothing")
