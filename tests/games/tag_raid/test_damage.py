"""Damage: saving rolls by ammunition, wounds, Teseum, states, death, loot, respawn."""

from __future__ import annotations

import pytest

from games.tag_raid.playing import CONTENT, asked, miners, offered, refused, say, start, told
from muster.games.tag_raid.cards.content import Ammunition
from muster.games.tag_raid.rules.damage import Impact, attack_damage, is_slowed, saving_rolls
from muster.games.tag_raid.rules.rolls import Hits
from muster.games.tag_raid.state.questions import armor_of
from muster.kernel.requests import Table

WEST = {"at": [201, 100], "facing": 90}
EAST = {"at": [664.9, 100], "facing": 90}
NEAR = {"at": [485.2, 100], "facing": 90}
MID = {"at": [430, 100], "facing": 90}
HIT, MISS = 5, 20
"""A die that hits and is no critical, and one that misses; as a save the first fails and the second holds."""


@pytest.mark.clause(
    "TR ammo.normal",
    "TR ammo.da",
    "TR ammo.exp",
    "TR ammo.ap",
    "TR ammo.critical",
    "TR damage.each_hit",
)
def test_saving_rolls_for_each_ammunition() -> None:
    """The worked figures: a critical with double action means three, with explosive ammunition four."""
    kinds = (Ammunition.N, Ammunition.DA, Ammunition.EXP, Ammunition.AP)
    assert [saving_rolls(kind, Hits(1, 0)) for kind in kinds] == [1, 2, 3, 1]
    assert [saving_rolls(kind, Hits(1, 1)) for kind in kinds] == [2, 3, 4, 2]
    assert saving_rolls(Ammunition.DA, Hits(3, 1)) == 7


@pytest.mark.clause(
    "TR save.damage",
    "TR cover.damage",
    "TR ammo.ap",
    "TR ammo.ap_cover",
    "TR trait.armor_zero",
    "TR rounding.up",
)
def test_the_damage_that_must_be_beaten() -> None:
    state = start(miners(A=WEST, B=EAST)).state
    plated = state.miners[0]
    plated.slots = tuple(tool.number for tool in CONTENT.tools if tool.id == "reinforced_plating")
    assert armor_of(state, plated) == 5
    hit = Hits(1, 0)
    assert attack_damage(state, plated, Impact(1, 0, hit, 13, Ammunition.N)) == 8
    assert attack_damage(state, plated, Impact(1, 0, hit, 13, Ammunition.N, cover=True)) == 5
    assert attack_damage(state, plated, Impact(1, 0, hit, 13, Ammunition.AP)) == 10, "half of 5, rounded up"
    assert attack_damage(state, plated, Impact(1, 0, hit, 13, Ammunition.AP, cover=True)) == 7, "cover is not halved"
    assert attack_damage(state, plated, Impact(1, 0, hit, 15, Ammunition.N, armor_zero=True)) == 15


LIMIT = 14 - CONTENT.tags[1].armor
"""What the Tafang must roll above when a pick hits it."""


@pytest.mark.clause("TR save.roll", "TR save.fail", "TR save.pass", "TR teseum.wound")
def test_a_save_fails_up_to_the_damage() -> None:
    match = start(miners(A={**MID, "facing": 90}, B=NEAR), [HIT, HIT, LIMIT, LIMIT + 1])
    say(match, "stay@90", "pass", "strike:pick>B2")
    assert told(match, "saved") == [{"seat": 1, "by": 0, "limit": LIMIT, "faces": f"{LIMIT} {LIMIT + 1}", "lost": 1}]
    assert match.view(0).miners[1].wounds == 2
    assert match.view(0).miners[0].teseum == 1


@pytest.mark.clause("TR teseum.below_zero", "TR death.zero", "TR death.removed", "TR respawn.roll", "TR respawn.back")
def test_wounds_below_zero_bring_nothing() -> None:
    match = start(miners(A=MID, B={**NEAR, "wounds": 1, "slowed": True}), [HIT, HIT, 1, 1, 9])
    say(match, "stay@90", "pass", "strike:pick>B2")
    assert match.view(0).miners[0].teseum == 1
    assert told(match, "died") == [{"seat": 1}]
    assert [(event["seat"], event["number"]) for event in told(match, "deployed")] == [(1, 5)]
    tafang = match.view(0).miners[1]
    assert (tafang.wounds, tafang.slowed) == (3, False)


