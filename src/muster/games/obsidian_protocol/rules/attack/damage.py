"""Penetration, destroyed parts and units, link loss, tokens (rulebook 4.4.2, 4.4.3, 4.10, 6.3)."""

from __future__ import annotations

from typing import Final

from muster.games.obsidian_protocol.cards.kinds import SLOT_NAMES, SLOTS, Kind, Slot, Stance
from muster.games.obsidian_protocol.rules.asking import yes
from muster.games.obsidian_protocol.rules.mission.tasks import pack_lost, part_lost, unit_lost
from muster.games.obsidian_protocol.rules.naming import is_low_value, named, tell
from muster.games.obsidian_protocol.rules.warfare.tethers import let_loose, strain
from muster.games.obsidian_protocol.state.geometry import card_of, place_of
from muster.games.obsidian_protocol.state.sheet import (
    electronic_value,
    part_of,
    parts_left,
    passive,
    structure_value,
    trait,
)
from muster.games.obsidian_protocol.state.state import State
from muster.games.obsidian_protocol.state.unit import (
    DAMAGED,
    DESTROYED,
    GREEN,
    NOBODY,
    NONE,
    REPAIRED,
    Hexagon,
    Square,
    Unit,
    changed,
)
from muster.kernel.requests import Table

SQUARE_NAMES: Final[tuple[str, ...]] = ("fragile", "fire_control_interference", "immobilized")
SQUARE_CLAUSES: Final[tuple[str, ...]] = ("OP 6.3.2.fragile", "OP 6.3.2.interference", "OP 6.3.2.immobilized")
HEXAGON_NAMES: Final[tuple[str, ...]] = ("", "highlight", "low_profile", "target_tracer")


# Link


def lose_link(table: Table, state: State, unit: Unit, amount: int, clause: str) -> None:
    """Take link for an enemy effect or a destroyed part; at 0 the mech shuts down.

    [OP 4.10.enemy] [OP 4.10.shutdown]
    """
    if unit.kind != Kind.MECH or not unit.alive or unit.link == 0:
        return
    unit.link = max(0, unit.link - amount)
    tell(table, state, "link_lost", clause, unit, link=unit.link)
    if unit.link == 0:
        unit.stance = Stance.SHUTDOWN
        tell(table, state, "shut_down", "OP 4.10.shutdown", unit)


def restore_link(table: Table, state: State, unit: Unit, amount: int, clause: str) -> None:
    """Restore link, up to the pilot's maximum.  [OP card.restore_link]"""
    if not unit.alive:
        return
    full = state.content.pilots[unit.pilot].link
    gained = min(amount, full - unit.link)
    if gained > 0:
        unit.link += gained
        tell(table, state, "link_restored", clause, unit, link=unit.link)


# Tokens


def give_square(table: Table, state: State, unit: Unit, token: int) -> None:
    """Give a square token; a projectile with an electronic value does not survive interference.

    [OP 3.7.2.yellow] [OP 2.5.3.green] [OP 6.3.2.projectile]
    """
    if not unit.alive:
        return
    face = state.content.tokens[SQUARE_NAMES[token]]
    place = GREEN + token if face == 3 else 2 * token + (face == 1)
    unit.squares = changed(unit.squares, place, unit.squares[place] + 1)
    tell(table, state, "token_gained", SQUARE_CLAUSES[token], unit, token=SQUARE_NAMES[token])
    if token == Square.FIRE_CONTROL and unit.kind == Kind.PROJECTILE and electronic_value(state, unit) >= 0:
        destroy_unit(table, state, unit, NOBODY, "OP 6.3.2.projectile")


def give_hexagon(table: Table, state: State, unit: Unit, token: int, clause: str) -> None:
    """Give a hexagon token, which replaces any other; low value units take none.

    [OP 2.5.3.hexagon] [OP 2.5.3.low_value]
    """
    if is_low_value(state, unit):
        return
    unit.hexagon = token
    unit.hexagon_face = state.content.tokens[HEXAGON_NAMES[token]]
    tell(table, state, "token_gained", clause, unit, token=HEXAGON_NAMES[token])


def drop_hexagon(table: Table, state: State, unit: Unit, clause: str) -> None:
    if unit.hexagon != Hexagon.NONE:
        tell(table, state, "token_removed", clause, unit, token=HEXAGON_NAMES[unit.hexagon])
        unit.hexagon = Hexagon.NONE
        unit.hexagon_face = 0


# Penetration


