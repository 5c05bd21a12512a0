"""Orders and AROs: the sequence, who may react, and what becomes of it."""

from __future__ import annotations

import pytest

from games.tag_raid.playing import CONTENT, asked, miners, offered, refused, say, start, told
from muster.games.tag_raid.rules.told import DiceRolled, Die

WEST = {"at": [201, 100], "facing": 90}
EAST = {"at": [664.9, 100], "facing": 270}
MID = {"at": [430, 100], "facing": 90}


@pytest.mark.clause("TR order.sequence", "TR turn.orders", "TR order.resolution", "TR order.end", "TR aro.no_reaction")
def test_an_order_from_beginning_to_end() -> None:
    match = start(miners(A=WEST, B=EAST), [1, 2, 3, 20, 20, 20, 20, 20])
    seen = [asked(match)]
    seen += [asked(say(match, answer)) for answer in ("stay@90", "shoot:rifle", "shoot:rifle>B3")]
    assert seen == ["A prompt.turn", "B prompt.aro", "A prompt.second", "A prompt.turn"]
    assert match.view(0).miners[0].orders == 1
    assert match.view(0).order is None
    say(match, "stay@90", "pass", "idle")
    assert asked(match) == "B prompt.turn", "two orders, then the turn is over"


@pytest.mark.clause("TR aro.second_check", "TR aro.attacked", "TR aro.evade_only", "TR evade.unseen", "TR aro.once")
def test_who_is_attacked_unseen_may_only_evade() -> None:
    match = start(miners(A=WEST, B={**EAST, "facing": 90}), [20, 20, 20, 10])
    say(match, "stay@90")
    assert asked(match) == "A prompt.second", "B had no right at the first check"
    say(match, "shoot:rifle>B3")
    assert asked(match) == "B prompt.aro"
    assert offered(match) == ["evade", "idle", "pass"]
    assert refused(match, "shoot:rifle") == "TR aro.evade_only"
    say(match, "evade")
    assert told(match, "evaded") == [{"seat": 1, "value": 10, "faces": "10"}], "13 and -3 for what it does not see"


@pytest.mark.clause("TR aro.optional", "TR aro.once")
def test_an_aro_not_declared_is_lost() -> None:
    match = start(miners(A=WEST, B=EAST), [20, 20, 20])
    say(match, "stay@90", "pass", "shoot:rifle>B3")
    assert asked(match) == "A prompt.turn", "B is not asked again"


@pytest.mark.clause(
    "TR aro.same_hexagon", "TR evade.reactive", "TR evade.hexagon_unseen", "TR evade.normal", "TR evade.move"
)
def test_sharing_a_hexagon_gives_an_evade() -> None:
    position = miners(A={"at": [400, 80], "facing": 90}, B={"at": [480, 120], "facing": 90})
    match = start(position, [9])
    say(match, "stay@0")
    assert asked(match) == "B prompt.aro"
    assert offered(match) == ["evade", "idle", "pass"]
    say(match, "evade", "idle")
    assert told(match, "evaded") == [{"seat": 1, "value": 10, "faces": "9"}]
    assert asked(match) == "B prompt.evade_move", "a normal roll, and a move"
    say(match, "stay@270")


@pytest.mark.clause("TR idle.invalid", "TR idle.still_spent", "TR tool.disposable", "TR tool.boost", "TR idle.declare")
def test_an_evade_of_nothing_is_idle_and_still_spends_the_thrusters() -> None:
    match = start(miners(A=WEST, B={**EAST, "tools": ["thrusters"]}))
    say(match, "stay@90")
    assert "evade:thrusters" in offered(match)
    say(match, "evade:thrusters", "idle")
    assert told(match, "becomes_idle") == [{"seat": 1}]
    assert match.view(0).miners[1].tools == ()
    assert match.view(0).discard == ("thrusters",)
    used = start(miners(A=WEST, B={**EAST, "tools": ["thrusters"]}), [2, 2, 2, 18])
    say(used, "stay@90", "evade:thrusters", "shoot:rifle>B3")
    assert told(used, "evaded")[0]["value"] == 19


