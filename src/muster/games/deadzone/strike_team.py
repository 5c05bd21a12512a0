"""Choosing a strike team: points, ranks, items, extra cards, the mercenary, the Commander (rulebook, "Choosing a Strike
Team").
"""

from __future__ import annotations

from muster.games.deadzone import items
from muster.games.deadzone.content import Ability, Content, Item, ModelCard, Rank, Team, TeamModel, item_number
from muster.games.deadzone.state import NOBODY, Model
from muster.kernel.refusal import Refusal
from muster.kernel.text import Param, Text

CREW = 2


def refuse(clause: str, reason: str, **gaps: Param) -> Refusal:
    return Refusal(clause, Text(f"refuse.{reason}", gaps))


def cost_of(content: Content, team: Team) -> int:
    """Models, items from stores, extra cards.  [DZ team.points] [DZ team.items] [DZ team.extra_cards]"""
    total = team.extra_cards
    for entry in team.models:
        total += content.models[entry.model].cost
        total += sum(content.item_costs.get(Item[name.upper()], 0) for name in entry.items)
    return total


def check_team(content: Content, team: Team) -> None:
    """Raises a refusal with the clause that a team breaks.

    [DZ team.faction] [DZ team.points] [DZ team.ranks] [DZ team.extra_cards] [DZ team.mercenary]
    [DZ setup.commander]
    """
    if team.faction not in content.factions:
        raise refuse("DZ team.faction", "no_faction", faction=team.faction)
    cards: list[ModelCard] = []
    for entry in team.models:
        if entry.model not in content.models or content.models[entry.model].faction == "equipment":
            raise refuse("DZ team.faction", "no_model", model=entry.model)
        card = content.models[entry.model]
        if card.faction != team.faction and team.faction not in card.factions:
            raise refuse("DZ team.faction", "wrong_faction", model=card.id)
        _check_items(content, card, entry, team)
        cards.append(card)
    hired = [card for card in cards if card.factions]
    if len(hired) > 1:
        raise refuse("DZ team.mercenary", "mercenaries", count=len(hired))
    troopers = sum(card.rank == Rank.TROOPER for card in cards)
    special = sum(card.rank in (Rank.SPECIALIST, Rank.RARE, Rank.UNIQUE) for card in cards)
    if special > troopers:
        raise refuse("DZ team.ranks", "ranks", special=special, troopers=troopers)
    spent, most = cost_of(content, team), content.constants["points"]
    if spent > most:
        raise refuse("DZ team.points", "points", points=spent, most=most)
    if team.extra_cards > content.constants["extra_cards"]:
        raise refuse("DZ team.extra_cards", "extra_cards", count=team.extra_cards)
    if not any(card.command[0] and card.command[1] and not card.factions for card in cards):
        raise refuse("DZ setup.commander", "no_commander")


def _check_items(content: Content, card: ModelCard, entry: TeamModel, team: Team) -> None:
    """Only what stores sell and the model can carry; sentry guns for Enforcers alone.

    [DZ team.items] [DZ item.one] [DZ team.sentry_gun]
    """
    bearer = Model(0, 0, "", card, card.abilities)
    if len(entry.items) > items.hands(bearer):
        raise refuse("DZ team.items", "too_many_items", model=card.id, count=len(entry.items))
    for name in entry.items:
        if name.upper() not in Item.__members__ or Item[name.upper()] not in content.item_costs:
            raise refuse("DZ team.items", "not_sold", item=name)
        if name == "sentry_gun" and team.faction != "enforcers":
            raise refuse("DZ team.sentry_gun", "enforcers_only")


def muster(content: Content, team: Team, seat: int, first: int) -> list[Model]:
    """The models of a team, its crews and its sentry guns.  [DZ ability.csw] [DZ item.sentry_gun]"""
    models: list[Model] = []

    def add(card: ModelCard) -> Model:
        number = sum(model.owner == seat for model in models) + 1
        model = Model(first + len(models), seat, f"{'AB'[seat]}{number}", card, card.abilities)
        model.mercenary = bool(card.factions)
        models.append(model)
        return model

    for entry in team.models:
        card = content.models[entry.model]
        model = add(card)
        model.items = tuple(item_number(Item[name.upper()], seat) for name in entry.items)
        items.refresh(model)
        if card.abilities >> Ability.CSW & 1:
            loader = add(card)
            model.crew, loader.crew = loader.index, model.index
            model.gunner = True
    guns = sum(name == "sentry_gun" for entry in team.models for name in entry.items)
    for _ in range(guns):
        add(content.models["sentry_gun"])
    return models


def commander_of(models: list[Model], wanted: int) -> int:
    """The highest command total of at least 1-1; mercenaries cannot.  [DZ setup.commander] [DZ setup.mercenary]"""
    able = [m for m in models if m.card.command[0] and m.card.command[1] and not m.mercenary]
    if not able:
        return NOBODY
    best = max(model.card.total for model in able)
    equals = [model.index for model in able if model.card.total == best]
    return wanted if wanted in equals else equals[0]
