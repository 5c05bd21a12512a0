"""The outcome of an experiment: a report on every arm, on what varied, on the bots and on the cards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec

from muster.bots import COMMAND
from muster.lab.cards import card_tables
from muster.lab.elo import wilson
from muster.lab.experiments.plan import Arm, said
from muster.lab.experiments.playing import Row
from muster.lab.experiments.running import Run
from muster.lab.report import Curve, Point, Report, Table, span
from muster.lab.standings import paces_of, rated, rating_table


class Figures(msgspec.Struct, frozen=True):
    """Knowledge of an arm: how many matches, the share of the one that counts, and its interval of 95%."""

    arm: Arm
    matches: int
    score: float
    share: float
    low: float
    high: float
    answers: float

    @property
    def fair(self) -> float:
        return 1 / len(self.arm.lineup)


def figures_of(arm: Arm, rows: Iterable[Row]) -> Figures:
    score, count, answers = 0.0, 0, 0
    for row in rows:
        score += row.shares[arm.place(arm.turns[row.turn])]
        count += 1
        answers += row.answers
    low, high = wilson(score, count) if count else (0.0, 1.0)
    return Figures(arm, count, score, score / max(1, count), low, high, answers / max(1, count))


def report_of(run: Run, again: Sequence[str] = (), source: str = "") -> Report:
    """The whole report."""
    arms = [figures_of(arm, rows) for arm, rows in run.by_arm()]
    experiment = run.experiment
    games = ", ".join(setting.name for setting in experiment.game)
    count = f"{len(run.rows)}" if run.complete else f"{len(run.rows)} of {run.planned}"
    told = [f"{count} matches of {games}, seed {experiment.seed}; intervals are of 95%."]
    if run.broken:
        told.append(f"{len(run.broken)} of them broke and are not counted.")
    if experiment.interval:
        told.append(
            f"An arm stopped when its share was known to {100 * experiment.interval:.1f} points on either side,"
            f" or after {experiment.matches} matches."
        )
    parts: list[Table | Curve] = [arms_table(arms), *curves(run, arms), *rating_tables(run), *bots_tables(run)]
    if experiment.cards:
        parts += card_tables(run)
    return Report(experiment.title or f"Experiment with {games}", told, parts, again, source)


def plain_arms(run: Run) -> list[dict[str, Any]]:
    """The arms as data."""
    return [
        {
            "game": one.arm.game,
            "lineup": one.arm.lineup,
            "values": one.arm.values,
            "of": one.arm.first,
            "matches": one.matches,
            "share": round(one.share, 4),
            "interval": [round(one.low, 4), round(one.high, 4)],
            "answers_per_match": round(one.answers, 1),
        }
        for one in (figures_of(arm, rows) for arm, rows in run.by_arm())
        if one.matches
    ]


def plain(run: Run) -> dict[str, Any]:
    """The outcome as data."""
    return {
        "title": run.experiment.title,
        "seed": run.experiment.seed,
        "matches": len(run.rows),
        "planned": run.planned,
        "complete": run.complete,
        "broken": len(run.broken),
        "arms": plain_arms(run),
        "bots": {
            bot: {
                "seats": pace.seats,
                "decisions_per_match": round(pace.decisions_a_match, 1),
                "seconds_per_decision": round(pace.seconds_a_decision, 6),
                "refused": pace.refused,
                "replaced": pace.replaced,
                "legal": round(pace.legal, 4),
            }
            for bot, pace in paces_of(run.rows).items()
        },
    }


def arms_table(arms: Sequence[Figures]) -> Table:
    several = len({figures.arm.game for figures in arms}) > 1
    names = list(dict.fromkeys(name for figures in arms for name in figures.arm.values))
    head = [*(["game"] if several else []), "line-up", *names]
    rows = [
        [
            *([figures.arm.game] if several else []),
            " / ".join(figures.arm.lineup),
            *(shown(figures.arm.values[name]) if name in figures.arm.values else "" for name in names),
            figures.arm.first,
            str(figures.matches),
            f"{100 * figures.share:.1f}%" if figures.matches else "",
            span(figures.low, figures.high) if figures.matches else "",
            f"{100 * figures.fair:.0f}%",
            f"{figures.answers:.0f}",
        ]
        for figures in arms
    ]
    columns = [*head, "whose share", "matches", "share", "interval", "fair", "answers a match"]
    return Table(columns, rows, "Arms", words=len(head) + 1)


def curves(run: Run, arms: Sequence[Figures]) -> Iterator[Curve]:
    """A curve for each thing that varies, a line for each combination of all the rest."""
    for varied in run.experiment.vary:
        lines: dict[str, list[Point]] = {}
        for figures in arms:
            if varied.name in figures.arm.values and figures.matches:
                lines.setdefault(line_name(run, figures.arm, varied.name), []).append(
                    Point(at(figures.arm.values[varied.name]), figures.share, figures.low, figures.high)
                )
        if lines:
            fair = arms[0].fair
            what = f"{varied.card} {varied.field}" if varied.card else varied.name
            yield Curve(f"What {what} changes", varied.name, "share of the victories", lines, fair)


def at(value: Any) -> Any:
    return value if isinstance(value, int | float) else shown(value)


def shown(value: Any) -> str:
    """A value as one reads it: words between commas.

    >>> shown(["rebs_cell", "plague_horde"]), shown(3), shown({"a": 1})
    ('rebs_cell, plague_horde', '3', '{"a":1}')
    """
    if isinstance(value, list | tuple) and all(isinstance(part, str) for part in value):
        return ", ".join(value)
    return said(value)


def line_name(run: Run, arm: Arm, varied: str) -> str:
    """The rest of an arm: what a line of a curve is about. What varies in the name of a bot is left open."""
    gap = f"{{{varied}}}"
    templates = {filled.replace(gap, said(arm.values[varied])): filled for filled in named(run) if gap in filled}
    lineup = " / ".join(templates.get(bot, bot) for bot in arm.lineup)
    rest = [f"{name} {shown(value)}" for name, value in arm.values.items() if name != varied]
    whose = "" if arm.first in arm.lineup else f", {arm.first}" if gap not in str(arm.options) else ""
    game = f"{arm.game}: " if len(run.experiment.game) > 1 else ""
    return game + ", ".join([lineup + whose, *rest])


def named(run: Run) -> list[str]:
    return [*run.experiment.bots, *(bot for lineup in run.experiment.seats for bot in lineup)]


def rating_tables(run: Run) -> Iterator[Table]:
    """Elo, for every game in which bots met and ended a match."""
    for setting in run.experiment.game:
        found = rated(run, setting.name)
        if found is not None and found.matches:
            yield rating_table(found, setting.name)


def bots_tables(run: Run) -> Iterator[Table]:
    """How long each bot thinks, and how often the rules refused an answer."""
    paces = paces_of(run.rows)
    columns = ["bot", "seats held", "decisions a match", "seconds a decision"]
    asks = any(bot.startswith(COMMAND) for bot in paces)
    rows = [
        [
            bot,
            str(pace.seats),
            f"{pace.decisions_a_match:.0f}",
            f"{pace.seconds_a_decision:.4f}",
            *([str(pace.refused), str(pace.replaced), f"{100 * pace.legal:.1f}%"] if asks else []),
        ]
        for bot, pace in paces.items()
    ]
    if rows:
        yield Table([*columns, *(["refused answers", "played for it", "legal"] if asks else [])], rows, "Bots")
