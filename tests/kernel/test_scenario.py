"""Scenarios: every kind of expectation holds when it is true, and fails readably when it is not."""

from __future__ import annotations

import pytest

from kernel.duel import duel_game
from muster.kernel.errors import GameError
from muster.kernel.scenario import look_up, read_scenario, run_scenario

HEAD = 'game = "duel"\ntitle = "A steps and presses"\nclauses = ["DU step", "DU press"]\n'


def problems(steps: str, dice: str = "", head: str = HEAD) -> list[str]:
    """What does not hold in a duel that begins with A's step, if these are the steps."""
    return run_scenario(duel_game(), read_scenario(f"{head}{dice}\n{steps}", "s.toml"))


def step(*lines: str) -> str:
    return "\n".join(("[[step]]", *lines)) + "\n"


STEPPED = step('answer = "step:7"')


@pytest.mark.parametrize(
    "holds",
    [
        step('prompt = "prompt.step"'),
        step('asked = "A"', 'prompt = "prompt.step"'),
        step('offered = ["step:10"]', 'not_offered = ["step:11"]', 'only = ["step:10", "step:0"]'),
        step('answer = "step:7"', "state = { paces = 7, 'sides.1.lives' = 20 }"),
        step('answer = "step:7"', 'asked = "A"', "view = { paces = 7, 'own.0' = 0 }"),
        step('answer = "step:7"', 'events = ["stepped"]', 'no_events = ["pressed"]'),
        step('answer = "step:7"', 'events = [{ key = "stepped", clause = "DU step", paces = 7 }]'),
        step('refuse = "step:101"', 'clause = "DU step"'),
        step('refuse = "step:101"'),
        step('seat = "B"', 'refuse = "step:1"', 'clause = "K turn"'),
        step("over = false", "winners = []"),
        STEPPED
        + step('answer = "hold"')
        + step('seat = "B"', 'answer = "hide:1"', "over = true", 'winners = ["A", "B"]'),
    ],
)
def test_what_is_true_holds(holds: str) -> None:
    assert problems(holds) == []


@pytest.mark.parametrize(
    ("steps", "problem"),
    [
        (step('prompt = "prompt.press"'), "step 1: prompt: expected 'prompt.press', found 'prompt.step'"),
        (step('offered = ["step:11"]'), "step 1: 'step:11' is not offered; offered: step:0, step:10"),
        (step('not_offered = ["step:10"]'), "step 1: 'step:10' is offered"),
        (step('only = ["step:0"]'), "step 1: offered: expected ['step:0'], found ['step:0', 'step:10']"),
        (step('asked = "B"', 'prompt = "prompt.hide"'), "step 1: B is asked nothing"),
        (STEPPED + step("state = { paces = 8 }"), "step 2: paces: expected 8, found 7"),
        (step("state = { 'sides.2.lives' = 1 }"), "step 1: there is no 'sides.2.lives' (nothing is called '2' there)"),
        (step('asked = "B"', "view = { round = 3 }"), "step 1: round: expected 3, found 0"),
        (step('answer = "step:7"', 'events = ["flew"]'), "step 1: no event {'key': 'flew'}; told: stepped"),
        (
            step('answer = "step:7"', 'events = [{ key = "stepped", paces = 8 }]'),
            "step 1: no event {'key': 'stepped', 'paces': 8}; told: stepped",
        ),
        (step('events = ["stepped"]'), "step 1: no event {'key': 'stepped'}; told: nothing"),
        (step('answer = "step:7"', 'no_events = ["stepped"]'), "step 1: the event 'stepped' was told"),
        (step('answer = "step:101"'), "step 1: 'step:101' was refused: 101 paces is too far [DU step]"),
        (step('refuse = "step:7"'), "step 1: 'step:7' was accepted, expected a refusal by some clause"),
        (
            step('refuse = "step:7"', 'clause = "DU step"'),
            "step 1: 'step:7' was accepted, expected a refusal by DU step",
        ),
        (
            step('refuse = "step:101"', 'clause = "DU plan"'),
            "step 1: 'step:101' was refused by 101 paces is too far [DU step], expected DU plan",
        ),
        (step("over = true"), "step 1: the match is not over"),
        (step('winners = ["A"]'), "step 1: winners: expected ['A'], found []"),
        (step('seat = "Z"', 'answer = "step:7"'), "step 1: step 1: there is no seat 'Z' at this table"),
        (STEPPED + step('answer = "press"'), "step 2: the script has 0 dice left, the roll for press takes 2"),
    ],
)
def test_what_is_not_true_is_told_in_one_line(steps: str, problem: str) -> None:
    assert problems(steps) == [problem]


def test_forced_dice_show_what_they_are_told() -> None:
    pressed = STEPPED + step('answer = "press"', 'events = [{ key = "pressed", damage = 5 }]')
    assert problems(pressed, "dice = [1, 4]") == []
    assert problems(pressed, "dice = [1, 3]") == ["step 2: no event {'key': 'pressed', 'damage': 5}; told: pressed"]
    assert problems(pressed, "dice = [1, 4, 6]") == ["step 2: 1 dice of the script were not used"]
    assert problems(pressed, "dice = [1, 9]") == ["step 2: the roll for press: a die of 6 sides has no face 9"]


