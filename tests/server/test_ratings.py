"""Ratings: Glicko-2 as its author works it out, and which matches count for whom; challenges, which ask for a level."""

from __future__ import annotations

import asyncio
import random
import sqlite3
import time
from pathlib import Path
from typing import Any

import pytest

from muster.server import protocol as p
from muster.server.client.client import RemoteSeat
from muster.server.client.line import ServerRefusal, new_id
from muster.server.lobby.limits import Limits
from muster.server.people.glicko import SURE, UNSURE, Rating, aged, rate
from muster.server.storage.database import Conflict
from muster.server.storage.ratings import RatingRow
from server.running import Server, agree, play, play_together, server
from server.test_people import Player, link

CLOCK = {"bank": 1500, "bonus": 15}


def test_the_worked_example_of_the_paper() -> None:
    own = Rating(1500, 200, 0.06)
    met = [(Rating(1400, 30), 1.0), (Rating(1550, 100), 0.0), (Rating(1700, 300), 0.0)]
    after = rate(own, met)
    assert after.rating == pytest.approx(1464.06, abs=0.01)
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


def test_a_rating_that_rests_grows_unsure_and_no_rating_is_too_sure() -> None:
    assert aged(Rating(1600, 50), 0).deviation == pytest.approx(50)
    assert 50 < aged(Rating(1600, 50), 365).deviation < UNSURE
    assert aged(Rating(1600, 50), 1e6).deviation == UNSURE
    own = Rating()
    for _ in range(2_000):
        own = rate(own, [(Rating(own.rating, 30), 0.5)], 0.0)
    assert own.deviation == SURE


def test_wins_raise_and_surprises_count_more() -> None:
    weak, strong = Rating(1300, 80), Rating(1700, 80)
    assert rate(weak, [(strong, 1.0)]).rating - 1300 > 3 * (rate(strong, [(weak, 1.0)]).rating - 1700) > 0
    assert rate(strong, [(weak, 0.0)]).rating < 1680


def two_rated(running: Server, **wanted: Any) -> tuple[Player, Player, dict[str, Any]]:
    ana, ben = Player(running.address, "Ana"), Player(running.address, "Ben")
    made = ana.create(rated=True, clock=CLOCK, **wanted)
    assert ben.claim(made).status_code == 201
    return ana, ben, made


def rated(player: Player, who: str = "") -> list[dict[str, Any]]:
    return list(player.get(f"/api/people/{who or player.id}").json()["ratings"])


def finish(running: Server, ana: Player, ben: Player, made: dict[str, Any], seed: int = 1) -> tuple[int, ...]:
    links = [link(running, ana, made["table"], 0), link(running, ben, made["table"], 1)]

    async def whole() -> tuple[int, ...]:
        await agree(links)
        async with await RemoteSeat.join(links[0]) as first, await RemoteSeat.join(links[1]) as second:
            await play_together([first, second], random.Random(seed), 5_000)
            while not first.over:
                await first.news()
            assert first.update is not None
            assert first.update.outcome is not None
            await asyncio.sleep(0.3)
            return tuple(first.update.outcome.winners)

    return asyncio.run(whole())


def test_a_rated_match_counts_once_for_both_and_shows_in_their_profiles(tmp_path: Path) -> None:
    with server(tmp_path) as running:
        ana, ben, made = two_rated(running)
        winners = finish(running, ana, ben, made)
        expected = {(0,): (1, -1), (1,): (-1, 1)}.get(winners, (0, 0))
        for player, sign in zip((ana, ben), expected, strict=True):
            [rating] = rated(player)
            assert (rating["rating"] > 1500) - (rating["rating"] < 1500) == sign
            assert (rating["matches"], rating["deviation"] < 350) == (1, True)
            profile = player.get(f"/api/people/{player.id}").json()
            assert profile["won"] + profile["lost"] + profile["drawn"] == 1
            assert profile["matches"][0]["rated"] is True
            assert profile["matches"][0]["table"] == ""  # the table is not public
        table = running.run(running.house.find(made["table"]))
        running.run(running.house.people._note(table))
        assert rated(ana)[0]["matches"] == 1
        assert ana.get("/api/me/file").json()["profile"]["ratings"] == rated(ana)
    with sqlite3.connect(tmp_path / "tables.sqlite") as database:  # as if the server had died before it counted
        for name in ("results", "counted", "ratings"):
            database.execute(f"DELETE FROM {name}")
    with server(tmp_path) as running:
        again = Player(running.address, key=ana.key)
        again.matches()
        assert rated(again)[0]["matches"] == 1


