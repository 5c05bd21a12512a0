"""The figures that a view tells in advance are those the rules then come to."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from games.every_game import decisions
from games.tiny_epic_mechs.test_setup import set_up
from muster.games.tiny_epic_mechs.cards.content import DIAGONAL_JUMP, card_key
from muster.games.tiny_epic_mechs.rules.movement import destination
from muster.games.tiny_epic_mechs.showing import views
from muster.games.tiny_epic_mechs.showing.views import TableView
from muster.games.tiny_epic_mechs.state import questions
from muster.kernel.dice import SeededDice
from muster.kernel.match import Match
from muster.kernel.requests import Event
from muster.kernel.sessions import new_match
from muster.library import load_game

Step = tuple[int, str, TableView, TableView, list[Event]]


def steps(seed: int) -> Iterator[Step]:
    """A match played by chance: who answered what, their view before and after, and what was told to everybody."""
    game = load_game("tiny_epic_mechs")
    match: Match[Any] = new_match(game, game.setup.prepare({}), SeededDice(seed))
    last: tuple[int, str, list[TableView], int] | None = None
    for seat, option in decisions(match, random.Random(seed)):
        views = [match.view(one) for one in (0, 1)]
        if last is not None:
            who, key, before, told = last
            yield who, key, before[who], views[who], match.events(None)[told:]
        last = seat, option.key, views, len(match.events(None))


@pytest.mark.clause("TEM combat.damage")
def test_the_health_a_blow_leaves() -> None:
    checked = 0
    for seed in range(14):
        for _, key, before, _, told in steps(seed):
            blow = next((one for one in before.combat.blows if one.key == key), None) if before.combat else None
            damage = next((event for event in told if event.key == "damage"), None)
            if blow is not None and damage is not None:
                assert damage.params["health"] == blow.health, key
                checked += 1
    assert checked > 20


@pytest.mark.clause("TEM collect.zones")
def test_what_a_collection_brings() -> None:
    checked = 0
    for seed in range(14):
        for _, _, before, after, told in steps(seed):
            viewer = before.viewer
            assert viewer is not None
            found = [event for event in told if event.key == "collected" and event.params["seat"] == viewer]
            own = [event for event in told if event.params.get("seat") == viewer]
            still = [zone.device for zone in before.zones] == [zone.device for zone in after.zones]
            was, now = before.players[viewer], after.players[viewer]
            if len(found) != 1 or own[-1] is not found[0] or not still or was.ability != now.ability:
                continue
            energy, found_credits = found[0].params["energy"], found[0].params["credits"]
            if (now.energy - was.energy, now.credits - was.credits) != (energy, found_credits):
                continue
            zone = next(zone for zone in before.zones if zone.name == now.zone)
            assert zone.harvest == (energy, found_credits)
            checked += 1
    assert checked > 5


@pytest.mark.clause("TEM program.choose")
def test_the_cards_in_hand_are_the_viewers_own() -> None:
    for _, key, before, _, _ in steps(1):
        viewer = before.viewer
        assert viewer is not None
        mine, other = before.players[viewer], before.players[1 - viewer]
        assert sum(card.left for card in mine.hand) + len(mine.program) == 8
        assert other.hand == ()
        kind = key.rpartition("-")[0]
        if before.stage == "program" and kind:
            assert next(card.left for card in mine.hand if card.kind == kind) > 0


def test_weapons_say_whether_their_figures_are_ours() -> None:
    _, _, before, _, _ = next(steps(1))
    assert {weapon.source for weapon in before.market} <= {"house", "public", "rulebook"}


@pytest.mark.clause("TEM move.wall", "TEM move.double_jump", "TEM move.diagonal_jump", "TEM program.orientation")
def test_where_cards_lead_is_in_the_view() -> None:
    """From every zone, every way: as the rules move a pilot; a wall leads nowhere."""
    match = set_up(4, 1)
    arena = match.state.arena
    zones = {zone.name: zone for zone in match.view(None).zones}
    for zone, name in enumerate(arena.names):
        for card in range(28):
            key = card_key(card) if card >> 2 >= DIAGONAL_JUMP else f"move-{card_key(card)[-1]}"
            to = destination(arena, zone, card)
            assert zones[name].leads.get(key) == (arena.names[to] if to >= 0 else None), (name, key)
    assert sum(len(zone.leads) for zone in zones.values()) > 150


@pytest.mark.clause("TEM mech.ability", "TEM solo.mech_no_ability")
def test_the_ability_in_a_view_is_that_of_the_side_which_shows() -> None:
    game = load_game("tiny_epic_mechs")
    mech = {"status": "mech", "equipped": ["warhammer"], "pilot": "comet"}

    def abilities(**position: Any) -> list[str]:
        return [player.ability for player in game.showing.look(game.testing.position(position), 0).view.players]

    assert abilities(player={"A": {"pilot": "comet"}, "B": {"pilot": "comet", "status": "armor"}}) == [
        "dynamo",
        "overcharge",
    ]
    assert abilities(player={"A": mech}, mech_side="sparta_3000") == ["force_field", ""]
    assert abilities(player={"A": {**mech, "pilot": ""}}, mech_side="troy_3000")[1] == ""
    robot = {"status": "mech", "equipped": ["warhammer"]}
    assert abilities(solo=True, player={"C": robot}, mech_side="troy_3000") == ["", "none", "none"]


def test_the_arena_has_its_outline_until_its_zones_are_laid() -> None:
    game: Any = load_game("tiny_epic_mechs")
    match = new_match(game, game.setup.prepare({"players": 2}), SeededDice(1))
    assert {place.use for place in match.view(0).outline} == {"base", "mech", "resource"}
    places = {(place.column, place.row) for place in match.view(0).outline}
    while not match.view(0).zones:
        seat, ask = next(iter(match.pending.items()))
        match.answer(seat, next(iter(ask.space.options())).key)
    view = match.view(0)
    assert {(zone.column, zone.row) for zone in view.zones} == places
    assert view.outline == ()


@pytest.mark.parametrize("options", [{}, {"players": 4}])
def test_views_of_players_that_are_kept_are_those_made_anew(options: dict[str, Any]) -> None:
    """A view of a player is made once for all who may see the same: it must depend on nothing else."""
    game = load_game("tiny_epic_mechs")
    shown: set[Any] = set()
    for seed in range(4):
        match: Match[Any] = new_match(game, game.setup.prepare(options), SeededDice(seed))
        for _ in decisions(match, random.Random(seed)):
            state = match.state
            for player in state.players:
                for own in (False, True):
                    kept = views._player(state, player, own)
                    assert kept == views._player_view(state, player, own)
                    shown.add(kept)
    assert len(shown) > 100


def test_the_supply_at_one_look_is_that_of_the_rules() -> None:
    game = load_game("tiny_epic_mechs")
    laid = 0
    for seed in range(3):
        match: Match[Any] = new_match(game, game.setup.prepare({}), SeededDice(seed))
        for _ in decisions(match, random.Random(seed)):
            for player in match.state.players:
                mines = questions.mine_supply(match.state, player)
                assert questions.supply(match.state, player) == (mines, questions.turret_supply(match.state, player))
                laid += len(mines) < 4
    assert laid
