"""Success values: an attribute and everything that changes it, each a term with its clause (rulebook, "Rolls").

The success value is the sum of the terms, and players are shown the same terms.  [TR roll.value]
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from muster.games.tag_raid.board.spots import Spot
from muster.games.tag_raid.cards.content import DECOY, NO_RANGE, Effect, Tool, ToolKind
from muster.games.tag_raid.rules.line_of_fire import band, band_mod, distance_to_target, in_cover
from muster.games.tag_raid.rules.reach import needs_sight
from muster.games.tag_raid.state.questions import crowd, event_sum, gear_sum, tag_of, works_at
from muster.games.tag_raid.state.state import BEAST, Miner, State
from muster.kernel.terms import Term

HOPELESS: Final = NO_RANGE
"""Stands for a success value where the attack fails by itself."""
BANDS: Final = ("band_0", "band_1", "band_2", "band_3")
"""The segments of the range ruler by name, the last one beyond it."""
LASTING: Final = "TR event.lasting"


def attribute(key: str, clause: str, own: int, gear: int, events: int, by_event: str = LASTING) -> list[Term]:
    """An attribute with the terms of tools, capacity and events.  [TR roll.mods] [TR tool.mods] [TR event.lasting]"""
    found = [Term(clause, own, key)]
    if gear:
        found.append(Term("TR tool.mods", gear, "gear"))
    if events:
        found.append(Term(by_event, events, "event"))
    return found


# Ranged attacks and the skills of cards


def marksmanship(state: State, attacker: Miner, spot: Spot | None = None) -> list[Term]:
    """The ranged attribute, at a spot of the path with the tools that work there.

    [TR ranged.attribute] [TR event.ranged]
    """
    gear, events = gear_sum(state, attacker, Effect.RANGED, spot), event_sum(state, Effect.RANGED)
    return attribute("ranged", "TR ranged.attribute", tag_of(state, attacker).ranged, gear, events, "TR event.ranged")


def hindrances(state: State, spot: Spot, target: int, target_spot: Spot, sighted: bool) -> list[Term]:
    """The terms that make a shot harder: decoys, and cover if the shot needs line of fire.

    [TR ranged.cover] [TR cover.indirect] [TR trait.decoy]
    """
    found: list[Term] = []
    if target == BEAST:
        return found
    if sighted and in_cover(state, spot, target_spot):
        found.append(Term("TR ranged.cover", -state.content.constants.cover, "cover"))
    if has_decoy(state, state.miners[target], target_spot):
        found.append(Term("TR trait.decoy", -state.content.constants.hardship, "decoy"))
    return found


def has_decoy(state: State, miner: Miner, at: Spot) -> bool:
    """Whether a miner has a tool that makes it harder to hit, at a spot of its path.  [TR trait.decoy]"""
    tools = state.content.tools
    for number in (*tag_of(state, miner).equipment, *miner.slots):
        if tools[number].traits & DECOY and works_at(state, miner, number, at):
            return True
    return False


Aim = tuple[float, int, list[Term]]
"""The distance of the target, its segment of the range ruler, and all terms except the weapon's range."""


def aimed(state: State, attacker: Miner, spot: Spot, target: int, target_spot: Spot, sighted: bool) -> Aim:
    """Aim a shot before a weapon is chosen."""
    terms = marksmanship(state, attacker, spot)
    terms += hindrances(state, spot, target, target_spot, sighted)
    away = distance_to_target(state, spot, target, target_spot)
    return away, band(state, away), terms


def with_weapon(state: State, tool: Tool, aim: Aim) -> list[Term]:
    """Add the weapon's range to an aim; out of range the shot fails by itself.  [TR ranged.range] [TR range.out]"""
    away, segment, terms = aim
    mod = band_mod(state, tool, away, segment)
    if mod == NO_RANGE:
        return [Term("TR range.out", HOPELESS, "no_range")]
    found = [terms[0], Term("TR ranged.range", mod, BANDS[segment])]
    found += terms[1:]
    return found


def ranged_terms(state: State, attacker: Miner, tool: Tool, spot: Spot, target: int, target_spot: Spot) -> list[Term]:
    """The success value of a ranged attack (attribute, range, cards, cover) or of a card's skill."""
    if tool.kind == ToolKind.SKILL:
        return skill_terms(state, attacker, spot)
    return with_weapon(state, tool, aimed(state, attacker, spot, target, target_spot, needs_sight(tool)))


def skill_terms(state: State, miner: Miner, spot: Spot) -> list[Term]:
    """The success value of a card's skill: it is rolled with the evade attribute.  [TR skill.card]"""
    gear, events = gear_sum(state, miner, Effect.EVADE, spot), event_sum(state, Effect.EVADE)
    return attribute("evade", "TR skill.card", tag_of(state, miner).evade, gear, events)


# Close combat


def close_terms(state: State, attacker: Miner, spot: Spot) -> list[Term]:
    """The success value in close combat while the active miner is at a spot; touching several TAGs makes it harder.

    [TR close.attribute] [TR close.numbers]
    """
    found = close_attribute(state, attacker, spot)
    if crowd(state, attacker.seat, spot) > 1:
        found.append(Term("TR close.numbers", -state.content.constants.hardship, "numbers"))
    return found


def close_attribute(state: State, miner: Miner, spot: Spot | None = None) -> list[Term]:
    """The close combat attribute, at a spot of the path with the tools that work there.  [TR close.attribute]"""
    gear, events = gear_sum(state, miner, Effect.CLOSE, spot), event_sum(state, Effect.CLOSE)
    return attribute("close", "TR close.attribute", tag_of(state, miner).close, gear, events)


# Evades


def evade_attribute(state: State, seat: int, spots: Sequence[Spot] = ()) -> list[Term]:
    """The evade attribute; gear helps only if it works wherever an attack falls.

    [TR evade.attribute] [TR tool.from_there]
    """
    miner = state.miners[seat]
    gear = min([gear_sum(state, miner, Effect.EVADE, at) for at in spots or (None,)])
    return attribute("evade", "TR evade.attribute", tag_of(state, miner).evade, gear, event_sum(state, Effect.EVADE))
