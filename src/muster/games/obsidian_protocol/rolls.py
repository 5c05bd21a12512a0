"""Rolling dice for an attack (rulebook 4.4.1, steps 2 to 6): the black die, pools, focus, exchange and offset."""

from __future__ import annotations

from collections.abc import Sequence

from muster.games.obsidian_protocol import dice
from muster.games.obsidian_protocol.content import SLOT_NAMES, SLOTS, Kind, Part, Slot, Stance
from muster.games.obsidian_protocol.dice import BLUE, RED, SIDES, WHITE, YELLOW, Die, Icons, Offset
from muster.games.obsidian_protocol.pools import Attack, low_profile_helps
from muster.games.obsidian_protocol.position import distance, has_sight
from muster.games.obsidian_protocol.questions import ask_part, yes
from muster.games.obsidian_protocol.sheet import part_of, passive, squares, trait, works
from muster.games.obsidian_protocol.state import NONE, Square, State, Unit
from muster.games.obsidian_protocol.telling import named, tell
from muster.kernel.refusal import Refusal
from muster.kernel.requests import Table
from muster.kernel.spaces import OneOf, Open, Option, no_such_option
from muster.kernel.text import Text

ANY = 5
"""The face of the black die that lets the attacker choose."""


def standing_parts(unit: Unit) -> list[int]:
    """The parts that can be hit."""
    return [slot for slot in SLOTS if works(unit, slot)]


async def roll_part(table: Table, state: State, attacker: Unit, target: Unit, but: int = NONE) -> int:
    """The black die. Any part: the attacker chooses; a part that is missing: the torso. `but` is not hit again.

    [OP 4.4.1.black] [OP 4.4.1.any] [OP 4.4.1.missing] [OP 4.10.black]
    """
    rerolled = False
    while True:
        face = (await table.roll("part", (6,)))[0] - 1
        if face != ANY and not works(target, face):
            face = Slot.TORSO
        if but != NONE and (face == but):
            continue  # [OP 4.8.another]
        if attacker.kind == Kind.MECH and may_focus(state, attacker) and not rerolled and but == NONE:
            shown = "any" if face == ANY else SLOT_NAMES[face]
            if await yes(table, attacker.seat, "prompt.focus_part", "OP 4.10.black", {"part": shown}):
                spend_focus(table, state, attacker)
                rerolled = True
                continue
        break
    if face == ANY:
        slots = [slot for slot in standing_parts(target) if slot != but]
        return await ask_part(table, attacker.seat, "prompt.part", slots)
    return face


# Rolling


async def roll(table: Table, state: State, unit: Unit, purpose: str, pool: Sequence[tuple[int, int]]) -> list[Die]:
    """So many dice of each color."""
    colors = [color for color, count in pool for _ in range(count)]
    if not colors:
        return []
    found = await table.roll(purpose, (SIDES,) * len(colors))
    red = state.content.red_die
    return [(color, dice.faces_of(color, red)[face - 1]) for color, face in zip(colors, found, strict=True)]


async def roll_defence(table: Table, state: State, unit: Unit, white: int, blue: int) -> list[Die]:
    """The defence roll; one white die may be designated instead of rolled.

    [OP 4.4.1.white] [OP 6.2.designate]
    """
    chosen: list[Die] = []
    if white and passive(state, unit, "designate_white"):

        def options() -> list[Option[str]]:
            faces = dict.fromkeys(dice.WHITE_DIE)
            return [
                Option(
                    f"die:{FACE_NAMES[face]}", face, "OP 6.2.designate", Text("option.die", {"face": FACE_NAMES[face]})
                )
                for face in faces
            ]

        face = await table.ask(unit.seat, Text("prompt.designate_die"), OneOf(options))
        chosen.append((WHITE, face))
        white -= 1
    return chosen + await roll(table, state, unit, "defence", ((WHITE, white), (BLUE, blue)))


FACE_NAMES = {
    "LL": "two_light",
    "L": "light",
    "l": "hollow_light",
    "H": "heavy",
    "h": "hollow_heavy",
    "D": "defence",
    "dd": "two_hollow_defence",
    "o": "dodge",
    "z": "lightning",
    "e": "eye",
    "-": "blank",
}


