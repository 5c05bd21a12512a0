"""The solo game: robot pilots see, move, act and fight by the robot guide (rulebook, "Solo mode").

A robot makes no decisions. Its cards, weapons and mines are drawn when they are needed, which comes to the same as
shuffling them first.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from muster.games.tiny_epic_mechs.cards.content import DIAGONAL_JUMP, KIND_IDS, Blow, Kind, Weapon, code, kind_of
from muster.games.tiny_epic_mechs.rules.actions import buy, can_pay, collect, restore, useful_energy
from muster.games.tiny_epic_mechs.rules.combat import may_power, sides, strike
from muster.games.tiny_epic_mechs.rules.devices import cannot, put_mine, put_turret, why_no_mine, why_no_turret
from muster.games.tiny_epic_mechs.rules.equipment import equip_robot
from muster.games.tiny_epic_mechs.rules.movement import enter
from muster.games.tiny_epic_mechs.rules.setup import zone_option
from muster.games.tiny_epic_mechs.state.questions import full_health, is_hostile, mine_supply, turret_supply
from muster.games.tiny_epic_mechs.state.state import NOBODY, Player, Stage, State, Status
from muster.geometry.squares import NORTH, NOWHERE
from muster.kernel.refusal import Refusal
from muster.kernel.requests import Table
from muster.kernel.text import Param, Text

MOST_ADVANCED = 4
"""The most advanced weapons a robot keeps.  [TEM solo.purchase_fallback]"""


async def begin_turn(table: Table, state: State) -> None:
    """Begin a robot's turn with the top card of its deck; its arrow does not matter.

    [TEM solo.deck] [TEM solo.ignore_arrow]
    """
    player = state.players[state.active]
    state.fought = False
    state.card = code(await draw_card(table, state, player), NORTH)
    state.stage = Stage.MOVE


async def draw_card(table: Table, state: State, player: Player) -> Kind:
    """Draw a card that this robot has not drawn in this round; if none is left, all are shuffled again."""
    left = cards_left(state, player)
    if not left:
        player.played = []
        left = cards_left(state, player)
    kind = left[(await table.draw("robot_program", [KIND_IDS[kind] for kind in left], 1))[0]]
    player.played.append(kind)
    if table.listening:
        table.tell("robot_card", "TEM solo.deck", {"seat": player.seat, "card": KIND_IDS[kind]})
    return kind


def cards_left(state: State, player: Player) -> list[Kind]:
    return [kind for kind in Kind for _ in range(state.content.copies[kind] - player.played.count(kind))]


# Seeing and moving


def can_enter(state: State, robot: Player, zone: int) -> bool:
    """Whether neither a wall nor the other robot is in the way.  [TEM solo.wall] [TEM solo.robot_blocked]"""
    return zone != NOWHERE and not any(
        other.robot and other.zone == zone for other in state.players if other is not robot
    )


class Way:
    """The direction in which a card leads a robot, or NOWHERE if even the way back is barred, and the reason."""

    __slots__ = ("direction", "reasons")

    def __init__(self, direction: int, reasons: list[Reason]) -> None:
        self.direction = direction
        self.reasons = reasons


Reason = tuple[str, str, dict[str, Param]]
"""The event that tells the reason: key, clause, and parameters besides the seat."""


def choose_way(state: State, robot: Player, kind: Kind) -> Way:
    """The direction a robot takes for a card that walks.

    It sees the zones ahead, to its left and to its right, and goes where it wants to; if it cannot it turns round.
    [TEM solo.wall] [TEM solo.robot_blocked]
    """
    walk = state.arena.walk
    way, reason = wanted_way(state, robot, kind)
    wanted = walk[way][robot.zone]
    if can_enter(state, robot, wanted):
        return Way(way, [reason])
    back = (robot.facing + 2) % 4
    reasons = [reason, what_bars(state, robot, wanted)]
    return Way(back if can_enter(state, robot, walk[back][robot.zone]) else NOWHERE, reasons)


def wanted_way(state: State, robot: Player, kind: Kind) -> tuple[int, Reason]:
    """The direction a robot wants: ahead to collect, to the highest value to deploy, to the lowest to buy or power up;
    ahead if the best value is there twice.

    [TEM solo.sees] [TEM solo.move_collect] [TEM solo.move_deploy] [TEM solo.move_buy] [TEM solo.value_tie]
    """
    ahead = robot.facing
    if kind == Kind.COLLECT:
        return ahead, ("robot_ahead", "TEM solo.move_collect", {})
    high = kind in (Kind.TURRET, Kind.MINE)
    walk = state.arena.walk
    seen = [way for way in (ahead, (ahead + 3) % 4, (ahead + 1) % 4) if walk[way][robot.zone] != NOWHERE]
    if not seen:
        return ahead, ("robot_ahead", "TEM solo.sees", {})
    values = [state.zones[walk[way][robot.zone]].value for way in seen]
    best = max(values) if high else min(values)
    if values.count(best) > 1:
        return ahead, ("robot_tie", "TEM solo.value_tie", {"value": best})
    reason: Reason = ("robot_highest", "TEM solo.move_deploy", {"value": best})
    if not high:
        reason = ("robot_lowest", "TEM solo.move_buy", {"value": best})
    return seen[values.index(best)], reason


def what_bars(state: State, robot: Player, zone: int) -> Reason:
    """The obstacle in a direction: a wall, or the other robot.  [TEM solo.wall] [TEM solo.robot_blocked]"""
    if zone == NOWHERE:
        return "robot_wall", "TEM solo.wall", {}
    other = next(other.seat for other in state.players if other.robot and other.zone == zone)
    return "robot_in_the_way", "TEM solo.robot_blocked", {"other": other}


def jump_target(state: State, robot: Player, kind: Kind) -> int:
    """The player's zone if it lies on a line of this jump, however far; else NOWHERE.

    [TEM solo.diagonal] [TEM solo.double]
    """
    target = state.players[0].zone
    column, row = state.arena.cells[robot.zone]
    there_column, there_row = state.arena.cells[target]
    across, down = abs(column - there_column), abs(row - there_row)
    on_line = across == down if kind == Kind.DIAGONAL_JUMP else across == 0 or down == 0
    return target if on_line and target != robot.zone else NOWHERE


async def move(table: Table, state: State) -> None:
    """Move a robot: it walks by what it sees, or jumps at the player. It faces the way it walked; a jump does not turn
    it.

    [TEM solo.sees]
    """
    robot = state.players[state.active]
    kind = kind_of(state.card)
    if kind >= DIAGONAL_JUMP:
        target = jump_target(state, robot, kind)
        clause = "TEM solo.diagonal" if kind == Kind.DIAGONAL_JUMP else "TEM solo.double"
        stays = "robot_no_diagonal" if kind == Kind.DIAGONAL_JUMP else "robot_no_line"
    else:
        target = walk(table, state, robot, kind)
        clause, stays = "TEM solo.sees", "robot_stays"
    if target == NOWHERE:
        if table.listening:
            table.tell(stays, clause, {"seat": robot.seat, "zone": state.arena.names[robot.zone]})
        state.stage = Stage.ACT
    else:
        enter(table, state, robot, target, clause)


def walk(table: Table, state: State, robot: Player, kind: Kind) -> int:
    """Turn a robot the way a card leads and tell the reason; returns the zone there."""
    way = choose_way(state, robot, kind)
    if table.listening:
        for key, clause, params in way.reasons:
            table.tell(key, clause, {"seat": robot.seat, **params})
    if way.direction == NOWHERE:
        robot.facing = (robot.facing + 2) % 4
        return NOWHERE
    robot.facing = way.direction
    return state.arena.walk[way.direction][robot.zone]


# Acting


async def act(table: Table, state: State) -> None:
    """Do the action of a card; a robot that cannot says why and collects. Jumps have no action.

    [TEM solo.collect] [TEM solo.deploy_fallback] [TEM solo.purchase_fallback] [TEM solo.power_fallback]
    """
    robot = state.players[state.active]
    kind = kind_of(state.card)
    state.stage = Stage.END_TURN
    if kind >= DIAGONAL_JUMP:
        return
    if kind in ACTIONS:
        why_not, do, fallback = ACTIONS[kind]
        reason = why_not(state, robot)
        if reason is None:
            await do(table, state, robot)
            return
        cannot(table, robot, Refusal(fallback, reason))
    collect(table, state, robot)


def why_not_mine(state: State, robot: Player) -> Text | None:
    """The reason why a robot lays no mine, or None: none left, too expensive, or the zone is taken.

    [TEM solo.deploy_fallback]
    """
    if not mine_supply(state, robot):
        return Text("cannot.no_mines")
    refusal = why_no_mine(state, robot)
    return None if refusal is None else refusal.reason


def why_not_turret(state: State, robot: Player) -> Text | None:
    """The reason why a robot sets up no turret, or None: none left, too expensive, or the zone is taken.

    [TEM solo.deploy_fallback]
    """
    if not turret_supply(state, robot):
        return Text("cannot.no_turrets")
    refusal = why_no_turret(state, robot)
    return None if refusal is None else refusal.reason


def why_not_purchase(state: State, robot: Player) -> Text | None:
    """The reason why a robot buys nothing, or None: four advanced weapons already, or all too expensive.

    [TEM solo.purchase_fallback]
    """
    if (robot.weapons & state.content.advanced_mask).bit_count() >= MOST_ADVANCED:
        return Text("cannot.weapons_enough", {"most": MOST_ADVANCED})
    return Text("cannot.nothing_affordable") if first_affordable(state, robot) is None else None


def why_not_power_up(state: State, robot: Player) -> Text | None:
    """The reason why a robot does not power up, or None: in the Mighty Mech, at full health, or without energy.

    [TEM solo.power_fallback]
    """
    if robot.status == Status.MECH:
        return Text("cannot.mech_power_up")
    if robot.health == full_health(state, robot):
        return Text("cannot.unhurt")
    return None if robot.energy else Text("cannot.no_energy")


async def deploy_mine(table: Table, state: State, robot: Player) -> None:
    """Lay a mine drawn unseen.  [TEM solo.deploy]"""
    supply = mine_supply(state, robot)
    drawn = await table.draw("robot_mine", [str(number) for number in supply], 1, secret=True)
    put_mine(table, state, robot, supply[drawn[0]], "TEM solo.deploy")


async def deploy_turret(table: Table, state: State, robot: Player) -> None:
    """Set up a turret in the robot's zone.  [TEM solo.deploy]"""
    put_turret(table, state, robot, "TEM solo.deploy")


