"""Previews: what something planned would come to, by the key under which it would be answered.

A move while it is being drawn (`move:…`, `stay@…`), everything that could be attacked (`arms`), or the chances of one
declaration. The state says what an order has come to, so that a seat may plan ahead while others are asked: no question
needs a subject.
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
"""What previews answer."""


def preview(state: State, seat: Seat | None, subject: object, about: str, words: Words) -> Plan | Arms | Chance:
    """The preview of a plan of a seat whose TAG is on the table; nobody else has any."""
    if seat is None or not state.miners[seat].on_table:
        raise no_such_option(about)
    if about.startswith(("move:", "stay@")):
        return plan(state, seat, words, about)
    if about == "arms":
        return arms(state, seat, words, about)
    return chance(state, seat, about)
