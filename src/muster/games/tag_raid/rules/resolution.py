"""Resolution of an order: everything declared happens at once (rulebook, "Order Expenditure Sequence", step 5)."""

from __future__ import annotations

from collections.abc import Sequence

from muster.games.tag_raid.board.spots import Spot
from muster.games.tag_raid.cards.content import DISPOSABLE, Effect
from muster.games.tag_raid.rules import effects
from muster.games.tag_raid.rules.attacks import close_value, is_attack, ranged_value, spot_of
from muster.games.tag_raid.rules.beast import attack_damage, attack_of, attack_spot, threat_at, victims
from muster.games.tag_raid.rules.damage import SAVES, Impact, apply_wounds, impact_of, is_sure_footed, suffer
from muster.games.tag_raid.rules.line_of_fire import active_sees, looks, sees_any, sees_beast
from muster.games.tag_raid.rules.neomaterial import gain_bezoar
from muster.games.tag_raid.rules.reach import is_covered
from muster.games.tag_raid.rules.rolls import NO_HITS, SIDES, Hits, Throw, against_threat, face_to_face, normal
from muster.games.tag_raid.rules.tools import discard_tool
from muster.games.tag_raid.rules.validity import in_same_hexagon, what_holds
from muster.games.tag_raid.state.questions import (
    behaviour,
    crosses,
    crowd,
    event_sum,
    gear_sum,
    is_there,
    letter,
    tag_of,
    timeline,
    works_at,
)
from muster.games.tag_raid.state.state import BEAST, NOBODY, Declaration, Miner, Order, Skill, Stage, State
from muster.kernel.requests import Table


class Clash:
    """One order being resolved: what everybody really does, what the dice showed, and what came of it."""

    __slots__ = ("acts", "beast_at", "beast_hits", "failed", "hit_by_beast", "impacts", "throws", "winners")

    def __init__(self, acts: dict[int, Declaration], beast_at: Spot | None, hit_by_beast: list[int]) -> None:
        self.acts = acts
        self.beast_at = beast_at
        self.hit_by_beast = hit_by_beast
        self.failed: list[int] = []  # whose declaration became idle
        self.throws: dict[tuple[int, int], Throw] = {}  # by who rolls and against whom; an evade is against NOBODY
        self.impacts: list[Impact] = []
        self.beast_hits = NO_HITS
        self.winners: list[int] = []  # whose evade succeeded against everything


async def resolve(table: Table, state: State) -> None:
    """Requirements, rolls, saving rolls, effects.  [TR order.resolution] [TR everything.at_once]"""
    order = state.order
    assert order is not None
    clash = gather(table, state, order)
    await roll_all(table, state, order, clash)
    oppose(state, order, clash)
    lost = await suffer(table, state, clash.impacts)
    apply_wounds(table, state, order, lost)
    wound_beast(table, state, order, clash)
    use_up(table, state, order)
    note_states(state, order, clash)
    order.evaders = tuple(clash.winners)
    state.stage = Stage.EVADE_MOVE


# What everybody really does


def gather(table: Table, state: State, order: Order) -> Clash:
    """Skills that do not meet their requirements become idle.  [TR idle.invalid]"""
    clash = clash_of(state, order)
    if table.listening:
        for seat in clash.failed:
            evades = seat != state.active and order.aros[seat].skill == Skill.EVADE
            key = "becomes_idle" if evades else "fails"
            table.tell(key, "TR idle.invalid", {"seat": seat})
    return clash


def clash_of(state: State, order: Order) -> Clash:
    """What everybody really does when an order is resolved.  [TR order.resolution]"""
    beast_at = attack_spot(state, order)
    clash = Clash({}, beast_at, victims(state, beast_at) if beast_at is not None else [])
    declared = {} if order.second is None else {state.active: order.second}
    for seat, act in (declared | order.aros).items():
        clash.acts[seat] = what_holds(state, order, seat, act, clash.hit_by_beast)
        if clash.acts[seat].skill != act.skill:
            clash.failed.append(seat)
    return clash


def attacks_on(clash: Clash, seat: int) -> list[int]:
    """Who attacks a miner, the MegaBeast left out."""
    return [other for other, act in clash.acts.items() if is_attack(act) and act.at(seat)]


# Rolls


async def roll_all(table: Table, state: State, order: Order, clash: Clash) -> None:
    """Everybody rolls: the active miner first, then the others in timeline order.  [TR roll.d20]"""
    for seat in (state.active, *[other for other in timeline(state) if other != state.active]):
        act = clash.acts.get(seat)
        if act is None:
            continue
        if is_attack(act):
            await roll_attack(table, state, order, clash, seat, act)
        elif act.skill == Skill.EVADE:
            await roll_evade(table, state, order, clash, seat, act)


