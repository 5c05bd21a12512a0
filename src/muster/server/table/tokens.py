"""Tokens: the holder of a token sits at its seat. They are made here, and only their hashes are kept."""

from __future__ import annotations

import hashlib
import hmac
import secrets


def new_token() -> str:
    """192 bits that nobody can guess."""
    return secrets.token_urlsafe(24)


def new_table_id() -> str:
    """A name for a table: short enough to read out, and no secret."""
    return secrets.token_hex(6)


def hash_token(token: str) -> str:
    """The hash of a token, which is all we keep. A token has enough entropy for a plain hash to do."""
    return hashlib.sha256(token.encode()).hexdigest() if token else ""


def same(token: str, kept: str) -> bool:
    """Whether a token fits a hash, compared in constant time; no token fits an empty hash."""
    return bool(token and kept) and hmac.compare_digest(hash_token(token), kept)
