"""The builder of forces in the browser: from nothing to a legal force, by link into another browser, and to a table."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from web.sitting import settled, violations

MECH = ("pilot", "torso", "chassis", "left_arm", "right_arm")


def pick_first(page: Page, slot: str) -> None:
    """The cheapest card that fits a slot."""
    page.locator(f'[data-slot="{slot}"]').click()
    page.locator(".library .take").first.wait_for()
    page.locator(".library .take").first.click()
    page.locator(f'.slot:has([data-slot="{slot}"]) .held').first.wait_for()


def squad(page: Page) -> None:
    page.locator("[data-add=mechs]").click()
    for slot in MECH:
        pick_first(page, f"0.{slot}")
    page.locator("[data-add=drones]").click()
    pick_first(page, "1.drone")


def team(page: Page) -> None:
    page.locator("[data-add=models]").click()
    page.locator("[data-search]").fill("sergeant")
    pick_first(page, "0.model")


BUILT = {"obsidian_protocol": squad, "deadzone": team}


@pytest.mark.parametrize("game", list(BUILT))
def test_from_nothing_by_link_to_a_table(page: Page, browser: Browser, address: str, game: str) -> None:
    page.goto(f"{address}/forces/{game}")
    page.locator("[data-add]").first.wait_for()
    if game == "deadzone":
        page.locator("[data-choice=faction]").select_option("enforcers")
    BUILT[game](page)
    page.get_by_label("Name of the force").fill("Grey Herons")
    page.get_by_label("Name of the force").blur()
    expect(page.locator("[data-legal=true]")).to_be_visible()
    points = page.locator("[data-points]").inner_text()
    assert int(points) > 0
    assert violations(Axe().run(page)) == []
    link = page.locator("[data-link]").get_attribute("data-link") or ""

    other = browser.new_context(viewport={"width": 1280, "height": 800}, locale="en-GB", reduced_motion="reduce")
    guest = other.new_page()
    guest.goto(link)
    expect(guest.get_by_label("Name of the force")).to_have_value("Grey Herons")
    expect(guest.locator("[data-points]")).to_have_text(points)
    guest.locator("[data-sit]").click()
    guest.locator(f".gm[data-game={game}]").click()
    guest.locator('[data-force="0"]').select_option(label="Grey Herons (yours)")
    guest.get_by_label("Opponent").first.select_option("greedy")
    guest.get_by_role("button", name="Sit down").click()
    settled(guest)
    other.close()


def test_the_first_screen_offers_cards_and_ready_forces(page: Page, address: str) -> None:
    """Nothing chosen yet: cards to take, forces to change, and both go on from there with the keys alone."""
    page.goto(f"{address}/forces/obsidian_protocol")
    page.locator(".library .take").first.wait_for()
    assert page.locator("[data-begin]").count() > 2
    assert violations(Axe().run(page)) == []
    page.keyboard.press("/")
    page.keyboard.press("ArrowDown")
    for slot in ("pilot", "torso", "chassis"):
        expect(page.locator(".library .take").first).to_be_focused()
        expect(page.locator("[data-with]")).to_contain_text("with")
        page.keyboard.press("Enter")
        expect(page.locator(f'.slot:has([data-slot="0.{slot}"]) .held')).to_have_count(1)
    expect(page.locator('[data-for="left_arm"]')).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".library .take").first).to_be_focused()
    for _ in range(2):
        page.keyboard.press("c")
        page.keyboard.press("ArrowDown")
    expect(page.locator(".compare thead th")).to_have_count(2)
    page.locator("[data-ready]").select_option(index=0)
    page.locator("[data-begin=un_600_line]").press("Enter")
    expect(page.locator("[data-legal=true]")).to_be_visible()
    page.locator("[data-twin='0']").press("Enter")
    expect(page.locator("[data-breach] .rule").first).not_to_be_empty()


def test_a_broken_link_and_a_game_without_forces(browser: Browser, address: str) -> None:
    context = browser.new_context(locale="en-GB")
    page = context.new_page()
    page.goto(f"{address}/forces/deadzone#1.AAAA")
    expect(page.get_by_role("alert")).to_contain_text("damaged")
    page.goto(f"{address}/forces/tiny_epic_mechs")
    expect(page.get_by_role("alert")).to_contain_text("Tiny Epic Mechs has no force to build")
    page.goto(f"{address}/tables/tiny_epic_mechs")
    expect(page.get_by_role("alert")).to_contain_text("Tiny Epic Mechs is always played on the same table")
    page.locator("[data-lobby]").click()
    expect(page.locator(".gm").first).to_be_visible()
    context.close()


def test_on_a_phone_by_keys_with_undo(page: Page, address: str) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{address}/forces/deadzone")
    page.locator("[data-add=models]").focus()
    page.keyboard.press("Enter")
    page.locator(".library .take").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".held")).to_have_count(1)
    page.locator("[data-twin='0']").focus()
    page.keyboard.press("Enter")
    expect(page.locator("[data-entry]")).to_have_count(2)
    page.keyboard.press("z")
    expect(page.locator("[data-entry]")).to_have_count(1)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.parametrize(("game", "force"), [("obsidian_protocol", "rdl_900_line"), ("deadzone", "enforcers_patrol")])
def test_what_does_it_do_on_a_phone_by_keys(page: Page, address: str, game: str, force: str) -> None:
    """Against a ready force and against a kept one, in both languages; a force that breaks a rule is told so."""
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{address}/forces/{game}")
    page.locator("[data-ready]").select_option(force)
    page.get_by_label("Name of the force").fill("Grey Herons")
    page.get_by_label("Name of the force").blur()
    expect(page.locator("[data-legal=true]")).to_be_visible()
    page.wait_for_function("JSON.stringify(localStorage).includes('Grey Herons')")  # kept once it has been judged
    page.locator("[data-ready]").select_option(index=0)
    page.locator("[data-ready]").select_option(force)
    page.locator("[data-against-open]").press("Enter")
    against = page.locator("[data-against]")
    against.focus()
    page.keyboard.press("ArrowDown")
    expect(against.locator("option:checked")).to_have_text("Grey Herons (yours)")
    table = page.locator("[data-against-table]")
    expect(table.locator("tbody td").first).to_contain_text("%")
    against.select_option(index=2)
    expect(page.get_by_role("status").filter(has_text="Working")).to_have_count(0)
    expect(page.locator("[data-against-reaches] thead th").first).to_contain_text("Distance")
    assert page.locator("[data-against-parts] tr").count() > 2
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert violations(Axe().run(page)) == []
    page.get_by_role("button", name="Language").click()
    expect(page.locator("[data-against-reaches] thead th").first).to_contain_text("Distancia")
    expect(table.locator("tbody td").first).to_contain_text(",")
    page.locator("[data-twin='0']").click()
    expect(page.get_by_text("Corrige primero las reglas")).to_be_visible()
    expect(table).to_have_count(0)


def test_a_pasted_list_asks_where_it_is_unclear(page: Page, address: str) -> None:
    page.goto(f"{address}/forces/obsidian_protocol")
    page.locator("[data-paste]").click()
    page.get_by_label("Paste a list").fill("Drones\nHyena")
    page.locator("[data-read]").click()
    page.locator("[data-read-as=unclear] .chip").first.click()
    expect(page.locator("[data-read-as=card]")).to_have_count(1)
    expect(page.locator(".held")).to_have_count(1)


def test_entries_of_one_name_are_told_apart(page: Page, address: str) -> None:
    """What mends a breach says which of two it means, and does that; what is pasted begins a force of its own."""
    page.goto(f"{address}/forces/obsidian_protocol")
    page.locator("[data-begin=rdl_900_line]").click()
    expect(page.locator("[data-legal=true]")).to_be_visible()
    expect(page.locator("[data-ready] option:checked")).to_have_text("RDL battle group")
    page.locator("[data-twin='0']").click()
    first = page.locator("[data-breach]").first
    expect(first).to_contain_text("1 Spike to")
    first.get_by_role("button", name="6 Spike to").click()
    expect(page.locator("[data-go='5']")).not_to_contain_text("Spike")
    expect(page.locator("[data-go='0']")).to_contain_text("Spike")
    page.locator("[data-drop='5']").click()
    expect(page.locator("[data-legal=true]")).to_be_visible()

    page.locator('[data-slot="0.torso"]').click()
    page.locator("[data-paste]").click()
    page.get_by_label("Paste a list").fill("Drones\nDTG-30M Hyena MG Type")
    page.locator("[data-read]").click()
    expect(page.locator("[data-entry]")).to_have_count(1)
    expect(page.locator(".library [aria-pressed=true][data-for=torso]")).to_have_count(0)
    page.locator("[data-ready]").select_option(label="RDL battle group")
    expect(page.locator("[data-entry]")).to_have_count(5)


def test_a_comparison_lies_over_what_is_behind_it(page: Page, address: str) -> None:
    """The names of the weapons stay in sight beside their table, but not over two cards that are compared."""
    page.goto(f"{address}/forces/obsidian_protocol")
    page.locator("[data-begin=rdl_900_line]").click()
    expect(page.locator("[data-legal=true]")).to_be_visible()
    page.locator('[data-slot="0.torso"]').click()
    page.locator(".library [data-compare]").nth(3).click()
    page.locator("[data-against-open]").click()
    page.locator("[data-against]").select_option(index=4)
    page.locator("[data-against-table] tbody td").first.wait_for()
    page.locator("[data-against-table]").scroll_into_view_if_needed()
    assert page.evaluate(
        """() => [...document.querySelectorAll('.compare th, .compare td')].every((cell) => {
            const { left, top, width, height } = cell.getBoundingClientRect();
            const there = document.elementFromPoint(left + width / 2, top + height / 2);
            return !there || there.closest('.compare');
        })"""
    )


def test_a_force_with_cards_of_a_pack(page: Page, browser: Browser, address: str) -> None:
    """Turn a pack on, build with its cards, hand the link on, and play: the table has the pack by itself."""
    page.goto(f"{address}/forces/obsidian_protocol")
    page.locator("[data-force-packs]").click()
    page.locator("[data-shipped=white_dwarf]").check()
    expect(page.locator("[data-force-packs]")).to_contain_text("1")
    page.locator("[data-force-packs]").click()
    page.locator("[data-add=mechs]").click()
    for slot, name in (("torso", "Core Part"), *((one, "White Dwarf") for one in MECH[2:]), ("pilot", "Karl")):
        page.locator(f'[data-slot="0.{slot}"]').click()
        page.locator("[data-search]").fill(name)
        page.locator(".library .take", has_text=name).first.click()
        page.locator(f'.slot:has([data-slot="0.{slot}"]) .held').first.wait_for()
    expect(page.locator("[data-legal=true]")).to_be_visible()
    nameless = page.locator("[data-link]").get_attribute("data-link") or ""
    page.get_by_label("Name of the force").fill("Comet")
    page.get_by_label("Name of the force").blur()
    expect(page.locator("[data-link]")).not_to_have_attribute("data-link", nameless)
    link = page.locator("[data-link]").get_attribute("data-link") or ""

    other = browser.new_context(viewport={"width": 1280, "height": 800}, locale="en-GB", reduced_motion="reduce")
    guest = other.new_page()
    guest.goto(link)
    expect(guest.get_by_label("Name of the force")).to_have_value("Comet")
    expect(guest.locator("[data-force-packs]")).to_contain_text("1")
    expect(guest.locator("[data-legal=true]")).to_be_visible()
    guest.locator("[data-sit]").click()
    guest.locator(".gm[data-game=obsidian_protocol]").click()
    guest.locator('[data-force="0"]').select_option(label="Comet (yours)")
    guest.get_by_label("Opponent").first.select_option("greedy")
    guest.get_by_role("button", name="Sit down").click()
    settled(guest)
    other.close()


def test_a_link_put_into_the_address_of_an_open_builder(page: Page, address: str) -> None:
    """Nothing is loaded anew then, but the force of the link is there, and can be taken back."""
    page.goto(f"{address}/forces/deadzone")
    page.locator("[data-add]").first.wait_for()
    points = page.locator("[data-points]")
    none = points.inner_text()
    team(page)
    expect(points).not_to_have_text(none)
    one = points.inner_text()
    link = page.locator("[data-link]").get_attribute("data-link") or ""
    page.locator("[data-add=models]").click()
    pick_first(page, "1.model")
    expect(points).not_to_have_text(one)
    two = points.inner_text()
    page.evaluate("link => { location.href = link }", link)
    expect(page.locator('[data-slot="1.model"]')).to_have_count(0)
    expect(points).not_to_have_text(two)
