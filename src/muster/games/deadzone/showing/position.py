"""The form of a position: what a scenario can say about a battlefield. `scenario` reads it, `scenario_writer` fills it
in. Every field has the value of an empty yard, so only what differs is written down.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

SeatName = Literal["A", "B"]
Small = Annotated[int, msgspec.Meta(ge=0, le=99)]
SAVED = ("resourceful", "life_support", "shield_lost")
"""Things a model has used up, by the bits of `Model.saved`."""
Saved = Literal["resourceful", "life_support", "shield_lost"]


class ModelPosition(msgspec.Struct, forbid_unknown_fields=True):
    side: SeatName
    card: str
    at: str = ""
    place: Annotated[int, msgspec.Meta(ge=0, le=3)] | None = None
    aggression: Literal["suppressed", "pinned", "alert", "enraged"] = "alert"
    injured: bool = False
    damage: Small = 0
    dead: bool = False
    exited: SeatName | None = None
    activated: bool = False
    overwatch: bool = False
    burning: bool = False
    carded: bool = False
    reload: bool = False
    reloading: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()
    saved: tuple[Saved, ...] = ()
    items: tuple[str, ...] = ()
    found: tuple[str, ...] = ()
    captured: tuple[str, ...] = ()
    mutation: str = ""
    facing: Literal["north", "east", "south", "west"] = "north"
    psychic: Annotated[int, msgspec.Meta(ge=-1, le=99)] = -1
    crew: str = ""
    weapon_at: str = ""
    mercenary: bool = False
    serves: SeatName | None = None


class SidePosition(msgspec.Struct, forbid_unknown_fields=True):
    faction: str = "enforcers"
    commander: str | None = None
    mission: str = ""
    rejected: str = ""
    hand: tuple[str, ...] = ()
    deck: tuple[str, ...] = ()
    unseen: tuple[str, ...] = ()
    unseen_deck: Small = 0
    bottom: tuple[str, ...] = ()
    discards: tuple[str, ...] = ()
    drawn: tuple[str, ...] = ()
    draws: Small = 0
    pool: Small | None = None
    intel: Small = 0
    survived: Small = 0
    scoured: Small = 0
    surge: Small = 0
    aborted: Small | None = None
    first_turn: bool = False
    used_card: bool = False
    zone: Literal["red", "blue", ""] = ""


class LyingPosition(msgspec.Struct, forbid_unknown_fields=True):
    """An item that lies open, and the side that brought it, if one did. Without a place it was carried off."""

    item: str
    at: str = ""
    of: SeatName | None = None


class ObjectivePosition(msgspec.Struct, forbid_unknown_fields=True):
    """An objective, which one it is, and the sides that know."""

    at: str
    which: Literal["X", "Y", "Z", ""] = ""
    known: tuple[SeatName, ...] = ()


class Position(msgspec.Struct, forbid_unknown_fields=True):
    battlefield: str = "yard"
    map: str = "ends"
    stage: str = "turn"
    round: Annotated[int, msgspec.Meta(ge=1, le=99)] = 1
    turn: SeatName = "A"
    starter: SeatName | None = None
    controller: SeatName | None = None
    acted: Small = 0
    active: str = ""
    spent: Small = 0
    taken: tuple[str, ...] = ()
    aimed: bool = False
    suppressed: bool | None = None
    fast: bool = False
    model: list[ModelPosition] = []
    side: dict[SeatName, SidePosition] = {}
    crates: tuple[str, ...] = ()
    crates_left: tuple[str, ...] | None = None
    items: dict[str, str] = {}
    lying: list[LyingPosition] = []
    smoke: tuple[str, ...] = ()
    wrecks: tuple[str, ...] = ()
    objectives: dict[str, str] = {}
    seen: tuple[SeatName, ...] = ()
    objective: list[ObjectivePosition] = []
    kills: tuple[tuple[str, str], ...] = ()
    mutations: tuple[str, ...] = ()
    finisher: SeatName | None = None
    winner: SeatName | None = None
    ended: Annotated[str, msgspec.Meta(max_length=40)] = ""
