"""Battle cards: when they may be played, on whom, and what they do (rulebook, "Battle Cards").

A hand is secret, so the hand never decides who is asked: a side is asked about a card whenever it holds any card and,
as far as everybody knows, could hold one that fits.
"""

from __future__ import annotations

from typing import Final

from muster.games.deadzone.cards.content import BattleCard
from muster.games.deadzone.cards.keywords import EFFECTS, Ability, Effect
from muster.games.deadzone.state.models import NOBODY, Model, changing
from muster.games.deadzone.state.questions import has, is_model, other
from muster.games.deadzone.state.state import Side, State
from muster.kernel.requests import Table
from muster.kernel.spaces import OneOf, Option
from muster.kernel.text import Param, Text

NO_CARD: Final = Option("no-card", NOBODY, "DZ card.choice", Text("option.no_card"))
ATTACKS: Final = 1 << Effect.SHOOT | 1 << Effect.FIGHT | 1 << Effect.BLAZE_AWAY | 1 << Effect.THROW
FRIGHTS: Final = 1 << Effect.SHOOT | 1 << Effect.BLAZE_AWAY
"""Attacks whose loss of aggression Steadfast prevents; blasts are not among them.  [DZ card.steadfast]"""


class Bonus:
    """The bonus that cards add to a test."""

    __slots__ = ("damage", "dice", "pierce", "resist", "steadfast")

    def __init__(self) -> None:
        self.dice = 0
        self.resist = 0
        self.damage = 0
        self.pierce = 0
        self.steadfast = False


def helpful(kind: int, attack: bool, against: int | None) -> int:
    """The effects, as a mask, that can change a test of this kind: for the acting side, or for the side that resists
    something (`against`).

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
    """Whether a card fits the turn: active cards in the player's own, reactive ones in the opponent's, hybrids in both.

    [DZ card.timing]
    """
    return card.in_own if state.turn == seat else card.in_other


def may_card(state: State, model: Model) -> bool:
    """Whether a card may be played on a model: one active card in a turn, and only in its activation; its own side
    plays none on a stranded model, and none on a gun, which is an item.

    [DZ card.active_limit] [DZ card.active] [DZ card.reactive_free] [DZ ability.stranded_cards] [DZ item.sentry_gun]
    """
    if has(model, Ability.STRANDED) or not is_model(model):
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
    """Let the owner of a model play one card on its test.  [DZ card.one_per_test] [DZ card.plus] [DZ card.choice]"""
    side = state.sides[model.owner]
    if not may_card(state, model) or not could_hold(state, side, kind, attack, against):
        return
    prompt = Text("prompt.card_attack" if attack else "prompt.card_resist", {"tag": model.tag, "test": NAMES[kind]})
    space = OneOf(lambda: test_options(state, model, kind, attack, against))
    played = await table.ask(model.owner, prompt, space, midway=True, masking=True)
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


async def brace(table: Table, state: State, model: Model, against: int) -> Bonus:
    """Let the owner of a model play a card on its Survive test, before any die of either side is rolled.

    [DZ card.before_dice] [DZ card.one_per_test]
    """
    bonus = Bonus()
    await modify(table, state, model, Effect.SURVIVE, bonus, attack=False, against=against)
    return bonus


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
    """Take a card out of a hand. In a redrawn match the hand may hold another one: then the two change places."""
    if number in side.hand:
        side.hand.remove(number)
        return
    given = side.hand.pop()
    for pile in (side.unseen, side.mixed, side.bottom):
        if number in pile:
            pile[pile.index(number)] = given
            return


def spend(table: Table, state: State, model: Model, card: BattleCard, effect: int) -> None:
    """Play a card on a model; it never comes back.  [DZ card.discard] [DZ card.active_limit]"""
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


def give_mutation(table: Table, state: State, model: Model, number: int) -> None:
    """Give a model a mutation, which it keeps until it dies.  [DZ mutation.effect] [DZ mutation.one]"""
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
    """Whether the enemy traps the crate that this model opens; engineers and scavengers cannot be trapped.

    [DZ card.booby_trap] [DZ ability.engineer_trap] [DZ ability.scavenger_trap]
    """
    seat = other(model.owner)
    side = state.sides[seat]
    if has(model, Ability.ENGINEER) or has(model, Ability.SCAVENGER) or state.turn == seat:
        return False
    if not could_hold(state, side, Effect.BOOBY_TRAP, attack=False):
        return False
    prompt = Text("prompt.booby_trap", {"tag": model.tag})
    played = await table.ask(seat, prompt, OneOf(lambda: trap_options(state, seat)), midway=True, masking=True)
    if played < 0:
        return False
    card = state.content.cards[played // 2]
    take_from_hand(side, card.number)
    side.discards.append(card.number)
    side.used_card = True
    if table.listening:
        table.tell("trapped", "DZ card.booby_trap", {"seat": seat, "tag": model.tag})
    return True
