"""Tournaments over the wire: joined by link, paired by themselves, decided at the tables or by the end of a round."""

from __future__ import annotations

import asyncio
import random
import time
from collections import Counter
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from muster.server.client.client import RemoteSeat
from muster.server.lobby.limits import Limits
from muster.server.storage.people import ResultRow
from muster.server.storage.postgres import PostgresStorage
from server.database import postgres
from server.running import Server, agree, play, play_together, server, server_on
from server.test_people import Player, elsewhere, link

PLAN = {"title": "Spring Cup", "game": "tiny_epic_mechs", "clock": {"bank": 1500, "bonus": 15}}


def begun(running: Server, kind: str, count: int, **more: Any) -> tuple[list[Player], dict[str, Any]]:
    players = [Player(running.address, f"P{n}").meet() for n in range(count)]
    made = players[0].post("/api/tournaments", {**PLAN, "kind": kind, **more})
    assert made.status_code == 201, made.text
    name = made.json()["id"]
    for player in players:
        assert player.post(f"/api/tournaments/{name}/joined", {"on": True}).status_code == 200
    started = players[0].post(f"/api/tournaments/{name}/begun", {})
    assert started.status_code == 200, started.text
    return players, started.json()


def win(running: Server, table: str, seat: int) -> None:
    """Let a match end: the seat has won."""
    people = running.house.people
    rows = [
        ResultRow(table, one, "", "tiny_epic_mechs", "won" if one == seat else "lost", 0, time.time()) for one in (0, 1)
    ]
    running.run(running.house.storage.write(*people.shelf.result_statements(rows)))


def overdue(running: Server, name: str) -> None:
    running.run(running.house.storage.write(("UPDATE pairings SET until = 1 WHERE tournament = ?", (name,))))


@pytest.mark.parametrize(("kind", "count", "rounds"), [("swiss", 5, 3), ("knockout", 5, 3), ("league", 4, 3)])
def test_a_tournament_runs_to_its_end_by_the_results_of_its_tables(
    tmp_path: Path, kind: str, count: int, rounds: int
) -> None:
    with server(tmp_path) as running:
        players, shown = begun(running, kind, count)
        assert (shown["state"], shown["rounds"]) == ("running", rounds)
        for number in range(1, rounds + 1):
            assert len(shown["pairings"]) == number
            for pairing in shown["pairings"][-1]:
                if pairing["second"]:
                    assert pairing["points"] is None
                    order = [player.id for player in players]
                    better = min((pairing["first"], pairing["second"]), key=order.index)
                    win(running, pairing["table"], 0 if pairing["first"] == better else 1)
            running.run(running.house.people.tournaments.advance(shown["id"]))
            shown = players[1].get(f"/api/tournaments/{shown['id']}").json()
        assert shown["state"] == "over"
        assert shown["standings"][0]["name"] == "P0"
        byes = [one["first"] for row in shown["pairings"] for one in row if not one["second"]]
        assert kind == "knockout" or len(byes) == len(set(byes))


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["swiss", "knockout"])
@pytest.mark.parametrize("database", ["sqlite", "postgresql"])
def test_a_tournament_is_played_through_at_its_tables(tmp_path: Path, kind: str, database: str) -> None:
    """Every match by its players over their sockets, on either database: the standings are what came of them, and so is
    everybody's profile.
    """
    with ExitStack() as stack:
        if database == "sqlite":
            running = stack.enter_context(server(tmp_path, Limits(sweep_seconds=0.5)))
        else:
            url = stack.enter_context(postgres())
            running = stack.enter_context(
                server_on(lambda: PostgresStorage(url, "http://one"), Limits(sweep_seconds=0.5))
            )
        players, shown = begun(running, kind, 4, rated=True)
        by_id = {player.id: player for player in players}
        won: Counter[str] = Counter()
        played: set[str] = set()
        rng = random.Random(7)
        ends = time.monotonic() + 240
        while shown["state"] != "over":
            assert time.monotonic() < ends
            for pairing in shown["pairings"][-1]:
                if pairing["points"] is None and pairing["second"] and pairing["table"] not in played:
                    played.add(pairing["table"])
                    pair = [by_id[pairing["first"]], by_id[pairing["second"]]]
                    for seat in match_of(running, pairing["table"], pair, rng):
                        won[pair[seat].id] += 1
            running.run(asyncio.sleep(0.2))
            shown = players[0].get(f"/api/tournaments/{shown['id']}").json()
        assert len(shown["pairings"]) == shown["rounds"] == 2
        champion = shown["standings"][0]
        names = {player.name: player for player in players}
        assert won[names[champion["name"]].id] == max(won.values())
        profile = players[0].get(f"/api/people/{names[champion['name']].id}?language=en").json()
        assert profile["ratings"], "rated matches count"


