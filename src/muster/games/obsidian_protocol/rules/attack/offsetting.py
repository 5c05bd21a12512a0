"""Exchanging and offsetting icons (rulebook 4.4.1, step 6): what is left of an attack after both rolls."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from muster.games.obsidian_protocol.cards.kinds import SLOTS, Kind, Stance
from muster.games.obsidian_protocol.rules.asking import SLOT_OPTIONS, yes
from muster.games.obsidian_protocol.rules.attack import dice
from muster.games.obsidian_protocol.rules.attack.dice import Die
from muster.games.obsidian_protocol.rules.attack.icons import EACH, ONCE, Icons, Offset, Stakes, icons_of, offsets
from muster.games.obsidian_protocol.rules.attack.pools import Attack, low_profile_helps
from muster.games.obsidian_protocol.rules.attack.rolls import spend_command
from muster.games.obsidian_protocol.rules.attack.telling import tell_offset
from muster.games.obsidian_protocol.rules.naming import named
from muster.games.obsidian_protocol.state.geometry import allies_of, distance, has_sight
from muster.games.obsidian_protocol.state.sheet import (
    actions_of,
    ammo_left,
    part_of,
    passive,
    passive_range,
    squares,
    trait,
    works,
)
from muster.games.obsidian_protocol.state.state import State
from muster.games.obsidian_protocol.state.unit import Square, Unit
from muster.kernel.requests import Table
from muster.kernel.spaces import OneOf, Option
from muster.kernel.text import Text

WAYS: Final[tuple[str, ...]] = ("mutilation", "scatter_shot", "cleaving")
"""The uses of surplus damage.  [OP 4.8.choose_one]"""


def exchange(state: State, attack: Attack, offence: Sequence[Die]) -> Icons:
    """The attacker's exchanges, once for each die, and the icons after them.

    [OP 4.4.1.exchange] [OP 6.2.pulse] [OP 6.2.ion] [OP trait.onslaught] [OP trait.chase] [OP card.close_assault]
    [OP card.eye_to_light] [OP card.aa_radar]
    """
    effects = attack.effects
    fragile = squares(attack.target, Square.FRAGILE) > 0
    heavy = "wrecking" not in effects and ("pulse" in effects or ("ion" in effects and fragile))
    lightning = "H" if heavy else "z"  # lightning that wrecks is damage as it is, and costs link as well
    first, *others = eye_exchanges(state, attack)
    second = others[0] if others else first
    faces = [dice.solid(die, attack.stance).replace("z", lightning) for die in offence]
    eyes = 0
    for place, face in enumerate(faces):
        if face == "e":
            faces[place] = first if eyes < attack.heavy_eyes else second
            eyes += 1
    attack.faces = faces
    return icons_of(faces)


def eye_exchanges(state: State, attack: Attack) -> tuple[str, ...]:
    """The icons for which the attacker may exchange an eye. There are two if one effect allows a heavy hit and another
    two light hits: neither is better against every defence.

    [OP 4.4.1.exchange]
    """
    eye = eye_exchange(state, attack, squares(attack.target, Square.FRAGILE) > 0)
    if "eye_to_two_light" not in attack.effects:
        return (eye,)
    return ("H", "LL") if eye == "H" else ("LL",)


def eye_exchange(state: State, attack: Attack, fragile: bool) -> str:
    unit = attack.attacker
    pilot = trait(state, unit)
    if (pilot == "chase" and fragile) or "eye_to_heavy" in attack.effects:
        return "H"
    if attack.fires and distance(unit, attack.target) <= passive_range(state, unit, "close_assault"):
        return "H"
    if attack.melee and pilot == "onslaught" and attack.stance == Stance.OFFENSIVE:
        return "L"
    if attack.interception and radar_sees(state, attack):
        return "L"
    return "e"


async def choose_eyes(
    table: Table, state: State, attack: Attack, offence: Sequence[Die], defence: Sequence[Die]
) -> None:
    """Where an eye may be a heavy hit or two light ones, the attacker says how many are heavy; first as many as leave
    most damage against the defence on the table.

    [OP 4.4.1.exchange_either]
    """
    eyes = sum(face == "e" for _, face in offence)
    if not eyes or len(eye_exchanges(state, attack)) == 1:
        return
    shown = "".join(answers_of(state, attack, defence))
    damage = []
    for heavy in range(eyes + 1):
        attack.heavy_eyes = heavy
        icons = exchange(state, attack, offence)
        ways = offsets(icons, shown.count("o"), shown.count("D"), at_stake(attack), stops_heavy(state, attack.target))
        damage.append(ways[0].damage)
    order = sorted(range(eyes + 1), key=lambda heavy: (-damage[heavy], -heavy))
    attack.heavy_eyes = await table.ask_small(
        attack.attacker.seat, Text("prompt.heavy_eyes", {"eyes": eyes}), [_heavy_eyes(heavy, eyes) for heavy in order]
    )


def _heavy_eyes(heavy: int, eyes: int) -> Option[int]:
    text = Text("option.heavy_eyes", {"heavy": heavy, "light": 2 * (eyes - heavy)})
    return Option(f"heavy:{heavy}", heavy, "OP 4.4.1.exchange_either", text)


def radar_sees(state: State, attack: Attack) -> bool:
    """Whether an allied AA radar sees the target of an interception.  [OP card.aa_radar]"""
    return any(
        passive(state, ally, "aa_radar") and has_sight(state, ally, attack.target)
        for ally in allies_of(state, attack.attacker.seat)
    )


async def strike_true(table: Table, state: State, attack: Attack, offence: Sequence[Die]) -> None:
    """A pilot may spend a command token to turn the eyes of a blow into heavy hits.

    [OP trait.cqc] [OP 4.15.4.consume]
    """
    unit = attack.attacker
    eyes = sum(face == "e" for _, face in offence)
    if not eyes or not attack.melee or trait(state, unit) != "cqc" or unit.commands < 1:
        return
    if await yes(table, unit.seat, "prompt.strike_true", "OP trait.cqc", {"eyes": eyes}):
        spend_command(table, state, unit, "OP trait.cqc")
        attack.effects = {**attack.effects, "eye_to_heavy": 1}


def answers_of(state: State, attack: Attack, defence: Sequence[Die]) -> list[str]:
    """The icons a defence shows: eyes are dodges for a target with low profile.

    [OP 4.4.1.exchange] [OP 4.12.1.effect] [OP card.bit_thruster]
    """
    faces = [dice.solid(die, attack.target.stance) for die in defence]
    if bit_thrust(state, attack.target):
        faces = [
            face.replace("z", "o") if die[0] == dice.BLUE else face for die, face in zip(defence, faces, strict=True)
        ]
    return [face.replace("e", "o") for face in faces] if low_profile_helps(state, attack) else faces


def bit_thrust(state: State, unit: Unit) -> bool:
    """Whether the bit on its back drives a mech, so that lightning on blue dice is a dodge.  [OP card.bit_thruster]"""
    if not passive(state, unit, "bit_thruster"):
        return False
    return any(
        action.has("bit_port") and ammo_left(state, unit, slot, action) > 0 for slot, action in actions_of(state, unit)
    )


def stops_heavy(state: State, unit: Unit) -> bool:
    """Whether the defence of a unit also stops heavy hits.  [OP card.dense_hand]"""
    return unit.kind == Kind.DRONE and passive(state, unit, "dense_hand") > 0


async def offset_icons(table: Table, state: State, attack: Attack, icons: Icons, defence: Sequence[Die]) -> Offset:
    """The defender's exchanges, then the offsetting; the defender chooses where it matters.

    [OP 4.4.1.exchange] [OP 4.4.1.offset] [OP 4.4.1.choice] [OP 6.2.kc_armor]
    """
    target = attack.target
    faces = answers_of(state, attack, defence)
    shown = "".join(faces)
    if shown.count("z"):
        needless = icons.light <= shown.count("D") + shown.count("o") - icons.heavy
        charges = kc_charges(state, target)
        if charges and await yes(
            table, target.seat, "prompt.kc_armor", "OP 6.2.kc_armor", {"lightning": shown.count("z")}, needless
        ):
            parts = [SLOT_OPTIONS[slot] for slot in charges]
            target.charged &= ~(1 << await table.ask_small(target.seat, Text("prompt.kc_part"), parts))
            faces = [face.replace("z", "D") for face in faces]
        elif dense_armor(state, attack) and await yes(
            table, target.seat, "prompt.dense_armor", "OP card.dense_armor", {"lightning": shown.count("z")}, needless
        ):
            spend_command(table, state, target, "OP card.dense_armor")
            faces = [face.replace("z", "D") for face in faces]
    attack.answers = faces
    shown = "".join(faces)
    dodges, defences = shown.count("o") + await evade(table, state, attack), shown.count("D")
    whole = await dodge_whole(table, state, attack, icons, dodges)
    ways = offsets(icons, dodges, defences, at_stake(attack), stops_heavy(state, target), whole)
    left = ways[0] if len(ways) == 1 else await choose_offset(table, state, attack, ways)
    if table.listening:
        tell_offset(table, state, attack, icons, (dodges, defences), left)
    return left


def at_stake(attack: Attack) -> Stakes:
    """Effects of an attack on its target besides penetrating it.  [OP 4.4.1.lightning] [OP 6.2.hit] [OP 6.2.laser]"""
    effects = attack.effects
    lightning = 0
    if "microwave" in effects:
        lightning = EACH
    elif attack.target.kind == Kind.MECH:
        if "concussion" in effects or "wrecking" in effects:
            lightning = EACH
        elif "shutdown" in effects and attack.target.stance != Stance.SHUTDOWN:
            lightning = ONCE
    surplus = any(way in effects for way in WAYS)
    hit = "laser" in effects or bool(attack.action.on_hit())
    return Stakes(surplus, lightning, hit, "wrecking" in effects)


async def choose_offset(table: Table, state: State, attack: Attack, ways: Sequence[Offset]) -> Offset:
    """The defender chooses what its dodges offset. It is a small question if neither penetration nor hit depends on it.

    [OP 4.4.1.choice]
    """
    small = len({way.damage > 0 for way in ways}) == 1 and len({way.hit for way in ways}) == 1
    space = OneOf(lambda: [offset_option(number, way) for number, way in enumerate(ways)])
    target = attack.target
    return ways[
        await table.ask(target.seat, Text("prompt.offset", named(state, target)), space, small=small, midway=True)
    ]


def offset_option(number: int, way: Offset) -> Option[int]:
    """A way to offset as an option: what it lets through."""
    left = {"heavy": way.heavy, "light": way.light, "lightning": way.lightning}
    text = Text("option.let_through_hit" if way.hit and not way.damage else "option.let_through", left)
    return Option(f"leave:{way.heavy}-{way.light}-{way.lightning}", number, "OP 4.4.1.choice", text)


def dense_armor(state: State, attack: Attack) -> bool:
    """Whether the part that is hit can turn a command token into KC Armor.  [OP card.dense_armor]"""
    target = attack.target
    if target.kind != Kind.MECH or target.commands < 1 or target.stance == Stance.SHUTDOWN:
        return False
    return works(target, attack.part) and "dense_armor" in part_of(state, target, attack.part).passives


async def evade(table: Table, state: State, attack: Attack) -> int:
    """A defender that parries may add a dodge for a command token.  [OP card.melee_evasion]"""
    target = attack.target
    if not attack.parry or target.commands < 1 or not passive(state, target, "melee_evasion"):
        return 0
    if not await yes(table, target.seat, "prompt.evade", "OP card.melee_evasion", {}):
        return 0
    spend_command(table, state, target, "OP card.melee_evasion")
    return 1


async def dodge_whole(table: Table, state: State, attack: Attack, icons: Icons, dodges: int) -> bool:
    """For a command token every dodge offsets a whole die of the attack.  [OP card.dodge_enhancement]"""
    target = attack.target
    if not icons.pairs or dodges <= icons.heavy or target.commands < 1:
        return False
    if not passive(state, target, "dodge_enhancement"):
        return False
    if not await yes(table, target.seat, "prompt.dodge_whole", "OP card.dodge_enhancement", {"dice": icons.pairs}):
        return False
    spend_command(table, state, target, "OP card.dodge_enhancement")
    return True


def kc_charges(state: State, unit: Unit) -> list[int]:
    """The charged parts whose charge KC armor may use.  [OP 6.2.kc_armor]"""
    if unit.kind != Kind.MECH or unit.stance == Stance.SHUTDOWN:
        return []
    charged = [slot for slot in SLOTS if works(unit, slot) and unit.charged >> slot & 1]
    return [slot for slot in charged if "kc_armor" in part_of(state, unit, slot).passives]
