"""Puzzles in the browser: from the lobby to the list, one solved right, one wrong, and the next one."""

from __future__ import annotations

from pathlib import Path

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from muster.coach.puzzles import Puzzle, puzzle_names, shipped
from web.sitting import violations


def puzzles(game: str) -> list[Puzzle]:
    """All of a game, in the order in which they are listed."""
    found = [shipped(game, name) for name in puzzle_names(game)]
    return sorted(found, key=lambda puzzle: (puzzle.difficulty, puzzle.name))


def answer(page: Page, key: str) -> None:
    page.locator(f'button.opt[data-key="{key}"]').click()
    page.locator("[data-commit]:not([disabled])").click()
    page.locator("[data-verdict]").wait_for()


def fits(page: Page) -> bool:
    assert page.viewport_size is not None
    return bool(page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"])


def test_one_right_one_wrong_and_the_next(page: Page, address: str, pictures: Path) -> None:
    first, second, third = puzzles("deadzone")[:3]
    page.goto(address)
    page.locator("[data-puzzles=deadzone]").click()
    expect(page.locator("[data-puzzle]")).to_have_count(len(puzzles("deadzone")))
    assert violations(Axe().run(page)) == []
    page.locator(f'[data-puzzle="{first.name}"]').click()
    expect(page.locator(".puzzle-head")).to_contain_text("Puzzle 1 of")
    expect(page.locator("[data-hint]")).to_have_count(0)

    answer(page, first.right[0])
    verdict = page.locator("[data-verdict]")
    expect(verdict).to_have_attribute("data-verdict", "right")
    expect(verdict.locator(".right-one")).to_have_count(len(first.right))
    expect(verdict).to_contain_text("The best answer is")
    assert violations(Axe().run(page)) == []
    page.screenshot(path=pictures / "puzzle.png")

    page.locator("[data-next]").click()
    expect(page).to_have_url(f"{address}/puzzles/deadzone/{second.name}")
    answer(page, second.tempting.answer.key)
    expect(verdict).to_have_attribute("data-verdict", "wrong")
    expect(verdict.locator(".mine")).to_have_attribute("data-answer", second.tempting.answer.key)
    page.locator("[data-again]").click()
    expect(verdict).to_have_count(0)
    answer(page, second.right[0])
    expect(verdict).to_have_attribute("data-verdict", "right")

    page.locator("[data-list]").click()
    for puzzle, mark in ((first, "first"), (second, "later")):
        expect(page.locator(f'[data-puzzle="{puzzle.name}"]')).to_have_attribute("data-mark", mark)
    page.reload()
    expect(page.locator(f'[data-puzzle="{first.name}"]')).to_have_attribute("data-mark", "first")
    page.locator("[data-next]").click()
    expect(page).to_have_url(f"{address}/puzzles/deadzone/{third.name}")
    page.go_back()
    expect(page.locator("[data-puzzle]").first).to_be_visible()


def test_by_keys_on_a_phone_and_in_spanish(page: Page, address: str) -> None:
    """The game has panels of its own to answer with: the list stands in their place, and one can plan beside it."""
    first, second = puzzles("tag_raid")[:2]
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{address}/puzzles/tag_raid")
    page.locator("[data-puzzle]").first.wait_for()
    assert fits(page)
    page.keyboard.press("Enter")
    expect(page).to_have_url(f"{address}/puzzles/tag_raid/{first.name}")
    page.locator("button.opt").first.wait_for()
    assert fits(page)
    page.get_by_role("radio", name="As at the table").click()
    expect(page.locator("button.opt")).to_have_count(0)
    page.get_by_role("radio", name="Choose from").click()
    page.locator("button.opt").first.wait_for()
    page.keyboard.press("1")
    page.keyboard.press("Enter")
    page.locator("[data-verdict]").wait_for()
    expect(page.locator("[data-verdict] .mine")).to_have_count(1)
    assert fits(page)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("radio", name="Español").click()
    expect(page.locator("[data-verdict]")).to_contain_text("La mejor respuesta es")
    page.keyboard.press("Escape")
    expect(page.locator(".menu")).to_have_count(0)
    page.keyboard.press("Enter")
    expect(page).to_have_url(f"{address}/puzzles/tag_raid/{second.name}")


def test_a_puzzle_that_does_not_exist(page: Page, address: str) -> None:
    page.goto(f"{address}/puzzles/deadzone/none")
    expect(page.locator(".wait")).to_have_text("there is no such puzzle; see the list of puzzles")