def match_of(running: Server, table: str, pair: list[Player], rng: random.Random) -> tuple[int, ...]:
    """Play a match at random to its end; returns who has won."""
    for player in pair:  # 409: they sit there already
        assert player.post(f"/api/tables/{table}/seats", {"name": player.name}).status_code in (201, 409)
    links = [link(running, player, table, seat) for seat, player in enumerate(pair)]

    async def played() -> tuple[int, ...]:
        await agree(links)
        async with await RemoteSeat.join(links[0]) as one, await RemoteSeat.join(links[1]) as other:
            await asyncio.gather(*(play(seat, random.Random(rng.random())) for seat in (one, other)))
            assert one.update.outcome is not None
            return tuple(one.update.outcome.winners)

    return asyncio.run(played())


def test_the_seats_are_kept_for_those_who_play(tmp_path: Path) -> None:
    with server(tmp_path) as running:
        players, shown = begun(running, "league", 2)
        [[pairing]] = shown["pairings"]
        [match] = players[0].matches()
        assert (match["table"], match["reserved"], match["turn"]) == (pairing["table"], True, True)
        stranger = Player(running.address, "Eve").meet()
        for player, status in ((stranger, 409), (players[0], 201), (players[0], 409), (players[1], 201)):
            answer = player.post(f"/api/tables/{pairing['table']}/seats", {"name": player.name})
            assert answer.status_code == status, answer.text
        by_id = {player.id: player for player in players}
        links = [
            link(running, by_id[pairing[side]], pairing["table"], seat) for seat, side in enumerate(("first", "second"))
        ]
        asyncio.run(agree(links))
        assert players[0].matches()[0]["reserved"] is False


def test_who_does_not_come_has_lost_when_the_round_is_over(tmp_path: Path) -> None:
    with server(tmp_path, Limits(sweep_seconds=0.2)) as running:
        players, shown = begun(running, "knockout", 4)
        first, second = shown["pairings"][0]
        came = next(player for player in players if player.id == first["second"])
        assert came.post(f"/api/tables/{first['table']}/seats", {"name": came.name}).status_code == 201
        overdue(running, shown["id"])
        running.run(asyncio.sleep(1.0))
        shown = players[0].get(f"/api/tournaments/{shown['id']}").json()
        assert [one["points"] for one in shown["pairings"][0]] == [[0.0, 1.0], [0.0, 0.0]]
        assert {shown["pairings"][1][0]["first"], shown["pairings"][1][0]["second"]} == {came.id, second["first"]}


def test_a_table_that_was_never_set_up_is_set_up_later(tmp_path: Path) -> None:
    with server(tmp_path) as running:
        _, shown = begun(running, "league", 2)
        table = shown["pairings"][0][0]["table"]
        running.run(running.house.delete(table))
        running.run(asyncio.sleep(0.1))
        running.run(running.house.people.tournaments.advance(shown["id"]))
        assert running.run(running.house.find(table)).seating.rows[0].player == shown["pairings"][0][0]["first"]


