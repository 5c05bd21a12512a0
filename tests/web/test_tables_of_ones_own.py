"""The editor of tables: from nothing to a legal table, by link into another browser, and played on to the end."""

from __future__ import annotations

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Locator, Page, expect

from web.sitting import answered, decide, question, settled, violations


def board(page: Page) -> Locator:
    return page.locator("svg.board")


def touch(page: Page, x: float, y: float) -> None:
    """Touch the board at a point of the scene, given in its units."""
    spot = page.evaluate(
        """([x, y]) => {
            const at = document.querySelector("svg.board > g[transform]").getScreenCTM();
            const p = new DOMPoint(x, y).matrixTransform(at);
            return [p.x, p.y];
        }""",
        [x, y],
    )
    page.mouse.click(*spot)


def lay(page: Page, kind: str, *spots: tuple[float, float]) -> None:
    """Take a kind of piece and lay it down at some places."""
    page.locator(f'.kinds [data-tool="{kind}"]').click()
    for x, y in spots:
        before = page.url
        touch(page, x, y)
        page.wait_for_function("was => location.href !== was", arg=before)
    page.locator('.kinds [data-tool=""]').click()


def breach_of(page: Page, clause: str) -> Locator:
    return page.locator(f'[data-breach="{clause}"]')


CUBE = 63
GRID = 18


def battlefield(page: Page) -> None:
    """Two buildings with doors, and cover in the open; everything has its twin."""
    expect(breach_of(page, "DZ setup.open_spaces").first).to_be_visible()
    lay(page, "building", (3 * CUBE, 3 * CUBE))
    lay(page, "door", (4 * CUBE, 2.5 * CUBE))
    lay(page, "cover", (0.5 * CUBE, 6.5 * CUBE), (5.5 * CUBE, 2.5 * CUBE), (1.5 * CUBE, 4.5 * CUBE))


def layout(page: Page) -> None:
    lay(page, "building", (4.5 * 3 * GRID, 3.5 * 3 * GRID), (7.5 * 3 * GRID, 4.5 * 3 * GRID))
    lay(page, "wall", (2 * 3 * GRID + 9, 5.5 * 3 * GRID))


def from_style(page: Page) -> None:
    page.locator(".kit [data-seed]").fill("7")
    page.locator("[data-begin]").select_option("style/open")
    page.locator("[data-handle]").first.wait_for()


BUILT = {"deadzone": battlefield, "obsidian_protocol": layout, "tag_raid": from_style}


@pytest.mark.parametrize(
    "game", ["deadzone", *(pytest.param(game, marks=pytest.mark.slow) for game in BUILT if game != "deadzone")]
)
def test_from_nothing_by_link_into_a_second_browser_and_played_to_the_end(
    page: Page, browser: Browser, address: str, game: str
) -> None:
    page.goto(f"{address}/tables/{game}")
    page.locator("[data-legal]").wait_for()
    BUILT[game](page)
    page.get_by_label("Name of the table").fill("Grey Quarry")
    page.get_by_label("Name of the table").blur()
    expect(page.locator("[data-legal=true]")).to_be_visible()
    assert violations(Axe().run(page)) == []
    link = page.locator("[data-link]").get_attribute("data-link") or ""
    pieces = page.locator("[data-handle]").count()
    assert pieces

    other = browser.new_context(viewport={"width": 1280, "height": 800}, locale="en-GB", reduced_motion="reduce")
    guest = other.new_page()
    guest.goto(link)
    expect(guest.get_by_label("Name of the table")).to_have_value("Grey Quarry")
    expect(guest.locator("[data-handle]")).to_have_count(pieces)
    guest.locator("[data-use]").click()
    guest.locator(f".gm[data-game={game}]").click()
    guest.locator("[data-table]").select_option(label="Grey Quarry (yours)")
    guest.get_by_role("radiogroup", name="Seat A").get_by_role("radio", name="Bot", exact=True).click()
    for opponent in guest.get_by_label("Opponent").all():
        opponent.select_option("random")
    guest.get_by_role("button", name=re.compile("^Watch")).click()
    guest.locator("section.end").wait_for(timeout=120_000)
    other.close()


def test_pieces_are_dragged_sized_turned_and_removed_and_all_of_it_undone(page: Page, address: str) -> None:
    page.goto(f"{address}/tables/deadzone")
    page.locator("[data-legal]").wait_for()
    lay(page, "building", (2 * CUBE, 2 * CUBE))
    expect(page.locator("[data-handle]")).to_have_count(2)  # and its twin
    first = page.locator("[data-handle]").first
    box = first.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] / 2 + 90, box["y"] + box["height"] / 2, steps=5)
    page.mouse.up()
    page.locator("[data-inspector=building]").wait_for()
    moved = page.locator("[data-handle]").first.bounding_box()
    assert moved is not None
    assert abs(moved["x"] - box["x"]) > 40
    page.locator("[data-more=width]").click()
    page.locator("[data-turn]").click()
    page.locator("[data-more=height]").click()
    expect(page.locator("[data-inspector] b")).to_contain_text(["Building", "2", "3", "2"])
    page.locator("[data-remove]").click()
    expect(page.locator("[data-handle]")).to_have_count(0)
    for _ in range(6):
        page.locator("[data-undo]").click()
    expect(page.locator("[data-undo]")).to_be_disabled()


