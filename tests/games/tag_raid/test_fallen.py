"""Deaths, loot, tools and what is told of them: every unit and every card has its place."""

from __future__ import annotations

from typing import Any

import pytest

from games.tag_raid.playing import CONTENT, GAME, asked, miners, offered, refused, say, start, told
from muster.games.tag_raid.board.spots import GROUND
from muster.games.tag_raid.rules.neomaterial import gain_bezoar, gain_teseum
from muster.games.tag_raid.rules.tools import blocked_sources, source_option, sources
from muster.games.tag_raid.state.questions import works_at
from muster.games.tag_raid.state.state import Order, State
from muster.kernel.match import Match
from muster.kernel.requests import Table

MID = {"at": [430, 100], "facing": 90}
NEAR = {"at": [485.2, 100], "facing": 90, "wounds": 1}
FAR = {"at": [866, 550], "facing": 180}
HIT = [5, 20, 1]
"""A pick hits once, and the save fails."""
NUMBERS = {tool.id: tool.number for tool in CONTENT.tools}


def slain(*answers: str, dice: tuple[int, ...] = (9,), **victim: Any) -> Match[State]:
    """A kills B."""
    match = start(miners(A=MID, B={**NEAR, **victim}), [*HIT, *dice])
    return say(match, "stay@90", "pass", "strike:pick>B2", *answers)


@pytest.mark.clause("TR loot.second_death", "TR loot.token")
def test_what_the_first_death_left_goes_back_where_it_came_from() -> None:
    old = {"at": [300, 250], "teseum": 3, "bezoar": 2, "tools": ["harpoon"]}
    match = slain(loot=old, teseum=1, bezoar=3, tools=["stabilizer"])
    before = GAME.testing.conserved(start(miners(A=MID, B={**NEAR, "loot": old, "teseum": 1, "bezoar": 3})).state)
    assert {name: GAME.testing.conserved(match.state)[name] for name in ("teseum", "bezoar")} == {
        name: before[name] for name in ("teseum", "bezoar")
    }
    assert (match.state.reserve_teseum, match.state.reserve_bezoar) == (60 + 3 - 1, 60 + 2), "A was paid one"
    assert told(match, "loot_lost") == [{"seat": 1}]
    assert match.state.discard == (NUMBERS["harpoon"],)
    assert asked(match) == "B prompt.keep"
    assert offered(match) == ["keep:0t+2b", "keep:1t+1b"]
    say(match, "keep:1t+1b")
    dead = match.state.miners[1]
    assert (dead.teseum, dead.bezoar, dead.loot_teseum, dead.loot_bezoar) == (1, 1, 0, 2)
    assert dead.loot_tools == (NUMBERS["stabilizer"],)
    assert told(match, "loot_dropped") == [{"seat": 1, "count": 2, "hexagon": "c1", "place": "485.2,142.5"}]


@pytest.mark.clause("TR loot.half", "TR loot.token")
@pytest.mark.parametrize(
    ("given", "left", "count"),
    [
        ({"teseum": 1}, (1, 0, 0, 0), None),
        ({"teseum": 2}, (1, 0, 1, 0), 1),
        ({"bezoar": 5}, (0, 3, 0, 2), 2),
        ({"tools": ["harpoon"]}, (0, 0, 0, 0), 0),
        ({}, (0, 0, 0, 0), None),
    ],
)
def test_a_token_for_whatever_is_lost(
    given: dict[str, Any], left: tuple[int, int, int, int], count: int | None
) -> None:
    match = slain(**given)
    dead = match.state.miners[1]
    assert (dead.teseum, dead.bezoar, dead.loot_teseum, dead.loot_bezoar) == left
    assert [event["count"] for event in told(match, "loot_dropped")] == ([] if count is None else [count])
    assert (dead.loot_spot[0] > 0) == (count is not None)