def test_one_that_is_damaged_keeps_no_other_from_going_on(tmp_path: Path) -> None:
    with server(tmp_path) as running:
        _, damaged = begun(running, "swiss", 2)
        players, shown = begun(running, "swiss", 2)
        spoil = ("UPDATE tournaments SET body = '{' WHERE id = ?", (damaged["id"],))
        running.run(running.house.storage.write(spoil))
        win(running, shown["pairings"][0][0]["table"], 0)
        running.run(running.house.people.tournaments.advance_all())
        assert players[0].get(f"/api/tournaments/{shown['id']}").json()["state"] == "over"
        assert players[0].get(f"/api/tournaments/{damaged['id']}").status_code == 400
        player = Player(running.address, "Owner").meet()
        own = player.post("/api/tournaments", {**PLAN, "kind": "swiss"}).json()["id"]
        running.run(running.house.storage.write((spoil[0], (own,))))
        assert player.get("/api/tournaments").json() == {"tournaments": []}


@pytest.mark.parametrize("harm", ["damaged", "broken"])
def test_a_table_at_which_nobody_can_go_on_is_a_draw_when_the_round_is_over(tmp_path: Path, harm: str) -> None:
    """Else its tournament would never end, and nobody at it is to blame."""
    with server(tmp_path) as running:
        players, shown = begun(running, "league", 2)
        name, table = shown["id"], shown["pairings"][0][0]["table"]
        assert players[0].post(f"/api/tables/{table}/seats", {"name": "A"}).status_code == 201

        async def do_harm() -> None:
            found = await running.house.find(table)
            if harm == "broken":
                found.break_down()
            else:
                found.lose()
                await running.house.storage.release(table)
                await running.house.storage.write(("UPDATE tables SET settings = '{' WHERE id = ?", (table,)))

        running.run(do_harm())
        running.run(running.house.people.tournaments.advance(name))
        assert players[0].get(f"/api/tournaments/{name}").json()["pairings"][0][0]["points"] is None
        overdue(running, name)
        running.run(running.house.people.tournaments.advance(name))
        shown = players[0].get(f"/api/tournaments/{name}").json()
        assert (shown["state"], shown["pairings"][0][0]["points"]) == ("over", [0.5, 0.5])


@pytest.mark.slow
def test_a_league_goes_on_through_whatever_people_and_servers_do(tmp_path: Path) -> None:
    """Four players, three rounds, at their tables: matches to the end, one of them over a restart of the server;
    one who never comes, one who leaves, two who both let the time run out.
    """
    rng = random.Random(9)
    with server(tmp_path, Limits(sweep_seconds=0.2)) as running:
        players, shown = begun(running, "league", 4)
        name = shown["id"]
        by_id = {player.id: player for player in players}
        first, second = shown["pairings"][0]
        winners = match_of(running, first["table"], pair_of(by_id, first), rng)
        came = by_id[second["first"]]  # the other one never comes
        assert came.post(f"/api/tables/{second['table']}/seats", {"name": came.name}).status_code == 201
        overdue(running, name)
        shown = wait_for_round(running, players[0], name, 2)
        assert shown["pairings"][0][1]["points"] == [1.0, 0.0]
        assert shown["pairings"][0][0]["points"] == points_for(winners)

        left, both = shown["pairings"][1]
        leaver = leaves_in_the_middle(running, left["table"], pair_of(by_id, left), rng)
        for player in pair_of(by_id, both):  # they sit down, and neither of them does anything
            assert player.post(f"/api/tables/{both['table']}/seats", {"name": player.name}).status_code == 201
        overdue(running, name)
        shown = wait_for_round(running, players[0], name, 3)
        assert shown["pairings"][1][0]["points"] == points_for((1 - leaver,))
        assert shown["pairings"][1][1]["points"] == [0.5, 0.5]

        over_a_restart, other = shown["pairings"][2]
        leaves_in_the_middle(running, over_a_restart["table"], pair_of(by_id, over_a_restart), rng)
    with server(tmp_path, Limits(sweep_seconds=0.2)) as running:
        for player in players:
            player.http.base_url = running.address
        last = [match_of(running, one["table"], pair_of(by_id, one), rng) for one in (over_a_restart, other)]
        shown = wait_for_round(running, players[0], name, 3, "over")
        assert [one["points"] for one in shown["pairings"][2]] == [points_for(winners) for winners in last]
        total = sum(sum(one["points"]) for row in shown["pairings"] for one in row)
        assert sum(one["points"] for one in shown["standings"]) == total == 6.0
        ranked = [one["points"] for one in shown["standings"]]
        assert ranked == sorted(ranked, reverse=True)


