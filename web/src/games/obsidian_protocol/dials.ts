/** The drafted dials: which mechs still want one, what was picked, and how all are locked in. */
import type { Table } from "../../table/table.svelte";
import { isDial, mechsOf, TIMINGS, type Input, type UnitView } from "./model";

/** The mechs that have no dial yet, the one asked about first. */
export function waiting(input: Input): UnitView[] {
  const first = String(input.question?.prompt.params.unit ?? "");
  const open = mechsOf(input.view, input.seat ?? 0).filter((unit) => unit.alive && unit.deployed && !unit.dial);
  return [...open.filter((unit) => unit.key === first), ...open.filter((unit) => unit.key !== first)];
}

export const draftOf = (input: Input): Record<string, string> => (input.selection.draft.dials as Record<string, string> | undefined) ?? {};

export function pick(table: Table, unit: string, timing: string): void {
  table.draft({ dials: { ...draftOf(table.input as Input), [unit]: timing } });
}

/** Answer for every mech in the order in which the rules ask. */
export async function lockIn(table: Table): Promise<void> {
  const input = table.input as Input;
  const draft = draftOf(input);
  const mechs = waiting(input);
  if (!mechs.every((unit) => draft[unit.key])) return;
  await table.commitAll(mechs.map((unit) => `dial:${draft[unit.key]}`));
}

/** The dials that somebody has thought of, for the mechs that still want one, in their order. */
export function draft(input: Input, key: string, after: string[]): Record<string, unknown> | undefined {
  if (!isDial(input)) return undefined;
  const timings = [key, ...after].filter((one) => one.startsWith("dial:")).map((one) => one.slice(5));
  const dials = waiting(input).flatMap((unit, n) => (timings[n] ? [[unit.key, timings[n]] as const] : []));
  return { dials: Object.fromEntries(dials) };
}

export function take(table: Table, key: string, after: string[]): boolean {
  const drafted = draft(table.input as Input, key, after);
  if (drafted) table.draft(drafted);
  return drafted !== undefined;
}

/** Digits 1 to 6 set the first dial that is still open, Enter locks in. */
export function dialKey(table: Table, event: KeyboardEvent): boolean {
  const input = table.input as Input;
  if (!isDial(input)) return false;
  const mechs = waiting(input);
  const draft = draftOf(input);
  const timing = TIMINGS[Number(event.key) - 1];
  if (timing) {
    const unit = mechs.find((one) => !draft[one.key]) ?? mechs[0];
    if (unit) pick(table, unit.key, timing);
    return true;
  }
  if (event.key === "Enter" && mechs.every((unit) => draft[unit.key])) {
    void lockIn(table);
    return true;
  }
  return false;
}
