"""Previews for clients: what the options of a question lead to, or something that is being planned."""

from __future__ import annotations

import msgspec

from muster.games.obsidian_protocol.cards.common_actions import action_named
from muster.games.obsidian_protocol.rules.attack.pools import Attack
from muster.games.obsidian_protocol.rules.attack.targets import targets
from muster.games.obsidian_protocol.rules.attack.told import Die, told_dice
from muster.games.obsidian_protocol.rules.movement.paths import ways_again
from muster.games.obsidian_protocol.rules.subjects import Acting, Aiming, Hitting, Moving, Rerolling, Turning
from muster.games.obsidian_protocol.showing.aim import ActView, AimView, acting, aiming
from muster.games.obsidian_protocol.showing.lines import FacingView, MoveView, moving, turning
from muster.games.obsidian_protocol.showing.part_choice import PartsView, choosing_part
from muster.games.obsidian_protocol.showing.path import PathView, draw
from muster.games.obsidian_protocol.showing.unit_sheet import SheetView, sheet_of
from muster.games.obsidian_protocol.showing.views import table_view
from muster.games.obsidian_protocol.state.state import State
from muster.kernel.requests import Seat
from muster.kernel.spaces import no_such_option
from muster.kernel.words import Words


class RerollView(msgspec.Struct, frozen=True, tag="reroll", tag_field="kind"):
    """Dice that may be rolled again, in the order in which answers number them."""

    dice: list[Die]


PREVIEWS = (AimView, ActView, MoveView, FacingView, PathView, PartsView, RerollView, SheetView)


def preview(state: State, seat: Seat | None, subject: object, about: str, words: Words) -> msgspec.Struct:
    """The preview of a question's options; or of `path:f7,e7`, a path being drawn; or of `sheet:b5`, the cards of a
    unit.
    """
    if not about:
        return options_of(state, subject)
    kind, _, key = about.partition(":")
    found: msgspec.Struct | None = None
    if kind == "sheet":
        unit = table_view(state, seat).units.get(key)
        found = None if unit is None else sheet_of(state.content, unit)
    elif isinstance(subject, Moving):
        found = draw(ways_again(state, subject), about, words.say)
    if found is None:
        raise no_such_option(about)
    return found


def options_of(state: State, subject: object) -> msgspec.Struct:
    """The preview of all answers to a question, by its subject."""
    match subject:
        case Acting(unit):
            return acting(state, state.units[unit])
        case Turning(unit):
            return turning(state, state.units[unit])
        case Moving(unit, grids=grids):
            ways = ways_again(state, subject)
            return moving(state, ways, state.units[unit], ways.grids() if grids is None else grids)
        case Rerolling(dice):
            return RerollView(told_dice(dice))
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


def attack_again(state: State, subject: Hitting) -> Attack:
    """The attack that a question is about."""
    attack = Attack(
        state.units[subject.attacker],
        state.units[subject.target],
        action_named(state.content, subject.action),
        subject.slot,
        dict(subject.effects),
        subject.support,
        subject.interception,
        subject.explosion,
        subject.fixed,
    )
    attack.yellow, attack.red = subject.yellow, subject.red
    return attack
