"""Set-ups drawn at random: the sides are meant to be equally strong, also where some options are fixed."""

from __future__ import annotations

from random import Random

from muster.lab.setups import FAIR_TRIES, drawn_setup
from muster.library import load_game

GAME = load_game("obsidian_protocol")


def squads(fixed: dict[str, object], seed: int) -> tuple[str, ...]:
    options = drawn_setup(GAME, Random(seed), 2, fixed).options
    return tuple(options["squads"])


def test_at_a_fixed_scale_all_squads_are_of_it() -> None:
    for scale in (600, 900):
        drawn = [squads({"scale": scale}, seed) for seed in range(12)]
        assert all(f"_{scale}_" in squad for both in drawn for squad in both), drawn
        assert len(set(drawn)) > 6


def test_where_what_is_fixed_is_unequal_it_is_played_all_the_same() -> None:
    uneven = ("un_600_line", "un_900_line")
    prepared = drawn_setup(GAME, Random(1), 2, {"squads": uneven})
    assert not prepared.fair
    assert tuple(prepared.options["squads"]) == uneven
    assert FAIR_TRIES < 1000
