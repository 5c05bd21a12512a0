/** Dice picked to be rolled again. */
import type { RerollView, Standing } from "../../../../src/muster/server/protocol/views/obsidian_protocol";
import { preview } from "../../table/previews";
import type { Table } from "../../table/table.svelte";
import { detailOf, isFocus, rerollOf, type Input } from "./model";
import { tellOf } from "./words";

export const picked = (input: Input): number[] => [...((input.selection.draft.reroll as number[] | undefined) ?? [])].sort((a, b) => a - b);

export function toggle(table: Table, n: number): void {
  const chosen = picked(table.input as Input);
  table.draft({ reroll: chosen.includes(n) ? chosen.filter((one) => one !== n) : [...chosen, n] });
}

/** How the attack stands, if the roll belongs to one. */
export const standingOf = (input: Input): Standing | null => viewOf(input)?.standing ?? null;

function viewOf(input: Input): RerollView | undefined {
  const detail = detailOf(input);
  return detail?.kind === "reroll" ? detail : undefined;
}

/** The chance that something gets through with this answer, as far as the rules have been asked. */
export function chanceOf(input: Input, key: string): number | undefined {
  const asked = input.selection.draft.gains as RerollView | undefined;
  return viewOf(input)?.chances[key] ?? asked?.chances[key];
}

/** Ask the rules what rolling these dice again would come to. */
export function askChance(table: Table, key: string): void {
  const input = table.input as Input;
  if (key && standingOf(input) && chanceOf(input, key) === undefined) preview<RerollView>(table, key, (gains) => table.draft({ gains }));
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
