"""The pack of Deadzone: what its TOML files may contain, and how they become the `Content` that the rules use."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Literal

import msgspec

from muster.games.deadzone.cards.content import (
    COLUMNS,
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
from muster.games.deadzone.cards.keywords import EFFECTS, GOALS, Ability, Item, Keyword, Rank, Timing, mask
from muster.games.deadzone.cards.scenery import BattlefieldFile, BuildingCardFile
from muster.kernel.numbers import members
from muster.kernel.pack_forms import among, card_of
from muster.kernel.packs import Card, PackFile, Shelf

Stat = Annotated[int, msgspec.Meta(ge=0, le=8)]
Small = Annotated[int, msgspec.Meta(ge=0, le=99)]
AbilityName = Annotated[str, among(members(Ability))]
KeywordName = Annotated[str, among(members(Keyword))]
GoalName = Annotated[str, among(GOALS)]
EffectName = Annotated[str, among(EFFECTS)]
ItemId = Annotated[str, card_of("item")]
WeaponId = Annotated[str, card_of("weapon")]
FactionId = Annotated[str, card_of("deck")]
AnyFaction = Annotated[str, msgspec.Meta(max_length=60)]
"""Of a model: a faction with a deck, or one whose models only fight for others."""


class WeaponFile(Card, frozen=True, forbid_unknown_fields=True, kw_only=True):
    range: Annotated[int, msgspec.Meta(ge=0, le=12)] = 0
    ap: Stat = 0
    keywords: tuple[KeywordName, ...] = ()


class ModelFile(Card, frozen=True, forbid_unknown_fields=True, kw_only=True):
    faction: AnyFaction
    factions: tuple[AnyFaction, ...] = ()
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
    abilities: tuple[AbilityName, ...] = ()
    weapons: tuple[WeaponId, ...] = ()
    apart: bool = False
    """For a crew served weapon: the weapon is a model of its own, not carried by the gunner."""


class ItemFile(Card, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """`cost` is what stores ask for it; `crates` how many of the 16 counters show it; `weapon` what it is thrown as."""

    cost: Small | None = None
    crates: Small = 0
    weapon: WeaponId = ""


class EffectFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    kind: EffectName
    amount: Annotated[int, msgspec.Meta(ge=1, le=4)] = 1


class BattleCardFile(Card, frozen=True, forbid_unknown_fields=True, kw_only=True):
    timing: Literal["active", "reactive", "hybrid"]
    effects: tuple[EffectFile, EffectFile]


class DeckFile(Card, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A faction's battle cards, with how many there are of each."""

    cards: dict[Annotated[str, card_of("battle_card")], Annotated[int, msgspec.Meta(ge=1, le=10)]]


class GoalFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    kind: GoalName
    points: tuple[Small, ...]
    objectives: tuple[Literal["x", "y", "z"], ...] = ()


class MissionFile(Card, frozen=True, forbid_unknown_fields=True, kw_only=True):
    faction: FactionId
    goals: tuple[GoalFile, ...]


Areas = Annotated[str, msgspec.Meta(pattern="^[RBrbg]{8}$")]
SquareName = Annotated[str, msgspec.Meta(pattern="^[a-h][1-8]$")]


class MapFile(Card, frozen=True, forbid_unknown_fields=True, kw_only=True):
    areas: tuple[Areas, Areas, Areas, Areas, Areas, Areas, Areas, Areas]
    objectives: tuple[SquareName, SquareName, SquareName]


class MutationFile(Card, frozen=True, forbid_unknown_fields=True, kw_only=True):
    abilities: tuple[AbilityName, ...] = ()
    fight: Stat = 0
    survive: Stat = 0
    armour: Stat = 0


class TeamModelFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    model: Annotated[str, card_of("model")]
    items: tuple[ItemId, ...] = ()
    count: Annotated[int, msgspec.Meta(ge=1, le=20)] = 1


class TeamFile(Card, frozen=True, forbid_unknown_fields=True, kw_only=True):
    faction: FactionId
    models: tuple[TeamModelFile, ...]
    extra_cards: Small = 0
    deployed_guns: bool = False
    commander: Annotated[int, msgspec.Meta(ge=-1, le=99)] = -1


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
    "building": BuildingCardFile,
    "team": TeamFile,
    "constant": ConstantFile,
}
NAMED = {"deck": "faction"}
"""The kinds whose names stand under another word in the messages."""


def read_content(core: Sequence[PackFile], overlays: Sequence[PackFile] = ()) -> Content:
    """Decode the core pack with its overlays; raises `GameError` naming file, card and field."""
    return content_of(Shelf(core, overlays, FILES))


def content_of(shelf: Shelf) -> Content:
    """Make the content of the rules out of the cards; raises `PackError` with all that does not fit."""
    _check(shelf)
    shelf.settle()
    weapons = shelf.cards("weapon", WeaponFile)
    items = shelf.cards("item", ItemFile)
    cards = _battle_cards(shelf.cards("battle_card", BattleCardFile))
    return Content(
        _models(shelf.cards("model", ModelFile), weapons),
        cards,
        _factions(shelf.cards("deck", DeckFile), shelf.cards("mission", MissionFile), cards),
        _maps(shelf.cards("map", MapFile)),
        _mutations(shelf.cards("mutation", MutationFile)),
        [Item[card.id.upper()] for card in items.values() for _ in range(card.crates)],
        {Item[card.id.upper()]: card.cost for card in items.values() if card.cost is not None},
        {Item[card.id.upper()]: _weapon(card.weapon, weapons, 0) for card in items.values() if card.weapon},
        shelf.cards("battlefield", BattlefieldFile),
        shelf.cards("building", BuildingCardFile),
        {card.id: team_of(card) for card in shelf.cards("team", TeamFile).values()},
        _constants(shelf.cards("constant", ConstantFile)),
    )


