"""How processes end. Each case runs in a process of its own, since it is killed or interrupted."""

from __future__ import annotations

import subprocess
import sys

import pytest

TORN = """\
import signal, sys
from muster.processes import end_quietly

async def rule():
    pass

{before}
try:
    begun = rule()
    {between}
except KeyboardInterrupt:
    print("interrupted")
del begun
"""


def said(before: str, between: str) -> tuple[str, str]:
    """What a process prints that makes a coroutine and never starts it."""
    script = TORN.format(before=before, between=between)
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=True)
    return run.stdout, run.stderr


def test_a_command_interrupted_before_a_rule_began_says_nothing_of_it() -> None:
    assert said("end_quietly()", "signal.raise_signal(signal.SIGINT)") == ("interrupted\n", "")


@pytest.mark.parametrize(("before", "between"), [("", "signal.raise_signal(signal.SIGINT)"), ("end_quietly()", "pass")])
def test_a_forgotten_await_is_told_all_the_same(before: str, between: str) -> None:
    """Only the interruption is excused: the first case shows what it would say otherwise."""
    assert "never awaited" in said(before, between)[1]
