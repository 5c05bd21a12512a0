"""Odds from a position beside the same attack played by the rules, again and again with a fixed seed."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from games.test_exact_odds import best_part
from muster.games.obsidian_protocol.rules.subjects import Acting, Aiming, Hitting
from muster.kernel.dice import RandomDice
from muster.kernel.game import reckoning_of
from muster.kernel.match import Match
from muster.kernel.odds import Prospect
from muster.kernel.scenario import Run, Step, read_scenario
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


def close(found: float, exact: float) -> bool:
    return abs(found - exact) <= 4.5 * (exact * (1 - exact) / RUNS) ** 0.5 + 1e-9


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
    [assumed] = prospects(match, 1, answer) if answer != "idle" else [None]
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
            for option in ask.space.options() if isinstance(ask.subject, Acting | Aiming | Hitting) else ():
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
    ["book_6_2_automatic_shield", "bit_shields_from_above", "link_shock_along_the_line", "joy_over_a_patched_part"],
)
def test_obsidian_protocol_as_the_rules_play_it(name: str) -> None:
    """Fire that a shield draws, a shock that nobody parries, a part that is only patched."""
    file = next(SCENARIOS.rglob(f"{name}.toml"))
    scenario = read_scenario(file.read_text("utf-8"), file.name)
    run = Aimed(load_game(scenario.game, [Path(pack) for pack in scenario.packs]), scenario)
    assert run.play() == []
    assert run.compared


def test_deadzone_is_silent_where_a_knock_or_a_bomb_decides() -> None:
    match = begun("deadzone", models(("A", "cypher", "c8"), ("B", "commando", "a8")), (0, "activate:A1"))
    assert prospects(match, 0, "shoot:energy_pulse@B1") == []
    match = begun("deadzone", models(("A", "mawbeast_bomber", "d8"), ("B", "stage_3a", "d8")), (0, "activate:A1"))
    assert prospects(match, 0, "fight:B1") == []


def test_tag_raid_says_when_others_attack_too() -> None:
    miners = {
        "A": {"tag": "tafang", "at": [430, 100]},
        "B": {"tag": "stonebreaker", "at": [201, 100], "facing": 90},
        "C": {"tag": "rockeater", "at": [664.9, 100], "facing": 270},
    }
    line = ((0, "move:430,90@90"), (1, "shoot:rifle"), (2, "shoot:rattler"))
    match = begun("tag_raid", {"players": 3, "miner": miners}, *line)
    [prospect] = prospects(match, 0, "shoot:rifle>C3@430,90")
    assert [aim.key for aim in prospect.odds.aims] == ["odds.aim_declared", "odds.aim_duel"]
