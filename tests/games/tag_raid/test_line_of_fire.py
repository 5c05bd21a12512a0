"""Line of fire, cover, range."""

from __future__ import annotations

import pytest

from games.tag_raid.playing import asked, miners, offered, refused, say, start, told
from muster.games.tag_raid.board.spots import GROUND
from muster.games.tag_raid.cards.content import NO_RANGE
from muster.games.tag_raid.rules.line_of_fire import band, clear, distance, in_cover, looks, range_mod, sees_any, volume
from muster.games.tag_raid.state.state import Order

WEST = {"at": [201, 100], "facing": 90}
EAST = {"at": [664.9, 100], "facing": 270}


@pytest.mark.clause("TR los.arc", "TR aro.los", "TR aro.check")
def test_who_looks_away_sees_nothing_behind() -> None:
    assert asked(say(start(miners(A=WEST, B=EAST)), "stay@90")) == "B prompt.aro"
    away = {**EAST, "facing": 90}
    assert asked(say(start(miners(A=WEST, B=away)), "stay@90")) == "A prompt.second"
    aside = {**EAST, "facing": 0}
    assert asked(say(start(miners(A=WEST, B=aside)), "stay@90")) == "B prompt.aro", "partly in the arc is enough"


@pytest.mark.clause("TR los.clear", "TR silhouette.volume")
def test_scenery_hides_what_is_behind_it() -> None:
    behind = miners(A={"at": [318, 370], "facing": 90}, B={"at": [550, 400], "facing": 270})
    match = say(start(behind), "stay@90")
    assert asked(match) == "A prompt.second", "the building is higher than a TAG"
    assert refused(match, "shoot:rifle>B3") == "TR ranged.los"
    roof = say(
        start(miners(A={"at": [430, 400], "roof": True, "facing": 90}, B={"at": [580, 400], "facing": 270})), "stay@90"
    )
    assert asked(roof) == "B prompt.aro", "from the roof over its edge"
    state = roof.state
    assert (volume(state, (0, 0, GROUND)).high, volume(state, (4300, 4000, 0)).low) == (650, 800)


@pytest.mark.clause("TR los.void")
def test_hexagons_without_tiles_hide() -> None:
    match = say(start(miners(A={"at": [400, 240], "facing": 90}, B={"at": [640, 250], "facing": 270})), "stay@90")
    assert asked(match) == "A prompt.second"
    assert refused(match, "shoot:rifle>B1") == "TR ranged.los"


@pytest.mark.clause("TR los.models", "TR attack.anyone")
def test_a_model_hides_who_stands_behind_it() -> None:
    row = miners(
        A={"at": [350, 100], "facing": 90}, B={"at": [450, 100], "facing": 270}, C={"at": [590, 100], "facing": 270}
    )
    match = say(start(row), "stay@90")
    assert asked(match) == "B prompt.aro"
    say(match, "pass")
    assert asked(match) == "A prompt.second"
    assert refused(match, "shoot:rifle>C3") == "TR ranged.los"
    locked = miners(
        A={"at": [350, 100], "facing": 90}, B={"at": [450, 75], "facing": 90}, C={"at": [450, 130.2], "facing": 90}
    )
    say(match := start(locked), "stay@90", "pass", "pass")
    assert "shoot:rifle>B3@350,100" in offered(match), "nothing forbids to shoot at two who are locked in combat"


@pytest.mark.clause("TR los.moving", "TR los.path", "TR everything.at_once", "TR aro.los")
def test_a_path_is_seen_and_sees_all_along() -> None:
    hidden = miners(A={"at": [318, 370], "facing": 90}, B={"at": [600, 400], "facing": 270})
    match = say(start(hidden), "move:340,330;390,315@270")
    assert asked(match) == "B prompt.aro", "seen on the way"
    say(match, "shoot:rifle@390,315")
    assert any(key.startswith("shoot:rifle>B3") for key in offered(match)), "looking west it still sees east"
    path = ((0, 0, GROUND), (1000, 0, GROUND))
    assert looks(path)[0] == (1000, 0, GROUND)
    assert looks(path)[-1] == (0, 0, GROUND)
    assert max(b[0] - a[0] for a, b in zip(sorted(looks(path)), sorted(looks(path))[1:], strict=False)) <= 200


@pytest.mark.clause("TR los.contact")
def test_in_contact_one_sees_only_whom_one_touches() -> None:
    three = miners(
        A={"at": [590, 85], "facing": 270}, B={"at": [400, 100], "facing": 90}, C={"at": [344.8, 100], "facing": 90}
    )
    match = say(start(three), "stay@270")
    assert asked(match) == "A prompt.second", "B is held by C and does not see A"
    back = miners(
        A={"at": [400, 100], "facing": 90}, B={"at": [344.8, 100], "facing": 270}, C={"at": [590, 100], "facing": 90}
    )
    match = say(start(back), "stay@90")
    assert asked(match) == "B prompt.aro", "whoever is touched is seen, even behind"
    assert any(key.startswith("strike:claw") for key in offered(match))
    say(match, "pass")
    assert refused(match, "shoot:rifle>C3") == "TR ranged.contact"


@pytest.mark.clause("TR cover.contact")
def test_cover_is_contact_with_what_hides_a_part() -> None:
    state = start(miners(A=WEST, B=EAST)).state
    assert in_cover(state, (2010, 1000, GROUND), (6649, 1000, GROUND))
    assert not in_cover(state, (2010, 1000, GROUND), (6700, 1000, GROUND)), "5 mm behind the wall is no contact"
    assert not in_cover(state, (6649, 1900, GROUND), (6649, 1000, GROUND)), "from the side the wall hides nothing"


@pytest.mark.clause("TR range.measure", "TR range.bands", "TR range.out", "TR range.no_mod", "TR event.fog")
def test_ranges() -> None:
    state = start(miners(A=WEST, B=EAST)).state
    assert distance(state, (0, 0, GROUND), (2550, 0, GROUND)) == 2000
    assert [band(state, away) for away in (0, 2000, 2000.1, 4000, 4000.1, 6000, 6001)] == [0, 0, 1, 1, 2, 2, 3]
    tools = {tool.id: tool for tool in state.content.tools}
    assert range_mod(state, tools["rifle"], 1000) == 0, "0 is a modifier"
    assert range_mod(state, tools["nail_gun"], 5000) == NO_RANGE
    assert range_mod(state, tools["rifle"], 7000) == NO_RANGE
    assert range_mod(state, tools["long_rifle"], 7000) == -3
    foggy = start({**miners(A=WEST, B=EAST), "events": ["ground_fog"]}).state
    assert range_mod(foggy, tools["rifle"], 5000) == NO_RANGE
    assert range_mod(foggy, tools["long_rifle"], 5000) == NO_RANGE


@pytest.mark.clause("TR range.out")
def test_a_shot_out_of_range_fails() -> None:
    match = start(miners(A={**WEST, "tag": "cavecrawler"}, B={**EAST, "tag": "tafang", "facing": 90}), [1, 1, 1])
    say(match, "stay@90", "shoot:nail_gun>B3@201,100", "pass")
    assert told(match, "attacked")[0]["value"] == 0
    assert not told(match, "saved")


def test_sight_of_the_whole_path_is_that_of_its_spots() -> None:
    state = start(miners(A=WEST, B=EAST)).state
    path = ((2010, 1000, GROUND), (2010, 1500, GROUND))
    assert sees_any(state, state.miners[1], state.miners[0], Order(path))
    assert clear(state, 0, (2010, 1000, GROUND), 1, (6649, 1000, GROUND))
