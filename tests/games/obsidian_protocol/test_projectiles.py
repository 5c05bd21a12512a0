"""Launching, mines, unfolding, blasts at terrain, link beacons, and in which order things come (4.7, 4.9, 5.4.2)."""

from __future__ import annotations

import pytest

from games.obsidian_protocol.desk import action_of, drone, keys_of, mech, position, start, steps, told, wall
from muster.games.obsidian_protocol.board.battlefield import GRID_INDEX, GRID_NAMES
from muster.games.obsidian_protocol.cards.kinds import Kind, Level, Stance
from muster.games.obsidian_protocol.rules.actions import delayed, detonation, projectiles
from muster.games.obsidian_protocol.rules.mission import tactics_cards
from muster.games.obsidian_protocol.rules.movement.standing import place_name
from muster.games.obsidian_protocol.rules.warfare import stealth
from muster.games.obsidian_protocol.state.geometry import card_of, grid_of, place_of
from muster.games.obsidian_protocol.state.state import State
from muster.kernel.requests import Ask, Roll, Table

HYENA, RADAR, MISSILE = "dtg_30m_hyena_mg_type", "dtg_30r_hyena_radar_type", "mc_3_razor_missile"
MINE, BEACON, SCOUT = "gm_35_anti_armor_mine", "mes_beacon", "md_1_dragonfly_micro_scout"
PHOLCUS, SHELL = "sgm2_pholcus_automatic_mine", "m25_shrapnel_shell"


@pytest.mark.clause("OP card.mine", "OP card.mine_on_mine")
def test_mines_go_off_from_the_first_player_on() -> None:
    for first, order in (("A", ["a2", "b1", "b3"]), ("B", ["b1", "b3", "a2"])):
        units = [mech("A", "a1"), drone("B", "f8-1", MINE), drone("A", "f8-5", MINE), drone("B", "f8-9", MINE)]
        state = position(*units, drone("B", "f9-5", MINE), first=first)
        table = Table(True)
        assert [unit.id for unit in detonation.mines_in(state, GRID_INDEX["f8"])] == [1, 2, 3]
        steps(detonation.set_off(table, state, detonation.mines_in(state, GRID_INDEX["f8"])))
        assert [event.params["unit"] for event in table.events if event.key == "detonated"] == order
        assert [unit.alive for unit in state.units] == [True, False, False, False, True]


@pytest.mark.clause("OP card.mine_on_mine")
def test_a_mine_disturbs_older_mines_only() -> None:
    units = [mech("A", "a1"), drone("B", "f8-1", MINE), drone("A", "f8-5", MINE)]
    state = position(*units)
    table = Table(True)
    steps(projectiles.disturb_mines(table, state, GRID_INDEX["f8"], 2))
    assert [event.params["unit"] for event in table.events if event.key == "detonated"] == ["b1"]


@pytest.mark.clause("OP 4.7.2.terrain", "OP 2.6.attacked")
def test_a_blast_takes_terrain_along() -> None:
    pieces = [
        wall("f7", 1, 1, 1, soft=True),
        wall("f6", 1, 1, 1, soft=True),
        wall("e8", 1, 1, 1),
        wall("g8", 1, 1, 1, soft=True),
    ]
    state = position(mech("A", "a1"), terrain=pieces)
    here = GRID_INDEX["f8"]
    asked = steps(detonation.shatter(Table(True), state, 1, here, 1))[0]
    assert (asked.seat, asked.small, keys_of(asked)) == (1, True, ["done", "target:t0", "target:t3"])
    table = Table(True)
    found = steps(detonation.shatter(table, state, 1, here, 1), 3)
    assert keys_of(found[-1]) == ["done", "target:t0"]
    assert state.wrecked == 0b1000
    assert [event.params for event in table.events] == [{"terrain": 3, "shape": "crate", "height": 1, "grid": "g8"}]
    assert steps(detonation.shatter(table, state, 1, here, 1), -1)[-1] is None
    assert steps(detonation.shatter(table, state, 1, GRID_INDEX["k12"], 1)) == [None]
    assert keys_of(steps(detonation.shatter(table, state, 1, here, 2))[0]) == ["done", "target:t0", "target:t1"]


@pytest.mark.clause("OP 4.7.3.all")
def test_whom_an_explosion_asks_for() -> None:
    """Everybody in range but what went off, friend or foe; who causes it says who comes first."""
    units = [drone("A", "f8-5", SHELL), mech("B", "f7"), drone("A", "g8", HYENA), mech("B", "f6"), mech("A", "e7")]
    state = position(*units, stage="delay")
    shell = state.units[0]
    action = delayed.delayed(state, shell)
    assert action is not None
    table = Table(True)
    asked = steps(detonation.detonate(table, state, shell, action, None))[0]
    assert keys_of(asked) == ["unit:b1", "unit:a2"]
    assert [event.key for event in table.events] == ["detonated"]


