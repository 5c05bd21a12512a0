"""The solo game: robot pilots, who see, move, act and fight by the robot guide (rulebook, "Solo mode").

A robot makes no decisions. Its cards, weapons and mines are drawn when they are needed, which is the same as
shuffling them before.
"""

from __future__ import annotations

from muster.games.tiny_epic_mechs.actions import buy, can_pay, collect, restore, useful_energy
from muster.games.tiny_epic_mechs.combat import may_power, sides, strike
from muster.games.tiny_epic_mechs.content import KIND_IDS, Blow, code, kind_of
from muster.games.tiny_epic_mechs.devices import tell_deployed, why_no_mine, why_no_turret
from muster.games.tiny_epic_mechs.equipment import equip_robot
from muster.games.tiny_epic_mechs.movement import enter
from muster.games.tiny_epic_mechs.questions import (
    device,
    full_health,
    is_hostile,
    mine_supply,
    turret_supply,
)
from muster.games.tiny_epic_mechs.state import TURRET, Kind, Player, Stage, State, Status
from muster.geometry.squares import NORTH, NOWHERE
from muster.kernel.requests import Table

MOST_ADVANCED = 4
"""Advanced weapons a robot keeps.  [TEM solo.purchase_fallback]"""


async def begin_turn(table: Table, state: State) -> None:
    """The top card of the robot's deck; its arrow does not matter.  [TEM solo.deck] [TEM solo.ignore_arrow]"""
    player = state.players[state.active]
    state.fought = False
    state.card = code(await draw_card(table, state, player), NORTH)
    state.stage = Stage.MOVE


async def draw_card(table: Table, state: State, player: Player) -> Kind:
    """A card that this robot has not drawn in this round; when none is left all are shuffled again."""
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
    """Neither a wall nor the other robot is in the way.  [TEM solo.wall] [TEM solo.robot_blocked]"""
    return zone != NOWHERE and not any(
        other.robot and other.zone == zone for other in state.players if other is not robot
    )


def choose_way(state: State, robot: Player, kind: Kind) -> int:
    """The direction a robot takes for a card that walks, or NOWHERE when even the way back is barred.

    It sees the zones ahead, to its left and to its right. Collecting leads ahead, deploying to the highest value,
    buying and powering up to the lowest; when the best value stands there twice, always ahead. If it cannot go where
    that leads it turns round. [TEM solo.sees] [TEM solo.move_collect] [TEM solo.move_deploy] [TEM solo.move_buy]
    [TEM solo.value_tie] [TEM solo.wall] [TEM solo.robot_blocked]
    """
    ahead, left, right, back = robot.facing, (robot.facing + 3) % 4, (robot.facing + 1) % 4, (robot.facing + 2) % 4
    walk = state.arena.walk
    way = ahead
    if kind != Kind.COLLECT:
        sign = 1 if kind in (Kind.TURRET, Kind.MINE) else -1
        seen = [side for side in (ahead, left, right) if walk[side][robot.zone] != NOWHERE]
        values = [sign * state.zones[walk[side][robot.zone]].value for side in seen]
        if values and values.count(max(values)) == 1:
            way = seen[values.index(max(values))]
    for chosen in (way, back):
        if can_enter(state, robot, walk[chosen][robot.zone]):
            return chosen
    return NOWHERE


def jump_target(state: State, robot: Player, kind: Kind) -> int:
    """The player's zone if it lies on a line of this jump, however far, else NOWHERE.

    [TEM solo.diagonal] [TEM solo.double]
    """
    target = state.players[0].zone
    column, row = state.arena.cells[robot.zone]
    there_column, there_row = state.arena.cells[target]
    across, down = abs(column - there_column), abs(row - there_row)
    on_line = across == down if kind == Kind.DIAGONAL_JUMP else across == 0 or down == 0
    return target if on_line and target != robot.zone else NOWHERE


async def move(table: Table, state: State) -> None:
    """A robot walks by what it sees, or jumps at the player. It faces where it walked; a jump does not turn it.

    [TEM solo.sees]
    """
    robot = state.players[state.active]
    kind = kind_of(state.card)
    if kind in (Kind.DIAGONAL_JUMP, Kind.DOUBLE_JUMP):
        target = jump_target(state, robot, kind)
        clause = "TEM solo.diagonal" if kind == Kind.DIAGONAL_JUMP else "TEM solo.double"
    else:
        target = walk(state, robot, kind)
        clause = "TEM solo.sees"
    if target == NOWHERE:
        if table.listening:
            table.tell("robot_stays", clause, {"seat": robot.seat, "zone": state.arena.names[robot.zone]})
        state.stage = Stage.ACT
    else:
        enter(table, state, robot, target, clause)


def walk(state: State, robot: Player, kind: Kind) -> int:
    """Turn towards where a card leads; the zone there."""
    way = choose_way(state, robot, kind)
    if way == NOWHERE:
        robot.facing = (robot.facing + 2) % 4
        return NOWHERE
    robot.facing = way
    return state.arena.walk[way][robot.zone]


