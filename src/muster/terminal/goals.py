"""The goal of a match in lines of text: what it is about, the points by source, who holds what, the missions."""

from __future__ import annotations

from collections.abc import Callable

from muster.kernel.goals import Goal, Points
from muster.terminal.phrases import Phrases


def goal_lines(goal: Goal, name: Callable[[int], str], phrases: Phrases) -> list[str]:
    """Everything that `goal` says, a sentence or a row in each line; `name` names a seat."""
    say = phrases.say

    def owner(seat: int | None) -> str:
        return "" if seat is None else f"{name(seat)} · "

    lines = [text for text in (goal.aim, goal.lasts) if text]
    if goal.rounds:
        lines.append(say("goal.round", round=max(1, goal.round), rounds=goal.rounds))
    if goal.ways:
        seats = [name(seat) for seat in range(len(goal.totals))]
        lines += ["", f"{say('goal.points')}: {'  '.join(seats)}"]
        for way in goal.ways:
            due = f"  ({say('goal.due')}: {_row(way.due)})" if any(way.due) else ""
            clause = f" [{way.clause}]" if way.clause else ""
            lines.append(f"  {_row(way.points)}  {way.text}{clause}{due}")
    if any(total is not None for total in goal.totals):
        lines.append(f"  {_row(goal.totals)}  {say('goal.all')}")
    if goal.marks:
        lines += ["", say("goal.marks")]
        lines += [f"  {mark.name}: {owner(mark.owner)}{mark.note}" for mark in goal.marks]
    if goal.missions:
        lines += ["", say("goal.missions")]
        lines += [f"  {owner(one.seat)}{one.name or say('goal.hidden')}: {one.text}" for one in goal.missions]
    if goal.companies:
        lines += ["", say("goal.sides")]
        for side in goal.companies:
            each = ", ".join(_member(one.name, one.count, one.gone, phrases) for one in side.members)
            lines.append(f"  {owner(side.seat)}{': '.join(dict.fromkeys(part for part in (side.name, each) if part))}")
    return lines


def _row(points: Points) -> str:
    return "  ".join(f"{'?' if one is None else one:>3}" for one in points)


def _member(name: str, count: int, gone: int, phrases: Phrases) -> str:
    many = f"{count} × {name}" if count > 1 else name
    return f"{many} ({phrases.say('goal.gone', count=gone)})" if gone else many
