"""Teams built to wishes: legal, as full as points allow, with what was wished for; and the list on paper."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from games.content import content_of
from muster.games.deadzone.cards import building
from muster.games.deadzone.cards.content import Team, TeamModel
from muster.games.deadzone.cards.keywords import Item, Rank
from muster.games.deadzone.cards.legality import cost_of, faults
from muster.games.deadzone.rules import items
from muster.games.deadzone.state.models import Model
from muster.kernel.errors import GameError
from muster.kernel.game import forces_of
from muster.library import load_game

GAME: Any = load_game("deadzone")
CONTENT: Any = content_of(GAME)
CONTENT = CONTENT
SPECIAL = (Rank.SPECIALIST, Rank.RARE, Rank.UNIQUE)
seeds = pytest.mark.parametrize("seed", range(12))


def ranks(team: Team) -> Counter[Rank]:
    return Counter(CONTENT.models[entry.model].rank for entry in team.models)


def paid(team: Team) -> int:
    """What its models cost without items and cards."""
    return sum(CONTENT.models[entry.model].cost for entry in team.models)


def prices(team: Team) -> int:
    return sum(CONTENT.item_costs[Item[name.upper()]] for entry in team.models for name in entry.items)


@seeds
@pytest.mark.parametrize("faction", list(CONTENT.factions))
def test_a_team_is_as_full_as_points_allow(faction: str, seed: int) -> None:
    team = building.build(CONTENT, {"faction": faction}, random.Random(seed))
    assert team.faction == faction
    assert not faults(CONTENT, team)
    count = ranks(team)
    assert count[Rank.LEADER] == 1
    left = 70 - paid(team)
    special, troopers = sum(count[rank] for rank in SPECIAL), count[Rank.TROOPER]
    for card in CONTENT.models.values():
        if card.faction == faction and card.cost <= left:
            assert card.rank == Rank.LEADER or (card.rank in SPECIAL and special >= troopers), card.id
    left -= prices(team)
    assert left >= 0
    assert team.extra_cards == min(5, left)
    assert not team.deployed_guns


def test_items_go_to_about_half_of_the_free_hands() -> None:
    with_item = hands = 0
    guns = set()
    for seed in range(60):
        for faction in CONTENT.factions:
            team = building.build(CONTENT, {"faction": faction}, random.Random(seed))
            for entry in team.models:
                card = CONTENT.models[entry.model]
                able = items.hands(Model(0, 0, "", card, card.abilities)) > 0
                assert len(entry.items) <= int(able)
                hands += able
                with_item += len(entry.items)
                guns |= {faction} & {faction if name == "sentry_gun" else "" for name in entry.items}
    assert guns <= {"enforcers"}
    assert 0.05 < with_item / hands < 0.6


def test_what_is_left_buys_an_item_half_of_the_time() -> None:
    """Three points are left for an item of up to three, and for cards."""
    carried: Counter[str] = Counter()
    for seed in range(200):
        team = building.build(CONTENT, {"models": "assault_enforcer", "points": 12}, random.Random(seed))
        (entry,) = team.models
        assert cost_of(CONTENT, team) == 12
        carried.update(entry.items)
    sold = {item.name.lower() for item, cost in CONTENT.item_costs.items() if cost <= 3}
    assert set(carried) == sold
    assert 60 < carried.total() < 140


@seeds
def test_cards_wished_for_are_paid_first(seed: int) -> None:
    for wanted in (0, 3, 5):
        team = building.build(CONTENT, {"faction": "rebs", "extra_cards": wanted, "points": 40}, random.Random(seed))
        assert team.extra_cards == wanted
        assert cost_of(CONTENT, team) <= 40
        assert 40 - wanted - paid(team) < 3 or ranks(team)[Rank.TROOPER] <= sum(ranks(team)[r] for r in SPECIAL)
    with pytest.raises(GameError, match=r"no legal team of 40 points fulfils faction=rebs, extra_cards=6, points=40"):
        building.build(CONTENT, {"faction": "rebs", "extra_cards": 6, "points": 40}, random.Random(seed))


@seeds
def test_wishes_come_first(seed: int) -> None:
    rng = random.Random(seed)
    team = building.build(CONTENT, {"models": ["sniper_enforcer", "engineer_enforcer", "enforcer_sergeant"]}, rng)
    assert [entry.model for entry in team.models][:3] == ["sniper_enforcer", "engineer_enforcer", "enforcer_sergeant"]
    count = ranks(team)
    assert count[Rank.LEADER] == 1, "the leader wished for is the only one"
    assert count[Rank.TROOPER] >= 2
    assert team.faction == "enforcers"
    assert not faults(CONTENT, team)
    # A mercenary belongs to no faction: that of the next model counts, or any that may hire him.
    hired = building.build(CONTENT, {"models": ["rin_nomad", "commando"]}, random.Random(seed))
    assert hired.faction == "marauders"


def test_as_many_troopers_as_the_special_models_need() -> None:
    wished = ["rebel_drone", "rebel_medic", "grogan"]
    team = building.build(CONTENT, {"models": wished, "points": 44}, random.Random(3))
    count = ranks(team)
    assert count[Rank.TROOPER] >= sum(count[rank] for rank in SPECIAL) >= 3


def test_no_leader_where_points_do_not_suffice() -> None:
    team = building.build(CONTENT, {"faction": "rebs", "points": 8}, random.Random(2))
    assert ranks(team)[Rank.LEADER] == 0
    assert cost_of(CONTENT, team) <= 8
    team = building.build(CONTENT, {"faction": "rebs", "points": 12, "extra_cards": 0}, random.Random(2))
    assert [entry.model for entry in team.models] == ["cell_leader"], "twelve points are just enough for one"


def test_points_up_to_the_limit() -> None:
    assert cost_of(CONTENT, building.build(CONTENT, {"points": 70}, random.Random(1))) <= 70
    with pytest.raises(GameError, match="a team may cost 70, not 71"):
        building.build(CONTENT, {"points": 71}, random.Random(1))


def test_a_mercenary_needs_a_faction_that_hires() -> None:
    team = building.build(CONTENT, {"faction": "rebs", "models": "rin_nomad"}, random.Random(1))
    assert team.models[0].model == "rin_nomad"
    with pytest.raises(GameError, match="plague has no 'rin_nomad'"):
        building.build(CONTENT, {"faction": "plague", "models": "rin_nomad"}, random.Random(1))


def test_equal_models_stand_in_one_line() -> None:
    two = [TeamModel("enforcer", ("ammo",)), TeamModel("enforcer", ())]
    team = Team("own", "enforcers", [*two, *two, TeamModel("enforcer_captain", ())], 2, True)
    assert building.plain(team) == {
        "faction": "enforcers",
        "models": [
            {"model": "enforcer", "count": 2, "items": ["ammo"]},
            {"model": "enforcer", "count": 2},
            {"model": "enforcer_captain", "count": 1},
        ],
        "extra_cards": 2,
        "deployed_guns": True,
    }
    named = Team("own", "enforcers", two * 2, 0, False, 0)
    assert building.plain(named) == {
        "faction": "enforcers",
        "models": [
            {"model": "enforcer", "count": 1, "items": ["ammo"]},
            {"model": "enforcer", "count": 1},
            {"model": "enforcer", "count": 1, "items": ["ammo"]},
            {"model": "enforcer", "count": 1},
        ],
        "commander": 0,
    }


@pytest.mark.clause("DZ setup.commander", "DZ setup.mercenary", "DZ ability.engineer_setup")
@pytest.mark.parametrize(
    ("models", "asked", "clauses"),
    [
        (["enforcer_captain", "enforcer"], {}, []),
        (["enforcer_captain", "enforcer"], {"commander": 0}, []),
        (["enforcer_captain", "enforcer"], {"commander": 1}, ["DZ setup.commander"]),
        (["enforcer", "enforcer"], {"commander": 1}, []),
        (["enforcer", "enforcer"], {"commander": 2}, ["DZ setup.commander"]),
        (["enforcer", "enforcer", "rin_nomad"], {"commander": 2}, ["DZ setup.mercenary"]),
        (["engineer_enforcer+", "enforcer"], {"deployed_guns": True}, []),
        (["enforcer+", "enforcer"], {"deployed_guns": True}, ["DZ ability.engineer_setup"]),
        (["engineer_enforcer", "enforcer"], {"deployed_guns": True}, ["DZ ability.engineer_setup"]),
    ],
)
def test_what_a_team_asks_for_in_vain(models: list[str], asked: dict[str, Any], clauses: list[str]) -> None:
    """A plus stands for a sentry gun. The rules go on without, so older matches replay; the builder says it."""
    entries = [{"model": name.rstrip("+"), "items": ["sentry_gun"] if name.endswith("+") else []} for name in models]
    team = {"id": "own", "source": "house", "faction": "enforcers", "models": entries, **asked}
    forces = forces_of(GAME)
    assert [fault.clause for fault in forces.check(team)] == clauses
    assert not clauses or all(GAME.catalogue.words("es").say(fault.reason) for fault in forces.check(team))
    GAME.setup.prepare({"teams": [{"faction": "enforcers", "models": entries, **asked}] * 2})


def test_the_list_on_paper() -> None:
    entries = [TeamModel("enforcer", ("frag_grenade",))] * 2 + [TeamModel("enforcer_captain", ())]
    shown = building.show(CONTENT, Team("own", "enforcers", entries, 2, False), GAME.catalogue.words("en"))
    lines = shown.splitlines()
    assert "48" in lines[0]
    assert "70" in lines[0]
    assert [line.rpartition(": ")[2] for line in lines[1:3]] == ["26", "20"]
    assert [line.split(" x ")[0].strip() for line in lines[1:3]] == ["2", "1"]
    assert len(lines) == 4
    assert "2" in lines[3]
    bare = building.show(CONTENT, Team("own", "enforcers", entries[2:], 0, False), GAME.catalogue.words("en"))
    assert len(bare.splitlines()) == 2
