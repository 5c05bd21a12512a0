"""The lines of a list as they are pasted: without the marks of web pages and chats, rows of tables as counts and names.

`reading` understands what is left. Nothing is known here of cards but what one of that name is worth.
"""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Callable, Sequence

import msgspec

from muster.forces.names import plain

MOST_COUNT = 20
MOST_TOLD = 9
"""A larger number beside a name is more likely what it costs, in whatever list of points."""
UNIT = r"(?:p|pts?|points?|puntos?)"
TAG = re.compile(r"</?[a-zA-Z][^<>]*>|\[(?:\*|/?(?:b|i|u|s|list|size|color|url|quote|code)(?:=[^\]]*)?)\]")
RUN = re.compile(r"([^\w\n])\1{3,}")
QUOTED = re.compile(r"^\s*(?:>\s*)+")
STRESS = re.compile(r"\*\*|__|~~|`+")
SLANTED = re.compile(r"^([*_])(\S.*\S)\1$")
FRAMED = re.compile(r"^(\++|=+|~+|--+|#+|\[+|<+|\*\*\*+)\s*([^\W_].*?)\s*(\++|=+|~+|--+|#+|\]+|>+|\*\*\*+)$")
HASHED = re.compile(r"^#{1,6}\s+(?=\S)")
MIRRORED = str.maketrans("[<", "]>")
DOTS = re.compile(r"\s*(?:\.{3,}|…+|_{3,})\s*(?=\d+\D*$)")
WORTH = re.compile(rf"(.*[^\s:=])\s*([:=]|\s[-–—]\s)\s*(\d{{1,4}})\s*({UNIT})?\.?$", re.IGNORECASE)
NUMBERED = re.compile(r"^(\d{1,2})\s+[-–—]\s+(?=\S)|^(\d{1,2})\s*[-–—:]\s*(?=[^\W\d])")
RULED = re.compile(r"^:?-+:?$|^$")
FIGURE = re.compile(rf"([x×]?)\s*(\d{{1,4}})\s*([x×]|{UNIT}\.?)?", re.IGNORECASE)
COUNTS = {"qty", "quantity", "count", "number", "no", "num", "amount", "cantidad", "cant", "numero", "unidades", "x"}
PRICES = {"points", "pts", "point", "cost", "puntos", "punto", "coste", "costo", "pt", "p", "total"}
"""Columns of these names hold how many there are, and what they cost."""
COUNTED = "two dos", "three tres", "four cuatro", "five cinco", "six seis", "seven siete", "eight ocho", "nine nueve"
BULLET = re.compile(r"^[\s\-–—*•·▪►>|]+|^\s*\d{1,2}[.)]\s+")
POINTS = re.compile(
    r"\s*(?:[\(\[]\s*\d+\s*(?:p|pt|pts|points?|puntos?)?\.?\s*[\)\]]|[-–—:=,]?\s*\d+\s*(?:pts?|points?|puntos?)\.?)\s*$",
    re.IGNORECASE,
)
COUNT = re.compile(r"^(\d{1,2})\s*[x×*]\s*(?=\S)|^[x×]\s*(\d{1,2})\s+|^(\d{1,2})\s+(?=[^\W\d]|\d{3}$)", re.IGNORECASE)
AFTER = re.compile(r"\s+[x×]\s*(\d{1,2})$|\s*[(\[](?:[x×]\s*(\d{1,2})|(\d{1,2})\s*[x×])[)\]]$", re.IGNORECASE)
WORDS = {word: count for count, pair in enumerate(COUNTED, 2) for word in pair.split()}
Worth = Callable[[str], int | None]
"""The price of a card of that name; nothing if there is none."""
IsNumber = Callable[[str], bool]
"""Whether a text is the number printed on a card."""
LED = re.compile(r"^[^:]*:\s*")
"""What may stand before a number: `Mech 1: 014`."""


class Line(msgspec.Struct, frozen=True):
    """A line that says something. One that signs set apart is a heading, whatever stands there."""

    number: int
    text: str
    heading: bool = False


def lines_of(text: str, worth: Worth, is_number: IsNumber) -> list[Line]:
    """The lines of a list that say anything."""
    found: list[Line] = []
    columns: list[str] = []
    for number, raw in enumerate(text.splitlines(), 1):
        line = without_marks(raw)
        cells = cells_of(line)
        if all(RULED.match(cell) for cell in cells):
            continue
        if len(cells) > 1 and names_columns(cells):
            columns = [plain(cell) for cell in cells]
            continue
        if len(cells) > 1:
            line = row(cells, columns, worth, is_number)
        heading = HASHED.match(line)
        framed = FRAMED.match(line)
        if heading or (framed and framed[3] == framed[1].translate(MIRRORED)):
            told = line[heading.end() :] if heading else framed[2] if framed else ""
            found.append(Line(number, told.strip(" +=~#"), heading=True))
        elif line:
            found.append(Line(number, priced(line, worth)))
    return counted_through(found)


def without_runs(text: str) -> str:
    """A text in which no sign but letters and figures stands more than three times together."""
    return RUN.sub(r"\1\1\1", text)


