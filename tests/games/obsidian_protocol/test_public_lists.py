"""The public lists beside our cards: every card there is, and every figure printed on it.

The lists stand beside the checkout, not in it; without them there is nothing to compare.
"""

from __future__ import annotations

import csv
import re
import tomllib
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest

REPOSITORY = Path(__file__).parents[3]
LISTS = REPOSITORY.parent / "shared" / "facts" / "obsidian"
CARDS = REPOSITORY / "src" / "muster" / "games" / "obsidian_protocol"
SLOTS = {
    "torso": "torso",
    "chasis": "chassis",
    "leftHand": "left_arm",
    "rightHand": "right_arm",
    "backpack": "backpack",
}
KINDS = {"part": "parts", "pilot": "pilots", "drone": "drones", "projectile": "projectiles"}
PILOTED = ("link", "swift", "melee", "projectile", "firing", "movement", "tactical")

pytestmark = pytest.mark.skipif(not LISTS.is_dir(), reason="the public lists (../shared/facts/obsidian) are not here")


@cache
def ours() -> dict[str, tuple[str, dict[str, Any]]]:
    """Our cards by the number of the lists, without packs that only change points."""
    found: dict[str, tuple[str, dict[str, Any]]] = {}
    for file in [*sorted(CARDS.glob("content/*.toml")), *sorted(CARDS.glob("packs/*.toml"))]:
        if file.stem == "points_1_02":
            continue
        pack = tomllib.loads(file.read_text())
        for kind in KINDS:
            for card in [one for one in pack.get(kind, ()) if "number" in one]:
                assert card["number"] not in found, card["id"]
                found[card["number"]] = kind, card
    return found


@cache
def theirs() -> dict[str, tuple[str, dict[str, str]]]:
    found: dict[str, tuple[str, dict[str, str]]] = {}
    for kind, name in KINDS.items():
        with (LISTS / f"{name}.csv").open(newline="") as file:
            found |= {row["id"]: (kind, row) for row in csv.DictReader(file)}
    return found


def figure(text: str) -> int:
    return -1 if text == "--" else int(text or 0)


def actions_of(row: dict[str, str]) -> Counter[tuple[str, int, int, int, int]]:
    """The actions of a row: what they are called, range, yellow, red, ammo."""
    found: Counter[tuple[str, int, int, int, int]] = Counter()
    for text in row["actions"].split(" || "):
        if not text:
            continue
        name = text.split("|")[1]
        reach, dice, ammo = re.search(r"\|R(\d+)\|(\d+Y\d+R)\|ammo(\d+)", text).groups()  # type: ignore[union-attr]
        yellow, red = map(int, dice[:-1].split("Y"))
        found[plain(name), int(reach), yellow, red, int(ammo)] += 1
    return found


def plain(name: str) -> str:
    return re.sub(r"[^a-z0-9]", "", name.lower())


def our_actions(card: dict[str, Any]) -> Counter[tuple[str, int, int, int, int]]:
    figures = ("range", "yellow", "red", "ammo")
    return Counter((plain(a["name"]), *(a.get(key, 0) for key in figures)) for a in card.get("actions", ()))


REVISED = {"ZHRA-103", "ZHRA-202", "ZHRA-301", "ZHRA-303", "ZHAM-001A", "ZHAM-002"}
"""Cards whose ranges and dice list 1.021 changed; the table still has the printed ones."""
UNFOLDED = {"ZYDR-108", "167"}
"""Drones that other cards bring; here they are among the projectiles."""
OUR_OWN = {"180": ["stealthmovement"]}
"""Passive actions that the lists do not name: there the sentence stands under another action of the card."""
MISSPELT = {"PDCH-202": 'HL3-K "Chance" Assult Chassis'}


def test_every_card_is_there() -> None:
    here, there = ours(), theirs()
    assert sorted(here) == sorted(there)
    assert Counter(kind for kind, _ in there.values()) == {"part": 273, "pilot": 53, "drone": 44, "projectile": 26}
    assert {number for number in there if here[number][0] != there[number][0]} == UNFOLDED


@pytest.mark.parametrize("number", sorted(theirs()) if LISTS.is_dir() else [])
def test_a_card_has_its_printed_figures(number: str) -> None:
    (_, card), (kind, row) = ours()[number], theirs()[number]
    assert plain(card["name"]) == plain(row["name"]) or row["name"] == MISSPELT[number]
    if kind != "projectile":
        assert card.get("points", 0) == int(row["pts_1.04_or_1.021"] or row["pts_1.02x"] or 0)
    if kind == "pilot":
        assert [card["link"], *card["initiative"]] == [int(row[key]) for key in PILOTED]
        return
    for key in ("armor", "structure", "dodge", "electronic", "parry", "maneuver", "move"):
        assert card.get(key, 0) == figure(row.get(key, "") or str(card.get(key, 0))), key
    if kind == "part":
        assert card["slot"] == SLOTS.get(row["slot"], row["slot"])
    mine, printed = our_actions(card), actions_of(row)
    names = [name for name, *_ in printed.elements()]
    assert sorted(name for name, *_ in mine.elements()) == sorted(names + OUR_OWN.get(number, []))
    if number in REVISED:
        return
    missing = [action[1:] for action in (printed - mine).elements()]
    assert not missing or card["source"] == "house"
    for reach, _, _, ammo in missing:
        assert reach == 0 or ammo == 0, "only a range or ammo that no list gives may be ours"
