"""Errors that are the fault of what came from outside: a file, an option, a position."""

from __future__ import annotations


class GameError(Exception):
    """Something given does not fit. Its message is one sentence that names what and where, fit to be shown as it is."""
