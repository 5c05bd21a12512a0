"""The MegaBeast: appearing, seeing, moving, threat, attacks, its cards."""

from __future__ import annotations

from typing import Any

import pytest

from games.tag_raid.playing import CONTENT, asked, miners, offered, say, start, told
from muster.games.tag_raid.board.spots import GROUND
from muster.games.tag_raid.rules.beast import attack_damage, facing_worth, threat_at
from muster.games.tag_raid.rules.line_of_fire import (
    beast_clear,
    beast_sees,
    beast_volume,
    clear_to_beast,
    in_vision,
    vision,
)
from muster.games.tag_raid.state.questions import hexagons_to_beast

EAST_SIDE = {"at": [633.9, 550], "facing": 270}
FAR = {"at": [201, 100], "facing": 270}
STILL = {"hexagon": "c4", "facing": "e", "card": "deep_hunger"}
"""Looks east through three sides, does not move, erupts: everybody on the tile."""
MOVES = {"hexagon": "c2", "facing": "e", "card": "coiled"}


def with_beast(beast: dict[str, Any], **given: dict[str, Any]) -> dict[str, Any]:
    return {**miners(**given), "beast": beast}


CRAWLER = {**EAST_SIDE, "tag": "cavecrawler"}
WORM = CONTENT.beasts[0]
(THICK_AT, _, THICK), (FRENZY_AT, _, FRENZY) = WORM.fury
ERUPTION = WORM.attacks[2].damage
ARMOR = {card.id: card.armor for card in CONTENT.tags}


@pytest.mark.clause(
    "TR beast.exceed", "TR beast.wound", "TR beast.bezoar", "TR beast.threat", "TR beast.sides", "TR contact.beast"
)
def test_the_worked_example_of_the_threat_level() -> None:
    """A jackhammer from the side with threat 8: a 9 wounds three times."""
    match = start(with_beast(STILL, A=CRAWLER, B=FAR), [9])
    say(match, "stay@270", "strike:jackhammer>M1")
    assert told(match, "beast_wounded") == [{"seat": 0, "wounds": 3, "left": WORM.wounds - 3}]
    assert match.view(0).miners[0].bezoar == 3
    assert not told(match, "saved"), "beaten, it does nothing"


@pytest.mark.clause("TR beast.prevails", "TR beast.no_dice", "TR beast.aro", "TR beast.behaviour", "TR loot.beast")
def test_who_does_not_exceed_the_threat_suffers_its_attack() -> None:
    match = start(with_beast(STILL, A={**CRAWLER, "wounds": 1, "teseum": 4, "tools": ["harpoon"]}, B=FAR), [8, 8, 9])
    say(match, "stay@270", "strike:jackhammer>M1")
    assert not told(match, "beast_wounded"), "8 is not above 8"
    assert told(match, "saved")[0]["limit"] == ERUPTION - ARMOR["cavecrawler"]
    assert told(match, "loot_lost") == [{"seat": 0}]
    crawler = match.view(0).miners[0]
    assert (crawler.teseum, crawler.tools, crawler.loot) == (2, (), None)
    assert match.view(0).discard == ("harpoon",)


@pytest.mark.clause("TR beast.sides", "TR beast.threat", "TR beast.thick_hide", "TR beast.fury")
def test_each_side_has_its_threat() -> None:
    state = start(with_beast(STILL, A=CRAWLER, B=FAR)).state
    around = [(6900, 5500), (6062, 7000), (4330, 7000), (3464, 5500), (4330, 4000), (6062, 4000)]
    assert [threat_at(state, (x, y, GROUND)) for x, y in around] == [8, 8, 5, 2, 5, 8]
    calm = start(with_beast({**STILL, "wounds": THICK_AT + 1}, A=CRAWLER, B=FAR)).state
    assert threat_at(calm, (6900, 5500, GROUND)) == 8
    raging = start(with_beast({**STILL, "wounds": THICK_AT}, A=CRAWLER, B=FAR)).state
    assert threat_at(raging, (6900, 5500, GROUND)) == 8 + THICK
    dug_in = start(with_beast({**STILL, "card": "dug_in"}, A=CRAWLER, B=FAR)).state
    assert threat_at(dug_in, (6900, 5500, GROUND)) == 10


@pytest.mark.clause("TR beast.frenzy", "TR beast.fury")
def test_rage_raises_its_damage() -> None:
    calm = start(with_beast({**STILL, "wounds": FRENZY_AT + 1}, A=CRAWLER, B=FAR)).state
    raging = start(with_beast({**STILL, "wounds": FRENZY_AT}, A=CRAWLER, B=FAR)).state
    assert (attack_damage(calm), attack_damage(raging)) == (ERUPTION, ERUPTION + FRENZY)


