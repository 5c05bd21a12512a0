"""Reasons: why a command, an action or a card is not among the answers. Nobody works them out before somebody asks."""

from __future__ import annotations

from collections.abc import Sequence

from muster.games.obsidian_protocol.cards.kinds import SLOTS, Kind
from muster.games.obsidian_protocol.rules.actions.available import action_name, common_of, every_action
from muster.games.obsidian_protocol.rules.naming import named, unit_key
from muster.games.obsidian_protocol.state.geometry import allies_of
from muster.games.obsidian_protocol.state.sheet import part_of, works
from muster.games.obsidian_protocol.state.state import State
from muster.games.obsidian_protocol.state.unit import NONE, Unit
from muster.kernel.spaces import Blocked
from muster.kernel.text import Text


def without_command(state: State, seat: int, drones: Sequence[Unit], mechs: Sequence[Unit]) -> list[Blocked]:
    """The drones that cannot be commanded now: they had their command, no mech has one left, or they could do nothing
    with it.

    [OP 3.2.2.one_each] [OP 3.2.2.issue] [OP 3.2.2.act]
    """
    missing = []
    for drone in allies_of(state, seat):
        if drone.kind == Kind.DRONE and drone not in drones:
            if drone.command:
                clause, reason = "OP 3.2.2.one_each", "refuse.commanded"
            elif not mechs:
                clause, reason = "OP 3.2.2.issue", "refuse.no_command"
            else:
                clause, reason = "OP 3.2.2.act", "refuse.no_order"
            missing.append(Blocked(f"command:{unit_key(drone)}", clause, Text(reason, named(state, drone))))
    return missing


def shut_down(state: State, unit: Unit) -> list[Blocked]:
    """Everything a mech that is shut down cannot do.  [OP 3.4.2.shutdown]"""
    reason = Text("refuse.shut_down", named(state, unit))
    keys = ["maneuver", *(f"act:{action_name(slot, action)}" for slot, action in every_action(state, unit))]
    return [Blocked(key, "OP 3.4.2.shutdown", reason) for key in keys]


def of_lost_parts(state: State, unit: Unit) -> list[Blocked]:
    """The actions of parts that are destroyed.  [OP 4.4.3.part]"""
    reason = Text("refuse.part_lost", named(state, unit))
    missing = []
    for slot in SLOTS:
        if unit.parts[slot] != NONE and not works(unit, slot):
            found = [*((slot, action) for _, action in part_of(state, unit, slot).performed), *common_of(1 << slot)]
            missing += [Blocked(f"act:{action_name(slot, action)}", "OP 4.4.3.part", reason) for _, action in found]
    return missing


def played_already(state: State, seat: int) -> list[Blocked]:
    """The tactics cards in hand, once a player has played one in this round.  [OP 5.4.2.once]"""
    if not state.played >> seat & 1:
        return []
    reason = Text("refuse.tactic_played")
    return [
        Blocked(f"tactic:{card.id}", "OP 5.4.2.once", reason)
        for card in state.content.tactics
        if state.hands[seat] >> card.number & 1
    ]
