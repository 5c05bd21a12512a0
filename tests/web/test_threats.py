"""The threat map at a table: switched on by a key, drawn over the board with figures, and the other way round."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from muster.library import game_names
from web.moments import moment_against_a_bot, offered
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


def test_a_planned_place_has_its_reply(page: Page, address: str) -> None:
    """Deadzone: a cube in hand shows what each enemy could do to the model there, the worst first."""
    page.goto(moment_against_a_bot(address, offered(0, "move"), "deadzone"))
    settled(page)
    expect(page.locator("[data-reply]")).to_have_count(0)
    page.locator("svg[role=application] [data-lit][data-target^='cube:']").first.focus()
    page.keyboard.press("Enter")
    reply = page.locator("[data-reply]")
    expect(reply).to_be_visible()
    chances = reply.locator("li").evaluate_all("all => all.map((one) => Number(one.dataset.chance))")
    assert chances
    assert chances == sorted(chances, reverse=True)
    assert all(0 < chance <= 1 for chance in chances)
