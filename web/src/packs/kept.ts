/** The packs kept in this browser, newest first: cards, missions and tables of one's own. The lobby offers them for new tables. */
import { keptNow } from "../people/kept";
import type { PackText } from "../net/protocol";

export interface KeptPack {
  id: string;
  game: string;
  /** The name of its file, which journals remember. */
  name: string;
  text: string;
  /** Whether new tables of its game begin with it. */
  on: boolean;
}

const KEY = "muster.packs";
const MOST = 24;
/** The server takes no longer ones (`MOST_PACK`). */
export const MOST_LETTERS = 200_000;

function all(): KeptPack[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(found) ? (found as KeptPack[]) : [];
  } catch {
    return [];
  }
}

export const keptPacks = (game: string): KeptPack[] => all().filter((one) => one.game === game);

/** Keep a pack; false if this browser has no room left for it. */
export function keepPack(pack: KeptPack): boolean {
  try {
    const rest = all().filter((other) => other.id !== pack.id);
    localStorage.setItem(KEY, JSON.stringify([pack, ...rest].slice(0, MOST)));
    keptNow();
    return true;
  } catch {
    return false;
  }
}

/** Change what is known of a pack, where it stands. */
export function changePack(id: string, change: Partial<KeptPack>): void {
  localStorage.setItem(KEY, JSON.stringify(all().map((one) => (one.id === id ? { ...one, ...change } : one))));
  keptNow();
}

export function forgetPack(id: string): void {
  localStorage.setItem(KEY, JSON.stringify(all().filter((one) => one.id !== id)));
  keptNow();
}

export const newId = (): string => crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`;

/** A file's name as the server takes it: letters, digits and a few signs, with an ending. */
export function fileName(name: string): string {
  const tidy = name
    .trim()
    .replace(/[^\p{L}\p{N}_ .()+-]/gu, "_")
    .replace(/^[^\p{L}\p{N}_]+/u, "")
    .slice(0, 50);
  return `${tidy.replace(/\.toml$/i, "") || "cards"}.toml`;
}

/** A name that no other of these packs has. */
export function freeName(name: string, taken: string[]): string {
  const wanted = fileName(name);
  if (!taken.includes(wanted)) return wanted;
  for (let n = 2; ; n++) {
    const next = wanted.replace(/\.toml$/, ` ${n}.toml`);
    if (!taken.includes(next)) return next;
  }
}

export const texts = (packs: KeptPack[]): PackText[] => packs.map(({ name, text }) => ({ name, text }));
