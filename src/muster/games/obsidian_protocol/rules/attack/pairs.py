"""What cancels what: the icons of both rolls one by one, and which defence took which hit away (rulebook 4.4.1).

Decided is all that elsewhere (`dice.offsets`); here the outcome is only laid out, so that it can be drawn.
"""

from __future__ import annotations

from collections.abc import Sequence

from muster.games.obsidian_protocol.rules.attack.dice import Offset
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

    Where one dodge took a whole die it stands twice, and what was offset without a die (a step aside) has none. Which
    of several equal icons it is makes no difference: shields meet the first light hits.  [OP 4.4.1.offset]
    """
    shields, dodges = icons_of(answers, "D"), icons_of(answers, "o")
    heavy, light, lightning = (icons_of(faces, letter) for letter in ICONS)
    if left.whole:
        light.sort(key=lambda icon: len(faces[icon[0]]), reverse=True)  # the dodges took the dice with two
        dodged, light = light[: left.dodged[1]], light[left.dodged[1] :]
        stopped, light = light[: left.stopped[1]], light[left.stopped[1] :]
    else:
        stopped, light = light[: left.stopped[1]], light[left.stopped[1] :]
        dodged, light = light[: left.dodged[1]], light[left.dodged[1] :]
    taken = [*heavy[: left.dodged[0]], *dodged, *lightning[: left.dodged[2]]]
    stopped += heavy[left.dodged[0] : left.dodged[0] + left.stopped[0]]
    pairs: list[tuple[Icon, Icon | None]] = [(icon, shields.pop(0)) for icon in stopped]
    die, dodge = -1, None
    for icon in taken:
        if not left.whole or icon[0] != die:
            dodge = dodges.pop(0) if dodges else None
        die = icon[0]
        pairs.append((icon, dodge))
    through = [*heavy[left.dodged[0] + left.stopped[0] :], *light, *lightning[left.dodged[2] :]]
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
