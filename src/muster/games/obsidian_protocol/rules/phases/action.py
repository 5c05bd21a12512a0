"""Action phase (rulebook 3.4): who acts when, stances, reboot, ticks, maneuver, actions, end of an opportunity."""

from __future__ import annotations

from typing import Final

from muster.games.obsidian_protocol.cards.content import Action, Choice
from muster.games.obsidian_protocol.cards.kinds import STANCE_NAMES, Kind, Slot, Stance, Type
from muster.games.obsidian_protocol.rules.actions.available import (
    action_name,
    every_action,
    helpers_near,
    must_fit,
    why_unavailable,
)
from muster.games.obsidian_protocol.rules.actions.performing import pay, perform
from muster.games.obsidian_protocol.rules.asking import STANCES, ask_unit, which
from muster.games.obsidian_protocol.rules.attack.damage import restore_link
from muster.games.obsidian_protocol.rules.attack.riposte import strike_back
from muster.games.obsidian_protocol.rules.mission.tactics_cards import (
    for_opportunity,
    offered,
    option,
    play,
    play_in_opportunity,
    playable,
)
from muster.games.obsidian_protocol.rules.mission.tasks import pick_up
from muster.games.obsidian_protocol.rules.movement.entering import note_movement
from muster.games.obsidian_protocol.rules.movement.modes import maneuver_ways
from muster.games.obsidian_protocol.rules.movement.moving import move
from muster.games.obsidian_protocol.rules.naming import named, tell
from muster.games.obsidian_protocol.rules.phases.command import coordinate
from muster.games.obsidian_protocol.rules.phases.reasons import of_lost_parts, played_already, shut_down
from muster.games.obsidian_protocol.rules.subjects import Acting
from muster.games.obsidian_protocol.rules.validity import may_go_on
from muster.games.obsidian_protocol.rules.warfare.stealth import is_heard, make_noise
from muster.games.obsidian_protocol.state.sheet import (
    is_immobilized,
    moves_silently,
    passive,
    slot_name,
    trait,
)
from muster.games.obsidian_protocol.state.state import Stage, State, Turn
from muster.games.obsidian_protocol.state.unit import NOBODY, NONE, Unit
from muster.kernel.requests import Table
from muster.kernel.spaces import Blocked, OneOf, Option
from muster.kernel.text import Text


def initiative(state: State, unit: Unit) -> int:
    return state.content.pilots[unit.pilot].initiative[unit.dial]


def turn_of(state: State, unit: Unit) -> tuple[int, int]:
    """The order of a mech in the phase: timing, then initiative.  [OP 3.4.1.timing] [OP 3.4.1.initiative]"""
    return unit.dial, initiative(state, unit)


def next_in_line(state: State) -> list[Unit]:
    """The mechs that may act next: by timing, then initiative; ties alternate, the first player's mech first.

    [OP 3.4.1.timing] [OP 3.4.1.initiative] [OP 3.4.1.tie]
    """
    mechs = [u for u in state.units if u.kind == Kind.MECH and u.deployed and u.dial != NONE]
    ready = [unit for unit in mechs if unit.alive and not unit.acted]
    if not ready:
        return []
    line: list[Unit] = []
    best = turn_of(state, ready[0])
    for unit in ready:
        turn = turn_of(state, unit)
        if turn < best:
            best, line = turn, []
        if turn == best:
            line.append(unit)
    level = [unit for unit in mechs if unit.acted and turn_of(state, unit) == best]
    lead = sum([1 if unit.seat == state.first else -1 for unit in level])
    seat = state.first if lead <= 0 else 1 - state.first
    return [unit for unit in line if unit.seat == seat] or line


async def next_mech(table: Table, state: State) -> None:
    """Begin the next opportunity; a player with several mechs that are equal chooses which goes first.

    [OP 3.4.1.tie]
    """
    line = next_in_line(state)
    if not line:
        state.active = NONE
        for other in state.units:
            other.acted = False
        state.to_move = state.first
        state.stage = Stage.AUTOMATIC
        return
    unit = await which(table, state, line[0].seat, "prompt.who", "OP 3.4.1.tie", line, midway=False)
    state.active = unit.id
    state.turn = new_turn(state, unit)
    state.stage = Stage.STANCE


def new_turn(state: State, unit: Unit) -> Turn:
    """The ticks of an opportunity.  [OP 3.4.5.ticks] [OP card.sustained_fire] [OP card.artillery_mode]"""
    turn = Turn()
    if unit.stance != Stance.SHUTDOWN:
        if unit.dial == Type.FIRING and passive(state, unit, "sustained_fire"):
            turn.extra_firing += 1
        if passive(state, unit, "artillery_mode"):
            turn.extra_firing += 1
    return turn


