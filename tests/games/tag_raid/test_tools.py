"""Tool containers: searching, equipping, replacing, finds."""

from __future__ import annotations

from typing import Any

import pytest

from games.tag_raid.playing import asked, miners, offered, refused, say, start, told
from muster.kernel.dice import SeededDice
from muster.kernel.match import Match
from muster.kernel.packs import PackFile
from muster.library import load_with_packs

BY = {"at": [350, 140], "facing": 90}
EAST = {"at": [664.9, 100], "facing": 90}
GO = "move:322.4,140@90"


def beside(deck: list[str], **more: Any) -> dict[str, Any]:
    return {**miners(A={**BY, **more}, B=EAST), "tool_deck": deck}


@pytest.mark.clause(
    "TR container.reach",
    "TR container.draw",
    "TR container.may",
    "TR tool.slot",
    "TR container.once",
    "TR move.interact",
)
def test_searching_once_a_round() -> None:
    match = say(start(beside(["harpoon", "chainsaw"]), [2]), GO)
    assert offered(match) == ["draw:1", "done"]
    say(match, "draw:1")
    assert told(match, "tool_drawn") == [{"seat": 0, "tool": "chainsaw"}]
    assert offered(match) == ["equip:chainsaw", "leave"]
    say(match, "equip:chainsaw")
    assert asked(match) == "A prompt.second", "nothing more to search"
    assert match.view(0).miners[0].tools == ("chainsaw",)
    say(match, "idle", "stay@90")
    assert asked(match) == "A prompt.second", "once a round"
    twice = say(start({**beside(["harpoon", "chainsaw"]), "events": ["supply_drop"]}, [1]), GO, "draw:1", "leave")
    assert offered(twice) == ["draw:1", "done"]


@pytest.mark.clause("TR container.once")
def test_a_container_used_up_says_so() -> None:
    position = beside(["harpoon"], drawn=[1])
    position["miner"]["B"] = {**EAST, "loot": {"at": [322.4, 183]}}
    match = say(start(position), GO)
    assert offered(match) == ["loot:B", "done"]
    assert refused(match, "draw:1") == "TR container.once"


@pytest.mark.clause("TR container.free")
def test_not_while_touching_an_enemy() -> None:
    position = miners(A=BY, B={"at": [322.4, 84.8], "facing": 90})
    match = say(start(position), GO)
    assert asked(match) == "B prompt.aro"


@pytest.mark.clause("TR tool.replace", "TR tool.discard")
def test_a_full_tag_replaces_or_leaves() -> None:
    match = say(start(beside(["harpoon"], tools=["chainsaw", "drill_arm"]), [1]), GO, "draw:1")
    assert offered(match) == ["replace:chainsaw", "replace:drill_arm", "leave"]
    say(match, "replace:chainsaw")
    assert match.view(0).miners[0].tools == ("drill_arm", "harpoon")
    assert match.view(0).discard == ("chainsaw",)


@pytest.mark.clause("TR tool.deck")
def test_an_empty_deck_is_made_anew() -> None:
    match = say(start({**beside([]), "discard": ["harpoon"]}, [1]), GO, "draw:1")
    assert told(match, "tool_drawn") == [{"seat": 0, "tool": "harpoon"}]
    empty = say(start(beside([])), GO, "draw:1")
    assert told(empty, "tool_drawn") == []


@pytest.mark.clause("TR tool.find", "TR warehouse.store", "TR bezoar.gain")
@pytest.mark.parametrize(
    ("card", "field", "value"),
    [
        ("rich_vein", "teseum", 2),
        ("bezoar_shard", "bezoar", 1),
        ("repair_kit", "wounds", 3),
        ("stimulant", "orders", 2),
    ],
)
def test_finds_are_followed_at_once(card: str, field: str, value: int) -> None:
    match = say(start(beside([card], wounds=2), [1]), GO, "draw:1")
    assert getattr(match.view(0).miners[0], field) == value
    assert match.view(0).discard == (card,)


@pytest.mark.clause("TR tag.storage", "TR warehouse.store")
def test_the_rockeater_stores_at_the_end_of_its_turn() -> None:
    match = start(miners(A={**BY, "tag": "rockeater", "teseum": 3, "bezoar": 1}, B=EAST))
    say(match, "end")
    rock = match.view(0).miners[0]
    assert (rock.teseum, rock.bezoar, rock.stored_bezoar) == (3, 0, 1)
    poor = say(start(miners(A={**BY, "tag": "rockeater", "teseum": 3}, B=EAST)), "end")
    assert poor.view(0).miners[0].stored_teseum == 0, "three units are not enough"


@pytest.mark.clause("TR skill.aro", "TR skill.tool")
def test_a_skill_without_the_mark_is_no_reaction() -> None:
    """Laid over with a stun coil that is not marked [ARO]: its holder cannot react with it, seen or unseen."""
    plain = PackFile("mine.toml", '[[tool]]\nid = "stun_coil"\nsource = "house"\ntraits = ["slows", "indirect"]\n')
    game: Any = load_with_packs("tag_raid", (plain,))
    unseen = {"A": {"at": [300, 100], "facing": 90}, "B": {"at": [450, 100], "facing": 90, "tools": ["stun_coil"]}}
    match = Match(game, game.testing.position(miners(**unseen)), SeededDice(7))
    say(match, "stay@90")
    assert asked(match) == "A prompt.second", "nothing to react with"
    assert refused(match, "use:stun_coil>B1") == "TR skill.tool"
    seen = {**unseen, "B": {**unseen["B"], "facing": 270}}
    match = Match(game, game.testing.position(miners(**seen)), SeededDice(7))
    say(match, "stay@90")
    assert asked(match) == "B prompt.aro"
    assert not any(key.startswith("use:") for key in offered(match))
    assert refused(match, "use:stun_coil") == "TR skill.aro"
    say(match, "pass", "idle", "end", "stay@270", "pass")
    assert any(key.startswith("use:stun_coil>A1") for key in offered(match)), "in its own turn it may be declared"
