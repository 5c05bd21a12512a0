"""The pack of Tiny Epic Mechs: the form of its TOML files, and how they become the `Content` of the rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Literal

import msgspec

from muster.games.tiny_epic_mechs.cards.content import (
    BASICS,
    KIND_IDS,
    ROBOT_WEAPONS,
    TURNS,
    Ability,
    Constants,
    Content,
    Effect,
    EffectKind,
    Line,
    MechSide,
    PilotCard,
    Weapon,
    WeaponType,
    ZoneCard,
)
from muster.kernel.packs import Card, PackFile, Shelf

ZONES = 16
"""A table of four needs so many resource zones."""
Count = Annotated[int, msgspec.Meta(ge=0, le=20)]
AtLeastOne = Annotated[int, msgspec.Meta(ge=1, le=20)]

EffectName = Literal[
    "pay_energy",
    "pay_credits",
    "score",
    "gain_energy",
    "gain_credits",
    "drain_energy",
    "drain_credits",
    "heal",
    "shield",
    "jam",
    "exhaust",
    "ready",
    "pierce",
]
PilotAbility = Literal[
    "gyroscope",
    "scavenger",
    "dynamo",
    "field_medic",
    "haggler",
    "sapper",
    "blast_suit",
    "showman",
    "momentum",
    "overcharge",
    "reserve_cell",
    "riposte",
    "salvager",
    "headhunter",
    "deep_magazine",
    "plating",
]


class EffectCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    kind: EffectName
    amount: AtLeastOne = 1


class LineCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    damage: Count
    effects: tuple[EffectCard, ...] = ()


class WeaponCard(Card, frozen=True, forbid_unknown_fields=True, kw_only=True):
    level: Literal["basic", "advanced"]
    type: Literal["area", "ranged", "melee"]
    energy: Count = 0
    credits: Count = 0
    points: Count
    attack: LineCard
    power: LineCard


class AbilityCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    keyword: PilotAbility
    amount: AtLeastOne = 1


class PilotFile(Card, frozen=True, forbid_unknown_fields=True, kw_only=True):
    pilot: AbilityCard
    armor: AbilityCard


class MechFile(Card, frozen=True, forbid_unknown_fields=True, kw_only=True):
    ability: Literal["rocket_salvo", "force_field"]
    amount: AtLeastOne


class ZoneFile(Card, frozen=True, forbid_unknown_fields=True, kw_only=True):
    kind: Literal["resource", "base", "mech"]
    value: Annotated[int, msgspec.Meta(ge=1, le=9)]
    gives: Literal["energy", "credits", "both"]


class ProgramFile(Card, frozen=True, forbid_unknown_fields=True, kw_only=True):
    copies: AtLeastOne


class ConstantFile(Card, frozen=True, forbid_unknown_fields=True, kw_only=True):
    value: Annotated[int, msgspec.Meta(ge=0, le=99)]


def read_content(core: Sequence[PackFile], overlays: Sequence[PackFile] = ()) -> Content:
    """Decode the core pack with its overlays; raises `GameError` naming file, card and field."""
    return content_of(Shelf(core, overlays, TYPES))


def content_of(shelf: Shelf) -> Content:
    """Make the content of the rules out of the cards; raises `PackError` with all that does not fit."""
    zones = shelf.cards("zone", ZoneFile)
    _check(shelf)
    shelf.settle()
    return Content(
        _weapons(shelf.cards("weapon", WeaponCard)),
        _pilots(shelf.cards("pilot", PilotFile)),
        [
            MechSide(number, card.id, Ability[card.ability.upper()], card.amount)
            for number, card in enumerate(shelf.cards("mech", MechFile).values())
        ],
        [_zone(card) for card in zones.values() if card.kind == "resource"],
        _zone(next(card for card in zones.values() if card.kind == "base")),
        _zone(next(card for card in zones.values() if card.kind == "mech")),
        _copies(shelf.cards("program", ProgramFile)),
        _constants(shelf.cards("constant", ConstantFile)),
    )


def _check(shelf: Shelf) -> None:
    """Note what the forms of the cards cannot say."""
    zones = list(shelf.cards("zone", ZoneFile).values())
    resources = sum(card.kind == "resource" for card in zones)
    if resources < ZONES:
        shelf.lacks("few_zones", {"count": resources, "wanted": ZONES})
    for kind in ("base", "mech"):
        count = sum(card.kind == kind for card in zones)
        if count != 1:
            shelf.lacks("one_zone", {"count": count, "kind": kind})
    weapons = shelf.cards("weapon", WeaponCard)
    basics = [card.id for card in weapons.values() if card.level == "basic"]
    if len(basics) != BASICS:
        shelf.lacks("basics", {"count": len(basics), "wanted": BASICS})
    for name in sorted({name for names in ROBOT_WEAPONS for name in names}):
        if name not in basics:
            shelf.lacks("robot_weapon", {"weapon": name})
    for card in weapons.values():
        if not card.energy and not card.credits:
            shelf.fault("weapon", card.id, "energy", "free_weapon")
    shelf.only("program", KIND_IDS)
    shelf.only("constant", CONSTANTS)
    copies = sum(card.copies for card in shelf.cards("program", ProgramFile).values())
    if copies < TURNS:
        shelf.lacks("few_programs", {"count": copies, "wanted": TURNS})


def _line(card: LineCard) -> Line:
    return Line(card.damage, [Effect(EffectKind[effect.kind.upper()], effect.amount) for effect in card.effects])


def _weapons(cards: Mapping[str, WeaponCard]) -> list[Weapon]:
    """Read the weapons, basic ones first: the rules and every mask count on that."""
    ordered = sorted(cards.values(), key=lambda card: card.level == "advanced")
    return [
        Weapon(
            number,
            card.id,
            card.level == "advanced",
            WeaponType[card.type.upper()],
            card.energy,
            card.credits,
            card.points,
            _line(card.attack),
            _line(card.power),
            card.source,
        )
        for number, card in enumerate(ordered)
    ]


def _pilots(cards: Mapping[str, PilotFile]) -> list[PilotCard]:
    return [
        PilotCard(
            number,
            card.id,
            (Ability[card.pilot.keyword.upper()], Ability[card.armor.keyword.upper()]),
            (card.pilot.amount, card.armor.amount),
        )
        for number, card in enumerate(cards.values())
    ]


def _zone(card: ZoneFile) -> ZoneCard:
    return ZoneCard(card.id, card.value, int(card.gives in ("energy", "both")), int(card.gives in ("credits", "both")))


def _copies(cards: Mapping[str, ProgramFile]) -> list[int]:
    return [cards[name].copies for name in KIND_IDS]


CONSTANTS = tuple(name for name in dir(Constants()) if not name.startswith("_"))


def _constants(cards: Mapping[str, ConstantFile]) -> Constants:
    constants = Constants()
    for name in CONSTANTS:
        setattr(constants, name, cards[name].value)
    return constants


TYPES: dict[str, type[Card]] = {
    "weapon": WeaponCard,
    "pilot": PilotFile,
    "mech": MechFile,
    "zone": ZoneFile,
    "program": ProgramFile,
    "constant": ConstantFile,
}
"""The kinds of cards, and the form of each."""
NAMED: dict[str, str] = {"zone": "zone_card", "program": "card"}
"""The kinds whose names stand under another word in the messages."""
