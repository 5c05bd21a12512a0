"""Common to every table: reconnecting, two browsers, the curtain between two at one screen, watching, replays."""

from __future__ import annotations

import base64
import os
import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, WebSocketRoute, expect

from server.running import Process
from web.moments import asked, finished, moment, moments, regretted, striking
from web.sitting import act, decide, over, programme, question, settled, sit_down

GAME = "tiny_epic_mechs"


def invitation(page: Page) -> str:
    page.get_by_role("button", name="Menu").click()
    link = page.locator(".menu .url").inner_text()
    page.get_by_role("button", name="Close").click()
    return link


@pytest.mark.slow  # the end of such a match is played in `test_two_browsers.py`
def test_two_browsers_and_a_lost_connection(page: Page, browser: Browser, address: str) -> None:
    """A friend sits down by the link; the host's connection breaks in the middle and comes back by itself; both play
    to the end.
    """
    lines: list[WebSocketRoute] = []

    def through(line: WebSocketRoute) -> None:
        line.connect_to_server()
        lines.append(line)

    page.route_web_socket("**/socket", through)
    sit_down(page, address, GAME, {"B": "Friend"})
    expect(page.locator("[data-waiting]")).to_contain_text("open seat")
    friends = browser.new_context(locale="en-GB", reduced_motion="reduce")
    friend = friends.new_page()
    friend.goto(invitation(page))
    friend.get_by_label("Your name").fill("Luis")
    friend.get_by_role("button", name="Sit down").click()
    settled(friend)
    expect(page.locator(".crumb")).to_contain_text("Luis")

    for count in range(400):
        if over(page) and over(friend):
            break
        if count == 20:
            lines[-1].close()
            expect(page.get_by_text("Connection lost")).to_be_visible()
        asked = [one for one in (page, friend) if question(one)]
        for one in asked:
            act(one, count)
        if not asked:
            page.wait_for_timeout(30)
    assert len(lines) == 2
    for one in (page, friend):
        expect(one.locator("section.end")).to_contain_text("winner")
    assert page.locator(".end .score").all_inner_texts() == friend.locator(".end .score").all_inner_texts()
    friends.close()


def test_the_second_seat_with_a_friend_at_the_first(page: Page, browser: Browser, address: str) -> None:
    """Whoever opens the table need not take its first seat: nobody is asked to pass the device on."""
    sit_down(page, address, "obsidian_protocol", {"B": "Me", "A": "Friend"})
    expect(page.locator("[data-waiting]")).to_contain_text("open seat")
    friends = browser.new_context(locale="en-GB", reduced_motion="reduce")
    friend = friends.new_page()
    friend.goto(invitation(page))
    friend.get_by_role("button", name="Sit down").click()
    settled(friend)
    expect(friend.locator(".decision .who, .decision").first).to_contain_text("A")
    expect(page.locator(".curtain")).to_have_count(0)
    page.reload()
    expect(page.locator("main")).to_be_visible()
    expect(page.locator(".curtain")).to_have_count(0)
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
    """Two at one screen: until the right one says so, nothing of the table is in the page, nor of the other's secrets
    after that.
    """
    sit_down(page, address, GAME, {"B": "Beside me"})
    while not page.locator(".tray").count():
        lift(page)
        settled(page)
        if not page.locator(".tray").count():
            mine = page.locator("button.opt").all_inner_texts()
            decide(page)
            settled(page)
            if page.locator(".curtain").count():
                hidden(page, mine)
    cards = page.locator(".hand-card").all_inner_texts()
    programme(page)
    page.locator(".curtain").wait_for()
    hidden(page, cards)
    lift(page)
    page.locator(".tray").wait_for()
    assert page.locator(".tray .slot:not(.empty)").count() == 0


def lift(page: Page) -> None:
    page.locator(".curtain, .decision").first.wait_for()
    if page.locator(".curtain").count():
        page.locator(".curtain button").click()


def hidden(page: Page, secrets: list[str]) -> None:
    """The curtain is all there is."""
    assert page.locator(".app, .board, .log, .decision, .tray").count() == 0
    content = page.content()
    assert not [text for text in secrets for line in text.split("\n") if len(line) > 3 and line in content]


def test_a_link_to_a_moment(page: Page, address: str) -> None:
    sit_down(page, address, "obsidian_protocol")
    for _ in range(3):
        settled(page)
        decide(page)
    settled(page)
    page.goto(f"{page.url}?at=1")
    expect(page.locator(".decision h2")).to_have_text("The board at that moment")
    expect(page.locator("[role=slider]")).to_be_visible()


def test_chances_are_told_before_an_attack(page: Page, address: str) -> None:
    page.goto(moment(address, striking(0)))
    page.locator("button.opt").first.click()
    expect(page.locator(".odds .big-n")).to_contain_text("%")
    expect(page.locator(".odds")).to_contain_text("2,000")


def test_a_rematch_leads_both_to_a_new_table(page: Page, browser: Browser, address: str) -> None:
    host, guest = moments(address, finished)
    friends = browser.new_context(locale="en-GB", reduced_motion="reduce")
    friend = friends.new_page()
    page.goto(host)
    friend.goto(guest)
    friend.locator(".end").wait_for()
    page.get_by_role("button", name="Rematch").click()
    for one in (page, friend):
        settled(one)
        expect(one.locator(".decision h2")).to_have_text("Which pilot do you play?")
    assert page.url.split("#")[0] == friend.url.split("#")[0] != host.split("#")[0]
    friends.close()


def brightness(page: Page, picture: bytes) -> float:
    """The mean of a picture's pixels, from 0 to 255."""
    return float(page.evaluate(MEAN, base64.b64encode(picture).decode()))