@pytest.mark.clause("OP 4.7.1.launch", "OP 4.7.4.deploy")
def test_what_is_launched() -> None:
    state = position(mech("A", "f8", facing="e"), mech("B", "a1"))
    unit = state.units[0]
    card = state.content.units[state.content.unit_number[MISSILE]]
    table = Table(True)
    made = steps(projectiles.launch(table, state, unit, card, GRID_INDEX["f5"], False))[-1]
    assert (made.id, made.seat, made.facing, made.deployed, made.alive, made.count) == (2, 0, 1, True, True, 1)
    assert place_name(place_of(made)) == "f5-5"
    assert [(event.key, event.clause) for event in table.events] == [("launched", "OP 4.7.1.launch")]
    beacon = state.content.units[state.content.unit_number[BEACON]]
    table = Table(True)
    assert isinstance(steps(projectiles.launch(table, state, unit, beacon, GRID_INDEX["f7"], True))[0], Ask)
    group = state.content.units[state.content.unit_number["rkg70_missile_group"]]
    missiles = next(action.plain["missile_group"] for action in group.actions)
    assert missiles > 1
    assert projectiles.new_unit(state, 0, group).count == missiles


@pytest.mark.clause("OP 4.9.sequence", "OP 4.9.token", "OP 4.9.must")
def test_every_token_is_spent_until_it_is_down() -> None:
    """Interceptors one after the other, each until its tokens are gone; a shot that brings it down is the last."""
    hyena = drone("B", "f6", HYENA)
    match = start(
        mech("A", "f9", "ml_34_quad_missile_rack", dial="projectile"),
        hyena,
        {**hyena, "at": "g6"},
        dice=(8,) * 60,
    )
    state: State = match.state
    tokens = sum(state.units[1].intercepts) + sum(state.units[2].intercepts)
    assert tokens >= 2
    match.answer(0, "act:backpack/missile")
    match.answer(0, "grid:f7")
    while not told(match, "launched") or any(ask.small for ask in match.pending.values()):
        seat, ask = next(iter(match.pending.items()))
        match.answer(seat, ask.space.options()[0].key)
    assert len(told(match, "intercepts")) == tokens
    assert sum(state.units[1].intercepts) + sum(state.units[2].intercepts) == 0
    assert state.units[3].alive


@pytest.mark.clause("OP card.link_beacon")
def test_a_link_beacon() -> None:
    units = [mech("A", "f8", link=1), mech("A", "f5", link=1), mech("A", "f4", link=1), mech("B", "f9", link=1)]
    state = position(*units, drone("A", "f8-5", "b3_1_link_beacon"), drone("A", "g8", HYENA))
    beacon = state.units[4]
    action = delayed.delayed(state, beacon)
    assert action is not None
    assert action.range == 3
    steps(delayed.act_delayed(Table(True), state, beacon, action))
    more = 1 + action.plain["restore_link_all"]
    assert [unit.link for unit in state.units[:4]] == [more, more, 1, 1]
    assert beacon.alive


UNFOLDS = [
    ([], True, None),
    ([drone("B", "f8-1", SCOUT)], True, None),
    ([drone("B", "f9", HYENA)], True, None),
    ([drone("A", "f8-1", BEACON)], False, None),
    ([drone("B", "f8-1", BEACON)], False, "b2"),
]


@pytest.mark.clause("OP card.pholcus", "OP 4.7.replaced")
@pytest.mark.parametrize(("units", "unfolds", "target"), UNFOLDS)
def test_unfolding(units: list[dict[str, object]], unfolds: bool, target: str | None) -> None:
    state = position(drone("A", "f8-5", PHOLCUS, facing="w"), mech("A", "a12"), *units, stage="delay")
    mine = state.units[0]
    table = Table(True)
    found = steps(delayed.unfold(table, state, mine), *([0] if unfolds else []))
    made = state.units[-1]
    if unfolds:
        asked = found[0]
        assert keys_of(asked)[0] == "place:f8-5"
        made = state.units[-1]
        assert made.facing == 3
        assert (made.kind, made.level) == (Kind.DRONE, Level.GROUND)
        assert [event.key for event in table.events] == ["unfolded"]
    else:
        assert [event.key for event in table.events][:2] == ["unfolded", "detonated"]
        assert GRID_NAMES[grid_of(made)] == "f8"
        assert place_of(made) == place_of(mine)
        assert made.alive == (target is not None)
        assert isinstance(found[0], Roll) == (target is not None)
    assert not mine.alive


