"""The form of a position: what a scenario can say about a table. `scenario` reads it, `scenario_writer` fills it in.

Every field has the value of an empty table, so only what differs is written down. Places are in millimetres.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

SeatName = Literal["A", "B", "C", "D"]
SEATS = "ABCD"
Small = Annotated[int, msgspec.Meta(ge=0, le=99)]
Millimetres = Annotated[float, msgspec.Meta(ge=-2000, le=2000)]
Place = tuple[Millimetres, Millimetres]


class LootPosition(msgspec.Struct, forbid_unknown_fields=True):
    at: Place
    roof: bool = False
    teseum: Small = 0
    bezoar: Small = 0
    tools: tuple[str, ...] = ()


class MinerPosition(msgspec.Struct, forbid_unknown_fields=True):
    tag: str = ""
    at: Place | None = None
    roof: bool = False
    off_table: bool = False
    facing: Annotated[int, msgspec.Meta(ge=0, lt=360)] | None = None
    wounds: Small | None = None
    slowed: bool = False
    orders: Small = 2
    teseum: Small = 0
    bezoar: Small = 0
    stored_teseum: Small = 0
    stored_bezoar: Small = 0
    tools: tuple[str, ...] = ()
    drawn: tuple[Small, ...] = ()
    loot: LootPosition | None = None


class BeastPosition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str = "stoorworm"
    hexagon: str = ""
    facing: Literal["ne", "e", "se", "sw", "w", "nw"] | None = None
    wounds: Small | None = None
    trophy: Small | None = None
    card: str = ""
    deck: tuple[str, ...] | None = None


class Position(msgspec.Struct, forbid_unknown_fields=True):
    players: Annotated[int, msgspec.Meta(ge=2, le=4)] = 2
    table: str = "claim"
    round: Small = 1
    stage: str = "turn"
    timeline: tuple[SeatName, ...] | None = None
    turn: Small = 0
    active: SeatName | None = None
    events: tuple[str, ...] = ()
    seen_events: tuple[str, ...] = ()
    event_deck: tuple[str, ...] | None = None
    difficult: tuple[str, ...] = ()
    impassable: tuple[str, ...] = ()
    tool_deck: tuple[str, ...] | None = None
    discard: tuple[str, ...] = ()
    reserve_teseum: Small | None = None
    reserve_bezoar: Small | None = None
    path: tuple[Place, ...] = ()
    dead: tuple[SeatName, ...] = ()
    miner: dict[SeatName, MinerPosition] = {}
    beast: BeastPosition = BeastPosition()
    chosen: bool = True
