"""What a screen reader is given: the tree that Chromium hands to it, and a turn of each game played by Tab and Enter.

No screen reader runs here. The tree is what one reads from: the role, the name and the state of everything, and the
regions that are announced when they change.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import CDPSession, Page, expect

from web.moments import Until, asked, moment_against_a_bot, offered
from web.sitting import TITLES, question, settled

CONTROLS = frozenset(
    [
        "button",
        "checkbox",
        "combobox",
        "link",
        "menuitem",
        "menuitemcheckbox",
        "menuitemradio",
        "option",
        "radio",
        "searchbox",
        "slider",
        "spinbutton",
        "switch",
        "tab",
        "textbox",
    ]
)
THINGS = CONTROLS | {"image", "img"}
"""Whoever comes to one of these must hear what it is."""
KEY = re.compile(
    r"[a-z0-9]_[a-z0-9]|\b(cube|model|grid|tile|zone|place|unit|pilot):|undefined|NaN|null\b|[{}]|[a-z]:\w"
)
"""A name that only a program would give."""
RULE = re.compile(r"^(Rule|Regla|Clause|Cláusula) ")
"""The number of a clause is a name of its own kind, in both languages."""


@dataclass(frozen=True)
class Heard:
    """A node of the tree: what is read out there."""

    role: str
    name: str


class Ear:
    """Somebody who hears the page and has a keyboard."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self._session: CDPSession = page.context.new_cdp_session(page)
        self._session.send("Accessibility.enable")

    def tree(self) -> Iterator[Heard]:
        for node in self._session.send("Accessibility.getFullAXTree")["nodes"]:
            if not node.get("ignored"):
                yield Heard(_value(node, "role"), _value(node, "name"))

    def faults(self) -> list[str]:
        """Everything that says nothing, or that speaks as a program does."""
        things = [one for one in self.tree() if one.role in THINGS]
        assert len(things) > 5
        return [f"{one.role}: {one.name!r}" for one in things if not one.name.strip() or unspoken(one.name)]

    def here(self) -> Heard:
        """What has the focus."""
        found = self._session.send("Runtime.evaluate", {"expression": "document.activeElement"})["result"]
        asked = {"objectId": found["objectId"], "fetchRelatives": False}
        [node] = self._session.send("Accessibility.getPartialAXTree", asked)["nodes"]
        return Heard(_value(node, "role"), _value(node, "name"))

    def go(self, role: str, name: str, most: int = 120) -> None:
        """Press Tab until what has the focus says that."""
        for _ in range(most):
            self.page.keyboard.press("Tab")
            here = self.here()
            if here.role == role and re.search(name, here.name):
                return
        raise AssertionError(f"Tab does not lead to a {role} called {name!r}")

    def announced(self) -> str:
        """Everything in regions that are read out when they change."""
        return str(self.page.evaluate(ANNOUNCED))


ANNOUNCED = """() => [...document.querySelectorAll("[aria-live], [role=status], [role=alert]")]
  .map((one) => one.textContent).join("|")"""


def _value(node: dict[str, Any], field: str) -> str:
    return str(node.get(field, {}).get("value", ""))


def unspoken(name: str) -> bool:
    return not RULE.match(name) and bool(KEY.search(name))


MOMENTS: dict[str, Until] = {
    "tiny_epic_mechs": asked(0, "prompt.program"),
    "obsidian_protocol": asked(0, "prompt.stance"),
    "deadzone": offered(0, "shoot"),
    "tag_raid": asked(0, "prompt.turn"),
}


@pytest.mark.parametrize("game", TITLES)
@pytest.mark.parametrize("language", ["en", pytest.param("es", marks=pytest.mark.slow)])
def test_everything_at_a_table_says_what_it_is(page: Page, address: str, game: str, language: str) -> None:
    page.add_init_script(
        f'localStorage.setItem(\'muster.settings\', \'{{"intro": false, "language": "{language[:2]}"}}\')'
    )
    page.goto(moment_against_a_bot(address, MOMENTS[game], game))
    settled(page)
    assert Ear(page).faults() == []


