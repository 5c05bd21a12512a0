"""Take the pictures of the README anew: `cd tests && ../.venv/bin/python -m web.pictures [NAME…]` (docs/pictures)."""

from __future__ import annotations

import random
import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from muster.bots import chair_at, make_bot
from muster.kernel.dice import SeededDice
from muster.kernel.game import setup_of
from muster.kernel.match import Match
from muster.kernel.sessions import journal_text, new_match
from muster.library import load_game
from muster.server import protocol as p
from muster.server.client.links import Link, claim_seat, create_table
from server.running import Process, agree, in_thread
from web.conftest import ARGUMENTS, CHROMIUM
from web.moments import asked, finished, moment, moment_against_a_bot, offered, striking
from web.test_obsidian_protocol import aims, press_on, resume, walks
from web.test_obsidian_protocol import moment as obsidian

PICTURES = Path(__file__).resolve().parents[2] / "docs" / "pictures"
DESK = (1280, 800)
PHONE = (390, 844)


def lobby(page: Page, address: str) -> None:
    page.goto(f"{address}/")
    page.locator(".art svg").nth(3).wait_for()


def programming(page: Page, address: str) -> None:
    page.goto(moment(address, asked(0, "prompt.program")))
    for card in ("collect", "turret", "mine"):
        page.locator(f"[data-card={card}]").click()


def combat(page: Page, address: str) -> None:
    page.goto(moment(address, striking(0)))
    page.locator("button.opt").first.click()
    page.locator(".odds").wait_for()


def aim(page: Page, address: str) -> None:
    resume(page, address, obsidian(aims))
    page.locator(".outcomes").wait_for()


def attack(page: Page, address: str) -> None:
    aim(page, address)
    page.locator("[data-commit]").click()
    for _ in range(8):
        page.locator(".decision[data-prompt]:not([data-prompt='prompt.target'])").wait_for()
        if page.locator(".decision[data-prompt=prompt\\.focus_attack]").count():
            break
        press_on(page)
    page.keyboard.press("Space")
    page.locator(".op-walk .rail [aria-current=step]", has_text="Resolution").wait_for()


def way(page: Page, address: str) -> None:
    resume(page, address, obsidian(walks))
    page.keyboard.press("p")
    for key in ("ArrowDown", "ArrowDown", "ArrowRight"):
        page.keyboard.press(key)
        page.wait_for_timeout(400)


def deadzone(page: Page, address: str) -> None:
    page.goto(moment_against_a_bot(address, shooting, "deadzone", seed=7))
    row = page.locator("button.opt[data-key^=shoot]").first
    page.locator("[data-family=shoot]").click()
    row.click()
    page.locator(".outcomes").wait_for()


def shooting(match: Match[Any]) -> bool:
    """Deadzone: a model on the ground may shoot, and some fighting has been done."""
    view = match.view(0)
    grounded = any(model.tag == view.active and model.cube.endswith(".1") for model in view.models)
    return view.round >= 2 and grounded and offered(0, "shoot")(match)


def tag_raid(page: Page, address: str) -> None:
    page.goto(moment_against_a_bot(address, hunted, "tag_raid", seed=1))
    page.locator("[data-commit]:not([disabled])").wait_for()
    page.locator("[data-target^='place:move']").first.click(force=True)
    page.wait_for_timeout(600)


def hunted(match: Match[Any]) -> bool:
    """TAG Raid: the beast is there and the first seat moves."""
    return match.view(0).beast.hexagon != "" and match.view(0).round >= 2 and asked(0, "prompt.turn")(match)


def replay(page: Page, address: str) -> None:
    page.goto(moment(address, finished))
    page.locator(".end").get_by_role("button", name="Replay").click()
    slider = page.get_by_role("slider").first
    slider.focus()
    for _ in range(12):
        page.keyboard.press("ArrowLeft")
        page.wait_for_timeout(150)


def analysis(page: Page, address: str) -> None:
    """Deadzone between two bots, looked through; that takes two minutes."""
    made = create_table(address, p.NewTable(journal=between_bots("deadzone", 5), name="Ana"))
    ben = claim_seat(address, made.table, p.Claim("Ben", made.invite))
    in_thread(agree([Link(address, made.table, token) for token in (made.token, ben.token)]))
    page.goto(f"{address}/t/{made.table}#{made.token}")
    page.locator(".end [data-analyse]").click()
    page.locator(".end .curve").wait_for(timeout=300_000)
    page.locator("[data-analysis]").click()
    costly = page.locator("[data-n]", has_text="decision").first
    costly.click()
    page.locator(".explained [data-advice]").first.wait_for()
    page.wait_for_timeout(600)


def between_bots(game: str, seed: int) -> str:
    """The journal of a match between two greedy bots."""
    rules = load_game(game)
    prepared = setup_of(rules).prepare({})
    match = new_match(rules, prepared, SeededDice(seed))
    bots = [make_bot("greedy", random.Random(seed + seat)) for seat in (0, 1)]
    while not match.over:
        seat = min(match.pending)
        match.play(seat, bots[seat].choose(chair_at(match, seat)))
    return journal_text(prepared, match)


def tables(page: Page, address: str) -> None:
    """A battlefield made in a style, with one building too many, and a look around."""
    page.goto(f"{address}/tables/deadzone")
    page.locator("[data-seed]").fill("7")
    page.locator("[data-begin]").select_option("style/dense")
    page.locator("[data-handle]").first.wait_for()
    box = page.locator("[data-handle]").first.bounding_box()
    assert box is not None
    page.locator('.kinds [data-tool="building"]').click()
    page.mouse.click(box["x"] + box["width"], box["y"] + box["height"])
    page.locator("[data-breach]").first.wait_for()
    page.locator('.kinds [data-tool=""]').click()


def forces(page: Page, address: str) -> None:
    """A squad that comes with the game, another arm in hand, and the two compared."""
    page.goto(f"{address}/forces/obsidian_protocol")
    page.locator("[data-begin=rdl_600_line]").click()
    page.locator('[data-slot="0.left_arm"]').click()
    page.locator(".library [data-compare]").nth(2).click()
    page.locator(".compare").wait_for()


def take(browser: Browser, address: str, wanted: list[str]) -> None:
    shown = {
        "lobby": lobby,
        "programming": programming,
        "combat": combat,
        "obsidian": aim,
        "obsidian_attack": attack,
        "obsidian_way": way,
        "deadzone": deadzone,
        "tag_raid": tag_raid,
        "replay": replay,
        "analysis": analysis,
        "tables": tables,
        "forces": forces,
        "phone": programming,
    }
    for name, show in shown.items():
        if wanted and name not in wanted:
            continue
        width, height = PHONE if name == "phone" else DESK
        context = browser.new_context(
            viewport={"width": width, "height": height}, locale="en-GB", color_scheme="dark", reduced_motion="reduce"
        )
        page = context.new_page()
        show(page, address)
        page.mouse.move(0, 0)
        page.screenshot(path=PICTURES / f"{name}.jpg", type="jpeg", quality=86)
        context.close()


def main() -> None:
    PICTURES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        process = Process(str(Path(folder) / "tables.sqlite"))
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        try:
            take(browser, process.address, sys.argv[1:])
        finally:
            browser.close()
            process.stop()


if __name__ == "__main__":
    main()
