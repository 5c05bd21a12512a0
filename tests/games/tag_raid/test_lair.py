"""The MegaBeast's place: the nearest hole, the best side, whom it reaches and where, and its deck."""

from __future__ import annotations

from typing import Any

import pytest

from games.tag_raid.playing import CONTENT, GAME, asked, miners, offered, say, start, told
from muster.games.tag_raid.board.spots import GROUND
from muster.games.tag_raid.cards.content import Effect
from muster.games.tag_raid.rules.beast import (
    attack_of,
    attack_spot,
    distance_to,
    faces_a_tag,
    facing_worth,
    placements,
    side_threat,
    threat_at,
    victims,
)
from muster.games.tag_raid.state.questions import fury_sum
from muster.games.tag_raid.state.state import NOBODY, Order, Stage, State
from muster.kernel.dice import ScriptedDice, SeededDice
from muster.kernel.match import Match

FAR = {"at": [201, 100], "facing": 270}
HERE = {"at": [660, 600], "facing": 270}
EAST = {"hexagon": "c4", "facing": "e", "card": "deep_hunger"}
"""Looks east through three sides, erupts three hexagons far."""


def table(beast: dict[str, Any] = EAST, **given: Any) -> State:
    return start({**miners(A=HERE, B=FAR), "beast": beast, **given}).state


@pytest.mark.clause("TR beast.nearest")
def test_how_far_it_is_from_a_hole() -> None:
    state = table()
    assert distance_to(state, (2, 3), (5196, 5500, GROUND)) == pytest.approx(0.152, abs=0.001)
    assert distance_to(state, (2, 3), (5196 + 300, 5500 - 400, GROUND)) == pytest.approx(499.909, abs=0.001)
    assert distance_to(state, (2, 1), (5196, 5500, GROUND)) == pytest.approx(3000)
    assert distance_to(state, (2, 3), (5196, 4000, GROUND)) == distance_to(state, (2, 1), (5196, 4000, GROUND))


@pytest.mark.clause("TR beast.reach", "TR beast.vision")
@pytest.mark.parametrize(
    ("path", "found"),
    [
        (((6600, 6000), (6400, 5600)), (6400, 5600)),
        (((6400, 5600), (6600, 6000)), (6400, 5600)),
        (((6400, 5900), (6400, 5500), (6400, 5000)), (6400, 5500)),
        (((6700, 5500), (6400, 5500), (6900, 5500)), (6400, 5500)),
        (((6400, 5700), (6400, 5300)), (6400, 5566)),
        (((8300, 5500), (7200, 5900)), (7200, 5900)),
        (((6400, 5600), (6800, 5500), (6400, 5400)), (6400, 5400)),  # equally near twice: where it came to later
        (((3000, 5500), (3100, 5500)), None),
    ],
)
def test_it_attacks_where_the_path_comes_nearest(
    path: tuple[tuple[int, int], ...], found: tuple[int, int] | None
) -> None:
    state = table()
    order = Order(tuple([(x, y, GROUND) for x, y in path]), beast_aro=True)
    assert attack_spot(state, order) == (None if found is None else (*found, GROUND))
    order.beast_aro = False
    assert attack_spot(state, order) is None, "it did not react"


@pytest.mark.clause("TR beast.reach", "TR range.hexagons", "TR beast.dies")
def test_out_of_its_reach_nothing_is_attacked() -> None:
    bite = table({**EAST, "card": "coiled"})
    order = Order(((8600, 5500, GROUND), (6400, 5500, GROUND), (8600, 5500, GROUND)), beast_aro=True)
    assert attack_spot(bite, order) == (6400, 5500, GROUND)
    assert attack_spot(bite, Order(((8600, 5500, GROUND),), beast_aro=True)) is None, "a bite reaches one hexagon"
    assert attack_spot(table(), Order(((8600, 5500, GROUND),), beast_aro=True)) is not None, "an eruption three"
    bite.beast.wounds = 0
    assert attack_spot(bite, order) is None
    blank = table({"hexagon": "c4"})
    assert attack_spot(blank, order) is None, "without a card it does nothing"
    assert attack_of(blank) is None
    assert victims(blank, (6400, 5500, GROUND)) == [0]
    assert side_threat(blank, 0) == CONTENT.beasts[0].threat[0]


