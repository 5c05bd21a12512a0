"""Lessons in the browser: read, answer, slip, be shown, come back where one stopped, and sit down to a first match."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from muster.lessons import lesson_names, shipped_lesson
from muster.library import own_names

COURSES = [game for game in own_names() if lesson_names(game)]
TAUGHT = [(game, name) for game in COURSES for name in lesson_names(game) if shipped_lesson(game, name).step]


def open_lesson(page: Page, address: str, game: str, name: str) -> None:
    page.goto(f"{address}/lessons/{game}/{name}")
    page.locator(".lesson").wait_for()


def at_step(page: Page, step: int) -> None:
    expect(page.locator(".lesson")).to_have_attribute("data-step", str(step))


@pytest.mark.parametrize(("game", "name"), TAUGHT)
def test_a_lesson_can_be_read_through(page: Page, address: str, game: str, name: str) -> None:
    """Enter reads on; what asks for an answer is shown. Everything on the board that a step points at has its ring."""
    lesson = shipped_lesson(game, name)
    open_lesson(page, address, game, name)
    for number, step in enumerate(lesson.step):
        at_step(page, number)
        expect(page.locator(".lesson h2")).to_have_text(step.title.en)
        rings = [point for point in step.point if not point.startswith("option:")]
        expect(page.locator(".stage > .host .pointers path")).to_have_count(len(rings))
        if step.is_read:
            page.keyboard.press("Enter")
        else:
            page.locator("[data-show]").click()
    expect(page.locator(".lesson")).to_have_attribute("data-over", "true")


def test_a_course_is_found_in_the_lobby_and_remembers_where_one_stopped(page: Page, address: str) -> None:
    page.goto(f"{address}/")
    page.locator("[data-game=tiny_epic_mechs]").click()
    page.locator("[data-learn]").click()
    expect(page.locator("[data-lesson]")).to_have_count(len(lesson_names("tiny_epic_mechs")))
    page.keyboard.press("Enter")
    at_step(page, 0)
    page.keyboard.press("Enter")
    at_step(page, 1)
    page.keyboard.press("Enter")
    at_step(page, 2)
    page.reload()
    at_step(page, 2)
    page.locator("[data-back]").click()
    at_step(page, 1)
    page.locator(".lesson [data-list]").click()
    expect(page.locator("[data-lesson='1-program']")).to_contain_text("Step 2 of")


def test_a_slip_is_explained_and_costs_nothing(page: Page, address: str, pictures: Path) -> None:
    open_lesson(page, address, "tiny_epic_mechs", "4-combat")
    page.keyboard.press("Enter")
    at_step(page, 1)
    page.locator("button.opt[data-key='attack:grenade_launcher']").click()
    page.keyboard.press("Enter")
    expect(page.locator(".slip")).to_contain_text("melee counters area")
    page.screenshot(path=pictures / "lesson-slip.png")
    page.keyboard.press("Escape")
    expect(page.locator(".slip")).to_have_count(0)
    page.locator("button.opt[data-key='attack:pulse_pistol']").click()
    page.keyboard.press("Enter")
    at_step(page, 2)
    page.screenshot(path=pictures / "lesson-answer.png")


def test_the_answer_a_step_speaks_of_is_in_sight(page: Page, address: str) -> None:
    """Among fifteen others it comes first; and the log beside it never slides sideways."""
    open_lesson(page, address, "deadzone", "3-shooting")
    page.locator("[data-on]").click()
    at_step(page, 1)
    page.locator("[data-show]").click()
    at_step(page, 2)
    expect(page.locator("button.opt").first).to_have_attribute("data-key", "aim")
    expect(page.locator("button.opt.pointed")).to_be_in_viewport(ratio=1)
    assert page.locator(".log .list").evaluate("list => list.scrollWidth <= list.clientWidth")
    expect(page.locator(".decision .who")).to_contain_text("Player")
    expect(page.locator("[data-concede]")).to_have_count(0)


def test_a_program_is_drafted_as_at_a_table(page: Page, address: str, pictures: Path) -> None:
    open_lesson(page, address, "tiny_epic_mechs", "1-program")
    for step in range(3):
        at_step(page, step)
        page.keyboard.press("Enter")
    at_step(page, 3)
    page.screenshot(path=pictures / "lesson-program.png")
    for card in ("collect", "turret", "mine", "purchase"):
        page.locator(f"[data-card={card}]").click()
    page.keyboard.press("Enter")
    at_step(page, 4)


def test_a_lesson_speaks_spanish_and_fits_a_phone(context: BrowserContext, address: str, pictures: Path) -> None:
    page = context.new_page()
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{address}/lessons/tiny_epic_mechs")
    page.get_by_role("button", name="Language").click()
    page.screenshot(path=pictures / "lessons-phone.png")
    open_lesson(page, address, "tiny_epic_mechs", "4-combat")
    expect(page.locator(".lesson h2")).to_have_text("Cara a cara")
    page.screenshot(path=pictures / "lesson-phone.png")
    page.locator("[data-on]").click()
    at_step(page, 1)
    page.screenshot(path=pictures / "lesson-phone-2.png")


def test_the_course_ends_at_a_table(page: Page, address: str, pictures: Path) -> None:
    page.goto(f"{address}/lessons/tiny_epic_mechs")
    page.screenshot(path=pictures / "lessons.png")
    page.locator("[data-lesson='7-first-match']").click()
    page.locator(".decision[data-prompt]").wait_for()
    assert "/t/" in page.url


def test_a_match_that_ends_in_a_lesson_offers_no_rematch(page: Page, address: str) -> None:
    lesson = shipped_lesson("tag_raid", "7-scoring")
    open_lesson(page, address, "tag_raid", "7-scoring")
    for number, step in enumerate(lesson.step[:-1]):
        at_step(page, number)
        page.locator("[data-on]" if step.is_read else "[data-show]").click()
    expect(page.locator(".end .won")).to_have_count(1)
    expect(page.locator(".end button")).to_have_count(0)


@pytest.mark.parametrize(("game", "name"), [("obsidian_protocol", "3-attack"), ("deadzone", "3-shooting")])
def test_on_a_phone_the_way_on_is_the_only_button_in_reach(
    browser: Browser, address: str, game: str, name: str
) -> None:
    """Where a step is only to be read; the last one leads to the next lesson."""
    page = browser.new_context(
        viewport={"width": 390, "height": 844}, locale="es-ES", reduced_motion="reduce", has_touch=True, is_mobile=True
    ).new_page()
    open_lesson(page, address, game, name)
    for number, step in enumerate(shipped_lesson(game, name).step):
        at_step(page, number)
        if step.is_read:
            expect(page.locator("[data-on]")).to_be_in_viewport(ratio=1)
            expect(page.locator(".decision .commit:visible")).to_have_count(0)
            page.locator("[data-on]").tap()
        else:
            expect(page.locator(".decision .commit").last).to_be_in_viewport(ratio=1)
            page.locator("[data-show]").click()
    expect(page.locator("[data-on]")).to_contain_text("Siguiente lección")
    expect(page.locator("[data-on]")).to_be_in_viewport(ratio=1)
    page.context.close()
