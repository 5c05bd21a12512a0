"""Environment and tactics cards: rulebook 5.4."""

from __future__ import annotations

import pytest

from games.obsidian_protocol.desk import (
    BATTLEFIELDS,
    CONTENT,
    GAME,
    cited,
    drone,
    mech,
    offered,
    position,
    refused,
    say,
    start,
    told,
)
from muster.games.obsidian_protocol.board.battlefield import GRID_INDEX
from muster.games.obsidian_protocol.cards.kinds import Stance
from muster.games.obsidian_protocol.rules.mission.environment import free_grids
from muster.games.obsidian_protocol.rules.movement.modes import ways_for
from muster.games.obsidian_protocol.state.geometry import corner_of
from muster.games.obsidian_protocol.state.state import Stage
from muster.kernel.dice import SeededDice
from muster.kernel.match import Match

SHIELD, CLEAVER, RADAR = "type_55_shield", "cc_4_cleaver_r", "dtg_30r_hyena_radar_type"
RAVEN, MISSILES = "adk60r_raven_scout_type", "dtg_30s_hyena_missile_type"
FAR = mech("B", "l1", SHIELD)


def cost(grid: str, **cards: str) -> int | None:
    """What it costs a mech in f8 to walk to a grid with these cards on the board; None when it cannot."""
    state = position(mech("A", "f8", SHIELD), FAR, environments=cards)
    ways = ways_for(state, state.units[0], 4)
    return ways.cost(corner_of(GRID_INDEX[grid])) if GRID_INDEX[grid] in ways.grids() else None


# Environment


@pytest.mark.clause("OP 5.4.1.place", "OP 5.4.1.number", "OP 5.4.1.areas")
def test_environment_cards_are_laid_in_turn() -> None:
    state = GAME.setup.prepare({"environments": True, "battlefield": "alley", "task": "outflank"}).new()
    state.stage = Stage.PLACE_ENVIRONMENTS
    state.battlefield = BATTLEFIELDS.every[0]
    match = Match(GAME, state, SeededDice(1))
    assert "environment:abyss" in offered(match)
    say(match, "environment:abyss")
    zones = {grid for grids in state.battlefield.board.zones.values() for grid in grids}
    assert not zones & set(free_grids(state))
    assert "grid:b6" not in offered(match)
    say(match, "grid:d2")
    assert min(match.pending) == 1
    say(match, "environment:rugged")
    assert "grid:d2" not in offered(match)
    say(match, "grid:d9", "environment:rugged", "grid:e2", "environment:abyss", "grid:e9")
    assert state.stage == Stage.CHOOSE_SECONDARY  # four are all that the battlefield card allows
    assert match.view(1).environments == {"d2": "abyss", "e2": "rugged", "d9": "rugged", "e9": "abyss"}


@pytest.mark.clause("OP 5.4.1.place")
def test_players_may_stop_laying_or_leave_them_out() -> None:
    state = GAME.setup.prepare({"environments": True}).new()
    state.stage = Stage.PLACE_ENVIRONMENTS
    match = Match(GAME, state, SeededDice(1))
    say(match, "done", "done")
    assert state.stage == Stage.CHOOSE_SECONDARY
    plain = GAME.setup.prepare({}).new()
    plain.stage = Stage.PLACE_ENVIRONMENTS
    assert Match(GAME, plain, SeededDice(1)).state.stage == Stage.CHOOSE_SECONDARY


@pytest.mark.clause("OP card.rugged")
def test_leaving_rugged_ground_costs_one_more() -> None:
    assert cost("f6") == 2
    assert cost("f6", f7="rugged", e8="rugged", g8="rugged") == 3
    assert cost("f7", f8="rugged") == 2


@pytest.mark.clause("OP card.abyss")
def test_the_abyss_is_not_entered_but_swallows_who_is_forced_in() -> None:
    assert cost("f7", f7="abyss") is None
    assert cost("f6", f7="abyss") == 4
    flyer = position(mech("A", "a1"), drone("A", "f8", RAVEN), FAR, environments={"f7": "abyss"})
    assert GRID_INDEX["f7"] in ways_for(flyer, flyer.units[1], 2).grids()
    shrapnel = mech("A", "f9", SHIELD, torso="rt_08_tempest_artillery_core", dial="melee")
    match = start(
        shrapnel, drone("B", "f8", RADAR, facing="s"), FAR, environments={"f7": "abyss"}, dice=(3,) * 5 + (8,) * 20
    )
    say(match, "act:torso/shrapnel_barrage", "target:b1", "place:f7-5")
    assert not match.state.units[1].alive
    assert cited(match, "OP card.abyss")


