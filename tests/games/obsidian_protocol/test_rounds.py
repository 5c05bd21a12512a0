"""Set-up and the phases of a round: rulebook 3, 5.2, 5.3."""

from __future__ import annotations

import random

import pytest

from games.obsidian_protocol.desk import GAME, cited, drone, mech, offered, position, refused, say, start, told
from muster.games.obsidian_protocol.cards.kinds import Stance
from muster.games.obsidian_protocol.state.state import Stage
from muster.kernel.dice import ScriptedDice, SeededDice
from muster.kernel.match import Match

RIFLE, HYENA, RADAR = "ac_32_automatic_rifle", "dtg_30m_hyena_mg_type", "dtg_30r_hyena_radar_type"
SHIELD = "type_55_shield"
MISSILES = "dtg_30s_hyena_missile_type"
SQUADS = ("rdl_600_line", "un_600_line")


@pytest.mark.clause(
    "OP 5.2.1.battlefield",
    "OP 5.2.1.discard",
    "OP 3.1.2.roll",
    "OP 3.1.2.choose",
    "OP 3.1.3.secondary",
    "OP 3.1.3.targets",
    "OP 3.1.4.alternate",
    "OP 3.1.4.zone",
    "OP 3.1.4.stance",
    "OP 3.phases",
    "OP 3.2.1.generate",
)
def test_setting_up() -> None:
    state = GAME.setup.prepare({"squads": SQUADS}).new()
    # Battlefield 1, tasks 1 to 3 (always the first of those left), two equal rolls, then the second side wins.
    match = Match(GAME, state, ScriptedDice([1, 1, 1, 1, 3, 8, 3, 8, 8, 8, 1, 8]))
    assert state.battlefield.id == "alley"
    assert len(offered(match)) == 3
    say(match, "discard:fragment_recovery", "discard:key_facility")
    assert state.content.tasks[state.task].id == "asset_preservation"
    assert min(match.pending) == 1
    say(match, "first:me")
    assert offered(match) == ["edge:black", "edge:white"]
    say(match, "edge:black")
    assert (state.first, state.edges) == (1, (0, 1))
    say(match, "task:bounty")
    assert "task:bounty" not in offered(match)
    say(match, "task:mercy")
    assert match.pending[1].prompt.key == "prompt.name_enemy"
    say(match, "unit:a0")
    placers = []
    while match.pending[min(match.pending)].prompt.key == "prompt.box":
        placers.append(min(match.pending))
        say(match, offered(match)[0])
    assert placers == [1, 0, 1, 0]  # in turn, from the first player on
    assert len(state.boxes) == 4
    assert min(match.pending) == 1
    say(match, "unit:b5")
    assert set(offered(match)) <= {f"grid:{column}{row}" for column in "abcdefghijkl" for row in (11, 12)}
    say(match, offered(match)[0], "face:n", "stance:mobility")
    assert state.units[5].stance == Stance.MOBILITY
    assert min(match.pending) == 0
    rng = random.Random(1)
    while state.stage == Stage.DEPLOY:
        say(match, rng.choice(offered(match)))
    assert all(unit.deployed for unit in state.units)
    assert all(unit.commands == 1 for unit in state.units if unit.kind == 0)
    assert told(match, "squad_fielded") == [{"seat": seat, "squad": SQUADS[seat]} for seat in (0, 1)]
    assert told(match, "battlefield_drawn") == [{"battlefield": "alley"}]
    assert told(match, "task_set") == [{"task": "asset_preservation"}]
    assert told(match, "sides_rolled") == [{"seat": 1, "hits": 2}]
    assert told(match, "edge_taken") == [{"seat": 0, "edge": "black"}, {"seat": 1, "edge": "white"}]
    assert told(match, "first_player") == [{"seat": 1}]
    assert told(match, "secondary") == [{"seat": 1, "task": "bounty"}, {"seat": 0, "task": "mercy"}]
    assert len(told(match, "box_placed")) == 4
    assert len(told(match, "deployed")) == len(state.units)
    assert told(match, "deployed")[0]["unit"] == "b5"
    assert told(match, "round_begins") == [{"round": 1, "seat": 1}]


@pytest.mark.clause("OP 4.12.2.deployed", "OP 4.12.2.activate")
def test_a_mech_may_be_deployed_in_camouflage() -> None:
    state = GAME.setup.prepare({"squads": ("un_600_ghost", "rdl_600_line"), "task": "outflank"}).new()
    state.stage = Stage.DEPLOY
    state.task = 3
    match = Match(GAME, state, SeededDice(1))
    say(match, "unit:a0", "grid:a1", "face:n", "stance:defensive", "yes")
    assert state.units[0].stealth == 2
    assert state.units[0].hexagon == 0


