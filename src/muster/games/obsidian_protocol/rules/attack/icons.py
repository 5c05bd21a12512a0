"""Icons against icons (rulebook 4.4.1, step 6): the ways to offset an attack, and what meets what in each."""

from __future__ import annotations

from collections.abc import Sequence
from operator import le
from typing import Final


class Icons:
    """The icons of an attack roll that count: heavy and light hits, lightning. `pairs` dice show two light hits."""

    __slots__ = ("heavy", "light", "lightning", "pairs")

    def __init__(self, heavy: int, light: int, lightning: int, pairs: int = 0) -> None:
        self.heavy = heavy
        self.light = light
        self.lightning = lightning
        self.pairs = pairs

    def beyond_shields(self, wrecking: bool) -> int:
        """The damaging icons that only a dodge can offset.  [OP 4.4.1.offset] [OP 6.2.wrecking]"""
        return self.heavy + (self.lightning if wrecking else 0)


def icons_of(faces: Sequence[str]) -> Icons:
    """The icons on the faces of an attack roll, counted."""
    shown = "".join(faces)
    return Icons(shown.count("H"), shown.count("L"), shown.count("z"), faces.count("LL"))


class Stakes:
    """Losses of the defender besides being penetrated.

    `surplus`: the amount that gets through matters, because it is used again. `lightning`: it has an effect, for each
    icon or, with `ONCE`, just once. `wrecking`: lightning is damage as well. `hit`: a hit has further effects.
    """

    __slots__ = ("hit", "lightning", "surplus", "wrecking")

    def __init__(self, surplus: bool = False, lightning: int = 0, hit: bool = False, wrecking: bool = False) -> None:
        self.surplus = surplus
        self.lightning = lightning
        self.hit = hit
        self.wrecking = wrecking


ONCE: Final = 1
EACH: Final = 2
NOTHING_ELSE: Final = Stakes()


Icon = tuple[int, int]
"""The die, and which of its icons."""
Pair = tuple[Icon, Icon | None]
"""An icon that was offset, and what did it."""


def _places(faces: Sequence[str], letter: str) -> list[Icon]:
    return [(die, n) for die, face in enumerate(faces) for n, shown in enumerate(face) if shown == letter]


def _split(icons: list[Icon], count: int) -> tuple[list[Icon], list[Icon]]:
    return icons[:count], icons[count:]


