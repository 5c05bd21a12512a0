"""Deadzone in the browser: a whole match against a bot, levels, sight, cards and dice in the log."""

from __future__ import annotations

import json
import re
from typing import Any
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import Page, expect

from muster.kernel.match import Match
from web.moments import moment_against_a_bot
from web.moments import offered as offered_to
from web.sitting import answered, commit, in_sight, lit, over, question, settled

ATTACKS = ("shoot", "fight", "blaze")
ORDER = (*ATTACKS, "activate", "move", "sprint")
PATROLS = [
    {"faction": "enforcers", "models": [{"model": "enforcer_sergeant"}, {"model": "enforcer", "count": 2}]},
    {"faction": "plague", "models": [{"model": "stage_3a_general"}, {"model": "stage_3a"}]},
]
"""Three against two: whoever attacks at every chance ends such a match in some forty decisions."""


def open_table(page: Page, address: str, **options: Any) -> None:
    """A table in the yard against a bot that answers at once, as the lobby would set it up."""
    setup = {"battlefield": "yard", **options}
    wanted = {"game": "deadzone", "options": setup, "seats": ["open", "random"], "name": "Ann"}
    body = json.dumps(wanted).encode()
    request = Request(f"{address}/api/tables", body, {"Content-Type": "application/json"})
    with urlopen(request, timeout=20) as reply:
        made: dict[str, Any] = json.load(reply)
    page.goto(f"{address}/t/{made['table']}#{made['token']}")
    expect(page.locator("main")).to_be_visible()


def offered(page: Page) -> list[str]:
    keys: list[str] = page.evaluate("[...document.querySelectorAll('button.opt')].map((one) => one.dataset.key)")
    return keys


def answer(page: Page, key: str, number: str | None = None) -> None:
    """Take an option in hand in the list, unless the board did, and commit it."""
    asked = number or question(page)
    row = page.locator(f'button.opt[data-key="{key}"]')
    if question(page) == asked and row.count() and row.get_attribute("aria-pressed") != "true":
        row.click()
    commit(page, asked)


def target_of(key: str) -> str:
    """What an option names on the board: a model, or else a cube."""
    model = re.search(r"[:@>]([AB]\d+)\b", key)
    cube = re.search(r"\b([a-h][1-8]\.\d)\b", key)
    return f"model:{model[1]}" if model else f"cube:{cube[1]}" if cube else ""


def answer_at_the_board(page: Page, key: str) -> bool:
    """Touch what the option names, then the row if several things can be done there: whether the board offers it. Cubes
    to be fired at are offered once that kind of action is chosen.
    """
    if key.startswith("blaze:") and page.locator("[data-family=blaze]").count():
        page.locator("[data-family=blaze]").click()
    number, place = question(page), lit(page).get(target_of(key))
    if place is None:
        return False
    page.mouse.click(*place)
    if key.startswith("activate:"):  # who acts is picked with a touch
        answered(page, number)
    else:
        answer(page, key, number)
    return True


def choose(keys: list[str]) -> str:
    return next((key for verb in ORDER for key in keys if key.split(":")[0] == verb), keys[0])


def hold(page: Page) -> None:
    """Nobody interrupts."""
    number = question(page)
    page.keyboard.press("Space")
    answered(page, number)


def until(page: Page, verbs: tuple[str, ...], most: int = 120) -> str:
    """Play on until one of these is offered: its key."""
    for _ in range(most):
        settled(page)
        if page.locator("[data-watch]").count():
            hold(page)
            continue
        keys = offered(page)
        found = next((key for key in keys if key.split(":")[0] in verbs), None)
        if found:
            return found
        answer(page, choose(keys))
    raise AssertionError(f"{verbs} never came")


@pytest.mark.slow  # a table of one's own is played to its end in `make test`
def test_a_person_plays_a_whole_match_against_a_bot(page: Page, address: str) -> None:
    """From the mission to the last enemy, at the board wherever it offers what is wanted."""
    open_table(page, address, teams=PATROLS)
    touched = 0
    for _ in range(300):
        settled(page)
        if over(page):
            break
        if page.locator("[data-watch]").count():
            hold(page)
            continue
        key = choose(offered(page))
        if answer_at_the_board(page, key):
            touched += 1
        else:
            answer(page, key)
    assert touched > 8
    expect(page.locator("section.end")).to_contain_text("winner")
    expect(page.locator("section.end")).to_contain_text("all honest")
    expect(page.locator(".log .list")).to_contain_text("killed")


