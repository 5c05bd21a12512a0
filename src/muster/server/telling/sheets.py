"""The coach's sheets for one reader: sentences in their language, places in their own log."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from muster.coach import sheets
from muster.coach.puzzles import Posed, reasons, spoken
from muster.kernel.words import Words
from muster.server.protocol import (
    Advised,
    Analysed,
    Because,
    CurvePoint,
    DecisionMoment,
    DiceMoment,
    Judged,
    Move,
    SideSummary,
    Suggestion,
    Turnout,
    Weighed,
)

ToSeq = Callable[[int], int]
"""The length of the reader's log when the record had so many entries."""
Asked = Callable[[sheets.Decision], str]
"""The question at a decision, in the reader's words."""


def advised(command: str, hint: sheets.Hint, words: Words) -> Advised:
    return Advised(command, hint.iterations, [_suggestion(one, words) for one in hint.advice])


def analysed(command: str, analysis: sheets.Analysis, words: Words, seq: ToSeq, asked: Asked) -> Analysed:
    return Analysed(
        command,
        analysis.iterations,
        [CurvePoint(seq(point.index), point.round, _chances(point.chances)) for point in analysis.curve],
        [_moment(moment, words, seq, asked) for moment in analysis.moments],
        [
            SideSummary(
                side.seat,
                round(side.dice_percentile, 1),
                _chance(side.dice_gain),
                _chance(side.cost),
                side.worst_round,
                side.decisions,
            )
            for side in analysis.sides
        ],
    )


def judged(command: str, puzzle: Posed, given: str, texts: Mapping[str, str], words: Words) -> Judged:
    """Words about an answer to a puzzle, by its key. `texts` are the words of all answers."""
    answers = [
        Weighed(Move(puzzle.seat, key, texts.get(key, "")), _chance(value), key in puzzle.right)
        for key, value in sorted(puzzle.chances.items(), key=lambda pair: -pair[1])
    ]
    return Judged(
        command,
        given,
        given in puzzle.right,
        answers,
        _suggestion(puzzle.best, words),
        _suggestion(puzzle.tempting, words),
        [Because(reason.text.key.removeprefix("puzzle."), spoken(reason, words)) for reason in reasons(puzzle)],
        words.name("theme", puzzle.theme),
        puzzle.thought.hearing * len(puzzle.thought.seeds),
    )


def _moment(
    moment: sheets.Decision | sheets.Roll, words: Words, seq: ToSeq, asked: Asked
) -> DecisionMoment | DiceMoment:
    match moment:
        case sheets.Decision():
            played, better = _suggestion(moment.played, words), _suggestion(moment.better, words)
            place = seq(moment.index), moment.index, moment.seat, moment.round
            return DecisionMoment(*place, asked(moment), played, better, _chance(moment.cost))
        case sheets.Roll():
            answer = None if moment.answer is None else _move(moment.answer, words)
            return DiceMoment(
                seq(moment.index),
                moment.seat,
                moment.round,
                answer,
                moment.faces,
                _chance(moment.gain),
                round(moment.percentile, 1),
            )


def _suggestion(advice: sheets.Advice, words: Words) -> Suggestion:
    return Suggestion(
        _move(advice.answer, words),
        _chance(advice.chance),
        advice.tries,
        [Turnout(words.say(one.text.text), _chance(one.share)) for one in advice.leads],
        [_move(step, words) for step in advice.line],
    )


def _move(step: sheets.Step, words: Words) -> Move:
    return Move(step.seat, step.key, "" if step.text is None else words.say(step.text.text))


def _chances(chances: list[float]) -> list[float]:
    return [_chance(one) for one in chances]


def _chance(value: float) -> float:
    return round(value, 4)