@pytest.mark.clause("TR loot.beast")
def test_what_the_megabeast_takes_goes_to_the_reserve() -> None:
    beast = {"hexagon": "c4", "facing": "e", "card": "deep_hunger"}
    victim = {"at": [633.9, 550], "facing": 270, "wounds": 1, "teseum": 4, "bezoar": 3, "tools": ["harpoon"]}
    match = start({**miners(A=victim, B={"at": [201, 100], "facing": 270}), "beast": beast}, [1, 9])
    say(match, "stay@270", "idle", "keep:2t+2b")
    assert told(match, "loot_lost") == [{"seat": 0}]
    assert (match.state.reserve_teseum, match.state.reserve_bezoar) == (62, 61)
    dead = match.state.miners[0]
    assert (dead.teseum, dead.bezoar, dead.slots, dead.loot_spot) == (2, 2, (), (-1, -1, GROUND))
    assert match.state.discard == (NUMBERS["harpoon"],)
    assert not told(match, "loot_dropped")


@pytest.mark.clause("TR deploy.facing", "TR respawn.roll", "TR death.removed")
def test_who_comes_back_may_turn() -> None:
    match = start({**miners(A=MID, B=NEAR), "stage": "death", "dead": ["B"]}, [9])
    assert asked(match) == "B prompt.look"
    assert told(match, "died") == [{"seat": 1}]
    match.answer(1, "look:17")
    assert [event["facing"] for event in told(match, "deployed")] == [210]
    assert [(event["seat"], event["facing"]) for event in told(match, "turned")] == [(1, 17)]
    still = start({**miners(A=MID, B=NEAR), "stage": "death", "dead": ["B"]}, [9])
    still.answer(1, "look:210")
    assert not told(still, "turned")


@pytest.mark.clause("TR evade.move")
def test_an_evade_move_is_told() -> None:
    match = start(miners(A={"at": [400, 80], "facing": 90}, B={"at": [480, 120], "facing": 90}), [9])
    say(match, "stay@0", "evade", "idle", "move:540,90@270")
    there = {"hexagon": "d1", "place": "540,90", "level": -1, "facing": 270, "way": "w"}
    assert told(match, "evade_moved") == [{"seat": 1, **there}]


def searching(deck: list[str], **given: Any) -> Match[State]:
    """A searches the first container."""
    at = {"at": [350, 140], "facing": 90, **given}
    match = start({**miners(A=at, B=FAR), "tool_deck": deck}, [1])
    return say(match, "move:322.4,140@270", "draw:1")


@pytest.mark.clause("TR tool.find")
@pytest.mark.parametrize(("wounds", "after"), [(2, 3), (1, 2)])
def test_a_repair_kit_mends_a_wound_at_once(wounds: int, after: int) -> None:
    match = searching(["repair_kit"], wounds=wounds)
    assert match.state.miners[0].wounds == after
    assert told(match, "repaired") == [{"seat": 0, "count": 1}]
    assert match.state.discard == (NUMBERS["repair_kit"],)


@pytest.mark.clause("TR tool.kept", "TR tool.replace")
def test_a_repair_kit_with_nothing_to_mend_takes_the_place_of_a_tool_or_is_left() -> None:
    match = searching(["repair_kit"], tools=["harpoon", "chainsaw"])
    assert offered(match) == ["replace:harpoon", "replace:chainsaw", "leave"]
    left = say(match, "leave")
    assert left.state.miners[0].wounds == 3
    assert left.state.discard == (NUMBERS["repair_kit"],)


@pytest.mark.clause("TR tool.kept")
def test_a_repair_kit_mends_what_an_event_did_at_the_end_of_the_next_order() -> None:
    match = start(miners(A={"at": [350, 140], "facing": 90, "wounds": 2, "tools": ["repair_kit", "harpoon"]}, B=FAR))
    mended = say(match, "stay@90", "idle")
    assert (mended.state.miners[0].wounds, mended.state.miners[0].slots) == (3, (NUMBERS["harpoon"],))


