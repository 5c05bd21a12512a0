"""Swift and tactical actions, and the common actions of 6.1: discard, charge, stabilize, scan, reveal, access."""

from __future__ import annotations

from collections.abc import Sequence

from muster.games.obsidian_protocol.cards import common_actions
from muster.games.obsidian_protocol.cards.content import Action
from muster.games.obsidian_protocol.cards.kinds import SLOT_NAMES, SLOTS, Stance
from muster.games.obsidian_protocol.rules.actions.available import (
    ELECTRONIC,
    damaged_allies,
    marked_allies,
    repairable,
    scannable,
    terminals,
    victims,
    weak_allies,
)
from muster.games.obsidian_protocol.rules.actions.steering import steer
from muster.games.obsidian_protocol.rules.asking import ask_midway, ask_part, ask_unit, yes
from muster.games.obsidian_protocol.rules.attack.damage import (
    HEXAGON_NAMES,
    SQUARE_NAMES,
    destroy_unit,
    drop_hexagon,
    give_hexagon,
    give_square,
    part_name,
    restore_link,
)
from muster.games.obsidian_protocol.rules.attack.process import last_blasts
from muster.games.obsidian_protocol.rules.faces import turn_over
from muster.games.obsidian_protocol.rules.mission.tasks import access, task_of
from muster.games.obsidian_protocol.rules.naming import named, tell, unit_key
from muster.games.obsidian_protocol.rules.subjects import Warring
from muster.games.obsidian_protocol.rules.warfare.ammo import resupply
from muster.games.obsidian_protocol.rules.warfare.electronic import counter_roll, electronic_targets, may_respond
from muster.games.obsidian_protocol.rules.warfare.stealth import hide, may_scan, reveal, scan
from muster.games.obsidian_protocol.state.geometry import enemies_of
from muster.games.obsidian_protocol.state.sheet import part_of, squares, use_ammo, works
from muster.games.obsidian_protocol.state.state import State
from muster.games.obsidian_protocol.state.unit import (
    DAMAGED,
    DESTROYED,
    GREEN,
    NONE,
    REPAIRED,
    Hexagon,
    Square,
    Unit,
    changed,
)
from muster.kernel.requests import Table
from muster.kernel.spaces import Blocked, OneOf, Option
from muster.kernel.text import Text


async def perform_tactical(table: Table, state: State, unit: Unit, slot: int, action: Action) -> None:
    """Perform a swift or tactical action of a part, by its keyword.

    [OP 6.2.electronic_support] [OP card.restore_link] [OP card.remove_square] [OP card.take_defensive]
    [OP 2.5.3.hexagon] [OP 4.13.consume]
    """
    if action.ammo:
        use_ammo(state, unit, slot, action)
    if action.has("gain_highlight"):
        give_hexagon(table, state, unit, Hexagon.HIGHLIGHT, "OP 6.2.highlight")
    elif action.has("gain_low_profile"):
        give_hexagon(table, state, unit, Hexagon.LOW_PROFILE, "OP 4.12.1.effect")
    elif action.has("take_defensive"):
        unit.stance = Stance.DEFENSIVE
        tell(table, state, "stance_taken", "OP card.take_defensive", unit, stance="defensive")
    elif action.has("transform"):
        turn_over(state, unit, slot, part_of(state, unit, slot).turns)
        tell(table, state, "transformed", "OP card.transform", unit, card=part_of(state, unit, slot).id)
    elif action.has("camouflage"):
        hide(table, state, unit, action.plain["camouflage"], slot)
    elif action.has("restore_link_all"):
        for ally in weak_allies(state, unit, action.range):
            restore_link(table, state, ally, action.plain["restore_link_all"], "OP card.restore_link")
    elif action.has("restore_link"):
        chosen = await ask_unit(
            table,
            state,
            unit.seat,
            "prompt.ally",
            "OP card.restore_link",
            lambda: weak_allies(state, unit, action.range),
        )
        assert chosen is not None
        restore_link(table, state, chosen, action.plain["restore_link"], "OP card.restore_link")
    elif action.has("remove_square"):
        chosen = await ask_unit(
            table,
            state,
            unit.seat,
            "prompt.ally",
            "OP card.remove_square",
            lambda: marked_allies(state, unit, action.range),
        )
        assert chosen is not None
        await remove_token(table, state, chosen, unit.seat, hexagons=False)
    elif action.has("damage_control"):
        await damage_control(table, state, unit)
    elif action.has("resupply"):
        await resupply(table, state, unit, action)
    elif action.purpose in ELECTRONIC:
        chosen = await ask_unit(
            table,
            state,
            unit.seat,
            "prompt.target",
            "OP 6.2.electronic_attack",
            lambda: electronic_choice(state, unit, action),
            block=lambda: out_of_warfare(state, unit, action),
            subject=Warring(unit.id, action.key),
        )
        assert chosen is not None
        await electronic_attack(table, state, unit, action, chosen)


