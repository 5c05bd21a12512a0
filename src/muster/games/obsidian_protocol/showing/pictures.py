"""The table as text: the board with facing and side of every unit, then the sheet of each side."""

from __future__ import annotations

from muster.games.obsidian_protocol.board.battlefield import CELLS, SMALL
from muster.games.obsidian_protocol.rules.naming import described
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


def told(view: TableView, words: Words) -> str:
    """Everything in the view to be heard: terrain and zones one by one, then every unit and its parts."""
    name = words.name
    lines = [words.say(Text("picture.round", {"round": view.round, "stage": view.stage}))]
    lines += [words.say(Text("picture.task", {"task": view.task}))] if view.task else []
    lines.append(words.say(Text("picture.scores", {"mine": view.scores[0], "theirs": view.scores[1]})))
    if view.battlefield:
        lines += [f"{name('zone', zone)}: {name('grid', '+'.join(grids))}" for zone, grids in view.zones.items()]
        lines += [
            words.say(Text("option.terrain", described(piece.number, piece.box, piece.height, piece.destructible)))
            for piece in view.terrain
            if piece.standing
        ]
        lines += [f"{name('sign', 'smoke')}: {name('grid', screen.grid)}" for screen in view.smoke]
        lines += [f"{name('sign', 'black_box')}: {name('grid', grid)}" for grid in view.boxes]
        lines += [f"{name('environment', card)}: {name('grid', grid)}" for grid, card in view.environments.items()]
    for seat in (0, 1):
        for unit in view.units.values():
            if unit.seat == seat and unit.alive:
                lines += [f"{name('seat', seat)}: {told_unit(unit, words)}", *told_parts(unit, words)]
    return "\n\n".join(lines)


def told_unit(unit: UnitView, words: Words) -> str:
    """A unit in a sentence: its key and name, where it is and looks, and its state."""
    name = words.name
    parts = [name("grid", unit.grid), name("facing", unit.facing)] if unit.deployed else []
    if unit.kind == "mech":
        parts += [name("stance", unit.stance), f"{name('sign', 'link')} {unit.link}/{unit.link_max}"]
        parts += [name("timing", unit.dial)] if unit.dial else []
    else:
        parts += told_figures(unit.armor, unit.structure, 0, words)
    parts += [words.say(Text("picture.camouflaged"))] if unit.camouflaged else []
    parts += [f"{name('token', token)} {count}" for token, count in unit.squares.items() if count]
    parts += [name("token", unit.hexagon)] if unit.hexagon else []
    parts += [words.say(Text("picture.damaged"))] if unit.damaged else []
    parts += [f"{name('sign', 'tether')} {unit.tether.upper()}"] if unit.tether else []
    return f"{unit.key}, {name('thing', unit.name)}: {', '.join(parts)}"


def told_parts(unit: UnitView, words: Words) -> list[str]:
    """The parts of a mech, each with its figures and what became of it."""
    name = words.name
    lines = []
    for part in unit.parts.values():
        gone = part.destroyed and not part.repaired
        state = "destroyed" if gone else "repaired" if part.repaired else "damaged" if part.damaged else ""
        parts = [name("sign", state)] if state else []
        parts += [] if gone else told_figures(part.armor, part.structure, part.parry, words)
        parts += [name("sign", "charged")] if part.charged else []
        parts += [f"{name('sign', 'ammo')} {count}" for count in part.ammo if count]
        lines.append(f"{unit.key}, {name('slot', part.slot)}, {name('part', part.card)}: {', '.join(parts)}")
    return lines


def told_figures(armor: int, structure: int, parry: int, words: Words) -> list[str]:
    figures = {"armor": armor, "structure": structure, "parry": parry}
    return [f"{words.name('sign', key)} {value}" for key, value in figures.items() if value or key == "armor"]


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
    wide = max((len(words.name("slot", part.slot)) for part in unit.parts.values()), default=0)
    for part in unit.parts.values():
        state = "x" if part.destroyed and not part.repaired else "!" if part.damaged or part.repaired else " "
        ammo = "".join(f" ({count})" for count in part.ammo if count)
        charge = " +" if part.charged else ""
        name = words.name("part", part.card)
        value = figures(part.armor, part.structure, part.parry)
        lines.append(f"     {state} {words.name('slot', part.slot):<{wide}} {value:<9} {name}{ammo}{charge}")
    return lines
