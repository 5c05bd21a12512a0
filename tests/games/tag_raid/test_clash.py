"""The clash of an order, all at once: where attacks fall, who is hard pressed, who will be slowed."""

from __future__ import annotations

import random
from typing import Any

import pytest

from games.tag_raid.playing import CONTENT, GAME, asked, miners, offered, refused, say, start, told
from muster.games.tag_raid.board.spots import GROUND, Spot
from muster.games.tag_raid.cards.content import Ammunition
from muster.games.tag_raid.rules.beast import threat_at
from muster.games.tag_raid.rules.clash import Clash, attacks_on, beset_spots, evade_terms, hard_pressed, threat_to
from muster.games.tag_raid.rules.damage import Impact
from muster.games.tag_raid.rules.hidden import determinize
from muster.games.tag_raid.rules.resolution import beast_is_roused, note_slow, note_terrain
from muster.games.tag_raid.rules.rolls import Hits, Throw, against_threat
from muster.games.tag_raid.rules.skill_proposals import aro_skills, second_skills
from muster.games.tag_raid.state.state import BEAST, Declaration, Order, Skill, State
from muster.kernel.dice import ScriptedDice, SeededDice
from muster.kernel.match import Match
from muster.kernel.terms import total

WEST = {"at": [201, 100], "facing": 90}
EAST = {"at": [664.9, 100], "facing": 270}
MID = {"at": [430, 100], "facing": 90}
NUMBERS = {tool.id: tool.number for tool in CONTENT.tools}
START: Spot = (4300, 1000, GROUND)
END: Spot = (4600, 1000, GROUND)
PATH = (START, END)


def shot(at: int, spot: Spot = END, skill: int = Skill.RANGED) -> Declaration:
    return Declaration(skill, NUMBERS["rifle"], spot, ((at, 1),))


@pytest.mark.clause("TR tool.from_there", "TR evade.one_roll")
def test_where_the_attacks_on_a_miner_fall() -> None:
    order = Order(PATH)
    acts = {0: Declaration(Skill.EVADE), 1: shot(0, START), 2: shot(0, END), 3: Declaration(Skill.IDLE)}
    clash = Clash(acts, None, [])
    assert attacks_on(clash, 0) == [1, 2]
    assert attacks_on(clash, 1) == []
    assert beset_spots(order, clash, 0) == [START, END]
    assert beset_spots(order, clash, 1) == [END], "nobody attacks it: where the path ends"
    bitten = Clash(acts, START, [0, 3])
    assert beset_spots(order, bitten, 0) == [START, END, START]
    assert beset_spots(order, bitten, 3) == [START]
    assert beset_spots(order, bitten, 1) == [END]


@pytest.mark.clause("TR evade.attribute", "TR tool.boost", "TR tool.from_there")
def test_gear_helps_an_evade_only_if_it_works_wherever_attacks_fall() -> None:
    tools = ["motion_sensor", "thrusters"]
    four = miners(A={**MID, "at": [460, 100], "tools": tools}, B=WEST, C=EAST)
    state = start({**four, "events": ["quick_reflexes"]}).state
    evade = CONTENT.tags[0].evade + 3
    for found, node, spots, plain, boosted in (
        (None, 0, (START, END), evade + 2, evade + 8),
        ("motion_sensor", 1, (END, END), evade + 2, evade + 8),
        ("motion_sensor", 1, (START, END), evade, evade + 6),
        ("motion_sensor", 1, (END, START), evade, evade + 6),
        ("thrusters", 1, (START, END), evade + 2, evade + 2),
        ("thrusters", 1, (END, END), evade + 2, evade + 8),
    ):
        order = Order(PATH, found=() if found is None else ((NUMBERS[found], node),))
        state.order = order
        acts = {1: shot(0, spots[0]), 2: shot(0, spots[1])}
        clash = Clash(acts, None, [])
        assert total(evade_terms(state, order, clash, 0, Declaration(Skill.EVADE))) == plain
        act = Declaration(Skill.EVADE, NUMBERS["thrusters"])
        assert total(evade_terms(state, order, clash, 0, act)) == boosted


