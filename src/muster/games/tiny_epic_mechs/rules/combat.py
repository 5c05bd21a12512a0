"""Combat: blow by blow until somebody retreats or is knocked out (rulebook, "Combat").

Each blow is one pass of the stage, so a match can be forked before every blow.
"""

from __future__ import annotations

from muster.games.tiny_epic_mechs.cards.content import Blow, Line, Weapon
from muster.games.tiny_epic_mechs.rules.abilities import (
    combat_protection,
    extra_damage,
    magazine_cost,
    on_starting_combat,
    riposte_cost,
)
from muster.games.tiny_epic_mechs.rules.changes import award, hurt, pay
from muster.games.tiny_epic_mechs.rules.devices import set_off
from muster.games.tiny_epic_mechs.rules.effects import after_damage, paid_damage
from muster.games.tiny_epic_mechs.rules.mech import may_board
from muster.games.tiny_epic_mechs.rules.setup import zone_key, zone_option
from muster.games.tiny_epic_mechs.rules.tactical import enter_tactical_mode
from muster.games.tiny_epic_mechs.state.questions import (
    device_number,
    enemy_device_in,
    enemy_in,
    is_hostile,
    nearest_refuges,
)
from muster.games.tiny_epic_mechs.state.state import NOBODY, TURRET, Combat, Player, Side, Stage, State
from muster.geometry.squares import NORTH
from muster.kernel.requests import Table
from muster.kernel.spaces import Blocked, OneOf, Option
from muster.kernel.text import Param, Text


async def fight(table: Table, state: State) -> None:
    """Play one blow of the combat in the active player's zone.  [TEM combat.alternate]"""
    combat = state.combat
    assert combat is not None
    side, enemy = sides(combat)
    player = state.players[side.seat]
    if player.equipped & ~player.exhausted:
        space = OneOf(lambda: blows(state, combat, player), lambda: no_blows(state, combat, player))
        prompt = (
            ATTACK
            if combat.last == NOBODY
            else Text("prompt.answer", {"weapon": state.content.weapons[combat.last].id})
        )
        await strike(table, state, combat, side, enemy, await table.ask(player.seat, prompt, space, midway=True))
    elif not await reload(table, state, player, side):
        await retreat(table, state, combat, player)


ATTACK = Text("prompt.attack")


async def contact(table: Table, state: State) -> None:
    """Start a combat with the enemy pilot in the zone, if there is one, even in tactical mode. The pilot who enters
    scores and strikes first.

    [TEM move.combat] [TEM combat.start] [TEM combat.first] [TEM tactical.may_be_attacked]
    """
    player = state.players[state.active]
    defender = enemy_in(state, player, player.zone)
    if defender == NOBODY:
        state.stage = Stage.BOARD
        return
    state.stage = Stage.COMBAT
    state.fought = True
    state.combat = Combat(player.seat, defender, state.jumped)
    if table.listening:
        params: dict[str, Param] = {"seat": player.seat, "enemy": defender, "zone": state.arena.names[player.zone]}
        table.tell("combat_started", "TEM combat.start", params)
    award(table, player, state.content.constants.enter_combat, "TEM combat.start")
    on_starting_combat(table, state, player)


def sides(combat: Combat) -> tuple[Side, Side]:
    """The side whose blow it is, and the other side."""
    if combat.turn == combat.attacker.seat:
        return combat.attacker, combat.defender
    return combat.defender, combat.attacker


def leaps_now(combat: Combat) -> bool:
    """Whether this blow is the first of an attacker who jumped in.  [TEM move.jump_power]"""
    return combat.leaps and combat.attacker.attacks == 0 and combat.turn == combat.attacker.seat


def may_power(state: State, combat: Combat, side: Side, weapon: Weapon) -> bool:
    """Whether a weapon may make a power attack: after a jump, or to counter the weapon just used.

    [TEM combat.power] [TEM combat.counter]
    """
    if leaps_now(combat):
        return True
    return combat.last != NOBODY and not side.jammed and weapon.type.counters(state.content.weapons[combat.last].type)


def blows(state: State, combat: Combat, player: Player) -> list[Option[Blow]]:
    """The blows open to a side: every ready weapon by its first line, and by its second where allowed.

    [TEM combat.weapon] [TEM combat.power_optional]
    """
    side, _ = sides(combat)
    leap = leaps_now(combat)
    bought = 0 if side.jammed else riposte_cost(state, player, combat)
    options: list[Option[Blow]] = []
    for weapon in state.content.in_mask(player.equipped & ~player.exhausted):
        if not leap:
            options.append(weapon.fire)
        if may_power(state, combat, side, weapon):
            options.append(weapon.fire_power)
        elif bought:
            options.append(riposte_option(weapon, bought))
    return options


