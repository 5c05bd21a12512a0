"""Resolution of an order: everything declared happens at once (rulebook, "Order Expenditure Sequence", step 5)."""

from __future__ import annotations

from muster.games.tag_raid.board.spots import Spot
from muster.games.tag_raid.cards.content import DISPOSABLE
from muster.games.tag_raid.rules import effects
from muster.games.tag_raid.rules.attacks import is_attack
from muster.games.tag_raid.rules.beast import attack_damage, attack_of, threat_at
from muster.games.tag_raid.rules.clash import (
    Clash,
    answer_to,
    attacks_on,
    beast_wounds,
    gather,
    impact,
    success_terms,
    threat_to,
)
from muster.games.tag_raid.rules.damage import Impact, apply_wounds, is_sure_footed, suffer
from muster.games.tag_raid.rules.neomaterial import gain_bezoar
from muster.games.tag_raid.rules.refusals import model
from muster.games.tag_raid.rules.rolls import SIDES, Hits, Throw, against_threat, face_to_face, normal
from muster.games.tag_raid.rules.told import up_to
from muster.games.tag_raid.rules.tools import discard_tool
from muster.games.tag_raid.state.questions import crosses, is_there, letter, timeline
from muster.games.tag_raid.state.state import BEAST, NOBODY, Declaration, Miner, Order, Skill, Stage, State
from muster.kernel.requests import Table
from muster.kernel.terms import total


async def resolve(table: Table, state: State) -> None:
    """Resolve an order: requirements, rolls, saving rolls, effects.  [TR order.resolution] [TR everything.at_once]"""
    order = state.order
    assert order is not None
    clash = gather(state, order)
    if table.listening:
        for seat, key in clash.failed:
            table.tell(key, "TR idle.invalid", {"seat": seat})
    await roll_all(table, state, order, clash)
    oppose(state, order, clash)
    lost = await suffer(table, state, clash.impacts)
    apply_wounds(table, state, order, lost)
    wound_beast(table, state, order, clash)
    use_up(table, state, order)
    note_states(state, order, clash)
    order.evaders = tuple(clash.winners)
    state.stage = Stage.EVADE_MOVE


# Rolls


async def roll_all(table: Table, state: State, order: Order, clash: Clash) -> None:
    """Roll for everybody: the active miner first, then the others in timeline order.  [TR roll.d20]"""
    for seat in (state.active, *[other for other in timeline(state) if other != state.active]):
        act = clash.acts.get(seat)
        if act is None:
            continue
        if is_attack(act):
            await roll_attack(table, state, order, clash, seat, act)
        elif act.skill == Skill.EVADE:
            await roll_evade(table, state, order, clash, seat, act)


async def roll_attack(table: Table, state: State, order: Order, clash: Clash, seat: int, act: Declaration) -> None:
    """Roll the dice of an attack, each for its target.  [TR ranged.split] [TR close.split]"""
    count = sum([dice for _, dice in act.split])
    faces = await table.roll(f"attack_{letter(seat).lower()}", [SIDES] * count)
    start = 0
    for target, dice in act.split:
        value = total(success_terms(state, order, clash, seat, act, target))
        throw = Throw(value, faces[start : start + dice])
        clash.throws[seat, target] = throw
        start += dice
        if table.listening:
            shown = " ".join([str(face) for face in throw.faces])
            gaps: dict[str, int | str] = {"seat": seat, "target": letter(target), "who": model(state, target)}
            gaps |= {"value": max(0, throw.value), "faces": shown}
            table.tell("attacked", "TR roll.success", gaps, up_to(throw.value, throw.faces))


async def roll_evade(table: Table, state: State, order: Order, clash: Clash, seat: int, act: Declaration) -> None:
    """Roll one die against all attacks.  [TR evade.one_roll]"""
    value = total(success_terms(state, order, clash, seat, act, NOBODY))
    faces = await table.roll(f"evade_{letter(seat).lower()}", [SIDES])
    clash.throws[seat, NOBODY] = Throw(value, faces)
    if table.listening:
        gaps: dict[str, int | str] = {"seat": seat, "value": max(0, value), "faces": str(faces[0])}
        table.tell("evaded", "TR evade.one_roll", gaps, up_to(value, faces))


