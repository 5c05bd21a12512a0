"""Deployment (rulebook 3.1.4): who is next, where there is room, what happens when there is none."""

from __future__ import annotations

from typing import Any

import pytest

from games.obsidian_protocol.desk import GAME, drone, mech, offered, position, say, told, wall
from muster.games.obsidian_protocol.board.battlefield import GRID_NAMES
from muster.games.obsidian_protocol.cards.kinds import Stance
from muster.games.obsidian_protocol.state.state import Stage, State
from muster.kernel.dice import ScriptedDice
from muster.kernel.match import Match

RIFLE, HYENA, OCTOPUS = "ac_32_automatic_rifle", "dtg_30m_hyena_mg_type", "tm641_octopus_stealth_core"


def waiting(*units: dict[str, Any], there: tuple[dict[str, Any], ...] = (), **more: Any) -> Match[State]:
    """These units stand beside the board, those that are there already on it."""
    state = position(*units, *there, task="outflank", stage="deploy", **more)
    for unit in state.units[: len(units)]:
        unit.deployed = False
    return Match(GAME, state, ScriptedDice(()))


def zone(seat: int) -> list[str]:
    """The grids of a side's corner."""
    state = position(mech("A", "a1", RIFLE), task="outflank")
    return [GRID_NAMES[grid] for grid in state.battlefield.board.deployments["corners"][state.edges[seat]]]


def run(match: Match[State]) -> list[str]:
    """Deploy everybody with the first answer to everything. Who was deployed, in order."""
    while match.state.stage == Stage.DEPLOY and match.pending:
        match.answer(min(match.pending), offered(match)[0])
    return [str(event["unit"]) for event in told(match, "deployed")]


@pytest.mark.clause("OP 3.1.4.alternate")
@pytest.mark.parametrize(
    ("seats", "first", "order"),
    [
        ("ABBB", "A", ["a0", "b1", "b2", "b3"]),
        ("ABBB", "B", ["b1", "a0", "b2", "b3"]),
        ("BAAA", "A", ["a1", "b0", "a2", "a3"]),
        ("BAAA", "B", ["b0", "a1", "a2", "a3"]),
        ("AABB", "B", ["b2", "a0", "b3", "a1"]),
    ],
)
def test_in_turn_and_who_has_more_goes_on_alone(seats: str, first: str, order: list[str]) -> None:
    match = waiting(*[drone(seat, "a1", HYENA) for seat in seats], first=first)
    assert run(match) == order
    assert all(unit.deployed and unit.alive for unit in match.state.units)


@pytest.mark.clause("OP 3.1.4.zone")
def test_only_empty_grids_of_the_zone() -> None:
    grids = zone(0)
    taken, built = grids[0], grids[1]
    there = drone("B", taken, HYENA)
    match = waiting(drone("A", "a1", HYENA), there=(there,), terrain=[wall(built, 1, 1, 2)])
    assert offered(match) == [f"grid:{grid}" for grid in sorted(grids[2:], key=GRID_NAMES.index)]


@pytest.mark.clause("OP 3.1.4.zone")
def test_when_no_grid_is_empty_those_with_room_are_used() -> None:
    grids = zone(0)
    small = [drone("A", f"{grid}-1", "md_1_dragonfly_micro_scout") for grid in grids[1:-1]]
    there = (mech("B", grids[0], RIFLE), *small)
    match = waiting(drone("A", "a1", HYENA), there=there, terrain=[wall(grids[-1], 1, 1, 2)])
    assert offered(match) == [f"grid:{grid}" for grid in sorted(grids[1:], key=GRID_NAMES.index)]


@pytest.mark.clause("OP 3.1.4.zone")
@pytest.mark.parametrize("seat", ["A", "B"])
def test_who_finds_no_room_takes_no_part_and_the_other_side_is_next(seat: str) -> None:
    grids = zone("AB".index(seat))
    there = tuple(mech(seat, grid, RIFLE) for grid in grids)
    others = [mech("B" if seat == "A" else "A", "a1", RIFLE)]
    match = waiting(mech(seat, "a1", RIFLE), *others, there=there, first=seat)
    assert not match.state.units[0].alive
    assert not match.state.units[0].deployed
    assert match.state.to_move == 1 - "AB".index(seat)
    run(match)
    assert match.state.units[1].deployed


@pytest.mark.clause("OP 3.1.4.stance", "OP 4.12.2.deployed")
@pytest.mark.parametrize(("answer", "stealth"), [("yes", 2), ("no", -1)])
def test_a_mech_chooses_stance_and_camouflage_and_a_drone_does_not(answer: str, stealth: int) -> None:
    match = waiting(mech("A", "a1", RIFLE, torso=OCTOPUS), drone("A", "a1", HYENA), drone("B", "a1", HYENA))
    say(match, "unit:a0", f"grid:{zone(0)[0]}", "face:e", "stance:mobility", answer)
    unit = match.state.units[0]
    assert (unit.stance, unit.facing, unit.stealth, unit.hidden_by) == (Stance.MOBILITY, 1, stealth, min(stealth, 0))
    assert told(match, "deployed")[0]["grid"] == zone(0)[0]
    assert len(told(match, "camouflaged")) == (answer == "yes")
