/** The tables kept in this browser, newest first: they are offered in the lobby. */
import { keptNow } from "../people/kept";
import type { Plan } from "../net/protocol";

export interface KeptTable {
  id: string;
  game: string;
  title: string;
  plan: Plan;
  card: Record<string, unknown>;
  legal: boolean;
}

const KEY = "muster.plans";
/** Earlier versions kept them among the seats. */
const EARLIER = "muster.tables";
const MOST = 60;

function all(): KeptTable[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? localStorage.getItem(EARLIER) ?? "[]");
    return Array.isArray(found) ? (found as KeptTable[]).filter((one) => one.plan) : [];
  } catch {
    return [];
  }
}

export const keptTables = (game: string): KeptTable[] => all().filter((one) => one.game === game);

export function keepTable(one: KeptTable): void {
  localStorage.setItem(KEY, JSON.stringify([one, ...all().filter((other) => other.id !== one.id)].slice(0, MOST)));
  keptNow();
}

export function forgetTable(id: string): void {
  localStorage.setItem(KEY, JSON.stringify(all().filter((one) => one.id !== id)));
  keptNow();
}
