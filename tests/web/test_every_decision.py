"""At every decision of every game: Escape lets go, Enter or a double click commits, Ctrl+Z takes back, and what may not
be done is told in words.
"""

from __future__ import annotations

import random
import re
from contextlib import suppress

import pytest
from playwright.sync_api import Page, TimeoutError, expect

from games.every_game import decisions
from muster.kernel.dice import SeededDice
from muster.kernel.game import setup_of
from muster.kernel.sessions import journal_text, new_match
from muster.library import load_game
from muster.server import protocol as p
from muster.server.client.links import create_table
from web.sitting import TAKEN, TITLES, answered, over, programme, question, settled, sit_down, touch

DECISIONS = 14
MATCHES = 3
LEAST = {"tiny_epic_mechs": 11, "obsidian_protocol": 18, "deadzone": 18, "tag_raid": 12}
"""So many kinds of questions those matches bring at least."""
DRAFTED = {"prompt.dial"}
"""Put together in a panel of their own, which has tests of its own."""
RAW = re.compile(r"\b[a-z]+:[a-z0-9]|_|\b[ab]\d+\)|\d+\.\d+,\d+|\{")


def asks_why(page: Page) -> None:
    """What may not be done here is grouped by reason, in words; Escape shuts it, and nothing was answered."""
    number = question(page)
    page.locator(".decision .under .link").first.click()
    shown = page.locator(".pop[role=dialog]")
    expect(shown).to_be_visible()
    texts = shown.locator("li p").all_inner_texts()
    assert not [text for text in texts if RAW.search(text)]
    rules = shown.locator("li .rule").all_inner_texts()
    assert len(rules) == len(set(zip(rules, shown.locator("li .clause").all_inner_texts(), strict=True)))
    page.keyboard.press("Escape")
    expect(shown).to_have_count(0)
    assert question(page) == number


def answer(page: Page, nth: int) -> None:
    """Take an option in hand and commit it: by turns with Enter and with a double click."""
    number = question(page)
    options = page.locator(".decision button.opt")
    if page.locator("[data-watch]").count():
        page.keyboard.press("Space")  # nobody is chosen to react, so there is nothing to commit
    elif not options.count():
        ready = page.locator("[data-commit]:not([disabled])")
        with suppress(TimeoutError):
            ready.wait_for(timeout=3_000)  # a panel that asks the server what it can offer
        if not ready.count():
            touch(page, nth)
            page.wait_for_function(TAKEN, arg=number)
        if question(page) == number:
            page.keyboard.press("Enter")
    else:
        wanted = options.nth(nth % options.count())
        if nth % 2:
            wanted.dblclick()
        else:
            if wanted.get_attribute("aria-pressed") != "true":
                wanted.click()
            page.wait_for_function(TAKEN, arg=number)
            if question(page) == number:
                page.keyboard.press("Enter")
    answered(page, number)


@pytest.mark.parametrize("game", list(TITLES))
def test_every_kind_of_decision_can_be_trusted(page: Page, address: str, game: str) -> None:
    sit_down(page, address, game)
    seen: set[str] = set()
    for nth in range(DECISIONS):
        settled(page)
        if over(page):
            break
        kind = page.locator(".decision").first.get_attribute("data-prompt") or ""
        if kind not in seen:
            seen.add(kind)
            asks_why(page)
        if page.locator(".tray [data-card]").count() and game == "tiny_epic_mechs":
            programme(page)
            continue
        answer(page, nth)
    assert len(seen) > 2


def kinds(game: str) -> dict[str, str]:
    """Every kind of question that the first seat is asked in a few matches by chance: the match as it came to it."""
    rules = load_game(game)
    options = setup_of(rules).prepare({})
    found: dict[str, str] = {}
    for seed in range(MATCHES):
        match = new_match(rules, options, SeededDice(seed))
        for _ in decisions(match, random.Random(seed)):
            asked = match.pending.get(0)
            if asked is not None and asked.prompt.key not in found and list(match.pending) == [0]:
                found[asked.prompt.key] = journal_text(options, match)
    return found


@pytest.mark.slow
@pytest.mark.parametrize("game", list(LEAST))
def test_every_question_that_matches_bring_can_be_trusted(page: Page, address: str, game: str) -> None:
    """The same matches every time: what may not be done is told, Escape answers nothing, Enter commits."""
    met = kinds(game)
    assert len(met) >= LEAST[game]
    for nth, (kind, journal) in enumerate(met.items()):
        made = create_table(address, p.NewTable(game=game, journal=journal, seats=["open", "random"], name="Ana"))
        page.goto(f"{address}/t/{made.table}#{made.token}")
        settled(page)
        shown = page.locator(".decision").first.get_attribute("data-prompt")
        if shown != kind:
            continue  # the first thing to do was done already, or there is but one
        number = question(page)
        page.keyboard.press("Escape")
        assert question(page) == number, kind
        asks_why(page)
        if kind == "prompt.program":
            lay_the_rest(page)
        elif kind not in DRAFTED:
            answer(page, 2 * nth)


def lay_the_rest(page: Page) -> None:
    """Tiny Epic Mechs: lay cards until the program is whole, and lock it in with Enter."""
    number = question(page)
    for _ in range(4):
        if page.locator("[data-commit]:not([disabled])").count():
            break
        page.locator(".tray [data-card]:not([disabled])").first.click()
    page.locator("[data-commit]:not([disabled])").wait_for()
    page.keyboard.press("Enter")
    answered(page, number)


@pytest.mark.parametrize("game", ["obsidian_protocol", "deadzone", "tag_raid"])
def test_ctrl_z_takes_back(page: Page, address: str, game: str) -> None:
    sit_down(page, address, game)
    for nth in range(30):
        settled(page)
        before = page.locator(".decision h2").inner_text()
        answer(page, 2 * nth)
        settled(page)
        undo = page.get_by_role("button", name="Take back", exact=True)
        begun = page.locator(".decision[data-prompt='prompt.deploy_where']").count()  # a unit was put into one's hand
        if begun or not undo.is_enabled():
            continue
        number = question(page)
        page.keyboard.press("Control+z")
        answered(page, number)
        expect(page.locator(".decision h2")).to_have_text(before)
        return
    raise AssertionError("nothing could be taken back")


def test_a_touch_that_led_on_is_gone_back_from_with_escape(page: Page, address: str) -> None:
    """Deadzone: picking a model activates it; Escape lets it go again."""
    sit_down(page, address, "deadzone")
    for nth in range(60):
        settled(page)
        if page.locator(".decision[data-prompt='prompt.turn']").count():
            break
        answer(page, 2 * nth)
    number = question(page)
    page.locator(".decision .opt[data-key^='activate:']").first.click()
    answered(page, number)
    page.locator(".decision[data-prompt='prompt.action']").wait_for()
    page.keyboard.press("Escape")
    page.locator(".decision[data-prompt='prompt.turn']").wait_for()
