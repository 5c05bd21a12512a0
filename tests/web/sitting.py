"""What a person does at the table in the browser: sit down, take options, lock programmes in, play to the end."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect

TITLES = {
    "tiny_epic_mechs": "Tiny Epic Mechs",
    "obsidian_protocol": "Obsidian Protocol",
    "deadzone": "Deadzone",
    "tag_raid": "TAG Raid",
}


def sit_down(page: Page, address: str, game: str, seats: dict[str, str] | None = None) -> None:
    """Choose a game in the lobby, say who sits where, and wait for the first question."""
    page.goto(f"{address}/")
    page.locator(".gm", has_text=TITLES[game]).click()
    for seat, who in (seats or {}).items():
        page.get_by_role("radiogroup", name=f"Seat {seat}").get_by_role("radio", name=who, exact=True).click()
    page.get_by_role("button", name="Sit down").click()
    expect(page.locator("main")).to_be_visible()


def settled(page: Page) -> None:
    """Until the person is asked something, or the match is over."""
    page.locator(".decision:has(.opt), .decision [data-commit], .end, .curtain").first.wait_for()


def over(page: Page) -> bool:
    return page.locator("section.end").count() > 0


def programme(page: Page, cards: tuple[str, ...] = ("collect", "turret", "mine", "power_up")) -> None:
    """Tiny Epic Mechs: lay four cards, turn the second, lock them in."""
    for card in cards:
        page.locator(f"[data-card={card}]:not([disabled])").click()
    page.keyboard.press("r")
    page.locator("[data-commit]:not([disabled])").click()
    page.locator(".tray").wait_for(state="detached")


def decide(page: Page, nth: int = 0) -> None:
    """Answer the pending question: by the option of that number in its list (or the last), or, where a game has a panel
    of its own, with what that has taken in hand.
    """
    asked = page.locator(".decision").get_attribute("data-question")
    options = page.locator("button.opt")
    if options.count():
        wanted = options.nth(min(nth, options.count() - 1))
        if wanted.get_attribute("aria-pressed") != "true":
            wanted.click()
    page.locator("[data-commit]:not([disabled])").click()
    answered(page, asked)


def answered(page: Page, asked: str | None) -> None:
    """Until that question is no longer the pending one."""
    page.wait_for_function("asked => document.querySelector('.decision')?.dataset.question !== asked", arg=asked)


def play(page: Page, most: int = 400) -> int:
    """Play to the end, whatever is asked: how many decisions it took."""
    for count in range(most):
        settled(page)
        if over(page):
            return count
        if page.locator(".tray").count():
            programme(page)
        else:
            decide(page, count % 3)
    raise AssertionError("the match does not end")


def violations(results: Any) -> list[str]:
    """What axe found, in a line each."""
    return [
        f"{found['id']}: {node['target']} {node['failureSummary']}"
        for found in results.response["violations"]
        for node in found["nodes"]
    ]
