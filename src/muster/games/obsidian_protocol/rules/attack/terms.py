"""The dice of an attack as sums: every term with its clause, for people who want to know where a pool comes from.

`pools.py` counts fast; this counts the same dice again slowly, term by term. The last term of a side says what a floor
gives back, so that the terms always add up.
"""

from __future__ import annotations

import msgspec

from muster.games.obsidian_protocol.board.battlefield import DISTANCE
from muster.games.obsidian_protocol.cards.kinds import Kind, Stance
from muster.games.obsidian_protocol.rules.attack.pools import (
    Attack,
    attack_pool,
    blue_dice,
    warned,
    white_dice,
    white_parts,
)
from muster.games.obsidian_protocol.state.geometry import grid_of
from muster.games.obsidian_protocol.state.sheet import (
    covers,
    dodge_value,
    is_immobilized,
    part_of,
    passive_sum,
    trait,
)
from muster.games.obsidian_protocol.state.state import State
from muster.games.obsidian_protocol.state.unit import NONE


class Term(msgspec.Struct, frozen=True):
    """So many dice of a color, for a reason: `y` yellow, `r` red, `w` white, `b` blue."""

    key: str
    clause: str
    color: str
    count: int


def attack_terms(state: State, attack: Attack) -> list[Term]:
    """Where the yellow and red dice come from.  [OP 4.4.1.attack_dice] [OP card.cooling] [OP card.support_arms]"""
    if attack.fixed:
        return _kept(
            [
                Term("share", "OP 6.2.multi_target_dice", "y", attack.yellow),
                Term("share", "OP 6.2.multi_target_dice", "r", attack.red),
            ]
        )
    unit = attack.attacker
    found = [
        Term("base", "OP 4.4.1.attack_dice", "y", attack.yellow),
        Term("base", "OP 4.4.1.attack_dice", "r", attack.red),
        Term("card", "OP 4.4.1.attack_dice", "y", attack.effects.get("yellow", 0)),
        Term("card", "OP 4.4.1.attack_dice", "r", attack.effects.get("red", 0)),
    ]
    if attack.support != NONE:
        helper = part_of(state, unit, attack.support).passives
        found.append(Term("support", "OP card.support_arms", "y", int("major_support" in helper)))
        found.append(Term("support", "OP card.support_arms", "r", int("melee_support" in helper and attack.melee)))
    if attack.fires:
        near = DISTANCE[grid_of(unit)][grid_of(attack.target)] <= 3
        found.append(Term("ornament", "OP trait.ornament", "y", int(trait(state, unit) == "ornament" and near)))
        cooled = passive_sum(state, unit, "laser_cooling") if "laser" in attack.effects else 0
        found.append(Term("cooling", "OP card.cooling", "y", cooled))
    yellow, red = attack_pool(state, attack)
    found.append(Term("cooling", "OP card.cooling", "y", yellow - total(found, "y")))
    found.append(Term("cooling", "OP card.cooling", "r", red - total(found, "r")))
    return _kept(found)


def defence_terms(state: State, attack: Attack, surplus: bool = False, structure: int = -1) -> list[Term]:
    """Where the white and blue dice come from.  [OP 4.4.1.white] [OP 4.4.1.blue] [OP 4.8.protection]"""
    found = _white(state, attack, surplus, structure)
    missing = white_dice(state, attack, surplus, structure) - total(found, "w")
    found.append(Term("least", "OP 4.4.1.one_white", "w", missing))
    found += _blue(state, attack, surplus)
    found.append(Term("floor", "OP 4.4.1.blue", "b", blue_dice(state, attack, surplus) - total(found, "b")))
    return _kept(found)


WHITE_CLAUSES = {
    "armor": "OP 4.4.1.white",
    "structure": "OP 4.4.1.white",
    "parry": "OP 4.6.2.parry",
    "terrain": "OP 4.5.1.height",
    "unit": "OP 4.5.2.dice",
    "aura": "OP card.aura_white",
    "fragile": "OP 6.3.2.fragile",
    "armor_piercing": "OP 6.2.armor_piercing",
}


def _white(state: State, attack: Attack, surplus: bool, structure: int) -> list[Term]:
    parts = white_parts(state, attack, surplus, structure)
    return [Term(reason, WHITE_CLAUSES.get(reason, "OP 4.4.1.white"), "w", count) for reason, count in parts]


def _blue(state: State, attack: Attack, surplus: bool) -> list[Term]:
    unit, target = attack.attacker, attack.target
    if target.stance != Stance.MOBILITY or is_immobilized(target):
        return []
    found = [Term("dodge", "OP 4.1.mobility", "b", dodge_value(state, target))]
    if attack.firing:
        warning = target.kind == Kind.MECH and warned(state, attack)
        found.append(Term("warned", "OP card.early_warning", "b", int(warning)))
    if attack.firing and not surplus:
        tracked = attack.support != NONE and "tracking_assist" in part_of(state, unit, attack.support).passives
        found.append(Term("tracking", "OP card.support_arms", "b", -2 * int(tracked)))
        found.append(Term("lock_on", "OP card.lock_on", "b", -covers(state, target, "lock_on", unit.seat)))
    return found


def _kept(terms: list[Term]) -> list[Term]:
    return [term for term in terms if term.count]


def total(terms: list[Term], color: str) -> int:
    found = 0
    for term in terms:
        if term.color == color:
            found += term.count
    return found


def noted(terms: list[Term]) -> str:
    """As one word of an event: `armor=4w@OP_4.4.1.white`, joined by blanks."""
    return " ".join(f"{t.key}={t.count}{t.color}@{t.clause.replace(' ', '_')}" for t in terms)
