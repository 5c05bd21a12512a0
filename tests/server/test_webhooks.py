"""Players who are away are told once that it is their turn, and only at addresses the server may call."""

from __future__ import annotations

import json
import threading
import time
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

from muster.server.telling.webhooks import Notices, without_mentions
from server.running import open_table, server


def test_a_webhook_is_called_once_for_each_time_somebody_is_away(tmp_path: Path) -> None:
    """Ana is called to agree on the dice; she comes for that, leaves, and is called for her turn."""
    heard: list[dict[str, Any]] = []

    class Hook(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            heard.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            self.send_response(204)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    hook = HTTPServer(("127.0.0.1", 0), Hook)
    threading.Thread(target=hook.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{hook.server_port}"
    with server(tmp_path, webhooks=[address]) as running:
        open_table(running.address, "Ana", webhook=f"{address}/notify", seats=["open", "random"])
        ends = time.monotonic() + 10
        while len(heard) < 2 and time.monotonic() < ends:
            time.sleep(0.02)
        time.sleep(0.3)
    hook.shutdown()
    assert [(notice["seat"], notice["name"]) for notice in heard] == [(0, "Ana")] * 2


def test_only_addresses_below_an_allowed_one_are_called() -> None:
    notices = Notices(["https://hooks.example"])
    assert notices.may_call("https://hooks.example/x")
    for address in (
        "https://hooks.example.evil/x",
        "https://hooks.example@evil.example/x",
        "http://hooks.example/x",
        "https://127.0.0.1/",
        "file:///etc/passwd",
    ):
        assert not notices.may_call(address)
    assert not Notices().may_call("https://hooks.example/x")


def test_the_path_is_compared_as_it_will_be_read() -> None:
    notices = Notices(["https://hooks.example/ours"])
    assert notices.may_call("https://HOOKS.example/ours/x")
    for path in (
        "ours/../theirs",
        "ours/%2e%2e/theirs",
        "ours/%252e%252e/theirs",
        "ours/..",
        "oursx/y",
        "ours\\..\\theirs",
        "ours/\r\nX-Injected: 1",
        "ours/a b",
        "ours/\u0430",
    ):
        assert not notices.may_call(f"https://hooks.example/{path}"), path


def test_a_name_calls_nobody() -> None:
    assert "@everyone" not in without_mentions("@everyone")
    assert "<@123>" not in without_mentions("<@123>")
    assert "](" not in without_mentions("[win](https://evil.example)")
    assert without_mentions("Ana") == "Ana"
