"""Odds from a position beside the same attack played by the rules, again and again with a fixed seed."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from games.test_exact_odds import best_part
from muster.games.deadzone.showing import prospects as deadzone_prospects
from muster.games.obsidian_protocol.rules.subjects import Acting, Aiming, Commanding, Hitting
from muster.kernel.dice import RandomDice
from muster.kernel.game import reckoning_of
from muster.kernel.match import Match
from muster.kernel.odds import Prospect
from muster.kernel.scenario import Run, Step, reached, read_scenario
from muster.library import load_game

RUNS = 400


def begun(game: str, position: dict[str, Any], *line: tuple[int, str]) -> Match[Any]:
    loaded: Any = load_game(game)
    match = Match(loaded, loaded.testing.position(position), RandomDice(random.Random(1)))
    for seat, key in line:
        match.play(seat, match.ask(seat).space.accept(key))
    return match


def prospects(match: Match[Any], seat: int, key: str) -> list[Prospect]:
    ask = match.ask(seat)
    return list(reckoning_of(match.game).prospects(match.imagined(seat), seat, ask.subject, key))


def share(match: Match[Any], seat: int, key: str, choose: Callable[[Any], str], ended: Callable[[Any], bool]) -> float:
    """How often an answer leads to something; other questions on the way are answered by `choose`, until it is `""`."""
    rng, count = random.Random(7), 0
    for _ in range(RUNS):
        fork = match.fork(seat, rng)
        fork.play(seat, fork.ask(seat).space.accept(key))
        while fork.pending:
            asked = next(iter(fork.pending.values()))
            answer = choose(asked)
            if not answer:
                break
            fork.play(asked.seat, asked.space.accept(answer))
        count += ended(fork.state)
    return count / RUNS


def close(found: float, exact: float, runs: int = RUNS) -> bool:
    return abs(found - exact) <= 4.5 * (exact * (1 - exact) / runs) ** 0.5 + 1e-9


# Deadzone


def models(*given: tuple[str, str, str], **more: Any) -> dict[str, Any]:
    rows = [{"side": side, "card": card, "at": at} for side, card, at in given]
    rows[1] |= more
    return {"model": rows, "side": {"A": {}, "B": {"faction": "plague"}}}


SHOTS = [
    (models(("A", "enforcer", "a8"), ("B", "stage_3a", "d8")), "shoot:laser_rifle@B1"),
    (models(("A", "enforcer", "a8"), ("B", "stage_2a", "d8")), "shoot:laser_rifle@B1"),
    (models(("A", "enforcer", "a8"), ("B", "stage_3a", "d8"), injured=True), "shoot:laser_rifle@B1"),
    (models(("A", "enforcer", "d8"), ("B", "stage_3a", "d8")), "fight:B1"),
    (models(("A", "enforcer", "a8"), ("B", "stage_3a", "d8")), "blaze:laser_rifle@d8.1"),
]


@pytest.mark.parametrize(("position", "key"), SHOTS)
def test_deadzone_as_the_rules_play_it(position: dict[str, Any], key: str) -> None:
    match = begun("deadzone", position, (0, "activate:A1"))
    [prospect] = prospects(match, 0, key)
    odds = prospect.odds
    fights_back = any(aim.key == "odds.aim_fights_back" for aim in odds.aims)

    def choose(asked: Any) -> str:
        keys = [option.key for option in asked.space.options()]
        if asked.prompt.key == "prompt.fight_response":
            return next(one for one in keys if one.startswith("fight" if fights_back else "survive"))
        return "" if asked.prompt.key in ("prompt.action", "prompt.activate") else keys[-1]

    killed = share(match, 0, key, choose, lambda state: state.models[1].cube < 0)
    assert close(killed, odds.chance("odds.killed"))
    if not position["model"][1].get("injured"):
        injured = share(match, 0, key, choose, lambda state: state.models[1].cube >= 0 and state.models[1].injured)
        assert close(injured, odds.chance("odds.injured"))
    assert sum(one.chance for one in odds.outcomes) == pytest.approx(1)


def test_deadzone_on_overwatch() -> None:
    """The watcher is not the active model: the question says who shoots."""
    position = models(("A", "enforcer", "a8"), ("B", "enforcer", "d8"), overwatch=True)
    match = begun("deadzone", position, (0, "activate:A1"))
    match.play(0, match.ask(0).space.accept("move:a7.1"))
    while 1 not in match.pending or match.pending[1].prompt.key != "prompt.react":
        asked = next(iter(match.pending.values()))
        match.play(asked.seat, asked.space.options()[0])
    key = next(one.key for one in match.ask(1).space.options() if one.key.startswith("shoot:"))
    [prospect] = prospects(match, 1, key)
    assert 0 < prospect.odds.chance("odds.missed") < 1


def test_deadzone_says_nothing_where_more_is_rolled() -> None:
    position = models(("A", "enforcer_sergeant", "a8"), ("B", "enforcer", "d8"))
    match = begun("deadzone", position, (0, "activate:A1"))
    assert prospects(match, 0, "end") == []


MORE = [
    (models(("A", "commando_pyro", "d8"), ("B", "stage_3a", "a8")), "shoot:flamethrower@B1"),
    (models(("A", "enforcer", "a8"), ("B", "commando_pyro", "d8")), "shoot:laser_rifle@B1"),
    (models(("A", "enforcer", "a8"), ("B", "plague_strider", "d8")), "shoot:laser_rifle@B1"),
    (models(("A", "cypher", "c8"), ("B", "commando", "a8")), "shoot:energy_pulse@B1"),
    (models(("A", "peacekeeper_captain", "a8"), ("B", "stage_3a", "c8"), ("B", "stage_2a", "d8")), "throw:"),
    (models(("A", "stage_3a_grenadier", "a8"), ("B", "commando", "d8"), ("B", "stage_2a", "c8")), "lob:"),
    (models(("A", "commando_pyro", "a8"), ("B", "stage_2a", "c8")), "blaze:flamethrower"),
    (models(("A", "mawbeast_bomber", "d8"), ("B", "stage_3a", "d8")), "fight:B1"),
]
HARMED = {"injured": "odds.injured", "killed": "odds.killed", "vehicle_damaged": "odds.damaged"}
MOVED = ("thrown", "slammed", "fell", "bounced")


@pytest.mark.parametrize(("position", "begins"), MORE)
def test_deadzone_where_fire_blasts_and_vehicles_follow(position: dict[str, Any], begins: str) -> None:
    """What the attack itself does to each model, before anybody who was thrown lands anywhere."""
    match = begun("deadzone", position, (0, "activate:A1"))
    key = next(one.key for one in match.ask(0).space.options() if one.key.startswith(begins))
    rng, counts = random.Random(7), Counter[tuple[object, str]]()
    found = prospects(match, 0, key)
    assert found
    answer = "fight" if any(aim.key == "odds.aim_fights_back" for aim in found[0].odds.aims) else "survive"
    for _ in range(RUNS):
        fork = match.fork(0, rng, listening=True)
        del fork.table.events[:]
        fork.play(0, fork.ask(0).space.accept(key))
        while fork.pending:
            asked = next(iter(fork.pending.values()))
            if asked.prompt.key in ("prompt.action", "prompt.activate", "prompt.free_fight"):
                break
            options = asked.space.options()
            fork.play(asked.seat, next((one for one in options if one.key.startswith(answer)), options[-1]))
        counts.update(first_harm(fork.table.events))
    for prospect in found:
        tag, odds = prospect.text.params["tag"], prospect.odds
        for end in HARMED.values():
            assert close(counts[tag, end] / RUNS, odds.chance(end)), (tag, end)
        for count in odds.counts:
            if count.text.key == "odds.thrown":
                assert close(counts[tag, "moved"] / RUNS, count.mean), tag


def test_deadzone_hits_an_empty_cube_with_any_success() -> None:
    """Nobody resists there: only fire without a single success is a miss, for those beside it."""
    match = begun("deadzone", models(("A", "iron_ancestor", "a8"), ("B", "stage_3a", "d8")), (0, "activate:A1"))
    state = match.state
    assert deadzone_prospects.hits_somebody(state, state.models[0], [], 3) == pytest.approx(1 - (3 / 8) ** 3)
    assert {one.text.params["tag"] for one in prospects(match, 0, "blaze:jotunn_cannon@c8.1")} == {"B1"}


def first_harm(events: Sequence[Any]) -> Iterator[tuple[object, str]]:
    """What became of each model before it was moved itself, and whether it was."""
    ends: dict[object, str] = {}
    moved: set[object] = set()
    for event in events:
        tag = event.params.get("tag")
        if event.key in MOVED:
            moved.add(tag)
        elif event.key in HARMED and tag not in moved:
            ends[tag] = HARMED[event.key]
    return iter([*ends.items(), *((tag, "moved") for tag in moved)])


# TAG Raid


MINERS = {
    "miner": {
        "A": {"at": [201, 100], "facing": 90, "tag": "stonebreaker"},
        "B": {"at": [350, 100], "facing": 270, "tag": "tafang"},
    }
}


@pytest.mark.parametrize("answer", ["shoot:rifle", "evade", "idle"])
def test_tag_raid_as_the_rules_play_it(answer: str) -> None:
    match = begun("tag_raid", MINERS, (0, "stay@90"))
    assumed, *_ = prospects(match, 1, answer) if answer != "idle" else [None]
    assert assumed is None or any(aim.key == "odds.aim_answer" for aim in assumed.odds.aims)
    match.play(1, match.ask(1).space.accept(answer))
    [prospect] = prospects(match, 0, "shoot:rifle>B3")
    wounds = prospect.odds.count("odds.wounds").chances
    before = match.state.miners[1].wounds
    for lost, exact in enumerate(wounds[:3]):
        found = share(match, 0, "shoot:rifle>B3", lambda _: "", lambda s, n=lost: before - s.miners[1].wounds == n)  # type: ignore[misc]
        assert close(found, exact)


# Tiny Epic Mechs


def test_a_combat_comes_out_as_both_play_it_best() -> None:
    """Every line of play through the rules, each side choosing for the difference in points, beside the answer."""
    fight = {
        "player": {
            "A": {
                "zone": "b3",
                "status": "armor",
                "equipped": ["pulse_pistol", "lightning_coil"],
                "energy": 1,
                "credits": 1,
            },
            "B": {"zone": "b3", "equipped": ["energy_sword"], "energy": 1, "credits": 1},
        },
        "combat": {"attacker": "A", "defender": "B"},
    }
    match = begun("tiny_epic_mechs", fight)
    tried = 0
    for option in match.ask(0).space.options():
        for prospect in prospects(match, 0, option.key):
            mine, theirs = (len(prospect.odds.count(name).chances) - 1 for name in ("odds.points", "odds.enemy_points"))
            assert best(fight, ((0, option.key),)) == mine - theirs, option.key
            tried += 1
    assert tried


def best(position: dict[str, Any], line: tuple[tuple[int, str], ...]) -> int:
    """The difference in points that A can hold after a line of answers, searched through the rules themselves."""
    match = begun("tiny_epic_mechs", position, *line)
    here = match.state.players[0].score - match.state.players[1].score
    combat = match.state.combat
    if combat is None or combat.loser >= 0 or not match.pending:
        return int(here)
    asked = next(iter(match.pending.values()))
    rest = [best(position, (*line, (asked.seat, option.key))) for option in asked.space.options()]
    return max(rest) if asked.seat == 0 else min(rest)


# Obsidian Protocol

SCENARIOS = Path(__file__).parent / "obsidian_protocol" / "scenarios"
STRUCK = ("damaged", "part_destroyed", "destroyed")


class Aimed(Run[Any]):
    """A scenario played up to every question that names targets; what is exact there is compared with the rules."""

    compared = 0

    def _settle(self, step: Step, later: Sequence[Step]) -> None:
        for seat, ask in list(self.match.pending.items()):
            begins = isinstance(ask.subject, Acting | Aiming | Commanding | Hitting)
            for option in ask.space.options() if begins else ():
                found_here = prospects(self.match, seat, option.key)
                for prospect in found_here if len(found_here) == 1 else ():
                    ends = prospect.odds
                    exact = 1 - ends.chance("odds.missed") - ends.chance("odds.stopped")
                    unit = prospect.text.params["unit"]
                    rng = random.Random(7)
                    found = sum(penetrates(self.match, seat, option.key, unit, rng) for _ in range(RUNS)) / RUNS
                    assert close(found, exact), (option.key, found, exact)
                    self.compared += 1
        super()._settle(step, later)


def penetrates(match: Match[Any], seat: int, key: str, unit: object, rng: random.Random) -> bool:
    """Play one attack until its dice are resolved, nobody spending anything and both choosing parts well."""
    fork = match.fork(seat, rng, listening=True)
    del fork.table.events[:]
    fork.play(seat, fork.ask(seat).space.accept(key))
    while not any(event.key == "attack_resolved" for event in fork.table.events):
        asked = next(iter(fork.pending.values()))
        options = asked.space.options()
        modest = [option for option in options if option.key in ("keep", "no", "none", "done", "surplus:none")]
        fork.play(asked.seat, best_part(fork, asked, options) or (modest or options)[0])
    return any(event.key in STRUCK and event.params["unit"] == unit for event in fork.table.events)


@pytest.mark.parametrize(
    "name",
    [
        "book_6_2_automatic_shield",
        "bit_shields_from_above",
        "link_shock_along_the_line",
        "joy_over_a_patched_part",
        "dragoon_automatic_nearest",
    ],
)
def test_obsidian_protocol_as_the_rules_play_it(name: str) -> None:
    """Fire that a shield draws, a shock that nobody parries, a part that is only patched, a drone on command."""
    file = next(SCENARIOS.rglob(f"{name}.toml"))
    scenario = read_scenario(file.read_text("utf-8"), file.name)
    run = Aimed(load_game(scenario.game, [Path(pack) for pack in scenario.packs]), scenario)
    assert run.play() == []
    assert run.compared


THREE = {
    "A": {"tag": "tafang", "at": [430, 100]},
    "B": {"tag": "stonebreaker", "at": [201, 100], "facing": 90},
    "C": {"tag": "rockeater", "at": [664.9, 100], "facing": 270},
}
SHOT_AT = ((0, "move:430,90@90"), (1, "shoot:rifle"), (2, "shoot:rattler"))
BETWEEN = {
    "A": {"at": [201, 100], "facing": 90},
    "B": {"at": [664.9, 100], "facing": 270},
    "C": {"tag": "rockeater", "at": [400.1, 240], "facing": 305},
}
ERUPTION = {
    "beast": {"hexagon": "c4", "facing": "e", "card": "deep_hunger"},
    "miner": {
        "A": {"tag": "tafang", "at": [735, 585], "facing": 270},
        "B": {"tag": "stonebreaker", "at": [640, 595], "facing": 0},
    },
}
TOGETHER: list[tuple[dict[str, Any], tuple[tuple[int, str], ...], str, int]] = [
    ({"players": 3, "miner": THREE}, SHOT_AT, "shoot:rifle>C3@430,90", 1),
    ({"players": 3, "miner": THREE}, SHOT_AT, "evade", 1),
    ({"players": 3, "miner": BETWEEN}, ((0, "stay@90"), (1, "shoot:rifle"), (2, "evade")), "shoot:rifle>B1+C2", 2),
    (ERUPTION, ((0, "stay@270"), (1, "evade")), "evade", 1),
    (ERUPTION, ((0, "stay@270"), (1, "evade")), "shoot:rifle>M1+B2", 2),
    (ERUPTION, ((0, "stay@270"), (1, "shoot:rifle")), "shoot:rifle>M2", 1),
]


@pytest.mark.parametrize(("position", "line", "key", "alone"), TOGETHER)
def test_tag_raid_counts_a_whole_order(
    position: dict[str, Any], line: tuple[tuple[int, str], ...], key: str, alone: int
) -> None:
    """Where several attack, the duels are told alone and then the wounds of all, as the rules play them."""
    match = begun("tag_raid", position, *line)
    *duels, whole = prospects(match, 0, key)
    assert len(duels) == alone
    compare_order(match, key, whole)


def compare_order(match: Match[Any], key: str, whole: Prospect, runs: int = 2 * RUNS) -> None:
    """The wounds that come together and those of each, beside the same order played again and again."""
    assert [aim.key for aim in whole.odds.aims] == ["odds.aim_declared", "odds.aim_order"]
    left = [miner.wounds for miner in match.state.miners]
    rng, ends = random.Random(7), Counter[tuple[bool, bool]]()
    wounds = Counter[tuple[int, int]]()
    for _ in range(runs):
        fork = match.fork(0, rng, listening=True)
        del fork.table.events[:]
        fork.play(0, fork.ask(0).space.accept(key))
        lost, beast = [0] * len(left), 0
        for event in fork.table.events:
            if event.key == "wounded":
                lost[event.params["seat"]] += event.params["points"]
            beast += event.params["wounds"] if event.key == "beast_wounded" else 0
        for seat, most in enumerate(left):
            wounds[seat, min(lost[seat], most)] += 1
        wounds[-1, beast] += 1
        ends[lost[0] > 0, any(lost[1:]) or beast > 0] += 1
    keys = {(0, 0): "nobody", (0, 1): "others", (1, 0): "self", (1, 1): "both"}
    for (mine, theirs), name in keys.items():
        assert close(ends[mine > 0, theirs > 0] / runs, whole.odds.chance(f"odds.order_{name}"), runs), name
    for count in whole.odds.counts:
        seat = int(count.text.params.get("seat", -1))
        for lost_here, chance in enumerate(count.chances):
            assert close(wounds[seat, lost_here] / runs, chance, runs), (seat, lost_here)


@pytest.mark.parametrize(
    ("name", "key"),
    [("book_6_2_repeater", "act:backpack/fire_control_interference"), ("scan_at_its_range", "act:torso/scan")],
)
def test_counter_rolls_as_the_rules_play_them(name: str, key: str) -> None:
    file = SCENARIOS / f"{name}.toml"
    game = load_game("obsidian_protocol")
    match = reached(game, read_scenario(file.read_text("utf-8"), file.name), 0, file.name)
    seat = next(iter(match.pending))
    key = next(option.key for option in match.ask(seat).space.options() if option.key.startswith(key))
    [prospect] = prospects(match, seat, key)
    assert close(won_share(match, seat, key, 0), prospect.odds.chance("odds.counter_won"))


def won_share(match: Match[Any], seat: int, key: str, place: int, runs: int = RUNS) -> float:
    """How often the counter-roll at this place of those that an answer begins is won, nobody spending anything."""
    rng, won = random.Random(7), 0
    for _ in range(runs):
        fork = match.fork(seat, rng, listening=True)
        del fork.table.events[:]
        fork.play(seat, fork.ask(seat).space.accept(key))
        while len(rolls := counter_rolls_in(fork)) <= place:
            asked = next(iter(fork.pending.values()))
            options = asked.space.options()
            modest = [option for option in options if option.key in ("keep", "no", "none", "done")]
            fork.play(asked.seat, (modest or options)[0])
        won += rolls[place] == "counter_roll_won"
    return won / runs


def counter_rolls_in(match: Match[Any]) -> list[str]:
    return [event.key for event in match.table.events if event.key.startswith("counter_roll_")]


def drones(stage: str, *cards: tuple[str, str], **more: Any) -> dict[str, Any]:
    """Drones of A, its mech with a data link that makes automatic drones obey, and two mechs of B, one of them near."""
    plain = ["rt_06_mire_battle_core", "rl_06_standard_chassis", "ac_32_automatic_rifle"]
    commander = ["p28_dragoon_armored_core", "rl_06_standard_chassis", "type_55_shield"]
    units: list[dict[str, Any]] = [{"seat": "A", "at": at, "card": card} for card, at in cards]
    units.append({"seat": "A", "at": "l12", "commands": 2, "parts": commander})
    units.append({"seat": "B", "at": "f6", "parts": plain, "stance": "offensive", **more})
    units.append({"seat": "B", "at": "h8", "parts": [*plain, "type_55_shield"], "stance": "defensive"})
    return {"stage": stage, "unit": units}


RAVEN, EAGLE = "adk60s_raven_interference_type", "n306_eagle_ii_roaring_eagle"
AUTOMATIC = drones("automatic", (EAGLE, "f8"), (RAVEN, "f9"))
BY_ONE = [
    (AUTOMATIC, (), "unit:a0", [("b3", True), ("b4", True)]),
    (AUTOMATIC, (), "unit:a1", [("b3", False), ("b4", False)]),
    (AUTOMATIC, ("unit:a1",), "unit:b3", [("b3", False)]),
    (AUTOMATIC, ("unit:a1",), "unit:b4", [("b4", False)]),
    (drones("command", (RAVEN, "f7")), ("command:a0",), "drone:fire_control_interference", [("b2", False)]),
    (drones("command", (EAGLE, "f8")), ("command:a0",), "drone:scream", [("b2", True), ("b3", True)]),
]


@pytest.mark.parametrize(("position", "line", "key", "rolled"), BY_ONE)
def test_counter_rolls_of_drones(
    position: dict[str, Any], line: tuple[str, ...], key: str, rolled: list[tuple[str, bool]]
) -> None:
    """On command and by themselves: the nearest enemy, or every mech in range with a die more, each by itself."""
    match = begun("obsidian_protocol", position, *((0, answer) for answer in line))
    found = prospects(match, 0, key)
    assert [(prospect.text.params["unit"], len(prospect.odds.aims) > 1) for prospect in found] == rolled
    for place, prospect in enumerate(found):
        if place == 0 or len(prospect.odds.aims) > 1:
            share = won_share(match, 0, key, place, 4 * RUNS)
            assert close(share, prospect.odds.chance("odds.counter_won"), 4 * RUNS)