# Acting


async def act(table: Table, state: State) -> None:
    """The action of the card, or collecting when it cannot be done; jumps have none.  [TEM solo.collect]"""
    robot = state.players[state.active]
    kind = kind_of(state.card)
    state.stage = Stage.END_TURN
    if kind == Kind.MINE:
        done = await deploy_mine(table, state, robot)
    elif kind == Kind.TURRET:
        done = deploy_turret(table, state, robot)
    elif kind == Kind.PURCHASE:
        done = await purchase(table, state, robot)
    elif kind == Kind.POWER_UP:
        done = power_up(table, state, robot)
    else:
        done = kind != Kind.COLLECT
    if not done:
        collect(table, state, robot)


async def deploy_mine(table: Table, state: State, robot: Player) -> bool:
    """A mine drawn unseen, if there is one and it can be paid and laid.

    [TEM solo.deploy] [TEM solo.deploy_fallback]
    """
    supply = mine_supply(state, robot)
    if not supply or why_no_mine(state, robot) is not None:
        return False
    robot.credits -= state.zones[robot.zone].value
    drawn = await table.draw("robot_mine", [str(number) for number in supply], 1, secret=True)
    state.devices[robot.zone] = device(robot.seat, supply[drawn[0]])
    tell_deployed(table, state, robot, "mine_laid", "TEM solo.deploy")
    return True


def deploy_turret(table: Table, state: State, robot: Player) -> bool:
    """A turret, if there is one and it can be paid and set up.  [TEM solo.deploy] [TEM solo.deploy_fallback]"""
    if not turret_supply(state, robot) or why_no_turret(state, robot) is not None:
        return False
    robot.energy -= state.zones[robot.zone].value
    state.devices[robot.zone] = device(robot.seat, TURRET)
    tell_deployed(table, state, robot, "turret_deployed", "TEM solo.deploy")
    return True


async def purchase(table: Table, state: State, robot: Player) -> bool:
    """The first advanced weapon of the row that it can pay, up to four in all.

    [TEM solo.purchase] [TEM solo.purchase_fallback]
    """
    content = state.content
    if (robot.weapons & content.advanced_mask).bit_count() >= MOST_ADVANCED:
        return False
    for number in state.row:
        weapon = content.weapons[number]
        if can_pay(robot, (weapon.energy, weapon.credits)):
            await buy(table, state, robot, weapon)
            await equip_robot(table, state, robot)
            return True
    return False


def power_up(table: Table, state: State, robot: Player) -> bool:
    """As much energy as it has and needs; never in the Mighty Mech.  [TEM solo.power_up] [TEM solo.power_fallback]"""
    if robot.status == Status.MECH or not useful_energy(state, robot):
        return False
    restore(table, state, robot, useful_energy(state, robot))
    return True


# Fighting


async def fight(table: Table, state: State) -> None:
    """The top card of its weapons; by its power line after a jump or as a counter. It never retreats but shuffles
    again.

    [TEM solo.combat_deck] [TEM solo.never_retreats] [TEM solo.counter] [TEM solo.jump_power]
    """
    combat = state.combat
    assert combat is not None
    side, enemy = sides(combat)
    robot = state.players[side.seat]
    ready = robot.equipped & ~robot.exhausted
    if not ready:
        robot.exhausted = 0
        ready = robot.equipped
        if table.listening:
            table.tell("robot_reshuffles", "TEM solo.never_retreats", {"seat": robot.seat})
    weapons = state.content.in_mask(ready)
    weapon = weapons[(await table.draw("robot_weapon", [weapon.id for weapon in weapons], 1))[0]]
    await strike(table, state, combat, side, enemy, Blow(weapon.number, may_power(state, combat, side, weapon), False))


# Coming back


async def return_to_base(table: Table, state: State, robot: Player) -> None:
    """A robot never loses its armor: it stands on its base again at full health.

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
    draws = 0
    while not is_clear(state, robot, robot.zone):
        # The base is taken: walk on by cards from there.  [TEM solo.ko_occupied]
        draws += 1
        if draws > sum(state.content.copies):
            robot.zone = nearest_clear(state, robot)
            break
        kind = await draw_card(table, state, robot)
        target = walk(state, robot, kind) if kind not in (Kind.DIAGONAL_JUMP, Kind.DOUBLE_JUMP) else NOWHERE
        if target != NOWHERE:
            robot.zone = target
    if table.listening:
        table.tell("respawned", "TEM solo.ko_return", {"seat": robot.seat, "zone": state.arena.names[robot.zone]})


def is_clear(state: State, robot: Player, zone: int) -> bool:
    """Nobody else and no enemy device in a zone."""
    return not is_hostile(state, robot, zone) and can_enter(state, robot, zone)


def nearest_clear(state: State, robot: Player) -> int:
    """Where a robot ends that its whole deck has not led to a clear zone: the first of those closest to its base."""
    steps = state.arena.distance[robot.base]
    return min((zone for zone in range(state.arena.size) if is_clear(state, robot, zone)), key=lambda zone: steps[zone])