@pytest.mark.clause("OP card.fragile_platform")
def test_a_fragile_platform_stops_and_is_gone() -> None:
    assert cost("f7", f7="fragile_platform") == 1
    assert cost("f6", f7="fragile_platform") == 4
    match = start(mech("A", "f8", SHIELD, dial="movement"), FAR, environments={"f7": "fragile_platform"})
    say(match, "act:chassis/sprint")
    assert refused(match, "path:f7,f6") == "OP 4.3.1.blocked"
    say(match, "move:f7", "face:n")
    assert match.state.environments == []


@pytest.mark.clause("OP card.high_temperature")
def test_heat_makes_fragile_who_enters() -> None:
    match = start(mech("A", "f8", SHIELD, dial="movement"), FAR, environments={"f7": "high_temperature"})
    say(match, "act:chassis/sprint", "path:f7,f6", "face:n")
    assert match.view(0).units["a0"].squares["fragile"] == 1


@pytest.mark.clause("OP card.anti_gravity")
def test_who_starts_without_gravity_flies() -> None:
    state = position(mech("A", "f8", SHIELD), mech("B", "f7", SHIELD), environments={"f8": "anti_gravity"})
    ways = ways_for(state, state.units[0], 2)
    assert ways.flying
    assert GRID_INDEX["f6"] in ways.grids()


# Tactics


@pytest.mark.clause("OP 5.4.2.play", "OP 5.4.2.once", "OP card.system_repair", "OP card.disposition")
def test_one_tactics_card_in_a_round() -> None:
    hands = [["system_repair", "tactical_disposition"], []]
    match = start(mech("A", "f8", SHIELD), mech("A", "a9", SHIELD, fragile=1), FAR, tactics=hands)
    assert {"tactic:system_repair", "tactic:tactical_disposition"} <= set(offered(match))
    say(match, "tactic:system_repair", "unit:a1")
    assert match.view(0).units["a1"].squares["fragile"] == 0
    assert "tactic:tactical_disposition" not in offered(match)
    assert match.view(1).tactics == [["tactical_disposition"], []]
    stance = start(mech("A", "f8", SHIELD, stance="offensive"), FAR, tactics=hands)
    assert "tactic:system_repair" not in offered(stance)  # there is no token to remove
    say(stance, "tactic:tactical_disposition", "unit:a0")
    assert "stance:offensive" not in offered(stance)
    say(stance, "stance:mobility")
    assert stance.state.units[0].stance == Stance.MOBILITY


@pytest.mark.clause("OP card.hit_and_run")
def test_hit_and_run() -> None:
    match = start(mech("A", "f8", SHIELD), FAR, tactics=[["hit_and_run"], []])
    say(match, "end", "tactic:hit_and_run", "move:f7", "face:n")
    assert match.view(0).units["a0"].grid == "f7"
    assert told(match, "tactic_played") == [{"seat": 0, "card": "hit_and_run"}]
    stuck = start(mech("A", "f8", SHIELD, immobilized=1), FAR, tactics=[["hit_and_run"], []])
    say(stuck, "end")
    assert not any("hit_and_run" in key for key in offered(stuck))


@pytest.mark.clause("OP card.instructions")
def test_additional_instructions_need_no_token() -> None:
    hands = [["additional_instructions"], []]
    match = start(mech("A", "f8", SHIELD), drone("A", "f7", MISSILES), FAR, stage="command", tactics=hands)
    assert offered(match) == ["pass", "tactic:additional_instructions"]
    say(match, "tactic:additional_instructions", "drone:missile", "grid:f6")
    assert told(match, "launched")


@pytest.mark.clause("OP card.recovery", "OP card.restart", "OP 5.4.2.once")
def test_cards_of_the_end_phase() -> None:
    hands = [["remote_restart", "battlefield_recovery"], []]
    down, weak = mech("A", "f8", SHIELD, stance="shutdown", link=0), mech("A", "a9", SHIELD, link=2)
    match = start(down, weak, FAR, stage="end_phase", tactics=hands)
    say(match, "tactic:remote_restart", "unit:a0", "stance:defensive")
    assert (match.state.units[0].stance, match.state.units[0].link) == (Stance.DEFENSIVE, 1)
    assert match.state.hands == [1 << CONTENT.tactic_number["battlefield_recovery"], 0]
    other = start(down, weak, FAR, stage="end_phase", tactics=hands)
    say(other, "pass", "tactic:battlefield_recovery", "unit:a1")
    assert other.state.units[1].link == 3
    assert other.state.units[0].stance == Stance.SHUTDOWN


@pytest.mark.clause("OP 5.4.2.squad")
def test_cards_bought_are_in_hand() -> None:
    parts = ["rt_06_mire_battle_core", "rl_06_standard_chassis", SHIELD]
    squad = {"faction": "rdl", "scale": 600, "mechs": [{"pilot": "wu", "parts": parts}], "tactics": ["hit_and_run"]}
    state = GAME.setup.prepare({"squads": [squad, "un_600_line"]}).new()
    assert GAME.showing.look(state, 1).view.tactics == [["hit_and_run"], []]
