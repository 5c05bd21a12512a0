"""How the d20s of a raid fell: a die is good if its roll succeeds or it saves a wound."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from muster.games.tag_raid.rules.told import DiceRolled
from muster.games.tag_raid.state.state import State
from muster.kernel.luck import GoodDice
from muster.kernel.requests import Event

SIDES: Final = 20


def luck(state: State, events: Sequence[Event]) -> list[GoodDice]:
    """The dice of every miner; the MegaBeast rolls none.  [TR roll.success] [TR save.pass]"""
    tallies = [GoodDice() for _ in state.miners]
    for event in events:
        if isinstance(event.data, DiceRolled):
            seat = event.params["seat"]
            assert isinstance(seat, int)
            dice = event.data.dice
            tallies[seat].add(sum(die.good for die in dice), len(dice), _chance(event))
    return tallies


def _chance(event: Event) -> float:
    """How likely each die is good."""
    saving = event.key == "saved"
    number = event.params["limit" if saving else "value"]
    assert isinstance(number, int)
    share = min(number, SIDES) / SIDES
    return 1 - share if saving else share
