"""Odds of the attacks and evades that the options of a position declare, against what has been declared already.

Whoever reacts decides first, so the active miner's attack meets answers that are known. A reaction does not know its
answer yet: the best shot back is assumed, and the odds say so.
"""

from __future__ import annotations

from collections.abc import Sequence

from muster.games.tag_raid.showing.aim import chance, is_all
from muster.games.tag_raid.showing.preview_structs import Chance, Duel
from muster.games.tag_raid.state.questions import BEAST_LETTER, SEATS
from muster.games.tag_raid.state.state import State
from muster.kernel.odds import Count, Odds, Outcome, Prospect
from muster.kernel.refusal import Refusal
from muster.kernel.requests import Seat
from muster.kernel.text import Text

VERBS = ("shoot", "strike", "evade")
"""The declarations that are rolled for."""


def prospects(state: State, seat: Seat, subject: object, key: str) -> Sequence[Prospect]:
    """The attacks or the evade that an answer declares, with their odds."""
    verb = key.split(":")[0].split("@")[0]
    if verb not in VERBS or not state.miners[seat].on_table:
        return ()
    try:
        found = chance(state, seat, key)
    except Refusal:
        return ()
    if verb == "evade":
        return evading(found)
    alone = is_all(state, seat, key)
    return [Prospect(title(duel), odds_of(duel, alone)) for duel in found.duels]


def title(duel: Duel) -> Text:
    if duel.who == BEAST_LETTER:
        return Text("odds.prospect_beast", {"tool": duel.mine.tool})
    return Text("odds.prospect", {"tool": duel.mine.tool, "seat": SEATS.index(duel.who)})


def odds_of(duel: Duel, alone: bool) -> Odds:
    """One attack on one target; where others attack as well, that is said.  [TR ftf.compare] [TR beast.exceed]"""
    ends = [Outcome(Text("odds.hit"), duel.win)]
    if duel.who == BEAST_LETTER:
        ends.append(Outcome(Text("odds.beast_holds"), 1.0 - duel.win))
    else:
        ends.append(Outcome(Text("odds.nobody"), max(0.0, duel.nothing)))
        if duel.theirs is not None:
            answered = "odds.evaded" if duel.theirs.skill == "evade" else "odds.answered"
            ends.append(Outcome(Text(answered), duel.lose))
    counts = [Count(Text("odds.wounds"), duel.wounds)]
    if len(duel.suffered) > 1:
        counts.append(Count(Text("odds.own_wounds"), duel.suffered))
    aims = [Text("odds.aim_answer" if duel.assumed else "odds.aim_declared")]
    if not alone:
        aims.append(Text("odds.aim_duel"))
    return Odds(tuple(ends), tuple(counts), tuple(aims))


def evading(found: Chance) -> list[Prospect]:
    """One evade roll against everything at once.  [TR evade.all]"""
    if found.evades is None:
        return []
    ends = (Outcome(Text("odds.evaded"), found.evades), Outcome(Text("odds.not_evaded"), 1.0 - found.evades))
    aim = "odds.aim_answer" if any(duel.assumed for duel in found.duels) else "odds.aim_declared"
    return [Prospect(Text("odds.prospect_evade"), Odds(ends, (), (Text(aim),)))]
