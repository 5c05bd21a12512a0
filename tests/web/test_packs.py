"""Cards of one's own in the browser: packs uploaded into a table, cards typed in with the editor, and played with."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from web.sitting import decide, settled, violations

EXAMPLES = Path(__file__).parents[2] / "examples" / "packs"


def choose_game(page: Page, address: str, game: str) -> None:
    page.goto(address)
    page.locator(f".gm[data-game={game}]").click()


def test_a_pack_is_uploaded_into_a_table_and_everybody_sees_what_differs(
    page: Page, browser: Browser, address: str
) -> None:
    choose_game(page, address, "deadzone")
    page.locator("[data-packs] [data-upload]").set_input_files(EXAMPLES / "deadzone.toml")
    expect(page.locator("[data-report] > summary")).to_have_text("Cards that differ: 5")
    page.locator("[data-report] > summary").click()
    expect(page.locator("[data-report]")).to_contain_text("Tamsin Grey")
    page.get_by_label("Battlefield").select_option(label="The depot")
    page.locator('[data-force="0"]').select_option(label="Grey's cell")
    page.get_by_role("radiogroup", name="Seat B").get_by_role("radio", name="Friend", exact=True).click()
    page.get_by_role("button", name="Sit down").click()
    expect(page.locator("[data-own-cards]")).to_have_text("Cards that differ: 5")
    page.locator("[data-own-cards]").click()
    expect(page.locator("[data-differ]")).to_contain_text("deadzone.toml")
    expect(page.locator("[data-differ]")).to_contain_text("Whisper rifle")
    assert violations(Axe().run(page)) == []
    page.keyboard.press("Escape")
    expect(page.locator("[data-differ]")).to_have_count(0)
    page.get_by_role("button", name="Menu").click()
    link = page.locator(".menu .url").inner_text()

    other = browser.new_context(viewport={"width": 390, "height": 844}, locale="es-ES", reduced_motion="reduce")
    guest = other.new_page()
    guest.goto(link)
    expect(guest.locator("[data-differ] > summary")).to_have_text("Cartas distintas: 5")
    guest.locator("[data-differ] > summary").click()
    expect(guest.locator("[data-differ]")).to_contain_text("Tamsin Grey")
    guest.get_by_role("button", name="Sentarse").click()
    settled(guest)
    expect(guest.locator("[data-own-cards]")).to_have_text("Cartas distintas: 5")
    other.close()


def test_a_pack_that_does_not_fit_says_where(page: Page, address: str, tmp_path: Path) -> None:
    broken = tmp_path / "broken.toml"
    broken.write_text('[[weapon]]\nid = "pistol"\nsource = "house"\nrnge = 4\n')
    choose_game(page, address, "deadzone")
    page.locator("[data-packs] [data-upload]").set_input_files(broken)
    expect(page.locator("[data-problems]")).to_contain_text("broken.toml:4 · weapon pistol · rnge")
    expect(page.locator("[data-problems]")).to_contain_text("did you mean range?")
    page.locator('[data-pack="broken.toml"]').uncheck()
    expect(page.locator("[data-problems]")).to_have_count(0)
    page.get_by_label("Opponent").first.select_option("greedy")
    page.get_by_role("button", name="Sit down").click()
    settled(page)
    expect(page.locator("[data-own-cards]")).to_have_count(0)


def test_a_pack_that_comes_with_the_game(page: Page, address: str) -> None:
    choose_game(page, address, "obsidian_protocol")
    page.locator("[data-shipped=planetring_dynamics]").check()
    expect(page.locator("[data-report] > summary")).to_have_text("Cards that differ: 55")
    page.locator('[data-force="0"]').select_option(label="Reaper contract")
    page.get_by_label("Opponent").first.select_option("greedy")
    page.get_by_role("button", name="Sit down").click()
    settled(page)
    expect(page.locator("[data-own-cards]")).to_have_text("Cards that differ: 55")
    expect(page.locator("aside.left")).to_contain_text("Seagull")


def test_a_card_is_typed_in_and_played_with(page: Page, address: str) -> None:
    choose_game(page, address, "tiny_epic_mechs")
    page.locator("[data-cards]").click()
    page.locator("[data-kind]").select_option("weapon")
    page.locator("[data-card=warhammer]").click()
    page.locator("[data-field=points] input").first.fill("9")
    page.locator("[data-field=points] input").first.blur()
    page.locator("[data-field=source] select").first.select_option("rulebook")
    expect(page.locator("[data-fits]")).to_be_visible()
    page.locator("[data-new]").fill("Boomerang")
    page.locator("[data-add-card]").click()
    expect(page.locator("[data-problems]")).to_contain_text("weapon boomerang")
    page.locator("[data-field=level] select").select_option("advanced")
    page.locator("[data-field=energy] input").fill("2")
    page.locator("[data-field=energy] input").blur()
    page.locator('[data-add="attack.effects"]').click()
    expect(page.locator("[data-fits]")).to_be_visible()
    page.locator("[data-name]").fill("My cards!")
    page.locator("[data-name]").blur()
    with page.expect_download() as saved:
        page.locator("[data-download]").click()
    file = tomllib.loads(Path(saved.value.path()).read_text())
    assert saved.value.suggested_filename == "My cards_.toml"
    hammer, boomerang = file["weapon"]
    assert hammer == {"id": "warhammer", "source": "rulebook", "points": 9}
    assert (boomerang["id"], boomerang["name"], boomerang["energy"]) == ("boomerang", "Boomerang", 2)
    assert boomerang["attack"]["effects"] == [{"kind": "drain_credits"}]
    assert violations(Axe().run(page)) == []
    page.locator("[data-play]").click()
    page.locator(".gm[data-game=tiny_epic_mechs]").click()
    expect(page.locator("[data-report] > summary")).to_have_text("Cards that differ: 2")
    page.get_by_label("Opponent").first.select_option("greedy")
    page.get_by_role("button", name="Sit down").click()
    settled(page)
    expect(page.locator("[data-own-cards]")).to_have_text("Cards that differ: 2")
    decide(page)


@pytest.mark.parametrize("game", ["obsidian_protocol", "deadzone", "tag_raid"])
def test_every_kind_of_card_has_a_form(page: Page, address: str, game: str) -> None:
    page.goto(f"{address}/cards/{game}")
    page.locator("[data-kind] option").first.wait_for(state="attached")
    for kind in page.locator("[data-kind] option").evaluate_all("all => all.map(one => one.value)"):
        page.locator("[data-kind]").select_option(kind)
        expect(page.locator("[data-field=source] select").first).to_be_visible()
        assert page.locator("[data-field]").count() > 1


def test_the_editor_by_keys_on_a_phone_in_spanish_with_undo_and_a_print(browser: Browser, address: str) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844}, locale="es-ES", reduced_motion="reduce")
    page = context.new_page()
    page.goto(f"{address}/cards/tag_raid")
    page.locator("[data-card=tafang]").focus()
    page.keyboard.press("Enter")
    armor = page.locator("[data-field=armor] input")
    armor.focus()
    page.keyboard.press("Control+A")
    page.keyboard.type("6")
    page.keyboard.press("Tab")
    expect(page.locator("[data-card=tafang] .chip")).to_have_text("cambiada")
    page.get_by_role("button", name="Deshacer").click()
    expect(page.locator("[data-card=tafang] .chip")).to_have_count(0)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.emulate_media(media="print")
    expect(page.locator("[data-house-sheet]")).to_contain_text("Aún con valores de la casa")
    expect(page.locator("[data-house-sheet] tr").first).to_be_visible()
    context.close()
