"""A rule that breaks: one sentence that says where in the match, instead of a page of Python.

An error in the rules is a defect of ours. It stops only the match in which it happened. The players hear after
which entry it happened, what went wrong and where in the program; with the journal, that sentence is a full report.
"""

from __future__ import annotations

from muster.kernel.requests import DICE, LETTERS, Seat


class Defect(Exception):
    """The rules broke after `entries` entries of the record; `said` is the last answer in it, as the journal has it."""

    def __init__(self, entries: int, said: str, error: BaseException) -> None:
        super().__init__(entries, said, error)
        self.entries = entries
        self.said = said
        self.what = what_broke(error)

    def __str__(self) -> str:
        after = f"at entry {self.entries} ({self.said})" if self.said else "before anybody had answered"
        return f"the rules broke {after}: {self.what}"


def as_said(seat: Seat, key: str) -> str:
    """An entry as people know it from the journal: `A move:b3`."""
    return f"{'dice' if seat == DICE else LETTERS[seat]} {key}"


def what_broke(error: BaseException) -> str:
    """Name the error and the line of the program it came from."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    words = " ".join(str(error).split())
    told = f"{type(error).__name__}: {words}" if words else type(error).__name__
    if trace is None:
        return told
    file = trace.tb_frame.f_code.co_filename.replace("\\", "/").rpartition("/")[2]
    return f"{told} ({file}, line {trace.tb_lineno})"


__all__ = ["Defect", "as_said", "what_broke"]
