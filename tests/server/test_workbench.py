"""The workbench of the server: positions judged, opened, saved and rolled, and tables that begin from one."""

from __future__ import annotations

import asyncio
import json
import random
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from muster.kernel.dice import SeededDice
from muster.kernel.errors import GameError
from muster.kernel.game import bench_of, setup_of
from muster.kernel.links import pack
from muster.kernel.match import Match
from muster.kernel.scenario import read_scenario, run_scenario
from muster.kernel.sessions import journal_text, new_match
from muster.lab.setups import drawn_setup
from muster.library import game_names, load_game
from muster.server import protocol as p
from muster.server.client.client import RemoteSeat
from muster.server.client.links import create_table
from server.running import Server, open_table, play, server


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with server(tmp_path_factory.mktemp("bench")) as running:
        yield running


def post(house: Server, game: str, what: str, body: Any) -> Any:
    request = urllib.request.Request(
        f"{house.address}/api/workbench/{game}/en/{what}",
        json.dumps(body).encode(),
        {"content-type": "application/json"},
    )
    try:
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as error:
        return json.load(error)


def empty(game: str) -> dict[str, Any]:
    return json.loads(json.dumps(bench_of(load_game(game)).empty))


LONG = ("deadzone", "obsidian_protocol")
"""Games whose random matches take hundreds of answers."""


def midway(name: str, seed: int, share: float = 0.5) -> tuple[Match[Any], dict[str, Any]]:
    """A match of random players, and the position at some point of it."""
    game = load_game(name)
    match = new_match(game, drawn_setup(game, random.Random(seed)), SeededDice(seed))
    rng = random.Random(seed)
    for _ in range(40):
        for _ in range(12):
            if match.over:
                return midway(name, seed + 1, share)
            seat = rng.choice(sorted(match.pending))
            match.play(seat, rng.choice(match.pending[seat].space.options()))
        position = bench_of(game).write(match.last_checkpoint[1])
        if position is not None and match.last_mark > 60 * share:
            return match, position
    return midway(name, seed + 1, share)


@pytest.mark.parametrize("game", game_names())
def test_an_empty_table_is_shown_and_somebody_is_asked(house: Server, game: str) -> None:
    found = post(house, game, "judged", {"type": "judge", "position": empty(game)})
    assert found["flaws"] == []
    assert found["view"]
    assert found["asked"][0]["question"]["options"]


@pytest.mark.parametrize("game", game_names())
def test_a_moment_of_a_match_goes_through_link_and_file(house: Server, game: str) -> None:
    _, position = midway(game, 3)
    seen = post(house, game, "judged", {"type": "judge", "position": position, "title": "What now?"})
    assert seen["flaws"] == []
    opened = post(house, game, "opened", {"type": "open", "code": f"https://a.b/workbench/{game}#{seen['code']}"})
    assert opened["position"] == json.loads(json.dumps(position))
    assert opened["title"] == "What now?"
    saved = post(house, game, "saved", {"type": "save", "position": position, "title": "What now?"})
    assert saved["name"] == "what_now.toml"
    assert run_scenario(load_game(game), read_scenario(saved["text"], "saved")) == []
    again = post(house, game, "opened", {"type": "open", "file": saved["text"]})
    assert again["position"] == opened["position"]


@pytest.mark.parametrize("game", game_names())
def test_ticked_expectations_are_written_and_hold(house: Server, game: str) -> None:
    """One answer that is offered, and one refusal with its clause, where something is refused."""
    held = 0
    for seed in range(6):
        _, position = midway(game, seed)
        asked = post(house, game, "judged", {"type": "judge", "position": position})["asked"][0]
        key = asked["question"]["options"][0]["key"]
        offered = {option["key"] for option in asked["question"]["options"]}
        refused = [one for one in asked["refused"] if one["key"] not in offered][:1]
        wanted = {
            "type": "save",
            "position": position,
            "title": "x",
            "seat": asked["seat"],
            "offered": [key],
            "refused": [{"key": one["key"], "clause": one["clause"]} for one in refused],
        }
        saved = post(house, game, "saved", wanted)
        scenario = read_scenario(saved["text"], "saved")
        assert scenario.step[0].offered == [key]
        assert [step.clause for step in scenario.step[1:]] == [one["clause"] for one in refused]
        assert run_scenario(load_game(game), scenario) == []
        held += bool(refused)
    assert held or game in ("tiny_epic_mechs", "tag_raid")  # where questions hardly ever refuse


