"""Enter commits, whatever was clicked last, and Escape goes back: at every table and in the lobby."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from web.sitting import TITLES, answered, laid, lit, question, settled, sit_down

THEME = "document.documentElement.dataset.theme"
HELD = ".decision button.opt[aria-pressed=true]"
READY = "[data-commit]:not([disabled])"


def begin(page: Page, address: str, game: str) -> None:
    """A table at which the person is asked something that has a list."""
    sit_down(page, address, game)
    page.locator(".decision button.opt").first.wait_for()


@pytest.mark.parametrize("game", list(TITLES))
def test_enter_commits_though_something_else_was_clicked_since(page: Page, address: str, game: str) -> None:
    begin(page, address, game)
    number = question(page)
    page.locator(".decision button.opt").first.click()
    page.locator(READY).wait_for()
    page.get_by_role("button", name="Theme").click()
    theme = page.evaluate(THEME)
    page.keyboard.press("Enter")
    answered(page, number)
    assert page.evaluate(THEME) == theme, "Enter pressed the button again"


@pytest.mark.parametrize("game", ["obsidian_protocol", "deadzone", "tag_raid"])
def test_enter_commits_what_the_board_was_touched_for(page: Page, address: str, game: str) -> None:
    """The piece or place that was clicked has the focus: it is not chosen again."""
    sit_down(page, address, game)
    for _ in range(12):
        settled(page)
        number = question(page)
        places = list(lit(page).values())
        if not places and not page.locator(READY).count():
            page.locator(".decision button.opt").first.click()
        elif places:
            page.mouse.click(*places[0])
            ready = page.locator(READY)
            ready.or_(page.locator("button.opt")).first.wait_for()
            if not ready.count():
                page.locator("button.opt").first.click()
        page.locator(READY).wait_for()
        page.keyboard.press("Enter")
        answered(page, number)
        if places:
            return
    raise AssertionError("the board offers nothing")


def test_enter_locks_a_programme_in_though_a_card_was_clicked_last(page: Page, address: str) -> None:
    sit_down(page, address, "tiny_epic_mechs")
    while not page.locator(".tray").count():
        settled(page)
        if page.locator(".tray").count():
            break
        number = question(page)
        page.locator(".decision button.opt").first.click()
        page.keyboard.press("Enter")
        answered(page, number)
    for card in ("collect", "turret", "mine", "power_up"):
        page.locator(f"[data-card={card}]:not([disabled])").click()
    page.keyboard.press("Enter")
    laid(page).wait_for(state="detached")


@pytest.mark.parametrize("game", list(TITLES))
def test_escape_lets_go_and_enter_then_does_nothing(page: Page, address: str, game: str) -> None:
    begin(page, address, game)
    number = question(page)
    page.locator(".decision button.opt").first.click()
    expect(page.locator(READY)).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator(HELD)).to_have_count(0)
    page.keyboard.press("Enter")
    page.wait_for_timeout(300)
    expect(page.locator(HELD)).to_have_count(0)
    assert question(page) == number


def test_what_the_focus_was_walked_to_is_pressed(page: Page, address: str) -> None:
    """Without a mouse Enter presses a button, as everywhere; a digit after that means the table again."""
    begin(page, address, "tag_raid")
    number = question(page)
    theme = page.evaluate(THEME)
    while not page.locator("button[aria-label=Theme]:focus").count():
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("html")).not_to_have_attribute("data-theme", theme)
    page.keyboard.press("1")
    page.locator(READY).wait_for()
    page.keyboard.press("Enter")
    answered(page, number)


def test_enter_held_down_commits_once(page: Page, address: str) -> None:
    begin(page, address, "tiny_epic_mechs")
    number = question(page)
    page.locator(".decision button.opt").first.click()
    page.keyboard.down("Enter")
    answered(page, number)
    settled(page)
    number = question(page)
    if not page.locator(".decision .opt[aria-pressed=true]").count():  # the only option is in hand by itself
        page.keyboard.press("1")
    page.keyboard.down("Enter")  # still down: it repeats
    page.wait_for_timeout(300)
    assert question(page) == number
    page.keyboard.up("Enter")


@pytest.mark.parametrize("last", ["game", "seat", "setting", "theme", "field"])
def test_in_the_lobby_enter_sits_down_whatever_was_clicked_last(page: Page, address: str, last: str) -> None:
    page.goto(f"{address}/")
    page.locator(".gm", has_text="Deadzone").click()
    theme = page.evaluate(THEME)
    match last:
        case "seat":
            page.get_by_role("radiogroup", name="Seat B").get_by_role("radio", name="Friend").click()
        case "setting":
            page.locator("form select").first.focus()
            page.locator("form select").first.click()
            page.keyboard.press("Escape")
            page.locator("form h2").click()
        case "theme":
            page.get_by_role("button", name="Theme").click()
            theme = page.evaluate(THEME)
        case "field":
            page.get_by_label("Your name").fill("Ana")
    page.keyboard.press("Enter")
    page.wait_for_url("**/t/*")
    if last == "seat":  # a friend is still to come
        expect(page.locator("[data-waiting]")).to_be_visible()
        expect(page.locator(".crumb")).to_contain_text("Deadzone")
    else:
        expect(page.locator("svg.board").first).to_have_attribute("aria-label", re.compile("Deadzone"))
    assert page.evaluate(THEME) == theme


def test_in_the_builder_enter_keeps_the_force_whatever_was_clicked_last(page: Page, address: str) -> None:
    """A force that breaks rules stays where it is, and nothing is added a second time."""
    page.goto(f"{address}/forces/obsidian_protocol")
    page.locator("[data-add=mechs]").click()
    page.locator(".library .take").first.click()
    expect(page.locator(".held")).to_have_count(1)
    page.keyboard.press("Enter")
    page.wait_for_timeout(300)
    expect(page.locator(".held")).to_have_count(1)
    page.keyboard.press("Control+z")
    expect(page.locator(".held")).to_have_count(0)
    page.locator("[data-ready]").select_option("rdl_900_line")
    expect(page.locator("[data-legal=true]")).to_be_visible()
    page.locator("[data-slot]").first.click()
    page.keyboard.press("Enter")
    expect(page.locator(".gm").first).to_be_visible()
