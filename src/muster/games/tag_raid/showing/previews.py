"""Previews of plans, by the key under which they would be answered.

A preview shows a move while it is drawn (`move:…`, `stay@…`), all possible attacks (`arms`), or the chances of one
declaration. It needs only the state, so a seat may plan ahead while others are asked, and no question needs a subject.
"""

from __future__ import annotations

from muster.games.tag_raid.showing.aim import arms, chance
from muster.games.tag_raid.showing.path import plan
from muster.games.tag_raid.showing.preview_structs import Arms, Chance, Plan
from muster.games.tag_raid.state.state import State
from muster.kernel.requests import Seat
from muster.kernel.spaces import no_such_option
from muster.kernel.words import Words

TYPES = (Plan, Arms, Chance)
"""The structs of previews."""


def preview(state: State, seat: Seat | None, subject: object, about: str, words: Words) -> Plan | Arms | Chance:
    """Preview a plan of a seat whose TAG is on the table; nobody else has previews."""
    if seat is None or not state.miners[seat].on_table:
        raise no_such_option(about)
    if about.startswith(("move:", "stay@")):
        return plan(state, seat, words, about)
    if about == "arms":
        return arms(state, seat, words, about)
    return chance(state, seat, about)
