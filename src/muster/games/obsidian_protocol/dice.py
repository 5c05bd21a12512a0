"""The dice (rulebook 2.3): faces, icons, and how attack and defence offset each other (4.4.1, step 6).

A face is written in letters: H heavy hit, L light hit, h and l their hollow forms, D defence, d hollow defence, o
dodge, z lightning, e eye, - nothing; a letter that stands twice is there twice.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from muster.games.obsidian_protocol.content import Stance

YELLOW: Final = 0
RED: Final = 1
WHITE: Final = 2
BLUE: Final = 3
COLORS: Final[tuple[str, ...]] = ("yellow", "red", "white", "blue")
YELLOW_DIE: Final[tuple[str, ...]] = ("LL", "LL", "L", "L", "l", "z", "e", "-")
WHITE_DIE: Final[tuple[str, ...]] = ("D", "dd", "dd", "o", "z", "z", "e", "-")
BLUE_DIE: Final[tuple[str, ...]] = ("o", "o", "e", "e", "z", "-", "-", "-")
SIDES: Final = 8

Die = tuple[int, str]
"""A die on the table: its color, and the face it shows."""


def faces_of(color: int, red_die: Sequence[str]) -> Sequence[str]:
    """[OP 2.3.yellow] [OP 2.3.red] [OP 2.3.white] [OP 2.3.blue]"""
    return (YELLOW_DIE, red_die, WHITE_DIE, BLUE_DIE)[color]


def solid(die: Die, stance: int) -> str:
    """What a die shows in a stance: hollow icons count only in the stance that fills them.

    [OP 2.3.hollow] [OP 4.1.offensive] [OP 4.1.defensive]
    """
    color, face = die
    if color in (YELLOW, RED):
        return face.upper().replace("Z", "z").replace("E", "e") if stance == Stance.OFFENSIVE else _without(face, "hl")
    if color == WHITE:
        return face.replace("d", "D") if stance == Stance.DEFENSIVE else face.replace("d", "")
    return face


def _without(face: str, letters: str) -> str:
    for letter in letters:
        face = face.replace(letter, "")
    return face


class Icons:
    """The icons of an attack roll that count: heavy and light hits, lightning. `pairs` dice show two light hits."""

    __slots__ = ("heavy", "light", "lightning", "pairs")

    def __init__(self, heavy: int, light: int, lightning: int, pairs: int = 0) -> None:
        self.heavy = heavy
        self.light = light
        self.lightning = lightning
        self.pairs = pairs

    def damage(self, wrecking: bool) -> int:
        return self.heavy + self.light + (self.lightning if wrecking else 0)


class Offset:
    """What is left of an attack after the defence: icons not offset, and those not dodged.

    `hit` is true when some damaging icon was not dodged, even if defence stopped it.  [OP 4.4.1.hit]
    """

    __slots__ = ("heavy", "hit", "light", "lightning")

    def __init__(self, heavy: int, light: int, lightning: int, hit: bool) -> None:
        self.heavy = heavy
        self.light = light
        self.lightning = lightning
        self.hit = hit

    def key(self) -> tuple[int, int, int, bool]:
        return self.heavy, self.light, self.lightning, self.hit


def offset(
    attack: Icons,
    dodges: int,
    defences: int,
    wrecking: bool = False,
    effects_first: bool = False,
    hard: bool = False,
    whole: bool = False,
) -> Offset:
    """Dodge offsets any icon, defence a light hit; each icon one.

    The defender spends dodges where they save most: first on what would penetrate, then on lightning that does
    something, then on hits that defence stopped already. With `effects_first` lightning comes before damage. With
    `hard`, defence stops heavy hits as well (a shield of its own kind); with `whole`, a dodge offsets a whole die.
    [OP 4.4.1.offset] [OP card.dense_hand] [OP card.dodge_enhancement]
    """
    heavy, light, lightning = attack.heavy, attack.light, attack.lightning
    if whole:
        spare = min(max(0, dodges - heavy), attack.pairs)
        light, dodges = light - 2 * spare, dodges - spare
    stopped = min(light, defences)
    light -= stopped
    if hard:
        more = min(heavy, defences - stopped)
        heavy -= more
        stopped += more
    if effects_first or wrecking:
        used = min(lightning, dodges) if effects_first else 0
        lightning, dodges = lightning - used, dodges - used
    used = min(heavy, dodges)
    heavy, dodges = heavy - used, dodges - used
    used = min(light, dodges)
    light, dodges = light - used, dodges - used
    used = min(lightning, dodges)
    lightning, dodges = lightning - used, dodges - used
    if not heavy and not light and not (wrecking and lightning):
        used = min(stopped, dodges)
        stopped -= used
    hit = heavy + light + stopped + (lightning if wrecking else 0) > 0
    return Offset(heavy, light, lightning, hit)