@pytest.mark.clause("TR beast.no_critical", "TR beast.trophy", "TR beast.dies", "TR end.beast")
def test_a_critical_wounds_no_more_and_the_last_wound_brings_the_trophy() -> None:
    match = start(with_beast({**STILL, "wounds": 4}, A=CRAWLER, B=FAR), [16, 16])
    say(match, "stay@270", "strike:jackhammer>M1")
    assert told(match, "beast_wounded") == [{"seat": 0, "wounds": 3, "left": 1}]
    say(match, "stay@270", "strike:jackhammer>M1")
    assert match.view(0).miners[0].bezoar == 3 + 1 + 3, "no more wounds than it had, and the trophy"
    assert told(match, "beast_dies") == [{"seat": 0}]
    say(match, "end")
    assert match.over


@pytest.mark.clause("TR beast.double")
def test_enraged_predator_doubles_its_wounds() -> None:
    match = start(with_beast({**STILL, "card": "enraged_predator"}, A=CRAWLER, B=FAR), [15])
    say(match, "stay@270", "strike:jackhammer>M1")
    assert told(match, "beast_wounded")[0]["wounds"] == 6


@pytest.mark.clause("TR beast.vision", "TR beast.vision_all", "TR beast.los", "TR beast.silhouette")
def test_what_it_sees() -> None:
    state = start(with_beast(STILL, A=CRAWLER, B=FAR)).state
    assert vision(state) == 3
    assert beast_sees(state, 0, (6339, 5500, GROUND))
    assert not in_vision(state, (3000, 5500, GROUND), state.beast.facing, 3)
    assert in_vision(state, (5196, 6900, GROUND), state.beast.facing, 3), "partly inside is enough"
    blank = start(with_beast({"hexagon": "c4"}, A=CRAWLER, B=FAR)).state
    assert vision(blank) == 6, "without an angle all around"
    assert not beast_sees(state, 0, (3000, 5500, GROUND)), "behind its back"
    found = beast_volume(state)
    assert (found.high, round(found.radius)) == (1200, 866)


@pytest.mark.clause("TR beast.los_void")
def test_it_sees_across_holes_and_miners_do_not() -> None:
    """From the hole c4 north over the hole c2: the MegaBeast sees the miner, the miner does not see it."""
    state = start(with_beast({**STILL, "facing": "ne", "hexagon": "c4"}, A={"at": [519.6, 118]}, B=FAR)).state
    north = state.miners[0].spot
    assert beast_clear(state, 0, north)
    assert not clear_to_beast(state, 0, north)
    east = (6340, 5500, GROUND)
    assert beast_clear(state, 0, east), "beside it both see"
    assert clear_to_beast(state, 0, east)


@pytest.mark.clause("TR beast.aro", "TR beast.aro_tags", "TR beast.moves", "TR beast.nearest", "TR beast.facing")
def test_it_moves_to_the_hole_nearest_to_the_active_tag() -> None:
    """The worked example: from one hole to the other, however far, when it declares its ARO."""
    position = with_beast({**MOVES, "facing": "se"}, A={"at": [640, 420], "facing": 0}, B=FAR)
    match = start({**position, "miner": {"A": {"at": [645, 400], "facing": 180}, "B": FAR}})
    say(match, "move:640,460@180")
    assert told(match, "beast_aro") == [{"beast": "stoorworm", "attack": "bite"}]
    assert told(match, "beast_moves") == [{"beast": "stoorworm", "hexagon": "c4"}]
    assert match.view(0).beast.hexagon == "c4"
    say(match, "idle")
    assert len(told(match, "beast_aro")) == 1, "one ARO an order"


@pytest.mark.clause("TR beast.stays")
def test_it_stays_where_it_is_nearest_and_sees() -> None:
    match = start(with_beast({**STILL, "card": "coiled"}, A=EAST_SIDE, B=FAR), [20, 20])
    say(match, "stay@270", "idle")
    assert not told(match, "beast_moves")
    assert not told(match, "beast_turns")


@pytest.mark.clause("TR beast.facing")
def test_the_worked_example_of_its_facing() -> None:
    """It takes the facing that keeps the active TAG and most others in view."""
    three = miners(A={"at": [664, 400]}, B={"at": [606, 730]}, C={"at": [820, 560]})
    state = start({**three, "beast": {**STILL, "facing": "w"}}).state
    worths = [facing_worth(state, state.miners[0].spot, side) for side in range(6)]
    assert [(sees, tags) for sees, tags, _ in worths][:3] == [(True, 2), (True, 3), (False, 2)]
    assert max(range(6), key=lambda side: worths[side]) == 1, "east"


