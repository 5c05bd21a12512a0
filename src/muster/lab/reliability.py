"""Reliability diagrams: the chance that was foretold beside how often it came true, drawn as SVG."""

from __future__ import annotations

import math
from collections.abc import Sequence

import msgspec

SIDE = 240
MARGIN = 36


class Step(msgspec.Struct, frozen=True):
    """Positions whose chance was foretold alike: the chance on average, how many were won, how many there are."""

    foretold: float
    won: float
    count: int


def diagram(title: str, steps: Sequence[Step]) -> str:
    """A square with the diagonal on which everything would lie that is foretold exactly; a larger dot stands for more
    positions.
    """
    size = SIDE + 2 * MARGIN
    most = max(step.count for step in steps)
    marks = [
        f'<circle cx="{_across(step.foretold):.1f}" cy="{_up(step.won):.1f}"'
        f' r="{2 + 5 * math.sqrt(step.count / most):.1f}" fill="#2f6f8f" fill-opacity="0.8">'
        f"<title>{step.foretold:.0%} foretold, {step.won:.0%} won, {step.count} positions</title></circle>"
        for step in steps
    ]
    path = " ".join(f"{_across(step.foretold):.1f},{_up(step.won):.1f}" for step in steps)
    labels = [
        f'<text x="{_across(share):.0f}" y="{_up(0) + 14:.0f}" text-anchor="middle">{share:.0%}</text>'
        f'<text x="{_across(0) - 5:.0f}" y="{_up(share) + 3:.0f}" text-anchor="end">{share:.0%}</text>'
        for share in (0.0, 0.5, 1.0)
    ]
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}" width="{size}" height="{size}"'
            ' font-family="sans-serif" font-size="10" fill="#333">',
            f'<rect width="{size}" height="{size}" fill="#fff"/>',
            f'<rect x="{MARGIN}" y="{MARGIN}" width="{SIDE}" height="{SIDE}" fill="none" stroke="#999"/>',
            f'<line x1="{_across(0)}" y1="{_up(0)}" x2="{_across(1)}" y2="{_up(1)}" stroke="#bbb"/>',
            f'<polyline points="{path}" fill="none" stroke="#2f6f8f"/>',
            *marks,
            *labels,
            f'<text x="{size / 2:.0f}" y="{MARGIN - 14}" text-anchor="middle" font-size="12">{title}</text>',
            f'<text x="{size / 2:.0f}" y="{size - 6}" text-anchor="middle">foretold</text>',
            f'<text x="{MARGIN - 4}" y="{MARGIN - 6}" text-anchor="end">won</text>',
            "</svg>\n",
        ]
    )


def _across(share: float) -> float:
    return MARGIN + SIDE * share


def _up(share: float) -> float:
    return MARGIN + SIDE * (1 - share)
