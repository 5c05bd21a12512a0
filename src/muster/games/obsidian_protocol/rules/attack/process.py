"""The attack and damage process (rulebook 4.4.1), for firing (4.5), melee (4.6) and explosions (4.7.3).

The steps are in the book's order: target, part, attack roll, defence roll, focus, resolution.
"""

from __future__ import annotations

from collections.abc import Sequence

from muster.games.obsidian_protocol.cards.content import Action
from muster.games.obsidian_protocol.cards.kinds import SLOT_NAMES, SLOTS, Kind, Slot, Stance
from muster.games.obsidian_protocol.rules.asking import ask_midway, ask_part, which_small, yes
from muster.games.obsidian_protocol.rules.attack.damage import (
    give_square,
    lose_link,
    part_behind,
    penetrate,
    react,
)
from muster.games.obsidian_protocol.rules.attack.dice import RED, YELLOW
from muster.games.obsidian_protocol.rules.attack.offsetting import choose_eyes, exchange, offset_icons, strike_true
from muster.games.obsidian_protocol.rules.attack.pools import (
    Attack,
    attack_pool,
    blue_dice,
    is_back_attack,
    own_parry,
    white_dice,
)
from muster.games.obsidian_protocol.rules.attack.rolls import (
    focus,
    reroll_eyes,
    roll,
    roll_defence,
    roll_part,
    standing_parts,
)
from muster.games.obsidian_protocol.rules.attack.surplus import pass_on
from muster.games.obsidian_protocol.rules.attack.telling import tell_dice, tell_exchanges, tell_pools, tell_resolved
from muster.games.obsidian_protocol.rules.attack.told import told_dice, told_resolution
from muster.games.obsidian_protocol.rules.mission.tasks import boxes_fall, let_go
from muster.games.obsidian_protocol.rules.naming import named, tell
from muster.games.obsidian_protocol.rules.validity import is_there, may_resolve
from muster.games.obsidian_protocol.state.geometry import card_of, distance, on_board
from muster.games.obsidian_protocol.state.sheet import part_of, works
from muster.games.obsidian_protocol.state.state import State
from muster.games.obsidian_protocol.state.unit import NONE, Square, Unit
from muster.kernel.requests import Table
from muster.kernel.spaces import OneOf, Option
from muster.kernel.text import Text


class Outcome:
    """How an attack ended."""

    __slots__ = ("hit", "parried", "part", "part_destroyed", "penetrated")

    def __init__(self) -> None:
        self.part = NONE
        self.hit = False
        self.penetrated = False
        self.part_destroyed = False  # a part of a mech, perhaps by the surplus
        self.parried = NONE  # the part that parried it, if nothing went through


async def resolve(table: Table, state: State, attack: Attack) -> Outcome:
    """Resolve one attack, step by step.  [OP 4.4.1.process] [OP card.harmless]"""
    outcome = Outcome()
    if not may_resolve(state, attack):
        return outcome
    suppress(table, state, attack)
    parry = await determine_part(table, state, attack)
    outcome.part = part_behind(table, state, attack.target, attack.part, attack.attacker.id)
    if outcome.part != attack.part:
        attack.part, attack.parry = outcome.part, 0
        outcome.part_destroyed = True  # [OP 6.3.1.repaired]
    yellow, red = attack_pool(state, attack)
    white, blue = white_dice(state, attack), blue_dice(state, attack)
    if table.listening:
        tell_pools(table, state, attack, (yellow, red), blue)
    offence = await roll(table, state, attack.attacker, "attack", ((YELLOW, yellow), (RED, red)))
    defence = await roll_defence(table, state, attack.target, white, blue)
    if table.listening:
        tell_dice(table, state, attack, offence, defence)
    offence, again = await reroll_eyes(table, state, attack, offence)
    if not attack.explosion:
        offence = await focus(table, state, attack.attacker, offence, "attack", again, attack, defence)
    defence = await focus(table, state, attack.target, defence, "defence", (), attack, offence)
    await strike_true(table, state, attack, offence)
    await choose_eyes(table, state, attack, offence, defence)
    icons = exchange(state, attack, offence)
    if table.listening:
        tell_exchanges(table, state, attack, offence, icons)
    left = await offset_icons(table, state, attack, icons, defence)
    outcome.hit = left.hit
    if table.listening:
        data = told_resolution(told_dice(offence, attack.faces), told_dice(defence, attack.answers), left)
        tell_resolved(table, state, attack, "OP 4.4.1.offset", left, data)
    await lightning_effects(table, state, attack, left.lightning)
    if left.damage and "harmless" not in attack.effects:  # [OP card.harmless]
        outcome.penetrated = True
        attack.loose.append((attack.target, let_go(attack.target)))
        destroyed = penetrate(table, state, attack.target, attack.part, attack.attacker.id)
        await react(table, state, attack.target)
        broken = await pass_on(table, state, attack, left.surplus, destroyed)
        outcome.part_destroyed |= broken or (destroyed and attack.target.kind == Kind.MECH)
    elif parry != NONE and parry == attack.part:
        outcome.parried = parry
    await last_blasts(table, state)
    if outcome.hit and "laser" in attack.effects:
        give_square(table, state, attack.target, Square.FRAGILE)  # [OP 6.2.laser]
    return outcome


