"""Choosing a strike team: points, ranks, items, extra cards, the mercenary, the Commander (rulebook, "Choosing a Strike
Team").
"""

from __future__ import annotations

from muster.games.deadzone.cards.content import Content, ModelCard, Team, TeamModel, hands
from muster.games.deadzone.cards.keywords import Ability, Item, Rank
from muster.kernel.pack_errors import nearest, quoted
from muster.kernel.refusal import Refusal
from muster.kernel.text import Param, Text


def refuse(clause: str, reason: str, **gaps: Param) -> Refusal:
    return Refusal(clause, Text(f"refuse.{reason}", gaps))


def cost_of(content: Content, team: Team) -> int:
    """The cost of a team: models, items from the stores, extra cards.

    [DZ team.points] [DZ team.items] [DZ team.extra_cards]
    """
    total = team.extra_cards
    for entry in team.models:
        if entry.model in content.models:
            total += content.models[entry.model].cost
        known = [Item[name.upper()] for name in entry.items if name.upper() in Item.__members__]
        total += sum([content.item_costs.get(item, 0) for item in known])
    return total


def faults(content: Content, team: Team) -> list[Refusal]:
    """Every rule that a team breaks, each with its clause.

    [DZ team.faction] [DZ team.points] [DZ team.ranks] [DZ team.extra_cards] [DZ team.mercenary] [DZ setup.commander]
    """
    found: list[Refusal] = []
    if team.faction not in content.factions:
        found.append(refuse("DZ team.faction", "no_faction", faction=team.faction))
    cards: list[ModelCard] = []
    for entry in team.models:
        card = content.models.get(entry.model)
        if card is None or card.faction == "equipment":
            found.append(missing(content, entry.model))
            continue
        if team.faction in content.factions and card.faction != team.faction and team.faction not in card.factions:
            found.append(refuse("DZ team.faction", "wrong_faction", model=card.id))
        found += item_faults(content, card, entry, team)
        cards.append(card)
    hired = [card for card in cards if card.factions]
    if len(hired) > 1:
        found.append(refuse("DZ team.mercenary", "mercenaries", count=len(hired)))
    troopers = sum(card.rank == Rank.TROOPER for card in cards)
    special = sum(card.rank in (Rank.SPECIALIST, Rank.RARE, Rank.UNIQUE) for card in cards)
    if special > troopers:
        found.append(refuse("DZ team.ranks", "ranks", special=special, troopers=troopers))
    spent, most = cost_of(content, team), content.constants["points"]
    if spent > most:
        found.append(refuse("DZ team.points", "points", points=spent, most=most))
    if team.extra_cards > (most := content.constants["extra_cards"]):
        found.append(refuse("DZ team.extra_cards", "extra_cards", count=team.extra_cards, most=most))
    if not any(card.command[0] and card.command[1] and not card.factions for card in cards):
        found.append(refuse("DZ setup.commander", "no_commander"))
    return _once(found)


def missing(content: Content, name: str) -> Refusal:
    """The refusal of a model that does not exist, with the one that may be meant.  [DZ team.faction]"""
    near = nearest(name, [card.id for card in content.models.values() if card.faction != "equipment"])
    if near:
        return refuse("DZ team.faction", "no_model_near", model=quoted(name), near=near)
    return refuse("DZ team.faction", "no_model", model=quoted(name))


def unheeded(content: Content, team: Team) -> list[Refusal]:
    """What a team asks for in vain: a Commander who may not be it, guns that nobody could set up. The rules go on
    without; whoever builds the team should hear of it.

    [DZ setup.commander] [DZ setup.mercenary] [DZ ability.engineer_setup]
    """
    found: list[Refusal] = []
    cards = [content.models.get(entry.model) for entry in team.models]
    if team.commander >= len(cards):
        found.append(refuse("DZ setup.commander", "no_such_commander", number=team.commander + 1, count=len(cards)))
    elif team.commander >= 0 and (named := cards[team.commander]) is not None:
        able = [card for card in cards if card and card.command[0] and card.command[1] and not card.factions]
        if named.factions:
            found.append(refuse("DZ setup.mercenary", "hired_commander", model=named.id))
        elif able and (named not in able or named.total < max(card.total for card in able)):
            found.append(refuse("DZ setup.commander", "lesser_commander", model=named.id))
    if team.deployed_guns:
        guns = any(item == "sentry_gun" for entry in team.models for item in entry.items)
        engineer = any(card and card.abilities >> Ability.ENGINEER & 1 for card in cards)
        if not guns or not engineer:
            found.append(refuse("DZ ability.engineer_setup", "no_engineer" if guns else "no_guns"))
    return found


def _once(found: list[Refusal]) -> list[Refusal]:
    """The same list, with a fault of several models in it once."""
    return list({(fault.clause, repr(fault.reason)): fault for fault in found}.values())


def item_faults(content: Content, card: ModelCard, entry: TeamModel, team: Team) -> list[Refusal]:
    """Faults in a model's items: it takes only what the stores sell and it can carry; sentry guns are for Enforcers.

    [DZ team.items] [DZ item.one] [DZ team.sentry_gun]
    """
    found: list[Refusal] = []
    if len(entry.items) > hands(card, card.abilities):
        found.append(refuse("DZ team.items", "too_many_items", model=card.id, count=len(entry.items)))
    for name in entry.items:
        if name.upper() not in Item.__members__ or Item[name.upper()] not in content.item_costs:
            found.append(refuse("DZ team.items", "not_sold", item=name))
        elif name == "sentry_gun" and team.faction != "enforcers":
            found.append(refuse("DZ team.sentry_gun", "enforcers_only"))
    return found
