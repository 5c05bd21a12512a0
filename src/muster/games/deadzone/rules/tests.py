"""Tests: dice against a stat, eights that roll again, opposed tests, doubles and triples (rulebook, "Dice Rolling").

Modifiers change the number of dice and nothing else. Cards are played, and everything is decided, before any die is
rolled.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from muster.games.deadzone.cards.keywords import Ability
from muster.games.deadzone.rules import battle_cards
from muster.games.deadzone.rules.dice import Pool, margin, noted, successes
from muster.games.deadzone.rules.told import DiceRolled
from muster.games.deadzone.state.models import NOBODY, Model, changing
from muster.games.deadzone.state.questions import decider, has, mutation_dice
from muster.games.deadzone.state.state import State, Trial
from muster.kernel.requests import Table
from muster.kernel.spaces import OneOf, Option
from muster.kernel.terms import Term, total
from muster.kernel.text import Param, Text

REDO: Final = Option("redo", 1, "DZ ability.resourceful", Text("option.redo"))
KEEP: Final = Option("keep", 0, "DZ ability.resourceful", Text("option.keep"))
REDO_SPACE: Final[OneOf[int]] = OneOf(lambda: (REDO, KEEP))
RESOURCEFUL: Final = 1
"""The bit of `Model.saved`."""


class Outcome:
    """The successes of both sides of an opposed test, and what cards add to the attack."""

    __slots__ = ("damage", "pierce", "resisted", "scored", "steadfast")

    def __init__(self, scored: int, resisted: int, bonus: battle_cards.Bonus) -> None:
        self.scored = scored
        self.resisted = resisted
        self.damage = bonus.damage
        self.pierce = bonus.pierce
        self.steadfast = bonus.steadfast

    @property
    def margin(self) -> int:
        return margin(self.scored, self.resisted)

    @property
    def potential(self) -> int:
        """The potential damage of a hit: the difference, and what a card adds."""
        return self.scored - self.resisted + self.damage


def mutated(state: State, model: Model, fight: bool) -> Pool:
    """The dice that a model's mutation adds to its tests.  [DZ mutation.effect]"""
    dice = mutation_dice(state, model, fight)
    return [Term("DZ mutation.effect", dice)] if dice else []


async def opposed(
    table: Table,
    state: State,
    kind: int,
    actor: Model,
    pool: Sequence[Term],
    stat: int,
    target: Model,
    resist_kind: int,
    resist_pool: Sequence[Term],
    resist_stat: int,
    tool: int = NOBODY,
) -> Outcome:
    """Roll an opposed test of two models: cards first, the acting side deciding first, then both roll.

    [DZ dice.opposed] [DZ card.before_dice] [DZ card.actor_first]
    """
    trial = Trial(
        kind, actor.index, pool, stat, target.index, resist_kind, resist_pool, resist_stat, target.card.armour, tool
    )
    state.trial = trial
    bonus = battle_cards.Bonus()
    await battle_cards.modify(table, state, actor, kind, bonus, attack=True)
    await battle_cards.modify(table, state, target, resist_kind, bonus, attack=False, against=kind)
    state.trial = None
    dice, resist = trial.dice + bonus.dice, trial.resist + bonus.resist
    rolled = noted(table)
    held = noted(table)
    scored = await successes(table, battle_cards.NAMES[kind], dice, stat, rolled)
    resisted = await successes(table, battle_cards.NAMES[resist_kind], resist, resist_stat, held)
    if rolled is not None and held is not None:
        params: dict[str, Param] = {"test": battle_cards.NAMES[kind], "tag": actor.tag, "scored": scored}
        params |= {"target": target.tag, "resisted": resisted}
        table.tell("opposed", "DZ dice.opposed", params, DiceRolled(rolled, stat, held, resist_stat))
    scored = await redo(table, state, actor, battle_cards.NAMES[kind], dice, stat, scored)
    resisted = await redo(table, state, target, battle_cards.NAMES[resist_kind], resist, resist_stat, resisted)
    return Outcome(scored, resisted, bonus)


async def single(
    table: Table,
    state: State,
    kind: int,
    actor: Model,
    pool: Sequence[Term],
    stat: int,
    bonus: battle_cards.Bonus | None = None,
) -> int:
    """Roll a test of one model against a fixed number.  [DZ dice.fixed] [DZ card.before_dice]"""
    bonus = bonus or battle_cards.Bonus()
    await battle_cards.modify(table, state, actor, kind, bonus, attack=True)
    dice = total(pool) + bonus.dice
    rolled = noted(table)
    scored = await successes(table, battle_cards.NAMES[kind], dice, stat, rolled)
    if rolled is not None:
        params: dict[str, Param] = {"tag": actor.tag, "test": battle_cards.NAMES[kind], "dice": dice, "scored": scored}
        table.tell("tested", "DZ dice.fixed", params, DiceRolled(rolled, stat))
    return await redo(table, state, actor, battle_cards.NAMES[kind], dice, stat, scored)


async def redo(table: Table, state: State, model: Model, purpose: str, dice: int, stat: int, scored: int) -> int:
    """Let a model roll the same dice again after seeing the result, once in a battle. A test that there were no dice
    for cannot be done again.

    [DZ ability.resourceful] [DZ dice.none]
    """
    if not has(model, Ability.RESOURCEFUL) or model.saved & RESOURCEFUL or not stat or dice <= 0:
        return scored
    prompt = Text("prompt.redo", {"tag": model.tag, "scored": scored})
    if not await table.ask(decider(state, model), prompt, REDO_SPACE, midway=True):
        return scored
    changing(model).saved |= RESOURCEFUL
    rolled = noted(table)
    again = await successes(table, purpose, dice, stat, rolled)
    if rolled is not None:
        params: dict[str, Param] = {"tag": model.tag, "scored": again}
        table.tell("redone", "DZ ability.resourceful", params, DiceRolled(rolled, stat))
    return again