def show(table: Table, state: State, attack: Attack, offence: Sequence[Die], defence: Sequence[Die]) -> None:
    """The dice facing each other."""
    params = named(state, attack.attacker)
    target = named(state, attack.target)
    table.tell(
        "dice_rolled",
        "OP 4.4.1.attack_dice",
        {
            **params,
            "target": target["unit"],
            "target_name": target["name"],
            "attack": written(offence),
            "defence": written(defence),
        },
    )


def written(roll_: Sequence[Die]) -> str:
    """`yLL yz rH`: dice as text."""
    return " ".join("yrwb"[color] + face for color, face in roll_) or "."


# Focus


def may_focus(state: State, unit: Unit) -> bool:
    """A mech that can spend a point of link and keep one.  [OP 4.10.last] [OP 4.10.focus]"""
    return unit.kind == Kind.MECH and unit.alive and (unit.link > 1 or focuses_free(state, unit))


def focuses_free(state: State, unit: Unit) -> bool:
    """One pilot focuses for nothing when little is left of the mech.  [OP trait.survival]"""
    return trait(state, unit) == "survival" and len(standing_parts(unit)) <= 3


def spend_focus(table: Table, state: State, unit: Unit) -> None:
    if not focuses_free(state, unit):
        unit.link -= 1
    tell(table, state, "focused", "OP 4.10.focus", unit, link=unit.link)


async def focus(table: Table, state: State, unit: Unit, rolled: list[Die], purpose: str) -> list[Die]:
    """For a point of link any dice of one's own roll are rolled again, once.

    [OP 4.10.focus] [OP 2.3.2.once]
    """
    if not rolled or not may_focus(state, unit):
        return rolled
    again = await table.ask(unit.seat, Text(f"prompt.focus_{purpose}", {"dice": written(rolled)}), reroll_space(rolled))
    if not again:
        return rolled
    spend_focus(table, state, unit)
    return await reroll(table, state, rolled, again, f"focus_{purpose}")


async def reroll(table: Table, state: State, rolled: list[Die], again: Sequence[int], purpose: str) -> list[Die]:
    found = await table.roll(purpose, (SIDES,) * len(again))
    result = rolled[:]
    for index, face in zip(again, found, strict=True):
        color = rolled[index][0]
        result[index] = (color, dice.faces_of(color, state.content.red_die)[face - 1])
    if table.listening:
        table.tell("rerolled", "OP 4.10.focus", {"dice": written(result)})
    return result


WEAK = {YELLOW: ("l", "z", "e", "-"), RED: ("h", "l", "z", "e"), WHITE: ("z", "e", "-", "dd"), BLUE: ("e", "z", "-")}


def reroll_space(rolled: Sequence[Die]) -> Open[tuple[int, ...]]:
    """Any of the dice, by their numbers; offered are none, all that show little, and all."""

    def option(chosen: tuple[int, ...]) -> Option[tuple[int, ...]]:
        if not chosen:
            return Option("keep", (), "OP 4.10.focus", Text("option.keep"))
        key = "reroll:" + ",".join(str(index + 1) for index in chosen)
        shown = written([rolled[index] for index in chosen])
        return Option(key, chosen, "OP 4.10.focus", Text("option.reroll", {"dice": shown}))

    def propose() -> list[Option[tuple[int, ...]]]:
        weak = tuple(index for index, (color, face) in enumerate(rolled) if face in WEAK[color])
        every = tuple(range(len(rolled)))
        return [option(chosen) for chosen in dict.fromkeys(((), weak, every))]

    def read(key: str) -> Option[tuple[int, ...]]:
        if key == "keep":
            return option(())
        numbers = key.removeprefix("reroll:").split(",") if key.startswith("reroll:") else [""]
        if not all(number.isascii() and number.isdecimal() and number[0] != "0" for number in numbers):
            raise no_such_option(key)
        chosen = tuple(int(number) - 1 for number in numbers)
        if chosen != tuple(sorted(set(chosen))) or chosen[-1] >= len(rolled):
            raise Refusal("OP 4.10.focus", Text("refuse.no_such_dice", {"dice": len(rolled)}))
        return option(chosen)

    return Open(read, propose)


