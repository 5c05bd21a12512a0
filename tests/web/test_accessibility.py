"""axe finds nothing on the main screens, in both themes."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from web.moments import finished, moment, striking
from web.sitting import TITLES, decide, settled, sit_down, violations


def nothing_found(page: Page) -> None:
    """In either theme: the page follows the system while it is open."""
    for theme in ("dark", "light"):
        page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
        page.locator(f"[data-theme={theme}]").wait_for()
        assert violations(Axe().run(page)) == [], theme


def test_the_lobby(page: Page, address: str) -> None:
    page.goto(f"{address}/")
    page.locator(".gm").first.wait_for()
    nothing_found(page)


@pytest.mark.parametrize("game", list(TITLES))
def test_a_table(page: Page, address: str, game: str) -> None:
    sit_down(page, address, game)
    for _ in range(4):
        settled(page)
        if not page.locator(".tray").count():
            decide(page)
    settled(page)
    nothing_found(page)


def test_a_combat(page: Page, address: str) -> None:
    page.goto(moment(address, striking(0)))
    page.locator(".duel").wait_for()
    nothing_found(page)


def test_the_end(page: Page, address: str) -> None:
    page.goto(moment(address, finished))
    page.locator(".end .score").first.wait_for()
    nothing_found(page)


def test_the_menu(page: Page, address: str) -> None:
    page.goto(moment(address, striking(0)))
    page.locator(".duel").wait_for()
    page.get_by_role("button", name="Menu").click()
    nothing_found(page)
