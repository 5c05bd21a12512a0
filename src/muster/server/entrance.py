"""The entrance: who may come in before a word has been read. It looks after connections whose request is not whole yet.

A request must be there within some seconds. An address (IPv6: its /64) has so many connections; and when too many
in all are waiting for the rest of a request, the one that has waited longest makes room, so that half-open requests
never keep anybody out. A reverse proxy should do the same for the addresses behind it: here they are all its own.
"""

from __future__ import annotations

import asyncio
import ipaddress
import logging
import time
from collections import Counter, OrderedDict
from collections.abc import Sequence
from typing import Any

import h11
import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol

from muster.server.lobby.limits import Limits, is_here, network_of
from muster.server.outlet import Outlet
from muster.server.taking import Taking

log = logging.getLogger("muster.server.entrance")

PIECE = 4_096
"""The bytes that are read at once."""
MOST_PARTS = 4_000
"""Ends of lines in a body that comes in parts (two for each): 200,000 parts of one letter each stopped every table for
seconds.
"""
MOST_READ = 4
"""A message longer than so many times the longest is not even kept until it is whole; up to that a sentence says so."""
REPORT_SECONDS = 60.0
"""Turned away connections are logged once in a while, with their number: a log must not be filled by an attack."""


class Entrance:
    """All connections that have not become a socket: how many each network has, and which wait for a request."""

    def __init__(self, limits: Limits, proxies: Sequence[str] = ()) -> None:
        self.limits = limits
        self.proxies = ("127.0.0.1", "::1", "::ffff:127.0.0.1", *proxies)
        self._proxies = [ipaddress.ip_network(proxy) for proxy in proxies]
        self._networks: Counter[str] = Counter()
        self._waiting: OrderedDict[Guarded, float] = OrderedDict()
        self.turned_away: Counter[str] = Counter()
        self._unreported: Counter[str] = Counter()
        self._reported = 0.0

    def network_of(self, address: str) -> str:
        """The network that is counted; nothing for this machine and for a proxy, which speaks for many."""
        if self.limits.trust_here and is_here(address):
            return ""
        if self._proxies and any(ipaddress.ip_address(address) in proxy for proxy in self._proxies):
            return ""
        return network_of(address)

    def admit(self, network: str) -> bool:
        """Count a connection of a network, if it may have one more; `leave` when it is gone."""
        if network and self._networks[network] >= self.limits.requests_at_once:
            self.report("too many connections", network)
            return False
        self._networks[network] += 1
        return True

    def leave(self, network: str) -> None:
        self._networks[network] -= 1
        if self._networks[network] <= 0:
            del self._networks[network]

    def wait_for(self, connection: Guarded) -> None:
        """A request of this connection is under way but not whole; the one that has waited longest may have to go."""
        self._waiting.setdefault(connection, time.monotonic())
        if len(self._waiting) > self.limits.half_open:
            oldest = next(iter(self._waiting))
            self.report("half-open, made room", oldest.network)
            oldest.turn_away()

    def whole(self, connection: Guarded) -> None:
        self._waiting.pop(connection, None)

    def report(self, why: str, network: str) -> None:
        """Count somebody who was turned away, and log it now and then."""
        self.turned_away[why] += 1
        self._unreported[f"{network or 'here'} ({why})"] += 1
        if time.monotonic() - self._reported > REPORT_SECONDS:
            self._reported = time.monotonic()
            worst = ", ".join(f"{who}: {count}" for who, count in self._unreported.most_common(5))
            log.warning("connections turned away before a request was read: %s", worst)
            self._unreported.clear()


class Guarded(Taking, H11Protocol):
    """uvicorn's protocol with a watch over requests that do not become whole, and answers that nobody takes."""

    entrance: Entrance
    network = ""
    _admitted = False
    _parts = 0
    _timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.network = self.entrance.network_of(self.client[0] if self.client else "")
        if not self.entrance.admit(self.network):
            transport.abort()
            return
        self._admitted = True
        self._watch()

    def data_received(self, data: bytes) -> None:
        for place in range(0, len(data), PIECE):
            if self.transport.is_closing():
                return
            if self.transport.get_protocol() is not self:  # it has become a socket
                self.transport.get_protocol().data_received(data[place:])  # type: ignore[attr-defined]
                return
            if self._crumbled(data[place : place + PIECE]):
                self.entrance.report("body in crumbs", self.network)
                self.turn_away()
                return
            super().data_received(data[place : place + PIECE])
        self._watch()

    def _crumbled(self, piece: bytes) -> bool:
        """Whether a body comes in so many parts that it costs more to put together than whatever is in it."""
        if self.conn.their_state is not h11.SEND_BODY:
            self._parts = 0
        elif any(name == b"transfer-encoding" for name, _ in self.headers):
            self._parts += piece.count(b"\r\n")
        return self._parts > MOST_PARTS

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """From here on it is a socket, which is counted elsewhere."""
        self._let_go()
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        self._let_go()
        super().connection_lost(exc)

    def cut_off(self) -> None:
        self.entrance.report("answer not taken in time", self.network)
        self.turn_away()

    def turn_away(self) -> None:
        """End the connection: its request has not become whole in time, or others need the place."""
        self._let_go()
        self.transport.abort()

    def _watch(self) -> None:
        """Start or stop the clock: it runs while a request is expected and not whole."""
        begun = self.cycle is not None and not self.cycle.response_complete
        if not self._admitted or (begun and not self.cycle.more_body):
            self._stop_clock()
        elif self._timer is None:
            self._timer = self.loop.call_later(self.entrance.limits.request_seconds, self._too_slow)
            self.entrance.wait_for(self)

    def _too_slow(self) -> None:
        self.entrance.report("request not whole in time", self.network)
        self.turn_away()

    def _stop_clock(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self.entrance.whole(self)

    def _let_go(self) -> None:
        self._stop_clock()
        if self._admitted:
            self._admitted = False
            self.entrance.leave(self.network)


def web_server(app: ASGIApp, entrance: Entrance, **given: Any) -> uvicorn.Server:
    """The web server around the application, with its entrance."""
    taking = {"taking_seconds": entrance.limits.taking_seconds}
    guarded = type("GuardedHere", (Guarded,), {"entrance": entrance, **taking})
    config = uvicorn.Config(
        app,
        http=guarded,
        lifespan="off",
        log_config=None,
        server_header=False,
        forwarded_allow_ips=list(entrance.proxies),
        ws=type("OutletHere", (Outlet,), taking),
        ws_max_size=MOST_READ * entrance.limits.message_bytes,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=3,
        **given,
    )
    return uvicorn.Server(config)
