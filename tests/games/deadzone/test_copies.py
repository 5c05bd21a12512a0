"""Copies of the state share models that did not change: nothing that does change may be forgotten."""

from __future__ import annotations

import ast
import random
from pathlib import Path
from typing import Any

import pytest

import muster.games.deadzone
from muster.games.deadzone.board.ground import Way
from muster.games.deadzone.cards.actions import Action
from muster.games.deadzone.cards.keywords import Ability, Effect, Keyword
from muster.games.deadzone.state.models import Aggression, Model, changing
from muster.games.deadzone.state.state import Stage
from muster.kernel.dice import RandomDice
from muster.kernel.numbers import members
from muster.kernel.sessions import new_match
from muster.library import load_game

GAME: Any = load_game("deadzone")
OWN = frozenset(("frozen", "kept"))
"""Fields about the copying itself."""
FIELDS = [
    name for name in getattr(Model, "__slots__", None) or getattr(Model, "__mypyc_attrs__", ()) if name not in OWN
]
MAKERS = frozenset(("scenario.py", "models.py", "mustering.py", "previews.py"))
"""Modules that make models: nobody has copied those yet."""
SOURCES = Path(str(muster.games.deadzone.__path__[0]))


def figures(model: Model) -> dict[str, Any]:
    return {name: getattr(model, name) for name in FIELDS}


@pytest.mark.parametrize(
    "teams",
    [("plague_horde", "enforcers_patrol"), ("marauders_heavy", "rebs_cell"), ("forge_steel", "asterians_watch")],
)
def test_a_kept_copy_is_always_what_its_model_is(teams: tuple[str, str]) -> None:
    rng = random.Random(11)
    shared = 0
    for _ in range(3):
        match = new_match(GAME, GAME.setup.prepare({"teams": teams}), RandomDice(rng), listening=False)
        while match.pending:
            for model in match.state.models:
                if model.kept is not None:
                    shared += 1
                    assert figures(model.kept) == figures(model)
            for seat, ask in tuple(match.pending.items()):
                match.play(seat, rng.choice(ask.space.options()))
    assert shared > 1000


def test_a_thawed_copy_has_every_field_and_models_of_its_own() -> None:
    state = GAME.setup.prepare({}).new()
    for number, model in enumerate(state.models):
        for name in ("damage", "reload", "saved", "facing", "wrecked", "place", "mutation", "weapon_at", "psychic"):
            setattr(changing(model), name, number + 1)
    copy = state.copy()
    copy.thaw()
    for model, twin in zip(state.models, copy.models, strict=True):
        assert twin is not model
        assert not twin.frozen
        assert figures(twin) == figures(model)


def test_a_frozen_model_cannot_be_changed() -> None:
    copy = GAME.setup.prepare({}).new().copy()
    with pytest.raises(RuntimeError, match="not been thawed"):
        changing(copy.models[0])


def test_every_rule_that_changes_a_model_says_so() -> None:
    """Only `changing(model).field = ...` may change a field of a model; further fields may follow in the same line."""
    found = []
    for path in sorted(SOURCES.rglob("*.py")):
        if path.name in MAKERS:
            continue
        for node in ast.walk(ast.parse(path.read_text())):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target] if is_change(node) else []
            flat = [part for target in targets for part in (target.elts if isinstance(target, ast.Tuple) else [target])]
            fields = [part for part in flat if isinstance(part, ast.Attribute) and part.attr in FIELDS]
            fields = [part for part in fields if not (isinstance(part.value, ast.Name) and part.value.id in STRANGERS)]
            if fields and not is_said(fields[0].value):
                found.append(f"{path.name}:{fields[0].lineno}")
    assert found == []


STRANGERS = frozenset(("self", "bonus", "there"))
"""Names of things that have fields of the same names and are no models, and of one that only a threat map supposes."""


def is_change(node: ast.AST) -> bool:
    return isinstance(node, ast.AugAssign | ast.AnnAssign)


def is_said(value: ast.expr) -> bool:
    return isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id == "changing"


def test_a_copy_of_a_side_has_all_its_cards() -> None:
    """Every list of a side and of the state is copied with what is in it."""
    state = GAME.setup.prepare({}).new()
    piles = ("hand", "unseen", "mixed", "bottom", "discards", "drawn")
    heaps = ("crates", "crates_left", "smoke", "wrecks", "mutations", "items", "kills", "objectives")
    for number, name in enumerate(piles):
        setattr(state.sides[0], name, [number])
        setattr(state.sides[1], name, [])
    for number, name in enumerate(heaps):
        setattr(state, name, [number])
    twin = state.copy()
    for name in piles:
        for side, other in zip(state.sides, twin.sides, strict=True):
            assert getattr(side, name) == getattr(other, name)
            assert getattr(side, name) is not getattr(other, name)
    for name in heaps:
        assert getattr(state, name) == getattr(twin, name)
        assert getattr(state, name) is not getattr(twin, name)


def test_a_thawed_state_leaves_the_dead_as_they_are() -> None:
    state = GAME.setup.prepare({}).new()
    changing(state.models[0]).dead = True
    twin = state.copy()
    assert all(model.frozen for model in twin.models)
    assert twin.copy().models == twin.models, "frozen models are shared"
    assert state.copy().models == twin.models, "and so are those that did not change"
    twin.thaw()
    assert [model.frozen for model in twin.models] == [True, *[False] * (len(twin.models) - 1)]


def test_a_new_game_begins_with_nothing_done() -> None:
    state = GAME.setup.prepare({}).new()
    for model in state.models:
        done = (model.activated, model.overwatch, model.injured, model.dead, model.burning, model.carded)
        assert not any(done), model.tag
        assert not model.gunner or model.crew >= 0
        assert (model.damage, model.reload, model.saved, model.facing, model.wrecked) == (0, 0, 0, 0, 0)
        assert (model.exited, model.psychic, model.mutation, model.aggression) == (-1, -1, -1, 2)
    for side in state.sides:
        assert (side.first_turn, side.used_card, side.surge, side.intel, side.scoured) == (True, False, 0, 0, 0)
        assert (side.survived, side.draws, side.aborted, side.mission, side.rejected) == (0, 0, -1, -1, -1)
    assert (state.aimed, state.fast) == (False, False)
    assert (state.round, state.acted, state.spent, state.taken) == (1, 0, 0, 0)
    assert (state.active, state.finisher, state.winner, state.ended, state.trial) == (-1, -1, -1, "", None)
    assert (state.smoke, state.wrecks, state.kills, state.crates, state.items) == ([], [], [], [], [])


def test_names_mean_different_things() -> None:
    """Stages, kinds of action, ways and abilities are numbers: no two of them alike."""
    for names in (Stage, Action, Way, Ability, Keyword, Effect):
        numbers = list(members(names).values())
        assert sorted(numbers) == list(range(len(numbers))), names
    levels = members(Aggression)
    assert sorted(levels, key=lambda name: levels[name]) == ["suppressed", "pinned", "alert", "enraged"]
    assert sorted(levels.values()) == [0, 1, 2, 3]
