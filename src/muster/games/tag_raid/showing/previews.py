"""Previews of plans, by the key under which they would be answered.

A preview shows a move while it is drawn (`move:…`, `stay@…`), all possible attacks (`arms`), or the chances of one
declaration. It needs only the state, so a seat may plan ahead while others are asked, and no question needs a subject.
"""

from __future__ import annotations

import re

import msgspec

from muster.games.tag_raid.board.spots import GROUND
from muster.games.tag_raid.showing.aim import arms, chance
from muster.games.tag_raid.showing.path import plan
from muster.games.tag_raid.showing.preview_structs import Arms, Chance, Plan
from muster.games.tag_raid.showing.threats import replies, safety_map, threat_map
from muster.games.tag_raid.state.questions import letter
from muster.games.tag_raid.state.state import State
from muster.kernel.requests import Seat
from muster.kernel.spaces import no_such_option
from muster.kernel.threats import ABOUT, Reply, ThreatMap
from muster.kernel.words import Words

TYPES = (Plan, Arms, Chance, ThreatMap, Reply)
"""The structs of previews."""


def preview(state: State, seat: Seat | None, subject: object, about: str, words: Words) -> msgspec.Struct:
    """Preview a plan of a seat whose TAG is on the table; nobody else has previews. Threat maps are for everybody."""
    if asked := ABOUT.fullmatch(about):
        return threatened(state, about, *asked.groups())
    if seat is None or not state.miners[seat].on_table:
        raise no_such_option(about)
    if about.startswith(("move:", "stay@")):
        return plan(state, seat, words, about)
    if about == "arms":
        return arms(state, seat, words, about)
    return chance(state, seat, about)


def threatened(state: State, about: str, what: str, who: str, name: str | None) -> msgspec.Struct:
    """`threats:A`, `threats:A@310,250` (in millimetres), `reply:A@310,250` or `safe:A`, for a TAG on the table."""
    miner = next((one for one in state.miners if letter(one.seat) == who and one.on_table), None)
    if miner is None:
        raise no_such_option(about)
    if what == "safe":
        return safety_map(state, miner)
    asked = replies if what == "reply" else threat_map
    if name is None:
        return asked(state, miner, miner.spot)
    found = re.fullmatch(r"(\d{1,4}),(\d{1,4})", name)
    if found is None or state.field.stands(int(found[1]) * 10, int(found[2]) * 10, GROUND):
        raise no_such_option(about)
    return asked(state, miner, (int(found[1]) * 10, int(found[2]) * 10, GROUND))
