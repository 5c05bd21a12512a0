"""Previews that a client draws: they agree with the rules, and looking changes nothing."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Sequence

import msgspec
import pytest

from games.every_game import decisions
from games.obsidian_protocol.desk import GAME, UNDRAWN, attack, drone, mech, position, previewed, say, start, wall
from games.obsidian_protocol.test_odds import GUNS, SETUPS, TARGETS, defence, offence, penetrates
from muster.games.obsidian_protocol.board.battlefield import GRID_INDEX
from muster.games.obsidian_protocol.cards.kinds import Type
from muster.games.obsidian_protocol.rules.attack.icons import Icons, offsets
from muster.games.obsidian_protocol.rules.attack.pools import attack_pool, blue_dice, white_dice
from muster.games.obsidian_protocol.rules.attack.targets import targets
from muster.games.obsidian_protocol.rules.attack.told import AttackResolved, DiceRolled, Die, TermView
from muster.games.obsidian_protocol.rules.movement.paths import walk
from muster.games.obsidian_protocol.rules.naming import unit_key
from muster.games.obsidian_protocol.rules.subjects import Moving
from muster.games.obsidian_protocol.showing import chances
from muster.games.obsidian_protocol.showing.aim import AimView, aiming
from muster.games.obsidian_protocol.showing.lines import arc, moving, sight, sights_from, standing, turning
from muster.games.obsidian_protocol.showing.part_choice import choosing_part
from muster.games.obsidian_protocol.showing.path import PathView
from muster.games.obsidian_protocol.state.geometry import corner_of
from muster.games.obsidian_protocol.state.sheet import actions_of
from muster.games.obsidian_protocol.state.state import State
from muster.kernel.dice import RandomDice
from muster.kernel.match import Match
from muster.kernel.refusal import Refusal

RIFLE, CLEAVER = "ac_32_automatic_rifle", "cc_4_cleaver_r"
HYENA = "dtg_30m_hyena_mg_type"


def sums(terms: Sequence[TermView]) -> dict[str, int]:
    """The dice of each color in a sum."""
    found = {color: total(terms, color) for color in "yrwb"}
    return {color: count for color, count in found.items() if count}


def total(terms: Sequence[TermView], color: str) -> int:
    return sum(term.count for term in terms if term.color == color)


def shown(dice: Sequence[Die]) -> dict[str, int]:
    return dict(Counter(die.color for die in dice))


@pytest.mark.parametrize("seed", range(3))
def test_in_random_matches(seed: int) -> None:
    """Sums add up to the dice that are rolled, pairs to what is left; and looking changes nothing."""
    options = GAME.setup.prepare({})
    rng = random.Random(seed)
    match: Match[State] = Match(GAME, options.new(), RandomDice(random.Random(seed)))
    seen: set[str] = set()
    for _ in itertools.islice(decisions(match, rng), 600):
        before = msgspec.json.encode(GAME.testing.dump(match.state))
        for seat in match.pending:
            if (found := previewed(match, seat)) is not None:
                seen.add(type(found).__name__)
                msgspec.json.encode(found)
        assert msgspec.json.encode(GAME.testing.dump(match.state)) == before
    for event in match.table.events:
        if event.key == "dice_rolled":
            assert isinstance(event.data, DiceRolled)
            assert sums(event.data.attack_terms) == shown(event.data.attack)
            assert sums(event.data.defence_terms) == shown(event.data.defence)
        if event.key == "attack_resolved":
            assert isinstance(event.data, AttackResolved)
            faces = [die.icons for die in event.data.attack]
            assert len(event.data.pairs) + len(event.data.through) == sum(icon in "HLz" for icon in "".join(faces))
            through = "".join(faces[die][place] for die, place in event.data.through)
            assert through.count("H") == event.params["heavy"]
            assert through.count("L") == event.params["light"]
    assert {"MoveView", "FacingView", "ActView"} <= seen


@pytest.mark.parametrize("seed", range(4))
def test_previews_give_no_secret_away(seed: int) -> None:
    """They are the same in every match that a seat cannot tell from the one at the table."""
    match: Match[State] = Match(GAME, GAME.setup.prepare({}).new(), RandomDice(random.Random(seed)))
    words, compared = GAME.catalogue.words("en"), 0
    for _ in itertools.islice(decisions(match, random.Random(seed)), 200):
        for seat, ask in match.pending.items():
            sheets = [f"sheet:{unit_key(unit)}" for unit in (match.state.units[0], match.state.units[-1])]
            drawn = ask.subject is not None and not isinstance(ask.subject, UNDRAWN)
            abouts = ["", *sheets] if drawn else sheets
            if isinstance(ask.subject, Moving):
                abouts += [f"path:{option.key[5:]}" for option in ask.space.options()[:3]]
            twin = match.reimagined(seat, random.Random(seed))
            for about in abouts:
                one, other = (GAME.showing.preview(at.state, seat, ask.subject, about, words) for at in (match, twin))
                assert one == other, (ask.prompt.key, about)
                compared += 1
    assert compared > 200


@pytest.mark.parametrize(("gun", "target", "stance", "fragile", "low"), SETUPS[::5])
def test_chances_are_exact(gun: str, target: str, stance: str, fragile: int, low: bool) -> None:
    """Beside odds worked out independently."""
    hexagon = "low_profile" if low else ""
    state = position(
        mech("A", "f8", gun, stance=stance), drone("B", "f4", target, fragile=fragile, hexagon=hexagon, facing="s")
    )
    state.turn.moved = True
    unit = state.units[0]
    shot = next(action.id for _, action in actions_of(state, unit) if action.yellow or action.red)
    found = chances.by_part(state, attack(state, 0, 1, shot))
    yellow, red, pierce = GUNS[gun]
    white, blue, its_stance = TARGETS[target]
    saves = defence(max(1, white - pierce - fragile), blue, its_stance, low)
    assert found["unit"] == pytest.approx(penetrates(offence(yellow, red, stance), saves))


@pytest.mark.clause("OP 4.5.1.height", "OP 4.2.4.obstructs")
def test_sight_from_a_planned_place() -> None:
    """A wall of 2 inches protects from one place and not from another; the line names it."""
    state = position(mech("A", "f8", RIFLE), mech("B", "f3", RIFLE), terrain=[wall("f5", 3, 2, 2)])
    unit, enemy = state.units
    found = sight(state, unit, enemy)
    assert (found.seen, found.terrain, found.covers, found.white, found.distance) == (True, [0], ["t0"], 2, 5)
    with standing(unit, corner_of(GRID_INDEX["h3"]), unit.facing):
        assert [line.white for line in sights_from(state, unit, [enemy])] == [0]
    assert unit.row // 3 == 7
    ways = walk(state, unit, 2)
    plan = moving(state, ways, unit, ways.grids())
    assert plan.ways["f7"].cost == 1
    assert plan.ways["f7"].sights[0].white == 2
    assert plan.ways["f8"].path == ["f8-1"]


@pytest.mark.clause("OP 4.2.5.arc", "OP 4.2.1.range")
def test_the_arc_is_what_can_be_attacked() -> None:
    """Every grid of the wash is in reach and before the unit; behind a tall wall nothing is seen."""
    state = position(mech("A", "f8", RIFLE), mech("B", "f3", RIFLE), terrain=[wall("f7", 3, 3, 3)])
    grids, unseen = arc(state, state.units[0], 3)
    assert {"f5", "f6", "e7", "g7", "f8"} <= set(grids)
    assert "f9" not in grids
    assert "f4" not in grids
    assert "f6" in unseen
    facings = turning(state, state.units[0]).facings
    assert "f9" in facings["s"].grids
    assert [line.seen for line in facings["n"].sights] == [False]
    assert facings["n"].sights[0].blocks == [0]


@pytest.mark.clause("OP 4.4.1.white", "OP 4.4.1.attack_dice", "OP 4.4.1.blue")
def test_the_aim() -> None:
    """The question for a target carries both pools and the chance of every part."""
    state = position(mech("A", "f8", RIFLE), mech("B", "f5", RIFLE, CLEAVER), drone("B", "f12", HYENA))
    unit = state.units[0]
    slot = 2 if unit.parts[2] >= 0 else 3
    action = next(a for a in state.content.parts[unit.parts[slot]].actions if a.yellow or a.red)
    found = targets(state, unit, action, {})
    view = aiming(state, unit, slot, action, {}, -1, found)
    assert isinstance(view, AimView)
    assert list(view.targets) == ["b1"]
    assert list(view.others) == ["b2"]
    one = view.targets["b1"]
    shot = attack(state, 0, 1, action.id)
    yellow, red = attack_pool(state, shot)
    assert (total(one.attack, "y"), total(one.attack, "r")) == (yellow, red)
    shot.part = 0
    assert one.armor["torso"] + total(one.defence, "w") == white_dice(state, shot)
    assert total(one.defence, "b") == blue_dice(state, shot)
    assert set(one.parts) == set(one.armor)
    assert 0 < one.chance < 1


def test_what_cancels_what() -> None:
    """A shield meets a light hit, a dodge the heavy one; one heavy hit goes through."""
    icons = Icons(2, 2, 1, 1)
    left = offsets(icons, 1, 2)[0]
    pairs, through = left.met(["LL", "H", "H", "z"], ["D", "DD", "o", ""])
    assert dict(pairs) == {(0, 0): (0, 0), (0, 1): (1, 0), (1, 0): (2, 0)}
    assert through == [(2, 0), (3, 0)]
    whole = offsets(Icons(0, 3, 0, 1), 1, 1, whole=True)[0]
    pairs, through = whole.met(["L", "LL"], ["D", "o"])
    assert dict(pairs) == {(1, 0): (1, 0), (1, 1): (1, 0), (0, 0): (0, 0)}
    assert not through
    aside = offsets(Icons(1, 0, 1), 2, 0)[0]
    assert aside.met(["H", "z"], ["o"]) == ([((0, 0), (0, 0)), ((1, 0), None)], [])


# What is only drawn


def drawn(match: Match[State], path: str) -> PathView:
    found = previewed(match, about=path)
    assert isinstance(found, PathView)
    return found


@pytest.mark.clause("OP 4.3.1.steps", "OP 4.3.1.range", "OP 4.3.5.break_away")
def test_a_path_that_is_drawn() -> None:
    """Each step says what it has cost, who held the unit before it and who sees it; nothing has moved meanwhile."""
    units = mech("A", "f8", RIFLE, dial="movement"), mech("B", "g7", CLEAVER)
    match = start(*units, terrain=[wall("e6")])
    say(match, "act:chassis/sprint")
    before = msgspec.json.encode(GAME.testing.dump(match.state))
    path = drawn(match, "path:e8")
    assert (path.cost, path.clause, [step.held for step in path.steps]) == (2, "", [["b1"]])
    assert path.steps[0].seen == ["b1"]
    assert match.pending[0].space.accept("path:e8").key == "path:e8"
    blocked = drawn(match, "path:e8,e7,e6")
    assert (blocked.clause, blocked.fault, len(blocked.steps)) == ("OP 4.3.1.blocked", 2, 2)
    far = drawn(match, "path:e8,d8,c8,b8,a8")
    assert (far.clause, len(far.steps)) == ("OP 4.3.1.range", 5)
    assert far.cost > far.reach >= far.steps[far.fault - 1].cost
    assert far.reason
    assert drawn(match, "path:h8").clause == "OP 4.3.1.steps"
    with pytest.raises(Refusal, match="no_such_option"):
        drawn(match, "path:z9")
    assert msgspec.json.encode(GAME.testing.dump(match.state)) == before


@pytest.mark.clause("OP 2.4.3.keywords", "OP 2.2.2.parts")
def test_the_cards_of_a_unit_are_laid_open() -> None:
    """Every action of every part, with its keywords; what is no unit is refused."""
    match = start(mech("A", "f8", RIFLE), drone("B", "f3", "adk30f_tarantula_firepower_type"))
    words = GAME.catalogue.words("en")
    view = GAME.showing.look(match.state, 0).view
    sheet = GAME.showing.preview(match.state, 0, None, "sheet:a0", words)
    assert [card.slot for card in sheet.cards] == list(view.units["a0"].parts)
    assert any(action.yellow or action.red for card in sheet.cards for action in card.actions)
    names = {effect.keyword for card in sheet.cards for action in card.actions for effect in action.effects}
    assert all(f"keyword.{name}" in GAME.catalogue.templates["en"] for name in names)
    assert [card.slot for card in GAME.showing.preview(match.state, 0, None, "sheet:b1", words).cards] == ["unit"]
    with pytest.raises(Refusal):
        GAME.showing.preview(match.state, 0, None, "sheet:c9", words)


@pytest.mark.clause("OP 4.4.1.part", "OP 4.6.2.parry")
def test_the_choice_of_a_part_tells_its_chances() -> None:
    """As when aiming; a parry lowers the chance, and looking changes nothing."""
    state = position(mech("A", "f8", CLEAVER), mech("B", "f7", CLEAVER))
    unit = state.units[0]
    blow = next(action.id for _, action in actions_of(state, unit) if action.type == Type.MELEE and action.red)
    attacks = attack(state, 0, 1, blow)
    found = choosing_part(state, attacks)
    assert {name: part.chance for name, part in found.parts.items()} == chances.by_part(state, attacks)
    assert found.parries
    assert all(part.chance < found.parts[name].chance for name, part in found.parries.items())
    assert attacks.parry == 0


TURNS = {
    "moved": (["act:chassis/sprint", "move:e8"], True),
    "knocked back": (["act:chassis/kick", "target:b1"], True),
    "dragged": (["act:left_arm/lash", "target:b1", "effect:drag", "grid:e7"], True),
    "crushed": (["act:chassis/sprint", "move:g8", "grid:h8"], True),
    "changing places": (["act:chassis/sprint", "move:f9"], False),
}
"""Answers that lead to a facing, and whether the unit already stands where it will look from."""


@pytest.mark.clause("OP 4.3.1.facing", "OP 4.3.4.facing")
@pytest.mark.parametrize("name", TURNS)
def test_what_a_unit_would_face(name: str) -> None:
    keys, drawn = TURNS[name]
    dial = "melee" if any("target" in key for key in keys) else "movement"
    match = start(
        mech("A", "f8", "mx82_multifunctional_whip", legs="pl35_armored_chassis", dial=dial),
        mech("B", "f7", facing="s", stance="offensive"),
        drone("B", "g8-5", HYENA),
        drone("B", "f9-5", HYENA),
        terrain=[wall("e9"), wall("g9"), wall("f10")],
        dice=(2, 3, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8)[: {"knocked back": 11, "dragged": 12}.get(name, 0)],
    )
    say(match, *keys)
    while match.pending[0].small:
        match.answer(0, match.pending[0].space.options()[0].key)
    assert match.pending[0].prompt.key in ("prompt.facing", "prompt.facing_forced")
    assert (previewed(match) is not None) == drawn
