"""The rules book in the browser: read, searched, opened over a match by key, and linked from whatever cites it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from muster.book import chapters_of, shipped_examples
from muster.library import load_game, own_names
from web.sitting import settled, sit_down, violations

SIZES: dict[str, dict[str, Any]] = {
    "wide": {"viewport": {"width": 1600, "height": 1000}},
    "laptop": {"viewport": {"width": 1280, "height": 800}},
    "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True},
}
SHOWN = {
    "tiny_epic_mechs": "TEM.combat.exhausted",
    "obsidian_protocol": "OP.4.7.3.explosion",
    "deadzone": "DZ.command.clarity",
    "tag_raid": "TR.loot.second_death",
}
"""A clause of each game with an example of several steps."""
AXE = {"resultTypes": ["violations"]}


def at(page: Page, name: str) -> None:
    expect(page.locator(f"[data-page='{name}']")).to_be_visible()


@pytest.mark.parametrize("game", own_names())
def test_a_book_is_read_from_its_contents_to_a_clause(page: Page, address: str, game: str) -> None:
    first = chapters_of(game)[0]
    page.goto(f"{address}/rules/{game}")
    expect(page.locator("h1")).to_have_text(load_game(game).catalogue.templates["en"]["game.title"])
    expect(page.locator("[data-page] h2")).to_have_count(len(chapters_of(game)))
    page.locator("[data-page]").get_by_role("link", name=first.title.en, exact=True).click()
    at(page, first.id)
    expect(page.locator("[data-clause-row]")).to_have_count(len(first.clauses))
    expect(page.get_by_text(first.about.en)).to_be_visible()
    clause = first.clauses[1]
    page.locator(f"[data-clause-row='{clause.id}'] a").click()
    expect(page.locator("h1")).to_have_text(clause.en)
    expect(page).to_have_url(f"{address}/rules/{game}/{clause.id.replace(' ', '.')}")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("h1")).to_have_text(first.clauses[0].en)
    page.go_back()
    expect(page.locator("h1")).to_have_text(clause.en)


QUICK = ("tiny_epic_mechs", "phone")
PAGES = [
    pytest.param(game, clause, size, marks=[] if (game, size) == QUICK else [pytest.mark.slow])
    for game, clause in SHOWN.items()
    for size in SIZES
]
"""One game on a phone in `make test`, all of them at all sizes in the night."""


@pytest.mark.parametrize(("game", "clause", "size"), PAGES)
def test_every_page_at_every_size_in_both_languages(
    browser: Browser, address: str, game: str, clause: str, size: str, pictures: Path
) -> None:
    """An example steps through its moments, and axe finds nothing on any page, in either theme."""
    for language, theme in (("en", "dark"), ("es", "light")):
        context = browser.new_context(locale=language, color_scheme=theme, reduced_motion="reduce", **SIZES[size])
        page = context.new_page()
        troubles: list[str] = []
        page.on("pageerror", lambda error, troubles=troubles: troubles.append(str(error)))
        for name in ("", chapters_of(game)[0].id, clause, "glossary", "cards"):
            page.goto(f"{address}/rules/{game}/{name}")
            at(page, name)
            page.locator("h1").wait_for()
            if name == "cards":
                page.locator("[data-card]").first.wait_for()
            if name == clause:
                page.locator(".example svg").first.wait_for()
                page.locator("[data-next-step]").click()
                expect(page.locator(".example [aria-current=step]")).to_have_count(1)
                expect(page.locator(".example ol > li.on")).to_have_count(1)
                assert page.locator(".example ol > li").nth(1).evaluate("node => node.classList.contains('on')")
            assert violations(Axe().run(page, options=AXE)) == [], (name, language)
            wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
            assert wide <= 0, (name, language)
            page.screenshot(path=pictures / f"book-{game}-{name or 'contents'}-{size}-{language}.png")
        assert troubles == []
        context.close()


def test_a_search_finds_rules_words_and_cards_without_accents(page: Page, address: str) -> None:
    page.goto(f"{address}/rules/deadzone")
    page.get_by_role("button", name="Language").click()
    page.locator("[data-page] h2").first.wait_for()
    page.keyboard.press("/")
    expect(page.get_by_role("searchbox")).to_be_focused()
    page.keyboard.type("laser")
    found = page.locator("[data-page] ol li")
    expect(found.filter(has_text="rifle láser").first).to_be_visible()
    page.get_by_role("searchbox").fill("vigilancia")
    expect(found.filter(has_text="Capítulo")).to_have_count(1)
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_contain_text("igilancia")
    page.goto(f"{address}/rules/deadzone/item.ammo")
    expect(page.locator("[data-at]")).to_have_count(1)
    page.goto(f"{address}/rules/deadzone/DZ.no.such")
    expect(page.get_by_text("DZ.no.such")).to_be_visible()


@pytest.mark.parametrize("game", own_names())
def test_an_example_is_drawn_and_told(page: Page, address: str, game: str) -> None:
    """For a spread of clauses of each game: the board has pieces or places, and every step its words."""
    clauses = list(shipped_examples(game))
    for clause in clauses[:: max(1, len(clauses) // 8)]:
        page.goto(f"{address}/rules/{game}/{clause.replace(' ', '.')}")
        page.locator(".example svg.board *").nth(20).wait_for(state="attached")
        assert all(text.strip() for text in page.locator(".example .step").all_inner_texts()), clause


def test_the_lobby_opens_the_book_of_the_chosen_game_with_a_key(page: Page, address: str) -> None:
    page.goto(f"{address}/")
    page.locator("[data-game=tag_raid]").click()
    page.keyboard.press("b")
    expect(page).to_have_url(f"{address}/rules/tag_raid")
    page.go_back()
    page.locator("[data-game=deadzone]").click()
    page.locator("[data-rules]").click()
    expect(page).to_have_url(f"{address}/rules/deadzone")


@pytest.mark.parametrize("game", own_names())
def test_over_a_match_the_book_says_where_a_clause_applies(page: Page, address: str, game: str) -> None:
    """One key opens it; no key of the book reaches the match; Back leads through its pages and then to the match."""
    sit_down(page, address, game)
    settled(page)
    question = page.locator(".decision").get_attribute("data-question")
    here = page.url
    page.keyboard.press("b")
    book = page.get_by_role("dialog", name="Rules")
    expect(book.locator("h1")).to_be_visible()
    assert violations(Axe().run(page, options=AXE)) == []
    page.keyboard.press("z")
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    expect(book).to_have_count(0)
    assert page.locator(".decision").get_attribute("data-question") == question
    link = page.locator(".log a.clause").first
    if not link.count():
        link = page.locator("a.clause").first
    if link.count():
        clause = link.get_attribute("data-clause")
        link.click()
        expect(book.locator("[data-id]")).to_have_text(clause or "")
        expect(book.locator(".now")).to_be_visible()
        book.get_by_role("navigation", name="Contents").get_by_role("link", name="Glossary").click()
        expect(book.locator("h1")).to_have_text("Glossary")
        page.go_back()
        expect(book.locator("[data-id]")).to_have_text(clause or "")
        page.go_back()
        expect(book).to_have_count(0)
    assert page.url == here
    assert page.locator(".decision").get_attribute("data-question") == question


def test_a_refusal_and_a_keyword_lead_to_their_clause(page: Page, address: str) -> None:
    sit_down(page, address, "tiny_epic_mechs")
    settled(page)
    page.locator("body").press("?")
    refused = page.locator(".pop a.clause").first
    if refused.count():
        refused.click()
        expect(page.get_by_role("dialog", name="Rules").locator("[data-id]")).to_be_visible()
        page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    word = page.locator(".left button.explains").first
    word.hover()
    page.get_by_role("tooltip").wait_for()
    page.keyboard.press("b")
    expect(page.get_by_role("dialog", name="Rules").locator("[data-id]")).to_be_visible()
    page.keyboard.press("Escape")
    word.click()
    page.get_by_role("tooltip").locator("a").first.click()
    expect(page.get_by_role("dialog", name="Rules").locator("[data-id]")).to_be_visible()
