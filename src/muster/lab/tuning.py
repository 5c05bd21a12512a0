"""Balance as a search: change house figures within bounds until aims hold.

A file says which figures may change and how far, and what should come out: shares of seats, sides and pairs of forces,
shares of purchases, rounds, answers. Every trial is an experiment on the same dice; Optuna proposes what to try next
(in the extra `tune`). In the end the best figures and those of today play again, on dice that nobody has seen, so that
luck in the search does not count as balance.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from statistics import median
from typing import Annotated, Any

import msgspec

from muster.kernel.errors import GameError
from muster.lab.cards import Counts, counts_of
from muster.lab.elo import SURE, wilson
from muster.lab.experiments.design import Experiment, Setting, Varied
from muster.lab.experiments.figures import Figure, pack_of, sheet_value
from muster.lab.experiments.reading import Fault, judging, read_form
from muster.lab.experiments.running import Run
from muster.lab.matrix import PAIR, pairs_in
from muster.lab.report import Report, Table, span
from muster.library import load_game

Bounds = tuple[float, float]


class Bounded(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A figure that may change, and between which values: of a card, or of several that are to have the same."""

    card: str = ""
    cards: tuple[str, ...] = ()
    field: str
    low: int
    high: int

    @property
    def changed(self) -> tuple[str, ...]:
        """The cards whose figure it is."""
        return self.cards or (self.card,)

    @property
    def name(self) -> str:
        first, *more = self.changed
        return f"{first}.{self.field}" + (f" and {len(more)} more" if more else "")


