"""A player's key: 256 bits made in a browser. The key is the player; there is no account and no password.

The server keeps a hash of the key and the player's id, which is made from the key, too, and may be known to everybody.
Neither leads back to the key.
"""

from __future__ import annotations

import base64
import hashlib
import re

from muster.server.telling.phrases import TableRefusal

HEADER = "x-muster-key"
"""The header in which a browser sends the key: a header is in no log and in no address."""
FORM = re.compile(r"[A-Za-z0-9_-]{43}")


def checked(key: str) -> str:
    """The key as it came; refused if no browser of ours has made it."""
    if not FORM.fullmatch(key):
        raise TableRefusal("no_key")
    return key


def id_of(key: str) -> str:
    """The id of the player with this key: 80 bits that everybody may know."""
    return base64.b32encode(hashlib.sha256(b"muster player " + key.encode()).digest()[:10]).decode().lower()


def hash_of(key: str) -> str:
    """All that is kept of a key. It has enough entropy for a plain hash to do."""
    return hashlib.sha256(b"muster key " + key.encode()).hexdigest()


def is_id(player: str) -> bool:
    """Whether a text can be the id of a player."""
    return re.fullmatch(r"[a-z2-7]{16}", player) is not None