def test_what_does_not_hold_is_not_saved(house: Server) -> None:
    wanted = {"type": "save", "position": empty("deadzone"), "seat": 0, "offered": ["fly"]}
    assert "does not hold" in post(house, "deadzone", "saved", wanted)["text"]


IMPOSSIBLE: list[tuple[str, dict[str, Any], str, str]] = [
    ("deadzone", {"model": [{"side": "A", "card": "enforcer_sergeant", "at": "z9"}]}, "model.0.at", ""),
    (
        "deadzone",
        {"model": [{"side": s, "card": "enforcer_sergeant", "at": "c2"} for s in "AAAAAB"]},
        "model.4.at",
        "DZ field.capacity",
    ),
    (
        "obsidian_protocol",
        {"unit": [{"seat": "A", "at": "f6"}, {"seat": "B", "at": "f6"}]},
        "unit.1.at",
        "OP 2.2.1.share",
    ),
    (
        "obsidian_protocol",
        {"unit": [{"seat": "A", "at": "f6"}], "terrain": [{"at": "f6"}]},
        "unit.0.at",
        "OP 2.2.1.share",
    ),
    (
        "obsidian_protocol",
        {"unit": [{"seat": "A", "at": "f6", "destroyed": ["torso"]}]},
        "unit.0.destroyed",
        "OP 4.4.3.torso",
    ),
    ("tag_raid", {"miner": {"A": {"wounds": 99}}}, "miner.A.wounds", "TR setup.wounds_bar"),
    ("tiny_epic_mechs", {"player": {"A": {"health": 0}}}, "player.A.health", "TEM ko.pilot"),
    (
        "tiny_epic_mechs",
        {"player": {s: {"equipped": ["pulse_pistol"], "reserve": ["tower_shield"]} for s in "AB"}},
        "player.B.equipped",
        "TEM purchase.row",
    ),
]


@pytest.mark.parametrize(("game", "position", "where", "clause"), IMPOSSIBLE)
def test_the_impossible_is_named_with_place_and_clause(
    house: Server, game: str, position: dict[str, Any], where: str, clause: str
) -> None:
    found = post(house, game, "judged", {"type": "judge", "position": position})
    assert (where, clause) in [(flaw["where"], flaw["clause"]) for flaw in found["flaws"]]
    assert not found["asked"]
    with pytest.raises(GameError, match="position"):
        create_table(house.address, p.NewTable(game=game, options={"position": position}, name="Ana"))


@pytest.mark.parametrize("game", game_names())
def test_positions_bent_at_random_never_break_anything(house: Server, game: str) -> None:
    """Every answer is a view or one sentence; the worker stays alive or is replaced."""
    rng = random.Random(game)
    _, position = midway(game, 1)
    for _ in range(25):
        bent = json.loads(json.dumps(position))
        for _ in range(rng.randint(1, 3)):
            holder = bent
            while True:
                names = list(holder) if isinstance(holder, dict) else list(range(len(holder)))
                if not names:
                    break
                name = rng.choice(names)
                inner = holder[name]
                if isinstance(inner, dict | list) and inner and rng.random() < 0.8:
                    holder = inner
                    continue
                if isinstance(inner, int) and not isinstance(inner, bool):
                    holder[name] = rng.choice([0, 1, 99, -1])
                elif isinstance(inner, bool):
                    holder[name] = not inner
                elif isinstance(holder, dict):
                    del holder[name]
                else:
                    holder.append(inner)
                break
        found = post(house, game, "judged", {"type": "judge", "position": bent})
        assert "flaws" in found or found["text"], found