@pytest.mark.clause("TR beast.all_on_tile", "TR area.inside")
def test_everybody_on_the_tile_where_it_attacks() -> None:
    four = miners(A=HERE, B={"at": [640, 470]}, C={"at": [750, 490]}, D={"at": [606, 700]})
    state = start({**four, "beast": EAST}).state
    assert victims(state, (6400, 5500, GROUND)) == [0, 1, 2], "B is partly in d4"
    assert victims(state, (6062, 7300, GROUND)) == [0, 3]
    state.miners[2].wounds = 0
    assert victims(state, (6400, 5500, GROUND)) == [0, 1], "the dead are not hit again"
    state.beast.behaviour = [event.id for event in CONTENT.beasts[0].events].index("coiled")
    assert victims(state, (6400, 5500, GROUND)) == [0], "a bite is for one"


@pytest.mark.clause("TR beast.facing")
def test_what_a_side_is_worth() -> None:
    """Whether it has the active TAG in view, how many in all, and how far it turns either way."""
    three = miners(A={"at": [664, 400]}, B={"at": [606, 730]}, C={"at": [820, 560]})
    state = start({**three, "beast": {**EAST, "facing": "w"}}).state
    assert [facing_worth(state, state.miners[0].spot, side) for side in range(6)] == [
        *((True, 2, -2), (True, 3, -3), (False, 2, -2), (False, 1, -1), (False, 0, 0), (True, 1, -1)),
    ]
    state.beast.facing = 0
    assert [facing_worth(state, state.miners[0].spot, side)[2] for side in range(6)] == [0, -1, -2, -3, -2, -1]
    state.miners[1].wounds = 0
    assert facing_worth(state, state.miners[0].spot, 1)[1] == 2, "the dead are not counted"


@pytest.mark.clause("TR beast.sides", "TR beast.threat")
def test_the_colours_turn_with_it() -> None:
    state = table()
    threats = {}
    for facing in range(6):
        state.beast.facing = facing
        threats[facing] = [side_threat(state, side) for side in range(6)]
    assert threats[0] == [8, 8, 5, 2, 5, 8]
    for facing in range(6):
        assert [threats[facing][(side + facing) % 6] for side in range(6)] == threats[0]
    x, y = (round(value) for value in state.field.middle((2, 3)))
    state.beast.facing = 0
    for dx, dy, side in ((500, -870, 0), (1000, 0, 1), (500, 870, 2), (-500, 870, 3), (-1000, 0, 4), (-500, -870, 5)):
        assert threat_at(state, (x + dx, y + dy, GROUND)) == threats[0][side]


@pytest.mark.clause("TR beast.fury", "TR beast.frenzy", "TR beast.thick_hide")
def test_fury_and_the_card_add_up() -> None:
    ridgeback = CONTENT.beasts[2]
    state = table({"id": "ridgeback", "hexagon": "c4", "card": "prowl", "wounds": 19})
    assert fury_sum(state, Effect.FRENZY) == 0
    state.beast.wounds = 18
    assert fury_sum(state, Effect.FRENZY) == 1
    state.beast.wounds = 9
    assert fury_sum(state, Effect.FRENZY) == 3
    assert fury_sum(state, Effect.THICK_HIDE) == 0
    state.beast.behaviour = [event.id for event in ridgeback.events].index("bristling")
    assert (fury_sum(state, Effect.THICK_HIDE), fury_sum(state, Effect.FRENZY)) == (1, 3)
    state.beast.behaviour = NOBODY
    assert fury_sum(state, Effect.THICK_HIDE) == 0


@pytest.mark.clause("TR beast.faces_a_tag", "TR beast.placed_by_last")
def test_where_it_may_appear() -> None:
    """It needs somebody straight in front, alive, in line of fire; if nobody is anywhere, any side will do."""
    state = table({})
    state.beast.cell = None
    assert faces_a_tag(state, (2, 3), 1), "A is in the east"
    assert not faces_a_tag(state, (2, 3), 4)
    assert state.beast.cell is None, "it was only supposed there"
    keys = [option.key for option in placements(state)]
    assert "beast:c4@e" in keys
    assert "beast:c4@w" not in keys
    state.miners[0].wounds = 0
    assert not faces_a_tag(state, (2, 3), 1)
    state.miners[1].wounds = 0
    assert len(placements(state)) == 12, "two holes with six sides each"


