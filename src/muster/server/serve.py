"""`muster serve`: the table server on this machine or for the network."""

from __future__ import annotations

import argparse
import contextlib
import errno
import gc
import logging
import os
import socket
import sys
import threading
import webbrowser

import uvicorn

from muster.kernel.errors import GameError
from muster.server import loops
from muster.server.app import make_app
from muster.server.lobby.house import House
from muster.server.lobby.limits import Limits
from muster.server.storage.opening import make_storage
from muster.server.storage.sqlite import InUse
from muster.server.telling.webhooks import Notices
from muster.server.thinking.workers import Thinkers

PORT = 8480
EXAMPLES = """\
examples:
  muster                                              a table on this machine, opened in the browser
  muster serve                                        tables on this machine, at http://127.0.0.1:8480
  muster serve --host 0.0.0.0                         tables for the network
  muster serve --database postgresql://muster@db/muster --address http://one.example:8480
                                                      one of several servers on one PostgreSQL"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EXAMPLES
    parser.add_argument(
        "--host", default="127.0.0.1", help="the address to listen on (default: 127.0.0.1, for this machine only)"
    )
    parser.add_argument(
        "--port", type=int, help=f"the port (0 takes a free one; default: {PORT}, or a free one if that is taken)"
    )
    parser.add_argument(
        "--browser",
        action=argparse.BooleanOptionalAction,
        default=False,
        help="open the lobby in the browser ('muster' alone does that)",
    )
    parser.add_argument(
        "--database", metavar="URL", help="a file for SQLite or a postgresql:// URL (default: in your state directory)"
    )
    parser.add_argument(
        "--address",
        metavar="URL",
        help="where clients reach this process, if it is one of several (default: host:port)",
    )
    parser.add_argument(
        "--origin",
        dest="origins",
        metavar="URL",
        action="append",
        default=[],
        help="let a page at this address connect, too; can be repeated",
    )
    parser.add_argument(
        "--tables", type=int, default=Limits().tables, metavar="N", help="the most unfinished tables at once"
    )
    parser.add_argument(
        "--bot-workers",
        type=int,
        default=max(1, (os.cpu_count() or 2) - 1),
        metavar="N",
        help="how many processes think for bots",
    )
    parser.add_argument(
        "--bot-seconds", type=float, default=8.0, metavar="S", help="how long a bot may think about one decision"
    )
    parser.add_argument(
        "--webhook",
        dest="webhooks",
        metavar="URL",
        action="append",
        default=[],
        help="let tables call addresses below this one when it is somebody's turn; can be repeated (default: none)",
    )


def run(args: argparse.Namespace) -> int:
    logging.basicConfig(level=logging.INFO, format="%(levelname)s %(name)s: %(message)s")
    listening = listen(args.host, args.port)
    host, port = listening.getsockname()[:2]
    address: str = args.address or f"http://{host}:{port}"
    try:
        with contextlib.suppress(KeyboardInterrupt):  # uvicorn has put everything away, and raises it again
            loops.run(serve(args, listening, address))
        print("Muster has stopped.")
    except InUse as error:
        if not args.browser or not error.address:
            raise
        print(f"Muster is running already, at {error.address}", flush=True)
        webbrowser.open(error.address)
    return 0


def listen(host: str, port: int | None) -> socket.socket:
    """Open the socket to listen on. A port you ask for must be free; instead of the usual one any other will do."""
    wanted = PORT if port is None else port
    try:
        return socket.create_server((host, wanted), backlog=1024)
    except OSError as error:
        if port is not None or error.errno != errno.EADDRINUSE:
            raise GameError(f"port {wanted} at {host}: {error.strerror or error}") from None
    except OverflowError:
        raise GameError(f"there is no port {wanted}; the highest is 65535") from None
    print(f"Port {wanted} is taken, so Muster takes a free one.", flush=True)
    return socket.create_server((host, 0), backlog=1024)


async def serve(args: argparse.Namespace, listening: socket.socket, address: str) -> None:
    house = House(
        make_storage(args.database, address),
        Thinkers(args.bot_workers, args.bot_seconds),
        Notices(args.webhooks),
        Limits(tables=args.tables),
    )
    await house.open()
    gc.freeze()  # what is here now stays: do not look through it again and again
    gc.set_threshold(50_000, 20, 50)
    sys.setswitchinterval(0.0005)  # the thread that writes has little to do, and everybody waits for it
    config = uvicorn.Config(
        make_app(house, args.origins),
        lifespan="off",
        log_level="warning",
        server_header=False,
        ws="websockets-sansio",
        ws_max_size=1 << 20,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=3,
    )
    print(f"Muster is at {address}", flush=True)
    if args.browser:
        print("Your browser is opening it. Press Ctrl+C here to stop; every match is kept.", flush=True)
        # A thread of its own that nobody waits for: Ctrl+C must not wait for a browser that is slow to come up.
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
    try:
        await uvicorn.Server(config).serve(sockets=[listening])
    finally:
        await house.close()