def test_odds_are_rolled_and_reckoned(house: Server) -> None:
    """An attack of Obsidian Protocol: a thousand rolls beside the exact odds."""
    position = {
        "unit": [
            {"seat": "A", "at": "f6", "facing": "n", "dial": "melee"},
            {"seat": "B", "at": "f5", "facing": "n"},
        ]
    }
    line = [{"seat": 0, "key": "act:right_arm/chop"}]
    begun = {"position": position, "line": line}
    asked = post(house, "obsidian_protocol", "judged", {"type": "judge", **begun})["asked"][0]
    attack = next(one["key"] for one in asked["question"]["options"] if one.get("odds"))
    rolled = post(house, "obsidian_protocol", "rolled", {"type": "roll", **begun, "seat": 0, "key": attack})
    assert rolled["runs"] == 1000
    assert sum(one["count"] for one in rolled["chances"]) == 1000
    [exact] = rolled["exact"]
    assert sum(one["share"] for one in exact["outcomes"]) == pytest.approx(1, abs=1e-4)
    assert post(house, "obsidian_protocol", "rolled", {"type": "roll", **begun, "seat": 0, "key": "nothing"})["text"]


EXACT: list[tuple[str, dict[str, Any], list[dict[str, Any]], str]] = [
    (
        "deadzone",
        {
            "model": [
                {"side": "A", "card": "enforcer", "at": "a8"},
                {"side": "B", "card": "stage_3a", "at": "d8"},
            ],
            "side": {"A": {}, "B": {"faction": "plague"}},
        },
        [{"seat": 0, "key": "activate:A1"}],
        "shoot:laser_rifle@B1",
    ),
    (
        "tag_raid",
        {
            "miner": {
                "A": {"at": [201, 100], "facing": 90, "tag": "stonebreaker"},
                "B": {"at": [350, 100], "facing": 270, "tag": "tafang"},
            }
        },
        [{"seat": 0, "key": "stay@90"}, {"seat": 1, "key": "evade"}],
        "shoot:rifle>B3",
    ),
    (
        "tiny_epic_mechs",
        {
            "player": {
                "A": {"zone": "b3", "equipped": ["pulse_pistol"]},
                "B": {"zone": "b3", "equipped": ["energy_sword"]},
            },
            "combat": {"attacker": "A", "defender": "B"},
        },
        [],
        "attack:pulse_pistol",
    ),
]


@pytest.mark.parametrize(("game", "position", "line", "key"), EXACT)
def test_every_game_has_exact_odds(
    house: Server, game: str, position: dict[str, Any], line: list[dict[str, Any]], key: str
) -> None:
    """A thousand rolls beside the exact odds, on the workbench of each of the other games."""
    begun = {"position": position, "line": line}
    rolled = post(house, game, "rolled", {"type": "roll", **begun, "seat": 0, "key": key})
    assert sum(one["count"] for one in rolled["chances"]) == rolled["runs"] == 1000
    [exact] = rolled["exact"]
    assert exact["title"]
    assert sum(one["share"] for one in exact["outcomes"]) == pytest.approx(1, abs=1e-4)


def test_answers_from_a_position_on_are_saved_with_their_dice(house: Server) -> None:
    position = {"unit": [{"seat": "A", "at": "f6", "dial": "melee"}, {"seat": "B", "at": "f5"}]}
    line = [{"seat": 0, "key": "act:right_arm/chop"}]
    while True:
        found = post(house, "obsidian_protocol", "judged", {"type": "judge", "position": position, "line": line})
        if len(line) > 3:
            break
        asked = found["asked"][0]
        line.append({"seat": asked["seat"], "key": asked["question"]["options"][0]["key"]})
    saved = post(house, "obsidian_protocol", "saved", {"type": "save", "position": position, "line": line})
    scenario = read_scenario(saved["text"], "saved")
    assert [step.answer for step in scenario.step if step.answer] == [said["key"] for said in line]
    assert scenario.dice
    assert run_scenario(load_game("obsidian_protocol"), scenario) == []


