"""Setting up, deployment, and what a table must be like."""

from __future__ import annotations

from math import hypot

import pytest

from games.tag_raid.playing import CONTENT, FIELDS, GAME, asked, offered, refused, say, start, told
from muster.games.tag_raid.cards.content import Movement
from muster.games.tag_raid.rules.options import Options
from muster.kernel.dice import ScriptedDice, SeededDice
from muster.kernel.errors import GameError
from muster.kernel.match import Match
from muster.kernel.packs import PackFile
from muster.library import load_game, load_with_packs

CHOOSING = {"stage": "choose_corporation", "chosen": False, "round": 0}


@pytest.mark.clause("TR setup.corporation", "TR setup.equipment", "TR mode.standard")
def test_everybody_takes_another_corporation() -> None:
    match = start({**CHOOSING, "players": 3})
    assert offered(match) == ["tag:stonebreaker", "tag:tafang", "tag:cavecrawler", "tag:rockeater", "tag:random"]
    say(match, "tag:rockeater")
    assert refused(match, "tag:rockeater") == "TR setup.corporation"
    say(match, "tag:tafang")
    rockeater = match.view(None).miners[0]
    assert (rockeater.tag, rockeater.wounds, rockeater.equipment) == ("rockeater", 3, ("rattler", "crusher"))
    say(match, "tag:stonebreaker")
    extra = int("overtime" in match.view(None).events)
    assert [miner.orders for miner in match.view(None).miners] == [2 + extra] * 3
    assert len(match.view(None).miners) == 3, "one TAG each, nobody else"


@pytest.mark.clause("TR setup.random")
def test_who_cannot_decide_draws() -> None:
    """Corporations among those that are free, the last one goes without saying; the MegaBeast before all that."""
    match = start({**CHOOSING, "players": 4}, [2])
    say(match, "tag:stonebreaker", "tag:random")
    assert [miner.tag for miner in match.view(None).miners[:3]] == ["stonebreaker", "cavecrawler", ""]
    assert offered(match) == ["tag:tafang", "tag:rockeater", "tag:random"]
    say(match, "tag:rockeater")
    assert offered(match) == ["tag:tafang"]
    drawn = Match(GAME, GAME.setup.prepare({"beast": ""}).new(), ScriptedDice([2], after=SeededDice(7)))
    beast = drawn.view(0).beast
    assert told(drawn, "beast_drawn") == [{"beast": "drummer_crab"}]
    assert (beast.id, beast.wounds, beast.trophy, beast.deck) == ("drummer_crab", CONTENT.beasts[1].wounds, 3, 15)
    with pytest.raises(GameError, match="field beast"):
        GAME.setup.prepare({"beast": "unicorn"})


@pytest.mark.clause("TR setup.components", "TR setup.beast", "TR setup.wounds_bar", "TR setup.trophy", "TR beast.deck")
def test_what_lies_ready() -> None:
    state = GAME.setup.prepare({"beast": "ridgeback"}).new()
    wounds = CONTENT.beasts[2].wounds
    view = GAME.showing.look(state, None).view
    assert view.tools_left == 34
    assert (view.beast.id, view.beast.wounds, view.beast.trophy, view.beast.deck) == ("ridgeback", wounds, 3, 15)
    assert GAME.testing.conserved(state)["bezoar"] == 60 + wounds + 3
    assert all(len(card.events) == 15 for card in CONTENT.beasts)
    assert all(0 < at < card.wounds for card in CONTENT.beasts for at, *_ in card.fury)


@pytest.mark.clause("TR setup.event_deck")
def test_the_event_deck_is_ten_cards_that_nobody_knows() -> None:
    match = Match(GAME, GAME.setup.prepare({}).new(), SeededDice(5))
    say(match, "tag:tafang", "tag:rockeater")
    drawn = {*GAME.testing.dump(match.state)["event_deck"], *match.view(0).events, *match.view(0).seen}
    assert len(drawn) == 10
    assert match.view(0).event_deck == match.view(None).event_deck == ()
    assert match.view(0).events_left == 10 - len(match.view(0).events)


@pytest.mark.clause(
    "TR timeline.shuffle",
    "TR deploy.order",
    "TR deploy.roll",
    "TR deploy.reroll",
    "TR deploy.contact",
    "TR deploy.facing",
)
def test_deployment_follows_the_timeline_and_rolls_again_at_a_taken_access_point() -> None:
    match = start(CHOOSING, [2, 1, *[1] * 10, 3, 4, 7])
    say(match, "tag:stonebreaker", "tag:tafang")
    assert told(match, "timeline") == [{"tags": "tafang+stonebreaker"}]
    assert [(event["seat"], event["number"]) for event in told(match, "deployed")] == [(1, 2), (0, 4)]
    assert told(match, "access_taken") == [{"seat": 0, "number": 2}]
    view = match.view(0)
    for miner, number in ((view.miners[1], 1), (view.miners[0], 3)):
        assert abs(hypot(miner.x - view.access[number].x, miner.y - view.access[number].y) - 275) <= 1
    assert view.miners[1].facing == 90, "access point 2 is in the west"


