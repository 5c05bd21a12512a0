"""A set-up from the first card to the last model, every die laid down: who draws, who is asked what, in which order."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from games.content import content_of
from games.deadzone.fields import FIELDS
from muster.games.deadzone.cards.content import DeploymentMap
from muster.games.deadzone.rules.setup import deploy_cubes, new_state, to_deploy
from muster.games.deadzone.state.models import NOBODY, Aggression
from muster.games.deadzone.state.questions import activation_limit, commander, is_model, on_board
from muster.games.deadzone.state.state import Stage, State
from muster.geometry.squares import NOWHERE
from muster.kernel.dice import ScriptedDice
from muster.kernel.match import Match
from muster.library import load_game

GAME: Any = load_game("deadzone")
CONTENT: Any = content_of(GAME)
MAPS = [chosen.id for chosen in CONTENT.maps]
PLAGUE = {
    "faction": "plague",
    "models": [{"model": "stage_3a_general"}, {"model": "stage_3a", "count": 3}, {"model": "plague_strider"}],
    "extra_cards": 2,
}
REBS = {
    "faction": "rebs",
    "models": [
        {"model": "kraaw"},
        {"model": "rebel_commander"},
        {"model": "rebel_trooper"},
        {"model": "stray_survivor"},
    ],
}
DEALT = [1, 1, 1, 1, 3, 35, 34, 33, 32, 6]
"""A hand of four and a mission for A, then for B: the first of the deck for A, the last for B."""


def begun(teams: tuple[Any, Any], dice: Iterable[int], battlefield: str = "yard") -> Match[State]:
    options = GAME.setup.prepare({"teams": list(teams), "battlefield": battlefield})
    return Match(GAME, options.new(), ScriptedDice(dice))


def asked(match: Match[State]) -> tuple[int, str, list[str]]:
    """The one seat that is asked, the question and its options."""
    ((seat, ask),) = match.pending.items()
    return seat, ask.prompt.key, [option.key for option in ask.space.options()]


def answer(match: Match[State], *answers: str) -> list[int]:
    """Give answers, each by the one seat that is asked; who they were."""
    seats = []
    for key in answers:
        (seat,) = match.pending
        match.answer(seat, key)
        seats.append(seat)
    return seats


def told(match: Match[State], key: str) -> list[dict[str, Any]]:
    return [dict(event.params) for event in match.table.events if event.key == key]


@pytest.mark.clause("DZ setup.hand", "DZ setup.mission", "DZ setup.deck")
def test_cards_and_missions_are_dealt_in_turn() -> None:
    match = begun((PLAGUE, REBS), [*DEALT, 3])
    sides = match.state.sides
    plague, rebs = CONTENT.factions["plague"], CONTENT.factions["rebs"]
    assert sides[0].hand == sorted(plague.deck[:4])
    assert sides[1].hand == sorted(rebs.deck[-4:])
    assert [len(side.unseen) for side in sides] == [30, 31]
    assert [side.deck for side in sides] == [18, 16]
    assert [side.mission for side in sides] == [2, 5]
    assert [sorted(ask.prompt.params.items()) for ask in match.pending.values()] == [
        [("mission", plague.missions[2].id)],
        [("mission", rebs.missions[5].id)],
    ]
    match.answer(1, "reject")
    match.dice = ScriptedDice([5, 8, 7, 6])
    match.answer(0, "keep")
    # The five that are left; the next one is kept without a question.
    assert [side.mission for side in match.state.sides] == [2, 4]
    assert [side.rejected for side in match.state.sides] == [NOBODY, 5]
    assert told(match, "mission_rejected") == [{"seat": 1}]
    assert match.dice.left == 0


@pytest.mark.clause("DZ setup.mutations", "DZ mutation.one", "DZ mutation.effect")
def test_each_mutation_goes_to_another_model() -> None:
    match = begun((REBS, PLAGUE), [35, 34, 33, 32, 6, 1, 1, 1, 1, 3, 2, 1, 3])
    match.answer(0, "keep")
    match.answer(1, "keep")
    assert asked(match) == (1, "prompt.mutation", ["model:B1", "model:B2", "model:B3", "model:B4", "model:B5"])
    answer(match, "model:B2")
    assert asked(match) == (1, "prompt.mutation", ["model:B1", "model:B3", "model:B4", "model:B5"])
    answer(match, "model:B5")
    match.dice = ScriptedDice([1, 1, 1])
    answer(match, "model:B1")
    assert [model.mutation for model in match.state.models if model.owner == 1] == [4, 1, -1, -1, 0]
    assert match.state.mutations == [2, 3, 5, 6, 7]
    assert [one["mutation"] for one in told(match, "mutated")] == ["agile", "glide", "scales"]
    assert asked(match)[1] == "prompt.crate"


@pytest.mark.clause("DZ setup.mutations")
def test_a_small_horde_has_a_mutation_for_each() -> None:
    small = {"faction": "plague", "models": [{"model": "stage_3a", "count": 2}]}
    match = begun((small, small), [*[1] * 5, *[1] * 5, 8, 7])
    match.answer(0, "keep")
    match.answer(1, "keep")
    match.dice = ScriptedDice([6, 5, 1, 1, 1])
    assert answer(match, "model:A1", "model:A2", "model:B2", "model:B1") == [0, 0, 1, 1]
    assert [model.mutation for model in match.state.models] == [7, 6, 4, 5]
    assert match.state.mutations == [0, 1, 2, 3]


@pytest.mark.clause("DZ setup.mutations", "DZ card.twisted")
def test_mutations_lie_ready_only_where_there_are_mutants() -> None:
    field = FIELDS["yard"]
    teams = CONTENT.teams
    for one, other, count in (
        ("plague_horde", "rebs_cell", 8),
        ("rebs_cell", "plague_horde", 8),
        ("rebs_cell", "enforcers_patrol", 0),
    ):
        state = new_state(CONTENT, field, (teams[one], teams[other]))
        assert state.mutations == list(range(count))


@pytest.mark.clause("DZ setup.zones", "DZ setup.starter", "DZ setup.objectives", "DZ setup.crates_placed")
@pytest.mark.parametrize(
    ("dice", "zones", "starter"),
    [
        ((1, 1, 1), [0, 1], 1),
        ((1, 2, 2), [0, 1], 0),
        ((2, 3, 1), [1, 0], 0),
        ((2, 8, 2), [1, 0], 1),
    ],
)
def test_who_draws_the_map_has_the_red_zone_and_the_first_crate(
    dice: tuple[int, int, int], zones: list[int], starter: int
) -> None:
    """Friend or foe: of a friend the other sets up first, of a foe whoever drew."""
    match = begun((REBS, REBS), [*[1] * 10, *dice])
    match.answer(0, "keep")
    match.answer(1, "keep")
    state, drawer = match.state, dice[0] - 1
    assert [side.zone for side in state.sides] == zones
    assert (state.starter, state.turn, state.controller) == (starter, starter, starter)
    assert state.objectives == [(cube, NOBODY, 0) for cube in CONTENT.maps[dice[1] - 1].objectives]
    assert told(match, "map_drawn") == [{"seat": drawer, "map": MAPS[dice[1] - 1]}]
    assert told(match, "starter") == [{"seat": starter}]
    taken: list[str] = []
    match.dice = ScriptedDice([], GrowingDice())
    for seat in (drawer, 1 - drawer, drawer, 1 - drawer):
        who, prompt, options = asked(match)
        assert (who, prompt) == (seat, "prompt.crate")
        assert not set(taken) & set(options)
        areas = {state.map.areas[state.field.cubes.index[option[3:]] % 64] for option in options}
        assert areas == {"g"}
        taken.append(options[0])
        answer(match, options[0])
    assert told(match, "crate_placed") == [
        {"seat": seat, **state.field.spots[state.field.cubes.index[cube[3:]]]}
        for seat, cube in zip((drawer, 1 - drawer, drawer, 1 - drawer), taken, strict=True)
    ]
    assert asked(match)[:2] == (starter, "prompt.deploy")


class GrowingDice:
    """Dice that show every pair of faces in turn, row by row."""

    def __init__(self) -> None:
        self.pair = 0

    def label(self) -> str:
        return "growing"

    def roll(self, roll: Any) -> list[int]:
        self.pair += 1
        return [(self.pair - 1) // 8 % 8 + 1, (self.pair - 1) % 8 + 1]

    def repeat(self, roll: Any, recorded: Any) -> None:
        self.pair += 1


DROPS = [1, 1, 1, 3, 3, 4, 1, 3, 2, 4, 8, 8, 8, 6, 4, 4, 5, 1, 7, 5]
"""Column and row. Thrown again: the zones (a1, h8, e1), where a crate fell or was placed (a3, c4, d4)."""


@pytest.mark.clause("DZ setup.crates_dropped")
def test_crates_fall_on_top_of_the_scenery_each_in_a_cube_of_its_own() -> None:
    match = begun((REBS, REBS), [*[1] * 10, 1, 1, 1, *DROPS])
    match.answer(0, "keep")
    match.answer(1, "keep")
    answer(match, "at:a4.1", "at:b4.1", "at:c4.1", "at:d4.1")
    assert [one["cube"] for one in told(match, "crate_dropped")] == ["a3.1", "b4.2", "h6.1", "g5.2"]
    assert isinstance(match.dice, ScriptedDice)
    assert match.dice.left == 0
    assert match.state.stage == Stage.DEPLOY


def deploying(teams: tuple[Any, Any]) -> Match[State]:
    """B drew the map of the ends and starts, so it has the north; four crates in the centre, four fallen."""
    match = begun(teams, [*[1] * 10, 2, 1, 2, 1, 3, 2, 4, 8, 6, 7, 5])
    match.answer(0, "keep")
    match.answer(1, "keep")
    answer(match, "at:a4.1", "at:b4.1", "at:c4.1", "at:d4.1")
    return match


@pytest.mark.clause("DZ setup.deploy", "DZ ability.scout", "DZ ability.stranded")
def test_models_come_in_order_each_in_its_own_area() -> None:
    match = deploying((REBS, REBS))
    order = []
    while match.state.stage == Stage.DEPLOY:
        model = to_deploy(match.state)
        assert model is not None
        seat, prompt, options = asked(match)
        assert (seat, prompt) == (model.owner, "prompt.deploy")
        found = {option[4] for option in options}
        own = {"rebel_commander": "12", "rebel_trooper": "12", "kraaw": "123", "stray_survivor": "6"}[model.card.id]
        if seat == 0:
            own = "".join(str(9 - int(row)) for row in own)
        assert found == set(own), model.card.id
        order.append(model.tag)
        answer(match, options[0])
    assert order == ["B2", "B3", "A2", "A3", "A1", "A4", "B1", "B4"]
    assert [one["tag"] for one in told(match, "deployed")] == order
    state = match.state
    by_tag = {model.tag: model for model in state.models}
    assert [state.field.names[by_tag[one["tag"]].cube] for one in told(match, "deployed")] == [
        one["cube"] for one in told(match, "deployed")
    ]
    assert not any(model.carded for model in state.models)


@pytest.mark.clause("DZ setup.deploy")
def test_nobody_is_asked_where_there_is_one_place() -> None:
    three = {"faction": "rebs", "models": [{"model": "rebel_trooper", "count": 3}]}
    for size, question in ((1, "prompt.turn"), (2, "prompt.deploy")):
        match = deploying((three, three))
        match.state.map = DeploymentMap(0, "narrow", "R" * size + "B" + "g" * (63 - size), ())
        answer(match, "at:a1.1")
        assert asked(match)[1] == question
        placed = [model.tag for model in match.state.models if model.cube >= 0]
        assert placed == (["B1"] if size == 2 else ["A1", "A2", "A3", "B1", "B2", "B3"])


@pytest.mark.clause("DZ ability.csw", "DZ ability.csw_drag", "DZ setup.deploy")
def test_a_crew_and_its_weapon_are_placed_together() -> None:
    crew = {
        "faction": "marauders",
        "models": [{"model": "goblin_rabble"}, {"model": "mortar_team"}, {"model": "commando"}],
    }
    first = {"faction": "marauders", "models": [{"model": "mortar_team"}, {"model": "commando"}]}
    match = deploying((first, crew))
    answer(match, "at:a1.1")
    answer(match, "at:c2.1")
    models = {model.tag: model for model in match.state.models}
    where = match.state.field.cubes.index["c2.1"]
    assert (models["B2"].cube, models["B3"].cube, models["B2"].weapon_at) == (where, where, where)
    assert (models["B1"].weapon_at, models["B3"].weapon_at) == (-1, -1)
    assert (models["B2"].place, models["B3"].place) == (0, 1)
    assert to_deploy(match.state) is models["B4"]
    answer(match, "at:a1.1", "at:d8.1")
    assert (models["A1"].cube, models["A2"].cube) == (match.state.field.cubes.index["d8.1"],) * 2
    assert to_deploy(match.state) is models["A3"]


@pytest.mark.clause("DZ setup.deploy_fit")
def test_a_full_cube_takes_nobody_else() -> None:
    many = {"faction": "rebs", "models": [{"model": "rebel_commander"}, {"model": "rebel_trooper", "count": 5}]}
    match = deploying((many, many))
    for _ in range(4):
        assert "at:a1.1" in asked(match)[2]
        answer(match, "at:a1.1")
    assert "at:a1.1" not in asked(match)[2]
    assert [model.place for model in match.state.models if model.owner == 1][:4] == [0, 1, 2, 3]


@pytest.mark.clause("DZ setup.deploy_fit")
def test_the_large_start_only_where_a_door_or_the_open_lets_them_out() -> None:
    for name in FIELDS:
        state = new_state(CONTENT, FIELDS[name], (CONTENT.teams["marauders_heavy"],) * 2)
        state.map = DeploymentMap(0, "all", "R" * 64, ())
        field = state.field
        for card in ("hulk", "plague_strider", "enforcer", "peacekeeper"):
            model = state.models[0]
            model.card = CONTENT.models[card]
            model.abilities = model.card.abilities
            size = model.card.size
            found = set(deploy_cubes(state, model))
            for cube in field.ground:
                ways = [link for link in field.links[cube] if link.size >= size and link.way in (0, 3)]
                free = bool(ways) if size > 2 else bool(field.links[cube])
                assert (cube in found) == (free and size <= field.capacity[cube]), (name, card, field.names[cube])


@pytest.mark.clause("DZ setup.plague_rage")
def test_each_plague_model_that_lives_may_rage() -> None:
    match = begun((PLAGUE, REBS), [*DEALT, 2, 1, 3, 1, 1, 1, 1, 3, 2, 4, 8, 6, 7, 5])
    match.answer(0, "keep")
    match.answer(1, "keep")
    answer(match, "model:A1", "model:A2", "model:A3", "at:a4.1", "at:b4.1", "at:c4.1", "at:d4.1")
    while match.state.stage == Stage.DEPLOY:
        answer(match, asked(match)[2][0])
    seats = []
    for key in ("enraged", "alert", "enraged", "alert"):
        assert asked(match) == (0, "prompt.rage", ["enraged", "alert"])
        seats += answer(match, key)
    # The strider is a construct and is not asked; the rebels do not rage.
    enraged = [model.tag for model in match.state.models if model.aggression == Aggression.ENRAGED]
    assert enraged == ["A1", "A3"]
    assert match.state.stage == Stage.TURN
    assert asked(match)[:2] == (1, "prompt.turn")
    assert told(match, "round_begins") == [{"round": 1, "seat": 1}]


@pytest.mark.clause("DZ ability.engineer_setup", "DZ item.sentry_gun")
@pytest.mark.parametrize(("card", "wish", "ready"), [("engineer_enforcer", True, 2), ("engineer_enforcer", False, 0)])
def test_guns_are_set_up_by_a_team_with_an_engineer(card: str, wish: bool, ready: int) -> None:
    guns = {
        "faction": "enforcers",
        "models": [
            {"model": "enforcer", "items": ["sentry_gun"]},
            {"model": card, "items": ["sentry_gun"]},
            {"model": "assault_enforcer", "items": ["ammo"]},
        ],
        "deployed_guns": wish,
    }
    state = GAME.setup.prepare({"teams": [guns, guns]}).new()
    for seat in (0, 1):
        own = [model for model in state.models if model.owner == seat]
        assert [model.tag for model in own if model.carded] == [f"{'AB'[seat]}{n}" for n in (4, 5)][:ready]
        assert [len(model.items) for model in own] == ([0, 0, 1, 0, 0] if ready else [1, 1, 1, 0, 0])


@pytest.mark.clause("DZ ability.engineer_setup")
def test_without_an_engineer_guns_stay_packed() -> None:
    """An engineer of the enemy does not help."""
    bare = {"faction": "enforcers", "models": [{"model": "enforcer", "items": ["sentry_gun"]}], "deployed_guns": True}
    able = {"faction": "forge_fathers", "models": [{"model": "brokkr"}, {"model": "brokkr_operator"}]}
    state = GAME.setup.prepare({"teams": [bare, able]}).new()
    assert not any(model.carded for model in state.models)
    assert len(state.models[0].items) == 1


@pytest.mark.clause("DZ setup.deploy_fit", "DZ setup.deploy")
def test_who_finds_no_room_stays_behind() -> None:
    """No cube is red: the red side has nobody on the table, and a gunner's loader stays with the gunner."""
    state = new_state(CONTENT, FIELDS["yard"], (CONTENT.teams["marauders_heavy"], CONTENT.teams["rebs_cell"]))
    state.map = DeploymentMap(0, "blue", "B" * 64, (0, 1, 2))
    state.sides[1].zone, state.stage = 1, Stage.DEPLOY
    match: Match[State] = Match(GAME, state, ScriptedDice([]), listening=True)
    while match.state.stage == Stage.DEPLOY and match.pending:
        seat, ask = next(iter(match.pending.items()))
        assert seat == 1
        match.play(seat, ask.space.options()[0])
    own = [model for model in match.state.models if model.owner == 0]
    assert all(model.cube == NOWHERE and model.exited == 0 and not model.dead for model in own)
    told = [event.params["tag"] for event in match.table.events if event.key == "left_behind"]
    assert told == [model.tag for model in own]
    assert all(on_board(model) for model in match.state.models if model.owner == 1 and is_model(model))


@pytest.mark.clause("DZ turn.limit", "DZ setup.commander")
def test_a_side_without_commander_is_led_by_nobody_elses_model() -> None:
    """Neither the last model on the table nor an enemy stands in for a Commander that is not there."""
    models = [{"side": "A", "card": "stage_3d", "at": "a8"}, {"side": "B", "card": "enforcer_captain", "at": "h1"}]
    state = GAME.testing.position({"model": models})
    assert state.sides[0].commander == NOBODY
    assert commander(state, 0) is None
    assert activation_limit(state, 0) == 1
    assert GAME.showing.look(state, 0).view.sides[0].commander == ""
