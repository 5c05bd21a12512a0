"""Odds of an attack from figures: dice, stances, armor, keywords (rulebook 4.4.1). No position is needed."""

from __future__ import annotations

from collections.abc import Sequence

from muster.games.obsidian_protocol.cards.kinds import STANCE_NAMES, Stance
from muster.games.obsidian_protocol.rules.attack.dice import BLUE, RED, WHITE, YELLOW, faces_of, solid
from muster.games.obsidian_protocol.rules.attack.icons import EACH, Stakes
from muster.games.obsidian_protocol.rules.attack.offsetting import WAYS
from muster.games.obsidian_protocol.showing.focused import count_of
from muster.games.obsidian_protocol.showing.resolved import Clash, focused_odds, odds_of, tally
from muster.games.obsidian_protocol.showing.rolled import Dice, Faces, Pool, die_of, pack, rerolling
from muster.kernel.errors import GameError
from muster.kernel.odds import AttackKind, Figure, Figures, Odds, number, one_of, some_of, switch
from muster.kernel.text import Text

MOST = 8
"""The most dice of one color in an attack."""
MOST_DEFENCE = 12
"""The highest armor and dodge: no part has more, and no mech of one faction."""
MOST_FOCUSED = 30_000_000
"""The most pairs of rolls that are weighed when both sides focus: several times those of the largest cards."""
LIGHTNING = ("concussion", "wrecking", "microwave")
EYES = {"eye_to_heavy": "H", "eye_to_two_light": "LL", "eye_to_light": "L"}
"""The icons for which eyes are exchanged, by keyword; one that comes first is never worse than the last."""
EITHER = frozenset({"eye_to_heavy", "eye_to_two_light"})
"""Neither of these is better against every defence, so the attacker chooses."""
KEYWORDS = ("pulse", "ion", "laser", *LIGHTNING, *WAYS, *sorted(EYES))
FIGURES: tuple[Figure, ...] = (
    number("yellow", 3, 0, MOST),
    number("red", 0, 0, MOST),
    one_of("stance", "offensive", STANCE_NAMES[:3]),
    some_of("keywords", KEYWORDS),
    number("armor_piercing", 0, 0, MOST),
    switch("observed"),
    number("armor", 4, 0, MOST_DEFENCE),
    number("structure", 0, 0, MOST),
    switch("damaged"),
    number("protection", 0, 0, MOST),
    one_of("target_stance", "defensive", STANCE_NAMES),
    number("dodge", 0, 0, MOST_DEFENCE),
    number("fragile", 0, 0, MOST),
    switch("low_profile"),
    switch("kc_armor"),
    switch("dense_hand"),
    number("other_armor", 0, 0, MOST_DEFENCE),
    switch("focus"),
    switch("target_focus"),
)


def attack_die(color: int, red_die: Sequence[str], figures: Figures) -> Faces:
    """A die of the attack after exchanges: heavy hits, light hits, lightning.

    [OP 2.3.hollow] [OP 4.4.1.exchange] [OP 4.4.1.exchange_either] [OP 6.2.pulse] [OP 6.2.ion] [OP card.observation]
    """
    keywords = figures.words("keywords")
    heavy = "wrecking" not in keywords and (
        "pulse" in keywords or ("ion" in keywords and figures.number("fragile") > 0)
    )
    ways = [word for word in EYES if word in keywords]
    eye = EYES[ways[0]] if ways else "e"
    if EITHER.issubset(ways):
        eye = "HL"  # with all dice known, the choice of the better comes to the same
    stance = STANCE_NAMES.index(figures.word("stance"))
    printed = faces_of(color, red_die)
    shown = [solid((color, face), stance).replace("z", "H" if heavy else "z").replace("e", eye) for face in printed]
    faces = [pack(face.count("H"), face.count("L"), face.count("z")) for face in shown]
    die = die_of(faces)
    return rerolling(die, faces, [face == "e" for face in shown]) if figures.number("observed") else die


