"""A plan as a link: game and plan as JSON, packed. Whether the table is legal is asked of the game afterwards."""

from __future__ import annotations

import msgspec

from muster.kernel.errors import GameError
from muster.kernel.links import pack, unpack
from muster.kernel.tables import Plan

MOST_CODE = 16_000
"""The longest code we look at."""
MOST_BYTES = 60_000
"""The largest plan, as JSON."""


class PackedPlan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The content of a link."""

    game: str
    table: Plan


def encode(game: str, plan: Plan) -> str:
    """The code of a plan, for the fragment of an address."""
    return pack(PackedPlan(game, plan))


def decode(game: str, text: str) -> Plan:
    """The plan in a code, or in a whole link, that must be of this game; raises `GameError` in one sentence."""
    found = unpack(text, PackedPlan, "table", MOST_CODE, MOST_BYTES)
    if found.game != game:
        raise GameError(f"link: this is a table of {found.game!r}, not of {game!r}")
    return found.table