async def blast(table: Table, state: State, attack: Attack) -> None:
    """Resolve an explosion on one unit; nothing follows it but boxes that fall.  [OP 4.7.3.explosion]"""
    await resolve(table, state, attack)
    await settle_boxes(table, state, attack)


async def settle_boxes(table: Table, state: State, attack: Attack) -> None:
    """Drop the boxes of carriers that an attack penetrated, once all of them stand where they end.

    [OP 5.3.1.penetrated] [OP 5.3.1.moved]
    """
    for bearer, count in attack.loose:
        await boxes_fall(table, state, attack.attacker, bearer, count)
    attack.loose = []


async def last_blasts(table: Table, state: State) -> None:
    """Detonate the units that do so when they are destroyed, in the order they fell.

    [OP card.martyrdom] [OP 4.7.3.all]
    """
    while state.blasts:
        unit = state.units[state.blasts.pop(0)]
        action = next(action for action in card_of(state, unit).actions if action.has("martyrdom"))
        tell(table, state, "detonated", "OP card.martyrdom", unit)
        around = [u for u in on_board(state) if distance(unit, u) <= action.range]
        await blast_all(table, state, unit, action, around, {})


async def blast_all(
    table: Table, state: State, unit: Unit, action: Action, around: Sequence[Unit], effects: dict[str, int]
) -> None:
    """Resolve an explosion on several units, in the order its owner chooses.  [OP 4.7.3.all] [OP 4.7.3.order]"""
    waiting = list(around)
    while waiting:
        target = await which_small(table, state, unit.seat, "prompt.next_hit", "OP 4.7.3.order", waiting)
        waiting.remove(target)
        for _ in range(target.count):
            await blast(table, state, Attack(unit, target, action, 0, effects, explosion=True))
        waiting = [other for other in waiting if is_there(other)]


def suppress(table: Table, state: State, attack: Attack) -> None:
    """Force the target into defensive stance before anything is rolled.  [OP 6.2.suppression] [OP 4.1.change_first]"""
    target = attack.target
    if attack.suppresses:
        target.stance = Stance.DEFENSIVE
        tell(table, state, "stance_forced", "OP 6.2.suppression", target, stance="defensive")


# The part


