"""One match of an experiment: set up, played by its bots, and told as a row."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from muster.bots import CommandBot, PlayerError, chair_at, is_repeatable, make_player
from muster.kernel.defects import what_broke
from muster.kernel.dice import SeededDice
from muster.kernel.errors import GameError
from muster.kernel.game import Game, setup_of, testing_of
from muster.kernel.match import Match
from muster.kernel.pack_errors import PackError
from muster.kernel.packs import PackFile
from muster.kernel.requests import Seat
from muster.kernel.sessions import journal_text, new_match
from muster.kernel.setup import Prepared
from muster.lab.experiments.design import Experiment
from muster.lab.experiments.figures import FIGURES, pack_of
from muster.lab.experiments.plan import Arm, Key, Slot, match_text, seed_of_round
from muster.lab.experiments.reading import Fault
from muster.lab.setups import drawn_setup
from muster.library import load_with_packs, pack_at

OPTION = re.compile(r"options: field (?P<name>\w+)")
"""What a game says about an option that it does not take."""


class Decision(msgspec.Struct, frozen=True, array_like=True):
    """An answer: whose, to which question, out of how many, which one, and after how many seconds."""

    place: int
    prompt: str
    options: int
    answer: str
    seconds: float


class Cards(msgspec.Struct, frozen=True):
    """Counts for balance in a match: cards offered and taken, what each place played, who began, the rounds."""

    offered: list[str]
    taken: list[str]
    sides: dict[int, str]
    first: int
    rounds: int


class Row(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """A match that is over, as it is kept. Lists have an entry for each place at the table."""

    number: int
    game: str
    lineup: tuple[str, ...]
    values: dict[str, Any] = {}
    round: int
    turn: int
    seed: int
    seats: tuple[str, ...]
    forces: int = 0
    """By how many seats the forces are moved on."""
    shares: tuple[float, ...] = ()
    """The share of the victory of each place."""
    points: tuple[int, ...] = ()
    decisions: tuple[int, ...] = ()
    """Real decisions: those with more than one option that are not small."""
    seconds: tuple[float, ...] = ()
    refused: tuple[int, ...] = ()
    """Answers of each place that the rules refused. Only a program from outside can give one."""
    replaced: tuple[int, ...] = ()
    """Decisions of each place that were made for it, after too many of them."""
    answers: int = 0
    cards: Cards | None = None
    log: tuple[Decision, ...] = ()
    journal: str = ""
    broken: str = ""
    """Why it could not be played to its end."""

    @property
    def key(self) -> Key:
        """Its name among all matches of the experiment."""
        return match_text(self.game, self.seats, self.values, self.forces), self.round


def overlays(arm: Arm) -> tuple[PackFile, ...]:
    """The packs that lie over the game in an arm."""
    named = tuple(pack_at(arm.game, Path(pack)) for pack in arm.packs)
    return (*named, pack_of(load_with_packs(arm.game, named), arm.figures)) if arm.figures else named


def game_of(arm: Arm) -> Game[object]:
    """The game of an arm, with its cards."""
    return _game_of(msgspec.json.encode(arm))


@lru_cache(maxsize=64)
def _game_of(encoded: bytes) -> Game[object]:
    arm = msgspec.json.decode(encoded, type=Arm)
    return load_with_packs(arm.game, overlays(arm))


def prepared_for(arm: Arm, game: Game[object], slot: Slot, seed: int) -> Prepared[object]:
    """The set-up of a match: drawn from its seed, or as the options say."""
    options, players = arm.options_in(arm.turns[slot.turn]), len(arm.lineup)
    if arm.drawn:
        return drawn_setup(game, Random(seed), players, options)
    return usual_setup(arm, game, options, players)


def usual_setup(arm: Arm, game: Game[object], options: dict[str, Any], players: int) -> Prepared[object]:
    """A set-up in which everything that is not said is as usual; raises `GameError` if something does not fit."""
    prepare = setup_of(game).prepare
    prepared = prepare(options)
    seats = len(prepared.players)
    if seats != players:
        with suppress(GameError):
            prepared = prepare({"players": players, **options})
    if len(prepared.players) != players:
        raise Fault(f"{arm.game} with these options has {seats} seats, not {players}", text=arm.lineup[0])
    return prepared


def check_arm(arm: Arm, place: int, players: str) -> None:
    """Say what does not fit before anything is played. Its game is the one at this place in the experiment, whose field
    `players` says who plays.
    """
    for pack in arm.packs:
        with about(pack):
            pack_at(arm.game, Path(pack))
    game = changed_game(arm)
    with about(arm.game, place):
        for turn in range(len(arm.turns)):
            usual_setup(arm, game, arm.options_in(arm.turns[turn]), len(arm.lineup))
            prepared_for(arm, game, Slot(0, 0, 0, turn), 0)
    for bot in set(arm.lineup):
        with about(bot, near=players):
            make_player(bot, Random(0))


@contextmanager
def about(text: str, game: int | None = None, near: str = "") -> Iterator[None]:
    """Whatever is found wrong inside is about what this text in the experiment names, or about an option of a game. If
    the text is not there as it is, it comes from the field `near`.
    """
    try:
        yield
    except Fault:
        raise
    except GameError as error:
        option = OPTION.match(str(error))
        if game is not None and option is not None:
            raise Fault(str(error), "game", game, "options", option["name"]) from None
        raise Fault(str(error), *filter(None, [near]), text=text) from None


def changed_game(arm: Arm) -> Game[object]:
    """The game of an arm; a figure that does not fit its card is told by its name, not by its line in our pack."""
    try:
        return game_of(arm)
    except PackError as error:
        first, sentence = error.problems[0], str(error).splitlines()[0]
        for figure in arm.figures:
            if figure.card == f"{first.kind}.{first.card}" and first.file.startswith(FIGURES):
                raise Fault(sentence.removeprefix(f"{first.file}:{first.line}: "), text=figure.card) from None
        for pack in arm.packs:
            if Path(pack).name == first.file:
                raise Fault(sentence, text=pack) from None
        raise


def play_some(experiment: Experiment, arm: Arm, slots: Sequence[Slot]) -> list[Row]:
    """Play some matches of an arm, one after the other."""
    return [play_slot(experiment, arm, slot) for slot in slots]


def play_slot(experiment: Experiment, arm: Arm, slot: Slot, journal: bool = False) -> Row:
    """Play one match; its row has the `journal` if it is wanted, if the experiment keeps it, or if the match could not
    be played again. A match that breaks has a row that says so.
    """
    seed, turn = seed_of_round(experiment, arm, slot.round), arm.turns[slot.turn]
    seats = arm.seats(turn)
    row = Row(
        number=slot.number,
        game=arm.game,
        lineup=arm.lineup,
        values=arm.values,
        round=slot.round,
        turn=slot.turn,
        seed=seed,
        seats=seats,
        forces=turn.forces,
    )
    match: Match[object] | None = None
    game = game_of(arm)
    prepared = prepared_for(arm, game, slot, seed)
    try:
        match = new_match(game, prepared, SeededDice(seed), listening=experiment.cards)
        row = play_out(experiment, row, prepared, match)
    except PlayerError as error:  # somebody's program: its match is lost, not the experiment
        row = msgspec.structs.replace(row, broken=str(error))
    except GameError:
        raise
    except Exception as error:  # a defect must be told, whatever it is
        row = msgspec.structs.replace(row, broken=what_broke(error) if match is None else str(match.defect(error)))
    wanted = journal or experiment.journals or row.broken or not all(is_repeatable(bot) for bot in seats)
    if match is None or not wanted:  # to write it takes as long as a third of a match of random bots
        return row
    return msgspec.structs.replace(row, journal=journal_text(prepared, match, seats))


def play_out(experiment: Experiment, row: Row, prepared: Prepared[object], match: Match[object]) -> Row:
    """Let the bots play to the end, and count."""
    places = {seat: place for place, seat in enumerate(prepared.players)}
    bots = [
        make_player(name, Random(f"{row.seed}/{seat}")) for name, seat in zip(row.seats, prepared.players, strict=True)
    ]
    decisions, seconds = [0] * len(bots), [0.0] * len(bots)
    log: list[Decision] = []
    answers = 0
    clock = time.perf_counter
    while match.pending:
        seat = min(match.pending)
        place, chair = places[seat], chair_at(match, seat)
        began = clock()
        option = bots[place].choose(chair)
        spent = clock() - began
        count = len(chair.options)
        if not chair.small and count > 1:
            decisions[place] += 1
            seconds[place] += spent
        if experiment.decisions:
            log.append(Decision(place, chair.prompt.key, count, option.key, round(spent, 6)))
        match.play(seat, option)
        answers += 1
    result = match.result
    assert result is not None
    programs = [bot if isinstance(bot, CommandBot) else None for bot in bots]
    refused = tuple(0 if program is None else program.refused for program in programs)
    replaced = tuple(0 if program is None else program.replaced for program in programs)
    return msgspec.structs.replace(
        row,
        shares=tuple(1 / len(result.winners) if seat in result.winners else 0.0 for seat in places),
        points=tuple(result.scores[seat] for seat in places),
        decisions=tuple(decisions),
        seconds=tuple(round(spent, 6) for spent in seconds),
        refused=refused if any(refused) else (),
        replaced=replaced if any(replaced) else (),
        answers=answers,
        cards=counted(match, places, prepared.options) if experiment.cards else None,
        log=tuple(log),
    )


def counted(match: Match[object], places: dict[int, int], options: Mapping[str, Any]) -> Cards:
    report = testing_of(match.game).report(match.events(None))
    told = report.sides or forces_in(match.game, options)
    sides = {places[seat]: side for seat, side in told.items() if seat in places}
    return Cards(sorted(report.offered), sorted(report.taken), sides, places.get(report.first, -1), report.rounds)


def forces_in(game: Game[object], options: Mapping[str, Any]) -> dict[Seat, str]:
    """The force of each seat, for a game that does not tell it; one of a player's own goes by the name it has."""
    if game.forces is None:
        return {}
    kind = game.forces.kind
    chosen = options.get(f"{kind}s", ())
    return {
        seat: f"{kind}.{force if isinstance(force, str) else force.get('id') or 'own'}"
        for seat, force in enumerate(chosen)
    }
