"""Forces over HTTP: judged, opened, printed; brought to a table, refused with clauses."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx
import pytest

from muster.forces.codec import encode
from muster.kernel.game import forces_of, reckoning_of
from muster.kernel.packs import PackId
from muster.library import load_game
from server.running import Process


def squad(name: str) -> dict[str, Any]:
    return dict(forces_of(load_game("obsidian_protocol")).ready()[name])


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Any:
    process = Process(str(Path(tmp_path_factory.mktemp("forces")) / "tables.sqlite"))
    with httpx.Client(base_url=process.address, timeout=60) as client:
        yield client
    process.stop()


def test_judged_opened_and_printed(client: httpx.Client) -> None:
    at = "/api/forces/obsidian_protocol/en"
    code = encode("obsidian_protocol", squad("rdl_600_line"))
    draft = client.post(f"{at}/opened", json={"code": code}).json()["draft"]
    view = client.post(f"{at}/judged", json={"draft": draft}).json()
    assert view["judged"]["points"] == 520
    assert view["judged"]["breaches"] == []
    page = client.get(f"{at}/sheet", params={"code": code})
    assert "sha256-" in page.headers["content-security-policy"]
    assert "Spike" in page.text
    assert "[[squad]]" in client.get(f"{at}/file", params={"code": code}).text
    answer = client.post(f"{at}/opened", json={"code": "1.AAAA"})
    assert answer.status_code == 400
    assert "damaged" in answer.json()["text"]
    assert "no forces" in client.get("/api/forces/tiny_epic_mechs/en").json()["text"]


def test_a_guest_brings_a_force_and_the_match_begins_with_it(client: httpx.Client) -> None:
    wanted = {"game": "obsidian_protocol", "seats": ["open", "open"], "name": "Ada", "bring": True}
    table = client.post("/api/tables", json=wanted).json()
    seats = f"/api/tables/{table['table']}/seats"
    claim = {"name": "Ben", "invite": table["invite"]}
    assert client.post(f"/api/tables/{table['table']}/invitation", json={"invite": table["invite"]}).json()["bring"]
    bad = {**squad("un_600_ghost"), "faction": "rdl"}
    refused = client.post(seats, json={**claim, "force": bad})
    assert refused.status_code == 400
    assert "[OP 5.1.faction]" in refused.json()["text"]
    other = client.post(seats, json={**claim, "force": squad("un_900_line")})
    assert "another size" in other.json()["text"]
    huge = client.post(seats, json={**claim, "force": {**squad("un_600_ghost"), "name": "x" * 70}})
    assert "60 is the most" in huge.json()["text"]
    assert client.post(seats, json={**claim, "force": squad("un_600_ghost")}).status_code == 201
    late = client.post(seats, json={**claim, "force": squad("un_600_ghost")})
    assert late.status_code == 409


@pytest.mark.parametrize(
    ("game", "mine", "theirs"),
    [("obsidian_protocol", "rdl_900_line", "un_900_line"), ("deadzone", "enforcers_patrol", "plague_horde")],
)
def test_what_a_force_does_to_another(client: httpx.Client, game: str, mine: str, theirs: str) -> None:
    """The same figures as in the terminal, for a ready opponent and for one's own; each breach is one sentence."""
    at = f"/api/forces/{game}/en"
    assert client.get(at).json()["matched"]
    found = load_game(game)
    ready, compare = forces_of(found).ready(), reckoning_of(found).matchup
    assert compare is not None
    draft, other = (client.post(f"{at}/opened", json={"ready": name}).json()["draft"] for name in (mine, theirs))
    told = client.post(f"{at}/matched", json={"draft": draft, "ready": theirs}).json()
    exact = compare(ready[mine], ready[theirs])
    cells = {(place["chance"], place["damage"]) for row in told["rows"] for place in row["places"] if place}
    assert cells == {(round(cell.chance, 6), round(cell.damage, 6)) for cell in exact.cells}
    assert all(len(row["places"]) == len(told["columns"]) for row in told["rows"])
    assert [one["dealt"] for one in told["parts"]] == [round(one.dealt, 6) for one in exact.shares]

    assert max(one["dealt"] for one in told["reaches"]) == max(one["dealt"] for one in told["parts"])
    assert client.post(f"{at}/matched", json={"draft": draft, "other": other}).json() == told
    spanish = client.post(f"{at.removesuffix('en')}es/matched", json={"draft": draft, "ready": theirs}).json()
    assert spanish["aims"] != told["aims"]

    for wrong, sentence in (
        ({"draft": draft, "ready": "nobody"}, "there is no 'nobody'"),
        ({"draft": draft, "other": {**other, "name": "Halves", "entries": []}}, "Halves: "),
        ({"draft": draft, "other": 3}, "Expected `object | null`"),
    ):
        answer = client.post(f"{at}/matched", json=wrong)
        assert answer.status_code == 400
        assert sentence in answer.json()["text"]


OWN = """
[[pilot]]
id = "nora"
name = "Nora"
source = "house"
faction = "rdl"
link = 5
initiative = [5, 5, 5, 5, 5, 5]
points = 20
"""


def test_a_force_with_cards_of_packs(client: httpx.Client) -> None:
    """Packs that come with the game and one's own: offered, judged, in the link; a pack that is not here is named."""
    at = "/api/forces/obsidian_protocol/en"
    own = {"name": "mine.toml", "text": OWN}
    report = client.post("/api/packs/obsidian_protocol/en/checked", json={"packs": [own], "shipped": ["white_dwarf"]})
    packs = report.json()["ids"]
    assert [pack["name"] for pack in packs] == ["white_dwarf.toml", "mine.toml"]
    plain, form = client.get(at).json()["form"], client.post(at, json={"packs": packs}).json()["form"]
    names = {card["id"] for card in form["cards"]} - {card["id"] for card in plain["cards"]}
    assert {"nora", "karl_fried", "ace_001_white_dwarf_core_part"} <= names
    force = squad("rdl_600_line")
    force["mechs"] = [dict(force["mechs"][0]) | {"pilot": "nora"}, *force["mechs"][1:]]
    bare = client.post(f"{at}/opened", json={"code": encode("obsidian_protocol", force)}).json()["draft"]
    missing = client.post(f"{at}/judged", json={"draft": bare}).json()["judged"]["breaches"]
    assert "OP 5.1.card" in [breach["clause"] for breach in missing]
    judged = client.post(f"{at}/judged", json={"draft": bare, "packs": packs}).json()["judged"]
    assert judged["breaches"] == []
    opened = client.post(f"{at}/opened", json={"code": judged["code"]}).json()
    assert opened["packs"] == packs
    assert "Nora" in client.get(f"{at}/sheet", params={"code": judged["code"], "paper": "letter"}).text
    assert "--pack white_dwarf --pack mine" in client.get(f"{at}/file", params={"code": judged["code"]}).text
    against = {"draft": bare, "packs": packs, "other": bare, "other_packs": packs[1:]}
    told = client.post(f"{at}/matched", json=against).json()
    assert "Nora" in {row["bearer"] for row in told["rows"]} & {column["target"] for column in told["columns"]}
    assert "[OP 5.1.card]" in client.post(f"{at}/matched", json={"draft": bare, "other": bare}).json()["text"]
    strange = encode("obsidian_protocol", force, [PackId("theirs.toml", "0" * 64)])
    answer = client.post(f"{at}/opened", json={"code": strange})
    assert answer.status_code == 400
    assert answer.json()["text"] == "force: it was built with the pack 'theirs.toml' (00000000), which is not here"
