"""A player's key in the browser: sit down on one device, go on at another, take everything away, leave."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from muster.server.client.client import RemoteSeat
from muster.server.client.links import Link
from muster.server.lobby.formers import Formers
from muster.server.table.tokens import seat_token
from server.running import in_thread, server
from server.test_people import Player
from web.sitting import settled, sit_down


def test_a_match_goes_on_at_another_device_by_a_link(page: Page, browser: Browser, address: str) -> None:
    sit_down(page, address, "tiny_epic_mechs")
    settled(page)
    here = page.url
    page.evaluate(
        "localStorage.setItem('muster.forces', JSON.stringify([{id: 'f1', game: 'deadzone', title: 'The Third',"
        " draft: {name: 'The Third'}, force: {}, legal: false}]))"
    )
    page.goto(f"{address}/you")
    expect(page.locator("[data-my-matches] li")).to_have_count(1)
    page.locator("[data-show]").click()
    expect(page.locator("[data-code] path")).to_be_visible()
    key = page.evaluate("localStorage.getItem('muster.key')")
    asked: list[str] = []
    phone = browser.new_context(viewport={"width": 390, "height": 844}, locale="en-GB").new_page()
    phone.on("request", lambda request: asked.append(request.url))
    phone.goto(f"{address}/you#key={key}")
    phone.locator("[data-take]").click()
    expect(phone.locator("[data-my-matches] li")).to_have_count(1)
    expect(phone).to_have_url(f"{address}/you")
    phone.wait_for_function("(localStorage.getItem('muster.forces') ?? '').includes('The Third')")
    phone.locator("[data-match] button").click()
    expect(phone).to_have_url(here)
    settled(phone)
    assert not [url for url in asked if key in url.partition("#")[0]]
    phone.context.close()


def test_everything_can_be_taken_away_and_deleted(page: Page, address: str, tmp_path: Path) -> None:
    page.goto(f"{address}/you")
    page.locator("[data-name]").fill("Nadia")
    page.locator("form button").click()
    expect(page.locator("[data-devices]")).to_be_visible()
    with page.expect_download() as taken:
        page.locator("[data-file]").click()
    taken.value.save_as(tmp_path / "mine.json")
    assert json.loads((tmp_path / "mine.json").read_text())["name"] == "Nadia"
    page.locator("[data-leave]").click()
    page.locator("[data-really]").click()
    expect(page.locator("[data-devices]")).to_have_count(0)
    assert page.evaluate("localStorage.getItem('muster.key')") == ""


def test_phrases_are_heard_in_ones_own_language_and_who_is_muted_is_not_heard(
    page: Page, browser: Browser, address: str
) -> None:
    ana, ben = Player(address, "Ana"), Player(address, "Ben")
    made = ana.create()
    seat = ben.claim(made).json()
    page.goto(f"{address}/you")
    page.evaluate("key => localStorage.setItem('muster.key', key)", ana.key)
    page.goto(f"{address}/t/{made['table']}")
    other = browser.new_context(viewport={"width": 1280, "height": 800}, locale="es-ES").new_page()
    other.goto(f"{address}/t/{made['table']}#{seat['token']}")
    for one, chat in ((page, "Chat"), (other, "Chat")):
        one.get_by_role("radio", name=chat).click()
    page.locator("[data-phrase=well_played]").click()
    expect(other.locator("[data-line]")).to_have_text("¡Bien jugado!")
    other.locator("[data-phrase=thanks]").click()
    expect(page.locator("[data-line]").last).to_have_text("Thank you!")
    page.locator("[data-about='1']").click()
    page.locator("[data-mute]").click()
    expect(page.locator("[data-line]")).to_have_count(1)
    page.locator("[data-mute]").click()
    expect(page.locator("[data-line]")).to_have_count(2)
    page.locator("[data-block]").click()
    expect(page.locator("[data-line]")).to_have_count(1)
    page.locator("[data-report]").click()
    page.locator(".report input").fill("rude")
    page.locator(".report button").click()
    expect(page.get_by_role("status").filter(has_text="Reported")).to_be_visible()
    assert ana.get("/api/me/blocked").json() == {"players": [ben.id]}
    page.locator("[data-quiet]").click()
    expect(page.locator("[data-chat-off]")).to_be_visible()
    other.context.close()


def test_a_challenge_appears_while_one_looks_and_is_taken_up_by_one_click(page: Page, address: str) -> None:
    page.goto(f"{address}/")
    expect(page.locator(".gm").first).to_be_visible()
    carla = Player(address, "Carla")
    made = carla.create(minutes=15, rated=True, clock={"bank": 1500, "bonus": 15})
    offer = page.locator(f"[data-challenge='{made['table']}']")
    expect(offer).to_contain_text("25 min + 15 s")
    expect(offer).to_contain_text("rated")
    offer.locator("[data-take]").click()
    page.wait_for_url(f"**/t/{made['table']}")
    assert [one["turn"] is not None for one in carla.matches()] == [True]
    page.goto(f"{address}/people/{carla.id}")
    expect(page.locator("[data-profile]")).to_have_text("Carla")
    page.goto(f"{address}/")
    expect(page.locator(f"[data-match='{made['table']}']")).to_contain_text("Carla")


def test_a_tournament_is_set_up_joined_by_its_link_and_played(page: Page, address: str) -> None:
    page.goto(f"{address}/tournaments/")
    page.locator("[data-title]").fill("Spring Cup")
    page.locator("[data-game-choice]").select_option("tiny_epic_mechs")
    page.locator("[data-create]").click()
    expect(page.locator("[data-tournament]")).to_have_text("Spring Cup")
    name = page.url.rpartition("/")[2]
    page.locator("[data-join]").click()
    expect(page.locator("[data-standings] tr")).to_have_count(1)
    for guest in ("Bea", "Cid"):
        player = Player(address, guest).meet()
        assert player.post(f"/api/tournaments/{name}/joined", {"on": True}).status_code == 200
    page.reload()
    page.locator("[data-begin]").click()
    expect(page.locator("[data-pairing]")).to_have_count(2)
    page.locator("[data-play]").click()
    page.wait_for_url("**/t/*")
    expect(page.locator("main")).to_be_visible()


def test_the_client_can_be_installed_and_opens_without_a_network(browser: Browser, address: str) -> None:
    page = browser.new_context().new_page()  # one that may complain: the network is gone
    page.goto(f"{address}/")
    expect(page.locator(".gm").first).to_be_visible()
    manifest = page.evaluate("fetch(document.querySelector('link[rel=manifest]').href).then((one) => one.json())")
    assert (manifest["start_url"], manifest["display"]) == ("/", "standalone")
    sizes = page.evaluate(
        "icons => Promise.all(icons.map(async (icon) => { const image = new Image(); image.src = icon.src;"
        " await image.decode(); return image.naturalWidth }))",
        [icon for icon in manifest["icons"] if icon["type"] == "image/png"],
    )
    assert sizes == [192, 512]
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.reload()  # now the worker has seen every file
    expect(page.locator(".gm").first).to_be_visible()
    kept = page.evaluate("caches.open('muster-client').then((one) => one.keys()).then((all) => all.map((k) => k.url))")
    assert kept
    assert all("/api/" not in url for url in kept)
    page.context.route("**/api/**", lambda route: route.abort())
    page.context.set_offline(True)
    page.reload()
    expect(page.locator("main.lob")).to_be_visible()
    page.context.close()


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("path", ["/", "/you", "/people/", "/tournaments/", "/tournaments/one"])
def test_on_a_phone_everything_of_a_page_about_people_is_within_it(
    browser: Browser, tmp_path: Path, path: str, language: str
) -> None:
    """Nothing is cut off at the side, whatever the language: no control, and no choice among several."""
    with server(tmp_path) as running, closing(browser.new_context(viewport={"width": 390, "height": 844})) as context:
        assert cut_off(context.new_page(), running.address, path, language) == []


def cut_off(page: Page, address: str, path: str, language: str) -> list[str]:
    """What stands out of a page about people with long names, or of the choice it belongs to."""
    ana = Player(address, "Benedikt von Hohenstein und Tal").meet()
    ana.create(minutes=15, rated=True, clock={"bank": 1500, "bonus": 15})
    plan = {"title": "The Spring Cup of the Northern Harbour", "game": "tiny_epic_mechs", "kind": "knockout"}
    cup = ana.post("/api/tournaments", {**plan, "clock": {"bank": 1500, "bonus": 15}}).json()["id"]
    for player in (ana, *(Player(address, name).meet() for name in ("Bea", "Cid"))):
        assert player.post(f"/api/tournaments/{cup}/joined", {"on": True}).status_code == 200
    assert ana.post(f"/api/tournaments/{cup}/begun", {}).status_code == 200
    page.goto(f"{address}/")
    page.evaluate(
        "([key, language]) => { localStorage.setItem('muster.key', key);"
        " localStorage.setItem('muster.settings', JSON.stringify({ intro: false, language })) }",
        [ana.key, language],
    )
    page.goto(f"{address}{path.replace('one', cup)}{ana.id if path == '/people/' else ''}")
    awaited = {"/": "[data-challenges]", "/you": "[data-my-matches]", "/people/": "[data-profile]"}
    awaited |= {"/tournaments/": "[data-create]", "/tournaments/one": "[data-pairing]"}
    expect(page.locator(awaited[path]).first).to_be_visible()
    found: list[str] = page.evaluate(
        """() => [...document.querySelectorAll("button, a, input, select, td, h1")].filter((one) => {
            const { left, right, width } = one.getBoundingClientRect();
            const within = one.closest("[role=radiogroup]")?.getBoundingClientRect().right ?? innerWidth;
            return width > 0 && (left < -1 || right > within + 1);
        }).map((one) => one.textContent)"""
    )
    return found


def test_ones_name_has_the_whole_line(page: Page, address: str) -> None:
    page.goto(f"{address}/you")
    name, save = page.locator("[data-name]"), page.locator("form button")
    expect(save).to_be_visible()
    field, button, sheet = name.bounding_box(), save.bounding_box(), page.locator("form").bounding_box()
    assert field is not None
    assert button is not None
    assert sheet is not None
    assert button["x"] > field["x"] + field["width"]
    assert field["width"] > sheet["width"] / 2


MARKUP = "<svg onload=window.pwned=1><img src=x>"
"""A name that would be a picture, and more, on a page that takes words for markup."""


def test_what_others_call_themselves_is_text_everywhere(page: Page, address: str) -> None:
    eve = Player(address, MARKUP).meet()
    made = eve.create(public=True, minutes=15)
    plan = {"title": MARKUP, "game": "tiny_epic_mechs", "kind": "swiss", "clock": {"bank": 1500, "bonus": 15}}
    cup = eve.post("/api/tournaments", plan).json()["id"]
    assert eve.post(f"/api/tournaments/{cup}/joined", {"on": True}).status_code == 200
    page.goto(f"{address}/")
    page.locator(f"[data-challenge='{made['table']}'] [data-take]").click()
    page.wait_for_url(f"**/t/{made['table']}")

    async def greet() -> None:
        async with await RemoteSeat.join(Link(address, made["table"], seat_token(eve.key, made["table"], 0))) as seat:
            await seat.say(MARKUP)
            while seat.agreement is not None:
                await seat.news()

    in_thread(greet())
    expect(page.locator("svg[role=application]").first).to_be_visible()
    page.get_by_role("radio", name="Chat").click()
    expect(page.get_by_text(MARKUP).first).to_be_visible()
    assert_text(page)
    for path in ("", f"people/{eve.id}", f"tournaments/{cup}"):
        page.goto(f"{address}/{path}")
        expect(page.get_by_text(MARKUP).first).to_be_visible()
        assert_text(page)


def assert_text(page: Page) -> None:
    assert page.evaluate("() => window.pwned ?? document.querySelectorAll('img[src=x], [onload]').length") == 0


def test_an_invitation_to_a_table_at_another_server_leads_there(browser: Browser, address: str, tmp_path: Path) -> None:
    """After an upgrade, or where several servers share a database: a browser may not ask there for a page of ours."""
    ana = Player(address, "Ana")
    made = ana.create()
    page = browser.new_page(locale="en-GB")
    with server(tmp_path) as later:
        later.house.formers = Formers([address])
        page.goto(f"{later.address}/table/{made['table']}#invite={made['invite']}")
        page.wait_for_url(f"{address}/table/*")
        page.get_by_label("Your name").fill("Ben")
        page.locator("form button[type=submit]").click()
        expect(page.locator("form")).to_have_count(0)
    page.close()
    assert [one["others"] for one in ana.matches()] == [["Ben"]]
