"""Which strike teams are legal, decided a second time: from the chapter "Choosing a Strike Team" and the printed cards
alone, for teams drawn at random. Nothing here knows how the builder decides.
"""

from __future__ import annotations

import random
import tomllib
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from games.legality import assert_judged_alike
from muster.library import load_game
from nightly import seeds

CARDS = Path(__file__).parents[3] / "src" / "muster" / "games" / "deadzone" / "content"
POINTS, EXTRA_CARDS = 70, 5
EACH = 150
"""So many teams are drawn for each seed."""
Team = dict[str, Any]


@cache
def printed(kind: str) -> dict[str, dict[str, Any]]:
    files = [tomllib.loads(file.read_text("utf-8")) for file in sorted(CARDS.glob("*.toml"))]
    return {card["id"]: card for file in files for card in file.get(kind, ())}


@cache
def models() -> dict[str, dict[str, Any]]:
    """The models that a team can name: not the guns that are items."""
    return {name: card for name, card in printed("model").items() if card["faction"] != "equipment"}


def carries(card: dict[str, Any]) -> int:
    """Beasts, crews, vehicles, hovering models and those that cannot shoot carry nothing, scavengers three items."""
    abilities = set(card.get("abilities", ()))
    if not card.get("shoot") or abilities & {"beast", "csw", "vehicle", "hover"}:
        return 0
    return 3 if "scavenger" in abilities else 1


def broken(team: Team) -> set[str]:
    """The sections of the chapter that a team breaks."""
    found: set[str] = set()
    stores = {name: item["cost"] for name, item in printed("item").items() if item.get("cost")}
    entries = [(models().get(entry["model"]), entry.get("items", ())) for entry in team["models"]]
    members = [(card, items) for card, items in entries if card is not None]
    cards = [card for card, _ in members]
    spent = sum(card["cost"] for card in cards) + team.get("extra_cards", 0)
    spent += sum(stores.get(item, 0) for _, items in entries for item in items)
    if spent > POINTS:
        found.add("points")
    ranks = Counter(card["rank"] for card in cards)
    if ranks["specialist"] + ranks["rare"] + ranks["unique"] > ranks["trooper"]:
        found.add("ranks")
    hired = [card for card in cards if card.get("factions")]
    if len(hired) > 1:
        found.add("mercenary")
    at_home = [card["faction"] == team["faction"] or team["faction"] in card.get("factions", ()) for card in cards]
    if len(cards) < len(entries) or not all(at_home):
        found.add("faction")
    for card, items in members:
        if len(items) > carries(card) or any(item not in stores for item in items):
            found.add("items")
        if "sentry_gun" in items and team["faction"] != "enforcers":
            found.add("sentry_gun")
    if team.get("extra_cards", 0) > EXTRA_CARDS:
        found.add("extra_cards")
    if not any(all(figure > 0 for figure in card.get("command", (0, 0))) for card in cards if not card.get("factions")):
        found.add("commander")
    return found


def drawn(rng: random.Random) -> Team:
    """A team, as likely legal as not: mostly of one faction, mostly with items that somebody sells and carries."""
    faction = rng.choice(sorted({card["faction"] for card in models().values()} - {"mercenaries"}))
    own = [name for name, card in models().items() if card["faction"] == faction]
    leaders = [name for name in own if printed("model")[name]["rank"] == "leader"]
    troopers = [name for name in own if printed("model")[name]["rank"] == "trooper"]
    names = [rng.choice(leaders if rng.random() < 0.85 else own)]
    names += [rng.choice(troopers if rng.random() < 0.6 else own) for _ in range(rng.randrange(6))]
    if rng.random() < 0.25:
        names.append(rng.choice([name for name, card in models().items() if card.get("factions")]))
    if rng.random() < 0.08:
        names.append(rng.choice(list(models())))
    if rng.random() < 0.03:
        names.append("nobody_at_all")
    sold = ["ammo", "ap_ammo", "frag_grenade", "sentry_gun", "jump_pack"]
    entries = []
    for name in names:
        items = [
            rng.choice(sold if rng.random() < 0.9 else list(printed("item"))) for _ in range(rng.choice([0, 0, 1, 2]))
        ]
        able = carries(models()[name]) if name in models() else 1
        entries.append({"model": name, "items": items if rng.random() < 0.15 else items[:able]})
    rng.shuffle(entries)
    cards = rng.choice([0, 0, 0, 1, 3, 5, 6])
    return {"id": "drawn", "source": "house", "faction": faction, "models": entries, "extra_cards": cards}


SECTIONS = {
    "DZ team.points": "points",
    "DZ team.ranks": "ranks",
    "DZ team.mercenary": "mercenary",
    "DZ team.faction": "faction",
    "DZ team.items": "items",
    "DZ team.sentry_gun": "sentry_gun",
    "DZ team.extra_cards": "extra_cards",
    "DZ setup.commander": "commander",
}


@pytest.mark.parametrize("seed", seeds(3, 60))
def test_teams_beside_the_chapter(seed: int) -> None:
    """The builder names just the sections that are broken, of every team."""
    assert_judged_alike(load_game("deadzone"), SECTIONS, drawn, broken, seed, EACH)
