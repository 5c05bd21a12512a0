"""Command phase (rulebook 3.2, 4.15): mechs issue their tokens in turn; a drone that gets one acts at once."""

from __future__ import annotations

from collections.abc import Sequence

from muster.games.obsidian_protocol.cards.content import Action
from muster.games.obsidian_protocol.cards.kinds import SLOT_NAMES, Kind, Stance
from muster.games.obsidian_protocol.rules.actions.available import ready_drones, why_impossible
from muster.games.obsidian_protocol.rules.actions.drones import MOVE, can_obey, choose_order, command_actions, obey
from muster.games.obsidian_protocol.rules.actions.performing import perform
from muster.games.obsidian_protocol.rules.asking import ask_midway, which
from muster.games.obsidian_protocol.rules.attack.damage import restore_link
from muster.games.obsidian_protocol.rules.attack.rolls import spend_command
from muster.games.obsidian_protocol.rules.mission.tactics_cards import option, play, playable
from muster.games.obsidian_protocol.rules.naming import named, tell, unit_key
from muster.games.obsidian_protocol.rules.phases.reasons import played_already, without_command
from muster.games.obsidian_protocol.rules.validity import may_go_on
from muster.games.obsidian_protocol.state.geometry import allies_of
from muster.games.obsidian_protocol.state.sheet import LOAD, actions_of, passive, trait
from muster.games.obsidian_protocol.state.state import Stage, State
from muster.games.obsidian_protocol.state.unit import NONE, Unit
from muster.kernel.requests import Table
from muster.kernel.spaces import Blocked, OneOf, Option
from muster.kernel.text import Text


def begin_round(table: Table, state: State) -> None:
    """A new round: every mech generates command tokens.

    [OP 3.2.1.generate] [OP 6.2.command_generation] [OP 4.15.1.shutdown]
    """
    if table.listening:
        table.tell("round_begins", "OP 3.2.1.generate", {"round": state.round, "seat": state.first})
    state.revealed = False
    state.markers = [0] * len(state.markers)
    state.passed = 0
    state.played = 0
    state.to_move = state.first
    for unit in state.units:
        unit.acted = False
        unit.dial = NONE
        unit.commands = 0
        unit.remote = 0
        if unit.alive and unit.kind == Kind.MECH and unit.stance != Stance.SHUTDOWN:
            unit.commands = passive(state, unit, "command_generation") or 1
    state.stage = Stage.COMMAND


def issuers(state: State, seat: int) -> list[Unit]:
    """The mechs that still have a command to give; a mech that is shut down gives none.  [OP 4.15.1.shutdown]"""
    return [
        unit
        for unit in allies_of(state, seat)
        if unit.kind == Kind.MECH and unit.commands > 0 and unit.stance != Stance.SHUTDOWN
    ]


def listeners(state: State, seat: int, mechs: Sequence[Unit]) -> list[Unit]:
    """Drones that can take a command from one of these mechs and do something with it.  [OP 3.2.2.one_each]"""
    return [unit for unit in ready_drones(state, seat) if any(can_obey(state, unit, mech) for mech in mechs)]


async def command(table: Table, state: State) -> None:
    """Players take turns to issue one command each, beginning with the first player, until both stop.

    A player who can do nothing just now is passed over, and asked again when something has changed.

    [OP 3.2.2.alternate] [OP 3.2.3.end] [OP 3.2.2.issue]
    """
    drones, others = left_to_do(state, state.to_move)
    if not drones and not others:
        state.to_move = 1 - state.to_move
        drones, others = left_to_do(state, state.to_move)
        if not drones and not others:
            end(state)
            return
    seat = state.to_move

    def options() -> list[Option[tuple[str, int, str]]]:
        found = [Option("pass", ("pass", 0, ""), "OP 3.2.3.end", Text("option.no_command"))]
        for drone in drones:
            text = Text("option.command", named(state, drone))
            found.append(Option(f"command:{unit_key(drone)}", ("command", drone.id, ""), "OP 3.2.2.issue", text))
        return found + others

    def block() -> list[Blocked]:
        return without_command(state, seat, drones, issuers(state, seat)) + played_already(state, seat)

    kind, number, name = await table.ask(seat, Text("prompt.command"), OneOf(options, block))
    if kind == "pass":
        state.passed |= 1 << seat
    elif kind == "command":
        drone = state.units[number]
        able = [mech for mech in issuers(state, seat) if can_obey(state, drone, mech)]
        await issue(table, state, await choose_issuer(table, state, seat, able), drone)
    elif kind == "remote":
        await remote_fire(table, state, state.units[number], SLOT_NAMES.index(name))
    elif kind == "adjust":
        await adjust(table, state, state.units[number])
    else:
        await additional_command(table, state, seat)
    state.to_move = 1 - seat


def left_to_do(state: State, seat: int) -> tuple[list[Unit], list[Option[tuple[str, int, str]]]]:
    """The drones that a player can command, and what else it may do; nothing once it has passed.  [OP 3.2.3.end]"""
    if state.passed >> seat & 1:
        return [], []
    mechs = issuers(state, seat)
    return listeners(state, seat, mechs), besides(state, seat, mechs)