@pytest.mark.clause("TR evade.unseen", "TR evade.numbers", "TR evade.hexagon_unseen", "TR evade.single_mod")
def test_who_is_hard_pressed() -> None:
    state = start(miners(A=MID, B=WEST, C={**EAST, "facing": 90})).state
    order = Order((state.miners[0].spot,))
    here = state.miners[0].spot

    def pressed(seat: int, acts: dict[int, Declaration], bitten: list[int] | None = None) -> bool:
        return hard_pressed(state, order, Clash(acts, here if bitten else None, bitten or []), seat)

    assert not pressed(0, {1: shot(0, here)}), "A sees all around"
    assert not pressed(1, {0: shot(1, here)}), "B looks at A"
    assert pressed(2, {0: shot(2, here)}), "C looks away"
    assert not pressed(2, {}), "nothing to evade"
    assert not pressed(2, {0: shot(1, here)})
    state.miners[2].x = state.miners[0].x + 700
    assert pressed(2, {}), "in one hexagon with somebody it does not see"
    state.miners[2].facing = 270
    assert not pressed(2, {})
    state.beast.cell = (2, 3)
    state.miners[1].facing = 270
    assert pressed(1, {}, [1]), "it does not see the MegaBeast"
    state.miners[0].x, state.miners[0].y = 5196, 1180
    order = Order((state.miners[0].spot,))
    assert pressed(0, {}, [0]), "A does not see it either, across a hole"
    state.miners[0].x, state.miners[0].y = 6600, 6000
    order = Order((state.miners[0].spot,))
    assert not pressed(0, {}, [0]), "now it does"
    state.miners[1].x, state.miners[1].y = 6600, 6000 - 552
    assert not pressed(0, {}), "one in contact"
    state.miners[2].x, state.miners[2].y = 6600, 6000 + 552
    assert pressed(0, {}), "two in contact"
    assert not pressed(1, {0: shot(1, here)})


@pytest.mark.clause("TR beast.reorient")
def test_what_rouses_the_megabeast() -> None:
    beast = {"hexagon": "c4", "facing": "w", "card": "coiled"}
    state = start({**miners(A=MID, B=WEST), "beast": beast}).state
    assert not beast_is_roused(state, Order(PATH))
    assert beast_is_roused(state, Order(PATH, beast_near=True))
    assert beast_is_roused(state, Order(PATH, second=shot(BEAST)))
    assert not beast_is_roused(state, Order(PATH, second=shot(1)))
    assert not beast_is_roused(state, Order(PATH, second=Declaration(Skill.EVADE)))
    assert not beast_is_roused(state, Order(PATH, second=shot(BEAST), beast_near=True, beast_aro=True))
    state.beast.wounds = 0
    assert not beast_is_roused(state, Order(PATH, second=shot(BEAST), beast_near=True))


@pytest.mark.clause("TR terrain.difficult", "TR tool.sure_footed", "TR state.end_of_order")
def test_who_will_be_slowed() -> None:
    """c1 begins at 346.4 mm; tracks that were found on the way help from there on."""
    state = start({**miners(A=MID, B={**WEST, "tools": ["crawler_tracks"]}), "difficult": ["c1"]}).state
    a, b = state.miners
    path = ((2800, 1000, GROUND), (3100, 1000, GROUND), (3400, 1000, GROUND), (3700, 1000, GROUND))
    slowed = ((0, "TR terrain.difficult"),)
    for node, enters, expected in ((None, path, slowed), (None, path[:2], ()), (2, path, slowed), (1, path, ())):
        a.slots = (NUMBERS["crawler_tracks"],) if node is not None else ()
        b.slots = () if a.slots else b.slots
        order = state.order = Order(enters, found=((NUMBERS["crawler_tracks"], node),) if node is not None else ())
        note_terrain(state, order, a, enters)
        assert order.slowing == expected, (node, enters)
    order = state.order = Order(path, found=((NUMBERS["crawler_tracks"], 3),))
    note_slow(state, order, 0, "TR slowed.enter", path[2])
    note_slow(state, order, 0, "TR slowed.enter", path[3])
    note_slow(state, order, 1, "TR slowed.enter", None)
    assert order.slowing == ((0, "TR slowed.enter"), (1, "TR slowed.enter"))
    assert not Impact(0, 1, Hits(1, 0), 3, Ammunition.N).slows