MEAN = """async (encoded) => {
  const blob = new Blob([Uint8Array.from(atob(encoded), (one) => one.charCodeAt(0))], { type: "image/png" });
  const image = await createImageBitmap(blob);
  const pen = new OffscreenCanvas(image.width, image.height).getContext("2d");
  pen.drawImage(image, 0, 0);
  const data = pen.getImageData(0, 0, image.width, image.height).data;
  return data.reduce((sum, one, n) => (n % 4 === 3 ? sum : sum + one), 0) / (image.width * image.height * 3);
}"""


@pytest.mark.slow
def test_the_board_in_three_dimensions(page: Page, address: str) -> None:
    """It opens, draws something, and gives the flat board back."""
    page.goto(moment(address, asked(0, "prompt.power_up")))
    page.get_by_role("button", name="3D").click()
    canvas = page.locator(".stage canvas")
    canvas.wait_for()
    page.wait_for_timeout(300)
    assert len(canvas.screenshot()) > 4_000
    dark = brightness(page, canvas.screenshot())
    page.get_by_role("button", name="Theme").click()
    page.locator("html[data-theme=light]").wait_for()
    page.wait_for_timeout(300)
    assert brightness(page, canvas.screenshot()) > dark + 60, "it is painted in the theme of the page"
    page.get_by_role("button", name="3D").click()
    expect(page.locator(".stage .board")).to_be_visible()


def test_taking_back_by_consent(page: Page, browser: Browser, address: str) -> None:
    """One asks, the other agrees, and the asker is asked again."""
    host, guest = moments(address, regretted, seed=0)
    friends = browser.new_context(locale="en-GB", reduced_motion="reduce")
    friend = friends.new_page()
    page.goto(host)
    friend.goto(guest)
    for one in (page, friend):
        one.locator(".log .words").first.wait_for()
    told = page.locator(".log .words").count()
    page.get_by_role("button", name="Ask to take back").click()
    expect(friend.get_by_role("status", name="Take back by agreement")).to_contain_text("Ana would like")
    friend.get_by_role("button", name="Agree").click()
    settled(page)
    assert page.locator(".log .words").count() < told
    expect(friend.get_by_role("status", name="Take back by agreement")).to_be_hidden()
    friends.close()


def test_the_host_frees_the_seat_of_somebody_away(page: Page, address: str) -> None:
    page.goto(moment(address, striking(0)))
    settled(page)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Free the seat").click()
    expect(page.locator(".menu li").nth(1)).to_contain_text("open seat")


def test_clocks_run(page: Page, address: str) -> None:
    page.goto(f"{address}/")
    page.get_by_role("radiogroup", name="Clock").get_by_role("radio").nth(1).click()
    page.get_by_role("button", name="Sit down").click()
    settled(page)
    clock = page.get_by_role("timer").first
    before = clock.inner_text()
    assert "25:00" in before or "24:5" in before
    expect(clock).not_to_have_text(before)


def test_how_the_dice_fell_so_far(page: Page, address: str) -> None:
    page.goto(moment(address, striking(0)))
    settled(page)
    page.get_by_role("button", name="Menu").click()
    expect(page.locator(".menu")).to_contain_text("Dice so far")


def test_a_keyword_explains_itself(page: Page, address: str) -> None:
    page.goto(moment(address, striking(0)))
    page.get_by_role("button", name="Mines", exact=True).focus()
    expect(page.get_by_role("tooltip")).to_contain_text("TEM mine.damage")


def test_the_page_as_others_see_it(page: Page, address: str) -> None:
    page.goto(f"{address}/?cvd=grey")
    page.locator(".gm").first.wait_for()
    assert "#cvd" in page.evaluate("getComputedStyle(document.documentElement).filter")


def test_a_replay_goes_back_answer_by_answer(page: Page, address: str) -> None:
    """An answer that caused many events is one step."""
    page.goto(moment(address, finished))
    page.locator(".end").get_by_role("button", name="Replay").click()
    slider = page.get_by_role("slider")
    slider.focus()
    for _ in range(3):
        at = slider.get_attribute("aria-valuenow")
        page.keyboard.press("ArrowLeft")
        expect(slider).not_to_have_attribute("aria-valuenow", str(at))
        assert int(slider.get_attribute("aria-valuenow") or 0) < int(at or 0)


def test_a_replay_plays_from_the_beginning_and_its_link_leads_there(page: Page, address: str) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(moment(address, finished))
    page.locator(".end").get_by_role("button", name="Replay").click()
    page.get_by_role("button", name="Play", exact=True).click()
    slider = page.get_by_role("slider")
    expect(slider).to_have_attribute("aria-valuenow", re.compile(r"^\d$"))
    expect(slider).to_have_attribute("aria-valuenow", re.compile(r"^[2-9]\d$"))
    page.get_by_role("button", name="Pause").click()
    page.get_by_role("button", name="Link to this moment").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    link = page.evaluate("navigator.clipboard.readText()")
    stopped = str(slider.get_attribute("aria-valuenow"))
    assert link.endswith(f"?at={stopped}")
    page.goto(link)
    expect(page.get_by_role("slider")).to_have_attribute("aria-valuenow", stopped)


def test_an_old_link_leads_to_the_server_that_has_the_table(page: Page, address: str, tmp_path: Path) -> None:
    """After an upgrade: the new server knows nothing of the table, and the browser goes on at the old one."""
    sit_down(page, address, GAME)
    here = page.url
    path = here.removeprefix(address)
    newer = Process(str(tmp_path / "tables.sqlite"), environment={**os.environ, "MUSTER_FORMERS": address})
    page.goto(f"{newer.address}{path}")
    page.wait_for_url(f"{address}/**")
    settled(page)
    expect(page.locator(".decision h2")).to_be_visible()
    newer.stop()