async def determine_part(table: Table, state: State, attack: Attack) -> int:
    """Determine the part of a mech that is hit: one side designates it, or the black die does. Returns the part that
    parries, if any.

    [OP 4.4.1.part] [OP 4.4.1.attacker_designates] [OP 6.2.snipe] [OP 4.4.1.defender_designates]
    [OP 4.4.1.both_designate] [OP 4.1.shutdown_part] [OP 4.2.6.back_attack]
    """
    target, seat = attack.target, attack.attacker.seat
    if target.kind != Kind.MECH:
        attack.part, attack.parry = 0, own_parry(state, attack)
        return NONE
    if target.stance == Stance.SHUTDOWN or is_back_attack(state, attack):
        attack.part = await ask_part(table, seat, "prompt.part", standing_parts(target), attack.subject())
        return NONE
    low = await aims_low(table, state, attack)
    choice, parry = await defender_designates(table, state, attack)
    aimed = low or "snipe" in attack.effects
    if aimed == (choice != NONE):  # both of them, or neither
        attack.part = await roll_part(table, state, attack.attacker, target, subject=attack.subject())
    elif choice != NONE:
        attack.part = choice
    elif low:
        attack.part = Slot.CHASSIS
    else:
        attack.part = await ask_part(table, seat, "prompt.part", standing_parts(target), attack.subject())
    if parry != NONE and parry == attack.part:
        attack.parry = part_of(state, target, parry).parry
    tell(table, state, "part_hit", "OP 4.4.1.part", target, part=SLOT_NAMES[attack.part])
    return parry


async def aims_low(table: Table, state: State, attack: Attack) -> bool:
    """Whether the attacker aims a kick at the chassis.  [OP card.snipe_chassis]"""
    if "snipe_chassis" not in attack.effects or not works(attack.target, Slot.CHASSIS):
        return False
    return await yes(table, attack.attacker.seat, "prompt.snipe_chassis", "OP card.snipe_chassis", {})


async def defender_designates(table: Table, state: State, attack: Attack) -> tuple[int, int]:
    """The part that the defender puts in the way, a shield or a part that parries, and the part that parries.

    [OP 4.4.1.defender_designates] [OP 4.6.2.parry] [OP card.shield_up] [OP card.mobile_defense]
    [OP card.link_shock]
    """
    target = attack.target
    parries = [
        slot for slot in SLOTS if attack.melee and works(target, slot) and part_of(state, target, slot).parry > 0
    ]
    shields = [slot for slot in SLOTS if works(target, slot) and is_shield(state, target, slot)]
    if (not parries and not shields) or "link_shock" in attack.effects:
        return NONE, NONE

    def options() -> list[Option[tuple[int, int]]]:
        found = [Option("none", (NONE, NONE), "OP 4.4.1.part", Text("option.no_part"))]
        for slot in parries:
            text = Text("option.parry", {"part": SLOT_NAMES[slot]})
            found.append(Option(f"parry:{SLOT_NAMES[slot]}", (slot, slot), "OP 4.6.2.parry", text))
        for slot in shields:
            text = Text("option.shield", {"part": SLOT_NAMES[slot]})
            found.append(Option(f"shield:{SLOT_NAMES[slot]}", (slot, NONE), "OP 4.4.1.defender_designates", text))
        return found

    prompt = Text("prompt.designate", named(state, target))
    return await ask_midway(table, target.seat, prompt, OneOf(options), subject=attack.subject())


def is_shield(state: State, unit: Unit, slot: int) -> bool:
    """Whether a part may be put in the way; some only in defensive stance."""
    passives = part_of(state, unit, slot).passives
    return "mobile_defense" in passives or ("shield_up" in passives and unit.stance == Stance.DEFENSIVE)


async def lightning_effects(table: Table, state: State, attack: Attack, lightning: int) -> None:
    """Apply the effects of lightning that was not dodged.

    [OP 4.4.1.lightning] [OP 6.2.concussion] [OP 6.2.wrecking] [OP card.microwave] [OP card.shutdown]
    """
    if not lightning:
        return
    target = attack.target
    able = "shutdown" in attack.effects and target.kind == Kind.MECH and target.stance != Stance.SHUTDOWN
    if able and await yes(table, attack.attacker.seat, "prompt.shutdown", "OP card.shutdown", named(state, target)):
        target.stance = Stance.SHUTDOWN
        tell(table, state, "shut_down", "OP card.shutdown", target)
    if "concussion" in attack.effects or "wrecking" in attack.effects:
        clause = "OP 6.2.concussion" if "concussion" in attack.effects else "OP 6.2.wrecking"
        lose_link(table, state, attack.target, lightning, clause)
    if "microwave" in attack.effects:
        for _ in range(lightning):
            give_square(table, state, attack.target, Square.FIRE_CONTROL)
