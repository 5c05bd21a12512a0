"""What a TAG could declare in the order being spent: attacks from every spot of the path, and the chances of one."""

from __future__ import annotations

from muster.games.tag_raid.board.spots import Spot
from muster.games.tag_raid.cards.content import Effect, Tool, ToolKind
from muster.games.tag_raid.rules.attacks import HOPELESS, burst, close_value, ranged_value, spot_of
from muster.games.tag_raid.rules.beast import attack_spot, threat_at
from muster.games.tag_raid.rules.damage import SAVES, Impact, attack_damage, impact_of
from muster.games.tag_raid.rules.declare import VERBS, aro_spots, attack_spots, read_aro, read_second, targets_of
from muster.games.tag_raid.rules.line_of_fire import band, distance, distance_to_beast
from muster.games.tag_raid.rules.reach import is_covered, is_reaction, needs_sight
from muster.games.tag_raid.rules.refusals import place, refuse
from muster.games.tag_raid.rules.resolution import (
    Clash,
    beset_spots,
    clash_of,
    evade_attribute,
    evade_value,
    hard_pressed,
)
from muster.games.tag_raid.rules.rolls import NO_HITS
from muster.games.tag_raid.showing.chances import Side, against_threat, evades_all, gets_through, saving_rolls, wounds
from muster.games.tag_raid.showing.path import ranged_terms, walk
from muster.games.tag_raid.showing.previews import Arm, Arms, ArmSpot, Chance, Dice, Duel, Mark, No, Term
from muster.games.tag_raid.state.questions import behaviour, crowd, event_sum, gear_sum, letter, tag_of, weapons
from muster.games.tag_raid.state.state import BEAST, NOBODY, Declaration, Miner, Order, Skill, State
from muster.kernel.refusal import Refusal
from muster.kernel.spaces import no_such_option
from muster.kernel.words import Words

SHOWN_WOUNDS = 6
"""Wounds of the MegaBeast are told apart up to so many."""


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
    value = evade_value(state, order, clash_of(state, order), seat, Declaration(Skill.EVADE))
    return Arms(seat, reactive, steps[-1][0], value, tuple(found))


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
    """Where on the path one target can be attacked, or why it cannot."""
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
    away = distance_to_beast(state, own) if mark == BEAST else distance(state, own, other)
    if tool.kind == ToolKind.CLOSE:
        value = close_value(state, miner, spot)
    else:
        value = ranged_value(state, miner, tool, own, mark, other)
    cover = mark != BEAST and is_covered(state, tool, own, other)
    shown = value if value > HOPELESS else None
    return ArmSpot(place(spot), spot[0], spot[1], along, shown, band(state, away), cover)


def ends(state: State, miner: Miner, spot: Spot, mark: int) -> tuple[Spot, Spot]:
    """Where attacker and target are: the active miner at a spot of its path, the other where it stands."""
    return (spot, spot_of(state, mark)) if miner.seat == state.active else (miner.spot, spot)


# The chances of a declaration


def chance(state: State, seat: int, about: str) -> Chance:
    """What may come of a declaration: face to face against what others declared, or against the worst they could."""
    order = state.order
    if order is None or not order.path:
        raise no_such_option(about)
    reactive = seat != state.active
    if reactive:
        skill, tool, spot, split = read_aro(state, order, seat, seat in order.watchers, about).value
    else:
        skill, tool, spot, split = read_second(state, order, about).value
    declared = Declaration(skill, tool, spot, split)
    planned = order.copy()
    if reactive:
        planned.aros[seat] = declared
    else:
        planned.second = declared
    clash = clash_of(state, planned)
    clash.acts[seat] = declared
    if declared.skill == Skill.EVADE:
        return evade_chance(state, planned, clash, seat, about)
    return Chance(about, tuple(duel(state, planned, clash, seat, mark) for mark, _ in split), None)


def own_dice(state: State, order: Order, clash: Clash, seat: int, mark: int) -> Dice:
    """The asker's side of a roll, with its ledger."""
    act = clash.acts[seat]
    miner = state.miners[seat]
    if act.skill == Skill.EVADE:
        return Dice("evade", "", evade_value(state, order, clash, seat, act), 1, evade_terms(state, order, clash, seat))
    assert act.spot is not None
    tool = state.content.tools[act.tool]
    own, other = ends(state, miner, act.spot, mark)
    if act.skill == Skill.CLOSE:
        value, terms = close_value(state, miner, act.spot), close_terms(state, miner, act.spot)
        return Dice("close", tool.id, value, act.at(mark), terms)
    value = ranged_value(state, miner, tool, own, mark, other)
    if act.skill == Skill.CARD:
        return Dice("card", tool.id, value, act.at(mark), skill_terms(state, miner, own))
    return Dice("ranged", tool.id, value, act.at(mark), ranged_terms(state, miner, tool, own, mark, other))


