"""Setting a game of Deadzone up: strike teams and their limits, hands, missions, deployment."""

from __future__ import annotations

import random
from typing import Any

import pytest

from games.content import content_of
from games.deadzone.fields import FIELDS
from muster.games.deadzone.cards.content import Team, TeamModel
from muster.games.deadzone.cards.keywords import Item, kind_of
from muster.games.deadzone.cards.legality import cost_of, faults
from muster.games.deadzone.rules.options import Options, TeamOption
from muster.games.deadzone.rules.setup import deploy_cubes, new_state, to_deploy
from muster.games.deadzone.state.models import Aggression
from muster.games.deadzone.state.state import Stage, State
from muster.kernel.dice import SeededDice
from muster.kernel.errors import GameError
from muster.kernel.match import Match
from muster.library import load_game

GAME: Any = load_game("deadzone")
CONTENT: Any = content_of(GAME)


def team(faction: str, *models: str, extra_cards: int = 0, guns: bool = False) -> Team:
    """A team in short: `enforcer:ammo` is a model with an item."""
    entries = [
        TeamModel(name, items.split(",") if items else ()) for name, _, items in (m.partition(":") for m in models)
    ]
    return Team("own", faction, entries, extra_cards, guns)


def refused(chosen: Team) -> str:
    """The clauses that a team breaks, all of them."""
    return ", ".join(fault.clause for fault in faults(CONTENT, chosen))


class TestTeams:
    @pytest.mark.clause("DZ team.points", "DZ team.items", "DZ team.extra_cards")
    def test_models_items_and_cards_cost_points(self) -> None:
        chosen = team("enforcers", "enforcer_sergeant", "enforcer:frag_grenade", extra_cards=2)
        assert not faults(CONTENT, chosen)
        assert cost_of(CONTENT, chosen) == 15 + 10 + 3 + 2

    @pytest.mark.clause("DZ team.points")
    def test_seventy_points_are_the_limit(self) -> None:
        assert refused(team("enforcers", *["enforcer"] * 8)) == "DZ team.points"

    @pytest.mark.clause("DZ team.ranks")
    def test_no_more_specialists_than_troopers(self) -> None:
        assert not faults(CONTENT, team("enforcers", "enforcer", "sniper_enforcer"))
        assert refused(team("enforcers", "enforcer", "sniper_enforcer", "peacekeeper")) == "DZ team.ranks"

    @pytest.mark.clause("DZ team.faction")
    def test_models_are_of_one_faction(self) -> None:
        assert refused(team("enforcers", "enforcer", "commando")) == "DZ team.faction"
        assert refused(team("nobody", "enforcer")) == "DZ team.faction"

    @pytest.mark.clause("DZ team.mercenary", "DZ setup.mercenary")
    def test_one_mercenary_who_never_commands(self) -> None:
        hired = team("rebs", "rebel_trooper", "rin_nomad")
        assert not faults(CONTENT, hired)
        state = new_state(CONTENT, FIELDS["yard"], (hired, hired))
        assert state.models[state.sides[0].commander].card.id == "rebel_trooper"
        two = team("rebs", "rebel_trooper", "rebel_trooper", "rin_nomad", "rin_nomad")
        assert refused(two) == "DZ team.mercenary"
        assert refused(team("plague", "stage_3a", "rin_nomad")) == "DZ team.faction"

    @pytest.mark.clause("DZ team.items", "DZ item.one")
    def test_items_need_hands_and_a_price(self) -> None:
        assert refused(team("enforcers", "enforcer:ammo,ammo")) == "DZ team.items"
        assert refused(team("enforcers", "enforcer:cloak")) == "DZ team.items"
        assert refused(team("plague", "stage_3a", "stage_3d:ammo")) == "DZ team.items"

    @pytest.mark.clause("DZ team.sentry_gun")
    def test_sentry_guns_are_for_enforcers(self) -> None:
        assert not faults(CONTENT, team("enforcers", "enforcer", "engineer_enforcer:sentry_gun"))
        assert refused(team("rebs", "rebel_trooper:sentry_gun")) == "DZ team.sentry_gun"

    @pytest.mark.clause("DZ team.extra_cards")
    def test_five_extra_cards_at_most(self) -> None:
        assert refused(team("enforcers", "enforcer", extra_cards=6)) == "DZ team.extra_cards"

    @pytest.mark.clause("DZ setup.commander")
    def test_the_highest_command_commands(self) -> None:
        chosen = team("enforcers", "enforcer", "enforcer_captain", "enforcer_sergeant")
        state = new_state(CONTENT, FIELDS["yard"], (chosen, chosen))
        assert state.models[state.sides[0].commander].card.id == "enforcer_captain"
        assert refused(team("plague", "stage_3d", "stage_3z")) == "DZ setup.commander"

    @pytest.mark.clause("DZ setup.commander")
    def test_between_equals_the_team_names_its_commander(self) -> None:
        own = {"faction": "enforcers", "models": [{"model": "enforcer", "count": 3}]}
        for wanted, found in ((-1, 0), (2, 2)):
            options = GAME.setup.prepare({"teams": [{**own, "commander": wanted}, own]})
            assert options.new().sides[0].commander == found

    def test_every_ready_team_is_legal(self) -> None:
        factions = {ready.faction for ready in CONTENT.teams.values()}
        assert len(factions) == 6
        for ready in CONTENT.teams.values():
            assert not faults(CONTENT, ready)

    def test_every_fault_is_named(self) -> None:
        everything = team("enforcers", "commando", "sniper_enforcer:cloak,ammo", *["peacekeeper"] * 5, extra_cards=9)
        assert refused(everything).split(", ") == [
            "DZ team.faction",
            "DZ team.items",
            "DZ team.items",
            "DZ team.ranks",
            "DZ team.points",
            "DZ team.extra_cards",
        ]

    @pytest.mark.parametrize("seed", range(20))
    def test_a_team_is_built_to_wishes(self, seed: int) -> None:
        built = GAME.forces.build({"faction": "rebs", "models": "sphyr", "points": 60}, random.Random(seed))
        force = {"id": "mine", "source": "house", **built}
        assert not GAME.forces.check(force)
        assert "sphyr" in [line["model"] for line in built["models"]]
        assert GAME.forces.show(force, GAME.catalogue.words("en")).splitlines()[0].startswith("Rebs: ")
        assert GAME.setup.prepare({"teams": [built, built]}).new()

    @pytest.mark.parametrize(
        ("wishes", "words"),
        [
            ({"faction": "martians"}, "field faction: there is no 'martians'"),
            ({"faction": "rebs", "models": "commando"}, "field models: rebs has no 'commando'"),
            ({"points": 71}, "field points: a team may cost 70"),
            ({"models": ["stage_1a"] * 4}, "no legal team"),
            ({"colour": "red"}, "field colour is not a field it has"),
        ],
    )
    def test_a_wish_that_cannot_be_met_is_named(self, wishes: dict[str, Any], words: str) -> None:
        with pytest.raises(GameError, match=words):
            GAME.forces.build(wishes, random.Random(1))

    def test_an_illegal_team_is_refused_with_its_clause(self) -> None:
        bad = {"faction": "enforcers", "models": [{"model": "enforcer", "count": 8}]}
        with pytest.raises(GameError, match=r"The team costs 80 points, but only 70 are allowed \[DZ team.points\]"):
            GAME.setup.prepare({"teams": [bad, "plague_horde"]})


