"""Squads: what they may hold, each thing they may not with its clause, building to wishes, squads of one's own."""

from __future__ import annotations

import random
import tomllib
from pathlib import Path
from typing import Any

import pytest

from games.obsidian_protocol.desk import CONTENT, GAME
from muster.games.obsidian_protocol.cards import content
from muster.games.obsidian_protocol.cards.kinds import KIND_NAMES
from muster.games.obsidian_protocol.rules.options import Options
from muster.games.obsidian_protocol.state.state import Stage
from muster.kernel.dice import SeededDice
from muster.kernel.errors import GameError
from muster.kernel.game import setup_of
from muster.kernel.match import Match
from muster.kernel.packs import PackFile
from muster.library import load_game, load_with_packs

PARTS = [
    "rt_06_mire_battle_core",
    "rl_06_standard_chassis",
    "type_55_shield",
    "cc_4_cleaver_r",
    "ecs_2_external_cooler",
]
FIRST = {"pilot": "spike", "parts": PARTS}
SECOND = {"pilot": "wu", "parts": PARTS[:3]}
HYENA, CARRIER = "dtg_30m_hyena_mg_type", "adk30c_tarantula_carrier_type"


def squad(**more: Any) -> dict[str, Any]:
    legal = {"id": "own", "source": "house", "name": "Own", "faction": "rdl", "scale": 600, "mechs": [FIRST, SECOND]}
    return {**legal, "drones": [HYENA], **more}


def broken(**more: Any) -> list[str]:
    """The clauses that a squad breaks."""
    return [fault.clause for fault in GAME.forces.check(squad(**more))]


def test_a_legal_squad_breaks_nothing() -> None:
    assert broken() == []
    assert all(not GAME.forces.check(force) for force in GAME.forces.ready().values())


def mechs(**more: Any) -> list[dict[str, Any]]:
    """The legal mechs, the first of them changed."""
    return [{**FIRST, **more}, SECOND]


@pytest.mark.clause("OP 2.2.2.parts")
@pytest.mark.parametrize("missing", [0, 1])
def test_torso_and_chassis_are_needed(missing: int) -> None:
    parts = [part for number, part in enumerate(PARTS) if number != missing]
    assert broken(mechs=mechs(parts=parts)) == ["OP 2.2.2.parts"]


@pytest.mark.clause("OP 2.2.2.parts")
def test_one_arm_is_needed_and_enough() -> None:
    assert broken(mechs=mechs(parts=PARTS[:2])) == ["OP 2.2.2.parts"]
    assert broken(mechs=mechs(parts=PARTS[:3])) == []


@pytest.mark.clause("OP 2.2.2.slots")
def test_one_part_for_each_slot() -> None:
    assert broken(mechs=mechs(parts=[*PARTS, "rl_08_armored_chassis"])) == ["OP 2.2.2.slots"]


@pytest.mark.clause("OP 2.2.2.discard")
def test_discard_cards_are_not_chosen() -> None:
    face = next(part for part in CONTENT.parts if part.face and part.faction == "rdl")
    keep = [name for name in PARTS if CONTENT.parts[CONTENT.part_number[name]].slot != face.slot]
    assert broken(mechs=mechs(parts=[*keep, face.id])) == ["OP 2.2.2.discard"]


@pytest.mark.clause("OP 5.1.faction", "OP 5.1.mech_faction")
def test_one_faction_for_the_squad_and_for_each_mech() -> None:
    mixed = [*PARTS[:4], "csc60_cooler"]
    assert broken(mechs=mechs(parts=mixed)) == ["OP 5.1.mech_faction", "OP 5.1.faction"]
    assert broken(mechs=mechs(pilot="sealock")) == ["OP 5.1.faction"]
    assert broken(drones=["adk60r_raven_scout_type"]) == ["OP 5.1.faction"]
    un = ["tm31r_caracal_battle_core", "lm231_standard_chassis", "r7k_tactical_rifle"]
    assert broken(mechs=[FIRST, {"pilot": "wu", "parts": un}]) == ["OP 5.1.faction"] * 3


@pytest.mark.clause("OP 5.1.pilot", "OP 5.1.pilot_once")
def test_every_mech_has_a_pilot_of_its_own() -> None:
    assert broken(mechs=mechs(pilot="")) == ["OP 5.1.pilot"]
    assert broken(mechs=mechs(pilot="wu")) == ["OP 5.1.pilot_once"]


