"""The threats to a unit: from which grids enemies could attack it, where it would be safe from them, and what they
could answer.

An enemy that is imagined elsewhere faces the unit; one that stays where it is keeps its facing. Chances are those to
penetrate, as `prospects` works them out: both sides choose parts well, nobody spends anything, nothing intercepts.
"""

from __future__ import annotations

from collections.abc import Iterator

from muster.games.obsidian_protocol.board.battlefield import CELLS, GRID_NAMES
from muster.games.obsidian_protocol.board.bitmaps import SPOT, without
from muster.games.obsidian_protocol.cards.content import Action
from muster.games.obsidian_protocol.cards.kinds import Kind, Level, Type
from muster.games.obsidian_protocol.rules.actions.available import every_action, support_for
from muster.games.obsidian_protocol.rules.attack.pools import Attack, is_back_attack
from muster.games.obsidian_protocol.rules.attack.rolls import standing_parts
from muster.games.obsidian_protocol.rules.attack.targets import effects_of, is_target, reach_of, why_not
from muster.games.obsidian_protocol.rules.movement.standing import open_ground, places_in, taken
from muster.games.obsidian_protocol.rules.naming import unit_key
from muster.games.obsidian_protocol.showing.chances import attack_dice, defence_dice
from muster.games.obsidian_protocol.showing.prospects import Reckoner
from muster.games.obsidian_protocol.state.geometry import (
    FACINGS,
    card_of,
    enemies_of,
    grid_of,
    has_sight,
    in_arc,
    place_of,
)
from muster.games.obsidian_protocol.state.sheet import ammo_left, is_attack
from muster.games.obsidian_protocol.state.state import State
from muster.games.obsidian_protocol.state.unit import NONE, Unit
from muster.kernel.threats import Danger, Reply, ThreatMap, reply, worst


class Threats:
    """Dangers in one state, which is nobody's: units are moved about in it. Equal pools are worked out once."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.known: dict[object, float] = {}

    def threat_map(self, unit: Unit, place: int) -> ThreatMap:
        """The grids from which an enemy could attack a unit in a place."""
        before, found = place_of(unit), []
        put(unit, place)
        for grid in sorted(self.state.battlefield.board.inside):
            dangers: list[Danger] = []
            for foe in enemies_of(self.state, unit.seat):
                dangers += self.from_grid(foe, unit, grid)
            danger = worst(GRID_NAMES[grid], dangers)
            found += [danger] if danger is not None else []
        here = GRID_NAMES[grid_of(unit)]
        put(unit, before)
        return ThreatMap(unit_key(unit), here, False, tuple(found))

    def safety_map(self, unit: Unit) -> ThreatMap:
        """The grids in which enemies could attack a unit from where they stand now."""
        before, found = place_of(unit), []
        for grid in sorted(self.state.battlefield.board.inside):
            place = self.spot_in(unit, grid)
            if place == NONE:
                continue
            put(unit, place)
            danger = worst(
                GRID_NAMES[grid], [d for foe in enemies_of(self.state, unit.seat) for d in self.of(foe, unit)]
            )
            found += [danger] if danger is not None else []
            put(unit, before)
        return ThreatMap(unit_key(unit), GRID_NAMES[grid_of(unit)], True, tuple(found))

    def replies(self, unit: Unit, place: int) -> Reply:
        """The harm enemies could do, from where they stand, to a unit in a place."""
        before = place_of(unit)
        put(unit, place)
        found = [list(self.of(foe, unit)) for foe in enemies_of(self.state, unit.seat)]
        here = GRID_NAMES[grid_of(unit)]
        put(unit, before)
        return reply(unit_key(unit), here, found)

    def spot_in(self, unit: Unit, grid: int) -> int:
        """A place for a unit in a grid: where it stands, or the first that is free; NONE if there is none."""
        if grid_of(unit) == grid:
            return place_of(unit)
        free = without(open_ground(self.state, unit.size), taken(self.state, unit.size, unit))
        for place in places_in(grid, unit.size):
            spot = SPOT[unit.size][place]
            if unit.level == Level.AERIAL or (spot >= 0 and free >> spot & 1):
                return place
        return NONE

    def from_grid(self, foe: Unit, unit: Unit, grid: int) -> list[Danger]:
        """The dangers of an enemy in a grid, facing the unit."""
        place, before, facing = self.spot_in(foe, grid), place_of(foe), foe.facing
        if place == NONE:
            return []
        if place != before:
            put(foe, place)
            foe.facing = next((way for way in range(len(FACINGS)) if in_arc(foe, way, unit)), facing)
        found = list(self.of(foe, unit))
        put(foe, before)
        foe.facing = facing
        return found

    def of(self, foe: Unit, unit: Unit) -> Iterator[Danger]:
        """The danger an enemy is to a unit from where it stands."""
        state = self.state
        if has_sight(state, foe, unit):
            yield Danger("", 0.0, unit_key(foe), "seen")
        for slot, action in attacks_of(state, foe):
            support = support_for(state, foe, slot, action) if foe.kind == Kind.MECH else NONE
            effects = effects_of(state, foe, action, support)
            if why_not(state, foe, action, effects) is not None:
                continue
            if is_target(state, foe, unit, action, effects, reach_of(state, foe, action, effects)):
                how = "fight" if action.type == Type.MELEE else "shot"
                yield Danger("", self.chance(Attack(foe, unit, action, slot, effects, support)), unit_key(foe), how)

    def chance(self, attack: Attack) -> float:
        """The chance to penetrate; attacks with the same dice have the same."""
        state, target = self.state, attack.target
        pools = []
        for part in standing_parts(target) if target.kind == Kind.MECH else (0,):
            attack.part = part
            pools.append(defence_dice(state, attack))
        attack.part = NONE
        back = is_back_attack(state, attack)
        offence = attack_dice(state, attack)
        key = (attack.attacker.id, attack.slot, attack.action.key, offence, back, tuple(pools))
        if key not in self.known:
            reckoner = Reckoner(state, attack)
            self.known[key] = reckoner.chance(reckoner.cases())
        return self.known[key]


def attacks_of(state: State, unit: Unit) -> list[tuple[int, Action]]:
    """The attacks with dice that a unit has ammunition for."""
    every = every_action(state, unit) if unit.kind == Kind.MECH else [(0, one) for one in card_of(state, unit).actions]
    return [
        (slot, action)
        for slot, action in every
        if is_attack(action)
        and action.type in (Type.MELEE, Type.FIRING)
        and (action.yellow or action.red)
        and (not action.ammo or ammo_left(state, unit, slot, action) > 0)
    ]


def put(unit: Unit, place: int) -> None:
    unit.col, unit.row = place % CELLS, place // CELLS