def riposte_key(weapon: Weapon) -> str:
    return f"riposte:{weapon.id}"


def riposte_option(weapon: Weapon, cost: int) -> Option[Blow]:
    """Make an option of a power attack bought with energy, with its price.  [TEM ability.riposte]"""
    text = Text("option.riposte", {"weapon": weapon.id, "energy": cost})
    return Option(riposte_key(weapon), weapon.riposte, "TEM ability.riposte", text)


def no_blows(state: State, combat: Combat, player: Player) -> list[Blocked]:
    """The weapons and power lines that are not available for this blow, with reasons.

    [TEM equip.not_in_combat] [TEM combat.exhausted] [TEM combat.no_voluntary_retreat]
    """
    side, _ = sides(combat)
    blocked: list[Blocked] = []
    for weapon in state.content.in_mask(player.weapons):
        keys = (weapon.fire.key, weapon.fire_power.key, riposte_key(weapon))
        if not player.equipped & weapon.bit:
            reason = Text("refuse.not_equipped", {"weapon": weapon.id})
            blocked += [Blocked(key, "TEM equip.not_in_combat", reason) for key in keys]
        elif player.exhausted & weapon.bit:
            reason = Text("refuse.exhausted", {"weapon": weapon.id})
            blocked += [Blocked(key, "TEM combat.exhausted", reason) for key in keys]
        elif leaps_now(combat):
            reason = Text("refuse.must_power", {"weapon": weapon.id})
            blocked.append(Blocked(keys[0], "TEM move.jump_power", reason))
        elif not may_power(state, combat, side, weapon):
            blocked.append(Blocked(keys[1], *why_no_power(state, combat, side, weapon)))
    if player.exhausted != player.equipped:
        blocked.append(Blocked("retreat", "TEM combat.no_voluntary_retreat", Text("refuse.must_fight")))
    return blocked


def why_no_power(state: State, combat: Combat, side: Side, weapon: Weapon) -> tuple[str, Text]:
    if side.jammed:
        return "TEM effect.jam", Text("refuse.jammed")
    if combat.last == NOBODY:
        return "TEM combat.power", Text("refuse.nothing_to_counter")
    last = state.content.weapons[combat.last]
    return "TEM combat.counter", Text("refuse.no_counter", {"weapon": weapon.id, "other": last.id})


async def strike(table: Table, state: State, combat: Combat, side: Side, enemy: Side, blow: Blow) -> None:
    """Exhaust the weapon, deal the damage of its line, score it, resolve its effects.

    [TEM combat.weapon] [TEM combat.damage] [TEM combat.points] [TEM combat.excess] [TEM combat.effects]
    """
    player, victim = state.players[side.seat], state.players[enemy.seat]
    weapon = state.content.weapons[blow.weapon]
    line = line_of(state, blow)
    player.exhausted |= weapon.bit
    if blow.bought:
        pay(table, player, riposte_cost(state, player, combat), 0, "TEM ability.riposte")
    if table.listening:
        clause = "TEM combat.power" if blow.power else "TEM combat.weapon"
        table.tell("power_attack" if blow.power else "attack", clause, {"seat": player.seat, "weapon": weapon.id})
    damage = plain_damage(state, combat, blow)
    damage += await paid_damage(table, state, player, line)
    dealt = hurt(state, victim, damage, player.seat)
    if table.listening:
        for name, amount in protections(state, side, enemy, line):
            table.tell(f"reduced_by_{name}", PROTECTION_CLAUSES[name], {"seat": victim.seat, "amount": amount})
        params = {"seat": player.seat, "enemy": victim.seat, "damage": dealt, "health": victim.health}
        table.tell("damage", "TEM combat.damage", params)
    award(table, player, dealt, "TEM combat.points")
    side.attacks += 1
    side.jammed = False
    enemy.shield = 0
    combat.last = weapon.number
    combat.turn = victim.seat
    await after_damage(table, state, side, enemy, line)


def line_of(state: State, blow: Blow) -> Line:
    """The line of the weapon's card that a blow goes by.  [TEM combat.power]"""
    weapon = state.content.weapons[blow.weapon]
    return weapon.power if blow.power else weapon.attack


def plain_damage(state: State, combat: Combat, blow: Blow) -> int:
    """The damage of this blow before any payment for more; below zero if protection is left over.

    [TEM combat.damage]
    """
    side, enemy = sides(combat)
    line = line_of(state, blow)
    protection = sum(amount for _, amount in protections(state, side, enemy, line))
    return line.damage + extra_damage(state, combat, side, blow.power) - protection


def protections(state: State, side: Side, enemy: Side, line: Line) -> list[tuple[str, int]]:
    """The enemy's protection against this attack, unless it pierces: a shield, an ability, each with its figure.

    [TEM effect.shield] [TEM effect.pierce]
    """
    if line.pierces:
        return []
    found = [(SHIELD, enemy.shield), *combat_protection(state, enemy, side)]
    return [(name, amount) for name, amount in found if amount]


