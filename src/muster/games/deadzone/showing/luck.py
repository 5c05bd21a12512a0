"""How the dice of a battle fell: a die is good if it is a success, and an eight brings another one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from muster.games.deadzone.rules.told import DiceRolled
from muster.games.deadzone.state.state import State
from muster.kernel.luck import GoodDice
from muster.kernel.requests import Event

SIDES: Final = 8


def luck(state: State, events: Sequence[Event]) -> list[GoodDice]:
    """The tests of both sides; an explosion is nobody's test.  [DZ dice.success] [DZ dice.eights]"""
    dice_of = [GoodDice(), GoodDice()]
    for event in events:
        if isinstance(event.data, DiceRolled) and "tag" in event.params:
            tag = event.params["tag"]
            _add(dice_of, tag, event.data.rolled, event.data.stat)
            _add(dice_of, event.params.get("target", tag), event.data.held, event.data.held_stat)
    return dice_of


def _add(dice_of: Sequence[GoodDice], tag: int | str, throws: Sequence[Sequence[int]], stat: int) -> None:
    """The successes of a model's dice. Each die brings the success of its own face and, on an eight, as much again as a
    new die does.
    """
    if not throws or not stat:
        return
    dice = len(throws[0])
    came = sum(face >= stat for throw in throws for face in throw)
    chance, again = (SIDES + 1 - stat) / SIDES, 1 / SIDES
    mean = chance / (1 - again)
    square = (chance + 2 * again * mean) / (1 - again)
    dice_of["AB".index(str(tag)[0])].add_sum(came, dice * mean, dice * (square - mean * mean))
