"""The form of a position: what a scenario can say about a battle. `scenario` reads it, `scenario_writer` fills it in.

Every field has the value of an empty table, so only what differs is written down.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

Small = Annotated[int, msgspec.Meta(ge=0, le=99)]
SeatName = Literal["A", "B"]
Edge = Literal["black", "white"]
PLAIN = ("rt_06_mire_battle_core", "rl_06_standard_chassis", "type_55_shield", "cc_4_cleaver_r")
FACES = ("red", "yellow", "green")
"""The faces of tokens, from the number 1 on."""


class UnitPosition(msgspec.Struct, forbid_unknown_fields=True):
    seat: SeatName
    at: str = ""
    pilot: str = "scout_14"
    parts: tuple[str, ...] = PLAIN
    card: str = ""
    facing: Literal["n", "e", "s", "w"] = "n"
    stance: Literal["defensive", "mobility", "offensive", "shutdown", ""] = ""
    alive: bool = True
    deployed: bool | None = None
    link: Small | None = None
    damaged: tuple[str, ...] = ()
    destroyed: tuple[str, ...] = ()
    repaired: tuple[str, ...] = ()
    discarded: tuple[str, ...] = ()
    charged: tuple[str, ...] = ()
    fragile: Small = 0
    fire_control_interference: Small = 0
    immobilized: Small = 0
    red: bool = False
    tokens: dict[str, Small] = {}
    hexagon: Literal["", "highlight", "low_profile", "target_tracer"] = ""
    hexagon_face: Literal["", "red", "yellow", "green"] = ""
    dial: str = ""
    acted: bool = False
    command: bool = False
    commands: Small = 0
    stealth: Annotated[int, msgspec.Meta(ge=-1, le=99)] = -1
    hidden_by: str = ""
    boxes: tuple[str, ...] = ()
    ammo: dict[str, Small] = {}
    intercepts: dict[str, Small] = {}
    count: Small | None = None
    load: str = ""
    carried: str = ""
    killer: str = ""
    remote: tuple[str, ...] = ()
    tether: str = ""


class TerrainPosition(msgspec.Struct, forbid_unknown_fields=True):
    at: str
    size: tuple[Small, Small] = (3, 3)
    height: Annotated[int, msgspec.Meta(ge=1, le=3)] = 3
    destructible: bool = False


class TurnPosition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    maneuver: Small = 1
    action: Small = 2
    extra: Small = 0
    extra_firing: Small = 0
    moved: bool = False
    started: bool = False
    timed: bool = False
    used: tuple[str, ...] = ()
    ended: bool = False
    overloads: Small = 0


class Position(msgspec.Struct, forbid_unknown_fields=True):
    stage: str = "act"
    round: Annotated[int, msgspec.Meta(ge=1, le=5)] = 1
    first: SeatName = "A"
    to_move: SeatName | None = None
    active: str = ""
    edges: tuple[Edge, Edge] = ("black", "white")
    task: str = ""
    secondary: tuple[str, str] = ("", "")
    named: tuple[str, str] = ("", "")
    commanders: tuple[str, str] = ("", "")
    scores: tuple[Small, Small] = (0, 0)
    owners: dict[str, SeatName] = {}
    accessed: tuple[str, ...] = ()
    battlefield: str = ""
    board: Literal[12, 16] = 12
    terrain: tuple[TerrainPosition, ...] = ()
    wrecked: tuple[Small, ...] = ()
    unit: tuple[UnitPosition, ...] = ()
    turn: TurnPosition = TurnPosition()
    smoke: dict[SeatName, tuple[str, ...]] = {}
    boxes: tuple[str, ...] = ()
    environments: dict[str, str] = {}
    use_environments: bool = False
    tactics: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    played: tuple[SeatName, ...] = ()
    passed: tuple[SeatName, ...] = ()
    revealed: bool = True
    winner: SeatName | None = None
    squads: tuple[str, str] = ("", "")
    wished: tuple[str, str] = ("", "")
    side_choice: Small = 0
