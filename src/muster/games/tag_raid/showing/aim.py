"""Previews of declarations: the attacks open to a TAG from every spot of the path, and the chances of one."""

from __future__ import annotations

from muster.games.tag_raid.board.spots import Spot
from muster.games.tag_raid.cards.content import Tool, ToolKind
from muster.games.tag_raid.rules.attacks import attack_terms, burst, ends
from muster.games.tag_raid.rules.beast import attack_spot, threat_at
from muster.games.tag_raid.rules.clash import (
    Clash,
    answer_to,
    beast_wounds,
    evade_terms,
    gather,
    impact,
    success_terms,
    threat_to,
)
from muster.games.tag_raid.rules.damage import SAVES, attack_damage
from muster.games.tag_raid.rules.declare import VERBS, aro_spots, attack_spots, read_aro, read_second, targets_of
from muster.games.tag_raid.rules.line_of_fire import band, distance_to_target
from muster.games.tag_raid.rules.reach import is_covered, is_reaction, needs_sight
from muster.games.tag_raid.rules.refusals import place, refuse
from muster.games.tag_raid.rules.rolls import NO_HITS
from muster.games.tag_raid.rules.success import HOPELESS
from muster.games.tag_raid.showing.chances import Side, against_threat, evades_all, gets_through, saving_rolls, wounds
from muster.games.tag_raid.showing.path import walk
from muster.games.tag_raid.showing.preview_structs import Arm, Arms, ArmSpot, Chance, Dice, Duel, Mark, No
from muster.games.tag_raid.showing.terms import shown
from muster.games.tag_raid.state.questions import letter, weapons
from muster.games.tag_raid.state.state import BEAST, NOBODY, SKILL_NAMES, Declaration, Miner, Order, Skill, State
from muster.kernel.refusal import Refusal
from muster.kernel.spaces import no_such_option
from muster.kernel.terms import total
from muster.kernel.words import Words

SHOWN_WOUNDS = 6
"""The most wounds of the MegaBeast that are told apart."""


def arms(state: State, seat: int, words: Words, about: str) -> Arms:
    """Every weapon of a seat's TAG against everybody, from or at every spot of the path."""
    order = state.order
    if order is None or not order.path:
        raise no_such_option(about)
    miner = state.miners[seat]
    reactive = seat != state.active
    steps = walk(order.path)
    found = [
        arm(state, order, miner, tool, steps, words)
        for kind in (ToolKind.RANGED, ToolKind.CLOSE, ToolKind.SKILL)
        for tool in weapons(state, miner, kind)
    ]
    evade = total(evade_terms(state, order, gather(state, order), seat, Declaration(Skill.EVADE)))
    return Arms(seat, reactive, steps[-1][0], evade, tuple(found))


def arm(state: State, order: Order, miner: Miner, tool: Tool, steps: list[tuple[int, Spot]], words: Words) -> Arm:
    reactive = miner.seat != state.active
    marks = [state.active] if reactive else targets_of(state, miner, tool)
    return Arm(
        f"{VERBS[tool.kind][1]}:{tool.id}",
        tool.id,
        tool.kind != ToolKind.CLOSE,
        burst(state, miner, tool, reactive),
        tuple(mark_of(state, order, miner, tool, mark, steps, words) for mark in marks),
    )


def mark_of(
    state: State, order: Order, miner: Miner, tool: Tool, mark: int, steps: list[tuple[int, Spot]], words: Words
) -> Mark:
    """The spots of the path at which a target can be attacked, or the reason why not."""
    reactive = miner.seat != state.active
    try:
        if not reactive:
            spots = attack_spots(state, miner, order, tool, [mark])
        elif not is_reaction(tool):
            raise refuse("TR skill.aro", tool=tool.id)
        elif miner.seat in order.watchers or not needs_sight(tool):
            spots = aro_spots(state, order, miner, tool)
        else:
            raise refuse("TR aro.evade_only", seat=miner.seat)
    except Refusal as no:
        return Mark(letter(mark), (), No(no.clause, words.say(no.reason)))
    found: list[ArmSpot] = []
    for along, spot in steps:
        if spot in spots:
            found.append(arm_spot(state, miner, tool, mark, along, spot))
    return Mark(letter(mark), tuple(found), None)


