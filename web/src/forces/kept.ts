/** The forces kept in this browser, newest first: they are offered in the lobby and at an invitation. */
import { keptNow } from "../people/kept";
import type { Draft, PackId } from "../net/protocol";

export interface Kept {
  id: string;
  game: string;
  title: string;
  draft: Draft;
  force: Record<string, unknown>;
  legal: boolean;
  /** The packs whose cards it may have. */
  packs?: PackId[];
}

const KEY = "muster.forces";
const MOST = 100;

function all(): Kept[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(found) ? (found as Kept[]) : [];
  } catch {
    return [];
  }
}

export const keptForces = (game: string): Kept[] => all().filter((one) => one.game === game);

export function keep(one: Kept): void {
  localStorage.setItem(KEY, JSON.stringify([one, ...all().filter((other) => other.id !== one.id)].slice(0, MOST)));
  keptNow();
}

export function forgetForce(id: string): void {
  localStorage.setItem(KEY, JSON.stringify(all().filter((one) => one.id !== id)));
  keptNow();
}