def first_affordable(state: State, robot: Player) -> Weapon | None:
    """The first advanced weapon of the row that a robot can pay for.  [TEM solo.purchase]"""
    for number in state.row:
        weapon = state.content.weapons[number]
        if can_pay(robot, (weapon.energy, weapon.credits)):
            return weapon
    return None


async def purchase(table: Table, state: State, robot: Player) -> None:
    """Buy that weapon and equip it.  [TEM solo.purchase]"""
    weapon = first_affordable(state, robot)
    assert weapon is not None
    await buy(table, state, robot, weapon)
    await equip_robot(table, state, robot)


async def power_up(table: Table, state: State, robot: Player) -> None:
    """Restore health with as much energy as the robot has and needs.  [TEM solo.power_up]"""
    restore(table, state, robot, useful_energy(state, robot))


WhyNot = Callable[[State, Player], Text | None]
Do = Callable[[Table, State, Player], Coroutine[Any, Any, None]]
ACTIONS: dict[Kind, tuple[WhyNot, Do, str]] = {
    Kind.MINE: (why_not_mine, deploy_mine, "TEM solo.deploy_fallback"),
    Kind.TURRET: (why_not_turret, deploy_turret, "TEM solo.deploy_fallback"),
    Kind.PURCHASE: (why_not_purchase, purchase, "TEM solo.purchase_fallback"),
    Kind.POWER_UP: (why_not_power_up, power_up, "TEM solo.power_fallback"),
}
"""For each kind of card: the reason against a robot's action, the action, and the clause for collecting instead."""


