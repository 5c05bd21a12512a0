"""Processes: how workers begin and end with their parent, a command at Ctrl-C; how seldom they look for garbage."""

from __future__ import annotations

import contextlib
import gc
import multiprocessing
import os
import signal
import threading
import warnings
from collections.abc import Iterator
from multiprocessing.connection import Connection, wait
from multiprocessing.resource_tracker import ensure_running as ensure_tracker
from types import FrameType
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # Windows has but one of them
    from multiprocessing.context import ForkServerContext, SpawnContext


def clean_context(*preloaded: str) -> ForkServerContext | SpawnContext:
    """A way to start processes that are no copies of this one: they begin from a clean one that knows these modules.
    Where there is no such thing, as on Windows, each of them begins from nothing.
    """
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    from multiprocessing.forkserver import ensure_running as ensure_server

    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(list(preloaded))
    with unheard():
        ensure_server()
    return context


@contextlib.contextmanager
def unheard() -> Iterator[None]:
    """Start processes that never hear Ctrl-C, not even while they are too young to say so themselves. It is meant for
    their parent, who hears it a moment later.
    """
    if os.name == "nt":
        yield
        return
    ensure_tracker()  # making it later would let the signal through again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def collect_seldom() -> None:
    """Let Python look for things that only hold each other far less often than by itself.

    Rules make thousands of small things that go by themselves and next to none that must be looked for; cards and
    words stay. By itself Python would spend up to a twentieth of a compiled match on looking.
    """
    gc.set_threshold(10_000, 20, 50)


def leave_together(*signs: Connection) -> None:
    """In a worker: end when the parent is gone, even if it was killed without a word, or when it gives one of these
    signs. Ctrl-C is meant for the parent alone. Garbage is looked for as seldom as in the parent.
    """
    collect_seldom()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    assert parent is not None

    def watch() -> None:
        wait([parent.sentinel, *signs])
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def end_quietly() -> None:
    """In a command: let Ctrl-C end it without a warning about whatever it tears apart."""
    in_charge = threading.current_thread() is threading.main_thread()
    if in_charge and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, interrupt)


def interrupt(number: int, frame: FrameType | None) -> None:
    """Raise `KeyboardInterrupt`. It may fall between the making of a rule's coroutine and its first step; Python would
    take that for a forgotten `await`, and say so.
    """
    warnings.filterwarnings("ignore", "coroutine .* was never awaited", RuntimeWarning)
    signal.default_int_handler(number, frame)
