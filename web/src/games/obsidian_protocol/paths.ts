/**
 * A way of one's own: grid by grid, dragged, touched or walked with the arrow keys. What it costs, who holds the unit back and
 * who sees it where comes from the rules; the cheapest way stays one touch away.
 */
import type { Choice } from "../../net/protocol";
import type { Point } from "../../scene/scene";
import { preview } from "../../table/previews";
import type { Table } from "../../table/table.svelte";
import { G, gridAt, gridName, moveOf, type Input, type PathView, type UnitView } from "./model";
import { tell } from "./words";

const LONGEST = 24;
const ARROWS: Record<string, [number, number]> = { ArrowUp: [0, -1], ArrowRight: [1, 0], ArrowDown: [0, 1], ArrowLeft: [-1, 0] };

export const drawing = (input: Input): boolean => moveOf(input) !== null && input.selection.draft.drawing === true;
export const pathOf = (input: Input): string[] => (input.selection.draft.path as string[] | undefined) ?? [];
export const moverOf = (input: Input): UnitView | undefined => input.view.units[moveOf(input)?.unit ?? ""];

/** What the rules say to the path as it is drawn now; nothing while the answer is under way. */
export function planOf(input: Input): PathView | null {
  const plan = (input.selection.draft.plan as PathView | undefined) ?? null;
  return plan && plan.grids.join() === pathOf(input).join() ? plan : null;
}

/** A flyer has no path, only a place to land. */
export const mayDraw = (input: Input): boolean => moverOf(input)?.level === "ground";

export function toggle(table: Table): void {
  const on = drawing(table.input as Input);
  table.aim("", "");
  table.draft({ drawing: !on, path: [], plan: null });
}

function put(table: Table, path: string[]): void {
  table.draft({ drawing: true, path: path.slice(0, LONGEST) });
  if (path.length) preview<PathView>(table, `path:${path.slice(0, LONGEST).join(",")}`, (plan) => table.draft({ plan }));
}

/** Lead the path to a grid: back to it where the path has been there, otherwise straight on, first across, then down. */
export function lead(table: Table, to: string): void {
  const input = table.input as Input;
  const start = moverOf(input)?.grid ?? to;
  const path = pathOf(input);
  const been = [start, ...path].lastIndexOf(to);
  if (been >= 0) return put(table, path.slice(0, been));
  const more: string[] = [];
  let { column, row } = gridAt(path.at(-1) ?? start);
  const end = gridAt(to);
  while (column !== end.column) more.push(gridName((column += Math.sign(end.column - column)), row));
  while (row !== end.row) more.push(gridName(column, (row += Math.sign(end.row - row))));
  put(table, [...path, ...more]);
}

/** A grid that the pointer drags the end of the path over. */
export function drag(table: Table, handle: string, at: Point): void {
  const input = table.input as Input;
  if (handle !== "way" || !moveOf(input)) return;
  const [column, row] = [Math.floor(at.x / G), Math.floor(at.y / G)];
  const { size } = input.view;
  if (column < 0 || row < 0 || column >= size || row >= size) return;
  const to = gridName(column, row);
  if (to !== (pathOf(input).at(-1) ?? moverOf(input)?.grid)) lead(table, to);
}

export function touch(table: Table, target: string): boolean {
  const input = table.input as Input;
  if (!drawing(input) || !target.startsWith("grid:")) return false;
  const to = target.slice(5);
  if (to === pathOf(input).at(-1) && made(input)) void table.commit();
  else lead(table, to);
  return true;
}

export function pathKey(table: Table, event: KeyboardEvent): boolean {
  const input = table.input as Input;
  if (!moveOf(input) || !mayDraw(input)) return false;
  if (event.key.toLowerCase() === "p") toggle(table);
  else if (!drawing(input)) return false;
  else if (event.key === "Backspace") put(table, pathOf(input).slice(0, -1));
  else if (event.key in ARROWS) step(table, ARROWS[event.key] as [number, number]);
  else return false;
  return true;
}

function step(table: Table, [dx, dy]: [number, number]): void {
  const input = table.input as Input;
  const { column, row } = gridAt(pathOf(input).at(-1) ?? moverOf(input)?.grid ?? "a1");
  const inside = (n: number) => n >= 0 && n < input.view.size;
  if (inside(column + dx) && inside(row + dy)) lead(table, gridName(column + dx, row + dy));
}

/** The drawn path as an answer, once the rules allow it. */
export function made(input: Input): Choice | undefined {
  const plan = drawing(input) ? planOf(input) : null;
  if (!plan || plan.clause) return undefined;
  return { key: `path:${plan.grids.join(",")}`, clause: "OP 4.3.1.steps", text: tell("go_this_way", { n: plan.cost }), odds: false };
}
