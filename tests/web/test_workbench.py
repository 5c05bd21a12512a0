"""The workbench in the browser: a position made, moved, checked, saved, shared and played on from."""

from __future__ import annotations

from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from muster.cli.scenario import report
from muster.library import game_names
from web.sitting import decide, settled, violations
from web.test_tables import invitation

THING = {
    "deadzone": "model.0",
    "obsidian_protocol": "unit.0",
    "tag_raid": "miner.A",
    "tiny_epic_mechs": "player.A",
}


def opened(page: Page, address: str, game: str, code: str = "") -> None:
    page.goto(f"{address}/workbench/{game}{code and '#' + code}")
    page.locator("[data-flaws]").wait_for()
    page.locator(".stage svg .piece").first.wait_for()
    expect(page.locator("[data-asked]").first).to_be_visible()


def drag(page: Page, thing: str, dx: float, dy: float) -> None:
    box = page.locator(f'[data-handle="{thing}"]').bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + dx / 2, y + dy / 2, steps=4)
    page.mouse.move(x + dx, y + dy, steps=4)
    page.mouse.up()


def code_of(page: Page) -> str:
    return page.url.partition("#")[2]


@pytest.mark.parametrize(
    "game", ["deadzone", *(pytest.param(game, marks=pytest.mark.slow) for game in game_names() if game != "deadzone")]
)
def test_moved_shared_saved_and_run(page: Page, browser: Browser, address: str, game: str, tmp_path: Path) -> None:
    opened(page, address, game)
    before = code_of(page)
    drag(page, THING[game], 130, 70 if game == "tiny_epic_mechs" else -70)
    page.wait_for_function("before => location.hash.slice(1) !== before", arg=before)
    moved = code_of(page)
    expect(page.locator(f'[data-held="{THING[game]}"]')).to_be_visible()
    page.get_by_label("Title of the position").fill("What if?")
    page.get_by_label("Title of the position").blur()
    page.wait_for_function("before => location.hash.slice(1) !== before", arg=moved)
    expect(page.locator("[data-flaws='0']")).to_be_visible()
    assert violations(Axe().run(page)) == []

    page.locator("[data-offered]").first.check()
    expect(page.locator("[data-ticked]")).to_be_visible()
    with page.expect_download() as download:
        page.locator("[data-save]").click()
    file = tmp_path / "what_if.toml"
    download.value.save_as(file)
    assert download.value.suggested_filename == "what_if.toml"
    assert report(file)
    assert "offered = [" in file.read_text("utf-8")

    other = browser.new_context(viewport={"width": 1280, "height": 800}, locale="es-ES", reduced_motion="reduce")
    guest = other.new_page()
    guest.goto(page.locator("[data-link]").get_attribute("data-link") or "")
    expect(guest.get_by_label("Título de la posición")).to_have_value("What if?")
    guest.locator(f'[data-handle="{THING[game]}"]').wait_for()
    there = [one.locator(f'[data-handle="{THING[game]}"]').get_attribute("transform") for one in (page, guest)]
    assert there[0] == there[1]
    other.close()

    page.locator("[data-undo]").click()
    page.wait_for_function("moved => location.hash.slice(1) !== moved", arg=moved)


@pytest.mark.parametrize("game", game_names())
def test_played_on_against_a_bot(page: Page, address: str, game: str) -> None:
    opened(page, address, game)
    page.locator("[data-play]").click()
    page.wait_for_url("**/t/*")
    settled(page)
    assert page.locator(".stage svg .piece").count() > 0


def test_a_broken_link_and_a_game_that_is_not_there(browser: Browser, address: str) -> None:
    """A link that is of no use says so over the empty table, until something is changed; so does an unknown game."""
    context = browser.new_context(locale="en-GB")
    page = context.new_page()
    opened(page, address, "deadzone", "1.AAAA")
    expect(page.get_by_role("alert")).to_contain_text("damaged")
    page.locator('[data-field="round"] input').fill("2")
    page.locator('[data-field="round"] input').blur()
    expect(page.get_by_role("alert")).to_have_count(0)
    for place in ("workbench", "cards"):
        page.goto(f"{address}/{place}/halma")
        expect(page.get_by_role("alert")).to_have_text("There is no game of that name here.")
        page.locator("[data-lobby]").click()
        expect(page.locator(".gm").first).to_be_visible()
    context.close()


@pytest.mark.parametrize("seat", ["0", "1"])
def test_played_on_against_a_friend(page: Page, browser: Browser, address: str, seat: str) -> None:
    """Whichever side one takes: the friend sits down by the link, and whoever is asked decides."""
    opened(page, address, "deadzone")
    page.locator("[data-against]").select_option("open")
    page.locator("[data-seat]").select_option(seat)
    page.locator("[data-play]").click()
    page.wait_for_url("**/t/*")
    expect(page.locator("main")).to_be_visible()
    expect(page.locator(".curtain")).to_have_count(0)
    link = invitation(page)
    other = browser.new_context(viewport={"width": 390, "height": 844}, locale="es-ES", reduced_motion="reduce")
    friend = other.new_page()
    friend.goto(link)
    friend.get_by_role("button", name="Sentarse").click()
    asked = page if seat == "0" else friend
    settled(asked)
    decide(asked)
    settled(asked)
    expect(asked.locator(".decision")).to_have_attribute("data-prompt", "prompt.action")
    other.close()


