"""Pools: the dice of both sides of an attack, with the effects in force (rulebook 4.4.1, 4.5, 4.6)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from muster.games.obsidian_protocol.cards.content import Action
from muster.games.obsidian_protocol.cards.kinds import Kind, Stance, Type
from muster.games.obsidian_protocol.rules.subjects import Hitting
from muster.games.obsidian_protocol.state.geometry import (
    allies_of,
    barricades,
    base,
    behind,
    card_of,
    distance,
    has_sight,
    in_contact,
    terrain_between,
    units_between,
)
from muster.games.obsidian_protocol.state.sheet import (
    armor_value,
    covered,
    covers,
    dodge_value,
    has_highlight,
    has_low_profile,
    is_immobilized,
    part_of,
    passive,
    passive_range,
    passive_sum,
    squares,
    stance_against,
    trait,
)
from muster.games.obsidian_protocol.state.state import State
from muster.games.obsidian_protocol.state.unit import DAMAGED, NONE, Square, Unit
from muster.geometry.grid_sight import touches
from muster.kernel.terms import Term, total

PROTECTION: Final = 2
"""White dice for terrain and again for a unit in the way."""


class Attack:
    """One attack: the attacker, the action and part, the target, and everything that bears on it."""

    __slots__ = (
        "action",
        "answers",
        "attacker",
        "effects",
        "explosion",
        "faces",
        "fixed",
        "heavy_eyes",
        "interception",
        "loose",
        "parry",
        "part",
        "red",
        "slot",
        "support",
        "target",
        "yellow",
    )

    def __init__(
        self,
        attacker: Unit,
        target: Unit,
        action: Action,
        slot: int,
        effects: dict[str, int],
        support: int = NONE,
        interception: bool = False,
        explosion: bool = False,
        fixed: bool = False,
    ) -> None:
        self.attacker = attacker
        self.target = target
        self.action = action
        self.slot = slot
        self.effects = effects  # keywords in force, with their figures
        self.support = support  # the free hand that helps
        self.interception = interception
        self.explosion = explosion
        self.fixed = fixed  # its share of the dice of several attacks is set
        self.yellow = action.yellow
        self.red = action.red
        self.part = 0  # the part that is hit
        self.parry = 0  # white dice for parrying
        self.heavy_eyes = 0  # eyes exchanged for a heavy hit, where they could be two light ones
        self.loose: list[tuple[Unit, int]] = []  # bearers that let go of so many black boxes
        self.faces: list[str] = []  # the icons that count on each attack die, after exchanges
        self.answers: list[str] = []  # the same of the defence

    def subject(self) -> Hitting:
        """The attack as the subject of a question."""
        return Hitting(
            self.attacker.id,
            self.target.id,
            self.slot,
            self.action.key,
            tuple(self.effects.items()),
            self.support,
            self.interception,
            self.explosion,
            self.fixed,
            self.yellow,
            self.red,
        )

    @property
    def melee(self) -> bool:
        return self.action.type == Type.MELEE and not self.explosion

    @property
    def firing(self) -> bool:
        return (self.action.type == Type.FIRING or self.interception) and not self.explosion

    @property
    def fires(self) -> bool:
        """Whether a firing action is performed, even to intercept: whatever helps firing actions helps then.

        [OP 4.9.action]
        """
        return self.action.type == Type.FIRING and not self.explosion

    @property
    def stance(self) -> int:
        """The stance in which the attacker rolls.  [OP 6.3.3.tracer_stance]"""
        return stance_against(self.attacker, self.target)

    @property
    def suppresses(self) -> bool:
        """Whether the target is forced into defensive stance before the roll.  [OP 6.2.suppression]"""
        target = self.target
        return "suppression" in self.effects and target.kind == Kind.MECH and target.stance != Stance.SHUTDOWN


# Pools


def attack_terms(state: State, attack: Attack) -> tuple[list[Term], list[Term]]:
    """Where the yellow and the red dice of an attack come from.

    [OP 4.4.1.attack_dice] [OP 6.2.multi_target_dice] [OP card.cooling] [OP card.support_arms] [OP trait.ornament]
    """
    unit, effects = attack.attacker, attack.effects
    if attack.fixed:
        share = "OP 6.2.multi_target_dice"
        return _kept([Term(share, attack.yellow, "share")]), _kept([Term(share, attack.red, "share")])
    printed = "OP 4.4.1.attack_dice"
    yellow = [Term(printed, attack.yellow, "base"), Term(printed, effects.get("yellow", 0), "card")]
    red = [Term(printed, attack.red, "base"), Term(printed, effects.get("red", 0), "card")]
    if attack.support != NONE:
        helper = part_of(state, unit, attack.support).passives
        yellow.append(Term("OP card.support_arms", int("major_support" in helper), "support"))
        red.append(Term("OP card.support_arms", int("melee_support" in helper and attack.melee), "support"))
    if attack.fires:
        if trait(state, unit) == "ornament" and distance(unit, attack.target) <= 3:
            yellow.append(Term("OP trait.ornament", 1, "ornament"))
        if "laser" in effects:
            yellow.append(Term("OP card.cooling", passive_sum(state, unit, "laser_cooling"), "cooling"))
        if attack.stance == Stance.OFFENSIVE:  # one more for every three there are
            more = total(yellow) // 3 * passive_sum(state, unit, "power_cooling")
            yellow.append(Term("OP card.cooling", more, "cooling"))
            more = total(red) // 3 * passive_sum(state, unit, "system_cooling")
            red.append(Term("OP card.cooling", more, "cooling"))
    return _kept(yellow), _kept(red)


def attack_pool(state: State, attack: Attack) -> tuple[int, int]:
    """The yellow and red dice of an attack, with everything that adds to them.  [OP 4.4.1.attack_dice]"""
    yellow, red = attack_terms(state, attack)
    return total(yellow), total(red)


def _kept(terms: Sequence[Term]) -> list[Term]:
    return [term for term in terms if term.count]


def terrain_protection(state: State, one: Unit, other: Unit) -> bool:
    """Whether terrain of 2 inches or more is in the way, other than terrain in contact with the attacker.

    [OP 4.5.1.height] [OP 4.5.1.contact] [OP 4.5.2.dice] [OP 6.2.barricade]
    """
    terrain = state.battlefield.terrain
    if any(
        touches(base(one), base(other), box) and not in_contact(base(one), box) for box in barricades(state, one, other)
    ):
        return True
    return any(
        terrain[number].height >= 2 and not in_contact(base(one), terrain[number].box)
        for number in terrain_between(state, one, other)
    )


def unit_protection(state: State, one: Unit, other: Unit) -> bool:
    """Whether a large unit of either side, or a small shield-bearer of the defender, is in the way.

    [OP 4.5.2.large] [OP 4.5.2.dice] [OP card.mobile_bunker]
    """
    return any(
        unit.size == 3
        or (unit.kind == Kind.DRONE and unit.seat == other.seat and "mobile_bunker" in card_of(state, unit).passives)
        for unit in units_between(state, one, other)
    )


def white_sources(state: State, attack: Attack, surplus: bool = False, structure: int = NONE) -> list[Term]:
    """The sources of white dice: armor or structure, parry, protection; less for Armor Piercing and Fragile.

    [OP 4.4.1.white] [OP 4.5.1.height] [OP 4.5.2.dice] [OP 4.6.2.parry] [OP 6.2.armor_piercing] [OP 6.3.2.fragile]
    [OP 4.8.protection] [OP card.aura_white] [OP trait.eagle_eye] [OP card.responsive]
    """
    unit, target = attack.attacker, attack.target
    damaged = structure != NONE or target.condition[attack.part] & DAMAGED
    value = structure if structure != NONE else armor_value(state, target, attack.part)
    found = [Term("OP 4.4.1.white", value, "structure" if damaged else "armor")]
    if not surplus:
        found.append(Term("OP 4.6.2.parry", attack.parry, "parry"))
        open_air = attack.interception  # whatever is launched counts as aerial  [OP 4.9.range]
        if (
            attack.firing
            and not open_air
            and not (passive(state, unit, "responsive_targeting") and has_highlight(state, target))
        ):
            by_terrain, by_unit = terrain_protection(state, unit, target), unit_protection(state, unit, target)
            found.append(Term("OP 4.5.1.height", PROTECTION * by_terrain, "terrain"))
            found.append(Term("OP 4.5.2.dice", PROTECTION * by_unit, "unit"))
    if covered(state, target, "aura_white", target.seat):
        found.append(Term("OP card.aura_white", 1, "aura"))
    found.append(Term("OP 6.3.2.fragile", -squares(target, Square.FRAGILE), "fragile"))
    if not surplus:
        pierced = attack.effects.get("armor_piercing", 0) + (attack.fires and trait(state, unit) == "eagle_eye")
        found.append(Term("OP 6.2.armor_piercing", -pierced, "armor_piercing"))
    return _kept(found)


def white_terms(state: State, attack: Attack, surplus: bool = False, structure: int = NONE) -> list[Term]:
    """The sources of white dice; if there are any, reductions leave at least one.

    [OP 4.4.1.white] [OP 4.4.1.one_white]
    """
    found = white_sources(state, attack, surplus, structure)
    least = 1 if any(term.count > 0 for term in found) else 0
    missing = least - total(found)
    if missing > 0:
        found.append(Term("OP 4.4.1.one_white", missing, "least"))
    return found


def white_dice(state: State, attack: Attack, surplus: bool = False, structure: int = NONE) -> int:
    """The number of white dice.  [OP 4.4.1.white]"""
    return total(white_terms(state, attack, surplus, structure))


def blue_terms(state: State, attack: Attack, surplus: bool = False) -> list[Term]:
    """The sources of blue dice: the dodge value in mobility stance, nothing when immobilized. What the attacker takes
    away does not count in a surplus, and never takes more than there is.

    [OP 4.4.1.blue] [OP 4.1.mobility] [OP 6.3.2.no_blue] [OP card.early_warning] [OP card.lock_on]
    [OP card.support_arms] [OP 4.8.protection] [OP card.link_shock]
    """
    unit, target = attack.attacker, attack.target
    if target.stance != Stance.MOBILITY or is_immobilized(target) or "link_shock" in attack.effects:
        return []
    found = [Term("OP 4.1.mobility", dodge_value(state, target), "dodge")]
    if attack.firing and target.kind == Kind.MECH and warned(state, attack):
        found.append(Term("OP card.early_warning", 1, "warned"))
    if attack.fires and not surplus:
        if attack.support != NONE and "tracking_assist" in part_of(state, unit, attack.support).passives:
            found.append(Term("OP card.support_arms", -2, "tracking"))
        found.append(Term("OP card.lock_on", -covers(state, target, "lock_on", unit.seat), "lock_on"))
    missing = -total(found)
    if missing > 0:
        found.append(Term("OP 4.4.1.blue", missing, "floor"))
    return _kept(found)


def blue_dice(state: State, attack: Attack, surplus: bool = False) -> int:
    """The number of blue dice.  [OP 4.4.1.blue]"""
    return total(blue_terms(state, attack, surplus))


def warned(state: State, attack: Attack) -> bool:
    """Whether an early warning drone near the defender sees the attacker.  [OP card.early_warning]"""
    target = attack.target
    return any(
        distance(target, ally) <= passive_range(state, ally, "early_warning")
        and has_sight(state, ally, attack.attacker)
        for ally in allies_of(state, target.seat)
    )


def is_back_attack(state: State, attack: Attack) -> bool:
    """Whether the attack comes from the target's rear arc. A blast has no side, and one torso shows its front to every
    melee attack.

    [OP 4.2.6.back_attack] [OP card.front_toward_enemy]
    """
    if attack.explosion:
        return False
    if attack.melee and passive(state, attack.target, "no_melee_back_attack"):
        return False
    return behind(attack.target, attack.attacker)


def own_parry(state: State, attack: Attack) -> int:
    """The white dice of a unit that parries as a whole, unless it is struck from behind.  [OP 4.6.2.parry]"""
    if not attack.melee or attack.target.kind == Kind.MECH or is_back_attack(state, attack):
        return 0
    if "link_shock" in attack.effects:  # [OP card.link_shock]
        return 0
    return card_of(state, attack.target).parry


def low_profile_helps(state: State, attack: Attack) -> bool:
    """Whether eyes of the defence count as dodges. Cards that speak of firing actions have no part in an interception
    with a passive action.

    [OP 4.12.1.effect] [OP 6.2.low_profile] [OP card.ignore_low_profile] [OP card.feature_reduction] [OP trait.trace]
    [OP 4.9.action]
    """
    if not attack.fires:
        return attack.firing and has_low_profile(state, attack.target)
    if passive(state, attack.attacker, "ignore_low_profile"):
        return False
    if trait(state, attack.attacker) == "trace" and watchers(state, attack) >= 2:
        return False
    if has_low_profile(state, attack.target):
        return True
    return covered(state, attack.attacker, "feature_reduction", attack.target.seat)


def watchers(state: State, attack: Attack) -> int:
    """Drones of the attacker's side that see the target."""
    return sum(
        ally.kind == Kind.DRONE and has_sight(state, ally, attack.target)
        for ally in allies_of(state, attack.attacker.seat)
    )