@pytest.mark.clause("OP 5.1.points", "OP 5.1.scale")
def test_the_limit_of_the_scale() -> None:
    assert broken(drones=[HYENA] * 20) == ["OP 5.1.points"]
    assert broken(drones=[HYENA] * 10, scale=900) == []
    assert broken(scale=700) == ["OP 5.1.scale"]


@pytest.mark.clause("OP 5.1.points")
@pytest.mark.parametrize(
    ("faction", "mechs", "drones", "points"),
    [
        ("rdl", [("FPA-04-2", "533 534 535 536 004"), ("FPA-63", "014 020 032 033 532")], [], 400),
        ("un", [("LPA-23-2", "539 099 540 541 538")], [("543", ""), ("166", ""), ("162", "083")], 410),
    ],
)
def test_published_squads_cost_what_the_list_says(
    faction: str, mechs: list[tuple[str, str]], drones: list[tuple[str, str]], points: int
) -> None:
    """Two squads with known sums, by the numbers on their cards."""
    ids = {number: card for cards in numbered().values() for number, card in cards.items()}
    force = squad(
        faction=faction,
        mechs=[{"pilot": ids[pilot], "parts": [ids[number] for number in parts.split()]} for pilot, parts in mechs],
        drones=[{"card": ids[card], "load": ids[load]} if load else ids[card] for card, load in drones],
    )
    assert GAME.forces.check(force) == []
    assert GAME.forces.show(force, GAME.catalogue.words("en")).endswith(f"{points} of 600 points")


def numbered() -> dict[str, dict[str, str]]:
    """The ids of all cards by the numbers printed on them."""
    files = Path(content.__file__).parents[1].glob("content/*.toml")
    return {
        file.name: {card["number"]: card["id"] for cards in tomllib.loads(file.read_text()).values() for card in cards}
        for file in files
        if file.name.startswith(("parts", "pilots", "drones"))
    }


@pytest.mark.clause("OP 5.1.low_value_squad")
def test_low_value_units_are_not_bought() -> None:
    assert broken(drones=["md_1_dragonfly_micro_scout"]) == ["OP 5.1.low_value_squad"]
    assert broken(drones=["mc_3_razor_missile"]) == ["OP 5.1.low_value_squad"]


@pytest.mark.clause("OP 5.1.mech")
def test_a_squad_has_a_mech() -> None:
    assert broken(mechs=[]) == ["OP 5.1.mech"]


@pytest.mark.clause("OP 5.4.2.squad", "OP 5.4.2.one_copy")
def test_tactics_cards_cost_points_and_come_once() -> None:
    assert broken(tactics=["hit_and_run", "system_repair"]) == []
    assert broken(tactics=["hit_and_run", "hit_and_run"]) == ["OP 5.4.2.one_copy"]
    shown = GAME.forces.show(squad(tactics=["hit_and_run"]), GAME.catalogue.words("en"))
    assert "30  Hit and Run" in shown


def test_everything_that_is_wrong_is_said() -> None:
    found = broken(mechs=[{"pilot": "sealock", "parts": ["csc60_cooler"]}], drones=["mc_3_razor_missile"], scale=5)
    assert set(found) == {"OP 5.1.faction", "OP 2.2.2.parts", "OP 5.1.low_value_squad", "OP 5.1.scale"}


@pytest.mark.parametrize(
    ("force", "what"),
    [
        (squad(colour="red"), "colour"),
        (squad(scale="big"), "scale"),
        (squad(faction="moon"), "faction"),
    ],
)
def test_what_is_no_squad_at_all(force: dict[str, Any], what: str) -> None:
    with pytest.raises(GameError, match=what):
        GAME.forces.check(force)


