"""The table as pixels: the game's drawing if it has one, else its text. matplotlib draws (in the extra `envs`)."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.patches import Circle, Rectangle

from muster.kernel.game import Look
from muster.kernel.scene import LINE, MARGIN, SEATS, SIZE, TONES, Scene
from muster.kernel.words import Words

DOTS = 100
POINTS = 72 / DOTS
"""Points to a pixel."""


def pixels(look: Look, words: Words) -> npt.NDArray[np.uint8]:
    """An array of height, width and three colours."""
    scene = look.scene(words)
    lines = look.picture(words).splitlines() if scene is None else list(scene.notes)
    wide = max([len(line) for line in lines], default=0) * SIZE * 0.62 + 2 * MARGIN
    width = max(wide, 0 if scene is None else scene.width + 2 * MARGIN)
    top = 0.0 if scene is None else scene.height + 2 * MARGIN
    height = top + LINE * len(lines) + 2 * MARGIN
    figure = Figure(figsize=(width / DOTS, height / DOTS), dpi=DOTS, facecolor="white")
    canvas = FigureCanvasAgg(figure)
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set_axis_off()
    axes.set_xlim(0, width)
    axes.set_ylim(height, 0)
    if scene is not None:
        draw(axes, scene)
    for number, line in enumerate(lines):
        at = top + MARGIN + LINE * (number + 0.5)
        axes.text(MARGIN, at, line, family="monospace", fontsize=SIZE * POINTS, va="center", parse_math=False)
    canvas.draw()  # type: ignore[no-untyped-call]
    return np.asarray(canvas.buffer_rgba())[:, :, :3].copy()  # type: ignore[no-untyped-call]


def draw(axes: object, scene: Scene) -> None:
    from matplotlib.axes import Axes

    assert isinstance(axes, Axes)
    for box in scene.boxes:
        x, y = MARGIN + box.x, MARGIN + box.y
        tone = TONES.get(box.tone, TONES["plain"])
        axes.add_patch(Rectangle((x, y), box.width, box.height, facecolor=tone, edgecolor="#8d8577"))
        for number, line in enumerate(box.lines):
            at = (x + 4, y + LINE * (number + 0.5))
            axes.text(*at, line, fontsize=SIZE * POINTS * 0.85, va="center", parse_math=False)
    for disc in scene.discs:
        colour = "#777777" if disc.seat is None else SEATS[disc.seat % len(SEATS)]
        middle = (MARGIN + disc.x, MARGIN + disc.y)
        axes.add_patch(Circle(middle, disc.radius, facecolor=colour))
        axes.text(*middle, disc.text, color="white", fontsize=SIZE * POINTS * 0.85, ha="center", va="center")
