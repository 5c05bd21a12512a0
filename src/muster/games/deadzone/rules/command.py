"""Command: tokens, the test, and its nine effects (rulebook, "Command")."""

from __future__ import annotations

from enum import IntEnum
from typing import Final

from muster.games.deadzone.cards.actions import Act, Action
from muster.games.deadzone.cards.keywords import Ability, Effect
from muster.games.deadzone.rules import aggression, menu, tests
from muster.games.deadzone.rules.charge import put_back, put_in_charge
from muster.games.deadzone.rules.dice import grade
from muster.games.deadzone.state.models import NOBODY, Model
from muster.games.deadzone.state.questions import decider, distance, has, other, team
from muster.games.deadzone.state.state import State
from muster.kernel.requests import Table
from muster.kernel.spaces import OneOf, Option
from muster.kernel.terms import Term
from muster.kernel.text import Text

NEEDED: Final = 6
ANYWHERE: Final = 99


class Order(IntEnum):
    """The nine effects, three for each degree of success."""

    ENERGY = 0
    PAUSE = 1
    CLARITY = 2
    DRIVE = 3
    INDECISION = 4
    PLANNING = 5
    INSPIRATION = 6
    CONFUSION = 7
    CUNNING = 8


REACH: Final = {Order.ENERGY: 4, Order.DRIVE: 4, Order.INSPIRATION: 8, Order.PAUSE: 4, Order.INDECISION: 8}
NOTHING: Final = Option("nothing", (NOBODY, NOBODY), "DZ command.choice", Text("option.nothing"))


async def command(table: Table, state: State, model: Model) -> Model | None:
    """Spend a token and roll as many dice as the command total, at 6+. Return the model that may act at once, if there
    is one.

    [DZ command.test] [DZ command.token] [DZ command.fails]
    """
    state.sides[model.owner].pool -= 1
    pool = [Term("DZ command.test", model.card.total)]
    result = grade(await tests.single(table, state, Effect.COMMAND, model, pool, NEEDED), 1)
    if table.listening:
        key, clause = ("commands", "DZ command.test") if result else ("command_fails", "DZ command.fails")
        table.tell(key, clause, {"tag": model.tag, "count": result})
    if result:
        space = OneOf(lambda: orders(state, model, result))
        order, what = await table.ask(
            decider(state, model), Text("prompt.command", {"tag": model.tag}), space, midway=True
        )
        if order >= 0:
            return carry_out(table, state, model, Order(order), what)
    return None


def orders(state: State, model: Model, result: int) -> list[Option[tuple[int, int]]]:
    """The three effects of the degree reached, with their targets.

    [DZ command.choice] [DZ command.succeeds] [DZ command.doubles] [DZ command.triples]
    """
    clause = ("", "DZ command.succeeds", "DZ command.doubles", "DZ command.triples")[result]
    kick, stop, card = (Order(3 * (result - 1) + which) for which in range(3))
    options = [_order(kick, friend, clause) for friend in spurred(state, model, kick)]
    options += [_order(stop, foe, clause) for foe in stopped(state, model, stop)]
    side = state.sides[model.owner]
    if card == Order.CLARITY:
        if side.deck + len(side.mixed) + len(side.bottom) > side.draws:
            options.append(Option("clarity", (int(card), 0), clause, Text("option.clarity_card")))
    else:
        for number in sorted(set(side.discards)):
            name = state.content.cards[number].id
            text = Text(f"option.{card.name.lower()}", {"card": name})
            options.append(Option(f"{card.name.lower()}:{name}", (int(card), number), clause, text))
    options.append(NOTHING)
    return options


def _order(order: Order, model: Model, clause: str) -> Option[tuple[int, int]]:
    name = order.name.lower()
    text = Text(f"option.{name}", {"tag": model.tag, "model": model.card.id})
    return Option(f"{name}:{model.tag}", (int(order), model.index), clause, text)


def spurred(state: State, model: Model, order: Order) -> list[Model]:
    """Friends in reach that have a short action to take; for Energy only those that have not acted.

    [DZ command.energy] [DZ command.drive] [DZ command.inspiration]
    """
    return [
        friend
        for friend in team(state, model.owner)
        if friend is not model
        and distance(state, model, friend) <= REACH[order]
        and not (order == Order.ENERGY and friend.activated)
        and can_be_spurred(state, friend)
    ]


def short_actions(state: State, model: Model) -> list[Option[Act]]:
    """The short actions that are open to a model, cards left out.  [DZ command.energy]"""
    return [o for o in menu.Menu(state, model).listed() if o.value[0] not in (Action.CARD, Action.END, Action.EXPLODE)]


def can_be_spurred(state: State, model: Model) -> bool:
    """Whether a model can be spurred: not one that burns, nor a remote, which acts through its operator alone.

    [DZ ability.remote]
    """
    if model.burning or has(model, Ability.REMOTE):
        return False
    saved = put_in_charge(state, model)
    found = bool(short_actions(state, model))
    put_back(state, saved)
    return found


def stopped(state: State, model: Model, order: Order) -> list[Model]:
    """Enemies in reach that have not acted, or are on overwatch.

    [DZ command.pause] [DZ command.indecision] [DZ command.confusion]
    """
    reach = REACH.get(order, ANYWHERE)
    return [
        foe
        for foe in team(state, other(model.owner))
        if (not foe.activated or foe.overwatch) and distance(state, model, foe) <= reach
    ]


def carry_out(table: Table, state: State, model: Model, order: Order, what: int) -> Model | None:
    """Carry out one effect; return the model that may act at once.

    [DZ command.energy] [DZ command.pause] [DZ command.clarity] [DZ command.planning] [DZ command.cunning]
    """
    side = state.sides[model.owner]
    if order in (Order.ENERGY, Order.DRIVE, Order.INSPIRATION):
        return state.models[what]
    if order in (Order.PAUSE, Order.INDECISION, Order.CONFUSION):
        aggression.mark_activated(table, state, state.models[what], "DZ command.pause")
    elif order == Order.CLARITY:
        side.draws += 1
    else:
        side.discards.remove(what)
        if order == Order.PLANNING:
            # Shuffled in with everything, also with what lay under the deck.
            side.mixed += [what, *side.bottom]
            side.bottom = []
        else:
            side.hand.append(what)
        if table.listening:
            clause = "DZ command.planning" if order == Order.PLANNING else "DZ command.cunning"
            table.tell(order.name.lower(), clause, {"seat": model.owner, "card": state.content.cards[what].id})
    return None
