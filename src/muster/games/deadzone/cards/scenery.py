"""Scenery as a pack writes it: buildings, floors, walkways, ramps, cover.  [DZ field.buildings]"""

from __future__ import annotations

from typing import Annotated

import msgspec

from muster.kernel.packs import Card

CubeName = Annotated[str, msgspec.Meta(pattern="^[a-h][1-8](\\.[1-4])?$")]
SideName = Annotated[str, msgspec.Meta(pattern="^[a-h][1-8][nesw](\\.[1-4])?$")]
Extent = Annotated[int, msgspec.Meta(ge=1, le=8)]


class BuildingFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A rectangle of cubes with solid walls all round, as high as its storeys, with a floor above each.

    A side of a cube is written `b2s` or, above the ground, `b2s.2`: a door, a window, or no wall at all there. A cube
    is written `b2.2`: its floor is partial, or missing.
    """

    at: CubeName
    width: Extent
    depth: Extent
    storeys: Annotated[int, msgspec.Meta(ge=1, le=3)] = 1
    doors: tuple[SideName, ...] = ()
    windows: tuple[SideName, ...] = ()
    open: tuple[SideName, ...] = ()
    partial: tuple[CubeName, ...] = ()
    missing: tuple[CubeName, ...] = ()


class BuildingCardFile(Card, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A building in the box, written as if it stood in a1 with its front to the south, and how many there are of it."""

    copies: Annotated[int, msgspec.Meta(ge=1, le=8)] = 1
    width: Extent
    depth: Extent
    storeys: Annotated[int, msgspec.Meta(ge=1, le=3)] = 1
    doors: tuple[SideName, ...] = ()
    windows: tuple[SideName, ...] = ()
    open: tuple[SideName, ...] = ()
    partial: tuple[CubeName, ...] = ()
    missing: tuple[CubeName, ...] = ()


class BattlefieldFile(Card, frozen=True, forbid_unknown_fields=True, kw_only=True):
    levels: Annotated[int, msgspec.Meta(ge=1, le=4)]
    buildings: tuple[BuildingFile, ...] = ()
    floors: tuple[CubeName, ...] = ()
    walkways: tuple[CubeName, ...] = ()
    walls: tuple[SideName, ...] = ()
    ramps: tuple[tuple[CubeName, CubeName], ...] = ()
    cover: tuple[CubeName, ...] = ()
