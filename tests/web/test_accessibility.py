"""axe finds nothing on the main screens of any game, in both themes."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

from web.moments import finished, moment, striking
from web.screens import SCREENS, Screen, at_rest, page_of
from web.sitting import TITLES, decide, settled, sit_down, violations

EVERYTHING = {"resultTypes": ["violations"]}
ROOMS = [one for one in SCREENS if one.sheet in ("people", "build") or str(one) in ("lesson-course", "rules-contents")]
COLOURS = {**EVERYTHING, "runOnly": ["color-contrast", "link-in-text-block"]}


def nothing_found(page: Page, where: str = "") -> None:
    """In either theme: the page follows the system while it is open. Between the two only colours change."""
    for theme, options in (("dark", EVERYTHING), ("light", COLOURS)):
        page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
        page.locator(f"html[data-theme={theme}]").wait_for()
        assert violations(Axe().run(page, options=options)) == [], (where, theme)


def test_the_lobby(page: Page, address: str) -> None:
    page.goto(f"{address}/")
    page.locator(".gm").first.wait_for()
    nothing_found(page)


@pytest.mark.parametrize("screen", ROOMS, ids=str)
def test_every_room_beside_the_table(browser: Browser, address: str, screen: Screen) -> None:
    """Profile, tournament, league, lessons, rules book, builder, editors, workbench, puzzles."""
    page = page_of(browser, screen, "desk")
    screen.show(page, address)
    at_rest(page)
    nothing_found(page, str(screen))
    page.context.close()


@pytest.mark.parametrize(
    "game",
    [
        "obsidian_protocol",
        *(pytest.param(game, marks=pytest.mark.slow) for game in TITLES if game != "obsidian_protocol"),
    ],
)
def test_every_main_screen(page: Page, address: str, game: str) -> None:
    """The curtain, the first question, a table under way, why not, the menu, the replay."""
    sit_down(page, address, game, {"B": "Beside me"})
    page.locator(".curtain").wait_for()
    nothing_found(page, "curtain")
    sit_down(page, address, game)
    settled(page)
    nothing_found(page, "first question")
    for _ in range(5):
        settled(page)
        if page.locator(".decision[data-prompt='prompt.program']").count():
            break
        decide(page)
    settled(page)
    nothing_found(page, "table")
    page.locator("body").press("?")
    page.locator(".pop").wait_for()
    nothing_found(page, "why not")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Menu").click()
    page.locator(".menu").wait_for()
    nothing_found(page, "menu")
    page.locator(".menu").get_by_role("button", name="Replay").click()
    page.get_by_role("slider").press("ArrowLeft")
    page.locator("[data-film]").wait_for()
    nothing_found(page, "replay")


def test_a_combat_with_its_odds(page: Page, address: str) -> None:
    page.goto(moment(address, striking(0)))
    page.locator(".duel").wait_for()
    page.locator("button.opt").first.click()
    page.locator(".odds .big-n").wait_for()
    nothing_found(page)


def test_the_end(page: Page, address: str) -> None:
    page.goto(moment(address, finished))
    page.locator(".end .score").first.wait_for()
    nothing_found(page)
