"""The cards as the rules use them: parts, pilots, drones, projectiles, tasks, battlefields.

Built once from a pack (`pack.py`), shared by every match and never changed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from muster.games.obsidian_protocol.cards.kinds import Type
from muster.games.obsidian_protocol.cards.missions import Environment, Secondary, Tactic, Task
from muster.games.obsidian_protocol.cards.terrain import BoardCard, FieldCard
from muster.kernel.spaces import Option

PURPOSES: Final[tuple[str, ...]] = (
    "attack_destroy",
    "attack_fire_control",
    "attack_immobilize",
    "restore_link",
    "restore_link_all",
    "remove_square",
    "take_defensive",
    "camouflage",
    "gain_highlight",
    "coordinate",
    "damage_control",
    "resupply",
    "grant_opportunity",
    "armor_patch",
    "control_movement",
)
"""Keywords of actions that can have nothing to work on."""
CONDITIONS: Final = ("two_handed", "stationary", "offensive", "defensive", "charged", "straight", "hit")


class Effect:
    """One line of an action's text: a keyword, its figure or card, and the condition for it."""

    __slots__ = ("amount", "card", "condition", "keyword")

    def __init__(self, keyword: str, amount: int, card: str, condition: str) -> None:
        self.keyword = keyword
        self.amount = amount
        self.card = card
        self.condition = condition


Choice = tuple[str, int, str]
"""A deed of a mech: the kind of choice, the slot, the action."""


class Action:
    """An action of a part, drone or projectile. `place` is its place on its card."""

    __slots__ = (
        "ammo",
        "common",
        "conditional",
        "conditions",
        "control",
        "effects",
        "flexible",
        "forms",
        "hands",
        "id",
        "key",
        "launches",
        "length",
        "options",
        "place",
        "plain",
        "purpose",
        "range",
        "red",
        "shortened",
        "type",
        "yellow",
    )

    def __init__(
        self,
        action_id: str,
        key: str,
        place: int,
        kind: int,
        length: int,
        control: int,
        reach: int,
        yellow: int,
        red: int,
        ammo: int,
        effects: Sequence[Effect],
    ) -> None:
        self.id = action_id
        self.key = key  # unique among all cards: `card/action`, under which it is named
        self.place = place
        self.type = kind
        self.length = length
        self.control = control
        self.range = reach  # 0: adjacent grids
        self.yellow = yellow
        self.red = red
        self.ammo = ammo
        self.effects = tuple(effects)
        self.plain = {effect.keyword: effect.amount for effect in effects if not effect.condition}
        self.conditional = tuple(effect for effect in effects if effect.condition)
        self.conditions = frozenset(effect.condition for effect in self.conditional)
        self.launches = tuple(effect for effect in effects if effect.keyword in ("launch", "deploy"))
        self.forms = tuple(effect for effect in effects if effect.keyword == "change_form")  # other cards it can become
        self.common = key.startswith("common/")  # one that every mech has
        self.hands = "two_handed" in self.conditions or "throw" in self.plain  # a free hand helps, or is needed
        self.flexible = "flexible_timing" in self.plain
        self.shortened = any(effect.keyword in ("short", "medium") for effect in self.conditional)
        self.purpose = next((keyword for keyword in PURPOSES if keyword in self.plain), "")
        self.options: dict[int, Option[Choice]] = {}  # how it is offered, by slot: made once

    def has(self, keyword: str) -> bool:
        return keyword in self.plain

    def asks_for(self, condition: str) -> bool:
        return condition in self.conditions

    def on_hit(self) -> list[Effect]:
        return [effect for effect in self.conditional if effect.condition == "hit"]


def reach_of_attacks(actions: Sequence[Action]) -> int:
    """The longest range of some actions that attack; 1 for adjacent grids."""
    kinds = (Type.MELEE, Type.PROJECTILE, Type.FIRING)
    return max([0, *(max(1, action.range) for action in actions if action.type in kinds)])


class Part:
    """A part card, or another face of it: what is left when it is discarded, or a mode of it."""

    __slots__ = (
        "actions",
        "armor",
        "charge",
        "discard",
        "dodge",
        "electronic",
        "face",
        "faction",
        "freehand",
        "id",
        "maneuver",
        "number",
        "parry",
        "passives",
        "performed",
        "points",
        "reach",
        "slot",
        "structure",
        "turns",
    )

    def __init__(
        self,
        number: int,
        card_id: str,
        faction: str,
        slot: int,
        armor: int,
        structure: int,
        dodge: int,
        electronic: int,
        parry: int,
        maneuver: int,
        points: int,
        freehand: bool,
        charge: bool,
        face: bool,
        actions: Sequence[Action],
    ) -> None:
        self.number = number
        self.id = card_id
        self.faction = faction
        self.slot = slot
        self.armor = armor
        self.structure = structure
        self.dodge = dodge
        self.electronic = electronic
        self.parry = parry
        self.maneuver = maneuver
        self.points = points
        self.freehand = freehand
        self.charge = charge
        self.face = face  # no squad can have it: what is left of a discarded card, or a mode
        self.actions = tuple(actions)
        self.performed = tuple((slot, action) for action in actions if action.type < Type.PASSIVE)  # in opportunities
        self.passives: dict[str, tuple[int, int]] = {
            keyword: (amount, action.range)
            for action in actions
            if action.type == Type.PASSIVE
            for keyword, amount in action.plain.items()
        }
        self.reach = reach_of_attacks(actions)  # how far its attacks reach, 0 without any
        self.discard = -1  # number of the discard face, once all parts are known
        self.turns = -1  # number of the face that an effect turns it to, likewise


