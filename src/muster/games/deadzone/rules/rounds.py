"""Rounds and turns: initiative, passing, the limit of activations, the moments between actions, and the end of a
round (rulebook, "Play Sequence").
"""

from __future__ import annotations

from typing import Final

from muster.games.deadzone.cards.keywords import OBJECTIVES, Ability
from muster.games.deadzone.rules import battle_cards, charge, crews, grenades, missions
from muster.games.deadzone.state.models import NOBODY, Model, changing
from muster.games.deadzone.state.questions import activation_limit, commander, has, is_model, on_board, other, waiting
from muster.games.deadzone.state.state import Side, Stage, State
from muster.kernel.refusal import Refusal
from muster.kernel.requests import Roll, Table
from muster.kernel.spaces import Blocked, OneOf, Open, Option, no_such_option
from muster.kernel.text import Text

PASS: Final = -1
CONCEDE: Final = -2
ABORT: Final = -3
PASS_OPTION: Final = Option("pass", PASS, "DZ turn.pass", Text("option.pass"))
CONCEDE_OPTION: Final = Option("concede", CONCEDE, "DZ win.concede", Text("option.concede"))
ABORT_OPTION: Final = Option("abort", ABORT, "DZ win.abort", Text("option.abort"))


async def begin_round(table: Table, state: State) -> None:
    """Give sentries their counters; the side with the initiative begins.

    [DZ ability.sentry_round] [DZ turn.initiative]
    """
    for model in state.models:
        if has(model, Ability.SENTRY) and on_board(model):
            changing(model).overwatch = True
    if table.listening:
        table.tell("round_begins", "DZ turn.initiative", {"round": state.round, "seat": state.turn})
    state.stage = Stage.TURN


def may_pass(state: State, own: int, others: int) -> bool:
    """Whether a side may pass: after an activation, or with fewer models left to activate than the opponent.

    [DZ turn.pass]
    """
    return state.acted > 0 or own < others


def choices(state: State, own: list[Model]) -> list[Model]:
    """The models to begin with. A crew is one activation, and either of the two may act first.

    [DZ ability.csw_together]
    """
    found: list[Model] = []
    for model in own:
        found.append(model)
        mate = crews.mate_of(state, model)
        if mate is not None and not mate.activated:
            found.append(mate)
    return found


def turn_space(state: State, own: list[Model], others: int) -> Open[int]:
    """The question which model acts next, or whether the turn ends; at its start also giving up.

    [DZ turn.activate] [DZ turn.pass] [DZ win.concede] [DZ win.abort]
    """
    return Open(
        lambda key: read_turn(state, own, others, key),
        lambda: turn_options(state, own, others),
        lambda: turn_blocked(state, own, others),
        lambda: bool(state.acted),
    )


def turn_options(state: State, own: list[Model], others: int) -> list[Option[int]]:
    """The models that may act next, and passing.  [DZ turn.activate] [DZ turn.pass]"""
    options = [activate_option(model) for model in choices(state, own)]
    if may_pass(state, len(own), others):
        options.append(PASS_OPTION)
    return options


def turn_blocked(state: State, own: list[Model], others: int) -> list[Blocked]:
    """Name what a side might miss among them.

    [DZ turn.marked] [DZ turn.pass] [DZ win.concede] [DZ win.abort] [DZ ability.remote] [DZ item.sentry_gun]
    """
    blocked: list[Blocked] = []
    for model in state.models:
        if model.owner != state.turn or not on_board(model):
            continue
        clause, reason = "DZ turn.marked", "activated" if model.activated else ""
        if not model.activated and has(model, Ability.REMOTE):
            clause, reason = "DZ ability.remote", "remote_alone"
        elif not is_model(model):
            clause, reason = "DZ item.sentry_gun", "gun_acts"
        if reason:
            blocked.append(Blocked(f"activate:{model.tag}", clause, Text(f"refuse.{reason}", {"tag": model.tag})))
    if not may_pass(state, len(own), others):
        blocked.append(Blocked("pass", "DZ turn.pass", Text("refuse.pass")))
    if state.acted:
        blocked += [
            Blocked(key, clause, Text("refuse.start_of_turn"))
            for key, clause in (("concede", "DZ win.concede"), ("abort", "DZ win.abort"))
        ]
    return blocked


def read_turn(state: State, own: list[Model], others: int, key: str) -> Option[int]:
    """The option behind a key: one that is listed, or giving up at the start of a turn."""
    for option in turn_options(state, own, others):
        if option.key == key:
            return option
    if not state.acted:
        if key == "concede":
            return CONCEDE_OPTION
        if key == "abort":
            return read_abort(state, state.turn)
    for thing in turn_blocked(state, own, others):
        if thing.key == key:
            raise thing.refusal()
    raise no_such_option(key)


