"""Threats: how dangerous each place of a board is for one unit, and what each enemy could answer there, for games to
fill in and for any client to draw.

One way round, the unit stands somewhere and each place says what an enemy could do to it from there. The other way
round, enemies stay where they are, and each place says what they could do to the unit if it stood there.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

import msgspec

ABOUT = re.compile(r"(threats|safe|reply):(\w{1,12})(?:@([\w.,-]{1,24}))?")
"""`threats:A1@d4.2` or `reply:A1@d4.2` (without a place: where it stands), `safe:A1`."""
REPLY = "reply:"


class Danger(msgspec.Struct, frozen=True):
    """A place, the greatest chance to be hurt that goes with it, the enemy that has it and how: `shot`, `fight`,
    `mine`, `turret`, or `seen` where nothing worse can happen than being seen.
    """

    place: str
    chance: float
    by: str
    how: str


class ThreatMap(msgspec.Struct, frozen=True, tag="threats", tag_field="kind"):
    """The dangers for a unit. `safe` if the places are those where it could stand, and not those of enemies. Places
    that are not in it are safe.
    """

    unit: str
    at: str
    safe: bool
    dangers: tuple[Danger, ...]


class Reply(msgspec.Struct, frozen=True, tag="reply", tag_field="kind"):
    """What each enemy could do to a unit at a place from where that enemy stands now, the worst first. The places are
    empty: it is about enemies. Who could do nothing is not in it.
    """

    unit: str
    at: str
    dangers: tuple[Danger, ...]


def reply(unit: str, at: str, enemies: Iterable[Iterable[Danger]]) -> Reply:
    """The worst that each of some enemies could do."""
    found = [worst("", dangers) for dangers in enemies]
    real = [danger for danger in found if danger is not None and danger.chance > 0]
    return Reply(unit, at, tuple(sorted(real, key=lambda danger: (-danger.chance, danger.by))))


def worst(place: str, found: Iterable[Danger]) -> Danger | None:
    """The greatest of some dangers, if there is any; being seen is the least."""
    best = max(found, key=lambda danger: danger.chance, default=None)
    return None if best is None else msgspec.structs.replace(best, place=place, chance=round(best.chance, 4))
