"""Exact odds beside brute force over all faces, beside the rules' own functions, and beside played attacks."""

from __future__ import annotations

import itertools
import json
import random
import re
import shlex
from collections import Counter
from functools import cache
from typing import Any

import pytest

from muster.cli import odds
from muster.cli.main import main
from muster.games.deadzone.showing import chances as deadzone_chances
from muster.games.obsidian_protocol.cards.kinds import STANCE_NAMES
from muster.games.obsidian_protocol.rules.attack.dice import BLUE, RED, WHITE, YELLOW, faces_of, solid
from muster.games.obsidian_protocol.rules.attack.icons import Icons, Stakes, icons_of, offsets
from muster.games.obsidian_protocol.showing.rolled import left_of
from muster.games.tag_raid.rules.rolls import Throw, face_to_face
from muster.kernel.dice import RandomDice
from muster.kernel.errors import GameError
from muster.kernel.game import forces_of, reckoning_of
from muster.kernel.match import Match
from muster.kernel.odds import Cell, Matchup, Odds
from muster.kernel.text import Text
from muster.library import load_game

RED_DIE = ("H", "H", "H", "H", "h", "l", "z", "e")


def worked_out(game: str, kind: str, **given: object) -> Odds:
    attack = reckoning_of(load_game(game)).attack(kind)
    return attack.work_out(attack.read({name: str(value) for name, value in given.items()}))


def rolls(colors: list[int], stance: str) -> list[tuple[str, ...]]:
    """Every way so many dice can fall, as the icons that count."""
    number = STANCE_NAMES.index(stance)
    dice = [[solid((color, face), number) for face in faces_of(color, RED_DIE)] for color in colors]
    return list(itertools.product(*dice))


def answers(faces: tuple[str, ...]) -> tuple[int, int]:
    shown = "".join(faces)
    return shown.count("o"), shown.count("D")


POOLS = [
    ([YELLOW, YELLOW], [WHITE, WHITE], "offensive", "defensive"),
    ([YELLOW, RED], [WHITE, BLUE], "offensive", "mobility"),
    ([RED, RED], [WHITE, WHITE], "mobility", "shutdown"),
]


@pytest.mark.parametrize(("attack", "defence", "stance", "target"), POOLS)
@pytest.mark.parametrize("keywords", ["", "pulse", "concussion", "wrecking"])
def test_obsidian_beside_all_faces(
    attack: list[int], defence: list[int], stance: str, target: str, keywords: str
) -> None:
    found: Counter[str] = Counter()
    damage = lightning = 0
    replies = [answers(reply) for reply in rolls(defence, target)]
    stakes = Stakes(False, 2 if keywords in ("concussion", "wrecking") else 0, False, keywords == "wrecking")
    for faces in rolls(attack, stance):
        icons = icons_of([face.replace("z", "H") for face in faces] if keywords == "pulse" else faces)
        for dodges, shields in replies:
            left = offsets(icons, dodges, shields, stakes)[0]
            found["destroyed" if left.damage else "stopped" if left.hit else "missed"] += 1
            damage += left.damage
            lightning += left.lightning
    every = 8 ** (len(attack) + len(defence))
    exact = worked_out(
        "obsidian_protocol",
        "attack",
        yellow=attack.count(YELLOW),
        red=attack.count(RED),
        stance=stance,
        armor=defence.count(WHITE),
        dodge=defence.count(BLUE),
        target_stance=target,
        keywords=keywords,
    )
    for name, count in found.items():
        assert exact.chance(f"odds.{name}") == pytest.approx(count / every, abs=1e-12), name
    assert exact.count("odds.damage").mean == pytest.approx(damage / every, abs=1e-12)
    if stakes.lightning:
        assert exact.count("odds.link").mean == pytest.approx(lightning / every, abs=1e-12)


