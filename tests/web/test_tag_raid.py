"""TAG Raid in a browser: a whole match, a path drawn with the mouse and with the keys, reactions, divided bursts."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, expect

from web.moments import asked, moment_against_a_bot
from web.sitting import answered, decide, decide_at_the_board, over, settled, sit_down, violations

GAME = "tag_raid"
MOST_DECISIONS = 600


def until(page: Page, selector: str, most: int = 60) -> Locator:
    """Play on until the decision panel shows something."""
    for _ in range(most):
        settled(page)
        found = page.locator(selector)
        if found.count():
            return found.first
        assert not over(page), "the match is over too early"
        decide(page)
    raise AssertionError(f"no {selector}")


def to_a_move(page: Page) -> None:
    """The question for the first move of an order, with what the rules say about staying."""
    until(page, ".decision h2:has-text('draw your move')")
    page.locator("[data-commit]:not([disabled])").wait_for()


def centre(page: Page, selector: str) -> tuple[float, float]:
    box = page.locator(selector).bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@pytest.mark.slow  # one is played by keyboard in `test_keyboard.py`
def test_a_person_plays_a_whole_match_against_a_bot(page: Page, address: str) -> None:
    """Every third decision is made at the board: a path to a place that it offers. Otherwise orders are spent where one
    stands, and reactions and attacks are what the panel proposes.
    """
    sit_down(page, address, GAME)
    for count in range(MOST_DECISIONS):
        settled(page)
        if over(page):
            break
        if count % 3:
            decide(page)
        else:
            decide_at_the_board(page, count)
    expect(page.locator("section.end")).to_contain_text("all honest")
    expect(page.locator(".log li").first).to_be_visible()


def test_a_path_is_dragged_bent_and_refused_by_the_rules(page: Page, address: str, pictures: Path) -> None:
    sit_down(page, address, GAME)
    to_a_move(page)
    place = page.locator("[data-target^='place:move']").first
    place.click(force=True)
    expect(page.locator(".decision h2")).to_have_text("Move along this path")
    expect(page.locator("[data-commit]")).to_have_text(re.compile("Move here"))
    expect(page.locator(".cost")).not_to_contain_text("0.0 of")
    # Drag the end a little further.
    x, y = centre(page, "[data-handle=end]")
    page.mouse.move(x, y)
    page.mouse.down()
    for step in range(1, 4):
        page.mouse.move(x + 9 * step, y + 9 * step)
    page.mouse.up()
    assert centre(page, "[data-handle=end]") != (x, y)
    # A click on the ground far away adds a bend, and the rules refuse it with their clause.
    bends = page.locator("[data-handle^='bend:']").count()
    box = page.locator("svg.board").bounding_box()
    assert box is not None
    far = (
        (box["x"] + 40, box["y"] + 40)
        if x > box["x"] + box["width"] / 2
        else (box["x"] + box["width"] - 40, box["y"] + 40)
    )
    page.mouse.click(*far)
    expect(page.locator(".no")).to_contain_text("TR move.")
    expect(page.locator("[data-commit]")).to_be_disabled()
    expect(page.locator("[data-handle^='bend:']")).to_have_count(bends + 1)
    page.screenshot(path=pictures / "tag-raid-refused.png")
    page.get_by_role("button", name="Remove the last point").click()
    expect(page.locator("[data-handle^='bend:']")).to_have_count(bends)
    page.get_by_role("button", name="Start over").click()
    expect(page.locator(".decision h2")).to_have_text(re.compile("Order 1 of 2: draw your move"))


@pytest.mark.parametrize("kind", ["prompt.second", "prompt.turn"])
def test_escape_lets_go_of_a_draft_and_begins_it_anew(page: Page, address: str, kind: str) -> None:
    """What can be declared is still there, and something is in hand again."""
    page.goto(moment_against_a_bot(address, asked(0, kind), GAME, seed=3))
    settled(page)
    ready = page.locator("[data-commit]:not([disabled])")
    ready.wait_for()
    modes = page.locator("[data-mode]").all_inner_texts()
    if kind == "prompt.turn":
        page.keyboard.press("ArrowUp")
        expect(page.locator(".decision h2")).to_have_text("Move along this path")
    page.keyboard.press("Escape")
    expect(ready).to_have_count(1)
    expect(page.locator(".decision h2")).not_to_have_text("Move along this path")
    assert page.locator("[data-mode]").all_inner_texts() == modes


def test_a_path_by_keyboard_alone(page: Page, address: str) -> None:
    """Arrows move the end, P adds a bend, R turns, Enter plays it."""
    sit_down(page, address, GAME)
    to_a_move(page)
    box = page.locator("svg.board").bounding_box()
    assert box is not None
    x, _ = centre(page, "[data-handle=end]")
    key = "ArrowRight" if x < box["x"] + box["width"] / 2 else "ArrowLeft"
    facing = page.locator(".tools .btn", has_text="°").inner_text()
    page.keyboard.press(key)
    expect(page.locator(".decision h2")).to_have_text("Move along this path")
    page.keyboard.press("p")
    expect(page.locator("[data-handle^='bend:']")).to_have_count(1)
    page.keyboard.press("Backspace")
    expect(page.locator("[data-handle^='bend:']")).to_have_count(0)
    page.locator("[data-handle=end]").focus()
    page.keyboard.press("Enter")
    expect(page.locator("[data-handle^='bend:']")).to_have_count(1)
    page.keyboard.press("Backspace")
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("r")
    expect(page.locator(".tools .btn", has_text="°")).not_to_have_text(facing)
    page.keyboard.press("Backspace")
    expect(page.locator("[data-commit]:not([disabled])")).to_have_text(re.compile("Stay here"))
    orders = page.locator(".mine .pips").first.get_attribute("aria-label")
    page.keyboard.press("Enter")
    expect(page.locator(".mine .pips").first).not_to_have_attribute("aria-label", orders or "")


def test_the_plan_says_who_may_react(page: Page, address: str) -> None:
    sit_down(page, address, GAME)
    to_a_move(page)
    rows = page.locator(".scroll li")
    expect(rows.first).to_contain_text(re.compile("may react|no sight"))
    reacting = rows.filter(has_text="may react").count()
    silent = rows.filter(has_text="no sight").count()
    assert reacting + silent == rows.count() > 0


@pytest.mark.slow
@pytest.mark.parametrize("theme", ["dark", "light"])
def test_axe_finds_nothing_where_moves_and_attacks_are_drawn(page: Page, address: str, theme: str) -> None:
    page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
    sit_down(page, address, GAME)
    to_a_move(page)
    page.locator("[data-target^='place:move']").first.click(force=True)
    expect(page.locator("[data-commit]:not([disabled])")).to_have_text(re.compile("Move here"))
    assert violations(Axe().run(page)) == []
    until(page, ".window")
    page.locator("[data-commit]:not([disabled])").wait_for()
    assert violations(Axe().run(page)) == []


def test_a_second_skill_shows_weapons_dice_and_chances(page: Page, address: str, pictures: Path) -> None:
    sit_down(page, address, GAME)
    to_a_move(page)
    decide(page)
    until(page, ".window [data-mode=move]")
    modes = {mode.get_attribute("data-mode") or "" for mode in page.locator(".window [data-mode]").all()}
    assert {"move", "evade"} < modes
    assert any(mode.startswith(("shoot:", "strike:")) for mode in modes)
    usable = page.locator(".window [data-mode^='shoot:']:not([aria-disabled])")
    if usable.count():
        usable.first.click()
        expect(page.locator(".duel").first).to_contain_text("exact")
        fewer = page.get_by_role("button", name="fewer dice").and_(page.locator(":not([disabled])")).first
        dice = page.locator(".head", has_text="dice left")
        expect(dice).to_contain_text("0 of")
        fewer.click()
        expect(dice).to_contain_text("1 of")
    else:
        page.locator(".window [data-mode][aria-disabled]").first.click(force=True)  # it says why it may not be
        expect(page.locator("[role=dialog], .why").first).to_be_visible()
        page.keyboard.press("Escape")
    page.locator(".window [data-mode=evade]").click()
    expect(page.locator("[data-commit]")).to_have_text(re.compile("Declare evade"))
    page.screenshot(path=pictures / "tag-raid-second.png")
    decide(page)


def test_a_reaction_is_one_window_and_space_declares_nothing(page: Page, address: str, pictures: Path) -> None:
    sit_down(page, address, GAME)
    until(page, ".window [data-mode=pass]", 80)
    page.screenshot(path=pictures / "tag-raid-reaction.png")
    asked = page.locator(".decision").get_attribute("data-question")
    page.keyboard.press(" ")
    answered(page, asked)
    expect(page.locator(".log")).to_contain_text("does not react")


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (1024, 768), (390, 844)])
def test_nothing_is_out_of_reach_at_any_size(page: Page, address: str, pictures: Path, width: int, height: int) -> None:
    page.set_viewport_size({"width": width, "height": height})
    sit_down(page, address, GAME)
    to_a_move(page)
    button = page.locator("[data-commit]").bounding_box()
    assert button is not None
    assert button["x"] >= 0
    assert button["x"] + button["width"] <= width
    assert button["y"] + button["height"] <= height
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.screenshot(path=pictures / f"tag-raid-{width}.png")
