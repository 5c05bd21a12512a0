"""At the table without eyes: a place is found on the board, chosen and entered by keys, and what happens is said."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from web.moments import asked, moment_against_a_bot, offered
from web.sitting import answered, question, settled


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


def test_the_focus_goes_on_to_the_next_question(page: Page, address: str) -> None:
    """Whoever answers in the list by keys is at the next question then, and Tab leads to its answers."""
    page.goto(moment_against_a_bot(address, asked(0, "prompt.choose_pilot"), "tiny_epic_mechs"))
    settled(page)
    number = question(page)
    page.locator(".decision button.opt").first.focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    answered(page, number)
    settled(page)
    expect(page.locator("[data-asked]")).to_be_focused()
    page.keyboard.press("Tab")
    assert page.evaluate("!!document.activeElement.closest('.decision')")


def test_two_keys_lead_to_the_question_and_to_the_board(page: Page, address: str) -> None:
    """They are the first things that Tab comes to; on an empty board it comes to a place that may be chosen."""
    page.goto(moment_against_a_bot(address, asked(0, "prompt.place_base"), "tiny_epic_mechs"))
    settled(page)
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="What is asked")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("[data-asked]")).to_be_focused()
    page.get_by_role("button", name="The board").focus()
    page.keyboard.press("Enter")
    expect(page.locator("svg[role=application] [data-lit]:focus")).to_have_attribute(
        "aria-label", re.compile("can be chosen")
    )


def test_a_digit_stays_with_its_answer_in_a_list_that_was_searched(page: Page, address: str) -> None:
    page.goto(moment_against_a_bot(address, offered(0, "sprint"), "deadzone"))
    settled(page)
    digits = {
        one.get_attribute("data-key"): one.locator("kbd").all_inner_texts() for one in page.locator("button.opt").all()
    }
    page.get_by_role("searchbox").fill("Sprint")
    found = page.locator("button.opt")
    expect(found.first).to_have_attribute("data-key", re.compile("^sprint"))
    for one in found.all():
        assert one.locator("kbd").all_inner_texts() == digits[one.get_attribute("data-key")]


def test_a_picture_is_no_stop_for_the_tab_key(page: Page, address: str) -> None:
    """Orca said "clickable" twenty times between one game of the lobby and the next."""
    page.goto(f"{address}/")
    page.locator(".art svg").nth(3).wait_for()
    first = page.locator(".gm").first
    first.focus()
    page.keyboard.press("Tab")
    expect(page.locator(".gm").nth(1)).to_be_focused()


def test_places_and_figures_are_lists_to_choose_from(page: Page, address: str) -> None:
    """A screen reader leaves the arrows to a list of options by itself; what is in hand is the one selected."""
    page.goto(moment_against_a_bot(address, offered(0, "move"), "deadzone"))
    settled(page)
    places = page.get_by_role("listbox", name="Places")
    expect(places.get_by_role("option", name=re.compile("can be chosen")).first).to_be_attached()
    expect(page.get_by_role("listbox", name="Figures").get_by_role("option").first).to_be_attached()
    expect(page.locator("svg [role=option][aria-selected]")).to_have_count(0)
    place = places.locator("[data-lit]").first
    place.focus()
    page.keyboard.press("Enter")
    expect(place).to_have_attribute("aria-selected", "true")


def test_a_second_enter_on_a_place_plays_what_the_first_took_in_hand(page: Page, address: str) -> None:
    """Also where a touch draws a path: it was redrawn for ever, while the page said that Enter plays it."""
    page.goto(moment_against_a_bot(address, asked(0, "prompt.turn"), "tag_raid"))
    settled(page)
    number = question(page)
    page.locator("svg[role=application] .places [data-lit]").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator("[data-in-hand]")).to_have_text(re.compile(r"^In hand: .+\. Enter plays it\.$"))
    page.keyboard.press("Enter")
    answered(page, number)


def test_a_question_is_said_once(page: Page, address: str) -> None:
    """Whoever is led to the question hears it there, so the region that says it is silent then; else it speaks."""
    page.goto(moment_against_a_bot(address, asked(0, "prompt.choose_pilot"), "tiny_epic_mechs"))
    settled(page)
    region = page.locator(".asked")
    expect(region).to_have_attribute("aria-live", "polite")
    page.locator(".decision button.opt").first.focus()
    expect(region).to_have_attribute("aria-live", "off")
    page.locator("[data-asked]").focus()
    expect(region).to_have_attribute("aria-live", "polite")


def test_whoever_closes_a_dialog_is_where_they_were(page: Page, address: str) -> None:
    """The focus was lost, and the next Tab led out of the page."""
    page.goto(moment_against_a_bot(address, offered(0, "move"), "deadzone"))
    settled(page)
    opener = page.locator("[data-how]")
    opener.focus()
    page.keyboard.press("Enter")
    sheet = page.get_by_role("dialog", name="How to win")
    expect(sheet.locator("[data-close-goal]")).to_be_focused()
    page.keyboard.press("Tab")
    assert sheet.evaluate("one => one.contains(document.activeElement)")
    page.keyboard.press("Escape")
    expect(opener).to_be_focused()


def test_the_book_opens_at_its_heading(page: Page, address: str) -> None:
    page.goto(moment_against_a_bot(address, offered(0, "move"), "deadzone"))
    settled(page)
    page.locator("header [data-rules]").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog").get_by_role("heading", level=1)).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("header [data-rules]")).to_be_focused()


def test_a_tooltip_is_heard_as_a_sentence(page: Page, address: str) -> None:
    """Neither the name that was just said nor the number of a clause."""
    page.goto(moment_against_a_bot(address, asked(0, "prompt.choose_pilot"), "tiny_epic_mechs"))
    settled(page)
    clause = page.locator(".decision a.clause").first
    page.keyboard.press("Tab")
    clause.focus()
    tip = page.get_by_role("tooltip")
    expect(tip).to_be_visible()
    expect(tip.locator(".from")).to_have_attribute("aria-hidden", "true")


def test_cards_that_are_laid_are_told(page: Page, address: str) -> None:
    page.goto(moment_against_a_bot(address, asked(0, "prompt.program"), "tiny_epic_mechs"))
    settled(page)
    page.get_by_role("button", name="The cards").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".tray [data-card]:focus")).to_have_count(1)
    page.keyboard.press("Enter")
    expect(page.locator(".decision [aria-live]", has_text=re.compile(r"^Card 1: .+ 3 more cards$"))).to_be_attached()