def played_to(stage: int, seed: int = 1, **given: Any) -> Match[State]:
    """A random match up to the first question of a stage."""
    match: Match[State] = Match(GAME, GAME.setup.prepare(given).new(), SeededDice(seed))
    rng = random.Random(seed)
    while match.state.stage < stage:
        seat = min(match.pending)
        match.play(seat, rng.choice(match.pending[seat].space.options()))
    return match


class TestDealing:
    @pytest.mark.clause("DZ setup.deck", "DZ setup.hand", "DZ team.extra_cards")
    def test_a_deck_of_twenty_and_a_hand_of_four(self) -> None:
        bought = CONTENT.teams["forge_steel"].extra_cards
        assert bought
        state = played_to(Stage.KEEP_MISSION, teams=("enforcers_patrol", "forge_steel")).state
        assert [len(side.hand) for side in state.sides] == [4, 4]
        assert [side.deck for side in state.sides] == [16, 16 + bought]

    @pytest.mark.clause("DZ setup.mission")
    def test_a_mission_may_be_rejected_once(self) -> None:
        match = played_to(Stage.KEEP_MISSION)
        first = match.state.sides[0].mission
        match.answer(0, "reject")
        match.answer(1, "keep")
        side = match.state.sides[0]
        assert side.rejected == first != side.mission
        assert match.view(1).sides[0].mission == ""
        assert match.view(0).sides[0].mission

    @pytest.mark.clause("DZ setup.mutations", "DZ mutation.one")
    def test_three_mutations_for_three_plague_models(self) -> None:
        state = played_to(Stage.PLACE_CRATES).state
        mutants = [model for model in state.models if model.mutation >= 0]
        assert len(mutants) == 3
        assert {model.owner for model in mutants} == {1}
        assert len(state.mutations) == 5


