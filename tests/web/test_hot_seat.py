"""Two people at one screen: until the right one says so, the page holds nothing of the table and no secret."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from web.sitting import decide, settled, sit_down
from web.test_tables import hidden, lift

SECRETS = {
    "deadzone": ".mission, .tray .card, button.opt",
    "tag_raid": "button.opt",
    "obsidian_protocol": "button.opt",
}
"""What only the one who sits there may read."""


@pytest.mark.parametrize("game", list(SECRETS))
def test_the_device_is_handed_over_behind_a_curtain(page: Page, address: str, game: str) -> None:
    sit_down(page, address, game, {"B": "Beside me"})
    page.locator(".curtain").wait_for()
    hidden(page, [])
    handed = 0
    for _ in range(12):
        lift(page)
        settled(page)
        mine = page.locator(SECRETS[game]).all_inner_texts()
        decide(page)
        settled(page)
        if page.locator(".curtain").count():
            hidden(page, mine)
            handed += 1
        if handed == 2:
            break
    assert handed == 2
    lift(page)
    expect(page.locator(".decision")).to_be_visible()
