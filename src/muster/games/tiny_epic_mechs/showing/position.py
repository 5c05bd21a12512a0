"""The form of a position: what a scenario can say about a table. `scenario` reads it, `scenario_writer` fills it in.

Every field has the value of an empty table, so only what differs is written down.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

SeatName = Literal["A", "B", "C", "D"]
SEATS = "ABCD"
Small = Annotated[int, msgspec.Meta(ge=0, le=99)]
DEFAULT_PROGRAM = ("collect-n", "collect-n", "power_up-n", "purchase-n")


class PlayerPosition(msgspec.Struct, forbid_unknown_fields=True):
    pilot: str = ""
    dealt: tuple[str, ...] = ()
    status: Literal["pilot", "armor", "mech"] = "pilot"
    health: Small | None = None
    energy: Small | None = None
    credits: Small | None = None
    score: Annotated[int, msgspec.Meta(ge=0, le=9999)] = 0
    zone: str = ""
    base: str = ""
    equipped: tuple[str, ...] = ("pulse_pistol",)
    reserve: tuple[str, ...] = ()
    exhausted: tuple[str, ...] = ()
    program: tuple[str, ...] = DEFAULT_PROGRAM
    revealed: Small = 0
    tactical: Literal["off", "first_turn", "on"] = "off"
    mines: dict[str, int] = {}
    turrets: tuple[str, ...] = ()
    facing: Literal["north", "east", "south", "west"] = "north"
    played: tuple[str, ...] = ()


class CombatPosition(msgspec.Struct, forbid_unknown_fields=True):
    attacker: SeatName
    defender: SeatName
    turn: SeatName | None = None
    last: str = ""
    leaps: bool = False
    attacks: tuple[Small, Small] = (0, 0)
    shields: tuple[Small, Small] = (0, 0)
    jammed: tuple[bool, bool] = (False, False)
    magazine_used: tuple[bool, bool] = (False, False)
    loser: SeatName | None = None
    mech_lost: bool = False


class Position(msgspec.Struct, forbid_unknown_fields=True):
    players: Annotated[int, msgspec.Meta(ge=2, le=4)] = 2
    solo: bool = False
    confirm_turns: bool = False
    round: Annotated[int, msgspec.Meta(ge=1, le=6)] = 1
    turn: Small = 0
    stage: str = ""
    start: SeatName = "A"
    active: SeatName | None = None
    card: str = "collect-n"
    jumped: bool = False
    fought: bool | None = None
    rearmed: bool = False
    fallen: SeatName | None = None
    fallen_by: SeatName | None = None
    zones: dict[str, str] = {}
    row: tuple[str, ...] = ()
    deck: tuple[str, ...] | None = None
    mech: str | None = None
    mech_side: str = ""
    player: dict[SeatName, PlayerPosition] = {}
    combat: CombatPosition | None = None
