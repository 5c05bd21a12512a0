"""An activation: one model takes one long action or two short ones, and enemies may interrupt it (rulebook, "Turns").

Also models that do not always obey (Own Agenda, Rampage, Gun Crazy) and those that others set in motion.
"""

from __future__ import annotations

from typing import Final

from muster.games.deadzone.cards.actions import Act, Action, type_of
from muster.games.deadzone.cards.content import Weapon
from muster.games.deadzone.cards.keywords import Ability
from muster.games.deadzone.rules import (
    active_cards,
    aggression,
    blazing,
    break_off,
    command,
    crews,
    damage,
    fighting,
    grenades,
    guns,
    items,
    menu,
    moving,
    overwatch,
    picking_up,
    psychic,
    shooting,
)
from muster.games.deadzone.rules.charge import begin, put_back, put_in_charge
from muster.games.deadzone.rules.command import short_actions
from muster.games.deadzone.rules.costs import END, LONG, cost
from muster.games.deadzone.rules.gun_crazy import go_crazy
from muster.games.deadzone.rules.validity import Blow
from muster.games.deadzone.state.models import NOBODY, Model, changing
from muster.games.deadzone.state.questions import decider, has, is_prone, models_in, on_board, other
from muster.games.deadzone.state.state import Stage, State
from muster.geometry.squares import NOWHERE
from muster.kernel.requests import Table
from muster.kernel.spaces import OneOf
from muster.kernel.text import Text

QUIET: Final = (Action.TELEPORT, Action.CARD, Action.END, Action.EXPLODE)
"""Actions that nobody can interrupt.  [DZ ability.teleport_overwatch]"""


async def activate(table: Table, state: State) -> None:
    """Resolve flames and moods before the first action.

    [DZ burn.again] [DZ ability.own_agenda] [DZ ability.rampage]
    """
    model = state.models[state.active]
    state.stage = Stage.ACTION
    if model.burning:
        await damage.burn(table, state, model, Blow(other(model.owner), NOWHERE, None), again=True)
        state.stage = Stage.END_ACTIVATION
        return
    if has(model, Ability.OWN_AGENDA):
        await mood(table, state, model, (2, 4), "DZ ability.own_agenda")
    if has(model, Ability.RAMPAGE):
        await mood(table, state, model, (2, 0), "DZ ability.rampage")


async def mood(table: Table, state: State, model: Model, limits: tuple[int, int], clause: str) -> None:
    """A die says who controls a model this turn: the opponent, nobody, or its owner.

    [DZ ability.own_agenda] [DZ ability.rampage] [DZ ability.rampage_fast]
    """
    face = (await table.roll("mood", (8,)))[0]
    if face <= limits[0]:
        state.controller = other(model.owner)
    elif face <= limits[1]:
        state.stage = Stage.END_ACTIVATION
    elif face >= 7 and has(model, Ability.RAMPAGE):
        state.fast = True
    if table.listening:
        key = "mood_enemy" if face <= limits[0] else "mood_nothing" if face <= limits[1] else "mood_own"
        table.tell(key, clause, {"tag": model.tag, "face": face})


async def action(table: Table, state: State) -> None:
    """One action of the active model, or the end of its activation: marked by glue meanwhile, it has acted.

    [DZ turn.actions] [DZ turn.engaged] [DZ turn.marked] [DZ item.glue]
    """
    model = state.models[state.active]
    if not on_board(model):
        state.stage = Stage.END_ACTIVATION
        return
    prompt = Text("prompt.action", {"tag": model.tag, "model": model.card.id, "left": 2 - state.spent})
    chosen = await table.ask(state.controller, prompt, menu.space(state, model))
    if chosen[0] == Action.END:
        finish(state)
        return
    before = model.activated
    goes_on = await take(table, state, model, chosen)
    if state.active != model.index:
        # It handed over to a remote, which may have been glued meanwhile.  [DZ ability.operator]
        state.stage = Stage.END_ACTIVATION if state.models[state.active].activated else Stage.ACTIVATE
    elif not goes_on or not on_board(model) or state.spent > LONG or (model.activated and not before):
        state.stage = Stage.END_ACTIVATION
    else:
        state.stage = Stage.AFTERMATH