def without_marks(line: str) -> str:
    """A line without what a page or a chat put in to make it look well, and without signs that nobody sees."""
    line = html.unescape(QUOTED.sub("", TAG.sub(" ", line))).replace("\u00a0", " ")
    seen = "".join(sign for sign in line if sign == "\t" or unicodedata.category(sign)[0] != "C")
    seen = STRESS.sub("", seen).strip(" ") if not FRAMED.match(seen.strip()) else seen.strip()
    slanted = SLANTED.match(seen)
    return slanted[2] if slanted else seen.strip()


def cells_of(line: str) -> list[str]:
    """The cells of a row of a table: drawn with strokes, made of tabs, or of commas with numbers between them."""
    if line.count("|") > 1 or line.startswith("|"):
        return [cell.strip() for cell in line.strip("|").split("|")]
    cells = [cell.strip(' "') for cell in re.split("\t+", line)]
    listed = [cell.strip(' "') for cell in re.split("[,;]", line)]
    is_row = any(FIGURE.fullmatch(cell) or plain(cell) in COUNTS for cell in listed)
    return listed if len(cells) == 1 and len(listed) > 1 and is_row else cells


def names_columns(cells: Sequence[str]) -> bool:
    """Whether a row says what stands in the columns."""
    names = [plain(cell) for cell in cells]
    return any(name in COUNTS or name in PRICES for name in names) and not any(map(str.isdecimal, names))


def row(cells: Sequence[str], columns: Sequence[str], worth: Worth, is_number: IsNumber) -> str:
    """A row as a count and the names beside each other; a lone number is a count unless the card costs just that.

    Where nothing is named but by its number, a number of a card is a name.
    """
    heads = columns if len(columns) == len(cells) else [""] * len(cells)
    names, count, rest = [], "", list[str]()
    numbered = all(FIGURE.fullmatch(cell) or any(map(is_number, LED.sub("", cell).split())) for cell in cells if cell)
    for cell, head in zip(cells, heads, strict=True):
        figure = FIGURE.fullmatch(cell)
        if figure is None or (numbered and head not in PRICES and is_number(cell)):
            names += [cell] if cell else []
        elif figure[1] or (figure[3] or "").lower() in ("x", "×") or head in COUNTS:
            count = figure[2]
        elif not figure[3] and head not in PRICES:
            rest.append(figure[2])
    meant = next((place for place, name in enumerate(names) if worth(name) is not None), None)
    if meant is None:
        return ", ".join(names) + (f" ({rest[-1]})" if rest else "")
    if rest and not count and (len(rest) > 1 or is_count(names[meant], int(rest[0]), worth)):
        count = rest[0]
    if count and int(count) <= MOST_COUNT and not says_count(names[meant]):
        names[meant] = f"{count}x {names[meant]}"
    return ", ".join(names)


def is_count(name: str, figure: int, worth: Worth) -> bool:
    """Whether a number beside a card says how many, not what they cost."""
    cost = worth(name)
    return cost is not None and figure <= MOST_TOLD and figure != cost


def priced(line: str, worth: Worth) -> str:
    """A line with dots or a dash before a number: that is what the card costs, or how many there are."""
    line = DOTS.sub(" = ", line)
    found = WORTH.match(line)
    if found is None or worth(found[1]) is None:
        return line
    name, sign, figure, unit = found.groups()
    if unit or "=" in sign or says_count(name) or not is_count(name, int(figure), worth):
        return f"{name} ({figure})"
    return f"{figure}x {name}"


def counted_through(lines: list[Line]) -> list[Line]:
    """`4 - Zombie` is four of them, unless the lines are counted through from 1."""
    leads = [NUMBERED.match(line.text) for line in lines]
    numbers = [int(lead[1] or lead[2]) for lead in leads if lead is not None]
    through = len(numbers) > 2 and numbers == list(range(1, len(numbers) + 1))
    told = []
    for line, lead in zip(lines, leads, strict=True):
        rest = line.text if lead is None else line.text[lead.end() :]
        count = "" if lead is None or through else f"{lead[1] or lead[2]}x "
        told.append(msgspec.structs.replace(line, text=count + rest))
    return told


# How many


def counted(text: str) -> tuple[int, str]:
    """How many of something, and its name without count and points."""
    text = POINTS.sub("", BULLET.sub("", text)).strip()
    after = AFTER.search(text)
    if after is not None:
        return within(after[1] or after[2] or after[3]), text[: after.start()].strip()
    before = COUNT.match(text)
    if before is not None:
        return within(before[1] or before[2] or before[3]), text[before.end() :].strip()
    word, _, rest = text.partition(" ")
    return (WORDS[word.casefold()], rest.strip()) if rest and word.casefold() in WORDS else (1, text)


def says_count(text: str) -> bool:
    """Whether a name stands there with how many of it."""
    return counted(text)[1] != POINTS.sub("", BULLET.sub("", text)).strip()


def within(count: str) -> int:
    return max(1, min(MOST_COUNT, int(count)))
