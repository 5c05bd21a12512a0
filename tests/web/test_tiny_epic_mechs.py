"""Tiny Epic Mechs in a browser: a whole match by mouse, what the log shows, what is taken back."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from web.moments import moment
from web.sitting import decide, play, settled, sit_down

GAME = "tiny_epic_mechs"


@pytest.mark.slow  # one is played by keyboard in `test_keyboard.py`
def test_a_person_plays_a_whole_match_against_a_bot(page: Page, address: str, pictures: Path) -> None:
    sit_down(page, address, GAME)
    assert play(page) > 8
    expect(page.locator("section.end")).to_contain_text("winner")
    expect(page.locator("section.end")).to_contain_text("all honest")
    page.screenshot(path=pictures / "mechs-end.png")


def test_an_entry_of_the_log_shows_the_board_then(page: Page, address: str) -> None:
    sit_down(page, address, GAME)
    while not page.locator(".tray").count():
        settled(page)
        decide(page)
    page.locator(".log .words").last.click()
    expect(page.locator(".decision h2")).to_have_text("The board at that moment")
    page.keyboard.press("Escape")
    expect(page.locator(".tray")).to_be_visible()


def test_what_is_locked_in_can_be_taken_back_until_all_have(page: Page, address: str) -> None:
    page.goto(moment(address, lambda match: 0 in match.pending))
    settled(page)
    decide(page)
    page.get_by_role("button", name="Take back").first.click()
    settled(page)
    expect(page.locator(".decision h2")).to_have_text("Which pilot do you play?")


def test_the_language_changes_in_the_middle_of_a_match(page: Page, address: str) -> None:
    sit_down(page, address, GAME)
    settled(page)
    page.get_by_role("button", name="Language").click()
    expect(page.locator(".decision h2")).to_have_text("¿Con qué piloto juegas?")
    page.get_by_role("button", name="Idioma").click()
    expect(page.locator(".decision h2")).to_have_text("Which pilot do you play?")


def test_the_planner_says_what_a_card_costs_and_what_will_fail(page: Page, address: str, pictures: Path) -> None:
    sit_down(page, address, GAME)
    while not page.locator(".tray").count():
        settled(page)
        decide(page)
    for card in ("mine", "turret", "purchase", "power_up"):
        page.locator(f".hand-card[data-card={card}]").click()
    steps = page.locator(".steps [data-step]")
    expect(steps).to_have_count(4)
    expect(steps.first).to_contain_text("leaves")
    expect(page.locator(".slot [data-cost]").first).to_contain_text("−")
    expect(page.locator(".steps [data-warning]").first).to_be_visible()
    page.screenshot(path=pictures / "mechs-planner.png")


def test_the_arena_is_there_while_pilots_are_chosen(page: Page, address: str, pictures: Path) -> None:
    sit_down(page, address, GAME)
    settled(page)
    expect(page.locator(".decision h2")).to_have_text("Which pilot do you play?")
    expect(page.get_by_text("Zone, face down").first).to_be_attached()
    page.screenshot(path=pictures / "mechs-pilots.png")
