/** Obsidian Protocol on the workbench: units on grids and small grids, and terrain where no battlefield is chosen. */
import { get, put, type Position } from "../../bench/positions";
import type { Point } from "../../scene/scene";
import type { BenchClient } from "../bench";
import { G, gridName, S, type TableView } from "./model";

interface Unit {
  seat: string;
  at?: string;
  facing?: string;
}
const BY_SEAT = new Set(["edges", "secondary", "named", "commanders", "scores", "tactics", "squads"]);
const FACINGS = ["n", "e", "s", "w"];
const units = (position: Position) => (position.unit ?? []) as Unit[];
const keyOf = (position: Position, n: number) => `${(units(position)[n]?.seat ?? "A").toLowerCase()}${n}`;

/** The place of a base whose middle is dropped at a point: whole in one grid, as bases stand. */
function placeAt({ x, y }: Point, size: number): string {
  const small = (value: number) => Math.round(value / S - size / 2);
  const [column, row] = [small(x), small(y)].map((value) => Math.max(0, value)) as [number, number];
  const fits = (value: number) => Math.min(value % 3, 3 - size);
  const grid = gridName(Math.floor(column / 3), Math.floor(row / 3));
  const n = fits(row) * 3 + fits(column);
  return n ? `${grid}-${n + 1}` : grid;
}

export const bench: BenchClient<TableView> = {
  pathOf(position, target) {
    const unit = /^unit:[ab](\d+)$/.exec(target)?.[1];
    if (unit !== undefined) return `unit.${unit}`;
    const piece = /^terrain:(\d+)$/.exec(target)?.[1];
    return piece !== undefined && !position.battlefield ? `terrain.${piece}` : "";
  },
  targetOf(position, path) {
    const [list, n] = path.split(".");
    return list === "terrain" ? `terrain:${n ?? ""}` : `unit:${keyOf(position, Number(n))}`;
  },
  drop(position, path, { at }, view) {
    if (path.startsWith("terrain.")) {
      const [w, h] = (get(position, `${path}.size`) ?? [3, 3]) as [number, number];
      const corner = (value: number, size: number) => Math.max(0, Math.round(value / S - size / 2));
      const [column, row] = [corner(at.x, w), corner(at.y, h)];
      const n = (row % 3) * 3 + (column % 3);
      const grid = gridName(Math.floor(column / 3), Math.floor(row / 3));
      return put(position, `${path}.at`, n ? `${grid}-${n + 1}` : grid);
    }
    const size = view.units[keyOf(position, Number(path.split(".")[1]))]?.size ?? 3;
    return put(position, `${path}.at`, placeAt(at, size));
  },
  turn(position, path, way) {
    if (path.startsWith("terrain.")) {
      const [w, h] = (get(position, `${path}.size`) ?? [3, 3]) as [number, number];
      return put(position, `${path}.size`, [h, w]);
    }
    const now = FACINGS.indexOf(String(get(position, `${path}.facing`) ?? "n"));
    return put(position, `${path}.facing`, FACINGS[(now + way + 4) % 4]);
  },
  marks: (path) => (BY_SEAT.has(path) ? ["A", "B"] : []),
  kinds: [
    { field: "unit", made: (_, side, { at }) => ({ seat: side, at: placeAt(at, 3) }) },
    { field: "terrain", made: (_, __, { at }) => ({ at: gridName(Math.floor(at.x / G), Math.floor(at.y / G)) }) },
  ],
};