@pytest.mark.clause("TR death.tokens", "TR state.end_of_order")
def test_states_of_the_dead_are_forgotten_those_of_others_are_not() -> None:
    position = {**miners(A=MID, B=WEST, C=EAST), "stage": "death", "dead": ["B"]}
    state = GAME.testing.position(position)
    state.order.slowing = ((0, "TR slowed.enter"), (1, "TR slowed.enter"), (2, "TR slowed.enter"))
    match = Match(GAME, state, ScriptedDice([9], after=SeededDice(7)))
    assert asked(match) == "B prompt.look"
    assert match.pending[1].small
    say(match)
    assert [miner.slowed for miner in match.state.miners] == [True, False, True]
    assert [event["seat"] for event in told(match, "slowed")] == [0, 2]


def second(position: dict[str, Any], move: str) -> Match[State]:
    match = say(start(position), move)
    while asked(match).endswith("prompt.aro"):
        say(match, "pass")
    return match


def skills(match: Match[State]) -> list[str]:
    assert match.state.order is not None
    return [option.key for option in second_skills(match.state, match.state.order)]


@pytest.mark.clause("TR ranged.split", "TR ranged.cover")
def test_proposals_count_cover_and_divide_between_two() -> None:
    """B stands behind a wall for whoever comes from the west; from the south it has no cover."""
    coming = miners(A={"at": [664.9, 182], "facing": 0}, B={"at": [664.9, 100], "facing": 0})
    assert [key for key in skills(second(coming, "move:614,166@0")) if "shoot" in key] == ["shoot:rifle>B3@664.9,182"]
    two = miners(
        A={"at": [290, 100], "facing": 90}, B={"at": [470, 60], "facing": 90}, C={"at": [440, 145], "facing": 90}
    )
    assert [key for key in skills(second(two, "stay@90")) if "shoot" in key] == [
        *("shoot:rifle>B3@290,100", "shoot:rifle>C3@290,100", "shoot:rifle>B2+C1@290,100"),
    ]


@pytest.mark.clause("TR range.hexagons", "TR trait.indirect")
def test_proposals_of_weapons_that_count_hexagons_or_need_no_sight() -> None:
    """The lance reaches its own hexagon and the next, seen; the mortar whoever is 200 to 600 mm away, seen or not."""
    armed = {"at": [400, 100], "facing": 90, "tools": ["steam_lance", "mortar"]}
    three = miners(A=armed, B={"at": [500, 100], "facing": 90}, C={"at": [866, 250], "facing": 0})
    found = [key for key in skills(second(three, "stay@90")) if "lance" in key or "mortar" in key]
    assert "shoot:steam_lance>B2@400,100" in found
    assert not [key for key in found if "lance>C" in key]
    assert "shoot:mortar>C1@400,100" in found
    assert not [key for key in found if "mortar>B" in key], "too near"


