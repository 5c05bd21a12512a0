"""A person at the table in the browser: sit down, pick options, lock programmes in, play to the end."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from playwright.sync_api import Locator, Page, TimeoutError, expect

TITLES = {
    "tiny_epic_mechs": "Tiny Epic Mechs",
    "obsidian_protocol": "Obsidian Protocol",
    "deadzone": "Deadzone",
    "tag_raid": "TAG Raid",
}


TAKEN = """asked => (document.querySelector('.decision')?.dataset.question ?? '') !== asked
  || document.querySelector('[data-commit]:not([disabled])')"""
"""Something is in hand, or was given with the touch that took it."""


def sit_down(
    page: Page, address: str, game: str, seats: dict[str, str] | None = None, opponent: str = "greedy"
) -> None:
    """Choose a game in the lobby, say who sits where (the bots answer at once), and wait for the first question."""
    page.goto(f"{address}/")
    page.locator(".gm", has_text=TITLES[game]).click()
    for seat, who in (seats or {}).items():
        page.get_by_role("radiogroup", name=f"Seat {seat}").get_by_role("radio", name=who, exact=True).click()
    for bot in page.get_by_label("Opponent").all():
        bot.select_option(opponent)
    page.get_by_role("button", name="Sit down").click()
    page.wait_for_url("**/t/*")
    expect(page.locator("main")).to_be_visible()


def settled(page: Page) -> None:
    """Until the person is asked something, or the match is over."""
    page.locator(
        ".decision:not([data-busy]):has(.opt), .decision:not([data-busy]) [data-commit], .end, .curtain"
    ).first.wait_for()


def over(page: Page) -> bool:
    return page.locator("section.end").count() > 0


def programme(page: Page, cards: tuple[str, ...] = ("collect", "turret", "mine", "power_up")) -> None:
    """Tiny Epic Mechs: lay four cards, turn the second, lock them in."""
    for card in cards:
        page.locator(f"[data-card={card}]:not([disabled])").click()
    page.keyboard.press("r")
    page.locator("[data-commit]:not([disabled])").click()
    laid(page).wait_for(state="detached")


def laid(page: Page) -> Locator:
    """Tiny Epic Mechs: the first card in the tray. When a programme is locked in there is none left; the tray may
    stay, because a round in which this player decides nothing leads straight to the next programme.
    """
    return page.locator(".tray [data-slot]").first


def decide(page: Page, nth: int = 0) -> None:
    """Answer the pending question: by the option of that number in its list (or the last), or, where a game has a panel
    of its own, with what that has taken in hand.
    """
    number = question(page)
    options = page.locator("button.opt")
    if options.count():
        wanted = options.nth(min(nth, options.count() - 1))
        if wanted.get_attribute("aria-pressed") != "true":
            wanted.click()
    commit(page, number)


def commit(page: Page, number: str) -> None:
    """Play what is in hand, unless the touch that took it in hand was enough."""
    page.wait_for_function(TAKEN, arg=number)
    if question(page) == number:
        page.locator("[data-commit]:not([disabled])").click()
    answered(page, number)


def question(page: Page) -> str:
    """The number of the question this page is asked, or nothing."""
    return page.locator(".decision").first.get_attribute("data-question") or ""


def answered(page: Page, number: str) -> None:
    """Until that question is answered."""
    page.wait_for_function(
        "asked => (document.querySelector('.decision')?.dataset.question ?? '') !== asked"
        " && document.querySelector('.decision')?.dataset.busy === undefined",
        arg=number,
    )


IN_SIGHT = """(selector) => [...document.querySelectorAll(selector)].flatMap((one) => {
  const box = one.getBoundingClientRect();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const top = document.elementFromPoint(x, y)?.closest("[data-target]");
  return top === one ? [{ target: one.dataset.target, x, y }] : [];
})"""


def in_sight(page: Page, selector: str) -> dict[str, tuple[float, float]]:
    """The pieces and places of that kind that are on the screen and nothing lies on: where each can be touched."""
    found: list[dict[str, Any]] = page.evaluate(IN_SIGHT, selector)
    return {one["target"]: (one["x"], one["y"]) for one in found}


def lit(page: Page) -> dict[str, tuple[float, float]]:
    """The pieces and places that the board offers: where each of them can be touched."""
    return in_sight(page, "svg[role=application] [data-lit]")


def touch(page: Page, nth: int = 0) -> bool:
    """Touch something that the board offers: whether there was anything."""
    places = list(lit(page).values())
    if places:
        page.mouse.click(*places[nth % len(places)])
    return bool(places)


def decide_at_the_board(page: Page, nth: int = 0) -> None:
    """Answer the pending question by touching the board, as far as it offers anything; of several things that can be
    done there the first in the list is taken.
    """
    number = question(page)
    if not touch(page, nth):
        decide(page, nth)
        return
    ready = page.locator("[data-commit]:not([disabled])")
    ready.or_(page.locator("button.opt")).first.wait_for()
    if question(page) == number and not ready.count():
        page.locator("button.opt").first.click()
    commit(page, number)


def act(page: Page, nth: int = 0) -> None:
    """Answer whatever is asked, with the mouse: by turns at the board and in the list."""
    if page.locator(".tray").count():
        programme(page)
    elif nth % 2:
        decide_at_the_board(page, nth)
    else:
        decide(page, nth % 3)


def press_until(page: Page, key: str, gone: Locator) -> None:
    """Press a key until something is gone: what is still being shown one by one swallows the first."""
    for _ in range(5):
        page.keyboard.press(key)
        with suppress(TimeoutError):
            gone.wait_for(state="detached", timeout=10_000)
            return
    raise AssertionError(f"{key} changes nothing")


def act_by_keys(page: Page, nth: int = 0) -> None:
    """Answer whatever is asked, with the keyboard."""
    number = question(page)
    if page.locator(".decision[data-prompt='prompt.program']").count():
        for key in "23r45":
            page.keyboard.press(key)
        page.locator("[data-commit]:not([disabled])").wait_for()
        press_until(page, "Enter", laid(page))
        return
    ready = page.locator("[data-commit]:not([disabled])")
    if page.locator("[data-watch]").count():
        page.keyboard.press("Space")
    else:
        ready.or_(page.locator("button.opt")).first.wait_for()
        if not ready.count():
            page.keyboard.press(str(1 + nth % min(9, page.locator("button.opt").count())))
            page.wait_for_function(TAKEN, arg=number)
        if question(page) == number:
            page.keyboard.press("Enter")
    answered(page, number)


def play(page: Page, most: int = 400, act: Callable[[Page, int], None] = act) -> int:
    """Play to the end, whatever is asked: how many decisions it took."""
    for count in range(most):
        settled(page)
        if over(page):
            return count
        act(page, count)
    raise AssertionError("the match does not end")


def violations(results: Any) -> list[str]:
    """What axe found, in a line each."""
    return [
        f"{found['id']}: {node['target']} {node['failureSummary']}"
        for found in results.response["violations"]
        for node in found["nodes"]
    ]