@pytest.mark.clause(
    "TR aro.skills", "TR aro.target", "TR close.declare", "TR close.contact", "TR close.weapon", "TR ranged.weapon"
)
def test_what_an_aro_can_be() -> None:
    match = say(start(miners(A=MID, B={"at": [485.2, 100], "facing": 270})), "stay@90")
    kinds = {key.partition(":")[0] for key in offered(match)}
    assert kinds == {"strike", "evade", "idle", "pass"}
    assert refused(match, "shoot:rifle") == "TR ranged.contact"
    assert refused(match, "strike:jackhammer") == "TR close.weapon"
    assert refused(match, "shoot:long_rifle") == "TR ranged.weapon"
    apart = say(start(miners(A=WEST, B=EAST)), "stay@90")
    assert refused(apart, "strike:claw") == "TR close.contact"
    assert refused(apart, "shoot:rifle>C1") == "TR aro.target", "an ARO is aimed at the active miner"


@pytest.mark.clause("TR aro.burst", "TR aro.burst_mod")
def test_burst_in_an_aro() -> None:
    plain = start(miners(A=WEST, B=EAST), [12, 20, 20])
    say(plain, "stay@90", "shoot:rifle", "idle")
    assert told(plain, "attacked")[0]["faces"] == "12"
    dog = start(miners(A=WEST, B={**EAST, "tools": ["watchdog"]}), [20, 20])
    say(dog, "stay@90", "shoot:rifle", "idle")
    assert told(dog, "attacked")[0]["faces"] == "20 20"
    stone = start({**miners(A=WEST, B=EAST), "timeline": ["B", "A"]}, [20, 20])
    say(stone, "stay@270", "shoot:rifle", "idle")
    assert told(stone, "attacked")[0]["faces"] == "20 20", "the Stonebreaker has burst 2 in AROs"


@pytest.mark.clause("TR ranged.contact", "TR ranged.los", "TR ranged.split", "TR path.point", "TR ranged.same_point")
def test_refused_shots() -> None:
    match = say(start(miners(A=WEST, B=EAST)), "stay@90", "pass")
    assert refused(match, "shoot:rifle>B4") == "TR ranged.split"
    assert refused(match, "shoot:rifle>B3@230,100") == "TR path.point"
    assert refused(match, "shoot:rifle>B1+B1") == "K option"
    assert refused(match, "strike:pick>B2") == "TR close.contact"
    touching = say(start(miners(A=MID, B={"at": [485.2, 100], "facing": 270})), "move:400,100@90", "pass")
    assert refused(touching, "shoot:rifle>B3") == "TR ranged.contact", "it touched B when it was activated"
    corner = miners(
        A={"at": [318, 370], "facing": 90},
        B={"at": [750, 320], "facing": 90},
        C={"at": [870, 610], "facing": 180},
    )
    both = say(start(corner), "move:340,330;390,315;400,290@90")
    assert refused(both, "shoot:rifle>B1+C1") == "TR ranged.same_point"
    say(both, "shoot:rifle>B1")


@pytest.mark.clause(
    "TR close.attribute", "TR close.numbers", "TR close.split", "TR evade.numbers", "TR evade.single_mod"
)
def test_against_several_in_contact() -> None:
    trio = miners(
        A={"at": [430, 100], "facing": 90}, B={"at": [485.2, 100], "facing": 270}, C={"at": [374.8, 100], "facing": 90}
    )
    match = say(start(trio, [20, 20, 20]), "stay@90", "pass", "pass")
    assert refused(match, "strike:pick>B2+C1") == "TR close.split"
    say(match, "strike:pick>B1+C1")
    assert [event["value"] for event in told(match, "attacked")] == [11, 11], "14 and -3 for two enemies"
    evading = say(start(trio, [20, 20, 1]), "stay@90", "strike:claw", "strike:jackhammer", "evade")
    assert told(evading, "evaded")[0]["value"] == CONTENT.tags[0].evade - 3, "one -3, not more"