def pair_of(by_id: dict[str, Player], pairing: dict[str, Any]) -> list[Player]:
    return [by_id[pairing["first"]], by_id[pairing["second"]]]


def points_for(winners: tuple[int, ...]) -> list[float]:
    if len(winners) != 1:
        return [0.5, 0.5]
    return [1.0, 0.0] if winners == (0,) else [0.0, 1.0]


def wait_for_round(running: Server, player: Player, name: str, number: int, state: str = "running") -> dict[str, Any]:
    ends = time.monotonic() + 60
    while True:
        shown: dict[str, Any] = player.get(f"/api/tournaments/{name}").json()
        if len(shown["pairings"]) >= number and shown["state"] == state:
            return shown
        assert time.monotonic() < ends, shown
        running.run(asyncio.sleep(0.1))


def leaves_in_the_middle(running: Server, table: str, pair: list[Player], rng: random.Random) -> int:
    """Play some answers, until one of them alone is asked; that one leaves. Returns the seat."""
    for player in pair:
        assert player.post(f"/api/tables/{table}/seats", {"name": player.name}).status_code == 201
    links = [link(running, player, table, seat) for seat, player in enumerate(pair)]

    async def some() -> int:
        await agree(links)
        async with await RemoteSeat.join(links[0]) as one, await RemoteSeat.join(links[1]) as other:
            await play_together([one, other], rng, 20)
            while len(one.update.waiting) != 1:
                await play_together([one, other], rng, 1)
            return one.update.waiting[0]

    return asyncio.run(some())


def test_a_table_that_another_process_has_does_not_stop_its_tournament(tmp_path: Path) -> None:
    with server(tmp_path) as running:
        players, shown = begun(running, "league", 4)
        tables = [pairing["table"] for pairing in shown["pairings"][0]]
        elsewhere(running, tables[0])
        running.run(running.house.people.tournaments.advance(shown["id"]))
        overdue(running, shown["id"])
        running.run(running.house.people.tournaments.advance(shown["id"]))
        first, second = players[0].get(f"/api/tournaments/{shown['id']}").json()["pairings"][0]
        assert (first["points"], second["points"]) == (None, [0.0, 0.0])  # whoever has the table decides
        win(running, tables[0], 0)
        running.run(running.house.people.tournaments.advance(shown["id"]))
        assert len(players[0].get(f"/api/tournaments/{shown['id']}").json()["pairings"]) == 2


def test_what_nobody_may_do_with_a_tournament(tmp_path: Path) -> None:
    with server(tmp_path) as running:
        ana, ben = Player(running.address, "Ana").meet(), Player(running.address, "Ben").meet()
        name = ana.post("/api/tournaments", {**PLAN, "kind": "swiss"}).json()["id"]
        assert ana.post(f"/api/tournaments/{name}/begun", {}).status_code == 400
        for player in (ana, ben):
            player.post(f"/api/tournaments/{name}/joined", {"on": True})
        assert ben.post(f"/api/tournaments/{name}/begun", {}).status_code == 400
        assert Player(running.address).post(f"/api/tournaments/{name}/joined", {"on": True}).status_code == 404
        assert ana.post(f"/api/tournaments/{name}/begun", {}).status_code == 200
        assert ana.post(f"/api/tournaments/{name}/begun", {}).status_code == 400
        assert ben.post(f"/api/tournaments/{name}/joined", {"on": False}).status_code == 400
        for wrong in ({"kind": "war"}, {"title": "x" * 1_000_000}, {"game": "chess"}, {"hours": 0}, {"title": "a\0"}):
            assert ana.post("/api/tournaments", {**PLAN, "kind": "swiss", **wrong}).status_code in (400, 413)
        made = [ana.post("/api/tournaments", {**PLAN, "kind": "swiss"}).status_code for _ in range(6)]
        assert made == [201] * 4 + [400] * 2
        assert ana.get("/api/tournaments/nowhere").status_code == 404
        assert len(ana.get("/api/tournaments").json()["tournaments"]) == 5
        assert len(ben.get("/api/tournaments").json()["tournaments"]) == 1
