"""Obsidian Protocol in a browser: a whole match by keyboard alone, and an attack from the aim to the last die."""

from __future__ import annotations

import json
import random
import re
import urllib.request
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, TimeoutError, expect

from muster.games.obsidian_protocol.showing.aim import ActView, AimView
from muster.games.obsidian_protocol.showing.lines import FacingView, MoveView
from muster.kernel.dice import SeededDice
from muster.kernel.match import Match
from muster.kernel.requests import Ask
from muster.kernel.sessions import journal_text, new_match
from muster.kernel.spaces import Option
from muster.library import load_game
from muster.server.telling.audience import preview_of
from web.sitting import over, sit_down, violations

GAME = "obsidian_protocol"


# Moments worth looking at


def drawn(match: Match[Any], ask: Ask[Any]) -> msgspec.Struct | None:
    """What the page draws of a question."""
    return preview_of(match, ask, match.game.catalogue.words("en"))


def eager(match: Match[Any], ask: Ask[Any], rng: random.Random) -> Option[Any]:
    """Play that soon comes to blows: towards the enemy, face it, attack when one can."""
    options = list(ask.space.options())
    detail = drawn(match, ask)
    if isinstance(detail, MoveView):
        return min(options, key=lambda one: sum(line.distance for line in detail.ways[one.key[5:]].sights))
    if isinstance(detail, FacingView):
        return max(options, key=lambda one: len(detail.facings[one.key[5:]].sights))
    if isinstance(detail, ActView):
        ready = [one for one in options if one.key in detail.actions and detail.actions[one.key].targets]
        return rng.choice(ready or [one for one in options if one.key == "maneuver"] or options)
    if ask.prompt.key == "prompt.dial":
        return rng.choice([one for one in options if one.key in ("dial:melee", "dial:firing")])
    return rng.choice(options)


def moment(wanted: Callable[[Match[Any], Ask[Any]], bool]) -> str:
    """The journal of a match in which seat A is asked what is wanted."""
    game = load_game(GAME)
    options = game.setup.prepare({})
    for seed in range(60):
        match, rng = new_match(game, options, SeededDice(seed)), random.Random(seed)
        while not match.over:
            if 0 in match.pending and wanted(match, match.pending[0]):
                return journal_text(options, match)
            seat = min(match.pending)
            match.answer(seat, eager(match, match.pending[seat], rng).key)
    raise AssertionError("it never comes to that")


def aims(match: Match[Any], ask: Ask[Any]) -> bool:
    """A mech aims and is free to focus; one target is protected and one enemy cannot be aimed at."""
    detail = drawn(match, ask) if ask.prompt.key == "prompt.target" else None
    if not isinstance(detail, AimView) or not detail.others:
        return False
    return match.state.units[int(detail.unit[1:])].link > 2 and any(one.sight.white for one in detail.targets.values())


@pytest.fixture(scope="module")
def aim() -> str:
    return moment(aims)


def resume(page: Page, address: str, journal: str) -> None:
    """Sit down as A in the middle of a match, against a bot."""
    body = {"game": GAME, "seats": ["open", "random"], "name": "Eva", "journal": journal}
    request = urllib.request.Request(
        f"{address}/api/tables", json.dumps(body).encode(), {"content-type": "application/json"}
    )
    with urllib.request.urlopen(request) as reply:
        made = json.load(reply)
    page.goto(f"{address}/t/{made['table']}#{made['token']}")
    page.locator(".decision[data-prompt]").wait_for()


# Playing


def press_on(page: Page) -> None:
    """Answer by keyboard alone: decline where one may, lock dials in, otherwise take what stands first.

    Keys are pressed again when nothing came of them: what is still being shown one by one swallows the first.
    """
    number = page.locator(".decision").get_attribute("data-question")
    for _ in range(5):
        press_keys(page)
        with suppress(TimeoutError):
            page.locator(f".decision:not([data-question='{number}']), section.end").first.wait_for(timeout=10_000)
            return
    raise AssertionError("the keys change nothing")


def press_keys(page: Page) -> None:
    if page.locator(".decision").get_attribute("data-prompt") == "prompt.dial":
        for _ in range(page.locator(".decision fieldset").count()):
            page.keyboard.press("4")
        page.keyboard.press("Enter")
    elif page.locator(".decision kbd", has_text="Space").count():
        page.keyboard.press("Space")
    else:
        if not page.locator("[data-commit]:not([disabled])").count():
            page.keyboard.press("1")
        page.keyboard.press("Enter")


@pytest.mark.slow
def test_a_person_plays_a_whole_match_by_keyboard(page: Page, address: str, pictures: Path) -> None:
    sit_down(page, address, GAME)
    for _ in range(260):
        page.locator(".decision[data-prompt], section.end").first.wait_for()
        if over(page):
            break
        press_on(page)
    expect(page.locator("section.end")).to_contain_text("all honest")
    page.screenshot(path=pictures / "obsidian-end.png")


