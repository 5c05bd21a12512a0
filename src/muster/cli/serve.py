"""`muster serve`, and what to do where its libraries are not installed."""

from __future__ import annotations

import argparse

from muster.kernel.errors import GameError

try:
    from muster.server import serve
except ImportError as error:
    MISSING = error.name or ""
else:
    MISSING = ""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    if not MISSING:
        serve.add_arguments(parser)


def run(args: argparse.Namespace) -> int:
    if MISSING:
        raise GameError(f"the server needs {MISSING}: pip install 'muster[server]'")
    return serve.run(args)