async def roll_attack(table: Table, state: State, order: Order, clash: Clash, seat: int, act: Declaration) -> None:
    """The dice of an attack, each for the target it was given to.  [TR ranged.split] [TR close.split]"""
    count = sum([dice for _, dice in act.split])
    faces = await table.roll(f"attack_{letter(seat).lower()}", [SIDES] * count)
    start = 0
    for target, dice in act.split:
        value = success_value(state, order, seat, act, target)
        throw = Throw(value, faces[start : start + dice])
        clash.throws[seat, target] = throw
        start += dice
        if table.listening:
            shown = " ".join([str(face) for face in throw.faces])
            gaps: dict[str, int | str] = {"seat": seat, "target": letter(target), "value": max(0, throw.value)}
            table.tell("attacked", "TR roll.success", {**gaps, "faces": shown})


def success_value(state: State, order: Order, seat: int, act: Declaration, target: int) -> int:
    """Attribute and modifiers of an attack.  [TR roll.value] [TR roll.mods]"""
    miner = state.miners[seat]
    assert act.spot is not None
    if act.skill == Skill.CLOSE:
        return close_value(state, miner, act.spot)
    own = act.spot if seat == state.active else miner.spot
    tool = state.content.tools[act.tool]
    other = spot_of(state, target) if seat == state.active else act.spot
    return ranged_value(state, miner, tool, own, target, other)


async def roll_evade(table: Table, state: State, order: Order, clash: Clash, seat: int, act: Declaration) -> None:
    """One die against everything that comes.  [TR evade.one_roll]"""
    value = evade_value(state, order, clash, seat, act)
    faces = await table.roll(f"evade_{letter(seat).lower()}", [SIDES])
    clash.throws[seat, NOBODY] = Throw(value, faces)
    if table.listening:
        table.tell("evaded", "TR evade.one_roll", {"seat": seat, "value": max(0, value), "faces": str(faces[0])})


def evade_value(state: State, order: Order, clash: Clash, seat: int, act: Declaration) -> int:
    """The evade attribute with cards, and -3 once for any hardship.  [TR evade.attribute] [TR tool.boost]"""
    spots = beset_spots(order, clash, seat)
    value = evade_attribute(state, seat, spots)
    if act.tool != NOBODY and all(works_at(state, state.miners[seat], act.tool, spot) for spot in spots):
        value += state.content.tools[act.tool].amount
    if hard_pressed(state, order, clash, seat):
        value -= state.content.constants.hardship
    return value


def evade_attribute(state: State, seat: int, spots: Sequence[Spot] = ()) -> int:
    """The attribute with gear and events; gear helps that works wherever an attack falls.  [TR tool.from_there]"""
    miner = state.miners[seat]
    gear = min([gear_sum(state, miner, Effect.EVADE, at) for at in spots or (None,)])
    return tag_of(state, miner).evade + gear + event_sum(state, Effect.EVADE)


def beset_spots(order: Order, clash: Clash, seat: int) -> list[Spot]:
    """Where the active miner is when attacks on a miner fall; if there are none, where its path ends."""
    found = [clash.acts[other].spot for other in attacks_on(clash, seat)]
    if seat in clash.hit_by_beast:
        found.append(clash.beast_at)
    return [spot for spot in found if spot is not None] or [order.path[-1]]


