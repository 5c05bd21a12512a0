"""Web push in a real browser, as far as that goes without a push service: Chromium's own cannot be reached from here.

So its place is taken by a service of the test. The browser subscribes at it (`pushManager` is ours), the server sends
it the sealed message, the test opens the seal by a calculation of its own and hands what was in it to the browser's
service worker, as the browser would. What the worker does then is real: the notification, and what a click opens.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Worker, expect

from muster.server.lobby.limits import Limits
from muster.server.people.sealing import bytes_of, public_of, text_of
from server.running import Server, server
from server.test_people import Player
from server.test_push import Browser as Keys
from server.test_push import push_service
from web.conftest import ARGUMENTS, TOLD
from web.sitting import settled

WHOLE = next(filter(None, map(shutil.which, ("chromium", "chromium-browser"))), None)

SUBSCRIBED = """([endpoint, p256dh, auth]) => {
  let made = null;
  const subscription = {
    endpoint,
    toJSON: () => ({ endpoint, keys: { p256dh, auth } }),
    unsubscribe: async () => { made = null; return true; },
  };
  PushManager.prototype.getSubscription = async () => made;
  PushManager.prototype.subscribe = async (options) => {
    globalThis.asked = { visible: options.userVisibleOnly, key: [...options.applicationServerKey] };
    return (made = subscription);
  };
}"""
"""The browser's own push service cannot be reached: subscribe at another one."""


@pytest.fixture
def service() -> Iterator[Any]:
    with push_service(201) as found:
        yield found


@pytest.fixture
def running(tmp_path: Path, service: Any) -> Iterator[Server]:
    with server(tmp_path, Limits(push_services=(service[0],))) as one:
        yield one


@pytest.fixture
def page(browser: Browser, running: Server) -> Iterator[Page]:
    """In a browser of its own: the one without a window, which other tests use, never shows a notification."""
    if WHOLE is None:
        pytest.skip("there is no whole Chromium here")
    whole = browser.browser_type.launch(executable_path=WHOLE, args=[*ARGUMENTS, "--headless=new"])
    with closing(whole):
        context = whole.new_context(viewport={"width": 1280, "height": 800}, locale="es-ES", reduced_motion="reduce")
        context.add_init_script(TOLD)
        context.grant_permissions(["notifications"], origin=running.address)
        yield context.new_page()


def worker_of(page: Page) -> Worker:
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    [worker] = page.context.service_workers
    return worker


def deliver(page: Page, address: str, message: bytes) -> None:
    """Hand a message to the page's service worker, as the browser does when its push service has brought one."""
    session = page.context.new_cdp_session(page)
    registered: list[dict[str, Any]] = []
    session.on("ServiceWorker.workerRegistrationUpdated", lambda said: registered.extend(said["registrations"]))
    session.send("ServiceWorker.enable")
    page.wait_for_timeout(200)
    number = registered[-1]["registrationId"]
    session.send(
        "ServiceWorker.deliverPushMessage",
        {"origin": f"{address}/", "registrationId": number, "data": message.decode()},
    )


def shown(page: Page) -> list[dict[str, Any]]:
    return list(
        page.evaluate(
            "navigator.serviceWorker.ready.then((one) => one.getNotifications())"
            ".then((all) => all.map(({ title, body, tag, data, icon }) => ({ title, body, tag, data, icon })))"
        )
    )


def wait_until_shown(page: Page) -> None:
    """The browser fetches the notification's picture first."""
    for _ in range(100):
        if shown(page):
            return
        page.wait_for_timeout(100)


def click(worker: Worker) -> tuple[list[str], list[str]]:
    """Click on the notification that is shown: the addresses the worker has opened, and those of the pages it has
    brought to the front. Only a hand on a mouse may do either, so both are noted instead of done.
    """
    return tuple(
        worker.evaluate(
            """async () => {
                const opened = [], focused = [];
                self.clients.openWindow = async (path) => void opened.push(path);
                WindowClient.prototype.focus = async function () { focused.push(this.url); };
                const [notification] = await self.registration.getNotifications();
                const event = new NotificationEvent("notificationclick", { notification });
                const done = [];
                event.waitUntil = (work) => void done.push(work);
                self.dispatchEvent(event);
                await Promise.all(done);
                return [opened, focused];
            }"""
        )
    )


def test_somebody_away_is_told_that_it_is_their_turn(page: Page, running: Server, service: Any) -> None:
    """The whole way: subscribe, go away, the other sits down, a notification appears, a click opens the table."""
    address, got, came = service
    keys = Keys()
    ben = Player(running.address, "Ben")
    page.goto(f"{running.address}/you")
    page.locator("[data-name]").fill("Ana")
    page.locator("form button").click()
    page.evaluate(SUBSCRIBED, [f"{address}ana", text_of(public_of(keys.private)), text_of(keys.auth)])
    page.locator("[data-tell]").click()
    expect(page.locator("[data-tell]")).to_have_text("No me avises más")
    asked = page.evaluate("asked")
    assert asked["visible"]
    assert bytes(asked["key"]) == bytes_of(ben.get("/api/push").json()["key"])

    ana = Player(running.address, "Ana", page.evaluate("localStorage.getItem('muster.key')"))
    made = ana.create(seats=["open", "random"])
    page.goto(f"{running.address}/t/{made['table']}")
    settled(page)
    worker = worker_of(page)
    page.goto(f"{running.address}/you")  # she is away, and the bot plays on until it is her turn
    hosted = running.run(running.house.find(made["table"]))

    async def turn() -> None:
        running.house.people.pushes.came(made["table"], 0)
        running.house.people.pushes.your_turn(hosted, 0)

    running.run(turn())
    assert came.wait(10)
    [(_, sealed)] = got
    message = json.dumps(keys.open(sealed)).encode()
    assert shown(page) == []
    deliver(page, running.address, message)
    wait_until_shown(page)
    [notification] = shown(page)
    assert (notification["title"], notification["body"]) == ("Muster", "Pequeños Grandes Mechs: te toca")
    assert notification["tag"] == notification["data"] == made["table"]

    deliver(page, running.address, message)  # told again, it takes the place of the first
    page.wait_for_timeout(300)
    assert len(shown(page)) == 1

    [path], focused = click(worker)
    assert (shown(page), focused) == ([], [])
    page.goto(f"{running.address}{path}")
    settled(page)  # she is asked: the table has opened at her seat

    deliver(page, running.address, message)
    wait_until_shown(page)
    assert click(worker) == ([], [f"{running.address}{path}"]), "the page that is open comes to the front"