def _check(shelf: Shelf) -> None:
    """Note what the forms of the cards cannot say."""
    shelf.only("item", [item.name.lower() for item in Item])
    shelf.only("constant", CONSTANTS)
    weapons = shelf.cards("weapon", WeaponFile)
    for model in shelf.cards("model", ModelFile).values():
        if "vehicle" in model.abilities and not model.hull:
            shelf.fault("model", model.id, "hull", "no_hull")
        if model.apart and "csw" not in model.abilities:
            shelf.fault("model", model.id, "apart", "no_crew")
        for place, name in enumerate(model.weapons):
            if "grenade" in weapons[name].keywords and not (weapons[name].range and model.shoot):
                shelf.fault("model", model.id, ("weapons", place), "no_throw", {"weapon": name})
    _check_decks(shelf)
    missions = shelf.cards("mission", MissionFile)
    for deck in shelf.ids("deck"):
        count = sum(mission.faction == deck for mission in missions.values())
        if count < 2:
            shelf.fault("deck", deck, "id", "few_missions", {"count": count})
    for mission in missions.values():
        for place, goal in enumerate(mission.goals):
            if len(goal.points) != _figures(goal):
                params: dict[str, int | str] = {"goal": goal.kind, "wanted": _figures(goal)}
                shelf.fault("mission", mission.id, ("goals", place, "points"), "goal_points", params)


def _check_decks(shelf: Shelf) -> None:
    """There are cards for every deck with all its extra cards, and a hand comes out of it.

    [DZ setup.deck] [DZ setup.hand] [DZ team.extra_cards]
    """
    values = {card.id: card.value for card in shelf.cards("constant", ConstantFile).values()}
    wanted = values["deck"] + values["extra_cards"]
    if values["hand"] > values["deck"]:
        shelf.fault("constant", "hand", "value", "large_hand", {"hand": values["hand"], "deck": values["deck"]})
    for deck in shelf.cards("deck", DeckFile).values():
        count = sum(deck.cards.values())
        if count < wanted:
            shelf.fault("deck", deck.id, "cards", "few_cards", {"count": count, "wanted": wanted})


def _figures(goal: GoalFile) -> int:
    """How many figures a goal has: one, or one for each class of cost."""
    return 3 if goal.kind in ("kill", "infiltrate") else 1


def _bits(names: Sequence[str], known: type) -> int:
    return mask([members(known)[name] for name in names])


def _weapon(name: str, weapons: Mapping[str, WeaponFile], bit: int) -> Weapon:
    card = weapons[name]
    return Weapon(name, card.range, card.ap, _bits(card.keywords, Keyword), bit)


def _models(cards: Mapping[str, ModelFile], weapons: Mapping[str, WeaponFile]) -> dict[str, ModelCard]:
    made: dict[str, ModelCard] = {}
    for number, card in enumerate(cards.values()):
        abilities = _bits(card.abilities, Ability)
        arms = [_weapon(name, weapons, bit) for bit, name in enumerate(card.weapons)]
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
    return [
        BattleCard(
            number,
            card.id,
            Timing[card.timing.upper()],
            [(EFFECTS.index(effect.kind), effect.amount) for effect in card.effects],
        )
        for number, card in enumerate(cards.values())
    ]


def _factions(
    decks: Mapping[str, DeckFile], missions: Mapping[str, MissionFile], cards: Sequence[BattleCard]
) -> dict[str, Faction]:
    numbers = {card.id: card.number for card in cards}
    made: dict[str, Faction] = {}
    for number, deck in enumerate(decks.values()):
        own = [card for card in missions.values() if card.faction == deck.id]
        listed = [numbers[name] for name, copies in deck.cards.items() for _ in range(copies)]
        made[deck.id] = Faction(number, deck.id, listed, [_mission(n, card) for n, card in enumerate(own)])
    return made


def _mission(number: int, card: MissionFile) -> Mission:
    goals = [
        MissionGoal(GOALS.index(goal.kind), goal.points, ["xyz".index(name) for name in goal.objectives])
        for goal in card.goals
    ]
    return Mission(number, card.id, goals)


def _maps(cards: Mapping[str, MapFile]) -> list[DeploymentMap]:
    made: list[DeploymentMap] = []
    for number, card in enumerate(cards.values()):
        areas = "".join(card.areas)
        places = [(ord(name[0]) - ord("a")) + (int(name[1:]) - 1) * COLUMNS for name in card.objectives]
        made.append(DeploymentMap(number, card.id, areas, places))
    return made


def _mutations(cards: Mapping[str, MutationFile]) -> list[Mutation]:
    return [
        Mutation(
            number,
            card.id,
            _bits(card.abilities, Ability),
            card.fight,
            card.survive,
            card.armour,
        )
        for number, card in enumerate(cards.values())
    ]


CONSTANTS = ("points", "deck", "hand", "claim", "extra_cards", "energy_shield", "mutations", "cover")


def _constants(cards: Mapping[str, ConstantFile]) -> dict[str, int]:
    return {name: card.value for name, card in cards.items()}


def team_of(card: TeamFile) -> Team:
    models = [TeamModel(entry.model, entry.items) for entry in card.models for _ in range(entry.count)]
    return Team(card.id, card.faction, models, card.extra_cards, card.deployed_guns, card.commander)