async def perform_common(table: Table, state: State, unit: Unit, slot: int, action: Action) -> None:
    """Perform a common action.

    [OP 6.1.discard] [OP 6.1.charge] [OP 6.1.stabilize] [OP 6.1.scan] [OP 6.1.reveal] [OP 5.4.3.remote]
    """
    if action is common_actions.DISCARD:
        discard(table, state, unit, slot, "OP 6.1.discard")
        await discard_more(table, state, unit)
    elif action is common_actions.CHARGE:
        unit.charged |= 1 << slot
        tell(table, state, "charged", "OP 6.1.charge", unit, part=SLOT_NAMES[slot])
    elif action is common_actions.STABILIZE:
        await remove_token(table, state, unit, unit.seat, hexagons=True)
        restore_link(table, state, unit, 1, "OP 6.1.stabilize")
    elif action is common_actions.SCAN:
        chosen = await ask_unit(
            table,
            state,
            unit.seat,
            "prompt.target",
            "OP 6.1.scan",
            lambda: scannable(state, unit, action.range),
            block=lambda: out_of_scan(state, unit, action),
            subject=Warring(unit.id, action.key),
        )
        assert chosen is not None
        await scan(table, state, unit, chosen)
    elif action is common_actions.REVEAL:
        await reveal(table, state, unit, "OP 6.1.reveal")
    else:
        await remote_access(table, state, unit)


async def discard_more(table: Table, state: State, unit: Unit) -> None:
    """Offer to discard what other parts hold in the same action.  [OP 6.1.discard_several]"""
    for slot in SLOTS:
        if holds_something(state, unit, slot):
            params = {"part": SLOT_NAMES[slot]}
            if await yes(table, unit.seat, "prompt.discard_too", "OP 6.1.discard_several", params):
                discard(table, state, unit, slot, "OP 6.1.discard_several")


