"""`muster serve`: the table server on this machine or for the network."""

from __future__ import annotations

import argparse
import contextlib
import errno
import gc
import os
import resource
import signal
import socket
import sys
import threading
import webbrowser
from pathlib import Path

from muster.kernel.errors import GameError
from muster.processes import collect_seldom
from muster.server import loops
from muster.server.access import AccessLog
from muster.server.app import make_app
from muster.server.config import Config, print_config, read_config
from muster.server.entrance import Entrance, web_server
from muster.server.lobby.formers import Formers
from muster.server.lobby.house import House
from muster.server.logs import begin_logs
from muster.server.names import name_of
from muster.server.storage.opening import make_storage
from muster.server.storage.sqlite import InUse
from muster.server.structs import know_structs
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
    """Options left out here come from the environment, a file, or `Config`."""
    usual, silent = Config(), argparse.SUPPRESS
    parser.epilog = EXAMPLES
    parser.add_argument(
        "--host", default=silent, help=f"the address to listen on (default: {usual.host}, for this machine only)"
    )
    parser.add_argument(
        "--port",
        type=int,
        default=silent,
        help=f"the port (0 takes a free one; default: {PORT}, or a free one if that is taken)",
    )
    parser.add_argument(
        "--browser",
        action=argparse.BooleanOptionalAction,
        default=silent,
        help="open the lobby in the browser ('muster' alone does that)",
    )
    parser.add_argument(
        "--database",
        metavar="URL",
        default=silent,
        help="a file for SQLite or a postgresql:// URL (default: in your state directory)",
    )
    parser.add_argument(
        "--address",
        metavar="URL",
        default=silent,
        help="where clients reach this process, if it is one of several (default: host:port)",
    )
    parser.add_argument(
        "--name",
        dest="names",
        metavar="NAME",
        action="append",
        default=silent,
        help="answer to this name in a browser, besides localhost, this machine's name and addresses; can be repeated",
    )
    parser.add_argument(
        "--origin",
        dest="origins",
        metavar="URL",
        action="append",
        default=silent,
        help="let a page at this address connect, too; can be repeated",
    )
    parser.add_argument(
        "--proxy",
        dest="proxies",
        metavar="NETWORK",
        action="append",
        default=silent,
        help="believe a reverse proxy at this address when it says who calls; can be repeated (this machine always is)",
    )
    parser.add_argument(
        "--former",
        dest="formers",
        metavar="URL",
        action="append",
        default=silent,
        help="send whoever asks for a table of an earlier server to that server; can be repeated",
    )
    parser.add_argument(
        "--tables",
        type=int,
        default=silent,
        metavar="N",
        help="the most unfinished tables at once; 0 only lets matches end that have begun",
    )
    parser.add_argument(
        "--bot-workers", type=int, default=silent, metavar="N", help="how many processes think for bots"
    )
    parser.add_argument(
        "--bot-seconds", type=float, default=silent, metavar="S", help="how long a bot may think about one decision"
    )
    parser.add_argument(
        "--webhook",
        dest="webhooks",
        metavar="URL",
        action="append",
        default=silent,
        help="let tables call addresses below this one when it is somebody's turn; can be repeated (default: none)",
    )
    parser.add_argument(
        "--access-log",
        action=argparse.BooleanOptionalAction,
        default=silent,
        help="log every request with its address",
    )
    parser.add_argument("--log", choices=("text", "json"), default=silent, help="how to write the log (default: text)")
    parser.add_argument(
        "--config", type=Path, metavar="FILE", help="read settings from a TOML file (default: $MUSTER_CONFIG)"
    )
    parser.add_argument(
        "--print-config", action="store_true", help="print all settings as they would be used, and do nothing"
    )


def config_of(args: argparse.Namespace) -> Config:
    """The settings that a command line, the environment and a file come to."""
    named = os.environ.get("MUSTER_CONFIG")
    file = args.config or (Path(named) if named else None)
    fields = {*Config.__struct_fields__, "tables"}
    return read_config(file, os.environ, {name: value for name, value in vars(args).items() if name in fields})


def run(args: argparse.Namespace) -> int:
    config = config_of(args)
    if args.print_config:
        print(print_config(config), end="")
        return 0
    begin_logs(config.log)
    raise_descriptors()
    signal.signal(
        signal.SIGTERM, signal.default_int_handler
    )  # to be told to stop is like Ctrl+C: everything is put away
    listening = listen(config.host, config.port)
    host, port = listening.getsockname()[:2]
    address = config.address or f"http://{f'[{host}]' if ':' in host else host}:{port}"
    try:
        with contextlib.suppress(KeyboardInterrupt):  # uvicorn has put everything away, and raises it again
            loops.run(serve(config, listening, address))
        print("Muster has stopped.")
    except InUse as error:
        if not config.browser or not error.address:
            raise
        print(f"Muster is running already, at {error.address}", flush=True)
        webbrowser.open(error.address)
    return 0


def raise_descriptors() -> None:
    """Allow this process as many open connections as the system lets it have."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != hard:
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def listen(host: str, port: int | None) -> socket.socket:
    """Open the socket to listen on. A port you ask for must be free; instead of the usual one any other will do."""
    wanted = PORT if port is None else port
    try:
        return listen_at(host, wanted)
    except OSError as error:
        if port is not None or error.errno != errno.EADDRINUSE:
            raise GameError(f"port {wanted} at {host}: {error.strerror or error}") from None
    except OverflowError:
        raise GameError(f"there is no port {wanted}; the highest is 65535") from None
    print(f"Port {wanted} is taken, so Muster takes a free one.", flush=True)
    return listen_at(host, 0)


def listen_at(host: str, port: int) -> socket.socket:
    """Open a socket whose connections send what they are given at once.

    Otherwise what is sent in two pieces waits for a word from the other side in between, which takes 40 milliseconds.
    uvloop sees to that by itself, asyncio only for sockets that say which protocol they speak, and these do not.
    """
    six = ":" in host
    listening = socket.create_server(
        (host, port),
        family=socket.AF_INET6 if six else socket.AF_INET,
        backlog=1024,
        dualstack_ipv6=host == "::" and socket.has_dualstack_ipv6(),
    )
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listening


async def serve(config: Config, listening: socket.socket, address: str) -> None:
    house = House(
        make_storage(config.database, address),
        Thinkers(config.bot_workers, config.bot_seconds),
        Notices(config.webhooks),
        config.limits,
        Formers(config.formers),
    )
    await house.open()
    know_structs()
    gc.freeze()  # what is here now stays: do not look through it again and again
    collect_seldom()
    sys.setswitchinterval(0.0005)  # the thread that writes has little to do, and everybody waits for it
    app = make_app(house, config.origins, [*config.names, *name_of(address)])
    entrance = Entrance(house.limits, config.proxies)
    server = web_server(AccessLog(app) if config.access_log else app, entrance, log_level="warning")
    print(f"Muster is at {address}", flush=True)
    if config.browser:
        print("Your browser is opening it. Press Ctrl+C here to stop; every match is kept.", flush=True)
        # A thread of its own that nobody waits for: Ctrl+C must not wait for a browser that is slow to come up.
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
    try:
        await server.serve(sockets=[listening])
    finally:
        await house.close()
