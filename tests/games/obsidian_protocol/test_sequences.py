"""Who is next in every phase that goes in turn; which ticks pay for what. Rulebook 3.4.5, 3.5 to 3.7, 5.4.1."""

from __future__ import annotations

import itertools
import random
from typing import Any

import pytest

from games.obsidian_protocol.desk import (
    BATTLEFIELDS,
    GAME,
    action_of,
    drone,
    mech,
    offered,
    position,
    say,
    start,
    told,
    wall,
)
from muster.games.obsidian_protocol.board.battlefield import GRID_NAMES
from muster.games.obsidian_protocol.rules.actions.available import pays
from muster.games.obsidian_protocol.rules.mission.environment import free_grids
from muster.games.obsidian_protocol.state.sheet import actions_of
from muster.games.obsidian_protocol.state.state import Stage, State, Turn
from muster.kernel.dice import ScriptedDice, SeededDice
from muster.kernel.match import Match

RIFLE, GUN = "ac_32_automatic_rifle", "dtg_30m_hyena_mg_type"
SHELL = "m25_shrapnel_shell"
ORDERS = [
    ("AAAB", "A", ["a0", "b3", "a1", "a2"]),
    ("AAAB", "B", ["b3", "a0", "a1", "a2"]),
    ("ABBB", "A", ["a0", "b1", "b2", "b3"]),
    ("ABBB", "B", ["b1", "a0", "b2", "b3"]),
    ("AABB", "B", ["b2", "a0", "b3", "a1"]),
    ("BB", "A", ["b0", "b1"]),
    ("AA", "B", ["a0", "a1"]),
]
"""The seats of the units, the first player, and the order when everybody takes their own first."""


def playing(match: Match[State], stage: int, *answers: str) -> None:
    """Go through one phase: these answers where they are offered, else the first option."""
    while match.pending and match.state.stage == stage:
        keys = offered(match)
        match.answer(min(match.pending), next((key for key in answers if key in keys), keys[0]))


def mechs() -> tuple[dict[str, Any], ...]:
    return mech("A", "a12", RIFLE), mech("B", "l1", RIFLE)


@pytest.mark.clause("OP 3.5.1.alternate", "OP 3.5.obligatory")
@pytest.mark.parametrize(("seats", "first", "order"), ORDERS)
def test_drones_act_in_turn(seats: str, first: str, order: list[str]) -> None:
    """Each may shoot at a crate beside it, and leaves it."""
    guns = [drone(seat, f"{'bk'['AB'.index(seat)]}{row}", GUN) for seat, row in zip(seats, (2, 4, 6, 8), strict=False)]
    crates = [wall("c5", 1, 1, 1, soft=True), wall("j5", 1, 1, 1, soft=True)]
    match = start(*guns, *mechs(), stage="automatic", first=first, terrain=crates)
    playing(match, Stage.AUTOMATIC, "no")
    assert [event["unit"] for event in told(match, "drone_acts")] == order
    assert not any(unit.acted for unit in match.state.units)


@pytest.mark.clause("OP 3.6.1.alternate", "OP 3.6.2.delayed")
@pytest.mark.parametrize(("seats", "first", "order"), ORDERS)
def test_projectiles_act_in_turn(seats: str, first: str, order: list[str]) -> None:
    places = ["d1-5", "f4-5", "h7-5", "j10-5"]
    shells = [drone(seat, at, SHELL) for seat, at in zip(seats, places, strict=False)]
    match = start(*shells, *mechs(), stage="delay", first=first)
    playing(match, Stage.DELAY)
    assert [event["unit"] for event in told(match, "detonated")] == order
    assert match.state.round == 2


@pytest.mark.clause("OP 3.7.1.integrity")
@pytest.mark.parametrize("first", ["A", "B"])
def test_mechs_of_both_sides_fall_apart_the_first_players_first(first: str) -> None:
    units = mech("A", "a12"), mech("B", "l1"), mech("A", "c12", RIFLE), mech("B", "j1", RIFLE)
    match = start(*units, stage="end_phase", first=first)
    assert [event["unit"] for event in told(match, "removed")] == (["a0", "b1"] if first == "A" else ["b1", "a0"])
    assert [(unit.alive, unit.deployed) for unit in match.state.units] == [(False, False)] * 2 + [(True, True)] * 2
    assert match.state.first == (1 if first == "A" else 0)


