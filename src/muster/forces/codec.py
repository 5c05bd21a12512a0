"""A force as a link: game and force, packed. Whether the force is legal is asked of the game afterwards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from muster.forces.limits import MOST_BYTES, check_limits
from muster.kernel.errors import GameError
from muster.kernel.links import VERSION, pack, unpack

MOST_CODE = 8_000
"""The longest code we look at."""


class Packed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The content of a link."""

    game: str
    force: dict[str, Any]


def encode(game: str, force: Mapping[str, Any]) -> str:
    """The code of a force, for the fragment of an address."""
    return pack(Packed(game, dict(force)))


def decode(text: str) -> Packed:
    """Game and force of a code, or of a whole link; raises `GameError` in one sentence."""
    found = unpack(text, Packed, "force", MOST_CODE, MOST_BYTES + 200)
    check_limits(found.force)
    return found


def decode_for(game: str, text: str) -> dict[str, Any]:
    """The force in a link that must be of this game."""
    found = decode(text)
    if found.game != game:
        raise GameError(f"link: this is a force of {found.game!r}, not of {game!r}")
    return found.force


__all__ = ["VERSION", "Packed", "decode", "decode_for", "encode"]
