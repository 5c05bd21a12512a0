"""A page of somebody else's cannot reach a table by letting its name point to this machine (DNS rebinding), and nobody
smuggles a second request past a proxy by saying twice how long the first one is."""

from __future__ import annotations

import socket
from collections.abc import Iterator

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from muster.server.names import Names, name_of
from server.running import GAME, PATIENCE, Server, server


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with server(tmp_path_factory.mktemp("server")) as running:
        yield running


def port_of(house: Server) -> int:
    return int(house.address.rpartition(":")[2])


def test_a_page_whose_name_points_here_reads_nothing_and_sets_up_nothing(house: Server) -> None:
    own = f"evil.example:{port_of(house)}"
    page = {"host": own, "origin": f"http://{own}"}
    for path in ("/", "/api/lobby", "/api/lobby/tables", "/metrics", "/health", "/client/index.html"):
        refused = httpx.get(house.address + path, headers={"host": own}, timeout=PATIENCE)
        assert refused.status_code == 421, path
        assert "does not answer to the name 'evil.example'" in refused.json()["text"]
    assert httpx.post(f"{house.address}/api/tables", json={"game": GAME}, headers=page).status_code == 421
    with pytest.raises(InvalidStatus) as denied:
        connect(f"ws://{own}/socket", origin=page["origin"], sock=dialled(house), proxy=None)
    assert denied.value.response.status_code == 421
    ours = {"host": f"localhost:{port_of(house)}", "origin": f"http://localhost:{port_of(house)}"}
    assert httpx.post(f"{house.address}/api/tables", json={"game": GAME}, headers=ours).status_code == 201


def dialled(house: Server) -> socket.socket:
    return socket.create_connection(("127.0.0.1", port_of(house)))


@pytest.mark.parametrize(
    ("host", "ours"),
    [
        ("localhost:8480", True),
        ("LOCALHOST", True),
        ("127.0.0.1:8480", True),
        ("192.168.1.5", True),
        ("[::1]:8480", True),
        ("[2001:db8::1]", True),
        ("tables.example.org", True),
        ("Tables.Example.Org.:443", True),
        (f"{socket.gethostname()}:80", True),
        ("evil.example", False),
        ("tables.example.org.evil.example", False),
        ("localhost.evil.example", False),
        ("127.0.0.1.evil.example", False),
        ("127.0.0.1@evil.example", False),
        ("evil.example@127.0.0.1", False),
        ("evil.example/127.0.0.1", False),
        ("evil.example?localhost", False),
        ("[::1", False),
        ("", False),
    ],
)
def test_a_server_answers_to_its_own_names_and_to_addresses(host: str, ours: bool) -> None:
    assert Names(["tables.example.org"]).knows(host) is ours


@pytest.mark.parametrize(
    ("address", "names"),
    [("https://one.example:8480", ["one.example"]), ("http://127.0.0.1:8480", ["127.0.0.1"]), ("", [])],
)
def test_where_clients_reach_it_is_one_of_its_names(address: str, names: list[str]) -> None:
    assert name_of(address) == names


def test_a_request_with_two_lengths_is_refused_and_nothing_after_it_is_read(house: Server) -> None:
    head = b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n"
    smuggled = b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"
    with dialled(house) as line:
        line.settimeout(PATIENCE)
        line.sendall(head + b"0\r\n\r\n" + smuggled)
        heard = b""
        while piece := line.recv(65_536):
            heard += piece
    assert heard.startswith(b"HTTP/1.1 400")
    assert heard.count(b"HTTP/1.1") == 1
