"""Previews beside play: the chance shown before an attack is the share of attacks that penetrate when they are made.

Chosen attacks first, whose dice depend on something that comes before the roll; then attacks with cards, stances and
tokens drawn at random.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

from games.obsidian_protocol.desk import CONTENT, attack, drone, mech, position
from games.obsidian_protocol.test_odds import ROLLS, compare, outcome_of, share
from muster.games.obsidian_protocol.cards.kinds import SLOTS, Kind
from muster.games.obsidian_protocol.rules.attack.pools import Attack
from muster.games.obsidian_protocol.rules.attack.targets import effects_of, targets
from muster.games.obsidian_protocol.showing.aim import TargetView, target_view
from muster.games.obsidian_protocol.state.sheet import actions_of, is_attack, passive
from muster.games.obsidian_protocol.state.state import State

HOUND, HYENA, SHIELD = "n31_hound_iii_bulldog", "dtg_30m_hyena_mg_type", "type_55_shield"


@pytest.mark.clause("OP 6.2.suppression", "OP 4.1.change_first", "OP 4.4.1.blue")
def test_a_suppressed_target_does_not_dodge() -> None:
    """It stands in mobility stance when the attack is declared, and in defensive stance when the dice are rolled."""
    state = position(mech("A", "f8", "ac_150_hmg"), mech("B", "f4", SHIELD, stance="mobility"))
    view = target_view(state, attack(state, 0, 1, "full_auto"))
    assert view.stance == "defensive"
    assert [term.color for term in view.defence] == []
    assert state.units[1].stance != position(mech("B", "f4", stance="defensive")).units[0].stance  # only looked at
    compare(share(state, "full_auto", "suppressed", part="part:torso"), view.chance)


@pytest.mark.clause("OP 4.6.2.parry")
@pytest.mark.parametrize(("facing", "parry"), [("s", 2), ("n", 0)])
def test_a_hound_parries_unless_it_is_struck_from_behind(facing: str, parry: int) -> None:
    state = position(mech("A", "f8", "cc_4_cleaver_r"), drone("B", "f7-1", HOUND, facing=facing))
    view = target_view(state, attack(state, 0, 1, "chop"))
    assert sum(term.count for term in view.defence if term.key == "parry") == parry
    compare(share(state, "chop", facing), view.chance)


@pytest.mark.clause("OP 6.3.3.tracer_stance")
@pytest.mark.parametrize("hexagon", ["", "target_tracer"])
def test_a_drone_at_a_traced_target(hexagon: str) -> None:
    state = position(drone("A", "f8-1", HYENA, facing="n"), mech("B", "f5", SHIELD, hexagon=hexagon), stage="command")
    view = target_view(state, attack(state, 0, 1, "full_auto"))
    compare(share(state, "full_auto", f"traced {hexagon}", part=best(view)), view.chance)


def best(view: TargetView) -> str:
    return f"part:{max(view.parts, key=view.parts.__getitem__)}"


ANSWERS = {
    "prompt.designate": "none",
    "prompt.surplus": "surplus:none",
    "prompt.snipe_chassis": "yes",
    "prompt.reroll_eyes": "yes",
    "prompt.kc_armor": "no",
}


def some_mech(rng: random.Random, seat: str, at: str) -> dict[str, Any]:
    slots = [slot for slot in SLOTS if slot < 2 or rng.random() < 0.8]
    parts = [rng.choice([part.id for part in CONTENT.parts if part.slot == slot]) for slot in slots]
    hexagon = rng.choice(("", "low_profile", "highlight", "target_tracer"))
    tokens = {"fragile": rng.choice((0, 0, 1, 2)), "immobilized": rng.choice((0, 0, 1)), "hexagon": hexagon}
    stance, facing = rng.choice(("offensive", "defensive", "mobility")), "n" if seat == "A" else rng.choice("nesw")
    return {"seat": seat, "at": at, "parts": parts, "link": 1, "stance": stance, "facing": facing, **tokens}


def some_drone(rng: random.Random, seat: str, at: str) -> dict[str, Any]:
    card = rng.choice([card for card in CONTENT.units if card.kind == Kind.DRONE])
    hexagon = rng.choice(("", "target_tracer"))
    place = at if card.size == 3 else f"{at}-1"
    return drone(seat, place, card.id, facing="n" if seat == "A" else rng.choice("nesw"), hexagon=hexagon)


def some_attack(rng: random.Random) -> tuple[State, Attack]:
    """A position in which the first unit can attack the second."""
    while True:
        where = rng.choice(("f7", "f6", "f5", "e7", "g6"))
        units = [rng.choice((some_mech, some_drone))(rng, seat, at) for seat, at in (("A", "f8"), ("B", where))]
        state = position(*units, some_drone(rng, "A", "d9"), some_drone(rng, "B", "h4"), stage="command")
        state.active = 0  # it has not moved
        unit, target = state.units[:2]
        attacks = [(slot, action) for slot, action in actions_of(state, unit) if is_attack(action)]
        if not attacks or passive(state, target, "designate_white"):
            continue
        slot, action = rng.choice(attacks)
        effects = effects_of(state, unit, action, -1)
        if (action.yellow or action.red) and target in targets(state, unit, action, effects):
            return state, Attack(unit, target, action, slot, effects)


@pytest.mark.clause("OP 4.4.1.attack_dice", "OP 4.4.1.white", "OP 4.4.1.exchange", "OP 4.4.1.offset")
@pytest.mark.parametrize("seed", range(12))
def test_any_attack(seed: int) -> None:
    rng = random.Random(seed)
    state, shot = some_attack(rng)
    view = target_view(state, shot)
    answers = {**ANSWERS, "prompt.part": best(view)}
    through = 0
    for _ in range(ROLLS):
        twin = state.copy()
        again = Attack(twin.units[0], twin.units[1], shot.action, shot.slot, dict(shot.effects))
        through += outcome_of(twin, again, rng, answers).penetrated
    compare(through / ROLLS, view.chance)