class Aims(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The aims, each between two values. An aim left out is not looked at."""

    seats: Bounds | None = None
    """The share that the first seat wins."""
    sides: Bounds | None = None
    """The share that each side wins."""
    pairs: Bounds | None = None
    """The share that the first force of each of the file's pairs wins."""
    purchases: Bounds | None = None
    """The share that each card has of all of its kind that are taken."""
    taken: Bounds | None = None
    """How many different cards are taken in a match, by all players together."""
    rounds: Bounds | None = None
    answers: Bounds | None = None


class Tuning(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A search for better figures."""

    game: str
    figure: tuple[Bounded, ...]
    aims: Aims
    seats: tuple[str, ...] = ("search:20", "search:20")
    options: dict[str, Any] = {}
    pairs: tuple[tuple[str, str], ...] = ()
    """Pairs of forces to play; without them the set-up is as usual."""
    forces: str = ""
    """The option that lists the forces, such as teams."""
    trials: Annotated[int, msgspec.Meta(ge=1)] = 30
    matches: Annotated[int, msgspec.Meta(ge=1)] = 100
    check: Annotated[int, msgspec.Meta(ge=1)] = 400
    """Matches with which the best figures and today's are compared in the end."""
    seed: int = 1


class Miss(msgspec.Struct, frozen=True):
    """Something that is aimed at: what came out of how many tries, and how far it is from its bounds."""

    what: str
    found: float
    tries: int
    low: float
    high: float
    is_share: bool = True

    @property
    def beyond(self) -> float:
        """How far outside, in the width of the bounds; 0 inside."""
        return self._outside(self.found, self.found)

    @property
    def surely_beyond(self) -> float:
        """How much of that is more than chance: shares of few matches may be a standard error off."""
        interval = self.interval(1.0)
        return self.beyond if interval is None else self._outside(*reversed(interval))

    @property
    def verdict(self) -> str:
        """Whether the aim holds, and whether that is sure: wherever the share may lie with 95%."""
        interval = self.interval()
        if interval is None:
            return "missed" if self.beyond else "holds"
        if self.beyond:
            return "surely missed" if self._outside(*reversed(interval)) else "missed"
        return "surely holds" if self.low <= interval[0] and interval[1] <= self.high else "holds"

    def interval(self, deviations: float = SURE) -> tuple[float, float] | None:
        """Between which shares it lies; None for what is no share."""
        return wilson(self.found * self.tries, self.tries, deviations) if self.is_share and self.tries else None

    def _outside(self, most: float, least: float) -> float:
        return max(self.low - most, least - self.high, 0.0) / (self.high - self.low)


class Trial(msgspec.Struct, frozen=True):
    """Figures that were tried, and how far from the aims the matches were, all together."""

    values: dict[str, int]
    loss: float


def read_tuning(path: Path, game: str) -> Tuning:
    """The search in a file; raises `GameError` that names the file, the line and the field."""
    tuning = read_form(path, Tuning)
    with judging(path):
        check(tuning, game)
    return tuning


def check(tuning: Tuning, game: str) -> None:
    """Say what is wrong before anything is played."""
    if tuning.game != game:
        raise Fault(f"this is about {tuning.game}, not {game}", "game")
    if not tuning.figure:
        raise Fault("no figure may change: [[figure]] with card, field, low and high")
    if not any(msgspec.structs.astuple(tuning.aims)):
        raise Fault(f"nothing is aimed at: [aims] with {', '.join(Aims.__struct_fields__)}", "aims")
    for name, bounds in msgspec.structs.asdict(tuning.aims).items():
        if bounds is not None and bounds[0] >= bounds[1]:
            raise Fault(f"{name}: {bounds[0]:g} is not below {bounds[1]:g}", "aims", name)
    if bool(tuning.pairs) != bool(tuning.forces):
        raise Fault("pairs of forces need the option that lists them: forces = 'teams'", "pairs")
    if tuning.aims.pairs and not tuning.pairs:
        raise Fault("pairs: say which forces meet, such as pairs = [['rebs_cell', 'plague_horde']]", "aims", "pairs")
    names: set[str] = set()
    for number, figure in enumerate(tuning.figure):
        if bool(figure.card) == bool(figure.cards):
            raise Fault(f"figure {figure.field!r}: say either 'card' or 'cards'", "figure", number)
        if figure.low >= figure.high:
            raise Fault(f"{figure.name}: {figure.low} is not below {figure.high}", "figure", number, "low")
        if figure.name in names:
            raise Fault(f"{figure.name}: the figure is there twice", "figure", number)
        names.add(figure.name)
    today(tuning)
    for values in ({}, *({one.name: getattr(one, end) for one in tuning.figure} for end in ("low", "high"))):
        Run(experiment_of(tuning, values, tuning.matches, tuning.seed))


def experiment_of(tuning: Tuning, values: dict[str, int], matches: int, seed: int) -> Experiment:
    """One trial as an experiment; without values, the game as it is."""
    varied = [
        Varied(f"{card}.{figure.field}", (values[figure.name],), card=card, field=figure.field)
        for figure in tuning.figure
        if figure.name in values
        for card in figure.changed
    ]
    options = dict(tuning.options)
    if tuning.pairs:
        options[tuning.forces] = f"{{{PAIR}}}"
        varied.append(Varied(PAIR, tuple(list(pair) for pair in tuning.pairs)))
    return Experiment(
        title=f"Figures of {tuning.game}",
        game=(Setting(tuning.game, options),),
        seats=(tuning.seats,),
        vary=tuple(varied),
        matches=matches,
        seed=seed,
        cards=True,
    )


def misses(tuning: Tuning, run: Run) -> list[Miss]:
    """Everything that is aimed at, and what came out."""
    rows = [row for row in run.rows if not row.broken]
    counts, aims = counts_of(rows), tuning.aims
    found: list[Miss] = []
    if aims.seats:
        found.append(Miss("first seat", counts.wins[0] / max(1, counts.games), counts.games, *aims.seats))
    if aims.sides:
        counted("sides", counts.played)
        found += [Miss(side, counts.share(side), counts.played[side], *aims.sides) for side in sorted(counts.played)]
    if aims.pairs:
        pairs = [pair for pair in pairs_in(run) if pair.games]
        found += [Miss(f"{pair.one} against {pair.other}", pair.share, pair.games, *aims.pairs) for pair in pairs]
    if aims.purchases:
        counted("purchases", counts.offered)
        found += purchases(counts, aims.purchases)
    if aims.taken:
        counted("taken", counts.offered)
        mean = counts.taken.total() / max(1, counts.games)
        found.append(Miss("cards taken a match", mean, counts.games, *aims.taken, is_share=False))
    if aims.rounds:
        counted("rounds", set(counts.rounds) - {0})
        mean = sum(number * times for number, times in counts.rounds.items()) / max(1, counts.games)
        found.append(Miss("rounds", mean, counts.games, *aims.rounds, is_share=False))
    if aims.answers:
        mean = sum(row.answers for row in rows) / max(1, len(rows))
        found.append(Miss("answers a match", mean, len(rows), *aims.answers, is_share=False))
    return found


def counted(aim: str, found: Collection[object]) -> None:
    """Refuse an aim at something that this game does not count."""
    if not found:
        raise GameError(f"{aim}: nothing of that kind is counted in these matches, so it cannot be aimed at")


def purchases(counts: Counts, bounds: Bounds) -> list[Miss]:
    kinds = Counter[str]()
    for card, times in counts.taken.items():
        kinds[card.partition(".")[0]] += times
    return [
        Miss(card, counts.purchases(card), kinds[card.partition(".")[0]], *bounds) for card in sorted(counts.offered)
    ]


def loss_of(found: Sequence[Miss]) -> float:
    """How far all aims are missed for sure: squares, so that one that is far off counts more than two nearly there."""
    return sum(miss.surely_beyond**2 for miss in found)


def search(tuning: Tuning, played: Callable[[Experiment], Run], note: Callable[[Trial], None]) -> list[Trial]:
    """Try figures until the trials are used up or all aims hold. The same seed proposes the same figures as long as the
    same comes of them, so a search goes on where it was stopped if its matches were kept.
    """
    try:
        import optuna
    except ImportError:
        raise GameError("tuning needs the extra: pip install 'muster[tune]'") from None
    optuna.logging.set_verbosity(optuna.logging.ERROR)
    study = optuna.create_study(sampler=optuna.samplers.TPESampler(seed=tuning.seed, n_startup_trials=5))
    study.enqueue_trial(first_values(tuning))
    trials: list[Trial] = []
    for _ in range(tuning.trials):
        asked = study.ask()
        values = {figure.name: asked.suggest_int(figure.name, figure.low, figure.high) for figure in tuning.figure}
        run = played(experiment_of(tuning, values, tuning.matches, tuning.seed))
        trial = Trial(values, loss_of(misses(tuning, run)))
        note(trial)
        study.tell(asked, trial.loss)
        trials.append(trial)
        if not trial.loss:
            break
    return trials


def best_of(trials: Sequence[Trial]) -> Trial:
    """The trial that came nearest to the aims."""
    return min(trials, key=lambda trial: trial.loss)


def today(tuning: Tuning) -> dict[str, list[int]]:
    """The figures as they are: one for each card that has it."""
    game = load_game(tuning.game)
    found: dict[str, list[int]] = {}
    for number, figure in enumerate(tuning.figure):
        for card in figure.changed:
            try:
                value = sheet_value(game, card, figure.field)
            except GameError as error:
                raise Fault(str(error), "figure", number) from None
            if not isinstance(value, int):
                raise Fault(f"{card}.{figure.field} is {value!r}: only whole numbers can be tuned", "figure", number)
            found.setdefault(figure.name, []).append(value)
    return found


def first_values(tuning: Tuning) -> dict[str, int]:
    """What is tried first: today's figures, drawn into their bounds; of several cards, the middle one."""
    now = today(tuning)
    return {figure.name: min(max(int(median(now[figure.name])), figure.low), figure.high) for figure in tuning.figure}


def tuned_pack(tuning: Tuning, values: dict[str, int]) -> str:
    """The figures as a pack."""
    figures = [Figure(card, figure.field, values[figure.name]) for figure in tuning.figure for card in figure.changed]
    return pack_of(load_game(tuning.game), figures).text


def report_of(tuning: Tuning, best: Trial, before: Sequence[Miss], after: Sequence[Miss], trials: int) -> Report:
    """Figures then and now, and what is aimed at then and now, on fresh dice."""
    then = today(tuning)
    figures = [
        [
            figure.name,
            f"{figure.low} to {figure.high}",
            ", ".join(map(str, sorted(set(then[figure.name])))),
            str(best.values[figure.name]),
        ]
        for figure in tuning.figure
    ]
    was = {miss.what: miss for miss in before}
    aims = [
        [
            miss.what,
            told(miss.low, miss) + " to " + told(miss.high, miss),
            said(was.get(miss.what)),
            said(miss),
            miss.verdict,
        ]
        for miss in after
    ]
    held = sum(not miss.beyond for miss in after), sum(not miss.beyond for miss in before)
    return Report(
        f"Figures of {tuning.game}, tuned",
        [
            f"{trials} trials of {tuning.matches} matches by {', '.join(tuning.seats)}, seed {tuning.seed}; then"
            f" {tuning.check} matches with today's figures and with the best, on other dice. Intervals are of 95%.",
            f"{held[0]} of {len(after)} aims hold with the best figures, {held[1]} of {len(before)} with today's.",
        ],
        [
            Table(["figure", "bounds", "today", "best"], figures, "Figures"),
            Table(["aim", "bounds", "today", "best", ""], aims, "Aims"),
        ],
    )


def plain(tuning: Tuning, best: Trial, before: Sequence[Miss], after: Sequence[Miss], trials: int) -> dict[str, Any]:
    """The same as data."""
    then = today(tuning)
    return {
        "game": tuning.game,
        "seats": tuning.seats,
        "trials": trials,
        "matches": tuning.matches,
        "check": tuning.check,
        "figures": {name: {"today": then[name], "best": value} for name, value in best.values.items()},
        "aims": {
            miss.what: {
                "bounds": [miss.low, miss.high],
                "today": next((measured(was) for was in before if was.what == miss.what), None),
                "best": measured(miss),
            }
            for miss in after
        },
    }


def measured(miss: Miss) -> dict[str, Any]:
    return {"found": miss.found, "tries": miss.tries, "interval": miss.interval(), "verdict": miss.verdict}


def told(value: float, miss: Miss) -> str:
    return f"{100 * value:.0f}%" if miss.is_share else f"{value:g}"


def said(miss: Miss | None) -> str:
    """The outcome, with its interval."""
    if miss is None or not miss.tries:
        return ""
    interval = miss.interval()
    return f"{miss.found:.1f}" if interval is None else f"{100 * miss.found:.1f}% ({span(*interval)})"