@pytest.mark.clause(
    "OP 3.2.2.issue",
    "OP 3.2.2.act",
    "OP 3.2.2.alternate",
    "OP 3.2.2.one_each",
    "OP 3.2.3.end",
    "OP 3.2.3.tokens",
    "OP 4.15.2.reserve",
)
def test_commands() -> None:
    match = start(
        mech("A", "f11", commands=2),
        drone("A", "c11", MISSILES),
        drone("A", "c9", HYENA),
        mech("B", "f2", commands=1),
        drone("B", "h2", HYENA),
        stage="command",
    )
    state = match.state
    assert offered(match) == ["pass", "command:a1", "command:a2"]
    say(match, "command:a1")
    assert offered(match) == ["drone:move", "drone:missile"]
    say(match, "drone:move", "move:c8", "place:c8-1", "face:n")
    assert state.units[0].commands == 1
    assert offered(match) == ["pass", "command:b4"]
    say(match, "pass")
    assert offered(match) == ["pass", "command:a2"]
    say(match, "pass")
    assert state.stage == Stage.PLAN
    assert state.units[0].commands == 1
    assert not state.units[1].command


@pytest.mark.clause("OP 6.2.command_generation", "OP 4.15.1.shutdown")
def test_how_many_commands_a_mech_generates() -> None:
    match = start(
        mech("A", "f11", torso="p7_a3_centurion_node_core"),
        mech("A", "h11", stance="shutdown", link=0),
        mech("B", "f2"),
        stage="begin_round",
    )
    assert [unit.commands for unit in match.state.units] == [4, 0, 1]


@pytest.mark.clause("OP 3.3.dial", "OP 3.3.secret", "OP 3.4.1.reveal")
def test_dials_are_secret_until_all_are_set() -> None:
    match = start(mech("A", "f11"), mech("B", "f2"), stage="plan", revealed=False)
    match.answer(0, "dial:melee")
    assert match.view(1).units["a0"].dial == ""
    assert match.view(0).units["a0"].dial == "melee"
    match.answer(1, "dial:swift")
    assert match.view(None).units["a0"].dial == "melee"
    assert len(told(match, "dial_revealed")) == 2


@pytest.mark.clause("OP 3.4.1.timing", "OP 3.4.1.initiative", "OP 3.4.1.tie")
def test_the_order_of_opportunities() -> None:
    """The book's example: B and A at melee with 2 and 5, C at projectile; then ties alternate from the first player."""
    match = start(
        mech("A", "a1", pilot="quartz", dial="melee"),
        mech("B", "c1", pilot="shock_troop_09", dial="melee"),
        mech("A", "e1", pilot="charger1", dial="projectile"),
        stage="next_mech",
    )
    order = []
    while match.state.stage != Stage.AUTOMATIC and match.pending:
        if match.state.stage == Stage.STANCE:
            order.append(match.state.active)
            say(match, "stance:offensive")
        elif match.state.stage == Stage.ACT:
            say(match, "end")
        else:
            break
    assert order == [1, 0, 2]
    tied = start(
        mech("A", "a1", dial="firing"),
        mech("A", "c1", pilot="scout_15", dial="firing"),
        mech("B", "a9", pilot="scout_16", dial="firing"),
        mech("B", "c9", pilot="scout_17", dial="firing"),
        stage="next_mech",
        first="B",
    )
    sides = []
    while tied.state.stage in (Stage.NEXT_MECH, Stage.STANCE, Stage.ACT):
        if tied.state.stage == Stage.STANCE:
            sides.append(tied.state.units[tied.state.active].seat)
        key = {Stage.NEXT_MECH: offered(tied)[0], Stage.STANCE: "stance:offensive", Stage.ACT: "end"}[tied.state.stage]
        say(tied, key)
    assert sides == [1, 0, 1, 0]


@pytest.mark.clause("OP 3.4.2.choose", "OP 3.4.2.shutdown", "OP 4.1.1.reboot", "OP 4.1.1.timing")
def test_stance_and_reboot() -> None:
    match = start(mech("A", "f9", dial="melee"), mech("B", "f8"), stage="stance")
    say(match, "stance:mobility")
    assert match.state.units[0].stance == Stance.MOBILITY
    off = start(
        mech("A", "f9", "cc_4_cleaver_r", RIFLE, stance="shutdown", link=0, dial="tactical"),
        mech("B", "f2"),
        stage="stance",
    )
    say(off, "stance:defensive")
    assert off.state.units[0].link == 1
    assert (off.state.turn.maneuver, off.state.turn.action) == (0, 1)
    assert refused(off, "maneuver") == "OP 4.1.1.reboot"
    assert "act:torso/stabilize" in offered(off)
    assert refused(off, "act:left_arm/punch") in ("OP 3.4.5.ticks", "K option")
    timed = start(
        mech("A", "f9", link=2, dial="swift"), mech("B", "f2"), turn={"action": 1, "maneuver": 0, "timed": True}
    )
    assert refused(timed, "act:torso/stabilize") == "OP 4.1.1.timing"


