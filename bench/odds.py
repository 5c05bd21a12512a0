"""Measure how long exact odds take, each from nothing: `python bench/odds.py`."""

from __future__ import annotations

import gc
import time
from functools import _lru_cache_wrapper

from muster.kernel.game import reckoning_of
from muster.library import load_game

CASES = (
    ("obsidian_protocol", "attack", "yellow=4 red=1 armor=4 structure=2 keywords=mutilation"),
    ("obsidian_protocol", "attack", "yellow=3 red=2 armor=4 dodge=3 target_stance=mobility"),
    ("obsidian_protocol", "attack", "yellow=3 red=2 armor=4 focus=yes target_focus=yes"),
    ("obsidian_protocol", "attack", "yellow=7 red=2 armor=7 protection=4 structure=4 keywords=mutilation,concussion"),
    ("obsidian_protocol", "attack", "yellow=5 red=4 armor=7 dodge=6 target_stance=mobility focus=yes target_focus=yes"),
    (
        "obsidian_protocol",
        "attack",
        "yellow=2 red=5 armor=9 structure=5 protection=4 dodge=11 target_stance=mobility"
        " keywords=wrecking,mutilation focus=yes target_focus=yes",
    ),
    ("deadzone", "shoot", "dice=5 armour=1"),
    (
        "obsidian_protocol",
        "attack",
        "yellow=5 red=4 armor=5 structure=5 protection=4 dodge=11 target_stance=mobility kc_armor=yes"
        " focus=yes target_focus=yes",
    ),
    ("deadzone", "fight", "dice=15 resist=15 shield=8"),
    (
        "deadzone",
        "shoot",
        "dice=15 resist=15 armour=6 shield=8 hull=12 volatile=2 burns=yes cold=15 knocks=yes"
        " resourceful=yes target_resourceful=yes",
    ),
    (
        "deadzone",
        "fight",
        "dice=15 resist=15 fight_back=8 armour=6 shield=8 hull=12 volatile=2 burns=yes cold=15"
        " resourceful=yes target_resourceful=yes",
    ),
    ("deadzone", "frag", "dice=4 resist=3 survive=5 armour=1"),
    ("deadzone", "frag", "dice=15 resist=15 shield=8 hull=12 volatile=2 cold=15 target_resourceful=yes"),
    (
        "deadzone",
        "blaze",
        "dice=15 resist=15 shield=8 hull=12 volatile=2 burns=yes cold=15 knocks=yes aggression=suppressed",
    ),
    ("tag_raid", "attack", "burst=3"),
    ("tag_raid", "attack", "burst=8 answer_burst=8 ammunition=exp answer_ammunition=exp"),
    ("tiny_epic_mechs", "combat", "weapons=energy_sword enemy_weapons=pulse_pistol,riot_shield"),
    (
        "tiny_epic_mechs",
        "combat",
        "health=11 weapons=lightning_coil,warhammer,twin_pulse,shock_field"
        " enemy_health=11 enemy_weapons=seeker_rockets,gravity_well,rail_lance,cluster_mortar",
    ),
)


def forget() -> None:
    """Empty every cache."""
    for one in gc.get_objects():
        if isinstance(one, _lru_cache_wrapper) and getattr(one, "__module__", "").partition(".showing")[1]:
            one.cache_clear()


def measure() -> None:
    print("| game | attack | figures | ms |\n| --- | --- | --- | --- |")
    for game, name, written in CASES:
        kind = reckoning_of(load_game(game)).attack(name)
        figures = kind.read(dict(word.split("=") for word in written.split()))
        times = []
        for _ in range(3):
            forget()
            start = time.process_time()
            kind.work_out(figures)
            times.append(time.process_time() - start)
        print(f"| {game} | {name} | {written} | {1000 * min(times):.2f} |")


if __name__ == "__main__":
    measure()
