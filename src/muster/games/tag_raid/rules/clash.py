"""The clash of an order: everybody's valid skills, who opposes whom, the dice and their effects.

Rulebook, "Order Expenditure Sequence", step 5. Nothing is rolled or changed here, so a
planned order is judged by the same functions as one that is resolved.
"""

from __future__ import annotations

from muster.games.tag_raid.board.spots import Spot
from muster.games.tag_raid.cards.content import Effect, Tool
from muster.games.tag_raid.rules.attacks import attack_terms, ends, is_attack
from muster.games.tag_raid.rules.beast import attack_spot, threat_at, victims
from muster.games.tag_raid.rules.damage import SAVES, Impact, impact_of
from muster.games.tag_raid.rules.line_of_fire import active_sees, looks_at, sees_any, sees_beast
from muster.games.tag_raid.rules.reach import is_covered
from muster.games.tag_raid.rules.rolls import NO_HITS, Hits, Throw
from muster.games.tag_raid.rules.success import evade_attribute
from muster.games.tag_raid.rules.validity import in_same_hexagon, what_holds
from muster.games.tag_raid.state.questions import behaviour, crowd, works_at
from muster.games.tag_raid.state.state import BEAST, NOBODY, Declaration, Order, Skill, State
from muster.kernel.terms import Term


class Clash:
    """One order being resolved: everybody's valid skills, the dice, and what came of them."""

    __slots__ = ("acts", "beast_at", "beast_hits", "failed", "hit_by_beast", "impacts", "throws", "winners")

    def __init__(self, acts: dict[int, Declaration], beast_at: Spot | None, hit_by_beast: list[int]) -> None:
        self.acts = acts
        self.beast_at = beast_at
        self.hit_by_beast = hit_by_beast
        self.failed: list[tuple[int, str]] = []  # whose declaration became idle, and how that is told
        self.throws: dict[tuple[int, int], Throw] = {}  # by who rolls and against whom; an evade is against NOBODY
        self.impacts: list[Impact] = []
        self.beast_hits = NO_HITS
        self.winners: list[int] = []  # whose evade succeeded against everything


def gather(state: State, order: Order) -> Clash:
    """Gather the skills declared in an order; those that do not meet their requirements become idle.

    [TR order.resolution] [TR idle.invalid]
    """
    beast_at = attack_spot(state, order)
    clash = Clash({}, beast_at, victims(state, beast_at) if beast_at is not None else [])
    declared = {} if order.second is None else {state.active: order.second}
    for seat, act in (declared | order.aros).items():
        held = clash.acts[seat] = what_holds(state, order, seat, act, clash.hit_by_beast)
        if held.skill != act.skill:
            evades = seat != state.active and act.skill == Skill.EVADE
            clash.failed.append((seat, "becomes_idle" if evades else "fails"))
    return clash


# Who stands against whom


def attacks_on(clash: Clash, seat: int) -> list[int]:
    """The seats that attack a miner, without the MegaBeast."""
    return [other for other, act in clash.acts.items() if is_attack(act) and act.at(seat)]


def answer_to(clash: Clash, seat: int, target: int) -> Declaration | None:
    """The target's answer to an attack: an attack on the attacker, or an evade.  [TR ftf.when]"""
    act = clash.acts.get(target)
    return act if act is not None and (act.skill == Skill.EVADE or act.at(seat)) else None


def threat_to(state: State, clash: Clash, seat: int) -> int:
    """The threat level that a miner must beat to evade the MegaBeast.  [TR beast.threat] [TR beast.no_dice]"""
    spot = clash.beast_at if seat == state.active else state.miners[seat].spot
    assert spot is not None
    return threat_at(state, spot)


# With which dice


def success_terms(state: State, order: Order, clash: Clash, seat: int, act: Declaration, target: int) -> list[Term]:
    """Attribute and modifiers of an attack or an evade.  [TR roll.value] [TR roll.mods]"""
    if act.skill == Skill.EVADE:
        return evade_terms(state, order, clash, seat, act)
    assert act.spot is not None
    return attack_terms(state, state.miners[seat], state.content.tools[act.tool], act.spot, target)


def evade_terms(state: State, order: Order, clash: Clash, seat: int, act: Declaration) -> list[Term]:
    """The evade attribute with cards, and -3 once if the miner is hard pressed.

    [TR evade.attribute] [TR tool.boost] [TR evade.single_mod]
    """
    spots = beset_spots(order, clash, seat)
    found = evade_attribute(state, seat, spots)
    if act.tool != NOBODY and all(works_at(state, state.miners[seat], act.tool, spot) for spot in spots):
        found.append(Term("TR tool.boost", state.content.tools[act.tool].amount, "boost"))
    if hard_pressed(state, order, clash, seat):
        found.append(Term("TR evade.single_mod", -state.content.constants.hardship, "pressed"))
    return found


def beset_spots(order: Order, clash: Clash, seat: int) -> list[Spot]:
    """The spots of the active miner at which attacks on a miner fall; if there are none, the end of its path."""
    found = [clash.acts[other].spot for other in attacks_on(clash, seat)]
    if seat in clash.hit_by_beast:
        found.append(clash.beast_at)
    return [spot for spot in found if spot is not None] or [order.path[-1]]


def hard_pressed(state: State, order: Order, clash: Clash, seat: int) -> bool:
    """Whether a miner evades at -3, which counts once: it does not see an attacker or an active miner in its hexagon,
    or it touches several TAGs.

    [TR evade.unseen] [TR evade.hexagon_unseen] [TR evade.numbers] [TR evade.single_mod]
    """
    if any(crowd(state, seat, spot) > 1 for spot in beset_spots(order, clash, seat)):
        return True
    miner, active = state.miners[seat], state.miners[state.active]
    if seat == state.active:
        attackers = [*attacks_on(clash, seat), *([BEAST] if seat in clash.hit_by_beast else [])]
        return any(not active_sees_any(state, order, other) for other in attackers)
    if seat in clash.hit_by_beast and not sees_beast(state, miner, active, order.path):
        return True
    beset = bool(attacks_on(clash, seat)) or in_same_hexagon(state, order, miner)
    return beset and not sees_any(state, miner, active, order)


def active_sees_any(state: State, order: Order, other: int) -> bool:
    """Whether the active miner has line of fire to somebody anywhere on its path.  [TR los.moving] [TR los.path]"""
    active = state.miners[state.active]
    return any(active_sees(state, active, spot, other) for spot in looks_at(order))


# To what effect


def impact(state: State, seat: int, act: Declaration, target: int, hits: Hits) -> Impact:
    """The impact of a weapon's hits on a miner, with or without cover."""
    assert act.spot is not None
    tool = state.content.tools[act.tool]
    own, other = ends(state, state.miners[seat], act.spot, target)
    return impact_of(state, target, seat, hits, tool, is_covered(state, tool, own, other), other)


def beast_wounds(state: State, tool: Tool) -> int:
    """The wounds a hit costs the MegaBeast: one for each saving roll it would cause.

    [TR beast.wound] [TR beast.double]
    """
    card = behaviour(state)
    times = card.amount if card is not None and card.effect == Effect.DOUBLE_WOUNDS else 1
    return SAVES[tool.ammunition] * times
