"""Everything that is read from outside is made known to `msgspec` before anybody asks.

What a struct looks like is worked out when one of its kind is read for the first time. If two threads do that at once,
`msgspec` 0.22 reads what is not there yet, and the whole process is gone. So it is worked out for all of them while
there is only one thread.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

import msgspec

from muster.library import load_games


def know_structs() -> int:
    """Load all games and work out what every struct looks like; gives back how many there are."""
    load_games()
    structs = set(kinds_of(msgspec.Struct))
    for kind in structs:
        with contextlib.suppress(Exception):  # one that cannot be read is never asked for
            msgspec.json.Decoder(kind)
    return len(structs)


def kinds_of(kind: type[msgspec.Struct]) -> Iterator[type[msgspec.Struct]]:
    """The structs that are made from this one, and those made from them."""
    for one in kind.__subclasses__():
        yield one
        yield from kinds_of(one)
