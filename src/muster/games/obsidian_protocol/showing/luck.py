"""How the dice of a battle fell: a die is good if it shows a hit, a defence or a dodge that counts in every stance."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from muster.games.obsidian_protocol.rules.attack.dice import faces_of
from muster.games.obsidian_protocol.rules.attack.told import COLORS, DiceRolled
from muster.games.obsidian_protocol.state.state import State
from muster.kernel.luck import GoodDice
from muster.kernel.requests import Event

GOOD: Final = frozenset("HLDo")
"""Hits, defences and dodges that are not hollow."""


def luck(state: State, events: Sequence[Event]) -> list[GoodDice]:
    """The first rolls of attackers and defenders; which dice are rolled again is a choice.  [OP 4.4.1.attack_dice]"""
    tallies = [GoodDice(), GoodDice()]
    chances = {
        letter: sum(_good(face) for face in faces) / len(faces)
        for letter, faces in ((letter, faces_of(color, state.content.red_die)) for color, letter in enumerate(COLORS))
    }
    for event in events:
        if isinstance(event.data, DiceRolled):
            for name, dice in (("unit", event.data.attack), ("target", event.data.defence)):
                tally = tallies["ab".index(str(event.params[name])[0])]
                for die in dice:
                    tally.add(_good(die.face), 1, chances[die.color])
    return tallies


def _good(face: str) -> bool:
    return not GOOD.isdisjoint(face)