@pytest.mark.parametrize("path", ["/", "/lessons/deadzone", "/lessons/tag_raid/3-shooting", "/tournaments/", "/you"])
def test_everything_around_a_table_says_what_it_is(page: Page, address: str, path: str) -> None:
    page.goto(f"{address}{path}")
    page.locator("main, .lesson").first.wait_for()
    page.locator("button").nth(2).wait_for()
    assert Ear(page).faults() == []


def test_a_long_log_is_one_stop_for_the_tab_key(page: Page, address: str) -> None:
    """The arrow keys walk through it, to each entry and to its rule."""
    page.goto(moment_against_a_bot(address, offered(0, "shoot"), "deadzone"))
    settled(page)
    ear = Ear(page)
    page.locator(".log [role=radio]").first.focus()
    ear.go("list", "^Log", most=1)
    page.keyboard.press("ArrowDown")
    newest = ear.here()
    assert newest.role == "button"
    page.keyboard.press("ArrowRight")
    assert RULE.match(ear.here().name)
    page.keyboard.press("ArrowDown")
    assert ear.here().role == "button"
    assert ear.here() != newest
    page.keyboard.press("End")
    page.keyboard.press("Tab")
    assert not page.evaluate("!!document.activeElement.closest('.log')")


def test_the_lobby_leads_to_a_table_by_tab_and_enter(page: Page, address: str) -> None:
    page.goto(f"{address}/")
    page.locator(".art svg").nth(3).wait_for()
    ear = Ear(page)
    ear.go("button", "^Deadzone")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Deadzone", exact=True)).to_be_visible()
    ear.go("button", "Sit down")
    page.keyboard.press("Enter")
    page.wait_for_url("**/t/*")


BY_NIGHT = [pytest.param(game, marks=pytest.mark.slow) for game in TITLES if game != "tag_raid"]


@pytest.mark.parametrize("game", ["tag_raid", *BY_NIGHT])
def test_a_turn_by_tab_and_enter_is_told(page: Page, address: str, game: str) -> None:
    """From one question to the next: it is said, the focus is there, and Tab leads to an answer that can be entered."""
    page.goto(moment_against_a_bot(address, MOMENTS[game], game))
    settled(page)
    ear = Ear(page)
    page.keyboard.press("Tab")
    assert ear.here().name == "What is asked"
    page.keyboard.press("Enter")
    for _ in range(6):
        settled(page)
        if page.locator(".decision[data-prompt='prompt.program']").count():
            ear.go("button", "^The cards$")
            page.keyboard.press("Enter")
        if page.locator(".end").count():
            return
        number, said = question(page), ear.announced()
        assert page.locator(".decision [aria-live] h2").first.inner_text() in said
        answer(ear)
        page.wait_for_function(
            "asked => (document.querySelector('.decision')?.dataset.question ?? '') !== asked", arg=number
        )
        page.wait_for_function(f"said => ({ANNOUNCED})() !== said", arg=said)
        page.wait_for_function("() => document.activeElement?.closest('.decision, .end, .film')")


def answer(ear: Ear) -> None:
    """Whatever Tab comes to first in the question: four cards, a dial for each mech, an option; then the commit."""
    page = ear.page
    for _ in range(60):
        if page.locator("[data-commit]:not([disabled])").count():
            page.locator("[data-commit]:not([disabled])").first.focus()
            page.keyboard.press("Enter")
            return
        page.keyboard.press("Tab")
        if page.evaluate(TOUCHABLE):
            assert ear.here().name.strip()
            page.keyboard.press("Enter")
            page.wait_for_timeout(150)
    raise AssertionError("nothing can be answered by Tab and Enter")


TOUCHABLE = """() => {
  const at = document.activeElement;
  return at?.matches("button.opt, [data-card], .decision fieldset button, .spot, .decision .cell")
    && at.getAttribute("aria-pressed") !== "true" && !at.disabled;
}"""