async def remove_token(table: Table, state: State, unit: Unit, seat: int, hexagons: bool) -> None:
    """Remove one square token, or a hexagon token where that is allowed; the player chooses.

    [OP 6.1.stabilize] [OP card.remove_square]
    """
    names = [name for token, name in enumerate(SQUARE_NAMES) if squares(unit, token)]
    if hexagons and unit.hexagon != Hexagon.NONE:
        names.append(HEXAGON_NAMES[unit.hexagon])
    if not names:
        return
    name = names[0]
    if len(names) > 1:

        def options() -> list[Option[str]]:
            return [Option(f"token:{n}", n, "OP 6.1.stabilize", Text("option.token", {"token": n})) for n in names]

        name = await ask_midway(table, seat, Text("prompt.token"), OneOf(options))
    if name not in SQUARE_NAMES:
        drop_hexagon(table, state, unit, "OP 6.1.stabilize")
        return
    place = 2 * SQUARE_NAMES.index(name)
    # The one that would stay longer goes first.
    if unit.squares[GREEN + place // 2]:
        place = GREEN + place // 2
    else:
        place += not unit.squares[place]
    unit.squares = changed(unit.squares, place, unit.squares[place] - 1)
    tell(table, state, "token_removed", "OP 6.1.stabilize", unit, token=name)


async def damage_control(table: Table, state: State, unit: Unit) -> None:
    """Patch up a destroyed part, or repair a damaged one.  [OP card.damage_control] [OP 6.3.1.repaired]"""
    slots = repairable(unit)

    def options() -> list[Option[int]]:
        return [
            Option(f"repair:{SLOT_NAMES[s]}", s, "OP card.damage_control", Text("option.part", {"part": SLOT_NAMES[s]}))
            for s in slots
        ]

    slot = slots[0] if len(slots) == 1 else await ask_midway(table, unit.seat, Text("prompt.repair"), OneOf(options))
    before = unit.condition[slot]
    after = DESTROYED | REPAIRED if before & DESTROYED else before & ~DAMAGED
    unit.condition = changed(unit.condition, slot, after)
    tell(table, state, "repaired", "OP card.damage_control", unit, part=SLOT_NAMES[slot])


async def armor_patch(table: Table, state: State, unit: Unit, action: Action) -> None:
    """A swarm removes itself to repair an ally.  [OP card.armor_patch]"""
    ally = await ask_unit(
        table,
        state,
        unit.seat,
        "prompt.ally",
        "OP card.armor_patch",
        lambda: damaged_allies(state, unit, action.range),
    )
    assert ally is not None
    slots = [slot for slot, bits in enumerate(ally.condition) if bits & DAMAGED and not bits & DESTROYED]
    slot = slots[0] if len(slots) == 1 else await ask_part(table, unit.seat, "prompt.repair", slots)
    ally.condition = changed(ally.condition, slot, ally.condition[slot] & ~DAMAGED)
    tell(table, state, "repaired", "OP card.armor_patch", ally, part=part_name(ally, slot))
    unit.alive = False
    tell(table, state, "removed", "OP card.armor_patch", unit)


async def remote_access(table: Table, state: State, unit: Unit) -> None:
    """A counter-roll against a terminal in reach.  [OP 5.4.3.remote]"""
    task = task_of(state)
    assert task is not None
    numbers = terminals(state, unit)

    def options() -> list[Option[int]]:
        return [
            Option(f"terminal:{task.zones[n]}", n, "OP 5.4.3.remote", Text("option.zone", {"zone": task.zones[n]}))
            for n in numbers
        ]

    number = (
        numbers[0] if len(numbers) == 1 else await ask_midway(table, unit.seat, Text("prompt.terminal"), OneOf(options))
    )
    if await counter_roll(table, state, unit, None, common_actions.TERMINAL_VALUE):
        access(table, state, unit.seat, number, "OP 5.4.3.remote")


def holds_something(state: State, unit: Unit, slot: int) -> bool:
    """Whether a part has a discard face to show.  [OP 6.1.discard]"""
    return works(unit, slot) and part_of(state, unit, slot).discard != NONE


def discard(table: Table, state: State, unit: Unit, slot: int, clause: str) -> None:
    """Turn a part to its discard face.  [OP 6.1.discard] [OP 4.17.tokens]"""
    if not holds_something(state, unit, slot):
        return
    turn_over(state, unit, slot, part_of(state, unit, slot).discard)
    tell(table, state, "discarded", clause, unit, part=SLOT_NAMES[slot])


# Electronic attacks, used by mechs and drones


async def electronic_attack(table: Table, state: State, unit: Unit, action: Action, target: Unit) -> None:
    """A counter-roll that gives the loser a token, destroys it, or steers it.

    [OP 6.2.electronic_attack] [OP card.attack_destroy] [OP card.control_movement]
    """
    if action.has("control_movement"):
        if await counter_roll(table, state, unit, target):
            await steer(table, state, unit, target)
        return
    if action.has("attack_destroy"):
        if await counter_roll(table, state, unit, target):
            destroy_unit(table, state, target, unit.id, "OP card.attack_destroy")
            await last_blasts(table, state)
        return
    token = Square.FIRE_CONTROL if action.has("attack_fire_control") else Square.IMMOBILIZED
    if await counter_roll(table, state, unit, target):
        give_square(table, state, target, token)


def electronic_choice(state: State, unit: Unit, action: Action) -> list[Unit]:
    return electronic_targets(state, unit, action.range, victims(action))


def out_of_warfare(state: State, unit: Unit, action: Action) -> list[Blocked]:
    """The enemies that an electronic attack cannot target, with reasons.

    [OP 6.2.electronic_attack] [OP 4.11.2.dash] [OP 2.4.2.range]
    """
    kinds, missing = victims(action), []
    for enemy in set_apart(state, unit, electronic_choice(state, unit, action)):
        clause, reason = "OP 2.4.2.range", "refuse.range"
        if enemy.kind not in kinds:
            clause, reason = "OP 6.2.electronic_attack", "refuse.other_kind"
        elif not may_respond(state, enemy):
            clause, reason = "OP 4.11.2.dash", "refuse.no_electronics"
        missing.append(Blocked(f"unit:{unit_key(enemy)}", clause, Text(reason, named(state, enemy))))
    return missing


def out_of_scan(state: State, unit: Unit, action: Action) -> list[Blocked]:
    """The enemies that a scan cannot target, with reasons.  [OP 4.12.4.target] [OP 4.11.2.dash] [OP 2.4.2.range]"""
    missing = []
    for enemy in set_apart(state, unit, scannable(state, unit, action.range)):
        clause, reason = "OP 4.12.4.target", "refuse.not_hidden"
        if may_scan(state, unit, enemy):
            clause, reason = "OP 2.4.2.range", "refuse.range"
        missing.append(Blocked(f"unit:{unit_key(enemy)}", clause, Text(reason, named(state, enemy))))
    return missing


def set_apart(state: State, unit: Unit, found: Sequence[Unit]) -> list[Unit]:
    """The enemies that are not among some found."""
    return [enemy for enemy in enemies_of(state, unit.seat) if enemy not in found]