def skill_terms(state: State, miner: Miner, spot: Spot) -> tuple[Term, ...]:
    """The success value of a card's skill as a ledger; its sum is `skill_value`."""
    found = [
        Term("evade", "TR skill.card", tag_of(state, miner).evade),
        Term("gear", "TR tool.mods", gear_sum(state, miner, Effect.EVADE, spot)),
        Term("event", "TR event.lasting", event_sum(state, Effect.EVADE)),
    ]
    return tuple(term for number, term in enumerate(found) if not number or term.figure)


def close_terms(state: State, miner: Miner, spot: Spot) -> tuple[Term, ...]:
    """The success value in close combat as a ledger; its sum is `close_value`."""
    crowded = -state.content.constants.hardship if crowd(state, miner.seat, spot) > 1 else 0
    found = [
        Term("close", "TR close.attribute", tag_of(state, miner).close),
        Term("gear", "TR tool.mods", gear_sum(state, miner, Effect.CLOSE, spot)),
        Term("event", "TR event.lasting", event_sum(state, Effect.CLOSE)),
        Term("numbers", "TR close.numbers", crowded),
    ]
    return tuple(term for number, term in enumerate(found) if not number or term.figure)


def evade_terms(state: State, order: Order, clash: Clash, seat: int) -> tuple[Term, ...]:
    """The success value of an evade as a ledger."""
    miner, act = state.miners[seat], clash.acts[seat]
    own, events = tag_of(state, miner).evade, event_sum(state, Effect.EVADE)
    attribute = evade_attribute(state, seat, beset_spots(order, clash, seat))
    pressed = -state.content.constants.hardship if hard_pressed(state, order, clash, seat) else 0
    rows = [
        Term("evade", "TR evade.attribute", own),
        Term("gear", "TR tool.mods", attribute - own - events),
        Term("event", "TR event.lasting", events),
        Term("boost", "TR tool.boost", evade_value(state, order, clash, seat, act) - attribute - pressed),
        Term("pressed", "TR evade.single_mod", pressed),
    ]
    return tuple(term for number, term in enumerate(rows) if not number or term.figure)


def duel(state: State, order: Order, clash: Clash, seat: int, mark: int) -> Duel:
    """One attack against one target."""
    mine = own_dice(state, order, clash, seat, mark)
    act = clash.acts[seat]
    assert act.spot is not None
    side = sided(state, order, seat, mark, act, mine.value, mine.dice)
    if mark == BEAST:
        return beast_duel(state, act.spot, mine, side, order)
    theirs, assumed = answer_of(state, order, clash, seat, mark)
    other = None if theirs is None else opposing(state, order, clash, theirs, seat, mark)
    rolls = saving_rolls(side, other)
    win = gets_through(rolls)
    back = [1.0] if other is None else saving_rolls(other, side)
    strikes_back = theirs is not None and theirs.skill != "evade"
    lose = gets_through(back) if other is not None else 0.0
    hurt = wounds(other, back, state.miners[seat].wounds) if other is not None and strikes_back else [1.0]
    return Duel(
        letter(mark),
        mine,
        theirs,
        assumed,
        None,
        win,
        1.0 - win - lose,
        lose,
        tuple(wounds(side, rolls, state.miners[mark].wounds)),
        tuple(hurt),
    )


def beast_duel(state: State, spot: Spot, mine: Dice, side: Side, order: Order) -> Duel:
    """Against the MegaBeast: what beats its threat level wounds it, else it does as its card says.

    [TR beast.exceed] [TR beast.no_critical] [TR beast.double]
    """
    threat = threat_at(state, spot)
    rolls = against_threat(side, threat)
    win = gets_through(rolls)
    strikes = attack_spot(state, order) is not None
    shown = tuple(rolls[:SHOWN_WOUNDS]) + ((sum(rolls[SHOWN_WOUNDS:]),) if len(rolls) > SHOWN_WOUNDS else ())
    lose = 1.0 - win if strikes else 0.0
    return Duel(letter(BEAST), mine, None, False, threat, win, 1.0 - win - lose, lose, shown, (1.0,))


