"""At the table without eyes: a place is found on the board, chosen and entered by keys, and what happens is said."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from web.moments import moment_against_a_bot, offered
from web.sitting import question, settled


def test_what_is_asked_and_what_happened_is_said(page: Page, address: str) -> None:
    """Deadzone by ear: a cube is found with the arrows, chosen and entered with Enter, and the move is told."""
    page.goto(moment_against_a_bot(address, offered(0, "move"), "deadzone"))
    settled(page)
    expect(page.locator(".decision [aria-live=polite] h2").first).not_to_be_empty()
    number = question(page)
    place = page.locator("svg[role=application] [data-lit][data-target^='cube:']").first
    expect(place).to_have_attribute("aria-label", re.compile("can be chosen"))
    place.focus()
    page.keyboard.press("Enter")
    page.locator("[data-commit]:not([disabled])").wait_for()
    before = page.locator("[data-heard]").text_content() or "nothing"
    page.keyboard.press("Enter")
    page.wait_for_function("asked => document.querySelector('.decision')?.dataset.question !== asked", arg=number)
    expect(page.locator("[data-heard]")).not_to_have_text(before)
    expect(page.locator("[data-heard]")).to_have_text(re.compile(r"\w+ .*\."))
    assert (
        page.locator("[data-heard]").evaluate("one => one.closest('[aria-hidden=true]') === null && one.ariaLive")
        == "polite"
    )