def arm_spot(state: State, miner: Miner, tool: Tool, mark: int, along: int, spot: Spot) -> ArmSpot:
    own, other = ends(state, miner, spot, mark)
    away = distance_to_target(state, own, mark, other)
    value = total(attack_terms(state, miner, tool, spot, mark))
    cover = mark != BEAST and is_covered(state, tool, own, other)
    figure = value if value > HOPELESS else None
    return ArmSpot(place(spot), spot[0], spot[1], along, figure, band(state, away), cover)


# The chances of a declaration


def planned(state: State, seat: int, about: str) -> tuple[Order, Clash, Declaration]:
    """The order as it would be with a declaration, what would meet in it, and the declaration itself."""
    order = state.order
    if order is None or not order.path:
        raise no_such_option(about)
    reactive = seat != state.active
    if reactive:
        skill, tool, spot, split = read_aro(state, order, seat, seat in order.watchers, about).value
    else:
        skill, tool, spot, split = read_second(state, order, about).value
    declared = Declaration(skill, tool, spot, split)
    order = order.copy()
    if reactive:
        order.aros[seat] = declared
    else:
        order.second = declared
    clash = gather(state, order)
    clash.acts[seat] = declared
    return order, clash, declared


def chance(state: State, seat: int, about: str) -> Chance:
    """The chances of a declaration against what others have declared, or against the worst they could."""
    order, clash, declared = planned(state, seat, about)
    if declared.skill == Skill.EVADE:
        return evade_chance(state, order, clash, seat, about)
    return Chance(about, tuple(duel(state, order, clash, seat, mark) for mark, _ in declared.split), None)


def is_all(state: State, seat: int, about: str) -> bool:
    """Whether nobody but the sides of these duels attacks anybody in them."""
    _, clash, declared = planned(state, seat, about)
    involved = {seat, *(mark for mark, _ in declared.split)}
    others = [act for one, act in clash.acts.items() if one not in involved]
    return not involved & set(clash.hit_by_beast) and not any(
        mark in involved for act in others for mark, _ in act.split
    )


def dice_of(state: State, order: Order, clash: Clash, seat: int, act: Declaration, mark: int) -> Dice:
    """One side of a roll, with the terms of its success value."""
    terms = success_terms(state, order, clash, seat, act, mark)
    if act.skill == Skill.EVADE:
        return Dice("evade", "", total(terms), 1, shown(terms))
    return Dice(SKILL_NAMES[act.skill], state.content.tools[act.tool].id, total(terms), act.at(mark), shown(terms))


def side_of(state: State, seat: int, act: Declaration, mark: int, dice: Dice) -> Side:
    """One side of a roll, with the effect of its hits; those of an evade have none."""
    if act.skill == Skill.EVADE:
        return Side(dice.value, dice.dice)
    tool = state.content.tools[act.tool]
    if mark == BEAST:
        return Side(dice.value, dice.dice, beast_wounds(state, tool))
    limit = attack_damage(state, state.miners[mark], impact(state, seat, act, mark, NO_HITS))
    return Side(dice.value, dice.dice, SAVES[tool.ammunition], limit)


def duel(state: State, order: Order, clash: Clash, seat: int, mark: int) -> Duel:
    """One attack against one target."""
    act = clash.acts[seat]
    mine = dice_of(state, order, clash, seat, act, mark)
    side = side_of(state, seat, act, mark, mine)
    if mark == BEAST:
        return beast_duel(state, act, mine, side, order)
    answer, assumed = answer_of(state, order, clash, seat, mark)
    if answer is None:
        rolls = saving_rolls(side, None)
        win = gets_through(rolls)
        hurt = tuple(wounds(side, rolls, state.miners[mark].wounds))
        return Duel(letter(mark), mine, None, assumed, None, win, 1.0 - win, 0.0, hurt, (1.0,))
    theirs = dice_of(state, order, clash, mark, answer, seat)
    other = side_of(state, mark, answer, seat, theirs)
    rolls, back = saving_rolls(side, other), saving_rolls(other, side)
    win, lose = gets_through(rolls), gets_through(back)
    hurt = tuple(wounds(side, rolls, state.miners[mark].wounds))
    suffered = (1.0,) if answer.skill == Skill.EVADE else tuple(wounds(other, back, state.miners[seat].wounds))
    return Duel(letter(mark), mine, theirs, assumed, None, win, 1.0 - win - lose, lose, hurt, suffered)