# Fighting


async def fight(table: Table, state: State) -> None:
    """Play a robot's blow: the top card of its weapons, as a power attack after a jump or to counter. A robot never
    retreats; it shuffles its weapons again.

    [TEM solo.combat_deck] [TEM solo.never_retreats] [TEM solo.counter] [TEM solo.jump_power]
    [TEM solo.mech_unarmed]
    """
    combat = state.combat
    assert combat is not None
    side, enemy = sides(combat)
    robot = state.players[side.seat]
    if not robot.equipped:
        # In the Mech with basic weapons only: nothing to strike with, and nothing that could be countered.
        combat.turn, combat.last = enemy.seat, NOBODY
        if table.listening:
            table.tell("robot_unarmed", "TEM solo.mech_unarmed", {"seat": robot.seat})
        return
    ready = robot.equipped & ~robot.exhausted
    if not ready:
        robot.exhausted = 0
        ready = robot.equipped
        if table.listening:
            table.tell("robot_reshuffles", "TEM solo.never_retreats", {"seat": robot.seat})
    weapons = state.content.in_mask(ready)
    weapon = weapons[(await table.draw("robot_weapon", [weapon.id for weapon in weapons], 1))[0]]
    await strike(table, state, combat, side, enemy, Blow(weapon.number, may_power(state, combat, side, weapon)))


