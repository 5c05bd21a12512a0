"""Making attacks (rulebook 4.5, 4.6): targets, scans, shields, multi-target, and the consequences of a hit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from muster.games.obsidian_protocol.cards.content import Action, Effect
from muster.games.obsidian_protocol.cards.kinds import Kind, Level, Stance, Type
from muster.games.obsidian_protocol.rules.actions.detonation import wreck
from muster.games.obsidian_protocol.rules.actions.swift_tactical import discard, holds_something
from muster.games.obsidian_protocol.rules.asking import (
    ask_facing,
    ask_hand,
    ask_midway,
    ask_unit,
    terrain_option,
    which_small,
    yes,
)
from muster.games.obsidian_protocol.rules.attack.damage import give_hexagon, give_square, lose_link, restore_link
from muster.games.obsidian_protocol.rules.attack.pools import Attack, attack_pool
from muster.games.obsidian_protocol.rules.attack.process import Outcome, resolve, settle_boxes
from muster.games.obsidian_protocol.rules.attack.rolls import spend_command
from muster.games.obsidian_protocol.rules.attack.targets import (
    ALL_ROUND,
    breakable,
    effects_of,
    is_target,
    reach_of,
    targets,
)
from muster.games.obsidian_protocol.rules.movement.forced import drag, drag_grids, knock_back, push
from muster.games.obsidian_protocol.rules.naming import named, tell, unit_key
from muster.games.obsidian_protocol.rules.subjects import Aiming
from muster.games.obsidian_protocol.rules.validity import may_go_on, may_resolve, still_possible
from muster.games.obsidian_protocol.rules.warfare.electronic import counter_roll
from muster.games.obsidian_protocol.rules.warfare.smoke import take_cover
from muster.games.obsidian_protocol.rules.warfare.stealth import scan
from muster.games.obsidian_protocol.rules.warfare.tethers import tie
from muster.games.obsidian_protocol.state.geometry import (
    are_adjacent,
    attack_sight,
    enemies_of,
    grid_of,
    has_sight,
    hovering,
    in_reach,
    units_between,
)
from muster.games.obsidian_protocol.state.sheet import draws_fire, freehands, part_of, passive, trait, use_ammo
from muster.games.obsidian_protocol.state.state import State
from muster.games.obsidian_protocol.state.unit import NONE, Hexagon, Square, Unit
from muster.kernel.requests import Table
from muster.kernel.spaces import Blocked, OneOf, Option
from muster.kernel.text import Text


async def attack_with(
    table: Table,
    state: State,
    unit: Unit,
    slot: int,
    action: Action,
    effects: dict[str, int],
    support: int,
    only: Unit | None = None,
) -> None:
    """Choose a target and attack it, or the `only` one; the ammo is spent whether it hits or not.

    [OP 4.4.1.target] [OP 4.13.consume]
    """
    if not may_go_on(state, unit, slot):
        return
    found, crates = targets(state, unit, action, effects), breakable(state, unit, action, effects)
    if only is not None:
        found, crates = [enemy for enemy in found if enemy is only], []
    if not found and not crates:
        return  # what made the action possible is gone, by the player's own choice of support or charge
    choice = await ask_target(table, state, unit, slot, action, effects, support, found, crates)
    if action.ammo:
        use_ammo(state, unit, slot, action)
    if choice < 0:
        wreck(table, state, ~choice)
        return
    target = state.units[choice]
    attack = Attack(unit, target, action, slot, effects, support)
    if "multi_target" in effects and len(found) > 1:
        await split_attack(table, state, attack, found)
    else:
        await attack_and_cover(table, state, attack)


async def attack_and_cover(table: Table, state: State, attack: Attack) -> None:
    """Attack one target, which may then hide in smoke.  [OP card.emergency_smoke]"""
    if await attack_target(table, state, attack) is not None and attack.firing:
        await take_cover(table, state, attack.target)


async def ask_target(
    table: Table,
    state: State,
    unit: Unit,
    slot: int,
    action: Action,
    effects: dict[str, int],
    support: int,
    found: list[Unit],
    crates: list[int],
) -> int:
    """The number of the chosen unit, or that of terrain with all bits turned, which is below zero."""

    def options() -> list[Option[int]]:
        clause = "OP 4.6.target" if action.type == Type.MELEE else "OP 4.5.target"
        offered = [Option(f"target:{unit_key(t)}", t.id, clause, Text("option.unit", named(state, t))) for t in found]
        return offered + [terrain_option(state, number, ~number, "OP 2.6.attacked") for number in crates]

    def block() -> list[Blocked]:
        return [
            Blocked(f"target:{unit_key(enemy)}", clause, Text(reason, named(state, enemy)))
            for enemy, clause, reason in no_targets(state, unit, action, effects, found)
        ]

    subject = Aiming(unit.id, slot, action.key, tuple(effects.items()), support)
    return await ask_midway(table, unit.seat, Text("prompt.target"), OneOf(options, block), subject=subject)


def no_targets(
    state: State, unit: Unit, action: Action, effects: dict[str, int], found: Sequence[Unit]
) -> list[tuple[Unit, str, str]]:
    """The enemies that cannot be the target, each with clause and reason.  [OP 4.4.1.target]"""
    reach = reach_of(state, unit, action, effects)
    return [
        (enemy, *why_no_target(state, unit, enemy, action, effects, reach))
        for enemy in enemies_of(state, unit.seat)
        if enemy not in found
    ]


def why_no_target(
    state: State, unit: Unit, enemy: Unit, action: Action, effects: dict[str, int], reach: int
) -> tuple[str, str]:
    """Why an enemy cannot be the target.

    [OP 6.2.highlight] [OP 4.5.target] [OP 4.6.aerial] [OP 4.2.5.targets] [OP 4.16.blocks] [OP 6.2.barricade]
    """
    if is_target(state, unit, enemy, action, effects, reach):
        return "OP 6.2.highlight", "refuse.highlight"
    if action.type == Type.MELEE and enemy.level == Level.AERIAL:
        return "OP 4.6.aerial", "refuse.aerial"
    if not in_reach(grid_of(unit), grid_of(enemy), reach):
        return "OP 4.5.target", "refuse.range"
    if is_target(state, unit, enemy, action, effects | ALL_ROUND, reach):
        return "OP 4.2.5.targets", "refuse.arc"
    if attack_sight(state, unit, enemy):
        return "OP 4.16.blocks", "refuse.smoke"
    return "OP 6.2.barricade" if has_sight(state, unit, enemy) else "OP 4.2.4.sight", "refuse.sight"


async def attack_target(table: Table, state: State, attack: Attack) -> Outcome | None:
    """Scan a camouflaged target, let a shield draw the fire, resolve the attack and its consequences. None when it
    failed.

    [OP 4.12.2.scan] [OP 4.12.2.failed] [OP 6.2.automatic_shield] [OP 6.2.knock_back]
    """
    unit, target = attack.attacker, attack.target
    if target.stealth >= 0:
        seen = await scan(table, state, unit, target)
        if not seen or not still_possible(state, attack):
            tell(table, state, "attack_failed", "OP 4.12.2.failed", target)
            return None
    if attack.firing:
        await draw_fire(table, state, attack)
    await trace_back(table, state, attack.target, unit)
    if not may_resolve(state, attack):
        tell(table, state, "attack_failed", "OP 4.1.shutdown_actions", attack.target)
        return None
    outcome = await resolve(table, state, attack)
    if outcome.hit:
        await on_hit(table, state, attack, outcome)
    if "knock_back" in attack.effects and attack.target.alive:  # without a condition: hit or not
        await knock_back(table, state, unit, attack.target, attack.effects["knock_back"])
    await settle_boxes(table, state, attack)
    await afterwards(table, state, attack, outcome)
    return outcome


async def trace_back(table: Table, state: State, unit: Unit, attacker: Unit) -> None:
    """A mech under attack may spend a command token to strike at the attacker's link.  [OP card.target_tracing]"""
    if attacker.kind != Kind.MECH or unit.commands < 1 or not passive(state, unit, "target_tracing"):
        return
    if await yes(table, unit.seat, "prompt.trace_back", "OP card.target_tracing", named(state, attacker)):
        spend_command(table, state, unit, "OP card.target_tracing")
        if await counter_roll(table, state, unit, attacker):
            lose_link(table, state, attacker, 1, "OP card.target_tracing")