@pytest.mark.clause(
    "TR evade.one_roll", "TR evade.all", "TR evade.move", "TR evade.no_aro", "TR evade.declare", "TR evade.attribute"
)
def test_the_worked_example_of_evading_two_shots() -> None:
    four = miners(
        A={"tag": "tafang", "at": [430, 100], "facing": 90},
        B={"tag": "stonebreaker", "at": [201, 100], "facing": 90},
        C={"tag": "rockeater", "at": [664.9, 100], "facing": 270},
        D={"tag": "cavecrawler", "at": [600, 350], "facing": 90},
    )
    match = start(four, [12, 11, 10, 9])
    say(match, "move:430,90@90", "shoot:rifle", "shoot:rattler", "evade")
    assert asked(match) == "A prompt.evade_move"
    say(match, "move:470,90@90")
    assert asked(match) == "A prompt.turn", "nobody reacts to the evade move"
    lost = start(four, [5, 13, 1, 9, 20])
    say(lost, "move:430,90@90", "shoot:rifle", "shoot:rattler", "evade")
    assert asked(lost) == "A prompt.turn", "beaten once, no move"


@pytest.mark.clause("TR evade.order", "TR evade.only_self", "TR tag.agile")
def test_evade_moves_in_order() -> None:
    three = miners(A={**MID, "at": [400, 80]}, B={"at": [470, 120], "facing": 270}, C={"at": [340, 120], "facing": 90})
    match = start({**three, "timeline": ["A", "C", "B"]}, [5, 6, 7])
    say(match, "stay@90", "evade", "evade", "evade")
    order = []
    while asked(match).endswith("evade_move"):
        order.append(asked(match)[0])
        if order[-1] == "B":
            say(match, "move:540,90@270")
        else:
            say(match, "stay@0")
    assert order == ["A", "C", "B"], "the active miner, then along the timeline; the Tafang goes up to two segments"


@pytest.mark.clause("TR tool.from_there")
def test_a_tool_just_found_works_only_from_there() -> None:
    match = start(
        miners(A={"at": [360, 140], "facing": 90}, B={**EAST, "facing": 90}) | {"tool_deck": ["long_rifle"]}, [1]
    )
    say(match, "move:322.4,140@90", "draw:1", "equip:long_rifle")
    assert refused(match, "shoot:long_rifle>B2@360,140") == "TR tool.from_there"
    assert "shoot:rifle>B3@360,140" not in [key for key in offered(match) if key.startswith("shoot:long")]
    say(match, "shoot:long_rifle>B2@322.4,140")


@pytest.mark.clause("TR aro.declare", "TR timeline.order")
def test_aros_follow_the_timeline() -> None:
    three = miners(A=MID, B=EAST, C={"tag": "rockeater", "at": [201, 100], "facing": 90})
    match = say(start({**three, "timeline": ["A", "C", "B"]}), "stay@90")
    assert asked(match) == "C prompt.aro"
    assert asked(say(match, "pass")) == "B prompt.aro"


@pytest.mark.clause("TR ftf.when")
def test_an_unanswered_shot_is_a_normal_roll() -> None:
    match = start(miners(A=WEST, B=EAST), [3, 20, 20, 1])
    say(match, "stay@90", "idle", "shoot:rifle>B3")
    assert told(match, "saved")[0]["faces"] == "1"


@pytest.mark.clause("TR roll.success", "TR save.pass")
def test_every_die_is_told_with_what_it_is_worth() -> None:
    """A success is at most the value, a save is above the damage; clients draw the dice from this."""
    match = start(miners(A=WEST, B=EAST), [3, 13, 20, 1])
    say(match, "stay@90", "idle", "shoot:rifle>B3")
    shot, save = (event for event in match.table.events if event.key in ("attacked", "saved"))
    assert shot.params["value"] == 12
    assert shot.data == DiceRolled([Die(3, True), Die(13, False), Die(20, False)])
    assert save.data == DiceRolled([Die(1, False)])
