"""The shelf of puzzles: the lists of all games, and the puzzles somebody has opened, made once and then kept."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from functools import lru_cache

import msgspec

from muster.coach.puzzles import Puzzle, coloured, puzzle_names, shipped
from muster.kernel.errors import GameError
from muster.kernel.text import Text
from muster.kernel.words import LANGUAGES, Words
from muster.server.files import Cacheable
from muster.server.lobby.reference import JSON, playable
from muster.server.protocol import PuzzleInfo
from muster.server.table.history import Histories
from muster.server.table.posed import FOLDER, PosedTable
from muster.server.telling.phrases import TableRefusal
from muster.server.thinking.workers import Thinkers

log = logging.getLogger("muster.server.lobby.puzzles")

MOST_KEPT = 256
"""Keep so many puzzles that were opened: more than come with all our games, so each is built once."""


@lru_cache(maxsize=16)
def puzzle_list(game: str, language: str) -> Cacheable | None:
    """The puzzles of a game, without what would give their answers away; None if there is no such game."""
    found = playable(game)
    if found is None or language not in LANGUAGES:
        return None
    words = coloured(found.catalogue.words(language))
    return Cacheable(msgspec.json.encode([_info(puzzle, words) for puzzle in _readable(game)]), JSON)


def _readable(game: str) -> list[Puzzle]:
    """The puzzles of a game. One that cannot be read only goes into the log."""
    found: list[Puzzle] = []
    for name in puzzle_names(game):
        try:
            found.append(shipped(game, name))
        except GameError as error:
            log.warning("%s: %s", game, error)
    return found


def _info(puzzle: Puzzle, words: Words) -> PuzzleInfo:
    prompt = words.say(Text(puzzle.prompt.key, puzzle.prompt.params))
    return PuzzleInfo(puzzle.name, prompt, puzzle.seat, puzzle.round, puzzle.choices, puzzle.difficulty)


class Shelf:
    """The puzzles that somebody has opened."""

    def __init__(self, thinkers: Thinkers, most: int = MOST_KEPT) -> None:
        self._thinkers = thinkers
        self._histories = Histories()  # of their own: looking back at puzzles makes no table forget its history
        self._most = most
        self._kept: OrderedDict[str, PosedTable] = OrderedDict()
        self._building = asyncio.Lock()

    @staticmethod
    def has(table: str) -> bool:
        """Whether the name of a table is that of a puzzle."""
        return table.startswith(FOLDER)

    async def find(self, table: str) -> PosedTable:
        """A puzzle by the name of its table; refused if there is none. One at a time is built, in a thread, so that no
        table waits for it.
        """
        found = self._kept.get(table)
        if found is None:
            async with self._building:
                found = self._kept.get(table) or await self._build_aside(table)
        self._kept[table] = found
        self._kept.move_to_end(table)
        if len(self._kept) > self._most:
            self._kept.popitem(last=False)
        return found

    async def _build_aside(self, table: str) -> PosedTable:
        game, _, name = table.removeprefix(FOLDER).partition("/")
        return await asyncio.to_thread(self._build, game, name)

    def _build(self, game: str, name: str) -> PosedTable:
        rules = playable(game)
        if rules is None or name not in puzzle_names(game):
            raise TableRefusal("no_puzzle")
        try:
            return PosedTable(rules, shipped(game, name), self._thinkers, self._histories)
        except GameError:  # its sentence may name what a seat has said: for our log only
            log.exception("the puzzle %s of %s cannot be opened", name, game)
            raise TableRefusal("unreadable") from None