def penetrate(table: Table, state: State, unit: Unit, slot: int, by: int) -> bool:
    """Penetrate a part or unit: with structure it is first damaged, then destroyed. Returns whether it was destroyed.

    [OP 4.4.2.no_structure] [OP 4.4.2.damaged] [OP 4.4.2.destroyed] [OP 6.2.missile_group] [OP card.tether]
    """
    if not unit.alive:
        return False
    if unit.tether != NONE:
        let_loose(table, state, unit)
    if not unit.condition[slot] & DAMAGED and structure_value(state, unit, slot) > 0:
        unit.condition = changed(unit.condition, slot, unit.condition[slot] | DAMAGED)
        tell(table, state, "damaged", "OP 4.4.2.damaged", unit, part=part_name(unit, slot))
        return False
    if unit.kind == Kind.MECH:
        destroy_part(table, state, unit, slot, by)
    elif unit.count > 1:
        unit.count -= 1
        tell(table, state, "group_thinned", "OP 6.2.missile_group", unit, left=unit.count)
    else:
        destroy_unit(table, state, unit, by, "OP 4.4.2.no_structure")
    return True


async def react(table: Table, state: State, unit: Unit) -> None:
    """A mech that has just been penetrated, by whatever it was, may take defensive stance at once: before what is left
    of the attack is used again.

    [OP card.defense_reaction] [OP 4.1.shutdown_passive]
    """
    if not unit.alive or unit.stance in (Stance.DEFENSIVE, Stance.SHUTDOWN) or not may_react(state, unit):
        return
    if await yes(table, unit.seat, "prompt.defense_reaction", "OP card.defense_reaction", named(state, unit)):
        unit.stance = Stance.DEFENSIVE
        tell(table, state, "stance_forced", "OP card.defense_reaction", unit, stance="defensive")


def may_react(state: State, unit: Unit) -> bool:
    return unit.kind == Kind.MECH and passive(state, unit, "defense_reaction") > 0


def part_name(unit: Unit, slot: int) -> str:
    return SLOT_NAMES[slot] if unit.kind == Kind.MECH else "unit"


def part_behind(table: Table, state: State, unit: Unit, slot: int, by: int) -> int:
    """The part that takes a hit: a patched part is lost at once, without a roll, and the torso is hit.

    [OP 6.3.1.repaired]
    """
    if unit.kind != Kind.MECH or not unit.condition[slot] & REPAIRED:
        return slot
    destroy_part(table, state, unit, slot, by)
    return Slot.TORSO


def destroy_part(table: Table, state: State, unit: Unit, slot: int, by: int) -> None:
    """Destroy a part. Without its torso the mech is destroyed; any other part costs a point of link.

    [OP 4.4.3.torso] [OP 4.4.3.part] [OP 4.4.3.link] [OP 4.4.3.integrity] [OP trait.fortitude] [OP 4.12.2.part]
    """
    if not unit.alive:
        return
    repaired = unit.condition[slot] & REPAIRED
    unit.condition = changed(unit.condition, slot, DESTROYED)
    unit.killer = by
    unit.charged &= ~(1 << slot)
    drop_boxes(table, state, unit, slot)
    tell(table, state, "part_destroyed", "OP 4.4.3.part", unit, part=SLOT_NAMES[slot])
    part_lost(table, state, by)
    pack_lost(table, state, unit, part_of(state, unit, slot))
    if slot == SLOTS[0]:
        destroy_unit(table, state, unit, by, "OP 4.4.3.torso")
        return
    if unit.hidden_by == slot:
        # The part that hid it is gone: revealed where it stands.
        unit.stealth = unit.hidden_by = NONE
        tell(table, state, "revealed", "OP 4.12.2.part", unit)
    if not repaired and trait(state, unit) != "fortitude":
        lose_link(table, state, unit, 1, "OP 4.4.3.link")
    if not repaired and parts_left(unit) == 2:
        tell(table, state, "integrity_loss", "OP 4.4.3.integrity", unit)


def destroy_unit(table: Table, state: State, unit: Unit, by: int, clause: str) -> None:
    """Remove a destroyed unit from the board at once; what it carried stays.  [OP 4.4.3.unit]"""
    if not unit.alive:
        return
    drop_boxes(table, state, unit, None)
    unit.alive = False
    unit.stealth = unit.hidden_by = NONE
    unit.killer = by
    tell(table, state, "destroyed", clause, unit)
    strain(table, state, unit)
    if unit.kind != Kind.MECH and "martyrdom" in card_of(state, unit).passives:
        state.blasts.append(unit.id)
    if unit.kind == Kind.DRONE and not is_low_value(state, unit):
        part_lost(table, state, by)
    unit_lost(table, state, unit)


def drop_boxes(table: Table, state: State, unit: Unit, slot: int | None) -> None:
    """Black boxes fall where their carrier stands.  [OP 5.3.1.penetrated]"""
    for bearer in range(len(SLOTS)):
        if unit.box >> bearer & 1 and slot in (None, bearer):
            unit.box &= ~(1 << bearer)
            state.boxes.append(place_of(unit))
            tell(table, state, "box_dropped", "OP 5.3.1.penetrated", unit)
