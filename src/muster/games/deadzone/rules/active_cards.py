"""Active battle cards, played between the actions of the active model (rulebook, "Battle Cards")."""

from __future__ import annotations

from muster.games.deadzone.cards.content import BattleCard
from muster.games.deadzone.cards.keywords import ACTIVE_EFFECTS, Ability, Effect
from muster.games.deadzone.rules import aggression, asking, movement, moving
from muster.games.deadzone.rules.battle_cards import discard, discard_options, give_mutation, may_card, spend
from muster.games.deadzone.state.models import Model
from muster.games.deadzone.state.questions import has, other, team
from muster.games.deadzone.state.state import State
from muster.kernel.requests import Table
from muster.kernel.spaces import OneOf
from muster.kernel.text import Text


def active_options(state: State, model: Model, crowd: movement.Crowd) -> list[tuple[BattleCard, int]]:
    """The cards in hand that can be played before or after an action of the active model.  [DZ card.active]"""
    side = state.sides[model.owner]
    found: list[tuple[BattleCard, int]] = []
    if not side.hand or state.turn != model.owner or state.controller != model.owner or not may_card(state, model):
        return found
    known = state.content.cards
    for number in sorted({number for number in side.hand if known[number].is_active}):
        card = known[number]
        for which, (effect, _) in enumerate(card.effects):
            if effect in ACTIVE_EFFECTS and is_playable(state, model, effect, crowd):
                found.append((card, which))
    return found


def effect_of(state: State, played: int) -> int:
    """The effect for which a card is played."""
    return state.content.cards[played // 2].effects[played % 2][0]


def is_action(state: State, played: int) -> bool:
    """Whether a card lets its model act: such an action can be interrupted like any other.

    [DZ card.move] [DZ card.courage]
    """
    return effect_of(state, played) in (Effect.MOVE, Effect.COURAGE)


def is_playable(state: State, model: Model, effect: int, crowd: movement.Crowd) -> bool:
    """Whether a card can be played: all restrictions hold for it, except the limit of one action of a type.

    [DZ card.move] [DZ card.courage] [DZ card.distract] [DZ card.change_of_plans] [DZ card.twisted]
    """
    if effect == Effect.MOVE:
        return bool(movement.card_moves(state, model, crowd))
    if effect == Effect.COURAGE:
        return aggression.may_rise(model) and not has(model, Ability.CONSTRUCT) and not crowd.engaged
    if effect == Effect.DISTRACT:
        return bool(distractable(state, model))
    if effect == Effect.CHANGE_OF_PLANS:
        return bool(state.sides[other(model.owner)].hand)
    if effect == Effect.TWISTED:
        return bool(state.mutations) and is_twistable(model)
    return True


def is_twistable(model: Model) -> bool:
    """Whether a model is a mutant without a mutation.  [DZ card.twisted] [DZ ability.mutant] [DZ mutation.one]"""
    return has(model, Ability.MUTANT) and model.mutation < 0


def distractable(state: State, model: Model) -> list[Model]:
    return [m for m in team(state, other(model.owner)) if not m.activated or m.overwatch]


def spend_active(table: Table, state: State, model: Model, played: int) -> None:
    """Take the card out of the hand before anybody interrupts what it does.  [DZ card.discard]"""
    card = state.content.cards[played // 2]
    spend(table, state, model, card, card.effects[played % 2][0])


async def play_active(table: Table, state: State, model: Model, played: int) -> None:
    """Do what an active card says, for the active model.  [DZ card.active]"""
    effect, amount = state.content.cards[played // 2].effects[played % 2]
    if effect == Effect.MOVE:
        await moving.card_move(table, state, model)
    elif effect == Effect.COURAGE:
        aggression.raise_by(table, model, 1, "DZ card.courage")
    elif effect == Effect.SURGE:
        # One model more may act this turn.  [DZ card.surge]
        state.sides[model.owner].surge += amount
    elif effect == Effect.CHANGE_OF_PLANS:
        await lose_card(table, state, other(model.owner))
    elif effect == Effect.DISTRACT:
        await distract(table, state, model)
    elif effect == Effect.TWISTED:
        await twist(table, state, model)


async def lose_card(table: Table, state: State, seat: int) -> None:
    """Let the enemy discard a card of their choice.  [DZ card.change_of_plans]"""
    number = await table.ask(seat, Text("prompt.lose_card"), OneOf(lambda: discard_options(state, seat)), midway=True)
    discard(table, state, seat, number, "DZ card.change_of_plans")


async def distract(table: Table, state: State, model: Model) -> None:
    """Mark an enemy model as activated, whatever it was doing.  [DZ card.distract]"""
    options = [asking.model_option(m, "DZ card.distract") for m in distractable(state, model)]
    chosen = await table.ask(model.owner, Text("prompt.distract"), OneOf(lambda: options), midway=True)
    aggression.mark_activated(table, state, state.models[chosen], "DZ card.distract")


async def twist(table: Table, state: State, model: Model) -> None:
    """Draw a new mutation from those left.  [DZ card.twisted]"""
    names = [state.content.mutations[number].id for number in state.mutations]
    drawn = (await table.draw("mutation", names, 1))[0]
    give_mutation(table, state, model, state.mutations.pop(drawn))