@pytest.mark.clause("OP 5.1.card")
@pytest.mark.parametrize(
    ("force", "what"),
    [
        (squad(mechs=[{"pilot": "nobody", "parts": []}]), "There is no pilot nobody"),
        (squad(mechs=[{"pilot": "spike", "parts": [HYENA]}]), f"There is no part {HYENA}"),
        (squad(drones=["nothing"]), "There is no drone nothing"),
        (squad(drones=[{"card": HYENA, "load": "nothing"}]), "There is no part nothing"),
        (squad(tactics=["nothing"]), "There is no tactics card nothing"),
    ],
)
def test_cards_that_do_not_exist(force: dict[str, Any], what: str) -> None:
    """Each is named, and the rest of the squad is judged all the same."""
    faults = GAME.forces.check(force)
    words = GAME.catalogue.words("en")
    assert [(fault.clause, words.say(fault.reason)) for fault in faults] == [("OP 5.1.card", what)]
    worse = {**force, "tactics": [*force.get("tactics", ()), "hit_and_run", "hit_and_run"]}
    assert [fault.clause for fault in GAME.forces.check(worse)] == ["OP 5.1.card", "OP 5.4.2.one_copy"]
    with pytest.raises(GameError, match=r"OP 5\.1\.card"):
        GAME.setup.prepare({"squads": [force, "un_600_line"]})


@pytest.mark.parametrize("faction", ["rdl", "un", "gof"])
@pytest.mark.parametrize("scale", [600, 900, 1200])
def test_squads_are_built_to_wishes(faction: str, scale: int) -> None:
    force = GAME.forces.build({"faction": faction, "scale": scale}, random.Random(f"{faction}{scale}"))
    assert GAME.forces.check(force) == []
    assert (force["faction"], force["scale"]) == (faction, scale)
    points = GAME.forces.show(force, GAME.catalogue.words("en")).rpartition("\n")[2]
    assert int(points.split()[0]) > 0.9 * scale


def test_cards_that_are_wished_for_are_in_it() -> None:
    wishes = {"pilots": "wu", "parts": ["type_55_shield"], "drones": [HYENA, HYENA], "tactics": "hit_and_run"}
    force = GAME.forces.build(wishes, random.Random(1))
    assert any(mech["pilot"] == "wu" for mech in force["mechs"])
    assert any("type_55_shield" in mech["parts"] for mech in force["mechs"])
    assert list(force["drones"]).count(HYENA) >= 2
    assert "hit_and_run" in force["tactics"]


@pytest.mark.parametrize(
    "wishes",
    [
        {"scale": 700},
        {"faction": "un", "pilots": "wu"},
        {"pilots": ["wu", "sealock"]},
        {"parts": "nothing"},
        {"mechs": 50},
        {"drones": "md_1_dragonfly_micro_scout"},
        {"faction": "rdl", "drones": [HYENA] * 20},
        {"size": 3},
    ],
)
def test_wishes_that_cannot_be(wishes: dict[str, Any]) -> None:
    with pytest.raises(GameError, match="wishes"):
        GAME.forces.build(wishes, random.Random(1))


# Squads of one's own in a match


def test_a_squad_written_out_in_the_options() -> None:
    own = {key: value for key, value in squad().items() if key not in ("id", "source", "name")}
    options = GAME.setup.prepare({"squads": [own, "un_600_line"]})
    assert GAME.setup.prepare(options.options).options == options.options
    state = options.new()
    assert [KIND_NAMES[unit.kind] for unit in state.units if unit.seat == 0] == ["mech", "mech", "drone"]
    assert Match(GAME, state, SeededDice(1)).pending


@pytest.mark.clause("OP 5.1.points")
@pytest.mark.parametrize(
    ("given", "clause"),
    [
        ({"squads": [squad(mechs=[]), "un_600_line"]}, "OP 5.1.mech"),
        ({"squads": ["rdl_900_line", "un_600_line"], "scale": 600}, "OP 5.1.points"),
    ],
)
def test_an_illegal_squad_is_refused_with_its_clause(given: dict[str, Any], clause: str) -> None:
    with pytest.raises(GameError, match=f"squads.*{clause}"):
        GAME.setup.prepare(given)


def test_a_squad_from_a_pack_is_chosen_by_its_name() -> None:
    text = '[[squad]]\nid = "mine"\nsource = "house"\nname = "Mine"\nfaction = "rdl"\nscale = 600\n'
    mech = f"mechs = [{{ pilot = 'spike', parts = {PARTS} }}]"
    game: Any = load_with_packs("obsidian_protocol", (PackFile("my.toml", text + mech),))
    assert len(game.setup.prepare({"squads": ["mine", "un_600_line"]}).new().units) == 6
    bad: Any = load_with_packs("obsidian_protocol", (PackFile("my.toml", text + mech.replace("spike", "")),))
    with pytest.raises(GameError, match=r"OP 5\.1\.pilot"):
        bad.setup.prepare({"squads": ["mine", "un_600_line"]})


