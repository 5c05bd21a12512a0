"""Spaces of answers: the options in them, and why the rest is refused.

A space checks an answer; it is not a list to pick from. Finite spaces list their options when somebody looks;
open ones (a path, a point, a split of dice) check any answer and propose a few. Listing is for people and
bots: a replay or a fork feeds in known values and never pays for it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic, Protocol, TypeVar

from muster.kernel.refusal import Refusal
from muster.kernel.text import Text

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)


class Option(Generic[T_co]):
    """One legal answer.

    `key` is stable, readable and free of blanks: the journal keeps it and a player types it. `value` is an
    id or frozen data, never a piece of the state, because a fork feeds it to a copy. Options that do not depend
    on the position are made once and shared.
    """

    __slots__ = ("clause", "key", "text", "value")

    def __init__(self, key: str, value: T_co, clause: str, text: Text | None = None) -> None:
        self.key = key
        self.value = value
        self.clause = clause
        self.text = text

    def __repr__(self) -> str:
        return f"Option({self.key})"


class Blocked:
    """Something a player might expect among the options, and why it is not there."""

    __slots__ = ("clause", "key", "reason")

    def __init__(self, key: str, clause: str, reason: Text) -> None:
        self.key = key
        self.clause = clause
        self.reason = reason

    def refusal(self) -> Refusal:
        return Refusal(self.clause, self.reason)

    def __repr__(self) -> str:
        return f"Blocked({self.key}: {self.reason!r} [{self.clause}])"


def no_such_option(key: str) -> Refusal:
    return Refusal("K option", Text("kernel.no_such_option", {"key": key}))


class Space(Protocol[T_co]):
    """The answers that a request allows. A space that says it is one is asked faster in the compiled build."""

    __slots__ = ()

    def options(self) -> Sequence[Option[T_co]]:
        """All answers of a finite space, or good candidates of an open one. Every one of them is accepted."""

    def blocked(self) -> Sequence[Blocked]:
        """Things one might expect that are not offered, each with its clause and reason."""

    def accept(self, key: str) -> Option[T_co]:
        """The option behind a key; raises `Refusal` when the rules do not allow it."""

    def sole(self) -> bool:
        """Whether there is one option, and no other key would be accepted."""


class OneOf(Space[T]):
    """A finite space. The game makes its list only when somebody looks."""

    __slots__ = ("_block", "_list", "_listed")

    def __init__(
        self,
        lister: Callable[[], Sequence[Option[T]]],
        block: Callable[[], Sequence[Blocked]] | None = None,
    ) -> None:
        self._list = lister
        self._block = block
        self._listed: Sequence[Option[T]] | None = None

    def options(self) -> Sequence[Option[T]]:
        listed = self._listed
        if listed is None:
            listed = self._list()
            self._listed = listed
        return listed

    def blocked(self) -> Sequence[Blocked]:
        return () if self._block is None else self._block()

    def accept(self, key: str) -> Option[T]:
        for option in self.options():
            if option.key == key:
                return option
        for blocked in self.blocked():
            if blocked.key == key:
                raise blocked.refusal()
        raise no_such_option(key)

    def sole(self) -> bool:
        listed = self._listed
        return len(self.options() if listed is None else listed) == 1


class Open(Space[T]):
    """A space too large to list: `read` turns a key into an option or refuses it, `propose` offers candidates.

    `read` raises `Refusal` itself. Every proposed candidate must be one that `read` accepts. A space that can say so
    knows whether the candidates are everything (`whole`).
    """

    __slots__ = ("_block", "_propose", "_proposed", "_read", "_whole")

    def __init__(
        self,
        read: Callable[[str], Option[T]],
        propose: Callable[[], Sequence[Option[T]]],
        block: Callable[[], Sequence[Blocked]] | None = None,
        whole: Callable[[], bool] | None = None,
    ) -> None:
        self._whole = whole
        self._read = read
        self._propose = propose
        self._block = block
        self._proposed: Sequence[Option[T]] | None = None

    def options(self) -> Sequence[Option[T]]:
        proposed = self._proposed
        if proposed is None:
            proposed = self._propose()
            self._proposed = proposed
        return proposed

    def blocked(self) -> Sequence[Blocked]:
        return () if self._block is None else self._block()

    def accept(self, key: str) -> Option[T]:
        return self._read(key)

    def sole(self) -> bool:
        return self._whole is not None and len(self.options()) == 1 and self._whole()
