"""Evaluation: the value of a position for a seat, in units of neomaterial.

It counts units in hand (those in the warehouse are safe), wounds and the cost of a death, tools, the gain from a
miner's next attacks, the threat of its enemies', and the way to the next prize. It reads nothing that the seat may not
know.
"""

from __future__ import annotations

from typing import Final

from muster.games.tag_raid.cards.content import ARMOR_ZERO, NO_RANGE, Ammunition, Effect, Tool, ToolKind
from muster.games.tag_raid.rules.beast import attack_damage, attack_of, threat_at
from muster.games.tag_raid.rules.damage import SAVES
from muster.games.tag_raid.rules.line_of_fire import (
    beast_sees,
    clear_to_beast,
    distance,
    distance_to_beast,
    in_front,
    range_mod,
)
from muster.games.tag_raid.rules.reach import in_hexagons, needs_sight
from muster.games.tag_raid.rules.rolls import SIDES, half_up
from muster.games.tag_raid.rules.success import close_terms, marksmanship
from muster.games.tag_raid.state.questions import (
    all_bezoar,
    armor_of,
    behaviour,
    event_sum,
    hexagons_to_beast,
    loot_lies,
    tag_of,
    tools_of,
    touch,
    touches_beast,
    units_of,
)
from muster.games.tag_raid.state.state import BEAST, Miner, Stage, State
from muster.geometry.plane import span
from muster.kernel.terms import total

WOUND: Final = 0.45
TOOL: Final = 0.5
SAFE: Final = 0.1
"""The extra worth of a unit in the warehouse over one in the scoring zone."""
BEZOAR: Final = 0.01
SLOWED: Final = 0.15
AT_RISK: Final = 0.12
"""The share of each unit in the scoring zone that is at risk when one more wound kills."""
NEAR: Final = 0.6
"""The worth of standing beside a container before searching it; it falls with every millimetre."""
FAR: Final = 5000.0
OTHERS: Final = 0.25
"""The weight of all enemies' prospects together beside the strongest one's."""
PROMISE: Final = 0.5
"""The share of its average gain that an attack is worth when it can be made next."""
MENACE: Final = 0.35
"""The same share for the attacks of enemies."""
A_MOVE_AWAY: Final = 0.7
"""The same share for an attack that needs a move into contact first."""


def progress(state: State) -> float:
    """The progress of the match, from 0 to 1."""
    rich = max([units_of(miner) for miner in state.miners]) / state.content.constants.early_end
    return min(1.0, max(rich, len(state.seen) / (len(state.seen) + len(state.event_deck) + 1)))


def round_of(state: State) -> int:
    """The round that is being played; what comes before the first belongs to it."""
    return max(1, state.round)


def evaluate(state: State, seat: int) -> float:
    """The seat's prospects minus those of its enemies, the strongest above all."""
    me = state.miners[seat]
    others = [prospects(state, miner) for miner in state.miners if miner.seat != seat]
    worth = prospects(state, me) - max(others) - OTHERS * sum(others) / len(others)
    if state.stage == Stage.OVER or not me.on_table:
        return worth
    return worth + PROMISE * acts_left(state, me) * promise(state, me) - MENACE * menace(state, me)


def prospects(state: State, miner: Miner) -> float:
    """The worth of what a player has and may soon get."""
    worth = units_of(miner) + BEZOAR * all_bezoar(miner)
    if state.stage == Stage.OVER or miner.card < 0:
        return worth
    card = tag_of(state, miner)
    worth += WOUND * miner.wounds + TOOL * min(len(miner.slots), card.slots)
    worth += SAFE * (miner.stored_teseum + miner.stored_bezoar)
    if miner.slowed:
        worth -= SLOWED
    if miner.wounds <= 1:
        worth -= AT_RISK * (miner.teseum + miner.bezoar)
    return worth + NEAR * nearness(state, miner, len(miner.slots) < card.slots)


def nearness(state: State, miner: Miner, free_slot: bool) -> float:
    """The nearness of the next usable container or loot, from 0 to 1."""
    if not miner.on_table:
        return 0.0
    best = 0.0
    for number, (x, y, _) in enumerate(state.field.containers):
        if number not in miner.drawn:
            best = max(best, (1.0 if free_slot else 0.4) * (1 - span(x - miner.x, y - miner.y) / FAR))
    for other in state.miners:
        if loot_lies(other):
            units = other.loot_teseum + other.loot_bezoar
            x, y, _ = other.loot_spot
            best = max(best, (0.4 + 0.4 * units) * (1 - span(x - miner.x, y - miner.y) / FAR))
    return best


# Attacks, as they go on average


def acts_left(state: State, miner: Miner) -> float:
    """The number of attacks a miner can still make this turn, and a little for the next turn."""
    order = state.order
    if state.active != miner.seat:
        return 0.6
    second = order is not None and order.second is None and order.path
    return 0.4 + 0.5 * min(2, miner.orders) + (0.6 if second else 0.0)


def promise(state: State, miner: Miner) -> float:
    """The most that one attack would bring from here."""
    best = 0.0 if state.beast.cell is None or not state.beast.wounds else hunt(state, miner)
    for other in state.miners:
        if other.seat != miner.seat and other.on_table:
            best = max(best, harm(state, miner, other))
    return best