def drawn(deck: list[str], dice: list[int], beast: str = "stoorworm", **given: Any) -> Any:
    """Its event, with a deck that is known."""
    position = {**miners(A=HERE, B=FAR), "beast": {"id": beast, "hexagon": "c4", "facing": "e"}, **given}
    match_state = start({**position, "stage": "turn"}).state
    cards = next(card for card in CONTENT.beasts if card.id == beast).events
    names = [card.id for card in cards]
    match_state.beast.deck = tuple(names.index(name) for name in deck)
    match_state.stage = Stage.BEAST_EVENT
    return Match(GAME, match_state, ScriptedDice(dice, after=SeededDice(7)))


@pytest.mark.clause("TR beast.event", "TR beast.deck", "TR beast.behaviour")
def test_its_deck_runs_out_and_is_made_anew() -> None:
    names = [card.id for card in CONTENT.beasts[0].events]
    match = drawn(["coiled", "listening", "shed_skin"], [2])
    assert told(match, "beast_card_drawn") == [{"beast": "stoorworm", "event": "listening"}]
    assert [names[number] for number in match.state.beast.deck] == ["coiled", "shed_skin"]
    assert names[match.state.beast.behaviour] == "listening"
    last = drawn(["listening"], [1])
    assert last.state.beast.deck == ()
    anew = drawn([], [7])
    assert told(anew, "beast_card_drawn") == [{"beast": "stoorworm", "event": names[6]}]
    assert anew.state.beast.deck == tuple(number for number in range(15) if number != 6)
    assert asked(anew) == "A prompt.turn"


@pytest.mark.clause("TR beast.heals")
def test_it_heals_out_of_the_reserve() -> None:
    hurt = drawn(["shed_skin"], [1], beast="stoorworm")
    assert hurt.state.reserve_bezoar == 60
    wounded = start({**miners(A=HERE, B=FAR), "beast": {"hexagon": "c4", "wounds": 5}, "stage": "beast_event"}, [5])
    assert told(wounded, "beast_heals") == [{"wounds": 1, "left": 6}]
    assert wounded.state.reserve_bezoar == 59


@pytest.mark.clause("TR beast.churn")
def test_churned_ground_adds_to_what_is_difficult() -> None:
    match = drawn(["acid_drool"], [1], difficult=["b1", "c5"])
    names = [match.state.field.tiles[tile].name for tile in match.state.difficult]
    assert sorted(names) == ["b1", "b4", "c3", "c5", "d3", "d4", "d5"]


@pytest.mark.clause("TR beast.lash", "TR beast.roar")
def test_a_lash_reaches_adjacent_hexagons_a_roar_whoever_is_seen() -> None:
    near = drawn(["sudden_surge"], [1, 20, 20], miner={"A": HERE, "B": {"at": [866, 550]}})
    assert [event["seat"] for event in told(near, "evaded")] == [0], "B is two hexagons away"
    assert [event["limit"] for event in told(near, "saved")] == [12 - CONTENT.tags[0].armor]
    dodged = drawn(["sudden_surge"], [1, 1, 20], miner={"A": HERE, "B": {"at": [866, 550]}})
    assert not told(dodged, "saved")
    roared = drawn(["quaking_floor"], [1, 20, 20], miner={"A": {**HERE, "tools": ["crawler_tracks"]}, "B": FAR})
    assert [event["faces"] for event in told(roared, "evaded")] == ["20", "20"]
    assert [miner.slowed for miner in roared.state.miners] == [False, True], "tracks keep their bearer going"
    assert told(roared, "slowed") == [{"seat": 1}]


@pytest.mark.clause("TR beast.keeper", "TR beast.stays", "TR beast.moves")
def test_it_moves_only_to_a_hole_that_is_nearer() -> None:
    """Half way between two holes it stays where it is; it turns to whom it does not see."""
    half = {"at": [640, 400], "facing": 0}
    for hexagon in ("c2", "c4"):
        match = start({**miners(A=half, B=FAR), "beast": {"hexagon": hexagon, "facing": "e", "card": "listening"}})
        say(match, "stay@0", "idle")
        assert told(match, "beast_aro")
        assert not told(match, "beast_moves")
        assert match.view(0).beast.hexagon == hexagon
        assert asked(match) == "A prompt.turn"
    assert offered(match)