@pytest.mark.clause("OP 3.4.5.ticks", "OP 3.4.5.order", "OP 3.4.5.extra", "OP 3.4.5.extra_type", "OP 3.4.5.long")
def test_which_ticks_pay() -> None:
    """Every mixture of ticks against actions of every length, once with an action that fires and once with another."""
    state = position(
        mech("A", "f8", "type_55_shield_cc_6_cleaver", "ac_39_tactical_rifle", "lgp_80_artillery"), mech("B", "a1")
    )
    unit = state.units[0]
    cases = [("chop", 1, False), ("sprint", 2, False), ("burst_fire", 2, True)]
    for name, ticks, fires in cases:
        slot, action = action_of(state, unit, name)
        for maneuver, ready, extra, firing in itertools.product((0, 1), (0, 1, 2, 3), (0, 1), (0, 1)):
            state.turn = Turn(maneuver, ready, extra, firing)
            expected = ""
            if ready >= ticks:
                expected = "action"
            elif ready == 0 and ticks == 1:
                expected = "firing" if firing and fires else "extra" if extra else ""
            assert pays(state, unit, slot, action) == expected, (name, maneuver, ready, extra, firing)
    slot, shot = next(
        (slot, action)
        for slot, action in actions_of(state, unit)
        if action.key.startswith("ac_39") and action.length == 1
    )
    for ready, extra, firing in itertools.product((0, 1), (0, 1), (0, 1)):
        state.turn = Turn(0, ready, extra, firing)
        expected = "action" if ready else "firing" if firing else "extra" if extra else ""
        assert pays(state, unit, slot, shot) == expected
    slot, long = next((slot, action) for slot, action in actions_of(state, unit) if action.key.startswith("lgp_80"))
    for maneuver, ready, extra in itertools.product((0, 1), (0, 1, 2, 3), (0, 1)):
        state.turn = Turn(maneuver, ready, extra, extra)
        assert pays(state, unit, slot, long) == ("action" if maneuver and ready >= 2 else "")


@pytest.mark.clause("OP 5.4.1.place", "OP 5.4.1.number")
@pytest.mark.parametrize("first", ["A", "B"])
def test_environment_cards_are_laid_in_turn_until_both_have_enough(first: str) -> None:
    field = next(field for field in BATTLEFIELDS.every if field.environments >= 3)
    state = GAME.testing.position(
        {"unit": list(mechs()), "stage": "place_environments", "first": first, "battlefield": field.id}
        | {"use_environments": True}
    )
    match = Match(GAME, state, ScriptedDice(()))
    one, other = (0, 1) if first == "A" else (1, 0)
    assert list(match.pending) == [one]
    say(match, "environment:rugged")
    say(match, offered(match)[0])
    assert list(match.pending) == [other]
    say(match, "done")
    assert list(match.pending) == [one]
    say(match, "environment:abyss")
    say(match, offered(match)[-1])
    assert list(match.pending) == [one]  # the other has had enough
    assert [event["seat"] for event in told(match, "environment_laid")] == [one, one]
    say(match, "done")
    assert match.state.stage != Stage.PLACE_ENVIRONMENTS
    assert (match.state.passed, match.state.to_move, len(match.state.environments)) == (0, one, 2)


@pytest.mark.clause("OP 5.4.1.place", "OP 5.4.1.areas")
def test_environment_cards_go_where_nothing_else_is() -> None:
    """Not on terrain, not into tactical areas, not on another card; anywhere else."""
    crate = [wall("d4", 1, 1, 1, soft=True), wall("h9", 3, 3, 3)]
    state = position(*mechs(), terrain=crate, environments={"a1": "rugged"})
    areas = {grid for grids in state.battlefield.board.zones.values() for grid in grids}
    found = {GRID_NAMES[grid] for grid in free_grids(state)}
    assert found == {GRID_NAMES[grid] for grid in state.battlefield.board.grids if grid not in areas} - {
        "d4",
        "h9",
        "a1",
    }
    assert len(found) == 144 - len(areas) - 3


@pytest.mark.clause("OP 5.4.1.number")
def test_no_more_environment_cards_than_the_battlefield_says() -> None:
    field = next(field for field in BATTLEFIELDS.every if field.environments >= 2)
    given = {"unit": list(mechs()), "stage": "place_environments", "battlefield": field.id}
    match = Match(GAME, GAME.testing.position(given | {"use_environments": True}), ScriptedDice(()))
    seats = []
    while match.state.stage == Stage.PLACE_ENVIRONMENTS:
        seats += list(match.pending)
        say(match, "environment:rugged")
        say(match, offered(match)[0])
    assert seats == [number % 2 for number in range(field.environments)]
    assert len(match.state.environments) == field.environments
    unused = Match(GAME, GAME.testing.position(given), ScriptedDice(()))
    assert unused.state.stage != Stage.PLACE_ENVIRONMENTS


BEGINNINGS = {
    *("sides", "discard_task", "secondary", "commander", "name_own", "name_enemy", "box", "zone", "environment"),
    *("environment_where", "deploy", "command", "dial", "who", "stance", "act", "automatic", "delay"),
}
"""The questions with which something begins; between them something is half done."""
SQUADS = [
    ("rdl_600_line", "un_600_line"),
    ("un_900_ghost", "gof_900_swarm"),
    ("gof_900_heavy", "rdl_900_guns"),
    ("rdl_1200_host", "gof_1200_host"),
]


@pytest.mark.clause("OP 3.4.3.actions", "OP 3.1.4.alternate")
def test_what_begins_and_what_is_half_done() -> None:
    """A bot that judges positions plays on from a question that is half way, and stops at the others."""
    asked: set[str] = set()
    for seed in range(16):
        rng = random.Random(seed)
        options = {"environments": seed % 2 == 1, "squads": SQUADS[seed // 4]}
        match: Match[State] = Match(GAME, GAME.setup.prepare(options).new(), SeededDice(seed))
        while not match.over:
            seat = rng.choice(sorted(match.pending))
            ask = match.pending[seat]
            prompt = ask.prompt.key.removeprefix("prompt.")
            if not ask.small:
                asked.add(prompt)
                assert ask.midway == (prompt not in BEGINNINGS), prompt
            match.answer(seat, rng.choice(ask.space.options()).key)
    assert asked >= BEGINNINGS