def test_events_are_looked_for_in_order_and_only_in_this_step() -> None:
    twice = step('answer = "step:7"', 'events = ["stepped", "stepped"]')
    assert problems(twice) == ["step 1: no event {'key': 'stepped'}; told: stepped"]
    assert problems(STEPPED + step('answer = "hold"', 'no_events = ["stepped"]')) == []


def test_later_problems_are_told_together() -> None:
    assert len(problems(step("over = true", "state = { paces = 1, round = 1 }"))) == 3


def test_a_seat_must_be_named_when_several_are_asked() -> None:
    head = HEAD + "position = { stage = 1 }\n"
    assert problems(step('answer = "guard:high"'), head=head) == ["step 1: say which seat: A, B is asked"]
    assert problems(step('seat = "B"', 'answer = "guard:high"'), head=head) == []


def test_clauses_that_are_not_in_the_register_are_named() -> None:
    assert problems("", head=HEAD.replace("DU press", "DU fly")) == ["scenario: the register has no clause 'DU fly'"]


def test_a_position_that_the_game_does_not_know_is_told() -> None:
    assert problems("", head=HEAD + "position = { weather = 1 }\n") == [
        "scenario: position: field weather is not a field it has"
    ]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("game = ", "s.toml: not valid TOML"),
        ('game = "duel"\nclauses = []', "s.toml: field title is missing"),
        (HEAD + step('anwser = "step:7"'), r"s.toml: field step\[0\].anwser is not a field it has"),
        (HEAD + step('over = "yes"'), r"s.toml: field step\[0\].over: expected bool \| null, got str"),
    ],
)
def test_a_scenario_that_cannot_be_read_says_where(text: str, sentence: str) -> None:
    with pytest.raises(GameError, match=f"^{sentence}"):
        read_scenario(text, "s.toml")


def test_paths_lead_into_tables_and_lists() -> None:
    data = {"players": [{"name": "Ann"}, {"name": "Bob"}]}
    assert look_up(data, "players.1.name") == "Bob"
    for path in ("players.2", "players.x", "players.1.name.0", "teams"):
        with pytest.raises(GameError, match=f"there is no '{path}'"):
            look_up(data, path)


# Scenarios that begin from a match

PLANNED = ["dice charms 3 5", "A guard:high", "A strike:low", "B guard:low", "B strike:middle"]


def begun_from(entries: list[str], steps: str, options: str = "", dice: str = "") -> list[str]:
    """What does not hold in a duel that begins with these entries."""
    return problems(steps, dice, head=f"{HEAD}[from]\noptions = {{{options}}}\nentries = {entries}\n")


def test_a_scenario_begins_where_a_match_stood() -> None:
    asked = step('asked = "A"', 'prompt = "prompt.step"', "state = { 'sides.0.charm' = 3, 'sides.1.charm' = 5 }")
    assert begun_from(PLANNED, asked + STEPPED) == []
    assert begun_from([*PLANNED, "A step:7"], step('prompt = "prompt.press"', "state = { paces = 7 }")) == []
    assert begun_from(PLANNED, step("state = { rounds = 3 }"), "rounds = 3") == []


def test_what_was_told_before_it_begins_is_no_event_of_its_steps() -> None:
    assert begun_from([*PLANNED, "A step:7"], step('no_events = ["stepped"]')) == []


def test_forced_dice_come_after_those_of_the_match() -> None:
    pressed = step('answer = "press"', 'events = [{ key = "pressed", damage = 5 }]')
    head = f"{HEAD}dice = [1, 4]\n[from]\nentries = {[*PLANNED, 'A step:7']}\n"
    assert problems(pressed, head=head) == []
    assert problems(STEPPED, head=f"{HEAD}dice = [1, 4]\n[from]\nentries = {PLANNED}\n") == [
        "step 1: 2 dice of the script were not used"
    ]


@pytest.mark.parametrize(
    ("entries", "problem"),
    [
        (
            [*PLANNED, "B step:7"],
            "scenario: from: entry 6 (B step:7) does not fit: Text(kernel.not_your_decision: seat=1) [K turn]",
        ),
        (
            [*PLANNED, "A step:101"],
            "scenario: from: entry 6 (A step:101) does not fit: 101 paces is too far [DU step]",
        ),
        (
            ["dice charms 3 9"],
            "scenario: from: entry 1 (dice charms) does not fit: the roll for charms: a die of 6 sides has no face 9",
        ),
        (["dice charms three 1"], "scenario: from: entry 1: the dice 'dice charms three 1' are not numbers"),
        (["Z step:1"], "scenario: from: entry 1: there is no seat 'Z' at this table"),
        ([], "scenario: from: the script has 0 dice left, the roll for charms takes 2"),
    ],
)
def test_an_entry_that_does_not_fit_is_named(entries: list[str], problem: str) -> None:
    (found,) = begun_from(entries, STEPPED)
    assert found == problem


def test_a_scenario_begins_in_one_way_only() -> None:
    head = f"{HEAD}position = {{ paces = 1 }}\n[from]\nentries = []\n"
    assert problems("", head=head) == ["scenario: give a position, or the match that it begins from: not both"]
    assert begun_from([], "", "rnds = 1") == ["scenario: from: options: field rnds is not a field it has"]
