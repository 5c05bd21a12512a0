"""How long exact odds may take: 5 ms for a usual attack, 100 ms for the largest that the cards allow. The limits here
are ten times as wide, in processor time, because the machine may be slow and busy; `bench/odds.py` has the figures.
"""

from __future__ import annotations

import gc
import time
from functools import _lru_cache_wrapper

import pytest

from muster.kernel.game import reckoning_of
from muster.library import load_game

USUAL, LARGEST = 0.05, 1.0
FOURS = "lightning_coil,warhammer,twin_pulse,shock_field", "seeker_rockets,gravity_well,rail_lance,cluster_mortar"


def forget() -> None:
    """Empty every cache, so that everything is worked out from nothing."""
    for one in gc.get_objects():
        if isinstance(one, _lru_cache_wrapper) and ".showing" in getattr(one, "__module__", ""):
            one.cache_clear()


@pytest.mark.parametrize(
    ("game", "kind", "written", "limit"),
    [
        ("obsidian_protocol", "attack", "yellow=3 red=2 armor=5 structure=2 keywords=mutilation", USUAL),
        (
            "obsidian_protocol",
            "attack",
            "yellow=2 red=5 armor=9 structure=5 protection=4 dodge=11 target_stance=mobility"
            " keywords=wrecking,mutilation focus=yes target_focus=yes",
            LARGEST,
        ),
        ("deadzone", "shoot", "dice=5 shoot=5 resist=3 survive=5 ap=1 armour=2", USUAL),
        ("deadzone", "fight", "dice=4 fight=4 resist=3 fight_back=5", USUAL),
        ("deadzone", "fight", "dice=15 resist=15 shield=8", LARGEST),
        (
            "deadzone",
            "fight",
            "dice=15 resist=15 fight_back=8 armour=6 shield=8 hull=12 volatile=2 burns=yes cold=15"
            " resourceful=yes target_resourceful=yes",
            LARGEST,
        ),
        (
            "obsidian_protocol",
            "attack",
            "yellow=5 red=4 armor=5 structure=5 protection=4 dodge=11 target_stance=mobility kc_armor=yes"
            " focus=yes target_focus=yes",
            LARGEST,
        ),
        ("tag_raid", "attack", "value=13 burst=3 damage=15 target_armor=4 answer_value=11", USUAL),
        ("tag_raid", "attack", "burst=8 answer_burst=8 ammunition=exp answer_ammunition=exp", LARGEST),
        (
            "tiny_epic_mechs",
            "combat",
            "weapons=energy_sword,warhammer enemy_weapons=pulse_pistol,lightning_coil",
            USUAL,
        ),
        (
            "tiny_epic_mechs",
            "combat",
            f"health=11 weapons={FOURS[0]} enemy_health=11 enemy_weapons={FOURS[1]}",
            LARGEST,
        ),
    ],
)
def test_odds_come_in_time(game: str, kind: str, written: str, limit: float) -> None:
    attack = reckoning_of(load_game(game)).attack(kind)
    figures = attack.read(dict(word.split("=") for word in written.split()))
    times = []
    for _ in range(3):
        forget()
        began = time.process_time()
        attack.work_out(figures)
        times.append(time.process_time() - began)
    assert min(times) < limit
