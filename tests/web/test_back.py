"""The browser's Back leaves no half-made thing: whoever comes forward again finds the seat, and nothing in hand."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from web.moments import asked, moment_against_a_bot
from web.sitting import question, settled, touch

BEGUN = {
    "tiny_epic_mechs": "prompt.program",
    "obsidian_protocol": "prompt.move",
    "deadzone": "prompt.action",
    "tag_raid": "prompt.turn",
}
"""Questions whose answer is put together, or picked among many, before it is given."""


@pytest.mark.parametrize("game", BEGUN)
def test_back_and_forward_leave_nothing_half_made(page: Page, address: str, game: str) -> None:
    page.goto(f"{address}/")
    page.locator(".gm").first.wait_for()
    page.goto(moment_against_a_bot(address, asked(0, BEGUN[game]), game))
    settled(page)
    asks = page.locator(f".decision[data-prompt='{BEGUN[game]}']")
    expect(asks).to_be_visible()
    number, told = question(page), page.locator(".log .ev").count()
    fresh = in_hand(page)
    if game == "tiny_epic_mechs":
        page.locator(".tray [data-card]:not([disabled])").first.click()
        page.locator(".tray [data-card]:not([disabled])").nth(1).click()
    elif game == "tag_raid":
        assert touch(page, 5)
    else:
        picked = page.locator(".decision .opt[aria-pressed=false]")
        picked.nth(min(1, picked.count() - 1)).click()
    page.wait_for_timeout(200)
    assert in_hand(page) != fresh
    assert question(page) == number, "the touch must not have answered"
    page.go_back()
    page.locator(".gm").first.wait_for()
    page.go_forward()
    settled(page)
    expect(asks).to_be_visible()
    assert in_hand(page) == fresh
    assert page.locator(".log .ev").count() == told
    # The seat is still there: what is asked can be answered.
    expect(page.locator("[data-watching]")).to_have_count(0)


def in_hand(page: Page) -> list[str]:
    """What the person has picked, laid or drawn."""
    pressed = page.locator(".decision .opt[aria-pressed=true]")
    laid = page.locator(".tray [data-slot]").count()
    ready = page.locator("[data-commit]:not([disabled])").count()
    keys = [str(one.get_attribute("data-key")) for one in pressed.all()]
    commit = page.locator("[data-commit]").all_inner_texts()
    return [*keys, *commit, f"laid {laid}", f"ready {ready}", f"handles {page.locator('.stage [data-handle]').count()}"]
