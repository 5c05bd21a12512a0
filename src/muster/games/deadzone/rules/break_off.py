"""Break Off: getting away from enemies in the same cube (rulebook, "Break Off")."""

from __future__ import annotations

from typing import Final

from muster.games.deadzone.cards.content import Weapon
from muster.games.deadzone.cards.keywords import Ability, Effect
from muster.games.deadzone.rules import moving, tests
from muster.games.deadzone.rules.asking import model_option
from muster.games.deadzone.rules.costs import NO_CHAIN
from muster.games.deadzone.rules.dice import FIRST, Pool, margin
from muster.games.deadzone.rules.fighting import BRAWLER, ENRAGED, FRIENDS, INJURED, blades, may_fight, strike
from muster.games.deadzone.rules.validity import Blow
from muster.games.deadzone.state.models import Aggression, Model
from muster.games.deadzone.state.questions import decider, foes_in, has, has_friends, is_upright, on_board, other
from muster.games.deadzone.state.state import State
from muster.kernel.requests import Table
from muster.kernel.spaces import OneOf, Option
from muster.kernel.terms import Term
from muster.kernel.text import Text

COVERED: Final = Term("DZ break_off.test", 2)


def guards(state: State, model: Model) -> list[Model]:
    """The alert and enraged enemies in the cube; one of them resists.  [DZ break_off.resist]"""
    return [foe for foe in foes_in(state, model, model.cube) if is_upright(foe)]


def leave_pool(state: State, model: Model) -> Pool:
    """The dice of the model that breaks off.  [DZ break_off.test] [DZ mutation.effect]"""
    covered = [COVERED] if has_friends(state, model, model.cube) else []
    return [FIRST, *covered, *tests.mutated(state, model, fight=False)]


def hold_pool(state: State, guard: Model) -> Pool:
    """The dice of the enemy that resists: a Fight test like any other.

    [DZ break_off.resist] [DZ fight.friends] [DZ fight.enraged] [DZ fight.injured] [DZ ability.brawler]
    """
    pool = [FIRST]
    if has_friends(state, guard, guard.cube):
        pool.append(FRIENDS)
    pool += tests.mutated(state, guard, fight=True)
    if guard.aggression == Aggression.ENRAGED:
        pool.append(ENRAGED)
    if guard.injured:
        pool.append(INJURED)
    if has(guard, Ability.BRAWLER):
        pool.append(BRAWLER)
    return pool


async def break_off(table: Table, state: State, model: Model) -> bool:
    """Test Survive against the Fight of an enemy that the opponent chooses. True if it counts as a short action only.

    [DZ break_off.test] [DZ break_off.resist] [DZ break_off.wins] [DZ break_off.doubles] [DZ break_off.fails]
    [DZ break_off.fails_double] [DZ break_off.unopposed]
    """
    against = [guard for guard in guards(state, model) if may_fight(guard)]
    if not against:
        await moving.free_move(table, state, model, NO_CHAIN)
        return False
    guard = against[0]
    if len(against) > 1:
        options = [model_option(foe, "DZ break_off.resist") for foe in against]
        prompt = Text("prompt.break_off_guard", {"tag": model.tag})
        guard = state.models[await table.ask(other(model.owner), prompt, OneOf(lambda: options), midway=True)]
    weapon = await resist_with(table, state, guard)
    pool, hold, stat = leave_pool(state, model), hold_pool(state, guard), guard.card.fight
    outcome = await tests.opposed(
        table, state, Effect.SURVIVE, model, pool, model.card.survive, guard, Effect.FIGHT, hold, stat
    )
    return await run(table, state, model, guard, weapon, outcome)


async def resist_with(table: Table, state: State, guard: Model) -> Weapon | None:
    """The weapon that a guard resists with, named before the dice: one of range F if it has any.

    [DZ fight.weapons] [DZ break_off.resist]
    """
    arms = blades(guard)
    if not arms:
        return None
    options = [
        Option(f"with:{arm.id}", arm.bit, "DZ fight.weapons", Text("option.with", {"weapon": arm.id})) for arm in arms
    ]
    prompt = Text("prompt.resist_with", {"tag": guard.tag})
    return guard.card.weapons[await table.ask_small(decider(state, guard), prompt, options)]


async def run(
    table: Table, state: State, model: Model, guard: Model, weapon: Weapon | None, outcome: tests.Outcome
) -> bool:
    """Carry out the result of a Break Off.  [DZ break_off.wins] [DZ break_off.doubles] [DZ break_off.fails]"""
    caught = margin(outcome.resisted, outcome.scored)
    if caught:
        potential = outcome.resisted - outcome.scored
        await strike(table, state, guard, model, potential, Blow(decider(state, guard), guard.cube, weapon, 1))
        if caught >= 2 or not on_board(model):
            return False
    await moving.free_move(table, state, model, NO_CHAIN)
    return outcome.margin >= 2
