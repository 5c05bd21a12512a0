"""Take the pictures of the README anew: `cd tests && ../.venv/bin/python -m web.pictures` (writes docs/pictures)."""

from __future__ import annotations

import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from server.running import Process
from web.conftest import ARGUMENTS, CHROMIUM
from web.moments import asked, finished, moment, striking

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


def replay(page: Page, address: str) -> None:
    page.goto(moment(address, finished))
    page.locator(".end").get_by_role("button", name="Replay").click()
    slider = page.get_by_role("slider").first
    slider.focus()
    for _ in range(12):
        page.keyboard.press("ArrowLeft")
        page.wait_for_timeout(150)


def take(browser: Browser, address: str) -> None:
    shown = {"lobby": lobby, "programming": programming, "combat": combat, "replay": replay, "phone": programming}
    for name, show in shown.items():
        width, height = PHONE if name == "phone" else DESK
        context = browser.new_context(
            viewport={"width": width, "height": height}, locale="en-GB", color_scheme="dark", reduced_motion="reduce"
        )
        page = context.new_page()
        show(page, address)
        page.mouse.move(0, 0)
        page.screenshot(path=PICTURES / f"{name}.png")
        context.close()


def main() -> None:
    PICTURES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        process = Process(str(Path(folder) / "tables.sqlite"))
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        try:
            take(browser, process.address)
        finally:
            browser.close()
            process.stop()


if __name__ == "__main__":
    main()
