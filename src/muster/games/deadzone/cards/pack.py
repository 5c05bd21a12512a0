"""The pack of Deadzone: what its TOML files may contain, and how they become the `Content` that the rules use."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Literal

import msgspec

from muster.games.deadzone.cards.content import (
    COLUMNS,
    ROWS,
    BattleCard,
    Content,
    DeploymentMap,
    Faction,
    Mission,
    MissionGoal,
    ModelCard,
    Mutation,
    Team,
    TeamModel,
    Weapon,
)
from muster.games.deadzone.cards.keywords import EFFECTS, Ability, Goal, Item, Keyword, Rank, Timing, mask
from muster.games.deadzone.cards.scenery import BattlefieldFile
from muster.kernel.errors import GameError
from muster.kernel.numbers import members
from muster.kernel.packs import Card, PackFile, Shelf

KINDS = (
    "weapon",
    "model",
    "item",
    "battle_card",
    "deck",
    "mission",
    "map",
    "mutation",
    "battlefield",
    "team",
    "constant",
)
Stat = Annotated[int, msgspec.Meta(ge=0, le=8)]
Small = Annotated[int, msgspec.Meta(ge=0, le=99)]


class WeaponFile(Card, frozen=True, forbid_unknown_fields=True, kw_only=True):
    range: Annotated[int, msgspec.Meta(ge=0, le=12)] = 0
    ap: Stat = 0
    keywords: tuple[str, ...] = ()


class ModelFile(Card, frozen=True, forbid_unknown_fields=True, kw_only=True):
    faction: str
    factions: tuple[str, ...] = ()
    rank: Literal["leader", "specialist", "trooper", "rare", "unique", "equipment"]
    cost: Small
    command: tuple[Stat, Stat] = (0, 0)
    shoot: Stat = 0
    fight: Stat = 0
    survive: Annotated[int, msgspec.Meta(ge=2, le=8)]
    armour: Stat = 0
    size: Annotated[int, msgspec.Meta(ge=1, le=4)] = 1
    hull: Stat = 0
    shield: Stat = 0
    abilities: tuple[str, ...] = ()
    weapons: tuple[str, ...] = ()
    apart: bool = False
    """For a crew served weapon: the weapon is a model of its own, not carried by the gunner."""


class ItemFile(Card, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """`cost` is what stores ask for it; `crates` how many of the 16 counters show it; `weapon` what it is thrown as."""

    cost: Small | None = None
    crates: Small = 0
    weapon: str = ""


class EffectFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    kind: str
    amount: Annotated[int, msgspec.Meta(ge=1, le=4)] = 1


class BattleCardFile(Card, frozen=True, forbid_unknown_fields=True, kw_only=True):
    timing: Literal["active", "reactive", "hybrid"]
    effects: tuple[EffectFile, EffectFile]


class DeckFile(Card, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A faction's battle cards, with how many there are of each."""

    cards: dict[str, Annotated[int, msgspec.Meta(ge=1, le=10)]]


class GoalFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    kind: str
    points: tuple[Small, ...]
    objectives: tuple[Literal["x", "y", "z"], ...] = ()


class MissionFile(Card, frozen=True, forbid_unknown_fields=True, kw_only=True):
    faction: str
    goals: tuple[GoalFile, ...]


class MapFile(Card, frozen=True, forbid_unknown_fields=True, kw_only=True):
    areas: tuple[str, ...]
    objectives: tuple[str, str, str]


class MutationFile(Card, frozen=True, forbid_unknown_fields=True, kw_only=True):
    abilities: tuple[str, ...] = ()
    fight: Stat = 0
    survive: Stat = 0
    armour: Stat = 0


class TeamModelFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    model: str
    items: tuple[str, ...] = ()
    count: Annotated[int, msgspec.Meta(ge=1, le=20)] = 1


class TeamFile(Card, frozen=True, forbid_unknown_fields=True, kw_only=True):
    name: str = ""
    faction: str
    models: tuple[TeamModelFile, ...]
    extra_cards: Small = 0
    deployed_guns: bool = False
    commander: int = -1


class ConstantFile(Card, frozen=True, forbid_unknown_fields=True, kw_only=True):
    value: Small