async def choose_stance(table: Table, state: State) -> None:
    """The active mech may change its stance; if it is shut down it may only reboot, and need not.

    [OP 3.4.2.choose] [OP 3.4.2.shutdown] [OP 4.1.1.reboot] [OP 3.4.4.forfeit] [OP card.attack_mode]
    """
    unit = state.units[state.active]
    if unit.stance == Stance.SHUTDOWN:
        name = named(state, unit)
        prompt, stay = Text("prompt.stance", name), Option("end", NONE, "OP 3.4.4.forfeit", Text("option.end", name))
        stance = await table.ask(unit.seat, prompt, OneOf(lambda: (*STANCES, stay), lambda: shut_down(state, unit)))
        if stance == NONE:
            state.stage = Stage.END_OPPORTUNITY
            return
        unit.stance = stance
        restore_link(table, state, unit, 1, "OP 4.1.1.reboot")
        tell(table, state, "rebooted", "OP 4.1.1.reboot", unit, stance=STANCE_NAMES[unit.stance])
        state.turn = Turn(maneuver=0, action=1, timed=True)
        state.stage = Stage.ACT
        return
    stance = await table.ask(unit.seat, Text("prompt.stance", named(state, unit)), OneOf(lambda: STANCES))
    if stance != unit.stance:
        unit.stance = stance
        tell(table, state, "stance_taken", "OP 3.4.2.choose", unit, stance=STANCE_NAMES[stance])
    if stance == Stance.OFFENSIVE and passive(state, unit, "attack_mode"):
        state.turn.action += 1
        tell(table, state, "tick_gained", "OP card.attack_mode", unit)
    state.stage = Stage.ACT


# The choice of what to do


def why_no_maneuver(state: State, unit: Unit) -> tuple[str, str] | None:
    """Why a mech cannot maneuver now, or None.  [OP 3.4.5.order] [OP 4.1.1.reboot] [OP 6.3.2.immobilized]"""
    if state.turn.timed:
        return "OP 4.1.1.reboot", "refuse.rebooted"
    if not state.turn.maneuver:
        return "OP 3.4.5.order", "refuse.maneuver"
    if is_immobilized(unit):
        return "OP 6.3.2.immobilized", "refuse.immobilized"
    return None


def tick_price(state: State, unit: Unit) -> bool:
    """Whether a mech may turn link into ticks: before anything else, and never with the last point.

    [OP card.overload] [OP trait.pest_control] [OP 4.10.last]
    """
    turn = state.turn
    if turn.started or turn.moved or turn.timed or unit.link < 2:
        return False
    most = passive(state, unit, "overload")
    if trait(state, unit) == "pest_control" and unit.stance == Stance.OFFENSIVE:
        most += 1
    return turn.overloads < most


def choices(state: State, unit: Unit) -> list[Option[Choice]]:
    """Everything the active mech may do now.  [OP 3.4.3.actions]"""
    found = [Option("end", END, "OP 3.4.4.forfeit", Text("option.end", named(state, unit)))]
    if why_no_maneuver(state, unit) is None:
        found.append(MANEUVER)
    if tick_price(state, unit):
        found.append(OVERLOAD)
    found += [option(card) for card in for_opportunity(state, unit)]
    strict = must_fit(state, unit)
    for slot, action in every_action(state, unit):
        if strict and action.type != unit.dial and not action.flexible:
            continue
        if why_unavailable(state, unit, slot, action) is None:
            found.append(act_option(slot, action))
    return found


END: Final[Choice] = ("end", 0, "")
MANEUVER: Final[Option[Choice]] = Option("maneuver", ("maneuver", 0, ""), "OP 3.4.3.maneuver", Text("option.maneuver"))
OVERLOAD: Final[Option[Choice]] = Option("overload", ("overload", 0, ""), "OP card.overload", Text("option.overload"))


def act_option(slot: int, action: Action) -> Option[Choice]:
    """An action of a part as an option; each is made once."""
    found = action.options.get(slot)
    if found is None:
        text = Text("option.act", {"action": action.key, "part": slot_name(slot)})
        found = Option(f"act:{action_name(slot, action)}", ("act", slot, action.id), "OP 3.4.3.actions", text)
        action.options[slot] = found
    return found


def blocked(state: State, unit: Unit) -> list[Blocked]:
    """Refusals: everything the mech may not do, each with its clause."""
    missing = []
    reason = why_no_maneuver(state, unit)
    if reason is not None:
        missing.append(Blocked("maneuver", reason[0], Text(reason[1], named(state, unit))))
    for slot, action in every_action(state, unit):
        why = why_unavailable(state, unit, slot, action)
        if why is not None:
            missing.append(Blocked(f"act:{action_name(slot, action)}", why[0], Text(why[1], named(state, unit))))
    missing += of_lost_parts(state, unit)
    return missing + played_already(state, unit.seat)


