"""Every effect that stands on a card is played by some scenario or test: a card that has it is named there, or the card
that brings that one into play.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
GAME = Path(__file__).parents[3] / "src" / "muster" / "games" / "obsidian_protocol"
KINDS = ("part", "drone", "projectile", "pilot")
BRINGS = re.compile(r"(?:launch|deploy|lay|change_form) (\w+)")
ONLY_POINTS = "points_1_02.toml"


def cards() -> dict[str, dict[str, Any]]:
    files = [*(GAME / "content").glob("*.toml"), *(GAME / "packs").glob("*.toml")]
    packs = [tomllib.loads(file.read_text("utf-8")) for file in files if file.name != ONLY_POINTS]
    return {card["id"]: card for pack in packs for kind in KINDS for card in pack.get(kind, ())}


def effects(card: dict[str, Any]) -> Iterator[str]:
    for action in card.get("actions", ()):
        yield from action.get("effects", ())
    if card.get("trait"):
        yield f"trait {card['trait']}"


def played(every: dict[str, dict[str, Any]]) -> set[str]:
    """The cards that a scenario or a test names, with their other faces and whatever they bring into play."""
    texts = [file.read_text("utf-8") for file in (*HERE.glob("*.py"), *HERE.rglob("scenarios/**/*.toml"))]
    named = set(re.findall(r'"([a-z0-9_]+)"', "\n".join(texts))) & set(every)
    while True:
        brought = {name for one in named for effect in effects(every[one]) for name in BRINGS.findall(effect)}
        faces = {every[one].get(face, "") for one in named for face in ("discard", "turns")}
        more = (brought | faces) & set(every) - named
        if not more:
            return named
        named |= more


def kind_of(effect: str) -> str:
    """An effect without its figure and without the card it brings."""
    return re.sub(r"\d+", "#", BRINGS.sub(lambda found: found[0].split()[0], effect))


def test_every_effect_is_played() -> None:
    every = cards()
    kinds = {kind_of(effect) for card in every.values() for effect in effects(card)}
    seen = {kind_of(effect) for name in played(every) for effect in effects(every[name])}
    assert len(kinds) > 190
    assert sorted(kinds - seen) == []