def defence_die(color: int, figures: Figures) -> Faces:
    """A die of the defence: dodges and defences.  [OP 4.1.defensive] [OP 4.12.1.effect] [OP 6.2.kc_armor]"""
    stance = STANCE_NAMES.index(figures.word("target_stance"))
    shown = [solid((color, face), stance) for face in faces_of(color, ())]
    if figures.number("low_profile"):
        shown = [face.replace("e", "o") for face in shown]
    if figures.number("kc_armor"):
        shown = [face.replace("z", "D") for face in shown]
    return die_of([pack(face.count("o"), face.count("D")) for face in shown])


def white_of(figures: Figures, value: int, surplus: bool) -> int:
    """The number of white dice: if there is any source of them, at least one stays.

    [OP 4.4.1.white] [OP 4.4.1.one_white] [OP 4.8.protection]
    """
    protection = 0 if surplus else figures.number("protection")
    less = figures.number("fragile") + (0 if surplus else figures.number("armor_piercing"))
    return max(value + protection - less, 1 if value + protection > 0 else 0)


def defence_pool(figures: Figures, value: int, surplus: bool) -> Pool:
    """The dice of the defence; blue ones only in mobility stance.  [OP 4.4.1.blue]"""
    mobile = figures.word("target_stance") == STANCE_NAMES[Stance.MOBILITY]
    blue = figures.number("dodge") if mobile else 0
    white = white_of(figures, value, surplus)
    return Dice(defence_die(WHITE, figures), white), Dice(defence_die(BLUE, figures), blue)


def clash_of(figures: Figures, red_die: Sequence[str]) -> Clash:
    """The attack that the figures describe."""
    keywords = figures.words("keywords")
    structure, damaged = figures.number("structure"), bool(figures.number("damaged"))
    attack = tuple(
        Dice(attack_die(color, red_die, figures), figures.number(name))
        for color, name in ((YELLOW, "yellow"), (RED, "red"))
    )
    sturdy = structure > 0 and not damaged
    elsewhere = "scatter_shot" in keywords or "cleaving" in keywords
    stakes = Stakes(
        any(way in keywords for way in WAYS),
        EACH if any(word in keywords for word in LIGHTNING) else 0,
        "laser" in keywords,
        "wrecking" in keywords,
    )
    return Clash(
        attack,
        defence_pool(figures, structure if damaged else figures.number("armor"), surplus=False),
        sturdy,
        bool(figures.number("dense_hand")),
        stakes,
        defence_pool(figures, structure, surplus=True) if sturdy and "mutilation" in keywords else None,
        defence_pool(figures, figures.number("other_armor"), surplus=True) if elsewhere else None,
    )


def work_out(figures: Figures, red_die: Sequence[str]) -> Odds:
    """The odds of one attack on one part or unit."""
    if figures.number("damaged") and not figures.number("structure"):
        raise GameError("damaged: only a part with structure can be damaged; say how much structure it has")
    keywords = set(figures.words("keywords"))
    if EITHER.issubset(keywords) and keywords.intersection((*LIGHTNING, *WAYS)):
        raise GameError(
            "keywords: eyes that may be heavy hits or two light ones are worked out only"
            " for attacks whose lightning and surplus damage do nothing"
        )
    clash = clash_of(figures, red_die)
    focus, target_focus = bool(figures.number("focus")), bool(figures.number("target_focus"))
    if focus or target_focus:
        if figures.number("observed") and focus:
            raise GameError("observed: dice may be rolled again only once; leave out observed or focus")
        if focus and target_focus and count_of(clash.attack) * count_of(clash.defence) > MOST_FOCUSED:
            raise GameError("focus: if both may focus, so many dice take too long; leave one of them out, or some dice")
        return focused_odds(clash, focus, target_focus)
    lightning = ""
    if clash.stakes.lightning:
        lightning = "interference" if "microwave" in figures.words("keywords") else "link"
    aims = [Text("odds.aim_offset")]
    if lightning and "wrecking" not in keywords and keywords.intersection(("pulse", "ion")):
        aims.append(Text("odds.aim_lightning"))
    return odds_of(tally(clash), lightning, aims)


def attack_kind(red_die: Sequence[str]) -> AttackKind:
    """The one kind of attack that there is."""
    return AttackKind("attack", FIGURES, lambda figures: work_out(figures, red_die))
