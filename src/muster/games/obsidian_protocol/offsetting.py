"""Exchanging and offsetting icons (rulebook 4.4.1, step 6): what is left of an attack when both rolls stand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from muster.games.obsidian_protocol import dice
from muster.games.obsidian_protocol.content import SLOTS, Kind, Part, Stance
from muster.games.obsidian_protocol.dice import Die, Icons, Offset
from muster.games.obsidian_protocol.pools import Attack, low_profile_helps
from muster.games.obsidian_protocol.position import distance, has_sight
from muster.games.obsidian_protocol.questions import yes
from muster.games.obsidian_protocol.rolls import spend_command
from muster.games.obsidian_protocol.sheet import part_of, passive, squares, trait, works
from muster.games.obsidian_protocol.state import NONE, Square, State, Unit
from muster.games.obsidian_protocol.telling import named
from muster.games.obsidian_protocol.walkthrough import tell_offset
from muster.kernel.requests import Table
from muster.kernel.spaces import OneOf, Option
from muster.kernel.text import Text


def exchange(state: State, attack: Attack, offence: Sequence[Die]) -> Icons:
    """The attacker's exchanges, each die once, and what the roll then counts.

    [OP 4.4.1.exchange] [OP 6.2.pulse] [OP 6.2.ion] [OP trait.onslaught] [OP trait.chase] [OP card.close_assault]
    [OP card.eye_to_light] [OP card.aa_radar]
    """
    effects = attack.effects
    fragile = squares(attack.target, Square.FRAGILE) > 0
    lightning = "H" if "pulse" in effects or ("ion" in effects and fragile) else "z"
    eye = eye_exchange(state, attack, fragile)
    stance = attack.attacker.stance
    faces = [dice.solid(die, stance).replace("z", lightning).replace("e", eye) for die in offence]
    if "eye_to_two_light" in effects and eye == "e":
        faces = [face.replace("e", "LL") for face in faces]
    attack.faces = faces
    shown = "".join(faces)
    return Icons(shown.count("H"), shown.count("L"), shown.count("z"), faces.count("LL"))


def eye_exchange(state: State, attack: Attack, fragile: bool) -> str:
    unit = attack.attacker
    pilot = trait(state, unit)
    if (pilot == "chase" and fragile) or "eye_to_heavy" in attack.effects:
        return "H"
    if attack.fires and passive(state, unit, "close_assault"):
        reach = max(part.passives["close_assault"][1] for part in _parts_with(state, unit, "close_assault"))
        if distance(unit, attack.target) <= reach:
            return "H"
    if attack.melee and pilot == "onslaught" and unit.stance == Stance.OFFENSIVE:
        return "L"
    if attack.interception and radar_sees(state, attack):
        return "L"
    return "e"


def _parts_with(state: State, unit: Unit, keyword: str) -> list[Part]:
    return [part_of(state, unit, s) for s in SLOTS if works(unit, s) and keyword in part_of(state, unit, s).passives]


def radar_sees(state: State, attack: Attack) -> bool:
    """[OP card.aa_radar]"""
    return any(
        other.seat == attack.attacker.seat
        and other.alive
        and other.deployed
        and passive(state, other, "aa_radar")
        and has_sight(state, other, attack.target)
        for other in state.units
    )


async def strike_true(table: Table, state: State, attack: Attack, offence: Sequence[Die]) -> None:
    """One pilot spends a command token to make heavy hits of the eyes of a blow.  [OP trait.cqc] [OP 4.15.4.consume]"""
    unit = attack.attacker
    eyes = sum(face == "e" for _, face in offence)
    if not eyes or not attack.melee or trait(state, unit) != "cqc" or unit.commands < 1:
        return
    if await yes(table, unit.seat, "prompt.strike_true", "OP trait.cqc", {"eyes": eyes}):
        spend_command(table, state, unit, "OP trait.cqc")
        attack.effects = {**attack.effects, "eye_to_heavy": 1}


async def offset_icons(table: Table, state: State, attack: Attack, icons: Icons, defence: Sequence[Die]) -> Offset:
    """The defender's exchanges, then the offsetting; where it matters the defender chooses what to save.

    [OP 4.4.1.exchange] [OP 4.4.1.offset] [OP 4.4.1.choice] [OP 6.2.kc_armor]
    """
    target = attack.target
    faces = [dice.solid(die, target.stance) for die in defence]
    if low_profile_helps(state, attack):
        faces = [face.replace("e", "o") for face in faces]
    shown = "".join(faces)
    wrecking = "wrecking" in attack.effects
    if shown.count("z"):
        needless = icons.light <= shown.count("D") + shown.count("o") - icons.heavy
        charge = kc_charge(state, target)
        if charge != NONE and await yes(
            table, target.seat, "prompt.kc_armor", "OP 6.2.kc_armor", {"lightning": shown.count("z")}, needless
        ):
            target.charged &= ~(1 << charge)
            faces = [face.replace("z", "D") for face in faces]
        elif dense_armor(state, attack) and await yes(
            table, target.seat, "prompt.dense_armor", "OP card.dense_armor", {"lightning": shown.count("z")}, needless
        ):
            spend_command(table, state, target, "OP card.dense_armor")
            faces = [face.replace("z", "D") for face in faces]
    attack.answers = faces
    shown = "".join(faces)
    dodges, defences = shown.count("o") + await evade(table, state, attack), shown.count("D")
    hard = target.kind == Kind.DRONE and passive(state, target, "dense_hand") > 0
    whole = await dodge_whole(table, state, attack, icons, dodges)
    left = dice.offset(icons, dodges, defences, wrecking, hard=hard, whole=whole)
    left = await save_lightning(
        table, state, attack, left, dice.offset(icons, dodges, defences, wrecking, True, hard, whole)
    )
    if table.listening:
        tell_offset(table, state, attack, icons, (dodges, defences), left, hard)
    return left


async def save_lightning(table: Table, state: State, attack: Attack, left: Offset, other: Offset) -> Offset:
    """Where lightning with an effect competes with damage, the defender says what is saved.  [OP 4.4.1.choice]"""
    icons_matter = any(word in attack.effects for word in LIGHTNING)
    if not icons_matter or other.key() == left.key():
        return left

    def options() -> list[Option[bool]]:
        return [
            Option("save:damage", False, "OP 4.4.1.choice", Text("option.save_damage")),
            Option("save:lightning", True, "OP 4.4.1.choice", Text("option.save_lightning")),
        ]

    target = attack.target
    return other if await table.ask(target.seat, Text("prompt.offset", named(state, target)), OneOf(options)) else left


def dense_armor(state: State, attack: Attack) -> bool:
    """The part that is hit turns a command token into KC armor.  [OP card.dense_armor]"""
    target = attack.target
    if target.kind != Kind.MECH or target.commands < 1 or target.stance == Stance.SHUTDOWN:
        return False
    return works(target, attack.part) and "dense_armor" in part_of(state, target, attack.part).passives


async def evade(table: Table, state: State, attack: Attack) -> int:
    """Who parries may add a dodge for a command token.  [OP card.melee_evasion]"""
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


LIGHTNING: Final[tuple[str, ...]] = ("concussion", "wrecking", "microwave", "shutdown")
"""Keywords for which lightning in an attack roll does something."""


def kc_charge(state: State, unit: Unit) -> int:
    """The charged part whose charge KC armor may use, or NONE.  [OP 6.2.kc_armor]"""
    if unit.kind != Kind.MECH or unit.stance == Stance.SHUTDOWN:
        return NONE
    for slot in SLOTS:
        if works(unit, slot) and unit.charged >> slot & 1 and "kc_armor" in part_of(state, unit, slot).passives:
            return slot
    return NONE