def sided(state: State, order: Order, seat: int, mark: int, act: Declaration, value: int, dice: int) -> Side:
    """A side of a roll with what its hits do."""
    tool = state.content.tools[act.tool]
    if mark == BEAST:
        card = behaviour(state)
        times = card.amount if card is not None and card.effect == Effect.DOUBLE_WOUNDS else 1
        return Side(value, dice, SAVES[tool.ammunition] * times)
    assert act.spot is not None
    own, other = ends(state, state.miners[seat], act.spot, mark)
    found: Impact = impact_of(state, mark, seat, NO_HITS, tool, is_covered(state, tool, own, other), other)
    return Side(value, dice, SAVES[tool.ammunition], attack_damage(state, state.miners[mark], found))


def answer_of(state: State, order: Order, clash: Clash, seat: int, mark: int) -> tuple[Dice | None, bool]:
    """What stands against an attack: what the target declared, or, while it is still to decide, its best shot back."""
    act = clash.acts.get(mark)
    if act is not None:
        if act.skill == Skill.EVADE or act.at(seat):
            return own_dice(state, order, clash, mark, seat), False
        return None, False
    if mark != state.active:
        return None, False
    best = strongest(state, order, mark, seat)
    return best, best is not None


def strongest(state: State, order: Order, active: int, seat: int) -> Dice | None:
    """The active miner's weapon with the best chances against somebody who reacts, with its whole burst."""
    best: Dice | None = None
    miner = state.miners[active]
    for kind in (ToolKind.RANGED, ToolKind.CLOSE):
        for tool in weapons(state, miner, kind):
            try:
                spots = attack_spots(state, miner, order, tool, [seat])
            except Refusal:
                continue
            for spot in spots:
                own, other = ends(state, miner, spot, seat)
                close = tool.kind == ToolKind.CLOSE
                value = close_value(state, miner, own) if close else ranged_value(state, miner, tool, own, seat, other)
                if value > HOPELESS and (best is None or (value * tool.burst > best.value * best.dice)):
                    best = Dice("close" if close else "ranged", tool.id, value, tool.burst, ())
    return best


def opposing(state: State, order: Order, clash: Clash, theirs: Dice, seat: int, mark: int) -> Side:
    """The other side of a roll, with what its hits do to the asker."""
    if theirs.skill == "evade":
        return Side(theirs.value, 1)
    tool = next(tool for tool in state.content.tools if tool.id == theirs.tool)
    act = clash.acts.get(mark)
    cover, other = False, state.miners[seat].spot
    if act is not None and act.spot is not None:
        own, other = ends(state, state.miners[mark], act.spot, seat)
        cover = is_covered(state, tool, own, other)
    found = impact_of(state, seat, mark, NO_HITS, tool, cover, other)
    limit = attack_damage(state, state.miners[seat], found)
    return Side(theirs.value, theirs.dice, SAVES[tool.ammunition], limit)


def evade_chance(state: State, order: Order, clash: Clash, seat: int, about: str) -> Chance:
    """One roll against everything that comes.  [TR evade.one_roll] [TR evade.all]"""
    mine = own_dice(state, order, clash, seat, NOBODY)
    side = Side(mine.value, 1)
    duels: list[Duel] = []
    others: list[Side] = []
    rivals = [state.active] if seat != state.active else [mark for mark in clash.acts if mark != seat]
    for mark in rivals:
        theirs, assumed = answer_of(state, order, clash, seat, mark)
        if theirs is None or theirs.skill == "evade":
            continue
        other = opposing(state, order, clash, theirs, seat, mark)
        others.append(other)
        back = saving_rolls(other, side)
        win, lose = gets_through(saving_rolls(side, other)), gets_through(back)
        hurt = tuple(wounds(other, back, state.miners[seat].wounds))
        duels.append(Duel(letter(mark), mine, theirs, assumed, None, win, 1.0 - win - lose, lose, (1.0,), hurt))
    threat = None
    if seat in clash.hit_by_beast:
        spot = clash.beast_at if seat == state.active else state.miners[seat].spot
        assert spot is not None
        threat = threat_at(state, spot)
        win = gets_through(against_threat(side, threat))
        duels.append(Duel(letter(BEAST), mine, None, False, threat, win, 0.0, 1.0 - win, (1.0,), (1.0,)))
    return Chance(about, tuple(duels), evades_all(mine.value, others, threat))