@pytest.mark.clause("TR beast.reorient", "TR order.end")
def test_the_worked_examples_of_its_redirection() -> None:
    """Unseen beside it, or shooting it in the back: it cannot react, but turns at the end of the order."""
    beside = start(with_beast({**STILL, "facing": "w"}, A={"at": [660, 470], "facing": 180}, B=FAR))
    say(beside, "move:650,460@180")
    assert not told(beside, "beast_aro")
    say(beside, "idle")
    assert told(beside, "beast_turns")
    assert not told(beside, "saved")
    rock = {"tag": "rockeater", "at": [820, 570], "facing": 270, "tools": ["em_cannon"]}
    shot = start(with_beast({**STILL, "facing": "w"}, A=rock, B=FAR), [20, 20])
    say(shot, "stay@270", "shoot:em_cannon>M2")
    assert not told(shot, "beast_aro")
    assert told(shot, "beast_turns") == [{"beast": "stoorworm", "side": "ne"}], "it has A and B in view"


@pytest.mark.clause("TR beast.reach", "TR range.hexagons")
def test_its_reach_is_counted_in_hexagons() -> None:
    state = start(with_beast(STILL, A=CRAWLER, B=FAR)).state
    assert hexagons_to_beast(state, (6339, 5500, GROUND)) == 1
    assert hexagons_to_beast(state, (8660, 5500, GROUND)) == 2
    out = start(with_beast({**STILL, "card": "coiled"}, A={"at": [780, 400], "facing": 0}, B=FAR))
    say(out, "stay@0", "idle")
    assert not told(out, "saved"), "a bite reaches one hexagon"


@pytest.mark.clause("TR beast.all_on_tile", "TR evade.only_self")
def test_an_eruption_hits_everybody_on_the_tile() -> None:
    two = with_beast(STILL, A=EAST_SIDE, B={"at": [634, 610.2], "facing": 90})
    match = start(two, [10, 20, 20])
    say(match, "stay@270", "evade", "idle")
    assert [event["seat"] for event in told(match, "saved")] == [0], "B evaded for itself alone"
    assert asked(match) == "B prompt.evade_move"


@pytest.mark.clause(
    "TR beast.appears",
    "TR beast.placed_by_last",
    "TR beast.faces_a_tag",
    "TR beast.event",
    "TR beast.action",
)
def test_it_appears_with_the_first_symbol() -> None:
    position = {**miners(A={"at": [430, 100]}, B={"at": [640, 460]}), "stage": "event", "event_deck": ["plata_o_plomo"]}
    match = start(position, [1])
    assert asked(match) == "B prompt.beast"
    assert set(offered(match)) <= {
        f"beast:{cell}@{side}" for cell in ("c2", "c4") for side in ["ne", "e", "se", "sw", "w", "nw"]
    }
    assert "beast:c4@sw" not in offered(match), "nobody stands there"
    say(match, offered(match)[0])
    assert told(match, "beast_appears")
    assert len(told(match, "beast_card_drawn")) == 1
    assert match.view(0).beast.deck == 14


def beast_card(card: str, dice: list[int], **given: Any) -> Any:
    """The MegaBeast's event with a card that is known."""
    from games.tag_raid.playing import CONTENT

    number = [event.id for event in CONTENT.beasts[0].events].index(card)
    position = {
        **miners(A=EAST_SIDE, B=FAR),
        "stage": "beast_event",
        "beast": {"hexagon": "c4", "facing": "e"},
        **given,
    }
    return start(position, [number + 1, *dice])


@pytest.mark.clause("TR beast.heals", "TR beast.churn", "TR beast.roar", "TR beast.lash", "TR beast.action")
def test_its_cards() -> None:
    healed = beast_card("shed_skin", [], beast={"hexagon": "c4", "wounds": 5})
    assert told(healed, "beast_heals") == [{"wounds": 1, "left": 6}]
    assert not told(beast_card("shed_skin", []), "beast_heals"), "never above its card"
    churned = beast_card("acid_drool", [])
    assert {tile.name for tile in churned.view(0).tiles if tile.special} == {"b4", "c3", "d3", "d4", "c5", "d5"}
    roar = beast_card("quaking_floor", [20])
    assert [miner.slowed for miner in roar.view(0).miners] == [True, False], "only who is seen"
    lash = beast_card("sudden_surge", [20, 1])
    assert told(lash, "saved")[0]["limit"] == 12 - ARMOR[CONTENT.tags[0].id]
    assert not told(lash, "teseum")
    stalk = beast_card("tunnel_network", [], miner={"A": EAST_SIDE, "B": {"at": [430, 100], "teseum": 3}})
    assert stalk.view(0).beast.hexagon == "c2"
