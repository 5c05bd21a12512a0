"""Gun Crazy: a model that fires may not be able to stop (rulebook, "Gun Crazy")."""

from __future__ import annotations

from muster.games.deadzone.cards.actions import Act, Action, act
from muster.games.deadzone.cards.content import Weapon
from muster.games.deadzone.cards.keywords import Ability
from muster.games.deadzone.rules import blazing, firing, shooting
from muster.games.deadzone.rules.charge import put_back, put_in_charge
from muster.games.deadzone.rules.costs import LONG
from muster.games.deadzone.state.models import Model
from muster.games.deadzone.state.questions import has, is_engaged, is_upright, models_in, on_board, other, targets_of
from muster.games.deadzone.state.state import State
from muster.kernel.requests import Table
from muster.kernel.spaces import OneOf, Option
from muster.kernel.text import Text


async def go_crazy(table: Table, state: State, model: Model, weapon: Weapon, *hit: int) -> None:
    """Roll after a shot: the die says whether it fires again, and who aims. Each weapon and each target come once.

    [DZ ability.gun_crazy] [DZ ability.gun_crazy_enemy] [DZ ability.gun_crazy_stop]
    """
    if not has(model, Ability.GUN_CRAZY) or state.active != model.index:
        return
    used, struck = 1 << weapon.bit, set(hit)
    while on_board(model):
        owner = state.controller
        state.controller = other(model.owner)
        anything = crazy_shots(state, model, used, struck)
        state.controller = owner
        if not anything:
            break  # out of weapons or out of targets, whoever aims
        face = (await table.roll("gun_crazy", (8,)))[0]
        enemy = face <= 2
        if enemy:
            state.controller = other(model.owner)
        elif face <= 4:
            break
        options = crazy_shots(state, model, used, struck)
        if not options:
            break
        prompt = Text("prompt.gun_crazy", {"tag": model.tag})
        chosen = await table.ask(state.controller, prompt, crazy_space(options), midway=True)
        used |= 1 << chosen[1]
        arm = model.card.weapons[chosen[1]]
        if chosen[0] == Action.SHOOT:
            struck.add(chosen[2])
            await shooting.shoot(table, state, model, arm, state.models[chosen[2]], False)
        else:
            struck.update(m.index for m in models_in(state, chosen[2]))
            await blazing.blaze_away(table, state, model, arm, chosen[2], False)
        state.controller = owner
        if enemy:
            break
    state.spent = LONG


async def go_crazy_on_watch(table: Table, state: State, model: Model, weapon: Weapon, *hit: int) -> None:
    """Fire on like this after an overwatch shot, too; then the interrupted model goes on.  [DZ ability.gun_crazy]"""
    if has(model, Ability.GUN_CRAZY):
        saved = put_in_charge(state, model)
        await go_crazy(table, state, model, weapon, *hit)
        put_back(state, saved)


def crazy_space(options: list[Option[Act]]) -> OneOf[Act]:
    return OneOf(lambda: options)


def crazy_shots(state: State, model: Model, used: int, struck: set[int]) -> list[Option[Act]]:
    """The shots of unused weapons at targets not yet struck; the opponent may aim at either side.

    [DZ ability.gun_crazy] [DZ ability.gun_crazy_enemy]
    """
    options: list[Option[Act]] = []
    if not is_upright(model) or is_engaged(state, model):
        return options  # thrown down or among enemies by what it fired: it fires no more  [DZ interrupt.free]
    clause = "DZ ability.gun_crazy"
    guns, blazers = firing.ready_guns(state, model), firing.ready_blazers(state, model)
    for weapon, target in shooting.shots(state, model, False, targets_of(state, model), guns):
        if not used >> weapon.bit & 1 and target.index not in struck:
            text = Text("option.shoot", {"weapon": weapon.id, "tag": target.tag, "model": target.card.id})
            value = act(Action.SHOOT, weapon.bit, target.index)
            options.append(Option(f"shoot:{weapon.id}@{target.tag}", value, clause, text))
    for weapon, cube in blazing.blazes(state, model, blazing.target_cubes(state, model), blazers):
        there = {m.index for m in models_in(state, cube)}
        if not used >> weapon.bit & 1 and not there & struck:
            name = state.field.names[cube]
            text = Text("option.blaze", {"weapon": weapon.id, **state.field.spots[cube]})
            value = act(Action.BLAZE_AWAY, weapon.bit, cube)
            options.append(Option(f"blaze:{weapon.id}@{name}", value, clause, text))
    return options
