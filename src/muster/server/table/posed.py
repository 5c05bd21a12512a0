"""A puzzle as a table: its match stands at the question, and an answer is judged instead of played.

Nothing about it ever changes, so everybody who solves it shares one.
"""

from __future__ import annotations

from muster.coach.puzzles import Puzzle, coloured, match_of
from muster.kernel.dice import RecordedDice
from muster.kernel.game import Game
from muster.kernel.words import Words
from muster.server.protocol import Judged
from muster.server.table.history import Histories
from muster.server.table.staged import StagedTable
from muster.server.telling.phrases import TableRefusal
from muster.server.telling.sheets import judged
from muster.server.telling.updates import Listener
from muster.server.thinking.workers import Thinkers

FOLDER = "puzzle/"
"""The name of a puzzle's table begins with this: `puzzle/GAME/NAME`."""
OPPONENT = "normal"
"""The players at the other seats: bots, as in the match the puzzle is from."""


class PosedTable(StagedTable):
    """One puzzle, for any number of people."""

    def __init__(self, game: Game[object], puzzle: Puzzle, thinkers: Thinkers, histories: Histories) -> None:
        name = f"{FOLDER}{puzzle.game}/{puzzle.name}"
        match = match_of(game, puzzle, RecordedDice("random"))
        super().__init__(name, game, puzzle.options, puzzle.seat, OPPONENT, match, thinkers, histories)
        self._puzzle = puzzle

    def words(self, language: str) -> Words:
        return coloured(super().words(language))

    async def judge(self, listener: Listener, command: str, question: int, key: str) -> Judged:
        """Say whether an answer is right, and why. The match stays where it is: one can answer again. An open question
        accepts answers that nobody has weighed; those are refused, and give nothing away.
        """
        async with self.lock:
            seat = self.own(listener.seat)
            if question != self.asked(seat):
                raise TableRefusal("stale")
            words = self.words(listener.audience.language)
            space = self.match.ask(seat).space
            given = space.accept(key).key
            if given not in self._puzzle.chances:
                raise TableRefusal("not_weighed")
            texts = {option.key: "" if option.text is None else words.say(option.text) for option in space.options()}
            return judged(command, self._puzzle, given, texts, words)
