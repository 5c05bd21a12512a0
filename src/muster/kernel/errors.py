"""Errors in what came from outside: a file, an option, a position."""

from __future__ import annotations


class GameError(Exception):
    """Something we were given does not fit. The message is one sentence that says what and where, ready to be shown."""
