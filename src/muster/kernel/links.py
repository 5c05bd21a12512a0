"""Things packed into a link: plain data as JSON, compressed, in letters that an address may hold.

A link is somebody else's text. It is unpacked only so far as the thing in it may be large, and whatever is wrong with
it becomes one sentence; whether the thing is any good is asked of the game afterwards.
"""

from __future__ import annotations

import base64
import binascii
import zlib
from typing import Any, TypeVar

import msgspec

from muster.kernel.errors import GameError

T = TypeVar("T")
VERSION = "1."
"""Every code begins with the number of its form."""


def pack(thing: Any) -> str:
    """The code of a thing, for the fragment of an address."""
    packed = zlib.compress(msgspec.json.encode(thing), 9)
    return VERSION + base64.urlsafe_b64encode(packed).decode().rstrip("=")


def unpack(text: str, kind: type[T], what: str, most_code: int, most: int) -> T:
    """The thing in a code, or in a whole link; `what` is its name. Raises `GameError` in one sentence."""
    code = text.strip().rpartition("#")[2]
    if len(code) > most_code:
        raise GameError(f"link: {len(code)} letters are too many for a {what}; {most_code} is the most")
    if not code.startswith(VERSION):
        raise GameError(f"link: this is not a {what}; its code begins with {VERSION}")
    letters = code.removeprefix(VERSION)
    try:
        packed = base64.b64decode(letters + "=" * (-len(letters) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError):
        raise GameError("link: it is damaged: letters are missing, or there are some that no link has") from None
    try:
        return msgspec.json.decode(_inflate(packed, what, most), type=kind)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        raise GameError(f"link: there is no {what} in it") from None


def _inflate(packed: bytes, what: str, most: int) -> bytes:
    """Unpack so much as the thing may have, and no more."""
    engine = zlib.decompressobj()
    try:
        data = engine.decompress(packed, most)
    except zlib.error:
        raise GameError("link: it is damaged: its content cannot be unpacked") from None
    if engine.unconsumed_tail or (not engine.eof and len(data) >= most):
        raise GameError(f"link: what is packed in it is too large for a {what}")
    if not engine.eof or engine.unused_data:
        raise GameError(f"link: it is damaged: a part of it is missing, or there is more than a {what}")
    return data
