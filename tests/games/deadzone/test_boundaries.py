"""Rules at their edges: just short of a figure, exactly at it, just beyond."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from games.content import content_of
from games.deadzone.fields import FIELDS
from muster.games.deadzone.board.battlefield import GRID, SAMPLES
from muster.games.deadzone.cards.content import Mutation
from muster.games.deadzone.cards.keywords import Effect, Item, item_number
from muster.games.deadzone.rules import (
    battle_cards,
    blazing,
    crews,
    damage,
    fighting,
    firing,
    grenades,
    guns,
    movement,
    overwatch,
    placing,
    rounds,
)
from muster.games.deadzone.rules.dice import FIRST
from muster.games.deadzone.rules.shooting import AIMED
from muster.games.deadzone.state.models import NOBODY, Model
from muster.games.deadzone.state.questions import mutation_dice, stance, stance_at
from muster.games.deadzone.state.state import State, Trial
from muster.geometry.squares import NOWHERE
from muster.kernel.dice import ScriptedDice
from muster.kernel.match import Match
from muster.kernel.requests import Table
from muster.library import load_game

GAME: Any = load_game("deadzone")
CONTENT: Any = content_of(GAME)
FOE = {"side": "B", "card": "stage_3a", "at": "h1"}


def own(card: str, at: str = "", **more: Any) -> dict[str, Any]:
    return {"side": "A", "card": card, "at": at, **more}


def table() -> Table:
    return Table(listening=False)


# Room and sight


@pytest.mark.clause("DZ field.walkway", "DZ field.capacity")
@pytest.mark.parametrize(
    ("card", "walkway", "cube"),
    [
        ("enforcer", [0, 1], [0, 1, 2, 3]),
        ("peacekeeper", [0], [0, 2]),
        ("hulk", [], [0]),
        ("plague_strider", [], [0]),
    ],
)
def test_what_fits_where(card: str, walkway: list[int], cube: list[int]) -> None:
    state: State = GAME.testing.position({"battlefield": "yard", "model": [own(card, "a8"), FOE]})
    model, field = state.models[0], state.field
    halves = [place for place in field.ground if field.capacity[place] == 2]
    wholes = [place for place in field.ground if field.capacity[place] == 4]
    assert wholes
    for place in wholes:
        assert list(placing.quarters(state, model, place)) == cube
        assert movement.fits_alone(state, model, place)
    for place in halves:
        assert list(placing.quarters(state, model, place)) == walkway
        assert movement.fits_alone(state, model, place) == bool(walkway)


def test_a_walkway_is_half_a_cube() -> None:
    """Some battlefield of the pack has one, and it holds exactly a model of size 2."""
    found = 0
    for field in FIELDS.values():
        state: State = GAME.testing.position({"battlefield": field.id, "model": [own("peacekeeper"), own("hulk"), FOE]})
        for cube in field.ground:
            if field.capacity[cube] == 2:
                found += 1
                assert movement.fits_alone(state, state.models[0], cube)
                assert not movement.fits_alone(state, state.models[1], cube)
    assert found


@pytest.mark.clause("DZ sight.area")
def test_a_cube_is_tried_at_27_points() -> None:
    assert set(SAMPLES) == set(itertools.product(GRID, GRID, GRID))
    assert len(SAMPLES) == 27
    assert sorted(set(GRID)) == GRID


@pytest.mark.clause("DZ field.position")
def test_what_a_place_shows() -> None:
    """How much of each enemy is seen, and where none of it, whether its cube is; how much it sees."""
    state: State = GAME.testing.position({"model": [own("enforcer", "a7"), FOE]})
    model, foe = state.models
    field = state.field
    kinds = set()
    for here, cube in itertools.product(field.ground, repeat=2):
        if field.cubes.distance(here, cube) != 2 or (here + cube) % 3:
            continue
        model.cube, foe.cube = here, cube
        for place in range(4):
            eye, there = stance_at(model, place), stance(foe)
            seen, area = field.point_sight(eye, there), field.area_sight(eye, cube)
            kinds.add((seen, area))
            expected = seen if seen > 0 else -1 if area else 0
            back = field.point_sight(there, eye)
            assert placing.outlook(state, model, place, [(foe, True, True)]) == (expected, back)
            assert placing.outlook(state, model, place, [(foe, True, False)]) == (expected,)
            assert placing.outlook(state, model, place, [(foe, False, True)]) == (back,)
    assert {(0, False), (0, True), (1, True), (2, True)} <= kinds


@pytest.mark.clause("DZ ability.teleport")
@pytest.mark.parametrize("name", sorted(FIELDS))
def test_a_teleport_reaches_two_cubes_every_way(name: str) -> None:
    field = FIELDS[name]
    for cube in field.ground:
        found = [option.value[1] for option in field.leaps(cube)]
        assert len(found) == len(set(found))
        assert set(found) == {to for to in field.ground if 0 < field.cubes.distance(cube, to) <= 2}


# What a test is shown as


SHOOT, FIGHT, SURVIVE, BLAZE = Effect.SHOOT, Effect.FIGHT, Effect.SURVIVE, Effect.BLAZE_AWAY
RIFLE = own("enforcer", "a8")
CAPTAIN = own("enforcer_captain", "c8")
NEAR = FOE | {"at": "c8"}
HULK = {"side": "B", "card": "hulk", "at": "c8"}


@pytest.mark.clause("DZ dice.opposed", "DZ card.before_dice")
@pytest.mark.parametrize(
    ("models", "card", "answers", "shown"),
    [
        ([RIFLE, NEAR], "marksmanship", ["shoot:laser_rifle@B1"], (SHOOT, SURVIVE, 0, False, 0)),
        ([RIFLE, NEAR], "marksmanship", ["aim", "shoot:laser_rifle@B1"], (SHOOT, SURVIVE, 0, True, 0)),
        ([RIFLE, NEAR], "barrage", ["blaze:laser_rifle@c8.1"], (BLAZE, SURVIVE, 0, False, 0)),
        ([CAPTAIN, NEAR], "fury", ["fight:B1:wristblade", "fight"], (FIGHT, FIGHT, 1, False, 0)),
        ([CAPTAIN | {"at": "b8"}, NEAR], "fury", ["move:c8.1", "survive"], (FIGHT, SURVIVE, 1, True, 0)),
        ([RIFLE | {"at": "c8"}, HULK], "fury", ["fight:B1", "fight"], (FIGHT, FIGHT, -1, False, 1)),
        ([RIFLE | {"at": "c8"}, NEAR], "nerves", ["break-off"], (SURVIVE, FIGHT, -1, False, 0)),
    ],
)
def test_what_a_declared_test_is_shown_as(
    models: list[dict[str, Any]], card: str, answers: list[str], shown: tuple[int, ...]
) -> None:
    """Its kind, that of whoever resists, the weapon, whether it was prepared, the armour of the target."""
    match: Match[State] = Match(
        GAME, GAME.testing.position({"model": models, "side": {"A": {"hand": [card]}}}), ScriptedDice([1] * 40)
    )
    for answer in ["activate:A1", *answers]:
        match.answer(next(iter(match.pending)), answer)
    declared = match.state.trial
    assert declared is not None
    assert (declared.actor, declared.target) == (0, 1)
    prepared = any(term.clause in ("DZ shoot.aim", "DZ fight.charge") for term in declared.pool)
    found = (declared.kind, declared.resist_kind, declared.tool, prepared, declared.armour)
    assert found == shown
    match.answer(0, "no-card")
    assert match.state.trial is None


# Guns


@pytest.mark.clause("DZ ability.deployable_captured", "DZ ability.deployable")
def test_which_gun_is_in_the_pack() -> None:
    """Of the team that the item came with, packed and not destroyed; one that stands in the first cube is none."""
    models = [own("engineer_enforcer", "a8"), *[own("sentry_gun")] * 3, FOE, {"side": "B", "card": "sentry_gun"}]
    state: State = GAME.testing.position({"model": models})
    engineer, first, second, third, _, enemy = state.models
    ours, theirs, ammo = (
        item_number(kind, seat) for kind, seat in ((Item.SENTRY_GUN, 0), (Item.SENTRY_GUN, 1), (Item.AMMO, 0))
    )
    assert guns.packed_gun(state, engineer) is None
    engineer.items = (ammo,)
    assert guns.packed_gun(state, engineer) is None
    engineer.items = (theirs,)
    assert guns.packed_gun(state, engineer) is enemy
    engineer.items = (ammo, ours)
    assert guns.packed_gun(state, engineer) is first
    first.cube = 0
    assert guns.packed_gun(state, engineer) is second
    second.dead = True
    assert guns.packed_gun(state, engineer) is third
    third.cube = 5
    assert guns.packed_gun(state, engineer) is None


@pytest.mark.clause("DZ ability.csw_gunner")
def test_a_new_gunner_finds_the_weapon_as_it_was() -> None:
    crew = [own("mortar_team", "a8", crew="A2"), own("mortar_team", "a8", crew="A1")]
    state: State = GAME.testing.position({"model": [*crew, FOE]})
    gunner, loader, _ = state.models
    gunner.reload, gunner.wrecked = 1, 2
    crews.succeed(table(), state, gunner, gunner.cube)
    assert (loader.gunner, loader.reload, loader.wrecked) == (True, 1, 2)
    assert (loader.weapon_at, gunner.weapon_at) == (loader.cube, -1)


@pytest.mark.clause("DZ blaze.ammo", "DZ item.ammo")
def test_fire_with_ammo_and_without() -> None:
    state: State = GAME.testing.position(
        {"model": [own("enforcer", "a8", items=["ammo"]), own("enforcer", "b7"), NEAR]}
    )
    cube = state.models[2].cube
    for model, supplies in ((state.models[0], [0, 1]), (state.models[1], [0])):
        guns = firing.ready_blazers(state, model)
        assert [shot[1:] for shot in blazing.supplied_blazes(state, model, [cube], guns)] == [
            (cube, ammo) for ammo in supplies
        ]


@pytest.mark.clause("DZ overwatch.interrupted")
def test_who_is_watched() -> None:
    state: State = GAME.testing.position({"model": [own("enforcer", "a8"), own("enforcer", "b8"), FOE]})
    model, friend, foe = state.models
    assert not overwatch.is_watched(state, model)
    friend.overwatch = True
    assert not overwatch.is_watched(state, model)
    foe.overwatch = True
    assert overwatch.is_watched(state, model)
    foe.cube = NOWHERE
    assert not overwatch.is_watched(state, model)
    assert not overwatch.Interruption(model).reacted


def test_an_option_to_activate_is_made_once() -> None:
    state: State = GAME.testing.position({"model": [own("enforcer", "a8"), FOE]})
    model = state.models[0]
    option = rounds.activate_option(model)
    assert rounds.activate_option(model) is option
    model.index = 7
    assert rounds.activate_option(model).value == 7


def test_a_test_of_which_nothing_more_is_said() -> None:
    bare = Trial(Effect.SHOOT, 0, [FIRST, AIMED], 5, 1, Effect.SURVIVE, [FIRST], 5, 0)
    assert (bare.dice, bare.resist, bare.tool) == (4, 3, NOBODY)


# Cards in a match whose secrets were drawn again


@pytest.mark.parametrize("pile", ["unseen", "mixed", "bottom"])
def test_a_card_that_another_hand_held_changes_places(pile: str) -> None:
    state: State = GAME.testing.position({"model": [own("enforcer", "a8"), FOE]})
    side = state.sides[0]
    side.hand, side.unseen, side.mixed, side.bottom = [3, 8], [1], [2], [4]
    battle_cards.take_from_hand(side, 3)
    assert (side.hand, side.unseen, side.mixed, side.bottom) == ([8], [1], [2], [4])
    side.hand = [5, 6]
    setattr(side, pile, [0, 9, 9])
    others = {name: getattr(side, name)[:] for name in ("unseen", "mixed", "bottom") if name != pile}
    battle_cards.take_from_hand(side, 9)
    assert side.hand == [5]
    assert getattr(side, pile) == [0, 6, 9]
    assert {name: getattr(side, name) for name in others} == others


@pytest.mark.clause("DZ round.draw", "DZ round.bottom", "DZ round.deck_empty")
@pytest.mark.parametrize(
    ("deck", "mixed", "unseen", "sides", "faces", "drawn"),
    [
        (3, [], [7, 8], (3, 2), [1, 2], 8),
        (1, [], [7], (1, 1), [1, 1], 7),
        (1, [5, 6], [7], (3, 1), [2, 1], 6),
        (1, [5, 6], [7], (3, 1), [3, 1], 7),
        (0, [5, 6], [], (2, 1), [1, 1], 5),
    ],
)
def test_the_next_card(
    deck: int, mixed: list[int], unseen: list[int], sides: tuple[int, int], faces: list[int], drawn: int
) -> None:
    """Any of those shuffled in and those not seen yet; what lies under the deck comes last."""
    state: State = GAME.testing.position({"model": [own("enforcer", "a8"), FOE]})
    side = state.sides[0]
    side.deck, side.mixed, side.unseen, side.bottom = deck, mixed[:], unseen[:], [9, 2]
    drawing = rounds.draw_card(table(), state, side)
    assert tuple(drawing.send(None).sides) == sides
    with pytest.raises(StopIteration) as found:
        drawing.send(faces)
    assert found.value.value == drawn
    assert sorted([*side.mixed, *side.unseen, drawn]) == sorted([*mixed, *unseen])
    assert side.deck == deck - int(drawn in unseen)


@pytest.mark.clause("DZ round.bottom", "DZ round.deck_empty")
def test_cards_under_the_deck_come_last() -> None:
    state: State = GAME.testing.position({"model": [own("enforcer", "a8"), FOE]})
    side = state.sides[0]
    side.bottom = [9, 2]
    for expected in (9, 2, NOBODY):
        with pytest.raises(StopIteration) as found:
            rounds.draw_card(table(), state, side).send(None)
        assert found.value.value == expected


@pytest.mark.clause("DZ round.draw", "DZ round.bottom")
def test_who_could_hold_what() -> None:
    """As far as everybody knows: a card that helps may be in the hand if it is not known to be elsewhere."""
    state: State = GAME.testing.position({"model": [own("enforcer", "a8"), FOE]})
    side, shot = state.sides[0], 0
    useless = next(card.number for card in state.content.cards if card.id == "advance")
    assert not battle_cards.could_hold(state, side, Effect.SHOOT, True), "no hand"
    side.unseen = [shot]
    assert not battle_cards.could_hold(state, side, Effect.SHOOT, True)
    side.hand = [useless]
    for pile in ("unseen", "mixed", "bottom", "hand"):
        side.unseen, side.mixed, side.bottom, side.hand = [], [], [], [useless]
        assert not battle_cards.could_hold(state, side, Effect.SHOOT, True)
        setattr(side, pile, [shot])
        assert battle_cards.could_hold(state, side, Effect.SHOOT, True)


# Mutations


@pytest.mark.clause("DZ mutation.effect")
def test_every_mutation_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first of them too, whatever it is."""
    state: State = GAME.testing.position({"model": [own("stage_3a", "a8"), FOE]})
    model = state.models[0]
    strong = tuple(Mutation(number, "strong", 0, 10 + number, 20 + number, 30 + number) for number in range(3))
    monkeypatch.setattr(state.content, "mutations", strong)
    for number in range(-1, 3):
        model.mutation = number
        some = number >= 0
        assert mutation_dice(state, model, fight=True) == (10 + number if some else 0)
        assert mutation_dice(state, model, fight=False) == (20 + number if some else 0)
        assert damage.armour_of(state, model) == (30 + number if some else 0)


