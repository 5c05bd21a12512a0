"""Battle cards: when they may be played, on whom, and what they do (rulebook, "Battle Cards").

A hand is secret, so who is asked never depends on it: a side is asked about a card whenever it holds any card and,
as far as everybody knows, could hold one that fits.
"""

from __future__ import annotations

from typing import Final

from muster.games.deadzone.cards.content import ACTIVE_EFFECTS, EFFECTS, Ability, BattleCard, Effect
from muster.games.deadzone.rules import aggression, fighting, movement
from muster.games.deadzone.state.questions import has, other, team
from muster.games.deadzone.state.state import NOBODY, Model, Side, State, changing
from muster.kernel.requests import Table
from muster.kernel.spaces import OneOf, Option
from muster.kernel.text import Param, Text

NO_CARD: Final = Option("no-card", NOBODY, "DZ card.choice", Text("option.no_card"))
ATTACKS: Final = 1 << Effect.SHOOT | 1 << Effect.FIGHT | 1 << Effect.BLAZE_AWAY | 1 << Effect.THROW
FRIGHTS: Final = 1 << Effect.SHOOT | 1 << Effect.BLAZE_AWAY
"""What costs aggression that Steadfast keeps; not the blasts.  [DZ card.steadfast]"""


class Bonus:
    """What cards add to a test."""

    __slots__ = ("damage", "dice", "pierce", "resist", "steadfast")

    def __init__(self) -> None:
        self.dice = 0
        self.resist = 0
        self.damage = 0
        self.pierce = 0
        self.steadfast = False


def helpful(kind: int, attack: bool, against: int | None) -> int:
    """The effects, as a mask, that can change a test of this kind: on the acting side, or on the other `against`
    something.

    [DZ card.plus] [DZ card.headshot] [DZ card.weak_spot] [DZ card.steadfast]
    """
    found = 1 << kind
    if attack:
        if kind == Effect.SHOOT:
            found |= 1 << Effect.HEADSHOT
        if ATTACKS >> kind & 1:
            found |= 1 << Effect.WEAK_SPOT
    elif against is not None and FRIGHTS >> against & 1:
        found |= 1 << Effect.STEADFAST
    return found


def fits_turn(state: State, card: BattleCard, seat: int) -> bool:
    """Active cards in the own turn, reactive ones in the opponent's, hybrids in both.  [DZ card.timing]"""
    return card.in_own if state.turn == seat else card.in_other


def may_card(state: State, model: Model) -> bool:
    """One active card on a model in a turn, and only in its activation; none of the own side on a stranded model.

    [DZ card.active_limit] [DZ card.active] [DZ card.reactive_free] [DZ ability.stranded_cards]
    """
    if has(model, Ability.STRANDED):
        return False
    return state.turn != model.owner or (not model.carded and model.index == state.active)


def test_options(state: State, model: Model, kind: int, attack: bool, against: int | None) -> list[Option[int]]:
    """Each card of the hand that helps, by the effect it is played for."""
    side, wanted = state.sides[model.owner], helpful(kind, attack, against)
    options: list[Option[int]] = []
    for number in sorted(set(side.hand)):
        card = state.content.cards[number]
        if card.mask & wanted and fits_turn(state, card, model.owner):
            for which, (effect, _) in enumerate(card.effects):
                if wanted >> effect & 1:
                    options.append(card_option(card, which))
    options.append(NO_CARD)
    return options


def card_option(card: BattleCard, which: int) -> Option[int]:
    """One of the two effects of a card.  [DZ card.effects]"""
    effect = EFFECTS[card.effects[which][0]]
    text = Text("option.card", {"card": card.id, "effect": effect})
    return Option(f"card:{card.id}:{effect}", card.number * 2 + which, "DZ card.effects", text)


def could_hold(state: State, side: Side, kind: int, attack: bool, against: int | None = None) -> bool:
    """Whether, by what lies open, this side may hold a card that helps."""
    if not side.hand:
        return False
    cards, wanted = state.content.cards, helpful(kind, attack, against)
    for pile in (side.unseen, side.hand, side.mixed, side.bottom):
        for number in pile:
            if cards[number].mask & wanted and fits_turn(state, cards[number], side.seat):
                return True
    return False


