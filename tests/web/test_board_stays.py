"""Nothing comes between a person and the board: tooltips let clicks through, sheets lie over the board and do not move
it, and refusals are told in words.
"""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from muster.kernel.match import Match
from web.moments import Until, moment
from web.sitting import TITLES, decide, in_sight, question, settled, sit_down

TIP = "[role=tooltip]"
CARDS = "Stat card"
UNDER = """(selector) => {
  const box = document.querySelector(selector).getBoundingClientRect();
  const at = (x, y) => document.elementFromPoint(box.x + x * box.width, box.y + y * box.height);
  const spots = [[0.5, 0.5], [0.1, 0.1], [0.9, 0.9], [0.1, 0.9], [0.9, 0.1]];
  return spots.filter(([x, y]) => at(x, y)?.closest(selector)).length;
}"""
EXPLAINED = """() => [...document.querySelectorAll("svg[role=application] [data-lit][data-term]")].flatMap((one) => {
  const box = one.getBoundingClientRect();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  return document.elementFromPoint(x, y)?.closest("[data-target]") === one ? [[x, y]] : [];
})"""
PLACES = """() => [...document.querySelectorAll(".stage > .host svg [data-target]")].map((one) => {
  const box = one.getBoundingClientRect();
  return [one.dataset.target, ...[box.x, box.y, box.width, box.height].map(Math.round)].join(" ");
}).sort()"""


def explained(page: Page, address: str, game: str) -> tuple[float, float]:
    """Play until the board offers something that explains itself: where it is."""
    sit_down(page, address, game)
    for nth in range(25):
        settled(page)
        found: list[Any] = page.evaluate(EXPLAINED)
        if found:
            return found[0][0], found[0][1]
        decide(page, nth % 3)
    pytest.skip("the board offers nothing that has a tooltip so early")


@pytest.mark.parametrize("game", ["obsidian_protocol", "deadzone", "tag_raid"])
def test_a_tooltip_over_the_board_swallows_no_click(page: Page, address: str, game: str) -> None:
    x, y = explained(page, address, game)
    page.mouse.move(x - 1, y)
    page.mouse.move(x, y, steps=3)
    expect(page.locator(TIP)).to_be_visible()
    assert page.evaluate(UNDER, TIP) == 0, "the tooltip catches the pointer"
    before = page.locator(".decision").inner_text()
    page.mouse.click(x, y)
    expect(page.locator(".decision")).not_to_have_text(before)
    expect(page.locator(TIP)).to_have_count(0)


@pytest.mark.parametrize("game", list(TITLES))
def test_no_tooltip_catches_the_pointer(page: Page, address: str, game: str) -> None:
    sit_down(page, address, game)
    settled(page)
    while not page.locator("svg.board [data-term]").count():
        decide(page)
        settled(page)
    page.locator("svg.board [data-term]").first.hover(force=True)
    expect(page.locator(TIP)).to_be_visible()
    assert page.evaluate(UNDER, TIP) == 0


def test_a_finger_that_rests_reads_and_still_takes_in_hand(browser: Browser, address: str) -> None:
    context = browser.new_context(viewport={"width": 1024, "height": 768}, has_touch=True, reduced_motion="reduce")
    page = context.new_page()
    x, y = explained(page, address, "obsidian_protocol")
    before = page.locator(".decision").inner_text()
    number = question(page)
    touch = context.new_cdp_session(page)
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    expect(page.locator(TIP)).to_be_visible()
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.wait_for_timeout(500)
    if page.locator(".decision").inner_text() == before:  # a very long press makes no click
        page.touchscreen.tap(x, y)
    expect(page.locator(".decision")).not_to_have_text(before)
    if question(page) != number:  # who acts is picked with a touch, and can be taken back
        expect(page.get_by_role("button", name="Take back", exact=True)).to_be_enabled()
    context.close()


def test_the_sheet_of_a_unit_leaves_the_board_where_it_is(page: Page, address: str) -> None:
    sit_down(page, address, "obsidian_protocol")
    for nth in range(30):
        settled(page)
        if page.locator(".stage [data-target^='unit:']").count() > 3:
            break
        decide(page, nth % 2)
    before = page.evaluate(PLACES)
    box = page.evaluate(
        """() => [...document.querySelectorAll(".stage [data-target^='unit:']:not([data-lit])")].flatMap((one) => {
          const box = one.getBoundingClientRect();
          const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
          return document.elementFromPoint(x, y)?.closest("[data-target]") === one ? [[x, y]] : [];
        })"""
    )
    assert box, "there is a unit to look at"
    page.mouse.click(*box[0])
    page.locator(".op-sheet").wait_for()
    assert page.evaluate(PLACES) == before
    under = page.evaluate("([x, y]) => document.elementFromPoint(x, y)?.closest('[data-target]')?.dataset", box[0])
    assert str(under["target"]).startswith("unit:"), "the sheet lies on what was clicked"
    page.keyboard.press("Escape")
    expect(page.locator(".op-sheet")).to_have_count(0)
    assert page.evaluate(PLACES) == before


def test_a_stat_card_leaves_the_board_where_it_is(page: Page, address: str) -> None:
    sit_down(page, address, "deadzone")
    models: list[tuple[float, float]] = []
    for nth in range(30):
        settled(page)
        models = list(in_sight(page, ".stage [data-target^='model:']").values())
        if len(models) > 3 and page.get_by_role("button", name=CARDS).count():
            break
        decide(page, nth % 2)
    page.mouse.move(5, 5)
    before = page.evaluate(PLACES)
    page.get_by_role("button", name=CARDS).click()
    for x, y in models[:3]:
        page.mouse.move(x, y)
        page.locator("section.sheet").wait_for()
        assert page.evaluate(PLACES) == before
    page.keyboard.press("Escape")
    expect(page.locator("section.sheet")).to_have_count(0)
    assert page.evaluate(PLACES) == before


def refused_to(seat: int, least: int) -> Until:
    """Until the rules refuse this seat so many things, some of them for the same reason."""

    def holds(match: Match[Any]) -> bool:
        return seat in match.pending and len(list(match.pending[seat].space.blocked())) >= least

    return holds


@pytest.mark.parametrize(
    ("game", "seat", "least"),
    [("tiny_epic_mechs", 0, 8), ("obsidian_protocol", 0, 8), ("deadzone", 0, 20), ("tag_raid", 1, 1)],
)
def test_what_one_may_not_do_is_told_in_words_grouped_by_reason(
    page: Page, address: str, game: str, seat: int, least: int
) -> None:
    page.goto(moment(address, refused_to(seat, least), seat, game))
    settled(page)
    page.get_by_role("button", name="What can't I do, and why?").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_be_visible()
    dialog.locator("li .rule").first.wait_for()
    rules = dialog.locator("li").all_inner_texts()
    assert len(set(rules)) == len(rules), "a reason stands there twice"
    things = dialog.locator("li .things").all_inner_texts()
    assert things
    for thing in things:
        assert not any(mark in thing for mark in (":", "@", "/", "_")), f"a key instead of words: {thing}"
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
