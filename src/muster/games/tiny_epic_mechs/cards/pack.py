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
from muster.kernel.errors import GameError
from muster.kernel.packs import Card, PackFile, Shelf

KINDS = ("weapon", "pilot", "mech", "zone", "program", "constant")
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
    shelf = Shelf(core, overlays, KINDS)
    zones = shelf.cards("zone", ZoneFile)
    return Content(
        _weapons(shelf.cards("weapon", WeaponCard)),
        _pilots(shelf.cards("pilot", PilotFile)),
        [
            MechSide(number, card.id, Ability[card.ability.upper()], card.amount)
            for number, card in enumerate(shelf.cards("mech", MechFile).values())
        ],
        [
            _zone(card)
            for card in _count("resource zones", [card for card in zones.values() if card.kind == "resource"], 16)
        ],
        _zone(_one("base", zones)),
        _zone(_one("mech", zones)),
        _copies(shelf.cards("program", ProgramFile)),
        _constants(shelf.cards("constant", ConstantFile)),
    )


def _count(what: str, cards: list[ZoneFile], least: int) -> list[ZoneFile]:
    if len(cards) < least:
        raise GameError(f"the packs together have {len(cards)} {what}; the game needs {least}")
    return cards


def _one(kind: str, zones: Mapping[str, ZoneFile]) -> ZoneFile:
    found = [card for card in zones.values() if card.kind == kind]
    if len(found) != 1:
        raise GameError(f"the packs together have {len(found)} zone cards of kind {kind!r}; there must be one")
    return found[0]


def _line(card: LineCard) -> Line:
    return Line(card.damage, [Effect(EffectKind[effect.kind.upper()], effect.amount) for effect in card.effects])


def _weapons(cards: Mapping[str, WeaponCard]) -> list[Weapon]:
    """Read the weapons, basic ones first: the rules and every mask count on that."""
    ordered = sorted(cards.values(), key=lambda card: card.level == "advanced")
    basics = [card.id for card in ordered if card.level == "basic"]
    if len(basics) != BASICS:
        raise GameError(f"the packs together have {len(basics)} basic weapons; there must be {BASICS}")
    for name in {name for names in ROBOT_WEAPONS for name in names}:
        if name not in basics:
            raise GameError(f"the packs have no basic weapon {name!r}, with which a robot pilot starts")
    for card in ordered:
        if not card.energy and not card.credits:
            raise GameError(f"weapon {card.id!r}: a weapon costs energy, credits or both")
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
    if len(cards) < 8:
        raise GameError(f"the packs together have {len(cards)} pilots; the game needs 8")
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
    missing = [name for name in KIND_IDS if name not in cards]
    extra = [name for name in cards if name not in KIND_IDS]
    if missing or extra:
        raise GameError(f"program cards: the rules know {', '.join(KIND_IDS)}, not {', '.join(extra) or 'less'}")
    copies = [cards[name].copies for name in KIND_IDS]
    assert sum(copies) >= TURNS
    return copies


def _constants(cards: Mapping[str, ConstantFile]) -> Constants:
    constants = Constants()
    names = [name for name in dir(constants) if not name.startswith("_")]
    for name in names:
        if name not in cards:
            raise GameError(f"the packs have no constant {name!r}")
        setattr(constants, name, cards[name].value)
    for name in cards:
        if name not in names:
            raise GameError(f"constant {name!r}: the rules know no such constant; they know {', '.join(names)}")
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
