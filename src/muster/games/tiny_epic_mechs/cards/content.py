"""The cards as the rules use them: weapons with their two lines, pilots, zones, program cards, and the constants.

They are built once from a pack (`pack.py`), shared by every match and never changed. Options that name a card are made
once, too, and here.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from typing import Final

from muster.kernel.spaces import Option
from muster.kernel.text import Param, Text


class Kind(IntEnum):
    """The kinds of program cards, in the order of the rulebook's robot guide."""

    COLLECT = 0
    TURRET = 1
    MINE = 2
    PURCHASE = 3
    POWER_UP = 4
    DIAGONAL_JUMP = 5
    DOUBLE_JUMP = 6


class WeaponType(IntEnum):
    """The wheel: each type counters the next."""

    AREA = 0
    RANGED = 1
    MELEE = 2

    def counters(self, other: WeaponType) -> bool:
        """Area counters ranged, ranged counters melee, melee counters area.  [TEM combat.counter]"""
        return (self + 1) % 3 == int(other)


class EffectKind(IntEnum):
    """The effects of a weapon's line besides its damage; `effects.py` has the rules."""

    PAY_ENERGY = 0
    PAY_CREDITS = 1
    SCORE = 2
    GAIN_ENERGY = 3
    GAIN_CREDITS = 4
    DRAIN_ENERGY = 5
    DRAIN_CREDITS = 6
    HEAL = 7
    SHIELD = 8
    JAM = 9
    EXHAUST = 10
    READY = 11
    PIERCE = 12


class Ability(IntEnum):
    """The abilities of pilots and of the Mighty Mech; `abilities.py` has the rules."""

    NONE = 0
    GYROSCOPE = 1
    SCAVENGER = 2
    DYNAMO = 3
    FIELD_MEDIC = 4
    HAGGLER = 5
    SAPPER = 6
    BLAST_SUIT = 7
    SHOWMAN = 8
    MOMENTUM = 9
    OVERCHARGE = 10
    RESERVE_CELL = 11
    RIPOSTE = 12
    SALVAGER = 13
    HEADHUNTER = 14
    DEEP_MAGAZINE = 15
    PLATING = 16
    ROCKET_SALVO = 17
    FORCE_FIELD = 18


class Effect:
    __slots__ = ("amount", "kind")

    def __init__(self, kind: EffectKind, amount: int) -> None:
        self.kind = kind
        self.amount = amount


class Line:
    """One of a weapon's two lines: the attack, or the power attack."""

    __slots__ = ("damage", "effects", "pierces")

    def __init__(self, damage: int, effects: Sequence[Effect]) -> None:
        self.damage = damage
        self.effects = tuple(effects)
        self.pierces = any(effect.kind == EffectKind.PIERCE for effect in effects)


class Weapon:
    """A weapon card. `bit` is its place in every mask of weapons."""

    __slots__ = (
        "advanced",
        "attack",
        "bit",
        "credits",
        "energy",
        "fire",
        "fire_power",
        "id",
        "number",
        "points",
        "power",
        "ready",
        "riposte",
        "source",
        "type",
    )

    def __init__(
        self,
        number: int,
        card_id: str,
        advanced: bool,
        weapon_type: WeaponType,
        energy: int,
        cost_credits: int,
        points: int,
        attack: Line,
        power: Line,
        source: str,
    ) -> None:
        self.number = number
        self.bit = 1 << number
        self.id = card_id
        self.advanced = advanced
        self.type = weapon_type
        self.energy = energy
        self.credits = cost_credits
        self.points = points
        self.attack = attack
        self.power = power
        self.source = source
        named = {"weapon": card_id}
        self.fire = Option(f"attack:{card_id}", Blow(number, False), "TEM combat.weapon", Text("option.attack", named))
        self.fire_power = Option(
            f"power:{card_id}", Blow(number, True), "TEM combat.power", Text("option.power", named)
        )
        self.riposte = Blow(number, True, bought=True)
        self.ready = Option(f"weapon:{card_id}", number, "TEM combat.effects", Text("option.weapon", named))


class Blow:
    """A choice in combat: the weapon, its line, and whether a riposte bought the power line."""

    __slots__ = ("bought", "power", "weapon")

    def __init__(self, weapon: int, power: bool, bought: bool = False) -> None:
        self.weapon = weapon
        self.power = power
        self.bought = bought


class PilotCard:
    """A pilot: an ability on the pilot side, another on the armor side, each with its figure."""

    __slots__ = ("abilities", "amounts", "choose", "id", "number")

    def __init__(self, number: int, card_id: str, abilities: Sequence[Ability], amounts: Sequence[int]) -> None:
        self.number = number
        self.id = card_id
        self.abilities = tuple(abilities)
        self.amounts = tuple(amounts)
        self.choose = Option(f"pilot:{card_id}", number, "TEM setup.pilot", Text("option.pilot", {"pilot": card_id}))


