"""Two people in two browsers, at every game: one loses the connection, the other goes on, and nothing is missing."""

from __future__ import annotations

import random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, WebSocketRoute, expect

from games.every_game import decisions
from muster.kernel.dice import SeededDice
from muster.kernel.game import setup_of
from muster.kernel.match import Match
from muster.kernel.sessions import new_match
from muster.library import load_game
from web.moments import Until, moments
from web.sitting import answered, decide, over, question

LAST = 16
"""The matches begin so many answers before their end, as they were once played by chance."""
SEED = 3


class Line:
    """The connection of a page, which can be cut, and stays cut until it is mended."""

    def __init__(self, page: Page) -> None:
        self.connections: list[WebSocketRoute] = []
        self.cut = False
        page.route_web_socket("**/socket", self._connect)

    def _connect(self, route: WebSocketRoute) -> None:
        self.connections.append(route)
        if self.cut:
            route.close()
        else:
            route.connect_to_server()

    def lose(self) -> None:
        self.cut = True
        self.connections[-1].close()


def near_the_end(game: str) -> Until:
    """When so many answers are left to be given."""
    rules = load_game(game)
    match = new_match(rules, setup_of(rules).prepare({}), SeededDice(SEED))
    total = sum(1 for _ in decisions(match, random.Random(SEED)))
    passed = iter(range(total + 1))

    def holds(match: Match[Any]) -> bool:
        return next(passed) >= total - LAST

    return holds


def answer(page: Page, nth: int) -> None:
    """Whatever is asked, with the mouse."""
    number = question(page)
    prompt = page.locator(".decision").first.get_attribute("data-prompt")
    if prompt == "prompt.program":
        for _ in range(4):
            if not page.locator("[data-commit]:not([disabled])").count():
                page.locator("[data-card]:not([disabled])").first.click()
        page.locator("[data-commit]:not([disabled])").click()
        page.locator(".decision[data-prompt='prompt.program']").wait_for(state="detached")
    elif prompt == "prompt.dial":
        for mech in page.locator(".decision fieldset").all():
            mech.get_by_role("radio").nth(nth % 6).click()
        page.locator("[data-commit]:not([disabled])").click()
        page.locator(".decision[data-prompt='prompt.dial']").wait_for(state="detached")
    elif page.locator("[data-watch]").count():
        page.keyboard.press("Space")
        answered(page, number)
    else:
        decide(page, nth % 3)


def told(page: Page) -> list[str]:
    """The sentences of the log, as this seat has read them."""
    return page.locator(".log .words").all_inner_texts()


def play_on(pages: list[Page], most: int) -> int:
    """Whoever is asked answers, until so many answers are given or the match is over: how many it were."""
    given = 0
    while given < most and not all(over(page) for page in pages):
        asked = [page for page in pages if question(page)]
        for page in asked:
            answer(page, given)
            given += 1
        if not asked:
            pages[0].wait_for_timeout(30)
    return given


@pytest.mark.parametrize(
    "game",
    [
        "tiny_epic_mechs",
        *(pytest.param(long, marks=pytest.mark.slow) for long in ("deadzone", "obsidian_protocol", "tag_raid")),
    ],
)
def test_a_lost_connection_loses_nothing(page: Page, browser: Browser, address: str, game: str) -> None:
    line = Line(page)
    host, guest = moments(address, near_the_end(game), game, SEED)
    friends = browser.new_context(viewport={"width": 1280, "height": 800}, locale="en-GB", reduced_motion="reduce")
    friend = friends.new_page()
    page.goto(host)
    friend.goto(guest)
    for one in (page, friend):
        one.locator(".decision[data-prompt], .log .words").first.wait_for()
    play_on([page, friend], 6)

    line.lose()
    expect(page.get_by_text("Connection lost")).to_be_visible()
    play_while_away(friend)
    line.cut = False
    expect(page.get_by_text("Connection lost")).to_have_count(0, timeout=30_000)
    nothing_is_missing(page, host)

    play_on([page, friend], 400)
    for one in (page, friend):
        expect(one.locator("section.end")).to_contain_text("winner")
    friends.close()


def nothing_is_missing(page: Page, link: str) -> None:
    """Whoever came back has read what somebody reads who opens the same seat for the first time."""
    fresh = page.context.new_page()
    fresh.goto(link)
    fresh.locator(".log .words").first.wait_for()
    everything = told(fresh)
    fresh.close()
    expect(page.locator(".log .words")).to_have_count(len(everything))
    assert told(page) == everything


def play_while_away(friend: Page) -> None:
    """The one who is left answers what they are asked, three times at most."""
    given = 0
    while given < 3 and not over(friend):
        if not question(friend):
            break
        answer(friend, given)
        given += 1
