"""The cards as the rules use them, built once from a pack (`pack.py`), shared by every match and never changed."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from typing import Final, NamedTuple

from muster.geometry.hexes import Cell
from muster.kernel.numbers import members


class ToolKind:
    """The kinds of tool cards."""

    RANGED: Final = 0
    CLOSE: Final = 1
    GEAR: Final = 2
    """Equipped; it works by itself."""
    FIND: Final = 3
    """Not equipped: its effect comes at once."""
    SKILL: Final = 4
    """Equipped; it gives a skill that can be declared."""


class Ammunition(IntEnum):
    """The kinds of ammunition; `damage.py` has what they do."""

    N = 1
    DA = 2
    EXP = 3
    AP = 4


class Effect:
    """The effects of gear, finds, capacities, events and the MegaBeast's cards; the rules ask for them by name."""

    NONE: Final = 0
    ARMOR: Final = 1
    RANGED: Final = 2
    CLOSE: Final = 3
    EVADE: Final = 4
    MOVE: Final = 5
    ARO_BURST: Final = 6
    BOOST: Final = 7
    """Gear that is used up with an evade."""
    SURE_FOOTED: Final = 8
    AGILE: Final = 9
    CLIMBER: Final = 10
    STORAGE: Final = 11
    TESEUM: Final = 12
    BEZOAR: Final = 13
    REPAIR: Final = 14
    STORE: Final = 15
    ORDERS: Final = 16
    RANGED_DAMAGE: Final = 17
    CLOSE_DAMAGE: Final = 18
    FOG: Final = 19
    TREMOR: Final = 20
    MIRE: Final = 21
    CAVE_IN: Final = 22
    SPORES: Final = 23
    REVERSE: Final = 24
    MORE_EVENTS: Final = 25
    MORE_TOOLS: Final = 26
    DIVIDEND: Final = 27
    DOUBLE_WOUNDS: Final = 28
    LASH: Final = 29
    ROAR: Final = 30
    HEAL: Final = 31
    STALK: Final = 32
    CHURN: Final = 33
    THICK_HIDE: Final = 34
    FRENZY: Final = 35


TOOL_KINDS: Final = members(ToolKind)
TOOL_KIND_NAMES: Final = tuple(TOOL_KINDS)
EFFECTS: Final = members(Effect)
EFFECT_NAMES: Final = tuple(EFFECTS)
ARMOR_ZERO: Final = 1
SLOWS: Final = 2
DISPOSABLE: Final = 4
DECOY: Final = 8
INDIRECT: Final = 16
ARO: Final = 32
"""Traits of tools, as bits."""
OUT_OF_RANGE: Final = 3
"""The fourth band of the range ruler."""
NO_RANGE: Final = -99
"""Stands for a range modifier where no shot is possible."""


class Tool:
    """A tool card."""

    __slots__ = (
        "ammunition",
        "amount",
        "burst",
        "damage",
        "effect",
        "hexagons",
        "id",
        "initial",
        "kind",
        "number",
        "ranges",
        "traits",
    )

    def __init__(
        self,
        number: int,
        card_id: str,
        kind: int,
        initial: bool,
        ammunition: Ammunition,
        damage: int,
        burst: int,
        ranges: Sequence[int],
        traits: int,
        effect: int,
        amount: int,
        hexagons: tuple[int, ...] = (),
    ) -> None:
        self.number = number
        self.id = card_id
        self.kind = kind
        self.initial = initial
        self.ammunition = ammunition
        self.damage = damage
        self.burst = burst
        self.ranges = tuple(ranges)
        self.traits = traits
        self.effect = effect
        self.amount = amount
        self.hexagons = hexagons  # the nearest and the farthest it reaches, or nothing: then the ruler counts


class TagCard:
    """A corporation's TAG."""

    __slots__ = (
        "amount",
        "armor",
        "capacity",
        "close",
        "equipment",
        "evade",
        "id",
        "moves",
        "number",
        "ranged",
        "slots",
        "wounds",
    )

    def __init__(
        self,
        number: int,
        card_id: str,
        moves: tuple[int, int],
        close: int,
        ranged: int,
        evade: int,
        armor: int,
        wounds: int,
        slots: int,
        equipment: Sequence[int],
        capacity: int,
        amount: int,
    ) -> None:
        self.number = number
        self.id = card_id
        self.moves = moves
        self.close = close
        self.ranged = ranged
        self.evade = evade
        self.armor = armor
        self.wounds = wounds
        self.slots = slots
        self.equipment = tuple(equipment)
        self.capacity = capacity
        self.amount = amount


class EventCard:
    """An event, for one round."""

    __slots__ = ("amount", "beast", "effect", "id", "number", "terrain")

    def __init__(self, number: int, card_id: str, beast: bool, effect: int, amount: int, terrain: str) -> None:
        self.number = number
        self.id = card_id
        self.beast = beast
        self.effect = effect
        self.amount = amount
        self.terrain = terrain


