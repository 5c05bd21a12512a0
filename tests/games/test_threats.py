"""Threat maps against the rules themselves: an enemy is put into a place, and what it is offered there is compared."""

from __future__ import annotations

import json
import random
from math import atan2, degrees
from typing import Any

import pytest

from games.every_game import seen
from muster.games.obsidian_protocol.cards.kinds import Kind
from muster.games.obsidian_protocol.rules.actions.available import support_for
from muster.games.obsidian_protocol.rules.attack.pools import Attack
from muster.games.obsidian_protocol.rules.attack.targets import effects_of, is_target, reach_of, why_not
from muster.games.obsidian_protocol.showing.prospects import Reckoner
from muster.games.obsidian_protocol.showing.threats import attacks_of
from muster.games.obsidian_protocol.state.geometry import enemies_of, on_board
from muster.games.tag_raid.showing.threats import dangers_from
from muster.kernel.dice import ScriptedDice
from muster.kernel.errors import GameError
from muster.kernel.match import Match
from muster.kernel.refusal import Refusal
from muster.kernel.threats import ThreatMap
from muster.library import game_names, load_game
from server.test_workbench import midway


def threat_map(game: Any, position: dict[str, Any], about: str) -> ThreatMap:
    """The map of a position, worked out in a state of its own."""
    return game.showing.preview(game.testing.position(position), None, None, about, game.catalogue.words("en"))


def offered(game: Any, position: dict[str, Any]) -> list[str]:
    match = Match(game, game.testing.position(position), ScriptedDice(()))
    return [option.key for ask in match.pending.values() for option in ask.space.options()]


class TestDeadzone:
    """A model shoots from a cube if and only if the map says that it can be shot from there."""

    @pytest.mark.parametrize("seed", range(4))
    def test_shots_are_those_that_the_rules_offer(self, seed: int) -> None:
        game = load_game("deadzone")
        _, position = midway("deadzone", 20 + seed)
        position = json.loads(json.dumps(position))
        rng = random.Random(seed)
        state = game.testing.position(position)
        on = [model for model in state.models if model.cube >= 0 and not model.dead]
        compared = met = 0
        for _ in range(60):
            me, foe = rng.choice(on), rng.choice(on)
            if me.owner == foe.owner or me.cube == foe.cube:
                continue
            cube = rng.choice(state.field.ground)
            bent = {**position, "stage": "turn", "active": foe.tag, "acted": 1, "spent": 0, "taken": []}
            bent |= {"suppressed": False, "controller": foe.tag[0], "turn": foe.tag[0], "aimed": False}
            bent["model"] = [dict(one) for one in position["model"]]
            for number, one in enumerate(bent["model"]):
                if state.models[number].owner == foe.owner and number != foe.index:
                    one["at"] = ""  # only this enemy
            bent["model"][foe.index] |= {"at": state.field.names[cube], "activated": False, "aggression": "alert"}
            bent["model"][foe.index].pop("place", None)
            try:
                keys = offered(game, bent)
            except (GameError, Refusal):
                continue
            found = threat_map(game, bent, f"threats:{me.tag}")
            danger = next((one for one in found.dangers if one.place == state.field.names[cube]), None)
            shot = any(key.startswith("shoot:") and key.endswith(f"@{me.tag}") for key in keys)
            compared += 1
            met += shot
            if shot:
                assert danger is not None
                assert danger.chance > 0
            elif danger is not None and danger.how == "shot":
                pytest.fail(f"{foe.tag} in {danger.place} is not offered a shot at {me.tag}")
        assert compared > 8


