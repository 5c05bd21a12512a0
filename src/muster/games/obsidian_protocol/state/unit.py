"""A unit on the table: a mech, drone, projectile or deployable, its tokens and the condition of its parts.

Positions are small grids counted from the north-west corner; a unit's place is the north-west small grid of its base.
"""

from __future__ import annotations

from typing import Final

from muster.games.obsidian_protocol.cards.kinds import Stance

NONE: Final = -1
NOBODY: Final = NONE
NOWHERE: Final = NONE


class Hexagon:
    """The hexagon token of a unit; it bears at most one.  [OP 2.5.3.hexagon]"""

    NONE: Final = 0
    HIGHLIGHT: Final = 1
    LOW_PROFILE: Final = 2
    TARGET_TRACER: Final = 3


class Square:
    """Square tokens.  [OP 6.3.2.fragile]"""

    FRAGILE: Final = 0
    FIRE_CONTROL: Final = 1
    IMMOBILIZED: Final = 2


DAMAGED: Final = 1
DESTROYED: Final = 2
REPAIRED: Final = 4
"""Bits of a part's condition."""


Figures = tuple[int, ...]
"""Small figures side by side: copies of a state share them, so they are replaced, never changed in place."""
NO_SQUARES: Final[Figures] = (0, 0, 0, 0, 0, 0, 0, 0, 0)
GREEN: Final = 6
"""Where green square tokens are counted, after the yellow and red ones of each kind.  [OP 2.5.3.green]"""


def changed(figures: Figures, index: int, value: int) -> Figures:
    """The same figures with one replaced."""
    return (*figures[:index], value, *figures[index + 1 :])


class Unit:
    """A mech, drone, projectile or deployable. Parts are card numbers by slot, `NONE` for an empty slot."""

    __slots__ = (
        "acted",
        "alive",
        "ammo",
        "box",
        "card",
        "carried",
        "charged",
        "col",
        "command",
        "commands",
        "condition",
        "count",
        "deployed",
        "dial",
        "facing",
        "hexagon",
        "hexagon_face",
        "hidden_by",
        "id",
        "intercepts",
        "killer",
        "kind",
        "level",
        "link",
        "load",
        "parts",
        "pilot",
        "remote",
        "row",
        "seat",
        "size",
        "squares",
        "stance",
        "stealth",
        "tether",
    )

    def __init__(
        self,
        unit_id: int,
        seat: int,
        kind: int,
        level: int,
        size: int,
        card: int,
        pilot: int,
        parts: Figures,
        condition: Figures,
        ammo: Figures,
        intercepts: Figures,
        charged: int = 0,
        link: int = 0,
        stance: int = Stance.OFFENSIVE,
        col: int = NOWHERE,
        row: int = NOWHERE,
        facing: int = 0,
        alive: bool = True,
        deployed: bool = False,
        hexagon: int = Hexagon.NONE,
        hexagon_face: int = 0,
        squares: Figures = NO_SQUARES,
        dial: int = NONE,
        acted: bool = False,
        command: bool = False,
        commands: int = 0,
        stealth: int = NONE,
        hidden_by: int = NONE,
        box: int = 0,
        count: int = 1,
        killer: int = NOBODY,
        load: int = NONE,
        carried: int = NONE,
        remote: int = 0,
        tether: int = NONE,
    ) -> None:
        self.id = unit_id
        self.seat = seat
        self.kind = kind
        self.level = level
        self.size = size
        self.card = card  # of a drone, projectile or deployable
        self.pilot = pilot
        self.parts = parts
        self.condition = condition  # bits for each part; for other units only the first
        self.ammo = ammo  # left for each action, slot * 2 + place
        self.intercepts = intercepts  # interception tokens left, in the same order
        self.charged = charged  # bit for each slot
        self.link = link
        self.stance = stance
        self.col = col
        self.row = row
        self.facing = facing
        self.alive = alive
        self.deployed = deployed
        self.hexagon = hexagon
        self.hexagon_face = hexagon_face  # 2 yellow, 1 red, 3 green
        self.squares = squares  # of each square token how many yellow and red, then of each how many green
        self.dial = dial  # the timing chosen; secret until revealed
        self.acted = acted  # has had its opportunity in this phase
        self.command = command  # a drone: bears a command token
        self.commands = commands  # a mech: command tokens left
        self.stealth = stealth  # in optical camouflage: the stealth value
        self.hidden_by = hidden_by  # and the slot whose action activated it
        self.box = box  # bit for each slot that carries a black box; bit 0 for a drone
        self.count = count  # units in a missile group
        self.killer = killer  # the unit that destroyed its last part
        self.load = load  # the part a carrier drone bears; its ammo stands after that of the drone's own actions
        self.carried = carried  # the card a unit carries covertly: known to its own side only
        self.remote = remote  # bit for each slot whose weapon was commanded in this round
        self.tether = tether  # the unit it holds on a line

    def copy(self) -> Unit:
        return Unit(
            self.id,
            self.seat,
            self.kind,
            self.level,
            self.size,
            self.card,
            self.pilot,
            self.parts,
            self.condition,
            self.ammo,
            self.intercepts,
            self.charged,
            self.link,
            self.stance,
            self.col,
            self.row,
            self.facing,
            self.alive,
            self.deployed,
            self.hexagon,
            self.hexagon_face,
            self.squares,
            self.dial,
            self.acted,
            self.command,
            self.commands,
            self.stealth,
            self.hidden_by,
            self.box,
            self.count,
            self.killer,
            self.load,
            self.carried,
            self.remote,
            self.tether,
        )