# Coming back


async def return_to_base(table: Table, state: State, robot: Player) -> None:
    """Put a robot back on its base at full health; it never loses its armor.

    [TEM solo.ko_return] [TEM solo.ko_keeps_armor]
    """
    if not robot.equipped & state.content.basic_mask:
        # Out of the Mech: basic weapons can be carried again.  [TEM solo.equip]
        await equip_robot(table, state, robot)
    robot.health = full_health(state, robot)
    robot.zone = robot.base
    robot.facing = NORTH
    for way in range(4):
        if state.players[0].zone == state.arena.walk[way][robot.base]:
            # The player stands next to the base: look at them.  [TEM solo.ko_facing]
            robot.facing = way
    if not is_clear(state, robot, robot.base):
        await leave_base(table, state, robot)
    if table.listening:
        table.tell("respawned", "TEM solo.ko_return", {"seat": robot.seat, "zone": state.arena.names[robot.zone]})


async def leave_base(table: Table, state: State, robot: Player) -> None:
    """Walk a robot on by cards from a base that is taken, until a zone is clear; jump cards do not move it. If its
    whole deck leads to none, the player puts it into one of the closest.

    [TEM solo.ko_occupied]
    """
    if table.listening:
        params: dict[str, Param] = {"seat": robot.seat, "zone": state.arena.names[robot.base]}
        table.tell("robot_base_held", "TEM solo.ko_occupied", params)
    for _ in range(sum(state.content.copies)):
        kind = await draw_card(table, state, robot)
        target = NOWHERE if kind >= DIAGONAL_JUMP else walk(table, state, robot, kind)
        if target != NOWHERE:
            robot.zone = target
        if is_clear(state, robot, robot.zone):
            return
    zones = nearest_clear(state, robot)
    options = [zone_option(state, zone, "TEM solo.ko_occupied") for zone in zones]
    robot.zone = await table.ask_small(0, Text("prompt.robot_zone", {"seat": robot.seat}), options)


def is_clear(state: State, robot: Player, zone: int) -> bool:
    """Whether a zone holds nobody else and no enemy device."""
    return not is_hostile(state, robot, zone) and can_enter(state, robot, zone)


def nearest_clear(state: State, robot: Player) -> list[int]:
    """The clear zones closest to a robot's base."""
    steps = state.arena.distance[robot.base]
    clear = [zone for zone in range(state.arena.size) if is_clear(state, robot, zone)]
    closest = min(steps[zone] for zone in clear)
    return [zone for zone in clear if steps[zone] == closest]