class Offset:
    """One way to offset an attack: the icons left, those dodged, and those that defence stopped.

    `hit` is true when some damaging icon was not dodged, even if defence stopped it.

    [OP 4.4.1.hit]
    """

    __slots__ = ("dodged", "heavy", "hit", "light", "lightning", "stopped", "whole", "wrecking")

    def __init__(
        self, attack: Icons, dodged: tuple[int, int, int], stopped: tuple[int, int], wrecking: bool, whole: bool
    ) -> None:
        self.dodged = dodged  # heavy and light hits, lightning
        self.stopped = stopped  # heavy and light hits
        self.wrecking = wrecking
        self.whole = whole  # a dodge takes a whole die
        self.heavy = attack.heavy - dodged[0] - stopped[0]
        self.light = attack.light - dodged[1] - stopped[1]
        self.lightning = attack.lightning - dodged[2]
        self.hit = self.damage > 0 or stopped[0] + stopped[1] > 0

    @property
    def damage(self) -> int:
        return self.heavy + self.light + (self.lightning if self.wrecking else 0)

    @property
    def surplus(self) -> Icons:
        """The damage that gets through; lightning that does damage counts like a heavy hit.  [OP 4.8.no_attack_roll]"""
        return Icons(self.damage - self.light, self.light, 0)

    def met(self, faces: Sequence[str], answers: Sequence[str]) -> tuple[list[Pair], list[Icon]]:
        """Match the icons one by one: each that was offset with the icon that did it, and those that got through.

        A dodge that took a whole die appears twice, and an icon that was offset without a die (a step aside) has none.
        Among equal icons it makes no difference which one is named: defences meet the first light hits.

        [OP 4.4.1.offset]
        """
        shields, dodges = _places(answers, "D"), _places(answers, "o")
        heavy, light, lightning = (_places(faces, letter) for letter in "HLz")
        if self.whole:
            light.sort(key=lambda icon: len(faces[icon[0]]), reverse=True)  # the dodges took the dice with two
            dodged, light = _split(light, self.dodged[1])
            stopped, light = _split(light, self.stopped[1])
        else:
            stopped, light = _split(light, self.stopped[1])
            dodged, light = _split(light, self.dodged[1])
        hard, heavy = _split(heavy, self.dodged[0])
        shielded, heavy = _split(heavy, self.stopped[0])
        flashes, lightning = _split(lightning, self.dodged[2])
        pairs: list[Pair] = [(icon, shields.pop(0)) for icon in stopped + shielded]
        die: int | None = None
        dodge: Icon | None = None
        for icon in hard + dodged + flashes:
            if not self.whole or icon[0] != die:
                dodge = dodges.pop(0) if dodges else None
            die = icon[0]
            pairs.append((icon, dodge))
        return pairs, heavy + light + lightning

    def key(self) -> tuple[int, int, int, bool]:
        return self.heavy, self.light, self.lightning, self.hit

    def harm(self, stakes: Stakes) -> tuple[int, ...]:
        """The cost to the defender, weightiest first; only what is at stake counts."""
        damage = self.damage
        lightning = self.lightning if stakes.lightning == EACH else min(self.lightning, stakes.lightning)
        return (
            int(damage > 0),
            damage if stakes.surplus else 0,
            damage - self.light if stakes.surplus else 0,
            lightning,
            int(self.hit and stakes.hit),
        )


def offsets(
    attack: Icons,
    dodges: int,
    defences: int,
    stakes: Stakes = NOTHING_ELSE,
    hard: bool = False,
    whole: bool = False,
) -> list[Offset]:
    """The ways in which the defender can offset an attack, the usual one first. Ways that are worse in one thing and
    better in none are left out, and of equal ways only the first stays.

    A dodge offsets any one icon, a defence one light hit. With `hard`, a defence also stops a heavy hit (some shields
    do); with `whole`, a dodge offsets a whole die.

    [OP 4.4.1.offset] [OP 4.4.1.choice] [OP card.dense_hand] [OP card.dodge_enhancement]
    """
    found: list[Offset] = []
    some = min(attack.lightning, dodges)
    spare = min(some, max(0, dodges - attack.heavy - attack.light))
    for on_lightning in range(some + 1) if stakes.lightning or stakes.wrecking else (spare,):
        rest = dodges - on_lightning
        most = min(attack.heavy, rest)
        found += [
            _spend(attack, (on_heavy, rest - on_heavy, on_lightning), defences, stakes, hard, whole)
            for on_heavy in (range(most, -1, -1) if whole and attack.pairs else (most,))
        ]
    if len(found) == 1:
        return found
    harms = [way.harm(stakes) for way in found]
    order = sorted(range(len(found)), key=harms.__getitem__)
    kept: list[int] = []
    for number in order:
        mine = harms[number]
        if not any(all(map(le, harms[other], mine)) for other in kept):
            kept.append(number)
    return [found[number] for number in kept]


def _spend(
    attack: Icons, dodges: tuple[int, int, int], defences: int, stakes: Stakes, hard: bool, whole: bool
) -> Offset:
    """Spend dodges on each kind of icon, then defences. Hard defences stop heavy hits first, because they are worse."""
    on_heavy, on_light, on_lightning = dodges
    pairs = min(attack.pairs, on_light) if whole else 0
    light = min(attack.light, on_light + pairs)
    stopped = min(attack.heavy - on_heavy, defences) if hard else 0
    shields = (stopped, min(attack.light - light, defences - stopped))
    return Offset(attack, (on_heavy, light, on_lightning), shields, stakes.wrecking, whole)
