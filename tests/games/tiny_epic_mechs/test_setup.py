"""Setting up: what a scenario cannot show, because it is about chance or about all tables at once."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from muster.games.tiny_epic_mechs.rules.options import Options
from muster.kernel.dice import SeededDice
from muster.kernel.errors import GameError
from muster.kernel.match import Match
from muster.library import load_game

GAME = load_game("tiny_epic_mechs")
TABLES = (2, 3, 4)
RESOURCE_ZONES = {2: 12, 3: 14, 4: 16}


def new_match(players: int, seed: int) -> Match[Any]:
    return Match(GAME, GAME.setup.prepare({"players": players}).new(), SeededDice(seed))


def set_up(players: int, seed: int) -> Match[Any]:
    """A match whose players always took the first thing offered, up to the first program."""
    match = new_match(players, seed)
    while match.view(None).stage != "program":
        seat = min(match.pending)
        match.play(seat, match.ask(seat).space.options()[0])
    return match


@pytest.mark.clause("TEM setup.arena")
@pytest.mark.parametrize("players", TABLES)
def test_the_arena_has_a_base_for_each_player_and_its_share_of_resource_zones(players: int) -> None:
    cards = [zone.card for zone in set_up(players, 1).view(None).zones]
    resources = [card for card in cards if card not in ("base", "mech")]
    assert cards.count("mech") == 1
    assert cards.count("base") == players
    assert len(resources) == len(set(resources)) == RESOURCE_ZONES[players]


@pytest.mark.clause("TEM setup.arena")
def test_every_game_has_another_arena() -> None:
    arenas = {tuple(zone.card for zone in set_up(2, seed).view(None).zones) for seed in range(20)}
    assert len(arenas) == 20


@pytest.mark.clause("TEM setup.arena")
def test_any_resource_zone_may_lie_in_any_place() -> None:
    seen: dict[str, set[str]] = {}
    for seed in range(300):
        for zone in set_up(2, seed).view(None).zones:
            seen.setdefault(zone.name, set()).add(zone.card)
    assert all(len(cards) == 16 for name, cards in seen.items() if name not in ("b1", "b3", "b5"))


@pytest.mark.clause("TEM setup.start_player")
@pytest.mark.parametrize("players", TABLES)
def test_everybody_is_start_player_about_as_often(players: int) -> None:
    starts = Counter(set_up(players, seed).view(None).start for seed in range(240))
    assert sorted(starts) == list(range(players))
    assert min(starts.values()) > 240 / players / 2


@pytest.mark.clause("TEM setup.pilot")
@pytest.mark.parametrize("players", TABLES)
def test_nobody_is_dealt_a_pilot_that_another_has(players: int) -> None:
    seen: set[str] = set()
    for seed in range(40):
        match = new_match(players, seed)
        dealt = [name for seat in range(players) for name in match.view(seat).players[seat].dealt]
        assert len(dealt) == len(set(dealt)) == 2 * players
        seen.update(dealt)
    assert len(seen) == 8


@pytest.mark.clause("TEM setup.pilot", "TEM setup.mine", "TEM setup.weapon")
def test_who_only_watches_sees_no_choice_before_all_have_made_it() -> None:
    match = new_match(3, 5)
    hidden = match.view(None)
    for seat in (2, 0):
        match.play(seat, match.ask(seat).space.options()[0])
    assert match.view(None) == hidden
    assert match.events(None) == []
    match.play(1, match.ask(1).space.options()[0])
    assert [event.key for event in match.events(None)][:3] == ["pilot_chosen"] * 3


@pytest.mark.clause("TEM setup.mine", "TEM deploy.mine_secret")
def test_a_spectator_sees_that_mines_lie_on_the_bases_and_not_which() -> None:
    view = set_up(4, 3).view(None)
    devices = {zone.base_of: zone.device for zone in view.zones if zone.device is not None}
    assert sorted(devices) == [0, 1, 2, 3]
    assert all(device.owner == seat and device.number == 0 for seat, device in devices.items())


@pytest.mark.clause("TEM setup.row")
def test_any_advanced_weapon_may_be_on_offer_first() -> None:
    seen: set[str] = set()
    for seed in range(60):
        view = set_up(2, seed).view(None)
        assert len(set(view.row)) == 4
        assert view.deck == 12
        seen.update(view.row)
    assert len(seen) == 16


@pytest.mark.clause("TEM setup.arena")
def test_two_to_four_sit_down_or_one_alone() -> None:
    players, confirm = GAME.setup.settings()
    assert [value for value, _ in players.values] == [2, 3, 4, 1]
    assert [value for value, _ in confirm.values] == [False, True]
    for wrong in (0, 5):
        with pytest.raises(GameError, match="players"):
            GAME.setup.prepare({"players": wrong})


@pytest.mark.clause("TEM setup.arena")
def test_an_option_that_there_is_not_is_named() -> None:
    with pytest.raises(GameError, match="pilots"):
        GAME.setup.prepare({"pilots": 3})
    assert hash(Options()) == hash(Options())
