"""A force as a link: game, packs and force, packed. Whether the force is legal is asked of the game afterwards.

Packs stand in a link by name and hash, as in a journal; their cards do not.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from muster.forces.limits import MOST_BYTES, check_limits
from muster.kernel.errors import GameError
from muster.kernel.links import VERSION, pack, unpack
from muster.kernel.packs import PackFile, PackId, pack_id

MOST_CODE = 8_000
"""The longest code we look at."""
MOST_PACKS = 8
PACK_BYTES = 160
"""Room for the name and hash of a pack."""


class Packed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The content of a link."""

    game: str
    force: dict[str, Any]
    packs: tuple[PackId, ...] = ()


def encode(game: str, force: Mapping[str, Any], packs: Sequence[PackId] = ()) -> str:
    """The code of a force, for the fragment of an address."""
    return pack(Packed(game, dict(force), tuple(packs)))


def decode(text: str) -> Packed:
    """Game and force of a code, or of a whole link; raises `GameError` in one sentence."""
    found = unpack(text, Packed, "force", MOST_CODE, MOST_BYTES + 200 + MOST_PACKS * PACK_BYTES)
    check_limits(found.force)
    if len(found.packs) > MOST_PACKS:
        raise GameError(f"link: it names {len(found.packs)} packs; {MOST_PACKS} are the most")
    return found


def decode_for(game: str, text: str) -> Packed:
    """The content of a link that must be of this game."""
    found = decode(text)
    if found.game != game:
        raise GameError(f"link: this is a force of {found.game!r}, not of {game!r}")
    return found


def named_packs(packs: Sequence[PackId], here: Iterable[PackFile], shipped: Mapping[str, PackFile]) -> list[PackFile]:
    """The packs that a link names: among those here by their hash, or of those that come with the game by name; raises
    `GameError` naming the first that is neither.
    """
    known = {pack_id(file.name, [file]).hash: file for file in here}
    found = []
    for wanted in packs:
        file = known.get(wanted.hash) or shipped.get(wanted.name.removesuffix(".toml"))
        if file is None:
            raise GameError(f"force: it was built with the pack {wanted.name!r} ({wanted.hash[:8]}), which is not here")
        found.append(file)
    return found


__all__ = ["VERSION", "Packed", "decode", "decode_for", "encode", "named_packs"]