@pytest.mark.clause("OP 5.1.scale", "OP 5.2.1.large")
def test_the_scale_decides_the_board() -> None:
    standard = GAME.setup.prepare({"squads": ["rdl_900_line", "un_600_line"]}).new()
    large = GAME.setup.prepare({"squads": ["rdl_900_line", "un_600_line"], "scale": 1200}).new()
    assert (standard.battlefield.board.size, large.battlefield.board.size) == (12, 16)
    with pytest.raises(GameError, match="battlefield"):
        GAME.setup.prepare({"scale": 1200, "battlefield": "alley"})


def test_an_option_that_there_is_not_is_named_and_options_stay_as_they_are() -> None:
    with pytest.raises(GameError, match="weather"):
        GAME.setup.prepare({"weather": "rain"})
    assert hash(Options()) == hash(Options())


@pytest.mark.parametrize("seed", range(8))
def test_squads_that_are_built_can_be_played_to_the_end(seed: int) -> None:
    """Any cards together: no option fails, nothing stands in another thing."""
    rng = random.Random(seed)
    cards = [tactic.id for tactic in CONTENT.tactics]
    wishes = [{"faction": rng.choice(("rdl", "un", "gof")), "tactics": rng.sample(cards, 2)} for _ in range(2)]
    squads = [GAME.forces.build(wish, rng) for wish in wishes]
    options = GAME.setup.prepare({"squads": squads, "environments": True, "scale": rng.choice((0, 1200))})
    match = Match(GAME, options.new(), SeededDice(seed))
    while not match.over:
        seat = min(match.pending)
        match.answer(seat, rng.choice(match.pending[seat].space.options()).key)
        if match.state.stage == Stage.COMMAND:
            counts = GAME.testing.conserved(match.state)
            assert [counts[name] for name in ("overlapping", "in terrain", "off the board", "numbers")] == [0, 0, 0, 0]
    assert match.result is not None


HIRED = {"pilot": "seagull", "parts": ["h2_a_crisis_i", "hl2_crisis_chassis", "ot50_ads_sd3_shield"]}
PLANETRING = load_game("obsidian_protocol", [Path("planetring_dynamics")])


@pytest.mark.clause("OP 5.1.mercenaries")
@pytest.mark.parametrize(
    ("mech", "clauses"),
    [
        (HIRED, []),
        ({**HIRED, "pilot": "spike"}, ["OP 5.1.faction"]),
        ({**HIRED, "parts": [*HIRED["parts"][:2], "type_55_shield"]}, ["OP 5.1.faction", "OP 5.1.mech_faction"]),
        ({**FIRST, "pilot": "seagull"}, ["OP 5.1.faction"]),
    ],
)
def test_mechs_of_planetring_dynamics_join_any_squad_whole(mech: dict[str, Any], clauses: list[str]) -> None:
    force = squad(mechs=[{**FIRST, "pilot": "wu"}, mech], drones=["ld_5m_vigilant_mg_type"], scale=900)
    assert PLANETRING.forces is not None
    assert [fault.clause for fault in PLANETRING.forces.check(force)] == clauses


def test_a_squad_of_planetring_dynamics_has_no_others() -> None:
    force = squad(mechs=[HIRED], faction="pd", drones=[HYENA])
    assert PLANETRING.forces is not None
    assert [fault.clause for fault in PLANETRING.forces.check(force)] == ["OP 5.1.faction"]


@pytest.mark.parametrize("seed", range(3))
def test_matches_with_planetring_dynamics_are_played_to_the_end(seed: int) -> None:
    assert PLANETRING.forces is not None
    rng = random.Random(seed)
    built = PLANETRING.forces.build({"faction": "pd", "scale": 600}, rng)
    options = {"squads": ["pd_600_reapers" if seed % 2 else built, "rdl_600_line"]}
    match = Match(PLANETRING, setup_of(PLANETRING).prepare(options).new(), SeededDice(seed))
    while not match.over:
        seat, ask = next(iter(match.pending.items()))
        match.answer(seat, rng.choice(ask.space.options()).key)
    assert match.result is not None
