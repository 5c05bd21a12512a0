"""The goal of a raid: neomaterial from every source, what lies about, and how near the end is."""

from __future__ import annotations

from muster.games.tag_raid.rules.refusals import hexagon
from muster.games.tag_raid.state.questions import events_left, loot_lies, tag_of, units_of
from muster.games.tag_raid.state.state import NOBODY, Miner, State
from muster.kernel.goals import Company, Goal, Mark, Member, Standpoint, Way, counted, remainder

GAINS = {"teseum": "count", "bezoar": "count", "loot_taken": "count"}
"""The events that give neomaterial, and what counts it."""
WAYS = ("TR beast.bezoar", "TR beast.trophy", "TR teseum.wound", "TR tool.find", "TR loot.take", "TR event.dividend")


def goal(at: Standpoint[State]) -> Goal:
    state = at.state
    totals = tuple(units_of(miner) for miner in state.miners)
    constants = state.content.constants
    figures = {"units": constants.early_end, "events": events_left(state), "cards": constants.event_cards}
    return Goal(
        at.say("about.aim"),
        at.say("about.lasts", **figures),
        totals,
        tuple(_ways(at, totals)),
        tuple(_marks(at)),
        companies=tuple(_company(at, miner) for miner in state.miners),
        round=state.round,
        rounds=constants.event_cards,
        needed=constants.early_end,
    )


def _ways(at: Standpoint[State], totals: tuple[int, ...]) -> list[Way]:
    """Where units came from, and last what was lost with a TAG.  [TR loot.half] [TR loot.beast]"""
    seats = len(totals)
    gained = counted(at.events, seats, GAINS)
    found = []
    for clause in WAYS:
        text = at.say(f"about.{clause.removeprefix('TR ').replace('.', '_')}")
        found.append(Way(text, clause, tuple(gained.pop(clause, [0] * seats))))
    lost = remainder(totals, found)
    if any(lost):
        began = any((count or 0) > 0 for count in lost)
        found.append(Way(at.say("about.before" if began else "about.lost"), "" if began else "TR loot.half", lost))
    return found


def _marks(at: Standpoint[State]) -> list[Mark]:
    """The MegaBeast, warehouses, and loot that waits for somebody."""
    state = at.state
    beast = state.beast
    found = []
    if beast.cell is not None:
        note = at.say("about.beast_wounds", count=beast.wounds)
        name = at.words.name("beast", state.content.beasts[beast.card].id)
        found.append(Mark(name, note, None, "TR beast.bezoar", "beast"))
    for miner in state.miners:
        stored = miner.stored_teseum + miner.stored_bezoar
        if stored:
            note = at.say("about.stored", count=stored)
            found.append(Mark(at.say("about.warehouse"), note, miner.seat, "TR warehouse.safe"))
        if loot_lies(miner):
            count = miner.loot_teseum + miner.loot_bezoar
            name = at.say("about.loot", hexagon=hexagon(state, miner.loot_spot))
            note = at.say("about.loot_units", count=count, tools=len(miner.loot_tools))
            found.append(Mark(name, note, None, "TR loot.take", f"loot:{'ABCD'[miner.seat]}"))
    return found


def _company(at: Standpoint[State], miner: Miner) -> Company:
    if miner.card == NOBODY:
        return Company(miner.seat, "")
    card = tag_of(at.state, miner).id
    name = at.words.name("tag", card)
    return Company(miner.seat, name, (Member(name, card),))
