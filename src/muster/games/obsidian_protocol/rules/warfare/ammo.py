"""Ammo (rulebook 4.13): where it is taken from, and how it comes back."""

from __future__ import annotations

from collections.abc import Iterator

from muster.games.obsidian_protocol.cards.content import Action, Part
from muster.games.obsidian_protocol.cards.kinds import SLOTS, Kind
from muster.games.obsidian_protocol.rules.asking import ask_midway
from muster.games.obsidian_protocol.rules.naming import named, tell, unit_key
from muster.games.obsidian_protocol.state.geometry import allies_of, are_adjacent, card_of
from muster.games.obsidian_protocol.state.sheet import ammo_left, loads, part_of, slot_name, use_ammo, works
from muster.games.obsidian_protocol.state.state import State
from muster.games.obsidian_protocol.state.unit import Unit
from muster.kernel.requests import Table
from muster.kernel.spaces import OneOf, Option
from muster.kernel.text import Text

Magazine = tuple[int, Action]
"""A slot, and the action of its part on which the ammo lies."""


def parts_at_hand(state: State, unit: Unit) -> Iterator[tuple[int, Part]]:
    """The working parts of a mech, and the loads it may use."""
    for slot in SLOTS:
        if works(unit, slot):
            yield slot, part_of(state, unit, slot)
    for load in loads(state, unit):
        yield load, part_of(state, unit, load)


def magazines(state: State, unit: Unit, slot: int, action: Action) -> list[Magazine]:
    """The stores that can pay for an action: its own card, or a pack that delivers the same projectile.

    [OP 4.13.empty] [OP card.ammo_delivery]
    """
    found = [(slot, action)] if ammo_left(state, unit, slot, action) > 0 else []
    if unit.kind != Kind.MECH:
        return found
    wanted = {effect.card for effect in action.launches}
    for other, part in parts_at_hand(state, unit):
        if any(effect.keyword == "deliver" and effect.card in wanted for a in part.actions for effect in a.effects):
            stores = [a for a in part.actions if a.ammo and ammo_left(state, unit, other, a) > 0]
            found += [(other, store) for store in stores]
    return found


async def take_ammo(table: Table, state: State, unit: Unit, slot: int, action: Action) -> None:
    """Spend one token of ammo; the player chooses among several stores.  [OP 4.13.consume]"""
    sources = magazines(state, unit, slot, action)
    number = 0
    if len(sources) > 1:

        def options() -> list[Option[int]]:
            return [
                Option(f"ammo:{slot_name(s)}", n, "OP card.ammo_delivery", Text("option.part", {"part": slot_name(s)}))
                for n, (s, _) in enumerate(sources)
            ]

        number = await ask_midway(table, unit.seat, Text("prompt.ammo"), OneOf(options))
    where, store = sources[number]
    use_ammo(state, unit, where, store)


# Resupply


class Store:
    """Ammo that can be replenished: the unit, slot and action it belongs to.  [OP 4.13.replenish]"""

    __slots__ = ("action", "slot", "unit")

    def __init__(self, unit: Unit, slot: int, action: Action) -> None:
        self.unit = unit
        self.slot = slot
        self.action = action


def spent_stores(state: State, unit: Unit, card: str) -> list[Store]:
    """The launchers of a projectile, on this mech and on adjacent allies, that have spent ammo.

    [OP 4.13.replenish] [OP card.resupply]
    """
    found = []
    for ally in allies_of(state, unit.seat):
        if ally is not unit and not are_adjacent(unit, ally):
            continue
        for slot, action in launchers(state, ally):
            launches = any(effect.card == card for effect in action.launches)
            if launches and ammo_left(state, ally, slot, action) < action.ammo:
                found.append(Store(ally, slot, action))
    return found


def launchers(state: State, unit: Unit) -> list[Magazine]:
    if unit.kind == Kind.MECH:
        return [(slot, a) for slot in SLOTS if works(unit, slot) for a in part_of(state, unit, slot).actions]
    return [(0, action) for action in card_of(state, unit).actions]


def supplied(action: Action) -> str:
    """The projectile that an action resupplies."""
    return next(effect.card for effect in action.effects if effect.keyword == "resupply")


async def resupply(table: Table, state: State, unit: Unit, action: Action) -> None:
    """Restore one token of ammo.  [OP 4.13.replenish] [OP card.resupply]"""
    stores = spent_stores(state, unit, supplied(action))

    def options() -> list[Option[int]]:
        return [
            Option(
                f"supply:{unit_key(store.unit)}/{slot_name(store.slot)}",
                number,
                "OP card.resupply",
                Text("option.supply", {**named(state, store.unit), "action": store.action.key}),
            )
            for number, store in enumerate(stores)
        ]

    store = (
        stores[0]
        if len(stores) == 1
        else stores[await ask_midway(table, unit.seat, Text("prompt.supply"), OneOf(options))]
    )
    use_ammo(state, store.unit, store.slot, store.action, -1)
    tell(table, state, "resupplied", "OP card.resupply", store.unit, action=store.action.key)