def test_a_host_takes_nothing_from_somebody_whose_connection_drops(tmp_path: Path) -> None:
    """With a bot in their seat they would have lost, with somebody else there or without the table nobody would."""
    with server(tmp_path) as running:
        ana, ben, made = two_rated(running, absence=0)
        links = [link(running, ana, made["table"], 0), link(running, ben, made["table"], 1)]

        async def drop() -> None:
            await agree(links)
            async with await RemoteSeat.join(links[0]) as first:
                for command in (p.StandIn(new_id(), 1), p.Free(new_id(), 1)):
                    with pytest.raises(ServerRefusal, match="the clock does"):
                        await first.do(command)
                await asyncio.sleep(1.1)
                with pytest.raises(ServerRefusal, match="in the middle of a match"):
                    await first.do(p.Delete(new_id()))

        asyncio.run(drop())


def test_an_unrated_match_counts_for_nobody(tmp_path: Path) -> None:
    with server(tmp_path) as running:
        ana, ben = Player(running.address, "Ana"), Player(running.address, "Ben")
        made = ana.create(clock=CLOCK)
        ben.claim(made)
        finish(running, ana, ben, made)
        assert rated(ana) == []
        assert ana.get(f"/api/people/{ana.id}").json()["matches"][0]["rated"] is False


def test_bots_are_rated_on_the_same_scale(tmp_path: Path) -> None:
    with server(tmp_path) as running:
        ana = Player(running.address)
        made = ana.create(rated=True, clock=CLOCK, seats=["open", "random"])
        own = link(running, ana, made["table"], 0)

        async def whole() -> None:
            await agree([own])
            async with await RemoteSeat.join(own) as seat:
                await play(seat, random.Random(5))
            await asyncio.sleep(0.3)

        asyncio.run(whole())
        [bot], [person] = rated(ana, "bot:random"), rated(ana)
        assert bot["matches"] == person["matches"] == 1
        assert bot["rating"] + person["rating"] == pytest.approx(3000, abs=1)
        assert ana.get("/api/people/bot:random").json()["bot"] is True
        for nobody in ("bot:nobody", "x", "a" * 16, "%00", "é"):
            assert ana.get(f"/api/people/{nobody}").status_code == 404


@pytest.mark.parametrize(
    ("wanted", "reason"),
    [
        ({"clock": None}, "clock"),
        ({"hints": True}, "advice"),
        ({"packs": [{"name": "a.toml", "text": ""}]}, "pack"),
        ({"name": ""}, "key"),
    ],
)
def test_a_table_that_would_prove_nothing_is_not_rated(tmp_path: Path, wanted: dict[str, Any], reason: str) -> None:
    with server(tmp_path) as running:
        ana = Player(running.address)
        body = {"game": "tiny_epic_mechs", "name": "Ana", "rated": True, "clock": CLOCK, **wanted}
        answer = ana.post("/api/tables", body)
        assert (answer.status_code, reason in answer.json()["text"]) == (400, True), answer.text


def test_uneven_forces_are_not_rated(tmp_path: Path) -> None:
    with server(tmp_path) as running:
        ana = Player(running.address)
        options = {"forces": ["rdl_600_line", "rdl_1200_host"]}
        field = next(
            game["forces"] for game in ana.get("/api/lobby").json()["games"] if game["game"] == "obsidian_protocol"
        )
        answer = ana.post(
            "/api/tables",
            {
                "game": "obsidian_protocol",
                "name": "Ana",
                "rated": True,
                "clock": CLOCK,
                "options": {field: options["forces"]},
            },
        )
        assert (answer.status_code, "same size" in answer.json()["text"]) == (400, True), answer.text


