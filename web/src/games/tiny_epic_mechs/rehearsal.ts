/** The programme rehearsed by the rules: what each card costs and brings, and what will fail, before it is locked in. */
import type { Rehearsal, Step } from "../../../../src/muster/server/protocol/views/tiny_epic_mechs";
import { preview } from "../../table/previews";
import type { Table } from "../../table/table.svelte";
import { drafted } from "./drafting";
import { programme, type Input } from "./model";
import { tell } from "./words";

export type { Step };

/** Ask the rules how the cards laid so far would turn out. */
export function rehearse(table: Table): void {
  if (drafted(table).length)
    preview<Rehearsal>(table, `program:${programme(table.input as Input).join(",")}`, (rehearsal) => table.draft({ rehearsal }));
}

/** The steps that still hold: as far as the cards are those that were rehearsed. */
export function steps(now: Input): Step[] {
  const known = (now.selection.draft.rehearsal as Rehearsal | undefined)?.steps ?? [];
  const cards = programme(now);
  const changed = known.findIndex((step, n) => step.card !== cards[n]);
  return changed < 0 ? known : known.slice(0, changed);
}

const signed = (n: number): string => (n < 0 ? `−${-n}` : `+${n}`);

/** What a step changes, each with its icon: what is paid with a minus, what comes with a plus. */
export function changes({ energy, credits, health }: Step): { icon: string; term: string; text: string; name: string }[] {
  return [
    { icon: "energy", term: "sign.energy", by: energy, name: tell("energy") },
    { icon: "credit", term: "sign.credits", by: credits, name: tell("credits") },
    { icon: "health", term: "sign.health", by: health, name: tell("health") },
  ]
    .filter(({ by }) => by)
    .map(({ by, ...sign }) => ({ ...sign, text: signed(by) }));
}

export const fails = (step: Step | undefined): boolean => step?.remarks.some((remark) => remark.warning) ?? false;
