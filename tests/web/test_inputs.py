"""How many clicks and keys a round takes. The figures stand in docs/inputs.md."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page

from server.running import server
from web.counting import Counter, Plain, click_lit, commit, plainly, prompt, take
from web.moments import asked, moment_against_a_bot
from web.sitting import answered, in_sight, question, settled


@pytest.fixture
def plain(monkeypatch: pytest.MonkeyPatch) -> Plain:
    return Plain(monkeypatch)


@pytest.fixture
def house(tmp_path: Path, plain: Plain) -> Iterator[str]:
    with server(tmp_path) as running:
        yield running.address


def note(what: str, inputs: int, before: int) -> None:
    """`INPUTS_COUNTED` names a file for the figures."""
    if name := os.environ.get("INPUTS_COUNTED"):
        with Path(name).open("a") as file:
            file.write(f"{what}: {before} -> {inputs}\n")


TURN = re.compile(
    "command|issuer|drone|stance|act$|move|target|part|place|facing|focus|surplus|offset|reroll|smoke|landing"
)
"""What is asked in the turn of a mech."""


def protocol(page: Page, asked: str) -> None:
    """Obsidian Protocol: go somewhere, shoot if there is anybody to shoot at, end."""
    number = question(page)
    match asked:
        case "deploy_where" | "move":
            click_lit(page, "grid:", 3)
            commit(page, number)
        case "command":
            take(page, "command:")
        case "act":
            attack = page.locator(".decision .opt[data-key^='act:']:has-text('target')")
            if page.evaluate("window.shot") or not attack.count():
                if page.evaluate("window.went") or not take(page, "maneuver"):
                    page.keyboard.press("Space")
                page.evaluate("window.went = true")
            else:
                page.evaluate("window.shot = true")
                attack.first.click()
        case "dial":
            for _ in range(2):
                page.keyboard.press("4")
            page.keyboard.press("Enter")
        case asked if asked.startswith("focus"):
            page.keyboard.press("Space")
        case _:
            plainly(page)


def test_obsidian_protocol(page: Page, house: str, plain: Plain) -> None:
    counter = Counter(page, plain)
    page.goto(moment_against_a_bot(house, asked(0, "prompt.deploy"), "obsidian_protocol", seed=3))
    settled(page)
    plain.said.clear()
    deployment, before = counter.stretch(protocol, 60, lambda one: one in ("command", "dial"))
    note("obsidian_protocol deployment", deployment, before)
    assert deployment <= 14
    commands = 0
    for _ in range(40):
        settled(page)
        match prompt(page):
            case "command" if page.locator(".opt[data-key^='command:']").count():
                inputs, before = counter.stretch(protocol, 20, past("command", "dial"))
                note("obsidian_protocol command", inputs, before)
                assert inputs <= 5, plain.said[-8:]
                commands += 1
            case "stance":
                page.evaluate("() => { window.went = false; window.shot = false }")
                inputs, before = counter.stretch(protocol, 30, past("stance"))
                note("obsidian_protocol turn", inputs, before)
                assert inputs <= 8, plain.said[-12:]
                if commands and before >= 6:
                    return
            case one:
                protocol(page, one)
    raise AssertionError("no mech had its turn")


def past(key: str, *others: str) -> Callable[[str], bool]:
    """Until the question that began a stretch comes again, or one that does not belong to the turn of a unit."""
    came: list[str] = []

    def holds(asked: str) -> bool:
        came.append(asked)
        return len(came) > 1 and (asked == key or asked in others or not TURN.match(asked))

    return holds


def in_round(page: Page, number: int) -> Callable[[str], bool]:
    """Until this round has begun."""
    return lambda asked: f"Round {number}" in page.locator(".topbar, header").first.inner_text()


def deadzone(page: Page, asked: str) -> None:
    """Deadzone: each model goes somewhere and shoots if it can."""
    number = question(page)
    match asked:
        case "turn":
            if take(page, "activate:"):
                page.evaluate("() => { window.went = false }")
            else:
                page.keyboard.press("Space")
        case "action":
            if not page.evaluate("window.went") and page.locator("[data-lit][data-target^='cube:']").count():
                page.evaluate("() => { window.went = true }")
                click_cube(page)
                commit(page, number)
            elif page.locator(".decision .opt[data-key^='shoot:']").count():
                take(page, "shoot:")
                commit(page, number)
            elif not next_model(page):
                page.keyboard.press("Space")
        case "card_attack" | "card_resist" | "booby_trap":
            page.locator("[data-hold]").click()
        case "support":
            page.keyboard.press("Space")
        case _:
            plainly(page)


def click_cube(page: Page) -> None:
    """Touch the first cube that is offered; where a crate lies, the crate."""
    place = next(iter(in_sight(page, "svg[role=application] [data-lit][data-target^='cube:']")))
    cube = page.locator(f"svg[role=application] [data-target='{place}']").first
    box = cube.bounding_box()
    assert box is not None
    share = 0.86 if "crate" in (cube.get_attribute("aria-label") or "") else 0.5
    page.mouse.click(box["x"] + share * box["width"], box["y"] + share * box["height"])


STILL = ":not([aria-label*='activated'])"


def next_model(page: Page) -> bool:
    """Touch a model that is still to act, if there is one: the one before it is done."""
    active = page.locator(".decision h2").inner_text().partition(":")[0]
    places = in_sight(page, "svg[role=application] .piece[data-target^='model:A']:not([data-lit])" + STILL)
    places.pop(f"model:{active}", None)
    if places:
        page.evaluate("() => { window.went = false }")
        page.mouse.click(*next(iter(places.values())))
    return bool(places)


@pytest.mark.slow
def test_deadzone(page: Page, house: str, plain: Plain) -> None:
    counter = Counter(page, plain)
    page.goto(moment_against_a_bot(house, asked(0, "prompt.turn"), "deadzone", seed=3))
    settled(page)
    plain.said.clear()
    inputs, before = counter.stretch(deadzone, 90, in_round(page, 2))
    note("deadzone round", inputs, before)
    assert inputs <= 30, (inputs, before, plain.said)


def mechs(page: Page, asked: str) -> None:
    """Tiny Epic Mechs: four cards, a step where one is asked for, and whatever an action lets one do first. A turret
    lies ready, because its card was laid for it: Enter sets it up.
    """
    number = question(page)
    if asked == "program":
        for card in ("2", "3", "4", "5"):
            page.keyboard.press(card)
        page.locator("[data-commit]:not([disabled])").wait_for()
        page.keyboard.press("Enter")
    else:
        plainly(page)
    answered(page, number)


def test_tiny_epic_mechs(page: Page, house: str, plain: Plain) -> None:
    counter = Counter(page, plain)
    page.goto(moment_against_a_bot(house, asked(0, "prompt.program"), "tiny_epic_mechs", seed=3))
    settled(page)
    plain.said.clear()
    inputs, before = counter.stretch(mechs, 40, past_the_first("program"))
    note("tiny_epic_mechs round", inputs, before)
    ready = sum(key.startswith("prompt.deploy_turret") for key, _, _ in plain.said)
    assert inputs <= 5 + 2 * (len(plain.said) - 4) - ready, plain.said
    assert inputs <= before or not ready, plain.said


def raid(page: Page, asked: str) -> None:
    """TAG Raid: each order moves to a place that the board offers, then attacks if it can."""
    number = question(page)
    if asked == "turn":
        click_lit(page, "place:move", 1)
        commit(page, number)
    else:
        plainly(page)


def test_tag_raid(page: Page, house: str, plain: Plain) -> None:
    """The orders of one TAG, with what the others do against them."""
    counter = Counter(page, plain)
    page.goto(moment_against_a_bot(house, asked(0, "prompt.turn"), "tag_raid", seed=3))
    settled(page)
    plain.said.clear()
    inputs, before = counter.stretch(raid, 60, in_round(page, 2))
    note("tag_raid round", inputs, before)
    orders = sum(key == "prompt.turn" for key, _, _ in plain.said)
    assert orders == 2
    assert inputs <= 4 * orders, plain.said


def past_the_first(key: str) -> Callable[[str], bool]:
    """Until this question comes for the second time."""
    times: list[str] = []

    def holds(asked: str) -> bool:
        times.append(asked)
        return times.count(key) > 1

    return holds
