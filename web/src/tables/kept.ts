/** The tables kept in this browser, newest first: they are offered in the lobby. */
import type { Plan } from "../net/protocol";

export interface KeptTable {
  id: string;
  game: string;
  title: string;
  plan: Plan;
  card: Record<string, unknown>;
  legal: boolean;
}

const KEY = "muster.tables";
const MOST = 40;

function all(): KeptTable[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(found) ? (found as KeptTable[]) : [];
  } catch {
    return [];
  }
}

export const keptTables = (game: string): KeptTable[] => all().filter((one) => one.game === game);

export function keepTable(one: KeptTable): void {
  localStorage.setItem(KEY, JSON.stringify([one, ...all().filter((other) => other.id !== one.id)].slice(0, MOST)));
}

export function forgetTable(id: string): void {
  localStorage.setItem(KEY, JSON.stringify(all().filter((one) => one.id !== id)));
}
