"""What reads well and still cannot be: each such position is named with its field and its clause, and only that."""

from __future__ import annotations

import json
from typing import Any

import pytest

from muster.kernel.errors import GameError
from muster.kernel.game import bench_of
from muster.library import load_game

SERGEANTS = [
    {"side": "A", "card": "enforcer_sergeant", "at": "c2"},
    {"side": "B", "card": "enforcer_sergeant", "at": "f7"},
]
FOUR = [{"at": cube} for cube in ("d4", "d5", "d6", "d7")]
CASES: list[tuple[str, dict[str, Any], str, str]] = [
    ("deadzone", {"model.0.damage": 2}, "model.0.damage", "DZ ability.vehicle_damage"),
    ("deadzone", {"model.0.items": ["ammo", "ammo"]}, "model.0.items", "DZ item.one"),
    ("deadzone", {"model.0.dead": True}, "model.0.dead", "DZ damage.two"),
    ("deadzone", {"model.0.exited": "A"}, "model.0.exited", "DZ move.off_board"),
    (
        "deadzone",
        {"model.0.overwatch": True, "model.0.aggression": "pinned"},
        "model.0.overwatch",
        "DZ overwatch.lost",
    ),
    ("deadzone", {"side": {"A": {"zone": "blue"}, "B": {"zone": "blue"}}}, "side.B.zone", "DZ setup.zones"),
    ("deadzone", {"side": {"A": {"commander": "B1"}}}, "side.A.commander", "DZ setup.commander"),
    ("deadzone", {"acted": 9}, "acted", "DZ turn.limit"),
    ("deadzone", {"objective": FOUR}, "objective", "DZ setup.objectives"),
    ("deadzone", {"objective": [{"at": "d4"}, {"at": "d4"}]}, "objective", "DZ setup.objectives"),
    (
        "deadzone",
        {"objective": [{"at": "d4", "which": "X"}, {"at": "d5", "which": "X"}]},
        "objective",
        "DZ setup.objectives",
    ),
    ("obsidian_protocol", {"unit.0.link": 9}, "unit.0.link", "OP card.restore_link"),
    ("obsidian_protocol", {"unit.1.link": 0}, "unit.1.stance", "OP 4.10.shutdown"),
    ("obsidian_protocol", {"unit.0.alive": False}, "active", "OP 3.4.1.timing"),
    ("obsidian_protocol", {"unit.1.at": "", "unit.1.deployed": True}, "unit.1.at", "OP 3.1.4.zone"),
    ("obsidian_protocol", {"unit.0.damaged": ["right_arm"]}, "unit.0.damaged", "OP 4.4.2.no_structure"),
    ("obsidian_protocol", {"unit.0.destroyed": ["backpack"]}, "unit.0.parts", "OP 2.2.2.slots"),
    ("obsidian_protocol", {"unit.0.charged": ["backpack"]}, "unit.0.parts", "OP 2.2.2.slots"),
    ("tag_raid", {"round": 11}, "round", "TR setup.event_deck"),
    ("tag_raid", {"miner": {"A": {"wounds": 9}}}, "miner.A.wounds", "TR setup.wounds_bar"),
    ("tiny_epic_mechs", {"turn": 8}, "turn", "TEM execute.order"),
    ("tiny_epic_mechs", {"stage": "combat"}, "combat", "TEM combat.alternate"),
    ("tiny_epic_mechs", {"player": {"A": {"revealed": 4}}}, "player.A.revealed", "TEM execute.reveal"),
    ("tiny_epic_mechs", {"player": {"A": {"exhausted": ["rail_lance"]}}}, "player.A.exhausted", "TEM equip.minimum"),
    ("tiny_epic_mechs", {"player": {"A": {"base": "a1"}, "B": {"base": "a1"}}}, "player", "TEM setup.base"),
]
UNREAD: list[tuple[str, dict[str, Any], str]] = [
    ("deadzone", {"stage": "lay_cover"}, "stage: there is no 'lay_cover'"),
    ("obsidian_protocol", {"unit.0.dial": "immediate"}, "unit.0.dial: there is no 'immediate'"),
    ("obsidian_protocol", {"unit.0.ammo": {"torso/laser": 2}}, "unit.0.ammo: there is no 'torso/laser'"),
]


def with_edits(name: str, edits: dict[str, Any]) -> dict[str, Any]:
    """The empty table of a game with some fields set: `unit.0.link`."""
    position: Any = json.loads(json.dumps(bench_of(load_game(name)).empty))
    if name == "deadzone":
        position["model"] = json.loads(json.dumps(SERGEANTS))
    for path, value in edits.items():
        *steps, last = path.split(".")
        place = position
        for step in steps:
            place = place[int(step)] if step.isdecimal() else place.setdefault(step, {})
        place[last] = value
    return dict(position)


@pytest.mark.parametrize(("name", "edits", "where", "clause"), CASES)
def test_it_is_named_with_its_clause(name: str, edits: dict[str, Any], where: str, clause: str) -> None:
    game = load_game(name)
    assert list(bench_of(game).impossible(game.testing.position(with_edits(name, {})))) == []
    found = list(bench_of(game).impossible(game.testing.position(with_edits(name, edits))))
    assert [(one.where, one.clause) for one in found] == [(where, clause)]
    assert clause in {one.id for one in game.clauses}
    for language in ("en", "es"):
        told = game.catalogue.words(language).say(found[0].text)
        assert told.endswith(".")
        assert "{" not in told


@pytest.mark.parametrize(("name", "edits", "told"), UNREAD)
def test_what_is_no_position_is_refused_by_the_reader(name: str, edits: dict[str, Any], told: str) -> None:
    with pytest.raises(GameError) as refused:
        load_game(name).testing.position(with_edits(name, edits))
    assert str(refused.value).startswith(f"position: {told}")