class BeastAttack:
    """An attack of a MegaBeast: its reach in hexagons, and whether it hits one miner or all on the tile."""

    __slots__ = ("all_on_tile", "ammunition", "damage", "id", "reach", "slows")

    def __init__(
        self, card_id: str, reach: int, all_on_tile: bool, damage: int, ammunition: Ammunition, slows: bool
    ) -> None:
        self.id = card_id
        self.reach = reach
        self.all_on_tile = all_on_tile
        self.damage = damage
        self.ammunition = ammunition
        self.slows = slows


class BeastEvent:
    """One of the fifteen cards of a MegaBeast: its effect in the events phase, and its behaviour in AROs."""

    __slots__ = ("amount", "attack", "effect", "id", "moves", "number", "sides", "vision")

    def __init__(
        self,
        number: int,
        card_id: str,
        effect: int,
        amount: int,
        sides: Sequence[int],
        vision: int,
        moves: bool,
        attack: int,
    ) -> None:
        self.number = number
        self.id = card_id
        self.effect = effect
        self.amount = amount
        self.sides = tuple(sides)  # by side from the front on, clockwise: 0 red, 1 yellow, 2 green
        self.vision = vision  # how many sides it looks through; six is all around
        self.moves = moves
        self.attack = attack


class Movement(IntEnum):
    """The hexagons in which a MegaBeast can be."""

    INTERIOR = 0
    BORDER = 1
    MIXED = 2


class BeastCard:
    __slots__ = ("attacks", "events", "fury", "height", "id", "movement", "number", "threat", "wounds")

    def __init__(
        self,
        number: int,
        card_id: str,
        height: int,
        movement: Movement,
        wounds: int,
        threat: Sequence[int],
        fury: Sequence[tuple[int, int, int]],
        attacks: Sequence[BeastAttack],
        events: Sequence[BeastEvent],
    ) -> None:
        self.number = number
        self.id = card_id
        self.height = height
        self.movement = movement
        self.wounds = wounds
        self.threat = tuple(threat)
        self.fury = tuple(fury)  # active when no more than so many wounds are left
        self.attacks = tuple(attacks)
        self.events = tuple(events)


class PrintedScenery(NamedTuple):
    """A piece of scenery as a pack names it: hexagon, offset from its middle, size and rotation, in millimetres and
    degrees.
    """

    cell: Cell
    dx: int
    dy: int
    width: int
    depth: int
    height: int
    turn: int


class BoxPiece(NamedTuple):
    """A piece of scenery in the box of those who set up a table in turn, and how many there are of it."""

    id: str
    copies: int
    width: int
    depth: int
    height: int


class TableCard:
    """A table as a pack names it: tiles, scenery, tool containers, number of access points; `board` works it out."""

    __slots__ = ("access", "containers", "id", "number", "scenery", "tiles")

    def __init__(
        self,
        number: int,
        card_id: str,
        tiles: dict[Cell, str],
        scenery: Sequence[PrintedScenery],
        containers: Sequence[tuple[Cell, int, int]],
        access: int,
    ) -> None:
        self.number = number
        self.id = card_id
        self.tiles = tiles
        self.scenery = tuple(scenery)
        self.containers = tuple(containers)
        self.access = access


class Constants:
    """The figures and measures of the rules that a pack may overlay. Measures in tenths of a millimetre."""

    __slots__ = (
        "base_radius",
        "contact",
        "cover",
        "early_end",
        "evade_segments",
        "event_cards",
        "hardship",
        "hexagon_side",
        "long_range",
        "mid_range",
        "min_width",
        "orders",
        "reserve",
        "segment",
        "short_range",
        "silhouette",
        "terrain_tiles",
        "token_radius",
        "trophy",
    )

    def __init__(self, values: dict[str, int]) -> None:
        self.base_radius = values["base_radius"]
        self.contact = values["contact"]
        self.cover = values["cover"]
        self.early_end = values["early_end"]
        self.event_cards = values["event_cards"]
        self.evade_segments = values["evade_segments"]
        self.hardship = values["hardship"]
        self.hexagon_side = values["hexagon_side"]
        self.long_range = values["long_range"]
        self.mid_range = values["mid_range"]
        self.min_width = values["min_width"]
        self.orders = values["orders"]
        self.reserve = values["reserve"]
        self.segment = values["segment"]
        self.short_range = values["short_range"]
        self.silhouette = values["silhouette"]
        self.terrain_tiles = values["terrain_tiles"]
        self.token_radius = values["token_radius"]
        self.trophy = values["trophy"]


class Content:
    """All cards of a pack with its overlays."""

    __slots__ = ("beasts", "box", "constants", "events", "tables", "tags", "tools")

    def __init__(
        self,
        constants: Constants,
        tags: Sequence[TagCard],
        tools: Sequence[Tool],
        events: Sequence[EventCard],
        beasts: Sequence[BeastCard],
        tables: Sequence[TableCard],
        box: Sequence[BoxPiece] = (),
    ) -> None:
        self.constants = constants
        self.tags = tuple(tags)
        self.tools = tuple(tools)
        self.events = tuple(events)
        self.beasts = tuple(beasts)
        self.tables = tuple(tables)
        self.box = tuple(box)  # scenery for those who set up a table in turn
