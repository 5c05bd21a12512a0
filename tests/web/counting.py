"""Inputs counted: every click and every key that a person needs, beside what the same answers cost when each question
was picked and committed by itself.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page

from muster.kernel.match import Match
from muster.kernel.spaces import Option
from web.sitting import TAKEN, answered, in_sight, over, question, settled

COUNT = """() => {
  window.inputs = 0;
  const one = (event) => { if (event.isTrusted && !event.repeat) window.inputs += 1; };
  addEventListener("pointerdown", one, true);
  addEventListener("keydown", one, true);
}"""
PASSES = {"pass", "keep", "none", "done", "end", "no", "no-card", "hold-fire", "decline", "skip"}
AT_ONCE = {"prompt.dial", "prompt.program"}
"""Questions that were drafted together before, a click each."""


class Plain:
    """What answers of a seat cost without any help: a pick and Enter, or one key where the answer lay ready."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, seat: int = 0) -> None:
        self.said: list[tuple[str, str, int]] = []
        """The key of each question, the answer, and its price."""
        self._ahead = False
        play, forced = Match.play, Match.forced

        def heard(match: Match[Any], own: int, option: Option[Any]) -> None:
            if own == seat and match.remember and not self._ahead:
                ask = match.pending[own]
                ready = len(ask.space.options()) == 1 or ask.small or option.key in PASSES or ask.prompt.key in AT_ONCE
                self.said.append((ask.prompt.key, option.key, 1 if ready else 2))
            play(match, own, option)

        def looked_ahead(match: Match[Any], own: int, alone: bool = False) -> bool:
            self._ahead = True
            try:
                return forced(match, own, alone)
            finally:
                self._ahead = False

        monkeypatch.setattr(Match, "play", heard)
        monkeypatch.setattr(Match, "forced", looked_ahead)

    @property
    def price(self) -> int:
        return sum(price for _, _, price in self.said)


class Counter:
    """Somebody at the page who is asked things, and what each stretch of questions took."""

    def __init__(self, page: Page, plain: Plain) -> None:
        self.page = page
        self.plain = plain
        page.add_init_script(f"({COUNT})()")

    @property
    def inputs(self) -> int:
        return int(self.page.evaluate("window.inputs"))

    def stretch(self, act: Callable[[Page, str], None], most: int, until: Callable[[str], bool]) -> tuple[int, int]:
        """Answer until a question comes that ends the stretch: how many inputs it took, and how many it took before."""
        inputs, price = self.inputs, self.plain.price
        for _ in range(most):
            settled(self.page)
            asked = prompt(self.page)
            if over(self.page) or until(asked):
                return self.inputs - inputs, self.plain.price - price
            number = question(self.page)
            act(self.page, asked)
            answered(self.page, number)
        raise AssertionError("the stretch does not end")


def prompt(page: Page) -> str:
    return (page.locator(".decision").first.get_attribute("data-prompt") or "").removeprefix("prompt.")


def click_lit(page: Page, prefix: str, nth: int = 0) -> None:
    """Touch a place that the board offers; it is in hand then."""
    places = list(in_sight(page, f"svg[role=application] [data-lit][data-target^='{prefix}']").values())
    page.mouse.click(*places[nth % len(places)])


def take(page: Page, key: str) -> bool:
    """Touch an option of the list that begins like this, if there is one."""
    found = page.locator(f".decision .opt[data-key^='{key}']")
    if not found.count():
        return False
    found.first.click()
    return True


def commit(page: Page, number: str) -> None:
    """Press Enter, if the touch before was not enough."""
    page.wait_for_function(TAKEN, arg=number)
    if question(page) == number:
        page.keyboard.press("Enter")


def plainly(page: Page) -> None:
    """Answer with what lies ready, or with the first of the list."""
    number = question(page)
    if not page.locator("[data-commit]:not([disabled])").count():
        page.keyboard.press("1")
    commit(page, number)