def read_abort(state: State, seat: int) -> Option[int]:
    """The option to abort the mission, refused while it can still bring ten points.  [DZ win.abort]"""
    most = missions.most_possible(state, seat)
    if state.sides[seat].aborted >= 0:
        raise Refusal("DZ win.abort", Text("refuse.aborted"))
    if missions.mission_of(state, seat) is None:
        raise Refusal("DZ win.abort", Text("refuse.no_mission"))
    if most >= state.content.constants["claim"]:
        raise Refusal("DZ win.abort", Text("refuse.abort", {"points": most}))
    return ABORT_OPTION


def activate_option(model: Model) -> Option[int]:
    """The option to activate a model, made once and kept with the stat card."""
    tag, card = model.tag, model.card
    option = card.calls.get(tag)
    if option is None or option.value != model.index:
        text = Text("option.activate", {"tag": tag, "model": card.id})
        option = Option(f"activate:{tag}", model.index, "DZ turn.activate", text)
        card.calls[tag] = option
    return option


async def turn(table: Table, state: State) -> None:
    """Choose models to activate, as many as the command total allows, or pass the initiative.

    [DZ turn.activate] [DZ turn.limit] [DZ turn.pass] [DZ turn.must_pass] [DZ round.over]
    """
    seat = state.turn
    own, others = waiting(state, seat), len(waiting(state, other(seat)))
    left = len(own)
    if state.finisher == NOBODY and not (left and others):
        state.finisher = other(seat) if left else seat
    if not left or state.acted >= activation_limit(state, seat):
        end_turn(state)
        if not left and not others:
            state.stage = Stage.DISCARD
        return
    chosen = await table.ask(seat, Text("prompt.turn", {"left": left}), turn_space(state, own, others))
    if chosen == PASS:
        if table.listening:
            table.tell("passed", "DZ turn.pass", {"seat": seat})
        end_turn(state)
    elif chosen == CONCEDE:
        missions.concede(table, state, seat)
    elif chosen == ABORT:
        missions.abort(table, state, seat)
        table.reveal()
    else:
        model = state.models[chosen]
        state.acted += 1
        charge.begin(state, model)
        state.stage = Stage.ACTIVATE
        if table.listening:
            table.tell("activated", "DZ turn.activate", {"tag": model.tag, "model": model.card.id})


def end_turn(state: State) -> None:
    """Give the initiative to the opponent and end everything that holds for a turn.

    [DZ turn.initiative] [DZ card.active_limit]
    """
    side = state.sides[state.turn]
    side.surge = 0
    side.first_turn = False
    for model in state.models:
        if model.carded and not model.dead:
            changing(model).carded = False
    state.acted = 0
    state.turn = state.controller = other(state.turn)


# Between actions


async def aftermath(table: Table, state: State) -> None:
    """Draw earned cards, look at objectives and claim victories; then play goes on.

    [DZ command.clarity] [DZ setup.objectives] [DZ win.claim]
    """
    for side in state.sides:
        if side.draws:
            side.draws -= 1
            number = await draw_card(table, state, side)
            if number != NOBODY:
                side.hand.append(number)
                table.tell("card_drawn", "DZ command.clarity", {"seat": side.seat})
            return
    if await look_at_objective(table, state):
        return
    near = missions.claim(table, state)
    if state.stage != Stage.OVER:
        goes_on = state.active != NOBODY and on_board(state.models[state.active])
        state.stage = Stage.ACTION if goes_on else Stage.TURN
        if near:
            await table.checkpoint()


async def look_at_objective(table: Table, state: State) -> bool:
    """Let a player with a model in its cube look at an objective, alone.  [DZ setup.objectives]"""
    for number, (cube, which, known) in enumerate(state.objectives):
        for model in state.models:
            seat = model.owner
            if model.cube != cube or known >> seat & 1 or not is_model(model):
                continue
            if which == NOBODY:
                taken = [one for _, one, _ in state.objectives]
                left = [one for one in range(3) if one not in taken]
                drawn = await table.draw("objective", [OBJECTIVES[one] for one in left], 1, secret=True)
                which = left[drawn[0]]
            state.objectives[number] = (cube, which, known | 1 << seat)
            table.whisper(
                seat,
                "objective_seen",
                "DZ setup.objectives",
                {**state.field.spots[cube], "objective": OBJECTIVES[which]},
            )
            table.reveal()
            return True
    return False


