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
    EFFECTS,
    INDIRECT,
    NO_RANGE,
    SLOWS,
    TOOL_KINDS,
    Ammunition,
    BeastAttack,
    BeastCard,
    BeastEvent,
    BoxPiece,
    Constants,
    Content,
    EventCard,
    Movement,
    PrintedScenery,
    TableCard,
    TagCard,
    Tool,
    ToolKind,
)
from muster.geometry.hexes import Cell
from muster.kernel.pack_errors import nearest
from muster.kernel.pack_forms import card_of
from muster.kernel.packs import Card, PackFile, Shelf

BEAST_EVENTS = 15
TERRAIN = {"v": "vegetation", "e": "excavation", "s": "sand", "c": "supplies", "r": "rock"}
COLOURS = "ryg"
HexagonName = Annotated[str, msgspec.Meta(pattern="^[a-z][1-9][0-9]?$")]
Tiles = Annotated[str, msgspec.Meta(pattern="^[vescr.]+$", max_length=26)]
Modifier = Annotated[int, msgspec.Meta(ge=-30, le=30)]
Amount = Annotated[int, msgspec.Meta(ge=-99, le=99)]
Shift = Annotated[int, msgspec.Meta(ge=-400, le=400)]
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
    short: Modifier | None = None
    mid: Modifier | None = None
    long: Modifier | None = None
    out_of_range: Modifier | None = None
    hexagons: tuple[Small, Small] | None = None
    modifier: Modifier | None = None
    traits: tuple[TraitName, ...] = ()
    effect: GearEffect | FindEffect = "none"
    amount: Amount = 0


class TagFile(Card, frozen=True, forbid_unknown_fields=True, kw_only=True):
    move: tuple[Small, Small]
    close: Small
    ranged: Small
    evade: Small
    armor: Small
    wounds: Annotated[int, msgspec.Meta(ge=1, le=20)]
    slots: Small
    equipment: tuple[Annotated[str, card_of("tool")], ...]
    capacity: Capacity
    amount: Amount = 1


class EventFile(Card, frozen=True, forbid_unknown_fields=True, kw_only=True):
    effect: EventEffect
    amount: Amount = 0
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
    amount: Amount = 0


class BeastFile(Card, frozen=True, forbid_unknown_fields=True, kw_only=True):
    height: Annotated[int, msgspec.Meta(ge=10, le=300)]
    movement: Literal["interior", "border", "mixed"]
    wounds: Annotated[int, msgspec.Meta(ge=1, le=40)]
    threat: tuple[Small, Small, Small]
    fury: tuple[FuryFile, ...] = ()
    attacks: tuple[AttackFile, ...]


class BeastEventFile(Card, frozen=True, forbid_unknown_fields=True, kw_only=True):
    beast: Annotated[str, card_of("beast")]
    effect: BeastEffect = "none"
    amount: Amount = 0
    sides: Annotated[str, msgspec.Meta(pattern="^[ryg]{6}$")]
    vision: Literal[1, 3, 5, 6]
    moves: bool = False
    attack: str


class SceneryFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    at: HexagonName
    dx: Shift = 0
    dy: Shift = 0
    width: Annotated[int, msgspec.Meta(ge=5, le=400)]
    depth: Annotated[int, msgspec.Meta(ge=5, le=400)]
    height: Annotated[int, msgspec.Meta(ge=5, le=200)]
    turn: Annotated[int, msgspec.Meta(ge=-360, le=360)] = 0


class ContainerFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    at: HexagonName
    dx: Shift = 0
    dy: Shift = 0


class TableFile(Card, frozen=True, forbid_unknown_fields=True, kw_only=True):
    rows: tuple[Tiles, ...]
    access: Literal[4, 5, 10]
    scenery: tuple[SceneryFile, ...] = ()
    containers: tuple[ContainerFile, ...]