def test_what_is_wrong_is_one_sentence(house: Server) -> None:
    for what, body in (
        ("opened", {"type": "open", "code": "1.AAAA"}),
        ("opened", {"type": "open", "code": pack({"game": "tag_raid", "position": {}})}),
        ("opened", {"type": "open", "file": "not = [toml"}),
        ("opened", {"type": "open", "file": 'game = "tag_raid"\ntitle = "x"\nclauses = []'}),
        ("judged", {"type": "judge"}),
        ("judged", {"type": "judge", "position": {"round": 10**300}}),
        ("judged", {"type": "judge", "position": {"note": "x" * 90_000}}),
        ("eaten", {}),
    ):
        found = post(house, "deadzone", what, body)
        text = found["text"] if "text" in found else found["flaws"][0]["text"]
        assert text
        assert "Traceback" not in text


class TestTables:
    """A table that begins from a position."""

    @pytest.mark.parametrize(
        "name", ["tiny_epic_mechs", "tag_raid", *(pytest.param(long, marks=pytest.mark.slow) for long in LONG)]
    )
    def test_it_is_played_to_the_end_and_its_journal_read(self, name: str, tmp_path: Path) -> None:
        match, position = midway(name, 5)
        with server(tmp_path) as running:
            count = len(setup_of(match.game).prepare({"position": position}).players)
            links = open_table(
                running.address, *["Ana", "Ben", "Eva", "Leo"][:count], game=name, options={"position": position}
            )

            async def all_of_it() -> str:
                seats = [await RemoteSeat.join(link) for link in links]
                assert all(seat.welcome.options == {} for seat in seats)  # until it is over
                await asyncio.gather(*(play(seat, random.Random(f"{name}{seat.seat}")) for seat in seats))
                text = await seats[0].export()
                late = await RemoteSeat.join(links[0])
                assert late.welcome.options == {"position": json.loads(json.dumps(position))}
                for seat in (*seats, late):
                    await seat.close()
                return text

            text = asyncio.run(all_of_it())
            assert '"position"' in text

    def test_a_position_that_is_over_cannot_be_played_on(self, house: Server) -> None:
        position = {**empty("deadzone"), "stage": "over", "winner": "A"}
        with pytest.raises(GameError, match="over"):
            create_table(house.address, p.NewTable(game="deadzone", options={"position": position}))

    def test_a_journal_that_begins_from_a_position_is_brought(self, house: Server) -> None:
        game = load_game("deadzone")
        prepared = setup_of(game).prepare({"position": empty("deadzone")})
        text = journal_text(prepared, new_match(game, prepared, SeededDice(1)))
        assert create_table(house.address, p.NewTable(journal=text)).table


class TestMoments:
    """A moment of a match at a table, taken to the workbench."""

    @pytest.mark.parametrize("name", game_names())
    def test_until_the_end_secrets_are_drawn_again(self, name: str, house: Server) -> None:
        """What a seat may see of the moment is the same, and nothing more follows from the true state."""
        match, position = midway(name, 7)
        game = match.game
        count = len(setup_of(game).prepare({"position": position}).players)
        links = open_table(
            house.address, *["Ana", "Ben", "Eva", "Leo"][:count], game=name, options={"position": position}
        )

        async def taken() -> list[p.MomentTaken]:
            seats = [await RemoteSeat.join(link) for link in links]
            found = [await seat.do(p.Moment("m")) for seat in seats]
            for seat in seats:
                await seat.close()
            return found

        true = game.testing.position(position)
        for seat, moment in enumerate(asyncio.run(taken())):
            assert moment.redrawn
            imagined = game.testing.position(moment.position)
            one, other = (msgspec.to_builtins(game.showing.look(state, seat).view) for state in (true, imagined))
            assert one == other