async def draw_fire(table: Table, state: State, attack: Attack) -> None:
    """A unit with Automatic Shield next to the target and in the line of fire becomes the target; the defender chooses
    among several.

    [OP 6.2.automatic_shield] [OP card.bit_shield]
    """
    shields = shields_before(state, attack)
    if shields:
        clause = "OP 6.2.automatic_shield"
        attack.target = await which_small(table, state, attack.target.seat, "prompt.which_shield", clause, shields)
        tell(table, state, "shield_draws", clause, attack.target)


def shields_before(state: State, attack: Attack) -> list[Unit]:
    """The units that draw the fire of an attack upon themselves.  [OP 6.2.automatic_shield] [OP card.bit_shield]"""
    target = attack.target
    return [
        other
        for other in [*units_between(state, attack.attacker, target), *hovering(state, attack.attacker, target)]
        if other.seat == target.seat and draws_fire(state, other) and are_adjacent(other, target)
    ]


async def on_hit(table: Table, state: State, attack: Attack, outcome: Outcome) -> None:
    """Apply the effects of a hit to the target, in the order of the card.  [OP 6.2.hit]"""
    for effect in attack.action.on_hit():
        if attack.target.alive:
            await hit_effect(table, state, attack, outcome, effect)


async def hit_effect(table: Table, state: State, attack: Attack, outcome: Outcome, effect: Effect) -> None:
    """Apply one effect of a hit.

    [OP 6.2.hit] [OP 6.2.disarm] [OP 6.2.drag] [OP card.hit_link] [OP card.turn_target]
    """
    unit, target, word = attack.attacker, attack.target, effect.keyword
    if word == "fragile":
        give_square(table, state, target, Square.FRAGILE)
    elif word == "fire_control_interference":
        give_square(table, state, target, Square.FIRE_CONTROL)
    elif word == "immobilize":
        give_square(table, state, target, Square.IMMOBILIZED)
    elif word == "link_loss":
        lose_link(table, state, target, effect.amount, "OP card.hit_link")
    elif word == "knock_back":
        await knock_back(table, state, unit, target, effect.amount)
    elif word == "push":
        await push(table, state, unit, target, effect.amount)
    elif word == "target_tracer":
        if target.kind in (Kind.MECH, Kind.DRONE):
            give_hexagon(table, state, target, Hexagon.TARGET_TRACER, "OP 6.3.3.tracer")
    elif word == "tether":
        tie(table, state, unit, attack.slot, target)
    elif word == "drag":
        await drag(table, state, unit, target)
    elif word == "turn_target":
        if await yes(table, unit.seat, "prompt.turn", "OP card.turn_target", named(state, target)):
            target.facing = await ask_facing(table, state, unit.seat, target, "prompt.facing_forced")
    else:
        await drag_or(table, state, attack, outcome, word)


