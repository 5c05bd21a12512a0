"""A force as a link: game and force as JSON, packed, in letters that an address may hold.

A link is somebody else's text. It is unpacked only so far as a force may be large, and whatever is wrong with it
becomes one sentence; whether the force is legal is asked of the game afterwards.
"""

from __future__ import annotations

import base64
import binascii
import zlib
from collections.abc import Mapping
from typing import Any

import msgspec

from muster.forces.limits import MOST_BYTES, check_limits
from muster.kernel.errors import GameError

VERSION = "1."
"""Every code begins with the number of its form."""
MOST_CODE = 8_000
"""The longest code we look at."""


class Packed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The content of a link."""

    game: str
    force: dict[str, Any]


def encode(game: str, force: Mapping[str, Any]) -> str:
    """The code of a force, for the fragment of an address."""
    packed = zlib.compress(msgspec.json.encode(Packed(game, dict(force))), 9)
    return VERSION + base64.urlsafe_b64encode(packed).decode().rstrip("=")


def decode(text: str) -> Packed:
    """Game and force of a code, or of a whole link; raises `GameError` in one sentence."""
    code = text.strip().rpartition("#")[2]
    if len(code) > MOST_CODE:
        raise GameError(f"link: {len(code)} letters are too many for a force; {MOST_CODE} is the most")
    if not code.startswith(VERSION):
        raise GameError("link: this is not a force; its code begins with 1.")
    letters = code.removeprefix(VERSION)
    try:
        packed = base64.b64decode(letters + "=" * (-len(letters) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError):
        raise GameError("link: it is damaged: letters are missing, or there are some that no link has") from None
    try:
        found = msgspec.json.decode(unpack(packed), type=Packed)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        raise GameError("link: there is no force in it") from None
    check_limits(found.force)
    return found


def unpack(packed: bytes) -> bytes:
    """Unpack so much as a force may have, and no more."""
    most = MOST_BYTES + 200
    engine = zlib.decompressobj()
    try:
        data = engine.decompress(packed, most)
    except zlib.error:
        raise GameError("link: it is damaged: its content cannot be unpacked") from None
    if engine.unconsumed_tail or (not engine.eof and len(data) >= most):
        raise GameError("link: what is packed in it is too large for a force")
    if not engine.eof or engine.unused_data:
        raise GameError("link: it is damaged: a part of it is missing, or there is more than a force")
    return data


def decode_for(game: str, text: str) -> dict[str, Any]:
    """The force in a link that must be of this game."""
    found = decode(text)
    if found.game != game:
        raise GameError(f"link: this is a force of {found.game!r}, not of {game!r}")
    return found.force
