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
