/** Putting an attack that was walked through aside, to see the next one or the board again. */
import type { Table } from "../../table/table.svelte";
import type { Input } from "./model";
import { shown } from "./walk";

export function putAside(table: Table): boolean {
  const { log, since, selection } = table.input as Input;
  const walk = shown(log, since, Number(selection.tools.seen ?? -1));
  if (!walk?.resolved) return false;
  table.tool("seen", String(walk.start));
  return true;
}