def besides(state: State, seat: int, mechs: Sequence[Unit]) -> list[Option[tuple[str, int, str]]]:
    """The other things a player may do instead of letting one of these mechs issue a command.

    [OP trait.adjustment] [OP card.instructions] [OP card.rws]
    """
    found = []
    if state.content.remote and mechs:
        for mech, slot, _ in stations(state, seat):
            text = Text("option.remote", {**named(state, mech), "part": SLOT_NAMES[slot]})
            key = f"command:{unit_key(mech)}/{SLOT_NAMES[slot]}"
            found.append(Option(key, ("remote", mech.id, SLOT_NAMES[slot]), "OP card.rws", text))
    for mech in mechs:
        if trait(state, mech) == "adjustment" and not mech.acted and weak_mechs(state, seat):
            text = Text("option.adjust", named(state, mech))
            found.append(Option(f"adjust:{unit_key(mech)}", ("adjust", mech.id, ""), "OP trait.adjustment", text))
    card = playable(state, seat, "additional_command")
    if card is not None and instructed(state, seat):
        found.append(option(card))
    return found


def stations(state: State, seat: int) -> list[tuple[Unit, int, Action]]:
    """The remote weapons that can fire now, each once in a round.  [OP card.rws]"""
    return [
        (mech, slot, action)
        for mech in allies_of(state, seat)
        if mech.kind == Kind.MECH and mech.stance != Stance.SHUTDOWN
        for slot, action in actions_of(state, mech)
        if action.has("rws")
        and slot < LOAD
        and not mech.remote >> slot & 1
        and why_impossible(state, mech, slot, action) is None
    ]


async def remote_fire(table: Table, state: State, mech: Unit, slot: int) -> None:
    """A command goes to a weapon of a mech, which fires at once.  [OP card.rws]"""
    action = next(action for one, place, action in stations(state, mech.seat) if one is mech and place == slot)
    issuer = await choose_issuer(table, state, mech.seat, issuers(state, mech.seat))
    issuer.commands -= 1
    mech.remote |= 1 << slot
    tell(table, state, "commanded", "OP card.rws", mech)
    await perform(table, state, mech, slot, action)


def weak_mechs(state: State, seat: int) -> list[Unit]:
    """Allied mechs that lack link."""
    return [
        ally
        for ally in allies_of(state, seat)
        if ally.kind == Kind.MECH and ally.link < state.content.pilots[ally.pilot].link
    ]


async def adjust(table: Table, state: State, mech: Unit) -> None:
    """Once a round, a pilot turns a command token into link for an ally.  [OP trait.adjustment]"""
    spend_command(table, state, mech, "OP trait.adjustment")
    mech.acted = True
    ally = await which(table, state, mech.seat, "prompt.ally", "OP trait.adjustment", weak_mechs(state, mech.seat))
    restore_link(table, state, ally, 1, "OP trait.adjustment")


def instructed(state: State, seat: int) -> list[Unit]:
    """Drones that can perform a command action now.  [OP card.instructions]"""
    return [
        unit
        for unit in allies_of(state, seat)
        if unit.kind == Kind.DRONE and any(place != MOVE for place in command_actions(state, unit))
    ]


async def additional_command(table: Table, state: State, seat: int) -> None:
    """A tactics card lets a drone perform one more command action, without a token.  [OP card.instructions]"""
    card = playable(state, seat, "additional_command")
    assert card is not None
    play(table, state, seat, card)
    drone = await which(table, state, seat, "prompt.ally", "OP card.instructions", instructed(state, seat))
    places = [place for place in command_actions(state, drone) if place != MOVE]
    await choose_order(table, state, drone, None, places)


async def choose_issuer(table: Table, state: State, seat: int, mechs: list[Unit]) -> Unit:
    """Choose the mech that gives the command.  [OP 3.2.2.issue]"""
    if len(mechs) == 1:
        return mechs[0]

    def options() -> list[Option[int]]:
        return [
            Option(f"by:{unit_key(m)}", n, "OP 3.2.2.issue", Text("option.by", named(state, m)))
            for n, m in enumerate(mechs)
        ]

    return mechs[await ask_midway(table, seat, Text("prompt.issuer"), OneOf(options))]


async def issue(table: Table, state: State, mech: Unit, drone: Unit) -> None:
    """A command token goes from the mech to the drone, which moves or performs one command action.

    [OP 3.2.2.issue] [OP 3.2.2.act]
    """
    mech.commands -= 1
    drone.command = True
    tell(table, state, "commanded", "OP 3.2.2.issue", drone)
    await obey(table, state, drone, mech)


def end(state: State) -> None:
    """End the phase: drones lose their tokens, mechs keep theirs for coordination.

    [OP 3.2.3.tokens] [OP 4.15.2.reserve]
    """
    for unit in state.units:
        unit.command = False
    state.stage = Stage.PLAN


async def coordinate(table: Table, state: State, mech: Unit, count: int) -> None:
    """Issue commands outside the command phase, each to a different drone.

    [OP 4.15.3.coordination] [OP 6.2.coordinate]
    """
    while count and may_go_on(state, mech) and mech.commands:
        drones = [drone for drone in ready_drones(state, mech.seat) if can_obey(state, drone, mech)]
        if not drones:
            return

        def options(drones: list[Unit] = drones) -> list[Option[int]]:
            found = [Option("pass", NONE, "OP 4.15.3.coordination", Text("option.no_command"))]
            for drone in drones:
                text = Text("option.command", named(state, drone))
                found.append(Option(f"command:{unit_key(drone)}", drone.id, "OP 4.15.3.coordination", text))
            return found

        def block(drones: list[Unit] = drones) -> list[Blocked]:
            return without_command(state, mech.seat, drones, [mech])

        number = await table.ask(mech.seat, Text("prompt.command"), OneOf(options, block))
        if number < 0:
            return
        await issue(table, state, mech, state.units[number])
        count -= 1
