"""Words, tokens and icons explain themselves at every table: on hover, focus and a long press, in both languages."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from muster.library import house_cards, load_glossary
from web.moments import moment, striking
from web.sitting import TITLES, decide, settled, sit_down

DRAWN = "aside.left svg.i, aside.left .chip, aside.left .house, .op-walk .die svg"
SILENT = """(drawn) => [...document.querySelectorAll(drawn)]
  .filter((one) => !one.closest('[data-term]') && !one.querySelector('[data-term]'))
  .map((one) => one.outerHTML.slice(0, 160))"""
TERMS = "() => [...document.querySelectorAll('[data-term]')].flatMap((one) => one.dataset.term.split(' '))"


def begin(page: Page, address: str, game: str) -> None:
    """A table a few answers old."""
    sit_down(page, address, game)
    for _ in range(5):
        settled(page)
        if page.locator(".tray").count():
            break
        decide(page)
    settled(page)


@pytest.mark.parametrize("game", list(TITLES))
def test_whatever_is_drawn_explains_itself(page: Page, address: str, game: str) -> None:
    """Nothing in the left column or on the board is silent; every term is one of the glossary, or a card of ours."""
    begin(page, address, game)
    page.locator(".left [data-term]").first.wait_for()
    assert page.evaluate(SILENT, DRAWN) == []
    known = {*load_glossary(game), *house_cards(game)}
    terms = set(page.evaluate(TERMS))
    assert len(terms) > 3
    assert terms <= known, terms - known
    tip = page.get_by_role("tooltip")
    button = page.locator(".left button.explains").first
    button.hover()
    expect(tip).to_contain_text(load_glossary(game)[first_term(button)][0])
    page.mouse.move(640, 5)
    expect(tip).to_have_count(0)
    page.locator("svg.board [data-term]").first.hover(force=True)
    expect(tip).to_be_visible()
    page.mouse.move(640, 5)
    expect(tip).to_have_count(0)
    page.keyboard.press("Tab")
    button.focus()
    expect(tip).to_contain_text(load_glossary(game)[first_term(button)][0])
    page.keyboard.press("Escape")
    expect(tip).to_have_count(0)


def first_term(found: Locator) -> str:
    return (found.get_attribute("data-term") or "").split(" ")[0]


def test_a_long_press_in_spanish(browser: Browser, address: str) -> None:
    """A finger that rests shows the rule, in the language of the page; a tap on a word by itself does, too."""
    context = browser.new_context(
        viewport={"width": 1024, "height": 768}, locale="es-ES", has_touch=True, reduced_motion="reduce"
    )
    page = context.new_page()
    page.goto(moment(address, striking(0)))
    tip = page.get_by_role("tooltip")
    word = page.locator(".left button.explains[data-term='device.mine']")
    word.tap()
    expect(tip).to_contain_text("Una mina hace tanto daño como el valor de su zona")
    sign = page.locator(".duel [data-term^=weapon_type]").first
    page.touchscreen.tap(250, 5)
    expect(tip).to_have_count(0)
    box = sign.bounding_box()
    assert box
    at = [{"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}]
    touch = context.new_cdp_session(page)
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": at})
    expect(tip).to_contain_text("TEM combat.counter")
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(tip).to_be_visible()
    context.close()


def test_figures_of_ours_say_so(page: Page, address: str) -> None:
    page.goto(moment(address, striking(0)))
    page.locator(".left .house").first.hover()
    page.locator(".left .house").first.wait_for()
    assert page.locator(".left .house").first.evaluate("one => getComputedStyle(one).borderBottomStyle") == "dashed"