async def act(table: Table, state: State) -> None:
    """Maneuver, perform an action or end the opportunity, until nothing is left to do.

    [OP 3.4.3.actions] [OP 3.4.4.forfeit] [OP 5.4.2.play]
    """
    unit = state.units[state.active]
    turn = state.turn
    spent = not (turn.maneuver or turn.action or turn.extra or turn.extra_firing)
    over = not unit.alive or turn.ended or unit.stance == Stance.SHUTDOWN
    if over or (spent and not for_opportunity(state, unit)):
        state.stage = Stage.END_OPPORTUNITY
        return
    kind, slot, name = await table.ask(
        unit.seat,
        Text("prompt.act", named(state, unit)),
        OneOf(lambda: choices(state, unit), lambda: blocked(state, unit)),
        subject=Acting(unit.id),
        closing=True,
    )
    if kind == "end":
        state.stage = Stage.END_OPPORTUNITY
    elif kind == "maneuver":
        await maneuver(table, state, unit)
    elif kind == "tactic":
        await play_in_opportunity(table, state, unit.seat, state.content.tactics[slot])
    elif kind == "overload":
        unit.link -= 1
        turn.overloads += 1
        turn.action += 1
        tell(table, state, "overloaded", "OP card.overload", unit, link=unit.link)
    else:
        for its_slot, action in every_action(state, unit):
            if its_slot == slot and action.id == name:
                pay(state, unit, slot, action)
                await perform(table, state, unit, slot, action)
                if action.has("grant_opportunity"):
                    await grant_opportunity(table, state, unit, action.range)
                count = action.plain.get("coordinate", 0)
                if action.type == Type.MELEE:
                    count += passive(state, unit, "melee_synergy")
                if count and not turn.ended:
                    await coordinate(table, state, unit, count)
                break


async def grant_opportunity(table: Table, state: State, unit: Unit, reach: int) -> None:
    """Another mech pays a point of link and acts at once, on its own dial; it keeps its usual opportunity.

    [OP card.grant_opportunity] [OP 4.10.last]
    """
    if not may_go_on(state, unit) or not helpers_near(state, unit, reach):
        return
    ally = await ask_unit(
        table, state, unit.seat, "prompt.ally", "OP card.grant_opportunity", lambda: helpers_near(state, unit, reach)
    )
    assert ally is not None
    ally.link -= 1
    tell(table, state, "opportunity_granted", "OP card.grant_opportunity", ally, link=ally.link)
    turn = state.turn
    state.active = ally.id
    state.turn = new_turn(state, ally)
    await choose_stance(table, state)
    while state.stage == Stage.ACT and state.winner == NOBODY:
        await act(table, state)
        await strike_back(table, state)
    await close(table, state, ally)
    state.active = unit.id
    state.turn = turn
    state.stage = Stage.ACT


async def maneuver(table: Table, state: State, unit: Unit) -> None:
    """Move with the maneuver value of the chassis, perhaps through the air.

    [OP 3.4.3.maneuver] [OP 4.12.3.noise] [OP 6.2.silence] [OP card.flying_maneuver]
    """
    note_movement(state, unit)
    state.turn.maneuver = 0
    silent = moves_silently(state, unit, Slot.CHASSIS) and not is_heard(state, unit)
    await move(table, state, unit, maneuver_ways(state, unit))
    await make_noise(table, state, unit, silent)


async def hit_and_run(table: Table, state: State, unit: Unit) -> None:
    """A tactics card lets a mech maneuver when its opportunity ends.  [OP card.hit_and_run]"""
    card = playable(state, unit.seat, "hit_and_run")
    able = unit.stance != Stance.SHUTDOWN and not is_immobilized(unit)
    if card is not None and able and await offered(table, state, unit.seat, card):
        play(table, state, unit.seat, card)
        await maneuver(table, state, unit)


async def close(table: Table, state: State, unit: Unit) -> None:
    """Close an opportunity: boxes in the grid are picked up, and drones may get commands.

    [OP 5.3.1.automatic] [OP card.distributed] [OP card.hit_and_run]
    """
    if not unit.alive or state.winner != NOBODY:
        return
    await hit_and_run(table, state, unit)
    if state.boxes:
        await pick_up(table, state, unit, passing=False)
    await coordinate(table, state, unit, passive(state, unit, "distributed_collaboration"))


async def end_opportunity(table: Table, state: State) -> None:
    """The active mech has acted, and the next is due.  [OP 3.4.4.forfeit]"""
    unit = state.units[state.active]
    unit.acted = True
    await close(table, state, unit)
    state.active = NONE
    state.stage = Stage.NEXT_MECH
