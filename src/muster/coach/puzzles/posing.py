"""From a decision in a match to a puzzle, and whether a puzzle still stands."""

from __future__ import annotations

import random
from typing import Any

import msgspec

from muster.bots.chair import chair_at
from muster.coach.lines import step_of
from muster.coach.puzzles.checking import Check, check
from muster.coach.puzzles.finding import USUAL, Standard, examine, heard
from muster.coach.puzzles.following import Followed, advise, differences
from muster.coach.puzzles.sheet import Puzzle, Thought, match_of
from muster.coach.puzzles.themes import load_themes
from muster.coach.sheets import Advice, said
from muster.kernel.chances import chances_for
from muster.kernel.dice import RandomDice
from muster.kernel.game import Game
from muster.kernel.journal import write_entry
from muster.kernel.match import Match
from muster.kernel.requests import Seat
from muster.kernel.spaces import Option
from muster.library import load_chances


def pose(
    match: Match[object], seat: Seat, name: str, options: dict[str, Any], seed: int, standard: Standard = USUAL
) -> Puzzle | None:
    """The puzzle in what this seat is asked now; None if it is none, or if it does not stand when it is searched again.
    `options` are those of the set-up.
    """
    chair = chair_at(match, seat)
    chances = chances_for(load_chances(match.game.name), chair.seats)
    finding = examine(chair, chances, seed, standard)
    if finding is None or not check(chair, chances, [one.key for one in finding.right], seed, standard).stands:
        return None
    ask = match.ask(seat)

    def follow(option: Option[Any]) -> Followed:
        rng = random.Random(f"{seed}/line/{option.key}")
        return Followed(heard(chair, chances, option, rng, standard.hearing), chair, option, rng)

    def advice(option: Option[Any], followed: Followed) -> Advice:
        return advise(followed, chair, option, finding.values[option.key], finding.tries[option.key])

    best, tempting = finding.right[0], finding.tempting
    after_best, after_tempting = follow(best), follow(tempting)
    themes = load_themes(match.game.name)
    return Puzzle(
        name=name,
        game=match.game.name,
        options=msgspec.to_builtins(options),
        entries=[write_entry(entry) for entry in match.record],
        seat=seat,
        round=round_of(match, seat),
        prompt=said(ask.prompt),
        choices=len(finding.values),
        theme=themes.of(ask.prompt.key, best.key),
        difficulty=finding.difficulty,
        right=[option.key for option in finding.right],
        chances={key: round(value, 4) for key, value in finding.values.items()},
        best=advice(best, after_best),
        equals=[step_of(seat, option) for option in finding.right[1:]],
        tempting=advice(tempting, after_tempting),
        at_first_sight=finding.at_first_sight,
        differences=differences(after_best, after_tempting, themes.tells),
        thought=Thought(standard.hearing, finding.seeds, round(finding.gap, 4)),
    )


def round_of(match: Match[object], seat: Seat) -> int:
    """The round it is, if the view of the game tells; else 0."""
    found = getattr(match.view(seat), "round", 0)
    return found if isinstance(found, int) else 0


def again(game: Game[object], puzzle: Puzzle, seed: int, standard: Standard = USUAL) -> Check:
    """Search a puzzle again with another seed."""
    match = match_of(game, puzzle, RandomDice(random.Random(seed)))
    chair = chair_at(match, puzzle.seat)
    return check(chair, chances_for(load_chances(game.name), chair.seats), puzzle.right, seed, standard)
