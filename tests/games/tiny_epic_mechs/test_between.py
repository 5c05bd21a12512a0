"""Between declaration and effect: health is taken in one place, who falls there is dealt with before anything else, and
no rule can do it otherwise. The sources are read to find one that would.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import pytest

from games.tiny_epic_mechs.plain import A, B, combat, play, prompt, told
from muster.games.tiny_epic_mechs.cards.content import EffectKind
from muster.games.tiny_epic_mechs.rules.effects import ON_THE_ENEMY
from muster.kernel.refusal import Refusal

SOURCES = Path(str(files("muster.games.tiny_epic_mechs")))
ALLOWED = {
    "health": {
        *("changes.hurt", "actions.restore", "actions.pay_for_armor", "effects._heal", "mech.take"),
        *("knock_out.back_on_foot", "robots.return_to_base", "setup.new_state", "scenario._player", "state.__init__"),
    },
    "fallen": {"changes.hurt", "knock_out.knocked_out", "scenario.__init__", "state.__init__"},
    "zone": {
        *("movement.enter", "combat.go_to_peace", "knock_out.respawn", "robots.return_to_base", "robots.leave_base"),
        *("setup._place_solo", "setup.place_bases", "state.__init__"),
        *("scenario._zones", "scenario._player", "scenario._not_yet"),
    },
}
"""Where these fields of the state may be set: damage, and what ends it; moves, and ways back."""


def setters(field: str) -> Iterator[str]:
    """The functions that set a field, as `module.function`."""
    for file in SOURCES.rglob("*.py"):
        if file.parent.name == "bot":
            continue  # It thinks ahead on figures of its own.
        for function in ast.walk(ast.parse(file.read_text("utf-8"))):
            if not isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
                continue
            for node in ast.walk(function):
                if isinstance(node, ast.Attribute) and node.attr == field and isinstance(node.ctx, ast.Store):
                    yield f"{file.stem}.{function.name}"


@pytest.mark.parametrize("field", ALLOWED)
def test_no_rule_takes_health_or_moves_a_pilot_on_its_own(field: str) -> None:
    assert set(setters(field)) == ALLOWED[field]


def test_every_effect_says_whom_it_touches() -> None:
    own = {EffectKind.SCORE, EffectKind.GAIN_ENERGY, EffectKind.GAIN_CREDITS, EffectKind.HEAL, EffectKind.SHIELD}
    before = {EffectKind.PAY_ENERGY, EffectKind.PAY_CREDITS, EffectKind.PIERCE}
    assert set(EffectKind) - own - before - {EffectKind.READY} == ON_THE_ENEMY


@pytest.mark.clause("TEM combat.effects", "TEM effect.ready")
def test_a_weapon_is_readied_also_after_the_blow_that_knocked_out() -> None:
    used = ["energy_sword", "pulse_pistol"]
    me = {"equipped": [*used, "twin_pulse"], "exhausted": used}
    match = combat(me, {"status": "pilot", "health": 1}, "attack:twin_pulse")
    assert prompt(match) == (A, "prompt.ready")
    match.answer(A, "weapon:energy_sword")
    assert told(match).index("readied") < told(match).index("knocked_out")
    assert match.state.players[B].health == 6


@pytest.mark.clause("TEM combat.effects", "TEM effect.jam", "TEM effect.drain")
@pytest.mark.parametrize("weapon", ["gravity_well", "arc_caster", "flame_projector", "shock_field"])
def test_no_effect_finds_an_enemy_who_is_down(weapon: str) -> None:
    enemy = {"health": 1, "energy": 5, "credits": 5, "equipped": ["energy_sword", "pulse_pistol"]}
    match = combat({"equipped": [weapon]}, enemy, f"attack:{weapon}")
    fallen = match.state.players[B]
    assert (fallen.energy, fallen.credits) == (5, 5)
    assert not {"drained", "exhausted"} & set(told(match))


@pytest.mark.clause("TEM mine.damage", "TEM deploy.mine_secret")
def test_a_mine_that_was_seen_cannot_be_unseen_but_a_turret_can() -> None:
    for device, seen in (({"mines": {"a2": 1}}, True), ({"turrets": ["a2"]}, False)):
        walker = {"zone": "a3", "tactical": "on"}
        match = play({"confirm_turns": True, "player": {"A": walker, "B": device}}, "collect-n")
        assert prompt(match) == (A, "prompt.end_turn")
        if seen:
            with pytest.raises(Refusal):
                match.undo(A)
        else:
            match.undo(A)
            assert prompt(match) == (A, "prompt.tactical")