class SceneryCardFile(Card, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A piece of scenery in the box, and how many there are of it; in millimetres."""

    copies: Annotated[int, msgspec.Meta(ge=1, le=12)] = 1
    width: Annotated[int, msgspec.Meta(ge=5, le=400)]
    depth: Annotated[int, msgspec.Meta(ge=5, le=400)]
    height: Annotated[int, msgspec.Meta(ge=5, le=200)]


class ConstantFile(Card, frozen=True, forbid_unknown_fields=True, kw_only=True):
    value: Annotated[int, msgspec.Meta(ge=0, le=9999)]


def read_content(core: Sequence[PackFile], overlays: Sequence[PackFile] = ()) -> Content:
    """Decode the core pack with its overlays; raises `GameError` naming file, card and field."""
    return content_of(Shelf(core, overlays, TYPES))


def content_of(shelf: Shelf) -> Content:
    """Make the content of the rules out of the cards; raises `PackError` with all that does not fit."""
    _check(shelf)
    shelf.settle()
    constants = Constants({card.id: card.value for card in shelf.cards("constant", ConstantFile).values()})
    tools = [_tool(number, card) for number, card in enumerate(shelf.cards("tool", ToolFile).values())]
    numbers = {tool.id: tool.number for tool in tools}
    tags = [_tag(number, card, numbers) for number, card in enumerate(shelf.cards("tag", TagFile).values())]
    events = [
        EventCard(number, card.id, card.beast, EFFECTS[card.effect], card.amount, card.terrain)
        for number, card in enumerate(shelf.cards("event", EventFile).values())
    ]
    cards = shelf.cards("beast_event", BeastEventFile)
    beasts = [_beast(number, card, cards) for number, card in enumerate(shelf.cards("beast", BeastFile).values())]
    tables = [table_card(number, card) for number, card in enumerate(shelf.cards("table", TableFile).values())]
    box = [
        BoxPiece(card.id, card.copies, card.width, card.depth, card.height)
        for card in shelf.cards("scenery", SceneryCardFile).values()
    ]
    return Content(constants, tags, tools, events, beasts, tables, box)


def _check(shelf: Shelf) -> None:
    """Note what the forms of the cards cannot say."""
    shelf.only("constant", CONSTANTS)
    shelf.settle()
    events, needed = len(shelf.ids("event")), shelf.cards("constant", ConstantFile)["event_cards"].value
    if events < needed:
        shelf.lacks("few_events", {"count": events, "wanted": needed})
    for tool in shelf.cards("tool", ToolFile).values():
        _check_tool(shelf, tool)
    cards = shelf.cards("beast_event", BeastEventFile)
    for beast in shelf.cards("beast", BeastFile).values():
        names = [attack.id for attack in beast.attacks]
        deck = [card for card in cards.values() if card.beast == beast.id]
        for event in deck:
            if event.attack not in names:
                params = {"beast": beast.id, "attack": event.attack}
                shelf.fault("beast_event", event.id, "attack", "no_attack", params, nearest(event.attack, names))
        if len(deck) != BEAST_EVENTS:
            shelf.fault("beast", beast.id, "", "beast_deck", {"count": len(deck), "wanted": BEAST_EVENTS})


def _check_tool(shelf: Shelf, card: ToolFile) -> None:
    """Weapons have damage, burst and ranges of their kind; skills have none of that.  [TR tool.kinds]"""
    kind = TOOL_KINDS[card.kind]
    if kind <= ToolKind.CLOSE:
        for field, figure in (("damage", card.damage), ("burst", card.burst)):
            if figure < 1:
                shelf.fault("tool", card.id, field, "weapon_figures")
    if kind == ToolKind.SKILL and (card.burst != 1 or card.damage or not card.hexagons or "slows" not in card.traits):
        shelf.fault("tool", card.id, "kind", "skill_figures")
    along_ruler = any(mod is not None for mod in (card.short, card.mid, card.long, card.out_of_range))
    in_hexagons = card.hexagons is not None
    if kind != ToolKind.RANGED:
        if along_ruler or card.modifier is not None:
            shelf.fault("tool", card.id, "kind", "no_ranges")
    elif along_ruler == in_hexagons or (card.modifier is None) == in_hexagons:
        shelf.fault("tool", card.id, "kind", "ranges")


def _tool(number: int, card: ToolFile) -> Tool:
    kind = TOOL_KINDS[card.kind]
    ranges = _ranges(card, kind)
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
        EFFECTS[card.effect],
        card.amount,
        card.hexagons or (),
    )


def _ranges(card: ToolFile, kind: int) -> tuple[int | None, ...]:
    """The modifiers of a ranged weapon along the ruler, or the one modifier of a range in hexagons."""
    ruler = (card.short, card.mid, card.long, card.out_of_range)
    if kind != ToolKind.RANGED or card.hexagons is None:
        return ruler
    return (card.modifier,) * len(ruler)


def _tag(number: int, card: TagFile, tools: dict[str, int]) -> TagCard:
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
        EFFECTS[card.capacity],
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
        sides = [COLOURS.index(letter) for letter in event.sides]
        effect, attack = EFFECTS[event.effect], names.index(event.attack)
        events.append(BeastEvent(len(events), event.id, effect, event.amount, sides, event.vision, event.moves, attack))
    return BeastCard(
        number,
        card.id,
        card.height * 10,
        Movement[card.movement.upper()],
        card.wounds,
        card.threat,
        [(fury.at, EFFECTS[fury.effect], fury.amount) for fury in card.fury],
        attacks,
        events,
    )


def _cell(name: str) -> Cell:
    return ord(name[0]) - ord("a"), int(name[1:]) - 1


def table_card(number: int, card: TableFile) -> TableCard:
    """Make a table with its containers.  [TR setup.area] [TR setup.containers]"""
    tiles: dict[Cell, str] = {}
    for row, line in enumerate(card.rows):
        for column, letter in enumerate(line):
            if letter in TERRAIN:
                tiles[(column, row)] = TERRAIN[letter]
    scenery = [
        PrintedScenery(_cell(piece.at), piece.dx, piece.dy, piece.width, piece.depth, piece.height, piece.turn)
        for piece in card.scenery
    ]
    containers = [(_cell(container.at), container.dx, container.dy) for container in card.containers]
    return TableCard(number, card.id, tiles, scenery, containers, card.access)


CONSTANTS = (
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
TYPES: dict[str, type[Card]] = {
    "tag": TagFile,
    "tool": ToolFile,
    "event": EventFile,
    "beast": BeastFile,
    "beast_event": BeastEventFile,
    "table": TableFile,
    "scenery": SceneryCardFile,
    "constant": ConstantFile,
}
"""The kinds of cards, and the form of each."""
