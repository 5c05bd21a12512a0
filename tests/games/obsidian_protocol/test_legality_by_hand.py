"""Which squads are legal, decided a second time: from chapters 2.2.2, 5.1 and 5.4.2 and the printed cards alone, for
squads drawn at random. Nothing here knows how the builder decides.
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

GAME = Path(__file__).parents[3] / "src" / "muster" / "games" / "obsidian_protocol"
LATER = ("planetring_dynamics", "white_dwarf")
"""Packs whose units any squad may take whole."""
HIRED = {"pd", "wd"}
SCALES = (600, 900, 1200)
SLOTS = ("torso", "chassis", "left_arm", "right_arm", "backpack")
EACH = 120
"""So many squads are drawn for each seed."""
Card = dict[str, Any]
Squad = dict[str, Any]


@cache
def printed(kind: str) -> dict[str, Card]:
    files = [*sorted((GAME / "content").glob("*.toml")), *[GAME / "packs" / f"{name}.toml" for name in LATER]]
    return {card["id"]: card for file in files for card in tomllib.loads(file.read_text("utf-8")).get(kind, ())}


def keywords(card: Card) -> set[str]:
    return {effect.split()[0] for action in card.get("actions", ()) for effect in action.get("effects", ())}


def broken(squad: Squad) -> set[str]:
    """The rules that a squad breaks, each by a word."""
    faction = squad["faction"]
    mechs = [(mech.get("pilot", ""), list(mech["parts"])) for mech in squad["mechs"]]
    drones = [(one, "") if isinstance(one, str) else (one["card"], one["load"]) for one in squad["drones"]]
    tactics = squad["tactics"]
    found = set().union(*(mech_breaks(faction, *mech) for mech in mechs), *(drone_breaks(faction, *d) for d in drones))
    if not mechs:
        found.add("no mech")
    if any(count > 1 for count in Counter(pilot for pilot, _ in mechs if pilot).values()):
        found.add("pilot twice")
    if any(count > 1 for count in Counter(tactics).values()):
        found.add("tactic twice")
    if squad["scale"] not in SCALES:
        found.add("scale")
    if found & {"unknown", "scale"}:
        return found
    bought = [printed("pilot")[pilot] for pilot, _ in mechs if pilot]
    bought += [printed("part")[part] for _, parts in mechs for part in parts]
    bought += [printed("drone")[name] for name, _ in drones] + [printed("part")[load] for _, load in drones if load]
    bought += [printed("tactic")[name] for name in tactics]
    if sum(card.get("points", 0) for card in bought) > squad["scale"]:
        found.add("points")
    return found


def mech_breaks(faction: str, pilot: str, names: list[str]) -> set[str]:
    """A mech has a torso, a chassis and an arm at least, one part for each slot, all of one faction, and a pilot of the
    same; the faction is the squad's, or one whose units anybody may take.
    """
    if (pilot and pilot not in printed("pilot")) or any(name not in printed("part") for name in names):
        return {"unknown"}
    found: set[str] = set()
    parts = [printed("part")[name] for name in names]
    slots = Counter(part["slot"] for part in parts)
    if max(slots.values(), default=0) > 1:
        found.add("slot twice")
    if not slots["torso"] or not slots["chassis"] or not (slots["left_arm"] or slots["right_arm"]):
        found.add("missing")
    factions = {part["faction"] for part in parts}
    if len(factions) > 1:
        found.add("mixed")
    if any(one != faction and one not in HIRED for one in factions):
        found.add("faction")
    if any(part.get("face") for part in parts):
        found.add("discard")
    if not pilot:
        return found | {"no pilot"}
    whole = next(iter(factions)) if len(factions) == 1 else faction
    if printed("pilot")[pilot]["faction"] != (whole if whole in HIRED else faction):
        found.add("faction")
    return found


def drone_breaks(faction: str, name: str, load: str) -> set[str]:
    """A drone of the squad's faction, or one that anybody may take, and no low value unit. Some carry a load: a
    backpack of their faction without the mark that forbids it.
    """
    if name not in printed("drone") or (load and load not in printed("part")):
        return {"unknown"}
    drone, found = printed("drone")[name], set[str]()
    if drone.get("low_value"):
        found.add("low value")
    if drone["faction"] != faction and drone["faction"] not in HIRED:
        found.add("faction")
    if not load:
        return found
    part = printed("part")[load]
    if "load" not in keywords(drone) or part["slot"] != "backpack" or part.get("face"):
        found.add("load")
    if part["faction"] != drone["faction"]:
        found.add("faction")
    if "no_load" in keywords(part):
        found.add("no load")
    return found


RULES = {
    "OP 5.1.card": "unknown",
    "OP 5.1.mech": "no mech",
    "OP 5.1.pilot": "no pilot",
    "OP 5.1.pilot_once": "pilot twice",
    "OP 5.1.faction": "faction",
    "OP 5.1.mech_faction": "mixed",
    "OP 2.2.2.slots": "slot twice",
    "OP 2.2.2.parts": "missing",
    "OP 2.2.2.discard": "discard",
    "OP 5.1.low_value_squad": "low value",
    "OP 6.2.load": "load",
    "OP card.no_load": "no load",
    "OP 5.4.2.one_copy": "tactic twice",
    "OP 5.1.scale": "scale",
    "OP 5.1.points": "points",
}


def drawn(rng: random.Random) -> Squad:
    """A squad, legal or with something wrong now and then."""
    faction = rng.choice(["rdl", "un", "gof"])
    drones: list[str | dict[str, str]] = [some_drone(rng, faction) for _ in range(rng.choice([0, 0, 1, 2, 4]))]
    return {
        "id": "drawn",
        "source": "house",
        "faction": faction,
        "scale": rng.choice([600, 900, 1200]) if rng.random() < 0.97 else rng.choice([0, 599, 1500]),
        "mechs": [some_mech(rng, faction) for _ in range(rng.choice([1, 1, 2, 2, 3, 0]))],
        "drones": drones,
        "tactics": [rng.choice(list(printed("tactic"))) for _ in range(rng.choice([0, 0, 1, 2]))],
    }


def some_mech(rng: random.Random, faction: str) -> dict[str, Any]:
    whole = faction if rng.random() < 0.85 else rng.choice(["pd", "wd", "rdl", "un", "gof"])
    parts = []
    for slot in SLOTS:
        if rng.random() < (0.97 if slot in ("torso", "chassis") else 0.8):
            of = whole if rng.random() < 0.98 else rng.choice(["pd", "wd", "rdl", "un", "gof"])
            choice = [
                name
                for name, part in printed("part").items()
                if part["slot"] == slot and part["faction"] == of and (not part.get("face") or rng.random() < 0.01)
            ]
            parts += [rng.choice(choice)] if choice else []
    if rng.random() < 0.03:
        parts.append(rng.choice(list(printed("part"))) if rng.random() < 0.7 else "a_part_of_nobody")
    crew = [name for name, pilot in printed("pilot").items() if pilot["faction"] == whole or rng.random() < 0.004]
    return {"pilot": rng.choice(crew), "parts": parts} if rng.random() < 0.97 else {"parts": parts}


def some_drone(rng: random.Random, faction: str) -> str | dict[str, str]:
    cards = printed("drone")
    own = [name for name, card in cards.items() if card["faction"] == faction and not card.get("low_value")]
    name = rng.choice(own if rng.random() < 0.92 else list(cards))
    if rng.random() < (0.6 if "load" in keywords(cards[name]) else 0.03):
        racks = [one for one, part in printed("part").items() if part["slot"] == "backpack" or rng.random() < 0.01]
        same = [one for one in racks if printed("part")[one]["faction"] == cards[name]["faction"]]
        return {"card": name, "load": rng.choice(same if same and rng.random() < 0.8 else racks)}
    return name


@pytest.mark.parametrize("seed", seeds(3, 60))
def test_squads_beside_the_chapters(seed: int) -> None:
    """The builder names just the rules that are broken, of every squad."""
    game = load_game("obsidian_protocol", [Path(name) for name in LATER])
    assert_judged_alike(game, RULES, drawn, broken, seed, EACH)
