"""Common actions (rulebook 6.1): the actions every mech has, by part and timing."""

from __future__ import annotations

from typing import Final

from muster.games.obsidian_protocol.cards.content import Action, Content, Effect
from muster.games.obsidian_protocol.cards.kinds import SLOTS, Control, Length, Slot, Type

LIMBS: Final[tuple[int, ...]] = (Slot.CHASSIS, Slot.LEFT_ARM, Slot.RIGHT_ARM)
TORSO: Final[tuple[int, ...]] = (Slot.TORSO,)
ANY_PART: Final = SLOTS


def _common(name: str, kind: int, length: int, reach: int = 0, red: int = 0, effects: str = "") -> Action:
    found = [Effect(word, 1, "", "") for word in effects.split()]
    return Action(name, f"common/{name}", 0, kind, length, Control.NONE, reach, 0, red, 0, found)


DISCARD: Final = _common("discard", Type.SWIFT, Length.SHORT)
"""[OP 6.1.discard]"""
PUNCH: Final = _common("punch", Type.MELEE, Length.MEDIUM, red=2)
"""[OP 6.1.punch]"""
CRAWL: Final = _common("crawl", Type.MOVEMENT, Length.MEDIUM, reach=1)
"""[OP 6.1.crawl]"""
STABILIZE: Final = _common("stabilize", Type.TACTICAL, Length.SHORT)
"""[OP 6.1.stabilize]"""
SCAN: Final = _common("scan", Type.TACTICAL, Length.SHORT, reach=6, effects="silence")
"""[OP 6.1.scan]"""
CHARGE: Final = _common("charge", Type.SWIFT, Length.SHORT)
"""[OP 6.1.charge]"""
REVEAL: Final = _common("reveal", Type.TACTICAL, Length.SHORT)
"""[OP 6.1.reveal]"""
REMOTE_ACCESS: Final = _common("remote_access", Type.TACTICAL, Length.SHORT, reach=4)
"""[OP 5.4.3.remote]"""

COMMON: Final[tuple[tuple[Action, tuple[int, ...]], ...]] = (
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
_BY_KEY: Final = {action.key: action for action, _ in COMMON}


def action_named(content: Content, key: str) -> Action:
    """An action of a card, or one that every mech has."""
    return _BY_KEY[key] if key in _BY_KEY else content.actions[key]


TERMINAL_VALUE: Final = 3
"""Electronic value of a terminal.  [OP 5.4.3.remote]"""
