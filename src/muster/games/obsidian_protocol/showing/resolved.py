"""The odds of one attack on one part or unit, from its dice: missed, stopped, damaged, destroyed (rulebook 4.4)."""

from __future__ import annotations

from dataclasses import dataclass

from muster.games.obsidian_protocol.rules.attack.icons import NOTHING_ELSE, Stakes
from muster.games.obsidian_protocol.showing import focused
from muster.games.obsidian_protocol.showing.rolled import Pool, damaging, falls, remains
from muster.kernel.odds import Count, Odds, Outcome
from muster.kernel.text import Text

NAMES = ("missed", "stopped", "damaged", "destroyed")
MISSED, STOPPED, DAMAGED, DESTROYED = range(4)
"""Nothing hit; hits, but the defence stopped them; penetrated and damaged; penetrated and destroyed."""


@dataclass(frozen=True, slots=True)
class Clash:
    """The dice of both sides, and what bears on what comes of them. `sturdy`: it has structure and is not damaged yet.
    `second` is the defence against surplus damage on the same part, `other` that of another part.
    """

    attack: Pool
    defence: Pool
    sturdy: bool
    hard: bool = False
    stakes: Stakes = NOTHING_ELSE
    second: Pool | None = None
    other: Pool | None = None


@dataclass(slots=True)
class Tally:
    """The chances of an attack, added up: its ends, the damage and the lightning left, and another part penetrated."""

    ends: list[float]
    damage: list[float]
    lightning: list[float]
    elsewhere: float = 0.0

    def add(self, other: Tally, share: float) -> None:
        """Add the chances of one case that comes so often."""
        for end, chance in enumerate(other.ends):
            self.ends[end] += share * chance
        for mine, theirs in ((self.damage, other.damage), (self.lightning, other.lightning)):
            mine += [0.0] * (len(theirs) - len(mine))
            for number, chance in enumerate(theirs):
                mine[number] += share * chance
        self.elsewhere += share * other.elsewhere


def nothing() -> Tally:
    return Tally([0.0] * len(NAMES), [], [])


def tally(clash: Clash) -> Tally:
    """All ends of an attack in which nobody spends anything. The defender offsets first what would penetrate, then what
    else is at stake; a surplus goes where it can destroy the part, or else to another part.

    [OP 4.4.1.offset] [OP 4.4.2.damaged] [OP 4.4.2.destroyed] [OP 4.8.no_attack_roll] [OP 6.2.mutilation]
    """
    found = nothing()
    ends = found.ends
    damage: dict[int, float] = {}
    lightning: dict[int, float] = {}
    again: dict[tuple[int, int], float] = {}
    wrecking = clash.stakes.wrecking
    for (heavy, light, flashes, hit), chance in remains(clash.attack, clash.defence, clash.hard, clash.stakes).items():
        through = heavy + light + (flashes if wrecking else 0)
        damage[through] = damage.get(through, 0.0) + chance
        lightning[flashes] = lightning.get(flashes, 0.0) + chance
        if through:
            again[through - light, light] = again.get((through - light, light), 0.0) + chance
        else:
            ends[STOPPED if hit else MISSED] += chance
    for (heavy, light), chance in again.items():
        if not clash.sturdy:
            ends[DESTROYED] += chance
        else:
            twice = falls(clash.second, clash.hard, heavy, light) if clash.second is not None else 0.0
            ends[DESTROYED] += chance * twice
            ends[DAMAGED] += chance * (1.0 - twice)
        if clash.other is not None and (clash.second is None or not clash.sturdy):
            found.elsewhere += chance * falls(clash.other, clash.hard, heavy, light)
    found.damage = _listed(damage)
    found.lightning = _listed(lightning)
    return found


def _listed(chances: dict[int, float]) -> list[float]:
    return [chances.get(number, 0.0) for number in range(max(chances) + 1)]


def odds_of(found: Tally, lightning: str, aims: list[Text]) -> Odds:
    """The odds in the form in which everybody gets them. `lightning` says what lightning that gets through is counted
    as, if it does anything.
    """
    outcomes = [Outcome(Text(f"odds.{name}"), chance) for name, chance in zip(NAMES, found.ends, strict=True)]
    counts = [Count(Text("odds.damage"), tuple(found.damage))]
    if lightning:
        counts.append(Count(Text(f"odds.{lightning}"), tuple(found.lightning)))
    if found.elsewhere:
        counts.append(Count(Text("odds.elsewhere"), (1.0 - found.elsewhere, found.elsewhere)))
    return Odds(tuple(outcomes), tuple(counts), tuple(aims))


def focused_odds(clash: Clash, focus: bool, target_focus: bool) -> Odds:
    """The odds if one side or both may focus, as well as they can; surplus damage is left out.  [OP 4.10.focus]"""
    attack = damaging(clash.attack, clash.stakes.wrecking, clash.hard)
    chance = focused.penetrates(attack, clash.defence, focus, target_focus)
    end = "damaged" if clash.sturdy else "destroyed"
    aims = [Text("odds.aim_focus")]
    if clash.second is not None or clash.other is not None:
        aims.append(Text("odds.aim_no_surplus"))
    return Odds((Outcome(Text("odds.held"), 1.0 - chance), Outcome(Text(f"odds.{end}"), chance)), (), tuple(aims))