def test_giving_up_takes_two_touches(page: Page, address: str) -> None:
    """The families of actions narrow the list; a match is conceded at the start of a turn only, and asked twice."""
    open_table(page, address, teams=PATROLS)
    answer(page, until(page, ("activate",)))
    until(page, ("move", "shoot", "fight"))
    assert page.locator("[data-family]").count() > 2
    page.locator("[data-family=move]").click()
    assert all(key.split(":")[0] in ("move", "sprint", "climb", "reposition", "exit") for key in offered(page))
    assert not page.locator("[data-concede]").count()
    answer(page, offered(page)[0])
    for _ in range(60):
        key = until(page, ("activate",))
        if page.locator("[data-concede]").count():
            break
        answer(page, key)
    page.locator("[data-concede]").click()
    assert not over(page)
    page.locator("[data-concede]").click()
    page.locator("section.end").wait_for()


def test_levels_and_cards_by_keyboard(page: Page, address: str) -> None:
    """Page keys change the level; a cube on another level is touched at its column; cards show both effects."""
    open_table(page, address)
    until(page, ("at",))
    expect(page.locator(".inset.on")).to_contain_text("Level 1")
    page.locator("body").press("PageUp")
    expect(page.locator(".inset.on")).to_contain_text("Level 2")
    page.locator("body").press("PageDown")
    expect(page.locator(".inset.on")).to_contain_text("Level 1")
    assert page.locator(".tray .card").count() >= 1
    assert page.locator(".tray .card .line").count() == 2 * page.locator(".tray .card").count()


def test_a_shot_shows_its_dice_before_and_after(page: Page, address: str) -> None:
    """The ledger of an attack adds up to the dice on the button, and the log draws every die of the test."""
    page.goto(moment_against_a_bot(address, offered_to(0, "shoot"), "deadzone", teams=PATROLS, battlefield="yard"))
    key = until(page, ATTACKS)
    page.locator(f'button.opt[data-key="{key}"]').click()
    sums = page.locator(".sums")
    sums.wait_for()
    figures = sums.locator(".ledger").first.locator(".v").all_inner_texts()
    dice = int(re.match(r"\d+", sums.locator(".num").first.inner_text()).group())  # type: ignore[union-attr]
    assert sum(int(figure.replace("−", "-")) for figure in figures) == dice
    number = question(page)
    page.locator("[data-commit]:not([disabled])").click()
    answered(page, number)
    for _ in range(12):
        settled(page)
        if page.locator("ol.list .dice svg").count():
            break
        keys = offered(page)
        answer(page, "no-card" if "no-card" in keys else choose(keys))
    assert page.locator("ol.list .dice svg").count() >= 2


def crowded(match: Match[Any]) -> bool:
    """Until the first seat sets a model up and could do so where one of its own already stands."""
    if 0 not in match.pending or match.pending[0].prompt.key != "prompt.deploy":
        return False
    taken = {model.cube for model in match.state.models if model.cube % 64 == model.cube >= 0}
    places = [option.value for option in match.pending[0].space.options()]
    return any(place in taken and sum(one % 64 == place % 64 for one in places) == 1 for place in places)


def test_a_click_on_a_model_that_is_no_choice_means_its_cube(address: str, page: Page) -> None:
    page.goto(moment_against_a_bot(address, crowded, "deadzone", teams=PATROLS, battlefield="yard"))
    settled(page)
    page.locator("button.opt").first.wait_for()
    offers = {key.removeprefix("at:") for key in offered(page)}
    pieces = in_sight(page, "svg[role=application] [data-target^='model:']")
    cubes = page.evaluate(
        """() => Object.fromEntries([...document.querySelectorAll("svg[role=application] [data-target^='model:']")].map(
          (one) => [one.dataset.target,
            one.getAttribute("aria-label").match(/([a-h][1-8]), level (\\d)/)?.slice(1).join(".") ?? ""]))"""
    )
    columns = [offer.partition(".")[0] for offer in offers]  # on one level only, so that the cube is one option
    target = next(one for one in pieces if cubes[one] in offers and columns.count(cubes[one].partition(".")[0]) == 1)
    page.mouse.click(*pieces[target])
    row = page.locator(f'button.opt[data-key="at:{cubes[target]}"]')
    expect(row).to_have_attribute("aria-pressed", "true")