async def draw_card(table: Table, state: State, side: Side) -> int:
    """Draw the next card of a deck in secret: first the shuffled ones, then those that were put under it.

    [DZ round.draw] [DZ round.bottom] [DZ round.deck_empty]
    """
    shuffled = side.deck + len(side.mixed)
    if not shuffled:
        return side.bottom.pop(0) if side.bottom else NOBODY
    names = [state.content.cards[number].id for number in side.unseen]
    first, second = await Roll("battle_card", (shuffled, max(1, len(names))), True, ())
    if first <= len(side.mixed):
        return side.mixed.pop(first - 1)
    side.deck -= 1
    return side.unseen.pop(second - 1)


# The end of a round


async def discard(table: Table, state: State) -> None:
    """Let each side that played no card this round discard one.  [DZ round.discard]"""
    for side in state.sides:
        if not side.used_card:
            side.used_card = True
            if side.hand:
                await cards_discard(table, state, side.seat)
                return
    state.stage = Stage.DRAW_CARDS
    for side in state.sides:
        leader = commander(state, side.seat)
        side.draws = leader.card.command[0] if leader else 0


async def cards_discard(table: Table, state: State, seat: int) -> None:
    prompt = Text("prompt.discard")
    number = await table.ask(seat, prompt, OneOf(lambda: battle_cards.discard_options(state, seat)))
    battle_cards.discard(table, state, seat, number, "DZ round.discard")


async def draw_cards(table: Table, state: State) -> None:
    """Draw as many cards as the first command figure, as far as the deck goes.

    [DZ round.draw] [DZ round.deck_empty]
    """
    for side in state.sides:
        if side.draws:
            side.draws -= 1
            number = await draw_card(table, state, side)
            if number == NOBODY:
                side.draws = 0
            else:
                side.drawn.append(number)
            return
    state.stage = Stage.KEEP_CARDS


def keeps(state: State, side: Side) -> int:
    """How many of the cards drawn a side keeps: the second command figure.  [DZ round.draw]"""
    leader = commander(state, side.seat)
    return leader.card.command[1] if leader else 0


async def keep_cards(table: Table, state: State) -> None:
    """Let each side choose in secret which cards to keep; the rest goes under the deck.

    [DZ round.draw] [DZ round.bottom]
    """
    choosing = [side for side in state.sides if len(side.drawn) > keeps(state, side)]
    kept = {side.seat: tuple(side.drawn) for side in state.sides}
    if choosing:
        kept |= await table.ask_all({side.seat: choose_cards(table, state, side) for side in choosing})
    for side in state.sides:
        for number in kept[side.seat]:
            side.drawn.remove(number)
            side.hand.append(number)
        side.bottom += side.drawn
        side.drawn = []
        table.tell("cards_kept", "DZ round.draw", {"seat": side.seat, "count": len(kept[side.seat])})
    state.stage = Stage.END_ROUND


async def choose_cards(table: Table, state: State, side: Side) -> tuple[int, ...]:
    """Choose cards one after the other; none moves before both sides have chosen, so that nobody sees how far the
    other is.
    """
    left = side.drawn[:]
    kept: list[int] = []
    for _ in range(min(keeps(state, side), len(left))):
        number = await table.ask(side.seat, Text("prompt.keep_card"), keep_space(state, tuple(left)))
        left.remove(number)
        kept.append(number)
    return tuple(kept)


def keep_space(state: State, left: tuple[int, ...]) -> OneOf[int]:
    cards_by_number = state.content.cards
    names = {number: cards_by_number[number].id for number in sorted(left)}
    return OneOf(
        lambda: [
            Option(f"keep:{name}", number, "DZ round.draw", Text("option.keep_card", {"card": name}))
            for number, name in names.items()
        ]
    )


def is_out_of_cards(side: Side) -> bool:
    return not side.hand and not side.deck and not side.mixed and not side.bottom


async def end_round(table: Table, state: State) -> None:
    """Count survival, clear smoke, end the game if time is up; then everybody can act again.

    [DZ goal.survive] [DZ item.smoke_end] [DZ win.time_out] [DZ round.next] [DZ turn.initiative] [DZ win.claim]
    """
    missions.survive_round(state)
    await grenades.clear_smoke(table, state)
    near = missions.claim(table, state)
    if state.ended:
        return
    if any(is_out_of_cards(side) for side in state.sides):
        missions.time_out(table, state)
        return
    for side in state.sides:
        side.used_card = False
    for model in state.models:
        if not model.dead:
            changing(model).activated = False
            changing(model).psychic = NOBODY
    state.round += 1
    state.turn = state.controller = state.finisher if state.finisher != NOBODY else state.turn
    state.finisher = NOBODY
    state.acted = 0
    state.stage = Stage.BEGIN_ROUND
    if near:
        await table.checkpoint()
