"""The words that are printed on cards: abilities, keywords of weapons, ranks, items, effects of battle cards, goals."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from typing import Final

from muster.kernel.numbers import members
from muster.kernel.text import Param


class Ability:
    """The abilities and flaws of models. The abilities of a model are a mask of these bits."""

    AGILE: Final = 0
    BEAST: Final = 1
    BOOM: Final = 2
    BIG_BOOM: Final = 3
    BRAWLER: Final = 4
    CONSTRUCT: Final = 5
    CSW: Final = 6
    DISCIPLINE: Final = 7
    ENGINEER: Final = 8
    FAST: Final = 9
    GLIDE: Final = 10
    GUN_CRAZY: Final = 11
    HOVER: Final = 12
    LIFE_SUPPORT: Final = 13
    MARKSMAN: Final = 14
    MEDIC: Final = 15
    MUTANT: Final = 16
    NON_COMBATANT: Final = 17
    OPERATOR: Final = 18
    OWN_AGENDA: Final = 19
    PSYCHIC: Final = 20
    RAMPAGE: Final = 21
    REALLY_TOUGH: Final = 22
    REMOTE: Final = 23
    RESOURCEFUL: Final = 24
    SCAVENGER: Final = 25
    SCOUT: Final = 26
    SENTRY: Final = 27
    SLOW: Final = 28
    SNIPER: Final = 29
    SOLID: Final = 30
    SPOTTER: Final = 31
    STRANDED: Final = 32
    STRATEGIST: Final = 33
    TACTICIAN: Final = 34
    TELEPORT: Final = 35
    TOUGH: Final = 36
    VEHICLE: Final = 37
    VULNERABLE: Final = 38
    WEIGHT_OF_FIRE: Final = 39
    JUMP_PACK: Final = 40
    DEPLOYED: Final = 41
    """A sentry gun: an item that is set up, not a model."""


class Keyword:
    """The keywords of weapons. The keywords of a weapon are a mask of these bits."""

    BLAST: Final = 0
    DELIBERATE: Final = 1
    FIRESTORM: Final = 2
    FRAG: Final = 3
    INDIRECT: Final = 4
    IRRESISTIBLE: Final = 5
    IT_BURNS: Final = 6
    KNOCKBACK: Final = 7
    LIMITED_RANGE: Final = 8
    LONG_RELOAD: Final = 9
    MASSIVE_FRAG: Final = 10
    ONE_USE: Final = 11
    RAPID_FIRE: Final = 12
    SHOCKWAVE: Final = 13
    SINGLE_SHOT: Final = 14
    SUPPORT: Final = 15
    TOXIC: Final = 16
    VOLATILE: Final = 17
    WEIGHT_OF_FIRE: Final = 18
    GRENADE: Final = 19
    GLUE: Final = 20
    SMOKE: Final = 21


class Rank(IntEnum):
    """The rank of a model in its strike team."""

    LEADER = 0
    SPECIALIST = 1
    TROOPER = 2
    RARE = 3
    UNIQUE = 4


class Item(IntEnum):
    """The counters that models carry."""

    AMMO = 0
    AP_AMMO = 1
    DEFENDER_SHIELD = 2
    ENERGY_SHIELD = 3
    FRAG_GRENADE = 4
    GLUE_GRENADE = 5
    SMOKE_GRENADE = 6
    INTEL = 7
    JUMP_PACK = 8
    MEDI_PACK = 9
    SENTRY_GUN = 10
    CLOAK = 11
    SCOPE = 12
    SPECIAL = 13


ITEMS: Final = tuple(Item)
GRENADES: Final = (Item.FRAG_GRENADE, Item.GLUE_GRENADE, Item.SMOKE_GRENADE)
ORIGIN: Final = 32
"""An item is a number: its kind, and ORIGIN times 0 for the battlefield or 1 plus the seat that brought it."""


def kind_of(item: int) -> Item:
    return ITEMS[item % ORIGIN]


def origin_of(item: int) -> int:
    """The seat that started with an item, or -1 for the battlefield's own."""
    return item // ORIGIN - 1


def item_number(kind: Item, seat: int = -1) -> int:
    return kind + ORIGIN * (seat + 1)


class Effect:
    """The effects of battle cards; `rules/battle_cards` says how they work."""

    SHOOT: Final = 0
    FIGHT: Final = 1
    SURVIVE: Final = 2
    BLAZE_AWAY: Final = 3
    COMMAND: Final = 4
    OVERWATCH: Final = 5
    HEADSHOT: Final = 6
    WEAK_SPOT: Final = 7
    STEADFAST: Final = 8
    MOVE: Final = 9
    COURAGE: Final = 10
    SURGE: Final = 11
    CHANGE_OF_PLANS: Final = 12
    DISTRACT: Final = 13
    BOOBY_TRAP: Final = 14
    TWISTED: Final = 15
    THROW: Final = 16
    """A grenade or an indirect attack: cards can be played on it, but no card has it as an effect."""


EFFECTS: Final = list(members(Effect))
"""The names of the effects, by number."""


class Timing(IntEnum):
    ACTIVE = 0
    REACTIVE = 1
    HYBRID = 2


class Goal:
    """The goals of missions; `rules/missions` says when they are earned."""

    KILL: Final = 0
    KILL_COMMANDER: Final = 1
    KILL_TROOPER: Final = 2
    KILL_SPECIALIST: Final = 3
    KILL_LEADER: Final = 4
    CAPTURE: Final = 5
    CONTROL: Final = 6
    INFILTRATE: Final = 7
    SCOUR: Final = 8
    SURVIVE: Final = 9


GOALS: Final = list(members(Goal))
"""The names of the goals, by number."""


OBJECTIVES: Final = "XYZ"
"""The letters of the objectives, by number."""


def goal_gaps(points: Sequence[int], objectives: Sequence[str]) -> dict[str, Param]:
    """The gaps in the sentence of a mission's goal: three figures go by cost."""
    worth: Param = points[0] if len(points) == 1 else "/".join(str(figure) for figure in points)
    return {"points": worth, "count": len(objectives), "objectives": ", ".join(objectives)}


ACTIVE_EFFECTS: Final = (
    Effect.MOVE,
    Effect.COURAGE,
    Effect.SURGE,
    Effect.CHANGE_OF_PLANS,
    Effect.DISTRACT,
    Effect.TWISTED,
)
"""Effects that are played between the actions of the active model."""


def mask(bits: Sequence[int]) -> int:
    found = 0
    for bit in bits:
        found |= 1 << bit
    return found
