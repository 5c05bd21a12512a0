"""The results of a tournament: who beat whom, the Elo of each bot, how long each thinks.

They come as data, as tables in Markdown, and as a section of a page that is written anew between its two markers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from muster.kernel.errors import GameError
from muster.lab.elo import Meeting, Ratings, ratings, wilson
from muster.lab.experiments.plan import Arm, said
from muster.lab.experiments.playing import Row
from muster.lab.experiments.running import Run
from muster.lab.report import Table, span, table_lines

ANCHOR = "greedy"
"""The bot with 1000 points, if it plays."""


class Pairing(msgspec.Struct):
    """One bot against a table of another, and how its matches ended."""

    one: str
    other: str
    matches: int = 0
    wins: int = 0
    losses: int = 0
    shared: int = 0
    score: float = 0.0

    def add(self, share: float) -> None:
        self.matches += 1
        self.score += share
        self.wins += share == 1
        self.losses += share == 0
        self.shared += 0 < share < 1


class Pace(msgspec.Struct):
    """How often a bot had something to decide, and how long it thought about it, over all seats it held."""

    seats: int = 0
    decisions: int = 0
    seconds: float = 0.0
    refused: int = 0
    """Answers that the rules refused."""
    replaced: int = 0
    """Decisions that were made for it after too many of them."""

    def add(self, row: Row, place: int) -> None:
        self.seats += 1
        self.decisions += row.decisions[place]
        self.seconds += row.seconds[place]
        self.refused += row.refused[place] if row.refused else 0
        self.replaced += row.replaced[place] if row.replaced else 0

    @property
    def decisions_a_match(self) -> float:
        return self.decisions / max(1, self.seats)

    @property
    def seconds_a_decision(self) -> float:
        return self.seconds / max(1, self.decisions)

    @property
    def legal(self) -> float:
        """The share of its answers that the rules took."""
        taken = self.decisions - self.replaced
        return taken / max(1, taken + self.refused)


def paces_of(rows: Iterable[Row]) -> dict[str, Pace]:
    """How each bot thought in some matches."""
    paces: dict[str, Pace] = {}
    for row in rows:
        if not row.broken:
            for place, bot in enumerate(row.seats):
                paces.setdefault(bot, Pace()).add(row, place)
    return paces


class Standings(msgspec.Struct):
    """How a tournament stands."""

    game: str
    players: int
    seed: int
    options: dict[str, Any]
    planned: int
    matches: int
    decisions: float
    """Decisions in a match, on average."""
    pairings: list[Pairing]
    ratings: Ratings
    paces: dict[str, Pace]

    @property
    def bots(self) -> list[str]:
        return list(self.paces)


def rated(run: Run, game: str) -> Standings | None:
    """The standings of those who met in a game; None where nothing can be rated: one bot alone, several numbers of
    players, or the same two again under other conditions.
    """
    arms = [(arm, rows) for arm, rows in run.by_arm() if arm.game == game and is_pairing(arm)]
    met = [arm.lineup for arm, _ in arms]
    if not met or len({len(lineup) for lineup in met}) > 1 or len(set(met)) < len(met):
        return None
    paces = {bot: Pace() for lineup in met for bot in (lineup[0], lineup[-1])}
    pairings = []
    for arm, rows in arms:
        pairing = Pairing(arm.lineup[0], arm.lineup[-1])
        for row in rows:
            pairing.add(row.shares[arm.place(arm.turns[row.turn])])
            for place, bot in enumerate(row.seats):
                paces[bot].add(row, place)
        pairings.append(pairing)
    players = len(met[0])
    meetings = [Meeting(one.one, one.other, players - 1, one.matches, one.score) for one in pairings]
    matches, options = sum(one.matches for one in pairings), arms[0][0].options
    decisions = sum(pace.decisions for pace in paces.values()) / max(1, matches)
    found = ratings(list(paces), meetings, ANCHOR)
    seed = run.experiment.seed
    return Standings(game, players, seed, options, run.planned, matches, decisions, pairings, found, paces)


def is_pairing(arm: Arm) -> bool:
    """Whether one bot meets a table of another."""
    return len(set(arm.lineup)) == 2 and len(set(arm.lineup[1:])) == 1


# For programs


def plain(found: Standings) -> dict[str, object]:
    """The standings as data."""
    return {
        "game": found.game,
        "players": found.players,
        "seed": found.seed,
        "options": found.options,
        "matches": found.matches,
        "complete": found.matches == found.planned,
        "decisions_per_match": round(found.decisions, 1),
        "pairings": [
            {
                "bot": pairing.one,
                "against": pairing.other,
                **{name: getattr(pairing, name) for name in ("matches", "wins", "losses", "shared")},
                "share": round(pairing.score / pairing.matches, 4),
                "fair_share": round(1 / found.players, 4),
                "interval": [round(end, 4) for end in wilson(pairing.score, pairing.matches)],
            }
            for pairing in found.pairings
            if pairing.matches
        ],
        "supposed_matches": found.ratings.supposed,
        "bots": {
            bot: {
                "elo": round(rating.points),
                "interval": [round(rating.points - rating.margin), round(rating.points + rating.margin)],
                "seconds_per_decision": round(pace.seconds_a_decision, 6),
                "decisions_per_match": round(pace.decisions_a_match, 1),
            }
            for bot, rating, pace in ((bot, found.ratings.bots[bot], found.paces[bot]) for bot in found.bots)
        },
    }


# For people


def report(found: Standings) -> Iterator[str]:
    """The standings in Markdown."""
    chosen = "".join(f", {name} {said(value)}" for name, value in found.options.items())
    count = f"{found.matches}" if found.matches == found.planned else f"{found.matches} of {found.planned}"
    yield f"{count} matches of {found.game} for {found.players} players, seed {found.seed};"
    yield f"set-ups drawn at random{chosen}; {found.decisions:.0f} decisions a match. Intervals are of 95%."
    yield ""
    yield from table_lines(rating_table(found))
    yield ""
    yield from table_lines(pairing_table(found))


def rating_table(found: Standings, title: str = "") -> Table:
    """Elo, and how long each bot thinks."""
    rows = []
    for bot in sorted(found.bots, key=lambda bot: -found.ratings.bots[bot].points):
        rating, pace = found.ratings.bots[bot], found.paces[bot]
        ends = f"{rating.points - rating.margin:.0f} to {rating.points + rating.margin:.0f}" if rating.margin else ""
        slow = f"{pace.seconds / pace.decisions:.4f}" if pace.decisions else ""
        often = f"{pace.decisions / pace.seats:.0f}" if pace.seats else ""
        rows.append([bot, f"{rating.points:.0f}", ends, slow, often])
    columns = ["bot", "Elo", "interval", "seconds a decision", "decisions a match"]
    return Table(columns, rows, title and f"Elo: {title}", note=SUPPOSED if found.ratings.supposed else "")


SUPPOSED = """\
No Elo fits these results, one-sided as they are or without a link between all bots; so one more match,
shared, is supposed between all who met, or between any two where the matches do not link everybody."""


def pairing_table(found: Standings) -> Table:
    """Each bot against each other. With more than two at the table a fair share is less than half, so it is named."""
    players = found.players
    table, alone = ("", "") if players == 2 else (f"{players - 1} of ", " alone")
    fair = "" if players == 2 else f" (fair: {100 / players:.0f}%)"
    rows = [
        [
            f"{pairing.one}{alone}",
            f"{table}{pairing.other}",
            *(str(count) for count in (pairing.matches, pairing.wins, pairing.losses, pairing.shared)),
            f"{100 * pairing.score / pairing.matches:.1f}%",
            span(*wilson(pairing.score, pairing.matches)),
        ]
        for pairing in found.pairings
        if pairing.matches
    ]
    columns = ["bot", "against", "matches", "wins", "losses", "shared", f"share{fair}", "interval"]
    return Table(columns, rows, words=2)


# As a section of a page


def markers(game: str, players: int, options: dict[str, Any]) -> tuple[str, str]:
    """The lines between which the results of a game stand; tables of other sizes than two, and options that are fixed,
    have a section each.
    """
    size = [] if players == 2 else [f"{players} players"]
    what = ", ".join([game, *size, *(f"{name} {said(value)}" for name, value in options.items())])
    return f"<!-- tournament: {what} -->", f"<!-- end of tournament: {what} -->"


def with_section(page: str, marked: Sequence[str], section: str, file: Path) -> str:
    """The page with the section put between its markers, or with markers at the end if it has none."""
    begin, end = marked
    whole = f"{begin}\n{section}\n{end}"
    if begin not in page and end not in page:
        return f"{page.rstrip()}\n\n{whole}\n".lstrip()
    before, _, rest = page.partition(begin)
    _, found, after = rest.partition(end)
    if not found or page.count(begin) > 1 or page.count(end) > 1:
        raise GameError(f"{file}: {begin!r} and {end!r} must stand there once each, in this order")
    return f"{before}{whole}{after}"
