/** Who interrupts: all watchers are marked first and declared together, as the rules want it. */
import type { Table } from "../../table/table.svelte";
import { modelIn, type Input } from "./model";

export const watchers = (table: Table): string[] => (table.selection.draft.watch as string[] | undefined) ?? [];

export function toggle(table: Table, tag: string, on: boolean): void {
  const others = watchers(table).filter((one) => one !== tag);
  table.draft({ watch: on ? [...others, tag] : others });
}

/** One answer for each who tries; then nobody else, unless all of them try. */
export function commitWatch(table: Table): void {
  const { question } = table.input as Input;
  const all = (question?.options ?? []).filter((option) => option.key.startsWith("watch:")).map((option) => modelIn(option.key));
  const chosen = all.filter((tag) => watchers(table).includes(tag));
  if (!chosen.length) return;
  void table.commitAll([...chosen.map((tag) => `watch:${tag}`), ...(chosen.length < all.length ? ["hold"] : [])]);
}
