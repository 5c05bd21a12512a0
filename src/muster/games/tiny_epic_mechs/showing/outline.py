"""The arena before its zones are laid: where bases, the Mighty Mech and resources will be."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from muster.games.tiny_epic_mechs.board.arena import ARENAS, Arena


class PlaceView(msgspec.Struct, frozen=True):
    """A place of the arena before its zone card is laid; `use` is `base`, `mech` or `resource`."""

    column: int
    row: int
    use: str


@lru_cache(maxsize=len(ARENAS))
def outline(arena: Arena) -> tuple[PlaceView, ...]:
    """The places of an arena.  [TEM setup.arena]"""
    uses = dict.fromkeys(arena.base_places, "base") | {arena.mech_place: "mech"}
    return tuple(PlaceView(*cell, uses.get(zone, "resource")) for zone, cell in enumerate(arena.cells))