class MechSide:
    """One side of the Mighty Mech's card."""

    __slots__ = ("ability", "amount", "board", "id", "number")

    def __init__(self, number: int, card_id: str, ability: Ability, amount: int) -> None:
        self.number = number
        self.id = card_id
        self.ability = ability
        self.amount = amount
        says: dict[str, Param] = {"mech": card_id, "ability": ability.name.lower(), "amount": amount}
        self.board = Option(f"board:{card_id}", number, "TEM mech.side", Text("option.board", says))


class ZoneCard:
    """A zone card: its value and what it gives."""

    __slots__ = ("credits", "energy", "id", "value")

    def __init__(self, card_id: str, value: int, energy: int, zone_credits: int) -> None:
        self.id = card_id
        self.value = value
        self.energy = energy
        self.credits = zone_credits


class Constants:
    """The figures of the rules that a pack may overlay."""

    __slots__ = (
        "armor_cost",
        "armor_health",
        "device_knock_out",
        "enter_combat",
        "floor",
        "forced_retreat",
        "knock_out",
        "mech_control",
        "mech_health",
        "pilot_health",
        "restore",
        "start_credits",
        "start_energy",
        "take_mech",
        "track",
    )

    def __init__(self) -> None:
        self.start_energy = 0
        self.start_credits = 0
        self.pilot_health = 0
        self.armor_health = 0
        self.mech_health = 0
        self.armor_cost = 0
        self.restore = 0
        self.floor = 0
        self.track = 0
        self.take_mech = 0
        self.device_knock_out = 0
        self.enter_combat = 0
        self.forced_retreat = 0
        self.knock_out = 0
        self.mech_control = 0


DIRECTIONS = ("n", "e", "s", "w")
DIAGONALS = ("ne", "se", "sw", "nw")
KIND_IDS = ("collect", "turret", "mine", "purchase", "power_up", "diagonal_jump", "double_jump")
MINES = (1, 2, 3, 4)
TURRETS = 3
BASICS = 4
ROW = 4
ROUNDS = 6
TURNS = 4
"""The number of program cards executed in a round."""
SCORING_ROUNDS = (2, 4, 6)
ROBOT_WEAPONS = (("pulse_pistol", "energy_sword"), ("pulse_pistol", "grenade_launcher"))
"""The basic weapons that each robot pilot starts with."""


def code(kind: int, direction: int) -> int:
    """A program card and its direction as one number."""
    return kind * 4 + direction


def kind_of(card: int) -> Kind:
    return KINDS[card >> 2]


def direction_of(card: int) -> int:
    return card & 3


KINDS: Final = tuple(Kind)
DIAGONAL_JUMP: Final = int(Kind.DIAGONAL_JUMP)
DOUBLE_JUMP: Final = int(Kind.DOUBLE_JUMP)
"""The kinds that jump, as plain numbers: naming one of an enumeration takes a look-up each time."""


def card_key(card: int) -> str:
    """The key of a card and its direction, such as `collect-n` or `diagonal_jump-sw`."""
    names = DIAGONALS if kind_of(card) == Kind.DIAGONAL_JUMP else DIRECTIONS
    return f"{KIND_IDS[card >> 2]}-{names[card & 3]}"


def _card_option(card: int, clause: str) -> Option[int]:
    names = DIAGONALS if kind_of(card) == Kind.DIAGONAL_JUMP else DIRECTIONS
    text = Text("option.card", {"card": KIND_IDS[card >> 2], "direction": names[card & 3]})
    return Option(card_key(card), card, clause, text)


PROGRAM_OPTIONS = tuple(
    tuple(_card_option(code(kind, way), "TEM program.orientation") for way in range(4)) for kind in Kind
)
TACTICAL_OPTIONS = tuple(
    tuple(_card_option(code(kind, way), "TEM tactical.any_card") for way in range(4)) for kind in Kind
)


class Content:
    """All cards of a game."""

    __slots__ = (
        "advanced",
        "advanced_mask",
        "base",
        "basic_mask",
        "constants",
        "copies",
        "mech",
        "mech_sides",
        "pilots",
        "resources",
        "weapon_number",
        "weapons",
    )

    def __init__(
        self,
        weapons: Sequence[Weapon],
        pilots: Sequence[PilotCard],
        mech_sides: Sequence[MechSide],
        resources: Sequence[ZoneCard],
        base: ZoneCard,
        mech: ZoneCard,
        copies: Sequence[int],
        constants: Constants,
    ) -> None:
        self.weapons = tuple(weapons)
        self.weapon_number = {weapon.id: weapon.number for weapon in weapons}
        self.advanced = [weapon.number for weapon in weapons if weapon.advanced]
        self.advanced_mask = sum(weapon.bit for weapon in weapons if weapon.advanced)
        self.basic_mask = sum(weapon.bit for weapon in weapons if not weapon.advanced)
        self.pilots = tuple(pilots)
        self.mech_sides = tuple(mech_sides)
        self.resources = tuple(resources)
        self.base = base
        self.mech = mech
        self.copies = tuple(copies)  # of each kind of program card
        self.constants = constants

    def in_mask(self, mask: int) -> list[Weapon]:
        """The weapons of a mask, in the order of their numbers."""
        return [weapon for weapon in self.weapons if mask & weapon.bit]