# Who gets through


def oppose(state: State, order: Order, clash: Clash) -> None:
    """Compare skills that affect each other face to face; all others are normal rolls.

    [TR ftf.when] [TR roll.normal]
    """
    beast_wins = resist_beast(state, clash)
    for (seat, target), throw in clash.throws.items():
        if target in (NOBODY, BEAST):
            continue
        answer = answer_to(clash, seat, target)
        if answer is None:
            hits = normal(throw)
        else:
            against = NOBODY if answer.skill == Skill.EVADE else seat
            hits = face_to_face(throw, clash.throws[target, against])[0]
        if hits:
            clash.impacts.append(impact(state, seat, clash.acts[seat], target, hits))
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


def resist_beast(state: State, clash: Clash) -> list[int]:
    """Find the victims of the MegaBeast's attack: it rolls no dice, its threat is its roll.

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
        if dodge is None or not against_threat(dodge, threat_to(state, clash, seat)):
            struck.append(seat)
    return struck


def evades_all(state: State, clash: Clash, seat: int, beast_wins: list[int]) -> bool:
    """Whether an evade beat all attacks it was rolled against.  [TR evade.all] [TR evade.normal] [TR evade.move]"""
    dodge = clash.throws[seat, NOBODY]
    if seat in beast_wins or not normal(dodge):
        return False
    throws = [clash.throws[other, seat] for other in attacks_on(clash, seat)]
    return all(face_to_face(dodge, throw)[0] for throw in throws)


# Effects


def wound_beast(table: Table, state: State, order: Order, clash: Clash) -> None:
    """Take a wound off the MegaBeast for each saving roll the attack would cause, and give a T-Bezoar for each.
    Criticals add nothing; the last wound brings the trophy.

    [TR beast.wound] [TR beast.no_critical] [TR beast.bezoar] [TR beast.trophy] [TR beast.double] [TR beast.dies]
    """
    if not clash.beast_hits:
        return
    beast, miner = state.beast, state.miners[state.active]
    tool = state.content.tools[clash.acts[state.active].tool]
    wounds = effects.wound_beast(state, beast_wounds(state, tool) * clash.beast_hits.count)
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
    """Discard the disposable tools that were declared, even if the skill became idle.

    [TR tool.disposable] [TR idle.still_spent]
    """
    declared = dict(order.aros)
    if order.second is not None:
        declared[state.active] = order.second
    for seat, act in declared.items():
        if act.tool in state.miners[seat].slots and state.content.tools[act.tool].traits & DISPOSABLE:
            discard_tool(table, state, state.miners[seat], act.tool)


def note_states(state: State, order: Order, clash: Clash) -> None:
    """Note the miners that will be slowed when the order ends, whatever their saving rolls were.

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
    """Note that a miner will be slowed, unless its gear keeps it from that.  [TR tool.sure_footed]"""
    if not is_sure_footed(state, state.miners[seat], at):
        order.slowing = (*order.slowing, (seat, clause))


def note_terrain(state: State, order: Order, miner: Miner, path: tuple[Spot, ...]) -> None:
    """Note that a miner will be slowed if its path leads over difficult terrain.  [TR terrain.difficult]"""
    if leads_over_difficult_terrain(state, miner, path):
        order.slowing = (*order.slowing, (miner.seat, "TR terrain.difficult"))


def leads_over_difficult_terrain(state: State, miner: Miner, path: tuple[Spot, ...]) -> bool:
    """Whether a path leads over difficult terrain before the miner equips something that helps.

    [TR terrain.difficult] [TR tool.sure_footed]
    """
    bare = [spot for spot in path if not is_sure_footed(state, miner, spot)]
    return bool(bare) and crosses(state, path[: len(bare) + 1], state.difficult)


def beast_is_roused(state: State, order: Order) -> bool:
    """Whether the MegaBeast turns at the end of an order it could not react to.  [TR beast.reorient]"""
    if order.beast_aro or not is_there(state, BEAST):
        return False
    targeted = order.second is not None and is_attack(order.second) and order.second.at(BEAST) > 0
    return targeted or order.beast_near