def test_what_is_left_is_the_first_way_that_the_rules_list() -> None:
    for heavy, light, flash, dodges, shields in itertools.product(range(3), range(4), range(3), range(5), range(4)):
        for surplus, effect, wrecking, hard in itertools.product(
            (False, True), (0, 1, 2), (False, True), (False, True)
        ):
            if wrecking and effect != 2:
                continue
            stakes = Stakes(surplus, effect, False, wrecking)
            way = offsets(Icons(heavy, light, flash), dodges, shields, stakes, hard)[0]
            one, other, third, hit = left_of((heavy, light, flash), dodges, shields, hard, stakes)
            through = one + other + (third if wrecking else 0)
            least = third if effect == 2 else min(third, effect)
            counted = (through, through - other) if surplus else (0, 0)
            assert way.harm(stakes) == (int(through > 0), *counted, least, 0), (heavy, light, flash, dodges, shields)
            assert hit or not through


@pytest.mark.parametrize("focus", [(True, False), (False, True), (True, True)])
@pytest.mark.parametrize(("attack", "defence", "stance", "target"), POOLS)
def test_focus_beside_all_faces_and_all_choices(
    attack: list[int], defence: list[int], stance: str, target: str, focus: tuple[bool, bool]
) -> None:
    """Every subset of dice is tried, for every roll of both sides."""
    offence, replies = rolls(attack, stance), rolls(defence, target)

    def again(kept: tuple[str, ...], chosen: tuple[int, ...], every: list[tuple[str, ...]]) -> Counter[tuple[str, ...]]:
        return Counter(tuple(new[i] if i in chosen else kept[i] for i in range(len(kept))) for new in every)

    def subsets(count: int, may: bool) -> list[tuple[int, ...]]:
        return [
            chosen for size in range(count + 1 if may else 1) for chosen in itertools.combinations(range(count), size)
        ]

    @cache
    def through(faces: tuple[str, ...], reply: tuple[str, ...]) -> float:
        return float(offsets(Icons(*_plain(faces)), *answers(reply))[0].damage > 0)

    @cache
    def defended(faces: tuple[str, ...], reply: tuple[str, ...]) -> float:
        return min(
            sum(share * through(faces, new) for new, share in again(reply, chosen, replies).items()) / len(replies)
            for chosen in subsets(len(reply), focus[1])
        )

    @cache
    def attacked(faces: tuple[str, ...], reply: tuple[str, ...]) -> float:
        return max(
            sum(share * defended(new, reply) for new, share in again(faces, chosen, offence).items()) / len(offence)
            for chosen in subsets(len(faces), focus[0])
        )

    total = sum(attacked(faces, reply) for faces in offence for reply in replies) / len(offence) / len(replies)
    exact = worked_out(
        "obsidian_protocol",
        "attack",
        yellow=attack.count(YELLOW),
        red=attack.count(RED),
        stance=stance,
        armor=defence.count(WHITE),
        dodge=defence.count(BLUE),
        target_stance=target,
        focus="yes" if focus[0] else "no",
        target_focus="yes" if focus[1] else "no",
    )
    assert exact.chance("odds.destroyed") == pytest.approx(total, abs=1e-12)


def _plain(faces: tuple[str, ...]) -> tuple[int, int, int]:
    icons = icons_of(faces)
    return icons.heavy, icons.light, 0


ARMED = ("rt_06_mire_battle_core", "rl_06_standard_chassis", "ac_39_tactical_rifle", "type_55_shield")
POSITION = {
    "unit": [
        {"seat": "A", "at": "f6", "facing": "n", "stance": "offensive", "link": 1, "parts": ARMED},
        {"seat": "B", "at": "f3", "facing": "s", "stance": "mobility", "link": 1},
    ]
}
MODEST = ("keep", "no", "none", "done", "surplus:none")


