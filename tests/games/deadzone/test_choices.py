"""Small questions are asked where they can matter and nowhere else.

A scenario that does not speak of one settles it, so that only here one sees that nobody was asked.
"""

from __future__ import annotations

from typing import Any

import pytest

from muster.games.deadzone.cards.keywords import Item
from muster.games.deadzone.rules import items, placing
from muster.games.deadzone.state.state import State
from muster.kernel.dice import ScriptedDice
from muster.kernel.match import Match
from muster.library import load_game

GAME: Any = load_game("deadzone")
FOE = {"side": "B", "card": "stage_3a", "at": "h1"}


def asked(position: dict[str, Any], answers: list[str], dice: list[int] | None = None) -> tuple[str, list[str]]:
    """The question after some answers, and its options."""
    match: Match[State] = Match(GAME, GAME.testing.position(position), ScriptedDice(dice or []))
    for answer in answers:
        match.answer(next(iter(match.pending)), answer)
    ask = next(iter(match.pending.values()))
    return ask.prompt.key, [option.key for option in ask.space.options()]


ALL = ["place:0", "place:2", "place:3"]
LEADER = {"side": "A", "card": "commando", "at": "h8"}


def own(card: str, at: str, **more: Any) -> dict[str, Any]:
    return {"side": "A", "card": card, "at": at, **more}


@pytest.mark.clause("DZ field.position")
@pytest.mark.parametrize(
    ("models", "answer", "places"),
    [
        # A building stands between: some quarters see past it, some do not.
        ([own("enforcer", "a6"), FOE | {"at": "d8"}], "move:a7.1", ALL),
        # The first quarter is taken by a friend; an enemy in the cube would not count.
        (
            [own("enforcer", "a6"), own("enforcer", "a7"), FOE | {"at": "d8"}],
            "move:a7.1",
            ["place:1", "place:2", "place:3"],
        ),
        # A model of size 2 has two halves, of which a friend takes one.
        ([own("peacekeeper", "a6"), FOE | {"at": "d8"}], "move:a7.1", ["place:0", "place:2"]),
        ([own("peacekeeper", "a6"), own("peacekeeper", "a7"), FOE | {"at": "d8"}], "move:a7.1", []),
        ([own("peacekeeper", "a6"), own("enforcer", "a7", place=1), FOE | {"at": "d8"}], "move:a7.1", []),
        # Large models stand in the middle.
        ([own("hulk", "a6"), FOE | {"at": "d8"}], "move:a7.1", []),
        # Nothing stands between.
        ([own("enforcer", "b8"), FOE | {"at": "h8"}], "move:a8.1", []),
        # A wall hides all of it from everywhere.
        ([own("enforcer", "b8"), FOE | {"at": "c7"}], "move:a8.1", []),
        # Neither reaches the other: seven cubes and more for pistols, six at the most.
        ([own("assault_enforcer", "a6"), FOE | {"card": "stage_2a", "at": "h8"}], "move:a7.1", []),
        ([own("mawbeast", "a6"), LEADER, FOE | {"card": "stage_2a", "at": "d8"}], "move:a7.1", []),
        # Only the enemy shoots; only we do.
        ([own("mawbeast", "a6"), LEADER, FOE | {"at": "d8"}], "move:a7.1", ALL),
        ([own("enforcer", "a6"), FOE | {"card": "stage_2a", "at": "d8"}], "move:a7.1", ["place:0", "place:2"]),
    ],
)
def test_places(models: list[dict[str, Any]], answer: str, places: list[str]) -> None:
    prompt, options = asked({"model": models}, ["activate:A1", answer])
    assert (prompt == "prompt.place") == bool(places)
    if places:
        assert options == places


@pytest.mark.clause("DZ field.position")
@pytest.mark.parametrize(
    ("card", "other", "found"),
    [("assault_enforcer", "stage_2a", (True, False)), ("mawbeast", "assault_enforcer", (False, True))],
)
def test_how_far_a_place_matters(card: str, other: str, found: tuple[bool, bool]) -> None:
    """Exactly as far as somebody's pistol reaches, where something stands between."""
    state: State = GAME.testing.position({"model": [own(card, "a7"), FOE | {"card": other}]})
    model, foe = state.models
    tried = 0
    for cube in state.field.ground:
        far, screen = state.field.cubes.distance(model.cube, cube), state.field.screen(model.cube, cube)
        foe.cube = cube
        matters = 0 < far <= 6 and not screen.open and not screen.shut
        assert [one[1:] for one in placing.opponents(state, model)] == ([found] if matters else [])
        tried += int(matters and far == 6)
    assert tried