@pytest.mark.parametrize("field", FIELDS, ids=lambda field: field.id)
@pytest.mark.clause("TR setup.access", "TR setup.containers", "TR setup.area")
def test_every_table_is_fit_to_play_on(field: object) -> None:
    from muster.games.tag_raid.board.battlefield import Battlefield

    assert isinstance(field, Battlefield)
    assert field.access_gap() >= 2
    assert len(field.containers) == 4
    faces = [field.access_point(face).number for face in range(1, 21)]
    assert all(faces.count(number) == 20 // len(field.access) for number in range(len(field.access)))
    for kind in Movement:
        assert field.cells[kind]


@pytest.mark.clause("TR beast.interior", "TR beast.border", "TR beast.mixed")
def test_where_the_kinds_of_megabeast_can_be() -> None:
    for field in FIELDS:
        around = {cell: len(field.surrounding(cell)) for cell in field.voids}
        assert set(field.cells[Movement.INTERIOR]) == {cell for cell, tiles in around.items() if tiles >= 4}
        assert set(field.cells[Movement.BORDER]) == {cell for cell, tiles in around.items() if 2 <= tiles <= 3}
        assert set(field.cells[Movement.MIXED]) == {cell for cell, tiles in around.items() if tiles >= 2}


BAD = [
    ('[[table]]\nid = "claim"\nsource = "house"\nrows = ["vvz"]\n', "does not have the form"),
    (
        '[[table]]\nid = "claim"\nsource = "house"\ncontainers = []\n',
        r"there are 0 tool containers, not 4 \[TR setup.containers\]",
    ),
    ('[[table]]\nid = "claim"\nsource = "house"\nrows = ["vv", "vv"]\nscenery = []\n', "table 'claim'"),
    ('[[tag]]\nid = "tafang"\nsource = "house"\nequipment = ["spoon"]\n', "there is no tool 'spoon'"),
    ('[[tool]]\nid = "pick"\nsource = "house"\nshort = 3\n', "only ranged weapons"),
    ('[[tool]]\nid = "rifle"\nsource = "house"\nburst = 0\n', "needs damage and burst"),
    ('[[tool]]\nid = "rifle"\nsource = "house"\nhexagons = [0, 1]\n', "along the ruler, or one and its hexagons"),
    ('[[tool]]\nid = "rifle"\nsource = "house"\nmodifier = 1\n', "along the ruler, or one and its hexagons"),
    ('[[tool]]\nid = "steam_lance"\nsource = "house"\nshort = 1\n', "along the ruler, or one and its hexagons"),
    ('[[tool]]\nid = "pick"\nsource = "house"\nmodifier = 1\n', "only ranged weapons"),
    ('[[tool]]\nid = "stun_coil"\nsource = "house"\nburst = 2\n', "a skill slows one target"),
    ('[[tool]]\nid = "stun_coil"\nsource = "house"\ndamage = 2\n', "a skill slows one target"),
    ('[[tool]]\nid = "stun_coil"\nsource = "house"\ntraits = []\n', "a skill slows one target"),
    ('[[beast_event]]\nid = "prowl"\nsource = "house"\nattack = "song"\n', "has no attack 'song'"),
    ('[[beast_event]]\nid = "prowl"\nsource = "house"\nbeast = "stoorworm"\n', "no attack"),
]


@pytest.mark.parametrize(("text", "problem"), BAD)
@pytest.mark.clause("TR setup.area", "TR setup.containers", "TR tool.kinds")
def test_a_pack_that_cannot_be_played_says_why(text: str, problem: str) -> None:
    with pytest.raises(GameError, match=problem):
        load_with_packs("tag_raid", (PackFile("mine.toml", text),))


def test_known_figures_stand_in_the_pack() -> None:
    tools = {tool.id: tool for tool in CONTENT.tools}
    assert (tools["rifle"].burst, tools["rifle"].ranges[0], tools["rifle"].ranges[2]) == (3, 0, 3)
    assert tools["rattler"].ranges[0] == 3
    assert (tools["laser_drill"].damage, tools["laser_drill"].burst) == (15, 1)
    assert [tag.ranged for tag in CONTENT.tags if tag.id != "cavecrawler"] == [12, 12, 12]
    assert {tag.moves for tag in CONTENT.tags} == {(3, 2)}
    assert len([tool for tool in CONTENT.tools if not tool.initial]) >= 24
    assert len(CONTENT.events) >= 20
    assert load_game("tag_raid").sources["constant.trophy"] == "rulebook"


def test_a_position_of_its_own_is_asked_as_it_says() -> None:
    assert asked(start({})) == "A prompt.turn"
    for wrong in ({"table": "moon"}, {"miner": {"A": {"at": [520, 250]}}}, {"timeline": ["A", "A"]}, {"round": -1}):
        with pytest.raises(GameError):
            start(wrong)
    for options in ({"beast": "cat"}, {"table": "moon"}, {"players": 5}):
        with pytest.raises(GameError):
            GAME.setup.prepare(options)


def test_options_are_those_there_are_and_do_not_change() -> None:
    with pytest.raises(GameError, match="nonsense"):
        GAME.setup.prepare({"nonsense": 1})
    options = Options(players=3)
    with pytest.raises(AttributeError):
        options.players = 4  # type: ignore[misc]