@pytest.mark.clause("TR skill.aro", "TR trait.indirect", "TR aro.no_los")
def test_aros_of_a_skill_and_of_a_mortar_are_proposed_once() -> None:
    position = miners(A={"at": [400, 100], "facing": 90}, B={"at": [500, 100], "facing": 90, "tools": ["stun_coil"]})
    match = say(start(position), "move:420,100@90")
    assert [key for key in offered(match) if key.startswith("use")] == ["use:stun_coil@420,100"]
    behind = {"at": [866, 250], "facing": 90, "tools": ["mortar"]}
    match = say(start(miners(A={"at": [400, 100], "facing": 90}, B=behind)), "move:420,100@90")
    assert offered(match) == ["shoot:mortar@420,100", "evade", "idle", "pass"]
    assert refused(match, "shoot:rifle") == "TR aro.evade_only"
    say(match, "shoot:mortar@400,100", "idle")
    assert [event["target"] for event in told(match, "attacked")] == ["A"]


@pytest.mark.clause("TR setup.event_deck")
def test_unknown_events_are_drawn_from_those_nobody_has_seen() -> None:
    state = start({**miners(A=MID, B=WEST), "events": ["tremor"], "event_deck": ["dividend", "overtime"]}).state
    state.seen = (0, 1, 2)
    found: set[int] = set()
    for seed in range(60):
        copy = state.copy()
        determinize(copy, 0, random.Random(seed))
        assert len(copy.event_deck) == 2
        assert list(copy.event_deck) == sorted(copy.event_deck)
        found |= set(copy.event_deck)
    assert found == set(range(len(CONTENT.events))) - {0, 1, 2, *state.events}
    state.event_deck = ()
    determinize(state, 0, random.Random(1))
    assert state.event_deck == ()


@pytest.mark.clause("TR cover.damage", "TR ranged.cover", "TR everything.at_once")
def test_cover_counts_where_the_attack_falls() -> None:
    """The wall in front of B covers it from the west; whoever comes out from behind it is covered only before."""
    armor = [tag.armor for tag in CONTENT.tags]
    covered = say(start(miners(A=MID, B=EAST), [2, 20, 20, 20]), "stay@90", "pass", "shoot:rifle>B3")
    assert told(covered, "saved")[0]["limit"] == 13 - armor[1] - 3
    position = {**miners(A=MID, B=EAST), "timeline": ["B", "A"]}
    behind = say(start(position, [2, 20, 20, 20, 20]), "stay@270", "shoot:rifle", "idle")
    assert told(behind, "attacked")[0]["value"] == 12 - 3
    assert told(behind, "saved")[0]["limit"] == 13 - armor[1] - 3
    leaving = say(start(position, [2, 20, 20, 20, 20]), "move:664.9,160@270", "shoot:rifle@664.9,160", "idle")
    assert told(leaving, "saved")[0]["limit"] == 13 - armor[1], "beside the wall there is no cover"
    still = say(start(position, [2, 20, 20, 20, 20]), "move:664.9,160@270", "shoot:rifle@664.9,100", "idle")
    assert told(still, "saved")[0]["limit"] == 13 - armor[1] - 3, "it was covered where it was shot at"


@pytest.mark.clause("TR beast.sides", "TR evade.only_self", "TR beast.prevails")
def test_an_evade_is_measured_at_the_side_where_one_is() -> None:
    """The active miner where it is attacked, everybody else where they stand."""
    beast = {"hexagon": "c4", "facing": "e", "card": "deep_hunger"}
    position = miners(A={"at": [433, 700], "facing": 0}, B={"at": [660, 600], "facing": 270})
    state = start({**position, "beast": beast}).state
    east, south_west = (6400, 5500, GROUND), (4330, 7000, GROUND)
    assert (threat_at(state, east), threat_at(state, south_west), threat_at(state, state.miners[1].spot)) == (8, 5, 8)
    for at, seat, face, beats in (
        (east, 0, 8, False),
        (east, 0, 9, True),
        (south_west, 0, 5, False),
        (south_west, 0, 6, True),
        (south_west, 1, 8, False),
        (south_west, 1, 9, True),
        (east, 1, 13, True),
    ):
        threat = threat_to(state, Clash({}, at, [0, 1]), seat)
        assert bool(against_threat(Throw(13, [face]), threat)) == beats, (at, seat, face)


