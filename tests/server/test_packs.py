"""Packs at the tables: checked, played with, named in the journal, shown to everybody; hostile ones refused."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from muster.kernel.journal import read_journal
from muster.kernel.packs import PackFile
from muster.library import load_with_packs
from muster.server.client.client import RemoteSeat
from muster.server.client.links import Link
from muster.server.lobby.limits import Limits
from server.running import Server, server

GAME = "tiny_epic_mechs"
FIST = """
[[weapon]]
id = "warhammer"
source = "public"
points = 7

[[weapon]]
id = "boomerang"
source = "house"
name = "Boomerang"
level = "advanced"
type = "ranged"
energy = 1
credits = 1
points = 3
attack = { damage = 2 }
power = { damage = 1, effects = [{ kind = "score", amount = 1 }] }
"""


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with server(Path(tmp_path_factory.mktemp("packs")), Limits(pack_seconds=60)) as found:
        yield found


def post(running: Server, path: str, body: Any) -> httpx.Response:
    return httpx.post(running.address + path, json=body, timeout=90)


def check(running: Server, *texts: str, game: str = GAME, language: str = "en") -> httpx.Response:
    packs = [{"name": f"{number}.toml", "text": text} for number, text in enumerate(texts)]
    return post(running, f"/api/packs/{game}/{language}/checked", {"packs": packs})


def test_a_pack_is_reported_with_what_it_changes(running: Server) -> None:
    report = check(running, FIST).json()
    assert report["problems"] == []
    changed, new = report["changes"]
    assert (changed["card"], changed["new"]) == ("warhammer", False)
    assert ["points", "7"] in [[field["field"], field["after"]] for field in changed["fields"]]
    assert (new["card"], new["new"], new["name"]) == ("boomerang", True, "Boomerang")
    assert report["game"]["game"] == GAME


def test_a_table_is_played_with_a_pack_and_everybody_sees_what_differs(running: Server) -> None:
    packs = [{"name": "fists.toml", "text": FIST}]
    made = post(running, "/api/tables", {"game": GAME, "name": "Ada", "seats": ["open", "random"], "packs": packs})
    assert made.status_code == 201, made.text
    table = made.json()
    hash_of = load_with_packs(GAME, (PackFile("fists.toml", FIST),)).packs[1].hash
    invited = post(running, f"/api/tables/{table['table']}/invitation", {"invite": table["invite"]}).json()
    assert invited["packs"] == [{"name": "fists.toml", "hash": hash_of}]
    shown = post(running, f"/api/tables/{table['table']}/cards", {"invite": table["invite"]}).json()
    assert [change["card"] for change in shown["changes"]] == ["warhammer", "boomerang"]
    assert shown["names"] == {"weapon.boomerang": "Boomerang"}
    assert shown["packs"] == packs
    assert "weapon.boomerang" in shown["house"]
    assert post(running, f"/api/tables/{table['table']}/cards", {}).status_code == 409
    assert post(running, f"/api/tables/{table['table']}/cards", {"invite": "guess"}).status_code == 409

    async def play() -> str:
        async with await RemoteSeat.join(Link(running.address, table["table"], table["token"])) as seat:
            assert [pack.name for pack in seat.welcome.packs] == ["fists.toml"]
            while not seat.over:
                if seat.question is None:
                    await seat.news()
                else:
                    await seat.answer(seat.question.options[-1].key)
            return await seat.export()

    journal = running.run(play())
    assert [(pack.name, pack.hash) for pack in read_journal(journal).header.laid_over()] == [("fists.toml", hash_of)]
    again = {"game": GAME, "journal": journal, "packs": packs, "seats": ["open", "open"]}
    assert post(running, "/api/tables", again).status_code == 201
    without = post(running, "/api/tables", {"game": GAME, "journal": journal})
    assert "fists.toml" in without.json()["text"]


def test_a_table_with_a_pack_survives_that_nobody_is_there(running: Server) -> None:
    packs = [{"name": "fists.toml", "text": FIST}]
    table = post(running, "/api/tables", {"game": GAME, "packs": packs, "seats": ["open", "open"]}).json()["table"]

    async def forget() -> None:
        found = await running.house.find(table)
        running.house.forget(found)
        found.stop()
        assert (await running.house.find(table)).packs == (PackFile("fists.toml", FIST),)

    running.run(forget())


DEEP = "[[weapon]]\nid = 'x'\nattack = " + "[" * 3000 + "]" * 3000
NESTED = "[[weapon]]\nid = 'warhammer'\nsource = 'house'\nattack = " + "[" * 100 + "1" + "]" * 100
MANY = "".join(f"[[weapon]]\nid = 'w{number}'\n" for number in range(2500))


@pytest.mark.parametrize(
    ("packs", "said"),
    [
        ([{"name": "a", "text": "x" * 200_001}], "200000"),
        ([{"name": f"p{number}", "text": ""} for number in range(5)], "length <= 4"),
        ([{"name": "a", "text": ""}, {"name": "a", "text": ""}], "name of its own"),
        ([{"name": "core", "text": ""}], "name of its own"),
        ([{"name": "../../etc/passwd", "text": ""}], "name"),
        ([{"name": "a", "text": "\0"}], "U+0000"),
        ([{"name": "a", "text": '[[weapon]]\nid = "x\\u0000"'}], "letters, digits and underscores"),
        ([{"name": "a", "text": '[[weapon]]\nid = "warhammer"\nsource = "house"\nname = "\\u0000"'}], "U+0000"),
        ([{"name": "a", "text": MANY}], "2500"),
        ([{"name": "a", "text": DEEP}], "too deeply"),
        ([{"name": "a", "text": NESTED}], "a:4: weapon 'warhammer': field attack"),
        ([{"name": "a", "text": "weapon = 7"}], "[[weapon]]"),
        ([{"name": "a", "text": "[[weapon]]\nid = 7"}], "id"),
        ([{"name": "a", "text": "not toml"}], "a:1:"),
        ([{"name": "a", "text": "[[wepon]]\nid = 'x'"}], "did you mean weapon?"),
        ([{"name": "a", "text": '[[weapon]]\nid = "warhammer"\nsource = "house"\npoints = 99999999'}], "points"),
        ("packs", "array"),
        ([7], "object"),
        ([{"name": 7, "text": []}], "str"),
    ],
)
def test_a_hostile_pack_is_refused_in_one_sentence(running: Server, packs: Any, said: str) -> None:
    answer = post(running, "/api/tables", {"game": GAME, "packs": packs})
    assert answer.status_code == 400
    text = answer.json()["text"]
    assert said in text
    assert "\n" not in text
    assert "Traceback" not in text
    assert len(text) < 700


def test_problems_come_in_the_language_of_the_page_with_their_places(running: Server) -> None:
    report = check(running, "[[weapon]]\nid = 'warhammer'\nsource = 'house'\ntype = 'meele'\n", language="es").json()
    (problem,) = report["problems"]
    assert (problem["file"], problem["line"], problem["card"], problem["field"]) == ("0.toml", 4, "warhammer", "type")
    assert "melee" in problem["text"]
    assert report["game"] is None
    assert check(running, "", language="xx").status_code == 400
    assert "there is no game" in check(running, "", game="chess").json()["text"]


def test_options_that_do_not_fit_are_named(running: Server) -> None:
    wanted = {"game": GAME, "options": {"players": 40}, "packs": [{"name": "a", "text": FIST}]}
    assert "players" in post(running, "/api/tables", wanted).json()["text"]


def test_a_pack_that_takes_too_long_is_given_up_and_the_server_goes_on(tmp_path: Path) -> None:
    slow = "".join(
        f"[[weapon]]\nid = 'w{number}'\nsource = 'house'\ntype = '{'meel' * 14}'\n" for number in range(1500)
    )
    with server(tmp_path, Limits(pack_seconds=0.05)) as running:
        answer = post(running, "/api/tables", {"game": GAME, "packs": [{"name": "a", "text": slow}]})
        assert answer.json()["text"] == "packs: checking them takes longer than 0.05 seconds"
        assert post(running, "/api/tables", {"game": GAME}).status_code == 201


def test_the_editor_gets_cards_and_their_form_and_packs_as_data(running: Server) -> None:
    forms = httpx.get(f"{running.address}/api/packs/deadzone/es", timeout=90).json()
    assert forms["fields"]["weapons"] == "armas"
    assert forms["kinds"]["team"] == "equipo de choque"
    assert forms["names"]["weapon.pistol"] == "pistola"
    assert {"id": "pistol", "source": "house", "range": 3} in forms["cards"]["weapon"]
    weapon = forms["schema"]["properties"]["weapon"]["items"]
    assert weapon["properties"]["range"] == {"type": "integer", "minimum": 0, "maximum": 12, "default": 0}
    assert httpx.get(f"{running.address}/api/packs/chess/en").status_code == 400
    assert httpx.get(f"{running.address}/api/packs/deadzone/xx").status_code == 400
    read = post(running, "/api/packs/deadzone/en/read", {"name": "a", "text": "[[weapon]]\nid = 'x'\nrange = 2"})
    assert read.json() == {"cards": {"weapon": [{"id": "x", "range": 2}]}}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("not toml", "a:1:"),
        ("weapon = 3", "weapon is no list of cards"),
        ("weapon = [3]", "weapon is no list of cards"),
        ("x = " + "[" * 3000 + "]" * 3000, "too deeply"),
        (".".join("a" * 20_000) + " = 1", "too deeply"),
        ("x" * 200_001, "200000"),
        ("\0", "U+0000"),
    ],
)
def test_a_hostile_pack_is_not_read(running: Server, text: str, said: str) -> None:
    answer = post(running, "/api/packs/deadzone/en/read", {"name": "a", "text": text})
    assert (answer.status_code, "\n" in answer.text) == (400, False)
    assert said in answer.text


def test_a_pack_that_comes_with_the_game_is_named(running: Server) -> None:
    game = "obsidian_protocol"
    wanted = {
        "game": game,
        "shipped": ["planetring_dynamics"],
        "options": {"squads": ["pd_600_reapers", "un_600_ghost"]},
    }
    table = post(running, "/api/tables", wanted).json()
    shown = post(running, f"/api/tables/{table['table']}/cards", {"invite": table["invite"]}).json()
    assert shown["names"]["pilot.seagull"] == "Seagull"
    lobby = httpx.get(f"{running.address}/api/lobby", timeout=90).json()
    packs = next(one["packs"] for one in lobby["games"] if one["game"] == game)
    assert [pack["name"] for pack in packs] == ["planetring_dynamics", "points_1_02", "swift_launcher", "white_dwarf"]
    unknown = post(running, "/api/tables", {**wanted, "shipped": ["../../content"]})
    assert "no pack '../../content' comes with this game" in unknown.json()["text"]
