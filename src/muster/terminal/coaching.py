"""The coach in words: a hint at the table, and the analysis of a match on a page."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from muster.coach.sheets import Advice, Analysis, Decision, Hint, Point, Roll, Side, Step
from muster.kernel.journal import LETTERS
from muster.terminal.speech import Speech

WIDTH: Final = 64
"""The columns of a chart, at most,"""
HEIGHT: Final = 6
"""and its rows."""
BLOCKS: Final = " ▁▂▃▄▅▆▇█"
INDENT: Final = "      "
LEAST_SHARE: Final = 0.005
"""An outcome that is rarer than this is not told."""


def percent(chance: float) -> int:
    return round(100 * chance)


class Coaching:
    """The coach's words, in one language. Seats in `you` are addressed."""

    def __init__(self, speech: Speech, you: Sequence[int] = ()) -> None:
        self._speech = speech
        self._say = speech.phrases.say
        self._you = you

    def answer(self, step: Step) -> str:
        """The words of an answer, in the midst of a sentence of ours."""
        return step.key if step.text is None else self._speech.words.say(step.text.text).removesuffix(".")

    # A hint

    def hint(self, hint: Hint, keys: Sequence[str]) -> list[str]:
        """A hint in lines, each answer with its number on the list of these keys."""
        lines = [self._say("hint.title", count=hint.iterations)]
        for advice in hint.advice:
            number = keys.index(advice.answer.key) + 1
            chance = self._say("hint.chance", percent=percent(advice.chance))
            lines.append(f"{number:>5} {self.answer(advice.answer)}: {chance}")
            lines += self._what_follows(advice)
        alike = [advice for advice in hint.advice if percent(advice.chance) == percent(hint.advice[0].chance)]
        if len(alike) > 1:
            lines.append(self._say("hint.alike"))
        return lines

    def _what_follows(self, advice: Advice) -> list[str]:
        """How an answer turns out, and what is answered after it."""
        lines: list[str] = []
        outcomes = [
            f"{self._speech.words.say(outcome.text.text)} {percent(outcome.share)}%"
            for outcome in advice.leads
            if outcome.share >= LEAST_SHARE
        ]
        if outcomes:
            lines.append(INDENT + self._say("hint.leads", outcomes=", ".join(outcomes)))
        if advice.line:
            steps = "; ".join(f"{LETTERS[step.seat]}: {self.answer(step)}" for step in advice.line)
            lines.append(INDENT + self._say("hint.line", steps=steps))
        return lines

    # An analysis

    def analysis(self, analysis: Analysis) -> list[str]:
        """A whole analysis in lines: the curve, the moments, a summary for each player."""
        decisions = sum(side.decisions for side in analysis.sides)
        lines = [self._say("analysis.title", game=self._speech.title, decisions=decisions, count=analysis.iterations)]
        seats = range(1) if len(analysis.sides) == 2 else range(len(analysis.sides))
        for seat in seats:
            lines += [
                "",
                self._say("analysis.curve", seat=LETTERS[seat]),
                *chart(analysis.curve, seat, self._say("analysis.rounds")),
            ]
        lines += ["", self._say("analysis.moments" if analysis.moments else "analysis.no_moments")]
        for moment in analysis.moments:
            lines += self._decision(moment) if isinstance(moment, Decision) else [f"  {self._roll(moment)}"]
        lines += ["", self._say("analysis.points")]
        lines += [f"  {self.side(side)}" for side in analysis.sides if side.decisions]
        return lines

    def _place(self, moment: Decision | Roll) -> str:
        if moment.round:
            return self._say("analysis.round", round=moment.round, entry=moment.index)
        return self._say("analysis.entry", entry=moment.index)

    def _decision(self, moment: Decision) -> list[str]:
        told = self._say(
            "analysis.decision",
            place=self._place(moment),
            seat=LETTERS[moment.seat],
            played=self.answer(moment.played.answer),
            chance=percent(moment.played.chance),
            better=self.answer(moment.better.answer),
            best=percent(moment.better.chance),
            points=percent(moment.cost),
        )
        return [f"  {told}", *self._what_follows(moment.better)]

    def _roll(self, moment: Roll) -> str:
        return self._say(
            "analysis.lucky" if moment.gain > 0 else "analysis.unlucky",
            place=self._place(moment),
            answer=self._say("analysis.opening") if moment.answer is None else self.answer(moment.answer),
            seat=LETTERS[moment.seat],
            points=percent(abs(moment.gain)),
            worse=round(moment.percentile),
        )

    def side(self, side: Side) -> str:
        """A player's match in two sentences: the dice, the decisions."""
        who = "you" if side.seat in self._you else "other"
        seat, gain, cost = LETTERS[side.seat], percent(side.dice_gain), percent(side.cost)
        dice = "even" if not gain else "gave" if gain > 0 else "cost"
        lost = "none" if not cost else "rounds" if side.worst_round else "some"
        return " ".join(
            (
                self._say(
                    f"analysis.{who}.dice_{dice}", seat=seat, worse=round(side.dice_percentile), points=abs(gain)
                ),
                self._say(f"analysis.{who}.lost_{lost}", seat=seat, points=cost, round=side.worst_round),
            )
        )


def chart(curve: Sequence[Point], seat: int, rounds: str) -> list[str]:
    """The chance of a seat over the match as a small chart, and below it, if there are rounds, where each begins."""
    width = min(WIDTH, len(curve))
    edges = [column * len(curve) // width for column in range(width + 1)]
    columns = [curve[start:end] for start, end in pairwise(edges)]
    heights = [round(8 * HEIGHT * sum(point.chances[seat] for point in points) / len(points)) for points in columns]
    labels = {HEIGHT - 1: "100%", HEIGHT // 2 - 1: " 50%", 0: "  0%"}
    rows = [
        f"  {labels.get(row, ''):>4} │" + "".join(BLOCKS[max(0, min(8, height - 8 * row))] for height in heights)
        for row in reversed(range(HEIGHT))
    ]
    rows = [row.rstrip() for row in rows]
    rows.append(f"       └{'─' * width}")
    marks = round_marks([points[0].round for points in columns])
    return [*rows, f"        {marks}  {rounds}"] if marks else rows


def round_marks(rounds: Sequence[int]) -> str:
    """The number of each round below the column in which it begins; nothing if there are no rounds."""
    marks = ""
    last = 0
    for column, number in enumerate(rounds):
        if number != last and len(marks) <= column:
            marks = f"{marks:<{column}}{number} "
        last = number
    return marks.rstrip()
