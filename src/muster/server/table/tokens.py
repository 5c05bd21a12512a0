"""Tokens: the holder of a token sits at its seat. They are made here, and only their hashes are kept.

Whoever sits down with a player's key gets a token made from that key, the table and the seat: so any device that has
the key can make the token again, and nobody can find the key from the token.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets

import msgspec

from muster.kernel.requests import Seat


class Sitter(msgspec.Struct, frozen=True):
    """Somebody who sits down: the id of a player and the key it comes from, or a stranger without either."""

    player: str = ""
    key: str = ""

    def token(self, table: str, seat: Seat) -> str:
        """The token that opens this seat from now on."""
        return seat_token(self.key, table, seat) if self.key else new_token()


STRANGER = Sitter()


def new_token() -> str:
    """192 bits that nobody can guess."""
    return secrets.token_urlsafe(24)


def seat_token(key: str, table: str, seat: Seat) -> str:
    """The token of a player's seat. A rematch has the tokens of the first match, so its number does not count."""
    said = f"muster seat {table.partition('-')[0]} {seat}"
    return base64.urlsafe_b64encode(hmac.digest(key.encode(), said.encode(), "sha256")[:24]).decode()


def new_table_id() -> str:
    """A name for a table: short enough to read out, and no secret."""
    return secrets.token_hex(6)


def hash_token(token: str) -> str:
    """The hash of a token, which is all we keep. A token has enough entropy for a plain hash to do."""
    return hashlib.sha256(token.encode()).hexdigest() if token else ""


def same(token: str, kept: str) -> bool:
    """Whether a token fits a hash, compared in constant time; no token fits an empty hash."""
    return bool(token and kept) and hmac.compare_digest(hash_token(token), kept)
