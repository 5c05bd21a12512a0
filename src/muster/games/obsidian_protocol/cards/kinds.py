"""Enumerations of the book: parts of a mech, types and lengths of actions, stances, levels, kinds of units.

The rules use the numbers, everybody else the names.
"""

from __future__ import annotations

from typing import Final

from muster.kernel.numbers import members


class Slot:
    """The parts of a mech, in the order of the black die's faces.  [OP 2.3.black]"""

    TORSO: Final = 0
    CHASSIS: Final = 1
    LEFT_ARM: Final = 2
    RIGHT_ARM: Final = 3
    BACKPACK: Final = 4


SLOT_NAMES: Final[tuple[str, ...]] = tuple(members(Slot))
SLOTS: Final[tuple[int, ...]] = tuple(range(len(SLOT_NAMES)))


class Type:
    """Action types; the first six are the timings of the action phase, in their order.  [OP 3.4.1.timing]"""

    SWIFT: Final = 0
    MELEE: Final = 1
    PROJECTILE: Final = 2
    FIRING: Final = 3
    MOVEMENT: Final = 4
    TACTICAL: Final = 5
    PASSIVE: Final = 6
    DELAY: Final = 7
    IMMEDIATE: Final = 8


TIMINGS: Final = 6
TYPE_NAMES: Final[tuple[str, ...]] = tuple(members(Type))


class Length:
    """How long an action takes, in ticks; a long one takes the maneuver tick as well.  [OP 3.4.5.short]"""

    NONE: Final = 0
    SHORT: Final = 1
    MEDIUM: Final = 2
    LONG: Final = 3


LENGTH_NAMES: Final[tuple[str, ...]] = tuple(members(Length))


class Control:
    """The trigger of a drone's action: a command, the automatic phase, or an enemy flight.  [OP 3.2.2.act]"""

    NONE: Final = 0
    COMMAND: Final = 1
    AUTOMATIC: Final = 2
    INTERCEPTION: Final = 3


CONTROL_NAMES: Final[tuple[str, ...]] = tuple(members(Control))


class Stance:
    DEFENSIVE: Final = 0
    MOBILITY: Final = 1
    OFFENSIVE: Final = 2
    SHUTDOWN: Final = 3


STANCE_NAMES: Final[tuple[str, ...]] = tuple(members(Stance))


class Level:
    """Ground, flying (square transparent base), aerial (round transparent base).  [OP 2.2.1.levels]"""

    GROUND: Final = 0
    FLYING: Final = 1
    AERIAL: Final = 2


LEVEL_NAMES: Final[tuple[str, ...]] = tuple(members(Level))


class Kind:
    """The kinds of units."""

    MECH: Final = 0
    DRONE: Final = 1
    PROJECTILE: Final = 2
    DEPLOYABLE: Final = 3


KIND_NAMES: Final[tuple[str, ...]] = tuple(members(Kind))
EVERY_KIND: Final[tuple[int, ...]] = tuple(range(len(KIND_NAMES)))
