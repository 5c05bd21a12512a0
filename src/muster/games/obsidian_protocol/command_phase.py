"""Command phase (rulebook 3.2, 4.15): tokens are generated and issued in turn; a drone that gets one acts at once."""

from __future__ import annotations

from muster.games.obsidian_protocol.available import ready_drones
from muster.games.obsidian_protocol.content import Kind, Stance
from muster.games.obsidian_protocol.drones import obey, orders
from muster.games.obsidian_protocol.position import allies_of
from muster.games.obsidian_protocol.sheet import passive
from muster.games.obsidian_protocol.state import Stage, State, Unit
from muster.games.obsidian_protocol.telling import tell, unit_key
from muster.kernel.requests import Table
from muster.kernel.spaces import OneOf, Option
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
    state.to_move = state.first
    for unit in state.units:
        unit.acted = False
        unit.command = False
        unit.dial = -1
        unit.commands = 0
        if unit.alive and unit.kind == Kind.MECH and unit.stance != Stance.SHUTDOWN:
            unit.commands = passive(state, unit, "command_generation") or 1
    state.stage = Stage.COMMAND


def issuers(state: State, seat: int) -> list[Unit]:
    """Mechs that still have a command to give."""
    return [unit for unit in allies_of(state, seat) if unit.kind == Kind.MECH and unit.commands > 0]


def listeners(state: State, seat: int) -> list[Unit]:
    """Drones that can take a command and do something with it.  [OP 3.2.2.one_each]"""
    mechs = issuers(state, seat)
    return [unit for unit in ready_drones(state, seat) if any(orders(state, unit, mech) for mech in mechs)]


async def command(table: Table, state: State) -> None:
    """Players issue one command each in turn, from the first player on, until both stop.

    [OP 3.2.2.alternate] [OP 3.2.3.end] [OP 3.2.2.issue]
    """
    seat = state.to_move
    mechs, drones = issuers(state, seat), listeners(state, seat)
    if state.passed >> seat & 1 or not mechs or not drones:
        state.passed |= 1 << seat
    else:

        def options() -> list[Option[int]]:
            found = [Option("pass", -1, "OP 3.2.3.end", Text("option.no_command"))]
            for drone in drones:
                text = Text("option.command", {"unit": unit_key(drone), "drone": state.content.units[drone.card].id})
                found.append(Option(f"command:{unit_key(drone)}", drone.id, "OP 3.2.2.issue", text))
            return found

        number = await table.ask(seat, Text("prompt.command"), OneOf(options))
        if number < 0:
            state.passed |= 1 << seat
        else:
            drone = state.units[number]
            able = [mech for mech in mechs if orders(state, drone, mech)]
            await issue(table, state, await choose_issuer(table, seat, able), drone)
    if state.passed == 3:
        end(state)
    else:
        state.to_move = 1 - seat


async def choose_issuer(table: Table, seat: int, mechs: list[Unit]) -> Unit:
    """Which mech gives the command.  [OP 3.2.2.issue]"""
    if len(mechs) == 1:
        return mechs[0]

    def options() -> list[Option[int]]:
        return [
            Option(f"by:{unit_key(m)}", n, "OP 3.2.2.issue", Text("option.by", {"unit": unit_key(m)}))
            for n, m in enumerate(mechs)
        ]

    return mechs[await table.ask(seat, Text("prompt.issuer"), OneOf(options))]


async def issue(table: Table, state: State, mech: Unit, drone: Unit) -> None:
    """A token goes from the mech to the drone, and the drone moves or performs one command action.

    [OP 3.2.2.issue] [OP 3.2.2.act]
    """
    mech.commands -= 1
    drone.command = True
    tell(table, state, "commanded", "OP 3.2.2.issue", drone)
    await obey(table, state, drone, mech)


def end(state: State) -> None:
    """The tokens of the drones go; mechs keep theirs for coordination.  [OP 3.2.3.tokens] [OP 4.15.2.reserve]"""
    for unit in state.units:
        unit.command = False
    state.stage = Stage.PLAN


async def coordinate(table: Table, state: State, mech: Unit, count: int) -> None:
    """Commands outside the command phase, to different drones.  [OP 4.15.3.coordination]"""
    while count and mech.alive and mech.commands:
        drones = [drone for drone in ready_drones(state, mech.seat) if orders(state, drone, mech)]
        if not drones:
            return

        def options(drones: list[Unit] = drones) -> list[Option[int]]:
            found = [Option("pass", -1, "OP 4.15.3.coordination", Text("option.no_command"))]
            for drone in drones:
                text = Text("option.command", {"unit": unit_key(drone), "drone": state.content.units[drone.card].id})
                found.append(Option(f"command:{unit_key(drone)}", drone.id, "OP 4.15.3.coordination", text))
            return found

        number = await table.ask(mech.seat, Text("prompt.command"), OneOf(options))
        if number < 0:
            return
        await issue(table, state, mech, state.units[number])
        count -= 1