def test_a_position_comes_out_as_the_rules_play_it() -> None:
    """Every attack of a mech, played again and again with a fixed seed: the share of attacks that penetrate."""
    game: Any = load_game("obsidian_protocol")
    reckoning = reckoning_of(game)
    match = Match(game, game.testing.position(POSITION), RandomDice(random.Random(1)))
    (seat,) = match.pending
    ask = match.ask(seat)
    tried = 0
    for option in ask.space.options():
        for prospect in reckoning.prospects(match.imagined(seat), seat, ask.subject, option.key):
            exact = 1 - prospect.odds.chance("odds.missed") - prospect.odds.chance("odds.stopped")
            runs, rng = 400, random.Random(7)
            found = sum(penetrated(match, seat, option, rng) for _ in range(runs))
            assert abs(found / runs - exact) <= 4.5 * (exact * (1 - exact) / runs) ** 0.5 + 1e-9, option.key
            tried += 1
    assert tried


def penetrated(match: Match[Any], seat: int, option: Any, rng: random.Random) -> bool:
    """Play one attack to its resolution; on any part the torso is chosen only where all parts are equally hard."""
    fork = match.fork(seat, rng, listening=True)
    del fork.table.events[:]
    fork.play(seat, option)
    while not any(event.key in ("attack_resolved", "damaged", "part_destroyed") for event in fork.table.events):
        asked = fork.pending.get(1) or fork.pending[0]
        options = asked.space.options()
        best = [one for one in options if one.key in MODEST]
        if asked.prompt.key == "prompt.act":
            break
        fork.play(asked.seat, best_part(fork, asked, options) or (best[0] if best else options[0]))
    return any(event.key in ("damaged", "part_destroyed") for event in fork.table.events)


def best_part(fork: Match[Any], asked: Any, options: Any) -> Any:
    """The choice of a part, or of a part to put in the way, as the odds make it."""
    from muster.games.obsidian_protocol.rules.subjects import Hitting
    from muster.games.obsidian_protocol.showing.part_choice import choosing_part
    from muster.games.obsidian_protocol.showing.previews import attack_again

    if not isinstance(asked.subject, Hitting):
        return None
    found = choosing_part(fork.state, attack_again(fork.state, asked.subject))

    def chance(key: str) -> float:
        kind, _, part = key.partition(":")
        return (
            found.open if key == "none" else found.parries[part].chance if kind == "parry" else found.parts[part].chance
        )

    choose = max if asked.prompt.key == "prompt.part" else min
    return choose(options, key=lambda option: chance(option.key))


@pytest.mark.parametrize(("mine", "theirs"), [(3, 2), (1, 3), (2, 0)])
@pytest.mark.parametrize(("stance", "other"), [("offensive", "defensive"), ("mobility", "offensive")])
def test_counter_rolls_beside_all_faces(mine: int, theirs: int, stance: str, other: str) -> None:
    """Lightning first, then light hits, hollow ones only on the offensive; a tie is the initiator's."""

    def score(faces: tuple[str, ...], stance: str) -> tuple[int, int]:
        shown = "".join(faces).replace("l", "L" if stance == "offensive" else "")
        return shown.count("z"), shown.count("L")

    yellow = ("LL", "LL", "L", "L", "l", "z", "e", "-")
    won = sum(
        score(one, stance) >= score(two, other)
        for one in itertools.product(yellow, repeat=mine)
        for two in itertools.product(yellow, repeat=theirs)
    )
    found = worked_out(
        "obsidian_protocol", "counter_roll", yellow=mine, responder=theirs, stance=stance, target_stance=other
    )
    assert found.chance("odds.counter_won") == pytest.approx(won / 8 ** (mine + theirs))


