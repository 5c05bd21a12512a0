"""Names: a server answers only to its own, and to addresses.

A browser thinks that a page belongs to the name it was asked for. Whoever owns a name can let it point to any machine
the moment after the page has come (DNS rebinding): then their page may read and write whatever is at that machine, also
a table that listens nowhere but there. So a request for a name that is not ours is misdirected, whoever sends it.
"""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Sequence
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send

from muster.server.answers import complaint, turn_away

MISDIRECTED = (
    "this server does not answer to the name {name!r}; whoever runs it can say that it should: --name {name}, or"
    " MUSTER_NAMES in its environment"
)
TWO_LENGTHS = "a request says in one way how long it is, not in two"


class Names:
    """The names of a server: those that its operator has told it, and those of the machine."""

    def __init__(self, names: Sequence[str] = ()) -> None:
        machine = socket.gethostname()
        self._names = {plain(name) for name in (*names, "localhost", machine, f"{machine}.local")}

    def knows(self, host: str) -> bool:
        """Whether a request for this host is meant for us. An address belongs to nobody else's page."""
        name = name_in(host)
        return name in self._names or name.endswith(".localhost") or is_address(name)


def plain(name: str) -> str:
    return name.lower().rstrip(".")


def name_in(host: str) -> str:
    """The name or the address in a `Host` header, without the port; empty if it is none."""
    try:
        parts = urlsplit(f"//{host}")
        return plain(parts.hostname or "") if parts.netloc == host and "@" not in host else ""
    except ValueError:
        return ""


def is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def name_of(address: str) -> list[str]:
    """The name in the address at which clients reach a server, if it has one."""
    name = urlsplit(address).hostname
    return [name] if name else []


class Named:
    """Turns away requests for somebody else, and those that a proxy in front may have read otherwise than we do."""

    def __init__(self, app: ASGIApp, names: Names) -> None:
        self._app = app
        self._names = names

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        fault = self._fault(scope)
        if fault is None:
            await self._app(scope, receive, send)
            return
        answer = complaint(*fault)
        answer.headers["connection"] = "close"  # whatever follows may be the rest of this request
        await turn_away(answer, scope, receive, send)

    def _fault(self, scope: Scope) -> tuple[str, int] | None:
        """Find what is wrong with the head of a request: a sentence and a status."""
        if scope["type"] not in ("http", "websocket"):
            return None
        headers = HTTPConnection(scope).headers
        if "transfer-encoding" in headers and "content-length" in headers:
            return TWO_LENGTHS, 400
        host = headers.get("host")
        if host is not None and not self._names.knows(host):  # no browser leaves it out
            return MISDIRECTED.format(name=name_in(host) or host[:80]), 421
        return None
