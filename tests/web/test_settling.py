"""Small things in the browser: the usual answer is ready and one key gives it, or it is given for you."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from muster.server.client.client import RemoteSeat
from muster.server.client.links import Link
from server.running import open_table, server
from small_choices import ask_small_things
from web.sitting import answered, question


@pytest.fixture
def link(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Link]:
    """The seat that begins, asked to go, at a table where a small thing is asked after that."""
    ask_small_things(monkeypatch)
    with server(tmp_path) as running:
        links = open_table(running.address, "Ana", "Ben")
        yield links[in_a_thread(to_the_first_turn(links))]


async def to_the_first_turn(links: list[Link]) -> int:
    seats = [await RemoteSeat.join(link) for link in links]
    rng = random.Random(2)
    while True:
        for number, seat in enumerate(seats):
            keys = [option.key for option in seat.question.options] if seat.question else []
            if keys == ["go", "wait"]:
                for one in seats:
                    await one.close()
                return number
            if keys:
                await seat.answer(rng.choice(keys))
        await asyncio.sleep(0.01)


def in_a_thread(work: object) -> int:
    """The browser's driver has an event loop of its own in this thread."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, work).result(60)  # type: ignore[arg-type]


def go(page: Page, key: str = "go") -> None:
    number = question(page)
    page.locator(f".opt[data-key={key}]").click()
    page.keyboard.press("Enter")
    answered(page, number)


def sit(page: Page, link: Link) -> None:
    page.goto(f"{link.address}/t/{link.table}#{link.token}")
    page.locator(".opt[data-key=go]").wait_for()


def test_the_usual_answer_is_in_hand_and_enter_takes_it(page: Page, link: Link) -> None:
    sit(page, link)
    expect(page.locator("[data-small]")).to_have_count(0)
    go(page)
    expect(page.locator("[data-small]")).to_have_text("A small thing: the usual answer is ready (mine).")
    expect(page.locator(".opt[data-key=left]")).to_have_attribute("aria-pressed", "true")
    number = question(page)
    page.keyboard.press("Enter")
    answered(page, number)
    expect(page.locator(".opt[data-key=go]")).to_be_visible()
    page.keyboard.press("z")
    expect(page.locator(".opt[data-key=right]")).to_be_visible()


def test_whoever_wants_it_is_not_asked_and_hears_what_was_decided(page: Page, link: Link) -> None:
    sit(page, link)
    switch(page, "Decide for me")
    go(page)
    expect(page.locator(".settled")).to_contain_text("Decided for you:")
    expect(page.locator(".settled")).to_contain_text("mine")
    expect(page.locator(".opt[data-key=go]")).to_be_visible()
    page.keyboard.press("z")
    expect(page.locator(".opt[data-key=go]")).to_be_visible()
    expect(page.get_by_role("button", name="Take back", exact=True)).to_be_disabled()
    page.reload()  # the setting is kept
    page.locator(".opt[data-key=go]").wait_for()
    switch(page, "Ask me")
    go(page, "wait")
    expect(page.locator("[data-small]")).to_be_visible()
    switch(page, "Decide for me")  # what is asked now is decided at once
    expect(page.locator("[data-small]")).to_have_count(0)


def switch(page: Page, to: str) -> None:
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("radiogroup", name="Small things").get_by_role("radio", name=to).click()
    page.keyboard.press("Escape")
    expect(page.locator(".menu")).to_have_count(0)
