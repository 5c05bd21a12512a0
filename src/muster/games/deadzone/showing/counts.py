"""Counts for tests and the laboratory: things that never change in a match, and the cards it offered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from muster.games.deadzone.cards.content import Content
from muster.games.deadzone.state.state import State
from muster.kernel.game import Report
from muster.kernel.requests import Event


def report(content: Content, events: Sequence[Event]) -> Report:
    """The battle cards of all factions, those that were played, who started, and the number of rounds."""
    offered = {f"battle_card.{card.id}" for card in content.cards}
    taken = {f"battle_card.{event.params['card']}" for event in events if event.key == "card_played"}
    first = next((int(event.params["seat"]) for event in events if event.key == "starter"), 0)
    rounds = max((int(event.params["round"]) for event in events if event.key == "round_begins"), default=0)
    return Report(offered, taken, first, rounds=rounds)


def conserved(state: State) -> Mapping[str, int]:
    """Every card and every counter, each of which is somewhere once; models are on the table, dead, gone, or not
    yet there.
    """
    counts: dict[str, int] = {}
    for side in state.sides:
        piles = (side.hand, side.unseen, side.mixed, side.bottom, side.discards, side.drawn)
        counts[f"cards {side.seat}"] = sum(len(pile) for pile in piles)
        kinds = sorted(number for pile in piles for number in pile)
        counts[f"card kinds {side.seat}"] = sum(place * number for place, number in enumerate(kinds))
    carried = sum(len(model.items) for model in state.models)
    counts["items"] = carried + len(state.items) + len(state.crates_left)
    counts["models"] = len(state.models)
    given = sum(model.mutation >= 0 for model in state.models)
    counts["mutations"] = given + len(state.mutations)
    counts["dead models on the table"] = sum(model.dead and model.cube >= 0 for model in state.models)
    return counts