async def take(table: Table, state: State, model: Model, chosen: Act) -> bool:
    """Take one action with all its interruptions. False if the model cannot go on. A sentry keeps its counter.

    [DZ overwatch.interrupted] [DZ overwatch.new_action] [DZ ability.sentry_acts]
    """
    kind = chosen[0]
    loud = kind not in QUIET or (kind == Action.CARD and active_cards.is_action(state, chosen[1]))
    if model.overwatch and (kind == Action.TELEPORT or kind not in QUIET) and not has(model, Ability.SENTRY):
        changing(model).overwatch = False
    if kind == Action.CARD:
        active_cards.spend_active(table, state, model, chosen[1])
    if not loud or state.turn != model.owner or not overwatch.is_watched(state, model):
        await perform(table, state, model, chosen)
        return True
    return await take_watched(table, state, model, chosen)


async def take_watched(table: Table, state: State, model: Model, chosen: Act) -> bool:
    """Take an action that may be interrupted before and after. It is done if the model could still declare it from
    where it now stands; otherwise it is spent.

    [DZ overwatch.interrupted] [DZ interrupt.renewed]
    """
    interruption = overwatch.Interruption(model)
    before = condition(model)
    await interruption.before(table, state)
    whole = not is_stopped(model, before)
    if whole:
        renewed = menu.renewed(state, model, chosen) if interruption.reacted else chosen
        if renewed is None:
            pay(state, model, chosen)
            if table.listening:
                table.tell("action_lost", "DZ interrupt.renewed", {"tag": model.tag})
        else:
            await perform(table, state, model, renewed)
        before = condition(model)
    await interruption.after(table, state, whole)
    return whole and not is_stopped(model, before)


Condition = tuple[damage.Wounds, int, bool]


def condition(model: Model) -> Condition:
    return damage.wounds_of(model), model.aggression, model.activated


def is_stopped(model: Model, before: Condition) -> bool:
    """Whether an interruption pinned, suppressed, injured or killed the model, or marked it as activated.

    [DZ overwatch.interrupted] [DZ item.glue]
    """
    wounds, aggression_before, activated = before
    if not on_board(model) or damage.wounds_of(model) != wounds or model.activated != activated:
        return True
    return is_prone(model) and model.aggression < aggression_before


def weapon_used(state: State, model: Model, kind: int, tool: int) -> Weapon | None:
    """The weapon of an action: a deliberate one takes longer.  [DZ ability.deliberate]"""
    if kind == Action.THROW:
        return grenades.weapon_of(state, model, tool)
    return model.card.weapons[tool] if kind in (Action.SHOOT, Action.BLAZE_AWAY, Action.LOB) else None


def pay(state: State, model: Model, chosen: Act) -> None:
    """Spend the time that an action takes. Any action uses up an aim; aiming begins a new one.

    [DZ turn.actions] [DZ turn.once] [DZ aim.bonus]
    """
    kind = chosen[0]
    state.spent += cost(state, model, kind, weapon_used(state, model, kind, chosen[1]))
    state.taken |= 0 if kind == Action.CARD else 1 << type_of(kind)
    if kind != Action.CARD or active_cards.is_action(state, chosen[1]):
        state.aimed = kind == Action.AIM


async def perform(table: Table, state: State, model: Model, chosen: Act) -> None:
    """Spend the time of an action and do it."""
    kind, a, b, c = chosen
    weapons = model.card.weapons
    aimed = state.aimed
    pay(state, model, chosen)
    if kind == Action.MOVE:
        await moving.enter(table, state, model, a)
    elif kind in (Action.SPRINT, Action.CLIMB):
        await moving.travel(table, state, model, a, kind, b)
    elif kind == Action.TELEPORT:
        await moving.enter(table, state, model, a)
    elif kind == Action.FIGHT:
        await fighting.fight(table, state, model, a, False)
    elif kind == Action.BREAK_OFF:
        if await break_off.break_off(table, state, model):
            # It counts as a short action.  [DZ break_off.doubles]
            state.spent -= 1
    elif kind == Action.SHOOT:
        await shooting.shoot(table, state, model, weapons[a], state.models[b], aimed, bool(c))
        await go_crazy(table, state, model, weapons[a], state.models[b].index)
    elif kind == Action.BLAZE_AWAY:
        hit = [m.index for m in models_in(state, b)]
        await blazing.blaze_away(table, state, model, weapons[a], b, bool(c))
        await go_crazy(table, state, model, weapons[a], *hit)
    else:
        await perform_task(table, state, model, kind, chosen)