@pytest.mark.clause("TR tool.find")
def test_what_finds_give_is_told() -> None:
    stimulant = searching(["stimulant"])
    assert told(stimulant, "orders_gained") == [{"seat": 0, "count": 1}]
    assert stimulant.state.miners[0].orders == 2
    shard = searching(["bezoar_shard"])
    assert told(shard, "bezoar") == [{"seat": 0, "count": 1}]
    assert (shard.state.miners[0].bezoar, shard.state.reserve_bezoar) == (1, 59)
    vein = searching(["rich_vein"])
    assert told(vein, "teseum") == [{"seat": 0, "count": 2}]
    assert (vein.state.miners[0].teseum, vein.state.reserve_teseum) == (2, 58)
    box = searching(["strongbox"], teseum=3)
    assert told(box, "stored") == [{"seat": 0, "count": 2}]
    assert (box.state.miners[0].teseum, box.state.miners[0].stored_teseum) == (1, 2)
    empty = searching(["strongbox"])
    assert not told(empty, "stored")


@pytest.mark.clause("TR tool.slot", "TR tool.replace", "TR tool.discard")
def test_equipping_and_replacing_are_told() -> None:
    match = searching(["harpoon"], tools=["stabilizer"])
    assert offered(match) == ["equip:harpoon", "leave"]
    say(match, "equip:harpoon")
    assert told(match, "equipped") == [{"seat": 0, "tool": "harpoon"}]
    assert match.state.miners[0].slots == (NUMBERS["stabilizer"], NUMBERS["harpoon"])
    assert match.state.order is not None
    assert match.state.order.found == ((NUMBERS["harpoon"], 1),)
    full = searching(["harpoon"], tools=["stabilizer", "watchdog"])
    assert offered(full) == ["replace:stabilizer", "replace:watchdog", "leave"]
    say(full, "replace:stabilizer")
    assert told(full, "discarded") == [{"seat": 0, "tool": "stabilizer"}]
    assert full.state.miners[0].slots == (NUMBERS["watchdog"], NUMBERS["harpoon"])
    left = say(searching(["harpoon"], tools=["stabilizer", "watchdog"]), "leave")
    assert left.state.discard == (NUMBERS["harpoon"],)
    assert not told(left, "equipped")


@pytest.mark.clause("TR container.reach", "TR container.free", "TR container.once", "TR loot.take")
def test_what_can_be_searched() -> None:
    """Containers by their number, loot by whose it is; nothing in contact with an enemy."""
    state = start(miners(A={"at": [322.4, 140]}, B={**FAR, "loot": {"at": [349, 173], "teseum": 1}}, C=MID)).state
    a, b, c = state.miners
    assert sources(state, a) == [0, ~1]
    a.drawn = (0,)
    assert sources(state, a) == [~1]
    assert [(blocked.key, blocked.reason.params) for blocked in blocked_sources(state, a)] == [
        ("draw:1", {"number": 1})
    ]
    assert (source_option(1).key, source_option(1).text.params) == ("draw:2", {"number": 2})
    assert sources(state, c) == []
    assert blocked_sources(state, c) == []
    a.drawn = (2, 2)
    assert sources(state, a) == [0, ~1], "what was drawn elsewhere does not count"
    assert blocked_sources(state, a) == []
    c.x, c.y = a.x + 552, a.y
    assert sources(state, a) == []
    c.x = -1
    b.loot_spot = (a.x, a.y, 0)
    assert sources(state, a) == [0], "loot on a roof is out of reach"
    state.events = tuple(card.number for card in CONTENT.events if card.id == "supply_drop")
    a.drawn = (0,)
    assert sources(state, a) == [0]
    a.drawn = (0, 0)
    assert sources(state, a) == []
    assert [blocked.key for blocked in blocked_sources(state, a)] == ["draw:1"]


@pytest.mark.clause("TR container.once", "TR container.draw", "TR tool.deck")
def test_searching_with_an_empty_deck() -> None:
    remade = start(
        {**miners(A={"at": [350, 140], "facing": 90}, B=FAR), "tool_deck": [], "discard": ["rich_vein", "harpoon"]}, [2]
    )
    say(remade, "move:322.4,140@270", "draw:1")
    assert told(remade, "tool_drawn") == [{"seat": 0, "tool": "harpoon"}]
    assert (remade.state.tools, remade.state.discard) == ((NUMBERS["rich_vein"],), ())
    bare = start({**miners(A={"at": [350, 140], "facing": 90}, B=FAR), "tool_deck": []})
    say(bare, "move:322.4,140@270", "draw:1")
    assert not told(bare, "tool_drawn")
    assert asked(bare) == "A prompt.second"
    assert bare.state.miners[0].drawn == (0,)


