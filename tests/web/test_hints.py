"""A first match: a hint when it matters, with its clause, in both languages, put away for good with a click."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from web.sitting import TITLES, settled, sit_down


@pytest.mark.parametrize("game", list(TITLES))
def test_the_first_question_comes_with_a_hint(page: Page, address: str, game: str) -> None:
    sit_down(page, address, game)
    until_a_hint(page)
    hint = page.locator("aside.hint")
    english = hint.locator("p").inner_text()
    assert len(english.split()) > 6
    page.get_by_role("button", name="Language").click()
    expect(hint.locator("p")).not_to_have_text(english)
    page.get_by_role("button", name="Idioma").click()
    expect(hint.locator("p")).to_have_text(english)
    hint.get_by_role("button", name="Got it").click()
    expect(page.locator("aside.hint p", has_text=re.compile(f"^{re.escape(english)}$"))).to_have_count(0)
    page.reload()
    settled(page)
    expect(page.locator("aside.hint p", has_text=re.compile(f"^{re.escape(english)}$"))).to_have_count(0)


def until_a_hint(page: Page) -> None:
    """Answer what needs no hint."""
    for _ in range(6):
        settled(page)
        if page.locator("aside.hint").count():
            return
        commit = page.locator("[data-commit]:not([disabled])")
        if not commit.count():
            page.locator("button.opt").first.click()
        number = page.locator(".decision").get_attribute("data-question")
        commit.click()
        page.locator(f".decision:not([data-question='{number}'])").wait_for()
    raise AssertionError("no hint")