def hard_pressed(state: State, order: Order, clash: Clash, seat: int) -> bool:
    """Attacked unseen, an active miner unseen in the own hexagon, or several TAGs in contact: -3 once.

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
    return beset and not sees_any(state, miner, active, order.path)


def active_sees_any(state: State, order: Order, other: int) -> bool:
    """Whether the active miner has line of fire to somebody anywhere on its path.  [TR los.moving] [TR los.path]"""
    active = state.miners[state.active]
    return any(active_sees(state, active, spot, other) for spot in looks(order.path))


# Who gets through


def oppose(state: State, order: Order, clash: Clash) -> None:
    """Skills that affect each other meet face to face, all others are normal rolls.  [TR ftf.when] [TR roll.normal]"""
    beast_wins = resist_beast(state, clash)
    for (seat, target), throw in clash.throws.items():
        if target in (NOBODY, BEAST):
            continue
        answer = clash.throws.get((target, seat)) or clash.throws.get((target, NOBODY))
        hits = normal(throw) if answer is None else face_to_face(throw, answer)[0]
        if hits:
            clash.impacts.append(impact(state, clash, seat, target, hits))
    for seat in beast_wins:
        attack = attack_of(state)
        assert attack is not None
        damage = attack_damage(state)
        found = Impact(seat, BEAST, Hits(1, 0), damage, attack.ammunition, slows=attack.slows, at=clash.beast_at)
        clash.impacts.append(found)
    for seat, act in clash.acts.items():
        if act.skill == Skill.EVADE and evades_all(state, clash, seat, beast_wins):
            clash.winners.append(seat)
    active_first = [seat for seat in (state.active, *timeline(state)) if seat in clash.winners]
    clash.winners = list(dict.fromkeys(active_first))


def impact(state: State, clash: Clash, seat: int, target: int, hits: Hits) -> Impact:
    """Hits with a weapon, behind cover or not."""
    act = clash.acts[seat]
    assert act.spot is not None
    tool = state.content.tools[act.tool]
    own, other = (act.spot, state.miners[target].spot) if seat == state.active else (state.miners[seat].spot, act.spot)
    return impact_of(state, target, seat, hits, tool, is_covered(state, tool, own, other), other)


def resist_beast(state: State, clash: Clash) -> list[int]:
    """Whom the MegaBeast's attack hits: it needs no dice, its threat is what it rolled.

    [TR beast.no_dice] [TR beast.exceed] [TR beast.prevails] [TR evade.only_self]
    """
    throw = clash.throws.get((state.active, BEAST))
    if throw is not None:
        spot = clash.acts[state.active].spot
        assert spot is not None
        clash.beast_hits = against_threat(throw, threat_at(state, spot))
        if clash.beast_hits:
            return []
    struck: list[int] = []
    for seat in clash.hit_by_beast:
        dodge = clash.throws.get((seat, NOBODY))
        if dodge is None or not beats_beast(state, clash, seat, dodge):
            struck.append(seat)
    return struck


def beats_beast(state: State, clash: Clash, seat: int, dodge: Throw) -> bool:
    spot = clash.beast_at if seat == state.active else state.miners[seat].spot
    assert spot is not None
    return bool(against_threat(dodge, threat_at(state, spot)))


def evades_all(state: State, clash: Clash, seat: int, beast_wins: list[int]) -> bool:
    """Whether an evade beat everything it was rolled against.  [TR evade.all] [TR evade.normal] [TR evade.move]"""
    dodge = clash.throws[seat, NOBODY]
    if seat in beast_wins or not normal(dodge):
        return False
    throws = [clash.throws[other, seat] for other in attacks_on(clash, seat)]
    return all(face_to_face(dodge, throw)[0] for throw in throws)


# Effects


def wound_beast(table: Table, state: State, order: Order, clash: Clash) -> None:
    """One wound for each saving roll the attack would cause, one T-Bezoar each; criticals add nothing; the last wound
    brings the trophy.

    [TR beast.wound] [TR beast.no_critical] [TR beast.bezoar] [TR beast.trophy] [TR beast.double] [TR beast.dies]
    """
    if not clash.beast_hits:
        return
    beast, miner = state.beast, state.miners[state.active]
    tool = state.content.tools[clash.acts[state.active].tool]
    wounds = SAVES[tool.ammunition] * clash.beast_hits.count
    card = behaviour(state)
    if card is not None and card.effect == Effect.DOUBLE_WOUNDS:
        wounds *= card.amount
    wounds = effects.wound_beast(state, wounds)
    state.reserve_bezoar += wounds
    if table.listening:
        table.tell("beast_wounded", "TR beast.wound", {"seat": miner.seat, "wounds": wounds, "left": beast.wounds})
    gain_bezoar(table, state, miner, wounds, "TR beast.bezoar")
    if not beast.wounds:
        state.reserve_bezoar += beast.trophy
        gain_bezoar(table, state, miner, beast.trophy, "TR beast.trophy")
        beast.trophy = 0
        if table.listening:
            table.tell("beast_dies", "TR beast.dies", {"seat": miner.seat})


def use_up(table: Table, state: State, order: Order) -> None:
    """Disposable tools that were declared are discarded, also when the skill became idle.

    [TR tool.disposable] [TR idle.still_spent]
    """
    declared = dict(order.aros)
    if order.second is not None:
        declared[state.active] = order.second
    for seat, act in declared.items():
        if act.tool in state.miners[seat].slots and state.content.tools[act.tool].traits & DISPOSABLE:
            discard_tool(table, state, state.miners[seat], act.tool)


def note_states(state: State, order: Order, clash: Clash) -> None:
    """Who will be slowed when the order ends, whatever the saving rolls said.

    [TR state.end_of_order] [TR save.state] [TR terrain.difficult]
    """
    for found in clash.impacts:
        if found.slows:
            note_slow(state, order, found.victim, "TR slowed.enter", found.at)
    for seat, act in clash.acts.items():
        if act.skill != Skill.NONE:
            miner = state.miners[seat]
            note_terrain(state, order, miner, order.path if seat == state.active else (miner.spot,))


def note_slow(state: State, order: Order, seat: int, clause: str, at: Spot | None) -> None:
    """A miner is going to be slowed, unless what it wears there keeps it from that.  [TR tool.sure_footed]"""
    if not is_sure_footed(state, state.miners[seat], at):
        order.slowing = (*order.slowing, (seat, clause))


def note_terrain(state: State, order: Order, miner: Miner, path: tuple[Spot, ...]) -> None:
    """Difficult terrain on a path, up to where something was equipped that helps, slows.  [TR terrain.difficult]"""
    bare = [spot for spot in path if not is_sure_footed(state, miner, spot)]
    if bare and crosses(state, path[: len(bare) + 1], state.difficult):
        order.slowing = (*order.slowing, (miner.seat, "TR terrain.difficult"))


def beast_is_roused(state: State, order: Order) -> bool:
    """Whether the MegaBeast turns at the end of an order it could not react to.  [TR beast.reorient]"""
    if order.beast_aro or not is_there(state, BEAST):
        return False
    targeted = order.second is not None and is_attack(order.second) and order.second.at(BEAST) > 0
    return targeted or order.beast_near
