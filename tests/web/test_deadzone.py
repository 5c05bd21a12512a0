"""Deadzone in the browser: a whole match against a bot, levels, sight, cards and dice in the log."""

from __future__ import annotations

import json
import re
from typing import Any
from urllib.request import Request, urlopen

from playwright.sync_api import Page, expect
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from web.sitting import over, settled

ATTACKS = ("shoot", "fight", "blaze")
ORDER = (*ATTACKS, "activate", "move", "sprint")


def open_table(page: Page, address: str) -> None:
    """A table in the yard against a bot that answers at once, as the lobby would set it up."""
    wanted = {"game": "deadzone", "options": {"battlefield": "yard"}, "seats": ["open", "random"], "name": "Ann"}
    body = json.dumps(wanted).encode()
    request = Request(f"{address}/api/tables", body, {"Content-Type": "application/json"})
    with urlopen(request, timeout=20) as reply:
        made: dict[str, Any] = json.load(reply)
    page.goto(f"{address}/t/{made['table']}#{made['token']}")
    expect(page.locator("main")).to_be_visible()


def offered(page: Page) -> list[str]:
    keys: list[str] = page.evaluate("[...document.querySelectorAll('button.opt')].map((one) => one.dataset.key)")
    return keys


def answer(page: Page, key: str) -> None:
    """Take an option in hand and commit it. A row that is gone belonged to a question that is answered by now."""
    row = page.locator(f'button.opt[data-key="{key}"]')
    try:
        if row.get_attribute("aria-pressed", timeout=3000) != "true":
            row.click(timeout=3000)
        page.locator("[data-commit]:not([disabled])").click(timeout=3000)
    except PlaywrightTimeout:
        return
    page.wait_for_timeout(150)


def choose(keys: list[str]) -> str:
    return next((key for verb in ORDER for key in keys if key.split(":")[0] == verb), keys[0])


def until(page: Page, verbs: tuple[str, ...], most: int = 120) -> str:
    """Play on until one of these is offered: its key."""
    for _ in range(most):
        settled(page)
        if page.locator("[data-watch]").count():
            page.keyboard.press("Space")
            page.locator("[data-watch]").first.wait_for(state="detached")
            continue
        keys = offered(page)
        found = next((key for key in keys if key.split(":")[0] in verbs), None)
        if found:
            return found
        if keys:
            answer(page, choose(keys))
        else:
            page.wait_for_timeout(100)
    raise AssertionError(f"{verbs} never came")


def test_a_match_against_a_bot_to_its_end(page: Page, address: str) -> None:
    """Set up, act, and concede at the start of a later turn: the winner and the dice key are shown."""
    open_table(page, address)
    until(page, ("activate",))
    expect(page.locator(".inset")).to_have_count(2)
    answer(page, until(page, ("activate",)))
    until(page, ("move", "shoot", "fight"))
    families = page.locator("[data-family]")
    assert families.count() > 2
    page.locator("[data-family=move]").click()
    assert all(key.split(":")[0] in ("move", "sprint", "climb", "reposition", "exit") for key in offered(page))
    answer(page, offered(page)[0])
    for _ in range(60):
        until(page, ("activate",))
        if page.locator("[data-concede]").count():
            break
        answer(page, offered(page)[0])
    page.locator("[data-concede]").click()
    page.locator("[data-concede]").click()
    page.locator("section.end").wait_for()
    assert over(page)


def test_levels_and_cards_by_keyboard(page: Page, address: str) -> None:
    """Page keys change the level; a cube on another level is touched at its column; cards show both effects."""
    open_table(page, address)
    until(page, ("at",))
    expect(page.locator(".inset.on")).to_contain_text("Level 1")
    page.locator("body").press("PageUp")
    expect(page.locator(".inset.on")).to_contain_text("Level 2")
    page.locator("body").press("PageDown")
    expect(page.locator(".inset.on")).to_contain_text("Level 1")
    assert page.locator(".tray .card").count() >= 1
    assert page.locator(".tray .card .line").count() == 2 * page.locator(".tray .card").count()


def test_a_shot_shows_its_dice_before_and_after(page: Page, address: str) -> None:
    """The ledger of an attack adds up to the dice on the button, and the log draws every die of the test."""
    open_table(page, address)
    key = until(page, ATTACKS)
    page.locator(f'button.opt[data-key="{key}"]').click()
    sums = page.locator(".sums")
    sums.wait_for()
    figures = sums.locator(".ledger").first.locator(".v").all_inner_texts()
    dice = int(re.match(r"\d+", sums.locator(".num").first.inner_text()).group())  # type: ignore[union-attr]
    assert sum(int(figure.replace("−", "-")) for figure in figures) == dice
    page.locator("[data-commit]:not([disabled])").click()
    for _ in range(12):
        page.wait_for_timeout(300)
        settled(page)
        if page.locator("ol.list .dice svg").count():
            break
        keys = offered(page)
        answer(page, "no-card" if "no-card" in keys else choose(keys))
    assert page.locator("ol.list .dice svg").count() >= 2
