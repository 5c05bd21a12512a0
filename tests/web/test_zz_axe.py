import os

import pytest
from axe_playwright_python.sync_playwright import Axe

from web.screens import SCREENS, at_rest, page_of
from web.sitting import violations
from web.test_accessibility import EVERYTHING
from web.test_screens import CUT, SMALL

W = os.environ.get("W", "people,build,rules,lesson,lobby").split(",")


@pytest.mark.parametrize("screen", [s for s in SCREENS if s.sheet in W or str(s) in W], ids=str)
def test_z(browser, address, screen):
    found = []
    for size, themes in (
        ("desk", ("dark", "light")),
        (
            "phone",
            (
                "dark",
                "light",
            ),
        ),
    ):
        page = page_of(browser, screen, size)
        screen.show(page, address)
        at_rest(page)
        for theme in themes:
            page.emulate_media(color_scheme=theme)
            page.locator(f"html[data-theme={theme}]").wait_for()
            page.wait_for_timeout(300)
            found += [(size, theme, v) for v in violations(Axe().run(page, options=EVERYTHING))]
        page.screenshot(path=f"/tmp/t/learn/scr-{screen}-{size}.png")
        if size == "phone":
            w = page.evaluate("document.documentElement.scrollWidth")
            found += [(w,)] if w > 390 else []
            found += page.evaluate(SMALL)
            found += page.evaluate(CUT)
        page.context.close()
    print("FOUND", screen, found)
    assert not found
