"""Previews as structs: a planned move, possible attacks, the chances of a declaration.

Lengths are tenths of a millimetre, along the path from where it begins; chances are from 0 to 1.
"""

from __future__ import annotations

import msgspec


class No(msgspec.Struct, frozen=True):
    """A refusal: its clause and words; for a path also the straight piece at fault."""

    clause: str
    text: str
    piece: int = -1


class TermView(msgspec.Struct, frozen=True):
    """One summand of a success value."""

    name: str
    clause: str
    figure: int


class Piece(msgspec.Struct, frozen=True):
    """A straight piece of a path: its length, whether it climbs, and the cost of the path up to its end."""

    length: int
    climb: bool
    spent: int


class Watcher(msgspec.Struct, frozen=True):
    """Somebody who may or may not react to a move. `reason` is sees, hexagon, unseen, reacted, behind
    or hidden.

    `stretches` are the parts of the path it sees; `cover` and `band` are those of a shot at its end.
    """

    who: str
    right: bool
    reason: str
    clause: str
    stretches: tuple[tuple[int, int], ...]
    cover: bool
    band: int
    threat: int


class Shot(msgspec.Struct, frozen=True):
    """A weapon against a target from the end of a planned path; no terms when the target cannot be seen from there."""

    tool: str
    who: str
    sees: bool
    away: int
    band: int
    cover: bool
    value: int | None
    terms: tuple[TermView, ...]


class Plan(msgspec.Struct, frozen=True, tag="plan", tag_field="kind"):
    """A planned move: its path as the rules read it, its cost, a refusal, possible reactions, and what could follow.

    `touches` are those in contact at its end, `searches` the containers and loot within reach there.
    """

    key: str
    seat: int
    allowance: int
    spent: int
    spots: tuple[tuple[int, int, int], ...]
    pieces: tuple[Piece, ...]
    refusal: No | None
    watchers: tuple[Watcher, ...]
    shots: tuple[Shot, ...]
    touches: tuple[str, ...]
    searches: tuple[str, ...]
    slows: bool


class ArmSpot(msgspec.Struct, frozen=True):
    """A spot of the path at which an attack can be made, and its success value there."""

    place: str
    x: int
    y: int
    along: int
    value: int | None
    band: int
    cover: bool


class Mark(msgspec.Struct, frozen=True):
    who: str
    spots: tuple[ArmSpot, ...]
    refusal: No | None


class Arm(msgspec.Struct, frozen=True):
    """A weapon: the start of its key, its dice, and its possible targets."""

    key: str
    tool: str
    ranged: bool
    dice: int
    marks: tuple[Mark, ...]


class Arms(msgspec.Struct, frozen=True, tag="arms", tag_field="kind"):
    """The possible attacks of the viewer's TAG in this order, as second skill or as ARO."""

    seat: int
    reactive: bool
    length: int
    evade: int
    arms: tuple[Arm, ...]


class Dice(msgspec.Struct, frozen=True):
    """One side of a roll: what it does, its success value and dice; `terms` only for the asker's own."""

    skill: str
    tool: str
    value: int
    dice: int
    terms: tuple[TermView, ...]


class Duel(msgspec.Struct, frozen=True):
    """A roll against one other, with exact chances: `mine` gets through, nobody does, `theirs` does.

    `assumed` says that the other has not declared yet and the worst is assumed. `wounds` and `suffered` are the chances
    of 0, 1, … wounds for the other and for the asker; the last one is deadly (for the MegaBeast: that many or more).
    """

    who: str
    mine: Dice
    theirs: Dice | None
    assumed: bool
    threat: int | None
    win: float
    nothing: float
    lose: float
    wounds: tuple[float, ...]
    suffered: tuple[float, ...]


class Chance(msgspec.Struct, frozen=True, tag="chance", tag_field="kind"):
    """The chances of a declaration against each target; for an evade also the chance to beat all attacks."""

    key: str
    duels: tuple[Duel, ...]
    evades: float | None