class TestDeployment:
    @pytest.mark.clause("DZ setup.zones", "DZ setup.starter", "DZ setup.objectives")
    def test_a_map_gives_zones_and_objectives(self) -> None:
        starters = set()
        for seed in range(6):
            state = played_to(Stage.PLACE_CRATES, seed).state
            assert {side.zone for side in state.sides} == {0, 1}
            assert len(state.objectives) == 3
            assert all(which == -1 for _, which, _ in state.objectives)
            starters.add(state.starter)
        assert starters == {0, 1}

    @pytest.mark.clause("DZ setup.crates_placed", "DZ setup.crates_dropped")
    def test_four_crates_in_the_centre_and_four_that_fall(self) -> None:
        for seed in range(4):
            state = played_to(Stage.DEPLOY, seed).state
            assert len(set(state.crates)) == 8
            areas = [state.map.areas[cube % 64] for cube in state.crates]
            assert areas[:4] == ["g"] * 4
            assert not set(areas[4:]) & {"R", "B"}
            assert all(cube == state.field.tops[cube % 64] for cube in state.crates[4:])
            assert len(state.crates_left) == 16

    @pytest.mark.clause("DZ setup.deploy", "DZ ability.scout", "DZ ability.stranded")
    def test_the_starter_first_scouts_last(self) -> None:
        rebs = {
            "faction": "rebs",
            "models": [{"model": "rebel_commander"}, {"model": "kraaw", "count": 2}, {"model": "stray_survivor"}],
        }
        match = played_to(Stage.DEPLOY, 3, teams=(rebs, rebs))
        state, rng, order = match.state, random.Random(3), []
        while state.stage == Stage.DEPLOY and (model := to_deploy(state)) is not None:
            order.append((model.owner == state.starter, model.card.id))
            areas = {state.map.areas[cube % 64] for cube in deploy_cubes(state, model)}
            own = "RB"[state.sides[model.owner].zone]
            foe = "RB"[1 - state.sides[model.owner].zone]
            expected = {"kraaw": {own, own.lower()}, "stray_survivor": {foe.lower()}}.get(model.card.id, {own})
            assert areas <= expected
            seat = min(match.pending)
            match.play(seat, rng.choice(match.pending[seat].space.options()))
            state = match.state
        assert order[0] == (True, "rebel_commander")
        assert [mine for mine, _ in order] == [True] + [False] * 4 + [True] * 3

    @pytest.mark.clause("DZ setup.deploy_fit")
    def test_nobody_starts_where_they_could_not_move(self) -> None:
        match = played_to(Stage.DEPLOY, 2, teams=("marauders_heavy", "plague_claws"), battlefield="arcology")
        for model in match.state.models:
            if model.card.size == 3:
                for cube in deploy_cubes(match.state, model):
                    assert any(link.size >= 3 for link in match.state.field.links[cube])

    @pytest.mark.clause("DZ setup.plague_rage")
    def test_plague_models_may_start_enraged(self) -> None:
        match = played_to(Stage.RAGE)
        assert match.pending[1].prompt.key == "prompt.rage"
        match.answer(1, "enraged")
        assert any(model.aggression == Aggression.ENRAGED for model in match.state.models if model.owner == 1)

    @pytest.mark.clause("DZ ability.engineer_setup")
    def test_guns_may_start_set_up(self) -> None:
        enforcers = {
            "faction": "enforcers",
            "models": [{"model": "enforcer"}, {"model": "engineer_enforcer", "items": ["sentry_gun"]}],
            "deployed_guns": True,
        }
        state = played_to(Stage.TURN, teams=(enforcers, "rebs_cell")).state
        gun = next(model for model in state.models if model.card.id == "sentry_gun")
        assert gun.cube >= 0
        assert gun.overwatch
        assert not any(kind_of(item) == Item.SENTRY_GUN for model in state.models for item in model.items)


def test_options_are_those_there_are_and_do_not_change() -> None:
    with pytest.raises(GameError, match="nonsense"):
        GAME.setup.prepare({"nonsense": 1})
    with pytest.raises(GameError, match="nonsense"):
        GAME.setup.prepare({"teams": [{"faction": "enforcers", "models": [], "nonsense": 1}, "plague_horde"]})
    for options, name in ((Options(), "battlefield"), (TeamOption("enforcers", ()), "faction")):
        with pytest.raises(AttributeError):
            setattr(options, name, "yard")
