"""Positions on a workbench: names that can stand in their fields, and what reads well and still cannot be."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from muster.games.tag_raid.board.battlefield import Battlefield
from muster.games.tag_raid.cards.content import Content
from muster.games.tag_raid.showing.position import SEATS
from muster.games.tag_raid.state.questions import beast_card, tag_of
from muster.games.tag_raid.state.state import STAGE_NAMES, Miner, Stage, State
from muster.kernel.game import Impossible, Names
from muster.kernel.text import Text

SLACK = 1
"""Bases that touch may overlap so much, in tenths of a millimetre."""


def choices(content: Content, fields: Sequence[Battlefield]) -> Mapping[str, Names]:
    """Names by field: cards, tables, hexagons, stages and the like."""
    tools, events = _names("tool", [card.id for card in content.tools]), _names("event", [c.id for c in content.events])
    behaviours = [event.id for card in content.beasts for event in card.events]
    return {
        "table": _names("table", [field.id for field in fields]),
        "stage": _names("stage", STAGE_NAMES[Stage.EVENT_DECK :]),
        "events.*": events,
        "seen_events.*": events,
        "event_deck.*": events,
        "tool_deck.*": tools,
        "discard.*": tools,
        "miner.*.tag": _names("tag", ["", *[card.id for card in content.tags]]),
        "miner.*.tools.*": tools,
        "miner.*.loot.tools.*": tools,
        "beast.id": _names("beast", [card.id for card in content.beasts]),
        "beast.card": _names("beast_event", ["", *behaviours]),
        "beast.deck.*": _names("beast_event", behaviours),
    }


def _names(kind: str, ids: Iterable[str]) -> Names:
    return Names(kind, tuple(ids))


def impossible(state: State) -> Iterator[Impossible]:
    """Find what reads well and still cannot be on a table."""
    for miner in state.miners:
        yield from _miner(state, miner)
    most = state.content.constants.event_cards
    if state.round > most:
        yield Impossible("round", Text("impossible.round", {"most": most}), "TR setup.event_deck")
    events = [*state.event_deck, *state.events, *state.seen]
    if len(set(events)) < len(events):
        yield Impossible("events", Text("impossible.events"), "TR setup.event_deck")
    card = beast_card(state)
    if state.beast.wounds > card.wounds:
        yield Impossible("beast.wounds", Text("impossible.beast_wounds", {"most": card.wounds}), "TR setup.wounds_bar")


def _miner(state: State, miner: Miner) -> Iterator[Impossible]:
    where, gaps = f"miner.{SEATS[miner.seat]}", {"seat": miner.seat}
    card, reach = tag_of(state, miner), 2 * state.content.constants.base_radius - SLACK
    if miner.wounds > card.wounds:
        yield Impossible(
            f"{where}.wounds", Text("impossible.wounds", {**gaps, "most": card.wounds}), "TR setup.wounds_bar"
        )
    if len(miner.slots) > card.slots:
        yield Impossible(f"{where}.tools", Text("impossible.tools", {**gaps, "most": card.slots}), "TR tool.slot")
    if not miner.on_table:
        return
    if miner.wounds <= 0 and state.order is None:
        yield Impossible(f"{where}.wounds", Text("impossible.dead", gaps), "TR death.removed")
    for other in state.miners[: miner.seat]:
        apart = (miner.x - other.x) ** 2 + (miner.y - other.y) ** 2
        if other.on_table and other.level == miner.level and apart < reach * reach:
            yield Impossible(f"{where}.at", Text("impossible.overlap", {**gaps, "other": other.seat}), "TR move.room")
