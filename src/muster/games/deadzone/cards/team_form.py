"""The form of a strike team: a faction, models with items from the stores, a mercenary, extra battle cards, and what is
printed on each card.

[DZ team.faction] [DZ team.items] [DZ team.extra_cards]
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from muster.games.deadzone.cards.content import Content, ModelCard, Weapon
from muster.games.deadzone.cards.keywords import Ability, Item, Keyword, Rank
from muster.games.deadzone.cards.pack import TeamFile, team_of
from muster.kernel.errors import GameError
from muster.kernel.forms import (
    ChoiceValue,
    Draft,
    DraftEntry,
    Figure,
    Form,
    FormCard,
    FormChoice,
    Group,
    Limit,
    Line,
    Slot,
    Tally,
    Word,
    card_points,
    once,
)
from muster.kernel.numbers import members
from muster.kernel.packs import decode
from muster.kernel.text import Text
from muster.kernel.words import Words

ITEMS = 3
"""The most items that any model may carry.  [DZ ability.scavenger]"""


class TeamForm:
    """The form of strike teams with the cards of the packs."""

    def __init__(self, content: Content, sources: Mapping[str, str]) -> None:
        self._content = content
        self._sources = sources
        self.form = once(self._make)

    def draft(self, force: Mapping[str, Any]) -> Draft:
        file = decode(force, TeamFile, "team")
        team = team_of(file)
        choices = {
            "faction": team.faction,
            "extra_cards": team.extra_cards,
            "deployed_guns": team.deployed_guns,
            "commander": team.commander,
        }
        entries = [
            DraftEntry("models", {"model": (one.model,), **({"items": one.items} if one.items else {})})
            for one in team.models
        ]
        given = {"name": file.name, "choices": choices, "entries": entries}
        return decode(msgspec.to_builtins(given), Draft, "team")

    def force(self, draft: Draft) -> dict[str, Any]:
        chosen = draft.choices
        faction = chosen.get("faction", next(iter(self._content.factions), ""))
        team: dict[str, Any] = {"id": "own", "source": "house", "name": draft.name, "faction": faction}
        team["models"] = models = list[dict[str, Any]]()
        commander = chosen.get("commander", -1)
        for entry in draft.entries:
            if entry.group == "models" and not entry.slots.get("model"):  # items that nobody carries
                continue
            line = model_of(entry)
            same = [one for one in models if {**one, "count": 1} == line]
            if same and commander == -1:
                same[0]["count"] += 1
            else:
                models.append(line)
        if chosen.get("extra_cards"):
            team["extra_cards"] = chosen["extra_cards"]
        if chosen.get("deployed_guns"):
            team["deployed_guns"] = True
        if commander != -1:
            team["commander"] = commander
        decode(team, TeamFile, "team")
        return team

    def tally(self, draft: Draft, words: Words) -> Tally:
        """Points, ranks, mercenaries and extra cards against their limits.

        [DZ team.points] [DZ team.ranks] [DZ team.mercenary] [DZ team.extra_cards]
        """
        entries = card_points(self.form(words), draft)
        extra = draft.choices.get("extra_cards", 0)
        extra = extra if isinstance(extra, int) else 0
        found = [self._content.models.get(name) for entry in draft.entries for name in entry.slots.get("model", ())]
        cards = [card for card in found if card is not None]
        troopers = sum(card.rank == Rank.TROOPER for card in cards)
        special = sum(card.rank in (Rank.SPECIALIST, Rank.RARE, Rank.UNIQUE) for card in cards)
        limits = [
            Limit(words.say(Text("form.models")), len(found)),
            Limit(words.say(Text("form.troopers")), troopers),
            Limit(words.say(Text("form.special")), special, troopers),
            Limit(words.say(Text("form.mercenaries")), sum(bool(card.factions) for card in cards), 1),
            Limit(words.say(Text("form.extra_cards")), extra, self._content.constants["extra_cards"]),
        ]
        return Tally(sum(entries) + extra, self._content.constants["points"], entries, limits)

    # The form and its cards

    def _make(self, words: Words) -> Form:
        content = self._content
        factions = list(content.factions)
        yes_no = [ChoiceValue(False, words.name("setup", "no")), ChoiceValue(True, words.name("setup", "yes"))]
        choices = [
            FormChoice(
                "faction",
                words.say(Text("form.faction")),
                [ChoiceValue(name, words.name("faction", name)) for name in factions],
                factions[0],
            ),
            FormChoice("extra_cards", words.say(Text("form.extra_cards")), [], 0, content.constants["extra_cards"]),
            FormChoice("deployed_guns", words.say(Text("form.deployed_guns")), yes_no, False),
            FormChoice(
                "commander",
                words.say(Text("form.commander")),
                [ChoiceValue(-1, words.say(Text("form.commander_usual")))],
                -1,
                among="models",
            ),
        ]
        slots = [
            Slot("model", words.say(Text("form.model")), ["model", "mercenary"], needed=True),
            Slot("items", words.say(Text("form.items")), ["item"], ITEMS),
        ]
        groups = [Group("models", words.say(Text("form.models")), words.say(Text("form.model")), slots)]
        models = [self._model(card, words) for card in content.models.values() if card.faction != "equipment"]
        return Form(words.say(Text("form.team")), choices, groups, [*models, *self._items(words)])

    def _model(self, card: ModelCard, words: Words) -> FormCard:
        rank = card.rank.name.lower()
        hired = [Word("form.mercenary", words.say(Text("form.mercenary")))] if card.factions else []
        abilities = [Word(f"ability.{name}", words.name("ability", name)) for name in bits(card.abilities, Ability)]
        return FormCard(
            card.id,
            "mercenary" if card.factions else "model",
            f"model.{card.id}",
            words.name("model", card.id),
            card.cost,
            Word(f"rank.{rank}", words.name("rank", rank)),
            list(figures(card, words)),
            [weapon_line(weapon, words) for weapon in card.weapons],
            hired + abilities,
            {"faction": list(card.factions) if card.factions else [card.faction]},
            self._sources.get(f"model.{card.id}") == "house",
        )

    def _items(self, words: Words) -> Iterator[FormCard]:
        """The goods of the stores.  [DZ team.items]"""
        for item, cost in self._content.item_costs.items():
            name = item.name.lower()
            weapon = self._content.item_weapons.get(item)
            only = {"faction": ["enforcers"]} if item == Item.SENTRY_GUN else {}
            yield FormCard(
                name,
                "item",
                f"item.{name}",
                words.name("item", name),
                cost,
                Word("sign.item", words.name("sign", "item")),
                lines=[weapon_line(weapon, words)] if weapon is not None else [],
                words=[Word(f"item.{name}", words.name("item", name))],
                only=only,
                house=self._sources.get(f"item.{name}") == "house",
            )


def bits(mask: int, names: type) -> list[str]:
    return [name for name, bit in members(names).items() if mask >> bit & 1]


def figures(card: ModelCard, words: Words) -> Iterator[Figure]:
    """The figures of a stat card; a dash for a test that it never takes."""
    for name, value in (("shoot", card.shoot), ("fight", card.fight), ("survive", card.survive)):
        yield Figure(f"test.{name}", words.name("test", name), f"{value}+" if value else "–", "less")
    yield Figure("sign.armour", words.name("sign", "armour"), card.armour, "more")
    yield Figure("sign.size", words.name("sign", "size"), card.size)
    if card.total:
        yield Figure("test.command", words.name("test", "command"), "/".join(map(str, card.command)), "more")
    if card.hull:
        yield Figure("ability.vehicle", words.say(Text("form.hull")), card.hull, "more")
    if card.shield:
        yield Figure("item.energy_shield", words.say(Text("form.shield")), card.shield, "more")


def weapon_line(weapon: Weapon, words: Words) -> Line:
    """A weapon as it is printed: range F is for fights."""
    reach = Text("form.weapon_range", {"range": weapon.range}) if weapon.range else Text("form.weapon_f")
    about = [Word("sign.range", words.say(reach))]
    if weapon.ap:
        about.append(Word("sign.ap", words.say(Text("form.ap", {"ap": weapon.ap}))))
    keywords = [Word(f"keyword.{name}", words.name("keyword", name)) for name in bits(weapon.keywords, Keyword)]
    return Line(words.name("weapon", weapon.id), about, {}, keywords)


def model_of(entry: DraftEntry) -> dict[str, Any]:
    """A model of a draft as the pack writes it."""
    models = entry.slots.get("model", ())
    if entry.group != "models" or len(models) != 1 or set(entry.slots) - {"model", "items"}:
        raise GameError("team: every entry is one model with its items")
    items = entry.slots.get("items", ())
    return {"model": models[0], "count": 1, **({"items": list(items)} if items else {})}