def test_the_impossible_is_named_and_undone_by_a_key(page: Page, address: str) -> None:
    opened(page, address, "obsidian_protocol")
    page.locator('[data-thing="unit.1"]').click()
    page.locator('[data-field="unit.1.at"] input').fill("zz")
    page.locator('[data-field="unit.1.at"] input').blur()
    expect(page.locator("[data-flaws='1']")).to_contain_text("the board has no place 'zz'")
    expect(page.locator("[data-play]")).to_be_disabled()
    page.locator("h1").click()
    page.keyboard.press("z")
    expect(page.locator("[data-flaws='0']")).to_be_visible()


def test_by_keys_alone(page: Page, address: str) -> None:
    """Pick, move, turn, copy and remove without a pointer."""
    opened(page, address, "deadzone")
    page.locator('[data-thing="model.0"]').focus()
    page.keyboard.press("Enter")
    for key, field, value in (("ArrowRight", "at", "d2.1"), ("ArrowDown", "at", "d3.1")):
        page.keyboard.press(key)
        expect(page.locator(f'[data-field="model.0.{field}"] input')).to_have_value(value)
    page.keyboard.press("r")
    expect(page.locator('[data-field="model.0.facing"] select')).to_have_value("east")
    page.keyboard.press("d")
    expect(page.locator("[data-thing]")).to_have_count(5)
    page.keyboard.press("Delete")
    expect(page.locator("[data-thing]")).to_have_count(4)


def test_whose_card_it_is_stands_beside_it(page: Page, address: str) -> None:
    """A field with a value for each player says which is whose, to eyes and to ears, in both languages."""
    opened(page, address, "obsidian_protocol")
    expect(page.locator('[data-field="tactics"] .mark')).to_have_text(["A", "B"])
    page.get_by_label("Add: Tactics cards, B").select_option(index=1)
    expect(page.locator('[data-field="tactics.1"] .chip')).to_have_count(1)
    expect(page.locator('[data-field="tactics.0"] .chip')).to_have_count(0)
    page.get_by_role("button", name="Language").click()
    expect(page.get_by_label("Cartas de táctica, A")).to_be_visible()
    opened(page, address, "tag_raid")
    page.locator('[data-thing="miner.A"]').click()
    expect(page.locator('[data-field="miner.A.at"] .mark')).to_have_text(["x", "y"])
    across, down = [page.locator(f'[data-field="miner.A.at.{n}"] input') for n in range(2)]
    expect(across).to_have_value("")  # it stands where its access point is
    across.fill("100")
    across.blur()
    expect(down).to_have_value("0")


def test_an_attack_is_rolled_beside_its_exact_odds(page: Page, address: str) -> None:
    opened(page, address, "obsidian_protocol")
    page.locator('[data-thing="unit.1"]').click()
    page.locator('[data-field="unit.1.at"] input').fill("f5")
    page.locator('[data-field="unit.1.at"] input').blur()
    page.locator('[data-thing="unit.0"]').click()
    page.locator('[data-field="unit.0.at"] input').fill("f6")
    page.locator('[data-field="unit.0.at"] input').blur()
    page.locator('[data-field="unit.0.dial"] select').select_option("melee")
    page.locator('[data-answer="act:right_arm/chop"]').click()
    expect(page.locator("[data-line]")).to_contain_text("A: ")
    expect(page.locator("[data-line]")).to_contain_text("Chop")
    page.locator("[data-roll]").first.click()
    expect(page.locator("[data-rolled]")).to_contain_text("of 1,000")
    expect(page.locator("[data-exact]")).to_be_visible()
    page.locator("[data-back]").click()
    expect(page.locator("[data-line]")).to_have_count(0)


def test_a_scenario_is_pasted_and_a_moment_is_taken_from_a_replay(page: Page, address: str) -> None:
    opened(page, address, "deadzone")
    page.locator("[data-paste]").click()
    page.get_by_label("Paste a scenario").fill(
        'game = "deadzone"\ntitle = "Pasted"\nclauses = []\n[position]\nround = 3\n'
        '[[position.model]]\nside = "A"\ncard = "enforcer_sergeant"\nat = "b2"\n'
        '[[position.model]]\nside = "B"\ncard = "enforcer_sergeant"\nat = "b7"\n'
    )
    page.locator("[data-read]").click()
    expect(page.get_by_label("Title of the position")).to_have_value("Pasted")
    expect(page.locator('[data-field="round"] input')).to_have_value("3")

    page.locator("[data-play]").click()
    page.wait_for_url("**/t/*")
    settled(page)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Replay").first.click()
    page.locator("[data-bench]").click()
    page.wait_for_url("**/workbench/deadzone*")
    expect(page.locator('[data-field="round"] input')).to_have_value("3")
    expect(page.locator("[data-flaws='0']")).to_be_visible()


@pytest.mark.parametrize("size", [pytest.param((1280, 800), marks=pytest.mark.slow), (1024, 768), (390, 844)])
def test_nothing_lies_beside_the_window(page: Page, address: str, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    for game in game_names():
        opened(page, address, game)
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
        page.locator(f'[data-thing="{THING[game]}"]').click()