@pytest.mark.clause("TR death.tokens", "TR respawn.orders", "TR death.takings_first")
def test_the_active_miner_dies_and_goes_on() -> None:
    match = start(
        miners(A={**MID, "wounds": 1, "slowed": True, "teseum": 2}, B={**NEAR, "facing": 270}), [2, HIT, HIT, 1, 9]
    )
    say(match, "stay@90", "strike:claw", "strike:pick>B1")
    assert told(match, "died") == [{"seat": 0}]
    assert asked(match) == "A prompt.turn"
    assert match.view(0).miners[0].orders == 1


@pytest.mark.clause("TR teseum.several")
def test_several_who_wound_are_each_paid() -> None:
    three = miners(A={**MID, "wounds": 1}, B={**NEAR, "facing": 270}, C={"at": [374.8, 100], "facing": 90})
    match = start(three, [HIT, HIT, 1, 20, 1, 20, 20, 9])
    say(match, "stay@90", "strike:claw", "strike:jackhammer", "idle")
    gains = {event["seat"]: event["count"] for event in told(match, "teseum")}
    assert gains == {1: 1, 2: 1}


@pytest.mark.clause("TR death.order", "TR death.takings_first")
@pytest.mark.parametrize(("timeline", "first"), [(["C", "B", "A"], 1), (["C", "A", "B"], 0)])
def test_the_dead_follow_the_timeline(timeline: list[str], first: int) -> None:
    """A kills B and is killed by C in the same order: all are paid, then the dead go and come back one by one."""
    three = miners(
        A={**MID, "tag": "cavecrawler", "wounds": 1},
        B={**NEAR, "tag": "tafang", "facing": 270, "wounds": 1},
        C={"at": [374.8, 100], "facing": 90, "tag": "stonebreaker"},
    )
    turn = timeline.index("A")
    match = start({**three, "timeline": timeline, "turn": turn}, [2, HIT, 20, 1, 1, 1, 1, 15, 20])
    say(match, "stay@90", "strike:pick", "idle", "strike:jackhammer>B1")
    keys = [event.key for event in match.table.events if event.key in ("teseum", "died", "deployed")]
    assert keys == ["teseum", "teseum", "died", "deployed", "died", "deployed"]
    assert [event["seat"] for event in told(match, "died")] == [first, 1 - first]
    assert [event["seat"] for event in told(match, "deployed")] == [first, 1 - first]


@pytest.mark.clause("TR loot.half", "TR loot.tools_drop", "TR loot.secured", "TR loot.token", "TR warehouse.safe")
def test_half_is_kept_and_the_rest_is_loot() -> None:
    rich = {**NEAR, "wounds": 1, "teseum": 2, "bezoar": 3, "stored_teseum": 4, "tools": ["harpoon", "stabilizer"]}
    match = start(miners(A=MID, B=rich), [HIT, MISS, 1, 9])
    say(match, "stay@90", "pass", "strike:pick>B2")
    assert asked(match) == "B prompt.keep"
    assert offered(match) == ["keep:0t+3b", "keep:1t+2b", "keep:2t+1b"]
    say(match, "keep:1t+2b")
    tafang = match.view(0).miners[1]
    assert (tafang.teseum, tafang.bezoar, tafang.stored_teseum) == (1, 2, 4)
    assert tafang.tools == ()
    assert tafang.equipment == ("rifle", "claw"), "secured slots keep their cards"
    assert tafang.loot is not None
    assert (tafang.loot.teseum, tafang.loot.bezoar, tafang.loot.tools) == (1, 1, ("harpoon", "stabilizer"))
    assert (tafang.loot.x, tafang.loot.y) == (4852, 1425), "in contact with where the base was"


FALLEN = {"stage": "death", "dead": ["B"]}


@pytest.mark.clause("TR loot.no_room", "TR loot.token")
def test_loot_without_room_lies_where_the_miner_stood() -> None:
    """In the middle of a roof there is no room beside the base; nearer to its edge there is."""
    middle = start({**miners(A=MID, B={"at": [433, 400], "roof": True, "tools": ["harpoon"]}), **FALLEN})
    assert asked(middle) == "B prompt.look"
    assert middle.state.miners[1].loot_spot == (4330, 4000, 0)
    edge = start({**miners(A=MID, B={"at": [410.6, 400], "roof": True, "tools": ["harpoon"]}), **FALLEN})
    assert asked(edge) == "B prompt.token"
    assert all(option.value[2] == 0 for option in edge.pending[1].space.options())