def beast_duel(state: State, act: Declaration, mine: Dice, side: Side, order: Order) -> Duel:
    """One attack against the MegaBeast: results above its threat wound it, otherwise it attacks as its card says.

    [TR beast.exceed] [TR beast.no_critical] [TR beast.double]
    """
    assert act.spot is not None
    threat = threat_at(state, act.spot)
    rolls = against_threat(side, threat)
    win = gets_through(rolls)
    strikes = attack_spot(state, order) is not None
    hurt = tuple(rolls[:SHOWN_WOUNDS]) + ((sum(rolls[SHOWN_WOUNDS:]),) if len(rolls) > SHOWN_WOUNDS else ())
    lose = 1.0 - win if strikes else 0.0
    return Duel(letter(BEAST), mine, None, False, threat, win, 1.0 - win - lose, lose, hurt, (1.0,))


def answer_of(state: State, order: Order, clash: Clash, seat: int, mark: int) -> tuple[Declaration | None, bool]:
    """The answer to an attack: the target's declaration or, while it has not decided, its best shot back."""
    if mark in clash.acts or mark != state.active:
        return answer_to(clash, seat, mark), False
    best = strongest(state, order, mark, seat)
    return best, best is not None


def strongest(state: State, order: Order, active: int, seat: int) -> Declaration | None:
    """The active miner's weapon with the best chances against a reacting miner, with its whole burst."""
    best: Declaration | None = None
    most = 0
    miner = state.miners[active]
    for kind in (ToolKind.RANGED, ToolKind.CLOSE):
        for tool in weapons(state, miner, kind):
            try:
                spots = attack_spots(state, miner, order, tool, [seat])
            except Refusal:
                continue
            for spot in spots:
                value = total(attack_terms(state, miner, tool, spot, seat))
                if value > HOPELESS and (best is None or value * tool.burst > most):
                    best = Declaration(VERBS[kind][0], tool.number, spot, ((seat, tool.burst),))
                    most = value * tool.burst
    return best


def evade_chance(state: State, order: Order, clash: Clash, seat: int, about: str) -> Chance:
    """The chances of one evade roll against all attacks.  [TR evade.one_roll] [TR evade.all]"""
    mine = dice_of(state, order, clash, seat, clash.acts[seat], NOBODY)
    side = Side(mine.value, 1)
    duels: list[Duel] = []
    others: list[Side] = []
    rivals = [state.active] if seat != state.active else [mark for mark in clash.acts if mark != seat]
    for mark in rivals:
        answer, assumed = answer_of(state, order, clash, seat, mark)
        if answer is None or answer.skill == Skill.EVADE:
            continue
        theirs = dice_of(state, order, clash, mark, answer, seat)
        other = side_of(state, mark, answer, seat, theirs)
        others.append(other)
        back = saving_rolls(other, side)
        win, lose = gets_through(saving_rolls(side, other)), gets_through(back)
        hurt = tuple(wounds(other, back, state.miners[seat].wounds))
        duels.append(Duel(letter(mark), mine, theirs, assumed, None, win, 1.0 - win - lose, lose, (1.0,), hurt))
    threat = None
    if seat in clash.hit_by_beast:
        threat = threat_to(state, clash, seat)
        win = gets_through(against_threat(side, threat))
        duels.append(Duel(letter(BEAST), mine, None, False, threat, win, 0.0, 1.0 - win, (1.0,), (1.0,)))
    return Chance(about, tuple(duels), evades_all(mine.value, others, threat))