@pytest.mark.clause("DZ field.position")
def test_what_is_carried_may_be_thrown() -> None:
    state: State = GAME.testing.position({"model": [own("mawbeast", "a7"), FOE]})
    assert placing.reach(state.models[0]) == 0
    state.models[0].items = (int(Item.FRAG_GRENADE),)
    assert placing.reach(state.models[0]) == 6


@pytest.mark.clause("DZ item.energy_shield_lost")
def test_what_is_lost_is_still_counted() -> None:
    state: State = GAME.testing.position({"model": [own("enforcer", "a7", items=["energy_shield"]), FOE]})
    counts = GAME.testing.conserved(state)
    items.lose(state, state.models[0], Item.ENERGY_SHIELD)
    assert state.models[0].items == ()
    assert GAME.testing.conserved(state) == counts


@pytest.mark.clause("DZ sprint.two", "DZ item.pick_up")
@pytest.mark.parametrize(
    ("more", "card", "ways"),
    [
        ({"items": {"b8": "cloak", "b7": "ammo"}}, "enforcer", ["via:b7.1", "via:b8.1"]),
        ({"crates": ["b8", "b7"]}, "enforcer", ["via:b7.1", "via:b8.1"]),
        ({"crates": ["b8"]}, "enforcer", []),
        ({"crates": ["d8", "d7"]}, "enforcer", []),
        ({"items": {"b8": "cloak", "b7": "ammo"}}, "mawbeast", []),
        ({"model": [own("sentry_gun", "b8"), own("sentry_gun", "b7")]}, "enforcer", ["via:b7.1", "via:b8.1"]),
        ({"model": [own("sentry_gun", "b8"), own("enforcer", "b7")]}, "enforcer", []),
    ],
)
def test_ways(more: dict[str, Any], card: str, ways: list[str]) -> None:
    models = [own(card, "c8"), *more.get("model", []), LEADER, FOE]
    prompt, options = asked({**more, "model": models}, ["activate:A1", "sprint:a8.1"])
    assert (prompt == "prompt.via") == bool(ways)
    if ways:
        assert sorted(options) == ways


@pytest.mark.clause("DZ sprint.two", "DZ item.swap")
def test_a_friend_on_the_way() -> None:
    """With something to give, a friend makes a way worth taking: the only such one is taken, of two one is chosen."""
    carrier = own("enforcer", "c8", items=["ammo"])
    prompt, options = asked({"model": [carrier, own("enforcer", "b8"), FOE]}, ["activate:A1", "sprint:a8.1"])
    assert (prompt, options) == ("prompt.pick_up", ["leave", "swap:ammo@A2-"])
    friends = [own("enforcer", "b8"), own("enforcer", "b7")]
    assert asked({"model": [carrier, *friends, FOE]}, ["activate:A1", "sprint:a8.1"])[0] == "prompt.via"
    beasts = [own("mawbeast", "b8"), own("mawbeast", "b7")]
    assert asked({"model": [carrier, *beasts, FOE]}, ["activate:A1", "sprint:a8.1"])[0] == "prompt.action"


@pytest.mark.clause("DZ goal.scour")
def test_what_is_used_up() -> None:
    """Asked only where two came from different places; each says where from."""
    answers = ["activate:A1", "blaze:pistol@c8.1+ammo"]
    foe = FOE | {"at": "c8"}
    both = {"model": [own("goblin_rabble", "a8", items=["ammo"], found=["ammo"]), foe]}
    match: Match[State] = Match(GAME, GAME.testing.position(both), ScriptedDice([]))
    for answer in answers:
        match.answer(0, answer)
    texts = [(option.key, option.text.key) for option in match.pending[0].space.options()]
    assert texts == [("use:ammo-", "option.use_brought"), ("use:ammo", "option.use_found")]
    alike = {"model": [own("goblin_rabble", "a8", items=["ammo", "ammo"]), foe]}
    assert asked(alike, answers, [1] * 8)[0] == "prompt.action"


@pytest.mark.clause("DZ item.swap", "DZ item.pick_up")
def test_what_lies_there_is_no_small_thing() -> None:
    for more, small in (({}, True), ({"items": {"a8": "cloak"}}, False)):
        position = {"model": [own("enforcer", "b8", items=["ammo"]), own("enforcer", "a8"), FOE], **more}
        match: Match[State] = Match(GAME, GAME.testing.position(position), ScriptedDice([]))
        match.answer(0, "activate:A1")
        match.answer(0, "move:a8.1")
        assert match.pending[0].prompt.key == "prompt.pick_up"
        assert match.pending[0].small == small