class TestObsidianProtocol:
    @pytest.mark.parametrize("seed", range(3))
    def test_chances_are_those_of_the_odds(self, seed: int) -> None:
        """For each enemy where it stands: the greatest of its attacks, as `prospects` works it out one by one."""
        game = load_game("obsidian_protocol")
        _, position = midway("obsidian_protocol", 40 + seed, share=3 + seed)
        state = game.testing.position(position)
        met = 0
        for unit in on_board(state):
            best = 0.0
            for foe in enemies_of(state, unit.seat):
                for slot, action in attacks_of(state, foe):
                    support = support_for(state, foe, slot, action) if foe.kind == Kind.MECH else -1
                    effects = effects_of(state, foe, action, support)
                    if self.reaches(state, foe, unit, action, effects):
                        reckoner = Reckoner(state, Attack(foe, unit, action, slot, effects, support))
                        best = max(best, reckoner.chance(reckoner.cases()))
            key = f"{'ab'[unit.seat]}{unit.id}"
            found = threat_map(game, position, f"safe:{key}")
            danger = next((one for one in found.dangers if one.place == found.at), None)
            assert (0.0 if danger is None else danger.chance) == pytest.approx(best, abs=1e-3)
            met += best > 0
        assert met

    @staticmethod
    def reaches(state: Any, foe: Any, unit: Any, action: Any, effects: dict[str, int]) -> bool:
        """Whether the rules let it be a target, but for a brighter one beside it."""
        if why_not(state, foe, action, effects) is not None:
            return False
        return is_target(state, foe, unit, action, effects, reach_of(state, foe, action, effects))


class TestTagRaid:
    @pytest.mark.parametrize("seed", range(3))
    def test_a_rival_that_is_in_the_map_is_offered_the_attack(self, seed: int) -> None:
        """A rival at a spot, staying where it is, may attack with its second skill if and only if the map says so."""
        game = load_game("tag_raid")
        rng = random.Random(seed)
        position = {"miner": {"A": {}, "B": {}}, "active": "B", "stage": "turn", "timeline": ["B", "A"]}
        compared = met = 0
        field = game.testing.position(position).field
        tiles = [tile.shape for tile in field.tiles]
        while compared < 25:
            here, there = (
                (round(shape.x / 10 + rng.uniform(-25, 25)), round(shape.y / 10 + rng.uniform(-25, 25)))
                for shape in rng.sample(tiles, 2)
            )
            bent = {
                **position,
                "miner": {"A": {"at": list(here)}, "B": {"at": list(there), "facing": rng.randrange(360)}},
            }
            try:
                match = Match(game, game.testing.position(bent), ScriptedDice(()))
            except GameError:
                continue
            state = game.testing.position(bent)
            found = [one for one in dangers_from(state, state.miners[1], state.miners[0]) if one.how == "shot"]
            bearing = round(degrees(atan2(here[0] - there[0], there[1] - here[1]))) % 360
            match.answer(1, f"stay@{bearing}")
            while match.pending and match.pending[max(match.pending)].prompt.key != "prompt.second":
                seat = min(match.pending)
                match.play(seat, match.pending[seat].space.options()[-1])  # search nothing, do not react
            shots = [o.key for o in match.pending[1].space.options() if o.key.startswith("shoot")]
            compared += 1
            met += bool(shots)
            assert bool(shots) == any(one.chance > 0 for one in found), (here, there)
        assert met > 0