@pytest.mark.clause("OP 4.12.2.contact")
def test_who_appears_first() -> None:
    for first, seat in (("A", 0), ("B", 1)):
        units = [mech("A", "f8", stealth=0), mech("B", "f7", stealth=0), mech("A", "f6", stealth=0)]
        state = position(*units, first=first)
        table = Table(True)
        found = steps(stealth.bump(table, state, state.units))
        if seat == 0:
            assert (found[0].seat, keys_of(found[0])) == (0, ["unit:a0", "unit:a2"])
        else:
            shown = [event.params["unit"] for event in table.events if event.key == "revealed"]
            assert shown[0] == "b1"


@pytest.mark.clause("OP card.recovery", "OP card.restart")
def test_tactics_of_the_end_phase() -> None:
    ids = [card.id for card in position(mech("A", "f8")).content.tactics]
    down = mech("A", "f8", stance="shutdown", link=0), mech("A", "h8", link=2)
    other = mech("B", "f2", stance="shutdown", link=0)
    for first in ("A", "B"):
        state = position(*down, other, first=first, tactics=[ids, ids])
        seat = "AB".index(first)
        asked = steps(tactics_cards.end_phase_tactics(Table(True), state))[0]
        assert asked.seat == seat
        names = {card.effect: card.id for card in state.content.tactics}
        assert keys_of(asked) == [f"tactic:{names['remote_restart']}", "pass"]
        passed = steps(tactics_cards.end_phase_tactics(Table(True), state), False)
        if first == "A":
            assert keys_of(passed[-1]) == [f"tactic:{names['battlefield_recovery']}", "pass"]
        else:
            assert passed[-1].seat == 0
    state = position(*down, other, tactics=[ids, []])
    table = Table(True)
    played = steps(tactics_cards.end_phase_tactics(table, state), True, 0)
    assert keys_of(played[1]) == ["unit:a0"]
    assert keys_of(played[2]) == ["stance:defensive", "stance:mobility", "stance:offensive"]
    state = position(*down, other, tactics=[ids, []])
    steps(tactics_cards.end_phase_tactics(table, state), True, 0, Stance.MOBILITY)
    assert (state.units[0].stance, state.units[0].link, state.played) == (Stance.MOBILITY, 1, 1)
    state = position(*down, other, tactics=[ids, []])
    steps(tactics_cards.end_phase_tactics(table, state), False, True, 1)
    assert state.units[1].link == 3
    standing = steps(tactics_cards.change_stance(table, state, state.units[1], "OP card.disposition"))[0]
    assert keys_of(standing) == ["stance:defensive", "stance:mobility"]


@pytest.mark.clause("OP card.covert", "OP 6.2.direct", "OP 6.2.arc", "OP 4.7.1.direct")
def test_where_something_can_be_launched_to() -> None:
    state = position(
        mech("A", "f8", "ml_34_quad_missile_rack"), mech("B", "f6"), terrain=[wall("e7", 1, 1, 1), wall("g8")]
    )
    unit = state.units[0]
    _, missile = action_of(state, unit, "missile")
    (effect,) = missile.launches
    plain = {keyword: figure for keyword, figure in missile.plain.items() if keyword != "arc"}
    direct = {GRID_NAMES[g] for g in projectiles.landing_grids(state, unit, missile, plain, effect)}
    arc = {GRID_NAMES[g] for g in projectiles.landing_grids(state, unit, missile, {**plain, "arc": 1}, effect)}
    assert {"f8", "f7", "f6", "f5"} <= direct
    assert not {"e7", "g8", "f4"} & direct
    assert {"e7", "g8", "h8", "i8"} <= arc
    assert "f4" not in arc
    assert "f4" in {
        GRID_NAMES[g] for g in projectiles.landing_grids(state, unit, missile, {**plain, "range": 1}, effect)
    }
    covert = position(mech("A", "f8", "cp_3_beacon_backpack", carried="b3_2_decoy_beacon"))
    _, beacon = action_of(covert, covert.units[0], "beacon")
    assert [effect.card for effect in projectiles.loaded(covert, covert.units[0], beacon)] == ["b3_2_decoy_beacon"]
    assert card_of(state, projectiles.new_unit(state, 1, state.content.units[0])).number == 0


@pytest.mark.clause("OP card.pholcus", "OP 4.3.2.over")
def test_a_jump_needs_no_room() -> None:
    unfolded = "sgm_2_pholcus_automatic_mine_unfolded"
    state = position(drone("A", "f8", unfolded), mech("B", "f7"), mech("A", "a12"), stage="automatic")
    jumper = state.units[0]
    table = Table(True)
    steps(delayed.jump_to(table, state, jumper, GRID_INDEX["f7"], "OP card.pholcus"))
    assert place_name(place_of(jumper)) == "f7-5"
    assert [(event.key, event.params["grid"]) for event in table.events] == [("flew", "f7")]
