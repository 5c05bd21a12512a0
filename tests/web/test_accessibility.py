"""axe finds nothing on the main screens, in both themes."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from web.sitting import TITLES, decide, settled, sit_down, violations


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_the_lobby(page: Page, address: str, theme: str) -> None:
    page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
    page.goto(f"{address}/")
    page.locator(".gm").first.wait_for()
    assert violations(Axe().run(page)) == []


@pytest.mark.parametrize("game", list(TITLES))
@pytest.mark.parametrize("theme", ["dark", "light"])
def test_a_table(page: Page, address: str, game: str, theme: str) -> None:
    page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
    sit_down(page, address, game)
    for _ in range(4):
        settled(page)
        if not page.locator(".tray").count():
            decide(page)
    settled(page)
    assert violations(Axe().run(page)) == []
