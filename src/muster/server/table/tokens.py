"""Tokens: whoever holds one sits at its seat. They are made here, and only their hashes are kept."""

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
    """What is kept of a token. It has all its entropy already, so a plain hash will do."""
    return hashlib.sha256(token.encode()).hexdigest() if token else ""


def same(token: str, kept: str) -> bool:
    """Whether a token is the one behind a hash, in constant time; nothing is behind no hash."""
    return bool(token and kept) and hmac.compare_digest(hash_token(token), kept)
