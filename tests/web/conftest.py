"""A real server and a real browser for the tests of the client."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from server.running import Process

CHROMIUM = next(filter(None, map(shutil.which, ("chromium-headless-shell", "chromium", "chromium-browser"))), None)
"""Debian's Chromium without a window, if it is there: it does the same with a sixth less work."""
ARGUMENTS = [
    "--no-sandbox",
    "--disable-dev-shm-usage",
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
    "--disable-gpu-compositing",
    "--disable-gpu-rasterization",
    "--font-render-hinting=slight",  # letters as wide as with a window
    "--process-per-site",  # a test's pages run where those of the test before did, and find the client compiled
]
TOLD = "localStorage.getItem('muster.settings') ?? localStorage.setItem('muster.settings', '{\"intro\": false}')"
"""Nobody is told what the match is about as it begins, except where a test is about that."""
KEPT_BY_A_BROWSER = "cookies,local_storage,indexeddb,service_workers,cache_storage"
MISSING = "there is no Chromium: install it (Debian: `apt install chromium`) or run `make test` as root"


expect.set_options(timeout=20_000)  # a machine with much else to do is slow, not wrong


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    if CHROMIUM is None:
        if os.environ.get("CI"):
            pytest.fail(MISSING)
        pytest.skip(MISSING)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM,
            args=ARGUMENTS,
        )
        contexts = browser.new_context

        def told(**options: Any) -> BrowserContext:
            context = contexts(**options)
            context.add_init_script(TOLD)
            return context

        browser.new_context = told  # type: ignore[method-assign]
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """`muster serve` as people start it, on a free port."""
    process = Process(str(tmp_path_factory.mktemp("web") / "tables.sqlite"))
    yield process.address
    process.stop()


EMPTY = "/icon.svg"
"""An address of the server at which nothing happens."""


@pytest.fixture(scope="session")
def usual(browser: Browser, address: str) -> Iterator[BrowserContext]:
    yield from opened(browser, address)


def opened(browser: Browser, address: str) -> Iterator[BrowserContext]:
    """Where most tests have their pages, one after the other: the client is fetched and compiled once, not for each.

    A page at which nothing happens stays open all the time, so that the process in which pages run does.
    """
    context = browser.new_context(
        viewport={"width": 1280, "height": 800},
        locale="en-GB",
        color_scheme="dark",
        reduced_motion="reduce",
        service_workers="block",
    )
    context.set_default_timeout(45_000)
    context.new_page().goto(f"{address}{EMPTY}")
    yield context
    context.close()


@pytest.fixture
def context(usual: BrowserContext, address: str) -> Iterator[BrowserContext]:
    """That context, in which nothing is left of the test before."""
    yield usual
    tidy(usual, address)


def tidy(context: BrowserContext, address: str) -> None:
    """Close all pages but the one that stays, and forget what they kept and were allowed.

    What a page has just written reaches the browser's storage a moment later, perhaps after that was emptied. So the
    process in which the pages ran empties it first: what one process says of a storage is heard in its order.
    """
    context.set_offline(False)
    context.unroute_all()
    context.clear_permissions()
    context.clear_cookies()
    staying, *others = context.pages
    for page in others:
        page.close()
    staying.evaluate("localStorage.clear()")
    kept = {"origin": address, "storageTypes": KEPT_BY_A_BROWSER}
    session = context.new_cdp_session(staying)
    session.send("Storage.clearDataForOrigin", kept)
    session.detach()


@pytest.fixture
def page(context: BrowserContext) -> Iterator[Page]:
    """A page that must not complain: errors of scripts and refused styles fail the test."""
    page = context.new_page()
    troubles: list[str] = []
    page.on("pageerror", lambda error: troubles.append(str(error)))
    page.on("console", lambda message: troubles.append(message.text) if message.type == "error" else None)
    yield page
    assert not [trouble for trouble in troubles if "WebSocket" not in trouble]


@pytest.fixture
def pictures(tmp_path: Path) -> Path:
    """Where a test leaves its screenshots; `MUSTER_PICTURES` keeps them."""
    return Path(os.environ.get("MUSTER_PICTURES", tmp_path))
