"""The lobby says what one sits down to: players, minutes, the points and members of forces, and whether they match."""

from __future__ import annotations

from playwright.sync_api import Page, Route, expect


def test_forces_say_their_points_and_an_uneven_match_is_no_secret(page: Page, address: str) -> None:
    page.goto(f"{address}/")
    page.locator(".gm[data-game=obsidian_protocol]").click()
    expect(page.locator(".gm[data-game=obsidian_protocol] [data-facts]")).to_contain_text("2 players")
    force = page.locator("[data-force='0']")
    force.select_option("rdl_600_line")
    expect(page.locator("[data-about='0']")).to_contain_text("520 points")
    expect(page.locator("[data-about='0']")).to_contain_text("Spike")
    expect(page.locator("[data-uneven]")).to_have_count(0)
    force.select_option("rdl_1200_host")
    expect(page.locator("[data-uneven]")).to_contain_text("1123 points")


def test_a_free_seat_is_no_name_of_somebody(page: Page, address: str) -> None:
    page.goto(f"{address}/")
    page.locator("[data-game=tag_raid]").click()
    page.get_by_role("radiogroup", name="Seat B").get_by_role("radio", name="Friend", exact=True).click()
    page.get_by_role("button", name="Sit down").click()
    page.wait_for_url("**/t/*")
    expect(page.locator("[data-asked]")).to_have_text("Somebody has yet to sit down")


def test_a_lobby_that_is_still_on_its_way_is_not_an_empty_page(page: Page, address: str) -> None:
    held: list[Route] = []
    page.route("**/api/lobby?*", lambda route: held.append(route))
    page.goto(f"{address}/")
    expect(page.locator(".soon")).to_have_count(4)
    expect(page.get_by_role("status")).to_have_text("One moment…")
    held[0].continue_()
    expect(page.locator(".gm")).to_have_count(4)
    expect(page.locator(".soon")).to_have_count(0)
