"""Rounds, events, the end and the victory."""

from __future__ import annotations

from typing import Any

import pytest

from games.tag_raid.playing import CONTENT, asked, miners, refused, say, start, told
from muster.games.tag_raid.state.questions import armor_of

WEST = {"at": [201, 100], "facing": 90}
EAST = {"at": [664.9, 100], "facing": 90}


def dawn(event: str, dice: list[int], **given: Any) -> Any:
    """The beginning of a round whose event is known."""
    position = {**miners(A=WEST, B=EAST), "stage": "event", "event_deck": [event, *given.pop("more", [])], **given}
    return start(position, dice)


@pytest.mark.clause(
    "TR round.phases",
    "TR event.draw",
    "TR event.no_beast",
    "TR round.refresh",
    "TR orders.fresh",
    "TR event.lasting",
)
def test_a_round_begins_with_an_event() -> None:
    match = dawn("clear_sky", [1])
    assert told(match, "event_drawn") == [{"round": 2, "event": "clear_sky"}]
    assert match.view(0).events == ("clear_sky",)
    assert [miner.orders for miner in match.view(0).miners] == [2, 2]
    assert asked(match) == "A prompt.turn", "no MegaBeast, no event of its own"


@pytest.mark.clause("TR round.turns", "TR turn.end", "TR orders.not_saved", "TR end.checked")
def test_everybody_has_a_turn() -> None:
    match = start(miners(A={**WEST, "teseum": 15}, B=EAST))
    say(match, "end")
    assert asked(match) == "B prompt.turn"
    assert match.view(0).miners[0].orders == 0, "unspent orders are lost"
    assert not match.over, "fifteen units count only when the round ends"
    say(match, "end")
    assert match.over


@pytest.mark.clause("TR end.fifteen", "TR victory.most")
def test_fifteen_units_with_the_warehouse_end_the_match() -> None:
    match = say(start(miners(A={**WEST, "teseum": 10, "stored_bezoar": 5}, B={**EAST, "teseum": 14})), "end", "end")
    assert match.over
    assert match.result is not None
    assert (match.result.winners, match.result.scores) == ((0,), (15, 14))


@pytest.mark.clause("TR end.beast", "TR beast.dies")
def test_a_dead_megabeast_ends_the_match() -> None:
    position = {**miners(A=WEST, B=EAST), "beast": {"wounds": 0}}
    assert say(start(position), "end", "end").over


@pytest.mark.clause("TR end.events")
def test_without_events_the_match_is_over() -> None:
    assert say(start({**miners(A=WEST, B=EAST), "event_deck": []}), "end", "end").over
    assert not say(start({**miners(A=WEST, B=EAST), "event_deck": ["clear_sky"]}), "end", "end").over


@pytest.mark.clause("TR victory.bezoar", "TR victory.draw")
def test_ties() -> None:
    bezoar = {**miners(A={**WEST, "teseum": 3, "bezoar": 1}, B={**EAST, "teseum": 4}), "event_deck": []}
    match = say(start(bezoar), "end", "end")
    assert match.result is not None
    assert match.result.winners == (0,)
    equal = {**miners(A={**WEST, "teseum": 3}, B={**EAST, "teseum": 3}), "event_deck": []}
    match = say(start(equal), "end", "end")
    assert match.result is not None
    assert match.result.winners == (0, 1)
    assert len(told(match, "draw")) == 2


