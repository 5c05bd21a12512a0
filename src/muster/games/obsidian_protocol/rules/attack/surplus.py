"""Surplus damage (rulebook 4.8): hits that got through are resolved once more, without an attack roll."""

from __future__ import annotations

from muster.games.obsidian_protocol.cards.kinds import SLOT_NAMES, Kind, Stance
from muster.games.obsidian_protocol.rules.asking import ask_midway, ask_part, ask_unit
from muster.games.obsidian_protocol.rules.attack.damage import part_behind, penetrate, react
from muster.games.obsidian_protocol.rules.attack.icons import Icons
from muster.games.obsidian_protocol.rules.attack.offsetting import offset_icons
from muster.games.obsidian_protocol.rules.attack.pools import Attack, blue_terms, white_terms
from muster.games.obsidian_protocol.rules.attack.rolls import focus, roll_defence, roll_part, standing_parts
from muster.games.obsidian_protocol.rules.attack.targets import targets
from muster.games.obsidian_protocol.rules.attack.telling import tell_resolved
from muster.games.obsidian_protocol.rules.attack.told import told_defence, told_dice, told_icons, told_resolution
from muster.games.obsidian_protocol.rules.mission.tasks import let_go
from muster.games.obsidian_protocol.rules.naming import tell
from muster.games.obsidian_protocol.state.sheet import structure_value
from muster.games.obsidian_protocol.state.state import State
from muster.games.obsidian_protocol.state.unit import NONE, Unit
from muster.kernel.requests import Table
from muster.kernel.spaces import OneOf, Option
from muster.kernel.terms import total
from muster.kernel.text import Text


def ways(state: State, attack: Attack, destroyed: bool) -> list[str]:
    """The ways in which the attacker may use the surplus.

    Mutilation needs the same part, scatter-shot a mech, cleaving another part or unit.

    [OP 6.2.mutilation] [OP 4.8.mutilation_lost] [OP 6.2.scatter_shot] [OP 6.2.cleaving]
    """
    target = attack.target
    found = []
    if "mutilation" in attack.effects and not destroyed and structure_value(state, target, attack.part) > 0:
        found.append("mutilation")
    another = has_another_part(target, attack.part)
    if "scatter_shot" in attack.effects and another:
        found.append("scatter_shot")
    if "cleaving" in attack.effects and (another or others(state, attack)):
        found.append("cleaving")
    return found


def has_another_part(target: Unit, part: int) -> bool:
    """Whether a target is a mech with a part other than the one already hit.  [OP 4.8.another]"""
    return target.alive and target.kind == Kind.MECH and any(slot != part for slot in standing_parts(target))


def others(state: State, attack: Attack) -> list[Unit]:
    """The other units that a cleaving blow can reach; camouflaged ones would have to be scanned first.

    [OP 6.2.cleaving] [OP 4.12.2.scan]
    """
    near = targets(state, attack.attacker, attack.action, attack.effects)
    return [unit for unit in near if unit is not attack.target and unit.stealth < 0]


async def pass_on(table: Table, state: State, attack: Attack, surplus: Icons, destroyed: bool) -> bool:
    """The attacker chooses a way to use the surplus, or none. Returns whether it destroyed a part of a mech.

    [OP 4.8.choose_one] [OP 4.8.no_attack_roll]
    """
    if not attack.attacker.alive:
        return False
    possible = ways(state, attack, destroyed)
    if not possible:
        return False

    def options() -> list[Option[str]]:
        found = [
            Option(f"surplus:{way}", way, f"OP 6.2.{way}", Text("option.surplus", {"keyword": way})) for way in possible
        ]
        return [*found, Option("surplus:none", "", "OP 4.8.choose_one", Text("option.no_surplus"))]

    way = await ask_midway(table, attack.attacker.seat, Text("prompt.surplus"), OneOf(options))
    if way == "mutilation":
        return await again(table, state, attack, attack.target, attack.part, surplus, structure=True)
    return await elsewhere(table, state, attack, surplus, way) if way else False


async def elsewhere(table: Table, state: State, attack: Attack, surplus: Icons, way: str) -> bool:
    """Use the surplus against another random part of the same mech or, with cleaving, against another unit.

    [OP 6.2.scatter_shot] [OP 6.2.cleaving] [OP 4.8.another] [OP 4.8.shutdown]
    """
    target = attack.target
    if way == "cleaving":
        near = others(state, attack)
        choices = [target, *near] if has_another_part(target, attack.part) else near
        if len(choices) > 1:
            found = await ask_unit(
                table, state, attack.attacker.seat, "prompt.cleave", "OP 6.2.cleaving", lambda: choices
            )
            assert found is not None
            target = found
        else:
            target = choices[0]
    but = attack.part if target is attack.target else NONE
    part = 0
    if target.kind == Kind.MECH:
        if target.stance == Stance.SHUTDOWN:
            slots = [slot for slot in standing_parts(target) if slot != but]
            part = await ask_part(table, attack.attacker.seat, "prompt.part", slots)
        else:
            part = await roll_part(table, state, attack.attacker, target, but, surplus=True)
        tell(table, state, "part_hit", "OP 4.8.another", target, part=SLOT_NAMES[part])
    return await again(table, state, attack, target, part, surplus, structure=False)


async def again(
    table: Table, state: State, attack: Attack, target: Unit, part: int, surplus: Icons, structure: bool
) -> bool:
    """Resolve the surplus against a second defence roll: no protection, no parry, no effects, and no third time.

    A patched part is lost without a roll, and the torso takes the surplus, unless the surplus came from the torso.
    Returns whether a part of a mech was destroyed.

    [OP 4.8.no_attack_roll] [OP 4.8.protection] [OP 6.3.1.repaired]
    """
    hit, part = part, part_behind(table, state, target, part, attack.attacker.id)
    lost = hit != part
    if lost and target is attack.target and part == attack.part:
        return True
    second = Attack(attack.attacker, target, attack.action, attack.slot, {}, explosion=attack.explosion)
    second.part = part
    value = structure_value(state, target, part) if structure else NONE
    whites, blues = white_terms(state, second, True, value), blue_terms(state, second, True)
    defence = await roll_defence(table, state, target, total(whites), total(blues))
    defence = await focus(table, state, target, defence, "defence")
    left = await offset_icons(table, state, second, surplus, defence)
    if table.listening:
        icons = told_icons(["H"] * surplus.heavy + ["L"] * surplus.light)
        answers = told_dice(defence, second.answers)
        data = told_resolution(icons, answers, left, told_defence(whites, blues))
        tell_resolved(table, state, second, "OP 4.8.no_attack_roll", left, data)
    if not (left.heavy or left.light):
        return lost
    attack.loose.append((target, let_go(target)))
    destroyed = penetrate(table, state, target, part, attack.attacker.id)
    await react(table, state, target)
    return (destroyed and target.kind == Kind.MECH) or lost
