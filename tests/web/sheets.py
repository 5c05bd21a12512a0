"""Take every main screen at three sizes, dark and light, and lay them on contact sheets (docs/pictures/screens).

`make screens`, or `cd tests && ../.venv/bin/python -m web.sheets [--keep FOLDER] [SHEET or SCREEN…]`; `--keep` leaves
the single pictures there too, whole and as PNG.
"""

from __future__ import annotations

import argparse
import base64
import tempfile
from collections.abc import Iterable
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from server.running import Process
from web.conftest import ARGUMENTS, CHROMIUM
from web.screens import SCREENS, SIZES, Screen, at_rest, page_of

SHEETS = Path(__file__).resolve().parents[2] / "docs" / "pictures" / "screens"
THEMES = ("dark", "light")
ROW = 330
"""How high a picture is on a sheet."""
HEAVIEST = 250_000
Pictures = dict[tuple[str, str, str], bytes]
"""By screen, size and theme."""


def shots(page: Page, screen: Screen, size: str) -> Pictures:
    """The open page in both themes; it follows the system."""
    taken: Pictures = {}
    for theme in THEMES:
        page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
        page.locator(f"html[data-theme={theme}]").wait_for()
        at_rest(page)
        taken[screen.name, size, theme] = page.screenshot(animations="disabled", caret="hide", timeout=60_000)
    return taken


def take(browser: Browser, address: str, screen: Screen) -> Pictures:
    """A screen at all sizes: the desk's page is made as small as a tablet, a phone has one of its own."""
    taken: Pictures = {}
    for first, then in (("desk", "tablet"), ("phone", "")):
        page = page_of(browser, screen, first)
        screen.show(page, address)
        taken |= shots(page, screen, first)
        if then:
            width, height = SIZES[then]
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_timeout(600)
            taken |= shots(page, screen, then)
        page.context.close()
    return taken


def lay(browser: Browser, taken: Pictures, names: Iterable[str], theme: str) -> bytes:
    """A sheet: a row for each screen, a column for each size; as good as its weight allows."""

    def cell(name: str, size: str) -> str:
        picture = base64.b64encode(taken[name, size, theme]).decode()
        return f'<td><img height="{ROW}" src="data:image/png;base64,{picture}"></td>'

    rows = "".join(f"<tr>{''.join(cell(name, size) for size in SIZES)}</tr>" for name in names)
    ground = "#000" if theme == "dark" else "#fff"
    page = browser.new_page(viewport={"width": 1240, "height": 400})
    page.set_content(
        f"<style>body{{margin:0;background:{ground}}}td{{padding:3px}}img{{display:block}}</style><table>{rows}</table>"
    )
    page.wait_for_load_state("networkidle")
    sheet = page.locator("table")
    for quality in (82, 74, 66, 58, 50, 42, 34):
        laid = sheet.screenshot(type="jpeg", quality=quality)
        if len(laid) < HEAVIEST:
            break
    page.close()
    return laid


def main() -> None:
    """Only what is named, or everything; a sheet is laid when all its screens were taken."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--keep", type=Path)
    parser.add_argument("wanted", nargs="*")
    given = parser.parse_args()
    wanted = set(given.wanted)
    SHEETS.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        process = Process(str(Path(folder) / "tables.sqlite"))
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        try:
            for sheet in dict.fromkeys(screen.sheet for screen in SCREENS):
                screens = [screen for screen in SCREENS if screen.sheet == sheet]
                chosen = [screen for screen in screens if not wanted or {sheet, str(screen)} & wanted]
                taken: Pictures = {}
                for screen in chosen:
                    taken |= take(browser, process.address, screen)
                    print(screen, flush=True)
                    if given.keep:
                        given.keep.mkdir(parents=True, exist_ok=True)
                        for (name, size, theme), picture in taken.items():
                            if name == screen.name:
                                (given.keep / f"{screen}-{size}-{theme}.png").write_bytes(picture)
                if len(chosen) == len(screens):
                    for theme in THEMES:
                        (SHEETS / f"{sheet}-{theme}.jpg").write_bytes(
                            lay(browser, taken, [screen.name for screen in screens], theme)
                        )
        finally:
            browser.close()
            process.stop()


if __name__ == "__main__":
    main()