def test_deadzone_beside_enumerated_throws() -> None:
    """Two dice against one, each throw and each throw of eights followed four deep."""

    def throw(dice: int, stat: int, depth: int) -> dict[int, float]:
        if not dice or not depth:
            return {0: 1.0}
        found: dict[int, float] = {}
        for faces in itertools.product(range(1, 9), repeat=dice):
            scored = sum(face >= stat for face in faces)
            for more, share in throw(faces.count(8), stat, depth - 1).items():
                found[scored + more] = found.get(scored + more, 0.0) + share / 8**dice
        return found

    exact = worked_out("deadzone", "shoot", dice=2, shoot=5, resist=1, survive=4, armour=1)
    ends = {"missed": 0.0, "saved": 0.0, "injured": 0.0, "killed": 0.0}
    for scored, chance in throw(2, 5, 7).items():
        for held, share in throw(1, 4, 7).items():
            actual = scored - held - 1
            end = "missed" if scored <= held else ("saved", "injured", "killed")[min(2, max(0, actual))]
            ends[end] += chance * share
    for name, chance in ends.items():
        assert exact.chance(f"odds.{name}") == pytest.approx(chance, abs=1e-5)
    plain = deadzone_chances.wounds(2, 5, 1, 4, 1)
    assert exact.chance("odds.killed") == pytest.approx(plain["killed"], abs=1e-12)


def test_one_strike_team_against_another() -> None:
    """Cells are what the same figures give by hand, and every model of the other side is in the table."""
    game = load_game("deadzone")
    ready = forces_of(game).ready()
    table = reckoning_of(game).matchup
    assert table is not None
    found = table(ready["rebs_cell"], ready["plague_horde"])
    cells = {(str(c.weapon.params["weapon"]), str(c.target.params["model"]), c.band.key): c.chance for c in found.cells}
    assert {entry["model"] for entry in ready["plague_horde"]["models"]} == {target for _, target, _ in cells}
    for band, dice, resist in (("odds.open", 5, 3), ("odds.long", 4, 3), ("odds.cover", 3, 4)):
        odds = worked_out("deadzone", "shoot", dice=dice, shoot=5, resist=resist, survive=5)
        assert cells["rifle", "stage_3a", band] == pytest.approx(
            odds.chance("odds.injured") + odds.chance("odds.killed")
        )
    assert all(share.dealt > 0 for share in found.shares)


def test_damage_by_distance_is_that_of_the_best_weapon_that_reaches() -> None:
    """Distances are told apart where a weapon begins or ends; cells about other circumstances do not count."""
    one, two, them = Text("one"), Text("two"), (Text("soft"), Text("hard"))

    def cells(bearer: Text, weapon: str, damage: tuple[float, float], near: int, far: int) -> list[Cell]:
        return [
            Cell(bearer, Text(weapon), target, Text("armour"), Text("band"), 0.5, dealt, near, far)
            for target, dealt in zip(them, damage, strict=True)
        ]

    found = Matchup(
        (
            *cells(one, "rifle", (2.0, 1.0), 1, 6),
            *cells(one, "rifle", (9.0, 9.0), 1, 0),
            *cells(one, "blade", (4.0, 0.0), 0, 2),
            *cells(two, "rifle", (1.0, 1.0), 1, 6),
        )
    )
    assert [(reach.bearer.key, reach.near, reach.far, reach.dealt) for reach in found.reaches()] == [
        ("one", 0, 0, 2.0),
        ("one", 1, 2, 2.0),
        ("one", 3, 6, 1.5),
        ("two", 0, 0, 0.0),
        ("two", 1, 2, 1.0),
        ("two", 3, 6, 1.0),
    ]


def test_a_weapon_of_limited_range_has_no_long_range() -> None:
    game = load_game("deadzone")
    table = reckoning_of(game).matchup
    assert table is not None
    ready = forces_of(game).ready()["rebs_cell"]
    bands: dict[str, set[str]] = {}
    for cell in table(ready, ready).cells:
        bands.setdefault(str(cell.weapon.params["weapon"]), set()).add(cell.band.key)
    assert bands["desolator"] == {"odds.open", "odds.cover"}
    assert "odds.long" in bands["rifle"]


