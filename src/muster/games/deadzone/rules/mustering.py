"""The models of a strike team as they come to the battle, and their Commander (rulebook, "Choosing a Strike Team")."""

from __future__ import annotations

from muster.games.deadzone.cards.content import Content, ModelCard, Team
from muster.games.deadzone.cards.keywords import Ability, Item, item_number
from muster.games.deadzone.rules import items
from muster.games.deadzone.state.models import NOBODY, Model


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
    """The model with the highest command total, at least 1-1; no mercenary.

    [DZ setup.commander] [DZ setup.mercenary]
    """
    able = [m for m in models if m.card.command[0] and m.card.command[1] and not m.mercenary]
    if not able:
        return NOBODY
    best = max(model.card.total for model in able)
    equals = [model.index for model in able if model.card.total == best]
    return wanted if wanted in equals else equals[0]
