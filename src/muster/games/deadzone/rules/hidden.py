"""Hidden things drawn again: everything that a seat may not know. Bots think with it, and secrecy is tested with it.

Hidden from a seat are the opponent's hand, mission and cards under the deck, and the objectives that only the opponent
has looked at.
"""

from __future__ import annotations

import random

from muster.games.deadzone.rules import missions
from muster.games.deadzone.rules.setup import faction_of
from muster.games.deadzone.state.models import NOBODY
from muster.games.deadzone.state.questions import other
from muster.games.deadzone.state.state import Side, Stage, State


def determinize(state: State, seat: int, rng: random.Random) -> None:
    """Draw everything again, in place, that this seat cannot know. Nothing that its view shows changes."""
    side = state.sides[other(seat)]
    redeal(side, rng)
    reassign_objectives(state, seat, rng)
    if side.aborted < 0:
        rethink_mission(state, side, rng)


def drawn(numbers: list[int], rng: random.Random) -> int:
    """Take one of some numbers out of their list."""
    at = int(rng.random() * len(numbers))
    number = numbers[at]
    numbers[at] = numbers[-1]
    numbers.pop()
    return number


def redeal(side: Side, rng: random.Random) -> None:
    """Deal other cards into the hand and under the deck; the rest is unseen, in no order. What is drawn does not depend
    on where the cards truly are.
    """
    cards = sorted(side.hand + side.drawn + side.bottom + side.unseen)
    for pile in (side.hand, side.drawn, side.bottom):
        for place in range(len(pile)):
            pile[place] = drawn(cards, rng)
    side.unseen[:] = cards
    side.hand.sort()


def reassign_objectives(state: State, seat: int, rng: random.Random) -> None:
    """Change the order of the objectives that only the opponent has seen."""
    known = [which for _, which, mask in state.objectives if mask >> seat & 1]
    left = [which for which in range(3) if which not in known]
    for number, (cube, which, mask) in enumerate(state.objectives):
        if which != NOBODY and not mask >> seat & 1:
            state.objectives[number] = (cube, drawn(left, rng), mask)


def rethink_mission(state: State, side: Side, rng: random.Random) -> None:
    """Choose another mission, and another rejected one: each pair with which the opponent had not won by now is equally
    likely, whatever the true ones are.
    """
    numbers = [mission.number for mission in faction_of(state, side).missions]
    if side.mission != NOBODY:
        side.mission = another_mission(state, side, numbers.copy(), rng)
    if side.rejected != NOBODY:
        side.rejected = drawn([number for number in numbers if number != side.mission], rng)


def another_mission(state: State, side: Side, numbers: list[int], rng: random.Random) -> int:
    """Any of the missions with which the opponent had not won by now; the true one if there is no other."""
    true = side.mission
    while numbers:
        side.mission = drawn(numbers, rng)
        if state.stage == Stage.OVER or missions.score(state, side.seat) < state.content.constants["claim"]:
            return side.mission
    return true