def test_by_keyboard_alone_and_without_symmetry(page: Page, address: str) -> None:
    page.goto(f"{address}/tables/deadzone")
    page.locator("[data-legal]").wait_for()
    page.keyboard.press("m")
    expect(page.locator("[data-symmetry]")).not_to_be_checked()
    cover = page.locator('[data-tool="cover"]')
    cover.focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    page.locator("[data-inspector=cover]").wait_for()
    page.keyboard.press("Escape")
    page.locator("[data-handle]").focus()
    name = page.locator("[data-handle]").get_attribute("aria-label")
    page.keyboard.press("ArrowRight")
    expect(page.locator("[data-handle]")).not_to_have_attribute("aria-label", name or "")
    page.keyboard.press("Delete")
    expect(page.locator("[data-handle]")).to_have_count(0)
    page.keyboard.press("z")
    expect(page.locator("[data-handle]")).to_have_count(1)


def test_sight_and_reach_from_a_place_on_any_level_and_in_spanish(page: Page, address: str) -> None:
    page.goto(f"{address}/tables/deadzone")
    page.locator("[data-legal]").wait_for()
    page.locator("[data-begin]").select_option("ready/outpost")
    page.locator("[data-handle]").first.wait_for()
    page.locator('[data-tool="look"]').click()
    touch(page, 4.5 * CUBE, 0.5 * CUBE)
    expect(page.locator("g.unseen path")).to_have_count(1)
    seen = page.locator("g.unseen path").get_attribute("d")
    page.keyboard.press("PageUp")
    expect(page.get_by_role("radio", name="Level 2")).to_be_checked()
    expect(page.locator("g.unseen path")).not_to_have_attribute("d", seen or "")
    page.get_by_role("button", name="Language").click()
    expect(page.get_by_role("heading", name="Montar una mesa")).to_be_visible()


def test_on_a_phone(browser: Browser, address: str) -> None:
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True, locale="en-GB"
    )
    page = context.new_page()
    page.goto(f"{address}/tables/tag_raid")
    page.locator("[data-begin]").select_option("ready/claim")
    page.locator("[data-handle]").first.wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.locator('[data-tool="scenery"]').tap()
    board(page).tap()
    page.locator("[data-inspector=scenery]").wait_for()
    context.close()


def test_a_broken_link_and_a_game_without_tables(browser: Browser, address: str) -> None:
    context = browser.new_context(locale="en-GB")
    page = context.new_page()
    page.goto(f"{address}/tables/deadzone#1.AAAA")
    expect(page.get_by_role("alert")).to_contain_text("damaged")
    page.goto(f"{address}/tables/tiny_epic_mechs")
    expect(page.get_by_role("alert")).to_contain_text("Tiny Epic Mechs is always played on the same table")
    context.close()


FIRST = {"deadzone": "prompt.building_at", "tag_raid": "prompt.tile"}
DRAWN = {"prompt.building_at", "prompt.scenery_at", "prompt.container"}
"""Questions about a place at which what is laid is drawn."""
BEGUN = {"prompt.turn", "prompt.action", "prompt.aro", "prompt.second"}
"""Questions of the first round."""


def sit_down_to_lay_out(page: Page, address: str, game: str) -> None:
    page.goto(f"{address}/")
    page.locator(f".gm[data-game={game}]").click()
    page.locator("[data-table]").select_option("in_turn")
    page.get_by_label("Opponent").first.select_option("random")
    page.get_by_role("button", name="Sit down").click()


def go_on(page: Page, ends: set[str]) -> list[str]:
    """Give the usual answers until one of these is asked: everything that was asked, that too."""
    asked: list[str] = []
    while len(asked) < 90:
        settled(page)
        asked.append(page.locator(".decision").first.get_attribute("data-prompt") or "")
        if asked[-1] in ends:
            return asked
        if asked[-1] == "prompt.corporation":
            page.locator(".decision [data-key]").first.click()
        if asked[-1] in DRAWN:
            expect(page.locator("g.washes path").first).to_be_attached()
        decide(page)
    raise AssertionError(asked)


@pytest.mark.parametrize("game", list(FIRST))
def test_a_table_is_set_up_in_turn_against_a_bot(page: Page, address: str, game: str) -> None:
    sit_down_to_lay_out(page, address, game)
    go_on(page, {FIRST[game]})
    if FIRST[game] in DRAWN:
        expect(page.locator("g.washes path").first).to_be_attached()
    lay_at_the_board(page)
    expect(page.locator(".log, aside").last).to_contain_text(re.compile("places the|lays a tile in"))


@pytest.mark.slow
@pytest.mark.parametrize("game", list(FIRST))
def test_a_table_that_was_set_up_in_turn_is_played_on(page: Page, address: str, game: str) -> None:
    """From the lobby to the first question of the first round; what is laid is drawn where it would stand."""
    sit_down_to_lay_out(page, address, game)
    asked = go_on(page, BEGUN)
    assert DRAWN & set(asked), asked
    assert page.locator(".stage svg .piece").count() > 1


def lay_at_the_board(page: Page) -> None:
    """Touch a place that is offered, choose among its sides if it has several, and lay the piece there."""
    number = question(page)
    page.locator("svg.board [data-lit]").last.click(force=True)
    ready = page.locator("[data-commit]:not([disabled])")
    ready.or_(page.locator("button.opt")).first.wait_for()
    if not ready.count():
        page.locator("button.opt").first.click()
    ready.click()
    answered(page, number)