class Pilot:
    __slots__ = ("faction", "id", "initiative", "label", "link", "number", "points", "trait")

    def __init__(
        self, number: int, card_id: str, faction: str, link: int, initiative: Sequence[int], trait: str, points: int
    ) -> None:
        self.number = number
        self.id = card_id
        self.faction = faction
        self.link = link
        self.initiative = tuple(initiative)
        self.trait = trait
        self.points = points
        self.label = f"pilot/{card_id}"  # under which messages name it


class UnitCard:
    """The card of a drone, projectile or deployable."""

    __slots__ = (
        "actions",
        "armor",
        "charge",
        "dodge",
        "electronic",
        "faction",
        "id",
        "kind",
        "label",
        "level",
        "low_value",
        "melee",
        "move",
        "number",
        "parry",
        "passives",
        "points",
        "reach",
        "size",
        "stance",
        "structure",
    )

    def __init__(
        self,
        number: int,
        card_id: str,
        faction: str,
        kind: int,
        level: int,
        size: int,
        armor: int,
        structure: int,
        dodge: int,
        electronic: int,
        parry: int,
        move: int,
        stance: int,
        points: int,
        low_value: bool,
        charge: bool,
        actions: Sequence[Action],
    ) -> None:
        self.number = number
        self.id = card_id
        self.faction = faction
        self.kind = kind
        self.label = f"unit/{card_id}"  # under which messages name it
        self.level = level
        self.size = size  # small grids along each side
        self.armor = armor
        self.structure = structure
        self.dodge = dodge
        self.electronic = electronic  # -1: "-", out of reach of electronic warfare
        self.parry = parry
        self.move = move
        self.stance = stance
        self.points = points
        self.low_value = low_value
        self.charge = charge
        self.actions = tuple(actions)
        self.melee = any(action.type == Type.MELEE for action in actions)
        self.reach = reach_of_attacks(actions)  # how far its attacks reach, 0 without any
        self.passives: dict[str, tuple[int, int]] = {
            keyword: (amount, action.range)
            for action in actions
            if action.type == Type.PASSIVE
            for keyword, amount in action.plain.items()
        }


class MechList:
    """A mech of a squad: its pilot, and its parts by slot (-1 for an empty slot)."""

    __slots__ = ("parts", "pilot")

    def __init__(self, parts: Sequence[int], pilot: int) -> None:
        self.parts = tuple(parts)
        self.pilot = pilot


class Squad:
    """A squad ready to deploy."""

    __slots__ = ("drones", "faction", "id", "loads", "mechs", "number", "points", "scale", "tactics")

    def __init__(
        self,
        number: int,
        card_id: str,
        faction: str,
        scale: int,
        points: int,
        mechs: Sequence[MechList],
        drones: Sequence[int],
        loads: Sequence[int],
        tactics: Sequence[int],
    ) -> None:
        self.number = number
        self.id = card_id
        self.faction = faction
        self.scale = scale
        self.points = points
        self.mechs = tuple(mechs)
        self.drones = tuple(drones)
        self.loads = tuple(loads)  # for each drone the part it carries, -1 for none
        self.tactics = tuple(tactics)


class Content:
    """All cards of a game."""

    def __init__(
        self,
        parts: Sequence[Part],
        pilots: Sequence[Pilot],
        units: Sequence[UnitCard],
        tasks: Sequence[Task],
        secondaries: Sequence[Secondary],
        tactics: Sequence[Tactic],
        environments: Sequence[Environment],
        boards: Mapping[int, BoardCard],
        fields: Sequence[FieldCard],
        tokens: Mapping[str, int],
        red_die: Sequence[str],
        names: Mapping[str, str],
    ) -> None:
        self.parts = tuple(parts)
        self.part_number = {part.id: part.number for part in parts}
        self.pilots = tuple(pilots)
        self.pilot_number = {pilot.id: pilot.number for pilot in pilots}
        self.units = tuple(units)
        self.unit_number = {unit.id: unit.number for unit in units}
        self.actions = {
            action.key: action
            for actions in [card.actions for card in parts] + [card.actions for card in units]
            for action in actions
        }
        self.tasks = tuple(tasks)
        self.secondaries = tuple(secondaries)
        self.tactics = tuple(tactics)
        self.tactic_number = {tactic.id: tactic.number for tactic in tactics}
        self.environments = tuple(environments)
        self.boards = dict(boards)  # by grids along each side
        self.fields = tuple(fields)
        self.tokens = dict(tokens)
        self.remote = any(action.has("rws") for action in self.actions.values())  # some weapon obeys commands
        self.red_die = tuple(red_die)
        self.names = dict(names)
