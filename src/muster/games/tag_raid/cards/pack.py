"""The pack of TAG Raid: the form of its TOML files, and how they become the `Content` of the rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

import msgspec

from muster.games.tag_raid.cards.content import (
    ARMOR_ZERO,
    ARO,
    DECOY,
    DISPOSABLE,
    INDIRECT,
    NO_RANGE,
    SLOWS,
    Ammunition,
    BeastAttack,
    BeastCard,
    BeastEvent,
    Constants,
    Content,
    Effect,
    EventCard,
    Movement,
    PrintedScenery,
    TableCard,
    TagCard,
    Tool,
    ToolKind,
)
from muster.geometry.hexes import Cell
from muster.kernel.errors import GameError
from muster.kernel.packs import Card, PackFile, Shelf

KINDS = ("tag", "tool", "event", "beast", "beast_event", "table", "constant")
CONTAINERS = 4
BEAST_EVENTS = 15
TERRAIN = {"v": "vegetation", "e": "excavation", "s": "sand", "c": "supplies", "r": "rock"}
COLOURS = "ryg"
Small = Annotated[int, msgspec.Meta(ge=0, le=99)]
AmmunitionName = Literal["N", "DA", "EXP", "AP"]
TraitName = Literal["armor_zero", "slows", "disposable", "decoy", "indirect", "aro"]
TRAITS = {
    "armor_zero": ARMOR_ZERO,
    "slows": SLOWS,
    "disposable": DISPOSABLE,
    "decoy": DECOY,
    "indirect": INDIRECT,
    "aro": ARO,
}
GearEffect = Literal["armor", "ranged", "close", "evade", "move", "aro_burst", "boost", "sure_footed", "none"]
FindEffect = Literal["teseum", "bezoar", "repair", "store", "orders"]
Capacity = Literal["aro_burst", "agile", "climber", "storage"]
EventEffect = Literal[
    "ranged_damage",
    "close_damage",
    "ranged",
    "close",
    "evade",
    "armor",
    "move",
    "orders",
    "fog",
    "tremor",
    "mire",
    "cave_in",
    "spores",
    "reverse",
    "more_events",
    "more_tools",
    "dividend",
]
BeastEffect = Literal["none", "double_wounds", "lash", "roar", "heal", "stalk", "churn", "thick_hide"]
FuryEffect = Literal["thick_hide", "frenzy"]
Terrain = Literal["vegetation", "excavation", "sand", "supplies", "rock", ""]


class ToolFile(Card, frozen=True, forbid_unknown_fields=True, kw_only=True):
    kind: Literal["ranged", "close", "gear", "find", "skill"]
    initial: bool = False
    ammunition: AmmunitionName = "N"
    damage: Small = 0
    burst: Annotated[int, msgspec.Meta(ge=0, le=6)] = 0
    short: int | None = None
    mid: int | None = None
    long: int | None = None
    out_of_range: int | None = None
    hexagons: tuple[Small, Small] | None = None
    modifier: int | None = None
    traits: tuple[TraitName, ...] = ()
    effect: GearEffect | FindEffect = "none"
    amount: int = 0


class TagFile(Card, frozen=True, forbid_unknown_fields=True, kw_only=True):
    move: tuple[Small, Small]
    close: Small
    ranged: Small
    evade: Small
    armor: Small
    wounds: Annotated[int, msgspec.Meta(ge=1, le=20)]
    slots: Small
    equipment: tuple[str, ...]
    capacity: Capacity
    amount: int = 1


class EventFile(Card, frozen=True, forbid_unknown_fields=True, kw_only=True):
    effect: EventEffect
    amount: int = 0
    terrain: Terrain = ""
    beast: bool = False


class AttackFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    reach: Small
    damage: Small
    ammunition: AmmunitionName = "N"
    all_on_tile: bool = False
    slows: bool = False


class FuryFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    at: Small
    effect: FuryEffect
    amount: int = 0


class BeastFile(Card, frozen=True, forbid_unknown_fields=True, kw_only=True):
    height: Annotated[int, msgspec.Meta(ge=10, le=300)]
    movement: Literal["interior", "border", "mixed"]
    wounds: Annotated[int, msgspec.Meta(ge=1, le=40)]
    threat: tuple[Small, Small, Small]
    fury: tuple[FuryFile, ...] = ()
    attacks: tuple[AttackFile, ...]


class BeastEventFile(Card, frozen=True, forbid_unknown_fields=True, kw_only=True):
    beast: str
    effect: BeastEffect = "none"
    amount: int = 0
    sides: Annotated[str, msgspec.Meta(pattern="^[ryg]{6}$")]
    vision: Literal[1, 3, 5, 6]
    moves: bool = False
    attack: str


class SceneryFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    at: str
    dx: int = 0
    dy: int = 0
    width: Annotated[int, msgspec.Meta(ge=5, le=400)]
    depth: Annotated[int, msgspec.Meta(ge=5, le=400)]
    height: Annotated[int, msgspec.Meta(ge=5, le=200)]
    turn: int = 0


class ContainerFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    at: str
    dx: int = 0
    dy: int = 0


class TableFile(Card, frozen=True, forbid_unknown_fields=True, kw_only=True):
    rows: tuple[str, ...]
    access: Literal[4, 5, 10]
    scenery: tuple[SceneryFile, ...] = ()
    containers: tuple[ContainerFile, ...]


class ConstantFile(Card, frozen=True, forbid_unknown_fields=True, kw_only=True):
    value: Annotated[int, msgspec.Meta(ge=0, le=9999)]


def read_content(core: Sequence[PackFile], overlays: Sequence[PackFile] = ()) -> Content:
    """Decode the core pack with its overlays; raises `GameError` naming file, card and field."""
    shelf = Shelf(core, overlays, KINDS)
    values = {card.id: card.value for card in shelf.cards("constant", ConstantFile).values()}
    known = Shelf(core, (), KINDS).cards("constant", ConstantFile)
    for name in values:
        if name not in known:
            raise GameError(f"constant {name!r}: there is no such figure; there are {', '.join(known)}")
    try:
        constants = Constants(values)
    except KeyError as error:
        raise GameError(f"constant {error.args[0]!r} is missing") from None
    tools = [_tool(number, card) for number, card in enumerate(shelf.cards("tool", ToolFile).values())]
    numbers = {tool.id: tool.number for tool in tools}
    tags = [_tag(number, card, numbers) for number, card in enumerate(shelf.cards("tag", TagFile).values())]
    events = [
        EventCard(number, card.id, card.beast, Effect[card.effect.upper()], card.amount, card.terrain)
        for number, card in enumerate(shelf.cards("event", EventFile).values())
    ]
    if len(events) < constants.event_cards:
        raise GameError(f"event: {constants.event_cards} cards are needed, there are {len(events)}")
    cards = shelf.cards("beast_event", BeastEventFile)
    beasts = [_beast(number, card, cards) for number, card in enumerate(shelf.cards("beast", BeastFile).values())]
    tables = [_table(number, card) for number, card in enumerate(shelf.cards("table", TableFile).values())]
    return Content(constants, tags, tools, events, beasts, tables)


def _tool(number: int, card: ToolFile) -> Tool:
    kind = ToolKind[card.kind.upper()]
    ranges = _ranges(card, kind)
    if kind <= ToolKind.CLOSE and (card.burst < 1 or card.damage < 1):
        raise GameError(f"tool {card.id!r}: a weapon needs damage and burst")
    if kind == ToolKind.SKILL and (card.burst != 1 or card.damage or not card.hexagons or "slows" not in card.traits):
        raise GameError(f"tool {card.id!r}: a skill slows one target within so many hexagons and has no damage")
    traits = 0
    for trait in card.traits:
        traits |= TRAITS[trait]
    return Tool(
        number,
        card.id,
        kind,
        card.initial,
        Ammunition[card.ammunition],
        card.damage,
        card.burst,
        [NO_RANGE if mod is None else mod for mod in ranges],
        traits,
        Effect[card.effect.upper()],
        card.amount,
        card.hexagons or (),
    )


def _ranges(card: ToolFile, kind: ToolKind) -> tuple[int | None, ...]:
    """The modifiers of a ranged weapon along the ruler, or the one modifier of a range in hexagons."""
    ruler = (card.short, card.mid, card.long, card.out_of_range)
    along_ruler = any(mod is not None for mod in ruler)
    if kind != ToolKind.RANGED:
        if along_ruler or card.modifier is not None:
            raise GameError(f"tool {card.id!r}: only ranged weapons have range modifiers")
        return ruler
    if along_ruler == (card.hexagons is not None) or (card.modifier is None) == (card.hexagons is not None):
        raise GameError(f"tool {card.id!r}: a ranged weapon needs modifiers along the ruler, or one and its hexagons")
    return ruler if along_ruler else (card.modifier,) * len(ruler)


def _tag(number: int, card: TagFile, tools: dict[str, int]) -> TagCard:
    for tool in card.equipment:
        if tool not in tools:
            raise GameError(f"tag {card.id!r}: field equipment: there is no tool {tool!r}")
    return TagCard(
        number,
        card.id,
        card.move,
        card.close,
        card.ranged,
        card.evade,
        card.armor,
        card.wounds,
        card.slots,
        [tools[tool] for tool in card.equipment],
        Effect[card.capacity.upper()],
        card.amount,
    )


def _beast(number: int, card: BeastFile, cards: dict[str, BeastEventFile]) -> BeastCard:
    """Make a MegaBeast with its deck of fifteen.  [TR beast.deck]"""
    attacks = [
        BeastAttack(
            attack.id,
            attack.reach,
            attack.all_on_tile,
            attack.damage,
            Ammunition[attack.ammunition],
            attack.slows,
        )
        for attack in card.attacks
    ]
    names = [attack.id for attack in attacks]
    events: list[BeastEvent] = []
    for event in cards.values():
        if event.beast != card.id:
            continue
        if event.attack not in names:
            raise GameError(f"beast_event {event.id!r}: field attack: {card.id} has no attack {event.attack!r}")
        sides = [COLOURS.index(letter) for letter in event.sides]
        effect, attack = Effect[event.effect.upper()], names.index(event.attack)
        events.append(BeastEvent(len(events), event.id, effect, event.amount, sides, event.vision, event.moves, attack))
    if len(events) != BEAST_EVENTS:
        raise GameError(f"beast {card.id!r}: a deck has {BEAST_EVENTS} cards, not {len(events)}")
    return BeastCard(
        number,
        card.id,
        card.height * 10,
        Movement[card.movement.upper()],
        card.wounds,
        card.threat,
        [(fury.at, Effect[fury.effect.upper()], fury.amount) for fury in card.fury],
        attacks,
        events,
    )


def _cell(name: str, where: str) -> Cell:
    if len(name) < 2 or not name[0].islower() or not name[1:].isdigit():
        raise GameError(f"{where}: {name!r} is no hexagon; write it as c3")
    return ord(name[0]) - ord("a"), int(name[1:]) - 1


def _table(number: int, card: TableFile) -> TableCard:
    """Make a table with four containers.  [TR setup.area] [TR setup.containers]"""
    where = f"table {card.id!r}"
    tiles: dict[Cell, str] = {}
    for row, line in enumerate(card.rows):
        for column, letter in enumerate(line):
            if letter in TERRAIN:
                tiles[(column, row)] = TERRAIN[letter]
            elif letter != ".":
                raise GameError(f"{where}: field rows: {letter!r} is no terrain ({', '.join(TERRAIN)} or a dot)")
    if len(card.containers) != CONTAINERS:
        raise GameError(f"{where}: field containers: there are {CONTAINERS}")
    scenery = [
        PrintedScenery(_cell(piece.at, where), piece.dx, piece.dy, piece.width, piece.depth, piece.height, piece.turn)
        for piece in card.scenery
    ]
    containers = [(_cell(container.at, where), container.dx, container.dy) for container in card.containers]
    return TableCard(number, card.id, tiles, scenery, containers, card.access)


TYPES: dict[str, type[Card]] = dict(
    zip(KINDS, (TagFile, ToolFile, EventFile, BeastFile, BeastEventFile, TableFile, ConstantFile), strict=True)
)
"""The kinds of cards, and the form of each."""
