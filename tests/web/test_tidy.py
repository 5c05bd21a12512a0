"""Tests share a browser, and nothing of one reaches the next."""

from __future__ import annotations

from playwright.sync_api import BrowserContext

from web.conftest import tidy

LEAVE = "localStorage.setItem('left', 'behind'); document.cookie = 'left=behind'"
FOUND = "[localStorage.getItem('left'), document.cookie]"


def test_what_a_page_said_last_is_gone_too(usual: BrowserContext, address: str) -> None:
    """A page that is closed as it says something: the next one is in English all the same."""
    for _ in range(12):
        page = usual.new_page()
        page.goto(f"{address}/rules/deadzone")
        assert page.evaluate("document.documentElement.lang") == "en"
        page.get_by_role("button", name="Language").click()
        tidy(usual, address)


def test_what_a_page_keeps_is_gone_for_the_next_test(usual: BrowserContext, address: str) -> None:
    page = usual.new_page()
    page.goto(f"{address}/icon.svg")
    page.evaluate(LEAVE)
    again = usual.new_page()
    again.goto(f"{address}/icon.svg")
    assert again.evaluate(FOUND) == ["behind", "left=behind"]
    tidy(usual, address)
    assert len(usual.pages) == 1
    after = usual.new_page()
    after.goto(f"{address}/icon.svg")
    assert after.evaluate(FOUND) == [None, ""]
    after.close()