@pytest.mark.clause("TR event.ranged", "TR event.ranged_damage", "TR event.close_damage")
def test_events_that_change_attacks() -> None:
    def shot(events: list[str]) -> Any:
        match = start(
            {**miners(A={"at": [430, 100]}, B={"at": [590, 80], "facing": 90}), "events": events}, [5, 20, 20, 20]
        )
        return say(match, "stay@90", "shoot:rifle>B3", "pass")

    assert told(shot([]), "attacked")[0]["value"] == 12
    assert told(shot(["dust_storm"]), "attacked")[0]["value"] == 9
    assert told(shot(["clear_sky"]), "attacked")[0]["value"] == 14
    armor = CONTENT.tags[1].armor
    assert told(shot([]), "saved")[0]["limit"] == 13 - armor
    assert told(shot(["plata_o_plomo"]), "saved")[0]["limit"] == 15 - armor
    assert told(shot(["sharp_edges"]), "saved")[0]["limit"] == 13 - armor
    match = start({**miners(A={"at": [430, 100]}, B={"at": [485.2, 100]}), "events": ["sharp_edges"]}, [5, 20, 20])
    say(match, "stay@90", "pass", "strike:pick>B2")
    assert told(match, "saved")[0]["limit"] == 16 - armor


@pytest.mark.clause("TR event.orders", "TR event.reverse", "TR timeline.changed", "TR timeline.order")
def test_events_that_change_the_round() -> None:
    assert [miner.orders for miner in dawn("overtime", [1]).view(0).miners] == [3, 3]
    match = dawn("change_of_shift", [1])
    assert asked(match) == "B prompt.turn"
    assert asked(say(match, "end")) == "A prompt.turn"


@pytest.mark.clause("TR event.immediate", "TR event.dividend", "TR event.tremor", "TR evade.event")
def test_events_that_act_at_once() -> None:
    assert [miner.teseum for miner in dawn("dividend", [1]).view(0).miners] == [1, 1]
    match = dawn("tremor", [1, 12, 12], beast={"hexagon": "c4"})
    assert [event["value"] for event in told(match, "evaded")] == [card.evade for card in CONTENT.tags[:2]]
    assert [miner.slowed for miner in match.view(0).miners] == [True, False]
    assert "evade_move" not in asked(match), "an evade for an event moves nobody"


@pytest.mark.clause("TR event.several")
def test_several_events_hold_together() -> None:
    """Bad omens brings a second event; both last until the round ends, and then both are gone."""
    match = dawn("bad_omens", [2, 1, 1], more=["acid_rain", "dividend"], beast={"hexagon": "c4", "facing": "e"})
    assert match.view(0).events == ("bad_omens", "acid_rain")
    state = match.state
    assert armor_of(state, state.miners[0]) == CONTENT.tags[0].armor - 1
    say(match, "end", "end")
    assert match.view(0).events == ("dividend",)
    assert match.view(0).seen == ("bad_omens", "acid_rain")
    assert armor_of(match.state, match.state.miners[0]) == CONTENT.tags[0].armor
    alone = dawn("bad_omens", [1], beast={"hexagon": "c4"})
    assert alone.view(0).events == ("bad_omens",), "no second one is left"


@pytest.mark.clause("TR event.mire", "TR terrain.symbols", "TR event.cave_in")
def test_terrain_events() -> None:
    match = dawn("quicksand", [1])
    sand = {tile.name for tile in match.view(0).tiles if tile.terrain == "sand"}
    assert {tile.name for tile in match.view(0).tiles if tile.special == "difficult"} == sand
    caved = dawn("cave_in", [1], miner={"A": {"at": [590, 90]}, "B": WEST})
    special = {tile.name for tile in caved.view(0).tiles if tile.special == "impassable"}
    assert special == {"a3", "d4"}, "d1 is an excavation too, but A stands there"
    assert refused(start({"impassable": ["b1"], "miner": {"A": {"at": [430, 100]}}}), "move:300,100@0") == (
        "TR terrain.impassable"
    )


@pytest.mark.clause("TR event.spores", "TR area.inside")
def test_spores_hurt_who_is_on_vegetation() -> None:
    match = dawn("toxic_spores", [1, 1, 9], beast={"hexagon": "c4"}, miner={"A": {**WEST, "wounds": 1}, "B": EAST})
    assert [event["seat"] for event in told(match, "saved")] == [0], "A stands on b1"
    assert told(match, "died") == [{"seat": 0}]
    say(match)
    assert [event["seat"] for event in told(match, "deployed")] == [0]
    assert not told(match, "teseum"), "nobody is paid for it"