# Weapons that are lost


@pytest.mark.clause("DZ fight.weapons", "DZ grenade.printed", "DZ ability.one_use", "DZ ability.long_reload")
def test_a_weapon_that_is_lost_is_not_used() -> None:
    state: State = GAME.testing.position(
        {"model": [own("overseer", "a8"), own("peacekeeper_captain", "b8"), own("hulk", "c8"), FOE]}
    )
    overseer, captain, hulk, _ = state.models

    def arms(model: Model, lost: int, reload: int = 0) -> list[str]:
        model.wrecked, model.reload = lost, reload
        thrown = [grenades.weapon_of(state, model, one) for one in grenades.grenades(model)]
        return [weapon.id for weapon in [*fighting.blades(model), *firing.ready_guns(state, model), *thrown]]

    assert arms(overseer, 0) == ["charge_glove", "command_staff", "energy_pulse"]
    assert arms(overseer, 1) == ["charge_glove", "command_staff"]
    assert arms(overseer, 2) == ["command_staff", "energy_pulse"]
    assert arms(overseer, 4) == ["charge_glove", "energy_pulse"]
    assert arms(captain, 0) == ["wristblade", "burst_cannon", "frag_grenades"]
    assert arms(captain, 1) == ["wristblade", "frag_grenades"]
    assert arms(captain, 2) == ["burst_cannon", "frag_grenades"]
    assert arms(captain, 4) == ["wristblade", "burst_cannon"]
    assert arms(hulk, 0) == ["hulk_rockets", "pistol"]
    assert arms(hulk, 2) == arms(hulk, 0, 2) == ["pistol"]
    assert arms(hulk, 4) == arms(hulk, 0, 4) == ["hulk_rockets"]
    assert arms(hulk, 2, 4) == []
