"""Every main screen, looked over: room for a finger, the commit button in reach, nothing cut off, nothing axe finds."""

from __future__ import annotations

import re
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from web.screens import SCREENS, Screen, at_rest, page_of
from web.sitting import violations
from web.test_accessibility import COLOURS, EVERYTHING

FLAT = [screen for screen in SCREENS if screen.sheet not in ("solid", "analysis")]
DECISIONS = [screen for screen in FLAT if screen.sheet in ("board", "fight")]

SMALL = """() => [...document.querySelectorAll("button, a.btn, a.chip, select, input, summary, [role=slider]")]
  .filter((one) => {
    const box = one.getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const at = (across, down) => document.elementFromPoint(x + across, y + down);
    const is = (across, down) => at(across, down) !== null && one.contains(at(across, down));
    if (one.closest("svg, .visually-hidden, .die") || !box.width || !is(0, 0)) return false;
    if (one.closest("label")?.getBoundingClientRect().height >= 43.5) return false;
    return (box.width < 43.5 && !(is(-21, 0) && is(21, 0))) || (box.height < 43.5 && !(is(0, -21) && is(0, 21)));
  })
  .map((one) => `${one.className} ${one.clientWidth}x${one.clientHeight} ${one.textContent.trim().slice(0, 30)}`)"""
"""Controls with less than 44 pixels for a finger. Links in a text are part of it; dice on the board lie in the panel
too, larger.
"""

CUT = """() => [...document.querySelectorAll("button, h1, h2")]
  .filter((one) => {
    const box = one.getBoundingClientRect();
    if (one.closest("svg, .visually-hidden") || !box.width || getComputedStyle(one).clipPath !== "none") return false;
    for (let around = one.parentElement; around && around !== document.body; around = around.parentElement) {
      const scrolls = /auto|scroll/.test(getComputedStyle(around).overflowX);
      if (scrolls && around.scrollWidth > around.clientWidth + 1) return false;
    }
    return box.left < -1 || box.right > innerWidth + 1;
  })
  .map((one) => `${one.className} ${one.textContent.trim().slice(0, 30)}`)"""
"""Buttons and titles beyond the edge, where nobody can scroll."""


def open_at(browser: Browser, address: str, screen: Screen, size: str) -> Page:
    page = page_of(browser, screen, size)
    screen.show(page, address)
    at_rest(page)
    return page


@pytest.mark.slow
@pytest.mark.parametrize("screen", FLAT, ids=str)
def test_on_a_phone_everything_has_room_for_a_finger(browser: Browser, address: str, screen: Screen) -> None:
    page = open_at(browser, address, screen, "phone")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert page.evaluate(SMALL) == []
    assert page.evaluate(CUT) == []
    expect(page.locator("kbd:visible, .by-keys:visible")).to_have_count(0)
    page.context.close()


def test_a_table_for_a_friend_shows_its_link_at_once(browser: Browser, address: str) -> None:
    """The invitation names game and host; whoever only watches is told so."""
    host = open_at(browser, address, next(one for one in SCREENS if str(one) == "lobby-waiting"), "phone")
    link = host.locator("[data-invite] .url").inner_text()
    expect(host.locator("[data-invite] .btn")).to_be_in_viewport(ratio=1)
    guest = browser.new_context(locale="en-GB", reduced_motion="reduce").new_page()
    guest.goto(link)
    expect(guest.get_by_role("heading")).to_have_text(re.compile("Player invites you to .*TAG Raid"))
    guest.get_by_role("button", name="Watch").click()
    expect(guest.locator("[data-watching]")).to_contain_text("You are watching")
    expect(guest.locator("[data-invite]")).to_have_count(0)
    guest.context.close()
    host.context.close()


@pytest.mark.parametrize("screen", DECISIONS, ids=str)
@pytest.mark.parametrize(
    "size", ["phone", *(pytest.param(size, marks=pytest.mark.slow) for size in ("desk", "tablet"))]
)
def test_the_commit_button_is_in_reach_without_scrolling(
    browser: Browser, address: str, screen: Screen, size: str
) -> None:
    page = open_at(browser, address, screen, size)
    button = page.locator("[data-commit], .commit .btn").last
    expect(button).to_be_in_viewport(ratio=1)
    box: Any = button.bounding_box()
    over = "([x, y]) => document.elementFromPoint(x, y)?.closest('.btn') !== null"
    assert page.evaluate(over, [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]), "nothing lies over it"
    page.context.close()


@pytest.mark.slow
@pytest.mark.parametrize("screen", FLAT, ids=str)
def test_axe_finds_nothing(browser: Browser, address: str, screen: Screen) -> None:
    """In both themes at the desk, in one on the phone."""
    for size, themes in (("desk", ("dark", "light")), ("phone", ("light",))):
        page = open_at(browser, address, screen, size)
        for theme in themes:
            page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
            page.locator(f"html[data-theme={theme}]").wait_for()
            options = COLOURS if theme == "light" and size == "desk" else EVERYTHING
            assert violations(Axe().run(page, options=options)) == [], (size, theme)
        page.context.close()
