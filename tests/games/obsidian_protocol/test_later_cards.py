"""The packs that come with the game, played: the invariants hold with every card that is later than this edition."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from games.watched import watch_match
from muster.library import load_game

PARTS = ("core_part", "chassis_part", "left_arm_part", "right_arm_part", "bit_port")
COMET = {"pilot": "karl_fried", "parts": [f"ace_001_white_dwarf_{part}" for part in PARTS]}
ANGLER = {
    "pilot": "seagull",
    "parts": [
        "tm35na_nile_crocodile_electronic_warfare_core",
        "hl2_crisis_chassis",
        "ols1b_harpoon_emergency_recovery_system",
        "ot130l_multi_purpose_power_transmission_system",
    ],
}
GUNNER = {
    "pilot": "combatant_a_69",
    "parts": ["tm39d_cobra_tactical_core", "hl2_crisis_chassis", "ls197r_autocannon_l", "ls197r_autocannon_r"],
}
SQUAD: dict[str, Any] = {
    "faction": "pd",
    "scale": 1200,
    "mechs": [COMET, ANGLER, GUNNER],
    "drones": ["md_4e_reaper_engineer_type"],
}


@pytest.mark.parametrize(("bot", "seed"), [*(("random", seed) for seed in range(12)), ("greedy", 1)])
def test_the_invariants_hold_with_later_cards(bot: str, seed: int) -> None:
    game: Any = load_game("obsidian_protocol", [Path("planetring_dynamics"), Path("white_dwarf")])
    assert watch_match(game, game.setup.prepare({"squads": [SQUAD, SQUAD]}), bot, seed) == ""
