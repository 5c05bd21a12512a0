"""Damage: saving rolls by ammunition, wounds, and the Teseum for them (rulebook, "Damage", "Ammunition")."""

from __future__ import annotations

from typing import Final

from muster.games.tag_raid.board.spots import Spot
from muster.games.tag_raid.cards.content import ARMOR_ZERO, SLOWS, Ammunition, Effect, Tool, ToolKind
from muster.games.tag_raid.rules.effects import slow, wound
from muster.games.tag_raid.rules.neomaterial import gain_teseum
from muster.games.tag_raid.rules.rolls import SIDES, Hits, half_up
from muster.games.tag_raid.rules.told import above
from muster.games.tag_raid.state.questions import armor_of, event_sum, gear_sum, letter, timeline
from muster.games.tag_raid.state.state import BEAST, Miner, Order, State
from muster.kernel.requests import Table

SAVES = {Ammunition.N: 1, Ammunition.DA: 2, Ammunition.EXP: 3, Ammunition.AP: 1}
"""Saving rolls for each hit.  [TR ammo.normal] [TR ammo.da] [TR ammo.exp] [TR ammo.ap]"""


NO_DAMAGE: Final = -99
"""Stands for damage where there is nothing to save against."""


class Impact:
    """The hits of one attack on one miner: by whom, how hard, with what ammunition."""

    __slots__ = ("ammunition", "armor_zero", "at", "by", "cover", "damage", "hits", "slows", "victim")

    def __init__(
        self,
        victim: int,
        by: int,
        hits: Hits,
        damage: int,
        ammunition: Ammunition,
        cover: bool = False,
        armor_zero: bool = False,
        slows: bool = False,
        at: Spot | None = None,
    ) -> None:
        self.victim = victim
        self.by = by
        self.hits = hits
        self.damage = damage
        self.ammunition = ammunition
        self.cover = cover
        self.armor_zero = armor_zero
        self.slows = slows
        self.at = at  # where the victim was then, if that was on a path


def impact_of(state: State, victim: int, by: int, hits: Hits, tool: Tool, cover: bool, at: Spot) -> Impact:
    """Make an impact of a weapon's hits on a miner; those of a card's skill do no damage.

    [TR event.ranged_damage] [TR event.close_damage] [TR trait.armor_zero]
    """
    ranged = tool.kind == ToolKind.RANGED
    damage = tool.damage + event_sum(state, Effect.RANGED_DAMAGE if ranged else Effect.CLOSE_DAMAGE)
    if tool.kind == ToolKind.SKILL:
        damage = NO_DAMAGE
    armor_zero, slows = bool(tool.traits & ARMOR_ZERO), bool(tool.traits & SLOWS)
    return Impact(victim, by, hits, damage, tool.ammunition, cover and ranged, armor_zero, slows, at)


def saving_rolls(ammunition: Ammunition, hits: Hits) -> int:
    """The number of saving rolls: by ammunition for each hit, and one more for each critical.

    [TR damage.each_hit] [TR ammo.critical]
    """
    return SAVES[ammunition] * hits.count + hits.criticals


def attack_damage(state: State, victim: Miner, impact: Impact) -> int:
    """The number to beat: damage less armor, less 3 in cover; armor piercing halves armor, never cover.

    [TR save.damage] [TR cover.damage] [TR ammo.ap] [TR ammo.ap_cover] [TR trait.armor_zero]
    """
    armor = 0 if impact.armor_zero else armor_of(state, victim, impact.at)
    if impact.ammunition == Ammunition.AP:
        armor = half_up(armor)
    return impact.damage - armor - (state.content.constants.cover if impact.cover else 0)


async def save(table: Table, state: State, impact: Impact) -> int:
    """Make the victim's saving rolls; each that fails costs a wound. Returns the number of wounds.

    [TR save.roll] [TR save.fail] [TR save.pass]
    """
    victim = state.miners[impact.victim]
    count = saving_rolls(impact.ammunition, impact.hits)
    limit = attack_damage(state, victim, impact)
    faces = await table.roll(f"save_{letter(impact.victim).lower()}", [SIDES] * count)
    lost = sum([1 for face in faces if face <= limit])
    if table.listening:
        shown = " ".join([str(face) for face in faces])
        gaps: dict[str, int | str] = {
            "seat": impact.victim,
            "by": impact.by,
            "limit": limit,
            "faces": shown,
            "lost": lost,
        }
        table.tell("saved", "TR save.roll", gaps, above(limit, faces))
    return lost


async def suffer(table: Table, state: State, impacts: list[Impact]) -> list[tuple[int, int, int]]:
    """Make all saving rolls of an order, in timeline order, before any wound is applied: victim, attacker, wounds."""
    found: list[tuple[int, int, int]] = []
    for seat in timeline(state):
        for impact in impacts:
            if impact.victim == seat and impact.damage > NO_DAMAGE:
                lost = await save(table, state, impact)
                found.append((seat, impact.by, lost))
    return found


def apply_wounds(table: Table, state: State, order: Order, lost: list[tuple[int, int, int]]) -> None:
    """Apply all wounds together. A player gains a unit for each wound taken off an enemy TAG, none below zero.

    [TR teseum.wound] [TR teseum.below_zero] [TR teseum.several] [TR death.zero] [TR death.takings_first]
    """
    before = {miner.seat: miner.wounds for miner in state.miners}
    for victim, by, points in lost:
        if not points:
            continue
        miner = state.miners[victim]
        wound(state, miner, points)
        order.wounded = (*order.wounded, (victim, by, points))
        if table.listening:
            table.tell("wounded", "TR save.fail", {"seat": victim, "points": points, "wounds": miner.wounds})
    seats = timeline(state)
    for seat in seats:
        for victim in seats:
            caused = sum([points for hurt, by, points in order.wounded if hurt == victim and by == seat])
            if seat != victim:
                gain_teseum(table, state, state.miners[seat], min(caused, before[victim]), "TR teseum.wound")
    order.dead = tuple([seat for seat in seats if before[seat] and not state.miners[seat].wounds])


def is_slowed(table: Table, state: State, miner: Miner, clause: str) -> None:
    """Slow a miner that is not slowed yet.  [TR slowed.enter] [TR state.one_token]"""
    if slow(state, miner) and table.listening:
        table.tell("slowed", clause, {"seat": miner.seat})


def is_sure_footed(state: State, miner: Miner, at: Spot | None = None) -> bool:
    """Whether a miner has gear that keeps it from being slowed.  [TR tool.sure_footed]"""
    return gear_sum(state, miner, Effect.SURE_FOOTED, at) > 0


def by_beast(order: Order, victim: int) -> bool:
    """Whether the MegaBeast took part in hurting a miner."""
    return any(hurt == victim and by == BEAST for hurt, by, _ in order.wounded)
