"""Between declaration and effect: nothing is done by or to who is dead or gone, and no rule can forget to look."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import muster.games.tag_raid
from games.tag_raid.playing import CONTENT, miners, say, start, told
from muster.games.tag_raid.board.spots import Spot
from muster.games.tag_raid.rules import effects
from muster.games.tag_raid.rules.attacks import targets
from muster.games.tag_raid.rules.skill_proposals import second_skills
from muster.games.tag_raid.rules.validity import what_holds
from muster.games.tag_raid.state.questions import evade_segments, is_there
from muster.games.tag_raid.state.state import BEAST, Declaration, Skill, State
from muster.kernel.match import Match

SOURCES = Path(next(iter(muster.games.tag_raid.__path__)))
CHANGED = frozenset(("x", "y", "level", "facing", "wounds", "slowed", "cell"))
"""What only effects may change on a TAG or the MegaBeast."""
BUILDERS = frozenset(("effects", "state", "scenario", "seen"))
"""Besides the effects: the state itself, and what puts one together."""
SUPPOSING = frozenset((("beast", "faces_a_tag"), ("path", "searches"), ("threats", "put")))
"""Functions that suppose somebody elsewhere, and put it back or work on a copy."""
WEST = {"tag": "tafang", "at": [374.8, 100], "facing": 90}
MID = {"tag": "stonebreaker", "at": [430, 100], "facing": 90}
EAST = {"tag": "cavecrawler", "at": [485.2, 100], "facing": 270}


def changes(file: Path) -> list[tuple[str, str]]:
    """The functions of a module that change a place, wounds or a state themselves, and what they change."""
    found: list[tuple[str, str]] = []
    for function in ast.walk(ast.parse(file.read_text("utf-8"))):
        if not isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        for node in ast.walk(function):
            targets = node.targets if isinstance(node, ast.Assign) else []
            targets = [node.target] if isinstance(node, ast.AugAssign | ast.AnnAssign) else targets
            names = [name for target in targets for name in ast.walk(target) if isinstance(name, ast.Attribute)]
            owners = [name for name in names if not (isinstance(name.value, ast.Name) and name.value.id == "self")]
            found += [(function.name, name.attr) for name in owners if name.attr in CHANGED]
    return found


def test_only_effects_change_a_tag_or_the_megabeast() -> None:
    assert changes(SOURCES / "rules" / "effects.py"), "the reader finds what it looks for"
    for file in sorted(SOURCES.rglob("*.py")):
        if file.stem not in BUILDERS:
            assert [found for found in changes(file) if (file.stem, found[0]) not in SUPPOSING] == [], file.name


def three(**more: object) -> Match[State]:
    return start({**miners(A=MID, B=WEST, C=EAST), **more})


def gone(state: State, seat: int) -> None:
    """As if it had died in between."""
    effects.wound(state, state.miners[seat], 9)
    effects.leave(state, state.miners[seat])


@pytest.mark.clause("TR death.zero", "TR beast.dies")
def test_nothing_happens_to_who_is_gone() -> None:
    state = three(beast={"hexagon": "c4", "wounds": 1, "card": "coiled", "facing": "e"}).state
    miner = state.miners[1]
    gone(state, 1)
    assert not is_there(state, 1)
    assert not effects.walk(state, miner, [(4330, 400, -1)], 0)
    assert not effects.slow(state, miner)
    assert (effects.wound(state, miner, 1), effects.repair(state, miner, 1)) == (0, 0)
    assert (miner.wounds, miner.slowed, miner.on_table) == (0, False, False)
    assert (effects.wound_beast(state, 5), effects.wound_beast(state, 5)) == (1, 0), "nobody dies twice"
    assert not effects.turn(state, 3)
    assert not effects.burrow(state, (2, 1))
    assert effects.heal_beast(state, 3) == 0
    assert state.beast.cell is None
    assert targets(state, 0) == [2]


@pytest.mark.clause("TR respawn.back", "TR death.tokens")
def test_who_comes_back_is_whole() -> None:
    state = three().state
    gone(state, 1)
    effects.arrive(state, state.miners[1], (2007, 1000, -1), 90)
    assert (state.miners[1].wounds, state.miners[1].spot) == (CONTENT.tags[1].wounds, (2007, 1000, -1))
    assert effects.wound(state, state.miners[1], 1) == 1


@pytest.mark.clause("TR order.resolution", "TR idle.invalid")
@pytest.mark.parametrize(
    ("attack", "left"),
    [("strike:pick>B1+C1", [{"seat": 0, "target": "C"}]), ("strike:pick>B2", [])],
)
def test_dice_at_who_is_gone_are_lost(attack: str, left: list[dict[str, object]]) -> None:
    """B dies between the declaration and the resolution; what goes at C goes on, what went at B alone is idle."""
    match = three()
    say(match, "stay@90", "pass", "pass")
    order = match.state.order
    assert order is not None
    skill, tool, spot, split = next(
        option.value for option in second_skills(match.state, order) if option.key.startswith("strike:pick>B")
    )
    dice = ((1, 1), (2, 1)) if "+" in attack else split
    gone(match.state, 1)
    holds = what_holds(match.state, order, 0, Declaration(skill, tool, spot, dice), [])
    assert [{"seat": 0, "target": "ABC"[target]} for target, _ in holds.split] == left
    assert holds.skill == (Skill.CLOSE if left else Skill.IDLE)


@pytest.mark.clause("TR order.resolution", "TR idle.invalid", "TR idle.still_spent")
def test_an_aro_of_who_is_gone_is_idle() -> None:
    match = three()
    say(match, "stay@90", "strike:claw", "pass")
    gone(match.state, 1)
    say(match, "idle")
    assert told(match, "fails") == [{"seat": 1}]
    assert not told(match, "attacked")


@pytest.mark.clause("TR order.resolution", "TR ranged.weapon")
def test_a_weapon_that_is_gone_does_not_shoot() -> None:
    match = start(miners(A={**MID, "tools": ["harpoon"]}, B={**EAST, "at": [590, 60]}))
    say(match, "stay@90")
    order = match.state.order
    assert order is not None
    harpoon = next(tool.number for tool in CONTENT.tools if tool.id == "harpoon")
    shot = Declaration(Skill.RANGED, harpoon, (4300, 1000, -1), ((1, 1),))
    assert what_holds(match.state, order, 0, shot, []) is shot
    match.state.miners[0].slots = ()
    assert what_holds(match.state, order, 0, shot, []).skill == Skill.IDLE


@pytest.mark.clause("TR close.contact", "TR ranged.los", "TR ranged.contact")
def test_a_target_out_of_reach_is_not_attacked() -> None:
    match = three()
    say(match, "stay@90")
    order = match.state.order
    assert order is not None
    pick, rifle = CONTENT.tags[0].equipment[1], CONTENT.tags[0].equipment[0]
    far: Spot = (4330, 400, -1)
    here = match.state.miners[0].spot
    assert what_holds(match.state, order, 0, Declaration(Skill.CLOSE, pick, far, ((1, 2),)), []).skill == Skill.IDLE
    assert what_holds(match.state, order, 0, Declaration(Skill.CLOSE, pick, here, ((1, 2),)), []).skill == Skill.CLOSE
    assert what_holds(match.state, order, 0, Declaration(Skill.RANGED, rifle, here, ((1, 3),)), []).skill == Skill.IDLE
    claw = CONTENT.tags[1].equipment[1]
    aro = Declaration(Skill.CLOSE, claw, far, ((0, 1),))
    assert what_holds(match.state, order, 1, aro, []).skill == Skill.IDLE
    assert what_holds(match.state, order, 1, Declaration(Skill.CLOSE, claw, here, ((0, 1),)), []).skill == Skill.CLOSE


@pytest.mark.clause("TR beast.dies")
def test_a_position_knows_no_dead_megabeast_on_the_table() -> None:
    state = three(beast={"hexagon": "c4", "wounds": 0, "card": "coiled"}).state
    assert not is_there(state, BEAST)
    assert state.beast.cell is None


@pytest.mark.clause("TR slowed.effect", "TR tag.agile", "TR slowed.cancel", "TR death.zero", "TR beast.heals")
def test_every_effect_says_whether_anything_came_of_it() -> None:
    state = three(beast={"hexagon": "c4", "wounds": 5, "card": "coiled", "facing": "e"}).state
    tafang = state.miners[1]
    assert evade_segments(state, tafang) == 2
    assert effects.walk(state, tafang, [(3600, 1000, -1)], 17)
    assert (tafang.spot, tafang.facing) == ((3600, 1000, -1), 17)
    assert effects.walk(state, tafang, [], 18)
    assert (tafang.spot, tafang.facing) == ((3600, 1000, -1), 18)
    assert (effects.slow(state, tafang), effects.slow(state, tafang)) == (True, False)
    assert evade_segments(state, tafang) == 1, "slowed, one segment less"
    assert (effects.shake_off(state, tafang), effects.shake_off(state, tafang)) == (True, False)
    assert (effects.wound(state, tafang, 2), effects.repair(state, tafang, 9)) == (2, 2)
    assert effects.wound(state, tafang, 9) == 3
    assert (effects.turn(state, 1), effects.turn(state, 4), effects.turn(state, 4)) == (False, True, False)
    assert (effects.burrow(state, (2, 3)), effects.burrow(state, (2, 1))) == (False, True)
    assert (effects.wound_beast(state, 2), effects.heal_beast(state, 1), state.beast.wounds) == (2, 1, 4)
    assert effects.heal_beast(state, 99) == CONTENT.beasts[0].wounds - 4