async def perform_task(table: Table, state: State, model: Model, kind: int, chosen: Act) -> None:
    _, a, b, _ = chosen
    if kind == Action.GET_MEAN:
        get_mean(table, state, model, bool(a))
    elif kind == Action.REPOSITION:
        await moving.reposition(table, state, model, a)
    elif kind == Action.EXIT:
        moving.leave_board(table, state, model)
    elif kind == Action.SWAP:
        await picking_up.swap(table, state, model, a, state.models[b])
    elif kind == Action.THROW:
        await grenades.throw_grenade(table, state, model, a, b)
    elif kind == Action.LOB:
        await grenades.lob(table, state, model, model.card.weapons[a], b)
    elif kind == Action.OVERWATCH:
        overwatch.declare_overwatch(table, model)
    elif kind == Action.COMMAND:
        friend = await command.command(table, state, model)
        if friend is not None:
            await spur(table, state, friend)
    elif kind == Action.PSYCHIC:
        await psychic.use(table, state, model, a, state.models[b])
    elif kind == Action.HEAL:
        await items.heal(table, state, model, state.models[a])
    elif kind == Action.RELOAD:
        changing(model).reload = 0
    elif kind == Action.DEPLOY:
        await guns.deploy_gun(table, state, model)
    elif kind == Action.PACK:
        await guns.pack_gun(table, state, model, state.models[a])
    elif kind == Action.EXPLODE:
        await damage.explode(table, state, model, state.controller)
    elif kind == Action.OPERATE:
        operate(table, state, model, state.models[a])
    elif kind == Action.CARD:
        await active_cards.play_active(table, state, model, a)


def get_mean(table: Table, state: State, model: Model, up: bool) -> None:
    """Raise aggression by a step. A model that began its activation suppressed does nothing else in it.

    [DZ get_mean.rises] [DZ get_mean.only] [DZ ability.discipline]
    """
    if up:
        if state.suppressed:
            state.spent = LONG
        aggression.raise_by(table, model, 1, "DZ get_mean.rises")
    else:
        aggression.lower_by(table, model, 1, "DZ ability.discipline")


def operate(table: Table, state: State, model: Model, remote: Model) -> None:
    """Hand the operator's activation over to a remote; both count as activated.  [DZ ability.operator]"""
    changing(model).activated = True
    begin(state, remote)
    if table.listening:
        table.tell("operates", "DZ ability.operator", {"tag": model.tag, "target": remote.tag})


async def spur(table: Table, state: State, model: Model) -> None:
    """Take a free short action at once; whether the model counts as activated does not change.

    [DZ command.energy] [DZ command.drive] [DZ command.inspiration] [DZ free.now]
    """
    saved = put_in_charge(state, model)
    prompt = Text("prompt.spurred", {"tag": model.tag})
    chosen = await table.ask(
        decider(state, model), prompt, OneOf(lambda: [*short_actions(state, model), END]), midway=True
    )
    if chosen[0] != Action.END:
        await take(table, state, model, chosen)
    put_back(state, saved)


async def end_activation(table: Table, state: State) -> None:
    """End an activation that was cut short: first look at what has happened.  [DZ turn.marked]"""
    finish(state)
    if state.stage == Stage.TURN:
        state.stage = Stage.AFTERMATH


def finish(state: State) -> None:
    """Mark the model as activated; the other one of a crew acts next, as part of the same activation.

    [DZ turn.marked] [DZ ability.csw_together]
    """
    model = state.models[state.active]
    if not model.dead:
        changing(model).activated = True
    mate = crews.mate_of(state, model)
    if mate is not None and not mate.activated:
        begin(state, mate)
        state.stage = Stage.ACTIVATE
        return
    state.active = NOBODY
    state.stage = Stage.TURN
