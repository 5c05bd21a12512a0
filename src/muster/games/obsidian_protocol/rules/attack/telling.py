"""Telling an attack step by step (rulebook 4.4.1): the dice of both sides and their reasons, and what cancels what.

Nothing here decides anything; it runs only when somebody listens.
"""

from __future__ import annotations

from collections.abc import Sequence

from muster.games.obsidian_protocol.rules.attack import dice
from muster.games.obsidian_protocol.rules.attack.damage import part_name
from muster.games.obsidian_protocol.rules.attack.dice import Die, written
from muster.games.obsidian_protocol.rules.attack.icons import Icons, Offset
from muster.games.obsidian_protocol.rules.attack.pools import (
    Attack,
    attack_terms,
    blue_terms,
    white_sources,
    white_terms,
)
from muster.games.obsidian_protocol.rules.attack.told import (
    AttackResolved,
    DiceRolled,
    told_attack,
    told_defence,
    told_dice,
)
from muster.games.obsidian_protocol.rules.naming import named, terrain_named
from muster.games.obsidian_protocol.state.geometry import terrain_between, units_between
from muster.games.obsidian_protocol.state.state import State
from muster.kernel.requests import Table


def tell_pools(table: Table, state: State, attack: Attack, pool: tuple[int, int], blue: int) -> None:
    """Tell how many dice each side rolls, and where every white die comes from.

    [OP 4.4.1.attack_dice] [OP 4.4.1.white]
    """
    params = {**named(state, attack.attacker), "action": attack.action.key, "yellow": pool[0], "red": pool[1]}
    table.tell("attack_dice", "OP 4.4.1.attack_dice", params)
    target = named(state, attack.target)
    for term in white_sources(state, attack):
        key = "white_more" if term.count > 0 else "white_less"
        table.tell(key, "OP 4.4.1.white", {**target, "count": abs(term.count), "reason": term.key})
    if attack.firing and not attack.interception:
        tell_obstacles(table, state, attack)
    if blue:
        table.tell("blue_more", "OP 4.4.1.blue", {**target, "count": blue})


def tell_obstacles(table: Table, state: State, attack: Attack) -> None:
    """Tell what obstructs the line of sight, each thing by its name.  [OP 4.2.4.obstructs]"""
    for number in terrain_between(state, attack.attacker, attack.target):
        table.tell("terrain_between", "OP 4.2.4.obstructs", terrain_named(state, number))
    for unit in units_between(state, attack.attacker, attack.target):
        table.tell("unit_between", "OP 4.2.4.obstructs", named(state, unit))


def tell_dice(table: Table, state: State, attack: Attack, offence: Sequence[Die], defence: Sequence[Die]) -> None:
    """Tell the dice of both sides.  [OP 4.4.1.attack_dice]"""
    target = named(state, attack.target)
    params = {
        **named(state, attack.attacker),
        "target": target["unit"],
        "target_name": target["name"],
        "target_twin": target["twin"],
        "attack": written(offence),
        "defence": written(defence),
        "action": attack.action.key,
        "part": part_name(attack.target, attack.part),
    }
    data = DiceRolled(
        told_dice(offence),
        told_dice(defence),
        told_attack(*attack_terms(state, attack)),
        told_defence(white_terms(state, attack), blue_terms(state, attack)),
    )
    table.tell("dice_rolled", "OP 4.4.1.attack_dice", params, data)


def tell_resolved(table: Table, state: State, attack: Attack, clause: str, left: Offset, data: AttackResolved) -> None:
    """Tell what is left of an attack, with the data of how it came to that.

    [OP 4.4.1.offset] [OP 4.8.no_attack_roll]
    """
    counted = {"heavy": left.heavy, "light": left.light, "lightning": left.lightning}
    part = part_name(attack.target, attack.part)
    table.tell("attack_resolved", clause, {**named(state, attack.target), **counted, "part": part}, data)


def tell_exchanges(table: Table, state: State, attack: Attack, offence: Sequence[Die], icons: Icons) -> None:
    """Tell what the attacker's lightning and eyes were exchanged for.  [OP 4.4.1.exchange]"""
    before = "".join(dice.solid(die, attack.stance) for die in offence)
    changed = (before.count("z") - icons.lightning, icons.heavy - before.count("H"), icons.light - before.count("L"))
    for count, icon in ((changed[1], "heavy"), (changed[2], "light")):
        if count > 0:
            table.tell(
                "exchanged", "OP 4.4.1.exchange", {**named(state, attack.attacker), "count": count, "icon": icon}
            )


def tell_offset(table: Table, state: State, attack: Attack, icons: Icons, saves: tuple[int, int], left: Offset) -> None:
    """Tell which icons cancelled which: defences cancel light hits, dodges anything.  [OP 4.4.1.offset]"""
    target = named(state, attack.target)
    counted = {"heavy": icons.heavy, "light": icons.light, "lightning": icons.lightning}
    table.tell("icons_counted", "OP 4.4.1.offset", {**target, **counted, "dodges": saves[0], "defences": saves[1]})
    for by, what, count in (
        ("defence", "light", left.stopped[1]),
        ("defence", "heavy", left.stopped[0]),
        ("dodge", "heavy", left.dodged[0]),
        ("dodge", "light", left.dodged[1]),
        ("dodge", "lightning", left.dodged[2]),
    ):
        if count > 0:
            table.tell("cancels", "OP 4.4.1.offset", {**target, "by": by, "what": what, "count": count})
