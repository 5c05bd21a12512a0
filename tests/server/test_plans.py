"""Tables of one's own over HTTP: the kit, plans judged, opened and looked around on, and brought to a match."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx
import pytest

from server.running import Process

GAMES = ("deadzone", "obsidian_protocol", "tag_raid")


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Any:
    process = Process(str(Path(tmp_path_factory.mktemp("plans")) / "tables.sqlite"))
    with httpx.Client(base_url=process.address, timeout=60) as client:
        yield client
    process.stop()


def opened(client: httpx.Client, game: str, **wanted: Any) -> dict[str, Any]:
    answer = client.post(f"/api/plans/{game}/en/opened", json=wanted)
    assert answer.status_code == 200, answer.text
    plan: dict[str, Any] = answer.json()["plan"]
    return plan


@pytest.mark.parametrize("game", GAMES)
def test_a_table_is_made_judged_saved_shared_and_played_on(client: httpx.Client, game: str) -> None:
    at = f"/api/plans/{game}/en"
    kit = client.get(at).json()
    assert {style["value"] for style in kit["kit"]["styles"]} == {"dense", "open"}
    plan = opened(client, game, style="dense", seed=7) | {"name": "Grey Quarry"}
    view = client.post(f"{at}/judged", json={"plan": plan}).json()
    assert [breach for breach in view["judged"]["breaches"] if not breach["advice"]] == []
    assert view["view"], "the bare table to draw"
    code = view["judged"]["code"]
    assert opened(client, game, code=code)["pieces"] == view["judged"]["plan"]["pieces"]
    pack = client.get(f"{at}/file", params={"code": code})
    assert 'filename="grey_quarry.toml"' in pack.headers["content-disposition"]
    assert opened(client, game, file=pack.text)["name"] == "Grey Quarry"
    options = {kit["field"]: view["judged"]["card"]}
    table = client.post("/api/tables", json={"game": game, "seats": ["open", "random"], "options": options})
    assert table.status_code == 201, table.text


def test_a_breach_comes_with_its_clause_and_place_in_the_readers_language(client: httpx.Client) -> None:
    hut = {"kind": "building", "x": 3.5, "y": 3.5}
    plan = {"pieces": [hut, {**hut, "width": 2, "x": 4}]}
    for language, word in (("en", "two buildings"), ("es", "dos edificios")):
        judged = client.post(f"/api/plans/deadzone/{language}/judged", json={"plan": plan}).json()["judged"]
        overlap = next(one for one in judged["breaches"] if one["clause"] == "DZ field.buildings")
        assert word in overlap["text"].lower()
        assert (overlap["x"], overlap["y"], overlap["level"]) == (3.5, 3.5, 1)
    refused = client.post(
        "/api/tables",
        json={"game": "deadzone", "seats": ["open", "random"], "options": {"battlefield": judged["card"]}},
    )
    assert refused.status_code == 400
    assert "[DZ field.buildings]" in refused.json()["text"]


@pytest.mark.parametrize(
    ("path", "body", "problem"),
    [
        ("deadzone/en/opened", {"code": "1.AAAA"}, "damaged"),
        ("deadzone/en/opened", {"file": "[["}, "not valid TOML"),
        ("deadzone/en/opened", {"file": "x = 1"}, "no table in it"),
        ("deadzone/en/opened", {"file": ".".join("a" * 20_000) + " = 1"}, "too deeply"),
        ("deadzone/en/opened", {"file": "x = " + "1" * 5_000}, "not valid TOML"),
        ("deadzone/en/opened", {"ready": "moon"}, "there is no 'moon'"),
        ("deadzone/en/opened", {"style": "baroque"}, "there is no style 'baroque'"),
        ("deadzone/en/opened", {"style": "dense", "seed": 0}, "seed"),
        ("deadzone/xx/opened", {"ready": "yard"}, "languages"),
        ("pinball/en/opened", {"ready": "yard"}, "pinball"),
        ("tiny_epic_mechs/en/opened", {"ready": "yard"}, "has no tables to build"),
        ("deadzone/en/judged", {"plan": {"pieces": [{"kind": "castle", "x": 1, "y": 1}]}}, "no piece 'castle'"),
        ("deadzone/en/judged", {"plan": {"pieces": [{"kind": "door", "x": 1, "y": 1}]}}, "needs a building"),
        ("deadzone/en/judged", {"plan": {"pieces": [{"kind": "cover", "x": 1e9, "y": 1}]}}, "4000"),
        ("deadzone/en/judged", {"plan": {"pieces": [{"kind": "cover", "x": 1, "y": 1}] * 401}}, "400"),
        (
            "deadzone/en/looked",
            {"plan": {}, "at": {"kind": "look", "x": 1, "y": 1, "level": 3}, "looker": "size_1"},
            "nobody can stand",
        ),
        ("deadzone/en/looked", {"plan": {}, "at": {"kind": "look", "x": 1, "y": 1}, "looker": "cat"}, "looker"),
    ],
)
def test_whatever_is_wrong_becomes_one_sentence(
    client: httpx.Client, path: str, body: dict[str, Any], problem: str
) -> None:
    answer = client.post(f"/api/plans/{path}", json=body)
    assert answer.status_code == 400
    assert problem in answer.json()["text"]


def test_a_look_around(client: httpx.Client) -> None:
    plan = opened(client, "deadzone", ready="outpost")
    look = {"plan": plan, "at": {"kind": "look", "x": 4.5, "y": 0.5}, "looker": "size_1"}
    vista = client.post("/api/plans/deadzone/en/looked", json=look).json()
    assert vista["hidden"]["1"]
    assert vista["reached"]["1"]


def test_the_lobby_offers_styles_with_a_seed_and_set_up_in_turn(client: httpx.Client) -> None:
    games = {game["game"]: game for game in client.get("/api/lobby").json()["games"]}
    assert games["tiny_epic_mechs"]["tables"] == ""
    for name in GAMES:
        field = games[name]["tables"]
        values = {
            one["value"]: one for one in next(s for s in games[name]["settings"] if s["field"] == field)["values"]
        }
        assert values["dense"]["seeded"]
        assert ("in_turn" in values) == (name != "obsidian_protocol")
        for value in ("dense:41", *(["in_turn"] if "in_turn" in values else [])):
            wanted = {"game": name, "seats": ["open", "random"], "options": {field: value}}
            assert client.post("/api/tables", json=wanted).status_code == 201
