"""Scenery as a pack writes it: buildings, floors, walkways, ramps, cover.  [DZ field.buildings]"""

from __future__ import annotations

from typing import Annotated

import msgspec

from muster.kernel.packs import Card

Extent = Annotated[int, msgspec.Meta(ge=1, le=8)]


class BuildingFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A rectangle of cubes with solid walls all round, as high as its storeys, with a floor above each.

    A side of a cube is written `b2s` or, above the ground, `b2s.2`: a door, a window, or no wall at all there. A cube
    is written `b2.2`: its floor is partial, or missing.
    """

    at: str
    width: Extent
    depth: Extent
    storeys: Annotated[int, msgspec.Meta(ge=1, le=3)] = 1
    doors: tuple[str, ...] = ()
    windows: tuple[str, ...] = ()
    open: tuple[str, ...] = ()
    partial: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()


class BattlefieldFile(Card, frozen=True, forbid_unknown_fields=True, kw_only=True):
    levels: Annotated[int, msgspec.Meta(ge=1, le=4)]
    buildings: tuple[BuildingFile, ...] = ()
    floors: tuple[str, ...] = ()
    walkways: tuple[str, ...] = ()
    walls: tuple[str, ...] = ()
    ramps: tuple[tuple[str, str], ...] = ()
    cover: tuple[str, ...] = ()