@pytest.mark.clause("TR loot.second_death")
def test_a_second_death_clears_the_old_loot() -> None:
    again = {**NEAR, "wounds": 1, "teseum": 2, "loot": {"at": [300, 250], "teseum": 3, "tools": ["harpoon"]}}
    match = start(miners(A=MID, B=again), [HIT, MISS, 1, 9])
    say(match, "stay@90", "pass", "strike:pick>B2")
    loot = match.view(0).miners[1].loot
    assert loot is not None
    assert (loot.teseum, loot.tools) == (1, ())
    assert match.view(0).discard == ("harpoon",)


@pytest.mark.clause("TR loot.take", "TR loot.tools", "TR loot.token_back", "TR container.may")
def test_taking_loot() -> None:
    lying = {**EAST, "loot": {"at": [480, 100], "teseum": 2, "bezoar": 1, "tools": ["harpoon", "stabilizer"]}}
    match = start(miners(A=MID, B=lying))
    say(match, "move:437.4,100@90")
    assert offered(match) == ["loot:B", "done"]
    say(match, "loot:B", "equip:harpoon", "leave")
    stone = match.view(0).miners[0]
    assert (stone.teseum, stone.bezoar, stone.tools) == (2, 1, ("harpoon",))
    assert match.view(0).miners[1].loot is None
    assert match.view(0).discard == ("stabilizer",)


@pytest.mark.clause(
    "TR slowed.enter",
    "TR save.state",
    "TR state.end_of_order",
    "TR state.one_token",
    "TR tool.sure_footed",
)
def test_a_harpoon_slows_whatever_the_save_says() -> None:
    match = start(miners(A={**MID, "tools": ["harpoon"]}, B={**EAST, "at": [590, 80]}), [HIT, 20])
    say(match, "stay@90", "shoot:harpoon>B1", "pass")
    assert match.view(0).miners[1].slowed
    assert told(match, "slowed") == [{"seat": 1}]
    state = match.state
    is_slowed(Table(True), state, state.miners[1], "TR slowed.enter")
    assert state.miners[1].slowed
    sure = start(
        miners(A={**MID, "tools": ["harpoon"]}, B={**EAST, "at": [590, 80], "tools": ["crawler_tracks"]}), [HIT, 20]
    )
    say(sure, "stay@90", "shoot:harpoon>B1", "pass")
    assert not sure.view(0).miners[1].slowed


@pytest.mark.clause("TR trait.decoy", "TR tool.mods", "TR tool.kinds")
def test_gear_changes_values() -> None:
    plain = start(miners(A=MID, B={**EAST, "at": [590, 80]}), [20, 20, 20])
    say(plain, "stay@90", "shoot:rifle>B3", "pass")
    assert told(plain, "attacked")[0]["value"] == 12
    decoy = start(
        miners(A={**MID, "tools": ["stabilizer"]}, B={**EAST, "at": [590, 80], "tools": ["smoke_screen"]}), [20, 20, 20]
    )
    say(decoy, "stay@90", "shoot:rifle>B3", "pass")
    assert told(decoy, "attacked")[0]["value"] == 11
    assert refused(say(plain, "stay@90"), "strike:rifle>B1") == "TR close.weapon"
    armored = start(miners(A=MID, B={**NEAR, "tools": ["ceramic_plating"]}), [HIT, MISS, 20])
    say(armored, "stay@90", "pass", "strike:pick>B2")
    assert told(armored, "saved")[0]["limit"] == LIMIT - 2


@pytest.mark.clause("TR tool.disposable")
def test_a_charge_is_gone_when_thrown() -> None:
    match = start(miners(A={**MID, "tools": ["charge_thrower"]}, B={**EAST, "at": [590, 80]}), [20])
    say(match, "stay@90", "shoot:charge_thrower>B1", "pass")
    assert match.view(0).miners[0].tools == ()
    assert told(match, "discarded") == [{"seat": 0, "tool": "charge_thrower"}]


@pytest.mark.clause("TR bezoar.gain", "TR warehouse.store")
def test_every_card_says_where_its_figures_come_from() -> None:
    assert all(tool.effect or tool.kind <= 2 or tool.traits for tool in CONTENT.tools)
    match = start({**miners(A={"at": [350, 140], "teseum": 1, "bezoar": 1}, B=EAST), "tool_deck": ["strongbox"]}, [1])
    say(match, "move:322.4,140@90", "draw:1")
    stone = match.view(0).miners[0]
    assert (stone.stored_teseum, stone.stored_bezoar, stone.teseum, stone.bezoar) == (1, 1, 0, 0)
