/** Dice picked to be rolled again. */
import type { Table } from "../../table/table.svelte";
import { isFocus, rerollOf, type Input } from "./model";
import { tellOf } from "./words";

export const picked = (input: Input): number[] => [...((input.selection.draft.reroll as number[] | undefined) ?? [])].sort((a, b) => a - b);

export function toggle(table: Table, n: number): void {
  const chosen = picked(table.input as Input);
  table.draft({ reroll: chosen.includes(n) ? chosen.filter((one) => one !== n) : [...chosen, n] });
}

export const faceName = (face: string): string => tellOf(`face.${face || "blank"}`);

/** Digits pick dice, Enter rolls what is picked again. */
export function focusKey(table: Table, event: KeyboardEvent): boolean {
  const input = table.input as Input;
  if (!isFocus(input)) return false;
  const n = Number(event.key);
  const count = rerollOf(input).length;
  if (Number.isInteger(n) && n >= 1 && n <= count) {
    toggle(table, n);
    return true;
  }
  const chosen = picked(input);
  if (event.key === "Enter" && chosen.length) {
    void table.commit(`reroll:${chosen.join(",")}`);
    return true;
  }
  return false;
}
