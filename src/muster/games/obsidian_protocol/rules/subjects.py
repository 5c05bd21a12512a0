"""Subjects of questions, in numbers and keys: enough to work out on a copy of the state what each answer leads to."""

from __future__ import annotations

Effects = tuple[tuple[str, int], ...]
"""Keywords in force, with their figures."""


class Acting:
    """A mech chooses what to do.  [OP 3.4.3.actions]"""

    __slots__ = ("unit",)

    def __init__(self, unit: int) -> None:
        self.unit = unit


class Turning:
    """A unit chooses its facing.  [OP 4.3.1.facing]"""

    __slots__ = ("unit",)

    def __init__(self, unit: int) -> None:
        self.unit = unit


class Moving:
    """A unit moves: its range, on foot or flying, and the grids it may end in, if not all in reach.

    [OP 4.3.1.steps]
    """

    __slots__ = ("flying", "ghost", "grids", "link", "reach", "straight", "unit")

    def __init__(
        self, unit: int, reach: int, straight: int, ghost: bool, flying: bool, link: int, grids: tuple[int, ...] | None
    ) -> None:
        self.unit = unit
        self.reach = reach
        self.straight = straight
        self.ghost = ghost
        self.flying = flying
        self.link = link
        self.grids = grids


class Rerolling:
    """A roll whose dice may be rolled again, by colors and faces; `but` were rolled again already. In an attack also
    the attack, the part that it hits and the dice of the other side.

    [OP 4.10.focus] [OP 2.3.2.once]
    """

    __slots__ = ("attack", "but", "defending", "dice", "others", "part")

    def __init__(
        self,
        dice: tuple[tuple[int, str], ...],
        but: tuple[int, ...] = (),
        attack: Hitting | None = None,
        part: int = 0,
        others: tuple[tuple[int, str], ...] = (),
        defending: bool = False,
    ) -> None:
        self.dice = dice
        self.but = but
        self.attack = attack
        self.part = part
        self.others = others
        self.defending = defending


class Commanding:
    """A drone chooses what to do on command.  [OP 3.2.2.act]"""

    __slots__ = ("unit",)

    def __init__(self, unit: int) -> None:
        self.unit = unit


class Sending:
    """A player chooses the drone that acts by itself.  [OP 3.5.1.alternate]"""

    __slots__ = ()


class Warring:
    """A unit chooses the target of a scan or an electronic attack.  [OP 4.11.1.sight]"""

    __slots__ = ("action", "unit")

    def __init__(self, unit: int, action: str) -> None:
        self.unit = unit
        self.action = action


class Aiming:
    """A unit chooses the target of an attack.  [OP 4.4.1.target]"""

    __slots__ = ("action", "effects", "slot", "support", "unit")

    def __init__(self, unit: int, slot: int, action: str, effects: Effects, support: int) -> None:
        self.unit = unit
        self.slot = slot
        self.action = action
        self.effects = effects
        self.support = support


class Hitting:
    """A player chooses the part that an attack hits.  [OP 4.4.1.part]"""

    __slots__ = (
        "action",
        "attacker",
        "effects",
        "explosion",
        "fixed",
        "interception",
        "red",
        "slot",
        "support",
        "target",
        "yellow",
    )

    def __init__(
        self,
        attacker: int,
        target: int,
        slot: int,
        action: str,
        effects: Effects,
        support: int,
        interception: bool,
        explosion: bool,
        fixed: bool,
        yellow: int,
        red: int,
    ) -> None:
        self.attacker = attacker
        self.target = target
        self.slot = slot
        self.action = action
        self.effects = effects
        self.support = support
        self.interception = interception
        self.explosion = explosion
        self.fixed = fixed
        self.yellow = yellow
        self.red = red
