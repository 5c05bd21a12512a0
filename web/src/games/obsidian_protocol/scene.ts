/** The battlefield of Obsidian Protocol as a scene: 12 by 12 squares of 3 by 3, terrain, mechs and drones. */
import type { TableView, UnitView } from "../../../../src/muster/server/views/obsidian_protocol";
import { emptyScene, sideOf, type Highlight, type Piece, type Point, type Scene } from "../../scene/scene";
import type { SceneInput } from "../game";

export type { TableView, UnitView };
export type Input = SceneInput<TableView>;

/** A sub square, in units of the scene; a square has three of them each way. */
const S = 18;
const COLUMNS = "abcdefghijkl";
const FACINGS: Record<string, number> = { n: 0, e: 90, s: 180, w: 270 };

export const gridName = (column: number, row: number): string => `${COLUMNS[column]}${row + 1}`;
/** The upper left corner of a sub square by its number. */
export const cornerOf = (cell: number): Point => ({ x: (cell % 36) * S, y: Math.floor(cell / 36) * S });

export function scene(input: Input): Scene {
  const { view, words } = input;
  const made = emptyScene(words.text("game.title"), { x: -20, y: -20, w: 36 * S + 26, h: 36 * S + 26 });
  made.grids = [{ x: 0, y: 0, w: 36 * S, h: 36 * S, step: 3 * S, fine: 3, columns: [...COLUMNS.toUpperCase()], rows: Array.from({ length: 12 }, (_, n) => String(n + 1)) }];
  for (let row = 0; row < 12; row += 1)
    for (let column = 0; column < 12; column += 1) {
      const box = { x: column * 3 * S, y: row * 3 * S, w: 3 * S, h: 3 * S };
      made.cells.push({ id: `grid:${gridName(column, row)}`, shape: { kind: "rect", ...box }, at: { x: box.x + 1.5 * S, y: box.y + 1.5 * S }, name: gridName(column, row).toUpperCase(), tone: "none" });
    }
  made.blocks = view.terrain
    .filter((one) => one.standing)
    .map(({ number, box: [x1, y1, x2, y2], height }) => ({
      id: `terrain:${number}`,
      shape: { kind: "rect", x: x1 * S, y: y1 * S, w: (x2 - x1) * S, h: (y2 - y1) * S },
      height: Math.max(1, Math.min(3, height)) as 1 | 2 | 3,
      name: `${height}″`,
      numeral: `${height}″`,
    }));
  made.pieces = Object.values(view.units).filter((unit) => unit.alive && unit.deployed).map((unit) => piece(unit, input));
  made.highlights = highlights(input);
  return made;
}

function glyphOf(unit: UnitView): string {
  if (unit.kind === "mech") return "mech";
  if (unit.kind === "projectile") return "missile";
  return /raven|air/.test(unit.name) ? "drone-air" : /tarantula|legs/.test(unit.name) ? "drone-legs" : /vigilant|quad/.test(unit.name) ? "drone-quad" : "drone-wheel";
}

function piece(unit: UnitView, { view, words }: Input): Piece {
  const corner = cornerOf(unit.cell);
  const size = unit.size * S;
  const name = words.name(unit.name.split("/")[0] ?? "", unit.name.split("/")[1] ?? unit.name);
  return {
    id: `unit:${unit.key}`,
    side: sideOf(unit.seat),
    label: unit.key.slice(1),
    at: { x: corner.x + size / 2, y: corner.y + size / 2 },
    size: size - 4,
    glyph: glyphOf(unit),
    facing: FACINGS[unit.facing],
    state: view.active === unit.key ? "acting" : "idle",
    name: `${unit.key.toUpperCase()} ${name}, ${unit.grid.toUpperCase()}`,
  };
}

/** Options that name a unit, a square or a sub square lie on the board. */
function highlights({ question, view }: Input): Highlight[] {
  const found = new Map<string, string[]>();
  for (const { key } of question?.options ?? []) {
    const unit = /(?:^|[:@>])([a-d]\d+)\b/.exec(key)?.[1];
    const grid = /^(?:grid|move|place|to):([a-l]\d+)/.exec(key)?.[1];
    const target = grid ? `grid:${grid}` : unit && view.units[unit] ? `unit:${unit}` : "";
    if (target) found.set(target, [...(found.get(target) ?? []), key]);
  }
  return [...found].map(([target, keys]) => ({ target, keys }));
}
