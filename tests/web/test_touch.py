"""Phones and tablets by touch: two fingers zoom, one pans, neither chooses; the first tap aims, the second commits."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest
from playwright.sync_api import Browser, CDPSession, Page, TimeoutError, expect

from web.moments import asked, moment
from web.sitting import TITLES, lit, question, settled, sit_down

PHONE = {"width": 390, "height": 844}
TABLET = {"width": 1024, "height": 768}
SCALE = "document.querySelector('svg[role=application] > g').getAttribute('transform')"
Point = tuple[float, float]


def touched(browser: Browser, size: dict[str, int]) -> Iterator[Page]:
    context = browser.new_context(
        viewport=size,  # type: ignore[arg-type]
        locale="en-GB",
        color_scheme="dark",
        reduced_motion="reduce",
        has_touch=True,
        is_mobile=size["width"] < 700,
    )
    context.set_default_timeout(45_000)
    yield context.new_page()
    context.close()


@pytest.fixture
def phone(browser: Browser) -> Iterator[Page]:
    yield from touched(browser, PHONE)


@pytest.fixture
def tablet(browser: Browser) -> Iterator[Page]:
    yield from touched(browser, TABLET)


class Fingers:
    """Fingers on the glass, as the browser gets them from a device."""

    def __init__(self, page: Page) -> None:
        self._line: CDPSession = page.context.new_cdp_session(page)

    def _send(self, kind: str, points: list[Point]) -> None:
        touches = [{"x": x, "y": y, "id": n} for n, (x, y) in enumerate(points)]
        self._line.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

    def move(self, starts: list[Point], ends: list[Point], steps: int = 6) -> None:
        """Put them down, move them evenly, lift them."""
        self._send("touchStart", starts)
        for step in range(1, steps + 1):
            share = step / steps
            self._send(
                "touchMove",
                [(a + (c - a) * share, b + (d - b) * share) for (a, b), (c, d) in zip(starts, ends, strict=True)],
            )
        self._send("touchEnd", [])


def box_of(page: Page) -> dict[str, float]:
    found: Any = page.locator("svg[role=application]").bounding_box()
    assert found is not None
    return dict(found)


def scale_of(page: Page) -> float:
    """Screen pixels for a unit of the scene."""
    return float(page.evaluate(SCALE).split("scale(")[1].rstrip(")"))


def middle(page: Page) -> Point:
    box = box_of(page)
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def tap(page: Page, place: Point, until: str) -> None:
    """Tap, and once more if it came to nothing: on a slow machine a tap can count as a long press."""
    for _ in range(3):
        page.touchscreen.tap(*place)
        with suppress(TimeoutError):
            page.locator(until).first.wait_for(timeout=10_000)
            return
    raise AssertionError(f"a tap does not lead to {until}")


@pytest.mark.parametrize("game", list(TITLES))
def test_two_fingers_zoom_the_board_and_one_pans_it(phone: Page, address: str, game: str) -> None:
    sit_down(phone, address, game)
    settled(phone)
    phone.locator("svg[role=application]").wait_for()
    fingers, before = Fingers(phone), scale_of(phone)
    number, (x, y) = question(phone), middle(phone)
    assert not phone.locator(".overview").count()
    fingers.move([(x - 20, y - 20), (x + 20, y + 20)], [(x - 70, y - 70), (x + 70, y + 70)])
    expect(phone.locator(".overview")).to_be_visible()
    assert 2 < scale_of(phone) / before < 6
    overview = phone.locator(".overview svg").bounding_box()
    assert overview is not None
    assert max(overview["width"], overview["height"]) == pytest.approx(66, abs=1)
    moved = phone.evaluate(SCALE)
    fingers.move([(x, y)], [(x - 60, y - 40)])
    phone.wait_for_function(f"before => {SCALE} !== before", arg=moved)
    assert scale_of(phone) == pytest.approx(float(moved.split("scale(")[1].rstrip(")")))
    assert question(phone) == number
    assert not phone.locator(".decision [aria-pressed=true].opt").count()
    phone.locator(".overview").click()
    expect(phone.locator(".overview")).to_have_count(0)
    assert scale_of(phone) == pytest.approx(before)


def test_the_first_tap_aims_and_the_second_commits(phone: Page, address: str) -> None:
    """Two taps a move; who acts is picked with one."""
    phone.goto(moment(address, asked(0, "prompt.turn"), game="deadzone"))
    settled(phone)
    number = question(phone)
    [(_, place), *_] = sorted(lit(phone).items())
    tap(phone, place, f".decision:not([data-question='{number}'])")
    settled(phone)
    number = question(phone)
    [place, *_] = [at for target, at in sorted(lit(phone).items()) if target.startswith("cube:")]
    tap(phone, place, ".decision [data-commit]:not([disabled])")
    expect(phone.locator("[data-commit]")).to_be_in_viewport()
    assert question(phone) == number
    tap(phone, place, f".decision:not([data-question='{number}'])")


@pytest.mark.parametrize("game", list(TITLES))
@pytest.mark.parametrize("language", ["en", "es"])
def test_nothing_is_cut_off_and_what_is_mine_needs_no_scrolling(
    phone: Page, address: str, game: str, language: str
) -> None:
    """Spanish words are longer. The strip with my units, the turn order and the commit button are all on the screen."""
    phone.add_init_script(f"localStorage.setItem('muster.settings', JSON.stringify({{language: '{language}'}}))")
    sit_down_in(phone, address, game, language)
    settled(phone)
    assert phone.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert phone.locator(".left").evaluate("(one) => one.scrollWidth <= one.clientWidth + 1")
    for shown in (".order", ".left", ".decision h2"):
        expect(phone.locator(shown).first).to_be_in_viewport()
    small = phone.evaluate(SMALL)
    assert not small, small


SMALL = """() => [...document.querySelectorAll(".app *")].flatMap((one) => {
  const own = [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
  const box = one.getBoundingClientRect();
  if (!own || one.closest("svg, .visually-hidden") || !box.width) return [];
  if (parseFloat(getComputedStyle(one).fontSize) >= 11) return [];
  return [one.textContent.trim().slice(0, 30)];
})"""
"""Words below eleven pixels."""


def sit_down_in(page: Page, address: str, game: str, language: str) -> None:
    page.goto(f"{address}/")
    page.locator(".gm").nth(list(TITLES).index(game)).click()
    page.locator("form [type=submit]").click()
    expect(page.locator("main")).to_be_visible()
    expect(page.locator("html")).to_have_attribute("lang", language)


def test_targets_are_large_enough_for_a_finger(tablet: Page, address: str) -> None:
    tablet.goto(moment(address, asked(0, "prompt.action"), game="deadzone"))
    settled(tablet)
    for one in tablet.locator("button.opt, [data-family], .strip .tool, .commit .btn").all():
        box = one.bounding_box()
        assert box is not None
        assert box["height"] >= 44, one.inner_text()
