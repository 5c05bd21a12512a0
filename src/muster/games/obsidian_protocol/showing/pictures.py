"""The table as text: the board with facing and side of every unit, then the sheet of each side."""

from __future__ import annotations

from muster.games.obsidian_protocol.board.battlefield import CELLS, SMALL
from muster.games.obsidian_protocol.showing.views import TableView, UnitView
from muster.kernel.columns import fit
from muster.kernel.text import Text
from muster.kernel.words import Words

ARROWS = {"n": "^", "e": ">", "s": "v", "w": "<"}
HEIGHTS = {1: ".", 2: "-", 3: "#"}


def picture(view: TableView, words: Words) -> str:
    """The whole picture: the board, then everything the viewer may know about each side."""
    lines = [words.say(Text("picture.round", {"round": view.round, "stage": view.stage}))]
    if view.task:
        lines.append(words.say(Text("picture.task", {"task": view.task})))
    scores = {"mine": view.scores[0], "theirs": view.scores[1]}
    lines.append(words.say(Text("picture.scores", scores)))
    if view.battlefield:
        lines += [*board(view, words), words.say(Text("picture.hints"))]
    for seat in (0, 1):
        lines += ["", words.name("seat", seat)]
        for unit in view.units.values():
            if unit.seat == seat and unit.alive:
                lines += sheet(unit, words)
    return "\n".join(fitted for line in lines for fitted in fit(line))


def board(view: TableView, words: Words) -> list[str]:
    """The board with a letter for every small grid: terrain by its height, smoke as ~, boxes as *, units by side and
    number.
    """
    cells = [" "] * (CELLS * CELLS)
    for screen in view.smoke:
        column, row = ord(screen.grid[0]) - ord("a"), int(screen.grid[1:]) - 1
        for y in range(SMALL):
            for x in range(SMALL):
                cells[(row * SMALL + y) * CELLS + column * SMALL + x] = "~"
    for piece in view.terrain:
        if piece.standing:
            for y in range(piece.box[1], piece.box[3]):
                for x in range(piece.box[0], piece.box[2]):
                    cells[y * CELLS + x] = HEIGHTS[piece.height]
    for unit in sorted(view.units.values(), key=lambda unit: -unit.size):
        if unit.alive and unit.deployed:
            draw_unit(cells, unit)
    lines = ["    " + " ".join(f" {chr(ord('a') + column)} " for column in range(view.size))]
    rule = "   +" + "+".join(["---"] * view.size) + "+"
    for row in range(view.size * SMALL):
        if row % SMALL == 0:
            lines.append(rule)
        label = f"{row // SMALL + 1:>2} " if row % SMALL == 1 else "   "
        grids = ["".join(cells[row * CELLS + c * SMALL : row * CELLS + c * SMALL + SMALL]) for c in range(view.size)]
        lines.append(f"{label}|{'|'.join(grids)}|")
    lines.append(rule)
    if view.environments:
        lines.append(
            ", ".join(f"{grid}: {words.name('environment', card)}" for grid, card in view.environments.items())
        )
    if view.boxes:
        lines.append("* " + " ".join(view.boxes))
    return lines


def draw_unit(cells: list[str], unit: UnitView) -> None:
    mark = unit.key[0].upper() if unit.kind == "mech" else unit.key[0]
    for y in range(unit.size):
        for x in range(unit.size):
            cells[unit.cell + y * CELLS + x] = mark
    number = unit.key[1:]
    middle = unit.cell + (unit.size // 2) * CELLS
    if unit.size == SMALL:
        cells[unit.cell + 1] = ARROWS[unit.facing]
        for index, letter in enumerate(number[:2]):
            cells[middle + 1 + index] = letter
        cells[unit.cell + 2 * CELLS + 1] = "?" if unit.camouflaged else mark
    elif unit.size == 2:
        cells[unit.cell + 1] = ARROWS[unit.facing]
        cells[middle + 1] = number[-1]
    else:
        cells[unit.cell] = "o" if unit.kind == "projectile" else mark


def figures(armor: int, structure: int, parry: int) -> str:
    """`A5 S2 P1`: armor, and structure and parry where there are any."""
    return f"A{armor}" + (f" S{structure}" if structure else "") + (f" P{parry}" if parry else "")


def sheet(unit: UnitView, words: Words) -> list[str]:
    """A unit in a few lines: where it is and what is left of it."""
    where = unit.place or "-"
    line = f"  {unit.key} {words.name('thing', unit.name)}  {where} {ARROWS[unit.facing]}"
    if unit.kind == "mech":
        line += f"  {words.name('stance', unit.stance)}  {unit.link}/{unit.link_max}"
        if unit.dial:
            line += f"  [{words.name('timing', unit.dial)}]"
        line += f"  D{unit.dodge} E{unit.electronic}"
    else:
        line += f"  {figures(unit.armor, unit.structure, 0)} D{unit.dodge} E{unit.electronic}"
    if unit.camouflaged:
        line += "  " + words.say(Text("picture.camouflaged"))
    marks = [f"{words.name('token', name)} {count}" for name, count in unit.squares.items() if count]
    if unit.hexagon:
        marks.append(words.name("token", unit.hexagon))
    if unit.damaged:
        marks.append(words.say(Text("picture.damaged")))
    if unit.tether:
        marks.append(f"{words.name('sign', 'tether')} {unit.tether.upper()}")
    if marks:
        line += "  " + ", ".join(marks)
    lines = [line]
    for part in unit.parts.values():
        state = "x" if part.destroyed and not part.repaired else "!" if part.damaged or part.repaired else " "
        ammo = "".join(f" ({count})" for count in part.ammo if count)
        charge = " +" if part.charged else ""
        name = words.name("part", part.card)
        value = figures(part.armor, part.structure, part.parry)
        lines.append(f"     {state} {words.name('slot', part.slot):<10} {value:<9} {name}{ammo}{charge}")
    return lines