async def reroll_eyes(table: Table, state: State, attack: Attack, offence: list[Die]) -> list[Die]:
    """An observer who sees the target lets an ally roll its eyes again.  [OP card.observation]"""
    eyes = [index for index, (_, face) in enumerate(offence) if face == "e"]
    if not eyes or not attack.firing or not observed(state, attack):
        return offence
    if not await yes(table, attack.attacker.seat, "prompt.reroll_eyes", "OP card.observation", {"eyes": len(eyes)}):
        return offence
    return await reroll(table, state, offence, eyes, "observation")


def observed(state: State, attack: Attack) -> bool:
    return any(
        other.seat == attack.attacker.seat
        and other.alive
        and other.deployed
        and passive(state, other, "coordinated_observation")
        and has_sight(state, other, attack.target)
        for other in state.units
    )


# Exchange and offset


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
    shown = "".join(dice.solid(die, stance) for die in offence).replace("z", lightning).replace("e", eye)
    if "eye_to_two_light" in effects and eye == "e":
        shown = shown.replace("e", "LL")
    return Icons(shown.count("H"), shown.count("L"), shown.count("z"))


def eye_exchange(state: State, attack: Attack, fragile: bool) -> str:
    unit = attack.attacker
    pilot = trait(state, unit)
    if pilot == "chase" and fragile:
        return "H"
    if attack.firing and not attack.interception and passive(state, unit, "close_assault"):
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


async def offset_icons(
    table: Table, state: State, attack: Attack, icons: Icons, defence: Sequence[Die], surplus: bool = False
) -> Offset:
    """The defender's exchanges, then the offsetting; where it matters the defender chooses what to save.

    [OP 4.4.1.exchange] [OP 4.4.1.offset] [OP 4.4.1.choice] [OP 6.2.kc_armor]
    """
    target = attack.target
    shown = "".join(dice.solid(die, target.stance) for die in defence)
    if not surplus and low_profile_helps(state, attack):
        shown = shown.replace("e", "o")
    wrecking = "wrecking" in attack.effects
    if shown.count("z") and icons.light > shown.count("D") + shown.count("o") - icons.heavy:
        charge = kc_charge(state, target)
        if charge != NONE and await yes(
            table, target.seat, "prompt.kc_armor", "OP 6.2.kc_armor", {"lightning": shown.count("z")}
        ):
            target.charged &= ~(1 << charge)
            shown = shown.replace("z", "D")
    dodges, defences = shown.count("o"), shown.count("D")
    hard = target.kind == Kind.DRONE and passive(state, target, "dense_hand") > 0
    left = dice.offset(icons, dodges, defences, wrecking, hard=hard)
    if icons.lightning and any(word in attack.effects for word in LIGHTNING):
        other = dice.offset(icons, dodges, defences, wrecking, True, hard)
        if other.key() != left.key():

            def options() -> list[Option[bool]]:
                return [
                    Option("save:damage", False, "OP 4.4.1.choice", Text("option.save_damage")),
                    Option("save:lightning", True, "OP 4.4.1.choice", Text("option.save_lightning")),
                ]

            if await table.ask(target.seat, Text("prompt.offset", named(state, target)), OneOf(options)):
                return other
    return left


LIGHTNING = ("concussion", "wrecking", "microwave")
"""Keywords for which lightning in an attack roll does something."""


def kc_charge(state: State, unit: Unit) -> int:
    """The charged part whose charge KC armor may use, or NONE.  [OP 6.2.kc_armor]"""
    if unit.kind != Kind.MECH or unit.stance == Stance.SHUTDOWN:
        return NONE
    for slot in SLOTS:
        if works(unit, slot) and unit.charged >> slot & 1 and "kc_armor" in part_of(state, unit, slot).passives:
            return slot
    return NONE