FILES: dict[str, type[Card]] = {
    "weapon": WeaponFile,
    "model": ModelFile,
    "item": ItemFile,
    "battle_card": BattleCardFile,
    "deck": DeckFile,
    "mission": MissionFile,
    "map": MapFile,
    "mutation": MutationFile,
    "battlefield": BattlefieldFile,
    "team": TeamFile,
    "constant": ConstantFile,
}


def read_content(core: Sequence[PackFile], overlays: Sequence[PackFile] = ()) -> Content:
    """Decode the core pack with its overlays; raises `GameError` naming file, card and field."""
    shelf = Shelf(core, overlays, KINDS)
    weapons = shelf.cards("weapon", WeaponFile)
    items = shelf.cards("item", ItemFile)
    cards = _battle_cards(shelf.cards("battle_card", BattleCardFile))
    return Content(
        _models(shelf.cards("model", ModelFile), weapons),
        cards,
        _factions(shelf.cards("deck", DeckFile), shelf.cards("mission", MissionFile), cards),
        _maps(shelf.cards("map", MapFile)),
        _mutations(shelf.cards("mutation", MutationFile)),
        [Item[card.id.upper()] for card in _known_items(items) for _ in range(card.crates)],
        {Item[card.id.upper()]: card.cost for card in items.values() if card.cost is not None},
        {
            Item[card.id.upper()]: _weapon(card.weapon, weapons, 0, f"item {card.id!r}: field weapon")
            for card in items.values()
            if card.weapon
        },
        shelf.cards("battlefield", BattlefieldFile),
        {card.id: team_of(card) for card in shelf.cards("team", TeamFile).values()},
        _constants(shelf.cards("constant", ConstantFile)),
    )


def _known_items(items: Mapping[str, ItemFile]) -> Iterable[ItemFile]:
    names = [item.name.lower() for item in Item]
    for card in items.values():
        if card.id not in names:
            raise GameError(f"item {card.id!r}: the rules know only {', '.join(names)}")
    return items.values()


def _bits(names: Sequence[str], known: type, where: str) -> int:
    found: list[int] = []
    for name in names:
        if name not in members(known):
            raise GameError(f"{where}: the rules know no {name!r}")
        found.append(members(known)[name])
    return mask(found)


def _weapon(name: str, weapons: Mapping[str, WeaponFile], bit: int, where: str) -> Weapon:
    if name not in weapons:
        raise GameError(f"{where}: there is no weapon {name!r}")
    card = weapons[name]
    return Weapon(name, card.range, card.ap, _bits(card.keywords, Keyword, f"weapon {name!r}: field keywords"), bit)


def _models(cards: Mapping[str, ModelFile], weapons: Mapping[str, WeaponFile]) -> dict[str, ModelCard]:
    made: dict[str, ModelCard] = {}
    for number, card in enumerate(cards.values()):
        where = f"model {card.id!r}"
        abilities = _bits(card.abilities, Ability, f"{where}: field abilities")
        if abilities >> Ability.VEHICLE & 1 and not card.hull:
            raise GameError(f"{where}: field hull: a vehicle needs the damage that destroys it")
        if card.apart and not abilities >> Ability.CSW & 1:
            raise GameError(f"{where}: field apart: only the weapon of a crew can be a model of its own")
        arms = [_weapon(name, weapons, bit, f"{where}: field weapons") for bit, name in enumerate(card.weapons)]
        for weapon in arms:
            if weapon.has(Keyword.GRENADE) and not (weapon.range and card.shoot):
                raise GameError(
                    f"{where}: field weapons: {weapon.id!r} is thrown, which needs a range and a shoot figure"
                )
        made[card.id] = ModelCard(
            number,
            card.id,
            card.faction,
            card.factions,
            Rank.RARE if card.rank == "equipment" else Rank[card.rank.upper()],
            card.cost,
            card.command,
            card.shoot,
            card.fight,
            card.survive,
            card.armour,
            card.size,
            card.hull,
            card.shield,
            _implied(abilities),
            arms,
            card.apart,
        )
    return made


