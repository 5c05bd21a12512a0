"""Previews for clients: what the options of a question lead to, or something that is being planned."""

from __future__ import annotations

import msgspec

from muster.games.obsidian_protocol.board.battlefield import GRID_INDEX
from muster.games.obsidian_protocol.cards.common_actions import action_named
from muster.games.obsidian_protocol.rules.attack.targets import targets
from muster.games.obsidian_protocol.rules.movement.paths import ways_again
from muster.games.obsidian_protocol.rules.movement.standing import place_name, places_in
from muster.games.obsidian_protocol.rules.naming import unit_key
from muster.games.obsidian_protocol.rules.subjects import Acting, Aiming, Hitting, Moving, Rerolling, Turning
from muster.games.obsidian_protocol.showing.aim import ActView, AimView, acting, aiming, attack_again
from muster.games.obsidian_protocol.showing.lines import FacingView, MoveView, moving, turning
from muster.games.obsidian_protocol.showing.part_choice import PartsView, choosing_part
from muster.games.obsidian_protocol.showing.path import PathView, draw
from muster.games.obsidian_protocol.showing.second_roll import RerollView, rerolling
from muster.games.obsidian_protocol.showing.threats import Threats
from muster.games.obsidian_protocol.showing.unit_sheet import SheetView, sheet_of
from muster.games.obsidian_protocol.showing.views import table_view
from muster.games.obsidian_protocol.state.geometry import on_board, place_of
from muster.games.obsidian_protocol.state.state import State
from muster.kernel.requests import Seat
from muster.kernel.spaces import no_such_option
from muster.kernel.threats import ABOUT, Reply, ThreatMap
from muster.kernel.words import Words

PREVIEWS = (AimView, ActView, MoveView, FacingView, PathView, PartsView, RerollView, SheetView, ThreatMap, Reply)


def preview(state: State, seat: Seat | None, subject: object, about: str, words: Words) -> msgspec.Struct:
    """The preview of a question's options; or of `path:f7,e7`, a path being drawn; or of `sheet:b5`, the cards of a
    unit; or of `reroll:1,3`, dice picked to be rolled again.
    """
    if not about:
        return options_of(state, subject)
    kind, _, key = about.partition(":")
    if asked := ABOUT.fullmatch(about):
        return threatened(state, seat, about, *asked.groups())
    found: msgspec.Struct | None = None
    if kind == "sheet":
        unit = table_view(state, seat).units.get(key)
        found = None if unit is None else sheet_of(state.content, unit)
    elif isinstance(subject, Moving):
        found = draw(ways_again(state, subject), about, words.say)
    elif isinstance(subject, Rerolling) and kind == "reroll":
        found = rerolling(state, subject, about)
    if found is None:
        raise no_such_option(about)
    return found


def threatened(state: State, seat: Seat | None, about: str, what: str, key: str, name: str | None) -> msgspec.Struct:
    """`threats:b1@f6-5`, `reply:b1@f6-5` or `safe:b1`, for a unit that the seat can see."""
    unit = next((one for one in on_board(state) if unit_key(one) == key), None)
    if unit is None or key not in table_view(state, seat).units:
        raise no_such_option(about)
    if what == "safe":
        return Threats(state).safety_map(unit)
    asked = Threats(state).replies if what == "reply" else Threats(state).threat_map
    if name is None:
        return asked(unit, place_of(unit))
    grid, _, small = name.partition("-")
    places = places_in(GRID_INDEX[grid], unit.size) if grid in GRID_INDEX else []
    found = [place for place in places if place_name(place) == f"{grid}-{small or 1}"]
    if not found or GRID_INDEX[grid] not in state.battlefield.board.inside:
        raise no_such_option(about)
    return asked(unit, found[0])


def options_of(state: State, subject: object) -> msgspec.Struct:
    """The preview of all answers to a question, by its subject."""
    match subject:
        case Acting(unit=unit):
            return acting(state, state.units[unit])
        case Turning(unit=unit):
            return turning(state, state.units[unit])
        case Moving(unit=unit, grids=grids):
            ways = ways_again(state, subject)
            return moving(state, ways, state.units[unit], ways.grids() if grids is None else grids)
        case Rerolling():
            return rerolling(state, subject)
        case Aiming():
            return aims(state, subject)
        case Hitting():
            return choosing_part(state, attack_again(state, subject))
    raise no_such_option("")


def aims(state: State, subject: Aiming) -> AimView:
    unit, effects = state.units[subject.unit], dict(subject.effects)
    action = action_named(state.content, subject.action)
    found = targets(state, unit, action, effects)
    return aiming(state, unit, subject.slot, action, effects, subject.support, found)
