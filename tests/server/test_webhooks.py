"""Players who are away are told once that it is their turn, and only at addresses the server may call."""

from __future__ import annotations

import json
import threading
import time
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

from muster.server.telling.webhooks import Notices
from server.running import open_table, server


def test_a_webhook_is_called_once_for_somebody_away(tmp_path: Path) -> None:
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
        while not heard and time.monotonic() < ends:
            time.sleep(0.02)
        time.sleep(0.3)
    hook.shutdown()
    assert [(notice["seat"], notice["name"]) for notice in heard] == [(0, "Ana")]


def test_only_addresses_below_an_allowed_one_are_called() -> None:
    notices = Notices(["https://hooks.example"])
    assert notices.may_call("https://hooks.example/x")
    for address in (
        "https://hooks.example.evil/x",
        "http://hooks.example/x",
        "https://127.0.0.1/",
        "file:///etc/passwd",
    ):
        assert not notices.may_call(address)
    assert not Notices().may_call("https://hooks.example/x")
