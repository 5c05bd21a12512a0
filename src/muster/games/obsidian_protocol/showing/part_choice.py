"""Choosing the part that is hit (rulebook 4.4.1): the chance to penetrate, for each answer."""

from __future__ import annotations

import msgspec

from muster.games.obsidian_protocol.cards.kinds import SLOT_NAMES, Kind
from muster.games.obsidian_protocol.rules.attack.pools import Attack
from muster.games.obsidian_protocol.rules.attack.rolls import standing_parts
from muster.games.obsidian_protocol.rules.naming import unit_key
from muster.games.obsidian_protocol.showing import chances
from muster.games.obsidian_protocol.state.sheet import armor_value, part_of
from muster.games.obsidian_protocol.state.state import State


class PartChance(msgspec.Struct, frozen=True):
    """A part: the white dice it has, and the exact chance that the attack penetrates it, without focus."""

    white: int
    chance: float


class PartsView(msgspec.Struct, frozen=True, tag="parts", tag_field="kind"):
    """The choice of a part, by the attacker or the defender. `parries` are the chances if a part parries; `open` is the
    chance if nobody puts a part in the way and the black die decides.
    """

    unit: str
    target: str
    action: str
    parts: dict[str, PartChance]
    parries: dict[str, PartChance]
    open: float


def choosing_part(state: State, attack: Attack) -> PartsView:
    """The preview of choosing a part, for each part that can be hit.  [OP 4.4.1.part] [OP 4.6.2.parry]"""
    target = attack.target
    found = chances.by_part(state, attack) if target.kind == Kind.MECH else {}
    parts = {
        name: PartChance(armor_value(state, target, SLOT_NAMES.index(name)), share) for name, share in found.items()
    }
    parries = {}
    before = attack.parry
    for slot in standing_parts(target) if attack.melee else ():
        attack.parry = part_of(state, target, slot).parry
        if attack.parry:
            name = SLOT_NAMES[slot]
            parries[name] = PartChance(parts[name].white + attack.parry, chances.by_part(state, attack)[name])
    attack.parry = before
    return PartsView(
        unit_key(attack.attacker),
        unit_key(target),
        attack.action.key,
        parts,
        parries,
        chances.overall(state, attack, found),
    )
