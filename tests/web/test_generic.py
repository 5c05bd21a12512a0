"""Somebody else's game in a browser, without a client of its own: Pig, installed beside Muster."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Page, WebSocketRoute, expect

import pig
from server.running import Process
from web.conftest import opened
from web.moments import GAME, moment, striking
from web.sitting import decide, over, play, settled, violations


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """`muster serve` where the package is installed, too."""
    folder = tmp_path_factory.mktemp("pig")
    process = Process(str(folder / "tables.sqlite"), environment=pig.environment(pig.install(folder)))
    yield process.address
    process.stop()


@pytest.fixture(scope="module")
def usual(browser: Browser, address: str) -> Iterator[BrowserContext]:
    """Pages of that server, as those of the usual one have theirs."""
    yield from opened(browser, address)


def sit_down(page: Page, address: str) -> None:
    """At a short match of Pig, against its own bot."""
    page.goto(f"{address}/")
    page.locator(".gm", has_text="Pig").click()
    page.get_by_role("radiogroup", name="Points to win").get_by_role("radio", name="50").click()
    page.get_by_role("combobox", name="Opponent").select_option("hold_at_20")
    page.get_by_role("button", name="Sit down").click()
    settled(page)


def roll_or_hold(page: Page, nth: int) -> None:
    """Roll, and hold as soon as there are ten points in the turn."""
    turn = int(page.locator("dl", has_text="in this turn").locator("dd").first.text_content() or "0")
    decide(page, 1 if turn >= 10 else 0)


def test_a_match_of_pig_is_played_to_the_end(page: Page, address: str, pictures: Path) -> None:
    sit_down(page, address)
    expect(page.locator(".decision h2")).to_have_text("It is your turn. Roll the die!")
    expect(page.locator(".surface pre")).to_contain_text("A has 0 points in this turn; 50 wins")
    page.get_by_role("button", name="What can't I do, and why?").click()
    refused = page.get_by_role("dialog", name="It is your turn")
    expect(refused).to_contain_text("roll first: there is nothing to hold yet")
    expect(refused).to_contain_text("PIG first")
    page.keyboard.press("Escape")
    expect(page.locator(".odds")).to_contain_text("a 1: the turn is lost")
    page.screenshot(path=pictures / "pig-begin.png")
    assert play(page, act=roll_or_hold) > 5
    end = page.locator("section.end")
    expect(end).to_contain_text("winner")
    expect(end).to_contain_text("all honest")
    expect(page.locator(".standing li").filter(has_text=re.compile("5[0-9]"))).to_have_count(1)
    page.screenshot(path=pictures / "pig-end.png")


def test_an_entry_of_the_log_shows_the_picture_then(page: Page, address: str) -> None:
    sit_down(page, address)
    now = page.locator(".surface pre").text_content()
    while not over(page) and page.locator(".log .words").count() < 4:
        settled(page)
        roll_or_hold(page, 0)
    page.locator(".log .words").last.click()
    expect(page.locator(".decision h2")).to_have_text("The board at that moment")
    expect(page.locator(".surface .last")).to_contain_text(re.compile("rolls a"))
    page.keyboard.press("Escape")
    assert page.locator(".surface pre").text_content() != now


def test_it_speaks_spanish_in_the_middle_of_a_match(page: Page, address: str) -> None:
    sit_down(page, address)
    page.get_by_role("button", name="Language").click()
    expect(page.locator(".decision h2")).to_have_text("Te toca. ¡Tira el dado!")
    expect(page.locator(".surface pre")).to_contain_text("se gana con 50")
    expect(page.locator(".standing")).to_contain_text("puntos")


def test_nothing_keeps_anybody_out(page: Page, address: str) -> None:
    sit_down(page, address)
    assert violations(Axe().run(page)) == []


def test_it_fits_on_a_phone(browser: Browser, address: str, pictures: Path) -> None:
    with browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, color_scheme="dark") as context:
        page = context.new_page()
        sit_down(page, address)
        for n in range(4):
            settled(page)
            roll_or_hold(page, n)
        settled(page)
        page.screenshot(path=pictures / "pig-phone.png")
        picture = page.locator(".surface pre")
        expect(picture).to_be_in_viewport(ratio=1)
        assert picture.evaluate("one => one.scrollWidth <= one.clientWidth")
        assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_a_simple_drawing_takes_the_place_of_the_text(page: Page, address: str, pictures: Path) -> None:
    """Tiny Epic Mechs under a name that no client knows: its arena is drawn all the same."""

    def disguise(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        server.on_message(lambda text: socket.send(str(text).replace(f'"game":"{GAME}"', '"game":"stranger"')))

    page.route_web_socket("**/socket", disguise)
    page.route("**/stranger/**", lambda route: route.continue_(url=route.request.url.replace("stranger", GAME)))
    page.route("**/stranger", lambda route: route.continue_(url=route.request.url.replace("stranger", GAME)))
    page.goto(moment(address, striking(0)))
    settled(page)
    expect(page.locator(".surface figure rect").first).to_be_visible()
    expect(page.locator(".surface figure circle")).not_to_have_count(0)
    expect(page.locator(".surface pre")).to_have_count(0)
    page.screenshot(path=pictures / "drawing.png")
    decide(page)
