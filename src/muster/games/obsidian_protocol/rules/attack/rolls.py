"""Rolling dice for an attack (rulebook 4.4.1, steps 2 to 6): the black die, pools, focus, exchange and offset."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from muster.games.obsidian_protocol.cards.kinds import SLOT_NAMES, SLOTS, Kind, Slot
from muster.games.obsidian_protocol.rules.asking import ask_midway, ask_part, which_small, yes
from muster.games.obsidian_protocol.rules.attack import dice
from muster.games.obsidian_protocol.rules.attack.dice import BLUE, RED, SIDES, WHITE, YELLOW, Die, written
from muster.games.obsidian_protocol.rules.attack.pools import Attack
from muster.games.obsidian_protocol.rules.attack.told import Rerolled, told_dice
from muster.games.obsidian_protocol.rules.naming import tell
from muster.games.obsidian_protocol.rules.subjects import Hitting, Rerolling
from muster.games.obsidian_protocol.state.geometry import allies_of, card_of, distance, has_sight
from muster.games.obsidian_protocol.state.sheet import covered, passive, passive_range, trait, works
from muster.games.obsidian_protocol.state.state import State
from muster.games.obsidian_protocol.state.unit import NONE, Unit
from muster.kernel.refusal import Refusal
from muster.kernel.requests import Table
from muster.kernel.spaces import OneOf, Open, Option, no_such_option
from muster.kernel.text import Params, Text

ANY: Final = 5
"""The face of the black die that lets the attacker choose."""
GUIDED_ATTACK: Final = "guided_attack"


def standing_parts(unit: Unit) -> list[int]:
    """The parts that can be hit."""
    return [slot for slot in SLOTS if works(unit, slot)]


async def roll_part(
    table: Table,
    state: State,
    attacker: Unit,
    target: Unit,
    but: int = NONE,
    subject: Hitting | None = None,
    surplus: bool = False,
) -> int:
    """Roll the black die. On any part the attacker chooses; a missing part means the torso. `but` is not hit again.

    The attacker cannot focus on surplus damage; a drone that a mech helps may roll again.

    [OP 4.4.1.black] [OP 4.4.1.any] [OP 4.4.1.missing] [OP 4.10.black] [OP card.convolution]
    """
    rerolled = False
    while True:
        face = (await table.roll("part", (6,)))[0] - 1
        if face != ANY and not works(target, face):
            face = Slot.TORSO
        if but != NONE and (face == but):
            continue  # [OP 4.8.another]
        helpers = algorithms(state, attacker)
        if not rerolled and (helpers or (not surplus and may_focus(state, attacker))):
            shown = "any" if face == ANY else SLOT_NAMES[face]
            if await yes(table, attacker.seat, "prompt.focus_part", "OP 4.10.black", {"part": shown}):
                await spend_second_roll(table, state, attacker, helpers)
                rerolled = True
                continue
        break
    if face == ANY:
        slots = [slot for slot in standing_parts(target) if slot != but]
        return await ask_part(table, attacker.seat, "prompt.part", slots, subject)
    return face


# Rolling


async def roll(table: Table, state: State, unit: Unit, purpose: str, pool: Sequence[tuple[int, int]]) -> list[Die]:
    """Roll dice, a number of each color."""
    colors = [color for color, count in pool for _ in range(count)]
    if not colors:
        return []
    found = await table.roll(purpose, (SIDES,) * len(colors))
    red = state.content.red_die
    return [(color, dice.faces_of(color, red)[found[number] - 1]) for number, color in enumerate(colors)]


async def roll_defence(table: Table, state: State, unit: Unit, white: int, blue: int) -> list[Die]:
    """Roll the defence; one white die may be designated instead.  [OP 4.4.1.white] [OP 6.2.designate]"""
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

        face = await ask_midway(table, unit.seat, Text("prompt.designate_die"), OneOf(options))
        chosen.append((WHITE, face))
        white -= 1
    return chosen + await roll(table, state, unit, "defence", ((WHITE, white), (BLUE, blue)))


FACE_NAMES: Final = {
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


# Focus


def may_focus(state: State, unit: Unit) -> bool:
    """Whether a mech can spend a point of link and keep one.  [OP 4.10.last] [OP 4.10.focus]"""
    return unit.kind == Kind.MECH and unit.alive and (unit.link > 1 or focuses_free(state, unit))


def focuses_free(state: State, unit: Unit) -> bool:
    """Whether the pilot focuses for free, because little of the mech is left.  [OP trait.survival]"""
    return trait(state, unit) == "survival" and len(standing_parts(unit)) <= 3


def spend_focus(table: Table, state: State, unit: Unit) -> None:
    if not focuses_free(state, unit):
        unit.link -= 1
    tell(table, state, "focused", "OP 4.10.focus", unit, link=unit.link)


async def spend_second_roll(table: Table, state: State, unit: Unit, helpers: Sequence[Unit]) -> None:
    """Pay for rolling again: a mech a point of link, a drone a command token or link of the mech that helps it.

    [OP 4.10.focus] [OP card.convolution] [OP trait.synesthesia]
    """
    if helpers:
        clause = "OP card.convolution"
        helper = await which_small(table, state, unit.seat, "prompt.helper", clause, helpers)
        if feels(state, helper, unit):
            helper.link -= 1
            tell(table, state, "link_lost", "OP trait.synesthesia", helper, link=helper.link)
        else:
            spend_command(table, state, helper, clause)
    else:
        spend_focus(table, state, unit)


async def focus(
    table: Table,
    state: State,
    unit: Unit,
    rolled: list[Die],
    purpose: str,
    but: Sequence[int] = (),
    attack: Attack | None = None,
    others: Sequence[Die] = (),
) -> list[Die]:
    """For a point of link, roll any dice of one's own roll again, once; `but` were rolled again already. In an attack
    `others` are the dice of the other side.

    [OP 4.10.focus] [OP 2.3.2.once]
    """
    helpers = algorithms(state, unit)
    if not rolled or not (may_focus(state, unit) or helpers):
        return rolled
    prompt, subject = Text(f"prompt.focus_{purpose}", {"dice": written(rolled)}), Rerolling(tuple(rolled), tuple(but))
    if attack is not None:
        defending = unit is attack.target
        subject = Rerolling(tuple(rolled), tuple(but), attack.subject(), attack.part, tuple(others), defending)
    again = await ask_midway(table, unit.seat, prompt, reroll_space(rolled, but), subject=subject)
    if not again:
        return rolled
    await spend_second_roll(table, state, unit, helpers)
    return await reroll(table, state, rolled, again, f"focus_{purpose}")


def spend_command(table: Table, state: State, unit: Unit, clause: str) -> None:
    """Spend a command token on something other than a command.  [OP 4.15.4.consume]"""
    unit.commands -= 1
    tell(table, state, "command_spent", clause, unit, left=unit.commands)


def algorithms(state: State, unit: Unit) -> list[Unit]:
    """The mechs that turn a command token into a second roll for a drone near them, or link for a bit of theirs.

    [OP card.convolution] [OP trait.synesthesia]
    """
    if unit.kind != Kind.DRONE:
        return []
    found = [ally for ally in allies_of(state, unit.seat) if feels(state, ally, unit)]
    return found + [
        ally
        for ally in allies_of(state, unit.seat)
        if ally.commands > 0 and distance(unit, ally) <= passive_range(state, ally, "convolution")
    ]


def feels(state: State, mech: Unit, bit: Unit) -> bool:
    """Whether a pilot can spend link on a roll of a bit.  [OP trait.synesthesia] [OP 4.10.last]"""
    return card_of(state, bit).faction == "wd" and trait(state, mech) == "synesthesia" and mech.link > 1


async def reroll(table: Table, state: State, rolled: list[Die], again: Sequence[int], purpose: str) -> list[Die]:
    found = await table.roll(purpose, (SIDES,) * len(again))
    result = rolled[:]
    for number, index in enumerate(again):
        color = rolled[index][0]
        result[index] = (color, dice.faces_of(color, state.content.red_die)[found[number] - 1])
    if table.listening:
        params: Params = {"dice": written(result), "purpose": purpose}
        table.tell("rerolled", "OP 4.10.focus", params, Rerolled(told_dice(result)))
    return result


WEAK: Final = {
    YELLOW: ("l", "z", "e", "-"),
    RED: ("h", "l", "z", "e"),
    WHITE: ("z", "e", "-", "dd"),
    BLUE: ("e", "z", "-"),
}


DIE_NUMBER: Final = re.compile(r"[1-9]\d{0,3}", re.ASCII)


def reroll_space(rolled: Sequence[Die], but: Sequence[int] = ()) -> Open[tuple[int, ...]]:
    """Any of the dice, by number; the options offered are none, all weak ones, and all."""

    def propose() -> list[Option[tuple[int, ...]]]:
        every = tuple(index for index in range(len(rolled)) if index not in but)
        weak = tuple(index for index in every if rolled[index][1] in WEAK[rolled[index][0]])
        return [reroll_option(rolled, chosen) for chosen in dict.fromkeys(((), weak, every))]

    def read(key: str) -> Option[tuple[int, ...]]:
        if key == "keep":
            return reroll_option(rolled, ())
        numbers = key.removeprefix("reroll:").split(",") if key.startswith("reroll:") else [""]
        if not all(DIE_NUMBER.fullmatch(number) for number in numbers):
            raise no_such_option(key)
        chosen = tuple(int(number) - 1 for number in numbers)
        if chosen != tuple(sorted(set(chosen))) or chosen[-1] >= len(rolled):
            raise Refusal("OP 4.10.focus", Text("refuse.no_such_dice", {"dice": len(rolled)}))
        if set(chosen) & set(but):
            raise Refusal("OP 2.3.2.once", Text("refuse.rolled_again"))
        return reroll_option(rolled, chosen)

    return Open(read, propose)


def reroll_option(rolled: Sequence[Die], chosen: tuple[int, ...]) -> Option[tuple[int, ...]]:
    """Some of the dice as an option, or to keep them all."""
    if not chosen:
        return Option("keep", (), "OP 4.10.focus", Text("option.keep"))
    key = "reroll:" + ",".join(str(index + 1) for index in chosen)
    shown = written([rolled[index] for index in chosen])
    return Option(key, chosen, "OP 4.10.focus", Text("option.reroll", {"dice": shown}))


async def reroll_eyes(table: Table, state: State, attack: Attack, offence: list[Die]) -> tuple[list[Die], list[int]]:
    """An observer that sees the target lets an ally roll its eyes again, a beacon near the target a missile. Returns
    the dice, and which were rolled again.

    [OP card.observation] [OP card.guidance_support]
    """
    eyes = [index for index, (_, face) in enumerate(offence) if face == "e"]
    clause = ""
    if eyes and observed(state, attack):
        clause = "OP card.observation"
    elif eyes and attack.explosion and guided_in(state, attack):
        clause = "OP card.guidance_support"
    if not clause or not await yes(table, attack.attacker.seat, "prompt.reroll_eyes", clause, {"eyes": len(eyes)}):
        return offence, []
    return await reroll(table, state, offence, eyes, "observation"), eyes


def guided_in(state: State, attack: Attack) -> bool:
    """Whether an explosion is that of a missile, and its target near a beacon of the missile's side. Guided Attack is
    the action of missiles; a grenade that seeks its target as well is none.

    [OP card.guidance_support]
    """
    seat = attack.attacker.seat
    return attack.action.id == GUIDED_ATTACK and covered(state, attack.target, "guidance_support", seat)


def observed(state: State, attack: Attack) -> bool:
    """Whether a firing action has a target that an allied observer sees.  [OP card.observation] [OP 4.9.action]"""
    return attack.fires and any(
        passive(state, ally, "coordinated_observation") and has_sight(state, ally, attack.target)
        for ally in allies_of(state, attack.attacker.seat)
    )