@pytest.mark.clause("TR loot.take", "TR loot.tools", "TR loot.token_back")
def test_taking_loot_is_told() -> None:
    lying = {**FAR, "loot": {"at": [480, 100], "teseum": 2, "bezoar": 1, "tools": ["harpoon", "stabilizer"]}}
    match = say(start(miners(A=MID, B=FAR, C={**lying, "at": [800, 400]})), "move:437.4,100@90")
    assert offered(match) == ["loot:C", "done"]
    say(match, "loot:C")
    assert told(match, "loot_taken") == [{"seat": 0, "owner": 2, "count": 3}]
    say(match, "leave", "equip:stabilizer")
    assert match.state.miners[0].slots == (NUMBERS["stabilizer"],)
    assert (match.state.miners[2].loot_teseum, match.state.miners[2].loot_bezoar) == (0, 0)
    assert match.state.miners[2].loot_spot == (-1, -1, GROUND)
    first = say(start(miners(A={**MID, "loot": {"at": [480, 100], "bezoar": 2}}, B=FAR)), "move:437.4,100@90")
    assert offered(first) == ["loot:A", "done"], "one's own loot, too"
    say(first, "done")
    assert asked(first) == "A prompt.second"
    assert not told(first, "loot_taken")


@pytest.mark.clause("TR tool.from_there")
def test_a_tool_works_from_the_node_where_it_was_found() -> None:
    state = start(miners(A=MID, B=FAR)).state
    a, b = state.miners
    found, other = NUMBERS["harpoon"], NUMBERS["stabilizer"]
    before, there, after = (4000, 1000, GROUND), (4300, 1000, GROUND), (4600, 1000, GROUND)
    assert works_at(state, a, found, before), "no order, no path"
    state.order = Order((before, there, after), found=((found, 1),))
    assert [works_at(state, a, found, spot) for spot in (before, there, after)] == [False, True, True]
    assert works_at(state, a, found, None)
    assert works_at(state, a, other, before), "what it had before works everywhere"
    assert works_at(state, b, found, before), "the path is the active miner's"
    state.order.found = ((other, 0), (found, 2))
    assert [works_at(state, a, found, spot) for spot in (before, there, after)] == [False, False, True]


@pytest.mark.clause("TR tag.storage", "TR warehouse.store")
@pytest.mark.parametrize(("teseum", "bezoar", "stored"), [(3, 0, 0), (2, 2, 1), (4, 0, 1), (0, 4, 1), (5, 0, 1)])
def test_the_rockeater_stores_one_of_four(teseum: int, bezoar: int, stored: int) -> None:
    rock = {**MID, "tag": "rockeater", "teseum": teseum, "bezoar": bezoar}
    match = say(start(miners(A=rock, B=FAR)), "end")
    miner = match.state.miners[0]
    assert miner.stored_teseum + miner.stored_bezoar == stored
    assert miner.teseum + miner.bezoar == teseum + bezoar - stored
    other = say(start(miners(A={**MID, "teseum": 9}, B=FAR)), "end").state.miners[0]
    assert other.stored_teseum == 0, "nobody else does"


@pytest.mark.clause("TR teseum.wound", "TR bezoar.gain")
def test_gaining_nothing_is_not_told() -> None:
    state = start(miners(A=MID, B=FAR)).state
    table = Table(True)
    gain_teseum(table, state, state.miners[0], 0, "TR teseum.wound")
    gain_bezoar(table, state, state.miners[0], 0, "TR bezoar.gain")
    assert not table.events
    assert refused(start(miners(A=MID, B=FAR)), "draw:1") == "K option"