def _implied(abilities: int) -> int:
    """A vehicle is a construct and a beast; a crew served weapon's crew are beasts.

    [DZ ability.vehicle] [DZ ability.csw]
    """
    if abilities >> Ability.VEHICLE & 1:
        abilities |= mask((Ability.CONSTRUCT, Ability.BEAST))
    if abilities >> Ability.CSW & 1:
        abilities |= 1 << Ability.BEAST
    return abilities


def _battle_cards(cards: Mapping[str, BattleCardFile]) -> list[BattleCard]:
    made: list[BattleCard] = []
    for number, card in enumerate(cards.values()):
        effects: list[tuple[int, int]] = []
        for effect in card.effects:
            if effect.kind not in EFFECTS:
                raise GameError(f"battle_card {card.id!r}: field effects: the rules know no {effect.kind!r}")
            effects.append((EFFECTS.index(effect.kind), effect.amount))
        made.append(BattleCard(number, card.id, Timing[card.timing.upper()], effects))
    return made


def _factions(
    decks: Mapping[str, DeckFile], missions: Mapping[str, MissionFile], cards: Sequence[BattleCard]
) -> dict[str, Faction]:
    numbers = {card.id: card.number for card in cards}
    made: dict[str, Faction] = {}
    for number, deck in enumerate(decks.values()):
        for name in deck.cards:
            if name not in numbers:
                raise GameError(f"deck {deck.id!r}: field cards: there is no battle card {name!r}")
        own = [card for card in missions.values() if card.faction == deck.id]
        if len(own) < 2:
            raise GameError(f"deck {deck.id!r}: the faction has {len(own)} missions; it needs two at least")
        listed = [numbers[name] for name, copies in deck.cards.items() for _ in range(copies)]
        made[deck.id] = Faction(number, deck.id, listed, [_mission(n, card) for n, card in enumerate(own)])
    return made


def _mission(number: int, card: MissionFile) -> Mission:
    goals: list[MissionGoal] = []
    for goal in card.goals:
        if goal.kind.upper() not in Goal.__members__:
            raise GameError(f"mission {card.id!r}: field goals: the rules know no {goal.kind!r}")
        kind = Goal[goal.kind.upper()]
        wanted = 3 if kind in (Goal.KILL, Goal.INFILTRATE) else 1
        if len(goal.points) != wanted:
            raise GameError(f"mission {card.id!r}: field goals: {goal.kind} takes {wanted} figures in points")
        goals.append(MissionGoal(kind, goal.points, ["xyz".index(name) for name in goal.objectives]))
    return Mission(number, card.id, goals)


def _maps(cards: Mapping[str, MapFile]) -> list[DeploymentMap]:
    made: list[DeploymentMap] = []
    for number, card in enumerate(cards.values()):
        areas = "".join(card.areas)
        if len(areas) != COLUMNS * ROWS or set(areas) - set("RBrbg"):
            raise GameError(f"map {card.id!r}: field areas: eight lines of eight letters out of R, B, r, b, g")
        places = [(ord(name[0]) - ord("a")) + (int(name[1:]) - 1) * COLUMNS for name in card.objectives]
        made.append(DeploymentMap(number, card.id, areas, places))
    return made


def _mutations(cards: Mapping[str, MutationFile]) -> list[Mutation]:
    return [
        Mutation(
            number,
            card.id,
            _bits(card.abilities, Ability, f"mutation {card.id!r}: field abilities"),
            card.fight,
            card.survive,
            card.armour,
        )
        for number, card in enumerate(cards.values())
    ]


CONSTANTS = ("points", "deck", "hand", "claim", "extra_cards", "energy_shield", "mutations")


def _constants(cards: Mapping[str, ConstantFile]) -> dict[str, int]:
    for name in CONSTANTS:
        if name not in cards:
            raise GameError(f"the packs have no constant {name!r}")
    for name in cards:
        if name not in CONSTANTS:
            raise GameError(f"constant {name!r}: the rules know no such constant; they know {', '.join(CONSTANTS)}")
    return {name: card.value for name, card in cards.items()}


def team_of(card: TeamFile) -> Team:
    models = [TeamModel(entry.model, entry.items) for entry in card.models for _ in range(entry.count)]
    return Team(card.id, card.faction, models, card.extra_cards, card.deployed_guns, card.commander)
