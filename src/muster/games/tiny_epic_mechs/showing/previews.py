"""Previews of a plan, worked out from a picture of the table that gives nothing away: programs and dangers."""

from __future__ import annotations

from muster.games.tiny_epic_mechs.showing.rehearsal import ABOUT, Rehearsal, rehearse
from muster.games.tiny_epic_mechs.showing.threats import threatened
from muster.games.tiny_epic_mechs.state.state import State
from muster.kernel.requests import Seat
from muster.kernel.threats import Reply, ThreatMap
from muster.kernel.words import Words

TYPES = (ThreatMap, Reply, Rehearsal)
"""The structs of previews."""


def preview(
    state: State, seat: Seat | None, subject: object, about: str, words: Words
) -> ThreatMap | Reply | Rehearsal:
    """Answer `program:…` for a seat, or `threats:A`, `threats:A@c3`, `reply:A@c3`, `safe:A` for everybody."""
    return rehearse(state, seat, about, words) if about.startswith(ABOUT) else threatened(state, about)