HIT_CLAUSES: Final = {"drag": "OP 6.2.drag", "disarm": "OP 6.2.disarm", "immobilize": "OP 6.3.2.immobilized"}


async def drag_or(table: Table, state: State, attack: Attack, outcome: Outcome, word: str) -> None:
    """Drag the target, or disarm or immobilize it instead, if that does anything.  [OP 6.2.disarm] [OP 6.2.drag]"""
    unit, target = attack.attacker, attack.target
    words = ["drag"] if drag_grids(state, unit, target) else []
    if word == "drag_or_immobilize":
        words.append("immobilize")
    elif target.kind == Kind.MECH and holds_something(state, target, outcome.part):
        words.append("disarm")

    def options() -> list[Option[str]]:
        return [
            Option(f"effect:{name}", name, HIT_CLAUSES[name], Text("option.effect", {"effect": name})) for name in words
        ]

    if not words:
        return
    choice = words[0] if len(words) == 1 else await ask_midway(table, unit.seat, Text("prompt.effect"), OneOf(options))
    if choice == "drag":
        await drag(table, state, unit, target)
    elif choice == "immobilize":
        give_square(table, state, target, Square.IMMOBILIZED)
    else:
        discard(table, state, target, outcome.part, "OP 6.2.disarm")


async def afterwards(table: Table, state: State, attack: Attack, outcome: Outcome) -> None:
    """Resolve the consequences of an attack: link regained, a second blow, a riposte.

    [OP card.follow_up] [OP card.riposte] [OP trait.joy]
    """
    unit, target = attack.attacker, attack.target
    if outcome.part_destroyed and attack.melee and trait(state, unit) == "joy" and unit.stance == Stance.OFFENSIVE:
        restore_link(table, state, unit, 1, "OP trait.joy")
    if (
        outcome.part_destroyed
        and attack.action.has("follow_up")
        and target.alive
        and may_go_on(state, unit, attack.slot)
    ):
        await follow_up(table, state, attack)
    if outcome.parried != NONE and "riposte" in part_of(state, target, outcome.parried).passives:
        state.ripostes.append(target.id)
        if state.active == unit.id:
            state.turn.ended = True


