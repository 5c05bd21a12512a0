"""From the lobby to the end of a match without a mouse (Obsidian Protocol: `test_obsidian_protocol.py`); of Deadzone,
which is long when nobody thinks, fifty decisions.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from web.sitting import TITLES, act_by_keys, over, play, settled


@pytest.mark.parametrize("game", ["tiny_epic_mechs", pytest.param("tag_raid", marks=pytest.mark.slow)])
def test_a_whole_match_by_keyboard_alone(page: Page, address: str, game: str) -> None:
    sit_down_by_keys(page, address, game)
    assert play(page, act=act_by_keys) > 8
    expect(page.locator("section.end")).to_contain_text("winner")


def test_twenty_decisions_by_keyboard_alone(page: Page, address: str) -> None:
    sit_down_by_keys(page, address, "deadzone")
    for count in range(20):
        settled(page)
        if over(page):
            break
        act_by_keys(page, count)


def sit_down_by_keys(page: Page, address: str, game: str) -> None:
    page.goto(f"{address}/")
    page.get_by_role("button", name="Sit down").wait_for()
    tab_to(page, ".gm", TITLES[game])
    page.keyboard.press("Enter")
    tab_to(page, "form [type=submit]")
    page.keyboard.press("Enter")


def tab_to(page: Page, selector: str, text: str = "") -> None:
    """Tab until something of this kind, with this text in it, has the focus."""
    for _ in range(80):
        page.keyboard.press("Tab")
        if page.locator(f"{selector}:focus", has_text=text).count():
            return
    raise AssertionError(f"Tab never comes to {selector} {text}")