async def modify(
    table: Table,
    state: State,
    model: Model,
    kind: int,
    bonus: Bonus,
    attack: bool,
    against: int | None = None,
) -> None:
    """The owner of a model may play one card on its test.  [DZ card.one_per_test] [DZ card.plus] [DZ card.choice]"""
    side = state.sides[model.owner]
    if not may_card(state, model) or not could_hold(state, side, kind, attack, against):
        return
    prompt = Text("prompt.card_attack" if attack else "prompt.card_resist", {"tag": model.tag, "test": NAMES[kind]})
    space = OneOf(lambda: test_options(state, model, kind, attack, against))
    played = await table.ask(model.owner, prompt, space, midway=True)
    if played < 0:
        return
    card = state.content.cards[played // 2]
    effect, amount = card.effects[played % 2]
    spend(table, state, model, card, effect)
    if effect == Effect.HEADSHOT:
        bonus.damage += amount
    elif effect == Effect.WEAK_SPOT:
        bonus.pierce += amount
    elif effect == Effect.STEADFAST:
        bonus.steadfast = True
    elif attack:
        bonus.dice += amount
    else:
        bonus.resist += amount


NAMES: Final = {
    Effect.SHOOT: "shoot",
    Effect.FIGHT: "fight",
    Effect.SURVIVE: "survive",
    Effect.BLAZE_AWAY: "blaze_away",
    Effect.COMMAND: "command",
    Effect.OVERWATCH: "overwatch",
    Effect.THROW: "throw",
}
"""The tests, as dice and texts call them."""


def take_from_hand(side: Side, number: int) -> None:
    """Take a card out of a hand. In a redrawn match the hand may hold another: then the two change places."""
    if number in side.hand:
        side.hand.remove(number)
        return
    given = side.hand.pop()
    for pile in (side.unseen, side.mixed, side.bottom):
        if number in pile:
            pile[pile.index(number)] = given
            return


def spend(table: Table, state: State, model: Model, card: BattleCard, effect: int) -> None:
    """A card is played on a model and never comes back.  [DZ card.discard] [DZ card.active_limit]"""
    side = state.sides[model.owner]
    take_from_hand(side, card.number)
    side.discards.append(card.number)
    side.used_card = True
    if state.turn == model.owner:
        changing(model).carded = True
    if table.listening:
        params: dict[str, Param] = {"seat": model.owner, "card": card.id, "tag": model.tag}
        params["effect"] = EFFECTS[effect]
        table.tell("card_played", "DZ card.effects", params)


# Active cards, played between the actions of the active model


def active_options(state: State, model: Model, crowd: movement.Crowd) -> list[tuple[BattleCard, int]]:
    """What the hand offers before or after an action of the active model.  [DZ card.active]"""
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
    """Every restriction but the limit of one action of a type holds for a card, too.

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
    """Mutants without a mutation.  [DZ card.twisted] [DZ ability.mutant] [DZ mutation.one]"""
    return has(model, Ability.MUTANT) and model.mutation < 0


def distractable(state: State, model: Model) -> list[Model]:
    return [m for m in team(state, other(model.owner)) if not m.activated or m.overwatch]


def spend_active(table: Table, state: State, model: Model, played: int) -> None:
    """The card leaves the hand before anybody interrupts what it does.  [DZ card.discard]"""
    card = state.content.cards[played // 2]
    spend(table, state, model, card, card.effects[played % 2][0])


async def play_active(table: Table, state: State, model: Model, played: int) -> None:
    """What an active card does for the active model.  [DZ card.active]"""
    effect, amount = state.content.cards[played // 2].effects[played % 2]
    if effect == Effect.MOVE:
        await movement.card_move(table, state, model)
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
    """The enemy discards a card of their choice.  [DZ card.change_of_plans]"""
    number = await table.ask(seat, Text("prompt.lose_card"), OneOf(lambda: discard_options(state, seat)), midway=True)
    discard(table, state, seat, number, "DZ card.change_of_plans")


def discard_options(state: State, seat: int) -> list[Option[int]]:
    cards = state.content.cards
    return [
        Option(
            f"discard:{cards[number].id}",
            number,
            "DZ round.discard",
            Text("option.discard", {"card": cards[number].id}),
        )
        for number in sorted(set(state.sides[seat].hand))
    ]


def discard(table: Table, state: State, seat: int, number: int, clause: str) -> None:
    side = state.sides[seat]
    take_from_hand(side, number)
    side.discards.append(number)
    if table.listening:
        table.tell("discarded", clause, {"seat": seat, "card": state.content.cards[number].id})


async def distract(table: Table, state: State, model: Model) -> None:
    """An enemy model is marked as activated whatever it was doing.  [DZ card.distract]"""
    options = [fighting.model_option(m, "DZ card.distract") for m in distractable(state, model)]
    chosen = await table.ask(model.owner, Text("prompt.distract"), OneOf(lambda: options), midway=True)
    aggression.mark_activated(table, state.models[chosen], "DZ card.distract")


async def twist(table: Table, state: State, model: Model) -> None:
    """A new mutation, drawn from those left.  [DZ card.twisted]"""
    names = [state.content.mutations[number].id for number in state.mutations]
    drawn = (await table.draw("mutation", names, 1))[0]
    give_mutation(table, state, model, state.mutations.pop(drawn))


def give_mutation(table: Table, state: State, model: Model, number: int) -> None:
    """A mutation stays with its model until it dies.  [DZ mutation.effect] [DZ mutation.one]"""
    mutation = state.content.mutations[number]
    changing(model).mutation = number
    changing(model).abilities |= mutation.abilities
    if table.listening:
        table.tell("mutated", "DZ mutation.effect", {"tag": model.tag, "mutation": mutation.id})


# Booby traps


def trap_options(state: State, seat: int) -> list[Option[int]]:
    options: list[Option[int]] = []
    for number in sorted(set(state.sides[seat].hand)):
        card = state.content.cards[number]
        for which, (effect, _) in enumerate(card.effects):
            if effect == Effect.BOOBY_TRAP:
                options.append(card_option(card, which))
    options.append(NO_CARD)
    return options


async def trap(table: Table, state: State, model: Model) -> bool:
    """Whether the enemy traps the crate that this model opens: not for engineers and scavengers.

    [DZ card.booby_trap] [DZ ability.engineer_trap] [DZ ability.scavenger_trap]
    """
    seat = other(model.owner)
    side = state.sides[seat]
    if has(model, Ability.ENGINEER) or has(model, Ability.SCAVENGER) or state.turn == seat:
        return False
    if not could_hold(state, side, Effect.BOOBY_TRAP, attack=False):
        return False
    prompt = Text("prompt.booby_trap", {"tag": model.tag})
    played = await table.ask(seat, prompt, OneOf(lambda: trap_options(state, seat)), midway=True)
    if played < 0:
        return False
    card = state.content.cards[played // 2]
    take_from_hand(side, card.number)
    side.discards.append(card.number)
    side.used_card = True
    if table.listening:
        table.tell("trapped", "DZ card.booby_trap", {"seat": seat, "tag": model.tag})
    return True
