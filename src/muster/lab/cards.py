"""Cards in an experiment: which ones bots take when they are offered, and which sides and seats win.

A game's events say what was offered and what was taken; counting both over many matches shows what is too good and
what nobody wants.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

import msgspec

from muster.lab.elo import wilson
from muster.lab.experiments.playing import Row
from muster.lab.experiments.running import Run
from muster.lab.report import Table, span
from muster.library import load_game


class Counts(msgspec.Struct):
    """The number of matches in which each thing was offered and taken, and how each place and side did."""

    games: int = 0
    offered: Counter[str] = msgspec.field(default_factory=Counter)
    taken: Counter[str] = msgspec.field(default_factory=Counter)
    wins: Counter[int] = msgspec.field(default_factory=Counter)
    first_wins: float = 0.0
    played: Counter[str] = msgspec.field(default_factory=Counter)
    won: dict[str, float] = {}
    rounds: Counter[int] = msgspec.field(default_factory=Counter)

    def add(self, row: Row) -> None:
        cards = row.cards
        assert cards is not None
        self.games += 1
        for place, share in enumerate(row.shares):
            self.wins[place] += share  # type: ignore[assignment]
        if cards.first >= 0:
            self.first_wins += row.shares[cards.first]
        self.rounds[cards.rounds] += 1
        for place, side in cards.sides.items():
            self.played[side] += 1
            self.won[side] = self.won.get(side, 0.0) + row.shares[place]
        self.offered.update(cards.offered)
        self.taken.update(cards.taken)

    def share(self, side: str) -> float:
        """The share of its matches that a side wins."""
        return self.won.get(side, 0.0) / self.played[side]

    def purchases(self, card: str) -> float:
        """The share that a card has of everything of its kind that was taken."""
        kind = card.partition(".")[0]
        return self.taken[card] / max(1, sum(n for name, n in self.taken.items() if name.partition(".")[0] == kind))


def counts_of(rows: Iterable[Row]) -> Counts:
    counts = Counts()
    for row in rows:
        if row.cards is not None:
            counts.add(row)
    return counts


def cards_table(game: str, counts: Counts, title: str = "") -> Table:
    """For each card: the source of its figures, the matches in which it was offered and taken, and two shares."""
    sources = load_game(game).sources
    rows = []
    for name in sorted(counts.offered):
        offered, taken = counts.offered[name], counts.taken[name]
        shares = [f"{100 * taken / offered:.1f}%", f"{100 * counts.purchases(name):.1f}%"]
        rows.append([name, sources.get(name, ""), str(offered), str(taken), *shares])
    columns = ["card", "figures", "offered in", "taken in", "share", "of all taken"]
    return Table(columns, rows, title, words=2)


def side_tables(counts: Counts, of: str = "") -> Iterator[Table]:
    """How often each side wins, if sides differ, and how many rounds matches took, if there are rounds."""
    if counts.played:
        rows = []
        for side in sorted(counts.played):
            share, matches = counts.share(side), counts.played[side]
            rows.append([side, str(matches), f"{100 * share:.1f}%", span(*wilson(share * matches, matches))])
        yield Table(["side", "matches", "wins", "interval"], rows, of and f"Sides of {of}")
    if set(counts.rounds) - {0}:
        rows = [[str(number), str(matches)] for number, matches in sorted(counts.rounds.items())]
        yield Table(["rounds", "matches"], rows, of and f"Rounds of {of}", words=0)


def card_tables(run: Run) -> Iterator[Table]:
    """All of that for every game of an experiment."""
    for setting in run.experiment.game:
        counts = counts_of(row for row in run.rows if row.game == setting.name)
        yield from side_tables(counts, setting.name)
        yield cards_table(setting.name, counts, f"Cards of {setting.name}")
