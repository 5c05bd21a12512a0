"""Building a strike team on paper: a legal one that fulfils wishes, and its list with all costs (rulebook,
"Choosing a Strike Team").
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Annotated, Any

import msgspec

from muster.games.deadzone.cards.content import Content, ModelCard, Team, TeamModel, hands
from muster.games.deadzone.cards.keywords import Item, Rank
from muster.games.deadzone.cards.legality import cost_of, faults
from muster.kernel.errors import GameError
from muster.kernel.packs import decode
from muster.kernel.text import Text
from muster.kernel.words import Words

TRIES = 200
SPECIAL = (Rank.SPECIALIST, Rank.RARE, Rank.UNIQUE)


class Wishes(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Wishes for a team: its faction, models that must be in it, its cost, extra battle cards."""

    faction: str = ""
    models: tuple[str, ...] | str = ()
    points: Annotated[int, msgspec.Meta(ge=1, le=999)] | None = None
    extra_cards: Annotated[int, msgspec.Meta(ge=0, le=99)] | None = None


def build(content: Content, given: Mapping[str, Any], rng: random.Random) -> Team:
    """A legal team; raises `GameError` naming the wish that cannot be met."""
    wishes = decode(given, Wishes, "wishes")
    wanted = [wishes.models] if isinstance(wishes.models, str) else list(wishes.models)
    faction = wishes.faction or _faction_of(content, wanted, rng)
    if faction not in content.factions:
        raise GameError(f"wishes: field faction: there is no {faction!r}; there are {', '.join(content.factions)}")
    for name in wanted:
        card = content.models.get(name)
        if card is None or (card.faction != faction and faction not in card.factions):
            raise GameError(f"wishes: field models: {faction} has no {name!r}")
    most = content.constants["points"]
    if wishes.points is not None and wishes.points > most:
        raise GameError(f"wishes: field points: a team may cost {most}, not {wishes.points}")
    limit = wishes.points or most
    for _ in range(TRIES):
        team = _Draft(content, faction, limit, rng).fill(wanted, wishes.extra_cards)
        if not faults(content, team) and cost_of(content, team) <= limit:
            return team
    asked = ", ".join(f"{name}={value}" for name, value in given.items())
    raise GameError(f"wishes: no legal team of {limit} points fulfils {asked or 'them'}")


def _faction_of(content: Content, wanted: list[str], rng: random.Random) -> str:
    """The faction of the first model that is wished for, else any."""
    for name in wanted:
        if name in content.models and content.models[name].faction in content.factions:
            return content.models[name].faction
    return rng.choice(list(content.factions))


class _Draft:
    """A team as it grows: first the wishes, then a leader, then any models that fit, then items and cards for the
    points left.
    """

    def __init__(self, content: Content, faction: str, limit: int, rng: random.Random) -> None:
        self.content = content
        self.faction = faction
        self.left = limit
        self.rng = rng
        self.cards: list[ModelCard] = []
        self.items: list[list[str]] = []

    def fill(self, wanted: list[str], extra_cards: int | None) -> Team:
        own = [card for card in self.content.models.values() if card.faction == self.faction]
        self.left -= extra_cards or 0
        for name in wanted:
            self._add(self.content.models[name])
        leaders = [card for card in own if card.rank == Rank.LEADER and card.cost <= self.left]
        if leaders and not any(card.rank == Rank.LEADER for card in self.cards):
            self._add(self.rng.choice(leaders))
        while self._count(SPECIAL) > self._count((Rank.TROOPER,)):
            troopers = [card for card in own if card.rank == Rank.TROOPER and card.cost <= self.left]
            if not troopers:
                break
            self._add(self.rng.choice(troopers))
        while fitting := [card for card in own if self._fits(card)]:
            self._add(self.rng.choice(fitting))
        self._equip()
        spare = min(self.left, self.content.constants["extra_cards"]) if extra_cards is None else extra_cards
        models = [TeamModel(card.id, carried) for card, carried in zip(self.cards, self.items, strict=True)]
        return Team("own", self.faction, models, max(0, spare), False)

    def _add(self, card: ModelCard) -> None:
        self.cards.append(card)
        self.items.append([])
        self.left -= card.cost

    def _count(self, ranks: tuple[Rank, ...]) -> int:
        return sum(card.rank in ranks for card in self.cards)

    def _fits(self, card: ModelCard) -> bool:
        if card.cost > self.left or card.rank == Rank.LEADER:
            return False
        return card.rank == Rank.TROOPER or self._count(SPECIAL) < self._count((Rank.TROOPER,))

    def _equip(self) -> None:
        """Buy items for models with free hands, as long as there are points."""
        for card, carried in zip(self.cards, self.items, strict=True):
            sold = [(item, cost) for item, cost in self.content.item_costs.items() if cost <= self.left]
            sold = [(item, cost) for item, cost in sold if item != Item.SENTRY_GUN or self.faction == "enforcers"]
            if sold and hands(card, card.abilities) and self.rng.random() < 0.5:
                item, cost = self.rng.choice(sold)
                carried.append(item.name.lower())
                self.left -= cost


def plain(team: Team) -> dict[str, Any]:
    """A team as it stands in a pack, equal models in one line unless one of them is named Commander."""
    lines: list[dict[str, Any]] = []
    for entry in team.models:
        line: dict[str, Any] = {"model": entry.model, "count": 1}
        if entry.items:
            line["items"] = list(entry.items)
        known = None if team.commander >= 0 else next((one for one in lines if {**one, "count": 1} == line), None)
        if known is None:
            lines.append(line)
        else:
            known["count"] += 1
    force: dict[str, Any] = {"faction": team.faction, "models": lines}
    if team.extra_cards:
        force["extra_cards"] = team.extra_cards
    if team.deployed_guns:
        force["deployed_guns"] = True
    if team.commander >= 0:
        force["commander"] = team.commander
    return force


def show(content: Content, team: Team, words: Words) -> str:
    """The list on paper: each model with its rank, its items and its cost, extra cards, the sum."""
    total, most = cost_of(content, team), content.constants["points"]
    lines = [words.say(Text("force.title", {"faction": team.faction, "points": total, "most": most}))]
    for line in plain(team)["models"]:
        card = content.models[line["model"]]
        names = [words.name("item", name) for name in line.get("items", ())]
        cost = card.cost + sum(content.item_costs.get(Item[name.upper()], 0) for name in line.get("items", ()))
        count = line["count"]
        about = words.say(Text("force.model", {"model": card.id, "rank": card.rank.name.lower()}))
        kit = f", {', '.join(names)}" if names else ""
        lines.append(f"  {count} x {about}{kit}: {count * cost}")
    if team.extra_cards:
        lines.append("  " + words.say(Text("force.cards", {"count": team.extra_cards})))
    return "\n".join(lines)
