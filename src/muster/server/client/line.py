"""The line to a table: a socket that comes back when the connection is lost, and commands that are carried out once."""

from __future__ import annotations

import asyncio
import contextlib
import random
import secrets
from collections.abc import Callable

import websockets
from websockets.asyncio.client import ClientConnection, connect

from muster.kernel.errors import GameError
from muster.server import protocol as p
from muster.server.client.known import Known
from muster.server.client.links import Link
from muster.server.client.pinned_dice import PinnedDice

RETRY_SECONDS = (0.05, 0.1, 0.2, 0.5, 1.0, 2.0)
"""Seconds to wait before each new attempt; the last one is repeated."""
GIVE_UP = 60.0
CONNECT_SECONDS = 30.0
"""Be patient: a server that has just come back has everybody to greet."""


def ignore(share: float) -> None:
    """For those who do not want to know how far something has come."""


class ServerRefusal(GameError):
    """The table or its rules said no."""

    def __init__(self, refused: p.Refused) -> None:
        clause = f" [{refused.clause}]" if refused.clause else ""
        super().__init__(f"{refused.reason.text}{clause}")
        self.refused = refused


class Line(Known):
    """A table, and the connection to it."""

    def __init__(
        self, link: Link, language: p.Language, view: p.ViewKind, texts: bool, dice: PinnedDice | None = None
    ) -> None:
        super().__init__(link, dice)
        self.addresses = [link.address]
        self.language: p.Language = language
        self.view_kind: p.ViewKind = view
        self.texts = texts
        self.reconnects = 0
        self._changes = True
        self._socket: ClientConnection | None = None
        self._reader: asyncio.Task[None] | None = None
        self._replies: dict[str, asyncio.Future[p.AnyMessage]] = {}
        self._progress: dict[str, Callable[[float], None]] = {}
        self._connected = asyncio.Event()
        self._closed = False

    async def close(self) -> None:
        self._closed = True
        if self._reader is not None:
            self._reader.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._reader
        if self._socket is not None:
            await self._socket.close()

    @property
    def connected(self) -> bool:
        return self._socket is not None

    async def do(self, command: p.AnyCommand, patience: float = GIVE_UP) -> p.AnyMessage:
        """Have a command carried out exactly once, however often the connection is lost meanwhile."""
        loop = asyncio.get_running_loop()
        ends = loop.time() + patience
        while True:
            reply: asyncio.Future[p.AnyMessage] = loop.create_future()
            self._replies[command.id] = reply
            try:
                await self._send(command)
                message = await asyncio.wait_for(reply, max(0.1, ends - loop.time()))
            except (OSError, websockets.ConnectionClosed):
                if loop.time() > ends:
                    raise GameError("the table cannot be reached") from None
                await self._wait_for_connection()
                continue
            finally:
                self._replies.pop(command.id, None)
                if reply.done() and not reply.cancelled():
                    reply.exception()  # looked at, even when sending failed before anybody waited for it
            if isinstance(message, p.Refused):
                raise ServerRefusal(message)
            if isinstance(message, p.Fault):
                raise GameError(message.text)
            return message

    async def _send(self, command: p.AnyCommand) -> None:
        socket = self._socket
        if socket is None:
            raise ConnectionError("not connected")
        try:
            await socket.send(p.ENCODER.encode(command).decode())
        except (OSError, websockets.ConnectionClosed):
            if self._socket is socket:  # the reader has not noticed yet
                self._socket = None
                self._connected.clear()
            raise

    async def _wait_for_connection(self) -> None:
        """Wait until the reader is back at the table, or has given up."""
        if self._reader is None:
            raise GameError("nothing was joined")
        if self._socket is None:
            back = asyncio.create_task(self._connected.wait())
            await asyncio.wait((back, self._reader), return_when=asyncio.FIRST_COMPLETED)
            back.cancel()
        if self._reader.done():
            raise GameError("the table cannot be reached")

    async def connect(self, patient: bool) -> None:
        """Join the table wherever it is now; try again and again if `patient`."""
        ends = asyncio.get_running_loop().time() + GIVE_UP
        attempt = 0
        while True:
            address = self.addresses[attempt % len(self.addresses)]
            try:
                moved = await self._try(address)
            except (OSError, websockets.WebSocketException, TimeoutError) as error:
                if not patient or asyncio.get_running_loop().time() > ends:
                    raise GameError(f"{address} cannot be reached: {error}") from None
            else:
                if not moved:
                    return
                if moved not in self.addresses:
                    self.addresses.append(moved)
                if not patient and attempt > 10:
                    raise GameError(f"the table is nowhere to be found; last at {moved}")
            wait = RETRY_SECONDS[min(attempt // len(self.addresses), len(RETRY_SECONDS) - 1)]
            await asyncio.sleep(random.uniform(0.5, 1.5) * wait)  # not everybody at once
            attempt += 1

    async def _try(self, address: str) -> str:
        """Try to join once; returns an empty text, or the address to which the table has moved."""
        url = "ws" + address.removeprefix("http") + "/socket"
        socket = await connect(url, max_size=None, compression=None, open_timeout=CONNECT_SECONDS, proxy=None)
        join = p.Join(
            new_id(),
            self.link.table,
            self.link.token,
            len(self.log),
            self._check,
            self.language,
            self.view_kind,
            self.texts,
            changes=self._changes,
        )
        await socket.send(p.ENCODER.encode(join).decode())
        first = p.MESSAGES.decode(await asyncio.wait_for(socket.recv(), CONNECT_SECONDS))
        if isinstance(first, p.Moved):
            await socket.close()
            return first.address
        if isinstance(first, p.Refused):
            await socket.close()
            raise ServerRefusal(first)
        if isinstance(first, p.Fault) and self._changes and "changes" in first.text:
            await socket.close()
            self._changes = False  # an earlier server, which always sends views whole
            return await self._try(address)
        if not isinstance(first, p.Welcome):
            await socket.close()
            raise GameError(first.text if isinstance(first, p.Fault) else f"{address} does not speak our protocol")
        self.begin(first)
        self._socket = socket
        while True:
            message = p.MESSAGES.decode(await asyncio.wait_for(socket.recv(), CONNECT_SECONDS))
            self._hear(message)
            if isinstance(message, p.Update):
                break
        self._connected.set()
        if self._reader is None:
            self._reader = asyncio.create_task(self._read_on())
        return ""

    async def _read_on(self) -> None:
        """Read what comes in, and reconnect whenever the connection is lost."""
        while not self._closed:
            socket = self._socket
            assert socket is not None
            with contextlib.suppress(websockets.ConnectionClosed, OSError):
                async for data in socket:
                    self._hear(p.MESSAGES.decode(data))
            self._socket = None
            self._connected.clear()
            self._fail_replies()
            if not self._closed:
                self.reconnects += 1
                await self.connect(patient=True)

    def _fail_replies(self) -> None:
        for reply in self._replies.values():
            if not reply.done():
                reply.set_exception(ConnectionError("the connection was lost"))

    def _hear(self, message: p.AnyMessage) -> None:
        """Take a message in, and give a reply to whoever waits for it."""
        if isinstance(message, p.Progress):
            self._progress.get(message.id, ignore)(message.share)
        elif isinstance(message, p.Reply):
            reply = self._replies.get(message.id)
            if reply is not None and not reply.done():
                reply.set_result(message)
        self.take_in(message)


def new_id() -> str:
    return secrets.token_urlsafe(9)
