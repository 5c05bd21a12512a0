"""What holds at every table: reconnecting, two browsers, the curtain between two at one screen, watching, replays."""

from __future__ import annotations

from playwright.sync_api import Browser, Page, WebSocketRoute, expect

from web.sitting import decide, settled, sit_down

GAME = "tiny_epic_mechs"


def invitation(page: Page) -> str:
    page.get_by_role("button", name="Menu").click()
    link = page.locator(".menu .url").inner_text()
    page.get_by_role("button", name="Close").click()
    return link


def test_two_browsers_and_a_lost_connection(page: Page, browser: Browser, address: str) -> None:
    """A friend sits down by the link; the host's connection breaks in the middle and comes back by itself."""
    lines: list[WebSocketRoute] = []

    def through(line: WebSocketRoute) -> None:
        line.connect_to_server()
        lines.append(line)

    page.route_web_socket("**/socket", through)
    sit_down(page, address, GAME, {"B": "Friend"})
    settled(page)
    friends = browser.new_context(locale="en-GB", reduced_motion="reduce")
    friend = friends.new_page()
    friend.goto(invitation(page))
    friend.get_by_label("Your name").fill("Luis")
    friend.get_by_role("button", name="Sit down").click()
    settled(friend)
    expect(page.locator(".crumb")).to_contain_text("Luis")

    lines[-1].close()
    expect(page.get_by_text("Connection lost")).to_be_visible()
    decide(friend)
    expect(page.get_by_text("Connection lost")).to_be_hidden()
    assert len(lines) == 2
    settled(page)
    decide(page)
    for _ in range(6):
        for one in (page, friend):
            if one.locator("button.opt").count():
                decide(one)
            one.wait_for_timeout(150)
        if page.locator(".tray").count() and friend.locator(".tray").count():
            break
    expect(page.locator(".tray")).to_be_visible()
    friends.close()


def test_a_reload_leads_back_to_the_seat(page: Page, address: str) -> None:
    sit_down(page, address, GAME)
    settled(page)
    decide(page)
    settled(page)
    asked = page.locator(".decision h2").inner_text()
    page.reload()
    settled(page)
    expect(page.locator(".decision h2")).to_have_text(asked)


def test_nothing_is_behind_the_curtain(page: Page, address: str) -> None:
    """Two at one screen: until the right one says so, nothing of the table is in the page."""
    sit_down(page, address, GAME, {"B": "Me too"})
    page.locator(".curtain").wait_for()
    assert page.locator(".app, .board, .log, .decision").count() == 0
    page.get_by_role("button", name="I am Player").click()
    settled(page)
    mine = page.locator("button.opt").all_inner_texts()
    decide(page)
    page.locator(".curtain").wait_for()
    assert page.locator(".app, .board, .log, .decision").count() == 0
    content = page.content()
    assert not any(option.split("\n")[-1] in content for option in mine if option.strip())
    page.get_by_role("button", name="I am Player 2").click()
    settled(page)
    assert page.locator("button.opt").all_inner_texts() != mine


def test_a_link_to_a_moment(page: Page, address: str) -> None:
    sit_down(page, address, "obsidian_protocol")
    for _ in range(3):
        settled(page)
        decide(page)
    settled(page)
    page.goto(f"{page.url}?at=1")
    expect(page.locator(".decision h2")).to_have_text("The board then")
    expect(page.locator("[role=slider]")).to_be_visible()
