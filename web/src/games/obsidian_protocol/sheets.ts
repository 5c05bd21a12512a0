/** The sheet of a unit laid open under the board: which one, and its cards, which the server is asked for once. */
import { preview } from "../../table/previews";
import type { Table } from "../../table/table.svelte";
import type { Input, SheetView } from "./model";

export const openSheet = (input: Input): string =>
  input.selection.tools.sheet && input.selection.tools.sheet in input.view.units ? input.selection.tools.sheet : "";

const known = new WeakMap<Table, Map<string, SheetView>>();

/** The cards of a unit; asked for when they are not known yet, and kept as long as its cards stay the same. */
export function fetchSheet(table: Table, key: string, cards: string, answer: (sheet: SheetView) => void): void {
  const kept = known.get(table) ?? new Map<string, SheetView>();
  known.set(table, kept);
  const found = kept.get(`${key} ${cards}`);
  if (found) return answer(found);
  preview<SheetView>(table, `sheet:${key}`, (sheet) => {
    kept.set(`${key} ${cards}`, sheet);
    answer(sheet);
  });
}

export function toggleSheet(table: Table, key: string): void {
  table.tool("sheet", table.selection.tools.sheet === key ? "" : key);
}
