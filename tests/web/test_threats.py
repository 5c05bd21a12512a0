"""The threat map at a table: switched on by a key, drawn over the board with figures, and the other way round."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from muster.library import game_names
from web.sitting import settled, violations
from web.test_workbench import opened


@pytest.mark.parametrize("game", game_names())
def test_a_key_draws_it_over_the_board(page: Page, address: str, game: str) -> None:
    opened(page, address, game)
    page.locator("[data-play]").click()
    page.wait_for_url("**/t/*")
    settled(page)
    expect(page.locator("[data-heat]")).to_have_count(0)
    page.keyboard.press("t")
    expect(page.locator("[data-heat]").first).to_be_attached()
    figures = page.locator("[data-heat]").evaluate_all("all => all.map((one) => Number(one.dataset.heat))")
    assert max(figures) > 0
    assert all(0 <= figure <= 1 for figure in figures)
    assert "%" in (page.locator("[data-heat] title").first.text_content() or "") or min(figures) == 0
    assert violations(Axe().run(page)) == []
    forth = page.locator("[data-heat]").evaluate_all("all => all.map((one) => one.getAttribute('aria-label'))")
    page.keyboard.press("Shift+T")
    page.wait_for_function(
        "forth => JSON.stringify([...document.querySelectorAll('[data-heat]')].map((one) => one.ariaLabel)) !== forth",
        arg=str(forth),
    )
    expect(page.locator('[data-tool="safe"]')).to_have_attribute("aria-pressed", "true")
    page.locator('[data-tool="safe"]').click()
    expect(page.locator("[data-heat]")).to_have_count(0)
