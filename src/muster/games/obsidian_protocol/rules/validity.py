"""Between declaration and effect: whether the units concerned are still there and able.

Interceptions, ripostes, mines, knock backs, camouflage and cards come between what a player declares and its effect.
The few gates that all effects pass ask here, so that no rule has to remember it: `attack.resolve` for every attack,
`electronic.counter_roll` for electronic warfare, `moving.walk_along` for every step, `damage` for tokens, link and
parts. A rule that goes on with an action after an interruption asks `may_go_on`.
"""

from __future__ import annotations

from muster.games.obsidian_protocol.cards.kinds import Kind, Slot, Stance
from muster.games.obsidian_protocol.rules.attack.pools import Attack
from muster.games.obsidian_protocol.rules.attack.targets import is_target, reach_of, why_not
from muster.games.obsidian_protocol.state.sheet import LOAD, works
from muster.games.obsidian_protocol.state.state import State
from muster.games.obsidian_protocol.state.unit import NOBODY, NONE, Unit


def is_there(unit: Unit) -> bool:
    """Whether a unit is on the board; nothing happens to one that is not.  [OP 4.4.3.unit]"""
    return unit.alive and unit.deployed


def may_go_on(state: State, unit: Unit, slot: int = NONE) -> bool:
    """Whether a unit can go on with its action: on the board, not shut down, the part it uses still works, and the
    battle is not over.

    [OP 4.4.3.unit] [OP 4.4.3.part] [OP 4.1.shutdown_actions] [OP task.commander]
    """
    if not is_there(unit) or state.winner != NOBODY:
        return False
    if unit.kind != Kind.MECH:
        return True
    return unit.stance != Stance.SHUTDOWN and (slot == NONE or slot >= LOAD or works(unit, slot))


def may_move_on(unit: Unit) -> bool:
    """Whether a movement goes on after what happened in a grid: a mech needs its chassis, nothing else.

    [OP 4.3.1.enter] [OP card.mine]
    """
    return is_there(unit) and (unit.kind != Kind.MECH or works(unit, Slot.CHASSIS))


def may_resolve(state: State, attack: Attack) -> bool:
    """Whether an attack gets to its rolls: the target is there and the attacker able. An explosion needs no attacker.

    [OP 4.4.1.process] [OP 4.7.3.explosion]
    """
    return is_there(attack.target) and (attack.explosion or may_go_on(state, attack.attacker, attack.slot))


def still_possible(state: State, attack: Attack) -> bool:
    """Whether an attack is still possible where both units now stand: range, sight, arc; a unit that appeared nearby
    may lock the attacker.

    [OP 4.12.2.failed] [OP 4.5.locked]
    """
    unit, action, effects = attack.attacker, attack.action, attack.effects
    if not may_resolve(state, attack) or why_not(state, unit, action, effects) is not None:
        return False
    return is_target(state, unit, attack.target, action, effects, reach_of(state, unit, action, effects))
