"""`muster` and `muster serve` as people start them: the browser, ports, a second start, Ctrl+C."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from muster.server.lobby.limits import is_here, network_of
from muster.server.serve import listen

PATIENCE = 120
"""Seconds; a machine with much else to do may take most of a minute to start Python."""


class Program:
    """A `muster` process with a browser that only notes what it is asked to open."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        self._opened = folder / "opened"
        script = folder / "browser.py"
        script.write_text(f"import sys; open({str(self._opened)!r}, 'a').write(sys.argv[1] + chr(10))")
        browser = f"{sys.executable} {script} %s"
        env = {**os.environ, "XDG_STATE_HOME": str(folder), "BROWSER": browser, "PYTHONUNBUFFERED": "1"}
        command = [sys.executable, "-m", "muster.cli", *arguments]
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=env, start_new_session=True
        )

    def line(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline().strip()

    def address(self) -> str:
        while not (line := self.line()).startswith("Muster is at "):
            assert line, "it ended"
        return line.split()[-1]

    def opened(self) -> list[str]:
        """What the browser was asked to open so far."""
        return self._opened.read_text().split() if self._opened.exists() else []

    def await_browser(self, address: str) -> None:
        """Until the browser, which nobody waits for, has been asked to open this."""
        ends = time.monotonic() + PATIENCE
        while address not in self.opened():
            assert time.monotonic() < ends, "the browser was not asked"
            time.sleep(0.05)

    def end(self) -> tuple[int, str]:
        """Press Ctrl+C: the exit status, and the rest of what it says."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
        output, errors = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, output + errors


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Program]:
    program = Program(tmp_path)
    yield program
    program.end()


def test_muster_alone_starts_a_table_opens_the_browser_and_ends_with_ctrl_c(table: Program) -> None:
    address = table.address()
    assert "Ctrl+C" in table.line()
    table.await_browser(address)
    status, rest = table.end()
    assert table.opened() == [address]
    assert status == 0
    assert rest.strip() == "Muster has stopped."


def test_a_second_start_leads_to_the_table_that_is_there(table: Program, tmp_path: Path) -> None:
    address = table.address()
    table.line()
    second = Program(tmp_path)
    second.process.wait(PATIENCE)
    status, said = second.end()
    assert f"running already, at {address}" in said
    assert status == 0
    assert second.opened()[-1] == address


def test_serve_opens_no_browser_and_says_who_has_the_database(table: Program, tmp_path: Path) -> None:
    address = table.address()
    table.line()
    second = Program(tmp_path, "serve", "--port", "0")
    second.process.wait(PATIENCE)
    status, said = second.end()
    assert status == 1
    assert f"another server (at {address}) has this database open" in said


def test_a_port_that_was_asked_for_must_be_free(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        program = Program(tmp_path, "serve", "--port", str(port))
        program.process.wait(PATIENCE)
        status, said = program.end()
    assert status == 1
    assert said.startswith(f"muster serve: port {port} at 127.0.0.1:")
    assert "Traceback" not in said
    assert program.opened() == []


def test_what_is_sent_waits_for_nothing() -> None:
    """A connection does not hold back the second piece of an answer until the first has been acknowledged."""
    with listen("127.0.0.1", 0) as listening, socket.create_connection(listening.getsockname()):
        connection, _ = listening.accept()
        with connection:
            assert connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


@pytest.mark.skipif(not socket.has_dualstack_ipv6(), reason="no IPv6 here")
def test_a_server_for_all_addresses_is_reached_by_either_protocol_and_knows_its_own_machine(tmp_path: Path) -> None:
    """A proxy on the same machine may come as `::ffff:127.0.0.1`; what it says of others is believed, nobody else's."""
    with listen("::", 0) as listening:
        port = listening.getsockname()[1]
        for address in (("127.0.0.1", port), ("::1", port)):
            with socket.create_connection(address), listening.accept()[0]:
                pass
    assert all(is_here(here) for here in ("127.0.0.1", "::1", "::ffff:127.0.0.1"))
    assert not any(is_here(other) for other in ("::ffff:203.0.113.9", "203.0.113.9", "2001:db8::1"))
    assert network_of("::ffff:203.0.113.9") == network_of("203.0.113.9")