@pytest.mark.clause("OP 3.5.obligatory", "OP 3.5.1.alternate", "OP 3.5.2.nearest", "OP 3.5.2.tie", "OP 6.3.3.tracer")
def test_the_automatic_phase() -> None:
    """Drones shoot at the nearest enemy; a tie is their player's choice, and a tracer draws them."""
    match = start(
        drone("A", "f9", HYENA),
        mech("B", "f8"),
        mech("B", "f6"),
        drone("B", "l1", RADAR),
        stage="automatic",
        dice=(2, 8, 1, 1, 8, 8, 8, 8, 8),
    )
    assert told(match, "drone_acts")[0]["unit"] == "a0"
    assert told(match, "part_hit")[0]["unit"] == "b1"
    tie = start(drone("A", "f9", HYENA), mech("B", "f8"), mech("B", "g9"), stage="automatic")
    assert offered(tie) == ["unit:b1", "unit:b2"]
    traced = start(
        drone("A", "f9", HYENA),
        mech("B", "f8"),
        mech("B", "i9", hexagon="target_tracer"),
        stage="automatic",
        dice=(2, 8, 1, 1, 8, 8, 8, 8, 8),
    )
    assert told(traced, "part_hit")[0]["unit"] == "b2"


@pytest.mark.clause("OP 3.6.1.alternate", "OP 3.6.2.delayed")
def test_the_delay_phase() -> None:
    missile = "mc_3_razor_missile"
    match = start(
        mech("A", "a1"),
        mech("B", "l12"),
        drone("A", "f9-5", missile),
        drone("A", "h9-5", missile),
        drone("B", "f2-5", missile),
        stage="delay",
    )
    assert offered(match) == ["unit:a2", "unit:a3"]
    say(match, "unit:a3")
    assert not any(unit.alive for unit in match.state.units[2:])  # nothing in range: all are lost, turn by turn
    assert [event["unit"] for event in told(match, "destroyed")] == ["a3", "b4", "a2"]


@pytest.mark.clause("OP 3.7.1.integrity", "OP 3.7.2.red", "OP 3.7.2.yellow", "OP 3.7.2.commands", "OP 4.4.3.integrity")
def test_the_end_phase() -> None:
    match = start(
        mech("A", "f9", "type_55_shield", destroyed=["left_arm"], commands=3),
        mech("B", "f2", "type_55_shield", fragile=1, red=True),
        mech("B", "h2", "type_55_shield", fragile=1, hexagon="highlight"),
        mech("A", "a9", "type_55_shield"),
        stage="end_phase",
    )
    state = match.state
    assert not state.units[0].alive
    assert state.units[1].squares[:2] == (0, 0)
    assert state.units[2].squares[:2] == (0, 1)
    assert state.units[2].hexagon_face == 1
    assert state.round == 2
    assert state.first == 1
    assert state.units[0].commands == 0


@pytest.mark.clause("OP 3.7.4.rounds", "OP 5.2.4.victory", "OP 5.2.4.tie", "OP 3.7.4.wiped_out")
def test_the_end_of_the_game() -> None:
    last = start(mech("A", "f9"), mech("B", "f2", "type_55_shield"), stage="end_phase", round=5, scores=[3, 3])
    assert last.over
    assert last.result is not None
    assert last.result.winners == (1,)
    points = start(mech("A", "f9"), mech("B", "f2", "type_55_shield"), stage="end_phase", round=5, scores=[4, 3])
    assert points.result is not None
    assert points.result.winners == (0,)
    alone = start(mech("A", "b6", "type_55_shield"), stage="end_phase", round=2, task="forward_advance", scores=[0, 3])
    assert alone.state.round == 3
    assert alone.state.scores == [2, 3]
    while not alone.over:
        say(alone, offered(alone)[0])
    assert alone.state.round == 5
    assert alone.result is not None
    assert alone.result.winners == (0,)