def menace(state: State, miner: Miner) -> float:
    """The cost of the enemies' attacks on a miner that stays here; enemies that look away count half."""
    worst = 0.0
    for other in state.miners:
        if other.seat != miner.seat and other.on_table:
            found = harm(state, other, miner)
            worst += found if in_front(state, other, miner.x, miner.y, 0.0) else 0.5 * found
    return worst


def harm(state: State, attacker: Miner, target: Miner) -> float:
    """The average worth of one miner's best attack on another."""
    best = 0.0
    roadmap = state.field.roadmap
    contact = touch(state, attacker.spot, target.spot)
    away = distance(state, attacker.spot, target.spot)
    a, b = roadmap.near(attacker.spot), roadmap.near(target.spot)
    seen = contact or roadmap.sees(a, b)
    cover = state.content.constants.cover if seen and not contact and roadmap.covered(a, b) else 0
    charge = away <= reach(state, attacker)
    for tool in tools_of(state, attacker):
        if tool.kind == ToolKind.RANGED and not contact and (seen or not needs_sight(tool)):
            mod = range_mod(state, tool, away)
            if mod != NO_RANGE and in_hexagons(state, tool, attacker.spot, target.seat, target.spot):
                hides = cover if needs_sight(tool) else 0
                value = total(marksmanship(state, attacker)) + mod - hides
                best = max(best, wounds(state, tool, value, target, hides))
        elif tool.kind == ToolKind.CLOSE and (contact or charge):
            share = 1.0 if contact else A_MOVE_AWAY
            value = total(close_terms(state, attacker, state.miners[state.active].spot))
            best = max(best, share * wounds(state, tool, value, target, 0))
    return min(best, float(target.wounds)) + price_of_death(target) * min(1.0, best / max(1, target.wounds)) ** 2


def reach(state: State, miner: Miner) -> float:
    """The rough length of a first move."""
    return float((tag_of(state, miner).moves[0] - (1 if miner.slowed else 0)) * state.content.constants.segment)


def wounds(state: State, tool: Tool, value: int, target: Miner, cover: int) -> float:
    """The average number of wounds a burst causes, unopposed."""
    armor = 0 if tool.traits & ARMOR_ZERO else armor_of(state, target)
    if tool.ammunition == Ammunition.AP:
        armor = half_up(armor)
    ranged = tool.kind == ToolKind.RANGED
    damage = tool.damage + event_sum(state, Effect.RANGED_DAMAGE if ranged else Effect.CLOSE_DAMAGE)
    return tool.burst * share(value) * SAVES[tool.ammunition] * share(damage - armor - cover)


def share(value: int) -> float:
    """The chance to roll a value or less."""
    return max(0, min(SIDES, value)) / SIDES


def price_of_death(miner: Miner) -> float:
    """The worth of what a miner drops when it dies."""
    return 0.5 * ((miner.teseum + miner.bezoar) // 2) + 0.3 * len(miner.slots)


def hunt(state: State, miner: Miner) -> float:
    """The average gain of the best attack on the MegaBeast, less the cost of its answer."""
    spot = miner.spot
    contact = touches_beast(state, spot)
    away = distance_to_beast(state, spot)
    threat = threat_at(state, spot)
    seen = clear_to_beast(state, miner.seat, spot)
    charge = away <= reach(state, miner)
    best, fails = 0.0, 1.0
    for tool in tools_of(state, miner):
        if tool.kind == ToolKind.RANGED and (seen or not needs_sight(tool)):
            if not in_hexagons(state, tool, spot, BEAST, spot):
                continue
            mod = range_mod(state, tool, away)
            value = 0 if mod == NO_RANGE else total(marksmanship(state, miner)) + mod
        elif tool.kind == ToolKind.CLOSE and (contact or charge):
            value = total(close_terms(state, miner, state.miners[state.active].spot))
        else:
            continue
        hit = max(1, min(SIDES, value) - threat) / SIDES if value > 0 else 0.0
        found = tool.burst * hit * SAVES[tool.ammunition]
        if tool.kind == ToolKind.CLOSE and not contact:
            found *= A_MOVE_AWAY
        if found > best:
            best, fails = found, (1 - hit) ** tool.burst
    card = behaviour(state)
    if card is not None and card.effect == Effect.DOUBLE_WOUNDS:
        best *= card.amount
    best = min(best, float(state.beast.wounds))
    if state.beast.wounds <= best * 2:
        best += state.beast.trophy * 0.5
    return best - fails * bitten(state, miner)


def bitten(state: State, miner: Miner) -> float:
    """The average cost of the MegaBeast's attack to a miner in its reach."""
    attack = attack_of(state)
    if attack is None or hexagons_to_beast(state, miner.spot) > attack.reach:
        return 0.0
    if not beast_sees(state, miner.seat, miner.spot):
        return 0.0
    lost = SAVES[attack.ammunition] * share(attack_damage(state) - armor_of(state, miner))
    return lost * WOUND + price_of_death(miner) * min(1.0, lost / max(1, miner.wounds))
