"""How processes end. Each case runs in a process of its own, since it is killed or interrupted."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

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

YOUNG = """\
import os, signal
from muster.processes import clean_context, leave_together

if __name__ == "__main__":
    signal.signal(signal.SIGINT, lambda number, frame: print("heard"))
    context = clean_context("muster.lab.simulate")
    os.killpg(0, signal.SIGINT)
    worker = context.Process(target=leave_together)
    worker.start()
    os.killpg(0, signal.SIGINT)
    worker.join()
    print(worker.exitcode)
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


@pytest.mark.skipif(sys.platform == "win32", reason="sends the signal of Ctrl-C")
def test_a_worker_hears_no_ctrl_c_however_young(tmp_path: Path) -> None:
    """It is sent to all processes of a terminal: here while workers are still being made."""
    script = tmp_path / "young.py"
    script.write_text(YOUNG)
    run = subprocess.run(
        [sys.executable, str(script)], capture_output=True, text=True, timeout=60, check=True, start_new_session=True
    )
    assert (run.stdout, run.stderr) == ("heard\nheard\n0\n", "")
