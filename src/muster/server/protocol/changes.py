"""Changes: where a view differs from the one that was sent before, so that only that has to be sent.

A view is made of structs, lists and plain values. A change says where something new stands, as the names and places
that lead there from the whole, and what it is. Whoever puts all changes into what they have, has the new view.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from operator import attrgetter
from typing import Any

import msgspec

Place = list[str | int]
Change = tuple[Place, Any]
"""Where something has changed, and what stands there now."""

LEAVES = frozenset({int, str, float, bool, type(None)})
SHARE = 2
"""If one part in so many is put in anew, the whole is hardly longer than the list of its changes."""


def changes_between(before: Any, now: Any) -> list[Change]:
    """Everything that must be changed in one view to make another one out of it; empty if they are equal."""
    found: list[Change] = []
    if before is not now and before != now:
        _compare(before, now, [], found)
    return found


def with_changes(view: Any, changes: list[Change]) -> Any:
    """A view, decoded, with changes put into it. What was there stays as it is."""
    for place, value in changes:
        view = _put(view, place, value)
    return view


def _put(there: Any, place: Place, value: Any) -> Any:
    if not place:
        return value
    copy = there.copy()
    copy[place[0]] = _put(there[place[0]], place[1:], value)
    return copy


def _compare(before: Any, now: Any, place: Place, found: list[Change]) -> bool:
    """Find the changes between two parts that differ; returns whether the part is put in anew as a whole."""
    kind = type(now)
    names: Iterable[str | int] = ()
    olds: Sequence[Any] = ()
    news: Sequence[Any] = ()
    if kind is not type(before):
        pass
    elif kind is tuple or kind is list:
        if len(before) == len(now):
            names, olds, news = range(len(now)), before, now
    elif kind is dict:
        if before.keys() == now.keys():
            names, olds, news = now, [before[name] for name in now], list(now.values())
    elif issubclass(kind, msgspec.Struct):
        names, fields = _names(kind)
        if names:
            olds, news = fields(before), fields(now)
    began = len(found)
    anew = 0
    differing = [one for one in zip(names, olds, news, strict=False) if one[1] is not one[2] and one[1] != one[2]]
    for name, old, new in differing:
        if type(new) in LEAVES:
            found.append(([*place, name], new))
            anew += 1
        else:
            anew += _compare(old, new, [*place, name], found)
    if SHARE * anew < len(news):
        return False
    found[began:] = [(place, now)]
    return True


@lru_cache(maxsize=1024)
def _names(kind: type[msgspec.Struct]) -> tuple[list[str], Callable[[Any], tuple[Any, ...]]]:
    """The names of a struct's fields in JSON and what gets them all; no names if it leaves defaults out there, or has
    too few fields: then it goes as a whole.
    """
    config = kind.__struct_config__
    fields = kind.__struct_fields__
    if config.omit_defaults or config.array_like or len(fields) < SHARE:
        return [], tuple
    return list(kind.__struct_encode_fields__), attrgetter(*fields)
