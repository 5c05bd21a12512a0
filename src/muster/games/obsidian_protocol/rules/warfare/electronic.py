"""Electronic warfare (rulebook 4.11): counter-rolls, nodes and repeaters."""

from __future__ import annotations

from muster.games.obsidian_protocol.board.battlefield import DISTANCE
from muster.games.obsidian_protocol.cards.kinds import Kind, Stance
from muster.games.obsidian_protocol.rules.asking import yes
from muster.games.obsidian_protocol.rules.attack import dice
from muster.games.obsidian_protocol.rules.attack.dice import YELLOW, Die
from muster.games.obsidian_protocol.rules.attack.rolls import focus, roll
from muster.games.obsidian_protocol.rules.naming import named, tell
from muster.games.obsidian_protocol.rules.validity import is_there, may_go_on
from muster.games.obsidian_protocol.state.geometry import enemies_of, grid_of
from muster.games.obsidian_protocol.state.sheet import (
    covered,
    electronic_value,
    loads,
    part_of,
    passive,
    passive_range,
    stance_against,
    trait,
)
from muster.games.obsidian_protocol.state.state import State
from muster.games.obsidian_protocol.state.unit import Unit
from muster.kernel.requests import Table


def strength(state: State, unit: Unit, starts: bool = False) -> int:
    """The yellow dice of a unit in a counter-roll: its own value, with loads if it starts the roll, or instead of it
    that of a node nearby plus a bonus.

    [OP 4.11.2.value] [OP 6.2.warfare_node] [OP card.strength_down] [OP card.load]
    """
    own = electronic_value(state, unit) + (borrowed(state, unit) if starts else 0)
    value, here = own, grid_of(unit)
    for other in state.units:
        ours = other.seat == unit.seat and other.alive and other.deployed
        if ours and DISTANCE[here][grid_of(other)] <= passive_range(state, other, "warfare_node"):
            lent = own if other is unit else electronic_value(state, other)
            value = max(value, lent + passive(state, other, "warfare_node"))
    if covered(state, unit, "aura_strength_down", 1 - unit.seat):
        value -= 1
    return max(0, value)


def borrowed(state: State, unit: Unit) -> int:
    """The electronic value that usable loads add to a mech when it acts.  [OP card.load]"""
    return sum(part_of(state, unit, slot).electronic for slot in loads(state, unit))


def may_initiate(state: State, unit: Unit) -> bool:
    """Whether a unit can start a counter-roll: it needs an electronic value.  [OP 4.11.2.zero]"""
    return electronic_value(state, unit) + borrowed(state, unit) > 0


def may_respond(state: State, unit: Unit) -> bool:
    """Whether a unit can be the target of electronic warfare; a dash cannot.  [OP 4.11.2.dash]"""
    return electronic_value(state, unit) >= 0


def origins(state: State, unit: Unit) -> list[int]:
    """The grids from which a unit's electronic warfare reaches out: its own, and those of repeaters nearby.

    [OP 6.2.repeater]
    """
    here = grid_of(unit)
    found = [here]
    for other in state.units:
        ours = other.seat == unit.seat and other.alive and other.deployed and other is not unit
        if ours and DISTANCE[here][grid_of(other)] <= passive_range(state, other, "repeater"):
            found.append(grid_of(other))
    return found


def within(state: State, unit: Unit, target: Unit, reach: int) -> bool:
    """Whether a unit is in range of electronic warfare; terrain and sight do not matter.

    [OP 4.11.1.sight] [OP trait.amplify]
    """
    if trait(state, unit) == "amplify":
        reach += 1
    there = grid_of(target)
    return any(DISTANCE[origin][there] <= reach for origin in origins(state, unit))


def added_strength(state: State, unit: Unit, target: Unit, reach: int, plus: int) -> int:
    """What an action's Strength +X adds against a target: nothing where only a repeater reaches it.

    [OP 4.11.2.strength] [OP card.ec_repeater]
    """
    if trait(state, unit) == "amplify":
        reach += 1
    return plus if DISTANCE[grid_of(unit)][grid_of(target)] <= reach else 0


def electronic_targets(state: State, unit: Unit, reach: int, kinds: tuple[int, ...]) -> list[Unit]:
    """The enemies that an electronic attack can target.  [OP 6.2.electronic_attack]"""
    return [
        enemy
        for enemy in enemies_of(state, unit.seat)
        if enemy.kind in kinds and may_respond(state, enemy) and within(state, unit, enemy, reach)
    ]


def count(rolled: list[Die], stance: int) -> tuple[int, int]:
    """The score of a counter-roll: lightning first, then light hits.  [OP 4.11.2.hollow]"""
    shown = "".join(dice.solid(die, stance) for die in rolled)
    return shown.count("z"), shown.count("L")


async def counter_roll(
    table: Table, state: State, unit: Unit, target: Unit | None, value: int = 0, plus: int = 0
) -> bool:
    """Both roll yellow dice: more lightning wins, then more light hits, then the initiator. A terminal rolls `value`.

    [OP 4.11.2.lightning] [OP 4.11.2.light] [OP 4.11.2.tie] [OP 4.11.2.focus] [OP 4.11.2.strength]
    """
    if not may_go_on(state, unit) or (target is not None and not is_there(target)):
        return False
    stance = unit.stance if target is None else stance_against(unit, target)
    mine = await roll(table, state, unit, "initiator", ((YELLOW, strength(state, unit, True) + plus),))
    against = value if target is None else strength(state, target)
    theirs = await roll(table, state, unit, "responder", ((YELLOW, against),))
    mine = await focus(table, state, unit, mine, "electronic")
    mine = await wetware(table, state, unit, mine)
    if target is not None:
        theirs = await focus(table, state, target, theirs, "electronic")
        theirs = await wetware(table, state, target, theirs)
    its_stance = Stance.DEFENSIVE if target is None else target.stance
    won = count(mine, stance) >= count(theirs, its_stance)
    tell(table, state, "counter_roll_won" if won else "counter_roll_lost", "OP 4.11.2.lightning", unit)
    if won and target is not None:
        await provoke(table, state, unit, target)
    return won


async def wetware(table: Table, state: State, unit: Unit, rolled: list[Die]) -> list[Die]:
    """A pilot may spend link to turn the eyes of a counter-roll into lightning.  [OP trait.wetware] [OP 4.10.last]"""
    eyes = sum(face == "e" for _, face in rolled)
    if not eyes or trait(state, unit) != "wetware" or unit.link < 2:
        return rolled
    if not await yes(table, unit.seat, "prompt.wetware", "OP trait.wetware", {"eyes": eyes}):
        return rolled
    unit.link -= 1
    tell(table, state, "link_lost", "OP trait.wetware", unit, link=unit.link)
    return [(color, "z" if face == "e" else face) for color, face in rolled]


async def provoke(table: Table, state: State, winner: Unit, loser: Unit) -> None:
    """A pilot whose counter-roll succeeds may force the responding mech into offensive stance.  [OP trait.provoke]"""
    if trait(state, winner) != "provoke" or loser.kind != Kind.MECH:
        return
    if loser.stance in (Stance.OFFENSIVE, Stance.SHUTDOWN):
        return
    if await yes(table, winner.seat, "prompt.provoke", "OP trait.provoke", named(state, loser)):
        loser.stance = Stance.OFFENSIVE
        tell(table, state, "stance_forced", "OP trait.provoke", loser, stance="offensive")
