"""Reports: headed tables and curves, as text for a terminal or as one HTML page that needs nothing else.

The same report is written both ways. Curves are drawn by matplotlib (in the extra `research`) as SVG inside the page.
"""

from __future__ import annotations

import html
import io
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from muster.kernel.errors import GameError

if TYPE_CHECKING:
    from matplotlib.axes import Axes

BAR = 30
"""The width of a share of 100% in a curve of text."""


BESIDE = 0.06
"""How far apart the lines of a curve stand over a word, of the way to the next word."""
MOST_TICKS = 12
"""So many values at most are all written below a curve."""


class Table(msgspec.Struct, frozen=True):
    """Rows under column heads. All columns but the first `words` hold figures."""

    columns: Sequence[str]
    rows: Sequence[Sequence[str]]
    title: str = ""
    words: int = 1
    note: str = ""


class Point(msgspec.Struct, frozen=True):
    """A value with its interval: what varied, the share, and between which shares it lies with 95%."""

    at: Any
    share: float
    low: float
    high: float


class Curve(msgspec.Struct, frozen=True):
    """Shares over something that varies, a line for each name."""

    title: str
    across: str
    up: str
    lines: dict[str, list[Point]]
    fair: float = 0.5


class Report(msgspec.Struct, frozen=True):
    """A heading, paragraphs, tables and curves; how it was made, and how it can be made again."""

    title: str
    said: Sequence[str]
    parts: Sequence[Table | Curve]
    again: Sequence[str] = ()
    source: str = ""


# As text


def as_text(report: Report) -> str:
    """The report for a terminal, in Markdown."""
    lines = [f"# {report.title}", "", *report.said]
    for part in report.parts:
        lines += ["", *(table_lines(part) if isinstance(part, Table) else curve_lines(part))]
    if report.again:
        lines += ["", "To run it again:", *(f"    {line}" for line in report.again)]
    return "\n".join(lines)


def table_lines(table: Table) -> Iterator[str]:
    if table.title:
        yield f"## {table.title}"
        yield ""
    yield f"| {' | '.join(table.columns)} |"
    yield "| " + " | ".join("---" if n < table.words else "---:" for n in range(len(table.columns))) + " |"
    for row in table.rows:
        yield f"| {' | '.join(row)} |"
    if table.note:
        yield ""
        yield table.note


def curve_lines(curve: Curve) -> Iterator[str]:
    """A bar for each point: the share filled, the interval as a line around its end."""
    yield f"## {curve.title}"
    for name, points in curve.lines.items():
        yield ""
        yield f"{name} ({curve.up}, by {curve.across})"
        wide = max(len(str(point.at)) for point in points)
        for point in points:
            low, end, high = (round(BAR * share) for share in (point.low, point.share, point.high))
            bar = "█" * min(end, low) + "▓" * (end - min(end, low)) + "░" * (high - end)
            yield f"  {point.at!s:>{wide}} |{bar:{BAR}}| {100 * point.share:5.1f}%  {span(point.low, point.high)}"


def span(low: float, high: float) -> str:
    """An interval of shares.

    >>> span(0.414, 0.586)
    '41% to 59%'
    """
    return f"{100 * low:.0f}% to {100 * high:.0f}%"


# As a page

STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 62rem; margin: 2rem auto; padding: 0 1rem; color: #1c2430; }
table { border-collapse: collapse; margin: 1rem 0; font-variant-numeric: tabular-nums; }
th, td { padding: .25rem .75rem; border-bottom: 1px solid #d5dae1; text-align: right; }
.word { text-align: left; } .wide { overflow-x: auto; }
th { border-bottom: 2px solid #7b8794; } svg { max-width: 100%; height: auto; }
pre { background: #f3f5f8; padding: 1rem; overflow-x: auto; } .note { color: #52606d; }
@media (prefers-color-scheme: dark) { body { background: #151a21; color: #e4e7eb; } pre { background: #202731; }
  svg { background: #fff; } .note { color: #9aa5b1; } }
"""


def as_page(report: Report) -> str:
    """The report as one HTML page, with its plots in it; nothing is fetched from anywhere."""
    body = [f"<h1>{html.escape(report.title)}</h1>", *(f"<p>{html.escape(line)}</p>" for line in report.said if line)]
    body += [table_html(part) if isinstance(part, Table) else curve_html(part) for part in report.parts]
    if report.again:
        body.append(f"<h2>Run it again</h2>\n<pre>{html.escape(chr(10).join(report.again))}</pre>")
    if report.source:
        body.append(f"<h2>The experiment</h2>\n<pre>{html.escape(report.source)}</pre>")
    head = (
        '<meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f"<title>{html.escape(report.title)}</title><style>{STYLE}</style>"
    )
    return f'<!doctype html>\n<html lang="en"><head>{head}</head>\n<body>\n' + "\n".join(body) + "\n</body></html>\n"


def table_html(table: Table) -> str:
    def cells(row: Sequence[str], tag: str) -> str:
        kinds = [' class="word"' if n < table.words else "" for n in range(len(row))]
        return "".join(f"<{tag}{kind}>{html.escape(cell)}</{tag}>" for kind, cell in zip(kinds, row, strict=True))

    title = f"<h2>{html.escape(table.title)}</h2>\n" if table.title else ""
    rows = "\n".join(f"<tr>{cells(row, 'td')}</tr>" for row in table.rows)
    note = f'\n<p class="note">{html.escape(table.note)}</p>' if table.note else ""
    body = f"<thead><tr>{cells(table.columns, 'th')}</tr></thead>\n<tbody>{rows}</tbody>"
    return f'{title}<div class="wide"><table>{body}</table></div>{note}'


def curve_html(curve: Curve) -> str:
    return f"<h2>{html.escape(curve.title)}</h2>\n{svg_of(curve)}"


def needs_drawing() -> None:
    """Say what to install before anything is played that could not be drawn."""
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        raise GameError("a report with plots needs the extra: pip install 'muster[research]'") from None


def svg_of(curve: Curve) -> str:
    """The curve as SVG, the same for the same figures."""
    needs_drawing()
    import matplotlib as mpl
    from matplotlib.figure import Figure

    with mpl.rc_context({"svg.hashsalt": "muster", "svg.fonttype": "none", "font.size": 10}):
        figure = Figure(figsize=(8, 4.5), layout="constrained")
        axes = figure.subplots()
        draw(axes, curve)
        file = io.StringIO()
        figure.savefig(file, format="svg", metadata={"Date": None})
    written = file.getvalue()
    return written[written.index("<svg") :]


def draw(axes: Axes, curve: Curve) -> None:
    points = [point for line in curve.lines.values() for point in line]
    measured = all(isinstance(point.at, int | float) and not isinstance(point.at, bool) for point in points)
    names = list(dict.fromkeys(str(point.at) for point in points))
    axes.axhline(100 * curve.fair, color="#9aa5b1", linewidth=1, linestyle="--")
    for number, (name, line) in enumerate(curve.lines.items()):
        aside = BESIDE * (number - (len(curve.lines) - 1) / 2)  # words have room for lines side by side
        across = [point.at if measured else names.index(str(point.at)) + aside for point in line]
        shares = [100 * point.share for point in line]
        below = [100 * (point.share - point.low) for point in line]
        above = [100 * (point.high - point.share) for point in line]
        axes.errorbar(
            across, shares, [below, above], marker="o", capsize=3, label=name, linestyle="-" if measured else ""
        )
    if not measured:
        axes.set_xticks(range(len(names)), names)
        axes.set_xlim(-0.5, len(names) - 0.5)
    elif len(names) <= MOST_TICKS:
        axes.set_xticks(sorted({point.at for point in points}))
    axes.set_xlabel(curve.across)
    axes.set_ylabel(f"{curve.up} (%)")
    axes.set_ylim(0, 100)
    if len(curve.lines) > 1:
        axes.legend(fontsize=8)
