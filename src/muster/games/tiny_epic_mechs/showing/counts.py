"""Counts for tests and the laboratory: totals that never change in a match, and the cards it offered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from muster.games.tiny_epic_mechs.cards.content import Content
from muster.games.tiny_epic_mechs.state.questions import device_owner, mine_supply, mines_of, turret_supply, turrets_of
from muster.games.tiny_epic_mechs.state.state import NOBODY, State
from muster.geometry.squares import NOWHERE
from muster.kernel.game import Report
from muster.kernel.requests import Event


def report(content: Content, events: Sequence[Event]) -> Report:
    """The weapons on offer in a match, with all basic ones, and those that were bought."""
    offered = {f"weapon.{weapon.id}" for weapon in content.in_mask(content.basic_mask)}
    offered |= {f"weapon.{event.params['weapon']}" for event in events if event.key == "on_offer"}
    taken = {f"weapon.{event.params['weapon']}" for event in events if event.key == "bought"}
    first = next((event.params["seat"] for event in events if event.key == "start_player"), 0)
    return Report(offered, taken, int(first))


def conserved(state: State) -> Mapping[str, int]:
    """Count every mine, turret and weapon card, and the Mech, wherever they are; these sums never change in a match."""
    counts: dict[str, int] = {}
    for player in state.players:
        counts[f"mines {player.seat}"] = len(mines_of(state, player)) + len(mine_supply(state, player))
        counts[f"turrets {player.seat}"] = len(turrets_of(state, player)) + turret_supply(state, player)
        counts[f"equipped but not owned {player.seat}"] = (player.equipped & ~player.weapons).bit_count()
    counts["devices of nobody"] = sum(device_owner(found) >= len(state.players) for found in state.devices)
    advanced = state.content.advanced_mask
    owned = sum((player.weapons & advanced).bit_count() for player in state.players)
    counts["advanced weapons"] = owned + len(state.row) + state.deck.bit_count()
    counts["mechs"] = int(state.mech_zone != NOWHERE) + int(state.mech_owner != NOBODY) + int(not state.zones)
    return counts