def test_an_attack_from_the_aim_to_the_last_die(page: Page, address: str, pictures: Path, aim: str) -> None:
    """The chance is on the target and in the panel, sums and refusals cite; dice face each other, focus picks some."""
    resume(page, address, aim)
    expect(page.locator(".big-n").first).to_contain_text("%")
    chance = page.locator(".big-n").first.inner_text()
    expect(page.locator("svg .tag.choice", has_text=chance).first).to_be_visible()
    expect(page.locator(".ledger").first).to_contain_text("OP 4.4.1")
    assert page.locator("svg .tag.quiet").count()
    page.screenshot(path=pictures / "obsidian-aim.png")
    page.locator("[data-commit]").click()
    for _ in range(8):
        page.locator(".decision[data-prompt]:not([data-prompt='prompt.target'])").wait_for()
        if page.locator(".decision[data-prompt=prompt\\.focus_attack]").count():
            break
        press_on(page)
    expect(page.locator(".op-walk .rail [aria-current=step]")).to_contain_text("Focus")
    page.locator(".op-walk .pick").first.click()
    expect(page.locator(".decision .die.on")).to_have_count(1)
    expect(page.locator("[data-standing]")).to_contain_text("On the table")
    expect(page.locator("[data-gain]")).to_contain_text("if you roll these again")
    page.screenshot(path=pictures / "obsidian-focus.png")
    page.locator("[data-commit]").click()
    expect(page.locator(".op-walk .verdict")).not_to_have_text("Rolling")
    expect(page.locator(".op-walk .rail [aria-current=step]")).to_contain_text("Resolution")
    page.screenshot(path=pictures / "obsidian-walk.png")
    expect(page.locator(".log .dice").first).to_be_visible()
    page.keyboard.press("c")
    expect(page.locator(".op-walk")).to_have_count(0)


def walks(match: Match[Any], ask: Ask[Any]) -> bool:
    """A mech or drone on the ground goes some way."""
    detail = drawn(match, ask) if ask.prompt.key == "prompt.move" else None
    return isinstance(detail, MoveView) and len(detail.ways) > 14 and match.view(0).units[detail.unit].level == "ground"


def test_a_way_is_drawn_by_keys_and_by_dragging(page: Page, address: str, pictures: Path) -> None:
    """Step by step with what it costs; the rules refuse what leads nowhere; the way that is gone is the one drawn."""
    resume(page, address, moment(walks))
    page.keyboard.press("p")
    commit = page.locator("[data-commit]")
    expect(commit).to_have_text(re.compile("Draw a path first"))
    for key in ("ArrowDown", "ArrowUp", "ArrowRight", "ArrowLeft"):
        page.keyboard.press(key)
        expect(page.locator("[data-commit]:not([disabled]), .decision .no")).to_have_count(1)
        if page.locator("[data-commit]:not([disabled])").count():
            break
        page.keyboard.press("Backspace")
    expect(commit).to_have_text(re.compile("Go this way"))
    assert int(page.locator(".cost .big-n").inner_text()) >= 1
    expect(page.locator("[data-handle=way]")).to_be_visible()
    page.keyboard.press("Backspace")
    expect(commit).to_be_disabled()
    box = page.locator("[data-handle=way]").bounding_box()
    stage = page.locator("svg.board").bounding_box()
    assert box
    assert stage
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(stage["x"] + stage["width"] / 2, stage["y"] + stage["height"] * 0.9, steps=8)
    page.mouse.up()
    expect(page.locator(".decision .no")).to_contain_text("OP 4.3.1")
    page.screenshot(path=pictures / "obsidian-way.png")
    page.keyboard.press("p")
    expect(page.locator("button.opt").first).to_be_visible()


def test_the_choice_of_a_part_and_a_sheet(page: Page, address: str, pictures: Path) -> None:
    """Each part tells its chance; a unit that is touched lays its cards open, and every keyword explains itself."""
    resume(page, address, moment(lambda match, ask: ask.prompt.key == "prompt.part"))
    expect(page.locator("button.opt b.num").first).to_contain_text("%")
    page.locator("[data-unit=b6]").click()
    sheet = page.locator(".op-sheet")
    sheet.wait_for()
    assert sheet.locator(".act").count() > 3
    word = sheet.locator(".words button.explains").first
    word.hover()
    expect(page.get_by_role("tooltip")).to_contain_text("OP ")
    page.mouse.move(640, 5)
    page.screenshot(path=pictures / "obsidian-sheet.png")
    assert not violations(Axe().run(page))
    page.locator("[data-unit=b6]").click()
    expect(sheet).to_have_count(0)


def test_dials_are_set_together_and_in_secret(page: Page, address: str, pictures: Path) -> None:
    resume(page, address, moment(lambda match, ask: ask.prompt.key == "prompt.dial" and match.state.round == 2))
    mechs = page.locator(".decision fieldset")
    assert mechs.count() > 1
    expect(page.locator("[data-commit]")).to_be_disabled()
    for mech in mechs.all():
        mech.get_by_role("radio", name="firing").click()
    page.screenshot(path=pictures / "obsidian-dials.png")
    page.locator("[data-commit]").click()
    page.locator(".decision:not([data-prompt='prompt.dial'])").wait_for()
    expect(page.locator(".log")).to_contain_text("has chosen Firing")


@pytest.mark.parametrize("size", [(1280, 800), (1024, 768), (390, 844)])
def test_no_screen_shuts_anybody_out(page: Page, address: str, aim: str, size: tuple[int, int], pictures: Path) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    resume(page, address, aim)
    expect(page.locator(".big-n").first).to_contain_text("%")
    page.screenshot(path=pictures / f"obsidian-aim-{size[0]}.png")
    assert not violations(Axe().run(page))