@pytest.mark.parametrize(("value", "answer"), [(12, 9), (9, 12), (20, 5), (25, 20), (0, 10)])
def test_tag_raid_face_to_face_beside_all_faces(value: int, answer: int) -> None:
    wins = losses = 0
    for faces in itertools.product(range(1, 21), repeat=3):
        one, other = face_to_face(Throw(value, faces[:2]), Throw(answer, faces[2:]))
        wins += bool(one)
        losses += bool(other)
    exact = worked_out("tag_raid", "attack", value=value, burst=2, answer_value=answer, answer_burst=1)
    assert exact.chance("odds.hit") == pytest.approx(wins / 8000, abs=1e-12)
    assert exact.chance("odds.answered") == pytest.approx(losses / 8000, abs=1e-12)


def test_a_combat_of_one_weapon_each() -> None:
    """The pistol counters the sword: 2 damage and a point. Then the sword is spent, and its bearer retreats."""
    exact = worked_out("tiny_epic_mechs", "combat", weapons="energy_sword", enemy_weapons="pulse_pistol")
    assert [outcome.text.key for outcome in exact.outcomes] == ["odds.loses_retreat"]
    assert (exact.count("odds.points").mean, exact.count("odds.enemy_points").mean) == (2, 4)


@pytest.mark.parametrize(
    ("game", "kind", "name", "value"),
    [
        ("obsidian_protocol", "attack", "yellow", "99"),
        ("obsidian_protocol", "attack", "yellow", "three"),
        ("obsidian_protocol", "attack", "keywords", "sandwich"),
        ("obsidian_protocol", "attack", "focus", "perhaps"),
        ("obsidian_protocol", "counter_roll", "yellow", "0"),
        ("tiny_epic_mechs", "combat", "weapons", "energy_sword,energy_sword"),
    ],
)
def test_a_wrong_figure_is_named(game: str, kind: str, name: str, value: str) -> None:
    with pytest.raises(GameError, match=f"^{name}: "):
        worked_out(game, kind, **{name: value})


@pytest.mark.parametrize(
    "figures",
    [
        {"keywords": "eye_to_heavy,eye_to_two_light,concussion"},
        {"keywords": "eye_to_heavy,eye_to_two_light,mutilation", "structure": "2"},
        {"observed": "yes", "focus": "yes"},
        {"damaged": "yes"},
        {
            "yellow": "8",
            "red": "8",
            "armor": "12",
            "protection": "8",
            "dodge": "12",
            "target_stance": "mobility",
            "keywords": "pulse,eye_to_two_light",
            "kc_armor": "yes",
            "focus": "yes",
            "target_focus": "yes",
        },
    ],
)
def test_what_is_not_worked_out_is_said_in_one_sentence(figures: dict[str, str]) -> None:
    with pytest.raises(GameError, match=r"^[a-z]+: [^\n]+$"):
        worked_out("obsidian_protocol", "attack", **figures)


EXAMPLES = [line.strip() for line in odds.EXAMPLES.splitlines() if line.startswith("  muster odds")]


@pytest.mark.parametrize("line", [line for line in EXAMPLES if not re.search("[A-Z]{4}", line)])
def test_the_examples_run_as_they_stand(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(shlex.split(re.split(r"\s{2,}", line)[0])[1:]) == 0
    shown = capsys.readouterr()
    assert shown.out
    assert not shown.err


def test_figures_may_stand_after_an_option(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds", "deadzone", "--json", "shoot", "dice=4", "toxic=yes"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert (data["attack"], data["figures"]["dice"], data["figures"]["toxic"]) == ("shoot", 4, True)
    with pytest.raises(SystemExit):
        main(["odds", "deadzone", "shoot", "--nonsense", "dice=4"])
    assert "--nonsense" in capsys.readouterr().err


@pytest.mark.parametrize("game", ["deadzone", "obsidian_protocol", "tag_raid", "tiny_epic_mechs"])
def test_every_figure_says_what_it_means(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    for language in ("en", "es"):
        assert main(["odds", game, "--json", "--lang", language]) == 0
        for figures in json.loads(capsys.readouterr().out).values():
            assert all(figure["meaning"] and not figure["meaning"].startswith("figure.") for figure in figures.values())
