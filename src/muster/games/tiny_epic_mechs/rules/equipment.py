"""Equipping weapons: the loadouts of each status, and the moments to change them (rulebook, "Purchase weapons").

A loadout is a mask of weapons. The fullest loadouts are proposed; any legal one may be answered.
"""

from __future__ import annotations

from itertools import combinations

from muster.games.tiny_epic_mechs.cards.content import Content, Weapon
from muster.games.tiny_epic_mechs.state.state import Player, State, Status
from muster.kernel.refusal import Refusal
from muster.kernel.requests import Table
from muster.kernel.spaces import Open, Option, no_such_option
from muster.kernel.text import Text

SLOTS = {Status.PILOT: (2, 0), Status.ARMOR: (2, 2), Status.MECH: (0, 4)}
"""The basic and advanced weapons that each status can carry.  [TEM equip.pilot] [TEM equip.armor] [TEM equip.mech]"""
SLOT_CLAUSES = {Status.PILOT: "TEM equip.pilot", Status.ARMOR: "TEM equip.armor", Status.MECH: "TEM equip.mech"}


def check_loadout(state: State, player: Player, mask: int) -> None:
    """Refuse a loadout that the status does not allow, or an empty one.  [TEM equip.minimum]"""
    content = state.content
    if not mask:
        raise Refusal("TEM equip.minimum", Text("refuse.no_weapon"))
    basic, advanced = SLOTS[player.status]
    if (mask & content.basic_mask).bit_count() > basic:
        raise Refusal(SLOT_CLAUSES[player.status], Text("refuse.basic_slots", {"slots": basic}))
    if (mask & content.advanced_mask).bit_count() > advanced:
        raise Refusal(SLOT_CLAUSES[player.status], Text("refuse.advanced_slots", {"slots": advanced}))


def fullest_loadouts(content: Content, weapons: int, status: int) -> list[int]:
    """All loadouts that fill as many slots as the player's weapons can."""
    basic, advanced = SLOTS[status]
    hands = _ways(content.in_mask(weapons & content.basic_mask), basic)
    shoulders = _ways(content.in_mask(weapons & content.advanced_mask), advanced)
    return [hand | shoulder for hand in hands for shoulder in shoulders]


def _ways(weapons: list[Weapon], slots: int) -> list[int]:
    return [sum(weapon.bit for weapon in chosen) for chosen in combinations(weapons, min(slots, len(weapons)))]


def loadout_key(content: Content, mask: int) -> str:
    """The key of a loadout, such as `pulse_pistol+warhammer`, in the order of the cards."""
    return "+".join(weapon.id for weapon in content.in_mask(mask))


def loadout_space(state: State, player: Player) -> Open[int]:
    """The space of all legal loadouts; the present one and the fullest are proposed."""
    content = state.content

    def read(key: str) -> Option[int]:
        mask = 0
        for name in key.split("+"):
            if name == NOTHING:
                continue
            number = content.weapon_number.get(name)
            if number is None or mask >> number & 1:
                raise no_such_option(key)
            if not player.weapons >> number & 1:
                raise Refusal("TEM equip.when", Text("refuse.not_owned", {"weapon": name}))
            mask |= 1 << number
        check_loadout(state, player, mask)
        return loadout_option(content, player, mask)

    def propose() -> list[Option[int]]:
        fullest = fullest_loadouts(content, player.weapons, player.status)
        masks = [player.equipped] if player.equipped else []
        masks += [mask for mask in fullest if mask != player.equipped]
        return [loadout_option(content, player, mask) for mask in masks]

    return Open(read, propose)


def loadout_option(content: Content, player: Player, mask: int) -> Option[int]:
    """A loadout as an option."""
    key = loadout_key(content, mask)
    name = "option.keep" if mask == player.equipped else "option.loadout"
    return Option(key, mask, "TEM equip.when", Text(name, {"weapons": key}))


def has_choice(state: State, player: Player) -> bool:
    """Whether the player has a weapon in reserve that they could carry."""
    content = state.content
    basic, advanced = SLOTS[player.status]
    spare = player.weapons & ~player.equipped
    return bool((basic and spare & content.basic_mask) or (advanced and spare & content.advanced_mask))


NOTHING = "nothing"
"""The key that somebody might type to carry no weapon at all."""
EQUIP = Text("prompt.equip")


async def may_equip(table: Table, state: State, player: Player) -> None:
    """Let a player change equipment, if they have something to change.

    [TEM equip.when]
    """
    if has_choice(state, player):
        await equip(table, state, player, EQUIP)


async def equip(table: Table, state: State, player: Player, prompt: Text) -> None:
    if player.seat == state.active:
        state.rearmed = True
    mask = await table.ask(player.seat, prompt, loadout_space(state, player))
    if mask != player.equipped:
        player.equipped = mask
        if table.listening:
            table.tell("equipped", "TEM equip.when", {"seat": player.seat, "weapons": loadout_key(state.content, mask)})


async def change_status(table: Table, state: State, player: Player, status: int) -> None:
    """Give a player a new status: weapons it cannot carry go to the reserve, and equipment may be changed.

    [TEM equip.when]
    """
    content = state.content
    player.status = status
    if player.robot:
        await equip_robot(table, state, player)
        return
    basic, advanced = SLOTS[status]
    if not basic:
        player.equipped &= content.advanced_mask
    if not advanced:
        player.equipped &= content.basic_mask
    if not player.equipped:
        # At least one weapon is always equipped, whatever is chosen next.  [TEM equip.minimum]
        player.equipped = fullest_loadouts(content, player.weapons, status)[0]
    await may_equip(table, state, player)


async def equip_robot(table: Table, state: State, player: Player) -> None:
    """Equip a robot with all it can carry; in armor with more than two advanced weapons, two are drawn.

    [TEM solo.equip] [TEM solo.equip_draw]
    """
    content = state.content
    advanced = content.in_mask(player.weapons & content.advanced_mask)
    if player.status == Status.MECH:
        player.equipped = player.weapons & content.advanced_mask
        return
    if len(advanced) > SLOTS[Status.ARMOR][1]:
        drawn = await table.draw("robot_equip", [weapon.id for weapon in advanced], SLOTS[Status.ARMOR][1])
        advanced = [advanced[index] for index in drawn]
    player.equipped = player.weapons & content.basic_mask | sum(weapon.bit for weapon in advanced)
