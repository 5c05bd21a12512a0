"""Common actions (rulebook 6.1): what every mech can do, by which parts, at which timing."""

from __future__ import annotations

from muster.games.obsidian_protocol.content import Action, Control, Effect, Length, Slot, Type

LIMBS = (Slot.CHASSIS, Slot.LEFT_ARM, Slot.RIGHT_ARM)
TORSO = (Slot.TORSO,)
ANY_PART = tuple(Slot)


def _common(
    name: str, place: int, kind: Type, length: Length, reach: int = 0, red: int = 0, effects: str = ""
) -> Action:
    found = [Effect(word, 1, "", "") for word in effects.split()]
    return Action(name, f"common/{name}", place, kind, length, Control.NONE, reach, 0, red, 0, found)


DISCARD = _common("discard", 0, Type.SWIFT, Length.SHORT)
"""[OP 6.1.discard]"""
PUNCH = _common("punch", 1, Type.MELEE, Length.MEDIUM, red=2)
"""[OP 6.1.punch]"""
CRAWL = _common("crawl", 2, Type.MOVEMENT, Length.MEDIUM, reach=1)
"""[OP 6.1.crawl]"""
STABILIZE = _common("stabilize", 3, Type.TACTICAL, Length.SHORT)
"""[OP 6.1.stabilize]"""
SCAN = _common("scan", 4, Type.TACTICAL, Length.SHORT, reach=6, effects="silence")
"""[OP 6.1.scan]"""
CHARGE = _common("charge", 5, Type.SWIFT, Length.SHORT)
"""[OP 6.1.charge]"""
REVEAL = _common("reveal", 6, Type.TACTICAL, Length.SHORT)
"""[OP 6.1.reveal]"""
REMOTE_ACCESS = _common("remote_access", 7, Type.TACTICAL, Length.SHORT, reach=4)
"""[OP 5.4.3.remote]"""

COMMON: tuple[tuple[Action, tuple[Slot, ...]], ...] = (
    (DISCARD, (Slot.LEFT_ARM, Slot.RIGHT_ARM)),
    (PUNCH, LIMBS),
    (CRAWL, LIMBS),
    (STABILIZE, TORSO),
    (SCAN, TORSO),
    (CHARGE, ANY_PART),
    (REVEAL, TORSO),
    (REMOTE_ACCESS, TORSO),
)
"""Each with the parts it can be performed by."""
TERMINAL_VALUE = 3
"""Electronic value of a terminal.  [OP 5.4.3.remote]"""
