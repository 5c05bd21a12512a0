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