class TestTinyEpicMechs:
    def test_the_share_of_cards_is_that_of_programs_that_end_there(self) -> None:
        """Each card is executed by the rules, and the zone it ends in is counted."""
        game = load_game("tiny_epic_mechs")
        for zone in ("b2", "a3", "b4"):
            ended: dict[str, int] = {}
            kinds = ("collect", "turret", "mine", "purchase", "power_up", "double_jump")
            cards = [f"{name}-{way}" for name in kinds for way in "nesw"]
            cards += [f"diagonal_jump-{way}" for way in ("ne", "se", "sw", "nw")]
            for card in cards:
                program = [card, "collect-n", "collect-n", "purchase-n"]
                if program.count("collect-n") > 2:
                    program = [card, "purchase-n", "power_up-n", "turret-n"]
                position = {
                    "round": 1,
                    "confirm_turns": True,
                    "active": "B",
                    "stage": "begin_turn",
                    "start": "B",
                    "player": {"A": {"zone": "c5"}, "B": {"zone": zone, "program": program}},
                }
                match = Match(game, game.testing.position(position), ScriptedDice(()))
                name = match.view(None).players[1].zone
                ended[name] = ended.get(name, 0) + 1
            for goal, count in ended.items():
                if goal == zone:
                    continue
                found = threat_map(game, {"player": {"A": {"zone": goal}, "B": {"zone": zone}}}, f"threats:A@{goal}")
                share = next(one.chance for one in found.dangers if one.place == zone)
                assert share == pytest.approx(count / len(cards), abs=1e-3)

    def test_devices_are_certain(self) -> None:
        position = {"player": {"A": {"mines": {"a2": 1}, "turrets": ["c2"]}, "B": {}}}
        found = threat_map(load_game("tiny_epic_mechs"), position, "safe:B")
        assert {(one.place, one.how) for one in found.dangers if one.chance == 1.0} >= {
            ("a2", "mine"),
            ("c2", "turret"),
        }


@pytest.mark.parametrize("seeds", [(40, 41), pytest.param((42, 43), marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", game_names())
def test_a_reply_names_each_enemy_with_the_worst_it_could_do(name: str, seeds: tuple[int, ...]) -> None:
    """Where the unit stands the worst of all replies is what the map of safe places says of that place."""
    game = load_game(name)
    met = 0
    for seed in seeds:
        match, position = midway(name, seed, share=3 + (seed - 40) % 3)
        views = {"deadzone": [f"{side}{n}" for side in "AB" for n in range(1, 8)], "obsidian_protocol": []}
        for unit in views.get(name, ["A", "B"]) or list(match.view(0).units):
            try:
                safe, found = (threat_map(game, position, f"{kind}:{unit}") for kind in ("safe", "reply"))
            except Refusal:
                continue  # not on the table
            here = next((one.chance for one in safe.dangers if one.place == safe.at), 0.0)
            assert found.at == safe.at
            chances = [one.chance for one in found.dangers]
            assert chances == sorted(chances, reverse=True)
            assert len({one.by for one in found.dangers}) == len(chances)
            if name != "tag_raid":  # its map is of spots, where a TAG hardly ever stands
                assert max(chances, default=0.0) == here
            met += bool(chances)
    assert met


@pytest.mark.parametrize("name", game_names())
def test_nothing_in_a_map_follows_from_secrets(name: str) -> None:
    """Two states that a seat cannot tell apart have the same maps, and asking changes nothing."""
    match, _ = midway(name, 11)
    game, words = match.game, match.game.catalogue.words("en")
    units = {"deadzone": ["A1", "B1"], "tag_raid": ["A", "B"], "tiny_epic_mechs": ["A", "B"]}.get(name)
    for seat in (0, 1):
        before = seen(match, seat)
        view = match.view(seat)
        for unit in units or list(view.units)[:2]:
            for kind in ("threats", "safe", "reply"):
                maps = []
                for salt in range(2):
                    fork = match.fork(seat, random.Random(salt)).state
                    try:
                        maps.append(game.showing.preview(fork, seat, None, f"{kind}:{unit}", words))
                    except Refusal:
                        maps.append(None)
                assert maps[0] == maps[1] or name == "tiny_epic_mechs"
        assert seen(match, seat) == before


@pytest.mark.parametrize("name", game_names())
@pytest.mark.parametrize(
    "about",
    [
        "threats:",
        "threats:Z9",
        "safe:A1@",
        "threats:A1@zz9",
        "threats:A@9999,9999",
        "safe:q7",
        "reply:",
        "reply:A1@zz9",
    ],
)
def test_what_is_no_plan_is_refused(name: str, about: str) -> None:
    game = load_game(name)
    with pytest.raises(Refusal):
        threat_map(game, dict(game.testing.bench.empty), about)
