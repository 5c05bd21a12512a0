"""A message before it has words: a key and its parameters, said later in the reader's language.

Rules, spaces and refusals speak in `Text`; only `kernel.words` knows what it says in English or Spanish.
"""

from __future__ import annotations

from collections.abc import Mapping

Param = int | str
Params = Mapping[str, Param]

NOTHING: dict[str, Param] = {}


class Text:
    """A message: the key of a template and the values for its gaps. Shared freely, never changed."""

    __slots__ = ("key", "params")

    def __init__(self, key: str, params: Params = NOTHING) -> None:
        self.key = key
        self.params = params

    def __repr__(self) -> str:
        gaps = ", ".join(f"{name}={value!r}" for name, value in self.params.items())
        return f"Text({self.key}{': ' if gaps else ''}{gaps})"