@pytest.mark.clause(
    "OP 3.7.3.tasks",
    "OP 5.3.2.occupied",
    "OP 5.3.2.contested",
    "OP 5.3.2.points",
    "OP 5.2.4.points",
    "OP 5.1.low_value_items",
)
def test_control_zones() -> None:
    match = start(
        mech("A", "b6", SHIELD),
        mech("A", "f6", SHIELD),
        mech("B", "g7", SHIELD),
        mech("B", "j6", SHIELD, stance="shutdown", link=0),
        drone("B", "k7", "md_1_dragonfly_micro_scout"),
        stage="end_phase",
        round=2,
        task="forward_advance",
    )
    assert match.state.owners == [0, -1, -1]
    assert match.state.scores == [2, 0]


@pytest.mark.clause("OP 5.4.3.direct", "OP 5.4.3.once")
def test_terminals_accessed_directly() -> None:
    match = start(mech("A", "b6", SHIELD), mech("B", "l1", SHIELD), stage="end_phase", round=1, task="receive_signal")
    assert match.state.scores == [2, 0]
    assert cited(match, "OP 5.4.3.direct")


@pytest.mark.clause("OP 5.4.3.remote", "OP 4.11.2.tie", "OP 4.11.2.lightning", "OP 4.11.2.light")
def test_remote_access() -> None:
    """Two dice against three: nothing to nothing goes to the initiator; more light hits or lightning decide else."""

    def access(*dice: int) -> list[int]:
        match = start(mech("A", "b9", dial="tactical"), mech("B", "l1"), task="receive_signal", dice=dice)
        say(match, "act:torso/remote_access")
        assert refused(match, "act:torso/remote_access") in ("OP 3.4.3.once", "OP 5.4.3.remote")
        return match.state.scores

    assert access(8, 8, 8, 8, 8) == [2, 0]
    assert access(8, 8, 3, 8, 8) == [0, 0]
    assert access(6, 8, 1, 1, 1) == [2, 0]


@pytest.mark.clause("OP task.black_box", "OP 5.3.1.pick_up", "OP 5.3.1.carrying")
def test_black_boxes() -> None:
    hand = "cc_4_cleaver_r"
    match = start(mech("A", "f9", hand), mech("B", "f2"), stage="end_opportunity", boxes=["f9-5"])
    assert match.state.units[0].box == 1 << 3
    held = start(
        mech("A", "f9", hand, boxes=["right_arm"]),
        mech("B", "f2"),
        stage="end_phase",
        round=5,
        task="key_facility",
    )
    assert held.state.scores == [4, 0]
    full = position(mech("A", "f9", hand, boxes=["right_arm"]), mech("B", "f2"))
    from muster.games.obsidian_protocol.state.sheet import freehands

    assert freehands(full, full.units[0], -1) == []


def lost(secondary: str, named: str, seat: int = 0, **more: object) -> list[int]:
    """The points after the chassis-less mech b1 of side B falls apart."""
    secondaries = (secondary, "") if seat == 0 else ("", secondary)
    names = (named, "") if seat == 0 else ("", named)
    match = start(
        mech("A", "f9"),
        mech("B", "f2", destroyed=["chassis"]),
        mech("B", "h2"),
        stage="end_phase",
        secondary=secondaries,
        named=names,
        **more,
    )
    return match.state.scores


@pytest.mark.clause(
    "OP task.behead",
    "OP task.bounty",
    "OP task.annihilation",
    "OP task.obsolescence",
    "OP task.escort",
    "OP task.mercy",
    "OP task.excavation",
    "OP task.commander_parts",
    "OP task.commander",
)
def test_secondary_tasks() -> None:
    whole = "type_55_shield"
    assert lost("behead", "b1") == [5, 0]
    assert lost("bounty", "b1") == [4, 0]
    assert lost("obsolescence", "b1", 1) == [0, 2]
    keep = mech("A", "f9", whole, "cc_4_cleaver_r")
    foe = mech("B", "f2", whole, "cc_4_cleaver_r", destroyed=["left_arm"])

    def ended(secondary: str, named: str = "", **more: object) -> list[int]:
        match = start(keep, foe, stage="end_phase", round=5, secondary=(secondary, ""), named=(named, ""), **more)
        return match.state.scores

    assert ended("escort", "a0") == [3, 0]
    assert ended("mercy") == [2, 0]
    assert ended("excavation", "foxtrot") == [2, 0]
    assert ended("excavation", "alpha") == [0, 0]
    assert ended("", task="assassination", commanders=("a0", "b1")) == [3, 0]
    assert sum(lost("annihilation", "")) == 2 + 2  # b1 fell apart, and so did a0, which has two parts only
    fallen = start(
        keep,
        mech("B", "f2", destroyed=["chassis"]),
        mech("B", "h2", whole),
        stage="end_phase",
        task="assassination",
        commanders=("a0", "b1"),
    )
    assert fallen.over
    assert fallen.state.scores == [10, 0]