SHIELD = "shield"
PROTECTION_CLAUSES = {
    SHIELD: "TEM effect.shield",
    "plating": "TEM ability.plating",
    "force_field": "TEM mech.force_field",
}


RETREAT = Option("retreat", NOBODY, "TEM combat.retreat", Text("option.retreat"))
RETREAT_TO = Text("prompt.retreat")


async def reload(table: Table, state: State, player: Player, side: Side) -> bool:
    """Let a player with a deep magazine ready one weapon instead of retreating, once in a combat.

    [TEM ability.deep_magazine]
    """
    cost = magazine_cost(state, player, side)
    if not cost:
        return False
    weapons = state.content.in_mask(player.equipped)
    space = OneOf(lambda: [*(weapon.ready for weapon in weapons), RETREAT])
    number = await table.ask(player.seat, Text("prompt.reload", {"energy": cost}), space, midway=True)
    if number == NOBODY:
        return False
    pay(table, player, cost, 0, "TEM ability.deep_magazine")
    player.exhausted &= ~(1 << number)
    side.magazine_used = True
    if table.listening:
        params: dict[str, Param] = {"seat": player.seat, "weapon": state.content.weapons[number].id}
        table.tell("readied", "TEM ability.deep_magazine", params)
    return True


async def retreat(table: Table, state: State, combat: Combat, player: Player) -> None:
    """Make a player with every weapon exhausted retreat; the enemy scores.

    [TEM combat.retreat] [TEM combat.retreat_points] [TEM combat.retreat_zone]
    """
    enemy = state.players[combat.attacker.seat if player.seat == combat.defender.seat else combat.defender.seat]
    combat.loser = player.seat
    award(table, enemy, state.content.constants.forced_retreat, "TEM combat.retreat_points")
    await go_to_peace(table, state, player, player.zone, "TEM combat.retreat_zone")
    enter_tactical_mode(table, player)
    await may_board(table, state, player)
    state.stage = Stage.AFTER_COMBAT


async def go_to_peace(table: Table, state: State, player: Player, origin: int, clause: str) -> None:
    """Move a player to the closest zone that is not hostile; the player chooses among equals. If there is none, move to
    the closest without an enemy pilot, where no mine or turret goes off.

    [TEM combat.retreat_nowhere]
    """
    zones = nearest_refuges(state, player, origin)
    target = zones[0]
    if table.listening and is_hostile(state, player, target):
        table.tell("all_hostile", "TEM combat.retreat_nowhere", {"seat": player.seat})
    if len(zones) > 1:
        space = OneOf(
            lambda: [zone_option(state, zone, clause) for zone in zones],
            lambda: no_refuge(state, player, origin, zones, clause),
        )
        target = await table.ask(player.seat, RETREAT_TO, space, midway=True)
    player.zone = target
    if table.listening:
        table.tell("withdrew", clause, {"seat": player.seat, "zone": state.arena.names[target]})


def no_refuge(state: State, player: Player, origin: int, zones: list[int], clause: str) -> list[Blocked]:
    """The zones to which the player cannot withdraw, with reasons.  [TEM combat.retreat_zone]"""
    blocked: list[Blocked] = []
    for zone in range(state.arena.size):
        if zone in zones:
            continue
        if zone == origin:
            reason = "refuse.zone_left"
        elif enemy_in(state, player, zone) != NOBODY:
            reason = "refuse.enemy_there"
        elif enemy_device_in(state, player, zone):
            reason = "refuse.enemy_device_there"
        else:
            reason = "refuse.closer_zone"
        blocked.append(Blocked(zone_key(state, zone), clause, Text(reason)))
    return blocked


async def after_combat(table: Table, state: State) -> None:
    """End a combat: weapons are readied, and the loser's turret fires at a victorious attacker.

    [TEM combat.ready] [TEM combat.turret_after]
    """
    combat = state.combat
    assert combat is not None
    for seat in (combat.attacker.seat, combat.defender.seat):
        state.players[seat].exhausted = 0
    state.combat = None
    attacker = state.players[combat.attacker.seat]
    if combat.loser == attacker.seat:
        state.stage = Stage.END_TURN
        return
    if attacker.robot and combat.leaps:
        # A robot that jumped in and still stands looks north again.  [TEM solo.after_jump]
        attacker.facing = NORTH
        if table.listening:
            table.tell("robot_faces_north", "TEM solo.after_jump", {"seat": attacker.seat})
    state.stage = Stage.END_TURN if combat.mech_lost else Stage.BOARD
    found = enemy_device_in(state, attacker, attacker.zone)
    if found and device_number(found) == TURRET:
        set_off(table, state, attacker)
