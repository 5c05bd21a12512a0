"""The wounds of a whole order in which several attack: every roll of it, and who loses how many wounds together.

Rulebook, "Order Expenditure Sequence", step 5. The active miner rolls other dice for each target, so what happens
between it and one of the others is independent of the rest, but for three things that everybody shares: its evade is
one die against all, its hits on the MegaBeast keep that from attacking, and all wounds of a miner add up.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from muster.games.tag_raid.rules.attacks import is_attack
from muster.games.tag_raid.rules.beast import attack_damage as beast_damage
from muster.games.tag_raid.rules.beast import attack_of, threat_at
from muster.games.tag_raid.rules.clash import Clash, success_terms, threat_to
from muster.games.tag_raid.rules.damage import NO_DAMAGE, SAVES, Impact, attack_damage
from muster.games.tag_raid.rules.rolls import SIDES, Hits, capped
from muster.games.tag_raid.showing.aim import dice_of, planned, side_of, strongest
from muster.games.tag_raid.showing.chances import Side, against_best, against_threat, saving_rolls, wounds
from muster.games.tag_raid.state.state import BEAST, NOBODY, Declaration, Order, Skill, State
from muster.kernel.terms import total

Wounds = tuple[int, ...]
"""The wounds of every miner by seat, and last those of the MegaBeast."""
Joint = dict[Wounds, float]
"""The chances of wounds that come together."""


class Dodge(NamedTuple):
    """The die of an evade: its success, 0 if it fails."""

    best: int
    critical: bool


NONE = Dodge(0, False)


def whole_order(state: State, seat: int, about: str) -> tuple[Joint, bool]:
    """The wounds of an order with a declaration in it, and whether the best shot back is assumed in place of an active
    miner that has not decided.
    """
    order, clash, _ = planned(state, seat, about)
    assumed = False
    if state.active not in clash.acts:
        best = strongest(state, order, state.active, seat)
        if best is not None:
            clash.acts[state.active] = best
            assumed = True
    return Whole(state, order, clash).joint(), assumed


class Whole:
    """One order with everything that has been declared in it."""

    def __init__(self, state: State, order: Order, clash: Clash) -> None:
        self.state = state
        self.order = order
        self.clash = clash
        self.active = clash.acts.get(state.active)
        self.most = [*(miner.wounds for miner in state.miners), state.beast.wounds]
        self.others = [miner.seat for miner in state.miners if miner.seat != state.active]

    def joint(self) -> Joint:
        """All wounds together.  [TR everything.at_once] [TR evade.one_roll] [TR beast.prevails]"""
        found: Joint = {}
        nothing = (0,) * len(self.most)
        for lost, share in enumerate(self.on_beast()):
            for dodge, chance in self.dodges(self.state.active, self.active):
                case: Joint = {(*nothing[:-1], min(lost, self.most[-1])): share * chance}
                for seat in self.others:
                    case = self.added(case, seat, self.between(seat, dodge, not lost))
                struck = self.by_beast(self.state.active, dodge, not lost)
                case = self.added(case, self.state.active, {(one, 0): part for one, part in enumerate(struck)})
                for what, part in case.items():
                    found[what] = found.get(what, 0.0) + part
        return {what: part for what, part in found.items() if part}

    def added(self, case: Joint, seat: int, more: dict[tuple[int, int], float]) -> Joint:
        """Further wounds of a miner and of the active miner, none beyond what they have left.  [TR death.zero]"""
        found: Joint = {}
        active = self.state.active
        for what, share in case.items():
            for (its, mine), chance in more.items():
                if chance:
                    after = list(what)
                    after[seat] = min(after[seat] + its, self.most[seat])
                    after[active] = min(after[active] + mine, self.most[active])
                    key = tuple(after)
                    found[key] = found.get(key, 0.0) + share * chance
        return found

    def dodges(self, seat: int, act: Declaration | None) -> Iterator[tuple[Dodge, float]]:
        """The die of a miner that evades; of any other, nothing.  [TR evade.one_roll]"""
        if act is None or act.skill != Skill.EVADE:
            yield NONE, 1.0
            return
        value = max(0, capped(total(success_terms(self.state, self.order, self.clash, seat, act, NOBODY))))
        if value < SIDES:
            yield NONE, (SIDES - value) / SIDES
        for face in range(1, value + 1):
            yield Dodge(face, face == value), 1 / SIDES

    def side(self, seat: int, act: Declaration | None, mark: int) -> Side | None:
        """The dice of an attack on somebody, if there is one."""
        if act is None or not is_attack(act) or not act.at(mark):
            return None
        return side_of(self.state, seat, act, mark, dice_of(self.state, self.order, self.clash, seat, act, mark))

    def on_beast(self) -> list[float]:
        """The wounds of the MegaBeast.  [TR beast.exceed] [TR beast.wound]"""
        side = self.side(self.state.active, self.active, BEAST)
        if side is None or self.active is None or self.active.spot is None:
            return [1.0]
        return against_threat(side, threat_at(self.state, self.active.spot))

    def between(self, seat: int, dodge: Dodge, roused: bool) -> dict[tuple[int, int], float]:
        """The wounds of one of the others and those that it causes the active miner.

        [TR ftf.when] [TR roll.normal] [TR ftf.compare] [TR ftf.criticals]
        """
        active, act = self.state.active, self.clash.acts.get(seat)
        mine, theirs = self.side(active, self.active, seat), self.side(seat, act, active)
        most, own = self.most[seat], self.most[active]
        found: dict[tuple[int, int], float] = {}
        if mine is not None and theirs is not None:
            hurt = wounds(mine, saving_rolls(mine, theirs), most)
            back = wounds(theirs, saving_rolls(theirs, mine), own)
            pairs = {(lost, 0): chance for lost, chance in enumerate(hurt) if lost}
            pairs |= {(0, lost): chance for lost, chance in enumerate(back) if lost}
            pairs[0, 0] = 1.0 - sum(pairs.values(), 0.0)
            struck = self.by_beast(seat, NONE, roused)
            for (lost, caused), chance in pairs.items():
                count(found, {(min(lost + more, most), caused): chance * part for more, part in enumerate(struck)})
            return found
        back = [1.0] if theirs is None else wounds(theirs, against(theirs, dodge), own)
        for die, share in self.dodges(seat, act):
            hurt = [1.0] if mine is None else wounds(mine, against(mine, die), most)
            for more, part in enumerate(self.by_beast(seat, die, roused)):
                for lost, chance in enumerate(hurt):
                    weight = share * part * chance
                    count(
                        found, {(min(lost + more, most), caused): weight * other for caused, other in enumerate(back)}
                    )
        return found

    def by_beast(self, seat: int, dodge: Dodge, roused: bool) -> list[float]:
        """The wounds from the MegaBeast's attack, if it makes one and the miner does not evade it.

        [TR beast.no_dice] [TR beast.exceed] [TR beast.prevails]
        """
        state, attack = self.state, attack_of(self.state)
        if not roused or attack is None or seat not in self.clash.hit_by_beast:
            return [1.0]
        if dodge.critical or dodge.best > threat_to(state, self.clash, seat):
            return [1.0]
        damage = beast_damage(state)
        impact = Impact(seat, BEAST, Hits(1, 0), damage, attack.ammunition, slows=attack.slows, at=self.clash.beast_at)
        if damage <= NO_DAMAGE:
            return [1.0]
        saves = SAVES[attack.ammunition]
        side = Side(0, 0, 1, attack_damage(state, state.miners[seat], impact))
        return wounds(side, [*[0.0] * saves, 1.0], self.most[seat])


def against(side: Side, dodge: Dodge) -> list[float]:
    """The saving rolls that an attack causes to somebody who evades, or does nothing about it.  [TR ftf.critical]"""
    return [1.0] if dodge.critical else against_best(side, dodge.best)


def count(found: dict[tuple[int, int], float], more: dict[tuple[int, int], float]) -> None:
    for what, chance in more.items():
        found[what] = found.get(what, 0.0) + chance
