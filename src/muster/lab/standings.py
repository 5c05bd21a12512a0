"""The results of a tournament: who beat whom, the Elo of each bot, how long each thinks.

They come as data, as tables in Markdown, and as a section of a page that is written anew between its two markers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, permutations
from pathlib import Path

import msgspec

from muster.kernel.errors import GameError
from muster.lab.elo import Meeting, Ratings, ratings, wilson
from muster.lab.finished import Heading, Played

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

    def add(self, played: Played) -> None:
        share = played.share(self.one)
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

    def add(self, decisions: int, seconds: float) -> None:
        self.seats += 1
        self.decisions += decisions
        self.seconds += seconds


def pairings_of(bots: Sequence[str], players: int) -> list[tuple[str, str]]:
    """Everybody meets everybody. At a table of two that is the same from both sides; at a larger one it is not."""
    return list(combinations(bots, 2) if players == 2 else permutations(bots, 2))


def bots_of(pairings: Iterable[tuple[str, str]]) -> list[str]:
    """Who plays in these pairings, in the order in which they are named.

    >>> bots_of([("greedy", "hard"), ("greedy", "easy")])
    ['greedy', 'hard', 'easy']
    """
    return list(dict.fromkeys(bot for pairing in pairings for bot in pairing))


def arrangements(one: str, other: str, players: int) -> list[tuple[str, ...]]:
    """A bot at each seat in turn, against a table of the other.

    >>> arrangements("a", "b", 3)
    [('a', 'b', 'b'), ('b', 'a', 'b'), ('b', 'b', 'a')]
    """
    return [tuple(one if seat == place else other for seat in range(players)) for place in range(players)]


class Standings(msgspec.Struct):
    """How a tournament stands."""

    heading: Heading
    bots: list[str]
    planned: int
    matches: int
    decisions: float
    """Decisions in a match, on average."""
    pairings: list[Pairing]
    ratings: Ratings
    paces: dict[str, Pace]


def standings(
    heading: Heading, meant: Sequence[tuple[str, str]], planned: int, finished: Iterable[Played]
) -> Standings:
    """Count the matches of those who were meant to meet."""
    bots = bots_of(meant)
    pairings: dict[tuple[str, ...], Pairing] = {}
    for one, other in meant:
        pairing = Pairing(one, other)
        pairings |= dict.fromkeys(arrangements(one, other, heading.players), pairing)
    paces = {bot: Pace() for bot in bots}
    matches = decisions = 0
    for played in finished:
        pairings[played.seats].add(played)
        matches += 1
        decisions += sum(played.decisions)
        for bot, count, seconds in zip(played.seats, played.decisions, played.seconds, strict=True):
            paces[bot].add(count, seconds)
    listed = list({(pairing.one, pairing.other): pairing for pairing in pairings.values()}.values())
    meetings = [
        Meeting(pairing.one, pairing.other, heading.players - 1, pairing.matches, pairing.score) for pairing in listed
    ]
    rated = ratings(bots, meetings, ANCHOR)
    return Standings(heading, bots, planned, matches, decisions / max(1, matches), listed, rated, paces)


# For programs


def plain(found: Standings) -> dict[str, object]:
    """The standings as data."""
    heading = found.heading
    return {
        "game": heading.tournament,
        "players": heading.players,
        "seed": heading.seed,
        "options": heading.options,
        "matches": found.matches,
        "complete": found.matches == found.planned,
        "decisions_per_match": round(found.decisions, 1),
        "pairings": [
            {
                "bot": pairing.one,
                "against": pairing.other,
                **{name: getattr(pairing, name) for name in ("matches", "wins", "losses", "shared")},
                "share": round(pairing.score / pairing.matches, 4),
                "fair_share": round(1 / heading.players, 4),
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
                "seconds_per_decision": round(pace.seconds / max(1, pace.decisions), 6),
                "decisions_per_match": round(pace.decisions / max(1, pace.seats), 1),
            }
            for bot, rating, pace in ((bot, found.ratings.bots[bot], found.paces[bot]) for bot in found.bots)
        },
    }


# For people


def report(found: Standings) -> Iterator[str]:
    """The standings in Markdown."""
    heading = found.heading
    chosen = "".join(f", {name} {told(value)}" for name, value in heading.options.items())
    count = f"{found.matches}" if found.matches == found.planned else f"{found.matches} of {found.planned}"
    yield f"{count} matches of {heading.tournament} for {heading.players} players, seed {heading.seed};"
    yield f"set-ups drawn at random{chosen}; {found.decisions:.0f} decisions a match. Intervals are of 95%."
    yield ""
    yield "| bot | Elo | interval | seconds a decision | decisions a match |\n| --- | ---: | ---: | ---: | ---: |"
    for bot in sorted(found.bots, key=lambda bot: -found.ratings.bots[bot].points):
        rating, pace = found.ratings.bots[bot], found.paces[bot]
        ends = f"{rating.points - rating.margin:.0f} to {rating.points + rating.margin:.0f}" if rating.margin else ""
        slow = f"{pace.seconds / pace.decisions:.4f}" if pace.decisions else ""
        often = f"{pace.decisions / pace.seats:.0f}" if pace.seats else ""
        yield f"| {bot} | {rating.points:.0f} | {ends} | {slow} | {often} |"
    yield ""
    if found.ratings.supposed:
        yield "No Elo fits these results, one-sided as they are or without a link between all bots; so one more match,"
        yield "shared, is supposed between all who met, or between any two where the matches do not link everybody."
        yield ""
    yield from pairing_table(found)


def pairing_table(found: Standings) -> Iterator[str]:
    """Who beat whom. With more than two at the table a fair share is less than half, so it is named."""
    players = found.heading.players
    table, alone = ("", "") if players == 2 else (f"{players - 1} of ", " alone")
    fair = "" if players == 2 else f" (fair: {100 / players:.0f}%)"
    yield f"| bot | against | matches | wins | losses | shared | share{fair} | interval |"
    yield "| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |"
    for pairing in found.pairings:
        if pairing.matches:
            low, high = wilson(pairing.score, pairing.matches)
            counts = f"{pairing.matches} | {pairing.wins} | {pairing.losses} | {pairing.shared}"
            share = f"{100 * pairing.score / pairing.matches:.1f}% | {100 * low:.0f}% to {100 * high:.0f}%"
            yield f"| {pairing.one}{alone} | {table}{pairing.other} | {counts} | {share} |"


def told(value: object) -> str:
    """An option's value as one would type it."""
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()


# As a section of a page


def markers(heading: Heading) -> tuple[str, str]:
    """The lines between which the results of a game stand; tables of other sizes than two, and options that are fixed,
    have a section each.
    """
    size = [] if heading.players == 2 else [f"{heading.players} players"]
    what = ", ".join([heading.tournament, *size, *(f"{name} {told(value)}" for name, value in heading.options.items())])
    return f"<!-- tournament: {what} -->", f"<!-- end of tournament: {what} -->"


def with_section(page: str, heading: Heading, section: str, file: Path) -> str:
    """The page with the section put between its markers, or with markers at the end if it has none."""
    begin, end = markers(heading)
    whole = f"{begin}\n{section}\n{end}"
    if begin not in page and end not in page:
        return f"{page.rstrip()}\n\n{whole}\n".lstrip()
    before, _, rest = page.partition(begin)
    _, found, after = rest.partition(end)
    if not found or page.count(begin) > 1 or page.count(end) > 1:
        raise GameError(f"{file}: {begin!r} and {end!r} must stand there once each, in this order")
    return f"{before}{whole}{after}"