def test_nobody_plays_themselves_or_without_a_key_or_takes_anything_back(tmp_path: Path) -> None:
    with server(tmp_path) as running:
        ana, ben, made = two_rated(running)
        second = ana.create(rated=True, clock=CLOCK)
        assert "yourself" in ana.claim(second).json()["text"]
        stranger = Player(running.address, "Eve")
        del stranger.http.headers["x-muster-key"]
        assert "key" in stranger.claim(second).json()["text"]
        links = [link(running, ana, made["table"], 0), link(running, ben, made["table"], 1)]

        async def regret() -> None:
            await agree(links)
            async with await RemoteSeat.join(links[0]) as first, await RemoteSeat.join(links[1]) as other:
                await play_together([first, other], random.Random(1), 12)
                with pytest.raises(Exception, match="taken back"):
                    await first.do(p.Takeback(new_id()))

        asyncio.run(regret())


def test_who_lets_a_bot_play_has_lost_for_the_rating(tmp_path: Path) -> None:
    with server(tmp_path) as running:
        ana, ben, made = two_rated(running)
        links = [link(running, ana, made["table"], 0), link(running, ben, made["table"], 1)]

        async def helped() -> None:
            await agree(links)
            async with await RemoteSeat.join(links[0]) as first, await RemoteSeat.join(links[1]) as second:
                await first.do(p.StandIn(new_id(), 0, "greedy"))
                await play(second, random.Random(1))
                await asyncio.sleep(0.3)

        asyncio.run(helped())
        assert rated(ana)[0]["rating"] < 1500 < rated(ben)[0]["rating"]


def test_two_matches_of_one_player_that_count_at_once_both_count(tmp_path: Path) -> None:
    with server(tmp_path) as running:
        shelf = running.house.people.ratings.shelf
        row = RatingRow("a" * 16, "pig", 1, 1500, 300, 0.06, "one", 1.0)
        running.run(shelf.add("one", 1.0, [row]))
        with pytest.raises(Conflict):
            running.run(shelf.add("two", 1.0, [row]))
        assert not running.run(shelf.counted("two"))
        with pytest.raises(Conflict):
            running.run(shelf.add("one", 1.0, []))


# Challenges


def challenges(player: Player) -> list[dict[str, Any]]:
    tables = player.get("/api/lobby/tables?language=en").json()["tables"]
    return [one for one in tables if one["until"]]


def test_a_challenge_is_listed_taken_up_by_one_request_and_gone(tmp_path: Path) -> None:
    with server(tmp_path) as running:
        ana, ben = Player(running.address, "Ana"), Player(running.address, "Ben")
        made = ana.create(rated=True, clock=CLOCK, minutes=15, level={"least": 1400, "most": 1600})
        [listed] = challenges(ben)
        assert (listed["table"], listed["rated"], listed["clock"]["bank"]) == (made["table"], True, 1500)
        assert listed["level"] == {"least": 1400, "most": 1600}
        assert time.time() + 14 * 60 < listed["until"] < time.time() + 16 * 60
        taken = ben.post(f"/api/tables/{made['table']}/seats", {"name": "Ben"})
        assert taken.status_code == 201
        time.sleep(1.1)  # the lobby is worked out once a second
        assert challenges(ben) == []
        late = Player(running.address, "Eve").post(f"/api/tables/{made['table']}/seats", {"name": "Eve"})
        assert late.status_code == 409


def test_a_challenge_is_for_its_level(tmp_path: Path) -> None:
    with server(tmp_path) as running:
        ana, ben = Player(running.address, "Ana"), Player(running.address, "Ben").meet()
        made = ana.create(minutes=15, level={"least": 1600, "most": 1800})
        refused = ben.claim(made)
        assert "from 1600 to 1800; you have 1500" in refused.json()["text"]
        row = RatingRow(ben.id, "tiny_epic_mechs", 1, 1700, 60, 0.06, "x", time.time())
        running.run(running.house.people.ratings.shelf.add("x", 1.0, [row]))
        assert ben.claim(made).status_code == 201


def test_a_challenge_that_nobody_takes_up_runs_out(tmp_path: Path) -> None:
    with server(tmp_path, Limits(sweep_seconds=0.2)) as running:
        ana, ben = Player(running.address, "Ana"), Player(running.address, "Ben")
        lost, taken = ana.create(minutes=1), ana.create(minutes=1)
        ben.claim(taken)
        for made in (lost, taken):
            late = 'UPDATE tables SET settings = replace(settings, \'"until":\', \'"until":1,"was":\') WHERE id = ?'
            running.run(running.house.storage.write((late, (made["table"],))))
        running.run(asyncio.sleep(1.0))
        left = [one["table"] for one in ana.matches()]
        assert left == [taken["table"]]