@pytest.mark.clause("TR tool.disposable", "TR idle.still_spent", "TR tool.slot")
def test_only_disposable_tools_are_used_up() -> None:
    armed = miners(
        A={**MID, "tools": ["harpoon", "charge_thrower"]}, B={"at": [590, 80], "facing": 270, "tools": ["thrusters"]}
    )
    kept = say(start(armed, [20, 20, 20]), "stay@90", "evade", "shoot:harpoon>B1")
    assert kept.state.miners[0].slots == (NUMBERS["harpoon"], NUMBERS["charge_thrower"])
    assert kept.state.miners[1].slots == (NUMBERS["thrusters"],)
    assert not told(kept, "discarded")
    spent = say(start(armed, [20, 20, 20]), "stay@90", "evade:thrusters", "shoot:charge_thrower>B1")
    assert (spent.state.miners[0].slots, spent.state.miners[1].slots) == ((NUMBERS["harpoon"],), ())
    assert {event["tool"] for event in told(spent, "discarded")} == {"charge_thrower", "thrusters"}
    rifle = say(start(armed, [20, 20, 20, 20]), "stay@90", "shoot:rifle", "shoot:rifle>B3")
    assert not told(rifle, "discarded"), "initial equipment stays"


@pytest.mark.clause("TR terrain.difficult", "TR aro.optional")
@pytest.mark.parametrize(
    ("aro", "slowed"), [("pass", [True, False]), ("idle", [True, True]), ("shoot:rifle", [True, True])]
)
def test_who_does_something_in_difficult_terrain_is_slowed(aro: str, slowed: list[bool]) -> None:
    position = {
        **miners(A={"at": [400, 100], "facing": 90}, B={"at": [500, 100], "facing": 270}),
        "difficult": ["c1", "d1"],
    }
    match = say(start(position, [20, 20]), "stay@90", aro, "idle")
    assert [miner.slowed for miner in match.state.miners] == slowed


@pytest.mark.clause("TR close.contact", "TR ranged.los", "TR path.point")
def test_a_named_point_must_serve_the_attack() -> None:
    touching = second(
        miners(A={"at": [349.8, 100], "facing": 90}, B={"at": [405, 100], "facing": 90}), "move:310,100@90"
    )
    assert refused(touching, "strike:pick>B2@310,100") == "TR close.contact"
    assert touching.pending[0].space.accept("strike:pick>B2@349.8,100").key == "strike:pick>B2@349.8,100"
    assert touching.pending[0].space.accept("strike:pick>B2").key == "strike:pick>B2@349.8,100"
    hidden = miners(A={"at": [318, 370], "facing": 90}, B={"at": [600, 400], "facing": 90})
    match = second(hidden, "move:340,330;390,315@270")
    assert refused(match, "shoot:rifle>B3@318,370") == "TR ranged.los"
    assert match.pending[0].space.accept("shoot:rifle>B3@390,315").key == "shoot:rifle>B3@390,315"


@pytest.mark.clause("TR range.hexagons", "TR trait.indirect", "TR everything.at_once")
def test_aros_are_proposed_at_nodes_and_elsewhere_only_if_no_node_is_reached() -> None:
    lancer = {"at": [280, 90], "facing": 90, "tools": ["steam_lance"]}
    state = start(miners(A=MID, B=lancer)).state
    order = state.order = Order(((5600, 1000, GROUND), (3900, -800, GROUND)))
    assert [option.key for option in aro_skills(state, order, 1, sees=True)] == [
        *("shoot:rifle@560,100", "shoot:steam_lance@468.4,3", "evade", "idle", "pass"),
    ]
    state = start(miners(A=MID, B={"at": [866, 250], "facing": 90, "tools": ["mortar"]})).state
    order = state.order = Order(((4800, -3000, GROUND), (4800, 6000, GROUND)))
    assert aro_skills(state, order, 1, sees=False)[0].key == "shoot:mortar@480,600", "nearer on the way, but no node"
