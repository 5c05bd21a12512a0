"""Web push: sealed so that only the browser reads it, signed so that its service knows us, sent nowhere else."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from muster.server.client.client import RemoteSeat
from muster.server.lobby.limits import Limits
from muster.server.people.push import may_call
from muster.server.people.sealing import bytes_of, private_of, public_of, seal, text_of
from server.running import agree, in_thread, server
from server.test_people import link, two_at_a_table


def test_the_example_of_the_standard() -> None:
    """RFC 8291, appendix A."""
    sealed = seal(
        b"When I grow up, I want to be a watermelon",
        bytes_of("BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"),
        bytes_of("BTBZMqHH6r4Tts7J_aSIgg"),
        bytes_of("DGv6ra1nlYgDCS1FRnbzlw"),
        private_of("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"),
    )
    assert text_of(sealed) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6Tlz"
        "AC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


class Browser:
    """The keys of a browser; it opens what was sealed for it, by code of its own."""

    def __init__(self) -> None:
        self.private = ec.generate_private_key(ec.SECP256R1())
        self.auth = b"0123456789abcdef"

    def open(self, body: bytes) -> dict[str, Any]:
        salt, size = body[:16], body[20]
        theirs, secret = body[21 : 21 + size], body[21 + size :]
        shared = self.private.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), theirs))
        info = b"WebPush: info\0" + public_of(self.private) + theirs
        root = HKDF(hashes.SHA256(), 32, self.auth, info).derive(shared)
        key = HKDF(hashes.SHA256(), 16, salt, b"Content-Encoding: aes128gcm\0").derive(root)
        nonce = HKDF(hashes.SHA256(), 12, salt, b"Content-Encoding: nonce\0").derive(root)
        return dict(json.loads(AESGCM(key).decrypt(nonce, secret, None).rstrip(b"\2")))


@contextmanager
def push_service(status: int) -> Iterator[tuple[str, list[tuple[dict[str, str], bytes]], threading.Event]]:
    got: list[tuple[dict[str, str], bytes]] = []
    came = threading.Event()

    class Service(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            got.append((dict(self.headers), self.rfile.read(int(self.headers["Content-Length"]))))
            self.send_response(status)
            self.end_headers()
            came.set()

        def log_message(self, *_: object) -> None:
            pass

    service = ThreadingHTTPServer(("127.0.0.1", 0), Service)
    threading.Thread(target=service.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{service.server_port}/", got, came
    finally:
        service.shutdown()


@pytest.mark.parametrize("status", [201, 410])
def test_a_browser_is_told_once_and_forgotten_when_it_is_gone(tmp_path: Path, status: int) -> None:
    browser = Browser()
    with push_service(status) as (address, got, came), server(tmp_path, Limits(push_services=(address,))) as running:
        ana, ben, made = two_at_a_table(running)
        wanted = {
            "endpoint": f"{address}ana",
            "p256dh": text_of(public_of(browser.private)),
            "auth": text_of(browser.auth),
            "language": "es",
        }
        assert ana.post("/api/me/pushes", wanted).status_code == 201
        table, pushes = made["table"], running.house.people.pushes
        links = [link(running, ana, table, 0), link(running, ben, table, 1)]
        in_thread(agree(links))
        hosted = running.run(running.house.find(table))

        async def twice() -> None:
            pushes.came(table, 0)
            pushes.your_turn(hosted, 0)
            pushes.your_turn(hosted, 0)

        running.run(twice())
        assert came.wait(10)
        running.run(asyncio.sleep(0.3))
        [(head, body)] = got
        assert browser.open(body) == {"table": table, "text": "Pequeños Grandes Mechs: te toca"}
        assert b"te toca" not in body
        token, public = (part.partition("=")[2] for part in head["Authorization"].removeprefix("vapid ").split(", "))
        assert public == ana.get("/api/push").json()["key"]
        signed, _, signature = token.rpartition(".")
        assert json.loads(bytes_of(signed.partition(".")[2]))["aud"] == address.rstrip("/")
        raw = bytes_of(signature)
        der = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
        point = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), bytes_of(public))
        point.verify(der, signed.encode(), ec.ECDSA(hashes.SHA256()))
        assert len(running.run(pushes.shelf.of(ana.id))) == (status == 201)


def test_somebody_away_is_told_when_an_answer_makes_it_their_turn(tmp_path: Path) -> None:
    """The whole way: Ana closes her browser, Ben answers over his socket, and hers is told, once until she comes."""
    browser = Browser()
    with push_service(201) as (address, got, came), server(tmp_path, Limits(push_services=(address,))) as running:
        ana, ben, made = two_at_a_table(running)
        keys = {"p256dh": text_of(public_of(browser.private)), "auth": text_of(browser.auth), "language": "en"}
        links = [link(running, player, made["table"], seat) for seat, player in enumerate((ana, ben))]

        async def play_until_it_waits_for_ana() -> None:
            await agree(links)
            async with await RemoteSeat.join(links[0]) as mine, await RemoteSeat.join(links[1]) as other:
                while not (mine.question is None and other.question is not None):
                    seat = mine if mine.question else other
                    assert seat.question is not None
                    await seat.answer(seat.question.options[0].key)
                await mine.close()
                assert ana.post("/api/me/pushes", {"endpoint": f"{address}ana", **keys}).status_code == 201
                await asyncio.sleep(0.2)
                assert not got, "it is Ben's turn"
                while not came.is_set():
                    if other.question:
                        await other.answer(other.question.options[0].key)
                    await asyncio.sleep(0.05)
                for _ in range(3):
                    if other.question:
                        await other.answer(other.question.options[0].key)

        in_thread(asyncio.wait_for(play_until_it_waits_for_ana(), 60))
        running.run(asyncio.sleep(0.3))
        assert [browser.open(body)["table"] for _, body in got] == [made["table"]]


def test_the_server_is_sent_nowhere_else_and_bad_keys_are_refused(tmp_path: Path) -> None:
    good = "https://fcm.googleapis.com/fcm/send/abc"
    assert may_call(good, ())
    for bad in (
        "http://fcm.googleapis.com/x",
        "https://fcm.googleapis.com.evil.example/x",
        "https://evil.example/fcm.googleapis.com",
        "https://fcm.googleapis.com@evil.example/",
        "https://fcm.googleapis.com:22/",
        "http://169.254.169.254/latest",
        "file:///etc/passwd",
        "https://[::1",
        "https://127.0.0.1\\.notify.windows.com/",
        "https://127.0.0.1%2f.notify.windows.com/",
        "https://fe80%3a%3a1%25.push.apple.com:443/",
        "https://127.0.0.1%23.notify.windows.com/",
        "https://.push.apple.com/",
        "https://fcm.googleapis.com\t/x",
        "https://a\n.notify.windows.com/",
        "",
    ):
        assert not may_call(bad, ()), bad
    assert may_call("https://push.example/x", ("https://push.example",))
    assert not may_call("https://push.example.evil/x", ("https://push.example",))
    assert not may_call("https://push.example/a/../b", ("https://push.example/a",))
    browser = Browser()
    with server(tmp_path) as running:
        ana, _, _ = two_at_a_table(running)
        wanted = {"endpoint": good, "p256dh": text_of(public_of(browser.private)), "auth": text_of(browser.auth)}
        wrong = (
            {"endpoint": "http://127.0.0.1/"},
            {"p256dh": "AAAA"},
            {"p256dh": text_of(b"\4" + bytes(64))},
            {"endpoint": good + "x" * 2_000},
        )
        for one in wrong:
            assert ana.post("/api/me/pushes", {**wanted, **one}).status_code == 400
        for number in range(15):
            assert ana.post("/api/me/pushes", {**wanted, "endpoint": f"{good}{number}"}).status_code == 201
        assert len(running.run(running.house.people.pushes.shelf.of(ana.id))) == 10
        assert ana.post("/api/me/pushes/dropped", {"endpoint": f"{good}14"}).status_code == 200
        assert len(running.run(running.house.people.pushes.shelf.of(ana.id))) == 9
