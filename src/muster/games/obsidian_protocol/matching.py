"""What cancels what: the icons of both rolls one by one, and which defence took which hit away (rulebook 4.4.1).

Decided is all that elsewhere (`dice.offset`); here the outcome is only laid out, so that it can be drawn.
"""

from __future__ import annotations

from collections.abc import Sequence

from muster.games.obsidian_protocol.dice import Offset
from muster.kernel.text import Param

Icon = tuple[int, int]
"""The die, and which of its icons."""
ICONS = "HLz"


def icons_of(faces: Sequence[str], letter: str) -> list[Icon]:
    return [(die, n) for die, face in enumerate(faces) for n, shown in enumerate(face) if shown == letter]


def match(
    faces: Sequence[str], answers: Sequence[str], left: Offset
) -> tuple[list[tuple[Icon, Icon | None]], list[Icon]]:
    """Each icon that was offset with the one that did it, and the icons that were not.

    A shield meets light hits first; a dodge meets what is left, the heaviest first. Where one dodge took a whole die it
    stands twice, and what was offset without a die (a step aside) has none.  [OP 4.4.1.offset]
    """
    shields, dodges = icons_of(answers, "D"), icons_of(answers, "o")
    through: list[Icon] = []
    stopped: dict[str, list[Icon]] = {}
    for letter, kept in zip(ICONS, (left.heavy, left.light, left.lightning), strict=True):
        found = icons_of(faces, letter)
        cut = max(0, len(found) - kept)
        # The first are offset, the last go through: which of several equal icons it is makes no difference.
        stopped[letter] = found[:cut]
        through += found[cut:]
    pairs: list[tuple[Icon, Icon | None]] = []
    waiting: list[Icon] = []
    for icon in stopped["L"]:
        if shields:
            pairs.append((icon, shields.pop(0)))
        else:
            waiting.append(icon)
    last: Icon | None = None
    for icon in [*stopped["H"], *waiting, *stopped["z"]]:
        spare = dodges or (shields if icon in stopped["H"] else [])
        last = spare.pop(0) if spare else last
        pairs.append((icon, last))
    return pairs, through


def told(faces: Sequence[str], answers: Sequence[str], left: Offset) -> dict[str, Param]:
    """For an event: the icons that count on each die, `0.1>2.0` for what met what, and what went through."""
    pairs, through = match(faces, answers, left)
    return {
        "attack_icons": " ".join(face or "-" for face in faces) or ".",
        "defence_icons": " ".join(face or "-" for face in answers) or ".",
        "pairs": " ".join(f"{a[0]}.{a[1]}>" + (f"{b[0]}.{b[1]}" if b else "-") for a, b in pairs),
        "through": " ".join(f"{die}.{n}" for die, n in through),
    }
