"""Counts for tests and the laboratory: totals that never change in a match, and the cards it offered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from muster.games.tag_raid.state.state import State
from muster.kernel.game import Report
from muster.kernel.requests import Event

FIND = "TR tool.find"


def report(events: Sequence[Event]) -> Report:
    """The tools that containers offered, those that were equipped, the first in the timeline, and the TAGs.

    A find takes effect at once; it counts as taken if anything came of it.
    """
    offered = {f"tool.{event.params['tool']}" for event in events if event.key == "tool_drawn"}
    taken = {f"tool.{event.params['tool']}" for event in events if event.key == "equipped"}
    drawn = ""
    for event in events:
        if event.key == "tool_drawn":
            drawn = f"tool.{event.params['tool']}"
        elif event.clause == FIND and drawn:
            taken.add(drawn)
    first = next((event.params["seat"] for event in events if event.key == "deployed"), 0)
    sides = {int(event.params["seat"]): f"tag.{event.params['tag']}" for event in events if event.key == "corporation"}
    rounds = max((int(event.params["round"]) for event in events if event.key == "event_drawn"), default=0)
    return Report(offered | taken, taken, int(first), sides, rounds)


def conserved(state: State) -> Mapping[str, int]:
    """Count every tool card and unit of neomaterial, wherever it is; these sums never change in a match."""
    searching = () if state.order is None else state.order.searching
    held = [*state.tools, *state.discard, *searching]
    teseum, bezoar = state.reserve_teseum, state.reserve_bezoar + state.beast.wounds + state.beast.trophy
    for miner in state.miners:
        held += [*miner.slots, *miner.loot_tools]
        teseum += miner.teseum + miner.stored_teseum + miner.loot_teseum
        bezoar += miner.bezoar + miner.stored_bezoar + miner.loot_bezoar
    overfull = sum(len(miner.slots) > state.content.tags[miner.card].slots for miner in state.miners if miner.card >= 0)
    return {
        "tool cards": len(held),
        "different tool cards": len(set(held)),
        "teseum": teseum,
        "bezoar": bezoar,
        "overfull": overfull,
        "events twice": len([*state.event_deck, *state.events, *state.seen])
        - len({*state.event_deck, *state.events, *state.seen}),
    }
