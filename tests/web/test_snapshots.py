"""Main screens look as they should: the lobby, Tiny Epic Mechs while programming and in combat, Obsidian Protocol."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page

from web.moments import asked, moment, striking
from web.snapshots import RENEWING, looks_as_kept
from web.test_obsidian_protocol import aims, resume
from web.test_obsidian_protocol import moment as obsidian


def test_the_lobby(page: Page, address: str) -> None:
    page.goto(f"{address}/")
    page.locator(".gm").nth(3).wait_for()
    page.locator(".art svg").nth(3).wait_for()
    looks_as_kept(page, "lobby")


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_programming(page: Page, address: str, theme: str) -> None:
    page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
    page.goto(moment(address, asked(0, "prompt.program")))
    for card in ("collect", "turret", "mine"):
        page.locator(f"[data-card={card}]").click()
    page.mouse.move(0, 0)
    looks_as_kept(page, f"mechs-programming-{theme}")


def test_combat(page: Page, address: str) -> None:
    page.goto(moment(address, striking(0)))
    page.locator(".duel").wait_for()
    looks_as_kept(page, "mechs-combat")


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_an_attack_in_obsidian_protocol(page: Page, address: str, theme: str) -> None:
    page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
    resume(page, address, obsidian(aims))
    page.locator(".outcomes").wait_for()
    page.locator("[data-reply]").wait_for()
    page.mouse.move(0, 0)
    looks_as_kept(page, f"obsidian-aim-{theme}")


def test_dials_in_obsidian_protocol(page: Page, address: str) -> None:
    resume(page, address, obsidian(lambda match, ask: ask.prompt.key == "prompt.dial" and match.state.round == 2))
    page.locator(".decision fieldset").first.wait_for()
    looks_as_kept(page, "obsidian-dials")


@pytest.mark.skipif(RENEWING, reason="pictures are being made anew")
def test_a_change_would_be_seen(page: Page, address: str) -> None:
    """The tolerance is not so wide that a panel could go missing."""
    page.goto(moment(address, striking(0)))
    page.locator(".duel").wait_for()
    page.evaluate("document.querySelectorAll('.left > *').forEach((one) => (one.style.visibility = 'hidden'))")
    with pytest.raises(AssertionError, match=re.escape("MUSTER_SNAPSHOTS=renew")):
        looks_as_kept(page, "mechs-combat", patience=0)
