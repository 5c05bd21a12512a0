"""A table as a simple drawing: boxes, discs and labels, and the same as SVG for notebooks.

A game on a board gives a `Scene` with its `Look`; for any other game the picture in text is drawn. Lengths are in
pixels, from the top left.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

import msgspec

from muster.kernel.requests import Seat

LETTER = 7.8
LINE = 17
MARGIN = 10
SIZE = 13
SEATS = ("#c0392b", "#2468b2", "#2e8b57", "#b8860b", "#7d4fa0", "#008b8b", "#a0522d", "#555555")
"""The colours of the seats."""
TONES = {"plain": "#f4f1ea", "home": "#e7dcc3", "goal": "#d9d4ee", "wall": "#8d8577"}
"""How a box is filled."""


class Box(msgspec.Struct, frozen=True):
    """A zone, a tile, a piece of terrain. `lines` are written in it from the top."""

    x: float
    y: float
    width: float
    height: float
    lines: tuple[str, ...] = ()
    tone: str = "plain"


class Disc(msgspec.Struct, frozen=True):
    """A figure or a marker, in the colour of its seat (None for nobody's)."""

    x: float
    y: float
    radius: float
    text: str
    seat: Seat | None = None


class Scene(msgspec.Struct, frozen=True):
    """Everything that is drawn; later things lie on earlier ones. `notes` are lines of text below."""

    width: float
    height: float
    boxes: tuple[Box, ...]
    discs: tuple[Disc, ...]
    notes: tuple[str, ...] = ()


def drawn(scene: Scene, below: Sequence[str] = ()) -> str:
    """A scene as SVG, with its notes and more lines of text below it.

    >>> scene = Scene(40, 40, (Box(0, 0, 40, 40, ("a1",)),), (Disc(20, 20, 9, "A", 0),))
    >>> drawn(scene).count("<text")
    2
    """
    parts = [part for box in scene.boxes for part in _box(box)]
    parts += [part for disc in scene.discs for part in _disc(disc)]
    lines = [*scene.notes, *below]
    parts += [_text(0, scene.height + LINE * number, line) for number, line in enumerate(lines, 1)]
    return _svg(max(scene.width, _length(lines)), scene.height + LINE * len(lines), parts)


def written(text: str) -> str:
    """Text as SVG, every letter as wide as the next.

    >>> "A &lt; B" in written("A < B")
    True
    """
    lines = text.splitlines()
    return _svg(
        _length(lines), LINE * len(lines), [_text(0, LINE * number, line) for number, line in enumerate(lines, 1)]
    )


def _length(lines: Sequence[str]) -> float:
    return LETTER * max(map(len, lines), default=0)


def _svg(width: float, height: float, parts: Sequence[str]) -> str:
    wide, high = _number(width + 2 * MARGIN), _number(height + 2 * MARGIN)
    frame = f'width="{wide}" height="{high}"'
    corner = f"{-MARGIN} {-MARGIN}"
    style = f'font-family="monospace" font-size="{SIZE}" fill="#222222"'
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" {frame} viewBox="{corner} {wide} {high}" {style}>',
            f'<rect x="{-MARGIN}" y="{-MARGIN}" {frame} fill="#ffffff"/>',
            *parts,
            "</svg>",
        ]
    )


def _box(box: Box) -> list[str]:
    place = f'x="{_number(box.x)}" y="{_number(box.y)}" width="{_number(box.width)}" height="{_number(box.height)}"'
    parts = [f'<rect {place} fill="{TONES[box.tone]}" stroke="#777777"/>']
    return parts + [_text(box.x + 5, box.y + LINE * number, line) for number, line in enumerate(box.lines, 1)]


def _disc(disc: Disc) -> list[str]:
    colour = "#333333" if disc.seat is None else SEATS[disc.seat % len(SEATS)]
    x, y, base = _number(disc.x), _number(disc.y), _number(disc.y + SIZE / 3)
    return [
        f'<circle cx="{x}" cy="{y}" r="{_number(disc.radius)}" fill="{colour}" stroke="#ffffff"/>',
        f'<text x="{x}" y="{base}" text-anchor="middle" fill="#ffffff">{escape(disc.text)}</text>',
    ]


def _text(x: float, y: float, line: str) -> str:
    return f'<text x="{_number(x)}" y="{_number(y - 4)}" xml:space="preserve">{escape(line)}</text>'


def _number(value: float) -> str:
    return f"{value:.1f}".rstrip("0").rstrip(".")
