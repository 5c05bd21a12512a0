"""Psychic actions: Mind Storm, Blank, Clarity, Passion (rulebook, "Psychic")."""

from __future__ import annotations

from typing import Final

from muster.games.deadzone.cards.actions import Act, Action, act
from muster.games.deadzone.cards.keywords import Ability
from muster.games.deadzone.rules import aggression, tests
from muster.games.deadzone.rules.dice import BASE, grade, margin, successes
from muster.games.deadzone.state.models import Aggression, Model
from muster.games.deadzone.state.questions import distance, has, is_model, on_board
from muster.games.deadzone.state.state import State
from muster.kernel.requests import Table
from muster.kernel.spaces import Option
from muster.kernel.text import Text

REACH: Final = 4
NEEDED: Final = 5
MIND_STORM: Final = 0
BLANK: Final = 1
CLARITY: Final = 2
PASSION: Final = 3
NAMES: Final = ("mind_storm", "blank", "clarity", "passion")
CLAUSES: Final = ("DZ psychic.mind_storm", "DZ psychic.blank", "DZ psychic.clarity", "DZ psychic.passion")


def powers(state: State, model: Model) -> list[tuple[int, Model]]:
    """Each power with each model in reach that it would change, seen or not.  [DZ psychic.range]"""
    if not has(model, Ability.PSYCHIC):
        return []
    found: list[tuple[int, Model]] = []
    for target in state.models:
        if target is model or not on_board(target) or not is_model(target) or distance(state, model, target) > REACH:
            continue
        if target.owner != model.owner:
            if not aggression.is_fixed(target):
                found.append((MIND_STORM, target))
            if not target.activated or target.overwatch:
                found.append((BLANK, target))
        else:
            if target.aggression < Aggression.ALERT:
                found.append((CLARITY, target))
            if target.activated:
                found.append((PASSION, target))
    return found


def all_powers(state: State, model: Model) -> list[tuple[int, Model]]:
    """Every power with everybody in reach, whether it helps or not.  [DZ psychic.range]"""
    if not has(model, Ability.PSYCHIC):
        return []
    near = [m for m in state.models if m is not model and on_board(m) and is_model(m)]
    return [(power, m) for m in near if distance(state, model, m) <= REACH for power in range(len(NAMES))]


def option(power: int, target: Model) -> Option[Act]:
    name = NAMES[power]
    text = Text(f"option.{name}", {"tag": target.tag, "model": target.card.id})
    return Option(f"{name}:{target.tag}", act(Action.PSYCHIC, power, target.index), CLAUSES[power], text)


async def use(table: Table, state: State, model: Model, power: int, target: Model) -> None:
    """Use one power as a long action.

    [DZ psychic.mind_storm] [DZ psychic.blank] [DZ psychic.clarity] [DZ psychic.passion]
    """
    if table.listening:
        table.tell(NAMES[power], CLAUSES[power], {"tag": model.tag, "target": target.tag})
    scored = await test(table, state, model, BASE)
    if power == MIND_STORM:
        await mind_storm(table, state, model, target, scored)
    elif power == BLANK:
        if grade(scored, 2):
            aggression.mark_activated(table, state, target, "DZ psychic.blank")
    elif power == CLARITY:
        aggression.raise_by(table, target, grade(scored, 1), "DZ psychic.clarity", Aggression.ALERT)
    elif grade(scored, 2):
        aggression.unmark(state, target)
        if table.listening:
            table.tell("may_act_again", "DZ psychic.passion", {"tag": target.tag})


async def test(table: Table, state: State, model: Model, dice: int) -> int:
    """Roll dice at 5+.  [DZ psychic.range] [DZ ability.resourceful]"""
    scored = await successes(table, "psychic", dice, NEEDED)
    return await tests.redo(table, state, model, "psychic", dice, NEEDED, scored)


async def mind_storm(table: Table, state: State, model: Model, target: Model, scored: int) -> None:
    """Test against the target's second command figure. The difference comes off the target's aggression, or off the
    psychic's if the target doubles.

    [DZ psychic.mind_storm] [DZ psychic.resist] [DZ psychic.backfires]
    """
    dice = target.card.command[1]
    held = await test(table, state, target, dice) if dice > 1 else 0
    if scored > held:
        aggression.lower_by(table, target, scored - held, "DZ psychic.mind_storm")
    elif margin(held, scored) >= 2:
        aggression.lower_by(table, model, held - scored, "DZ psychic.backfires")