async def follow_up(table: Table, state: State, attack: Attack) -> None:
    """After destroying a part, offer the other action of the attacking part at once, on the same target.

    [OP card.follow_up]
    """
    unit, slot = attack.attacker, attack.slot
    for action in part_of(state, unit, slot).actions:
        if action.type == Type.MELEE and action is not attack.action:
            hands = freehands(state, unit, slot)
            effects = effects_of(state, unit, action, hands[0] if hands else NONE)
            if attack.target not in targets(state, unit, action, effects):
                return
            if await yes(table, unit.seat, "prompt.follow_up", "OP card.follow_up", {"action": action.key}):
                support = await ask_hand(table, unit.seat, hands) if hands else NONE
                await attack_target(table, state, Attack(unit, attack.target, action, slot, effects, support))


# Several targets


async def split_attack(table: Table, state: State, attack: Attack, found: list[Unit]) -> None:
    """Several targets share the dice of one attack, each at least one; the attacks are then resolved in turn, and
    only then does anybody hide in smoke.

    [OP 6.2.multi_target] [OP 6.2.multi_target_dice] [OP card.emergency_smoke]
    """
    chosen = [attack.target]
    yellow, red = attack_pool(state, attack)
    most = min(attack.effects["multi_target"], yellow + red, len(found))
    while len(chosen) < most:
        more = await ask_unit(
            table,
            state,
            attack.attacker.seat,
            "prompt.more_targets",
            "OP 6.2.multi_target",
            lambda: [unit for unit in found if unit not in chosen],
            may_stop=True,
        )
        if more is None:
            break
        chosen.append(more)
    plain = {word: amount for word, amount in attack.effects.items() if word not in ("yellow", "red")}
    shares = []
    for number, target in enumerate(chosen[:-1]):
        share = await ask_share(table, state, attack.attacker.seat, yellow, red, len(chosen) - number - 1, target)
        shares.append((target, share))
        yellow, red = yellow - share[0], red - share[1]
    shot: list[Unit] = []
    for target, share in (*shares, (chosen[-1], (yellow, red))):
        part = Attack(attack.attacker, target, attack.action, attack.slot, plain, attack.support, fixed=True)
        part.yellow, part.red = share
        # The attack before may have changed everything.
        if still_possible(state, part) and await attack_target(table, state, part) is not None:
            shot.append(part.target)
    for target in dict.fromkeys(shot):
        await take_cover(table, state, target)


async def ask_share(
    table: Table, state: State, seat: int, yellow: int, red: int, others: int, target: Unit
) -> tuple[int, int]:
    """The dice for this target; every other target must still get one.  [OP 6.2.multi_target_dice]"""

    def options() -> list[Option[tuple[int, int]]]:
        return [
            Option(f"dice:{y}y{r}r", (y, r), "OP 6.2.multi_target_dice", Text("option.dice", {"yellow": y, "red": r}))
            for y in range(yellow + 1)
            for r in range(red + 1)
            if 1 <= y + r <= yellow + red - others
        ]

    return await ask_midway(table, seat, Text("prompt.share", named(state, target)), OneOf(options))
