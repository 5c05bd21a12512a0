"""Odds of the attacks and evades that the options of a position declare, against what has been declared already.

Whoever reacts decides first, so the active miner's attack meets answers that are known. A reaction does not know its
answer yet: the best shot back is assumed, and the odds say so.
"""

from __future__ import annotations

from collections.abc import Sequence

from muster.games.tag_raid.showing.aim import chance, is_all
from muster.games.tag_raid.showing.preview_structs import Chance, Duel
from muster.games.tag_raid.showing.whole_order import whole_order
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
    alone = is_all(state, seat, key)
    told = evading(found) if verb == "evade" else [Prospect(title(duel), odds_of(duel, alone)) for duel in found.duels]
    if verb == "evade" or not alone or len(found.duels) > 1:
        told += altogether(state, seat, key)
    return told


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


def altogether(state: State, seat: Seat, key: str) -> list[Prospect]:
    """The wounds of everybody in the whole order, if there can be any: what comes together, and of each by itself.

    [TR everything.at_once]
    """
    joint, assumed = whole_order(state, seat, key)
    if not any(any(what) for what in joint):
        return []
    ends = dict.fromkeys(("odds.order_others", "odds.order_both", "odds.order_self", "odds.order_nobody"), 0.0)
    for what, share in joint.items():
        others = any(lost for one, lost in enumerate(what) if one != seat)
        ends[ENDS[what[seat] > 0, others]] += share
    counts = []
    for one in range(len(state.miners) + 1):
        chances = [0.0] * (1 + max([what[one] for what in joint]))
        for what, share in joint.items():
            chances[what[one]] += share
        if len(chances) > 1:
            beast = one == len(state.miners)
            text = Text("odds.wounds_of_beast") if beast else Text("odds.wounds_of", {"seat": one})
            counts.append(Count(text, tuple(chances)))
    outcomes = tuple([Outcome(Text(end, {"seat": seat}), share) for end, share in ends.items()])
    aims = (Text("odds.aim_answer" if assumed else "odds.aim_declared"), Text("odds.aim_order"))
    return [Prospect(Text("odds.prospect_order"), Odds(outcomes, tuple(counts), aims))]


ENDS = {
    (False, False): "odds.order_nobody",
    (False, True): "odds.order_others",
    (True, False): "odds.order_self",
    (True, True): "odds.order_both",
}
"""What an end of an order is called: whether the asker loses wounds, and whether anybody else does."""


def evading(found: Chance) -> list[Prospect]:
    """One evade roll against everything at once.  [TR evade.all]"""
    if found.evades is None:
        return []
    ends = (Outcome(Text("odds.evaded"), found.evades), Outcome(Text("odds.not_evaded"), 1.0 - found.evades))
    aim = "odds.aim_answer" if any(duel.assumed for duel in found.duels) else "odds.aim_declared"
    return [Prospect(Text("odds.prospect_evade"), Odds(ends, (), (Text(aim),)))]
