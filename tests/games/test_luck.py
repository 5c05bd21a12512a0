"""How the dice fell: what is counted for each seat, and what could be expected of it."""

from __future__ import annotations

import random

import pytest

from games.every_game import SETUP_LIST, play_out
from muster.games.deadzone.rules.told import DiceRolled
from muster.games.deadzone.showing.luck import luck as of_tests
from muster.games.obsidian_protocol.rules.attack.told import DiceRolled as Attacked
from muster.games.obsidian_protocol.rules.attack.told import Die
from muster.games.obsidian_protocol.showing.luck import luck as of_attacks
from muster.games.tag_raid.rules.told import above, up_to
from muster.games.tag_raid.showing.luck import luck as of_rolls
from muster.kernel.game import showing_of
from muster.kernel.luck import Luck
from muster.kernel.requests import Event

FIRST = {setup.name: setup for setup in reversed(SETUP_LIST)}
MATCHES = {"deadzone": 2, "tag_raid": 8}
"""Chance hardly ever attacks in Obsidian Protocol; its dice are counted one by one below."""


def state_of(game: str) -> object:
    return FIRST[game].match(1).state


@pytest.mark.parametrize("game", MATCHES)
def test_as_many_good_dice_come_as_are_expected(game: str) -> None:
    """Over whole matches of chance: the chances of the dice are right."""
    found: list[Luck] = []
    for seed in range(MATCHES[game]):
        match = FIRST[game].match(seed)
        play_out(match, random.Random(seed))
        counted = showing_of(match.game).luck
        assert counted is not None
        found += [tally.luck() for tally in counted(match.state, match.events(None))]
    expected = sum(one.expected for one in found)
    assert expected > 100
    assert sum(one.came for one in found) == pytest.approx(expected, rel=0.1)


def test_both_sides_of_a_test_of_deadzone_are_counted_with_the_dice_that_eights_bring() -> None:
    params = {"tag": "A1", "target": "B2"}
    event = Event("opposed", "DZ dice.opposed", params, None, DiceRolled([[8, 5, 1], [4]], 5, [[2, 2]], 3))
    fire = Event("under_fire", "DZ blaze.wins", {"tag": "B2"}, None, DiceRolled(held=[[7]], held_stat=7))
    boom = Event("explosion", "DZ frag.test", {}, None, DiceRolled([[8]], 4))
    ours, theirs = [tally.luck() for tally in of_tests(state_of("deadzone"), [event, fire, boom])]  # type: ignore[arg-type]
    assert (ours.came, ours.expected) == (2, round(3 * 4 / 7, 1))
    assert (theirs.came, theirs.expected) == (1, round(2 * 6 / 7 + 2 / 7, 1))
    assert ours.better > 50 > theirs.better


def test_attacks_and_saving_rolls_of_a_raid_are_counted() -> None:
    shot = Event("attacked", "TR roll.success", {"seat": 0, "value": 15}, None, up_to(15, [15, 16]))
    save = Event("saved", "TR save.roll", {"seat": 1, "limit": 5}, None, above(5, [5]))
    sure = Event("evaded", "TR evade.one_roll", {"seat": 1, "value": 23}, None, up_to(23, [20]))
    ours, theirs = [tally.luck() for tally in of_rolls(state_of("tag_raid"), [shot, save, sure])]  # type: ignore[arg-type]
    assert (ours.came, ours.expected) == (1, 1.5)
    assert (theirs.came, theirs.expected) == (1, 1.8)


def test_dice_of_an_attack_of_obsidian_protocol_are_counted_without_their_hollow_icons() -> None:
    data = Attacked([Die("r", "H"), Die("y", "l"), Die("y", "LL")], [Die("w", "dd"), Die("b", "o")], [], [])
    event = Event("dice_rolled", "OP 4.4.1.attack_dice", {"unit": "b1", "target": "a2"}, None, data)
    ours, theirs = [tally.luck() for tally in of_attacks(state_of("obsidian_protocol"), [event])]  # type: ignore[arg-type]
    assert (ours.came, ours.expected) == (1, 0.5)
    assert (theirs.came, theirs.expected) == (2, 1.5)
