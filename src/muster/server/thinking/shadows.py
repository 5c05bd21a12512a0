"""Matches as a worker keeps them, to follow those at the tables, with the bots that play there."""

from __future__ import annotations

import random
from collections import OrderedDict
from collections.abc import Sequence

from muster.bots import Bot, make_bot
from muster.kernel.dice import ToldDice
from muster.kernel.game import setup_of
from muster.kernel.match import Match
from muster.kernel.requests import DICE, Seat
from muster.library import load_with_packs
from muster.server.thinking.jobs import Position, SaidEntry

MOST_SHADOWS = 32
"""A worker keeps so many matches, so that it need not build them again."""
MOST_MINDED = 8
"""The bots of so many tables keep what they have thought: the tree of a strong bot takes some megabytes."""


class Shadow:
    """One match, and the bots of its table: a bot that searches goes on in the tree of its last decision."""

    def __init__(self, position: Position) -> None:
        self._game = load_with_packs(position.game, position.packs)
        self._options = position.options
        self._packs = position.packs
        self._entries: list[SaidEntry] = []
        self._dice = ToldDice()
        self._bots: dict[tuple[Seat, str], Bot] = {}
        self._tell(position.entries)
        self.match: Match[object] = Match(self._game, setup_of(self._game).prepare(position.options).new(), self._dice)
        self._entries = position.entries[: len(self.match.record)]

    def _tell(self, entries: Sequence[SaidEntry]) -> None:
        self._dice.tell([list(faces) for seat, _, faces in entries if seat == DICE])

    def follows(self, position: Position) -> bool:
        """Whether this match only has to be played on to reach that position."""
        known = len(self._entries)
        same = position.options == self._options and position.packs == self._packs
        return same and position.entries[:known] == self._entries

    def go_on(self, position: Position) -> None:
        fresh = position.entries[len(self._entries) :]
        self._tell(fresh)
        for seat, key, _ in fresh:
            if seat != DICE:
                self.match.answer(seat, key)
        self._entries = position.entries

    def bot(self, seat: Seat, name: str, seed: str) -> Bot:
        """The bot at a seat; the seed is for one that sits down only now."""
        found = self._bots.get((seat, name))
        if found is None:
            found = self._bots[seat, name] = make_bot(name, random.Random(seed))
        return found

    def forget_bots(self) -> None:
        self._bots.clear()


class Shadows:
    """The matches a worker has thought about lately, the latest last."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, Shadow] = OrderedDict()

    def find(self, position: Position) -> Shadow:
        shadow = self._kept.pop(position.table, None)  # one that fails is not kept
        if shadow is None or not shadow.follows(position):
            shadow = Shadow(position)
        shadow.go_on(position)
        self._kept[position.table] = shadow
        if len(self._kept) > MOST_SHADOWS:
            self._kept.popitem(last=False)
        if len(self._kept) > MOST_MINDED:
            list(self._kept.values())[-MOST_MINDED - 1].forget_bots()
        return shadow
