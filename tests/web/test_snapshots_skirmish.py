"""The main screens of Deadzone and TAG Raid look as they should: by day and night, on the desk and on the phone."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from muster.kernel.match import Match
from web.moments import asked, moment
from web.sitting import settled
from web.snapshots import looks_as_kept

PHONE = {"width": 390, "height": 844}


def watching(match: Match[Any]) -> bool:
    """Until the first seat may interrupt."""
    return asked(0, "prompt.overwatch")(match)


def walked(match: Match[Any]) -> bool:
    """Until the first seat may react to a path that it saw."""
    return asked(0, "prompt.aro")(match) and len(match.view(0).order.spots) > 2


def quiet(page: Page) -> None:
    """No hints: they have tests of their own. Chances by forks differ a little from run to run."""
    page.add_init_script("localStorage.setItem('muster.settings', JSON.stringify({hints: false}))")


def at_rest(page: Page) -> None:
    settled(page)
    page.mouse.move(0, 0)
    page.evaluate("document.activeElement?.blur()")


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_a_model_acts(page: Page, address: str, theme: str) -> None:
    """The board with its levels, what may be done, the team, the cards."""
    quiet(page)
    page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
    page.goto(moment(address, asked(0, "prompt.action"), game="deadzone"))
    at_rest(page)
    looks_as_kept(page, f"deadzone-action-{theme}")


def test_overwatch(page: Page, address: str) -> None:
    """The window in which all who may interrupt stand, with the chances of the test and the lines of sight."""
    quiet(page)
    page.goto(moment(address, watching, game="deadzone"))
    page.locator(".shares").wait_for()
    at_rest(page)
    looks_as_kept(page, "deadzone-overwatch")


def test_deadzone_on_the_phone(page: Page, address: str) -> None:
    quiet(page)
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    page.goto(moment(address, asked(0, "prompt.turn"), game="deadzone"))
    at_rest(page)
    looks_as_kept(page, "deadzone-phone")


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_a_path(page: Page, address: str, theme: str) -> None:
    """A path with its ruler, who sees it where, the rings of range, and what it costs."""
    quiet(page)
    page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
    page.goto(moment(address, asked(0, "prompt.turn"), game="tag_raid"))
    page.locator("[data-commit]:not([disabled])").wait_for()
    page.locator("[data-target^='place:move']").first.click(force=True)
    expect(page.locator(".decision h2")).to_have_text("Move along this path")
    expect(page.locator("[data-commit]:not([disabled])")).to_contain_text("Move here")
    at_rest(page)
    looks_as_kept(page, f"tag-raid-path-{theme}")


def test_a_reaction(page: Page, address: str) -> None:
    """The window of a reaction: weapons, where on the path, the duel."""
    quiet(page)
    page.goto(moment(address, walked, game="tag_raid"))
    page.locator(".window [data-mode=pass]").wait_for()
    page.locator("[data-commit]:not([disabled])").wait_for()
    at_rest(page)
    looks_as_kept(page, "tag-raid-reaction")


def test_tag_raid_on_the_phone(page: Page, address: str) -> None:
    quiet(page)
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    page.goto(moment(address, asked(0, "prompt.turn"), game="tag_raid"))
    page.locator("[data-commit]:not([disabled])").wait_for()
    at_rest(page)
    looks_as_kept(page, "tag-raid-phone")
